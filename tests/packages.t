#!/usr/bin/env bash
# tests/packages.t - the recipes in packages/: what they ask of make exists.
. "$(dirname "$0")/tap.sh"
top=$(cd "$tests/.." && pwd)
copy=$work/copy
recipe=packages/spack_repo/memwall/packages/memwall/package.py

if ! command -v python3 >/dev/null; then
    skip "python3 is needed for the recipes"
    finish
fi
"$tests/check_packages" "$top" >"$work/commands" 2>"$work/err"
ok $? "recipes, workflow and CITATION.cff" || show
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

# finds TEXT FILE EXPRESSION: after sed has changed a file of the copy, the check finds this
mkdir "$copy"
cp -r "$top"/{Makefile,LICENSE,CITATION.cff,.github,packages,docs,tests,judge,ref,opt} "$copy"
finds() {
    cp "$copy/$2" "$work/kept"
    sed -i "$3" "$copy/$2"
    "$copy/tests/check_packages" "$copy" >"$work/out" 2>"$work/err"
    [ $? = 1 ] && grep -qF -- "$1" "$work/err"
    ok $? "check_packages finds: $1" || show
    cp "$work/kept" "$copy/$2"
}
finds "make CUDA_ARCH=: no such variable" Makefile 's/CUDA_ARCH/CUDA_GPUS/g'
finds "make install: no such target" Makefile 's/^install:/copy:/'
finds "fast: no such tree" "$recipe" 's/"ref", "opt"/"ref", "fast"/'
finds "make BACK_END=: no such variable" packages/Containerfile 's/ BACKEND=\$/ BACK_END=$/'
finds "--build-arg BACKEND: no such argument" packages/Containerfile '/^ARG BACKEND/d'
finds "--target tools: no such stage" packages/Containerfile 's/ AS tools/ AS base/'
finds "does not call .ci/run" .github/workflows/ci.yml 's,run: .ci/run,run: make,'
finds "CITATION.cff: authors is missing" CITATION.cff 's/^authors:/author:/'
finish
