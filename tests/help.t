#!/usr/bin/env bash
# tests/help.t - --help, unknown flags, make install and make dist.
. "$(dirname "$0")/tap.sh"
top=$(cd "$tests/.." && pwd)
verbs="bench solve poisson kernels"

# Every verb with all of its flags and no others.
screens() {
    run 1 --help=all
    is "$status" 0 "$tree: --help=all"
    grep -o '^  --[a-z0-9_-]*=' "$work/out" | grep -v help | sort -u >"$work/all"
    for verb in $verbs ""; do
        run 1 $verb --help
        ok "$status" "$tree $verb --help: exit status" || show
        [ -n "$verb" ] || [ "$(wc -l <"$work/out")" -le 50 ]
        ok $? "$tree $verb --help: one screen without a verb" || wc -l "$work/out" >&2
        is "$(grep -c '.\{85\}' "$work/out")" 0 "$tree $verb --help: no line is too long"
        grep -o -- '--[a-z0-9_-]*=' "$work/out" | sort -u | sed 's/^/  /' >"$work/$verb.flags"
        is "$(grep -vxF -f "$work/all" "$work/$verb.flags" | grep -vE -- '--(help|nx|rt|policy)=')" \
            "" "$tree $verb --help: flags that exist"
    done
    is "$(sort -u "$work"/{bench,solve,poisson,kernels}.flags | grep -v -- --help)" \
        "$(cat "$work/all")" "$tree: each flag is a flag of a verb"
}

# refuses TEXT ARGUMENTS...: one line that contains the text
refuses() {
    run 1 "${@:2}"
    says 2 "$1" "$tree ${*:2}: $1"
}

mistakes() {
    refuses "unknown verb; one of bench, solve" sovle --nx=8
    refuses "unknown flag (memwall-$tree solve --help" solve --frobnicate=1
    refuses "unknown flag" solve -hlep
    refuses "all is needed" --help=csh
    if [ "$MPI" = yes ] && [[ $mpi_version == *"Open MPI"* ]]; then
        mpi_flags+=(-q)
        run 2 solve --polcy=double
        unset 'mpi_flags[-1]'
        is "$status $(cat "$work/err" "$work/out" | wc -l)" "2 1" \
            "$tree: mpirun -q and a mistake: one line" || show
    fi
}

for tree in $TREES; do
    screens
    mistakes
done
if [[ $TREES = *ref* ]]; then
    tree=ref run 1 --help=markdown
    cmp -s "$work/out" "$top/docs/reference/options.md"
    ok $? "docs/reference/options.md is what --help=markdown prints" || diff "$work/out" "$top/docs/reference/options.md" >&2
fi

# Install into an empty root, run, and remove again.
make=(make -s -C "$top" MPI="$MPI" BACKEND="$BACKEND")
if [ "$MEMWALL_BIN" != "$top/build/mpi-$MPI" ]; then
    skip "install: not the usual build"
else
    tree=${TREES%% *}
    root=$work/root
    (umask 077 && "${make[@]}" TREE="$tree" DESTDIR="$root" PREFIX=/usr install) >"$work/out" 2>"$work/err"
    ok $? "make install" || show
    is "$(find "$root/usr" ! -type l ! -perm -o=r; find "$root/usr" -type d ! -perm -o=x)" "" "which all can read, whatever the umask"
    for file in bin/memwall-$tree share/doc/memwall/README.md share/doc/memwall/docs/01-benchmark.md \
        share/memwall/run/compare share/memwall/run/memwall/process.py; do
        [ -f "$root/usr/$file" ]
        ok $? "installed: $file"
    done
    "$root/usr/share/memwall/build/memwall-$tree" --version | grep -q "memwall-$tree"
    ok $? "the installed program runs, by the link of the scripts"
    mkdir -p "$root/usr/share/memwall/results/cpus"
    touch "$root/usr/share/memwall/results/cpus/all.json"
    for _ in 1 2; do
        "${make[@]}" TREE="$tree" DESTDIR="$root" PREFIX=/usr uninstall >"$work/out" 2>"$work/err"
        ok $? "make uninstall" || show
        find "$root" -type f -o -type l >>"$work/left"
        rm -rf "$root/usr/share/memwall/results"
    done
    is "$(sed "s,^$root/usr/,," "$work/left")" share/memwall/results/cpus/all.json \
        "make uninstall leaves the results of job scripts and no other file"
    [ ! -e "$root/usr/share/memwall" ]
    ok $? "and no folder"
fi

# The tarball, without git.
if git -C "$top" rev-parse 2>/dev/null && [ "$BACKEND" = cpu ]; then
    "${make[@]}" BUILD="$work/build" dist >"$work/out" 2>"$work/err"
    ok $? "make dist" || show
    mkdir "$work/unpacked"
    tar -C "$work/unpacked" --strip-components=1 -xzf "$work"/build/memwall-*.tar.gz
    is "$(cd "$work/unpacked" && find . -type f ! -name commit | sort)" \
        "$(cd "$top" && git ls-files | sed 's,^,./,' | LC_ALL=C sort)" "it has all tracked files"
    (cd "$work/unpacked" && env GIT_DIR=/nowhere make -s \
        MPI=no CFLAGS=-O0 build/mpi-no/version.h build/mpi-no/common/machine.o) >"$work/out" 2>"$work/err"
    ok $? "it builds without git" || show
    commit=$(git -C "$top" describe --always)
    grep -qE "MEMWALL_COMMIT \"$commit(-modified)?-dist\"" "$work/unpacked/build/mpi-no/version.h"
    ok $? "and knows its commit"
    make -s -C "$work/unpacked" MPI=no dist >"$work/out" 2>"$work/err"
    is "$? $(grep -c "this folder is no clone" "$work/err") $(ls "$work"/unpacked/build/*.tar.gz 2>/dev/null)" "2 1 " \
        "make dist without git: a line, and no tarball" || show
else
    skip "make dist: needs git"
fi
finish
