#!/usr/bin/env bash
# tests/figures.t - run/figures and run/report: data, tables, pictures and pages; the pictures of
# docs/ drawn again.
. "$(dirname "$0")/tap.sh"
top=$(cd "$tests/.." && pwd)
export MEMWALL_BIN PYTHONDONTWRITEBYTECODE=1

# figures ARGUMENTS...: run/figures in the folder $work/f
figures() {
    "$top/run/figures" --folder="$work/f" "$@" >"$work/out" 2>"$work/err"
    status=$?
}

# refuses TEXT ARGUMENTS...: one line with this text, no work
refuses() {
    local text=$1
    shift
    figures "$@"
    [[ $status == [12] ]] && [ "$(wc -l <"$work/err")" = 1 ] && grep -qF -- "$text" "$work/err"
    ok $? "$*: $text" || show
}

# study NAME OPTIONS...: a tiny run writes the CSV file, from which the figure is drawn
study() {
    local name=$1 csv=$1
    [ "$name" != motifs ] || csv=compare
    shift
    figures "$name" -- "$@"
    if [ -n "$pictures" ]; then
        ok $status "$name: runs and picture" || show
    else
        [ "$status" = 1 ] && [ -s "$work/f/$csv.csv" ] && grep -q "pip install matplotlib" "$work/err"
        ok $? "$name: runs and CSV file; the picture needs matplotlib" || show
    fi
}

# redraw NAME: another figure from the CSV file of the last study
redraw() {
    [ -n "$pictures" ] || return
    figures --draw "$1"
    ok $status "$1, from the same CSV file" || show
}

studies() {
    study motifs --np=1 --threads=1 --nx=8 --repeat=2 --iterations=5
    redraw breakdown
    study roofline --np=1 --threads=1 --nx=8 --repeat=2 --iterations=5
    study cbgmres --np=1 --repeat=1 --formats=f64,f32 --preconditioners=none lap27:6
    study orthogonality --np=1 --formats=f64,f32 lap27:6
    study histories --np=1 --formats=f64,f32 lap27:6
    study restarts --np=1 --repeat=1 --formats=f64,f32 --longest=20 --iterations=20 lap27:6
    study halfmg-2d --np=1 --repeat=1 --k=1,20 --cells=16,32
    redraw halfmg-2d-times
    figures halfmg-3d-table -- --np=1 --cells=8 --k=1
    [ "$status" = 0 ] && grep -q "H_MG" "$work/out"
    ok $? "a table without a picture" || show
    (cd "$work" && PYTHONPATH=$work/none figures roofline -- --np=1 --threads=1 --nx=8 --repeat=1 \
        --iterations=5 --keep=here.json && exit $status)
    is "$? $(grep -c "pip install matplotlib" "$work/err") $(head -c 1 "$work/here.json")" "1 1 [" \
        "without matplotlib the runs are made; paths of OPTIONs are those of the user's folder" || show
    unsolved
}

# Solves that do not converge have no speed-up and no time to solution.
unsolved() {
    study halfmg-2d --np=1 --repeat=1 --k=1 --cells=32 --variants=D_MG,H_MG --flags=iterations=1
    is "$(grep -c ',iteration limit,.*,,[^,]*,[^,]*,,$' "$work/f/halfmg-2d.csv")" 2 \
        "halfmg: the reason, and no speed-up" || show
    redraw halfmg-2d-times
    figures --text halfmg-2d
    is "$(tail -1 "$work/out")" "| H_MG | - |" "its table" || show
    "$top/run/cbgmres" histories --iterations=5 --formats=f64 lap27:6 >"$work/out" 2>"$work/err"
    is "$(tr -s ' ' <"$work/out")" "lap27:6 f64 5 iterations, not converged: iteration limit" \
        "histories: the reason" || show
    "$top/run/cbgmres" --iterations=5 --repeat=1 --formats=f64,f32 lap27:6 >"$work/out" 2>"$work/err"
    is "$(grep -c '^f.. .*-   1 of 1 not converged$' "$work/out")" 2 \
        "table: how many do not converge, even if all" || show
}

# The texts of a picture; they do not depend on the version of matplotlib.
texts() {
    grep -o '<text[^>]*>[^<]*<\|<tspan[^>]*>[^<]*<' "$1" | sed 's/[^>]*>//' | sort
}

again() {
    local picture name
    mkdir -p "$work/f"
    cp "$top"/docs/results/*.csv "$work/f"
    figures --draw $(basename -s .svg "$top"/docs/results/*.svg)
    ok $status "the pictures of docs/results are drawn again" || show
    for picture in "$top"/docs/results/*.svg; do
        name=$(basename "$picture" .svg)
        is "$(texts "$work/f/$name.svg")" "$(texts "$picture")" "docs/results/$name.svg, drawn again" || show
    done
    figures --draw --paper --format=svg,pdf,png ladder
    grep -q 'width="237.6pt"' "$work/f/ladder.svg"
    ok $? "--paper: 3.3 inches" || show
    is "$(head -c 4 "$work/f/ladder.pdf")$(head -c 4 "$work/f/ladder.png" | tail -c 3)" "%PDFPNG" \
        "PDF and PNG"
    sed -i '/^# commit/d' "$work/f/ladder.csv"
    cp "$work/f/ladder.csv" "$work/f/weak.csv"
    refuses "not the CSV file of weak" --draw weak
}

# page NAME WORDS...: the page of $work/NAME.json is closed HTML, has all words, loads nothing
page() {
    local name=$1 words
    shift
    "$top/run/report" "$work/$name.json" >"$work/out" 2>"$work/err"
    ok $? "page of $name" || show
    for words in "$@"; do
        grep -qF -- "$words" "$work/$name.html"
        ok $? "page of $name: $words" || show
    done
    python3 - "$work/$name.html" 2>"$work/err" <<'END'
import html.parser, re, sys
class Page(html.parser.HTMLParser):
    stack, names = [], []
    def handle_starttag(self, tag, attributes):
        if tag not in ("meta", "html", "br", "link"):
            self.stack.append(tag)
        for key, value in attributes:
            assert tag not in ("script", "link", "img", "iframe"), tag
            assert key not in ("src", "onclick", "onload"), key
            if key == "id":
                self.names.append(value)
            if key in ("href", "xlink:href"):
                assert value.startswith("#"), value
    def handle_startendtag(self, tag, attributes):
        self.handle_starttag(tag, attributes)
        self.stack.pop()
    def handle_endtag(self, tag):
        if tag != "html":
            assert self.stack.pop() == tag, tag
text = open(sys.argv[1]).read()
page = Page()
page.feed(text)
assert not page.stack, page.stack
assert len(page.names) == len(set(page.names)), "a name twice"
missing = set(re.findall(r"url\(#([^)]*)\)", text)) - set(page.names)
assert not missing, missing
END
    ok $? "page of $name: closed, each name once, nothing to load" || show
}

pages() {
    "$top/run/compare" --np=1 --threads=1 --nx=8 --repeat=2 --iterations=5 \
        --json="$work/compare.json" ref:policy=double ref opt >"$work/out" 2>"$work/err"
    ok $? "run/compare" || show
    page compare "Comparison of ref:policy=double, ref, opt" "Noise: two identical runs" $pictures \
        "run/compare --np=1" "Solution to 1e-9"
    sed 's/"reason": "converged"/"reason": "stagnation"/' "$work/compare.json" >"$work/stagnant.json"
    page stagnant "<td>stagnation</td><td>-</td>"
    run 1 bench --nx=8 --rt=0 --output="$work" --json="$work/bench.json"
    page bench "<b>VALID</b>" "higher is better" $pictures "Not an official result" "bench --nx=8"
    run 1 solve --nx=8 --iterations=3 --json="$work/solve.json"
    PYTHONPATH=$work/none page solve "<b>iteration limit</b>" "solve --nx=8"
    is "$(grep -c "<svg" "$work/solve.html")" 0 "no figures without matplotlib"
}

if ! python3 -c 'import json' 2>/dev/null; then
    skip "python3 is needed"
    finish
fi
figures --list
is "$(grep -c '^[a-z0-9-]* .*(.*)$' "$work/out") $(wc -l <"$work/err")" "$(wc -l <"$work/out") 0" \
    "--list names every figure and its source" || show
refuses "--repeat: after -- an option is written --NAME=VALUE" cbgmres -- --repeat 1
refuses "--csv=my.csv: the CSV file is in the folder that --folder names" cbgmres -- --csv=my.csv
refuses "--folder=$work/out/x: Not a directory" --folder="$work/out/x" ladder
mkdir "$work/none"
echo 'raise ImportError("not here")' >"$work/none/matplotlib.py"
mkdir -p "$work/f" && cp "$top/docs/results/ladder.csv" "$work/f"
PYTHONPATH=$work/none refuses "pip install matplotlib" --draw ladder
PYTHONPATH=$work/none "$tests/check_figures" >"$work/out" 2>"$work/err"
ok $? "check_figures needs no matplotlib" || show
pictures= # or what every page with pictures contains
if python3 -c 'import matplotlib' 2>/dev/null; then
    pictures="<svg"
    again
    rm -r "$work/f"
else
    skip "pictures: no matplotlib"
fi
if [[ " $TREES " == *" ref "* && " $TREES " == *" opt "* ]]; then
    studies
    tree=opt
    pages
else
    skip "studies and pages: they need ref and opt"
fi
finish
