# The gate and the ways in. `make demo` and `make test` set up everything they need by themselves.
.PHONY: help setup build demo install deb tarball release try-packages test test-fast guards goldens conformance check lint rules imports benchmarks benchmarks-few torture pages fuzz stories metadata foreign test-clock tsan clean
.DEFAULT_GOAL := help

help: ## this list
	@grep -E '^[a-z-]+:.*##' $(MAKEFILE_LIST) | sed -E 's/:.*## /\t/' | expand -t 16

setup: ## installs what is missing: system libraries, LiteRT
	@Scripts/setup

build: setup ## the program, optimized, at .build/release/cairn
	swift build -c release --static-swift-stdlib --product cairn

demo: build ## labels fourteen pictures on this machine and shows the answers in a page: cairn demo
	@rm -rf .build/cairn-demo
	@.build/release/cairn demo .build/cairn-demo

install: build ## puts the program, its manual, completions and sample jobs below PREFIX=/usr/local, in DESTDIR
	@Scripts/install .build/release/cairn

deb: setup ## the packages cairn and cairn-litert of the commit HEAD, in .build/release-files
	@Scripts/setup package
	@Scripts/package deb

tarball: setup ## the same as a tarball
	@Scripts/package tarball

release: setup ## packages and tarball, with their SHA-256
	@Scripts/setup package
	@Scripts/package release

try-packages: release ## the packages in a fresh Debian 12, from apt install to labels of own pictures, timed; needs root
	@Scripts/setup try
	@Scripts/try-packages

test: ## every test
	@Scripts/setup test
	swift build --build-tests
	@Scripts/run-tests

test-fast: ## unit tests, and one job on each backend: about a minute once it is built
	@Scripts/setup test
	swift build --build-tests
	@Scripts/run-tests --skip '^EndToEndTests\.(?!.*/HappyPathTests\.swift)' --skip '$(slow)'

# Tests of a module that take longer than all others of it together: random lives, fuzzing, whole runs.
slow = /(ConformanceTests|BrokenStoreTests|FuzzTests|SendingFuzzTests|LedgerTests|VolumeTests)\.swift:

goldens: ## writes the kept help, completions, reports, tables of docs and list of a store's objects again; read the difference before a commit
	swift build --build-tests
	@CAIRN_WRITE_GOLDEN=1 Scripts/run-tests --filter 'CommandsTests|StoreObjectsTests|ManifestPageTests'

check: setup lint rules imports test ## format, house rules, imports, tests, three guards: what must be green before a commit
	@Tests/Guards/guards few

guards: ## cuts each guard out of a copy: its suite must turn red; an hour or more, see Tests/Guards/README.md
	@Scripts/setup test
	@Tests/Guards/guards run $(if $(TOGETHER),--together) $(if $(GUARD),"$(GUARD)")

lint: ## the formatter's opinion
	swift format lint --strict --recursive Package.swift Sources Tests Schema Benchmarks

rules: ## the rules of the house that no compiler knows
	@Scripts/house-rules

imports: ## imports are declared and point down
	@Scripts/check-imports

benchmarks: build ## every benchmark, as ratios; see Benchmarks/README.md
	swift build -c release --static-swift-stdlib --product ceiling
	swift build -c release --static-swift-stdlib --product cost
	swift build -c release --static-swift-stdlib --product digests
	swift build -c release --static-swift-stdlib --product books
	swift build -c release --static-swift-stdlib --product decoding
	@Scripts/setup test
	@Scripts/setup train
	@Benchmarks/run

benchmarks-few: build ## seven ratios, held against those of commits before in Benchmarks/figures.tsv; about six minutes
	swift build -c release --static-swift-stdlib --product ceiling
	swift build -c release --static-swift-stdlib --product books
	@Scripts/setup test
	@Benchmarks/run --few

conformance: ## the store's contract: every check, and 10,000 schedules of two processes; see Tests/StorageConformance/README.md
	@Scripts/setup test
	swift build --build-tests
	@Scripts/run-tests --filter '(Conformance|BrokenStore)Tests'
	swift build -c release --product storeagent
	.build/release/storeagent lives --count $(or $(LIVES),60) $(if $(SEED),--seed $(SEED))
	.build/release/storeagent schedules --count $(or $(SCHEDULES),10000) $(if $(SEED),--seed $(SEED))

torture: build ## torture tests: three quarters of an hour; see Tests/Torture/README.md
	@Scripts/setup test
	swift build -c release --product storeagent
	@Tests/Torture/run $(if $(SEED),--seed $(SEED)) $(if $(KILLS),--kills $(KILLS))

pages: ## text recognition on all 1,440 drawn pages, beside the tesseract command (EACH=7: each seventh); `make test` reads 14
	@Scripts/setup test
	swift build --build-tests
	@CAIRN_TEXT_PAGES=$(or $(EACH),1) Scripts/run-tests --filter DrawnPagesTests

fuzz: build ## mutated responses, pictures, manifests, billing exports, stores and models; see Tests/Fuzz/README.md
	@Scripts/setup test
	swift build -c release --static-swift-stdlib --product fuzz
	@Tests/Fuzz/run $(if $(SEED),--seed $(SEED))

stories: build ## 200 random stories of jobs, each view beside a model's; see Tests/Stories/README.md
	@Scripts/setup test
	@Tests/Stories/run --program .build/release/cairn $(if $(SEED),--seed $(SEED)) $(if $(STORIES),--stories $(STORIES))

metadata: build ## 23 edits of 65 files, by exiftool and other programs: what is asked again; see Tests/Metadata/README.md
	@Scripts/setup test
	@Tests/Metadata/run --program .build/release/cairn
	@Tests/Metadata/run --program .build/release/cairn --shows

test-clock: ## tests that touch the time: at the table of hard moments, then at five hours and zones; ten minutes
	@Scripts/setup test
	swift build --build-tests
	@env -u TZ Scripts/run-tests --filter '/(MomentTests|CronTests|VendorDayTests|ConditionTests)\.swift:'
	@Scripts/test-clock '^EndToEndTests\..*/($(timely))Tests\.swift:'

# Tests that give or show a time of day, a date, a span, a cap of a day or of a month.
timely = Order|Nightly(|Cost|Limit|Log)|Plan(|Next|Queue)|Status|VisionBudget|BillingExport|LiveWords|HostedNight|HostedJobs|Withdrawal

foreign: build ## evaluate and Label Studio's exports beside other libraries, and a report in a browser; see Tests/Foreign/README.md
	@Scripts/setup test
	@Scripts/setup foreign
	@Tests/Foreign/run

tsan: ## what threads share, under the thread sanitizer; the program asks Vision peers under it, too
	@Scripts/setup test
	swift build --sanitize=thread --build-tests --scratch-path .build/tsan
	swift test --sanitize=thread --scratch-path .build/tsan --skip-build --disable-xctest \
	    --filter '(Platform|SQLiteStore|Submitting|Working|Curl)Tests|Vision(Again|Batch|Budget|Fault|Signal|Stop)Tests' \
	    --skip 'schedules of two processes'

clean: ## forgets what was built
	rm -rf .build
