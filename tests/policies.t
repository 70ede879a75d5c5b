#!/usr/bin/env bash
# tests/policies.t - every policy converges, in about as many iterations as the prototype.
#
# The iterations of data/policies.csv may be exceeded by 10 % or 3, whichever is more: the
# rounding errors of 16-bit formats depend on the order of sums. Policies without a number
# there are compared with similar policies.
. "$(dirname "$0")/tap.sh"
needs solve

# converges RANKS NAME ARGUMENTS...: to the tolerance and to the solution. The error is at
# most the residual divided by the least eigenvalue of A, 0.123 on 64 x 64 x 32.
converges() {
    local ranks=$1 name="$tree x $1: $2"
    shift 2
    can_run "$ranks" "$name" || return
    solve "$ranks" --nx=32 --order=color "$@"
    ok "$status" "$name: exit status" || show
    holds "$(field relative) <= 1e-9" "$name: to 1e-9"
    holds "$(field error) <= 1.05 * $(field final) / 0.123" "$name: error"
}

# at_most WANTED NAME: the iterations of the last run
at_most() {
    holds "$(field iterations) <= $1 + ($1 > 30 ? 0.1 * $1 : 3)" "$2"
}

golden() {
    sed -n "s/^$1,//p" "$tests/data/policies.csv"
}

# The names of policies in the message about a wrong name.
policies() {
    run 1 --nx=8 --policy=none
    sed -n 's/.*one of \(.*\) is needed.*/\1/p' "$work/err" | tr -d ,
}

# A matrix whose rows are not exact in 8 bits.
awk 'BEGIN { n = 200; print "%%MatrixMarket matrix coordinate real general"; print n, n, 3 * n - 2
             for (i = 1; i <= n; i++) {
                 print i, i, 2.03
                 if (i > 1) { print i, i - 1, -1.01; print i - 1, i, -1.003 } } }' >"$work/hard.mtx"

# Thirds are rounded to 85 and -43 times a power of two: a matrix that is nearly singular becomes indefinite.
awk 'BEGIN { n = 400; print "%%MatrixMarket matrix coordinate real symmetric"; print n, n, 2 * n - 1
             for (i = 1; i <= n; i++) {
                 printf "%d %d %.17g\n", i, i, 2 / 3
                 if (i > 1) printf "%d %d %.17g\n", i, i - 1, -1 / 3 } }' >"$work/hopeless.mtx"

# A matrix that i8 rounds.
rounded_matrices() {
    # Rounded to 8 bits this matrix has another solution, but the outer residual has the matrix itself.
    run 1 cbgmres --input="$work/hard.mtx" --policy=mixed
    exact=$(field iterations)
    run 1 cbgmres --input="$work/hard.mtx" --policy=matrix8
    holds "$status == 0 && $(field iterations) > $exact" "$tree: a rounded matrix needs more iterations"
    grep -q "8-bit matrix: 0 % of the rows exact" "$work/out"
    ok $? "$tree: its rows are not exact" || show
    run 1 cbgmres --input="$work/hard.mtx" --policy=mg8 --preconditioner=ilu
    is "$status $(field reason)" "0 converged" "$tree: in the preconditioner alone it serves"
    run 1 cbgmres --input="$work/hopeless.mtx" --policy=matrix8 --iterations=10000
    is "$status $(field reason)" "1 stagnation" "$tree: a solve with a matrix of another sign ends early"
    holds "$(field iterations) < 1000" "$tree: long before the limit"
}

for tree in $TREES; do
    names=$(policies)
    holds "$(wc -w <<<"$names") >= $(grep -c '^[a-z].*[0-9]$' "$tests/data/policies.csv")" \
        "$tree: its policies: $names"
    declare -A made=()
    for policy in $names; do
        converges 1 "$policy" --policy="$policy"
        made[$policy]=$(field iterations)
        wanted=$(golden "$policy")
        [ -n "$wanted" ] && at_most "$wanted" "$tree: $policy needs at most about $wanted iterations"
    done
    is "${made[matrix16]}" "${made[mixed]}" "$tree: 26 and -1 are exact in 16 bits"
    is "${made[matrix8]}" "${made[mixed]}" "$tree: and in 8 bits with a scale"
    holds "${made[all16]} <= 1.1 * $(golden half)" "$tree: all16 is about as good as half"
    converges 2 half --policy=half
    converges 1 "double --matrix=i8" --policy=double --matrix=i8
    is "$(field iterations)" "${made[double]}" "$tree: and with vectors in f64"
    grep -q "8-bit matrix: 100 % of the rows exact.* 0 rows with another scale than 1" "$work/out"
    ok $? "$tree: all rows are exact, and none is scaled" || show
    # The rules forbid to scale a matrix into the range of a lower precision.
    for problem in symmetric:0 convection:1; do
        run 1 --nx=8 --rt=0 --policy=matrix8 --problem=${problem%:*}
        is "$status $(grep -c "not decided whether the rules allow a matrix in 8 bits" "$work/out")" "0 ${problem#*:}" \
            "$tree: bench names the rules if a row is scaled, ${problem%:*}" || show
    done
    ! has_verb cbgmres || rounded_matrices
    for part in --basis=i32 --basis=f16 --mg=f64,f32 \
        --basis=i16\ --basis-scale=vector; do
        converges 1 "mixed $part" --policy=mixed $part
    done
done
finish
