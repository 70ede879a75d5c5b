#!/usr/bin/env bash
# tests/solution.t - the solution of every set of values, and of one's own system: --solution.
# A reader of its own checks every file (check/solution.py).
. "$(dirname "$0")/tap.sh"
needs solve
python3 -c '' 2>/dev/null || skip_all "python3 is needed"

# reader NAME COMMAND ARGUMENTS...: what the independent reader says
reader() {
    local name=$1
    shift
    python3 "$tests/check/solution.py" "$@" >"$work/reader" 2>&1
    ok $? "$name" || sed 's/^/# /' "$work/reader" >&2
}
python3 "$tests/check/solution.py" system "$work" 60

# A matrix and a right-hand side from files.
own_system() {
    has_verb cbgmres || return 0
    local x=$work/x$ranks.mtx flags=(--input="$work/A.mtx" --rhs="$work/b.mtx")
    for kind in none jright ilu; do
        cbgmres $ranks "${flags[@]}" --preconditioner=$kind --tolerance=1e-12 --solution="$x"
        ok "$status" "$name, $kind: exit status" || show
        is "$(field error)" unknown "$name, $kind: no solution is known to compare with" || show
        reader "$name, $kind: the file solves the system" residual 60 "$x"
    done
}

# After one cycle x differs from point to point: only if every value of the file belongs to its
# point, the residual that the reader computes is the solver's.
grid() {
    local z=$((8 * ranks)) order
    for order in $(orders); do
        solve $ranks --nx=8 --npx=1 --npy=1 --npz=$ranks --order=$order --policy=double \
            --iterations=2 --solution="$work/x.mtx"
        is "$(python3 "$tests/check/solution.py" grid "$work/x.mtx" 8 8 $z)" "$(field final)" \
            "$name, $order: residual of the file" || show
    done
    has_verb poisson || return 0
    run $ranks poisson --cells=32 --k=2 --solution="$work/u.mtx"
    reader "$name: poisson writes its solution" poisson "$work/u.mtx" 32 2
}

# The values of the benchmark's extensions: ||x - 1|| = ||A^-1 r|| <= ||r|| / lambda, lambda the least
# eigenvalue of the symmetric part of A, which is above 0.9 on 16^3 points. 5 %: the error has two digits.
values() {
    local problem
    for problem in convection nonsymmetric; do
        solve 1 --nx=16 --problem=$problem --json="$work/solve.json"
        is "$status $(field reason)" "0 converged" "$tree, $problem: converges" || show
        holds "$(field relative) <= 1e-9 && $(field error) <= 1.05 * $(field final) / 0.9" \
            "$tree, $problem: to the tolerance and to all ones"
    done
    perl -MJSON::PP -0777 -ne 'my $s = decode_json($_)->{solve};
        exit !($s->{reason} eq "converged" && $s->{iterations} > 0 && $s->{cycles} > 0 &&
               $s->{final} <= 1e-9 * $s->{initial} && $s->{seconds} > 0)' "$work/solve.json"
    ok $? "$tree: the JSON file of solve"
}

# Fewer rows than ranks; and what is not finite: no solution file, no row of the history.
few_rows() {
    has_verb cbgmres || return 0
    local kind
    can_run 4 "$tree: 2 rows on 4 ranks" || return
    for kind in none jright ilu; do
        cbgmres 4 --input="$work/two.mtx" --rhs=ones --policy=double --preconditioner=$kind --solution="$work/x.mtx"
        is "$status $(tail -n +3 "$work/x.mtx" | xargs printf '%.9f ')" "0 1.000000000 1.000000000 " "$tree: 2 rows on 4 ranks, $kind" || show
    done
}
not_finite() {
    has_verb cbgmres || return 0
    rm -f "$work/x.mtx"
    cbgmres 1 --input="$work/small.mtx" --rhs="$work/large.mtx" --policy=double --solution="$work/x.mtx"
    is "$status $(field reason | cut -c 1-3) $(find "$work" -name x.mtx)" "1 not " "$tree: x = 1e600: no solution file" || show
    cbgmres 1 --input="$work/full.mtx" --rhs=ones --policy=double --history="$work/h.csv"
    is "$status $(field reason | cut -c 1-3) $(xargs <"$work/h.csv")" "1 not iteration,relative_residual 0,1" \
        "$tree: a NaN in the first step: a history of one row" || show
    ! grep -q -e -nan "$work/out"
    ok $? "$tree: no -nan"
}
matrix two 2 "1 1 1" "2 2 1"
matrix small 2 "1 1 1e-300" "2 2 1e-300"
matrix full 2 "1 1 1e308" "1 2 1e308" "2 2 1e308"
array large 1e300 1

for tree in $TREES; do
    values
    ! common || few_rows
    ! common || not_finite
    for ranks in 1 2 3; do
        name="$tree, $ranks ranks"
        can_run $ranks "$name" || continue
        ! common || own_system
        grid
        [ -n "$fast" ] && [ $ranks = 2 ] && break
    done
done
finish
