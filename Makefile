# The two commands, demo and test; and what developers use besides.
JOBS ?= $(shell nproc)
TENDRIL = build/release/bin/tendril
# one part of check, or none for all of them
PART ?=

# where make install puts the program; DESTDIR, before it, for packages
PREFIX ?= /usr/local

.PHONY: demo test install check bench format clean help configure

help:
	@echo "make demo    build Tendril and run its main job; says where the results are"
	@echo "make test    build and run every test (under 12 minutes on 2 cores)"
	@echo "make install put the program tendril and its networks below $(PREFIX); make install PREFIX=\$$HOME/.local"
	@echo "make check   the slow proofs; make check PART=asan for one of them ($(shell .ci/check --list))"
	@echo "make bench   measure every figure that Tendril claims"
	@echo "make format  clang-format the sources"

configure:
	@.ci/install build
	@mkdir -p build
	@cmake --preset release -DTENDRIL_WERROR=ON >build/release.log 2>&1 || { cat build/release.log; exit 1; }

# the program and its page, and nothing else
demo: configure
	cmake --build build/release -j $(JOBS) --target tendril
	@.ci/demo $(TENDRIL)

install: configure
	cmake --build build/release -j $(JOBS) --target tendril
	cmake --install build/release --component program --prefix "$(PREFIX)"

test: configure
	cmake --build build/release -j $(JOBS)
	ctest --test-dir build/release --output-on-failure -j $(JOBS)

check:
	@.ci/check $(JOBS) $(PART)

bench: configure
	cmake --build build/release -j $(JOBS) --target tendril tendril_bench houdini_bench
	$(TENDRIL) bench
	build/release/bin/houdini_bench

format:
	git ls-files '*.h' '*.cpp' | xargs clang-format -i

clean:
	rm -rf build out
