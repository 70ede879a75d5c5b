#!/usr/bin/env bash
# tests/scaling.t - run/scaling: flop counts, limiting cases, the published figures, and docs/14.
. "$(dirname "$0")/tap.sh"
scaling=$(cd "$tests/../run" && pwd)/scaling

# python NAME EXPRESSION: the expression is true; s is the script as a module, d the document,
# and t the tables of the last run of `model`
python() {
    python3 - "$scaling" "$work/$document.json" "$work/table.json" 2>"$work/err" <<END
import json, os, sys
sys.dont_write_bytecode = True
sys.path.insert(0, os.path.dirname(sys.argv[1]))
import scripts
s = scripts.load("scaling")
with open(sys.argv[2]) as file: d = json.load(file)
t = json.load(open(sys.argv[3])) if os.path.exists(sys.argv[3]) else None
def near(a, b, share): return abs(a - b) <= share * abs(b)
sys.exit(not ($2))
END
    ok $? "$1" || sed 's/^/# /' "$work/err"
}

# measured NAME RANKS OPTIONS...: writes the document NAME
measured() {
    document=$1
    run "$2" bench --run_type=standalone_mxp --rt=0 --iterations=29 --output="$work" \
        --json="$work/$1.json" "${@:3}"
    ok "$status" "$1: runs" || show
}

model() {
    "$scaling" --json="$work/table.json" "$@" >"$work/out" 2>"$work/err"
    ok $? "run/scaling ${*##*/}" || show
}

check_counts() {
    python "$document: flops as the program counts them" 'near(
        d["mixed"]["model_flops"]["total"] / d["mixed"]["iterations"],
        s.flops(d["sizes"]["local"], d["sizes"]["processes"], 30), 1e-12)'
    python "$document: process grid" \
        's.process_grid(d["machine"]["ranks"]) == tuple(d["sizes"]["processes"])'
}

check_limits() {
    python "process grids by the rule" 'all(s.process_grid(a * b * c) == (a, b, c)
        for a, b, c in ((1, 1, 2), (2, 1, 2), (2, 2, 4), (3, 2, 4), (8, 8, 16), (32, 48, 49)))'
    python "faces between two groups: planes of 4096 ranks, parts of planes of 75264" \
        '[s.faces_between_groups(p, 1024) for p in (1024, 4096, 75264)] == [0, 256, 544]'
    model "$work/opt.json" --kernel=1e-15 --latency=1e-15 --link=1e30 --hop=1e-15
    python "memory alone: bytes over bandwidth" 'all(near(r["seconds"],
        sum(s.Code("'"$work/opt.json"'", 320).bytes.values()) / 1.6e12, 1e-6)
        for r in t["bound"])'
    model "$work/opt.json" --latency=1e-3
    python "reductions wait for the latency" 't["bound"][0]["seconds"] > 3e-3'
    model "$work/opt.json" --group-link=1e11
    python "a slow link between groups: seven exchanges of a V-cycle and that of the product" 'near(
        s.waiting(s.Code("'"$work/opt.json"'", 320),
                  dict(s.MACHINE, group_link=1e7, ranks_per_group=1024), 320, 4096),
        256 * 4 * 320 ** 2 / 1e7 * (1 + 2 * (1 + 1 / 4 + 1 / 16)), 0.01)'
    model "$work/opt.json"
    python "the published rating" 'near(t["fitted"][-1]["flops_per_second"], 17.23e15, 1e-9)'
    python "the published efficiency" 'near(t["fitted"][-1]["efficiency"], 0.78, 2e-3)'
    python "efficiency falls" 'all(a["efficiency"] > b["efficiency"]
        for table in (t["bound"], t["fitted"]) for a, b in zip(table, table[1:]))'
    python "bytes hardly depend on the size of the run" 'near(
        sum(s.Code("'"$work/opt.json"'", 320).bytes.values()),
        sum(s.Code("'"$work/smaller.json"'", 320).bytes.values()), 0.03)'
}

refuses() {
    local name=$1
    shift
    "$scaling" "$@" >"$work/out" 2>"$work/err"
    is $? "${expected:-1}" "$name: exit status" || show
    is "$(wc -l <"$work/err")" 1 "$name: one line" || show
}

if ! python3 -c 'import json' 2>/dev/null; then
    skip "python3 is needed"
    finish
fi
# The efficiency refers to the fewest nodes, and the inputs remain.
check_weak() {
    local weak=$tests/../run/weak first=$work/a/opt.json second=$work/b/opt.json
    mkdir "$work"/{a,b}
    cp "$work/opt.json" "$first"
    cp "$work/smaller.json" "$second"
    model --nodes=4096,1 "$work/opt.json"
    python "the largest efficiency is that of one node" '[r["efficiency"] <= 1 for r in
        t["bound"]] == [True, True] and t["bound"][0]["nodes"] == 1'
    model --nodes=1,8 "$first" "$second"
    sed 's/"nodes": 1,/"nodes": 64,/' "$work/table.json" >"$work/reordered.json"
    "$weak" --scaling="$work/reordered.json" --origin="$first" --csv="$work/weak.csv" >"$work/out" 2>"$work/err"
    is "$(grep -c "^\"bound, $work/[ab]/opt\"," "$work/weak.csv")" 4 \
        "weak: two documents of the same name are two series" || show
    is "$(sed -n "s,^\"bound.*/a/opt\".64.*\,,,p" "$work/weak.csv" | head -c 1),$(grep -c ',1.0000$' \
        "$work/weak.csv")" "1,5" "weak: the efficiency refers to the fewest ranks" || show
    cp "$first" "$work/kept.json"
    expected=2 refuses "scaling: an output that is an input" --json="$first" "$work/b/../a/opt.json"
    cmp "$first" "$work/kept.json"
    ok $? "the input remains"
    expected=2 refuses "scaling: an output in no folder" --json="$work/nowhere/t.json" "$first"
}

for tree in $TREES; do
    [ "$tree" = opt ] || continue
    measured opt 1 --nx=48
    check_counts
    measured smaller 1 --nx=32
    if can_run 4 "four ranks"; then
        measured four 4 --nx=16
        check_counts
    fi
    document=opt
    check_limits
    check_weak
    echo '{"mixed": {}}' >"$work/none.json"
    refuses "no document of bench" "$work/none.json"
    refuses "no such file" "$work/nowhere.json"
    refuses "no bandwidth" --bandwidth=0 "$work/opt.json"
    refuses "a side that is no multiple of 8" --nx=12 "$work/opt.json"
    refuses "too small a bandwidth for what was published" --bandwidth=1e9 "$work/opt.json"
done
finish
