# Glossator's commands. `make demo` is the first one to type, `make test` the second.
PYTHON ?= python3
BIN := .venv/bin
BESIDE := -n 2 --dist loadfile  # processes of tests, each with a Neo4j of its own
WAITING := -n 3 --dist loadfile  # one more than cores: those that start services mostly wait
export PYTHONSAFEPATH = 1

.PHONY: install demo test check lint format lock samples clean

install: .venv/installed

.venv/installed: requirements.txt requirements-dev.txt pyproject.toml
	$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "Glossator needs Python 3.11 or newer.")'
	@echo "Installing into .venv: a few minutes"
	$(PYTHON) -m venv .venv
	$(BIN)/python -m pip install --quiet --require-hashes -r requirements.txt -r requirements-dev.txt
	$(BIN)/python -m pip install --quiet --no-deps --no-build-isolation --editable .
	touch $@

demo: install
	$(BIN)/python -m flows.cli.demo

check: install lint
	$(BIN)/python -m pytest -rs $(BESIDE) -m "not neo4j and not slow"

lint: install
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports
	$(BIN)/python tests/file_length.py

test: install lint
	$(BIN)/python -m pytest -rs $(WAITING)

format: install
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .

lock:
	@command -v uv > /dev/null || { echo "make lock needs uv (pip install uv)"; exit 1; }
	uv pip compile --quiet --universal --python-version 3.11 --generate-hashes --no-emit-index-url \
	  --no-emit-find-links --custom-compile-command "make lock" requirements.in -o requirements.txt
	uv pip compile --quiet --universal --python-version 3.11 --generate-hashes --no-emit-index-url \
	  --no-emit-find-links --custom-compile-command "make lock" -c requirements.txt requirements-dev.in \
	  -o requirements-dev.txt

samples: install
	$(BIN)/python data/samples/build.py

clean:
	rm -rf .venv build *.egg-info .mypy_cache .ruff_cache .hypothesis
