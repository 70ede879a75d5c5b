#!/usr/bin/env bash
# tests/emu.t - tests that need the emulated device: both sizes of warps, both orders of streams,
# MPI with device memory, memory limits, and planted mistakes (tests/trees/emu).
. "$(dirname "$0")/tap.sh"
needs solve

[ "$BACKEND" = emu ] || skip_all "needs make BACKEND=emu"
unset MEMWALL_EMU_WARP MEMWALL_EMU_ORDER MEMWALL_EMU_THREADS MEMWALL_EMU_SEED

# same RANKS NAME OPTIONS...: in this environment and with these options the number of
# iterations is $wanted.
same() {
    local ranks=$1 name="$tree x $1, $2"
    shift 2
    solve "$ranks" --nx=16 --order=color --policy=double "$@"
    is "$(field iterations)" "$wanted" "$name" || show
}

# limits NAME ARGUMENTS...: a device with a third more memory than the run needs is sufficient. One with
# a quarter of it is refused before the work begins; between them, an allocation would fail.
limits() {
    local name="$tree, memory of the device, $1" peak
    shift
    run 1 "$@" --json="$work/run.json"
    peak=$(sed -n 's/.*"device_peak_bytes": \([0-9.e+]*\).*/\1/p' "$work/run.json")
    MEMWALL_EMU_MEMORY=$(awk "BEGIN { print 1.34 * $peak }") run 1 "$@"
    ok "$status" "$name: a third more than the peak is sufficient" || show
    MEMWALL_EMU_MEMORY=$(awk "BEGIN { print 0.25 * $peak }") run 1 "$@" --json="$work/none.json"
    is "$status $(grep -c '^memwall: .* GiB are needed on a device, .* GiB are free' "$work/err")" "2 1" \
        "$name: a quarter is refused" || show
    [ ! -e "$work/none.json" ]
    ok $? "$name: nothing is written"
}

# The memory of the node has to contain only what the host stores (the matrix during the set-up), not
# what the device stores (the Krylov basis).
memory_of_node() {
    local here=$MEMWALL_BIN there need=()
    if [ ! -x "$cpu/memwall-$tree" ]; then
        skip "$tree: memory of the node: $cpu is not built"
        return
    fi
    for there in "$here" "$cpu"; do
        MEMWALL_BIN=$there run 1 solve --nx=32 --restart=300 --memory=0.001
        need+=("$(sed -n 's/.*: \([0-9.e-]*\) GiB are needed on a node.*/\1/p' "$work/err")")
    done
    holds "0 < ${need[0]:-0} && ${need[0]:-9} < 0.7 * ${need[1]:-0}" \
        "$tree: memory of the node: ${need[0]} GiB, on the CPU ${need[1]}" || show
}

cpu=${MEMWALL_BIN/-emu/}
most=8
[ -z "$fast" ] || most=3
for tree in $TREES; do
    for ranks in 1 2 $most; do
        can_run $ranks "$tree x $ranks" || continue
        solve $ranks --nx=16 --order=color --policy=double
        ok "$status" "$tree x $ranks: converges" || show
        wanted=$(field iterations)
        MEMWALL_EMU_WARP=64 same $ranks "warps of 64 threads"
        MEMWALL_EMU_ORDER=eager same $ranks "the other stream first"
        MEMWALL_EMU_THREADS=256 same $ranks "teams of 256 threads"
        same $ranks "MPI reads and writes device memory" --gpu-aware-mpi=on
        if [ -x "$cpu/memwall-$tree" ]; then
            MEMWALL_BIN=$cpu same $ranks "as on the CPU"
        else
            skip "$tree x $ranks: as on the CPU: $cpu is not built"
        fi
    done
    run 1 solve --nx=16 --device=1
    is $status 2 "$tree: there is no second device"
    memory_of_node
    limits "benchmark's problem" solve --nx=32
    ! has_verb cbgmres || limits "any matrix, ILU" cbgmres --input=lap27:20 --preconditioner=ilu --policy=double
    ! has_verb poisson || limits "multigrid in f16" poisson --cells=256
    ! has_verb poisson || limits "multigrid in three dimensions" poisson --dim=3 --cells=48 --variant=D_MG
done

# Several devices: the ranks of a node use them round-robin, and each device must have memory for its
# ranks. shared RANKS SIZES STATUS NAME OPTIONS...: with devices of these multiples of what a rank
# needs, a run ends with this status; an error is one line.
shared() {
    local ranks=$1 sizes=$2 wanted=$3 name="devices, $4"
    shift 4
    MEMWALL_EMU_MEMORY=$(awk "BEGIN { n = split(\"$sizes\", m, \",\")
        for (d = 1; d <= n; d++) printf \"%s%.0f\", (d > 1 ? \",\" : \"\"), m[d] * $peak }") \
        run "$ranks" solve --nx=16 --policy=double --json="$work/run.json" "$@"
    is "$status" "$wanted" "$name" || show
    [ "$wanted" = 0 ] || is "$(grep -c '^memwall: ' "$work/err")" 1 "$name: in one line" || show
}
if can_run 3 "several devices"; then
    tree=opt
    run 3 solve --nx=16 --policy=double --json="$work/run.json"
    peak=$(sed -n 's/.*"device_peak_bytes": \([0-9.e+]*\).*/\1/p' "$work/run.json")
    shared 3 3,1.5 0 "three ranks on two devices of different sizes"
    is "$(sed -n 's/.*"ranks_on_device": \([0-9]*\).*/\1/p' "$work/run.json")" 2 \
        "devices, two ranks on the first one"
    shared 3 0.7,3 2 "the first one is too small for two ranks"
    shared 3 3,0.3 2 "the second one is too small for one rank"
    shared 2 0.7 2 "one is too small for two ranks"
    shared 2 3 0 "two ranks on one"
    shared 1 3,3 2 "there is no third one" --device=2
fi

# Planted mistakes. A missing order between streams has an effect in one of the two orders.
# miscounts TREE PARENT ORDER: on two ranks the number of iterations is not the parent's
miscounts() {
    local name="$1 is caught by its iterations" order=$3
    can_run 2 "$name" || return
    tree=$2 solve 2 --nx=16 --order=color --policy=double
    wanted=$(field iterations)
    tree=$1
    MEMWALL_EMU_ORDER=$order solve 2 --nx=16 --order=color --policy=double --iterations=60
    [ -n "$wanted" ] && [ -n "$(field iterations)" ] && [ "$(field iterations)" != "$wanted" ]
    ok $? "$name" || show
}

# caught TREE RANKS WRONG RIGHT: the checker fails with the one setting of the device, and
# passes with the other.
caught() {
    local name="$1 is caught by the checker, $3"
    can_run "$2" "$name" || return
    export "${3?}"
    launch "$2" "$MEMWALL_BIN/checker-$1" check --quick
    unset "${3%%=*}"
    is "$status" 1 "$name" || show
    export "${4?}"
    launch "$2" "$MEMWALL_BIN/checker-$1" check --quick
    unset "${4%%=*}"
    is "$status" 0 "$1 passes with $4" || show
}

tree=hosttouch
run 1 solve --nx=16 --policy=double
is "$status $(grep -c "host code has touched device memory" "$work/err")" "3 1" "hosttouch: ends the run and names the mistake" || show
tree=unset
solve 1 --nx=16 --policy=double
is "$(field reason)" not-finite "unset: reading memory that was not set ends in a NaN" || show
tree=unswept
solve 1 --nx=16 --policy=double --iterations=60
is "$(field reason)" iteration-limit "unswept: does not converge" || show
miscounts nowait ref ""
miscounts unpacked ref ""
miscounts unready opt ""
miscounts hasty opt ""
caught overwritten 2 MEMWALL_EMU_ORDER=eager MEMWALL_EMU_ORDER=
caught atonce 1 MEMWALL_EMU_ORDER= MEMWALL_EMU_SEED=0
caught ahead 1 MEMWALL_EMU_THREADS=256 MEMWALL_EMU_ORDER=
caught unwaited 1 MEMWALL_EMU_THREADS=256 MEMWALL_EMU_ORDER=
# Seven of the eight colors read z of the others again: 6 n numbers in f32 for each sweep. A product by patches, none.
tree=opt MEMWALL_EMU_THREADS= MEMWALL_COUNT_CACHE=400000 run 1 solve --nx=32 --json="$work/run.json"
again=$(awk '/"phase": "sweep",/ { on = 1 } on && /"calls"/ { calls = $2 + 0 } on && /again"/ { print calls, $2; exit }' "$work/run.json")
holds "${again#* } == 6 * 32768 * 4 * ${again% *}" "opt: sweeps that a cache of 400 kB does not serve: $again" || show
is "$(grep -c bytes_again "$work/run.json")" 2 "opt: bytes that are read again, in both sweeps only" || show
finish
