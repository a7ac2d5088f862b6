# column: everything that a person or a machine does with this folder. `make` alone lists it.

SWIFT = $(shell command -v swift || echo /opt/swift/usr/bin/swift)
PREFIX = /usr/local
DESTDIR =
# A real feed for `make run`; without one it uses the columns under fixtures/.
FEED =
# Where the conformance tools are; they are not part of this repository.
SHARED = ../shared
KILLS = 100
# How many steps of each job `make kill` tries.
RUNS = 100
# Options of the benchmarks: --quick, --only JOB…, --runs N, --no-install.
BENCH =
# thread, address or both; which tests (a regular expression), all without one.
SANITIZERS = thread address
ONLY =
# How many hours `make soak` simulates; 3 is the short form.
HOURS = 24
# Suites that hear real sound, watch screens or have deadlines of their own: one after the other, so
# that they do not wait for a thousand others on two cores.
ALONE = Pulse|FullScreenTests|ScreenSnapshotTests|TerminalKindTests|LeavingTests|PlayerServiceTests|ControlSocketTests|HostileClientTests|MPRIS|PlayingOnTests|KillPointTests|TwoProcessTests|LimitTests|PlayerProcessTests|PlaybackServiceTests|AudioSession|StreamFault|ShellCompletion|JoinTests|NotificationTests
# How long each fuzzer runs.
SECONDS = 600

BUILD = $(SWIFT) build --explicit-target-dependency-import-check error
# No folder of this machine is searched for libraries where it is installed.
RELEASE = $(BUILD) -c release --static-swift-stdlib --disable-local-rpath -Xswiftc -no-toolchain-stdlib-rpath
BINARY = .build/release/column
export SWIFT

.PHONY: help run test screens build release check docs install uninstall deb debtest servicetest conformance kill fuzz sanitize soak bench clean

help: ## List the targets
	@sed -n 's/^\([a-z]*\):.*## /  make \1	/p' Makefile | expand -t 22

run: release ## Build, subscribe to the columns under fixtures/ (or FEED=URL), sync, download, play
	@$(RELEASE) --product fixture-server
	@.ci/demo $(BINARY) .build/release/fixture-server "$(FEED)"

test: ## Build and run all tests
	@.ci/need build run test
	@$(BUILD) --build-tests
	@$(SWIFT) test --skip-build --disable-xctest --skip '$(ALONE)'
	@$(SWIFT) test --skip-build --disable-xctest --no-parallel --filter '$(ALONE)'

screens: ## Write the screens anew that tests compare, those under Tests/*/Snapshots and Screens
	@.ci/need build run test
	@$(BUILD) --build-tests
	@UPDATE_SNAPSHOTS=1 $(SWIFT) test --skip-build --disable-xctest --filter '[Ss]napshotTests'
	@git status --short Tests

build: ## Build for debugging
	@.ci/need build
	@$(BUILD)

release: ## Build for use: optimised, with the Swift runtime inside
	@.ci/need build run
	@$(RELEASE) --product column

check: ## Format, warnings, layers, file length and the other house rules
	@.ci/need build run test
	@.ci/check

docs: ## Write docs/reference anew from the table of commands
	@.ci/need build
	@$(BUILD) --product column
	@.ci/reference write "$$($(SWIFT) build --show-bin-path)/column"

install: release ## Install program, manual pages, completions below PREFIX (/usr/local); DESTDIR for packagers
	@.ci/install $(BINARY) '$(DESTDIR)$(PREFIX)'

uninstall: ## Remove what install put there
	@.ci/install --remove '$(DESTDIR)$(PREFIX)'

deb: release ## Build a Debian package in .build/deb
	@.ci/need deb
	@.ci/deb/build $(BINARY) .build/deb

debtest: deb ## Install, run and remove the package in a fresh Debian 12 (root)
	@.ci/need debtest
	@$(RELEASE) --product fixture-server
	@.ci/deb/test .build/release/fixture-server .build/deb/column_*.deb

servicetest: release ## Run the timer under a real systemd of a user (root)
	@$(RELEASE) --product fixture-server
	@Tests/UserService/run $(BINARY) .build/release/fixture-server

conformance: release ## Faults (with 100 kills) and feeds, by the tools in ../shared
	@.ci/conformance $(BINARY) $(SHARED) $(KILLS)

kill: ## kill -9 at the steps that write, RUNS of them for each of the jobs
	@.ci/need build run test
	@$(BUILD) --build-tests
	@COLUMN_KILL_RUNS=$(RUNS) $(SWIFT) test --skip-build --disable-xctest --filter KillPointTests

fuzz: ## Feed the parsers with broken input for a while
	@Tests/Fuzz/run $(SECONDS)

sanitize: ## All tests (or ONLY=REGEX) under ThreadSanitizer and AddressSanitizer
	@.ci/need build run test
	@Tests/Sanitizers/run "$(SANITIZERS)" "$(ONLY)"

soak: release ## HOURS of use in a few minutes, beside which nothing may grow
	@$(RELEASE) --product fixture-server
	@# Not by SwiftPM, which links it with Swift's library: preloaded, the program would need that, too.
	@cc -shared -fPIC -O2 -ITests/FaultShim/include -o .build/release/libpreload.so Tests/FaultShim/*.c
	@python3 Tests/Soak/soak.py $(BINARY) .build/release/fixture-server .build/release/libpreload.so --hours $(HOURS)

bench: release ## Time every job beside the peers, with the bars (BENCH="--quick", "--only sync play", …)
	@python3 Tests/Bench/bench.py $(BINARY) $(BENCH)

clean: ## Remove what was built
	rm -rf .build
