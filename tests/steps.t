#!/usr/bin/env bash
# tests/steps.t - the steps and the extension: the checker in few pairs of formats (tests.mk), on 2
# ranks fewer problems, and a solve in double with the iterations and the final residual of opt.
. "$(dirname "$0")/tap.sh"
needs solve
[ "$BACKEND" = cpu ] || skip_all "the steps are for the CPU"
MEMWALL_BIN=$(ls -d "$MEMWALL_BIN"/few/* | grep -v -- -count)
tree=opt
solve 1 --nx=16 --policy=double
iterations=$(field iterations) final=$(field final)

for tree in $(basename -a "$tests"/../docs/steps/*/ | sed 's/^/steps-/'); do
    for ranks in 1 2; do
        can_run $ranks "$tree on $ranks ranks" || continue
        [ $ranks = 1 ] && quick= || quick=--quick
        launch $ranks "$MEMWALL_BIN/checker-$tree" check $quick
        [ "$status" = 0 ] && grep -q '^1\.\.[1-9]' "$work/out"
        ok $? "$tree, the checker on $ranks ranks" || show
    done
    solve 1 --nx=16 --policy=double
    is "$(field iterations)" "$iterations" "$tree, iterations of opt" || show
    holds "sqrt(($(field final) - $final) ^ 2) < 1e-3 * $final" "$tree, final residual of opt"
done

# Each step has the step before it as parent.
parent=ref
for step in colors ell less product passes narrow simd windows vectors; do
    is "$(head -1 "$tests/../docs/steps/$step/parent")" $parent "docs/steps/$step: the parent is $parent"
    parent=docs/steps/$step
done
finish
