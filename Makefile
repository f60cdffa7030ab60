# Every verb sets itself up first: a fresh machine needs Python 3.11 or newer, and make.

PYTHON := $(shell command -v python3.11 || command -v python3 || echo python3)
VENV   := .venv
export PIP_DISABLE_PIP_VERSION_CHECK = 1
BIN    := $(VENV)/bin
READY  := $(VENV)/.ready
UV     := 0.13.8
PRESET ?= gomoku9

.DEFAULT_GOAL := help
.PHONY: help setup train play test prove fix bench lock

help:  ## list the verbs
	@awk -F ':.*## ' '/^[a-z]+:.*## / { printf "make %-7s %s\n", $$1, $$2 }' $(firstword $(MAKEFILE_LIST))

setup: $(READY)  ## build .venv with the pinned versions (the other verbs do it by themselves)

train: setup  ## train a player from nothing: make train PRESET=go7
	@$(BIN)/tengen train $(PRESET)

play: setup  ## play
	@$(BIN)/tengen play

test: setup  ## check everything the daily way: ruff, mypy, pytest
	@$(BIN)/ruff check
	@$(BIN)/ruff format --check
	@$(BIN)/mypy --strict
	@$(BIN)/pytest -n 2 --dist loadgroup

prove: setup  ## run every long proof and print its figures
	@$(BIN)/pytest -m prove -s

fix: setup  ## format the code and mend what ruff can mend
	@$(BIN)/ruff check --fix
	@$(BIN)/ruff format

bench: setup  ## measure the speed of the rules
	@$(BIN)/tengen bench rules

lock: setup  ## choose new versions for requirements/lock.txt (docs/decisions/0002)
	@$(BIN)/python -m pip install --quiet uv==$(UV)
	@sed 's/$$/+cpu/' requirements/torch.txt | $(BIN)/uv pip compile --quiet --upgrade --universal \
		--fork-strategy fewest --python-version 3.11 --extra train --extra dev --constraint - \
		--no-emit-package torch --no-annotate --custom-compile-command 'make lock' \
		--output-file requirements/lock.txt pyproject.toml

# Built anew only when what it is made of changes. TORCH may be named by hand: make setup TORCH=torch==2.13.0
TORCH = $$($(BIN)/python tools/torch_requirement.py)

$(READY): pyproject.toml requirements/lock.txt requirements/torch.txt tools/torch_requirement.py
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2> /dev/null || \
		{ echo "tengen needs Python 3.11 or newer, found $$($(PYTHON) --version 2>&1);" \
			"install one, or name it: make setup PYTHON=python3.12" >&2; exit 1; }
	@$(PYTHON) -c 'import ensurepip, venv' 2> /dev/null || \
		{ echo "Python's venv module is missing; on Debian and Ubuntu: apt-get install python3-venv" >&2; exit 1; }
	@echo "Setting up $(VENV): a minute or two, once."
	@$(PYTHON) -m venv $(VENV)
	@$(BIN)/python -m pip install --quiet -r requirements/lock.txt
	@$(BIN)/python -m pip install --quiet $(TORCH)
	@$(BIN)/python -m pip install --quiet --no-deps --no-build-isolation --editable .
	@touch $(READY)
