"""Workers: what is computed on all cores, and Ctrl-C at every moment of their lives."""

import os
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path

import pytest
from small_project import PLAIN, write

from generators import workers

ROOT = Path(__file__).parent.parent

# What runs in the background ignores Ctrl-C and hands that on: a test suite may, and the command under test must not.
HEED = "import signal\nsignal.signal(signal.SIGINT, signal.default_int_handler)\n"

WAITING = """
import os, time
from pathlib import Path
from generators import commands, run, scenario

def wait(name):
    Path(name).touch()
    time.sleep(60)

def wait_in_workers(_):
    run.Task.in_worker = lambda task: wait(task.corpus.name)
    small = scenario.load(Path("scenarios/small.yaml"))
    list(run.compute([run.Task(small, corpus) for corpus in small.corpora]))

commands.COMMANDS.update({"list": lambda _: wait("one"), "check": wait_in_workers})
"""

# Pressed by the process itself when its first worker is loading Python, which takes longer than this sleep.
PRESSED = """
from joblib.externals.loky.backend.popen_loky_posix import Popen

def launch_and_press(self, process, launch=Popen._launch):
    launch(self, process)
    time.sleep(0.05)
    os.killpg(0, signal.SIGINT)

Popen._launch = launch_and_press
"""

# The thread that feeds the workers is still giving up a semaphore when the command has ended.
FEEDING = """
import threading, time
from pathlib import Path
from generators import workers

def give_up():
    time.sleep(0.3)
    Path("given up").touch()

list(workers.on_all_cores(abs, [(-1,)]))
threading.Thread(target=give_up, name=workers.FEEDER, daemon=True).start()
"""


def started(here, command, before=""):
    """A command in a group of processes of its own, where both corpora are heavy."""
    write(here, PLAIN.replace(PLAIN.splitlines()[2], "  one: {files: [small.yaml]}\n  two: {files: [small.yaml]}"))
    program = f"import sys\n{HEED}{WAITING}{before}\nfrom generators.cli import main\nsys.exit(main(sys.argv[1:]))"
    return subprocess.Popen(
        [sys.executable, "-c", program, command],
        cwd=here,
        env={**os.environ, "PYTHONPATH": str(ROOT), "LOKY_MAX_CPU_COUNT": "2"},
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )


@pytest.mark.parametrize(("command", "marks"), [("list", ["one"]), ("check", ["one", "two"])])
def test_an_interruption_is_3_without_a_traceback(tmp_path, command, marks):
    """Ctrl-C reaches the whole group of processes, workers too; pressed again while they are being stopped, it changes nothing."""
    with started(tmp_path, command) as process:
        while not all((tmp_path / mark).exists() for mark in marks) and process.poll() is None:
            time.sleep(0.02)
        for _ in range(5):
            os.killpg(process.pid, signal.SIGINT)
            time.sleep(0.005)
        _, said = process.communicate(timeout=30)
    assert [process.returncode, said] == [3, "interrupted; nothing is half-written\n"]


def test_the_systems_wish_to_end_is_an_interruption(tmp_path):
    """SIGTERM comes to the command alone; its workers end with it, for their pipes are closed and its last line is read to the end."""
    with started(tmp_path, "check") as process:
        while not all((tmp_path / mark).exists() for mark in ("one", "two")) and process.poll() is None:
            time.sleep(0.02)
        process.terminate()
        _, said = process.communicate(timeout=30)
    assert [process.returncode, said] == [3, "interrupted; nothing is half-written\n"]


def test_an_interruption_while_workers_start_is_told_once(tmp_path):
    """A worker that was still loading Python printed a traceback of its own, or of Python's failure to start."""
    with started(tmp_path, "check", PRESSED) as process:
        _, said = process.communicate(timeout=30)
    assert [process.returncode, said] == [3, "interrupted; nothing is half-written\n"]


def test_the_end_waits_for_what_feeds_the_workers(tmp_path):
    """Cut off between giving up a semaphore and saying so, it had loky warn of a leak after the command's last line."""
    subprocess.run([sys.executable, "-c", FEEDING], cwd=tmp_path, env={**os.environ, "PYTHONPATH": str(ROOT)}, check=True)
    assert (tmp_path / "given up").exists()


def test_what_feeds_the_workers_goes_by_the_name_that_is_waited_for():
    """The name is loky's; it is there as long as the workers are."""
    assert list(workers.on_all_cores(abs, [(-1,), (-2,)], 2)) == [1, 2]
    feeding = [thread for thread in threading.enumerate() if thread.name == workers.FEEDER]
    assert feeding or os.cpu_count() == 1
    workers.release()
    workers.await_feeders()
    assert not any(thread.is_alive() for thread in feeding)


def whose(number):
    """A number, and the process that was asked."""
    return number, os.getpid()


@pytest.mark.parametrize("at_most", [None, 1])
def test_results_come_in_the_order_of_what_was_given(at_most):
    """Be they computed by other processes or, where one at most is to do so, by this one."""
    answers = list(workers.on_all_cores(whose, [(number,) for number in range(20)], at_most))
    assert [number for number, _ in answers] == list(range(20))
    assert ({process for _, process in answers} == {os.getpid()}) == (at_most == 1 or os.cpu_count() == 1)
    workers.release()


def test_what_a_worker_raises_is_raised_here():
    """A division by 0 in another process is none of a process that ended."""
    with pytest.raises(ZeroDivisionError):
        list(workers.on_all_cores(divmod, [(1, 1), (1, 0)]))


def test_an_interruption_kept_back_comes_at_the_end():
    """The line after the signal is still reached; the line after the block is not."""
    reached = []
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    try:
        with pytest.raises(KeyboardInterrupt):
            interrupt_within(reached)
    finally:
        signal.signal(signal.SIGINT, before)
    assert reached == ["inside"]


def interrupt_within(reached):
    """Press Ctrl-C where it is kept back."""
    with workers.interrupts_wait():
        signal.raise_signal(signal.SIGINT)
        reached.append("inside")
    reached.append("after")
