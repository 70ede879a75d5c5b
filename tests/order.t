#!/usr/bin/env bash
# tests/order.t - iterations, norms and histories of all problems in all row orders against the oracle,
# which shares no code.
#
# The orders by color have the coarse points in the first, the middle or the last color. There
# may be more ranks than cores.
. "$(dirname "$0")/tap.sh"
needs solve

# check ORDER VALUES RANKS PX PY PZ NX NY NZ [RESTART]: every tree against one run of the oracle
check() {
    local order=$1 ranks=$3 restart=${10:-30} flags="--order=color --coarse=$1" name wanted first last
    [ "$order" = natural ] && flags=--order=natural
    can_run "$ranks" "$1, $3 ranks" || return
    "$MEMWALL_BIN/oracle_counts" "$order" "$2" "${@:4:6}" "$restart" >"$work/a.csv"
    read -r wanted first last <"$work/a.csv"
    for tree in $TREES; do
        [ "$order" != natural ] || [[ $(orders) == natural* ]] || continue
        name="$tree, $1, $2, $3 ranks, $7 x $8 x $9"
        solve "$ranks" --nx=$7 --ny=$8 --nz=$9 $flags --problem=$2 --policy=double --restart=$restart --history="$work/b.csv"
        ok "$status" "$name: converges" || show
        is "$(field iterations)" "$wanted" "$name: iterations"
        is "$(field initial)" "$(printf %.6e "$first")" "$name: first residual"
        same_residual "$(field final)" "$last" "$name: final residual"
        same_history
        ok $? "$name: history"
    done
}

check natural symmetric 1 1 1 1 16 16 16 # golden.t has more rows, of another code
for values in convection nonsymmetric; do
    check natural $values 2 1 1 2 8 8 8 4
    check first $values 1 1 1 1 8 16 8 4
    [ -n "$fast" ] || check first $values 8 2 2 2 8 8 8 4
done
for order in first middle last; do
    check $order symmetric 1 1 1 1 16 16 16
    check $order symmetric 2 1 1 2 16 16 16
    check $order symmetric 8 2 2 2 8 8 8
    [ $order = first ] && check first symmetric 12 2 2 3 8 8 8
    [ -n "$fast" ] && continue
    check $order symmetric 3 1 1 3 16 8 24
    [ $order = middle ] || [ $order = last ] && continue
    check $order symmetric 1 1 1 1 24 40 8
    check $order symmetric 1 1 1 1 32 32 32
    check $order symmetric 8 2 2 2 16 16 16
done
[ -n "$fast" ] || check first symmetric 64 4 4 4 16 16 16
finish
