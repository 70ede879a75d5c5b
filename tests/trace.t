#!/usr/bin/env bash
# tests/trace.t - --trace: format, times against the report, many ranks (cli.table: wrong names).
. "$(dirname "$0")/tap.sh"
needs solve
trace=$work/trace.json
report=$work/report.json
[ "$BACKEND" = cpu ] && clock=host || clock=device # the clock of the phases in the report

# checked NAME CHECK ARGUMENTS...: a check of check/trace.py
checked() {
    local what=$1
    shift
    python3 "$tests/check/trace.py" "$trace" "$@" 2>"$work/why"
    ok $? "$name: $what" || sed 's/^/# /' "$work/why"
}

# traced RANKS ARGUMENTS...: a run with a trace; sets $seconds to a bound of its duration
traced() {
    local before=$SECONDS
    rm -f "$trace"
    run "$@" --trace="$trace"
    seconds=$((SECONDS - before + 1))
}

# The messages of a tree: ref exchanges within a phase; on a device opt queues the interior
# rows first, and then sends and waits
overlap() {
    case $1:$tree:$BACKEND in
    1:*) echo none ;;
    *:opt:cpu) echo on ;;
    *) echo off ;;
    esac
}

check_solve() {
    name="$tree, solve on $1 ranks"
    can_run "$1" "$name" || return
    traced "$1" solve --nx=16 --json="$report"
    ok "$status" "$name: converges" || show
    checked "JSON, every event inside the run" form "$1" $seconds
    checked "times and calls of the report" phases "$report" "$clock"
    checked "messages" messages "$(overlap "$1")"
    [ "$1" = 1 ] || checked "clocks of the ranks agree" clocks
    is "$(sed -n 's/^trace: \([0-9]*\) events in .*/\1/p' "$work/out")" \
        "$(($(grep -c '"ph":"X"' "$trace") - $1))" "$name: number of events"
}

check_bench() {
    name="$tree, bench"
    traced 1 bench --nx=8 --rt=0 --output="$work"
    ok "$status" "$name: valid" || show
    is "$(tail -n 1 "$work/out")" VALID "$name: the verdict is the last line, after the trace's line"
    checked "times and calls of the last phase" phases "$work/memwall-$tree.json" "$clock"
    checked "inside the run" form 1 $seconds
    is "$(grep -o -e '"validation [a-z ]*"' -e '"[a-z ]*phase[a-z ]*"' "$trace" |
        tr '\n' ' ')" \
        '"validation in double" "validation of the policy" "phase of the policy" "double phase" ' \
        "$name: names its parts"
}

check_full() {
    local ranks
    for ranks in 1 2; do
        name="$tree, more events than there is room for, $ranks ranks"
        can_run $ranks "$name" || continue
        traced $ranks solve --nx=8 --preconditioner=none --tolerance=0 --iterations=20000
        grep -q "^trace: $((65536 * ranks)) events in .*, [0-9]* dropped: a rank" "$work/out"
        ok $? "$name: says so" || show
        checked "keeps the first" dropped 65536
        checked "inside the run" form $ranks $seconds
    done
}

# The clock of one rank is 1000 s ahead.
check_clock() {
    name="$tree, clocks that differ"
    can_run 2 "$name" || return
    if ! unshare --time --monotonic 1000 --fork true 2>"$work/err"; then
        skip "$name: no time namespaces here"
        return
    fi
    program=$MEMWALL_BIN/memwall-$tree
    arguments=(solve --nx=8 --trace="$trace")
    rm -f "$trace"
    timeout $limit $MPIRUN $mpi_flags -np 1 "$program" "${arguments[@]}" : \
        -np 1 unshare --time --monotonic 1000 --fork "$program" "${arguments[@]}" \
        >"$work/out" 2>"$work/err"
    ok $? "$name: runs" || show
    checked "are aligned" clocks
    checked "inside the run" form 2 60
}

python3 -c '' 2>/dev/null || skip_all "python3 is needed"
for tree in $TREES; do
    check_solve 1
    check_solve 2
    check_solve 4
    check_bench
    check_full
    check_clock
done
finish
