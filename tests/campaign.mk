# tests/campaign.mk - the campaign: tests that a person runs for hours and CI for seconds (docs/reference/correctness.md).

CLANG        ?= clang
## FUZZ_SECONDS=N   how long `make fuzz` feeds the reader of Matrix Market files (3600)
FUZZ_SECONDS ?= 3600
## FAULT_STEP=N     `make faults` lets every N-th allocation, write and MPI call fail (1)
FAULT_STEP   ?= 1
FUZZ_COMPILE  = $(CLANG) -O1 -g -fsanitize=fuzzer,address,undefined -fno-sanitize-recover=undefined \
                -fopenmp=libgomp -std=c17 -D_POSIX_C_SOURCE=200809L \
                -D_DEFAULT_SOURCE -Wall -Wextra -Wno-unknown-pragmas -DTREE='"opt"' \
                -DPROGRAM='"memwall-opt"' -DREFERENCE_SPMV=0 -DREFERENCE_VECTORS=0 \
                -Icommon/base/stub -Iopt -Iref $(FOLDERS:%=-iquote %) -iquote $(OUT)
# What the reader needs of common/. The program replaces what ends the process.
FUZZED       := $(addprefix common/,cbgmres/matrix_market.c matrix/csr.c matrix/blocks.c)
CAMPAIGN     := $(BUILD)/campaign

.PHONY: fuzz faults fresh
# One allocation is limited, but not the memory of the run. The program frees what was allocated when an input was
# refused, and looks for leaks itself.
FUZZ_RUN      = -max_total_time=$(FUZZ_SECONDS) -timeout=60 -malloc_limit_mb=64 -rss_limit_mb=0 \
                -print_final_stats=1 -artifact_prefix=$(abspath $(CAMPAIGN))/
fuzz: ## libFuzzer on Matrix Market files, for FUZZ_SECONDS
	@if echo 'int LLVMFuzzerTestOneInput(void) { return 0; }' | \
	    $(CLANG) -fsanitize=fuzzer -x c - -o /dev/null 2>/dev/null; then \
	    $(MAKE) -s --no-print-directory $(CAMPAIGN)/fuzz_matrix_market && mkdir -p $(CAMPAIGN)/inputs_mm && \
	    ASAN_OPTIONS=detect_leaks=0 $(CAMPAIGN)/fuzz_matrix_market $(FUZZ_RUN) -max_len=4096 $(CAMPAIGN)/inputs_mm tests/cbgmres/mm; \
	else echo "SKIP: clang with libFuzzer is needed"; fi

$(CAMPAIGN)/fuzz_matrix_market: tests/cbgmres/fuzz_matrix_market.c $(wildcard common/*/*.[ch]) tests/campaign.mk $(WRITTEN)
	@mkdir -p $(@D)
	$(FUZZ_COMPILE) $< $(FUZZED) -o $@ -lm

faults: $(PROGRAM) ## allocations, writes (MPI=no) and MPI calls fail
	tests/check/faults $(PROGRAM) $(MPI) $(FAULT_STEP)

fresh: ## README's two commands by an ordinary user of a minimal Debian (needs root and debootstrap): six minutes
	tests/check/fresh
