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

# ---- 2. What was detected --------------------------------------------------------

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
# must not replace loads by instructions without such a call: gathers, masked loads.
COUNTING := -fsanitize=thread -DMEMWALL_COUNT -fno-tree-vectorize \
            $(if $(filter x86_64%,$(shell $(CC) -dumpmachine)),-mno-avx512f)
$(if $(findstring clang,$(shell $(CC) --version)), \
  $(error COUNT=1 needs gcc: clang calls no function before a load of 32 or 64 bytes))
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

# ---- 3. Files of a program -------------------------------------------------------

# The kernel files of a tree, which are compiled once for each pair of formats: those of
# common/contract/kernels.h and the passes over
# the Krylov basis that ortho.c uses. Every other .c file of a tree is compiled once; so is
# the halo exchange, which only copies numbers.
MATRIX_KERNELS := spmv residual sweep vcycle jacobi restrict prolong correct
VECTOR_KERNELS := basis_pass ortho sketch update
KERNELS := $(MATRIX_KERNELS) $(VECTOR_KERNELS)
# The pairs of formats, f64_f64 f32_f32 f32_f16 ..., from the tables of format.h, or other
# ones. i32 and i16 are formats of the Krylov basis only, i8 of matrices only.
REALS     := f64 f32 f16 bf16
ALL_PAIRS := $(foreach r,$(REALS),$(REALS:%=$r_%) $r_i8)
BASIS_PAIRS := f64_i32 f64_i16 f32_i32 f32_i16
pairs_in   = $(shell sed -n '/define $1/,/[^\\]$$/p' common/formats/format.h | \
              grep -o 'X([a-z0-9]*, [a-z0-9]*)' | sed 's/X(\(.*\), \(.*\))/\1_\2/')
unique     = $(if $1,$(firstword $1) $(call unique,$(filter-out $(firstword $1),$1)))
$(foreach v,PAIRS VECTOR_PAIRS MORE_PAIRS,$(if $(filter-out $(ALL_PAIRS) \
  $(if $(filter PAIRS,$v),,$(BASIS_PAIRS)),$($v)),$(error $v=$($v): there are \
  $(ALL_PAIRS)$(if $(filter PAIRS,$v),,$() $(BASIS_PAIRS)))))
LISTED        := $(call pairs_in,MATRIX_PAIRS_X)
LISTED_VECTOR := $(call pairs_in,VECTOR_PAIRS_X)
PAIRS         ?= $(LISTED)
VECTOR_PAIRS  ?= $(LISTED_VECTOR)
override PAIRS := $(call unique,$(PAIRS) $(filter $(ALL_PAIRS),$(MORE_PAIRS)))
override VECTOR_PAIRS := $(call unique,$(filter-out %_i8,$(VECTOR_PAIRS) $(PAIRS) $(MORE_PAIRS)))
$(if $(PAIRS),,$(error PAIRS is empty: at least one of $(ALL_PAIRS) is needed))
ifneq ($(strip $(PAIRS) and $(VECTOR_PAIRS)),$(LISTED) and $(LISTED_VECTOR))
comma    := ,
table_of  = -D'$1(X)=$(foreach p,$2,X($(subst _,$(comma),$p)))'
SOME_PAIRS := $(call table_of,MATRIX_PAIRS_X,$(PAIRS)) $(call table_of,VECTOR_PAIRS_X,$(VECTOR_PAIRS))
endif

# A tree is a folder. A file that it does not have is taken from the tree that its
# file `parent` names, then from the parent of that tree, and finally from ref.
# A line FILE TREE in `parent` takes this one file from the folder of another tree.
# CHAIN lists the tree and its parents. $(call chain,TREE,TREES BEFORE IT) adds a tree
# and those that follow it.
$(if $(word 2,$(TREE)),$(error TREE=$(TREE): the name of this folder must not contain blanks))
override TREE := $(patsubst ./%,%,$(patsubst $(CURDIR)/%,%,$(patsubst %/,%,$(TREE))))
# The lines of a file `parent`: the name of the parent, and FILE:TREE.
lines       = $(if $1,$(if $(filter %.c %.h,$(word 1,$1)),$(word 1,$1):$(word 2,$1) \
                $(call lines,$(wordlist 3,99,$1)),$(word 1,$1) $(call lines,$(wordlist 2,99,$1))))
lines_of    = $(call lines,$(file <$1/parent))
parents_of  = $(foreach l,$(call lines_of,$1),$(if $(findstring :,$l),,$l))
parent_of   = $(or $(firstword $(call parents_of,$1)),ref)
taken_of    = $(foreach l,$(call lines_of,$1),$(if $(findstring :,$l),$l))
chain       = $(if $(wildcard $1/.),,$(call no_folder,$1,$(lastword $2))) \
              $(if $(filter $1,$2),$(error $(lastword $2)/parent: $1 has it as parent)) \
              $(if $(word 2,$(call parents_of,$1)),$(error $1/parent: there is one parent, not \
                $(call parents_of,$1); a file of another tree has a line FILE TREE)) \
              $1 $(if $(filter ref,$1),,$(call chain,$(call parent_of,$1),$2 $1))
no_folder   = $(error $(if $2,$2/parent: $1,TREE=$1): no such folder; \
                the trees here are $(trees_here))
trees_here  = $(filter-out %/gpu,$(sort $(patsubst %/,%,$(dir $(wildcard \
                $(foreach d,* */*,$(addprefix $d/,parent $(KERNELS:%=%.c))))))))
CHAIN      := $(strip $(call chain,$(TREE)))

# A program is named by the path of its tree, memwall-steps-colors for steps/colors and
# memwall-01-colors-start for docs/labs/01-colors/start; the trees of tests, and those outside
# of this folder, by the last part of it.
title_of    = $(if $(filter /% ../% tests/%,$1),$(notdir $1),$(1:docs/labs/%=%))
name_of     = $(subst /,-,$(call title_of,$1))
NAME       := $(call name_of,$(TREE))
$(if $(filter-out $(TREE),$(NAME)),$(if $(wildcard $(NAME)/.),$(error TREE=$(TREE): \
  memwall-$(NAME) is the program of the tree $(NAME): rename one of the two folders)))

# For a device, a file in a tree's folder gpu/ replaces the file of the same name in
# the tree. SEARCH lists the folders in the order in which a file of a tree is
# looked for, and `places` the paths; headers of trees are included in <angle brackets>
# and found in the same order.
with_gpu    = $(if $(filter-out cpu,$(BACKEND)),$(wildcard $1/gpu)) $1
SEARCH     := $(strip $(foreach t,$(CHAIN),$(call with_gpu,$t)))
taken_from  = $(addsuffix /$1,$(call with_gpu,$(patsubst $1:%,%,$(filter $1:%,$(call taken_of,$2)))))
places      = $(foreach t,$(CHAIN),$(addsuffix /$1,$(call with_gpu,$t)) \
                $(if $(filter $1:%,$(call taken_of,$t)),$(call taken_from,$1,$t)))
found       = $(firstword $(wildcard $(call places,$1)))
TAKEN      := $(sort $(foreach t,$(CHAIN),$(call taken_of,$t)))
# $(call check_taken,TREE,FILE,OTHER TREE)
check_taken = $(if $3,,$(error $1/parent: $2: a line is a tree, the parent, or FILE TREE)) \
              $(if $(wildcard $3/.),,$(call no_folder,$2 $3,$1)) \
              $(if $(wildcard $(addsuffix /$2,$(call with_gpu,$3))),, \
                $(error $1/parent: $2 $3: there is no $3/$2)) \
              $(if $(wildcard $(addsuffix /$2,$(call with_gpu,$1))), \
                $(error $1/parent: $2 $3: the folder $1 has a file of this name))
$(foreach t,$(CHAIN),$(foreach l,$(call taken_of,$t), \
  $(call check_taken,$t,$(word 1,$(subst :, ,$l)),$(word 2,$(subst :, ,$l)))))

# A file with a misspelled name would be ignored silently, so the names are checked.
MISNAMED   := $(strip $(foreach t,$(filter-out ref opt,$(CHAIN)), $(shell tests/check_tree $t \
                $(filter-out $t,$(CHAIN)) $(foreach l,$(TAKEN),$(lastword $(subst :, ,$l))))))
$(if $(MISNAMED),$(error $(MISNAMED)))

# The files that are compiled once: x.c without x.h, and x.c whose x.h another file includes.
# A tree whose layout needs no schedule does not compile schedule.c of its parent.
names_of    = $(sort $(notdir $(wildcard $(SEARCH:%=%/*.$1))) \
                $(foreach l,$(TAKEN),$(filter %.$1,$(subst :, ,$l))))
HEADERS    := $(call names_of,h)
INCLUDED   := $(sort $(shell awk 'FNR == 1 { own = FILENAME; gsub(/.*\/|\.[ch]$$/, "", own) } \
                /^ *[^a-z]? *include *<.*\.h>/ { gsub(/.*<|\.h>.*/, ""); if ($$0 != own) print }' \
                $(foreach f,$(call names_of,c) $(HEADERS),$(call found,$f))))
ONCE       := $(foreach f,$(filter-out $(KERNELS),$(basename $(call names_of,c))), \
                $(if $(filter $f.h,$(HEADERS)),$(filter $f,$(INCLUDED)),$f))

# 1 if the tree takes this file from ref: the report file of HPG-MxP then says that
# the reference version of SpMV or of the vector operations was used.
from_ref    = $(if $(filter ref/%,$(call found,$1)),1,0)
OF_TREE    := -DTREE='"$(call title_of,$(TREE))"' -DPROGRAM='"memwall-$(NAME)"' \
              -DREFERENCE_SPMV=$(call from_ref,spmv.c) \
              -DREFERENCE_VECTORS=$(call from_ref,vector_loops.h)

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
WITH_KERNELS := bandwidth norm tiles_device device_gpu

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
$1: $2 $4 Makefile | $(sort $(dir $1)) $(OUT)/version.h $(if $(findstring $(DIR),$1),$(LINKS))
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
$(DIR)/all_kernels.c $(DIR)/matrix_kernels.c $(DIR)/vector_kernels.c: $(DIR)/sources Makefile
	printf '#include "%s"\n' $(foreach k,$(included),$(call of_tree,$k.c)) >$@

# With sanitizers kernels take long to compile, and they run slowly if each line is
# counted.
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

# ---- 5. Targets ------------------------------------------------------------------

.PHONY: all ref opt run files book install uninstall dist clean help force gpu-compile linked \
        files-of-tree difference

# The objects of all trees come first: two runs of make must not write them at the same time.
ref opt: $(MAIN) $(call of_all_trees,$(COMMON)) ## build memwall-ref, memwall-opt
	@$(MAKE) --no-print-directory TREE=$@ all

run: ## build both trees, install MPI if it is missing, run ref and opt: a few minutes
	@run/first

include judge/judge.mk
include tests/tests.mk

GPU_TREES ?= ref opt
gpu-compile: ## compile all kernels for CUDA (sm_90) and HIP (gfx90a): none may spill registers
	+@for tree in $(GPU_TREES); do \
	    $(MAKE) -s --no-print-directory BACKEND=cuda CUDA_ARCH=sm_90 TREE=$$tree \
	        MPI=no WERROR=1 linked && \
	    $(MAKE) -s --no-print-directory BACKEND=hip HIP_ARCH=gfx90a TREE=$$tree \
	        MPI=no WERROR=1 linked || exit 1; \
	done
	@tests/gpu_registers $(BUILD)/mpi-no-cuda $(BUILD)/mpi-no-hip

linked: $(PROGRAM)

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

# The map, the chapters in their order, the labs, and the reference.
CHAPTERS   := docs/README.md $(sort $(wildcard docs/[0-9]*.md)) docs/labs/README.md \
              $(sort $(wildcard docs/labs/*/README.md) $(wildcard docs/reference/*.md))
book: ## write docs/ as one page with links and figures, build/book.html; needs pandoc
	@command -v pandoc >/dev/null || { echo "make book needs pandoc: apt-get install pandoc" >&2; exit 2; }
	@mkdir -p $(BUILD)
	pandoc --fail-if-warnings --standalone --self-contained --toc --toc-depth=2 --mathml \
	    --from=gfm+tex_math_dollars+rebase_relative_paths --lua-filter=docs/book.lua \
	    --metadata=title:memwall --variable=maxwidth:52em --output=$(BUILD)/book.html $(CHAPTERS)

# What `install` copies. The scripts of run/ find the program in build/, which is a
# link here. Job scripts write to results/ beside it, which `uninstall` leaves.
ROOT       := $(DESTDIR)$(PREFIX)
install: all ## copy program, docs and run/ to PREFIX
	install -D -m 755 $(PROGRAM) $(ROOT)/bin/memwall-$(NAME)
	for f in README.md CONTRIBUTING.md LICENSE $$(find docs -type f); do \
	    install -D -m 644 $$f $(ROOT)/share/doc/memwall/$$f || exit 1; done
	for f in $$(find run -type f ! -name '*.pyc'); do \
	    install -D $$f $(ROOT)/share/memwall/$$f || exit 1; done
	install -d $(ROOT)/share/memwall/build
	ln -sf ../../../bin/memwall-$(NAME) $(ROOT)/share/memwall/build/memwall-$(NAME)

uninstall: ## remove what `make install` with the same TREE and PREFIX has copied
	rm -f $(ROOT)/bin/memwall-$(NAME)
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
	@if [ -e $(BUILD) ] && [ ! -e $(BUILD)/.made-by-make ] && [ $(BUILD) != build ]; then \
	    echo "clean: BUILD=$(BUILD): make has not created this folder and does not remove it" >&2; exit 2; fi
	rm -rf $(BUILD)

help: ## this list, the variables, and what was detected
	@echo "targets (make TARGET VARIABLE=VALUE ...):"
	@sed -n 's/^\([a-z][a-z -]*\):.*## /\1: /p' Makefile tests/*.mk judge/*.mk | \
	 awk -F': ' '{printf "  %-12s %s\n", $$1, $$2}'
	@echo "variables (also in config.mk, which git ignores):"
	@sed -n 's/^## /  /p' Makefile
	@echo "now: TREE=$(TREE) (files from: $(SEARCH)) BACKEND=$(BACKEND) MPI=$(MPI)"
	@echo "  CC=$(CC) CFLAGS='$(CFLAGS)' BUILD=$(BUILD) PREFIX=$(PREFIX)"
