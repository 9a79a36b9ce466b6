// Waits for a pause in typing, so that an answer is worked out and read aloud once.
const PAUSE = 350;

export function delayed(act) {
  let waiting = 0;
  return () => {
    clearTimeout(waiting);
    waiting = setTimeout(act, PAUSE);
  };
}
