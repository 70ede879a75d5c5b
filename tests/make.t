#!/usr/bin/env bash
# tests/make.t - the Makefile, run/settings and run/tree: the rows of make.table, builds, install and dist.
#
# Works in a copy of the sources; most cases ask make only what it would do (-n).
. "$(dirname "$0")/tap.sh"
. "$tests/table.sh"
top=$(cd "$tests/.." && pwd)
usual=$MEMWALL_BIN backend=$BACKEND

# Install into an empty root, and run.
install() {
    local root=$work/root tree=${TREES%% *}
    local make=(make -s -C "$top" BUILD="${usual%/*}" MPI="$MPI" BACKEND="$BACKEND" FORMATS="$formats" TREE="$tree" DESTDIR="$root" PREFIX=/usr)
    (umask 077 && "${make[@]}" install) >"$work/out" 2>"$work/err"
    ok $? "make install" || show
    is "$(find "$root/usr" ! -type l ! -perm -o=r; find "$root/usr" -type d ! -perm -o=x)" "" "which all can read, whatever the umask"
    ls "$root"/usr/share/{doc/memwall/{README.md,docs/01-benchmark.md},memwall/run/{compare,memwall/process.py}} \
        >"$work/out" 2>"$work/err"
    ok $? "pages and scripts are installed" || show
    "$root/usr/share/memwall/build/memwall-$tree" --version | grep -q "memwall-$tree"
    ok $? "the installed program runs, by the link of the scripts"
}

install
# The variables of the make that runs the tests are no settings of other builds.
compiler=${CC:-gcc}
unset $(sed -n '/^SET :=/,/[^\\]$/{ s/^SET :=//; s/\\$//; p; }' "$top/Makefile")
MPI=no
here="$work/a copy" # a name with a blank
changes=allowed TREES=ref tree=ref ranks=1 seconds=300 real=$(command -v make)
cores=$(env -u OMP_NUM_THREADS nproc)
export real cores top

# ---- Commands and files of the table: make for one process, without optimization ----

tool make "unset TREES; exec $real -s MPI=no CC='$compiler' CFLAGS=-O0 \"\$@\""
tool variable 'name=$1; shift; echo "show: ; @echo \"[\$($name)]\"" | make "$@" -f Makefile -f - show'
tool program 'name=$1; shift; make -n "$@" >/dev/null && src=$(variable SRC "$@") && src=${src#[} && src=${src%]}/$name' \
    '[ ! -e "$src" ] || realpath --relative-to=. "$(readlink "$src")"'
tool compiled 'name=$1; shift' \
    'make -n V=1 "$@" | sed -n "s,.* -c \([^ ]*\) -o .*/$name\$,\1,p" | xargs -r realpath --relative-to=.'
tool inner 'mkdir yours/inner; printf "%s\n" opt "sweep.c mine" "ortho.c ref" "rows.h ref" >yours/inner/parent'
tool version 'make "$@" build/mpi-no/version.h && sed -n "s/.*MEMWALL_COMMIT \"\(.*\)\"/[\1]/p" build/mpi-no/version.h'
tool cuda 'printf "%s\n" "$@" >own/gpus && PATH=$work/smi:$PATH exec variable CUDA_ARCH BACKEND=cuda'
tool hidden "make CC='$work/hidden_flags' TREE=ref \"\$@\" 2>&1; true"
tool "$work/hidden_flags" 'exec gcc "$@" -ffinite-math-only'
# linked FILE ARGUMENTS...: prints what is wrong if the command that links the program does not name the folder of device/FILE
tool linked 'flags=$work/device/${1%/*}; rm -rf $work/device; mkdir -p $flags; touch $work/device/$1; name=${1##*/lib}; shift' \
    'make -n V=1 "$@" >own/o; flags="-L$flags -Wl,-rpath,$flags -l${name%.so} "' \
    'grep -q -- " -o build/mpi-no-[a-z]*/memwall-ref .*$flags" own/o || grep -- " -o build/mpi-no-[a-z]*/memwall-ref " own/o'
# hip TOOL OUTPUT: the GPUs of AMD if this tool of three prints this; driver NUMBER: a GPU of the driver
tool hip 'for tool in rocm_agent_enumerator amdgpu-arch rocminfo; do { echo "#!/bin/sh"' \
    '[ $tool = $1 ] && echo "printf \"$2\"" || echo "echo no GPU; exit 1"; } >own/$tool; chmod +x own/$tool; done' \
    'PATH=$PWD/own:$PATH exec variable HIP_ARCH BACKEND=hip KFD=own/kfd ROCM=own/rocm'
tool driver 'mkdir -p own/kfd/0 own/kfd/1; echo "gfx_target_version 0" >own/kfd/0/properties' \
    'printf "simd_count 304\ngfx_target_version $1\n" >own/kfd/1/properties'
tool as_other "HOME=/ TMPDIR=$work/outside CCACHE_DISABLE=1 exec setpriv --reuid=65534 --regid=65534 --clear-groups \"\$@\""
tool cray 'ROCM_PATH=/ours/rocm PE_MPICH_GTL_DIR_amd_gfx942=-L/ours/gtl PE_MPICH_GTL_LIBS_amd_gfx942=-lmpi_gtl_hsa exec "$@"'
tool "$work/smi/nvidia-smi" 'cat own/gpus'
tool "$work/tools/id" 'echo "$USER_ID"'
for name in apt-get sudo; do tool "$work/tools/$name" 'echo "$0 $*" >>own/log'; done
ln -s "$(command -v sh)" "$work/tools"
for option in -show --cray-print-opts=cflags; do
    tool "$work/mpicc$option" "[ \"\$1\" = $option ] && echo gcc -I/ours/mpi -lmpi"
done
mkdir -p "$work/files"/{docs,run,tests,mine,yours,own}
mkdir -m 777 "$work/outside"
chmod 755 "$work"
cd "$work/files" || exit 1
cp -r "$top"/{.gitattributes,Makefile,common,opt,ref} .
cp "$top"/tests/*.mk tests
cp -r "$top/docs/steps" docs
cp "$top"/run/{settings,tree} run
cp ref/sweep.c mine
mkdir -p opt/gpu
[ -f opt/gpu/sweep.c ] || echo '#error "a file for devices"' >opt/gpu/sweep.c

copy_files() { # only what the rows change; build/ remains, with the links to the files of each tree
    [ -e "$here" ] || cp -a "$work/files" "$here"
    rm -rf "$here"/{mine,yours,own,new,mine-yours,config.mk}
    cp -a "$work/files"/{mine,yours,own} "$here"
}

# ---- What is no single command ----

# An object has one name, so that a change of a header is seen by the next build. The links in build/ show the program
# of the last call, also if that program was built before.
names_of_objects_and_links() {
    in_files 'mv "$PWD" $work/copy && cd $work/copy && for folder in build ./build build/ $PWD/build; do
        make -n -B V=1 TREE=ref BUILD=$folder 2>&1 | grep -c -- " -o build/mpi-no/common/machine.o"; done; mv $work/copy "$OLDPWD"'
    is "$(sort -u "$work/out")" 1 "different names of the same folder of objects" || show
    in_files 'rm -rf build; mkdir -p build/mpi-no build/mpi-yes; touch build/mpi-no/memwall-ref build/mpi-yes/memwall-ref
        for flavor in mpi-yes mpi-no; do ln -sf $flavor/memwall-ref build/memwall-ref; ln -sfn $flavor/ref build/ref
        make -n V=1 -o build/mpi-no/memwall-ref TREE=ref | grep -c "ln -sfn mpi-no/"; done; rm -r build'
    is "$(xargs <"$work/out")" "1 0" "the links after a build with other options" || show
}

# A line for each file, none for a build with nothing to do; V=1 prints commands. This is the default build, with the
# pairs of formats that run/settings promises.
default_build() {
    local command
    in_files "$real MPI=no CFLAGS=-O0 TREE=ref"
    is "$status $(grep -c '^the kernels of ref: f64_f64 f64_f32 ' "$work/out") $(wc -l <"$work/err")" "0 1 0" \
        "a line for the kernels" || show
    [ "$(wc -l <"$work/out")" -lt 35 ]
    ok $? "no other lines" || show
    is "$(cd "$here" && ls ref | grep '\.[ch]$')" "$(ls "$here/build/ref/src")" "build/ref/src shows the files of the program"
    for again in 0 1; do
        is "$(cd "$here" && $real MPI=no CFLAGS=-O0 TREE=ref V=1 2>&1 | grep -c -- ' -c ')" 0 "nothing to do, call $again"
    done
    MEMWALL_BIN=$here/build
    for command in "solve --nx=8 --policy="{double,mixed,half,matrix8} "poisson --cells=16 --variant=H_MG" \
        "cbgmres --input=lap27:8 --policy=double --basis="{f32,f16,i32,i16}; do
        has_verb ${command%% *} || continue
        run 1 $command
        is "$status" 0 "the default build runs $command" || show
    done
    ! has_verb solve || run 1 solve --nx=8 --basis=i32 --matrix=f64
    ! has_verb solve || is "$status $(cat "$work/out" "$work/err")" "2 memwall: mixed basis=i32 matrix=f64: this program has no kernels for the formats \
f32_f64 f32_i32; build it with make TREE=ref FORMATS=\"f32_f64 f32_i32\", or with FORMATS=all" \
        "what is not compiled is named before any work" || show
    MEMWALL_BIN=$usual
}

# An object is compiled again when its source is another one.
sources_that_change() {
    local object=all_kernels.f64_f64.o
    in_files "set -e; rm -rf build; build='make TREE=mine build/mpi-no/mine/$object' which='compiled $object TREE=mine build/mpi-no/mine/$object'
        \$build; \$which; echo; rm mine/sweep.c; cp ref/defaults.h mine; \$which; \$build; cp ref/layout.h mine; \$which"
    is "$status $(xargs <"$work/out")" "0 build/mpi-no/all_kernels.c build/mpi-no/all_kernels.c" \
        "an object is built, not again, again without one of its files, and with a header more" || show
}

# The .d files of the last build name the sources where they were. After a move, to a folder that make searches before or
# after it, they are compiled where they are.
sources_that_move() {
    in_files 'set -e; rm -rf build; objects="build/mpi-no/common/machine.o build/mpi-no/common/phase.o"; make $objects
        mv common/base/machine.[ch] common/matrix; mv common/phase/phase.[ch] common/base
        echo "build/mpi-no/common/phase.o: common/device/gone.cc" >>build/mpi-no/common/phase.d; make $objects; make $objects
        grep -o " common/[a-z]*/[mp][a-z]*e\.c" ${objects//.o/.d}; rm -r common build; cp -r $work/files/common .'
    is "$status $(sed 's/.*: *//' "$work/out" | xargs)" "0 common/matrix/machine.c common/base/phase.c" \
        "files of common/ that were moved since the last build" || show
}

commits() { # in a repository, which remains
    git --version >/dev/null 2>&1 || { skip "git is needed for the commit"; return; }
    in_files 'rm -r mine; git() { command git -c user.name=test -c user.email=test@localhost "$@"; }
        git init -q . && echo /build/ >.gitignore && git add -A && git commit -qm all && commit=$(git describe --always)
        versions() { version "$@" | sed "s/$commit/commit/"; }
        if as_other test -r Makefile 2>/dev/null; then as_other make BUILD=$work/outside/v $work/outside/v/mpi-no/version.h
            grep -o "\"$commit\"" $work/outside/v/mpi-no/version.h; else echo $commit; fi | sed "s/.*/[commit]/;q"
        versions; echo "/* changed */" >>ref/spmv.c; versions
        mkdir below; git archive HEAD | tar -C below -x; cd below; version; cd ..
        git clone -q -c core.autocrlf=true . clone; grep -rlI "$(printf "\r")" --exclude-dir=.git clone'
    is "$(xargs <"$work/out")" "[commit] [commit] [commit-modified] [unknown]" \
        "the commit of a checkout of another user, a commit, a changed file, a copy in a checkout; no CRLF in a clone" || show
}

# `make run` shows the reason of a run that is not valid, and ends with its status. Variables of OpenMP in the shell of the
# caller change neither the ranks nor their threads.
first_run_that_is_not_valid() {
    local name report=$work/first/build/first/report-ref.txt
    for name in ref opt; do
        tool "$work/first/build/first/memwall-$name" 'env | grep "^OMP_[^W]"; echo "INVALID: the reason"; echo ------; exit 1'
    done
    cp -r "$top/run" "$work/first"
    echo 'ref opt: ;' >"$work/first/Makefile"
    tool "$work/first/start" 'while [ "${1#-}" != "$1" ]; do echo "$1 $2"; shift 2; done' 'exec "$@"'
    in_files "cd $work/first; CDPATH='$here' OMP_NUM_THREADS=64 OMP_PROC_BIND=true MPICC=true MPIRUN=./start run/first"
    is "$status $(tail -n 1 "$work/out")" "1 ref: bench --nx=32 --rt=0: INVALID: the reason (build/first/report-ref.txt)" \
        "make run: a run that is not valid" || show
    is "$(head -n -2 "$report")" "$([ "$cores" = 1 ] || echo "-np $((cores < 8 ? cores : 8))")" \
        "and a rank for each core, without OMP_NUM_THREADS" || show
}

# The tarball, without git.
dist() {
    local commit
    git -C "$top" --git-dir=.git rev-parse 2>/dev/null && [ "$backend" = cpu ] || { skip "make dist: needs git"; return; }
    commit=$(git -C "$top" describe --always)
    mkdir "$work/unpacked"
    $real -s -C "$top" BUILD="$work/build" dist >"$work/out" 2>"$work/err" &&
        tar -C "$work/unpacked" --strip-components=1 -xzf "$work"/build/memwall-*.tar.gz
    is "$(cd "$work/unpacked" && find . -type f ! -name commit | sort)" \
        "$(git -C "$top" ls-tree -r --name-only HEAD | sed 's,^,./,' | LC_ALL=C sort)" \
        "make dist packs the files of the last commit" || show
    (cd "$work/unpacked" && GIT_DIR=/nowhere make build/mpi-no/version.h build/mpi-no/common/machine.o &&
        grep "MEMWALL_COMMIT \"$commit-dist\"" build/mpi-no/version.h) >"$work/out" 2>"$work/err"
    ok $? "they are built without git, and know their commit" || show
}

rows "$tests/make.table"
names_of_objects_and_links
default_build
sources_that_change
sources_that_move
first_run_that_is_not_valid
dist
commits
finish
