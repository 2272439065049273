# All commands set up .venv first, if it is missing. CI runs what .ci/run says.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
READY := $(VENV)/.ready
JUDGE := $(VENV)/.judge
EXTRAS := client,cluster,lsp,pictures,plots,postgres,screen,serve
# A file's tests stay in one process, so that it starts its services once.
PARALLEL := -n auto --dist loadfile --no-loadscope-reorder
# Python keeps what it compiles: tests start hundreds of processes, and each would compile all modules anew.
export PYTHONDONTWRITEBYTECODE :=

# What plays and checks records, without stores, network and clusters; it needs no extra.
QUICK := notation engines replays tests/notation tests/engines tests/replays tests/test_rooms.py
NOT_QUICK := replays/store replays/many/cluster.py replays/many/remote.py tests/replays/store \
	tests/replays/test_cluster.py tests/replays/test_remote.py \
	tests/notation/test_schema.py tests/notation/render/test_sarif.py # these two need jsonschema
QUICK_VENV = .venv-$(shell $(PYTHON) -c 'import sys; print("%d.%d" % sys.version_info[:2])')

.PHONY: run phone test quick check format docs screenshots play openapi conformance differ js judge wheel installed bench strength samples unseen slips schemathesis \
	clients torture million attack worlds fit properties mutants image clean

run: $(READY)
	@test -e $(JUDGE) || echo "Logs are checked here, not in the browser. For that: make judge"
	@$(BIN)/cgn serve --data run.db --demo examples --open-tables 20

# The same for phones in this network; it prints the address and a code for it.
phone: $(READY)
	@$(BIN)/cgn serve --data run.db --demo examples --open-tables 20 --host 0.0.0.0

# All but the tests marked `long`, which walk through the whole system: some five minutes on two quiet cores.
test: $(READY)
	$(BIN)/pytest $(PARALLEL) -q -m "not long"

# On one Python, in an environment of its own: make quick PYTHON=python3.12
quick: $(QUICK_VENV)/.ready
	$(QUICK_VENV)/bin/pytest $(PARALLEL) -q $(QUICK) $(NOT_QUICK:%=--ignore=%)

# Everything: format, lint, types and all tests.
check: $(READY)
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy
	$(BIN)/pytest $(PARALLEL) -q

format: $(READY)
	$(BIN)/ruff format .
	$(BIN)/ruff check --fix .

docs: $(READY)
	$(BIN)/python -m docs.generate
	$(BIN)/python -m docs.picture

# The pictures of pages, in the README and kept for tests; this needs chromium.
screenshots: $(READY)
	$(BIN)/python -m docs.screenshots
	$(BIN)/python -m docs.icons
	$(BIN)/python -m tests.api.pages.screens
	$(BIN)/python -m tests.api.pages.table_pictures

fit: $(READY)
	@$(BIN)/python -m benchmarks.fit

# Whole games in a browser, each way of playing each game; half an hour, or GAMES="the_jam keys".
play: $(READY)
	@$(BIN)/python -m benchmarks.whole_games $(GAMES)

openapi: $(READY)
	$(BIN)/python -m docs.openapi
	$(BIN)/python -m docs.typescript

conformance: $(READY)
	$(BIN)/python -m conformance.make

# The JavaScript module: the suite by its own program, and its types by TypeScript, from npm.
js: $(READY)
	$(BIN)/cgn conformance --level reader --level places --level shuffles --jobs 2 -- node clients/js/conformance.js
	npx --yes --package typescript@5.9.3 tsc --project tests/javascript

# The judge in the page: the files that browsers check logs with, as a wheel, in .venv, and as a package for
# npm, in packaging/judge/npm. This needs node and npm, and at first the network.
judge: $(JUDGE)

$(JUDGE): $(READY) $(shell find packaging/judge clients/judge notation engines replays pages -type f \
		-not -path '*/cgn_judge/*' -not -path '*/npm/*' -not -path '*/.parts/*' -not -path '*/__pycache__/*')
	$(BIN)/python packaging/judge/build.py
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --no-deps --no-build-isolation \
		--force-reinstall packaging/judge
	$(BIN)/python packaging/judge/npm.py
	@touch $@

# Twenty rules of our engines, changed one at a time: `cgn differ` has to find each.
differ: $(READY)
	$(BIN)/pytest -q -n 2 tests/conformance/every_rule.py

# The wheel, installed alone and with some extras: the commands of the README work in an empty folder.
wheel: $(READY)
	$(BIN)/pytest -q tests/wheel.py

# Tests against the wheel, where no checkout is; PART=all for those of stores, services and pages too.
PART := quick
installed: $(READY)
	@$(BIN)/python -m tests.installed $(PART)

bench: $(READY)
	$(call install,$(BIN),--group bench)
	@$(BIN)/python -m benchmarks.validate
	@$(BIN)/python -m benchmarks.startup
	@$(BIN)/python -m benchmarks.step
	@$(BIN)/python -m benchmarks.simulate
	@$(BIN)/python -m benchmarks.local_tables
	@$(BIN)/python -m benchmarks.jobs
	@$(BIN)/python -m benchmarks.jobs --cluster --rounds 1 --megabytes 256
	@$(BIN)/python -m benchmarks.cluster_model
	@$(BIN)/python -m benchmarks.memory
	@$(BIN)/python -m benchmarks.archive_tools
	@$(BIN)/python -m benchmarks.store
	@$(BIN)/python -m benchmarks.store_lists
	@$(BIN)/python -m benchmarks.service
	@$(BIN)/python -m benchmarks.service_hosts
	@$(BIN)/python -m benchmarks.pages
	@$(BIN)/python -m benchmarks.tables
	@$(BIN)/python -m benchmarks.push
	@$(BIN)/python -m benchmarks.computer

# How often the strong player beats the sensible one. It goes on where it was stopped.
strength: $(READY)
	@for game in triggs grab_your_breakfast the_jam; do \
		$(BIN)/cgn match strong sensible --game $$game --deals 100 --seed strength --jobs 2 -o strength-$$game.cgn; done

# Sampled deals are equally likely: 10,000 samples in 24 positions a game, against exact counts.
samples: $(READY)
	CGN_SAMPLES=10000 $(BIN)/pytest -n auto -q tests/replays/local/test_even.py

# What records that leave cards out are found to be: rates and times for every game.
unseen: $(READY)
	@$(BIN)/python -m benchmarks.unseen --games 50

# Slips in records that leave cards out: certain ones are found, and no other is called invalid.
slips: $(READY)
	CGN_SLIPS=2000 $(BIN)/pytest -n auto -q -rP tests/replays/unseen/test_slips.py

# The service is what openapi.yaml says: at least 5,000 cases, at most 250 an operation and phase.
schemathesis: $(READY)
	$(BIN)/python -m tests.api.machine 5000 250

# Generators from npm and PyPI make clients from openapi.yaml, and each does a whole job. This needs
# network, npm, a JDK, and libjakarta-annotation-api-java of Debian.
clients: $(READY)
	@$(BIN)/python -m tests.clients

# No acknowledged upload is lost, however often a process that takes them is killed.
torture: $(READY)
	CGN_KILLS=50 $(BIN)/pytest -q tests/replays/store/test_processes.py tests/api/test_torture.py \
		tests/api/test_hosts.py

# Lists of a million replays, in each kind of store; this needs 10 GB and half an hour.
million: $(READY)
	@$(BIN)/python -m benchmarks.store_lists --replays 1000000
	@$(BIN)/python -m benchmarks.store_lists --replays 1000000 --store postgres

# What hostile clients do: costly bodies, slow clients, signals, kills of checkers and of the service;
# and what many clients do in any order, held against a model.
attack: $(READY)
	@$(BIN)/python -m benchmarks.service_attacks
	CGN_KILLS=50 CGN_RUNS=300 $(BIN)/pytest -q tests/api/test_hostile.py tests/api/test_server.py \
		tests/api/test_checkers.py tests/api/test_torture.py tests/api/test_model.py \
		tests/api/live/test_model.py

# No answer of a table tells more than its view knows: 100 pairs of worlds for each game, and 500 for
# tables that are played here.
worlds: $(READY)
	CGN_WORLDS=500 $(BIN)/pytest -n auto -q tests/replays/local/test_worlds.py
	CGN_WORLDS=100 $(BIN)/pytest -n auto -q tests/api/live/test_leaks.py \
		tests/api/live/test_leaks_over_http.py tests/api/test_hidden.py

# Every property on twenty times as many examples.
properties: $(READY)
	CGN_EXAMPLES=20 $(BIN)/pytest -n auto -q -m hypothesis

# Faults put in on purpose, 600 in notation and engines and 200 in replays, and whether a test notices
# each. It stops after an hour, and goes on from there when it is run again.
mutants: $(READY)
	$(call install,$(BIN),--group mutants)
	@$(BIN)/python -m benchmarks.mutants

# What the image installs, with hashes: run it again when constraints.txt or the dependencies change.
image: $(READY)
	$(call install,$(BIN),--group image)
	echo hatchling | $(BIN)/uv pip compile --quiet --universal --python-version 3.13 --generate-hashes \
		--no-header --no-annotate --constraint constraints.txt --extra serve --extra postgres \
		--output-file requirements/image.txt pyproject.toml -

clean:
	rm -rf $(VENV) .venv-* .mypy_cache .ruff_cache .pytest_cache .hypothesis .schemathesis .mutants run.db run.db-*

# pip reads dependency groups from 25.1 on, so it is itself brought to the version of constraints.txt.
install = $(1)/python -m pip install --quiet --disable-pip-version-check \
	--constraint constraints.txt $(2)
editable = --build-constraint constraints.txt --editable

$(READY): pyproject.toml constraints.txt
	$(PYTHON) -m venv $(VENV)
	$(call install,$(BIN),--upgrade pip)
	$(call install,$(BIN),--group dev $(editable) '.[$(EXTRAS)]')
	@touch $@

.venv-%/.ready: pyproject.toml constraints.txt
	$(PYTHON) -m venv $(@D)
	$(call install,$(@D)/bin,--upgrade pip)
	$(call install,$(@D)/bin,--group test $(editable) .)
	@touch $@
