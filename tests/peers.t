#!/usr/bin/env bash
# tests/peers.t - run/peers: saved outputs of other codes, and runs of ours.
. "$(dirname "$0")/tap.sh"
peers=$tests/../run/peers

if ! command -v python3 >/dev/null; then
    skip "python3 is needed for run/peers"
    finish
fi

# peers ARGUMENTS...
peers() {
    "$peers" "$@" --csv="$work/table.csv" >"$work/out" 2>"$work/err"
    status=$?
}

# value SOURCE CASE COLUMN: from the table
value() {
    python3 -c 'import csv, sys
for row in csv.DictReader(open(sys.argv[1])):
    if [row["source"], row["case"]] == sys.argv[2:4]:
        print(row[sys.argv[4]])' "$work/table.csv" "$@"
}

peers "$tests/peers/hpgmp.txt" other="$tests/peers/hpcg.txt" "$tests/peers/rochpcg.yaml" \
    "$tests/peers/cb-gmres.txt"
is "$status" 0 "saved outputs are read" || show
is "$(wc -l <"$work/table.csv")" 7 "two rows of HPG-MxP and Ginkgo, one of HPCG and rocHPCG"
is "$(value hpgmp.txt mixed ns_per_row)" 200.0 "HPG-MxP: 40 s, 4 ranks, 4e6 rows, 200 V-cycles"
is "$(value hpgmp.txt double iterations)" 100.0 "its reference phase counts only its own V-cycles"
is "$(value hpgmp.txt double mg_ns)" 150.0 "and its time of multigrid"
is "$(value hpgmp.txt mixed rating)" 8.1 "the rating"
is "$(value hpgmp.txt mixed gbytes_per_second)" 44.5 "the bandwidth of the mixed phase"
is "$(value hpgmp.txt double gbytes_per_second)" 48.5 "and of the reference"
is "$(value other double ns_per_row)" 1000.0 "HPCG: 50 s, 2 ranks, 1e6 rows, 100 iterations"
is "$(value other double ortho_ns)" 40.0 "its dot products"
is "$(value other double verdict)" VALID "its verdict"
is "$(value rochpcg.yaml double rows)" 2000000.0 "YAML: rows of the finest level"
is "$(value rochpcg.yaml double spmv_ns)" 0.5 "YAML: SpMV"
is "$(value rochpcg.yaml double rating),$(value rochpcg.yaml double verdict)" ",INVALID" \
    "an invalid result has no rating"
is "$(value cb-gmres.txt "with compression" seconds)" 0.00125 "Ginkgo: the time"
is "$(value cb-gmres.txt "without compression" residual)" 2.5e-15 "Ginkgo: the residual"

sed '/HPGMP result is/,$d' "$tests/peers/hpgmp.txt" >"$work/cut.txt"
peers "$work/cut.txt"
is "$(value cut.txt mixed verdict),$(value cut.txt mixed code)$(value cut.txt mixed rating)" incomplete, \
    "a report without its end: no verdict, no rating, and the code is not known" || show
is "$(value cut.txt double iterations)" "" "nor whose V-cycles were counted"

# refuses TEXT ARGUMENTS...: one line, no table
refuses() {
    local text=$1
    rm -f "$work/table.csv"
    shift
    peers "$@"
    [ "$status" != 0 ] && grep -qF -- "$text" "$work/err" && [ ! -e "$work/table.csv" ]
    ok $? "refused: $text" || show
}
echo "nothing of the kind" >"$work/other.txt"
refuses "other.txt: not a report" "$work/other.txt"
refuses "none.txt: No such file" "$work/none.txt"
refuses "at least one FILE"
cp "$tests/peers/hpcg.txt" "$work/hpcg.txt"
"$peers" --csv="$work/hpcg.txt" "a=$work/hpcg.txt" >"$work/out" 2>"$work/err"
is "$?,$(wc -l <"$work/err")" 2,1 "an output that is an input" || show
cmp "$tests/peers/hpcg.txt" "$work/hpcg.txt"
ok $? "the input remains"
refuses "status 3 and without a report: too bad" --run="sh -c 'echo too bad >&2; exit 3'"

# A program of others writes its report into its folder.
printf '#!/bin/sh\ncp "%s" .\nexit 1\n' "$(cd "$tests" && pwd)/peers/hpcg.txt" >"$work/xhpcg"
chmod +x "$work/xhpcg"
peers --run="$work/xhpcg 32 32 32 60"
is "$(value xhpcg double ns_per_row)" 1000.0 "the report of a program" || show

for tree in $TREES; do
    program=$MEMWALL_BIN/memwall-$tree
    (cd "$work" && "$program" --nx=16 --rt=0 --run_type=benchmark_no_ref --json=b.json) >"$work/out" 2>&1
    peers json="$work/b.json" "report=$(ls "$work"/HPGMP*)"
    for column in rows iterations rating ns_per_row mg_ns; do
        got=$(value report mixed $column) wanted=$(value json mixed $column)
        bound="($got - $wanted) ^ 2 <= ($wanted * 2e-5) ^ 2"
        # On a device the report reduces the seconds of motifs that exceed those of the solves.
        [ "$BACKEND $column" = "emu mg_ns" ] && bound="0 < $got && $got <= $wanted * (1 + 2e-5)"
        holds "$bound" "$tree, report and JSON: $column" || show
    done
    is "$(value report mixed verdict)" VALID "$tree: the verdict"
    sed 's/"seconds": [0-9.e-]*,/"seconds": 0,/' "$work/b.json" >"$work/zero.json"
    peers "$work/zero.json"
    is "$status" 0 "$tree: no seconds" || show
    rm "$work"/HPGMP*
    peers --run="$program solve --input=lap27:8 --json=s.json"
    is "$(value "memwall-$tree" mixed verdict)" converged "$tree: a solve is run" || show
done
finish
