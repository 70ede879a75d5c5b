#!/usr/bin/env bash
# tests/class.t - run/class: submissions cannot read the seed, use the network or exceed limits.
#
# A short program takes the place of the judge: it does what the name of a submission says. Then
# the judge judges trees of tests/.
. "$(dirname "$0")/tap.sh"
cd "$tests/.." || exit 1

# nothing WORDS COMMAND...: no submission is judged; one line says why.
nothing() {
    launch 1 "${@:2}"
    is "$status $(wc -l <"$work/err")" "2 1" "$1" || show
    grep -qF -- "$1" "$work/err" || show
}
mkdir -p "$work/two/alice" "$work/two/bob"
touch "$work/seed"
nothing "no submission --only=alic" run/class --seed="$work/seed" --only=alic "$work/two"
if ! bwrap --ro-bind / / --unshare-all true 2>/dev/null || ! command -v python3 >/dev/null; then
    skip "no sandbox (bwrap) or no python3 here"
    finish
fi
git rev-parse HEAD >/dev/null 2>&1 || { skip "not a git repository"; finish; }

cat >"$work/judge.py" <<END
import json, os, socket, sys, time
arguments = dict(a[2:].split("=") for a in sys.argv[1:3])
tree, found = sys.argv[3], "nothing"
if tree == "reader":
    found = "file %s" % os.path.exists("$work/seed")
if tree == "network":
    try:
        socket.create_connection(("1.1.1.1", 53), 2)
        found = "network"
    except OSError:
        pass
if tree == "eater":
    bytearray(3 << 30)
if tree == "sleeper":
    time.sleep(60)
seed = open(arguments["seed"][1:]).read().strip()
with open(arguments["json"], "w") as f:
    json.dump({"tree": tree, "verdict": "right", "seed": seed, "found": found}, f)
END
for name in reader network eater sleeper includer linker; do
    mkdir -p "$work/class/$name"
    echo ref >"$work/class/$name/parent"
done
echo "#include \"$work/seed\"" >"$work/class/includer/spmv.c"
ln -s "$work/seed" "$work/class/linker/flags"
echo 8261403377 >"$work/seed"
program=$(sed "s/'/\"/g" "$work/judge.py")
launch 1 run/class --seed="$work/seed" --out="$work/results" --seconds=2 --memory=1 \
    --build="bash -c '! ls */spmv.c 2>/dev/null | grep -q includer || gcc -fsyntax-only includer/spmv.c'" \
    --judge="python3 -c '$program'" "$work/class"
is "$status" 0 "six submissions" || show

# result NAME KEY [FOLDER]: of a document
result() {
    python3 -c "import json, sys; print(json.load(open(sys.argv[1])).get(sys.argv[2]))" \
        "$work/${3:-results}/$1.json" "$2"
}
is "$(result reader seed)" 8261403377 "the judge has the seed"
is "$(result reader found)" "file False" "the file of the seed is not in the sandbox"
is "$(result network found)" nothing "there is no network"
is "$(result eater verdict)" wrong "too much memory"
is "$(result sleeper verdict)" wrong "too much time"
is "$(result includer verdict)" cheating "a file of the machine is included" || show
grep -q 'No such file' "$work/results/includer.log"
ok $? "and it is not there"
is "$(result linker verdict)" not-building "a link is refused"
launch 1 run/class --seed="$work/none" "$work/class"
is "$status" 2 "a seed that cannot be read"

# The judge itself, with the programs of judge.t: only the tests of kernels.
if [ -x "$MEMWALL_BIN/judge-files" ] && [[ $MEMWALL_BIN != *sanitize* ]]; then
    mkdir "$work/judged"
    cp -r tests/judged/reordered tests/trees/backward tests/cheats/cached tests/cheats/files "$work/judged"
    launch 1 run/class --seed="$work/seed" --out="$work/verdicts" --built="$MEMWALL_BIN" \
        --judge="run/judge --kernels" "$work/judged"
    is "$status" 0 "the judge in the sandbox" || show
    for pair in reordered:right backward:wrong cached:cheating files:cheating; do
        is "$(result "${pair%:*}" verdict verdicts)" "${pair#*:}" "${pair%:*} is ${pair#*:}" ||
            cat "$work/verdicts/${pair%:*}.log"
    done
    is "$(result reordered seed verdicts)" secret "the seed is not in the document"
    ! grep -rqF 8261403377 "$work/verdicts"
    ok $? "and not in what the judge prints"
else
    skip "the programs of judge.t are not built"
fi
finish
