# make run, make test: everything else they need they make themselves.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
# A stamp carries the check sum of its lock: another lock, another stamp, another installation.
RUN_STAMP := $(VENV)/.run-$(shell cksum < requirements.txt | cut -d' ' -f1)
DEV_STAMP := $(VENV)/.dev-$(shell cksum < requirements-dev.txt | cut -d' ' -f1)
# An environment whose Python is gone (the system has a newer one) is made again, so its stamps do not count.
$(shell test -x $(BIN)/python || rm -f $(VENV)/.run-* $(VENV)/.dev-*)
PIP := $(BIN)/python -m pip install --quiet --disable-pip-version-check --no-deps --require-hashes

.PHONY: setup run test quick fuzz check bench messages coverage golden mutants
.DEFAULT_GOAL := run

setup: $(RUN_STAMP) $(DEV_STAMP)

run: $(RUN_STAMP)
	@$(BIN)/python app.py

# What the system lacks is installed first, or said before and after; the result is that of the tests.
test:
	@PYTHON=$(PYTHON) tools/system_packages.sh install
	@$(MAKE) --no-print-directory $(DEV_STAMP)
	@echo "$(BIN)/python -m pytest -n 2 --dist loadfile --no-loadscope-reorder"; status=0; \
	$(BIN)/python -m pytest -n 2 --dist loadfile --no-loadscope-reorder || status=$$?; \
	PYTHON=$(PYTHON) tools/system_packages.sh report; exit $$status

# Everything but what needs a browser, pages of a PDF, or seconds for a file: between two commits.
quick: $(DEV_STAMP)
	$(BIN)/python -m pytest -n 2 --dist loadfile -q -m "not browser and not paper and not long"

# Searches with chance what `make test` asks with fixed examples: make fuzz MINUTES=60, and again: make fuzz SEED=n
MINUTES ?= 10
fuzz: $(DEV_STAMP)
	$(BIN)/python -m tools.fuzz --minutes $(MINUTES) $(if $(filter file,$(origin SEED)),,--seed $(SEED))

check: $(DEV_STAMP)
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy --strict
	$(BIN)/python -m tools.lines

bench: $(DEV_STAMP)
	$(BIN)/python -m bench

# Collects every sentence a player reads; then `pybabel init` begins a language and `make messages` keeps it up to date.
messages: $(DEV_STAMP)
	@mkdir -p companion/locale
	$(BIN)/python -m babel.messages.frontend -q extract -F babel.cfg -k Text -k counted:1,2 -k said -k ModifierRule:4 --no-location --omit-header --sort-output -o companion/locale/messages.pot .
	@for po in companion/locale/*/LC_MESSAGES/messages.po; do \
	  [ -e "$$po" ] || continue; \
	  $(BIN)/pybabel -q update -N -i companion/locale/messages.pot -o "$$po" -l "$$(basename "$$(dirname "$$(dirname "$$po")")")"; \
	  $(BIN)/pybabel -q compile -i "$$po" -o "$${po%.po}.mo"; \
	done

coverage: $(DEV_STAMP)
	$(BIN)/python tools/coverage.py

# Mutates the rules, 1,000 times by default, and lists the mutants no test notices: make mutants SEED=2 COUNT=200
SEED ?= 1
COUNT ?= 1000
mutants: $(DEV_STAMP)
	$(BIN)/python -m tools.mutants --seed $(SEED) --count $(COUNT)

# Draws the golden pictures of tests/golden anew: what is printed on a marker, and what a phone shows of it; and those of the README.
golden: $(DEV_STAMP)
	RENEW_GOLDEN=1 $(BIN)/python -m pytest -n 0 -q tests/printables/test_marker_pictures.py tests/browser/test_marker_pictures.py \
		tests/browser/test_readme_pictures.py

$(RUN_STAMP): | $(BIN)/python
	@echo "Installing what Gunbai needs (once) ..."
	@$(PIP) -r requirements.txt
	@rm -f $(VENV)/.run-*
	@touch $@

$(DEV_STAMP): | $(BIN)/python
	@echo "Installing what the tests need (once) ..."
	@$(PIP) -r requirements-dev.txt
	@rm -f $(VENV)/.dev-*
	@touch $@

$(BIN)/python:
	@command -v $(PYTHON) > /dev/null || { echo "Python 3.11 or newer is needed, and there is no $(PYTHON) here."; exit 1; }
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { \
	  echo "Python 3.11 or newer is needed; $(PYTHON) is $$($(PYTHON) --version 2>&1). Another one: make PYTHON=python3.12"; exit 1; }
	@$(PYTHON) -c 'import ensurepip, venv' 2> /dev/null || { \
	  echo "Python lacks its venv module. On Debian and Ubuntu: sudo apt install python3-venv"; exit 1; }
	@rm -rf $(VENV)
	@$(PYTHON) -m venv $(VENV) || { rm -rf $(VENV); exit 1; }

.PHONY: lighthouse
# Lighthouse's scores of the start page and a table page; needs Node.js and Chromium.
lighthouse: $(DEV_STAMP) tools/lighthouse/node_modules
	$(BIN)/python -m tools.lighthouse.check

tools/lighthouse/node_modules: tools/lighthouse/package-lock.json
	@command -v npm > /dev/null || { echo "Lighthouse needs Node.js and npm. On Debian and Ubuntu: sudo apt install npm"; exit 1; }
	cd tools/lighthouse && npm ci --ignore-scripts --no-audit --no-fund
	@touch $@
