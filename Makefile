# make run    set up and start Tilescribe with the demonstration tournament
# make test   set up and run the first tier: all that Python shows, and the journeys in a browser
# make test-all  that and the second tier: the rest in a browser, and reliability
# make check  style, types and locks; prints how many places one idea takes; fails if a figure of the house got worse
# make pictures  draws every picture of the manual anew; look at each before it is kept
# make engines  the journeys that matter in Chromium, Firefox and WebKit; says which of them is missing
# make bench  the budgets, each beside its floor; make bench sizes, make bench season http: some alone
# make torture  the long runs, on both cores; SEED=7 make torture draws anew
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
PORT ?= 8421
SEED ?= 20261121
# One process a file, for a hall and a tablet are dear.
BY_FILE := -n 2 --dist loadfile --no-loadscope-reorder --max-worker-restart=0

.PHONY: run test test-all check pictures engines bench torture clean

$(VENV)/.ready: requirements.lock pyproject.toml
	$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "Tilescribe needs Python 3.11 or newer.")'
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --require-hashes -r requirements.lock || \
	  { echo "The packages could not be fetched. The first make needs the internet: connect, and type it again."; exit 1; }
	PYTHONWARNINGS=ignore $(BIN)/python -m pip install --quiet --disable-pip-version-check --no-deps --no-build-isolation -e .
	touch $@

run: $(VENV)/.ready
	$(BIN)/tilescribe demo --port $(PORT)

test: $(VENV)/.ready
	$(BIN)/python -m pytest -q --tier fast $(BY_FILE)

test-all: test
	$(BIN)/python -m pytest -q --tier wide $(BY_FILE)

check: $(VENV)/.ready
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/python -m tests.figures
	$(BIN)/python -m tests.house_figures

pictures: $(VENV)/.ready
	$(BIN)/python -m tests.web.draw_manual

engines: $(VENV)/.ready
	$(BIN)/python -m pytest -v --full -rs -n 0 tests/web/test_engines.py

# What stands behind `bench` names parts of it, and is no goal of its own.
ifeq (bench,$(firstword $(MAKECMDGOALS)))
PARTS := $(wordlist 2,$(words $(MAKECMDGOALS)),$(MAKECMDGOALS))
$(eval $(PARTS):;@:)
endif

bench: $(VENV)/.ready
	$(BIN)/python -m tests.bench $(PARTS)

torture: $(VENV)/.ready
	TILESCRIBE_SEED=$(SEED) $(BIN)/python -m pytest -q --full -m "torture or longer" -n 2 --dist worksteal \
	  --max-worker-restart=0 --hypothesis-seed=$(SEED) -o faulthandler_timeout=0 --durations=25

clean:
	rm -rf $(VENV) build dist *.egg-info tilescribe-demo
