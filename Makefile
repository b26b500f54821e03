# The front door. Each target installs the Debian packages it needs when one is missing
# (scripts/deps) and builds into build/PRESET. Recipes use relative paths alone, so the checkout
# may stand under any path.

PREFIX ?= /usr/local
PRESET := $(if $(SANITIZE),asan,$(if $(TSAN),tsan,release))
PROGRAMS := harvestd mcpd mirrorctl
SHELL := /bin/bash

.PHONY: help build demo test soak fuzz bench format tidy install clean

help: ## this list
	@sed -n 's/^\([a-z]*\):[^#]*## */\1|/p' Makefile | while IFS='|' read -r name text; do \
	  printf '  make %-8s  %s\n' "$$name" "$$text"; done

build: ## the three programs, in build/release/bin
	@scripts/deps build
	@scripts/build $(PRESET) $(PROGRAMS)

demo: ## harvest a small local arXiv, then ask it over MCP
	@scripts/demo

test: ## the quick suite; SANITIZE=1 or TSAN=1 for a sanitizer build
	@scripts/deps build
	@scripts/deps check || echo 'The tests of units and manual pages will say what they skip.' >&2
	@scripts/build $(PRESET)
	@scripts/test $(PRESET)

soak: ## the long tests
	@scripts/deps build
	@scripts/build $(PRESET)
	@scripts/test $(PRESET) soak

FUZZ_SECONDS ?= 600
fuzz: ## each fuzz target for FUZZ_SECONDS (600)
	@scripts/deps build fuzz
	@scripts/build fuzz fuzzers
	@scripts/fuzz $(FUZZ_SECONDS)

bench: ## figures of harvestd and mcpd against their bars
	@scripts/deps build bench
	@scripts/build release -DARXIV_BENCH=ON
	@bench/run

format: ## clang-format on every source
	@scripts/deps format
	@scripts/sources | xargs -0 clang-format -i

tidy: ## clang-tidy on every source
	@scripts/deps build tidy
	@scripts/build debug
	@scripts/sources cc | xargs -0 -n 4 -P "$$(nproc)" clang-tidy -p build/debug --quiet

install: ## programs, manuals, skill, documents and units; honours DESTDIR and PREFIX
	@scripts/deps build
	@scripts/build release "-DCMAKE_INSTALL_PREFIX=$(PREFIX)" $(PROGRAMS) manuals
	@cmake --install build/release

clean: ## remove what was built
	rm -rf build demo-data
