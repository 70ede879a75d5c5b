#!/usr/bin/env bash
# tests/figures.t - run/figures: data, tables and pictures; the pictures of docs/ drawn again.
. "$(dirname "$0")/tap.sh"
needs cbgmres poisson
top=$(cd "$tests/.." && pwd)
export MEMWALL_BIN

# figures ARGUMENTS...: run/figures in the folder $work/f
figures() {
    launch 1 "$top/run/figures" --folder="$work/f" "$@"
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

studies() {
    study motifs --np=1 --threads=1 --nx=8 --repeat=2 --iterations=5
    if [ -n "$pictures" ]; then
        figures --draw breakdown roofline
        ok $status "breakdown and roofline, from CSV files that are there" || show
    fi
    study orthogonality --np=1 --basis=f64,f32 lap27:6
    study histories --np=1 --basis=f64,f32 lap27:6
    study restarts --np=1 --repeat=1 --basis=f64,f32 --restart=10,20 --iterations=20 lap27:6
    study steps --np=1 --repeat=1 --basis=f64 --restart=20 --iterations=40 lap27:6
    study halfmg-2d --np=1 --repeat=1 --k=1,20 --cells=16,32
    unsolved
}

# Solves that do not converge have no speedup and no time to solution.
unsolved() {
    study halfmg-2d --np=1 --repeat=1 --k=1 --cells=32 --variant=D_MG,H_MG --flags=iterations=1
    is "$(grep -c ',iteration limit,.*,,,$' "$work/f/halfmg-2d.csv")" 2 "halfmg: the reason, and no speedup" || show
    "$top/run/study" cbgmres --iterations=5 --repeat=1 --basis=f64,f32 --preconditioner=none lap27:6 >"$work/out" 2>"$work/err"
    is "$(grep -c '^f.. .*-  1 of 1 not converged$' "$work/out")" 2 \
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
    figures --draw --format=svg,pdf,png ladder
    is "$(head -c 4 "$work/f/ladder.pdf")$(head -c 4 "$work/f/ladder.png" | tail -c 3)" "%PDFPNG" \
        "PDF and PNG"
    sed -i '/^# commit/d' "$work/f/ladder.csv"
    cp "$work/f/ladder.csv" "$work/f/weak.csv"
    figures --draw weak
    says 2 "not the CSV file of weak" "a CSV file of another figure"
}

python3 -c '' 2>/dev/null || skip_all "python3 is needed"
figures --list
is "$(grep -c '^[a-z0-9-]* .*(.*)$' "$work/out") $(wc -l <"$work/err")" "$(wc -l <"$work/out") 0" \
    "--list names every figure and its source" || show
mkdir "$work/none"
echo 'raise ImportError("not here")' >"$work/none/matplotlib.py"
mkdir -p "$work/f" && cp "$top/docs/results/ladder.csv" "$work/f"
PYTHONPATH=$work/none figures --draw ladder
says 1 "pip install matplotlib" "a picture without matplotlib"
PYTHONPATH=$work/none "$tests/check/figures" >"$work/out" 2>"$work/err"
ok $? "check/figures needs no matplotlib" || show
pictures=
if python3 -c 'import matplotlib' 2>/dev/null; then
    pictures=yes
    again
    rm -r "$work/f"
else
    skip "pictures: no matplotlib"
fi
if [[ " $TREES " == *" ref "* && " $TREES " == *" opt "* ]]; then
    pictures='' PYTHONPATH=$work/none study roofline --np=1 --threads=1 --nx=8 --repeat=2 --iterations=5
    studies
else
    skip "studies: they need ref and opt"
fi
finish
