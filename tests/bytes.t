#!/usr/bin/env bash
# tests/bytes.t - kernels state in phase_end what they load and store; programs with COUNT=1.
#
# The checkers of ref, opt and planted trees (tests.mk), in f64 and f32. `make bytes` tests all
# pairs of formats of ref, opt, docs/steps/implicit and the steps.
. "$(dirname "$0")/tap.sh"
needs solve
python3 -c '' 2>/dev/null || skip_all "python3 is needed"
[ "$BACKEND" = cpu ] || skip_all "bytes are counted on the CPU"
[[ $MEMWALL_BIN != *sanitize* ]] || skip_all "COUNT=1 and the sanitizers exclude each other"
cd "$tests/.." || exit 1
counted=$(echo "$MEMWALL_BIN"/few/*-count)
for tree in $TREES; do
    [ $tree = ref ] || [ $tree = opt ] || continue
    launch 1 tests/check/stated_bytes "$counted" $tree
    is "$status" 0 "$tree: stated bytes are those that are counted" || show
done
if [[ $TREES = *ref* ]]; then
    launch 1 tests/check/stated_bytes "$counted" --spmv tests/trees/judged/halved
    is "$status" 1 "halved statements are found" || show
    grep -q '^tests/trees/judged/halved: spmv, varying, f64,f64: states .* ratio 0.500' "$work/out"
    ok $? "halved: in spmv" || show
    findings() { # TREE GROUPS: what the judge finds of these kernels
        MEMWALL_BIN=${counted%-count} launch 1 env PYTHONPATH=run python3 -B -c 'import sys
from memwall.judge import counted
counted.KERNEL_GROUPS = sys.argv[2].split()
for f in counted.findings(sys.argv[1]): print(f)' "$@"
    }
    findings tests/trees/judged/halved spmv
    grep -q '^stated bytes are wrong: spmv, level 0, f64,f64, phase_end has ' "$work/out"
    ok $? "halved: the finding of the judge" || show
    launch 1 tests/check/stated_bytes "$counted" --spmv tests/trees/judged/reread
    grep -q '^tests/trees/judged/reread: spmv, varying, f64,f64: a cache of 1 MB loads' "$work/out"
    ok $? "a matrix that is read twice is found" || show

    # Sums over passes do not depend on the number of threads, and formats are the run's.
    MEMWALL_BIN=${counted%-count} launch 1 run/bytes ref:policy=double --nx=16
    is "$status" 0 "run/bytes" || show
    awk '$1 == "spmv" && $2 == 0 { found = $6 > 0.999 && $6 < 1.001 } END { exit !found }' "$work/out"
    ok $? "its table has the ratio of spmv" || show
    MEMWALL_COUNT_CACHE=1 launch 1 "$counted/memwall-ref" solve --nx=8
    is "$status $(wc -l <"$work/err")" "2 1" "a cache of one byte is refused" || show
fi
for wrong in "nowhere" "ref --nx=7"; do
    # shellcheck disable=SC2086
    MEMWALL_BIN=${counted%-count} launch 1 run/bytes $wrong
    is "$status $(wc -l <"$work/err")" "2 1" "run/bytes $wrong" || show
done
finish
