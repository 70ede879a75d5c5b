# tests/campaign.mk - the campaign: tests that a person runs for hours and CI for seconds (docs/reference/correctness.md).

CLANG        ?= clang
## FUZZ_SECONDS=N   how long `make fuzz` feeds each of the two readers (3600)
FUZZ_SECONDS ?= 3600
## FAULT_STEP=N     `make faults` lets every N-th allocation, write and MPI call fail (1)
FAULT_STEP   ?= 1
FUZZ_COMPILE  = $(CLANG) -O1 -g -fsanitize=fuzzer,address,undefined -fno-sanitize-recover=undefined \
                -fopenmp=libgomp -std=c17 -D_POSIX_C_SOURCE=200809L \
                -D_DEFAULT_SOURCE -Wall -Wextra -Wno-unknown-pragmas -DTREE='"opt"' \
                -DPROGRAM='"memwall-opt"' -DREFERENCE_SPMV=0 -DREFERENCE_VECTORS=0 \
                -Icommon/base/stub -Iopt -Iref $(FOLDERS:%=-iquote %) -iquote $(OUT)
# What the readers need of common/. The programs replace what ends the process.
FUZZ_matrix_market := common/cbgmres/matrix_market.c common/matrix/csr.c common/matrix/blocks.c
FUZZ_flags   := -no-pie -Wl,--unresolved-symbols=ignore-all $(addprefix common/, engine/option.c engine/help.c \
                engine/run.c hpgmxp/verb_bench.c hpgmxp/problem.c hpgmxp/verb_solve.c hpgmxp/multigrid.c \
                hpgmxp/verb_kernels.c cbgmres/verb_cbgmres.c halfmg/verb_poisson.c krylov/one_solve.c \
                krylov/policy.c formats/format.c matrix/box.c matrix/process_grid.c base/machine.c base/memory.c base/tree.c)
CAMPAIGN     := $(BUILD)/campaign

.PHONY: fuzz faults
# One allocation is limited, but not the memory of the run, and leaks do not count: what the options had
# allocated when an input was refused adds up. fuzz_matrix_market frees it, and looks for leaks itself.
FUZZ_RUN      = -max_total_time=$(FUZZ_SECONDS) -timeout=60 -malloc_limit_mb=64 -rss_limit_mb=0 \
                -print_final_stats=1 -artifact_prefix=$(abspath $(CAMPAIGN))/
fuzz: ## libFuzzer on the command line and on Matrix Market files, for FUZZ_SECONDS each
	@if echo 'int LLVMFuzzerTestOneInput(void) { return 0; }' | \
	    $(CLANG) -fsanitize=fuzzer -x c - -o /dev/null 2>/dev/null; then \
	    $(MAKE) -s --no-print-directory $(CAMPAIGN)/fuzz_flags $(CAMPAIGN)/fuzz_matrix_market && \
	    mkdir -p $(CAMPAIGN)/inputs_flags $(CAMPAIGN)/inputs_mm && export ASAN_OPTIONS=detect_leaks=0 && \
	    $(CAMPAIGN)/fuzz_flags $(FUZZ_RUN) -max_len=600 $(abspath $(CAMPAIGN)/inputs_flags tests/campaign/flags) && \
	    $(CAMPAIGN)/fuzz_matrix_market $(FUZZ_RUN) -max_len=4096 $(CAMPAIGN)/inputs_mm tests/cbgmres/mm; \
	else echo "SKIP: clang with libFuzzer is needed"; fi

$(CAMPAIGN)/fuzz_%: tests/campaign/fuzz_%.c $(wildcard common/*/*.[ch]) tests/campaign.mk $(WRITTEN)
	@mkdir -p $(@D)
	$(FUZZ_COMPILE) $< $(FUZZ_$*) -o $@ -lm

faults: $(PROGRAM) ## allocations, writes (MPI=no) and MPI calls fail
	tests/campaign/faults $(PROGRAM) $(MPI) $(FAULT_STEP)
