#!/usr/bin/env bash
# tests/simulate.t - run/simulate: the same numbers as with MPI, the times of the model, messages.
#
# Eight simulated ranks of ref; SKIP where SimGrid is missing.
. "$(dirname "$0")/tap.sh"
simulate=$(cd "$tests/../run" && pwd)/simulate
BUILD=$(dirname "$MEMWALL_BIN")
export BUILD

path=$PATH
refuses() {
    local name=$1 words=$2
    shift 2
    PATH=$path "$simulate" "$@" >"$work/out" 2>"$work/err"
    is $? "${expected:-1}" "$name: exit status" || show
    is "$(wc -l <"$work/err")" 1 "$name: one line" || show
    grep -q -e "$words" "$work/err"
    ok $? "$name: says why" || show
}

# python NAME EXPRESSION: the expression is true; rows are those of the last simulation, by
# experiment; work is the model's time of the kernels, real and run the two documents.
python() {
    python3 - "$work" "$simulate" 2>"$work/err" <<END
import csv, json, os, sys
sys.dont_write_bytecode = True
sys.path.insert(0, os.path.dirname(sys.argv[2]))
import scripts
s = scripts.load("simulate")
folder = sys.argv[1] + "/"
rows = {r["experiment"]: {k: float(v) for k, v in r.items() if v.replace(".", "").replace(
    "e-", "").isdigit()} for r in csv.DictReader(open(folder + "rows.csv"))}
work = s.scaling.Code(folder + "bench.json", 320).work({"bandwidth": 1.6e12, "kernel": 5e-6})
real, run = (json.load(open(folder + f))["solve"] for f in ("real.json", "keep/run.json"))
def near(a, b, share): return abs(a - b) <= share * abs(b)
def kernels(r): return r["seconds"] - r["halo exchange"] - r["reduction"]
sys.exit(not ($2))
END
    ok $? "$1" || sed 's/^/# /' "$work/err"
}

simulated() {
    "$simulate" --ranks=8 --tree=ref --csv="$work/rows.csv" --keep="$work/keep" "$@" \
        "$work/bench.json" >"$work/out" 2>"$work/err"
    ok $? "run/simulate $*" || show
}

if ! command -v smpirun >/dev/null || ! python3 -c 'import json' 2>/dev/null; then
    skip "SimGrid (apt-get install libsimgrid-dev) and python3 are needed"
    finish
fi
[[ " $TREES " == *" ref "* && $BACKEND = cpu ]] || { skip "ref on a CPU is simulated"; finish; }
can_run 8 "simulated ranks against real ones" || finish

tree=ref
run 1 bench --nx=16 --run_type=standalone_mxp --rt=0 --iterations=29 --output="$work" \
    --json="$work/bench.json"
ok "$status" "a document of bench" || show
run 8 solve --nx=8 --policy=mixed --iterations=2 --tolerance=1e-30 --json="$work/real.json"

simulated --experiments=no-latency,persistent,two-sums,machine --spread=0.05
python "kernels last as long as the model says, but for rounding" \
    'near(kernels(rows["machine"]), work, 1e-4)'
python "the slowest of eight ranks, whose speeds differ by 5 %, delays all" \
    '1.01 * work < rows["persistent"]["seconds"] < 1.2 * work'
python "messages and sums need time" 'rows["machine"]["reduction"] > 3 * 3 * 2e-6 and
    rows["machine"]["halo exchange"] > rows["no-latency"]["halo exchange"] > 0'
python "the time of two sums of three, in which ranks also wait for each other" \
    '0.6 < rows["two-sums"]["reduction"] / rows["machine"]["reduction"] < 0.8'
python "the same residual as with MPI, to the roundoff of f32" \
    'near(run["final"], real["final"], 1e-5) and run["iterations"] == real["iterations"] == 2'

# The largest of 64 independent normal numbers is below 1.2 in fewer than one of 2000 cases.
simulated --ranks=64 --experiments=persistent --spread=0.05
python "the slowest of 64 ranks is slower than the mean by at least 1.2 standard deviations" \
    'rows["persistent"]["seconds"] > (1 + 1.2 * 0.05) * work'

# One node with a slow memory between its ranks: a face of each of three directions, both ways,
# in f32, for the sweep and the product on the finest level; ref overlaps nothing.
simulated --experiments=no-latency --local-link=1e9
python "faces of 320^2 numbers at 1 GB/s" \
    'rows["no-latency"]["halo exchange"] > 3 * 3 * 4 * 320 ** 2 / 1e9'

# One file with two boxes.
run_of() {
    local name=$1
    shift
    "$tests/../run/$name" "$@" >"$work/out" 2>"$work/err"
}
rm "$work/rows.csv"
simulated --ranks=8,2 --nx=64 --bandwidth=2e12
is "$(awk '$2 == 2 || $2 == 8 { print $2, $4 }' "$work/out" | head -1)" "2 100.0%" \
    "the efficiency refers to the fewest ranks" || show
run_of scaling --bandwidth=2e12 --nx=64 --simulated="$work/rows.csv" "$work/bench.json"
ok $? "run/scaling: the same box" || show
run_of scaling --bandwidth=2e12 --simulated="$work/rows.csv" "$work/bench.json"
is "$?,$(grep -c 'simulated with nx 64, and the model has 320' "$work/err")" 1,1 "another box" || show
simulated --nx=128 --bandwidth=2e12 --topology=fat-tree
run_of weak --origin="$work/bench.json" --simulated="$work/rows.csv" --csv="$work/weak.csv"
is "$(sed -n 's/^"\(.*\)",.*/\1/p' "$work/weak.csv" | sort -u | tr '\n' ';')" "simulated, machine, \
topology dragonfly, 64^3;simulated, machine, topology fat-tree, 128^3;" "run/weak: two series" || show
cp "$work/rows.csv" "$work/kept.csv"
run_of weak --origin="$work/bench.json" --simulated="$work/rows.csv" --csv="$work/rows.csv"
is "$?,$(wc -l <"$work/err")" 2,1 "run/weak: an output that is an input" || show
expected=2 refuses "a CSV file of another script" "not a CSV file of run/simulate" \
    --tree=ref --csv="$work/weak.csv" "$work/bench.json"
expected=2 refuses "an output that is the input" "the file is also an input" --tree=ref \
    --csv="$work/bench.json" "$work/bench.json"
expected=2 refuses "an output in no folder" "there is no folder" --tree=ref \
    --csv="$work/nowhere/x.csv" "$work/bench.json"
cmp "$work/rows.csv" "$work/kept.csv" && head -1 "$work/weak.csv" | grep -q '^# machine'
ok $? "the files remain"

MEMWALL_SIMULATION="$work/keep/work" smpirun -np 8 -platform "$work/keep/platform.xml" -hostfile "$work/keep/hosts" --log=root.thresh:critical \
    "$BUILD/mpi-yes-simgrid/memwall-ref" solve --nx=8 --policy=half >"$work/out" 2>"$work/err"
grep -q "was not compiled for the formats f64 (vectors) and f16" "$work/out" "$work/err"
ok $? "a pair of formats that this program does not have" || show

refuses "a side that does not halve three times" "multiple of 64" --nx=100 "$work/bench.json"
refuses "a spread of 200 %" "spread" --spread=2 "$work/bench.json"
refuses "a flag that the simulation sets" "policy" --flag=--policy=double "$work/bench.json"
refuses "no document of bench" "not a document" "$work/real.json"
refuses "the bytes of another tree" 'of the tree "ref", and the simulation has the tree "opt"' \
    "$work/bench.json"
refuses "the bytes of other flags" 'of the flags "", and .* has the flags "--order=natural"' \
    --tree=ref --flag=--order=natural "$work/bench.json"
sed 's/"bench --nx/"bench --frobnicate x --nx/' "$work/bench.json" >"$work/unknown.json"
refuses "a flag that the program does not know" "unknown flag" --ranks=1 --tree=ref \
    --flag=--frobnicate=x "$work/unknown.json"
mkdir "$work/bin"
ln -s "$(command -v env)" "$(python3 -c 'import sys; print(sys.executable)')" "$work/bin"
path=$work/bin
refuses "no SimGrid" "apt-get install libsimgrid-dev" "$work/bench.json"
finish
