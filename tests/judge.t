#!/usr/bin/env bash
# tests/judge.t - the judge names the trees that cheat, and accepts trees that are right.
#
# The trees are the objects of ref, but for the files that they have, in f64 and f32 (tests.mk).
. "$(dirname "$0")/tap.sh"
top=$(cd "$tests/.." && pwd)
python3 -c '' 2>/dev/null || skip_all "python3 is needed"
[ "$BACKEND" = cpu ] || skip_all "the judge runs on the CPU"
export BUILD=${MEMWALL_BIN%/*} MPI FORMATS=$formats # of make, which says where the programs are

# judged TREE STATUS WORDS ARGUMENTS...
judged() {
    local tree=$1 wanted=$2 words=$3
    shift 3
    timeout 100 "$top/run/judge" --built --quick --seed=20260 "$@" "$tree" \
        >"$work/out" 2>"$work/err"
    is $? "$wanted" "$tree: exit status" || show
    tail -n 1 "$work/out" | grep -qF -- "$words"
    ok $? "$tree: $words" || show
}
cd "$top" || exit 1
judged tests/cheats/cached 5 "cheating: result of an earlier call: spmv, level 0"
judged tests/cheats/postponed 5 "cheating: postponed work: spmv"
judged tests/cheats/ones 5 "cheating: known solution of ones: vector_axpy"
judged tests/cheats/constant 5 "cheating: constant coefficients assumed: spmv"
judged tests/cheats/coarse 5 "cheating: coarse level skipped: "
judged tests/cheats/blind 5 "cheating: coarse level skipped: "
judged tests/cheats/seen 5 "cheating: coarse level skipped: descend, level 1" --json="$work/seen.json"
is "$(sed -n 's/.*"test": "\(.*\)".*/\1/p' "$work/seen.json" | sort -u)" "timed solve" \
    "seen: only the sample of a timed solve finds it"
judged tests/judged/unfinished 1 "wrong: coarse level not computed: sweep_zero_guess, level 1"
judged tests/trees/tired 5 "cheating: false norm, fewer iterations: vector_norm"
judged tests/cheats/idle 5 "cheating: idle after the first calls"
judged tests/cheats/outside 5 "cheating: writes outside of its results: ascend"

judged tests/judged/reordered 0 "tests/judged/reordered: right" --kernel=spmv
judged tests/trees/unwritten 1 "wrong: wrong result: sweep_zero_guess, level 0, f64,f64, row 0" --kernel=sweep \
    --json="$work/unwritten.json"
python3 -c 'import json, sys; json.load(open(sys.argv[1]), parse_constant=sys.exit)' "$work/unwritten.json"
ok $? "the JSON document of a tree that leaves NaN has no NaN"
# No seed makes the checker call a right tree wrong: one that did so, and others.
for seed in 14865671698022121582 1 2 3 4 5 6 7 8; do
    launch 1 "$MEMWALL_BIN/checker-ref" check --quick --seed=$seed
    is "$status" 0 "the checker with the seed $seed" || show
done
for wrong in --seed=x --group=none all; do
    launch 1 "$MEMWALL_BIN/checker-ref" check $wrong
    is "$status $(grep -c '^usage: ' "$work/err")" "2 1" "the checker with $wrong"
done
mkdir "$work/opt" # the name is taken
for wrong in tests/nowhere "--seed=x ref" "--seed=@nofile ref" "--nx=7 ref" "--json=/none/x ref" "--json=$work ref" \
    "--kernel=none ref" "$work/opt"; do
    # shellcheck disable=SC2086
    "$top/run/judge" --built $wrong >"$work/out" 2>"$work/err"
    is $? 2 "run/judge $wrong" || show
done

# A tree in another folder than the checkout; and a result that cannot be written is no verdict.
mkdir -p "$work/x/reordered"
ln -s "$top"/tests/judged/reordered/* "$work/x/reordered"
for json in "$work/judged.json" /dev/full; do
    (cd "$work" && timeout 100 "$top/run/judge" --built --kernel=spmv --json="$json" x/reordered >out 2>err)
    is $? "$([ "$json" = /dev/full ] && echo 3 || echo 0)" "a tree elsewhere, --json=$json" || show
    is "$(grep -cF "$work/x/reordered: right" "$work/out")" "$([ "$json" = /dev/full ] && echo 0 || echo 1)" \
        "its verdict, --json=$json" || show
done
is "$(cat "$work/err")" "run/judge: /dev/full: could not be written: No space left on device" "one line says why" || show

# Programs that are older than their sources; a file of another tree.
mkdir -p "$work/y/reordered"
cp "$top"/tests/judged/reordered/* "$work/y/reordered"
echo '#include "ref/sweep.c"' >>"$work/y/reordered/spmv.c"
"$top/run/judge" --built --kernel=spmv "$work/y/reordered" >"$work/out" 2>"$work/err"
is "$? $(grep -c "checker-reordered is older than $work/y/reordered/" "$work/err")" "2 1" "--built: an old program" || show
touch -d 2000-01-01 "$work"/y/reordered/*
timeout 100 "$top/run/judge" --built --kernel=spmv "$work/y/reordered" >"$work/out" 2>"$work/err"
is "$? $(grep -c "spmv.c includes ref/sweep.c" "$work/out")" "0 1" "a file of another tree is named" || show

# The folder of the programs is that of make, which config.mk can change.
ln -s "$top"/{Makefile,common,ref,opt,tests} "$work/x"
cp -r "$top/run" "$work/x"
echo "BUILD = $work/other" >"$work/x/config.mk"
is "$(cd "$work/x" && env -u BUILD MPI=no PYTHONPATH=run python3 -B -c 'from memwall.judge import program
print(program.flavor().rpartition("/")[0])')" "$work/other" "config.mk names the folder of the programs"

# What is faster than the bytes allow, unless ref is as fast, too; and on a busy machine no tree is called slow.
python3 - >"$work/out" 2>"$work/err" <<END
import random, sys
from types import SimpleNamespace
sys.path.insert(0, "$top/run")
from memwall.judge import speed
table = SimpleNamespace(kernels=[])
for seconds, of_ref in (1e-3, 1e-3), (1e-5, 1e-3), (1e-5, 1.2e-5):
    mine, ref = ({("ascend", 0, "f64,f64"): [(s, 1e6)]} for s in (seconds, of_ref))
    for found in speed.kernel_rows(table, [mine, {}, ref], 1e10):
        print(seconds, of_ref, found["text"].split(":")[0])
judge = SimpleNamespace(ask=lambda _: [], last={"read": 1.0, "layout_bytes": 1, "rows": 1})
for noisy in 2.0, 1.1:
    names = []
    speed.rounds = lambda *_: ([[2.0] * 9, [1.0] * 9, [1.0] + [noisy] * 8], [9] * 3, [{}] * 3, [])
    v = SimpleNamespace(runs=[], kernels=[], add=lambda name, verdict, _: names.append(verdict),
                        add_findings=lambda *_: None)
    speed.measure(v, [judge] * 3, random.Random(1), SimpleNamespace(nx=32, quick=True))
    print(noisy, *names)
END
is "$(tr '\n' ';' <"$work/out")" "1e-05 0.001 impossible speed;2.0 right;1.1 slow;" \
    "impossible speed; no verdict slow on a busy machine" || show

# On several ranks a wrong tree is found; without MPI a line says that it is not tested.
python3 - >"$work/out" 2>"$work/err" <<END
import os, sys
from types import SimpleNamespace
sys.path.insert(0, "$top/run")
from memwall import programs
from memwall.judge.program import flavor
judge = programs.script("judge")
for tree in "ref", "unwritten":
    v = judge.Verdict(SimpleNamespace())
    judge.rank_tests(v, SimpleNamespace(path=os.path.join(flavor(), "checker-" + tree)))
    print("verdicts", *(t["verdict"] for t in v.tests))
END
wanted="right right;wrong;"
[ "$MPI" = yes ] || wanted="right;right;"
is "$(sed -n 's/^verdicts //p' "$work/out" | tr '\n' ';')" "$wanted" "the checker on several ranks" || show

finish
