#!/usr/bin/env bash
# tests/compare.t - run/compare: what counts as noise, spreads, and all samples in CSV and JSON.
. "$(dirname "$0")/tap.sh"
run=$(cd "$tests/../run" && pwd)
export MEMWALL_BIN PYTHONDONTWRITEBYTECODE=1

# rows NAME EXPRESSION: the expression is true; row(base, twin, others...) is a row of samples
rows() {
    python3 - "$run" 2>"$work/err" <<END
import sys
sys.path.insert(0, sys.argv[1])
import scripts
c = scripts.load("compare")
class Fixed:
    def __init__(self, values): self.values = values
    def samples(self, value): return self.values
def row(base, twin, *others):
    return c.Row("sweep", "ms", None, [Fixed(base)] + [Fixed(o) for o in others], Fixed(twin), 0)
sys.exit(not ($2))
END
    ok $? "$1" || sed 's/^/# /' "$work/err"
}

noise() {
    rows "the noise is the largest difference of the identical runs" \
        'abs(row([1, 1, 1], [1.1, 0.8, 1]).percent() - 25) < 1e-9'
    rows "ratios are taken within a round" 'row([1, 2, 4], [1, 2, 4], [2, 4, 8]).ratio(1) == (0.5,) * 3'
    rows "a large gain is not within noise" 'not row([2, 2, 2], [2.1, 2, 1.9], [1, 1.1, 0.9]).within_noise(1)'
    rows "a large loss is not within noise" 'not row([1, 1, 1], [1, 1.1, 1], [2, 2, 2]).within_noise(1)'
    rows "a gain below the noise is within noise" 'row([2, 2, 2], [2.4, 2, 2], [1.8, 1.8, 1.8]).within_noise(1)'
    rows "rounds that disagree are within noise" 'row([2, 2, 2], [2, 2, 2], [1, 1, 2.1]).within_noise(1)'
    rows "no ratio without a time" 'row([0, 1], [1, 1], [1, 1]).ratios is None'
}

# The files of one comparison: samples, their median and ratios agree.
files() {
    "$run/compare" --np=1 --nx=8 --threads=1 --repeat=2 --iterations=10 --against=1 \
        --csv="$work/c.csv" --json="$work/c.json" opt:policy=double ref \
        >"$work/out" 2>"$work/err"
    ok $? "run/compare" || show
    for line in '^noise: \[1\] twice in each round, ratio' '^speed-up over \[1\]' '^iterations  ' \
        '^s to solution ' '^\[0\] against \[1\]: '; do
        [ "$(grep -c "$line" "$work/out")" = 1 ]
        ok $? "prints $line" || show
    done
    python3 - "$run" "$work" 2>"$work/err" <<'END'
import json, statistics, sys
sys.path.insert(0, sys.argv[1])
import results
about, table = results.read(sys.argv[2] + "/c.csv")
assert about["commit"] and "run/compare" in about["command"] and "c.csv" not in about["command"]
found = {(r["phase"], r["variant"]): r for r in table}
for phase in ("spmv", "iteration"):
    ref, opt = (found[phase, v] for v in ("ref", "opt:policy=double"))
    a, b = ([float(x) for x in r["samples"].split(";")] for r in (ref, opt))
    assert len(a) == len(b) == 2
    ratios = [x / y for x, y in zip(a, b)]
    for got, wanted in ((opt["ratio"], statistics.median(ratios)), (opt["ratio_low"], min(ratios)),
                        (opt["ratio_high"], max(ratios)), (ref["ratio"], 1),
                        (opt["ms_per_iteration"], statistics.median(b))):
        assert abs(float(got) / wanted - 1) < 1e-3, (phase, got, wanted)
document = json.load(open(sys.argv[2] + "/c.json"))
assert [len(v["runs"]) for v in document["variants"]] == [2, 2]
assert document["pair"]["variant"] == "ref" and len(document["pair"]["runs"]) == 2
assert [s["reason"] for s in document["solves"]] == ["converged"] * 2
assert [r["phase"] for r in document["table"]] == [r["phase"] for r in table]
END
    ok $? "CSV and JSON hold all samples, and their medians and ratios" || sed 's/^/# /' "$work/err"
    "$run/compare" --against=2 opt ref >"$work/out" 2>"$work/err"
    is "$? $(grep -c -e '--against=2: there are the variants 0 to 1' "$work/err")" "2 1" \
        "no such variant" || show
}

if ! python3 -c 'import json' 2>/dev/null; then
    skip "python3 is needed"
    finish
fi
noise
if [[ " $TREES " == *" ref "* && " $TREES " == *" opt "* ]]; then
    files
else
    skip "run/compare: it needs ref and opt"
fi
finish
