#!/usr/bin/env bash
# tests/problems.t - all three sets of values converge, to the solution of all ones.
. "$(dirname "$0")/tap.sh"

# ||x - 1|| = ||A^-1 r|| <= ||r|| / lambda, lambda the least eigenvalue of the symmetric
# part of A: 27 - (1 + 2 cos(pi/33))^2 (1 + 2 cos(pi/17)) = 0.467 on the largest box here
# (32 x 16 x 32) for the first two, above 16 for the third. 5 %: the error has two digits.
policies="double mixed"
[ -z "$fast" ] || policies=mixed
for tree in $TREES; do
    for problem in symmetric convection nonsymmetric; do
        for ranks in 1 4; do
            for order in $(orders); do
                for policy in $policies; do
                    name="$tree, $problem, $ranks ranks, $order, $policy"
                    can_run $ranks "$name" || continue
                    solve $ranks --nx=16 --problem=$problem --order=$order \
                        --policy=$policy --json="$work/solve.json"
                    ok "$status" "$name: exit status" || show
                    is "$(field reason)" converged "$name: converges"
                    holds "$(field relative) <= 1e-9" "$name: to the tolerance"
                    holds "$(field error) <= 1.05 * $(field final) / 0.467" "$name: to all ones"
                done
            done
        done
    done
    perl -MJSON::PP -0777 -ne 'my $s = decode_json($_)->{solve};
        exit !($s->{reason} eq "converged" && $s->{iterations} > 0 && $s->{cycles} > 0 &&
               $s->{final} <= 1e-9 * $s->{initial} && $s->{seconds} > 0)' "$work/solve.json"
    ok $? "$tree: the JSON document of solve"
done
finish
