# memwall: HPG-MxP twice, side by side. `make help` prints the targets.

-include config.mk

TREE     ?= ref
BUILD    ?= build
PREFIX   ?= /usr/local
CC       ?= gcc
MPICC    ?= mpicc
MPIRUN   ?= mpirun
NVCC     ?= nvcc
HIPCC    ?= hipcc
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

FLAVOR   := mpi-$(MPI)
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

# PROFILE=1: phases are ranges for the vendor's profiler (common/ranges.h).
ifeq ($(PROFILE),1)
FLAVOR   := $(FLAVOR)-profile
ifeq ($(BACKEND),hip)
ROCM     ?= /opt/rocm
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
CFLAGS   ?= $(OPTIMIZE)
OUT      := $(BUILD)/$(FLAVOR)
STANDARD := -std=c17 -fopenmp -D_POSIX_C_SOURCE=200809L -D_DEFAULT_SOURCE
LDLIBS   += -lm

# The pairs of formats come from the table in common/format.h.
PAIRS    := $(shell sed -n '/define PAIRS_X/,/[^\\]$$/p' common/format.h | \
              grep -o 'X([a-z0-9]*, [a-z0-9]*)' | sed 's/X(\(.*\), \(.*\))/\1_\2/')

# A tree is a folder; a file that it does not have is taken from ref.
KERNELS  := exchange spmv sweep transfer ortho update
LAYOUT   := layout schedule $(filter-out $(KERNELS) layout schedule, \
              $(basename $(notdir $(wildcard $(TREE)/*.c))))
tree      = $(notdir $(patsubst %/,%,$1))
of_tree   = $(if $(wildcard $1/$2),$1/$2,ref/$2)
INCLUDE  := -I$(TREE) -Iref -iquote common -iquote $(OUT) $(STUB) $(RANGES)
COMMON   := $(filter-out main,$(basename $(notdir $(wildcard common/*.c))))
NAME     := $(call tree,$(TREE))
DIR      := $(OUT)/$(NAME)

COMMON_OBJECTS := $(COMMON:%=$(DIR)/common/%.o)
TREE_OBJECTS   := $(LAYOUT:%=$(DIR)/%.o) \
                  $(foreach k,$(KERNELS),$(foreach p,$(PAIRS),$(DIR)/$k.$p.o))
OBJECTS        := $(COMMON_OBJECTS) $(TREE_OBJECTS)
PROGRAM        := $(OUT)/memwall-$(NAME)

.DELETE_ON_ERROR:
.SECONDEXPANSION:
.PHONY: all ref opt run check test gpu-compile install list clean help force

all: $(BUILD)/memwall-$(NAME) ## build memwall-$(TREE) (TREE=folder; what it lacks is taken from ref)

ref opt: ## build memwall-ref, memwall-opt
	@$(MAKE) --no-print-directory TREE=$@ all

run: ## build both trees, install MPI if it may, run ref and opt in two minutes
	@run/first

list: ## the files of each folder with their line counts
	@for folder in common ref opt tests run docs; do \
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
	@echo "  HIP_ARCH; all of them also in config.mk, which git ignores"

$(BUILD)/memwall-$(NAME): $(PROGRAM)
	ln -sf $(FLAVOR)/memwall-$(NAME) $@

$(PROGRAM): $(DIR)/common/main.o $(OBJECTS)
	$(COMPILE) $(CFLAGS) $(STANDARD) $^ -o $@ $(LDLIBS)

compile = $(COMPILE) $(CFLAGS) $(STANDARD) $(WARN) $(INCLUDE) -DTREE='"$(NAME)"' \
          -MMD -MP -c $< -o $@

$(DIR)/common/%.o: common/%.c $(OUT)/version.h Makefile | $(DIR)/common/
	$(compile)

$(LAYOUT:%=$(DIR)/%.o): $(DIR)/%.o: $$(call of_tree,$(TREE),%.c) Makefile | $(DIR)/
	$(compile)

pair = $(subst _, ,$(patsubst .%,%,$(suffix $(basename $@))))
$(foreach k,$(KERNELS),$(foreach p,$(PAIRS),$(DIR)/$k.$p.o)): \
  $$(call of_tree,$(TREE),$$(basename $$(basename $$(@F))).c) Makefile | $(DIR)/
	$(compile) -DREAL=$(word 1,$(pair)) -DSTORE=$(word 2,$(pair))

%/:
	mkdir -p $@

COMMIT := $(shell git describe --always --dirty 2>/dev/null || echo unknown)
version_text = \#define MEMWALL_COMMIT "$(COMMIT)"\n\#define MEMWALL_CFLAGS "$(strip $(CFLAGS))"\n
$(OUT)/version.h: force | $(OUT)/
	@printf '$(version_text)' >$@.$$$$; \
	 if cmp -s $@.$$$$ $@; then rm $@.$$$$; else mv $@.$$$$ $@; fi
force:

# The kernels as CUDA and HIP see them, compiled and not yet run:
CUDA_ARCH ?= sm_90
HIP_ARCH  ?= gfx90a
# a pair of each kind is compiled; GPU_PAIRS="$(PAIRS)" compiles all.
GPU_PAIRS ?= f64_f64 f32_f32 f32_f16
DEVICE_FLAGS = -I$(TREE) -Iref -Icommon -Icommon/stub
gpu-compile: ## compile every kernel for CUDA (sm_90) and HIP (gfx90a)
	@mkdir -p $(DIR)/gpu
	@set -e; for k in $(KERNELS); do for p in $(GPU_PAIRS); do \
	  source=$(TREE)/$$k.c; [ -f $$source ] || source=ref/$$k.c; \
	  formats="-DREAL=$${p%_*} -DSTORE=$${p#*_}"; \
	  echo "cuda hip $$source $$p"; \
	  $(NVCC) -x cu -arch=$(CUDA_ARCH) -Werror all-warnings $(DEVICE_FLAGS) $$formats \
	    -c $$source -o $(DIR)/gpu/$$k.$$p.cuda.o; \
	  $(HIPCC) -x hip --offload-arch=$(HIP_ARCH) -Wall -Werror -Wno-unused-function \
	    $(DEVICE_FLAGS) $$formats -c $$source -o $(DIR)/gpu/$$k.$$p.hip.o; \
	done; done

include tests/tests.mk
-include $(OBJECTS:.o=.d) $(DIR)/common/main.d
