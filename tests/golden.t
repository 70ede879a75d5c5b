#!/usr/bin/env bash
# tests/golden.t - iterations and norms of golden/natural-order.csv, row by row.
#
# double: the count exactly (+-1 where the final residual is within 2 % of the tolerance),
# r0 to its digits, the final residual as far as roundings allow (it tells sweeps apart
# that have the same counts); mixed: not more than 2 or 5 % above, which is what the
# order and precision of sums may cost. The natural order is ref's: other trees do the
# small rows (agree.t compares them with ref).
. "$(dirname "$0")/tap.sh"

check_row() {
    local ranks=$1 box="--nx=$2 --ny=$3 --nz=$4" double=$5 r0=$6 last=$7 mixed=$8
    local name="$tree, $1 ranks, $2 x $3 x $4" margin
    can_run "$ranks" "$name" || return
    solve "$ranks" $box --order=natural --policy=double
    margin=$(awk "BEGIN { print ($last / $r0 >= 0.98e-9 ? 1 : 0) }")
    ok "$status" "$name: double converges" || show
    holds "sqrt(($(field iterations) - $double) ^ 2) <= $margin" "$name: double iterations"
    is "$(printf %.6g "$(field initial)")" "$r0" "$name: first residual"
    if [ "$(field iterations)" = "$double" ]; then
        same_residual "$(field final)" "$last" "$name: final residual"
    fi
    solve "$ranks" $box --order=natural --policy=mixed
    ok "$status" "$name: mixed converges" || show
    holds "$(field iterations) <= $mixed + 2 || $(field iterations) <= 1.05 * $mixed" \
        "$name: mixed iterations"
}

for tree in $TREES; do
    while IFS=, read -r ranks nx ny nz double r0 last mixed _; do
        [[ $ranks == [0-9]* ]] || continue
        if { [ -n "$fast" ] || [ "$tree" != ref ]; } && [ $((ranks * nx * ny * nz)) -gt 33000 ]; then
            continue
        fi
        check_row "$ranks" "$nx" "$ny" "$nz" "$double" "$r0" "$last" "$mixed"
    done <"$tests/golden/natural-order.csv"
done
finish
