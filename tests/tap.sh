# tests/tap.sh - functions of the shell tests: TAP lines, runs of the programs.
#
# Sourced. Reads MEMWALL_BIN (folder of the programs), TREES (names of trees), MPI (yes
# or no), BACKEND, WERROR, MPIRUN, MEMWALL_FAST (not empty: the fast subset). A run leaves its exit status
# in $status and its output in $work/out and $work/err.
set -u
unset CDPATH # or cd prints
tests=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
MEMWALL_BIN=$(cd "${MEMWALL_BIN:-$tests/../build/mpi-yes}" && pwd)
TREES=${TREES:-ref}
MPI=${MPI:-yes}
BACKEND=${BACKEND:-cpu}
formats=${FORMATS:-}
WERROR=${WERROR:-}
unset MAKEFLAGS MFLAGS MAKELEVEL FORMATS PYTHONSAFEPATH TREE V # of the make that runs the tests
export -n BACKEND MPI WERROR # a program that a test calls has its own defaults
unset "${!GIT_@}" "${!OMP_@}" "${!GOMP_@}" "${!KMP_@}" # of a hook or a shell that calls it
fast=${MEMWALL_FAST:-}
# Golden counts of larger problems are left out: MEMWALL_ROWS=2000000 includes all.
most_rows=${MEMWALL_ROWS:-$([ -n "$fast" ] && echo 33000 || echo 300000)}
count=0
failed=0
work=$(mktemp -d) || exit
trap 'rm -rf "$work"' EXIT

export OMP_WAIT_POLICY=passive OMP_NUM_THREADS=1 PYTHONDONTWRITEBYTECODE=1
export ASAN_OPTIONS=${ASAN_OPTIONS:-detect_leaks=0} # MPI's own leaks are not ours
mkdir "$work/.mpi"
export OMPI_MCA_orte_tmpdir_base=$work/.mpi
. "$tests/ranks"

# ok STATUS NAME: passes if STATUS is 0. A failure is also printed to stderr, which prove shows.
ok() {
    count=$((count + 1))
    if [ "$1" = 0 ]; then
        echo "ok $count - $2"
    else
        failed=$((failed + 1))
        echo "not ok $count - $2"
        echo "# not ok: $2" >&2
    fi
    [ "$1" = 0 ]
}

# is GOT WANTED NAME
is() {
    [ "$1" = "$2" ]
    ok $? "$3" || { echo "# got '$1', wanted '$2'" >&2; false; } # for || show
}

# holds CONDITION NAME: an awk condition on numbers; a nan fails.
holds() {
    awk "BEGIN { exit !($1) }"
    ok $? "$2" || echo "# false: $1" >&2
}

# near GOT WANTED: true if two final residuals of the last run in double agree up to rounding
# errors: (k + 1) r0 times the errors of a cycle, three passes over rows of 27 entries on each of four
# levels.
near() {
    awk -v got="$1" -v wanted="$2" -v k="$(field iterations)" -v r0="$(field initial)" \
        'BEGIN { d = got - wanted
                 exit !((d < 0 ? -d : d) <= 3 * 4 * 30 * 2 ^ -53 * (k + 1) * r0) }'
}
same_residual() {
    near "$1" "$2"
    ok $? "$3" || echo "# got $1, wanted $2" >&2
}

# same_history: $work/a.csv and $work/b.csv contain the same history in double up to rounding errors.
same_history() {
    paste -d, "$work/a.csv" "$work/b.csv" | awk -F, '
        NR > 1 { d = $2 - $4; d = d < 0 ? -d : d
                 if ($1 != $3 || !(d <= 3 * 4 * 30 * 2 ^ -53 * (NR + 1))) bad++ }
        END { exit bad > 0 || NR < 2 }'
}

# skip REASON: the last lines of `make test` repeat it.
skip() {
    count=$((count + 1))
    echo "ok $count # SKIP $1"
    echo "$(basename "$0" .t): $1" >>"${MEMWALL_SKIPPED:-/dev/null}"
}

# has_verb NAME; needs NAME...: whether the program has the verb; ends a test for which it lacks one
has_verb() {
    [[ -z ${VERBS:-} || " $VERBS " = *" $1 "* ]]
}
needs() {
    local verb
    for verb; do has_verb "$verb" || skip_all "the program has no verb $verb"; done
}

# skip_all REASON: ends a test that cannot run here
skip_all() {
    skip "$1"
    finish
}

# can_run RANKS NAME: prints SKIP and is false if this build has no MPI for this many ranks.
can_run() {
    [ "$1" = 1 ] || [ "$MPI" = yes ] || { skip "$2: built with MPI=no"; return 1; }
}

# launch RANKS COMMAND...: from the current folder, for at most $limit seconds.
limit=300
launch() {
    local ranks=$1 start=()
    shift
    if [ "$MPI" = yes ] && [ "$ranks" -gt 1 ]; then
        start=($MPIRUN $mpi_flags -np "$ranks")
    fi
    timeout "$limit" "${start[@]}" "$@" >"$work/out" 2>"$work/err" </dev/null
    status=$?
}

# run RANKS ARGUMENTS...: the program of $tree.
run() {
    local ranks=$1
    shift
    launch "$ranks" "$MEMWALL_BIN/memwall-$tree" "$@"
}

# solve RANKS ARGUMENTS...; then field NAME is a field of its line.
solve() {
    local ranks=$1
    shift
    run "$ranks" solve "$@"
}
cbgmres() {
    local ranks=$1
    shift
    run "$ranks" cbgmres "$@"
}
field() {
    sed -n "s/^[a-z]*: .*\\b$1=\\([^ ]*\\).*/\\1/p" "$work/out"
}

# phases FILE: a line "phase level calls flops" for each phase of a JSON file, without halo
# exchanges, which a tree may divide into two phases.
phases() {
    awk '{ value = $0; sub(/.*": /, "", value); gsub(/[",]/, "", value) }
         /"phase":/ { line = value } /"(level|calls)":/ { line = line " " value }
         /"flops":/ && line { print line, value; line = "" }' "$1" | grep -v '^halo exchange'
}

# show: the last lines of the last run, as comments.
show() {
    sed 's/^/# /' "$work/out" "$work/err" | tail -20 >&2
}

# says STATUS PATTERN NAME: the last run ended with this status and one message, which contains the
# pattern. MPI may add lines of its own.
says() {
    local lines
    lines=$(grep -E '^(memwall|run/[a-z]+|Traceback)\b' "$work/err")
    is "$status $(wc -l <<<"$lines") $(grep -c -e "$2" <<<"$lines")" "$1 1 1" "$3" || show
}

# matrix NAME ROWS ENTRY...; array NAME NUMBER...: $work/NAME.mtx, a square matrix or a vector
matrix() {
    printf '%s\n' "%%MatrixMarket matrix coordinate real general" "$2 $2 $(($# - 2))" "${@:3}" >"$work/$1.mtx"
}
array() {
    printf '%s\n' "%%MatrixMarket matrix array real general" "$(($# - 1)) 1" "${@:2}" >"$work/$1.mtx"
}

# common: true for the first tree, in the long form for all: for what is common to all trees.
common() {
    [ -z "$fast" ] || [ "$tree" = "${TREES%% *}" ]
}

# The row orders of the tree: some refuse the natural order.
orders() {
    run 1 solve --nx=8 --order=natural --iterations=1
    [ "$status" = 2 ] || echo natural
    echo color
}

finish() {
    echo "1..$count"
    exit $((failed > 0))
}
