#!/usr/bin/env bash
# tests/applications.t - the folder of an application can be deleted: the rest builds, the checks of the sources find
# nothing, the other verbs run, and those that are gone are refused in one line.
. "$(dirname "$0")/tap.sh"
[ "$BACKEND" = cpu ] || skip_all "the same sources as on a CPU"
top=$(cd "$tests/.." && pwd)
declare -A example=([bench]="--nx=8 --rt=0" [kernels]="--nx=8 --restart=2" [solve]="--nx=8"
    [cbgmres]="--input=lap27:4" [poisson]="--cells=8 --variant=D_MG")
cd "$work" || exit 1
for application in $(ls "$top"/common/*/verb_*.c | sed 's,/[^/]*$,,; s,.*/,,' | sort -u); do
    mkdir "$application"
    cp -r "$top"/{CITATION.cff,LICENSE,Makefile,README.md,common,docs,opt,ref,run,tests} "$application"
    rm -r "$application/common/$application"
    launch 1 make -s -C "$application" MPI=no DEBUG=1 WERROR=1 PAIRS="f64_f64 f32_f32" VECTOR_PAIRS="f64_f64 f32_f32 f64_f32" ref opt
    is "$status $(cat "$work/err")" "0 " "without $application: ref and opt build" || show
    launch 1 make -s -C "$application" check-source
    ok "$status" "without $application: make check-source" || show
    for tree in ref opt; do
        for verb in "${!example[@]}"; do
            # shellcheck disable=SC2086 # flags
            launch 1 "$application/build/memwall-$tree" $verb ${example[$verb]}
            if ls "$application"/common/*/verb_$verb.c >/dev/null 2>&1; then
                ok "$status" "without $application: $tree $verb" || show
            else
                is "$status $(sed 's/ of .*//' "$work/err")" "2 memwall: $verb: unknown verb; one" "without $application: no $verb" || show
            fi
        done
    done
    rm -r "$application"
done
finish
