#!/usr/bin/env bash
# tests/gpu.t - run/gpu on the emulated device: its steps, document, limits and error messages; and
# with programs that end run/gpu in the middle of each step: the document is complete until then.
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
        --rt=0 --memory=4 "$@" >"$work/out" 2>"$work/err" </dev/null
    status=$?
}

# document CONDITION NAME: a Python condition on d, the document of run/gpu, and s, its steps
document() {
    python3 -c "import json
d = json.load(open('$work/results/results.json'))
s = d['steps']
sys_exit = not ($1)
raise SystemExit(sys_exit)" 2>"$work/err"
    ok $? "$2" || show
}

for tree in ref opt; do
    [ -x "$MEMWALL_BIN/memwall-$tree" ] || { skip "$tree is not built"; finish; }
done
steps=$("$tests/../run/gpu" --list | awk '{ print $1 }')

# A compute-sanitizer that finds nothing; below, one that always reports a mistake.
mkdir "$work/bin"
printf '%s\n' '#!/usr/bin/env bash' 'shift 4; exec "$@"' >"$work/bin/compute-sanitizer"
chmod +x "$work/bin/compute-sanitizer"
all=machine,build,bench,kernels,half,tests,cbgmres,poisson,sanitizer
PATH=$work/bin:$PATH gpu --nx=16 --steps=$all --tests=energy --sanitize=unit_grid
ok "$status" "all steps but the unit tests" || show
is "$(grep -c '^opt: mixed .* GFLOP/s$' "$work/out")" 1 "a rating" || show
is "$(grep -c '^sweep[ ,].*\( *-\)\{3\}$' "$work/out")" 2 "data in the caches has no share" || show
is "$(grep -c ': converged, [0-9]* iterations, [0-9.]* ms, error ' "$work/out")" 10 \
    "CB-GMRES and Poisson: iterations, time and error" || show
is "$(grep -c '[0-9.]* ms / iteration; per iteration [1-9].* waits' "$work/out")" 5 \
    "formats: time and counts of an iteration" || show
is "$(ls "$work/results" | tr '\n' ' ')" "log.txt results.json table.txt " "three files"
document 's["bench"]["nx"] == 16 and d["backend"] == "'"$BACKEND"'"' "size and back end"
document '[t["name"] for t in s["tests"]["tests"]] == ["energy"] and not s["tests"]["tests"][0]["failed"]' \
    "outcome of the test"
document '[r["tool"] for r in s["sanitizer"]["runs"]] == 2 * ["memcheck", "racecheck"] and
    not any(r["status"] for r in s["sanitizer"]["runs"])' "outcome of the sanitizer"
document 'all(s["bench"][n]["document"]["mixed"]["iterations"] > 0 for n in ["opt", "ref"])' \
    "two runs"
document 'all(r["status"] == 0 for n in ["kernels", "half", "cbgmres", "poisson"]
    for r in s[n].values() if isinstance(r, dict))' "the runs of the other steps" || show
document 'd["running"] is None and all(x["state"] == "done" for x in s.values())' "all are done"
cp "$work/results/results.json" "$work/right.json"

gpu --steps=poisson,machine --deadline=4 --nx=16
document 's["poisson"]["state"].startswith("skipped") and s["machine"]["state"] == "done"' \
    "a step that does not fit is skipped"
is "$status" 0 "and this is no failure" || show
printf '%s\n' '#!/usr/bin/env bash' 'exit 9' >"$work/bin/compute-sanitizer"
PATH=$work/bin:$PATH gpu --steps=sanitizer --sanitize=unit_grid
is "$status" 1 "a finding fails the call" || show
is "$(grep -c 'NOT CLEAN, status 9' "$work/out")" 4 "and is named" || show
gpu --nx=12 --steps=bench
is "$status" 1 "a size that is refused" || show
document 's["bench"]["refused"][0].startswith("12^3: status 2: memwall: ")' "says why"
gpu --steps=bench,otp
is "$status" 2 "an unknown step" || show
gpu --steps=machine --deadline=0 --commit=A
is "$status" 1 "nothing was done" || show

# refused WORDS ARGUMENTS...: --resume does not continue the results; one line says why.
refused() {
    "$tests/../run/gpu" --programs="$MEMWALL_BIN" --out="$work/results" --steps=machine --resume "${@:2}" \
        >"$work/out" 2>"$work/err" </dev/null
    is "$? $(wc -l <"$work/err")" "2 1" "--resume: $1" || show
    grep -qF "$1" "$work/err" || show
}
refused "the commit is A, not B" --backend="$BACKEND" --commit=B
refused "the backend is $BACKEND, not hip" --backend=hip --commit=A
echo '{"steps": ' >"$work/results/results.json"
refused "not a document of run/gpu" --backend="$BACKEND"

# Programs that write the documents of the run above, and a step in which they end run/gpu instead.
fake=$work/fake
mkdir "$fake" "$fake/ref" "$fake/opt"
python3 - "$work/right.json" "$fake" <<'END'
import json, sys
steps = json.load(open(sys.argv[1]))["steps"]
for verb, run in [("bench", steps["bench"]["opt"]), ("kernels", steps["kernels"]["opt"]),
                  ("solve", steps["cbgmres"]["f64"]), ("poisson", steps["poisson"]["2D D_MG"])]:
    json.dump(run["document"], open("%s/%s.json" % (sys.argv[2], verb), "w"))
END
cat >"$fake/memwall-opt" <<'END'
#!/usr/bin/env bash
here=$(dirname "$0")
[ -d "$here/opt" ] || here=$here/..
"$here/stop"
for word; do
    case $word in --json=*) cp "$here/$1.json" "${word#--json=}" ;; esac
done
echo "1..1"
END
cat >"$fake/stop" <<'END'
#!/usr/bin/env bash
grep -q "\"running\": \"$STOP\"" "$RESULTS/results.json" && kill -9 "$(cat "$RESULTS/../pid")"
END
chmod +x "$fake/memwall-opt" "$fake/stop"
cp "$fake/stop" "$work/bin/lscpu" # the step machine
ln -s "$fake" "$fake-vendor" # the step vendor
for name in memwall-ref opt/unit_grid ref/unit_grid; do cp "$fake/memwall-opt" "$fake/$name"; done
printf '%s\n' '#!/usr/bin/env bash' 'shift 4; exec "$@"' >"$work/bin/compute-sanitizer"
export STOP RESULTS=$work/stopped
for STOP in machine half; do
    rm -rf "$RESULTS"
    PATH=$work/bin:$PATH "$tests/../run/gpu" --backend="$BACKEND" --programs="$fake" \
        --out="$RESULTS" --tests=order --sanitize=unit_grid >"$work/out" 2>"$work/err" </dev/null &
    echo $! >"$work/pid"
    { wait $!; } 2>/dev/null
    python3 - "$RESULTS" "$STOP" $steps <<'END' >"$work/out" 2>"$work/err"
import json, sys
folder, stop, steps = sys.argv[1], sys.argv[2], sys.argv[3:]
document = json.load(open(folder + "/results.json"))
done = [name for name, step in document["steps"].items() if step["state"] == "done"]
print(done, document["running"])
sys.exit(done != steps[:steps.index(stop)] or document["running"] != stop)
END
    ok $? "stopped in $STOP: the document contains the steps before" || show
done
cp "$RESULTS/results.json" "$work/before.json"
STOP=none PATH=$work/bin:$PATH "$tests/../run/gpu" --backend="$BACKEND" --programs="$fake" \
    --out="$RESULTS" --resume --tests=order --sanitize=unit_grid >"$work/out" 2>"$work/err"
python3 - "$RESULTS/results.json" "$work/before.json" $steps <<'END' 2>>"$work/err"
import json, sys
now, before = (json.load(open(path))["steps"] for path in sys.argv[1:3])
sys.exit([n for n in now if now[n]["state"] == "done"] != sys.argv[3:] or
         any(now[n] != before[n] for n in ["machine", "build", "bench", "kernels"]))
END
ok $? "resumed after half: all steps are done, those before were not repeated" || show
rm -rf "$RESULTS" "$work/bin/lscpu"

# A signal ends the process that runs, and the step is not done. The program is of another back end.
STOP=none
mkdir "$work/slow"
printf '%s\n' '#!/usr/bin/env bash' "echo \$\$ >'$work/child'" 'exec sleep 60' >"$work/slow/memwall-opt"
chmod +x "$work/slow/memwall-opt"
"$tests/../run/gpu" --backend="$BACKEND" --programs="$work/slow" --out="$work/results" --steps=kernels \
    >"$work/out" 2>"$work/err" </dev/null &
until [ -s "$work/child" ]; do sleep 0.1; done
kill -TERM $!
wait $!
is $? 143 "SIGTERM" || show
document 'd["running"] is None and s["kernels"]["state"] == "interrupted"' "the step was interrupted" || show
! kill -0 "$(cat "$work/child")" 2>"$work/err"
ok $? "the process has ended"
mkdir "$work/other"
cp "$fake/memwall-opt" "$fake/stop" "$work/other"
mkdir "$work/other/opt"
sed 's/"backend": "[a-z]*"/"backend": "cpu"/' "$fake/kernels.json" >"$work/other/kernels.json"
gpu --steps=kernels --programs="$work/other"
is "$status" 1 "a program of another back end" || show
document 's["kernels"]["state"].endswith("memwall-opt: its back end is cpu, not '"$BACKEND"'")' "says so" || show

# A process that does not end in time is ended with its children, and the log says so.
mkdir "$work/limit"
python3 - "$tests/../run" "$work/limit" <<'END' >"$work/out" 2>"$work/err"
import argparse, sys
sys.path.insert(0, sys.argv[1])
import scripts
gpu = scripts.load("gpu")
runner = gpu.Runner(argparse.Namespace(deadline=1), gpu.Document(sys.argv[2], False))
status, text, seconds = runner.run(["bash", "-c", "sleep 50 & wait"])
log = open(sys.argv[2] + "/log.txt").read()
print(status, seconds, log)
sys.exit(status != "timeout" or seconds > 9 or "-- status timeout" not in log)
END
ok $? "a process that takes too long" || show

# Clocks and power during a run: from a fake nvidia-smi.
fake_run() {
    PATH=$work/bin:$PATH "$tests/../run/gpu" --backend="$BACKEND" \
        --programs="$fake" --out="$work/results" --steps="$1" >"$work/out" 2>"$work/err"
}
STOP=none
sed -i 's/^echo "1..1"/sleep 0.5; &/' "$fake/memwall-opt" # long enough to be sampled
cat >"$work/bin/nvidia-smi" <<'END'
#!/usr/bin/env bash
case $1 in
*=name,*) echo "fake H200, 570.1, 143771 MiB" ;;
*) echo "1980, 2619, 612.4, [N/A]" ; sleep 9 ;;
esac
END
chmod +x "$work/bin/nvidia-smi"
fake_run machine,kernels
is "$(grep -c ', 1980 MHz, 612 W$' "$work/out")" 1 "clock and power from nvidia-smi" || show
grep -q "^  fake H200, 570.1" "$work/results/table.txt"
ok $? "the driver in the table" || show
document 's["kernels"]["opt"]["clocks"]["clocks.mem"]["mean"] == 2619 and
    "temperature.gpu" not in s["kernels"]["opt"]["clocks"]' "what cannot be read is left out" || show
finish
