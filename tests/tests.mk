# tests/tests.mk - builds and runs the tests: `test` the short form, `test-long` all of them.
#
# Tests run the programs of several trees. Each tree is one call of make, `make TREE=FOLDER KIND=... of-tree`, of the
# kinds whole, broken, few, columns and counted.

# Tests of an application are in a folder of its name, and count while common/ has that folder.
IN_TESTS := tests tests/unit $(foreach v,$(dir $(wildcard common/*/verb_*.c)),$(wildcard $(v:common/%/=tests/%)))
TEST_C   := $(wildcard $(sort $(IN_TESTS:%=%/*.c)))
in_tests  = $(filter %/$1.c,$(TEST_C))
export VERBS
TREES    ?= ref opt $(filter-out ref opt,$(TREE))
# Four at a time even on two cores: most of a small run is waiting for MPI to start.
PROVE    ?= prove --jobs 4
# These build many other trees: planted mistakes, steps, labs, opt for other processors, copies without an application.
LONG     := applications judge labs labs_cuda mutants steps
TESTS    ?= $(filter-out $(if $(filter test-long,$(MAKECMDGOALS)),,$(LONG:%=tests/%.t)),$(sort $(wildcard $(IN_TESTS:%=%/*.t))))
# Those that take longest begin first, so that no core is idle at the end.
FIRST    := $(patsubst %,tests/%.t,steps unit mutants labs labs_cuda cbgmres/cbgmres judge bytes cuda solution threads)
IN_TURN   = $(foreach t,$(FIRST),$(filter $t,$(TESTS))) $(filter-out $(FIRST),$(TESTS))
export TESTS # to the makes that build the programs of each tree
asked     = $(filter tests/$1.t,$(TESTS))
UNIT_TESTS ?= unit_% # UNIT_TESTS=LIST: only these unit tests
# Tests that call no kernel run with the first tree only.
OF_COMMON := unit_formats unit_givens unit_hpgmxp_grid unit_order
# Of a tree with a planted mistake, those that tests name for it; for several trees (EACH), those that tests name for any.
UNITS    := $(if $(filter broken,$(KIND)),$(sort $(shell sed -n 's/^ *caught[a-z_]* $(if $(EACH),[a-z]*,$(NAME)) \(unit_[a-z0-9_]*\).*/\1/p' \
              tests/mutants.t tests/emu.t)), \
            $(filter $(UNIT_TESTS),$(filter-out $(if $(filter $(TREE),$(firstword $(TREES:%/=%))),,$(OF_COMMON)), \
              $(filter unit_%,$(basename $(notdir $(TEST_C)))))))
UNIT_PROGRAMS := $(UNITS:%=$(DIR)/%)
ORACLE   := $(OUT)/oracle_counts

.PHONY: test test-long check-source test-programs bytes gpu-compile linked of-tree of-each
# The tests are compiled once for all trees.
SHARED       := $(patsubst %,$(OUT)/tests/%.o,numbers copies oracle)
TEST_OBJECTS := $(UNITS:%=$(OUT)/tests/%.o) $(SHARED)
.SECONDARY: $(TEST_OBJECTS)

$(TEST_OBJECTS): WARN += -Wno-frame-larger-than # it runs on a stack of the usual size
$(TEST_OBJECTS): INCLUDE += -iquote tests/unit
$(OUT)/tests/%.o: $$(call in_tests,$$*) $(OUT)/flags | $(WRITTEN)
	mkdir -p $(@D)
	$(compile)
$(UNIT_PROGRAMS): $(DIR)/%: $(OUT)/tests/%.o $(SHARED) $$(OBJECTS) $(SRC)
	$(link)

# Only the oracle, without a line of the trees.
$(ORACLE): tests/unit/oracle_counts.c tests/unit/oracle.c tests/unit/oracle.h
	$(CC) -O2 -std=c17 $(WARN) tests/unit/oracle_counts.c tests/unit/oracle.c -o $@ -lm

# The checker sets up the benchmark's levels.
CHECKER     := $(if $(filter solve,$(VERBS)),$(OUT)/checker-$(NAME))
JUDGE_ASKED := $(if $(ON_HOST),$(call asked,judge))
whole       := $(PROGRAM) $(ORACLE) $(if $(call asked,unit),$(UNIT_PROGRAMS)) \
               $(if $(call asked,unit)$(call asked,judge)$(call asked,labs),$(CHECKER))

# Trees with planted mistakes, and in tests/trees/cheats and tests/trees/judged the trees of judge.t. Some mistakes in
# tests/trees are in files that are for the CPU.
FOR_CPU    := $(dir $(wildcard $(addprefix tests/trees/planted/*/,window_*.sed slice_rows.h.sed add_columns.h.sed))) tests/trees/planted/wide/
BROKEN := $(if $(call asked,mutants),$(filter-out $(if $(ON_HOST),,$(FOR_CPU)), \
              $(wildcard tests/trees/planted/*/)), \
            $(if $(JUDGE_ASKED),$(addprefix tests/trees/planted/,tired/ unwritten/))) \
          $(if $(JUDGE_ASKED),$(sort $(dir $(wildcard tests/trees/cheats/*/*.c tests/trees/judged/*/*.c)))) \
          $(if $(filter emu,$(BACKEND)),$(if $(call asked,emu),$(wildcard tests/trees/emu/*/)))
BROKEN := $(BROKEN:%/=%)
parent_of = $(or $(file <$1/parent),ref)

# A broken tree has the objects of its parent, but for the files that differ: with tests/trees/planted/early these are
# all_kernels.f64_f64.o, matrix_kernels.f32_i8.o and tree.o. Whole benchmarks run with nan, stuck and tired, and
# thus in f32; the copies to shared memory are in f32, too.
ifeq ($(KIND),broken)
PARENT    := $(OUT)/$(call parent_of,$(TREE))
differs    = $(filter-out $(realpath $(PARENT)/src/$1.c),$(realpath $(SRC)/$1.c))
own_pairs := $(if $(strip $(foreach k,$(KERNELS),$(call differs,$k))),$(or $(BROKEN_PAIRS), \
               f64_f64 $(if $(filter nan stuck tired unwaited,$(NAME)),f32_f32) f32_i8))
OWN       := $(foreach f,$(ONCE),$(if $(call differs,$f),$(DIR)/$f.o)) $(PER_TREE:%=$(DIR)/common/%.o) \
             $(own_pairs:%=$(DIR)/all_kernels.%.o) $(own_pairs:%=$(DIR)/matrix_kernels.%.o)
OBJECTS   := $(filter $(OWN),$(OBJECTS)) $(patsubst $(DIR)/%,$(PARENT)/%,$(filter-out $(OWN),$(OBJECTS)))
endif
# judge.t measures the speed of one of them.
broken := $(if $(filter-out %judge.t,$(TESTS)),$(PROGRAM) $(UNIT_PROGRAMS)) $(if $(filter reordered,$(NAME)),$(PROGRAM)) $(CHECKER)

# The steps, the extension and the labs are whole trees, in few pairs of formats and in a folder
# of their own. The trees of the labs about a GPU have their files in gpu/.
FEW_PAIRS := f64_f64 f32_f32 $(if $(ON_HOST),f32_f16 f32_i8)
STEPS     := $(patsubst %/,%,$(wildcard docs/steps/*/))
trees_in   = $(sort $(patsubst %/$1,%,$(dir $(wildcard docs/labs/*/*/$1*.[ch]))))
LABS_cpu  := ref $(sort $(call trees_in) $(filter-out $(call trees_in,gpu/), \
               $(patsubst %/parent,%,$(wildcard docs/labs/*/*/parent))))
LABS_emu  := ref opt $(call trees_in,gpu/)
FEW       := $(if $(ON_HOST),$(if $(call asked,steps)$(call asked,labs),opt $(STEPS))) \
             $(if $(call asked,labs),$(LABS_$(BACKEND)))
few := $(PROGRAM) $(CHECKER)

# The loads of x are different for each kind of processor: opt as compiled for any one and for those with AVX2,
# which have windows, and for these the trees with a mistake in a window.
OF_WINDOWS := $(if $(and $(ON_HOST),$(call asked,mutants),$(shell grep -m1 avx2 /proc/cpuinfo 2>/dev/null)), \
                $(addprefix tests/trees/planted/,short shifted wide))
processor   = BUILD=$(OUT)/$1 ARCH=$1 PAIRS="f64_f64 f32_f64 f32_f32 f32_f16 f16_f16" VECTOR_PAIRS=f64_f64
columns := $(DIR)/unit_columns

# Programs that count loads and stores (COUNT=1): for bytes.t the checkers, for labs.t the trees whose bytes or
# sectors run/lab counts. In labs 6, 11 and 14 it counts messages, launches and waits.
COUNT_PAIRS := $(filter-out f32_f16,$(FEW_PAIRS))
OTHER_LABS  := $(foreach n,06 11 14,docs/labs/$n-%)
LABS_STEPS   = $(sort $(shell grep -o 'docs/steps/[a-z]*' run/lab 2>/dev/null))
COUNT_bytes := $(if $(call asked,bytes),ref opt tests/trees/judged/halved tests/trees/judged/reread)
COUNT_cpu   := $(COUNT_bytes) $(if $(call asked,labs),opt $(LABS_STEPS) $(filter-out $(OTHER_LABS),$(LABS_cpu)))
COUNT_emu   := $(if $(call asked,labs),ref $(filter-out ref opt $(OTHER_LABS),$(LABS_emu)))
COUNTED     := $(if $(call on,SANITIZE,1),,$(COUNT_$(BACKEND)))
counting    = COUNT=1 $(if $(findstring clang,$(CC)),CC=gcc) $(call few_in,$(COUNT_PAIRS))
counted := $(PROGRAM) $(if $(filter $(TREE),$(COUNT_bytes)),$(CHECKER))

of-tree: $($(KIND))

# $(call each,TREES,TARGET,VARIABLES): makes several trees in parallel, after the files they share, which only one may write.
each = +$(if $(strip $1),$(MAKE) -s FORMATS="$(FORMATS)" TREE=$(firstword $1) EACH="$(strip $1)" TARGET=$2 $3 of-each)
of-each: $(EACH:%=of-each/%)
$(sort $(EACH:%=of-each/%)): of-each/%: $(MAIN) $(OF_ALL_TREES) $(foreach k,all matrix vector,$(OUT)/$k_kernels.c) \
              $(if $(UNITS),$(TEST_OBJECTS)) $(if $(filter $(CHECKER) checker-program,$($(KIND)) $(TARGET)),$(CHECKER_OBJECTS)) $(filter $(ORACLE),$($(KIND)))
	$(MAKE) TREE=$* EACH= $(TARGET)
few_in = BUILD=$(OUT)/few PAIRS="$1" VECTOR_PAIRS="$(filter-out %i8,$1) f64_f32"
test-programs:
	command -v $(firstword $(PROVE)) >/dev/null || ! echo "make test needs prove: on Debian and Ubuntu, sudo apt-get install perl" >&2
	$(call each,$(sort $(TREES) $(foreach b,$(BROKEN),$(call parent_of,$b))),of-tree,KIND=whole)
	$(call each,$(BROKEN),of-tree,KIND=broken)
	$(call each,$(FEW),of-tree,KIND=few $(call few_in,$(FEW_PAIRS)))
	$(call each,$(if $(OF_WINDOWS),opt),of-tree,KIND=columns $(call processor,x86-64))
	$(call each,$(if $(OF_WINDOWS),opt),of-tree,KIND=columns $(call processor,x86-64-v3))
	$(call each,$(OF_WINDOWS),of-tree,KIND=broken $(call processor,x86-64-v3) BROKEN_PAIRS="f64_f64 f32_f32 f16_f16")
	$(call each,$(filter-out tests/%,$(COUNTED)),of-tree,KIND=counted $(counting))
	$(call each,$(filter tests/%,$(COUNTED)),of-tree,KIND=broken $(counting) BROKEN_PAIRS="$(COUNT_PAIRS)")

bytes: ## stated and counted bytes of all trees in all pairs of formats: half an hour
	$(call each,ref opt $(STEPS),checker-program,COUNT=1)
	tests/check/stated_bytes $(BUILD)/mpi-$(MPI)-all-count --all ref opt $(STEPS)

prove = rm -f $(SKIPPED); MEMWALL_SKIPPED='$(abspath $(SKIPPED))' MEMWALL_BIN='$(abspath $(OUT))' MPI=$(MPI) BACKEND=$(BACKEND) WERROR=$(WERROR) FORMATS='$(FORMATS)' MPIRUN='$(MPIRUN)' \
        TREES='$(foreach t,$(TREES:%/=%),$(call name_of,$t))' $1 $(PROVE) --timer --exec bash $(IN_TURN); status=$$?; \
        [ ! -s $(SKIPPED) ] || { echo "left out:"; sed 's/^/  /; s/: .*: built with MPI=no/: several ranks: built with MPI=no/' $(SKIPPED) | sort -u; }; exit $$status
SKIPPED = $(OUT)/skipped
check-source: ## layers, documentation, figures, budgets of lines; builds nothing
	if ! python3 -c 'import re' 2>/dev/null; then echo "SKIP: no python3"; exit; fi; \
	 unset PYTHONSAFEPATH; status=0; for c in layers docs figures budgets; do tests/check/$$c || status=1; done; exit $$status

test: test-programs ## the short form of the tests; TESTS=tests/NAME.t TREES="ref opt" select some
	$(call prove,MEMWALL_FAST=1)

test-long: test-programs ## all tests, in their long form
	$(call prove,MEMWALL_FAST=)

-include $(TEST_OBJECTS:.o=.d)

GPU_TREES ?= ref opt
gpu-compile: ## compile all kernels for CUDA (sm_80, sm_90) and HIP (gfx90a, one pair gfx1030), check registers
	$(call each,$(GPU_TREES),linked,BACKEND=cuda CUDA_ARCH="sm_80 sm_90" MPI=no WERROR=1)
	$(call each,$(GPU_TREES),linked,BACKEND=hip HIP_ARCH=gfx90a MPI=no WERROR=1)
	$(call each,$(GPU_TREES),linked,BACKEND=hip HIP_ARCH=gfx1030 MPI=no WERROR=1 $(GPU_OF_32))
	tests/check/gpu_registers $(GPU_FOLDERS) $(BUILD)/warp32
GPU_FOLDERS = $(patsubst %,$(BUILD)/$(subst $() ,-,$(strip mpi-no-% $(sort $(FORMATS)))),cuda hip)
GPU_OF_32   = BUILD=$(BUILD)/warp32 PAIRS=f32_f16 VECTOR_PAIRS=f32_f16
linked: $(PROGRAM)

include tests/campaign.mk
