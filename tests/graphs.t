#!/usr/bin/env bash
# tests/graphs.t - launches recorded once and launched as one (graph.h): the same bits as
# without, and launches are saved.
. "$(dirname "$0")/tap.sh"

# history NAME ARGUMENTS...: the residuals of a solve, to the last digit.
history() {
    local file=$work/$1
    shift
    solve "$@" --nx=16 $switch --history="$file"
}

# agree RANKS NAME FLAGS...: both ways, and the same residuals.
agree() {
    local ranks=$1 name="$tree x $1, $2"
    shift 2
    history off "$ranks" --graphs=off "$@"
    ok "$status" "$name: converges without graphs" || show
    for graphs in sweeps cycles; do
        history $graphs "$ranks" --graphs=$graphs "$@"
        cmp "$work/$graphs" "$work/off" >"$work/out" 2>&1
        ok $? "$name: the same residuals with --graphs=$graphs" || show
    done
}

for tree in $TREES; do
    switch= # levels as small as these have one launch anyway
    [ "$tree" = opt ] && switch=--team-rows=0
    for ranks in 1 2; do
        can_run $ranks "$tree x $ranks" || continue
        for policy in double mixed; do
            agree $ranks "$policy" --policy=$policy
            if [ "$BACKEND" = emu ]; then
                MEMWALL_EMU_ORDER=eager agree $ranks "$policy, the other stream first" \
                    --policy=$policy
                MEMWALL_EMU_WARP=64 agree $ranks "$policy, 64 lanes" --policy=$policy
            fi
        done
    done
    name="$tree, bench"
    run 1 bench --nx=16 $switch --rt=0 --output="$work" --json="$work/bench.json"
    ok $status "$name: valid" || show
    python3 - "$work/bench.json" "$BACKEND" <<'END' >"$work/out" 2>&1
import json, sys
document = json.load(open(sys.argv[1]))
graphs = document["graphs"]
if sys.argv[2] == "cpu":
    assert graphs == {"recorded": 0, "launched": 0, "replaced": 0}, graphs
else:
    assert 0 < graphs["recorded"] < graphs["launched"] < graphs["replaced"] / 5, graphs
END
    ok $? "$name: launches are saved where there are graphs" || show
    run 1 solve --nx=16 --graphs=maybe
    is $status 2 "$tree: --graphs=maybe is refused"
    grep -q -e "--graphs=maybe: one of sweeps|cycles|off is needed" "$work/err"
    ok $? "$tree: and the line says what there is" || show
done
finish
