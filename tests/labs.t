#!/usr/bin/env bash
# tests/labs.t - the labs: each start is wrong or misses its target, each answer reaches it.
#
# run/lab decides, by iterations, residual histories, bytes and launches; in lab 8 by the order of
# events in a trace.
. "$(dirname "$0")/tap.sh"

# checked STATUS LAB FOLDER: run/lab ends with this status.
checked() {
    launch 1 run/lab "$2" "$3" --nx=16 --built="$MEMWALL_BIN"
    is "$status" "$1" "lab $2, $3" || show
}

cd "$tests/.." || exit 1
if ! command -v python3 >/dev/null; then
    skip "no python3"
    finish
fi
if [[ "$BACKEND $TREES" = emu*ref* ]]; then
    checked 1 7 docs/labs/launches
    grep -q "host code has touched device memory" "$work/out"
    ok $? "lab 7: the start is told why" || show
    checked 0 7 tests/labs/launches-answer
    finish
fi
if [[ "$BACKEND $TREES" != cpu*ref* || "$TREES" != *opt* ]]; then
    skip "the labs need ref and opt on a CPU, or ref on the emulated device"
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
if can_run 3 "lab 8"; then
    checked 4 8 docs/labs/overlap
    checked 0 8 tests/labs/overlap-answer
fi
launch 1 run/lab 9 ref
is "$status" 2 "a lab that does not exist"
finish
