#!/usr/bin/env bash
# tests/make.t - the Makefile: mistakes that it must report, files that it must
# choose.
#
# Works in a copy of the sources; most cases ask make only what it would do (-n).
. "$(dirname "$0")/tap.sh"
top=$(cd "$tests/.." && pwd)
copy="$work/a copy" # a name with a blank
mkdir "$copy"
cp -r "$top"/{Makefile,make,common,judge,opt,ref,tests} "$copy"
cd "$copy" || exit 1
unset TREE BACKEND

# build ARGUMENTS...: make for one process, without optimization
build() {
    env -u TREES -u BACKEND make -s MPI=no CC="${CC:-gcc}" CFLAGS=-O0 "$@" >"$work/out" 2>"$work/err"
    status=$?
}

# refuses NAME TEXT ARGUMENTS...: make stops with one line that has this text
refuses() {
    local name=$1 text=$2
    shift 2
    build -n "$@"
    [ "$status" != 0 ] && [ "$(wc -l <"$work/err")" = 1 ] && grep -qF -- "$text" "$work/err"
    ok $? "$name" || show
}

# compiles NAME WANTED ARGUMENTS...: would this file, or none for "", be compiled as
# its object?
compiles() {
    local name=$1 object=$2 wanted=$3
    shift 3
    build -n "$@"
    is "$(sed -n "s,.* -c \([^ ]*\) -o .*/$object\$,\1,p" "$work/out")" "$wanted" "$name" || show
}

refuses "a typo in TREE" "TREE=otp: no such folder; the trees here are opt opt/implicit ref" TREE=otp
refuses "a typo in BACKEND" "BACKEND=cdua: one of cpu cuda hip emu is needed" BACKEND=cdua
refuses "a tree for CPUs on a device" "this tree is for CPUs only (opt/implicit/defaults.h)" \
    TREE=opt/implicit BACKEND=emu
refuses "a blank in TREE" "TREE=a b: the name of this folder must not contain blanks" TREE="a b"
refuses "a blank in BUILD" "BUILD=a b: the name of this folder must not contain blanks" BUILD="a b"
refuses "a typo in OPENMP" "OPENMP=off: one of yes no is needed" OPENMP=off
refuses "a typo in DEBUG" "DEBUG=yes: one of 0 1 is needed" DEBUG=yes
refuses "a pair of formats that does not exist" "PAIRS=f64_f8: there are f64_f64 " PAIRS=f64_f8
refuses "a matrix in integers" "PAIRS=f64_i16: there are f64_f64 " PAIRS=f64_i16

mkdir mine yours
echo opps >mine/parent
refuses "a parent that is not there" "mine/parent: opps: no such folder" TREE=mine
printf '%s\n' ref opt >mine/parent
refuses "two parents" "mine/parent: there is one parent, not ref opt" TREE=mine
echo "spmv.c opps" >mine/parent
refuses "a file of a tree that is not there" "mine/parent: spmv.c opps: no such folder" TREE=mine
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
refuses "a misspelled file" \
    "mine/swep.c: no tree has a file of that name; do you mean sweep.c?" TREE=mine
mv mine/swep.c mine/sweep.c
touch mine/defalts.h
refuses "a misspelled header" "do you mean defaults.h?" TREE=mine
mv mine/defalts.h mine/Parent
refuses "a misspelled parent" "mine/Parent: not a file of a tree; do you mean parent?" TREE=mine
mv mine/Parent mine/error.h
refuses "the name of a file of common" "the name is taken by common/" TREE=mine
rm mine/error.h
touch mine/helper.c mine/helper.h
refuses "a file that nothing includes" "include helper.h in a file of mine" TREE=mine
echo '#include <helper.h>' >>mine/sweep.c
compiles "a file of one's own, with its header" helper.o mine/helper.c TREE=mine
rm mine/helper.*
sed -i '$d' mine/sweep.c

compiles "a file of the tree" sweep.f64_f64.o mine/sweep.c TREE=mine
compiles "a file of ref" spmv.f64_f64.o ref/spmv.c TREE=mine
compiles "one of two pairs of formats" spmv.f64_f64.o ref/spmv.c TREE=mine PAIRS="f64_f64 f32_f16"
compiles "and no other pair" spmv.f32_f32.o "" TREE=mine PAIRS="f64_f64 f32_f16"
compiles "kernels of vectors have pairs of their own" ortho.f64_i16.o ref/ortho.c TREE=mine PAIRS="f64_f64 f32_f16"
compiles "a pair that no policy uses" spmv.f16_f32.o "" TREE=mine
compiles "one more pair" spmv.f16_f32.o ref/spmv.c TREE=mine MORE_PAIRS=f16_f32
echo opt >yours/parent
echo yours >mine/parent
compiles "a parent's parent" spmv.f64_f64.o opt/spmv.c TREE=mine
compiles "TREE with a slash" spmv.f64_f64.o opt/spmv.c TREE=mine/

# Folders in folders, and files of other trees.
mkdir -p yours/inner
printf '%s\n' opt 'sweep.c mine' 'ortho.c ref' 'rows.h ref' >yours/inner/parent
compiles "a file of another tree" sweep.f64_f64.o mine/sweep.c TREE=yours/inner
compiles "another one" ortho.f64_f64.o ref/ortho.c TREE=yours/inner
compiles "all others are those of the parent" spmv.f64_f64.o opt/spmv.c TREE=yours/inner
build -n TREE=yours/inner
grep -q -- ' -o build/mpi-no/memwall-yours-inner ' "$work/out"
ok $? "the program has the name of the whole path" || show
grep -q -- ' -Iyours/inner -Ibuild/mpi-no/yours-inner/taken/yours-inner -Iopt ' "$work/out"
ok $? "headers of another tree come before those of the parent" || show
build TREE=yours/inner build/mpi-no/yours-inner/taken
is "$(cat build/mpi-no/yours-inner/taken/yours-inner/rows.h)" "$(cat ref/rows.h)" "the header of the other tree" || show
touch yours/inner/sweep.c
refuses "a file that is also the tree's own" "the folder yours/inner has a file of this name" TREE=yours/inner
rm -r yours/inner build

# What no tree changes is compiled once.
build -n TREE=ref
grep ' -o build/mpi-no/common/' "$work/out" | grep -qe ' -Iref' -e TREE
is $? 1 "the objects of all trees know none of them" || show

# An object has one name, so that a change of a header is seen by the next build.
mv "$copy" "$work/copy" # the absolute name of a folder of objects must not contain blanks
for folder in build ./build build/ "$work/copy/build"; do
    make -n -B -C "$work/copy" MPI=no TREE=ref BUILD="$folder" 2>&1 |
        grep -c -- ' -o build/mpi-no/common/machine.o'
done >"$work/out"
mv "$work/copy" "$copy"
[ "$(sort -u "$work/out")" = 1 ]
ok $? "different names of the same folder of objects" || show

# The link in build/ shows the program of the last call, also if that program was built before.
mkdir -p build/mpi-no build/mpi-yes
touch build/mpi-no/memwall-ref build/mpi-yes/memwall-ref
for flavor in mpi-yes mpi-no; do
    ln -sf "$flavor/memwall-ref" build/memwall-ref
    build -n -o build/mpi-no/memwall-ref TREE=ref
    grep -c 'ln -sf mpi-no/memwall-ref build/memwall-ref' "$work/out"
done >"$work/links"
is "$(xargs <"$work/links")" "1 0" "the link after a build with other options" || show
rm -r build

# Two at the same time, and sources that cannot be written.
for k in 1 2; do
    env -u BACKEND make -s MPI=no CFLAGS=-O0 BUILD="$work/two" "$work/two/mpi-no/common/machine.o" 2>"$work/two$k" &
    pids[k]=$!
done
wait "${pids[1]}" && wait "${pids[2]}" && [ ! -s "$work/two1" ] && [ ! -s "$work/two2" ]
ok $? "two builds at the same time" || cat "$work"/two[12] >&2
if bwrap --ro-bind / / true 2>/dev/null; then
    mkdir "$work/outside"
    read_only() { # ARGUMENTS...: make in sources that cannot be written
        TMPDIR=$work/outside CCACHE_DISABLE=1 bwrap --ro-bind / / --dev /dev --proc /proc \
            --bind "$work/outside" "$work/outside" --chdir "$copy" make -s MPI=no CFLAGS=-O0 "$@" \
            >"$work/out" 2>"$work/err"
    }
    read_only BUILD="$work/outside" "$work/outside/mpi-no/common/machine.o"
    ok $? "sources that cannot be written" || show
    read_only BUILD=other other/mpi-no/version.h
    [ $? != 0 ] && grep -qF "BUILD=other: this folder cannot be written: give make another one" "$work/err"
    ok $? "and objects that cannot be written there" || show
else
    skip "bubblewrap is needed for sources that cannot be written"
fi

# The folders gpu/.
mkdir -p opt/gpu
[ -f opt/gpu/sweep.c ] || echo '#error "a file for devices"' >opt/gpu/sweep.c
[ -f opt/gpu/layout.h ] || cp opt/layout.h opt/gpu/
compiles "gpu/ is not for the CPU" sweep.f64_f64.o opt/sweep.c TREE=opt
build -n TREE=yours BACKEND=emu
grep -q '#include.* opt/gpu/sweep.c ' "$work/out"
ok $? "BACKEND=emu: opt/gpu/sweep.c replaces opt/sweep.c" || show
grep -q -- ' -Iyours -Iopt/gpu -Iopt .*-Iref' "$work/out"
ok $? "BACKEND=emu: headers are looked for in the same order" || show
cp ref/sweep.c yours/
build -n TREE=yours BACKEND=emu
grep -q '#include.* yours/sweep.c ' "$work/out"
ok $? "BACKEND=emu: the tree's own file comes before gpu/ of its parent" || show

# An object is compiled again when its source is another one.
object=build/mpi-no/mine/sweep.f64_f64.o
rm mine/parent
build TREE=mine $object
ok $status "an object is built" || show
compiles "and not again" sweep.f64_f64.o "" TREE=mine $object
rm mine/sweep.c
cp ref/defaults.h mine/
compiles "but when its file is removed" sweep.f64_f64.o ref/sweep.c TREE=mine $object
build TREE=mine $object
ok $status "from the parent's file" || show
cp ref/layout.h mine/
compiles "and when a header is added" sweep.f64_f64.o ref/sweep.c TREE=mine $object
rm -r mine yours

# The difference of two trees.
mkdir -p steps/first
cp -r "$top/run" .
echo 'update.c ref' >steps/first/parent
sed 's/y_i = sum/y_i  = sum/' ref/spmv.c >steps/first/spmv.c
run/difference ref steps/first >"$work/out" 2>"$work/err"
is "$? $(tail -n 1 "$work/out")" "0 ref to steps/first: 1 files, 1 lines removed, 1 lines added" "the difference of two trees" || show
rm -r steps run

# version ARGUMENTS...: the commit that the program would report
version() {
    build "$@" build/mpi-no/version.h
    sed -n 's/.*MEMWALL_COMMIT "\(.*\)"/\1/p' build/mpi-no/version.h
}

is "$(version)" unknown "without a repository the commit is unknown"
is "$(version COMMIT=abc123)" abc123 "or what COMMIT= says"

# nvidia-smi prints its failures on standard output.
mkdir tools
# shellcheck disable=SC2016 # for make, not for the shell
printf 'show-cuda:\n\t@echo $(CUDA_ARCH)\n' >show.mk
cuda() {
    printf '#!/bin/sh\necho "%s"\n' "$1" >tools/nvidia-smi
    chmod +x tools/nvidia-smi
    PATH=$PWD/tools:$PATH build -f Makefile -f show.mk BACKEND=cuda show-cuda
    cat "$work/out"
}
is "$(cuda "NVIDIA-SMI has failed because it has 9.0 problems")" "sm_80 sm_90" "a broken nvidia-smi is not an architecture"
is "$(cuda "9.0
8.6
9.0")" "sm_86 sm_90" "two architectures"
rm -r tools
if git --version >/dev/null 2>&1; then
    git() { command git -c user.name=test -c user.email=test@localhost "$@"; }
    git init -q . && echo /build/ >.gitignore && git add -A && git commit -qm "all"
    commit=$(git describe --always)
    is "$(version)" "$commit" "a commit"
    echo "/* changed */" >>ref/spmv.c
    is "$(version)" "$commit-modified" "a changed file"
    git reset -q --hard
    mkdir mine && cp ref/sweep.c mine/
    is "$(version)" "$commit" "an untracked tree that is not compiled"
    is "$(version TREE=mine)" "$commit-modified" "an untracked tree"
    echo /mine/ >>.git/info/exclude
    is "$(version TREE=mine)" "$commit-modified" "a tree that git ignores"
else
    skip "git is needed for the commit"
fi

# Debian 12 has make 4.3; RHEL 8 and Ubuntu 20.04 have 4.2. In 4.2 a # in a call of a function begins a comment.
grep -nE '&:|:::=|\.EXTRA_PREREQS|\.NOTINTERMEDIATE|\.WAIT|\$\((let|intcmp) |\$\([a-z]+ [^)]*#' \
    Makefile ./*/*.mk >"$work/out"
is $? 1 "the makefiles need no feature that is newer than make 4.2" || show

# Asked for a tree of one's own, test builds it as well.
mkdir -p mine && cp ref/sweep.c mine/
# shellcheck disable=SC2016 # for make, not for the shell
printf 'show-trees:\n\t@echo $(TREES)\n' >show.mk
build -f Makefile -f show.mk TREE=mine show-trees
is "$(cat "$work/out")" "ref opt mine" "make TREE=mine test: the trees"

# `make run` shows the report of a run that is not valid, and ends with its status.
mkdir -p "$work/first/build/first"
cp -r "$top/run" "$work/first/run"
echo 'ref opt: ;' >"$work/first/Makefile"
printf '%s\n' '#!/bin/sh' 'shift 2' 'exec "$@"' >"$work/first/start"
printf '%s\n' '#!/bin/sh' 'echo "INVALID: the reason"' 'exit 1' >"$work/first/build/first/memwall-ref"
cp "$work/first/build/first/memwall-ref" "$work/first/build/first/memwall-opt"
chmod +x "$work/first/start" "$work"/first/build/first/memwall-*
MPICC=true MPIRUN=./start "$work/first/run/first" >"$work/out" 2>"$work/err"
is "$? $(tail -n 1 "$work/out")" "1 ref: bench --nx=32 --rt=0: INVALID: the reason (build/first/report-ref.txt)" \
    "make run: a run that is not valid" || show

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
