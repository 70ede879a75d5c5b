#!/usr/bin/env bash
# tests/agree.t - every tree against ref in the same row order: iterations, histories, bytes of opt.
#
# In f64 the iteration counts are equal, and the residual histories differ by rounding
# errors: in each iteration the errors of three passes over rows of 27 entries on four levels (the
# bound of `near` in tap.sh). In f32 the rounding errors of 2^-24 decide where a cycle ends, so
# that the counts may differ by the iterations of the last cycle: 4, or a tenth.
. "$(dirname "$0")/tap.sh"
needs solve

# history FILE RANKS ARGUMENTS...: solves and stores the history; sets $iterations.
history() {
    local file=$1
    shift
    rm -f "$work/$file"
    solve "$@" --history="$work/$file"
    iterations=$(field iterations)
}

# against RANKS "OPTIONS": the tree with these options against ref.
against() {
    local ranks=$1 box=$2 name="$tree, $1 ranks, $2" wanted
    can_run "$ranks" "$name" || return
    tree=ref history a.csv "$ranks" $box --order=color --policy=double
    wanted=$iterations
    history b.csv "$ranks" $box --order=color --policy=double
    ok "$status" "$name: converges" || show
    is "$iterations" "$wanted" "$name: iterations in double"
    same_history
    ok $? "$name: the same residual history except for rounding errors"
    tree=ref solve "$ranks" $box --order=color --policy=mixed
    wanted=$(field iterations)
    solve "$ranks" $box --order=color --policy=mixed
    holds "$(field iterations) <= $wanted + 4 || $(field iterations) <= 1.1 * $wanted" \
        "$name: mixed iterations"
}

# bytes_of TREE: an iteration in mixed precision, by the sizes of the arrays
bytes_of() {
    tree=$1 solve 1 --nx=32 --policy=mixed --json="$work/run.json"
    awk -v n="$(field iterations)" '/"bytes": / { sum += $2 } END { printf "%.0f", sum / n }' "$work/run.json"
}

for tree in $TREES; do
    [ "$tree" = ref ] && continue
    # Narrow columns in few slice columns. Results do not show if opt stores more.
    [ "$tree" != opt ] || holds "2 * $(bytes_of opt) < $(bytes_of ref)" "opt moves less than half of the bytes of ref"
    against 1 "--nx=24 --ny=40 --nz=8"
    against 2 "--nx=16"
    against 2 "--nx=16 --coloring=jpl"
    if [ -z "$fast" ]; then
        against 1 "--nx=104 --ny=16 --nz=24"
        against 8 "--nx=16 --problem=convection"
        against 12 "--nx=8 --ny=16 --nz=8 --problem=nonsymmetric"
    fi
    # Colors may increase the number of iterations of the natural order by at most 5 %.
    while IFS=, read -r ranks nx ny nz double _; do
        [[ $ranks == [0-9]* ]] || continue
        [ $((ranks * nx * ny * nz)) -gt "$most_rows" ] && continue
        can_run "$ranks" "$tree, $ranks ranks, $nx x $ny x $nz" || continue
        solve "$ranks" --nx=$nx --ny=$ny --nz=$nz --policy=double
        holds "$(field iterations) <= 1.05 * $double" \
            "$tree, $ranks ranks, $nx x $ny x $nz: hardly more iterations than in natural order"
    done <"$tests/data/natural-order.csv"
done
finish
