# tests/tests.mk - builds and runs the tests: `test` the short form, `test-long` all of them.

TREES    ?= ref opt $(filter-out ref opt,$(TREE))
# Four at a time even on two cores: most of a small run is waiting for MPI to start.
PROVE    ?= prove --jobs 4
# These build many other trees: those with planted mistakes, the steps, and opt for other processors. The
# starts and answers of the labs are built if labs.t was asked for by name, or in the long form.
LONG     := judge mutants steps windows
LABS     := $(or $(LABS),$(if $(or $(filter test-long,$(MAKECMDGOALS)),$(filter command,$(origin TESTS))),all,cheap))
export LABS
# unit.t, which takes longest, begins first.
TESTS    ?= tests/unit.t $(filter-out tests/unit.t $(if $(filter test-long,$(MAKECMDGOALS)),, \
              $(LONG:%=tests/%.t)),$(sort $(wildcard tests/*.t)))
override TESTS := $(wildcard $(TESTS))
$(if $(TESTS),,$(error TESTS: there is no such test))
export TESTS # to the makes that build the programs of each tree
asked     = $(filter tests/$1.t,$(TESTS))
# UNIT_TESTS=LIST: only these unit tests.
UNIT_TESTS ?= unit_%
# unit_schedule tests a file of ref that other trees do not need to have; tests that call no
# kernel are those of the first tree.
OF_COMMON := unit_formats unit_givens unit_matrix_market unit_mm_malformed \
             unit_order unit_rows
UNITS    := $(filter $(UNIT_TESTS),$(filter-out $(if $(filter schedule,$(ONCE)),,unit_schedule) \
              $(if $(filter $(TREE),$(firstword $(TREES:%/=%))),,$(OF_COMMON)), \
              $(basename $(notdir $(wildcard tests/unit_*.c)))))
UNIT_PROGRAMS := $(UNITS:%=$(DIR)/%)
ORACLE   := $(OUT)/oracle_counts

.PHONY: check test test-long check-source test-programs tests-of-tree broken-of-tree few-of-tree \
        windows-of-tree count-of-tree bytes gpu-compile linked
# $$ in a prerequisite is expanded when the target is known.
.SECONDEXPANSION:
# The test that includes a header of a tree; all others are compiled once for all trees.
OF_TREES := unit_schedule
test_object = $(if $(filter $1,$(OF_TREES)),$(DIR),$(OUT))/tests/$1.o
TEST_OBJECTS := $(foreach f,$(UNITS) oracle fixture,$(call test_object,$f))
.SECONDARY: $(TEST_OBJECTS)

# A test runs on a stack of the usual size.
$(TEST_OBJECTS): WARN += -Wno-frame-larger-than
$(OUT)/tests/%.o: tests/%.c $(OUT)/settings $(BUILD_FILES) | $(OUT)/tests/
	$(compile)
$(DIR)/tests/%.o: tests/%.c $(DIR)/settings $(BUILD_FILES) | $(DIR)/tests/ $(LINKS)
	$(compile)

WITH_TEST := $(call test_object,oracle) $(call test_object,fixture)
$(UNIT_PROGRAMS): $(DIR)/%: $$(call test_object,$$*) $(WITH_TEST) $(OBJECTS)
	$(COMPILE) $(CFLAGS) $(STANDARD) $^ -o $@ $(LDLIBS)

# The oracle alone, without a line of the trees.
$(ORACLE): tests/oracle_counts.c tests/oracle.c tests/oracle.h
	$(CC) -O2 -std=c17 $(WARN) tests/oracle_counts.c tests/oracle.c -o $@ -lm

# Trees of judge.t: some cheat, some are right. The judge watches kernels on the CPU.
JUDGE_ASKED := $(if $(filter cpu,$(BACKEND)),$(call asked,judge))
JUDGED    := $(sort $(dir $(wildcard tests/cheats/*/*.c tests/judged/*/*.c)))

tests-of-tree: $(PROGRAM) $(UNIT_PROGRAMS) $(ORACLE) \
               $(if $(JUDGE_ASKED),$(OUT)/judge-$(NAME))

# Trees that are broken on purpose, for the tests that run them: the objects of the parent,
# but for the files they have, in few formats. Of unit tests those that the tests name.
# A file x.c.sed or x.h.sed edits x.c or x.h of the parent: in trees/ one for the CPU, in
# trees-emu/ one for a device.
FOR_CPU   := $(dir $(wildcard tests/trees/*/parent))
OF_WINDOWS := short shifted wide
BROKEN    := $(if $(call asked,mutants),$(filter-out $(if $(filter cpu,$(BACKEND)),,$(FOR_CPU)),$(wildcard tests/trees/*/)), \
                $(if $(JUDGE_ASKED),$(addprefix tests/trees/,backward/ padded/ tired/ unwritten/)) \
                $(if $(call asked,windows),$(OF_WINDOWS:%=tests/trees/%/))) \
             $(if $(JUDGE_ASKED),$(JUDGED)) \
             $(if $(call asked,emu),$(if $(filter emu,$(BACKEND)),$(wildcard tests/trees-emu/*/)))
$(if $(filter-out $(words $(BROKEN)),$(words $(sort $(notdir $(BROKEN:%/=%))))), \
  $(error two of these trees have the same name: $(BROKEN)))
# Whole benchmarks run with three of them, and thus f32; of the others one pair of formats is wrong.
pairs_of  = $(or $(BROKEN_PAIRS),f64_f64 $(if $(filter nan stuck tired,$1),f32_f32) \
              $(if $(filter cpu,$(BACKEND)),$(if $(filter $k,$(MATRIX_KERNELS)),f32_i8)))
BROKEN_IN := tests/trees* tests/cheats tests/judged
PARENTS   := $(sort $(foreach b,$(BROKEN:%/=%),$(call parent_of,$b)))
OURS_BROKEN := $(foreach b,$(BROKEN:%/=%),$(if $(filter $(TREE),$(call parent_of,$b)),$(notdir $b)))
broken_find  = $(wildcard $(foreach f,$(BROKEN_IN:%=%/$1),$(addsuffix /$2,$(call with_gpu,$f))))
broken_own   = $(sort $(basename $(notdir $(call broken_find,$1,*.c) \
                 $(patsubst %.sed,%,$(call broken_find,$1,*.c.sed)))))
broken_once  = $(filter-out $(KERNELS),$(call broken_own,$1))
broken_kernels = $(filter $(KERNELS),$(call broken_own,$1))
broken_files = $(if $(filter cpu,$(BACKEND)),$(broken_kernels),$(if $(broken_kernels),all_kernels))
broken_objects = $(foreach k,$(call broken_files,$1),$(patsubst %,$(OUT)/$1/$k.%.o,$(call pairs_of,$1))) \
             $(patsubst %,$(OUT)/$1/%.o,$(call broken_once,$1))
broken_all = $(call broken_objects,$1) \
             $(filter-out $(patsubst $(OUT)/$1/%,$(DIR)/%,$(call broken_objects,$1)),$(OBJECTS))
broken_source = $(or $(firstword $(call broken_find,$1,$2.c)),$(OUT)/$1/$2.c)
BROKEN_OBJECTS := $(foreach b,$(OURS_BROKEN),$(call broken_objects,$b))
BROKEN_PROGRAMS := $(OURS_BROKEN:%=$(OUT)/memwall-%)
BROKEN_UNITS := $(foreach b,$(OURS_BROKEN),$(addprefix $(OUT)/$b/,$(sort $(shell \
                  sed -n 's/^ *caught[a-z_]* $b \(unit_[a-z0-9]*\).*/\1/p' tests/mutants.t tests/emu.t tests/windows.t))))

EDITED := $(foreach b,$(OURS_BROKEN),$(patsubst %.sed,$(OUT)/$b/%,$(notdir $(call broken_find,$b,*.sed))))
$(EDITED): $$(call broken_find,$$(notdir $$(@D)),$$(@F).sed) $$(call of_tree,$$(@F)) | $$(@D)/
	sed -f $^ >$@
	@! cmp -s $@ $(word 2,$^) || { echo "$<: changes nothing in $(word 2,$^)"; exit 1; }

$(OURS_BROKEN:%=$(OUT)/%/all_kernels.c): $(BUILD_FILES) | $$(@D)/
	printf '#include "%s"\n' $(foreach k,$(KERNELS),$(firstword \
	    $(call broken_find,$(notdir $(@D)),$k.c) $(filter $(@D)/$k.c,$(EDITED)) $(call of_tree,$k.c))) >$@

$(BROKEN_OBJECTS): $$(call broken_source,$$(notdir $$(@D)),$$(basename $$(basename $$(@F)))) \
                   $(BUILD_FILES) | $$(@D)/
	$(if $(filter $(KERNELS) all_kernels exchange,$(basename $(basename $(@F)))),$(with_kernels),$(compile))
$(BROKEN_OBJECTS): OWN_HEADERS = $(sort -I$(<D) -I$(@D))
$(BROKEN_OBJECTS): | $(EDITED)

$(BROKEN_PROGRAMS): $(OUT)/memwall-%: $(MAIN) $$(call broken_all,$$*)
	$(COMPILE) $(CFLAGS) $(STANDARD) $^ -o $@ $(LDLIBS)

$(BROKEN_UNITS): $$(call test_object,$$(@F)) $(WITH_TEST) \
                 $$(call broken_all,$$(notdir $$(@D)))
	$(COMPILE) $(CFLAGS) $(STANDARD) $^ -o $@ $(LDLIBS)

# The judge of each broken tree.
BROKEN_JUDGES := $(OURS_BROKEN:%=$(OUT)/judge-%)
$(BROKEN_JUDGES): $(OUT)/judge-%: $(JUDGE_OBJECTS) $$(call broken_all,$$*)
	$(COMPILE) $(CFLAGS) $(STANDARD) $(WRAP) $^ -o $@ $(LDLIBS)

broken-of-tree: $(if $(filter-out %judge.t,$(TESTS)),$(PROGRAM) $(BROKEN_PROGRAMS) $(BROKEN_UNITS)) \
                $(if $(JUDGE_ASKED),$(BROKEN_JUDGES))

# The steps, the extension and the labs are whole trees, in few pairs of formats and in a folder
# of their own. The trees of the labs about a GPU have their files in gpu/.
FEW_PAIRS := f64_f64 f32_f32 f32_f16 f32_i8
FEW_UNITS := unit_basis unit_kernels unit_matrix unit_sweep
STEPS     := opt/implicit $(patsubst %/,%,$(wildcard steps/*/))
trees_in   = $(sort $(patsubst %/$1,%,$(dir $(wildcard docs/labs/*/*/$1*.[ch]))))
LABS_cpu  := ref $(call trees_in)
LABS_emu  := ref $(call trees_in,gpu/)
ALL_LABS  := $(and $(filter all,$(LABS)),$(call asked,labs))
FEW       := $(if $(filter cpu,$(BACKEND)),$(if $(call asked,steps)$(ALL_LABS),opt $(STEPS))) \
             $(if $(ALL_LABS),$(LABS_$(BACKEND)))
few-of-tree: $(PROGRAM) $(if $(ON_HOST),$(FEW_UNITS:%=$(DIR)/%))

# The loads of x are different for each kind of processor: opt as compiled for these, with
# three mistakes. A processor with AVX2 runs both.
PROCESSORS := $(if $(filter cpu,$(BACKEND)),$(if $(call asked,windows),$(if \
                $(shell grep -m1 avx2 /proc/cpuinfo 2>/dev/null),x86-64 x86-64-v3)))
WINDOW_PAIRS := f64_f64 f32_f64 f32_f32 f32_f16 f16_f16
windows-of-tree: $(DIR)/unit_columns $(OF_WINDOWS:%=$(OUT)/%/unit_columns)

# Programs that count loads and stores (COUNT=1): for bytes.t the judges, for labs.t the trees.
COUNT_PAIRS := $(FEW_PAIRS) f16_f16
COUNT_bytes := $(if $(call asked,bytes),ref opt tests/judged/halved tests/judged/reread tests/cheats/seen)
COUNT_cpu   := $(COUNT_bytes) $(if $(ALL_LABS),opt $(STEPS) $(LABS_cpu),$(if $(call asked,labs),ref opt))
COUNT_emu   := $(if $(ALL_LABS),$(LABS_emu))
COUNTED     := $(if $(filter 0,$(SANITIZE)),$(sort $(COUNT_$(BACKEND))))
count-of-tree: $(PROGRAM) $(if $(filter $(TREE),$(COUNT_bytes)),$(OUT)/judge-$(NAME))

# Each tree is one run of this Makefile, and so is each parent of broken ones.
test-programs:
	+@for tree in $(TREES); do \
	    $(MAKE) -s --no-print-directory TREE=$$tree tests-of-tree || exit 1; \
	done
	+@for tree in $(PARENTS); do \
	    $(MAKE) -s --no-print-directory TREE=$$tree broken-of-tree || exit 1; \
	done
	+@for tree in $(FEW); do \
	    $(MAKE) -s --no-print-directory BUILD=$(OUT)/few PAIRS="$(FEW_PAIRS)" \
	        VECTOR_PAIRS="$(filter-out %i8,$(FEW_PAIRS)) f64_f32" TREE=$$tree few-of-tree || exit 1; \
	done
	+@for processor in $(PROCESSORS); do \
	    $(MAKE) -s --no-print-directory BUILD=$(OUT)/$$processor ARCH=$$processor TREE=opt \
	        PAIRS="$(WINDOW_PAIRS)" VECTOR_PAIRS="$(WINDOW_PAIRS) f64_f32" \
	        BROKEN_PAIRS="f64_f64 f32_f32 f16_f16" windows-of-tree || exit 1; \
	done
	+@for tree in $(COUNTED); do \
	    $(MAKE) -s --no-print-directory COUNT=1 BUILD=$(OUT)/few PAIRS="$(COUNT_PAIRS)" \
	        VECTOR_PAIRS="$(filter-out %i8,$(COUNT_PAIRS)) f64_f32 f32_f64 f64_f16 f16_f32" TREE=$$tree count-of-tree || exit 1; \
	done

bytes: ## stated and counted bytes of all trees in all pairs of formats: half an hour
	+@for tree in ref opt $(STEPS); do \
	    $(MAKE) -s --no-print-directory COUNT=1 TREE=$$tree judge-program || exit 1; \
	done
	@tests/stated_bytes $(BUILD)/mpi-$(MPI)-count --all ref opt $(STEPS)

prove = MEMWALL_BIN='$(abspath $(OUT))' MPI=$(MPI) BACKEND=$(BACKEND) MPIRUN='$(MPIRUN)' \
        TREES='$(foreach t,$(TREES:%/=%),$(call name_of,$t))' $1 $(PROVE) --timer --exec bash $(TESTS)

CHECKS := layers docs figures
check-source: ## layers, documentation, figures; builds nothing
	@if ! python3 -c 'import re' 2>/dev/null; then echo "SKIP: no python3"; exit; fi; \
	 status=0; for c in $(CHECKS); do tests/check_$$c || status=1; done; exit $$status

test: test-programs ## the short form of the tests; TESTS=tests/NAME.t TREES="ref opt" select some
	$(call prove,MEMWALL_FAST=1)

check: test

test-long: test-programs ## all tests, in their long form
	$(call prove,MEMWALL_FAST=)

-include $(TEST_OBJECTS:.o=.d) $(BROKEN_OBJECTS:.o=.d)

GPU_TREES ?= ref opt
gpu-compile: ## compile all kernels for CUDA (sm_90) and HIP (gfx90a), check registers and loads
	+@for tree in $(GPU_TREES); do \
	    $(MAKE) -s --no-print-directory BACKEND=cuda CUDA_ARCH=sm_90 TREE=$$tree \
	        MPI=no WERROR=1 linked && \
	    $(MAKE) -s --no-print-directory BACKEND=hip HIP_ARCH=gfx90a TREE=$$tree \
	        MPI=no WERROR=1 linked || exit 1; \
	done
	@tests/gpu_registers $(BUILD)/mpi-no-cuda $(BUILD)/mpi-no-hip
	@tests/gpu_code $(foreach t,$(filter-out ref,$(GPU_TREES)),$(BUILD)/mpi-no-cuda/$t $(BUILD)/mpi-no-hip/$t)

linked: $(PROGRAM)

include tests/campaign.mk
