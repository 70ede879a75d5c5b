#!/usr/bin/env bash
# tests/halfmg/halfmg.t - half-precision multigrid: iteration counts of variants, ranks and trees.
#
# The expected iteration counts come from an independent prototype, within 1 (2D: 9 up to
# 1024 cells; 3D: 7 for 16 cells, 8 for 32 to 96 cells).
. "$(dirname "$0")/../tap.sh"

field() {
    sed -n "s/^poisson: .*\\b$1=\\([^ ]*\\).*/\\1/p" "$work/out"
}

# Bound for the rounding errors of the recursive residual: in each step the errors of a row of A and
# of a transfer (60), of magnitudes 4 a_ii |u| (unit_halfmg.c); a_ii sqrt(n) is 8/3 cells in
# 2D and 8/3 sqrt(cells) in 3D.
drift() {
    echo "($(field iterations) + 2) * 60 * 2 ^ -53 * 4 * 8 / 3 * $(field cells) ^ (($(field dim) == 2) ? 1 : 0.5)"
}

# For k = 1 the exact solution is an eigenvector of the discrete problem, whose solution is c times
# that: c = (6 (1 - cos w) / (w^2 (2 + cos w)))^(dim - 1), w = pi / cells. The bound contains the
# error of the integrals by Gauss points, O(w^4), and that which the residual permits, where the
# least eigenvalue of A is nearly dim pi^2 h^dim.
as_elements() {
    awk -v error="$(field error)" -v cells="$(field cells)" -v dim="$(field dim)" "BEGIN {
        w = 3.14159265358979 / cells
        c = (6 * (1 - cos(w)) / (w ^ 2 * (2 + cos(w)))) ^ (dim - 1)
        d = error - (c > 1 ? c - 1 : 1 - c)
        bound = dim * w ^ 4 / 100 + 1.1 * (1e-9 + $(drift)) / (dim * w ^ 2) * cells ^ (dim - 2)
        exit !((d < 0 ? -d : d) <= bound) }"
}

# counts WANTED RANKS ARGUMENTS...
counts() {
    local wanted=$1 ranks=$2 name
    shift 2
    name="$tree, $ranks ranks, $*"
    can_run "$ranks" "$name" || return
    run "$ranks" poisson "$@"
    ok "$status" "$name: converges" || show
    holds "$(field iterations) - $wanted <= 1 && $(field iterations) - $wanted >= -1" \
        "$name: $(field iterations) iterations, $wanted wanted"
    holds "$(field explicit) < 1e-9 + $(drift)" "$name: the explicit residual too"
    [[ $* = *--k=* && $* != *--k=1\ * ]] && return
    as_elements
    ok $? "$name: as far from the exact solution as the elements are" || show
}

variants="D_MG H_MG HSD_MG DSH_MG"
for tree in $TREES; do
    for variant in $variants; do
        for k in 1 20; do
            counts 9 1 --dim=2 --cells=128 --k=$k --variant=$variant
            counts 8 1 --dim=3 --cells=32 --k=$k --variant=$variant
        done
        counts 7 1 --dim=3 --cells=16 --variant=$variant
        counts 9 2 --dim=2 --cells=128 --k=13 --variant=$variant
        counts 8 4 --dim=3 --cells=32 --variant=$variant
        [ -n "$fast" ] && continue
        for k in 1 20 51; do
            counts 9 1 --dim=2 --cells=512 --k=$k --variant=$variant
        done
        counts 8 2 --dim=3 --cells=64 --k=6 --variant=$variant
    done
    counts 9 3 --dim=2 --cells=96 --levels=6
    counts 9 1 --dim=2 --cells=128 --mg=f32,f16,f64
    counts 9 1 --dim=2 --cells=128 --threads=2 --npx=1 --npy=1
    [ -n "$fast" ] || counts 8 7 --dim=3 --cells=32 --levels=5

    # The coarsest levels have fewer rows than there are ranks. The result does not change.
    run 1 poisson --cells=64 --levels=6 --variant=D_MG
    alone=$(field error)
    if can_run 4 "$tree: four ranks"; then
        run 4 poisson --cells=64 --levels=6 --variant=D_MG
        is "$(field error)" "$alone" "$tree: one rank and four reach the same solution"
    fi
    # The base rule of the paper without scaling needs many more iterations.
    run 1 poisson --cells=128 --variant=D_MG --base-rule=paper
    holds "$(field iterations) >= 30" "$tree: an absolute rule for the base solver: $(field iterations)"
    run 1 poisson --cells=64 --tolerance=1e-60
    is "$status $(grep -c 'reason=stagnation .*NOT' <(tr '\n' ' ' <"$work/out"))" "1 1" \
        "$tree: a tolerance below the rounding errors of u ends as stagnation" || show
    run 1 poisson --cells=64 --ranges=on --json="$work/run.json" --history="$work/h.csv"
    grep -q '0 overflows' "$work/out"
    ok $? "$tree: overflows are counted"
    is "$(wc -l <"$work/h.csv")" "$(($(field iterations) + 2))" "$tree: history"
    perl -MJSON::PP -e 'local $/; $f = decode_json(<STDIN>); $d = $f->{poisson};
        exit !($f->{options}{tolerance} == 1e-9 && $d->{reason} eq "converged" && @{$d->{history}} == $d->{iterations} + 1 &&
            $d->{levels}[0]{format} eq "f16" && @{$d->{phases}} > 0)' <"$work/run.json"
    ok $? "$tree: JSON file"
done
finish
