# memwall: HPG-MxP twice, side by side. `make help` prints targets and variables.
#
# This file has five parts:
#   1. what you can set         variables, on the command line or in config.mk
#   2. what was detected        MPI, GPU compilers and the flags that follow
#   3. files of a program       which files of common/ and of which trees
#   4. rules                    how a file is compiled and a program is linked
#   5. targets                  what you can ask make for
# The tests are in tests/tests.mk.

# ---- 1. What you can set ---------------------------------------------------------

-include config.mk

## TREE=FOLDER      folder with the kernels to build: ref, opt or your own
TREE     ?= ref
## BACKEND=NAME     what runs the kernels: cpu, cuda, hip, emu (imitates a device), or
##                  simgrid (the CPU, as ranks of a simulated machine: run/simulate)
BACKEND  ?= cpu
## MPI=yes|no       with MPI (default where MPICC is found), or for one process
MPI      ?= $(if $(shell command -v $(MPICC) 2>/dev/null),yes,no)
## OPENMP=yes|no    with threads, or for one thread and compilers without OpenMP
OPENMP   ?= yes
## CC, MPICC, MPIRUN, NVCC, HIPCC   the tools; MPICC calls CC
CC       ?= gcc
MPICC    ?= $(if $(filter simgrid,$(BACKEND)),smpicc,mpicc)
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
## PAIRS=LIST       only these pairs of formats exist, "f64_f64 f32_f16" (all)
## SANITIZED=PAIRS  only the kernels of these pairs have sanitizers or count lines (all)
SANITIZED ?= $(PAIRS)
## WERROR=1         a warning is an error
WERROR   ?= 0
## PROFILE=1        phases are NVTX or roctx ranges for the vendor's profiler
PROFILE  ?= 0
## VENDOR=yes|no    the verb kernels also times cuSPARSE (BACKEND=cuda)
VENDOR   ?= no
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

# ---- 2. What was detected --------------------------------------------------------

# $(call one_of,VARIABLE,VALUES): the value of the variable must be one of these.
one_of = $(if $(filter $2,$($1)),,$(error $1=$($1): one of $2 is needed))
$(call one_of,BACKEND,cpu cuda hip emu simgrid)
$(call one_of,MPI,yes no)
$(call one_of,OPENMP,yes no)
$(call one_of,VENDOR,yes no)
$(if $(filter-out no yescuda,$(VENDOR)$(if $(filter yes,$(VENDOR)),$(BACKEND))), \
  $(error VENDOR=yes needs BACKEND=cuda: only cuSPARSE is known))
# The sources may be in a folder with blanks in its name, but names that make handles may not.
$(foreach folder,BUILD PREFIX DESTDIR,$(if $(word 2,$($(folder))), \
  $(error $(folder)=$($(folder)): the name of this folder must not contain blanks)))
# make knows objects and the lists of their headers by name, so that a folder has one name only.
override BUILD := $(patsubst %/,%,$(patsubst ./%,%,$(patsubst $(CURDIR)/%,%,$(BUILD))))
$(foreach switch,DEBUG SANITIZE WERROR PROFILE,$(call one_of,$(switch),0 1))

# A flavor is a combination of variables that has a folder of objects of its own.
FLAVOR   := mpi-$(MPI)
ifneq ($(BACKEND),cpu)
FLAVOR   := $(FLAVOR)-$(BACKEND)
endif
ifeq ($(OPENMP),no)
FLAVOR   := $(FLAVOR)-serial
endif
ifeq ($(DEBUG),1)
FLAVOR   := $(FLAVOR)-debug
OPTIMIZE := -O0 -g
endif
ifeq ($(SANITIZE),1)
FLAVOR   := $(FLAVOR)-sanitize
OPTIMIZE := -O1 -g1 -fsanitize=address,undefined -fno-sanitize-recover=undefined \
            -fno-omit-frame-pointer
endif
ifeq ($(VENDOR),yes)
FLAVOR   := $(FLAVOR)-vendor
endif
ifeq ($(PROFILE),1)
FLAVOR   := $(FLAVOR)-profile
endif
OUT      := $(BUILD)/$(FLAVOR)

ifeq ($(origin CC),default) # make's own default is cc
CC       := gcc
endif
ifeq ($(BACKEND),simgrid)
# The time of the host does not count. -Bsymbolic: the program's own MPI functions
# (messages_simgrid.c) come before those of SimGrid.
OPTIMIZE := -O1 -march=$(ARCH)
LDLIBS   += -Wl,-Bsymbolic
endif
ifeq ($(MPI),yes)
COMPILE  := $(MPICC)
export OMPI_CC  := $(CC)
export MPICH_CC := $(CC)
ifneq ($(filter cuda hip,$(BACKEND)),)
MPI_PATHS := $(filter -I%,$(shell $(MPICC) -show 2>/dev/null))
endif
else
COMPILE  := $(CC)
MPI_STUB := -Icommon/stub
endif

# A thread's stack may be as small as 64 KB. Without optimization and with sanitizers
# each temporary value has a place of its own in it.
ifeq ($(DEBUG)$(SANITIZE),00)
WARN     += -Wframe-larger-than=20480
endif
CFLAGS   ?= $(OPTIMIZE)
THREADS  := $(if $(filter yes,$(OPENMP)),-fopenmp,-fopenmp-simd -Icommon/stub/openmp)
STANDARD := -std=c17 $(THREADS) -D_POSIX_C_SOURCE=200809L -D_DEFAULT_SOURCE
LDLIBS   += -lm -ldl
ifeq ($(WERROR),1)
WARN       += -Werror
NVCC_WARN  := -Werror all-warnings
HIPCC_WARN := -Werror
endif

ifeq ($(BACKEND),cuda)
# The GPUs of this machine, else two usual ones. nvidia-smi prints its failures on
# standard output: only lines with a version number count.
CUDA_ARCH ?= $(or $(shell nvidia-smi --query-gpu=compute_cap --format=csv,noheader \
               2>/dev/null | sed -n 's/^\([0-9]*\)\.\([0-9]*\)$$/sm_\1\2/p' | \
               sort -u),sm_80 sm_90)
CUDA_CODE := $(foreach a,$(CUDA_ARCH),-gencode arch=$(a:sm_%=compute_%),code=$a)
# The folder above that of nvcc, or, if nvcc is a wrapper script elsewhere, the usual one.
CUDA_NVCC := $(patsubst %/bin/,%,$(dir $(realpath $(shell command -v $(NVCC)))))
CUDA      ?= $(or $(firstword $(patsubst %/lib64/libcudart.so,%,$(wildcard \
               $(CUDA_NVCC)/lib64/libcudart.so /usr/local/cuda/lib64/libcudart.so))),$(CUDA_NVCC))
LDLIBS    += -L$(CUDA)/lib64 -Wl,-rpath,$(CUDA)/lib64 $(if $(filter yes,$(VENDOR)),-lcusparse) \
             -lcudart -lstdc++
$(if $(filter no,$(VENDOR))$(wildcard $(CUDA)/include/cusparse.h),, \
  $(error VENDOR=yes: no cusparse.h below $(CUDA)/include: install cuSPARSE, or give CUDA=folder))
endif
ifeq ($(BACKEND),hip)
LDLIBS    += -L$(ROCM)/lib -lamdhip64 -lstdc++
endif

# PROFILE=1: the header of NVTX or roctx that ranges.h includes.
ifeq ($(PROFILE)$(BACKEND),1hip)
ROCTX    := $(firstword $(foreach h,rocprofiler-sdk-roctx roctracer, \
              $(if $(wildcard $(ROCM)/include/$h/roctx.h),$h)))
$(if $(ROCTX),, \
  $(error PROFILE=1: no roctx.h below $(ROCM)/include: give ROCM=folder))
RANGES   := -isystem $(ROCM)/include -DPROFILE_ROCTX='<$(ROCTX)/roctx.h>'
LDLIBS   += -L$(ROCM)/lib -l$(if $(filter roctracer,$(ROCTX)),roctx64,$(ROCTX))
else ifeq ($(PROFILE),1)
CUDA     ?= $(or $(patsubst %/bin/nvcc,%,$(shell command -v $(NVCC) 2>/dev/null)), \
              /usr/local/cuda)
$(if $(wildcard $(CUDA)/include/nvtx3/nvToolsExt.h),, \
  $(error PROFILE=1: no nvtx3/nvToolsExt.h below $(CUDA)/include: give CUDA=folder))
RANGES   := -isystem $(CUDA)/include -DPROFILE_NVTX
endif

# ---- 3. Files of a program -------------------------------------------------------

# The kernel files of a tree, which are compiled once for each pair of formats: those of
# common/contract/kernels.h (tests/check_contract compares the two) and the passes over
# the Krylov basis that ortho.c uses. Every other .c file of a tree is compiled once; so is
# the halo exchange, which only copies numbers.
KERNELS := spmv residual sweep vcycle jacobi restrict prolong correct basis_pass ortho update
# The pairs of formats, f64_f64 f32_f32 f32_f16 ..., from the table PAIRS_X in
# format.h, or some of them.
ALL_PAIRS := $(shell sed -n '/define PAIRS_X/,/[^\\]$$/p' common/formats/format.h | \
              grep -o 'X([a-z0-9]*, [a-z0-9]*)' | sed 's/X(\(.*\), \(.*\))/\1_\2/')
ifeq ($(BACKEND),simgrid) # thousands of ranks each have a copy of the program
PAIRS    ?= f64_f64 f64_f32 f32_f64 f32_f32
SIMGRID  := -DSMPI_NO_OVERRIDE_MALLOC
endif
PAIRS    ?= $(ALL_PAIRS)
$(if $(PAIRS),$(if $(filter-out $(ALL_PAIRS),$(PAIRS)),$(error PAIRS=$(PAIRS): there are $(ALL_PAIRS))), \
  $(error PAIRS is empty: at least one of $(ALL_PAIRS) is needed))
ifneq ($(PAIRS),$(ALL_PAIRS))
comma    := ,
SOME_PAIRS := -D'PAIRS_X(X)=$(foreach p,$(PAIRS),X($(subst _,$(comma),$p)))'
endif

# A tree is a folder. A file that it does not have is taken from the tree that its
# file `parent` names, then from the parent of that tree, and finally from ref.
# CHAIN lists these trees. $(call chain,TREE,TREES BEFORE IT) adds a tree and those
# that follow it.
override TREE := $(patsubst %/,%,$(TREE))
NAME       := $(notdir $(TREE))
parent_of   = $(or $(strip $(file <$1/parent)),ref)
chain       = $(if $(wildcard $1/.),,$(call no_folder,$1,$(lastword $2))) \
              $(if $(filter $1,$2),$(error $(lastword $2)/parent: $1 has it as parent)) \
              $1 $(if $(filter ref,$1),,$(call chain,$(call parent_of,$1),$2 $1))
no_folder   = $(error $(if $2,$2/parent: $1,TREE=$1): no such folder; \
                the trees here are $(trees_here))
trees_here  = $(sort $(patsubst %/,%,$(dir $(wildcard $(KERNELS:%=*/%.c)))))
CHAIN      := $(strip $(call chain,$(TREE)))

# For a device, a file in a tree's folder gpu/ replaces the file of the same name in
# the tree. SEARCH lists the folders in the order in which a file of a tree is
# looked for; headers of trees are included in <angle brackets> and found in the
# same order.
with_gpu    = $(if $(filter-out cpu simgrid,$(BACKEND)),$(wildcard $1/gpu)) $1
SEARCH     := $(strip $(foreach t,$(CHAIN),$(call with_gpu,$t)))
ONCE       := $(sort $(filter-out $(KERNELS), \
                $(basename $(notdir $(wildcard $(SEARCH:%=%/*.c))))))

# A file with a misspelled name would be ignored silently, so the names are checked.
MISNAMED   := $(strip $(foreach t,$(filter-out ref opt,$(CHAIN)), \
                $(shell tests/check_tree $t $(filter-out $t,$(CHAIN)))))
$(if $(MISNAMED),$(error $(MISNAMED)))

# 1 if the tree takes this file from ref: the report file of HPG-MxP then says that
# the reference version of SpMV or of the vector operations was used.
from_ref    = $(if $(filter ref/%,$(firstword $(wildcard $(SEARCH:%=%/$1)))),1,0)
REFERENCE  := -DREFERENCE_SPMV=$(call from_ref,spmv.c) \
              -DREFERENCE_VECTORS=$(call from_ref,vector_loops.h)

# The folders of common/ except stub/; no two files in them have the same name. Of
# x.c, x_device.c, x_gpu.c, x_emu.c and x_simgrid.c a program contains what is meant
# for its back end.
FOLDERS    := $(filter-out common/stub, \
                $(patsubst %/,%,$(sort $(dir $(wildcard common/*.[ch] common/*/*.[ch])))))
COMMON_C   := $(wildcard $(FOLDERS:%=%/*.c))
COMMON_ALL := $(filter-out main,$(basename $(notdir $(COMMON_C))))
MEANT_cpu  :=
MEANT_emu  := $(filter %_device %_emu,$(COMMON_ALL))
MEANT_cuda := $(filter %_device %_gpu,$(COMMON_ALL))
MEANT_hip  := $(MEANT_cuda)
MEANT_simgrid := $(filter %_simgrid,$(COMMON_ALL))
MEANT      := $(filter-out $(if $(filter no,$(VENDOR)),vendor_gpu),$(MEANT_$(BACKEND)))
ENDINGS    := device gpu emu simgrid
REPLACED   := $(foreach s,$(ENDINGS),$(patsubst %_$s,%,$(filter %_$s,$(MEANT))))
COMMON     := $(MEANT) $(filter-out $(addprefix %_,$(ENDINGS)) $(REPLACED),$(COMMON_ALL))
# The files of common/ that contain kernels.
WITH_KERNELS := bandwidth norm tiles_device device_gpu vendor_gpu

# The objects. spmv.f32_f16.o is spmv.c for a pair of formats. The compilers for
# devices need seconds to start, so for a device all kernels of a pair are compiled
# as one file.
DIR            := $(OUT)/$(NAME)
PAIR_FILES     := $(if $(filter cpu simgrid,$(BACKEND)),$(KERNELS),all_kernels)
PAIR_OBJECTS   := $(foreach k,$(PAIR_FILES),$(PAIRS:%=$(DIR)/$k.%.o))
ONCE_OBJECTS   := $(ONCE:%=$(DIR)/%.o)
COMMON_OBJECTS := $(COMMON:%=$(DIR)/common/%.o)
OBJECTS        := $(COMMON_OBJECTS) $(ONCE_OBJECTS) $(PAIR_OBJECTS)
PROGRAM        := $(OUT)/memwall-$(NAME)

# ---- 4. Rules --------------------------------------------------------------------

all: $(BUILD)/memwall-$(NAME) ## build memwall-$(TREE)

.DELETE_ON_ERROR:
.SUFFIXES:

# The link may show the program of another call, with other values of MPI, BACKEND or DEBUG.
ifneq ($(shell readlink $(BUILD)/memwall-$(NAME)),$(FLAVOR)/memwall-$(NAME))
$(BUILD)/memwall-$(NAME): force
endif
$(BUILD)/memwall-$(NAME): $(PROGRAM)
	ln -sf $(FLAVOR)/memwall-$(NAME) $@

$(PROGRAM): $(DIR)/common/main.o $(OBJECTS)
	$(COMPILE) $(CFLAGS) $(STANDARD) $^ -o $@ $(LDLIBS)

# C for the host. Headers of trees are found by -I, those of common/ by -iquote.
# OWN_HEADERS: of a tree that tests build from the objects of its parent (tests.mk).
TREE_PATHS = $(OWN_HEADERS) $(SEARCH:%=-I%)
INCLUDE    = $(TREE_PATHS) $(FOLDERS:%=-iquote %) -iquote $(OUT) $(MPI_STUB) $(RANGES) \
             $(SIMGRID) $(SOME_PAIRS)
compile    = $(COMPILE) $(CFLAGS) $(STANDARD) $(WARN) $(INCLUDE) -DTREE='"$(NAME)"' \
             $(DEFINE) $(formats) -MMD -MP -c $< -o $@
# Of spmv.f32_f16.o: -DREAL=f32 -DSTORE=f16.
formats    = $(if $(pair),-DREAL=$(word 1,$(pair)) -DSTORE=$(word 2,$(pair)))
pair       = $(subst _, ,$(patsubst .%,%,$(suffix $(basename $@))))

# Files with kernels: C for the CPU, else C++ by way of device_file.cc.
with_kernels = $(kernels_$(BACKEND))
kernels_cpu  = $(compile)
kernels_simgrid = $(compile)
kernels_emu  = $(COMPILE) -x c++ $(CFLAGS) -std=c++17 -ffp-contract=off $(THREADS) \
               -fno-exceptions -fno-rtti $(filter-out $(ONLY_C),$(WARN)) $(as_device) \
               -iquote . $(INCLUDE)
kernels_cuda = $(NVCC) -x cu $(CUDA_CODE) -Xptxas -v $(NVCC_WARN) $(as_gpu)
kernels_hip  = $(HIPCC) -x hip $(HIP_ARCH:%=--offload-arch=%) -Wall -Wno-unused-function \
               $(HIPCC_WARN) -Rpass-analysis=kernel-resource-usage $(as_gpu)
as_device    = $(formats) -DKERNEL_FILE='"$<"' -DOMPI_SKIP_MPICXX -DMPICH_SKIP_MPICXX \
               -MMD -MP -c common/device/device_file.cc -o $@
# What the compiler says about registers is kept for tests/gpu_registers.
as_gpu       = -O2 -std=c++17 $(as_device) -I. $(TREE_PATHS) $(FOLDERS:%=-I%) -I$(OUT) \
               $(MPI_STUB) $(MPI_PATHS) 2>$(@:.o=.log) || { cat $(@:.o=.log); false; }
ONLY_C      := -Wstrict-prototypes -Wmissing-prototypes -Wno-pass-failed

$(DIR)/common/report_hpgmp.o: DEFINE := $(REFERENCE)

# Objects and the file that they are compiled from.
define rule # $1: objects, $2: their .c file, $3: command, $4: what else they depend on
$1: $2 $(DIR)/settings $4 Makefile | $(DIR)/common/ $(OUT)/version.h
	$$($3)
endef
of_tree    = $(or $(firstword $(wildcard $(SEARCH:%=%/$1))),$(error $1: not in $(SEARCH)))
of_common  = $(filter %/$1.c,$(COMMON_C))
how_tree   = $(if $(filter exchange,$f),with_kernels,compile)
how_common = $(if $(filter $1,$(WITH_KERNELS)),with_kernels,compile)
$(foreach f,main $(COMMON),$(eval \
  $(call rule,$(DIR)/common/$f.o,$(call of_common,$f),$(call how_common,$f))))
$(foreach f,$(ONCE),$(eval \
  $(call rule,$(DIR)/$f.o,$(call of_tree,$f.c),$(how_tree),$(DIR)/sources)))
ifneq ($(filter cpu simgrid,$(BACKEND)),)
$(foreach f,$(KERNELS),$(eval \
  $(call rule,$(PAIRS:%=$(DIR)/$f.%.o),$(call of_tree,$f.c),with_kernels,$(DIR)/sources)))
else
$(eval $(call rule,$(PAIR_OBJECTS),$(DIR)/all_kernels.c,with_kernels,$(DIR)/sources))
endif

$(DIR)/all_kernels.c: $(DIR)/sources Makefile
	printf '#include "%s"\n' $(foreach k,$(KERNELS),$(call of_tree,$k.c)) >$@

# A kernel of opt takes up to half a minute to compile with sanitizers, and runs slowly if each line is
# counted.
$(filter-out $(SANITIZED:%=\%.%.o),$(PAIR_OBJECTS)): override CFLAGS := $(filter-out -fsanitize% --coverage,$(CFLAGS))

# A .c file that was removed since the last make is no error.
%.c: ;

.PRECIOUS: %/
%/:
	mkdir -p $@

# Three files that make writes. Each is written again only when its text has
# changed, and only then the objects that depend on it are compiled again: `sources`
# and `settings` change when a file of a tree is added or removed, and when the
# flags change.
SETTINGS = $(COMPILE) $(CC) $(CFLAGS) $(STANDARD) $(CUDA_CODE) $(HIP_ARCH) $(RANGES) $(REFERENCE) \
           $(SIMGRID) $(SOME_PAIRS) $(LDLIBS) $(SEARCH) $(sort $(wildcard $(SEARCH:%=%/*.h)))
$(DIR)/settings:  export TEXT = $(SETTINGS)
$(DIR)/sources:   export TEXT = $(SEARCH) $(sort $(wildcard $(SEARCH:%=%/*.c)))
$(OUT)/version.h: export TEXT = $(version_h)
# (+ also with `make -n`, which else would believe that all of them change)
$(DIR)/sources $(DIR)/settings $(OUT)/version.h: force
	+@mkdir -p $(@D); printf '%s\n' "$$TEXT" >$@.$$$$; \
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

-include $(OBJECTS:.o=.d) $(DIR)/common/main.d

# ---- 5. Targets ------------------------------------------------------------------

.PHONY: all ref opt run list man book install uninstall dist clean help force gpu-compile linked

ref opt: ## build memwall-ref, memwall-opt
	@$(MAKE) --no-print-directory TREE=$@ all

run: ## build both trees, install MPI if it is missing, run ref and opt: a few minutes
	@run/first

include judge/judge.mk
include tests/tests.mk

GPU_TREES ?= ref opt
gpu-compile: ## compile all kernels for CUDA (sm_90) and HIP (gfx90a), spills of at most 24 bytes
	+@for tree in $(GPU_TREES); do \
	    $(MAKE) -s --no-print-directory BACKEND=cuda CUDA_ARCH=sm_90 TREE=$$tree \
	        MPI=no WERROR=1 linked && \
	    $(MAKE) -s --no-print-directory BACKEND=hip HIP_ARCH=gfx90a TREE=$$tree \
	        MPI=no WERROR=1 linked || exit 1; \
	done
	@tests/gpu_registers $(BUILD)/mpi-no-cuda $(BUILD)/mpi-no-hip

linked: $(PROGRAM)

list: ## the files of each folder with their line counts
	@for folder in $(FOLDERS) ref opt $(wildcard opt/gpu) tests run docs; do \
	    echo $$folder; wc -l $$folder/*.* | sed "s,$$folder/,,"; done

# The manual page and the completions come from the program's own table of flags.
SHARE      := $(OUT)/share/memwall-$(NAME)
man: $(SHARE).1 $(SHARE).bash $(SHARE).zsh ## write manual page, completions

$(SHARE).1 $(SHARE).bash $(SHARE).zsh: $(PROGRAM) | $(OUT)/share/
	$(PROGRAM) --help=$(patsubst 1,man,$(patsubst .%,%,$(suffix $@))) >$@

book: ## write docs/ as one page, build/book.html; needs pandoc. With chromium also a PDF
	@run/book $(BUILD)/book.html

# What `install` copies. The scripts of run/ find the program in build/, which is a
# link here. Job scripts write to results/ beside it, which `uninstall` leaves.
ROOT       := $(DESTDIR)$(PREFIX)
MAN_FILE   := $(ROOT)/share/man/man1/memwall-$(NAME).1
BASH_FILE  := $(ROOT)/share/bash-completion/completions/memwall-$(NAME)
ZSH_FILE   := $(ROOT)/share/zsh/site-functions/_memwall-$(NAME)
install: all man ## copy program, manual page, completions, docs and run/ to PREFIX
	install -D -m 755 $(PROGRAM) $(ROOT)/bin/memwall-$(NAME)
	install -D -m 644 $(SHARE).1 $(MAN_FILE)
	install -D -m 644 $(SHARE).bash $(BASH_FILE)
	install -D -m 644 $(SHARE).zsh $(ZSH_FILE)
	for f in README.md CONTRIBUTING.md LICENSE $$(find docs -type f); do \
	    install -D -m 644 $$f $(ROOT)/share/doc/memwall/$$f || exit 1; done
	for f in $$(find run -type f ! -name '*.pyc'); do \
	    install -D $$f $(ROOT)/share/memwall/$$f || exit 1; done
	install -d $(ROOT)/share/memwall/build
	ln -sf ../../../bin/memwall-$(NAME) $(ROOT)/share/memwall/build/memwall-$(NAME)

uninstall: ## remove what `make install` with the same TREE and PREFIX has copied
	rm -f $(ROOT)/bin/memwall-$(NAME) $(MAN_FILE) $(BASH_FILE) $(ZSH_FILE)
	rm -f $(ROOT)/share/memwall/build/memwall-$(NAME)
	rm -rf $(ROOT)/share/doc/memwall $(ROOT)/share/memwall/run
	rmdir $(ROOT)/share/memwall/build $(ROOT)/share/memwall 2>/dev/null || true

# The tarball contains the files that git tracks, as they are now, and the commit in
# the file `commit`, because the copy has no git.
DIST       := memwall-$(COMMIT)$(MODIFIED)
dist: ## pack all sources as build/memwall-COMMIT.tar.gz, which builds without git
	rm -rf $(BUILD)/dist
	mkdir -p $(BUILD)/dist/$(DIST)
	git ls-files >$(BUILD)/dist/files
	tar -cf - -T $(BUILD)/dist/files | tar -C $(BUILD)/dist/$(DIST) -xf -
	echo $(COMMIT)$(MODIFIED)-dist >$(BUILD)/dist/$(DIST)/commit
	tar -C $(BUILD)/dist -czf $(BUILD)/$(DIST).tar.gz $(DIST)
	rm -rf $(BUILD)/dist

clean: ## remove everything that make has built
	rm -rf $(BUILD)

help: ## this list, the variables, and what was detected
	@echo "targets (make TARGET VARIABLE=VALUE ...):"
	@sed -n 's/^\([a-z][a-z -]*\):.*## /\1: /p' Makefile tests/*.mk judge/*.mk | \
	 awk -F': ' '{printf "  %-12s %s\n", $$1, $$2}'
	@echo "variables (also in config.mk, which git ignores):"
	@sed -n 's/^## /  /p' Makefile
	@echo "now: TREE=$(TREE) (files from: $(SEARCH)) BACKEND=$(BACKEND) MPI=$(MPI)"
	@echo "  CC=$(CC) CFLAGS='$(CFLAGS)' BUILD=$(BUILD) PREFIX=$(PREFIX)"
