#!/usr/bin/env bash
# tests/steps.t - the steps and the extension: the checker in few pairs of formats (tests.mk), on 2
# ranks fewer problems, and a solve in double with the iterations and the final residual of opt. A step is small.
. "$(dirname "$0")/tap.sh"
[ "$BACKEND" = cpu ] || skip_all "the steps are for the CPU"
MEMWALL_BIN=$(echo "$MEMWALL_BIN"/few/*[!t]) # not -count
tree=opt
solve 1 --nx=16 --policy=double
iterations=$(field iterations) final=$(field final)

for tree in $(basename -a "$tests"/../docs/steps/*/ | sed 's/^/steps-/'); do
    for ranks in 1 2; do
        can_run $ranks "$tree on $ranks ranks" || continue
        [ $ranks = 1 ] && quick= || quick=--quick
        launch $ranks "$MEMWALL_BIN/judge-$tree" check $quick
        [ "$status" = 0 ] && grep -q '^1\.\.[1-9]' "$work/out"
        ok $? "$tree, the checker on $ranks ranks" || show
    done
    solve 1 --nx=16 --policy=double
    is "$(field iterations)" "$iterations" "$tree, iterations of opt" || show
    holds "sqrt(($(field final) - $final) ^ 2) < 1e-3 * $final" "$tree, final residual of opt"
done

# The lines that a step adds, and those of all steps; each step has the step before it as parent.
cd "$tests/.." || exit 1
before=ref
run/tree ref cpu "$work/ref"
for step in colors ell less product passes narrow simd windows vectors opt; do
    folder=docs/steps/$step most=570
    [ $step != opt ] || folder=opt
    [ $step != less ] || most=640 # what is stored, and what it is for
    run/tree "$folder" cpu "$work/$step"
    added=$(diff -ruN "$work/$before" "$work/$step" | grep -c '^+[^+]\|^+$')
    holds "0 < $added && $added <= $most" "$folder adds $added lines, at most $most"
    grep -q "| \`$folder\` .*| $added |" docs/steps/README.md
    ok $? "docs/steps/README.md: $folder adds $added lines"
    [ $step = opt ] || is "$(head -1 "$folder/parent")" "${parent:=ref}" "$folder has the step before it as parent"
    before=$step parent=$folder
done
own=$(cat $(ls docs/steps/*/*.[ch] | grep -v implicit) | wc -l)
holds "$own <= 1200" "the steps have $own lines of their own, at most 1200"
finish
