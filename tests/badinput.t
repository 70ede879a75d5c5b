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
    can_run "$ranks" "$name" || return 1
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

# all RANKS VERB: each line of the input is a name, "|" and arguments
all() {
    local name arguments
    while IFS='|' read -r name arguments; do
        # shellcheck disable=SC2086
        bad "$1" "${name% }" $2 $arguments </dev/null
    done
}

# What every rank must refuse together, and what is checked at another place: for every tree.
short() {
    all "$1" "" <<END
side not divisible by 8 | --nx=12
no verb | solv --nx=8
unknown flag | --nx=8 --frobnicate=1
process grid against ranks | --nx=8 --npx=3 --npy=1 --npz=1
memory limit | solve --nx=64 --memory=0.01
no such folder | --nx=8 --output=$work/nowhere
cells that cannot be halved so often | poisson --cells=100 --levels=4
no such variant | poisson --cells=64 --variant=X_MG
wave number as large as the grid | poisson --cells=64 --k=64
no such matrix | solve --input=$work/nowhere.mtx
ilu without a diagonal entry | solve --input=$work/hole.mtx --preconditioner=ilu
ilu with a zero pivot | solve --input=$work/pivot.mtx --preconditioner=ilu
jacobi with a zero | solve --input=$work/zero.mtx --preconditioner=jright
right-hand side too long | solve --input=$work/good.mtx --rhs=$work/three.mtx
END
    dat "$1" "too short" one two "8 8 8"
}

# Every kind of value and every check of one flag against another: the code is common to all trees.
long() {
    local good=--input=$work/good.mtx value
    touch "$work/file"
    for value in 0 -8 eight 16k 16.5 1e2 0x10 99999999999999999999 4294967304 2048 ""; do
        bad 1 "a side of '$value'" "--nx=$value"
    done
    bad 1 "blank before" "--nx= 16"
    for value in nan inf -2 -0.5 long; do
        bad 1 "a time of $value" --nx=8 "--rt=$value"
    done
    all 1 --nx=8 <<END
one side not divisible | --ny=20 --nz=8
bad aspect | --ny=8 --nz=128
one side of the process grid | --npx=4
negative process grid | --npx=-1 --npy=-1 --npz=1
a flag of poisson for bench | --cells=8
problem | --problem=odd
order | --order=rainbow
empty order | --order=
policy | --policy=nonsense
format | --inner=f31
8-bit integers | --basis=i8
integers inside | --inner=i16
integers in multigrid | --mg=f16,i16
integers in the matrix | --matrix=i16
format of the update | --flexible=maybe
integers beside 16 bits | --policy=all16 --basis=i16
scale of the basis | --basis-scale=row
formats of levels | --mg=f64,f31
levels in 8 bits | --mg=i8
an empty format of a level | --mg=f64,,f32
a comma behind the levels | --mg=f16,
one level too many | --mg=f64,f64,f64,f64,f64,f64,f64,f64,f64,f64,f64,f64,f64
a matrix for each level | --matrix=f16,f32
two formats of the basis | --basis=f64,f32
validation type | --validation_type=none
run type | --run_type=fast
restart 0 | --restart=0
restart too long | --restart=100000
no threads | --threads=0
memory 0 | --memory=0
a file for a folder | --output=$work/file
END
    all 1 "" <<END
no value | --nx
a word as a position | 8 8 eight
five positions | 8 8 8 0 1
memory limit for the usual box, 104^3 | --memory=0.01
almost a flag | --nxx=8
a long unknown flag | --a-flag-that-is-too-long-to-be-similar-to-any-other=8
one dash | -nx=8
a file for the benchmark | bench $good
END
    all 1 poisson <<END
one cell | --cells=1
four dimensions | --dim=4
no levels | --levels=0
no wave | --k=0
levels in integers | --mg=i16
a base rule | --base-rule=sometimes
process grid in two dimensions | --npx=1 --npy=1 --npz=2
too many unknowns | --dim=3 --cells=65536
too little memory | --cells=1024 --memory=0.01
a position for poisson | 64
a flag of bench for poisson | --nx=8
END
    all 1 "solve --nx=8" <<END
flag of another verb | --rt=1
tolerance above 1 | --tolerance=2
tolerance below 0 | --tolerance=-1
no iterations | --iterations=0
JSON into nowhere | --json=$work/nowhere/x.json
JSON onto a folder | --json=$work/here
history into nowhere | --history=$work/nowhere/h.csv
trace onto a folder | --trace=$work/here
a path too long | --json=$(printf 'x%.0s' {1..300})
right-hand side of the box | --rhs=ones
ilu of the box | --preconditioner=ilu
END
    all 1 solve <<END
jacobi on the left with a zero | --input=$work/zero.mtx --preconditioner=jleft
a row too small for 8 bits | --input=$work/tiny.mtx --matrix=i8
a row too small for f16 | --input=$work/tiny.mtx --policy=half
a row too large for f16 | --input=$work/large.mtx --policy=half
a row too large for f32 | --input=$work/huge.mtx --policy=mixed
rows divided before they are rounded | --input=lap27:8 --matrix=i8 --preconditioner=jleft
no such right-hand side | $good --rhs=$work/nowhere.mtx
model problem of a word | --input=lap27:big
model problem too large | --input=poisson2d:50000
model problem of one point | --input=lap27:1
a side beside the file | $good --nx=8
a position beside the file | $good 8 8 8
an order beside the file | $good --order=color
multigrid of a file | $good --preconditioner=multigrid
preconditioner | $good --preconditioner=luck
orthogonalization | $good --orthogonalization=qr
restart ratio 1 | $good --restart-ratio=1
restart ratio of a word | $good --restart-ratio=often
END
    grep -q "off, auto or a number" "$work/err"
    ok $? "the last message names off and auto" || show
    # the matrix, its copy for the factorization, and L and U: 12 bytes for each entry of all three
    bad 1 "memory limit of a factorization" solve --input=lap27:100 --policy=double \
        --preconditioner=ilu --restart=2 --memory=0.01
    holds "$(sed -n 's/^memwall: \([0-9.]*\) GiB are needed.*/\1/p' "$work/err") >= 36 * 298 ^ 3 / 2 ^ 30" \
        "the memory limit counts the factorization" || show
    # The row, its largest entry and the format, also of a matrix that the preconditioner consists of.
    local row ranks name matrix policy words
    while IFS='|' read -r ranks name matrix policy words; do
        # shellcheck disable=SC2086
        bad "${ranks// }" "$name" solve --input=$work/${matrix// }.mtx --policy=${policy# } && {
            grep -qF "memwall: row $words; choose another --matrix or --policy" "$work/err"
            ok $? "$name: the message" || show
        }
    done <<END
1 | a row above f16 | large | half|3 of the matrix does not fit into f16: its largest entry, 450000, becomes inf
2 | a row above f16 on rank 1 | large | half|3 of the matrix does not fit into f16: its largest entry, 450000, becomes inf
1 | a row below f16 | nano | half|1 of the matrix does not fit into f16: its largest entry, 4.5e-09, becomes 0
1 | a row above f32 | huge | mixed|2 of the matrix does not fit into f32: its largest entry, 1e+200, becomes inf
1 | a row below f32 | minute | mixed|2 of the matrix does not fit into f32: its largest entry, 4e-50, becomes 0
1 | a row below i8 | tiny | matrix8|1 of the matrix does not fit into i8: its largest entry, 1e-40, is not between 2^-120 and 2^133, or its diagonal entry becomes 0
2 | an inverse above f16 | nano16 | half --preconditioner=jright|2 of a matrix of the preconditioner does not fit into f16: its largest entry, 1e+06, becomes inf
END
    run 1 solve --input=$work/micro.mtx --policy=half # subnormal numbers of f16 are numbers
    is "$status" 0 "a row that fits" || show
    : >hpgmp.dat
    bad 1 "hpgmp.dat: empty" bench
    rm hpgmp.dat
    mkdir hpgmp.dat
    bad 1 "hpgmp.dat: a folder" bench
    rmdir hpgmp.dat
    for value in "a b c" "8 8" "8 8 8 8" "8.5 8 8" "8 8 12" "8 8 -8" "8 0 8" "0 0 0" "4294967304 8 8" \
        "99999999999999999999 8 8"; do
        dat 1 "sizes $value" one two "$value" 0
    done
    for value in -2 long nan; do
        dat 1 "a time of $value" one two "8 8 8" $value
    done
}

# dat RANKS NAME LINES...: an hpgmp.dat of these lines
dat() {
    local ranks=$1 name=$2
    shift 2
    printf '%s\n' "$@" >hpgmp.dat
    bad "$ranks" "hpgmp.dat: $name" bench
    rm hpgmp.dat
}

matrix good 2 "1 1 2" "1 2 1" "2 2 2"
matrix hole 2 "1 1 2" "1 2 1" "2 1 2"
matrix zero 2 "1 1 2" "1 2 1" "2 2 0"
matrix pivot 2 "1 1 1" "1 2 1" "2 1 1" "2 2 1"
array three 1 2 3
matrix tiny 2 "1 1 1e-40" "2 2 1"
matrix large 3 "1 1 4.5" "1 2 -1.25" "2 2 4.5" "2 1 -1.25" "3 3 4.5e5" "3 2 -1.25e5"
matrix nano 2 "1 1 4.5e-9" "1 2 -1.25e-9" "2 2 4.5" "2 1 -1.25"
matrix nano16 2 "1 1 4.5" "1 2 -1.25e-9" "2 2 1e-6" # its row 2 is subnormal in f16
matrix micro 2 "1 1 4.5e-6" "1 2 -1.25e-6" "2 1 -1.25e-6" "2 2 4.5e-6"
matrix huge 2 "1 1 1" "2 2 1e200"
matrix minute 2 "1 1 1" "2 2 4e-50"

for tree in $TREES; do
    common || break
    for ranks in 1 4; do
        short $ranks
    done
    bad 9 "aspect of the process grid" --nx=8 --npx=1 --npy=1 --npz=9
    if bad 11 "no grid for 11 ranks" --nx=8; then
        grep -q "; 10 and 12 are the nearest usable numbers of ranks" "$work/err"
        ok $? "$tree: and the numbers that have one" || show
    fi
done
tree=${TREES%% *}
long
finish
