# memwall: HPG-MxP twice, side by side. `make help` prints the targets.

-include config.mk

TREE     ?= ref
$(if $(wildcard $(TREE)/.),,$(error TREE=$(TREE): no such folder))
BUILD    ?= build
PREFIX   ?= /usr/local
CC       ?= gcc
MPICC    ?= mpicc
MPIRUN   ?= mpirun
ARCH     ?= native
# -O2: the kernels say where to vectorise (words.h); left to itself, gcc -O3 also
# vectorises short CSR rows, which makes sweeps in f32 1.6 times slower.
OPTIMIZE ?= -O2 -march=$(ARCH)
WARN     ?= -Wall -Wextra -Wshadow -Wconversion -Wno-sign-conversion \
            -Wno-unknown-pragmas -Wno-pass-failed -Wno-psabi -Wstrict-prototypes -Wmissing-prototypes
DEBUG    ?= 0
SANITIZE ?= 0
WERROR   ?= 0
PROFILE  ?= 0

# MPI=yes|no: with MPI where its compiler is found, else for one process.
MPI      ?= $(if $(shell command -v $(MPICC) 2>/dev/null),yes,no)
ifeq ($(origin CC),default)
CC       := gcc
endif
ifeq ($(MPI),yes)
COMPILE  := $(MPICC)
export OMPI_CC  := $(CC)
export MPICH_CC := $(CC)
else
COMPILE  := $(CC)
STUB     := -Icommon/stub
endif

# BACKEND=cpu|cuda|hip|emu: what runs the kernels (common/device/device.h).
BACKEND  ?= cpu
FLAVOR   := mpi-$(MPI)
ifneq ($(BACKEND),cpu)
FLAVOR   := $(FLAVOR)-$(BACKEND)
endif
ifeq ($(DEBUG),1)
OPTIMIZE := -O0 -g
FLAVOR   := $(FLAVOR)-debug
endif
ifeq ($(SANITIZE),1)
OPTIMIZE := -O1 -g -fsanitize=address,undefined -fno-sanitize-recover=undefined \
            -fno-omit-frame-pointer
FLAVOR   := $(FLAVOR)-sanitize
endif
ifeq ($(WERROR),1)
WARN     += -Werror
endif

ifeq ($(PROFILE),1)
FLAVOR   := $(FLAVOR)-profile
endif
CFLAGS   ?= $(OPTIMIZE)
OUT      := $(BUILD)/$(FLAVOR)
STANDARD := -std=c17 -fopenmp -D_POSIX_C_SOURCE=200809L -D_DEFAULT_SOURCE
LDLIBS   += -lm

# The pairs of formats come from the table in common/format.h.
PAIRS    := $(shell sed -n '/define PAIRS_X/,/[^\\]$$/p' common/format.h | \
              grep -o 'X([a-z0-9]*, [a-z0-9]*)' | sed 's/X(\(.*\), \(.*\))/\1_\2/')

# A tree is a folder; a file that it does not have is taken from the tree that its file
# `parent` names, and what that one does not have from ref.
parent_of = $(or $(strip $(file <$1/parent)),ref)
PARENT   := $(call parent_of,$(TREE))
KERNELS  := exchange spmv sweep transfer prolong jacobi interpolate correct ortho update dot
LAYOUT   := layout schedule $(filter-out $(KERNELS) layout schedule, \
              $(basename $(notdir $(wildcard $(TREE)/*.c $(PARENT)/*.c))))
tree      = $(notdir $(patsubst %/,%,$1))
of_tree   = $(firstword $(wildcard $1/$2 $(PARENT)/$2) ref/$2)
OF_TREE  := -I$(TREE) $(filter-out -Iref,-I$(PARENT)) -Iref
# The folders of common; no two files there have the same name.
FOLDERS  := common $(patsubst %/,%,$(filter-out common/stub/,$(wildcard common/*/)))
vpath %.c $(FOLDERS)
INCLUDE   = $(OF_TREE) $(FOLDERS:%=-iquote %) -iquote $(OUT) $(STUB) $(RANGES)
# Of x.c and x_device.c, x_gpu.c, x_emu.c there a back end takes what it is meant for.
COMMON_ALL := $(filter-out main,$(basename $(notdir $(wildcard $(FOLDERS:%=%/*.c)))))
OURS_cpu  :=
OURS_emu  := $(filter %_device %_emu,$(COMMON_ALL))
OURS_cuda := $(filter %_device %_gpu,$(COMMON_ALL))
OURS_hip  := $(OURS_cuda)
OURS      := $(OURS_$(BACKEND))
COMMON   := $(OURS) $(filter-out %_device %_gpu %_emu \
              $(patsubst %_device,%,$(patsubst %_gpu,%,$(patsubst %_emu,%,$(OURS)))), \
              $(COMMON_ALL))
# GPUs: the architectures to compile for, found or usual.
NVCC      ?= $(firstword $(shell command -v nvcc) /usr/local/cuda/bin/nvcc)
HIPCC     ?= hipcc
ifeq ($(BACKEND),cuda)
CUDA_ARCH ?= $(or $(shell nvidia-smi --query-gpu=compute_cap --format=csv,noheader \
               2>/dev/null | sort -u | sed 's/\([0-9]*\)\.\([0-9]*\)/sm_\1\2/'),sm_80 sm_90)
CUDA_CODE := $(foreach a,$(CUDA_ARCH),-gencode arch=$(a:sm_%=compute_%),code=$a)
CUDA      ?= $(patsubst %/bin/,%,$(dir $(realpath $(shell command -v $(NVCC)))))
LDLIBS    += -L$(CUDA)/lib64 -Wl,-rpath,$(CUDA)/lib64 -lcudart -lstdc++
NVCC_WARN := $(if $(filter 1,$(WERROR)),-Werror all-warnings)
endif
ifeq ($(BACKEND),hip)
HIP_ARCH  ?= gfx90a
ROCM      ?= /opt/rocm
LDLIBS    += -L$(ROCM)/lib -lamdhip64 -lstdc++
HIPCC_WARN := -Wall -Wno-unused-function $(if $(filter 1,$(WERROR)),-Werror)
endif
# PROFILE=1: phases are ranges for the vendor's profiler (common/measure/ranges.h).
ifeq ($(PROFILE),1)
ifeq ($(BACKEND),hip)
ROCTX    := $(firstword $(foreach h,rocprofiler-sdk-roctx roctracer, \
              $(if $(wildcard $(ROCM)/include/$h/roctx.h),$h)))
$(if $(ROCTX),,$(error PROFILE=1: no roctx.h below $(ROCM)/include: give ROCM=folder))
RANGES   := -isystem $(ROCM)/include -DPROFILE_ROCTX='<$(ROCTX)/roctx.h>'
LDLIBS   += -L$(ROCM)/lib -l$(if $(filter roctracer,$(ROCTX)),roctx64,$(ROCTX))
else
CUDA     ?= $(or $(patsubst %/bin/nvcc,%,$(shell command -v $(NVCC) 2>/dev/null)),/usr/local/cuda)
$(if $(wildcard $(CUDA)/include/nvtx3/nvToolsExt.h),, \
  $(error PROFILE=1: no nvtx3/nvToolsExt.h below $(CUDA)/include: give CUDA=folder))
RANGES   := -isystem $(CUDA)/include -DPROFILE_NVTX
LDLIBS   += -ldl
endif
endif
NAME     := $(call tree,$(TREE))
DIR      := $(OUT)/$(NAME)

COMMON_OBJECTS := $(COMMON:%=$(DIR)/common/%.o)
# A kernel file and a pair of formats are an object; for a device, whose compilers take
# their time to start, all kernels of a pair are one.
PAIR_FILES     := $(if $(filter cpu,$(BACKEND)),$(KERNELS),all_kernels)
PAIR_OBJECTS   := $(foreach k,$(PAIR_FILES),$(foreach p,$(PAIRS),$(DIR)/$k.$p.o))
TREE_OBJECTS   := $(LAYOUT:%=$(DIR)/%.o) $(PAIR_OBJECTS)
OBJECTS        := $(COMMON_OBJECTS) $(TREE_OBJECTS)
PROGRAM        := $(OUT)/memwall-$(NAME)

.DELETE_ON_ERROR:
.SECONDEXPANSION:
.PHONY: all ref opt run check test gpu-compile linked install list clean help force

all: $(BUILD)/memwall-$(NAME) ## build memwall-$(TREE) (TREE=folder; what it lacks is taken from its parent)

ref opt: ## build memwall-ref, memwall-opt
	@$(MAKE) --no-print-directory TREE=$@ all

run: ## build both trees, install MPI if it may, run ref and opt in two minutes
	@run/first

list: ## the files of each folder with their line counts
	@for folder in $(FOLDERS) ref opt tests run docs; do \
	    echo $$folder; wc -l $$folder/*.* | sed "s,$$folder/,,"; done

install: all ## put the program into PREFIX/bin
	install -d $(DESTDIR)$(PREFIX)/bin
	install -m 755 $(PROGRAM) $(DESTDIR)$(PREFIX)/bin/

clean: ## remove everything that make has built
	rm -rf $(BUILD)

help: ## this list, and what was found
	@sed -n 's/^\([a-z][a-z -]*\):.*## /\1: /p' Makefile tests/*.mk | \
	 awk -F': ' '{printf "  %-12s %s\n", $$1, $$2}'
	@echo
	@echo "  MPI=$(MPI) TREE=$(TREE) CC=$(CC) ARCH=$(ARCH) PREFIX=$(PREFIX) BUILD=$(BUILD)"
	@echo "  DEBUG=1, SANITIZE=1, WERROR=1, PROFILE=1; CFLAGS, MPICC, MPIRUN, NVCC, HIPCC, CUDA_ARCH,"
	@echo "  HIP_ARCH, BACKEND=cpu|cuda|hip|emu; all of them also in config.mk, which git ignores"

$(BUILD)/memwall-$(NAME): $(PROGRAM)
	ln -sf $(FLAVOR)/memwall-$(NAME) $@

$(PROGRAM): $(DIR)/common/main.o $(OBJECTS)
	$(COMPILE) $(CFLAGS) $(STANDARD) $^ -o $@ $(LDLIBS)

pair    = $(subst _, ,$(patsubst .%,%,$(suffix $(basename $@))))
formats = $(if $(pair),-DREAL=$(word 1,$(pair)) -DSTORE=$(word 2,$(pair)))
compile = $(COMPILE) $(CFLAGS) $(STANDARD) $(WARN) $(INCLUDE) -DTREE='"$(NAME)"' $(formats) \
          -MMD -MP -c $< -o $@

$(DIR)/common/%.o: %.c $(OUT)/version.h Makefile | $(DIR)/common/
	$(compile)

$(LAYOUT:%=$(DIR)/%.o): $(DIR)/%.o: $$(call of_tree,$(TREE),%.c) Makefile | $(DIR)/
	$(compile)

# Files with kernels: C for the CPU; for a device C++, by way of device_file.cc.
WITH_KERNELS := bandwidth tiles_device device_gpu recording_gpu
MPI_PATHS    := $(if $(filter yes,$(MPI)),$(filter -I%,$(shell $(MPICC) -show 2>/dev/null)))
AS_C         := -std=c17 -Wstrict-prototypes -Wmissing-prototypes -Wno-pass-failed
as_device     = -iquote . $(INCLUDE) $(formats) -DKERNEL_FILE='"$<"' -c common/device/device_file.cc -o $@
as_gpu        = -I. $(OF_TREE) $(FOLDERS:%=-I%) -I$(OUT) $(STUB) $(MPI_PATHS) -O2 \
                -std=c++17 -DOMPI_SKIP_MPICXX -DMPICH_SKIP_MPICXX $(formats) \
                -DKERNEL_FILE='"$<"' -MMD -MP \
                -c common/device/device_file.cc -o $@ 2>$(@:.o=.log) || { cat $(@:.o=.log); false; }
kernels_cpu   = $(compile)
kernels_emu   = $(COMPILE) -x c++ $(CFLAGS) -std=c++17 -ffp-contract=off -fopenmp \
                -fno-exceptions -fno-rtti -DOMPI_SKIP_MPICXX -DMPICH_SKIP_MPICXX \
                $(filter-out $(AS_C),$(WARN)) -MMD -MP $(as_device)
kernels_cuda  = $(NVCC) -x cu $(CUDA_CODE) -Xptxas -v $(NVCC_WARN) $(as_gpu)
kernels_hip   = $(HIPCC) -x hip $(HIP_ARCH:%=--offload-arch=%) $(HIPCC_WARN) \
                -Rpass-analysis=kernel-resource-usage $(as_gpu)
with_kernels  = $(kernels_$(BACKEND))

$(WITH_KERNELS:%=$(DIR)/common/%.o): $(DIR)/common/%.o: %.c Makefile | $(DIR)/common/
	$(with_kernels)

source_of = $(if $(filter all_kernels,$1),$(DIR)/all_kernels.c,$(call of_tree,$(TREE),$1.c))
$(PAIR_OBJECTS): $$(call source_of,$$(basename $$(basename $$(@F)))) Makefile | $(DIR)/
	$(with_kernels)

$(DIR)/all_kernels.c: Makefile | $(DIR)/
	printf '#include "%s"\n' $(foreach k,$(KERNELS),$(call of_tree,$(TREE),$k.c)) >$@

%/:
	mkdir -p $@

COMMIT := $(shell git describe --always --dirty 2>/dev/null || echo unknown)
version_text = \#define MEMWALL_COMMIT "$(COMMIT)"\n\#define MEMWALL_CFLAGS "$(strip $(CFLAGS))"\n
$(OUT)/version.h: force | $(OUT)/
	@printf '$(version_text)' >$@.$$$$; \
	 if cmp -s $@.$$$$ $@; then rm $@.$$$$; else mv $@.$$$$ $@; fi
force:

GPU_TREES ?= ref opt
# The kernels in all formats as CUDA and HIP see them, with the registers of
# each; the CUDA programs are linked as well.
gpu-compile: ## compile every kernel for CUDA (sm_90) and HIP (gfx90a), no spills allowed
	+@for tree in $(GPU_TREES); do \
	    $(MAKE) -s --no-print-directory BACKEND=cuda CUDA_ARCH=sm_90 TREE=$$tree \
	        MPI=no WERROR=1 linked && \
	    $(MAKE) -s --no-print-directory BACKEND=hip HIP_ARCH=gfx90a TREE=$$tree \
	        MPI=no WERROR=1 linked || exit 1; \
	done
	@tests/gpu_registers $(BUILD)/mpi-no-cuda $(BUILD)/mpi-no-hip

linked: $(PROGRAM)

include tests/tests.mk
-include $(OBJECTS:.o=.d) $(DIR)/common/main.d
