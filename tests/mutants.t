#!/usr/bin/env bash
# tests/mutants.t - the tests detect the mistakes of the trees in tests/trees/planted.
#
# A broken tree is the program of its parent with some files replaced (tests.mk), in f64, f32 and i8.
. "$(dirname "$0")/tap.sh"
needs solve cbgmres poisson

# caught TREE UNIT RANKS: the unit test fails and names the failed tests
# checked TREE RANKS KERNEL: so does the checker, which names the kernel
caught() {
    local name="$1 is caught by $2 on $3 ranks"
    can_run "$3" "$name" || return
    launch "$3" "$MEMWALL_BIN/$1/$2"
    fails "$name" .
}
checked() {
    local name="$1 is caught in $3 by the checker on $2 ranks" group=$3
    can_run "$2" "$name" || return
    [[ $3 != @(sweep_zero_guess|ascend|descend) ]] || group=sweep
    [[ $3 != orthonormalize ]] || group=ortho
    launch "$2" "$MEMWALL_BIN/checker-$1" check --quick --group=$group
    fails "$name" "$3"
}
fails() { # NAME KERNEL
    [ "$status" != 0 ] && [ "$status" -lt 128 ] && grep -q "^not ok.*$2" "$work/out" &&
        grep -q '^ok' "$work/out" && grep -q '^1\.\.[1-9]' "$work/out"
    ok $? "$1" || show
}
# opt compiled for any processor and for those with AVX2; then three planted mistakes, compiled for AVX2.
with_avx2() {
    local processor bin ranks tree
    for processor in x86-64 x86-64-v3; do
        bin=$(echo "$MEMWALL_BIN/$processor"/*)
        for ranks in 1 3; do
            can_run $ranks "$processor on $ranks ranks" || continue
            launch $ranks "$bin/opt/unit_columns"
            [ "$status" = 0 ] && grep -q '^1\.\.[1-9]' "$work/out"
            ok $? "$processor: unit_columns on $ranks ranks" || show
        done
    done
    for tree in short shifted wide; do
        launch 1 "$bin/$tree/unit_columns"
        fails "$processor: $tree is caught in f32" f32,f32
        fails "$processor: $tree is caught in f16" f16,f16
    done
}
checked forgetful 2 spmv
checked backward 1 sweep_zero_guess
if [ "$formats" = all ]; then
    caught backward unit_hpgmxp_multigrid 2
fi
checked nan 1 spmv
checked timid 2 jacobi
checked once 1 orthonormalize
checked early 1 ascend
checked unwritten 1 sweep_zero_guess
checked unwritten 2 sweep_zero_guess
# Mistakes in the storage and the kernels of opt, which are one source for all back ends.
caught misplaced unit_columns 1
caught far unit_columns 1
checked padded 1 sweep_zero_guess
checked reversed 2 ascend
checked twice 2 ascend
checked uncorrected 1 ascend
checked halfhalo 2 descend
checked unscaled 2 spmv
checked samescale 1 spmv
if [ "$BACKEND" = cpu ]; then
    caught spilling unit_columns 1
    caught neighbor unit_columns 1
    if grep -q avx2 /proc/cpuinfo; then
        caught wide unit_columns 1
        caught short unit_columns 1
        caught shifted unit_columns 1
        with_avx2
    else
        skip "wide, short, shifted: only AVX-512 and AVX2 load windows"
    fi
else
    skip "spilling, neighbor, wide, short, shifted: mistakes in files for the CPU"
fi

# Whole runs: backward needs the right number of iterations, but ends at another residual than data/natural-order.csv.
tree=backward
solve 1 --nx=16 --policy=double
! near "$(field final)" 7.73786e-08
ok $? "backward is caught by its final residual" || show
tree=forgetful
if can_run 2 "forgetful"; then
    solve 2 --nx=16 --policy=double
    [ "$(field iterations)" != 29 ]
    ok $? "forgetful is caught by its iterations" || show
fi
# The norm in the phase of another function: its solves are right.
for tree in ref mislaid; do
    solve 1 --nx=16 --policy=double --iterations=3 --json="$work/$tree.json"
    phases "$work/$tree.json" >"$work/$tree.phases"
done
diff "$work/ref.phases" "$work/mislaid.phases" >"$work/out"
is "$(sed -n 's/^\([<>] [a-z]*\) 0 .*/\1/p' "$work/out" | tr '\n' ' ')" \
    "< update < reduction > update > reduction " "mislaid is caught by its phase update" || show
# Half a Jacobi step: the solve needs more iterations, and converges nevertheless.
tree=timid
run 1 poisson --cells=128 --variant=D_MG
holds "$(sed -n 's/^poisson: .* iterations=\([0-9]*\).*/\1/p' "$work/out") > 10" \
    "timid is caught by its iterations" || show

# The benchmark compares what it timed with what it validated, and stops when it stagnates.
mkdir "$work/checked"
invalid() {
    # Without phases no device solves a sample first: tired counts its calls.
    run 1 bench --nx=16 --rt=0 --order=natural --phases=off --output="$work/checked"
    is "$status" 1 "$tree: the exit status of bench"
    [[ $(tail -1 "$work/out") == "INVALID: $1"* ]]
    ok $? "$tree: the last line has the reason" || show
    grep -q "^memwall::Not valid=$1" "$work"/checked/*.txt
    ok $? "$tree: and so has the report file"
    grep -q '"verdict": *"INVALID"' "$work"/checked/*.json
    ok $? "$tree: and the JSON file"
    rm -f "$work/checked"/*
}
tree=tired
invalid "double phase, timed solve 1 of 1: the solver reports the residual"
tree=stuck
invalid "validation of double: stagnation after 105 iterations"

# A NaN ends a run with its location and iteration, without a rating.
tree=nan
mkdir "$work/results"
for ranks in 1 2; do
    can_run $ranks "nan" || continue
    run $ranks bench --nx=16 --rt=0 --output="$work/results"
    [ "$status" != 0 ] && [ "$status" -lt 128 ]
    ok $? "nan x $ranks: bench fails" || show
    grep -qi "NaN or Inf in iteration [0-9][0-9]*, in the [a-z]" "$work/out" "$work/err"
    ok $? "nan x $ranks: it names the iteration and the location" || show
    cat "$work/out" "$work/results"/* >"$work/all"
    grep -q -e 'result is VALID' -e 'Total for benchmark=' -e '"gflops"' -e 'rating: *[0-9]' \
        "$work/all"
    is $? 1 "nan x $ranks: there is no rating"
    grep -q '"valid": *false' "$work"/results/*.json
    ok $? "nan x $ranks: the JSON file says so"
    rm -f "$work/results"/*
    solve $ranks --nx=16
    [ "$status" != 0 ] && [ "$(field reason)" != converged ]
    ok $? "nan x $ranks: solve fails" || show
    grep -qi "NaN or Inf in iteration [0-9][0-9]*, in the [a-z]" "$work/out" "$work/err"
    ok $? "nan x $ranks: and names the iteration and the location" || show
done
finish
