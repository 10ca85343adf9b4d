# make run, make test: everything else they need they make themselves.
PYTHON ?= python3
BIN := .venv/bin

.PHONY: setup run test quick fuzz check bench messages language coverage golden mutants
.DEFAULT_GOAL := run

# `run.py` makes the environment, for who has no make as well.
setup: needs-python
	@$(PYTHON) run.py setup

run: needs-python
	@exec $(PYTHON) run.py

# What the system lacks is installed first, or said before and after.
test: needs-python
	@$(PYTHON) run.py test

# Everything but what needs a browser, pages of a PDF, or seconds for a file: between two commits.
quick: setup
	$(BIN)/python -m pytest -n 2 --dist loadfile -q -m "not browser and not paper and not long"

# Searches with chance what `make test` asks with fixed examples: make fuzz MINUTES=60, and again: make fuzz SEED=n
MINUTES ?= 10
fuzz: setup
	$(BIN)/python -m tools.fuzz --minutes $(MINUTES) $(if $(filter file,$(origin SEED)),,--seed $(SEED))

check: setup
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy --strict
	$(BIN)/python -m tools.lines
	$(BIN)/python -m tools.unused

bench: setup
	$(BIN)/python -m bench

# Collects every sentence a player reads, and brings the files of every language up to date.
messages: setup
	@$(BIN)/python -m tools.translate update

# Begins a language, or goes on with it: make language LANG=it
language: setup
	@$(BIN)/python -m tools.translate new $(LANG)

coverage: setup
	$(BIN)/python tools/coverage.py

# Mutates the rules, 1,000 times by default, and lists the mutants no test notices: make mutants SEED=2 COUNT=200
SEED ?= 1
COUNT ?= 1000
mutants: setup
	$(BIN)/python -m tools.mutants --seed $(SEED) --count $(COUNT)

# Makes what is kept in tests/golden anew: what is said, what is printed on a marker, and what a phone shows of it; and the pictures
# of the README.
golden: setup
	RENEW_GOLDEN=1 $(BIN)/python -m pytest -n 0 -q tests/printables/test_marker_pictures.py tests/browser/test_marker_pictures.py \
		tests/browser/test_readme_pictures.py tests/play/armies/test_text.py tests/play/armies/test_kept.py tests/play/armies/test_mend.py \
		tests/rules/kensei/test_brief.py \
		tests/rules/kensei/army/test_army_judged.py tests/rules/kensei/orders/test_orders.py \
		tests/rules/kensei/fight/test_numbers.py tests/rules/kensei/fight/test_lasting.py tests/rules/kensei/fight/test_attack.py \
		tests/rules/kensei/after/test_honor.py tests/rules/kensei/test_kept_answers.py \
		tests/rules/kenjin tests/rules/tenno tests/rules/zipang \
		tests/content/test_loader.py tests/play/armies/test_compare.py tests/printables/test_sheets.py \
		tests/play/armies/test_document.py

# Draws the picture of a cut kit on the start page and in the README anew, out of the PDF.
.PHONY: kit-picture
kit-picture: setup
	$(BIN)/python -m tools.kit_picture

.PHONY: needs-python
needs-python:
	@command -v $(PYTHON) > /dev/null || { echo "Python 3.11 or newer is needed, and there is no $(PYTHON) here."; exit 1; }

.PHONY: lighthouse
# Lighthouse's scores of the start page and a table page; needs Node.js and Chromium.
lighthouse: setup tools/lighthouse/node_modules
	$(BIN)/python -m tools.lighthouse.check

tools/lighthouse/node_modules: tools/lighthouse/package-lock.json
	@command -v npm > /dev/null || { echo "Lighthouse needs Node.js and npm. On Debian and Ubuntu: sudo apt install npm"; exit 1; }
	cd tools/lighthouse && npm ci --ignore-scripts --no-audit --no-fund
	@touch $@
