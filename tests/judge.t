#!/usr/bin/env bash
# tests/judge.t - the judge names the trees that cheat, and accepts trees that are right.
#
# The trees are the objects of ref, but for the files that they have, in f64 and f32 (tests.mk).
. "$(dirname "$0")/tap.sh"
top=$(cd "$tests/.." && pwd)
if ! python3 -c 'import re' 2>/dev/null || [ "$BACKEND" != cpu ]; then
    skip "python3 and the CPU as the back end are needed for the judge"
    finish
fi
case $MEMWALL_BIN in
*sanitize*) skip "the sanitizers need files, which the judge forbids"; finish ;;
esac
export BUILD=${MEMWALL_BIN%/*} MPI

# judged TREE STATUS WORDS ARGUMENTS...
judged() {
    local tree=$1 wanted=$2 words=$3
    shift 3
    timeout 100 "$top/run/judge" --built --silent --quick --seed=20260 "$@" "$tree" \
        >"$work/out" 2>"$work/err"
    is $? "$wanted" "$tree: exit status" || show
    grep -qF -- "$words" "$work/out"
    ok $? "$tree: $words" || show
}
cd "$top" || exit 1
judged tests/cheats/cached 5 "cheating: result of an earlier call: spmv, level 0"
judged tests/cheats/postponed 5 "cheating: postponed work: spmv"
judged tests/cheats/ones 5 "cheating: known solution of ones: vector_axpy"
judged tests/cheats/constant 5 "cheating: constant coefficients assumed: spmv"
judged tests/cheats/coarse 5 "cheating: coarse level skipped: sweep_zero_guess, level 1"
judged tests/judged/unfinished 1 "wrong: coarse level not computed: sweep_zero_guess, level 1"
judged tests/cheats/clock 5 "cheating: clock replaced: exchange.o defines clock_gettime"
judged tests/trees/tired 5 "cheating: false norm, fewer iterations: residual_norm"
judged tests/cheats/idle 5 "cheating: idle after the first calls"
judged tests/cheats/outside 5 "cheating: writes outside of its results: sweep"
judged tests/cheats/files 5 "cheating: files or processes: exchange.o calls f"
judged tests/cheats/symbols 5 "cheating: symbol redefined: exchange.o defines hypot"

judged tests/judged/reordered 0 "tests/judged/reordered: right" --kernel=spmv
judged tests/trees/backward 1 "wrong: wrong result: sweep, level 0, f64,f64, row 0" --kernel=sweep
judged tests/nowhere 6 "there is no folder"

# The filter of system calls, without the examination of symbols before it.
word=abc
printf '%s\n' $word "kernels 1 spmv 0 8 8 8 0 f64 f64" quit |
    "$MEMWALL_BIN/judge-files" >"$work/out" 2>"$work/err"
if grep -q '"sandbox":1' "$work/out"; then
    grep -q 'files or processes.*cmdline' "$work/out"
    ok $? "files: the filter of system calls notices it" || show
else
    skip "files: this system has no filter of system calls"
fi
finish
