#!/usr/bin/env bash
# tests/agree.t - every tree against ref at the same order: counts, histories, switches.
#
# In double, counts are equal and residual histories differ by roundings: per iteration
# three passes over rows of 27 entries on four levels (the bound of tap.sh's near). In
# float a cycle ends where rounding errors of 2^-24 let it, so counts may differ by the
# iterations that the last cycle gains or loses: 4, or a tenth.
. "$(dirname "$0")/tap.sh"

# history FILE RANKS ARGUMENTS...: solves, keeps the history; the count in $iterations.
history() {
    local file=$1
    shift
    rm -f "$work/$file"
    solve "$@" --history="$work/$file"
    iterations=$(field iterations)
}

same_history() {
    paste -d, "$work/a.csv" "$work/b.csv" | awk -F, '
        NR > 1 { d = $2 - $4; d = d < 0 ? -d : d
                 if (!(d <= 3 * 4 * 30 * 2 ^ -53 * (NR + 1))) bad++ }
        END { exit bad > 0 || NR < 2 }'
}

# against RANKS "BOX" "SWITCHES": the tree with these switches against ref.
against() {
    local ranks=$1 box=$2 switches=$3 name="$tree, $1 ranks, $2 $3" wanted
    can_run "$ranks" "$name" || return
    tree=ref history a.csv "$ranks" $box --order=color --policy=double
    wanted=$iterations
    history b.csv "$ranks" $box --order=color --policy=double $switches
    ok "$status" "$name: converges" || show
    is "$iterations" "$wanted" "$name: iterations in double"
    same_history
    ok $? "$name: the same residual history but for roundings"
    tree=ref solve "$ranks" $box --order=color --policy=mixed
    wanted=$(field iterations)
    solve "$ranks" $box --order=color --policy=mixed $switches
    holds "$(field iterations) <= $wanted + 4 || $(field iterations) <= 1.1 * $wanted" \
        "$name: mixed iterations"
}

for tree in $TREES; do
    [ "$tree" = ref ] && continue
    has_switches=$("$MEMWALL_BIN/memwall-$tree" solve --nx=8 --layout=sell >/dev/null 2>&1 && echo 1)
    for layout in ell sell runs; do
        [ -n "$has_switches" ] && switch=--layout=$layout || switch=
        against 1 "--nx=24 --ny=40 --nz=8" "$switch"
        against 2 "--nx=16" "$switch"
        [ -n "$fast" ] && continue
        against 1 "--nx=104 --ny=16 --nz=24" "$switch"
        against 8 "--nx=16 --problem=convection" "$switch"
        against 12 "--nx=8 --ny=16 --nz=8 --problem=nonsymmetric" "$switch"
        against 1 "--nx=32 --threads=2" "$switch"
    done
    [ -n "$has_switches" ] || continue
    for switch in --fuse=off --zero-sweep=off --cgs2=4pass --overlap=off; do
        against 2 "--nx=16" "--layout=runs $switch"
    done
    against 2 "--nx=16 --coarse=middle" "--layout=runs"
    against 2 "--nx=16 --coloring=jpl" "--layout=runs"
    tree=ref history a.csv 1 --nx=16 --order=natural --policy=double
    history b.csv 1 --nx=16 --order=natural --policy=double
    same_history
    ok $? "$tree: the natural order too"
    # Colours must not cost iterations against the natural order: 5 % at most.
    [ -n "$fast" ] && most_rows=33000 || most_rows=1200000
    while IFS=, read -r ranks nx ny nz double _; do
        [[ $ranks == [0-9]* ]] || continue
        [ $((ranks * nx * ny * nz)) -gt $most_rows ] && continue
        can_run "$ranks" "$tree, $ranks ranks, $nx x $ny x $nz" || continue
        solve "$ranks" --nx=$nx --ny=$ny --nz=$nz --policy=double
        holds "$(field iterations) <= 1.05 * $double" \
            "$tree, $ranks ranks, $nx x $ny x $nz: no more iterations than natural order"
    done <"$tests/golden/natural-order.csv"
done
finish
