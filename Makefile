# The two commands, demo and test; and what developers use besides.
JOBS ?= $(shell nproc)
TENDRIL = build/release/bin/tendril

.PHONY: demo test check bench format clean help

help:
	@echo "make demo    build Tendril and run its main job; says where the results are"
	@echo "make test    build and run every test (under 20 minutes on 2 cores)"
	@echo "make check   test, and long scenes, a browser, clang, sanitizers, fuzzing, a fresh Debian (under 75 minutes; root)"
	@echo "make bench   measure every figure that Tendril claims"
	@echo "make format  clang-format the sources"

# the sanitizers look at readers and kernels here; make check has them look at the rest, too
build/asan/.built: PARTS = -DTENDRIL_ALL_TESTS=OFF -DTENDRIL_BENCH=OFF
build/%/.built: FORCE
	@.ci/install build
	cmake --preset $* -DTENDRIL_WERROR=ON -DTENDRIL_PCH=ON $(PARTS) >build/$*.log 2>&1 || { cat build/$*.log; exit 1; }
	cmake --build build/$* -j $(JOBS)

FORCE:
$(shell mkdir -p build)

demo: build/release/.built
	@.ci/demo $(TENDRIL)

# release with assertions first, then the sanitizers
test: build/release/.built build/asan/.built
	ctest --test-dir build/asan --output-on-failure -j $(JOBS)
	ctest --test-dir build/release --output-on-failure -j $(JOBS)

check: test
	@.ci/install check
	.ci/check $(JOBS)

bench: build/release/.built
	$(TENDRIL) bench
	build/release/bin/houdini_bench

format:
	git ls-files '*.h' '*.cpp' | xargs clang-format -i

clean:
	rm -rf build out
