# memwall: HPG-MxP twice, side by side. `make help` prints targets and variables.
#
# This file is read from top to bottom: what you can set, what make decides, compilers and flags, the files of a program,
# rules, targets. tests/tests.mk builds and runs the tests.

# All cores, unless -j says otherwise. -L: a link has a time of its own, so that a file is compiled
# again if run/tree has replaced it.
MAKEFLAGS += -rL --no-print-directory
ifeq ($(MAKELEVEL)$(filter -j%,$(MAKEFLAGS)),0)
MAKEFLAGS += -j$(or $(shell env -u OMP_NUM_THREADS -u OMP_THREAD_LIMIT nproc 2>/dev/null),1)
endif

# ---- 1. What you can set ---------------------------------------------------------

# BUILD of the environment does not count: conda exports one of its own.
$(if $(filter environment%,$(origin BUILD)),$(eval override undefine BUILD))
-include config.mk
# The default is used for empty variables, and for CC instead of the value that make knows (not with -R).
$(foreach v,BUILD ARCH CC MPICC MPIRUN NVCC HIPCC CLANG PROVE PYTHON, \
    $(if $(if $(filter-out default,$(origin $v)),$(strip $($v))),,$(eval override undefine $v)))

## TREE=FOLDER      folder with the kernels to build: ref, opt or your own
TREE     ?= ref
## FORMATS=all      kernels for all pairs of number formats, not only for the policies double,
##                  mixed, half and matrix8; or pairs that are added: FORMATS="f32_f64 f16_f32"
FORMATS  ?= $(if $(filter test test-long bytes faults,$(MAKECMDGOALS)),all)
## PAIRS, VECTOR_PAIRS   only these pairs, for kernels with a matrix and for those without
## BACKEND=NAME     what runs the kernels: cpu, cuda, hip, or emu (imitates a device)
BACKEND  ?= cpu
## MPI=yes|no       with MPI (default where MPICC is found), or for one process
MPI      ?= $(if $(shell command -v $(MPICC) 2>/dev/null),yes,no)
## CC, MPICC, MPIRUN, NVCC, HIPCC   the tools; MPICC calls CC
CC       ?= gcc
MPICC    ?= mpicc
MPIRUN   ?= mpirun
## ARCH=NAME        processor to compile for (native)
ARCH     ?= native
## CUDA_ARCH, HIP_ARCH   GPUs to compile for, for example "sm_80 sm_90" and gfx90a (this machine's)
## CUDA, ROCM       folders of the GPU libraries (where NVCC finds them, else CUDA_HOME; ROCM_PATH)
## V=1              print the commands
## DEBUG=1          no optimization, with symbols for a debugger
## SANITIZE=1       with the address and undefined-behavior sanitizers
## COUNT=1          counts the loads and stores of kernels (docs/02, run/bytes): cpu or emu, with gcc
## WERROR=1         a warning is an error
## PROFILE=1        phases are NVTX or roctx ranges for the vendor's profiler
## CFLAGS           replaces the flags for optimization and architecture
## BUILD, PREFIX, DESTDIR   folder of the objects, folders for `make install`
BUILD    ?= build
PREFIX   ?= /usr/local

# ---- 2. What make decides --------------------------------------------------------

# In config.mk the blanks before a comment are a part of the value. (In flags and lists blanks only separate words.)
SET := TREE BUILD PREFIX DESTDIR BACKEND MPI FORMATS PAIRS VECTOR_PAIRS V DEBUG SANITIZE COUNT WERROR PROFILE COMMIT \
       ARCH CC MPICC MPIRUN NVCC CUDA CUDA_HOME CUDA_ARCH HIPCC ROCM ROCM_PATH HIP_ARCH KFD PYTHON PROVE CLANG
$(foreach v,$(SET),$(if $(filter undefined,$(origin $v)),,$(eval override $v := $$(strip $$($v)))))
# make knows files by their names, so that a folder must have one name only. (That of / is empty.)
one_name = $(or $(patsubst %/,%,$(patsubst ./%,%,$(patsubst $(CURDIR)/%,%,$1))),$1)
override TREE    := $(call one_name,$(TREE))
override BUILD   := $(call one_name,$(BUILD))
override FORMATS := $(sort $(FORMATS))
on = $(if $(filter 1,$($1)),$2)
# A flavor is a combination of variables that has a folder of objects of its own.
FLAVOR := mpi-$(MPI)$(patsubst %,-%,$(filter-out cpu,$(BACKEND)))
FLAVOR := $(subst $() ,-,$(strip $(FLAVOR) $(FORMATS)))
FLAVOR := $(FLAVOR)$(call on,DEBUG,-debug)$(call on,SANITIZE,-sanitize)$(call on,PROFILE,-profile)$(call on,COUNT,-count)
OUT    := $(BUILD)/$(FLAVOR)

# A program is named by the path of its tree, memwall-steps-colors for docs/steps/colors and memwall-01-colors-start
# for docs/labs/01-colors/start; the trees of tests, and those outside of this folder, by the last part of it.
title_of = $(if $(filter /% ../% tests/%,$1),$(notdir $1),$(patsubst docs/%,%,$(patsubst docs/labs/%,%,$1)))
name_of  = $(subst /,-,$(call title_of,$1))
NAME    := $(call name_of,$(TREE))
PROGRAM := $(OUT)/memwall-$(NAME)
DIR     := $(OUT)/$(NAME)
# The files of the tree, its own and its parents', are links in this folder.
SRC     := $(DIR)/src

$(if $(and $(filter clean,$(MAKECMDGOALS)),$(filter-out clean,$(MAKECMDGOALS))),$(error $(MAKECMDGOALS): call make clean alone))
# run/settings checks what is set, finds GPUs, libraries and pairs of formats, and assembles the tree: its --help. For
# `make clean` and `make help` it has no DIR and writes nothing. The variables are passed one by one, because $(shell) of
# make before 4.4 sees only the environment's; and it joins the lines, which $(eval) needs apart.
passed    = $(if $(filter undefined,$(origin $v)),,$v='$(subst ','\'',$($v))')
SETTINGS := $(shell $(foreach v,$(SET) MAKELEVEL,$(passed)) run/settings $(if $(filter-out clean help,$(or $(MAKECMDGOALS),all)),'$(DIR)'))
$(if $(filter-out 0,$(.SHELLSTATUS)),$(error $(SETTINGS)))
define newline


endef
$(eval $(subst $() override ,$(newline)override ,$(SETTINGS)))

# ---- 3. Compilers and flags ------------------------------------------------------

# -O2 and not -O3: the kernels say which loops to vectorize. With -O3, gcc also
# vectorizes short rows in CSR format, which makes sweeps in f32 1.6 times slower.
SANITIZERS := -O1 -g1 -fsanitize=address,undefined -fno-sanitize-recover=undefined -fno-omit-frame-pointer
CFLAGS   ?= $(or $(call on,SANITIZE,$(SANITIZERS)),$(call on,DEBUG,-O0 -g),-O2 -march=$(ARCH))
WARN     ?= -Wall -Wextra -Wshadow -Wconversion -Wno-sign-conversion -Wno-unknown-pragmas \
            -Wno-pass-failed -Wno-psabi -Wno-enum-float-conversion -Wstrict-prototypes -Wmissing-prototypes -Wvla
# MPI_STATUSES_IGNORE of MPICH is the address 1, which gcc warns about as an array of no bytes; clang has no such warning.
WARN     += $(if $(filter yes,$(MPI)),-Wno-unknown-warning-option -Wno-stringop-overflow)
# A thread's stack may be as small as 64 KB. Without optimization and with sanitizers each
# temporary value has a place of its own in it.
WARN     += $(if $(filter 1,$(DEBUG) $(SANITIZE)),,-Wframe-larger-than=20480) $(call on,WERROR,-Werror)
STANDARD := -std=c17 -fopenmp -D_POSIX_C_SOURCE=200809L -D_DEFAULT_SOURCE $(call on,COUNT,-DMEMWALL_TRAFFIC)
# A product and the sum that it is added to are rounded one after the other, as gcc does with -std=c17. clang would
# round once for both, and the sweep of ref would take 1.4 times as long (docs/results/compilers.txt). CFLAGS may
# say something else.
ROUNDING := -ffp-contract=off
COMPILE  := $(if $(filter yes,$(MPI)),$(MPICC),$(CC))
MPI_STUB := $(if $(filter no,$(MPI)),-Icommon/base/stub)
export OMPI_CC  := $(CC)
export MPICH_CC := $(CC)

# LDLIBS is for the user; what every program needs is in LIBS. Cray's MPI accesses device memory by a library of
# its own, GTL, which its module names in these variables.
GTL_cuda  = nvidia$(patsubst sm_%,%,$(firstword $(CUDA_ARCH)))
GTL_hip   = amd_$(firstword $(HIP_ARCH))
LIBS_cuda = -L$(CUDA_LIB) -Wl,-rpath,$(CUDA_LIB) -lcudart -lstdc++
LIBS_hip  = -L$(ROCM_LIB) -Wl,-rpath,$(ROCM_LIB) -lamdhip64 -lstdc++ $(patsubst %,-l%,$(ROCTX:roctracer=roctx64))
LIBS     := -lm -ldl $(LIBS_$(BACKEND)) $(foreach v,DIR LIBS,$(PE_MPICH_GTL_$v_$(GTL_$(BACKEND))))
# Machine code for each GPU, and portable code (PTX) for newer ones, which their driver compiles.
CUDA_CODE = $(foreach a,$(CUDA_ARCH),-gencode arch=$(a:sm_%=compute_%),code=$a) -gencode arch=$(CUDA_PTX),code=$(CUDA_PTX)
# PROFILE=1: the header that ranges.h includes.
RANGES   := $(NVTX:%=-isystem % -DPROFILE_NVTX) $(ROCTX:%=-isystem $(ROCM)/include -DPROFILE_ROCTX='<%/roctx.h>')

ifeq ($(COUNT),1)
# Kernel files call a function before each load and store (traffic_count.c). The compiler
# must not replace loads by instructions without such a call (gathers, masked loads), nor the
# copy of a struct by copies of its members, which are one load on a GPU.
COUNTING := -DMEMWALL_COUNT -include common/counting/traffic.h -fsanitize=thread -fno-tree-vectorize \
            $(if $(filter emu,$(BACKEND)),-fno-tree-sra) $(NO_AVX512)
LIBS     += -Wl,--wrap=memcpy,--wrap=memmove,--wrap=memset
endif

# ---- 4. Files of a program -------------------------------------------------------

# The kernel files of a tree, which are compiled once for each pair of formats, all of them as one file:
# the kernels of common/contract/kernels.h and the passes over the Krylov basis that ortho.c uses.
MATRIX_KERNELS := spmv residual sweep vcycle jacobi restrict prolong correct
VECTOR_KERNELS := basis_pass ortho update
KERNELS := $(MATRIX_KERNELS) $(VECTOR_KERNELS)

# Every other file of the tree is compiled once.
ONCE := $(filter-out $(KERNELS),$(basename $(notdir $(wildcard $(SRC)/*.c))))

# The folders of common/; no two files in them have the same name. x_M.c, where M is one of the words below,
# is for programs of this kind only, and replaces x.c there: device.c on a CPU, device_gpu.c with CUDA.
FOLDERS      := $(sort $(patsubst %/,%,$(dir $(wildcard common/*/*.[ch]))))
COMMON_C     := $(wildcard $(FOLDERS:%=%/*.c))
COMMON_ALL   := $(filter-out main,$(basename $(notdir $(COMMON_C))))
ON_HOST      := $(filter cpu,$(BACKEND))
MEANT        := $(if $(ON_HOST),,device $(if $(filter emu,$(BACKEND)),emu,gpu)) $(call on,COUNT,count)
REPLACED     := $(foreach m,$(MEANT),$(patsubst %_$m,%,$(filter %_$m,$(COMMON_ALL))))
COMMON       := $(filter-out $(addprefix %_,$(filter-out $(MEANT),device gpu emu count)) $(REPLACED),$(COMMON_ALL))
# The files of common/ that depend on the tree. All others are compiled once for all trees, without the
# folder of the tree, so that a file that is missing here does not compile.
PER_TREE     := tree
# The files of common/ that contain kernels.
WITH_KERNELS := any_format bandwidth norm sketch tiles_device device_gpu

# all_kernels.f32_f16.o is all kernel files for a pair, or matrix_kernels and vector_kernels if the pair has
# only these. One file, because most of the time of a small one goes into starting the compiler and reading headers.
EVERY_PAIR   := $(VECTOR_PAIRS) $(filter %_i8,$(PAIRS))
part_of      = $(if $(filter-out $(PAIRS),$1),vector,$(if $(filter-out $(VECTOR_PAIRS),$1),matrix,all))
PAIR_OBJECTS := $(foreach p,$(EVERY_PAIR),$(DIR)/$(call part_of,$p)_kernels.$p.o)
MAIN         := $(OUT)/common/main.o
OF_ALL_TREES := $(patsubst %,$(OUT)/common/%.o,$(filter-out $(PER_TREE),$(COMMON)))
OBJECTS      := $(OF_ALL_TREES) $(PER_TREE:%=$(DIR)/common/%.o) $(ONCE:%=$(DIR)/%.o) $(PAIR_OBJECTS)

# ---- 5. Rules --------------------------------------------------------------------

.DELETE_ON_ERROR:
.SUFFIXES:
.SECONDEXPANSION: # $$(OBJECTS) is expanded when all of this file is read: tests.mk may replace it
ifneq ($(V),1)
.SILENT:
endif
all: $(BUILD)/memwall-$(NAME) ## build memwall-$(TREE)

# $(call say,TEXT) prints a line before a recipe, but only once, because one line is for a source in all its
# pairs of formats; and none with -s or -n.
letters = $(filter-out -%,$(firstword $(MAKEFLAGS)))
say     = $(if $(or $(findstring s,$(letters)),$(findstring n,$(letters)),$(filter $(one_word),$(SAID))),, \
            $(info $1)$(eval SAID += $(one_word)))
one_word = $(subst $() ,_,$1)

# The links in $(BUILD) may show the program of another call, with other values of MPI, BACKEND or DEBUG.
LINKS := memwall-$(NAME) $(NAME)
$(BUILD)/memwall-$(NAME): $(PROGRAM) $(if $(LINKED),,force)
	for l in $(LINKS); do ln -sfn $(FLAVOR)/$$l $(BUILD)/$$l; done
	$(call say,$(BUILD)/memwall-$(NAME) is built from the files in $(BUILD)/$(NAME)/src)

# (The folder is newer than the program if a file was removed.)
$(PROGRAM): $(MAIN) $$(OBJECTS) $(SRC)
	$(link)
# A compiler that writes nothing has failed, whatever its status (CC=true). What an earlier one wrote is not kept.
link = rm -f $@ && $(COMPILE) $(CFLAGS) $(STANDARD) $1 $(filter %.o,$^) -o $@ $(LDLIBS) $(LIBS) && \
       { [ -x $@ ] || ! echo "$(COMPILE) has not made $@" >&2; }

# C for the host. Headers of the tree are found with -I, headers of common/ with -iquote, "ref/spmv.c" by its path.
compile    = $(say_file)rm -f $@ && $(COMPILE) $(ROUNDING) $(CFLAGS) $(STANDARD) $(WARN) $(INCLUDE) $(DEFINE) $(formats) -MMD -MP -c $< -o $@
INCLUDE    = -include $(ARITHMETIC) $(OF_TREE) $(FOLDERS:%=-iquote %) -iquote $(OUT) -iquote . $(MPI_STUB) $(RANGES)
OF_TREE    = $(if $(filter $(DIR)/%,$@),-I$(SRC))
# Refuses wrong flags in every file, including a tree's.
ARITHMETIC = common/base/arithmetic.h
# Of all_kernels.f32_f16.o: -DREAL=f32 -DSTORE=f16.
formats    = $(if $(pair),-DREAL=$(word 1,$(pair)) -DSTORE=$(word 2,$(pair)))
pair       = $(subst _, ,$(patsubst .%,%,$(suffix $(basename $@))))
# A line for the kernels of a tree, for each other file of it, and for a folder of common/.
say_file   = $(if $(filter $(DIR)/common/%,$@),,$(call say,$(say_what)))
say_what   = $(if $(pair),the kernels of $(TREE): $(EVERY_PAIR),$(if $(filter common/%,$<),$(<D),$(subst $(CURDIR)/,,$(realpath $<))))

# Files with kernels: C for the CPU, else C++ by way of DEVICE_FILE.
with_kernels = $(kernels_$(BACKEND))
kernels_cpu  = $(strip $(compile) $(COUNTING))
kernels_emu  = $(say_file)rm -f $@ && $(COMPILE) -x c++ $(CFLAGS) -std=c++17 -ffp-contract=off -fopenmp -fno-exceptions \
               -fno-rtti $(filter-out -Wstrict-prototypes -Wmissing-prototypes -Wno-pass-failed,$(WARN)) \
               $(as_device) $(INCLUDE) $(COUNTING)
kernels_cuda = $(say_file)rm -f $@ && $(NVCC) -x cu $(CUDA_CODE) -lineinfo -Xptxas -v $(call on,WERROR,-Werror all-warnings) $(as_gpu)
kernels_hip  = $(say_file)rm -f $@ && $(HIPCC) -x hip $(HIP_ARCH:%=--offload-arch=%) -DHIP_WARP=$(HIP_WARP) -Wall -Wno-unused-function \
               $(call on,WERROR,-Werror) -Rpass-analysis=kernel-resource-usage $(as_gpu)
DEVICE_FILE  = $(if $(filter emu,$(BACKEND)),common/emulator/emu_file.cc,common/device/device_file.cc)
as_device    = $(formats) -DKERNEL_FILE='"$<"' -DOMPI_SKIP_MPICXX -DMPICH_SKIP_MPICXX \
               -MMD -MP -c $(DEVICE_FILE) -o $@
# The folders of mpi.h, as MPICC names them with this option (the second one is for Cray's cc).
headers_by   = $(filter -I%,$(shell $(MPICC) $1 2>/dev/null))
# What the compiler says about registers is kept for tests/check/gpu_registers.
as_gpu       = -O2 -std=c++17 $(as_device) -include $(ARITHMETIC) -I. $(OF_TREE) $(FOLDERS:%=-I%) -I$(OUT) $(MPI_STUB) \
               $(if $(MPI_STUB),,$(or $(call headers_by,-show),$(call headers_by,--cray-print-opts=cflags))) \
               2>$(@:.o=.log) || { cat $(@:.o=.log); false; }

# Objects of all trees, of the tree, and of the tree for each pair of formats.
# (On a device the halo exchange packs by a kernel, but copies numbers of any format.)
how      = $(if $(filter $(WITH_KERNELS) exchange,$*),$(with_kernels),$(compile))
WRITTEN := $(OUT)/version.h $(OUT)/compiled_pairs.h $(OUT)/verbs.h
# (Not vpath, which after a move finds a file where a .d file names it.)
in_common = $(or $(filter %/$1.c,$(COMMON_C)),$1.c)
$(OUT)/common/%.o: $$(call in_common,$$*) $(OUT)/flags | $(WRITTEN)
	$(how)
$(DIR)/common/%.o: $$(call in_common,$$*) $(OUT)/flags | $(WRITTEN)
	$(how)
$(DIR)/%.o: $(SRC)/%.c $(OUT)/flags | $(WRITTEN)
	$(how)
$(PAIR_OBJECTS): $(OUT)/$$(basename $$(basename $$(@F))).c $(OUT)/flags | $(WRITTEN)
	$(with_kernels)
common/%.c common/%.cc tests/%.c: ; # a file that was renamed or moved since the last make is no error
# The headers that each object depends on, as the compiler has written them.
-include $(patsubst %.o,%.d,$(OBJECTS) $(MAIN))

# 1 if the tree takes this file from ref: the report file of HPG-MxP then says that the reference version of
# SpMV or of the vector operations was used.
from_ref = $(if $(subst $(realpath ref/$1),,$(realpath $(SRC)/$1)),0,1)
$(DIR)/common/tree.o: $(SRC)/spmv.c $(SRC)/vector_loops.h
$(DIR)/common/tree.o: DEFINE = -DTREE='"$(call title_of,$(TREE))"' -DPROGRAM='"memwall-$(NAME)"' \
  -DREFERENCE_SPMV=$(call from_ref,spmv.c) -DREFERENCE_VECTORS=$(call from_ref,vector_loops.h)

# Files that make writes: each is written again only when its text has changed, and only then what
# depends on it is compiled again. (+ also with `make -n`, which else would believe that all change)
$(WRITTEN) $(OUT)/flags: force
	+printf '%s\n' "$$TEXT" >$@.$$$$; if cmp -s $@.$$$$ $@; then rm $@.$$$$; else mv $@.$$$$ $@; fi
force:
$(OUT)/flags:            export TEXT = $(COMPILE) $(CC) $(ROUNDING) $(CFLAGS) $(WARN) $(COUNTING) $(STANDARD) $(if $(CUDA_PTX),$(CUDA_CODE)) $(HIP_ARCH) $(RANGES) $(LDLIBS) $(LIBS)
$(OUT)/version.h:        export TEXT = $(version_h)
$(OUT)/compiled_pairs.h: export TEXT = $(compiled_pairs_h)
$(OUT)/verbs.h:          export TEXT = $(verbs_h)
$(OUT)/all_kernels.c:    included := $(KERNELS)
$(OUT)/matrix_kernels.c: included := $(MATRIX_KERNELS)
$(OUT)/vector_kernels.c: included := $(VECTOR_KERNELS)
$(OUT)/%_kernels.c: $(OUT)/flags
	printf '#include <%s.c>\n' $(included) >$@
comma    := ,
table_of  = $(foreach p,$1,X($(subst _,$(comma) ,$p)))
define compiled_pairs_h
/* X(REAL, STORE) for each pair of formats that kernels with a matrix, and kernels without, are compiled for. */
#define MATRIX_PAIRS_X(X) $(call table_of,$(PAIRS))
#define VECTOR_PAIRS_X(X) $(call table_of,$(VECTOR_PAIRS))
endef
define verbs_h
/* X(NAME) for each verb; NAME_verb is in verb_NAME.c. The first one needs no name. */
#define VERBS_X(X) $(foreach v,$(VERBS),X($v))
endef
define version_h
#define MEMWALL_COMMIT "$(COMMIT)"
#define MEMWALL_CFLAGS "$(subst ",\",$(strip $(CFLAGS)))"
endef
# In an unpacked tarball the file `commit` has the name, and COMMIT=NAME gives it where no .git is. The checkout may
# belong to another user. A repository that contains this folder does not count.
GIT      := git -c safe.directory='*' --git-dir=.git --work-tree=.
COMMIT   ?= $(or $(strip $(file <commit)),$(shell $(GIT) describe --always --dirty=-modified 2>/dev/null),unknown)

# ---- 6. Targets ------------------------------------------------------------------

.PHONY: all ref opt run judge checker-program check folder book install dist clean help force

# The objects of all trees come first: two runs of make must not write them at the same time.
ref opt: $(MAIN) $(OF_ALL_TREES) ## build memwall-ref, memwall-opt
	$(MAKE) TREE=$@ all

run: ## build ref and opt in two formats, compare them: two minutes
	run/needs && BACKEND=$(BACKEND) run/first

# The checker of a tree. Calls of all kernels arrive in tests/checker/watch.c.
$(if $(filter solve,$(VERBS)),,$(if $(filter check judge checker-program,$(MAKECMDGOALS)),$(error the checker needs common/hpgmxp)))
CHECKER_OBJECTS := $(patsubst %.c,$(OUT)/%.o,$(wildcard tests/checker/*.c tests/unit/copies.c))
WRAP = $(shell sed -n 's/^    X.V, S, [a-z]*, \([a-z_]*\),.*/-Wl,--wrap=\1/p' common/contract/kernel_list.h)
judge: ## judge TREE: every kernel, whole solves, speed against ref and opt: five minutes
	run/judge $(JUDGE_FLAGS) $(TREE)
## CHECK_FLAGS      of make check: --quick, --group=GROUP, --seed=NUMBER
CHECK := $(OUT)/checker-$(NAME) check $(CHECK_FLAGS)
check: export OMP_WAIT_POLICY = passive
check: checker-program ## check every kernel of TREE in the compiled formats, on 1 and 2 ranks: half a minute
	OMP_NUM_THREADS=2 $(CHECK)
	OMP_NUM_THREADS=1 MPIRUN='$(MPIRUN)' tests/ranks $(if $(filter yes,$(MPI)),2,1) $(CHECK)
checker-program: $(OUT)/checker-$(NAME)
$(OUT)/checker-$(NAME): $(CHECKER_OBJECTS) $$(OBJECTS) $(SRC)
	$(call link,$(WRAP))
$(CHECKER_OBJECTS): WARN += -Wno-frame-larger-than # it runs on a stack of the usual size
$(CHECKER_OBJECTS): $(OUT)/%.o: %.c $(OUT)/flags | $(WRITTEN)
	mkdir -p $(@D)
	$(compile)
-include $(CHECKER_OBJECTS:.o=.d)

include tests/tests.mk

folder: # of the programs, for the scripts in run/
	echo $(OUT)

# The student's pages; those for lecturers are not a part of it. run/memwall/book.py makes the formulas.
PYTHON ?= python3
book: ## write docs/ as pages with links, search and formulas, build/book/; needs mkdocs
	if $(PYTHON) -c 'import mkdocs, latex2mathml' 2>/dev/null; then \
	    mkdir -p $(BUILD) && \
	    { $(PYTHON) -m mkdocs build --strict -f run/book.yml -d $(abspath $(BUILD))/book 2>$(BUILD)/book.log || \
	      { cat $(BUILD)/book.log >&2; exit 1; }; } && echo $(BUILD)/book/index.html; \
	else echo "SKIP: make book needs MkDocs: python3 -m venv build/venv && build/venv/bin/pip install mkdocs latex2mathml," \
	    "then make book PYTHON=build/venv/bin/python"; fi

# The installed scripts of run/ find the program by a link in build/ beside them.
ROOT := $(DESTDIR)$(PREFIX)
COPIED := doc/memwall memwall/run
install: all ## copy program, docs and run/ to PREFIX
	umask 022 && mkdir -p $(ROOT)/bin $(addprefix $(ROOT)/share/,$(COPIED) memwall/build)
	install -m 755 $(PROGRAM) $(ROOT)/bin
	cp -r README.md LICENSE docs $(ROOT)/share/doc/memwall
	cp -r run $(ROOT)/share/memwall
	chmod -R u+rwX,go+rX $(addprefix $(ROOT)/share/,$(COPIED)) # a checkout may be readable for its owner only
	ln -sf ../../../bin/memwall-$(NAME) $(ROOT)/share/memwall/build/memwall-$(NAME)

dist: ## pack the sources of the last commit as build/memwall-COMMIT.tar.gz, which builds without git
	commit=$$($(GIT) describe --always) && echo $$commit-dist >$(BUILD)/commit && \
	    $(GIT) archive --prefix=memwall-$$commit/ --add-file=$(BUILD)/commit -o $(BUILD)/memwall-$$commit.tar.gz HEAD

clean: ## remove everything that make has built
	if [ -e '$(BUILD)' ] && [ ! -e '$(BUILD)/.made-by-make' ] && [ '$(BUILD)' != build ]; then \
	    echo "clean: BUILD=$(BUILD): make has not created this folder and does not remove it" >&2; exit 2; fi
	rm -rf -- '$(BUILD)'

help: ## this list, the variables, and what was detected
	echo "targets (make TARGET VARIABLE=VALUE ...):"
	awk -F':.*## ' '/^[a-z][a-z -]*:.*## / { printf "  %-13s %s\n", $$1, $$2 }' Makefile tests/*.mk
	echo "variables (also in config.mk, which git ignores):"
	sed -n 's/^## /  /p' Makefile tests/*.mk
	echo "now: TREE=$(TREE) BACKEND=$(BACKEND) MPI=$(MPI) CC=$(CC) CFLAGS='$(CFLAGS)' BUILD=$(BUILD) PREFIX=$(PREFIX)"
