#!/usr/bin/env bash
# tests/graphs.t - sweeps that are captured once and launched as one graph (graph.h): the
# residuals are bitwise those without graphs, and a run needs fewer launches.
. "$(dirname "$0")/tap.sh"

# history FILE RANKS ARGUMENTS...: the residuals of a solve, with all digits.
history() {
    local file=$work/$1
    shift
    solve "$@" --nx=16 $option --history="$file"
}

# agree RANKS NAME ARGUMENTS...: with and without graphs the residuals are the same.
agree() {
    local ranks=$1 name="$tree x $1, $2"
    shift 2
    history off "$ranks" --graphs=off "$@"
    ok "$status" "$name: converges with --graphs=off" || show
    history on "$ranks" --graphs=on "$@"
    cmp "$work/on" "$work/off" >"$work/out" 2>&1
    ok $? "$name: the same residuals with --graphs=on" || show
}

# counts NAME CONDITION ARGUMENTS...: a Python condition on the JSON document of a benchmark run: g
# is its object `graphs`, u(NAME) how often an iteration in mixed precision used the device.
counts() {
    local name="$tree, bench, $1" condition=$2
    shift 2
    run 1 bench --nx=16 $option --rt=0 --output="$work" --json="$work/bench.json" "$@"
    ok $status "$name: valid" || show
    python3 -c "import json, sys
d = json.load(open('$work/bench.json'))
g, m = d['graphs'], d['mixed']
u = lambda name: m['device_counts'][name] / m['iterations']
print(g, m['device_counts'])
sys.exit(not ($condition))" >"$work/out" 2>"$work/err"
    ok $? "$name: $condition" || show
}

none='g == {"captured": 0, "launched": 0, "replaced": 0}'
for tree in $TREES; do
    option= # opt sweeps levels as small as these in one launch, if it is not told otherwise
    [ "$tree" = opt ] && option=--team-rows=0
    for ranks in 1 2; do
        can_run $ranks "$tree x $ranks" || continue
        for policy in double mixed; do
            agree $ranks "$policy" --policy=$policy
            if [ "$BACKEND" = emu ]; then
                MEMWALL_EMU_ORDER=eager agree $ranks "$policy, the other stream first" \
                    --policy=$policy
                MEMWALL_EMU_WARP=64 agree $ranks "$policy, warps of 64 threads" \
                    --policy=$policy
            fi
        done
    done
    # ref does not use graphs, and the CPU has none.
    if [ "$tree" = opt ] && [ "$BACKEND" != cpu ]; then
        counts "--graphs=on" '0 < g["captured"] < g["launched"] < g["replaced"] / 5' --graphs=on
        # One rank waits once for all sums of CGS2, and a copy is made only at a restart. Rated
        # solves record no events: the times of the phases are those of another cycle.
        used='1 <= u("host_waits") < 1.5 and u("copies") < 0.5 and u("events") == 0'
        seconds='[p["seconds_with_nested"] for p in m["phases"]]'
        counts "events" "$used and m['phase_sample_iterations'] == 90 and min($seconds) > 0"
        counts "--phases=off" "$used and m['phase_sample_iterations'] == 0 and max($seconds) == 0" \
            --phases=off
        counts "--cgs2=4pass" '3 <= u("host_waits") < 3.5' --cgs2=4pass
        # The timed solves of poisson record none either. The solve before them is in no count.
        run 1 poisson --cells=64 --repeat=2 --json="$work/poisson.json"
        python3 -c "import json, sys
p = json.load(open('$work/poisson.json'))['poisson']
solves = p['solves'] * p['iterations'] + p['backoffs']
sys.exit(not (p['device_counts']['events'] == 0 and p['base']['solves'] == solves and
              p['phase_sample_iterations'] == p['iterations'] and
              min(c['seconds_with_nested'] for c in p['phases']) > 0))" 2>"$work/err"
        ok $? "opt, poisson: no events, phases from another solve" || show
    else
        counts "--graphs=on" "$none" --graphs=on
    fi
    counts "--graphs=off" "$none" --graphs=off
    run 1 solve --nx=16 --graphs=maybe
    is $status 2 "$tree: --graphs=maybe is refused"
    grep -q -e "--graphs=maybe: one of off|on is needed" "$work/err"
    ok $? "$tree: the message lists the allowed values" || show
done
finish
