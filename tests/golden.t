#!/usr/bin/env bash
# tests/golden.t - iterations and norms of data/natural-order.csv and many-ranks.csv, row by row.
#
# double: the number of iterations exactly (+-1 if the final residual is within 2 % of the
# tolerance), r0 to its printed digits, the final residual up to rounding errors (it detects
# wrong sweeps that need the same number of iterations). mixed: at most 2 or 5 % more, because
# of the order and the precision of sums. The natural order is the default of ref; other trees
# that sweep in natural order run only the small rows (agree.t compares all trees with ref).
. "$(dirname "$0")/tap.sh"
needs solve

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
    [[ $(orders) == natural* ]] || { skip "$tree sweeps by color"; continue; }
    while IFS=, read -r ranks nx ny nz double r0 last mixed; do
        [[ $ranks == [0-9]* ]] || continue
        rows=$((ranks * nx * ny * nz))
        [ "$rows" -gt "$most_rows" ] && continue
        [ "$tree" != ref ] && [ "$rows" -gt 33000 ] && continue
        check_row "$ranks" "$nx" "$ny" "$nz" "$double" "$r0" "$last" "$mixed"
    done <"$tests/data/natural-order.csv"
    while IFS=, read -r ranks nx double relative; do
        [[ $ranks == [0-9]* ]] && [ $((ranks * nx ** 3)) -le "$most_rows" ] && can_run "$ranks" "$tree" || continue
        solve "$ranks" --nx=$nx --order=natural --policy=double
        is "$status $(field iterations)" "0 $double" "$tree, $ranks ranks: iterations in double" || show
        same_residual "$(field final)" "$(awk "BEGIN { print $relative * $(field initial) }")" "$tree, $ranks ranks: final residual"
    done <"$tests/data/many-ranks.csv"
done
finish
