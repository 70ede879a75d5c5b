#!/usr/bin/env bash
# tests/judge.t - the judge names what is wrong with trees that cheat, and accepts trees that are right.
#
# The trees are the objects of ref, but for the files that they have, in f64 and f32 (tests.mk).
. "$(dirname "$0")/tap.sh"
needs solve
top=$(cd "$tests/.." && pwd)
python3 -c '' 2>/dev/null || skip_all "python3 is needed"
[ "$BACKEND" = cpu ] || skip_all "the judge runs on the CPU"

# judged TREE STATUS WORDS ARGUMENTS...
judged() {
    local tree=$1 wanted=$2 words=$3
    shift 3
    timeout 900 "$top/run/judge" --quick --seed=20260 "$@" "$tree" \
        >"$work/out" 2>"$work/err"
    is $? "$wanted" "$tree: exit status" || show
    tail -n 1 "$work/out" | grep -qF -- "$words"
    ok $? "$tree: $words" || show
}
cd "$top" || exit 1
# Every tree that cheats is in the table of the page with the words that name what is wrong.
sed -n '/^## Trees that cheat/,/^## /s/^| `\([a-z]*\)` | .*`\(.*\)` |$/\1 \2/p' docs/reference/correctness.md >"$work/table"
is "$(cut -d' ' -f1 "$work/table" | sort | tr '\n' ' ')" "$(ls -d tests/trees/cheats/*/ | xargs -n 1 basename | sort | tr '\n' ' ')" \
    "docs/reference/correctness.md has all trees that cheat"
while read -r tree words; do
    judged "tests/trees/cheats/$tree" 1 "$words"
done <"$work/table"
judged tests/trees/planted/tired 1 "wrong: vector_norm on level 0, f64: norm "
judged tests/trees/judged/unfinished 1 "of sweep_zero_guess on level 1, f64: 0 instead of "
judged tests/trees/judged/reordered 0 "tests/trees/judged/reordered: right, double: " --nx=8
judged tests/trees/planted/unwritten 1 "wrong: row 0 of sweep_zero_guess on level 0, f64: nan instead of " --kernel=sweep \
    --json="$work/unwritten.json"
python3 -c 'import json, sys; json.load(open(sys.argv[1]), parse_constant=sys.exit)' "$work/unwritten.json"
ok $? "the JSON file of a tree that leaves NaN has no NaN"

# A tree cannot make the judge wait for ever, or fill its memory.
judged tests/trees/judged/endless 1 "wrong: no end within 5 s: spmv on level " --seconds=5
if can_run 2 "a message that nobody sends"; then
    judged tests/trees/judged/waiting 1 "wrong: no end within 5 s: spmv on level " --seconds=5
    is "$(sed -n 's/.*wrong *kernels/kernels/p' "$work/out")" "kernels on 2 ranks" "waiting: on two ranks" || show
fi
printf '%s\n' '#!/bin/sh' 'while :; do echo line; done' >"$work/chatty"
printf '%s\n' '#!/bin/sh' 'exit 0' >"$work/exits"
chmod +x "$work/chatty" "$work/exits"
PYTHONPATH=run python3 -B -c 'import sys
from memwall.judge import program
program.process.limits.update(program.LIMITS)
for path in sys.argv[1:]: print(program.check(path, "check")[0][0])' "$work/chatty" "$work/exits" >"$work/out" 2>"$work/err"
is "$(tr '\n' ';' <"$work/out")" \
    "more than 1048576 bytes of output;the program ends in the middle of a test with status 0;" \
    "endless output, and an end without results" || show

# No seed makes the checker call a right tree wrong: one that did so, and others.
for seed in 14865671698022121582 1 $([ -n "$fast" ] || seq 2 8); do
    launch 1 "$MEMWALL_BIN/checker-ref" check --quick --seed=$seed
    is "$status" 0 "the checker with the seed $seed" || show
done
for wrong in --seed=x --group=none all; do
    launch 1 "$MEMWALL_BIN/checker-ref" check $wrong
    is "$status $(grep -c '^usage: ' "$work/err")" "2 1" "the checker with $wrong"
done
mkdir "$work/opt" # the name is taken
for wrong in tests/nowhere "--seed=x ref" "--seconds=0 ref" "--nx=7 ref" "--json=/none/x ref" "--json=$work ref" \
    "--kernel=none ref" "$work/opt"; do
    # shellcheck disable=SC2086
    "$top/run/judge" $wrong >"$work/out" 2>"$work/err"
    is $? 2 "run/judge $wrong" || show
done

# A tree in another folder than the checkout; and a result that cannot be written is no verdict.
mkdir -p "$work/x/reordered"
ln -s "$top"/tests/trees/judged/reordered/* "$work/x/reordered"
for json in "$work/judged.json" /dev/full; do
    (cd "$work" && timeout 900 "$top/run/judge" --quick --kernel=spmv --json="$json" x/reordered >out 2>err)
    is $? "$([ "$json" = /dev/full ] && echo 3 || echo 0)" "a tree elsewhere, --json=$json" || show
    is "$(grep -cF "$work/x/reordered: right" "$work/out")" "$([ "$json" = /dev/full ] && echo 0 || echo 1)" \
        "its verdict, --json=$json" || show
done
is "$(cat "$work/err")" "run/judge: /dev/full: could not be written: No space left on device" "one line says why" || show

# The folder of the programs is make's, which config.mk can change.
ln -s "$top"/{Makefile,common,ref,opt,tests} "$work/x"
cp -r "$top/run" "$work/x"
echo "BUILD = $work/other" >"$work/x/config.mk"
is "$(cd "$work/x" && env -u MAKEFLAGS -u MEMWALL_BIN MPI=no PYTHONPATH=run python3 -B -c 'from memwall.judge import program
print(program.flavor().rpartition("/")[0])')" "$work/other" "config.mk names the folder of the programs"

# On a busy machine no tree is called slow.
python3 - >"$work/out" 2>"$work/err" <<END
import sys
from types import SimpleNamespace
sys.path.insert(0, "$top/run")
from memwall.judge import speed
for gain, noise in (1.2, 0.1), (0.8, 0.1), (0.8, 0.5):
    row = {"gain": gain, "gain_low": gain - 0.05, "gain_high": gain + 0.05, "noise": noise, "samples": "1;1;1"}
    speed.measured = lambda *_: {"double": row, "mixed": row}
    print(gain, noise, list(speed.tests({}, SimpleNamespace(tree="ref")))[-1][1])
END
is "$(tr '\n' ';' <"$work/out")" "1.2 0.1 right;0.8 0.1 slow;0.8 0.5 skipped;" "no verdict slow on a busy machine" || show

# On several ranks a wrong tree is found; without MPI a line says that it is not tested.
python3 - >"$work/out" 2>"$work/err" <<END
import os, sys
from types import SimpleNamespace
sys.path.insert(0, "$top/run")
from memwall import programs
from memwall.judge.program import flavor
judge = programs.script("judge")
for tree in "ref", "unwritten":
    v = judge.Verdict()
    v.run(judge.rank_tests(SimpleNamespace(kernel=None, quick=False), os.path.join(flavor(), "checker-" + tree)))
    print("verdicts", *(t["verdict"] for t in v.tests))
END
wanted="right right;wrong;"
[ "$MPI" = yes ] || wanted="skipped;skipped;"
is "$(sed -n 's/^verdicts //p' "$work/out" | tr '\n' ';')" "$wanted" "the checker on several ranks" || show

finish
