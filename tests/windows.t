#!/usr/bin/env bash
# tests/windows.t - the loads of x of opt for processors with AVX2 and for any processor, on one
# with AVX2: unit_columns, and the mistakes of three trees (tests.mk).
. "$(dirname "$0")/tap.sh"
if [ "$BACKEND" != cpu ] || ! grep -q avx2 /proc/cpuinfo 2>/dev/null; then
    skip "programs for processors with AVX2"
    finish
fi

# caught TREE UNIT: the unit test fails and names the failed tests
caught() {
    launch 1 "$bin/$1/$2"
    [ "$status" != 0 ] && [ "$status" -lt 128 ] && grep -q '^not ok.*'"$3" "$work/out" &&
        grep -q '^ok' "$work/out" && grep -q '^1\.\.[1-9]' "$work/out"
    ok $? "$processor: $1 is caught by $2 in $3" || show
}
for processor in x86-64 x86-64-v3; do
    bin=$(echo "$MEMWALL_BIN/$processor"/*)
    for ranks in 1 3; do
        can_run $ranks "$processor on $ranks ranks" || continue
        launch $ranks "$bin/opt/unit_columns"
        [ "$status" = 0 ] && grep -q '^1\.\.[1-9]' "$work/out"
        ok $? "$processor: unit_columns on $ranks ranks" || show
    done
done
for format in f32,f32 f16,f16; do
    caught short unit_columns $format
    caught shifted unit_columns $format
    caught wide unit_columns $format
done
finish
