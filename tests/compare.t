#!/usr/bin/env bash
# tests/compare.t - run/compare: what counts as noise, spreads, all samples in CSV and JSON; which
# program is measured, and what is refused before the first run.
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
    rows "fewer than three rounds are within noise" 'row([2, 2], [2, 2], [1, 1]).within_noise(1)'
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

# compare ARGUMENTS...: run/compare with one tiny round
compare() {
    "$run/compare" --nx=8 --np=1 --threads=1 --repeat=1 --iterations=5 --tolerance=0 "$@" \
        >"$work/out" 2>"$work/err" </dev/null
    status=$?
}

# refuses STATUS TEXT ARGUMENTS...: ends with one line that contains this text. Nothing has run:
# the line that counts the rounds has no line feed.
refuses() {
    local wanted=$1 text=$2
    shift 2
    compare "$@"
    is "$status $(wc -l <"$work/err") $(grep -cF -- "$text" "$work/err")" "$wanted 1 1" \
        "$*: $text" || show
}

# fails TEXT ARGUMENTS...: a run does not count, for this reason
fails() {
    local text=$1
    shift
    compare "$@"
    [ "$status" = 1 ] && grep -qF -- "$text" "$work/err" && ! grep -q Traceback "$work/err"
    ok $? "$*: $text" || show
}

usage() {
    local k
    for k in nx=16 threads=2 iterations=2 json="$work/x" output="$work" rt=1 help; do
        refuses 2 "--$k is the same for all variants" ref "ref:$k"
    done
    refuses 2 "TREE[:FLAG=VALUE,...] is needed" ref ""
    refuses 2 "TREE[:FLAG=VALUE,...] is needed" ref :policy=double
    for k in --repeat=0 --repeat=-1 --iterations=0 --iterations=1 --nx=0 --np=-1 --tolerance=1e-9x \
        --tolerance=-1; do
        refuses 2 "argument ${k%=*}: '${k#*=}'" $k ref ref
    done
    refuses 2 "unrecognized arguments: --keeps=x" --keeps=x ref
    refuses 1 "--launch=nosuch: there is no such command" --launch=nosuch ref
    refuses 1 "memwall-nosuch: there is no such program; the variable MEMWALL_BIN" ref nosuch
    refuses 1 "the programs of both trees would be memwall-mine" /x/mine /y/mine
    refuses 1 "the programs of both trees would be memwall-opt" opt /other/opt
    for k in csv json keep; do
        refuses 2 "--$k=$work/none/x: there is no folder" --$k="$work/none/x" ref
    done
    refuses 2 "the file is also that of --csv" --csv="$work/x" --keep="$work/../$(basename "$work")/x" ref
}

# fake NAME LINES...: a program of the tree NAME: ref's, after lines of a shell script, with its
# name in the document
fake() {
    local name=$1
    shift
    {
        echo "#!/usr/bin/env bash"
        echo "for word; do case \$word in --json=*) json=\${word#*=} ;; esac; done"
        printf '%s\n' "$@"
        echo "'$MEMWALL_BIN/memwall-ref' \"\$@\" && sed -i 's/\"tree\": \"ref\"/\"tree\": \"$name\"/' \"\$json\""
        echo '[ -z "$commit" ] || sed -i "s/\"commit\": \"/&$commit/" "$json"'
    } >"$work/bin/memwall-$name"
    chmod +x "$work/bin/memwall-$name"
}

# A document counts only if this run of this program wrote it.
documents() {
    local MEMWALL_BIN=$MEMWALL_BIN
    mkdir "$work/bin"
    ln -s "$MEMWALL_BIN/memwall-ref" "$work/bin/memwall-ref"
    ln -s "$MEMWALL_BIN/memwall-ref" "$work/bin/memwall-renamed"
    fake quiet 'exit 0'
    fake other 'commit=other-'
    fake changing 'commit=x$(wc -l <"$0")-; echo >>"$0"'
    fake reader 'cat >/dev/null'
    MEMWALL_BIN=$work/bin
    fails "the program wrote no JSON document" ref quiet
    fails "this is the program of the tree ref" renamed
    fails "the program changed during the measurement: commit x" changing
    compare --csv="$work/c.csv" --json="$work/c.json" ref other
    is "$status $(grep -c '^programs: not the same: ref: commit .*; other: commit other-' "$work/out")" \
        "0 1" "programs of two commits: the head of the table says so" || show
    grep -q '^# programs: not the same: ref: commit .*; other: commit other-' "$work/c.csv"
    ok $? "and the origin in the CSV file" || show
    compare ref ref:policy=double
    is "$status $(grep -c 'fewer than 3 rounds, so that all are marked' "$work/out")" "0 1" \
        "one round: every ratio is marked" || show
    printf '8\n8\n' >"$work/sizes"
    local started=0 nx
    while read -r nx; do
        "$run/compare" --nx="$nx" --np=1 --threads=1 --repeat=1 --iterations=5 --tolerance=0 \
            reader >/dev/null 2>&1
        started=$((started + 1))
    done <"$work/sizes"
    is "$started" 2 "runs leave the standard input of a loop alone"
    echo old >"$work/c.csv"
    fails "No space left on device" --csv=/dev/full ref
    compare --csv=/dev/stdout ref
    is "$status $(grep -c '^# command: run/compare' "$work/out") $(tail -1 "$work/out" | cut -d, -f1)" \
        "0 1 set-up" "--csv=/dev/stdout" || show
}

# A signal ends the ranks, too, and leaves no folder.
signals() {
    local MEMWALL_BIN=$work/bin name number
    mkdir "$work/tmp"
    fake slow "echo \$\$ >'$work/pid'; sleep 100 & wait"
    for name in INT TERM; do
        rm -f "$work/pid"
        TMPDIR=$work/tmp python3 - "$run/compare" "$work/pid" $name >"$work/out" 2>"$work/err" <<'END'
import os, signal, subprocess, sys, time
script, pid, name = sys.argv[1:]
child = subprocess.Popen([script, "--np=1", "--nx=8", "slow"], start_new_session=True,
                         # A shell ignores SIGINT in background processes, and so would the script.
                         preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL))
while not os.path.exists(pid) or not open(pid).read():
    time.sleep(0.05)
child.send_signal(getattr(signal, "SIG" + name))
print(child.wait(timeout=60))
END
        number=$(kill -l $name)
        is "$(cat "$work/out")" $((128 + number)) "SIG$name: exit status" || show
        is "$(tail -n +2 "$work/err")" "run/compare: ended by SIG$name" "SIG$name: one line" || show
        ! kill -0 "$(cat "$work/pid")" 2>/dev/null
        ok $? "SIG$name: the program has ended"
        is "$(ls "$work/tmp")" "" "SIG$name: no folder is left"
    done
}

# builds WANTED ARGUMENTS...: these words of run/compare, in the folder $work/here with a checkout
# in $work/top, whose make has no more than the variables that run/compare needs
builds() {
    local wanted=$1
    shift
    (cd "$work/here" && run=$work/top/run && MEMWALL_BIN= && compare "$@" && exit "$status")
    is "$? $(cut -d: -f1 "$work/built" | sort -u | tr '\n' ' ')" "0 $wanted " "$*: builds $wanted" || show
    rm -f "$work/built"
}

trees() {
    local tree
    mkdir -p "$work/top/ref" "$work/top/mine" "$work/here/mine" "$work/here/ref" "$work/top/build"
    cp -r "$run" "$work/top/run"
    cp "$work/bin/memwall-quiet" "$work/top/build/memwall-ref" # an older program
    fake mine
    for tree in top/ref top/mine here/mine here/ref; do
        cp "$work/bin/memwall-$(basename $tree)" "$work/$tree/program"
    done
    cat >"$work/top/Makefile" <<'END'
-include config.mk
BUILD ?= build
NAME := $(notdir $(TREE))
PROGRAM := $(BUILD)/flavor/memwall-$(NAME)
all:
	mkdir -p $(BUILD)/flavor
	cp $(TREE)/program $(PROGRAM)
	echo $(TREE): >>../built
END
    builds ref ref
    builds "$work/here/mine ref" ref mine
    builds mine "$work/top/mine"
    rm -r "$work/here/mine"
    builds mine mine
    BUILD=$work/elsewhere builds ref ref
    [ -x "$work/elsewhere/flavor/memwall-ref" ]
    ok $? "BUILD in the environment: the program there is measured"
    rm -r "$work/top/build/flavor"
    echo "BUILD = $work/config" >"$work/top/config.mk"
    builds ref ref
    [ -x "$work/config/flavor/memwall-ref" ] && [ ! -e "$work/top/build/flavor" ]
    ok $? "BUILD in config.mk: the program there is measured"
}

if ! python3 -c 'import json' 2>/dev/null; then
    skip "python3 is needed"
    finish
fi
noise
if [[ " $TREES " == *" ref "* ]]; then
    usage
    documents
    signals
    trees
fi
if [[ " $TREES " == *" ref "* && " $TREES " == *" opt "* ]]; then
    files
else
    skip "run/compare: it needs ref and opt"
fi
finish
