# tests/campaign.mk - the campaign: tests that a person runs for hours and CI for seconds.

HOURS        ?= 8
CLANG        ?= clang
FUZZ_FLAGS   := -O1 -g -fsanitize=fuzzer,address,undefined \
                -fno-sanitize-recover=undefined
FUZZ_COMPILE  = $(CLANG) $(FUZZ_FLAGS) -fopenmp=libgomp -std=c17 -D_POSIX_C_SOURCE=200809L \
                -D_DEFAULT_SOURCE -Wall -Wextra -Wno-unknown-pragmas -DTREE='"opt"' \
                -DPROGRAM='"memwall-opt"' -DREFERENCE_SPMV=0 -DREFERENCE_VECTORS=0 \
                -Icommon/stub -Iopt -Iref $(FOLDERS:%=-iquote %) -iquote $(OUT)
# What the readers need of common/. In fuzz_flags.c are replacements of what ends the process.
FUZZ_matrix_market := $(filter-out %/mm_write.c,$(wildcard common/matrix_market/*.c)) common/matrix/csr.c \
                $(wildcard common/matrix/blocks.c) common/base/memory.c common/base/error.c \
                common/base/output.c common/base/path.c
FUZZ_flags   := $(filter-out %/main.c,$(wildcard common/program/options*.c common/program/flag*.c \
                common/program/help*.c common/program/suggest*.c)) common/program/hpgmp_dat.c common/base/memory.c \
                common/program/poisson_options.c common/solver/policy.c common/formats/format.c \
                common/problem/grid.c common/problem/mesh.c common/contract/tree_defaults.c common/base/machine.c common/base/tree.c
FUZZERS      := $(BUILD)/campaign/fuzz_matrix_market $(BUILD)/campaign/fuzz_flags

.PHONY: campaign campaign-brief fuzzers
campaign: ## fuzzing, failures, valgrind, data races, coverage, mutants: for HOURS (8) in all
	+@tests/campaign/campaign $(HOURS)

campaign-brief: ## a sample of the campaign in less than a minute
	+@tests/campaign/campaign brief

fuzzers: $(FUZZERS)

$(FUZZERS): $(BUILD)/campaign/fuzz_%: tests/campaign/fuzz_%.c $(wildcard common/*/*.[ch]) \
                tests/campaign.mk $(OUT)/version.h
	@mkdir -p $(@D)
	$(FUZZ_COMPILE) $< $(FUZZ_$*) -o $@ -lm

# Failures of MPI calls, for a program with MPI.
$(BUILD)/campaign/mpi_fault.so: tests/campaign/mpi_fault.c
	@mkdir -p $(@D)
	$(COMPILE) -O1 -std=c17 -Wall -Wextra -fPIC -shared $< -o $@

# Statement coverage. The tests that only build other trees, draw figures or read sources are left out, and
# limits.t, whose stack of 64 KB is too small without optimization.
COVERED_TESTS ?= $(filter-out $(addprefix tests/,$(addsuffix .t,book class emu figures \
                 gpu_stub judge labs limits make mutants packages ranges scripts source steps)),$(wildcard tests/*.t))
# Lines count once for all pairs of formats: these contain every branch on a format. An increment of a count
# that is lost between two threads does not matter: the count is not 0.
COVERED_PAIRS ?= f64_f64 f64_i32 f64_bf16 f32_f64 f32_f32 f32_f16 f32_bf16 f32_i16 f16_f16
COVERAGE_FLAGS := -O0 -g1 -march=$(ARCH) --coverage -fprofile-update=single
COVERAGE_END  := $(BUILD)/coverage/flush.o
.PHONY: coverage
coverage: ## statement coverage per file, with the fast tests; TREES selects the trees
	rm -rf $(BUILD)/coverage && mkdir -p $(BUILD)/coverage
	$(MPICC) -c tests/campaign/flush_coverage.c -o $(COVERAGE_END)
	+MEMWALL_ROWS=$${MEMWALL_ROWS:-5000} MEMWALL_RANKS="$${MEMWALL_RANKS:-1 3}" \
	    $(MAKE) -s BUILD=$(BUILD)/coverage CFLAGS='$(COVERAGE_FLAGS)' TESTS='$(COVERED_TESTS)' \
	    SANITIZED='$(COVERED_PAIRS)' WARN='-Wall -Wno-unknown-pragmas -Wno-psabi' \
	    LDLIBS='$(abspath $(COVERAGE_END)) -Wl,--wrap=MPI_Abort,--wrap=raise -lm' check || echo "a test failed"
	tests/campaign/coverage $(BUILD)/coverage
