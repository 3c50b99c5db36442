# Sonora: every job of the project, each in one word.
#   make demo    installs what is missing, builds, and shows Sonora on the memos in samples/
#   make test    runs all tests
#   make torture kills a batch again and again and lets its disk run full
#   make score   what it hears, on labelled audio, against goals and other tools
#   make train   makes the weights of the speech detector anew
#   make fuzz    looks for bytes that make it crash, hang or fall silent
SHELL := /bin/bash
.DEFAULT_GOAL := build
.PHONY: build demo test lint bench score train fuzz fuzz-short torture torture-short install install-help setup samples clean

PREFIX ?= /usr/local
BUILD := swift build -c release --explicit-target-dependency-import-check error
BIN := .build/release/sonora
PACKAGES := libsndfile1-dev libfftw3-dev libsqlite3-dev libssl-dev libsoxr-dev pkg-config
TEST_PACKAGES := python3-jsonschema ffmpeg espeak-ng
FUZZ_PACKAGES := sox ffmpeg python3

# Installs Debian packages that are not there yet; asks for nothing when all are.
define need
@missing=""; for package in $(1); do [ "$$(dpkg-query -W -f '$${db:Status-Status}' $$package 2>/dev/null)" = installed ] || missing="$$missing $$package"; done; \
if [ -n "$$missing" ]; then \
  sudo=$$([ $$(id -u) = 0 ] || echo sudo); \
  echo "installing$$missing"; \
  $$sudo apt-get update -qq && DEBIAN_FRONTEND=noninteractive $$sudo apt-get install -y -qq $$missing >/dev/null; \
fi
endef

setup:
	@command -v swift >/dev/null || { echo "Swift 6.3 is needed: https://www.swift.org/install"; exit 1; }
	$(call need,$(PACKAGES))

build: setup
	$(BUILD) --product sonora

demo: build
	@echo; echo "\$$ sonora process samples/stand-up-note.wav samples/slow-reflection.flac samples/hum.wav"; echo
	@$(BIN) process samples/stand-up-note.wav samples/slow-reflection.flac samples/hum.wav
	@echo; echo "\$$ sonora batch samples --output results"; out=$$(mktemp -d); $(BIN) batch samples --output $$out 2>/dev/null | sed -n 1,15p; \
	echo; echo "\$$ sonora library results"; $(BIN) library $$out; rm -rf $$out
	@echo; echo "\$$ sonora segments samples/street.wav"; $(BIN) segments samples/street.wav
	@echo; echo "\$$ sonora onsets samples/clicks.flac | sed -n 1,5p"; $(BIN) onsets samples/clicks.flac | sed -n 1,5p

# Tests that stop a process on purpose run by themselves: Swift Testing waits for any child that ends, and would wait for those
# of other tests for ever.
EXIT_TESTS := Preconditions|PreconditionTests
TEST := swift test -c release --explicit-target-dependency-import-check error
test: setup
	$(call need,$(TEST_PACKAGES))
	$(TEST) --skip '$(EXIT_TESTS)'
	$(TEST) --skip-build --filter '$(EXIT_TESTS)'

lint:
	swift format lint --strict --recursive Sources Tests Benchmarks Fuzz Training/Features Package.swift

# Speed, as ratios within one run; see Benchmarks/README.md.
bench: build
	$(call need,sox ffmpeg aubio-tools hyperfine time)
	Benchmarks/run $(BIN)
	Benchmarks/batch $(BIN)

# Accuracy as a table; SHARED has the labelled audio and its scorer, which are not part of the project.
SHARED ?= ../shared
score: build
	$(call need,python3-venv)
	Score/run $(BIN) $(SHARED)

# From synthesised voices to the weights of the speech detector, about half an hour on two cores; see Training/README.md. The
# recorded noises are not part of the project: SHARED has them.
TRAIN_PACKAGES := python3-venv espeak-ng flite festival festvox-kdlpc16k festvox-ru festvox-czech-dita festvox-czech-machac \
	festvox-italp16k festvox-itapc16k festvox-suopuhe-lj festvox-suopuhe-mv festvox-ca-ona-hts
TRAIN_VENV ?= $(HOME)/.cache/sonora-training
train: setup
	$(call need,$(TRAIN_PACKAGES))
	$(BUILD) --product training-features
	[ -x $(TRAIN_VENV)/bin/python ] || python3 -m venv $(TRAIN_VENV)
	$(TRAIN_VENV)/bin/pip install --quiet --requirement Training/requirements.txt \
		--extra-index-url https://download.pytorch.org/whl/cpu
	FEATURES=.build/release/training-features PYTHON=$(TRAIN_VENV)/bin/python Training/make \
		--noise $(SHARED)/data/activity/noise --out Sources/Analysis/Activity/Trained/speech.weights \
		--fixture Tests/AnalysisTests/Fixtures/speech-net.bin $(TRAIN_OPTIONS)

# Bytes of every kind to the parsers and to the command; see Fuzz/README.md. The short one is part of CI.
fuzz: build
	$(call need,$(FUZZ_PACKAGES))
	Fuzz/run --runs 1000000 --per-format 20000

fuzz-short: build
	$(call need,$(FUZZ_PACKAGES))
	Fuzz/run --runs 20000 --per-format 150

# A batch that is killed while it works, again and again, and a disk that runs full. The short one is part of CI.
torture: build
	Torture/run $(BIN) --kills 100 --memos 400
	Torture/full-disk $(BIN)

torture-short: build
	Torture/run $(BIN) --kills 15 --memos 80
	Torture/full-disk $(BIN)

# The installed command carries the Swift runtime in itself: it starts faster and needs no toolchain. Its manual page and what
# shells complete come from what it says of itself.
SHARE := $(DESTDIR)$(PREFIX)/share
install: setup
	$(call need,python3)
	swift build -c release --static-swift-stdlib --scratch-path .build-install --product sonora
	install -D -s -m 755 .build-install/release/sonora $(DESTDIR)$(PREFIX)/bin/sonora
	$(MAKE) install-help COMMAND=$(DESTDIR)$(PREFIX)/bin/sonora

install-help: SHELL := /bin/bash -o pipefail
install-help:
	install -d $(SHARE)/man/man1 $(SHARE)/bash-completion/completions $(SHARE)/zsh/site-functions $(SHARE)/fish/vendor_completions.d
	$(COMMAND) --experimental-dump-help | Manual/make > $(SHARE)/man/man1/sonora.1
	$(COMMAND) --generate-completion-script bash > $(SHARE)/bash-completion/completions/sonora
	$(COMMAND) --generate-completion-script zsh > $(SHARE)/zsh/site-functions/_sonora
	$(COMMAND) --generate-completion-script fish > $(SHARE)/fish/vendor_completions.d/sonora.fish

# Makes the memos in samples/ anew.
samples:
	$(call need,espeak-ng sox)
	samples/make

clean:
	swift package clean
