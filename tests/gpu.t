#!/usr/bin/env bash
# tests/gpu.t - run/gpu on the emulated device: its tests, tables, document and error messages.
. "$(dirname "$0")/tap.sh"

if [ "$BACKEND" = cpu ]; then
    skip "needs a device: make BACKEND=emu"
    finish
fi
if ! python3 -c 'import json' 2>/dev/null; then
    skip "python3 is needed"
    finish
fi

# gpu ARGUMENTS...: run/gpu with the programs that make has built
gpu() {
    "$tests/../run/gpu" --backend="$BACKEND" --programs="$MEMWALL_BIN" --out="$work/results" \
        --rt=0 "$@" >"$work/out" 2>"$work/err" </dev/null
    status=$?
}

# document CONDITION NAME: a Python condition on d, the document of run/gpu
document() {
    python3 -c "import json, math, sys
d = json.load(open('$work/results/results.json'))
sys.exit(not ($1))" 2>"$work/err"
    ok $? "$2" || show
}

for tree in ref opt; do
    [ -x "$MEMWALL_BIN/memwall-$tree" ] || { skip "$tree is not built"; finish; }
done

# A compute-sanitizer that finds nothing; below, one that always reports a mistake.
mkdir "$work/bin"
printf '%s\n' '#!/usr/bin/env bash' 'shift 4; exec "$@"' >"$work/bin/compute-sanitizer"
chmod +x "$work/bin/compute-sanitizer"
PATH=$work/bin:$PATH gpu --nx=16 --tests=ranks --sanitize=unit_grid
ok "$status" "tests, sanitizer, benchmark" || show
is "$(grep -c '^\(sell\|implicit\): mixed .* GFLOP/s$' "$work/out")" 2 "two ratings" || show
is "$(grep -c '^sweep[ ,].*%.*%.*%.*%$' "$work/out")" 2 "shares of sweeps" || show
is "$(ls "$work/results" | tr '\n' ' ')" "log.txt results.json table.txt " "three files"
document 'd["nx"] == 16 and d["backend"] == "'"$BACKEND"'"' "size and back end"
document '[t["name"] for t in d["tests"]] == ["ranks"] and d["tests"][0]["failed"] == 0' \
    "outcome of the test"
document '[s["tool"] for s in d["sanitizer"]] == 2 * ["memcheck", "racecheck"] and
    not any(s["status"] for s in d["sanitizer"])' "outcome of the sanitizer"
document 'all(d[n]["mixed"]["iterations"] > 0 for n in ["sell", "implicit", "ref"])' \
    "three runs"

printf '%s\n' '#!/usr/bin/env bash' 'exit 9' >"$work/bin/compute-sanitizer"
PATH=$work/bin:$PATH gpu --nx=8 --tests= --sanitize=unit_grid
is "$status" 1 "a finding fails the call" || show
is "$(grep -c 'NOT CLEAN, status 9' "$work/out")" 4 "and is named" || show
gpu --nx=12 --tests=
is "$status" 1 "a size that is refused" || show
grep -q '^12^3 is refused: memwall: ' "$work/out"
ok $? "says why" || show
finish
