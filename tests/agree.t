#!/usr/bin/env bash
# tests/agree.t - every tree against ref in the same row order: iterations, histories, options.
#
# In f64 the numbers of iterations are equal, and the residual histories differ by rounding
# errors: in each iteration those of three passes over rows of 27 entries on four levels (the
# bound of `near` in tap.sh). In f32 the rounding errors of 2^-24 decide where a cycle ends, so
# that the numbers may differ by the iterations of the last cycle: 4, or a tenth.
. "$(dirname "$0")/tap.sh"

# history FILE RANKS ARGUMENTS...: solves and stores the history; sets $iterations.
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

# against RANKS "BOX" "OPTIONS": the tree with these options against ref.
against() {
    local ranks=$1 box=$2 options=$3 name="$tree, $1 ranks, $2 $3" wanted
    can_run "$ranks" "$name" || return
    tree=ref history a.csv "$ranks" $box --order=color --policy=double
    wanted=$iterations
    history b.csv "$ranks" $box --order=color --policy=double $options
    ok "$status" "$name: converges" || show
    is "$iterations" "$wanted" "$name: iterations in double"
    same_history
    ok $? "$name: the same residual history except for rounding errors"
    tree=ref solve "$ranks" $box --order=color --policy=mixed
    wanted=$(field iterations)
    solve "$ranks" $box --order=color --policy=mixed $options
    holds "$(field iterations) <= $wanted + 4 || $(field iterations) <= 1.1 * $wanted" \
        "$name: mixed iterations"
}

for tree in $TREES; do
    [ "$tree" = ref ] && continue
    has_options=$("$MEMWALL_BIN/memwall-$tree" solve --nx=8 --layout=sell >/dev/null 2>&1 && echo 1)
    for layout in ell sell implicit; do
        [ -n "$has_options" ] && option=--layout=$layout || option=
        against 1 "--nx=24 --ny=40 --nz=8" "$option"
        against 2 "--nx=16" "$option"
        [ -n "$fast" ] && continue
        against 1 "--nx=104 --ny=16 --nz=24" "$option"
        against 8 "--nx=16 --problem=convection" "$option"
        against 12 "--nx=8 --ny=16 --nz=8 --problem=nonsymmetric" "$option"
        against 1 "--nx=32 --threads=2" "$option"
    done
    [ -n "$has_options" ] || continue
    for option in --fuse=off --zero-guess=off --sweep-spmv=off --cgs2=4pass --overlap=off; do
        against 2 "--nx=16" "--layout=implicit $option"
    done
    if [ "$BACKEND" = cpu ]; then
        against 2 "--nx=16" "--symmetric=on"
        against 8 "--nx=8 --ny=16 --nz=24 --coarse=middle" "--layout=implicit --symmetric=on"
    fi
    against 2 "--nx=16 --coarse=middle" "--layout=implicit"
    against 2 "--nx=16 --coarse=last" "--layout=implicit"
    against 2 "--nx=16 --coloring=jpl" "--layout=implicit"
    tree=ref history a.csv 1 --nx=16 --order=natural --policy=double
    history b.csv 1 --nx=16 --order=natural --policy=double
    same_history
    ok $? "$tree: the natural order too"
    # Colors may increase the number of iterations of the natural order by at most 5 %.
    while IFS=, read -r ranks nx ny nz double _; do
        [[ $ranks == [0-9]* ]] || continue
        [ $((ranks * nx * ny * nz)) -gt "$most_rows" ] && continue
        can_run "$ranks" "$tree, $ranks ranks, $nx x $ny x $nz" || continue
        solve "$ranks" --nx=$nx --ny=$ny --nz=$nz --policy=double
        holds "$(field iterations) <= 1.05 * $double" \
            "$tree, $ranks ranks, $nx x $ny x $nz: hardly more iterations than in natural order"
    done <"$tests/golden/natural-order.csv"
done
finish
