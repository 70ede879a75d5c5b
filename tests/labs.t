#!/usr/bin/env bash
# tests/labs.t - the labs: each start is wrong or misses its target, each answer reaches it.
#
# run/lab decides, by iterations, residual histories and bytes, not by times.
. "$(dirname "$0")/tap.sh"

# checked STATUS LAB FOLDER: run/lab ends with this status.
checked() {
    launch 1 run/lab "$2" "$3" --nx=16 --built="$MEMWALL_BIN"
    is "$status" "$1" "lab $2, $3" || show
}

cd "$tests/.." || exit 1
if [[ "$BACKEND $TREES" != cpu*ref* || "$TREES" != *opt* ]]; then
    skip "the labs need ref and opt on a CPU"
    finish
fi
if ! command -v python3 >/dev/null; then
    skip "no python3"
    finish
fi
checked 4 0 ref
checked 0 0 tests/labs/bytes-answer
while read -r lab name start; do
    checked "$start" "$lab" "docs/labs/$name"
    checked 0 "$lab" "tests/labs/$name-answer"
done <<END
1 slices 4
2 colors 1
3 reading 4
4 passes 4
5 bits 4
6 columns 4
END
launch 1 run/lab 9 ref
is "$status" 2 "a lab that does not exist"
finish
