#!/usr/bin/env bash
# tests/threads.t - the result is bitwise the same for any number of threads.
. "$(dirname "$0")/tap.sh"
needs solve
box="--nx=24 --ny=16 --nz=32"
policies="double mixed basis-int16"
several="2 4"
[ -z "$fast" ] || policies="mixed basis-int16" several=3

for tree in $TREES; do
    for ranks in 1 2; do
        for order in $(orders); do
            for policy in $policies; do
                name="$tree, $ranks ranks, $order, $policy"
                can_run $ranks "$name" || continue
                for threads in 1 $several; do
                    solve $ranks $box --order=$order --policy=$policy --threads=$threads \
                        --history="$work/history.$threads"
                    ok "$status" "$name: $threads threads converge" || show
                    field final >"$work/final.$threads"
                done
                lines=$(wc -l <"$work/history.1")
                holds "$lines > 10" "$name: the history has its lines"
                for threads in $several; do
                    cmp -s "$work/history.1" "$work/history.$threads" &&
                        cmp -s "$work/final.1" "$work/final.$threads"
                    ok $? "$name: $threads threads give bitwise the history of one"
                done
            done
        done
    done
    launch 1 env -u OMP_NUM_THREADS "$MEMWALL_BIN/memwall-$tree" bench --nx=8 --rt=0 --output="$work" --json="$work/r.json"
    is "$(sed -n 's/^1 rank x \([0-9]*\) thread.*/\1/p' "$work/out")" "$(env -u OMP_NUM_THREADS nproc)" \
        "$tree: as many threads as processors, unless OMP_NUM_THREADS is set" || show
done
finish
