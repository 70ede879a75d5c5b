# tests/fuzz.mk - the Matrix Market reader under libFuzzer, for one process.

CLANG        ?= clang
FUZZ_SECONDS ?= 60
FUZZ_SOURCES := tests/fuzz_matrix_market.c $(wildcard common/matrix_market/*.c) \
                common/problem/csr.c common/base/memory.c common/base/error.c
FUZZ_FLAGS   := -O1 -g -fsanitize=fuzzer,address,undefined \
                -fno-sanitize-recover=undefined

.PHONY: fuzz fuzz-run
fuzz: ## malformed matrices for FUZZ_SECONDS (60), where clang has libFuzzer
	@mkdir -p $(BUILD)
	@if echo 'int LLVMFuzzerTestOneInput(void); int LLVMFuzzerTestOneInput(void) { return 0; }' | \
	    $(CLANG) $(FUZZ_FLAGS) -x c - -o $(BUILD)/fuzz-probe 2>$(BUILD)/fuzz-probe.log; \
	 then $(MAKE) --no-print-directory fuzz-run; \
	 else echo "SKIP fuzz: $(CLANG) has no libFuzzer, see $(BUILD)/fuzz-probe.log"; fi

fuzz-run: $(BUILD)/fuzz_matrix_market
	@mkdir -p $(BUILD)/fuzz
	$(BUILD)/fuzz_matrix_market -max_total_time=$(FUZZ_SECONDS) -max_len=4096 \
	  -timeout=5 -malloc_limit_mb=16 -artifact_prefix=$(BUILD)/fuzz- \
	  -print_final_stats=1 $(BUILD)/fuzz tests/mm

$(BUILD)/fuzz_matrix_market: $(FUZZ_SOURCES) tests/fuzz.mk $(wildcard common/*/*.h)
	@mkdir -p $(BUILD)
	$(CLANG) $(FUZZ_FLAGS) -std=c17 -D_POSIX_C_SOURCE=200809L -D_DEFAULT_SOURCE \
	  -Wall -Wextra -Wno-unknown-pragmas -Icommon/stub $(FOLDERS:%=-iquote %) \
	  $(FUZZ_SOURCES) -o $@ -lm
