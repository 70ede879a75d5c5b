#!/usr/bin/env bash
# tests/make.t - the Makefile and run/tree: mistakes that they must report, files that they must choose.
#
# Works in a copy of the sources; most cases ask make only what it would do (-n).
. "$(dirname "$0")/tap.sh"
top=$(cd "$tests/.." && pwd)
copy="$work/a copy" # a name with a blank
mkdir -p "$copy/docs" "$copy/run"
cp -r "$top"/{.gitattributes,Makefile,common,opt,ref,tests} "$copy"
cp -r "$top/docs/steps" "$copy/docs"
cp "$top/run/tree" "$copy/run"
cd "$copy" || exit 1
unset TREE BACKEND NVCC CUDA CUDA_HOME

# build ARGUMENTS...: make for one process, without optimization
build() {
    env -u TREES -u BACKEND make -s MPI=no CC="${CC:-gcc}" CFLAGS=-O0 "$@" >"$work/out" 2>"$work/err"
    status=$?
}

# refuses NAME TEXT ARGUMENTS...: make stops with one line that has this text
refuses() {
    build -n "${@:3}"
    [ "$status" != 0 ] && [ "$(wc -l <"$work/err")" = 1 ] && grep -qF -- "$2" "$work/err"
    ok $? "$1" || show
}

# takes NAME FILE WANTED ARGUMENTS...: the program of the tree contains this file, or none for ""
takes() {
    build -n "${@:4}"
    local src
    src=$(make -s MPI=no "${@:4}" -f Makefile -f - show 2>/dev/null <<<'show: ; @echo $(SRC)')
    is "$(realpath --relative-to=. "$(readlink "$src/$2")" 2>/dev/null)" "$3" "$1" || show
}

# compiles NAME OBJECT WANTED ARGUMENTS...: would this file, or none for "", be compiled as its object?
compiles() {
    build -n V=1 "${@:4}"
    is "$(sed -n "s,.* -c \([^ ]*\) -o .*/$2\$,\1,p" "$work/out" | xargs -r realpath --relative-to=.)" "$3" "$1" || show
}

refuses "a typo in TREE" "TREE=otp: no such folder" TREE=otp
refuses "a tree that has moved" "TREE=steps/colors: no such folder; docs/steps/colors?" TREE=steps/colors
refuses "a typo in BACKEND" "BACKEND=cdua: one of cpu cuda hip emu is needed" BACKEND=cdua
refuses "a tree for CPUs on a device" "this tree is for CPUs only (docs/steps/implicit/defaults.h)" \
    TREE=docs/steps/implicit BACKEND=emu
refuses "a blank in TREE" "TREE=a b: the name of this folder must not contain blanks" TREE="a b"
refuses "a blank in BUILD" "BUILD=a b: the name of this folder must not contain blanks" BUILD="a b"
# & would end the command `rm -rf` of clean in the middle of a name.
for v in BUILD PREFIX DESTDIR; do
    for c in '&' ';' '(' ')' "'" '"' '$' '`' '*'; do
        refuses "$c in $v" "$v=/none/R${c}D: the name of this folder must not contain blanks, nor any of " "$v=/none/R${c}D"
    done
done
refuses "a typo in OPENMP" "OPENMP=off: one of yes no is needed" OPENMP=off
refuses "a typo in DEBUG" "DEBUG=yes: one of 0 1 is needed" DEBUG=yes
refuses "a pair of formats that does not exist" "PAIRS=f64_f8: there are f64_f64 " PAIRS=f64_f8
refuses "a matrix in integers" "PAIRS=f64_i16: there are f64_f64 " PAIRS=f64_i16
refuses "a format that does not exist" "FORMATS=f8: there are all f64_f64 " FORMATS=f8

mkdir mine yours
echo opps >mine/parent
refuses "a parent that is not there" "mine/parent: opps: no such folder" TREE=mine
echo steps/colors >mine/parent
refuses "a parent that has moved" "mine/parent: steps/colors: no such folder; docs/steps/colors?" TREE=mine
printf '%s\n' ref opt >mine/parent
refuses "two parents" "mine/parent: there is one parent, not ref opt" TREE=mine
echo "spmv.c opps" >mine/parent
refuses "a file of a tree that is not there" "mine/parent: spmv.c opps: no such folder" TREE=mine
echo "spmv.c" >mine/parent
refuses "a file without a tree" "mine/parent: spmv.c : no such folder" TREE=mine
echo "nothing.c ref" >mine/parent
refuses "a file that the other tree does not have" "nothing.c ref: there is no ref/nothing.c" TREE=mine
echo yours >mine/parent
echo mine >yours/parent
refuses "two parents of each other" "yours/parent: mine has it as parent" TREE=mine
rm mine/parent yours/parent
mkdir mine-yours mine/yours
refuses "two programs of the same name" "memwall-mine-yours is the program of the tree mine-yours" TREE=mine/yours
rmdir mine-yours mine/yours
refuses "an empty folder" "mine: has no file of a tree" TREE=mine
cp ref/sweep.c mine/swep.c
refuses "a misspelled file" "mine/swep.c: no tree has a file of that name" TREE=mine
grep -q "names of ref are .* sweep.c" "$work/err"
ok $? "and what is near" || show
mv mine/swep.c mine/sweep.c
touch mine/defalts.h
refuses "a misspelled header" "names of ref are basis_pass.c basis_pass.h correct.c defaults.h" TREE=mine
mv mine/defalts.h mine/Parent
refuses "a misspelled parent" "mine/Parent: not a file of a tree; do you mean parent?" TREE=mine
mv mine/Parent mine/spmv.cpp
refuses "another language" "mine/spmv.cpp: not a file of a tree; do you mean spmv.c?" TREE=mine
mv mine/spmv.cpp mine/error.h
refuses "the name of a file of common" "the name is taken by common/" TREE=mine
rm mine/error.h
touch mine/helper.c mine/helper.h
refuses "a file that nothing includes" "none of mine includes helper.h" TREE=mine
echo '#include <helper.h>' >>mine/sweep.c
compiles "a file of one's own, with its header" helper.o mine/helper.c TREE=mine
rm mine/helper.*
sed -i '$d' mine/sweep.c
echo 's/x/x/' >mine/spmv.c.sed
refuses "an edit that changes nothing" "mine/spmv.c.sed: changes nothing in ref/spmv.c" TREE=mine
rm mine/spmv.c.sed

takes "a file of the tree" sweep.c mine/sweep.c TREE=mine
takes "a file of ref" spmv.c ref/spmv.c TREE=mine
kernels=build/mpi-no/all_kernels.c
compiles "kernels for one of two pairs of formats" all_kernels.f64_f64.o $kernels TREE=mine PAIRS="f64_f64 f32_f16"
compiles "and no other pair" all_kernels.f32_f32.o "" TREE=mine PAIRS="f64_f64 f32_f16"
compiles "kernels of vectors have pairs of their own" vector_kernels.f64_i16.o build/mpi-no/vector_kernels.c TREE=mine \
    PAIRS="f64_f64 f32_f16"
compiles "a matrix in i8 has no kernels of vectors" matrix_kernels.f32_i8.o build/mpi-no/matrix_kernels.c TREE=mine
compiles "a pair that no policy uses" all_kernels.f16_f32.o "" TREE=mine
compiles "one more pair" all_kernels.f16_f32.o build/mpi-no-f16_f32/all_kernels.c TREE=mine FORMATS=f16_f32
takes "a header that no file of the program includes is left out" schedule.h "" TREE=opt
echo opt >yours/parent
echo yours >mine/parent
takes "a parent's parent" spmv.c opt/spmv.c TREE=mine
takes "TREE with a slash" spmv.c opt/spmv.c TREE=mine/

# Folders in folders, and files of other trees.
mkdir -p yours/inner
printf '%s\n' opt 'sweep.c mine' 'ortho.c ref' 'rows.h ref' >yours/inner/parent
takes "a file of another tree" sweep.c mine/sweep.c TREE=yours/inner
takes "another one" ortho.c ref/ortho.c TREE=yours/inner
takes "a header" rows.h ref/rows.h TREE=yours/inner
takes "all others are those of the parent" spmv.c opt/spmv.c TREE=yours/inner
build -n V=1 TREE=yours/inner
grep -q -- ' -o build/mpi-no/memwall-yours-inner ' "$work/out"
ok $? "the program has the name of the whole path" || show
touch yours/inner/sweep.c
refuses "a file that is also the tree's own" "the folder yours/inner has a file of this name" TREE=yours/inner
rm -r yours/inner build

# What no tree changes is compiled once.
build -n V=1 TREE=ref
grep ' -o build/mpi-no/common/' "$work/out" | grep -qe '/ref/src' -e TREE
is $? 1 "the objects of all trees know none of them" || show

# Flags that a shell exports for other programs.
env CFLAGS="-Wall -g" ARCH=x86_64 make -n MPI=no TREE=ref >"$work/out" 2>"$work/err"
[ $? = 0 ] && [ "$(wc -l <"$work/err")" = 1 ] && grep -qF "from the environment: CFLAGS='-Wall -g' ARCH='x86_64'" "$work/err"
ok $? "flags of the environment are named in one line" || show
make -n MPI=no TREE=ref CFLAGS=-O1 >"$work/out" 2>"$work/err"
is "$? $(cat "$work/err")" "0 " "and others are not" || show

# An object has one name, so that a change of a header is seen by the next build.
mv "$copy" "$work/copy" # the absolute name of a folder of objects must not contain blanks
for folder in build ./build build/ "$work/copy/build"; do
    make -n -B -C "$work/copy" MPI=no TREE=ref BUILD="$folder" 2>&1 | grep -c -- ' -o build/mpi-no/common/machine.o'
done >"$work/out"
mv "$work/copy" "$copy"
is "$(sort -u "$work/out")" 1 "different names of the same folder of objects" || show

# The links in build/ show the program of the last call, also if that program was built before.
mkdir -p build/mpi-no build/mpi-yes
touch build/mpi-no/memwall-ref build/mpi-yes/memwall-ref
for flavor in mpi-yes mpi-no; do
    ln -sf "$flavor/memwall-ref" build/memwall-ref
    ln -sfn "$flavor/ref" build/ref
    build -n V=1 -o build/mpi-no/memwall-ref TREE=ref
    grep -c 'ln -sfn mpi-no/' "$work/out"
done >"$work/links"
is "$(xargs <"$work/links")" "1 0" "the links after a build with other options" || show
rm -r build

# A line for each file, none for a build with nothing to do; V=1 prints commands.
make MPI=no CFLAGS=-O0 TREE=ref >"$work/out" 2>"$work/err"
is "$? $(grep -c '^the kernels of ref: f64_f64 f64_f32 ' "$work/out") $(grep -c . "$work/err")" "0 1 0" "a line for the kernels" || show
[ "$(wc -l <"$work/out")" -lt 35 ]
ok $? "no other lines" || show
diff <(ls ref | grep '\.[ch]$') <(ls build/ref/src) >"$work/out"
ok $? "build/ref/src shows the files of the program" || show
for again in 0 1; do
    make MPI=no CFLAGS=-O0 TREE=ref V=1 >"$work/out" 2>"$work/err"
    is "$? $(grep -c -- ' -c ' "$work/out")" "0 0" "nothing to do, call $again" || show
done

# A full disk may leave a list of headers that is empty, or that ends in the middle of a line.
headers=build/mpi-no/common/bench.d
cp $headers "$work/whole"
for bytes in 0 150; do
    head -c $bytes "$work/whole" >$headers
    make MPI=no CFLAGS=-O0 TREE=ref V=1 >"$work/out" 2>"$work/err"
    is "$? $(grep -o -- ' -c [^ ]*' "$work/out")" "0  -c common/program/bench.c" "a list of headers of $bytes bytes: compiled again" || show
    cmp $headers "$work/whole"
    ok $? "and the list is whole" || show
done

# This is the default build: it runs each format that a page names, unless the line before has FORMATS=.
formats() { # PATTERN COMMAND...: with each option of this pattern
    local option
    for option in $(cd "$top" && awk -v pattern="$1" '{ line = $0
        while (!before && !/[.][.][.]/ && match(line, pattern)) {
            print substr(line, RSTART, RLENGTH)
            line = substr(line, RSTART + RLENGTH)
        }
        before = /FORMATS=/ }' README.md docs/*.md docs/labs/*/README.md docs/lecturer/*.md | sort -u); do
        [[ $option = *= ]] || run 1 "${@:2}" "--${option#--}"
        [ "$status" != 2 ]
        ok $? "the default build runs $option" || show
    done
}
MEMWALL_BIN=$PWD/build tree=ref
formats 'policy=[a-z0-9-]*' solve --nx=8
formats '--basis=[a-z0-9]*' solve --input=lap27:4 --policy=double
formats '--variant=[A-Z_]*' poisson --cells=16
formats '--mg=[a-z0-9]+(,[a-z0-9]+)*' poisson --cells=64
for basis in f32 f16 i32 i16; do
    run 1 solve --input=lap27:8 --policy=double --basis=$basis
    is "$status" 0 "the default build has the basis in $basis" || show
done
run 1 solve --nx=8 --policy=bf16
is "$status $(cat "$work/out" "$work/err")" "2 memwall: bf16: this program has no kernels for the formats bf16_bf16 \
f64_bf16 f32_bf16; build it with make TREE=ref FORMATS=\"bf16_bf16 f64_bf16 f32_bf16\", or with FORMATS=all" \
    "what is not compiled is named before any work" || show
rm -r build

# A compiler without OpenMP: its headers, but omp.h.
cp -r "$(gcc -print-file-name=include)" "$work/headers" && rm "$work/headers/omp.h"
printf '#!/bin/sh\nexec gcc -nostdinc "$@" -isystem %s -isystem /usr/local/include -isystem /usr/include/%s -isystem /usr/include\n' \
    "$work/headers" "$(gcc -print-multiarch)" >"$work/cc"
chmod +x "$work/cc"
build CC="$work/cc" build/mpi-no/common/machine.o
[ "$status" != 0 ] && grep -q "this compiler has no <omp.h>: OPENMP=no builds for one thread" "$work/err"
ok $? "a compiler without OpenMP" || show
build CC="$work/cc" OPENMP=no build/mpi-no-serial/common/machine.o
ok "$status" "and with OPENMP=no" || show
rm -r build

# Two at the same time, and sources that cannot be written.
for k in 1 2; do
    env -u BACKEND make -s MPI=no CFLAGS=-O0 BUILD="$work/two" "$work/two/mpi-no/common/machine.o" 2>"$work/two$k" &
    pids[k]=$!
done
wait "${pids[1]}" && wait "${pids[2]}" && [ ! -s "$work/two1" ] && [ ! -s "$work/two2" ]
ok $? "two builds at the same time" || cat "$work"/two[12] >&2
if [ "$(id -u)" = 0 ] && command -v setpriv >/dev/null; then
    mkdir -m 777 "$work/outside"
    chmod 755 "$work"
    read_only() { # ARGUMENTS...: make as a user that cannot write the sources
        HOME=/ TMPDIR=$work/outside CCACHE_DISABLE=1 setpriv --reuid=65534 --regid=65534 --clear-groups \
            make -s MPI=no CFLAGS=-O0 "$@" >"$work/out" 2>"$work/err"
    }
    if setpriv --reuid=65534 --regid=65534 --clear-groups test -r "$copy/Makefile"; then
        read_only BUILD="$work/outside/b" "$work/outside/b/mpi-no/common/machine.o"
        ok $? "sources that cannot be written" || show
        read_only BUILD=other other/mpi-no/version.h
        [ $? != 0 ] && grep -qF "BUILD=other: this folder cannot be written: give make another one" "$work/err"
        ok $? "and objects that cannot be written there" || show
    else
        skip "another user cannot read $work"
    fi
else
    skip "root and setpriv are needed for sources that cannot be written"
fi

# The folders gpu/.
mkdir -p opt/gpu
[ -f opt/gpu/sweep.c ] || echo '#error "a file for devices"' >opt/gpu/sweep.c
takes "gpu/ is not for the CPU" sweep.c opt/sweep.c TREE=opt
takes "BACKEND=emu: opt/gpu/sweep.c replaces opt/sweep.c" sweep.c opt/gpu/sweep.c TREE=yours BACKEND=emu
cp ref/sweep.c yours/
takes "BACKEND=emu: the tree's own file comes before gpu/ of its parent" sweep.c yours/sweep.c TREE=yours BACKEND=emu

# An object is compiled again when its source is another one.
object=build/mpi-no/mine/all_kernels.f64_f64.o
rm mine/parent
build TREE=mine $object
ok $status "an object is built" || show
compiles "and not again" all_kernels.f64_f64.o "" TREE=mine $object
rm mine/sweep.c
cp ref/defaults.h mine/
compiles "but when one of its files is removed" all_kernels.f64_f64.o $kernels TREE=mine $object
build TREE=mine $object
ok $status "from the parent's file" || show
cp ref/layout.h mine/
compiles "and when a header is added" all_kernels.f64_f64.o $kernels TREE=mine $object
rm -r mine yours

# version ARGUMENTS...: the commit that the program would report
version() {
    build "$@" build/mpi-no/version.h
    sed -n 's/.*MEMWALL_COMMIT "\(.*\)"/\1/p' build/mpi-no/version.h
}
is "$(version)" unknown "without a repository the commit is unknown"
is "$(version COMMIT=abc123)" abc123 "or what COMMIT= says"

# nvidia-smi prints its failures on standard output.
mkdir "$work/tools"
# shellcheck disable=SC2016 # for make, not for the shell
printf 'show-%%: ; @echo $($*)\n' >show.mk
cuda() {
    printf '#!/bin/sh\necho "%s"\n' "$1" >"$work/tools/nvidia-smi"
    chmod +x "$work/tools/nvidia-smi"
    PATH=$work/tools:$PATH build -f Makefile -f show.mk BACKEND=cuda show-CUDA_ARCH
    cat "$work/out"
}
is "$(cuda "NVIDIA-SMI has failed because it has 9.0 problems")" "sm_80 sm_90" "a broken nvidia-smi is not an architecture"
is "$(cuda "9.0
8.6
9.0")" "sm_86 sm_90" "two architectures"
printf '#!/bin/sh\necho compute_80; echo compute_90\n' >"$work/tools/nvcc"
chmod +x "$work/tools/nvcc"
is "$(cuda "6.1
9.0")" "sm_90" "an old card beside another one is left out"
is "$(grep -c "not for the GPU sm_61, for which .*nvcc does not compile" "$work/err")" 1 "and named" || show
# links NAME WANTED ARGUMENTS...: the command that links the program contains this
links() {
    build -n V=1 "${@:3}"
    grep -q -- " -o build/mpi-no-[a-z]*/memwall-ref .*$2" "$work/out"
    ok $? "$1" || show
}
# The libraries of a device are where a linker does not look by itself, and so is the program's path to them.
library() { # FILE: a folder of $work with this library; $flags are those of the link
    mkdir -p "$work/$(dirname "$1")"
    touch "$work/$1"
    flags="-L$work/$(dirname "$1") -Wl,-rpath,$work/$(dirname "$1")"
}
for folder in lib64 lib targets/x86_64-linux/lib; do
    library "cuda-$folder/$folder/libcudart.so"
    links "libcudart in $folder" "$flags -lcudart " BACKEND=cuda CUDA="$work/cuda-$folder"
    CUDA_HOME=$work/cuda-$folder links "and below CUDA_HOME" "$flags -lcudart " BACKEND=cuda NVCC=none
done
for folder in lib lib64; do
    library "rocm-$folder/$folder/libamdhip64.so"
    links "libamdhip64 in $folder" "$flags -lamdhip64 " BACKEND=hip ROCM="$work/rocm-$folder"
done
# A wrapper of nvcc has no libraries beside it. Those of its version are elsewhere, and not those in /usr/local.
library sdk/cuda/targets/sbsa-linux/lib/libcudart.so
mkdir -p "$work/sdk/compilers/bin"
printf '%s\n' '#!/bin/sh' "[ \"\$1\" = -dryrun ] && echo '#\$ LIBRARIES=  \"-L$work/sdk/stubs\" \"-L${flags##*,}\"' >&2" \
    >"$work/sdk/compilers/bin/nvcc"
chmod +x "$work/sdk/compilers/bin/nvcc"
links "libcudart far from nvcc" "$flags -lcudart " BACKEND=cuda NVCC="$work/sdk/compilers/bin/nvcc"
CUDA_HOME=/none PATH=$work/sdk/compilers/bin:$PATH links "and from the nvcc in PATH" "$flags -lcudart " BACKEND=cuda
refuses "GPUs with warps of different sizes" "HIP_ARCH=gfx90a gfx1030: a program is for GPUs with warps of 64 threads" \
    BACKEND=hip HIP_ARCH="gfx90a gfx1030"
for arch in gfx90a:64 "gfx1030 gfx1100:32"; do
    build -f Makefile -f show.mk BACKEND=hip HIP_ARCH="${arch%:*}" show-HIP_WARP
    is "$(cat "$work/out")" "${arch#*:}" "${arch%:*}: threads of a warp" || show
done
ROCM_PATH=/ours/rocm PE_MPICH_GTL_DIR_amd_gfx942=-L/ours/gtl PE_MPICH_GTL_LIBS_amd_gfx942=-lmpi_gtl_hsa \
    build -n V=1 BACKEND=hip HIP_ARCH=gfx942 LDLIBS=-lours
grep -q -- "-o build/mpi-no-hip/memwall-ref -lours .*-L/ours/rocm/lib -Wl,-rpath,/ours/rocm/lib -lamdhip64 .*-L/ours/gtl -lmpi_gtl_hsa$" \
    "$work/out"
ok $? "LDLIBS is added to the libraries of ROCm and of Cray's MPI" || show
# MPICC for the headers of kernels: mpicc of Open MPI and MPICH know -show, cc of Cray has another option.
for option in -show --cray-print-opts=cflags; do
    printf '#!/bin/sh\n[ "$1" = %s ] && echo gcc -I/ours/mpi -lmpi\n' "$option" >"$work/tools/cc"
    chmod +x "$work/tools/cc"
    build -n V=1 BACKEND=hip MPI=yes MPICC="$work/tools/cc"
    grep -q -- " -x hip .* -I/ours/mpi 2>build/mpi-yes-hip/common/any_format.log" "$work/out"
    ok $? "MPICC with the option $option: the folder of mpi.h" || show
done
if git --version >/dev/null 2>&1; then
    git() { command git -c user.name=test -c user.email=test@localhost "$@"; }
    git init -q . && echo /build/ >.gitignore && git add -A && git commit -qm "all"
    commit=$(git describe --always)
    is "$(version)" "$commit" "a commit"
    echo "/* changed */" >>ref/spmv.c
    is "$(version)" "$commit-modified" "a changed file"
    git reset -q --hard
    command git init -q "$work/other" && GIT_DIR=$work/other/.git git commit -q --allow-empty -m "not ours"
    is "$(GIT_DIR=$work/other/.git version)" "$commit" "a hook of another repository"
    if [ -d "$work/outside" ] && setpriv --reuid=65534 --regid=65534 --clear-groups test -r Makefile; then
        read_only BUILD="$work/outside/v" "$work/outside/v/mpi-no/version.h"
        is "$(grep -o '".*"' "$work/outside/v/mpi-no/version.h" | head -1)" "\"$commit\"" "a checkout of another user" || show
    fi
    mkdir mine && cp ref/sweep.c mine/
    is "$(version)" "$commit" "an untracked tree that is not compiled"
    is "$(version TREE=mine)" "$commit-modified" "an untracked tree"
    echo /mine/ >>.git/info/exclude
    is "$(version TREE=mine)" "$commit-modified" "a tree that git ignores"
    git clone -q -c core.autocrlf=true . "$work/clone" 2>"$work/err"
    is "$(cd "$work/clone" && grep -rlI $'\r' --exclude-dir=.git .)" "" "a clone with core.autocrlf has no CRLF" || show
else
    skip "git is needed for the commit"
fi

# Debian 12 has make 4.3; RHEL 8 and Ubuntu 20.04 have 4.2. In 4.2 a # in a call of a function begins a comment.
grep -nE '&:|:::=|\.EXTRA_PREREQS|\.NOTINTERMEDIATE|\.WAIT|\$\((let|intcmp) |\$\([a-z]+ [^)]*#' \
    Makefile tests/*.mk >"$work/out"
is $? 1 "the makefiles need no feature that is newer than make 4.2" || show

# Asked for a tree of one's own, test builds it as well.
mkdir -p mine && cp ref/sweep.c mine/
build -f Makefile -f show.mk TREE=mine show-TREES
is "$(cat "$work/out")" "ref opt mine" "make TREE=mine test: the trees"

# `make run` shows the reason of a run that is not valid, and ends with its status. Variables of OpenMP in the shell
# of the caller change neither the ranks nor their threads.
mkdir -p "$work/first/build/first"
cp -r "$top/run" "$work/first/run"
echo 'ref opt: ;' >"$work/first/Makefile"
printf '%s\n' '#!/bin/sh' 'while [ "${1#-}" != "$1" ]; do echo "$1 $2"; shift 2; done' 'exec "$@"' >"$work/first/start"
printf '%s\n' '#!/bin/sh' 'env | grep "^OMP_[^W]"' 'echo "INVALID: the reason"' 'echo ------' 'exit 1' \
    >"$work/first/build/first/memwall-ref"
cp "$work/first/build/first/memwall-ref" "$work/first/build/first/memwall-opt"
chmod +x "$work/first/start" "$work"/first/build/first/memwall-*
OMP_NUM_THREADS=64 OMP_PROC_BIND=true MPICC=true MPIRUN=./start "$work/first/run/first" >"$work/out" 2>"$work/err"
is "$? $(tail -n 1 "$work/out")" "1 ref: bench --nx=32 --rt=0: INVALID: the reason (build/first/report-ref.txt)" \
    "make run: a run that is not valid" || show
cores=$(env -u OMP_NUM_THREADS nproc)
is "$(head -n -2 "$work/first/build/first/report-ref.txt")" "$([ "$cores" = 1 ] || echo "-np $((cores < 8 ? cores : 8))")" \
    "and a rank for each core, without OMP_NUM_THREADS" || show
# shellcheck disable=SC2016 # for make, not for the shell
is "$(printf 'show: ; @echo $(MAKEFLAGS)\n' | OMP_NUM_THREADS=77 make -s MPI=no -f Makefile -f - show | grep -o -m 1 -- '-j[0-9]\+')" \
    "-j$cores" "make starts as many jobs as there are cores"
# Without MPI it installs one only as root.
mkdir "$work/first/tools"
printf '%s\n' '#!/bin/sh' 'echo "$USER_ID"' >"$work/first/tools/id"
printf '%s\n' '#!/bin/sh' "echo \"\$0 \$*\" >>$work/first/installed" >"$work/first/tools/apt-get"
cp "$work/first/tools/apt-get" "$work/first/tools/sudo"
chmod +x "$work"/first/tools/*
for user in 1000 0; do
    USER_ID=$user PATH=$work/first/tools:$PATH MPICC=nowhere "$work/first/run/first" >"$work/out" 2>"$work/err"
    is "$(grep -c '^    sudo apt-get install' "$work/out") $(grep -c . "$work/first/installed" 2>/dev/null)" \
        "1 $([ $user = 1000 ] || echo 2)" "make run without MPI, user $user: what is installed" || show
done

# Only a folder that make has created is removed.
mkdir own && touch own/thesis
build BUILD=own clean
[ "$status" = 2 ] && [ -e own/thesis ] && grep -qF "BUILD=own: make has not created this folder" "$work/err"
ok $? "make clean keeps a folder that make has not created" || show
build BUILD=new new/mpi-no/version.h
build BUILD=new clean
[ "$status" = 0 ] && [ ! -e new ]
ok $? "and removes one that make has created" || show
finish
