#!/usr/bin/env bash
# tests/matrix_market.t - a malformed file ends the run with one line and status 2.
# (unit_mm_malformed has the many files and reasons.)
. "$(dirname "$0")/tap.sh"

# refused RANKS PATH WORDS: one line of memwall, which begins with these words
refused() {
    local name="x $1: $3"
    can_run "$1" "$name" || return
    run "$1" solve "--input=$2"
    is "$status" 2 "$name: exit status" || show
    is "$(grep '^memwall: ' "$work/err" | cut -c 1-$((9 + ${#3})))" "memwall: $3" \
        "$name: one line" || show
    [ "$1" -gt 1 ] || is "$(wc -l <"$work/err")" 1 "$name: and no other"
}

tree=${TREES%% *}
cd "$tests/.." || exit 1
sed '6s/0.25/nan/' tests/mm/general.mtx >"$work/nan.mtx"
sed '5s/.*/1 1 4/' tests/mm/general.mtx >"$work/twice.mtx"
for ranks in 1 2 4; do
    refused $ranks tests/mm/nowhere.mtx "tests/mm/nowhere.mtx: cannot be opened: No such file"
    refused $ranks tests/mm "tests/mm: is not a regular file"
    refused $ranks "$work/nan.mtx" "$work/nan.mtx:6: 'nan': a decimal number"
    refused $ranks "$work/twice.mtx" "$work/twice.mtx:5: row 1, column 1 was"
done
mkfifo "$work/pipe"
refused 1 "$work/pipe" "$work/pipe: is not a regular file"
finish
