#!/usr/bin/env bash
# tests/symmetric.t - half storage of symmetric matrices in whole runs; other matrices are refused.
. "$(dirname "$0")/tap.sh"

# band N CHANGED: a symmetric band of N rows in Matrix Market format, whose entry (17, 18) is
# CHANGED instead of -1.
band() {
    echo "%%MatrixMarket matrix coordinate real general"
    awk -v n="$1" -v changed="$2" 'BEGIN {
        print n, n, n + 2 * (n - 1) + 2 * (n - 7)
        for (i = 1; i <= n; i++)
            for (j = 1; j <= n; j++) {
                d = i < j ? j - i : i - j
                if (d == 0 || d == 1 || d == 7)
                    print i, j, d == 0 ? 6 : i == 17 && j == 18 ? changed : -1
            }
    }'
}
band 101 -1 >"$work/symmetric.mtx"
band 101 -1.0000000000000002 >"$work/other.mtx"
# Without the entry (17, 18).
sed -e '/^17 18 /d' -e '2s/.*/101 101 488/' "$work/symmetric.mtx" >"$work/missing.mtx"

# refused RANKS WHAT TEXT ARGUMENTS...: the run ends with one line that contains the text.
refused() {
    local ranks=$1 name="$tree, $1 ranks: $2 is refused" text=$3
    shift 3
    can_run "$ranks" "$name" || return
    run "$ranks" "$@" --symmetric=on
    is "$status" 2 "$name" || show
    is "$(grep -c '^memwall: ' "$work/err")" 1 "$name with one line" || show
    grep -qF -- "$text" "$work/err"
    ok $? "$name: the line names the reason" || show
}

# alike RANKS ARGUMENTS...: as many iterations as with the whole matrix, within one; the same bits
# with 1, 2 and 4 threads.
alike() {
    local ranks=$1 name="$tree, $*" iterations
    shift
    can_run "$ranks" "$name" || return
    run "$ranks" "$@"
    iterations=$(sed -n 's/.* iterations=\([0-9]*\).*/\1/p' "$work/out")
    for threads in 1 2 4; do
        [ "$ranks$threads" = 44 ] && continue
        run "$ranks" "$@" --symmetric=on --threads=$threads
        ok "$status" "$name: converges with $threads threads" || show
        sed -n -e 's/^solve.* \(iterations=[0-9]*\).* \(relative=[^ ]*\).*/\1 \2/p' \
            -e 's/^poisson.* \(iterations=[0-9]*\).* \(error=[^ ]*\).*/\1 \2/p' \
            "$work/out" >"$work/threads.$threads"
        cmp -s "$work/threads.1" "$work/threads.$threads"
        ok $? "$name: the same with $threads threads"
    done
    local got
    got=$(sed -n 's/iterations=\([0-9]*\).*/\1/p' "$work/threads.1")
    holds "${got:-0} >= ${iterations:-99} - 1 && ${got:-0} <= ${iterations:-0} + 1" \
        "$name: $got iterations, $iterations with the whole matrix"
}

for tree in $TREES; do
    run 1 solve --nx=8 --symmetric=on
    if grep -q "does not have this option" "$work/err"; then
        skip "$tree has no half storage"
        continue
    fi
    if [ "$BACKEND" != cpu ]; then
        refused 1 "a device" "half storage exists on CPUs only" solve --nx=8
        continue
    fi
    for ranks in 1 2; do
        refused $ranks "an entry that differs in its last bit" \
            "row 17, column 18 is -1.0000000000000002, but that in row 18, column 17 is -1 " \
            solve --input="$work/other.mtx"
        refused $ranks "an entry without a counterpart" \
            "row 18, column 17 is -1, but that in row 17, column 18 is 0 " solve --input="$work/missing.mtx"
        refused $ranks "convection" "is not symmetric" bench --nx=16 --rt=0 --problem=convection \
            --output="$work"
    done
    refused 1 "--fuse=off" "not allowed with --fuse=off" solve --nx=8 --fuse=off
    is "$(ls "$work" | grep -c '^HPGMP')" 0 "$tree: no report was written"
    alike 1 solve --nx=24 --ny=16 --nz=40 --policy=double
    alike 2 solve --nx=16 --layout=implicit --coarse=last
    alike 4 solve --nx=16 --layout=implicit --values=coded --policy=half
    alike 2 solve --input="$work/symmetric.mtx" --preconditioner=ilu --policy=double
    alike 2 poisson --cells=64 --variant=H_MG
    run 1 bench --nx=16 --rt=0 --symmetric=on --output="$work"
    grep -q "(--symmetric=on) is an extension" "$work/out"
    ok $? "$tree: the report names the extension" || show
    rm -f "$work"/HPGMP* "$work"/*.json
done
finish
