#!/usr/bin/env bash
# tests/badinput.t - wrong input: one clear message, a non-zero exit status, no file written.
. "$(dirname "$0")/tap.sh"
mkdir "$work/here"
cd "$work/here" || exit 1
limit=20

# bad RANKS NAME ARGUMENTS...: in a folder that contains at most hpgmp.dat
bad() {
    local ranks=$1 name="$tree x $1: $2"
    shift 2
    can_run "$ranks" "$name" || return
    ls -A >"$work/before"
    run "$ranks" "$@"
    ls -A >"$work/after"
    [ "$status" != 0 ]
    ok $? "$name: exit status" || show
    is "$(grep -c '^memwall: ' "$work/err")" 1 "$name: one line" || show
    cmp -s "$work/before" "$work/after"
    ok $? "$name: nothing written"
    rm -rf "$work"/here/*.txt "$work"/here/*.json
}

# True if the long list of inputs is skipped: on several ranks only one tree runs all of it,
# because the checks are code that the trees share.
short_list() {
    [ "$ranks" != 1 ] && { [ -n "$fast" ] || [ "$tree" != "${TREES%% *}" ]; }
}

flags() {
    local ranks=$1
    bad $ranks "side not divisible by 8" --nx=12
    bad $ranks "no verb" solv --nx=8
    bad $ranks "unknown flag" --nx=8 --frobnicate=1
    bad $ranks "process grid against ranks" --nx=8 --npx=3 --npy=1 --npz=1
    bad $ranks "memory limit" solve --nx=64 --memory=0.01
    bad $ranks "no such folder" --nx=8 --output="$work/nowhere"
    bad $ranks "cells that cannot be halved so often" poisson --cells=100 --levels=4
    bad $ranks "no such variant" poisson --cells=64 --variant=X_MG
    bad $ranks "wave number as large as the grid" poisson --cells=64 --k=64
    short_list && return
    bad $ranks "one side not divisible" --nx=8 --ny=20 --nz=8
    bad $ranks "zero side" --nx=0
    bad $ranks "negative side" --nx=-8
    bad $ranks "a word for a side" --nx=eight
    bad $ranks "letters after digits" --nx=16k
    bad $ranks "a fraction" --nx=16.5
    bad $ranks "a power of ten" --nx=1e2
    bad $ranks "hexadecimal" --nx=0x10
    bad $ranks "overflowing" --nx=99999999999999999999
    bad $ranks "2^32 + 8" --nx=4294967304
    bad $ranks "too many rows" --nx=2048
    bad $ranks "empty value" --nx=
    bad $ranks "no value" --nx
    bad $ranks "blank before" "--nx= 16"
    bad $ranks "not a number" --nx=8 --rt=nan
    bad $ranks "infinite time" --nx=8 --rt=inf
    bad $ranks "negative time" --nx=8 --rt=-2
    bad $ranks "a part of the time that stands for an official run" --nx=8 --rt=-0.5
    bad $ranks "a word for the time" --nx=8 --rt=long
    bad $ranks "a word as a position" 8 8 eight
    bad $ranks "five positions" 8 8 8 0 1
    bad $ranks "bad aspect" --nx=8 --ny=8 --nz=128
    bad $ranks "one side of the process grid" --nx=8 --npx=4
    bad $ranks "negative process grid" --nx=8 --npx=-1 --npy=-1 --npz=$ranks
    bad $ranks "flag of another verb" solve --nx=8 --rt=1
    bad $ranks "memory limit for the usual box, 104^3" --memory=0.01
    bad $ranks "almost a flag" --nxx=8
    bad $ranks "a long unknown flag" --a-flag-that-is-too-long-to-be-similar-to-any-other=8
    bad $ranks "one dash" -nx=8
    bad $ranks "one cell" poisson --cells=1
    bad $ranks "four dimensions" poisson --dim=4
    bad $ranks "no levels" poisson --levels=0
    bad $ranks "no wave" poisson --k=0
    bad $ranks "levels in integers" poisson --mg=i16
    bad $ranks "a base rule" poisson --base-rule=sometimes
    bad $ranks "process grid in two dimensions" poisson --npx=1 --npy=1 --npz=$((ranks + 1))
    bad $ranks "too many unknowns" poisson --dim=3 --cells=65536
    bad $ranks "too little memory" poisson --cells=1024 --memory=0.01
    bad $ranks "a position for poisson" poisson 64
    bad $ranks "a flag of bench for poisson" poisson --nx=8
    bad $ranks "a flag of poisson for bench" --nx=8 --cells=8
    bad $ranks "values" --nx=8 --problem=odd
    bad $ranks "order" --nx=8 --order=rainbow
    bad $ranks "empty order" --nx=8 --order=
    bad $ranks "policy" --nx=8 --policy=nonsense
    bad $ranks "format" --nx=8 --inner=f31
    bad $ranks "format of the basis" --nx=8 --basis=double
    bad $ranks "8-bit integers" --nx=8 --basis=i8
    bad $ranks "integers inside" --nx=8 --inner=i16
    bad $ranks "integers in multigrid" --nx=8 --mg=f16,i16
    bad $ranks "integers in the matrix" --nx=8 --matrix=i16
    bad $ranks "levels in 8 bits" --nx=8 --mg=i8
    bad $ranks "format of the update" --nx=8 --flexible=maybe
    bad $ranks "integers beside 16 bits" --nx=8 --policy=all16 --basis=i16
    bad $ranks "scale of the basis" --nx=8 --basis-scale=row
    bad $ranks "formats of levels" --nx=8 --mg=f64,f31
    bad $ranks "validation type" --nx=8 --validation_type=none
    bad $ranks "run type" --nx=8 --run_type=fast
    bad $ranks "restart 0" --nx=8 --restart=0
    bad $ranks "restart too long" --nx=8 --restart=100000
    bad $ranks "tolerance above 1" solve --nx=8 --tolerance=2
    bad $ranks "tolerance below 0" solve --nx=8 --tolerance=-1
    bad $ranks "an unknown restart ratio" solve --input=lap27:4 --restart-ratio=often
    if [ $ranks = 1 ]; then
        grep -q "off, auto or a number" "$work/err"
        ok $? "$tree: its message names off and auto" || show
    fi
    bad $ranks "no iterations" solve --nx=8 --iterations=0
    bad $ranks "no threads" --nx=8 --threads=0
    bad $ranks "memory 0" --nx=8 --memory=0
    touch "$work/file"
    bad $ranks "a file for a folder" --nx=8 --output="$work/file"
    bad $ranks "JSON into nowhere" solve --nx=8 --json="$work/nowhere/x.json"
    bad $ranks "JSON onto a folder" solve --nx=8 --json="$work/here"
    bad $ranks "history into nowhere" solve --nx=8 --history="$work/nowhere/h.csv"
    bad $ranks "trace into nowhere" solve --nx=8 --trace="$work/nowhere/t.json"
    bad $ranks "trace onto a folder" solve --nx=8 --trace="$work/here"
    bad $ranks "trace of no events" solve --nx=8 --trace=t.json --trace-events=0
    bad $ranks "a path too long" solve --nx=8 --json="$(printf 'x%.0s' {1..300})"
}

# dat RANKS NAME LINES...: an hpgmp.dat of these lines
dat() {
    local ranks=$1 name=$2
    shift 2
    printf '%s\n' "$@" >hpgmp.dat
    bad "$ranks" "hpgmp.dat: $name" bench
    rm hpgmp.dat
}

files() {
    local ranks=$1
    dat $ranks "too short" one two "8 8 8"
    short_list && return
    : >hpgmp.dat
    bad $ranks "hpgmp.dat: empty" bench
    rm hpgmp.dat
    mkdir hpgmp.dat
    bad $ranks "hpgmp.dat: a folder" bench
    rmdir hpgmp.dat
    dat $ranks "words for sizes" one two "a b c" 0
    dat $ranks "two sizes" one two "8 8" 0
    dat $ranks "four sizes" one two "8 8 8 8" 0
    dat $ranks "a fraction" one two "8.5 8 8" 0
    dat $ranks "not divisible by 8" one two "8 8 12" 0
    dat $ranks "negative" one two "8 8 -8" 0
    dat $ranks "a zero" one two "8 0 8" 0
    dat $ranks "three zeros" one two "0 0 0" 0
    dat $ranks "2^32 + 8" one two "4294967304 8 8" 0
    dat $ranks "overflowing" one two "99999999999999999999 8 8" 0
    dat $ranks "negative time" one two "8 8 8" -2
    dat $ranks "a word for the time" one two "8 8 8" long
    dat $ranks "time is not a number" one two "8 8 8" nan
}

# mtx NAME ROWS ENTRY...: $work/NAME.mtx, a square matrix with ROWS rows
mtx() {
    local name=$1 rows=$2
    shift 2
    {
        echo "%%MatrixMarket matrix coordinate real general"
        echo "$rows $rows $#"
        printf '%s\n' "$@"
    } >"$work/$name.mtx"
}
mtx good 2 "1 1 2" "1 2 1" "2 2 2"
mtx hole 2 "1 1 2" "1 2 1" "2 1 2"
mtx zero 2 "1 1 2" "1 2 1" "2 2 0"
mtx pivot 2 "1 1 1" "1 2 1" "2 1 1" "2 2 1"
printf '%s\n' "%%MatrixMarket matrix array real general" "3 1" 1 2 3 >"$work/three.mtx"
mtx tiny 2 "1 1 1e-40" "2 2 1"

systems() {
    local ranks=$1
    bad $ranks "no such matrix" solve --input="$work/nowhere.mtx"
    bad $ranks "ilu without a diagonal entry" solve --input="$work/hole.mtx" --preconditioner=ilu
    bad $ranks "ilu with a zero pivot" solve --input="$work/pivot.mtx" --preconditioner=ilu
    bad $ranks "jacobi with a zero" solve --input="$work/zero.mtx" --preconditioner=jright
    bad $ranks "right-hand side too long" solve --input="$work/good.mtx" --rhs="$work/three.mtx"
    short_list && return
    bad $ranks "a folder for a matrix" solve --input="$work"
    bad $ranks "a row too small for 8 bits" solve --input="$work/tiny.mtx" --matrix=i8
    bad $ranks "rows divided before they are rounded" solve --input=lap27:8 --matrix=i8 --preconditioner=jleft
    bad $ranks "jacobi on the left with a zero" solve --input="$work/zero.mtx" --preconditioner=jleft
    bad $ranks "no such right-hand side" solve --input="$work/good.mtx" --rhs="$work/nowhere.mtx"
    bad $ranks "right-hand side that is a matrix" solve --input="$work/good.mtx" --rhs="$work/good.mtx"
    bad $ranks "right-hand side of the box" solve --nx=8 --rhs=ones
    bad $ranks "model problem of a word" solve --input=lap27:big
    bad $ranks "model problem too large" solve --input=poisson2d:50000
    bad $ranks "model problem of one point" solve --input=lap27:1
    bad $ranks "a side beside the file" solve --input="$work/good.mtx" --nx=8
    bad $ranks "a position beside the file" solve --input="$work/good.mtx" 8 8 8
    bad $ranks "an order beside the file" solve --input="$work/good.mtx" --order=color
    bad $ranks "multigrid of a file" solve --input="$work/good.mtx" --preconditioner=multigrid
    bad $ranks "ilu of the box" solve --nx=8 --preconditioner=ilu
    bad $ranks "preconditioner" solve --input="$work/good.mtx" --preconditioner=luck
    bad $ranks "orthogonalization" solve --input="$work/good.mtx" --orthogonalization=qr
    bad $ranks "eta above 1" solve --input="$work/good.mtx" --eta=1.5
    bad $ranks "eta is not a number" solve --input="$work/good.mtx" --eta=nan
    bad $ranks "restart ratio 1" solve --input="$work/good.mtx" --restart-ratio=1
    bad $ranks "restart ratio of a word" solve --input="$work/good.mtx" --restart-ratio=often
    bad $ranks "loss of orthogonality into nowhere" solve --input="$work/good.mtx" \
        --orthogonality="$work/nowhere/o.csv"
    bad $ranks "memory limit" solve --input=lap27:32 --memory=0.001
    # the matrix, its copy for the factorization, and L and U: 12 bytes for each entry of all three
    bad $ranks "memory limit of a factorization" solve --input=lap27:100 --policy=double \
        --preconditioner=ilu --restart=2 --memory=0.01
    holds "$(sed -n 's/^memwall: \([0-9.]*\) GiB are needed.*/\1/p' "$work/err") >= 36 * 298 ^ 3 / 2 ^ 30" \
        "$tree x $ranks: the memory limit counts the factorization" || show
    bad $ranks "a file for the benchmark" bench --input="$work/good.mtx"
}

for tree in $TREES; do
    for ranks in 1 4; do
        systems $ranks
        flags $ranks
        files $ranks
    done
    bad 9 "aspect of the process grid" --nx=8 --npx=1 --npy=1 --npz=9
done
finish
