#!/usr/bin/env bash
# tests/steps.t - the steps and the extension: unit tests on 1 and 2 ranks in few pairs of formats
# (tests.mk), and a solve in double with the iterations and the final residual of opt.
. "$(dirname "$0")/tap.sh"
if [ "$BACKEND" != cpu ]; then
    skip "the steps are for the CPU"
    finish
fi
MEMWALL_BIN=$(echo "$MEMWALL_BIN"/few/*[!t]) # not -count
tree=opt
solve 1 --nx=16 --policy=double
iterations=$(field iterations) final=$(field final)

for tree in $(basename -a "$tests"/../docs/steps/*/ | sed 's/^/steps-/'); do
    for ranks in 1 2; do
        can_run $ranks "$tree on $ranks ranks" || continue
        for unit in "$MEMWALL_BIN/$tree"/unit_{basis,kernels,matrix,sweep}; do
            launch $ranks "$unit"
            [ "$status" = 0 ] && grep -q '^1\.\.[1-9]' "$work/out"
            ok $? "$tree, ${unit##*/} on $ranks ranks" || show
        done
    done
    solve 1 --nx=16 --policy=double
    is "$(field iterations)" "$iterations" "$tree, iterations of opt" || show
    holds "sqrt(($(field final) - $final) ^ 2) < 1e-3 * $final" "$tree, final residual of opt"
done
finish
