# make/flavors.mk - checks what was set, and finds MPI, the compilers of GPUs and their flags.

# $(call one_of,VARIABLE,VALUES): the value of the variable must be one of these.
one_of = $(if $(filter $2,$($1)),,$(error $1=$($1): one of $2 is needed))
$(call one_of,BACKEND,cpu cuda hip emu)
$(call one_of,MPI,yes no)
$(call one_of,OPENMP,yes no)
# The sources may be in a folder with blanks in its name, but names that make handles may not.
$(foreach folder,BUILD PREFIX DESTDIR,$(if $(word 2,$($(folder))), \
  $(error $(folder)=$($(folder)): the name of this folder must not contain blanks)))
# make knows objects and the lists of their headers by name, so that a folder has one name only.
override BUILD := $(patsubst %/,%,$(patsubst ./%,%,$(patsubst $(CURDIR)/%,%,$(BUILD))))
$(foreach switch,DEBUG SANITIZE WERROR PROFILE COUNT,$(call one_of,$(switch),0 1))

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
ifeq ($(PROFILE),1)
FLAVOR   := $(FLAVOR)-profile
endif
ifeq ($(COUNT),1)
$(if $(filter cpu emu,$(BACKEND)),,$(error COUNT=1 needs BACKEND=cpu or emu))
$(if $(filter 1,$(SANITIZE)),$(error COUNT=1 needs SANITIZE=0))
FLAVOR   := $(FLAVOR)-count
endif
OUT      := $(BUILD)/$(FLAVOR)

ifeq ($(origin CC),default) # make's own default is cc
CC       := gcc
endif
ifeq ($(COUNT),1)
# Kernel files call a function before each load and store (traffic_count.c). The compiler
# must not replace loads by instructions without such a call (gathers, masked loads), nor the
# copy of a struct by copies of its members, which are one load on a GPU.
COUNTING := -DMEMWALL_COUNT $(if $(filter x86_64%,$(shell $(CC) -dumpmachine)),-mno-avx512f) \
  $(if $(findstring clang,$(shell $(CC) --version)),-fno-vectorize -fno-slp-vectorize \
    -fsanitize=kernel-address $(addprefix -mllvm -asan-,instrumentation-with-call-threshold=0 \
      stack=0 globals=0 opt=0),-fsanitize=thread -fno-tree-vectorize $(if $(filter emu,$(BACKEND)),-fno-tree-sra))
LDLIBS   += -Wl,--wrap=memcpy,--wrap=memmove,--wrap=memset
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
LDLIBS    += -L$(CUDA)/lib64 -Wl,-rpath,$(CUDA)/lib64 -lcudart -lstdc++
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
