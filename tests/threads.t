#!/usr/bin/env bash
# tests/threads.t - the result is bitwise the same for any number of threads.
. "$(dirname "$0")/tap.sh"
box="--nx=24 --ny=16 --nz=32"

for tree in $TREES; do
    for ranks in 1 2; do
        for order in natural color; do
            for policy in double mixed int16-flexible; do
                name="$tree, $ranks ranks, $order, $policy"
                can_run $ranks "$name" || continue
                for threads in 1 2 4; do
                    solve $ranks $box --order=$order --policy=$policy --threads=$threads \
                        --history="$work/history.$threads"
                    ok "$status" "$name: $threads threads converge" || show
                    field final >"$work/final.$threads"
                done
                lines=$(wc -l <"$work/history.1")
                head -1 "$work/history.1" | grep -qx "iteration,relative_residual"
                ok $? "$name: the history has its header"
                holds "$lines > 10" "$name: and its lines"
                for threads in 2 4; do
                    cmp -s "$work/history.1" "$work/history.$threads" &&
                        cmp -s "$work/final.1" "$work/final.$threads"
                    ok $? "$name: $threads threads give bitwise the history of one"
                done
                rm -f "$work"/history.* "$work"/final.*
            done
        done
    done
done
finish
