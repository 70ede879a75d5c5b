# memwall: HPG-MxP twice, side by side. `make help` prints targets and variables.
#
# This file is read from top to bottom:
#   1. what you can set         variables, on the command line or in config.mk
#   2. files of a program       which files of common/ and of which trees
#   3. rules                    how a file is compiled and a program is linked
#   4. targets                  what you can ask make for
# make/ has the details of parts 1 and 2 and the installation; tests/ and judge/ build their own.

# ---- 1. What you can set ---------------------------------------------------------

-include config.mk

## TREE=FOLDER      folder with the kernels to build: ref, opt or your own
TREE     ?= ref
## BACKEND=NAME     what runs the kernels: cpu, cuda, hip, or emu (imitates a device)
BACKEND  ?= cpu
## MPI=yes|no       with MPI (default where MPICC is found), or for one process
MPI      ?= $(if $(shell command -v $(MPICC) 2>/dev/null),yes,no)
## OPENMP=yes|no    with threads, or for one thread and compilers without OpenMP
OPENMP   ?= yes
## CC, MPICC, MPIRUN, NVCC, HIPCC   the tools; MPICC calls CC
CC       ?= gcc
MPICC    ?= mpicc
MPIRUN   ?= mpirun
NVCC     ?= $(firstword $(shell command -v nvcc) /usr/local/cuda/bin/nvcc)
HIPCC    ?= hipcc
## ARCH=NAME        processor to compile for (native)
ARCH     ?= native
## CUDA_ARCH, HIP_ARCH   GPUs to compile for, for example "sm_80 sm_90" and gfx90a
HIP_ARCH ?= gfx90a
## CUDA, ROCM       folders of the GPU libraries
ROCM     ?= /opt/rocm
## DEBUG=1          no optimization, with symbols for a debugger
DEBUG    ?= 0
## SANITIZE=1       with the address and undefined-behavior sanitizers
SANITIZE ?= 0
## COUNT=1          counts the loads and stores of kernels (docs/02, run/bytes): cpu or emu
COUNT    ?= 0
## MORE_PAIRS=LIST  further pairs of formats, "f16_f32 bf16_f64": vector and matrix or basis
## PAIRS=LIST       only these pairs for kernels with a matrix (those of the policies)
## VECTOR_PAIRS=LIST   and these for kernels of the basis and of vectors
## SANITIZED=PAIRS  only the kernels of these pairs have sanitizers or count lines (all)
SANITIZED ?= $(VECTOR_PAIRS)
## WERROR=1         a warning is an error
WERROR   ?= 0
## PROFILE=1        phases are NVTX or roctx ranges for the vendor's profiler
PROFILE  ?= 0
## CFLAGS           replaces the flags for optimization and architecture
## BUILD, PREFIX, DESTDIR   folder of the objects, folders for `make install`
BUILD    ?= build
PREFIX   ?= /usr/local

# -O2 and not -O3: the kernels say which loops to vectorize. With -O3, gcc also
# vectorizes short rows in CSR format, which makes sweeps in f32 1.6 times slower.
OPTIMIZE ?= -O2 -march=$(ARCH)
WARN     ?= -Wall -Wextra -Wshadow -Wconversion -Wno-sign-conversion \
            -Wno-unknown-pragmas -Wno-pass-failed -Wno-psabi -Wstrict-prototypes \
            -Wmissing-prototypes -Wvla

BUILD_FILES := Makefile $(wildcard make/*.mk)
# Checks what was set. OUT is the folder of the objects; COMPILE, CFLAGS, STANDARD, COUNTING, RANGES
# and LDLIBS say how to compile and to link with MPI, for GPUs, for a debugger or a profiler.
include make/flavors.mk

# ---- 2. Files of a program -------------------------------------------------------

# The kernel files of a tree, which are compiled once for each pair of formats: those of
# common/contract/kernels.h and the passes over the Krylov basis that ortho.c uses. Every other
# .c file of a tree is compiled once; so is the halo exchange, which only copies numbers.
MATRIX_KERNELS := spmv residual sweep vcycle jacobi restrict prolong correct
VECTOR_KERNELS := basis_pass ortho update
KERNELS := $(MATRIX_KERNELS) $(VECTOR_KERNELS)
# PAIRS, VECTOR_PAIRS: the pairs of formats that kernels are compiled for.
include make/formats.mk
# CHAIN: the tree and its parents. SEARCH: the folders in which a file of the tree is looked for;
# $(call found,FILE) is where it is. HEADERS and ONCE: its headers, and what is compiled once.
# NAME: the program is memwall-NAME.
include make/trees.mk

# The folders of common/ except stub/; no two files in them have the same name. Of
# x.c, x_device.c, x_gpu.c and x_emu.c a program contains what is meant for its back end.
FOLDERS    := $(filter-out common/stub, \
                $(patsubst %/,%,$(sort $(dir $(wildcard common/*.[ch] common/*/*.[ch])))))
COMMON_C   := $(wildcard $(FOLDERS:%=%/*.c))
COMMON_ALL := $(filter-out main,$(basename $(notdir $(COMMON_C))))
MEANT_cpu  :=
MEANT_emu  := $(filter %_device %_emu,$(COMMON_ALL))
MEANT_cuda := $(filter %_device %_gpu,$(COMMON_ALL))
MEANT_hip  := $(MEANT_cuda)
MEANT      := $(MEANT_$(BACKEND)) $(if $(filter 1,$(COUNT)),$(filter %_count,$(COMMON_ALL)))
ENDINGS    := device gpu emu count
REPLACED   := $(foreach s,$(ENDINGS),$(patsubst %_$s,%,$(filter %_$s,$(MEANT))))
COMMON     := $(MEANT) $(filter-out $(addprefix %_,$(ENDINGS)) $(REPLACED),$(COMMON_ALL))
# The files of common/ that depend on the tree. All others are compiled once for all trees,
# without the folders of trees, so that a file that is missing here does not compile.
PER_TREE   := tree tree_defaults
# The files of common/ that contain kernels.
WITH_KERNELS := any_format bandwidth norm sketch tiles_device device_gpu

# The objects. spmv.f32_f16.o is spmv.c for a pair of formats. The compilers for
# devices need seconds to start, so for a device all kernels of a pair are compiled
# as one file: all_kernels, or vector_kernels if the pair has no matrix kernels, or
# matrix_kernels if it has only these (i8).
DIR            := $(OUT)/$(NAME)
ON_HOST        := $(filter cpu,$(BACKEND))
$(if $(ON_HOST),,$(if $(shell grep '^enum.*CPU_ONLY = 1' $(call found,defaults.h)),$(error \
  TREE=$(TREE): this tree is for CPUs only ($(call found,defaults.h)), BACKEND=$(BACKEND) is a device)))
MATRIX_FILES   := $(if $(ON_HOST),$(MATRIX_KERNELS),all_kernels)
VECTOR_FILES   := $(if $(ON_HOST),$(VECTOR_KERNELS),vector_kernels)
FOR_VECTORS    := $(if $(ON_HOST),$(VECTOR_PAIRS),$(filter-out $(PAIRS),$(VECTOR_PAIRS)))
IN_I8          := $(if $(ON_HOST),,$(filter %_i8,$(PAIRS)))
PAIR_OBJECTS   := $(foreach k,$(MATRIX_FILES),$(patsubst %,$(DIR)/$k.%.o,$(filter-out $(IN_I8),$(PAIRS)))) \
                  $(foreach k,$(VECTOR_FILES),$(FOR_VECTORS:%=$(DIR)/$k.%.o)) \
                  $(IN_I8:%=$(DIR)/matrix_kernels.%.o)
ONCE_OBJECTS   := $(ONCE:%=$(DIR)/%.o)
of_all_trees   = $(patsubst %,$(OUT)/common/%.o,$(filter-out $(PER_TREE),$1))
common_objects = $(call of_all_trees,$1) $(patsubst %,$(DIR)/common/%.o,$(filter $(PER_TREE),$1))
COMMON_OBJECTS := $(call common_objects,$(COMMON))
MAIN           := $(OUT)/common/main.o
OBJECTS        := $(COMMON_OBJECTS) $(ONCE_OBJECTS) $(PAIR_OBJECTS)
PROGRAM        := $(OUT)/memwall-$(NAME)

# ---- 3. Rules --------------------------------------------------------------------

all: $(BUILD)/memwall-$(NAME) ## build memwall-$(TREE)

.DELETE_ON_ERROR:
.SUFFIXES:

# The link may show the program of another call, with other values of MPI, BACKEND or DEBUG.
ifneq ($(shell readlink $(BUILD)/memwall-$(NAME)),$(FLAVOR)/memwall-$(NAME))
$(BUILD)/memwall-$(NAME): force
endif
$(BUILD)/memwall-$(NAME): $(PROGRAM)
	ln -sf $(FLAVOR)/memwall-$(NAME) $@

$(PROGRAM): $(MAIN) $(OBJECTS)
	$(COMPILE) $(CFLAGS) $(STANDARD) $^ -o $@ $(LDLIBS)

# C for the host. Headers of trees are found by -I, those of common/ by -iquote.
# OWN_HEADERS: of a tree that tests build from the objects of its parent (tests.mk).
# Headers that `parent` takes from another tree are links in $(DIR)/taken.
TREE_PATHS = $(OWN_HEADERS) $(patsubst %,-I%,$(foreach t,$(CHAIN),$(call with_gpu,$t) $(links_of)))
taken_h    = $(filter %.h,$(subst :, ,$(call taken_of,$t)))
links_of   = $(if $(taken_h),$(DIR)/taken/$(call name_of,$t))
LINKS     := $(if $(filter %.h,$(subst :, ,$(TAKEN))),$(DIR)/taken)
$(OUT)/common/%.o $(OUT)/judge/%.o $(OUT)/tests/%.o: TREE_PATHS :=
INCLUDE    = $(TREE_PATHS) $(FOLDERS:%=-iquote %) -iquote $(OUT) $(MPI_STUB) $(RANGES) $(SOME_PAIRS)
compile    = $(COMPILE) $(CFLAGS) $(STANDARD) $(WARN) $(INCLUDE) \
             $(DEFINE) $(formats) -MMD -MP -c $< -o $@
# Of spmv.f32_f16.o: -DREAL=f32 -DSTORE=f16.
formats    = $(if $(pair),-DREAL=$(word 1,$(pair)) -DSTORE=$(word 2,$(pair)))
pair       = $(subst _, ,$(patsubst .%,%,$(suffix $(basename $@))))

# Files with kernels: C for the CPU, else C++ by way of device_file.cc.
with_kernels = $(kernels_$(BACKEND))
kernels_cpu  = $(strip $(compile) $(COUNTING))
kernels_emu  = $(COMPILE) -x c++ $(CFLAGS) -std=c++17 -ffp-contract=off $(THREADS) \
               -fno-exceptions -fno-rtti $(filter-out $(ONLY_C),$(WARN)) $(as_device) \
               -iquote . $(INCLUDE) $(COUNTING)
kernels_cuda = $(NVCC) -x cu $(CUDA_CODE) -Xptxas -v $(NVCC_WARN) $(as_gpu)
kernels_hip  = $(HIPCC) -x hip $(HIP_ARCH:%=--offload-arch=%) -Wall -Wno-unused-function \
               $(HIPCC_WARN) -Rpass-analysis=kernel-resource-usage $(as_gpu)
as_device    = $(formats) -DKERNEL_FILE='"$<"' -DOMPI_SKIP_MPICXX -DMPICH_SKIP_MPICXX \
               -MMD -MP -c common/device/device_file.cc -o $@
# What the compiler says about registers is kept for tests/gpu_registers.
as_gpu       = -O2 -std=c++17 $(as_device) -I. $(TREE_PATHS) $(FOLDERS:%=-I%) -I$(OUT) \
               $(MPI_STUB) $(MPI_PATHS) 2>$(@:.o=.log) || { cat $(@:.o=.log); false; }
ONLY_C      := -Wstrict-prototypes -Wmissing-prototypes -Wno-pass-failed

$(DIR)/common/tree.o: DEFINE := $(OF_TREE)

# Objects and the file that they are compiled from.
define rule # $1: objects, $2: their .c file, $3: command, $4: what else they depend on
$1: $2 $4 $(BUILD_FILES) | $(sort $(dir $1)) $(OUT)/version.h $(if $(findstring $(DIR),$1),$(LINKS))
	$$($3)
endef
of_tree    = $(or $(call found,$1),$(error $1: not in $(SEARCH)))
tree_is    = $(DIR)/settings $(DIR)/sources
of_common  = $(filter %/$1.c,$(COMMON_C))
how_tree   = $(if $(filter exchange,$f),with_kernels,compile)
how_common = $(if $(filter $1,$(WITH_KERNELS)),with_kernels,compile)
$(foreach f,main $(COMMON),$(eval \
  $(call rule,$(call common_objects,$f),$(call of_common,$f),$(call how_common,$f), \
    $(if $(filter $f,$(PER_TREE)),$(DIR),$(OUT))/settings)))
$(foreach f,$(ONCE),$(eval \
  $(call rule,$(DIR)/$f.o,$(call of_tree,$f.c),$(how_tree),$(tree_is))))
ifneq ($(ON_HOST),)
$(foreach f,$(KERNELS),$(eval \
  $(call rule,$(filter $(DIR)/$f.%,$(PAIR_OBJECTS)),$(call of_tree,$f.c),with_kernels,$(tree_is))))
else
$(foreach f,all_kernels matrix_kernels vector_kernels,$(eval \
  $(call rule,$(filter $(DIR)/$f.%,$(PAIR_OBJECTS)),$(DIR)/$f.c,with_kernels,$(tree_is))))
endif

$(DIR)/all_kernels.c: included := $(KERNELS)
$(DIR)/matrix_kernels.c: included := $(MATRIX_KERNELS)
$(DIR)/vector_kernels.c: included := $(VECTOR_KERNELS)
$(DIR)/all_kernels.c $(DIR)/matrix_kernels.c $(DIR)/vector_kernels.c: $(DIR)/sources $(BUILD_FILES)
	printf '#include "%s"\n' $(foreach k,$(included),$(call of_tree,$k.c)) >$@

# With sanitizers kernels take long to compile, and they run slowly if each line is counted.
$(filter-out $(SANITIZED:%=\%.%.o),$(PAIR_OBJECTS)): override CFLAGS := $(filter-out -fsanitize% --coverage,$(CFLAGS))

$(DIR)/taken: $(DIR)/settings
	rm -rf $@
	mkdir -p $(foreach t,$(CHAIN),$(links_of))
	$(foreach t,$(CHAIN),$(foreach h,$(taken_h), \
	    ln -s "$$(realpath $(firstword $(wildcard $(call taken_from,$h,$t))))" $(links_of)/;))

# A .c file that was removed since the last make is no error.
%.c: ;

.PRECIOUS: %/
%/:
	@$(need_build)
	mkdir -p $@

# `make clean` removes BUILD if make has created it.
need_build = [ -d $(BUILD) ] || { mkdir -p $(BUILD) && : >$(BUILD)/.made-by-make; }; [ -w $(BUILD) ] || \
             { echo "BUILD=$(BUILD): this folder cannot be written: give make another one" >&2; exit 1; }

# Three files that make writes. Each is written again only when its text has
# changed, and only then the objects that depend on it are compiled again: `sources`
# and `settings` change when a file of a tree is added or removed, and when the
# flags change.
SETTINGS = $(COMPILE) $(CC) $(CFLAGS) $(COUNTING) $(STANDARD) $(CUDA_CODE) $(HIP_ARCH) $(RANGES) \
           $(SOME_PAIRS) $(LDLIBS)
$(OUT)/settings:  export TEXT = $(SETTINGS)
$(DIR)/settings:  export TEXT = $(SETTINGS) $(OF_TREE) $(foreach h,$(HEADERS),$(call found,$h))
$(DIR)/sources:   export TEXT = $(foreach f,$(KERNELS) $(ONCE),$(call found,$f.c))
$(OUT)/version.h: export TEXT = $(version_h)
# (+ also with `make -n`, which else would believe that all of them change)
$(DIR)/sources $(DIR)/settings $(OUT)/settings $(OUT)/version.h: force
	+@$(need_build); mkdir -p $(@D); printf '%s\n' "$$TEXT" >$@.$$$$; \
	 if cmp -s $@.$$$$ $@; then rm $@.$$$$; else mv $@.$$$$ $@; fi
force:

define version_h
#define MEMWALL_COMMIT "$(COMMIT)$(MODIFIED)"
#define MEMWALL_CFLAGS "$(subst ",\",$(strip $(CFLAGS)))"
endef
# A commit is modified if tracked files differ from it, or if git does not track all
# C files in common/ and in the trees of the program.
# In an unpacked tarball (`make dist`) the file `commit` has the name, and COMMIT=NAME
# gives it where the sources are without .git.
ifeq ($(origin COMMIT),undefined)
COMMIT   := $(or $(strip $(file <commit)),$(shell git describe --always 2>/dev/null), \
                 unknown)
ifeq ($(filter unknown %-dist,$(COMMIT)),)
MODIFIED := $(shell git diff --quiet HEAD 2>/dev/null && \
                    ! git ls-files --others -- common $(CHAIN) 2>&1 | \
                      grep -q '\.[ch]$$\|^fatal' || echo -modified)
endif
endif

-include $(OBJECTS:.o=.d) $(MAIN:.o=.d)

# ---- 4. Targets ------------------------------------------------------------------

.PHONY: all ref opt run files clean help force files-of-tree difference

# The objects of all trees come first: two runs of make must not write them at the same time.
ref opt: $(MAIN) $(call of_all_trees,$(COMMON)) ## build memwall-ref, memwall-opt
	@$(MAKE) --no-print-directory TREE=$@ all

run: ## build ref and opt in two formats (MPI is installed if missing), compare them: two minutes
	@run/first

# A line for each file of the tree, its name and its path: kernel files, those that are
# compiled once, and headers that a file includes (defaults.h: of common/).
files-of-tree:
	@printf '%s\n' $(foreach f,$(KERNELS:%=%.c) $(ONCE:%=%.c) \
	    $(filter defaults.h $(patsubst %,%.h,$(INCLUDED) $(KERNELS) $(ONCE)),$(HEADERS)),'$f $(call of_tree,$f)')

difference: ## how two trees differ, with the files of their parents: A=ref B=steps/colors
	@run/difference "$(A)" "$(B)"

files: ## a line about each file, from its first comment
	@find common ref opt steps judge run tests docs -type f ! -name '*.svg' | sort | xargs awk \
	    'FNR < 4 && (k = index($$0, FILENAME " - ")) { sub(/ *\*\/$$/, ""); print substr($$0, k) }'

include make/install.mk
include judge/judge.mk
include tests/tests.mk

clean: ## remove everything that make has built
	@if [ -e $(BUILD) ] && [ ! -e $(BUILD)/.made-by-make ] && [ $(BUILD) != build ]; then \
	    echo "clean: BUILD=$(BUILD): make has not created this folder and does not remove it" >&2; exit 2; fi
	rm -rf $(BUILD)

help: ## this list, the variables, and what was detected
	@echo "targets (make TARGET VARIABLE=VALUE ...):"
	@sed -n 's/^\([a-z][a-z -]*\):.*## /\1: /p' Makefile */*.mk | \
	 awk -F': ' '{printf "  %-12s %s\n", $$1, $$2}'
	@echo "variables (also in config.mk, which git ignores):"
	@sed -n 's/^## /  /p' Makefile
	@echo "now: TREE=$(TREE) (files from: $(SEARCH)) BACKEND=$(BACKEND) MPI=$(MPI)"
	@echo "  CC=$(CC) CFLAGS='$(CFLAGS)' BUILD=$(BUILD) PREFIX=$(PREFIX)"
