#!/usr/bin/env bash
# tests/order.t - iterations and norms in all row orders against the oracle, which shares no code.
#
# The orders by color have the coarse points in the first, the middle or the last color. There
# may be more ranks than cores.
. "$(dirname "$0")/tap.sh"

# check ORDER RANKS PX PY PZ NX NY NZ: every tree against one run of the oracle
check() {
    local order=$1 ranks=$2 flags="--order=color --coarse=$1" name wanted first last
    [ "$order" = natural ] && flags=--order=natural
    can_run "$ranks" "$1, $2 ranks" || return
    read -r wanted first last <<<"$("$MEMWALL_BIN/oracle_counts" "$order" "${@:3}")"
    for tree in $TREES; do
        [ "$order" != natural ] || [[ $(orders) == natural* ]] || continue
        name="$tree, $1, $2 ranks, $6 x $7 x $8"
        solve "$ranks" --nx=$6 --ny=$7 --nz=$8 $flags --policy=double
        ok "$status" "$name: converges" || show
        is "$(field iterations)" "$wanted" "$name: iterations"
        is "$(field initial)" "$(printf %.6e "$first")" "$name: first residual"
        same_residual "$(field final)" "$last" "$name: final residual"
    done
}

check natural 1 1 1 1 16 16 16 # golden.t has more rows, of another code
for order in first middle last; do
    check $order 1 1 1 1 16 16 16
    check $order 2 1 1 2 16 16 16
    check $order 8 2 2 2 8 8 8
    [ $order = first ] && check first 12 2 2 3 8 8 8
    [ -n "$fast" ] && continue
    check $order 3 1 1 3 16 8 24
    [ $order = middle ] || [ $order = last ] && continue
    check $order 1 1 1 1 24 40 8
    check $order 1 1 1 1 32 32 32
    check $order 8 2 2 2 16 16 16
done
[ -n "$fast" ] || check first 64 4 4 4 16 16 16
finish
