#!/usr/bin/env bash
# tests/packages.t - the recipes in packages/: what they ask of make exists.
. "$(dirname "$0")/tap.sh"
top=$(cd "$tests/.." && pwd)
recipe=packages/spack_repo/memwall/packages/memwall/package.py

if ! command -v python3 >/dev/null; then
    skip "python3 is needed for the recipes"
    finish
fi
"$tests/check_packages" "$top" >"$work/commands" 2>"$work/err"
ok $? "recipes" || show
is "$(wc -l <"$work/commands")" 16 "the commands of four specs"
# make accepts the variables: it would link the program of this back end.
for spec in "MPI=yes MPICC=mpicc" MPI=no BACKEND=cuda BACKEND=hip; do
    command=$(grep "^make install TREE=opt.*$spec\$\|^make install TREE=opt.*$spec " "$work/commands" | head -1)
    (cd "$top" && env -u TREE -u BACKEND \
        bash -c "$command -n BUILD=$work/build") >"$work/out" 2>"$work/err"
    [ $? = 0 ] && grep -q -- "-o $work/build/.*/memwall-opt " "$work/out" &&
        grep -q "install .* /spack/memwall/bin/memwall-opt" "$work/out"
    ok $? "$command" || show
done

finish
