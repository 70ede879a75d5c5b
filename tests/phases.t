#!/usr/bin/env bash
# tests/phases.t - one cycle has the same phases in every tree: their calls and flops, on each level.
#
# Only then do the times of a phase in two trees compare equal work. Halo exchanges are left out:
# a tree may divide one into two phases, its beginning and its end.
. "$(dirname "$0")/tap.sh"
needs solve

for tree in $TREES; do
    [ "$tree" = ref ] && continue
    for ranks in 1 2; do
        for run in "solve --nx=16 --order=color --policy=double" "solve --nx=16 --order=color" \
            "poisson --cells=64 --variant=D_MG" "poisson --dim=3 --cells=16 --variant=D_MG"; do
            name="$tree, $ranks ranks, $run"
            has_verb ${run%% *} && can_run $ranks "$name" || continue
            for of in ref "$tree"; do
                tree=$of run $ranks $run --iterations=3 --json="$work/$of.json"
                phases "$work/$of.json" >"$work/$of.phases"
            done
            [ "$(wc -l <"$work/ref.phases")" -gt 8 ] && cmp -s "$work/ref.phases" "$work/$tree.phases"
            ok $? "$name: the phases of ref" || diff "$work/ref.phases" "$work/$tree.phases" >&2
        done
    done
done
finish
