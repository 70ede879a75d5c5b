#!/usr/bin/env bash
# tests/alloc.t - every allocation of a solve fails once, and every third one of a solve with ILU:
# a clear message and a non-zero exit status.
. "$(dirname "$0")/tap.sh"
cd "$work" || exit 1

# fail_at K RANKS ARGUMENTS...: the K-th allocation fails; true if the run ends correctly
fail_at() {
    export MEMWALL_FAIL_ALLOC=$1
    local ranks=$2 lines
    shift 2
    run "$ranks" "$@"
    unset MEMWALL_FAIL_ALLOC
    lines=$(grep -c '^memwall: .*no memory' err)
    [ "$status" = 0 ] && return 0
    [ "$status" -lt 128 ] && [ "$lines" -ge 1 ] && [ "$lines" -le "$ranks" ] &&
        ! grep -q -e 'Signal:' -e 'Sanitizer' err
}

# walk STEP RANKS NAME ARGUMENTS...: for k = 0, STEP, ... until a run succeeds
walk() {
    local step=$1 ranks=$2 name="$tree x $2: $3" k=0 wrong=""
    shift 3
    can_run "$ranks" "$name" || return
    while [ $k -lt 2000 ]; do
        fail_at $k "$ranks" "$@" || wrong="$wrong $k"
        [ "$status" = 0 ] && break
        k=$((k + step))
    done
    holds "$k >= 20 && $k < 2000" "$name: fails for each k, until k exceeds the number of allocations ($k)"
    is "$wrong" "" "$name: each failure ends with a message and an exit status"
    is "$(find . -name '*.json' -o -name '.memwall*')" "" "$name: no file is left behind"
    rm -f ./*.csv
}

for tree in $TREES; do
    # A process that uses a GPU needs half a second to start.
    gpu_step=7
    case $BACKEND in cuda | hip) gpu_step=40 ;; esac
    walk $((${#fast} ? gpu_step : 1)) 1 "solve" solve --nx=8 --history=history.csv
    walk $((${#fast} ? gpu_step : 3)) 1 "solve with ILU" solve --input=poisson2d:8 \
        --preconditioner=ilu --policy=double --basis=i16 --orthogonality=loss.csv
    walk $((${#fast} ? 40 : 11)) 2 "solve in color" solve --nx=8 --order=color
done
finish
