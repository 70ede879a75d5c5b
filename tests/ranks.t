#!/usr/bin/env bash
# tests/ranks.t - many ranks, more than there are cores, against the iterations of the oracle.
. "$(dirname "$0")/tap.sh"

# check RANKS PX PY PZ NX NY NZ: every tree against one run of the oracle
check() {
    local ranks=$1 name wanted first last
    can_run "$ranks" "$1 ranks" || return
    read -r wanted first last <<<"$("$MEMWALL_BIN/oracle_counts" natural "${@:2}")"
    for tree in $TREES; do
        name="$tree, $1 ranks, $5 x $6 x $7"
        solve "$ranks" --nx=$5 --ny=$6 --nz=$7 --policy=double --order=natural
        ok "$status" "$name: converges" || show
        is "$(field iterations)" "$wanted" "$name: iterations"
        is "$(field initial)" "$(printf %.6e "$first")" "$name: first residual"
    done
}

check 3 1 1 3 16 16 16
check 12 2 2 3 8 8 8
if [ -z "$fast" ]; then
    check 7 1 1 7 8 16 8
    check 12 2 2 3 16 8 16
    check 64 4 4 4 16 16 16
fi
finish
