#!/usr/bin/env bash
# tests/hpgmxp/bench.t - the whole benchmark: exit status, rating, reports, run types.
. "$(dirname "$0")/../tap.sh"
results=$work/results

# bench RANKS ARGUMENTS...: a run of --rt=0, with an empty output folder
bench() {
    local ranks=$1
    shift
    rm -rf "$results"
    mkdir "$results"
    run "$ranks" bench --rt=0 --output="$results" "$@"
    text=$(echo "$results"/HPGMP-Benchmark_0.1_*.txt)
    json=$results/memwall-$tree.json
}

# json NAME CONDITION: a Perl condition on the JSON object $d; number() requires a finite number.
json() {
    perl -MJSON::PP -0777 -e '
        my $d = decode_json(<STDIN>);
        sub number { defined $_[0] && $_[0] =~ /^-?[0-9.]+([eE][-+]?[0-9]+)?$/ }
        exit !('"$2"')' <"$json" 2>"$work/perl"
    ok $? "$1" || sed 's/^/# /' "$work/perl"
}

check_report() {
    [[ $(basename "$text") =~ ^HPGMP-Benchmark_0\.1_[0-9]{4}(-[0-9]{2}){2}_[0-9]{2}(-[0-9]{2}){2}\.txt$ ]]
    ok $? "$name: name of the report file"
    is "$(head -2 "$text" | tr '\n' ' ')" "HPGMP-Benchmark version=0.1 " "$name: first lines"
    if python3 -c '' 2>/dev/null; then
        python3 "$tests/check/report.py" "$text" "$tree" >"$work/report"
        ok $? "$name: keys, sums and rates of the report file" || sed 's/^/# /' "$work/report" >&2
    else
        skip "$name: python3 is needed for the report file"
    fi
    ! grep -qiE '=-?(nan|inf)' "$text"
    ok $? "$name: no NaN, no Inf"
}

check_json() {
    json "$name: validation" '$d->{validation}{double}{iterations} == '"$1"' &&
        number($d->{validation}{mixed}{iterations}) &&
        $d->{validation}{ratio} > 0 && $d->{validation}{ratio} <= 1 &&
        $d->{validation}{double}{reason} eq "converged"'
    json "$name: rating" 'number($d->{rating}{gflops}) && $d->{rating}{gflops} > 0 &&
        $d->{rating}{valid} && !$d->{rating}{official} && @{$d->{rating}{reasons}} > 0'
    json "$name: each timed solve was checked" '$d->{mixed}{solves} == @{$d->{mixed}{checked}} &&
        $d->{mixed}{checked}[0]{residual} > 0 && $d->{rating}{verdict} eq "VALID"'
    json "$name: machine and options" '$d->{machine}{ranks} == '"$2"' &&
        $d->{machine}{commit} && $d->{machine}{compiler} && $d->{options}{tree}'
    json "$name: 330 iterations a solve" '0 == grep { !/^(0|330)$/ }
        map { $_->{iterations} % 330 ? -1 : 330 }
        grep { ref $_ eq "HASH" && exists $_->{model_flops} } values %$d'
}

run_types() {
    local valid="Final Summary::HPGMP result is VALID"
    for type in benchmark_no_ref standalone_mxp standalone_ref; do
        name="$tree, $type"
        bench 1 --nx=16 --run_type=$type
        ok "$status" "$name: exit status" || show
        if [ $type = benchmark_no_ref ]; then
            grep -q "$valid" "$text"
            ok $? "$name: has a rating"
        else
            ! grep -q -e "$valid" -e "Total for benchmark" "$text"
            ok $? "$name: has no rating"
            grep -q "^Final Summary::HPGMP result is=no rating.$" "$text"
            ok $? "$name: the report file says so, too"
            is "$(tail -n 1 "$work/out")" "no rating" "$name: the last line"
            json "$name: no rating in the JSON file" '$d->{rating}{verdict} eq "no rating" &&
                !$d->{rating}{valid}'
        fi
        grep -q "^Run type=$type$" "$text"
        ok $? "$name: named in the report file"
        ! grep -q "^Benchmark Time Summary::Ortho=0$" "$text"
        is $? "$([ $type != standalone_ref ]; echo $?)" "$name: phase of the policy"
        grep -q "^Benchmark Time Summary:: - Ortho   (reference)=" "$text"
        is $? "$([ $type = standalone_ref ]; echo $?)" "$name: double phase"
    done
    name="$tree, fullscale"
    bench 1 --nx=16 --validation_type=fullscale
    ok "$status" "$name: exit status" || show
    json "$name: validation" '$d->{validation}{type} eq "fullscale" &&
        number($d->{validation}{ratio})'
}

# The set-up of opt needs hardly more memory than the run keeps.
small_peak() {
    json "$name: peak at most 1.1 times what is kept" '
        $d->{memory}{peak_bytes} <= 1.1 * ($d->{memory}{program_bytes} +
            $d->{memory}{hierarchy_bytes} + $d->{memory}{solver_bytes})'
}

# The memory that is needed, an estimate by which a run may begin or not, against what is allocated.
check_memory() {
    local needed='($d->{memory}{model_bytes} - $d->{memory}{program_bytes})' least=0.8
    [ $tree = ref ] || least=0.7 # the estimate is made for ref, and the set-up of opt allocates less
    name="$tree, memory of 64^3, $1 order"
    solve 1 --nx=64 --policy=mixed --order=$1 --iterations=30 --json="$results/memory.json"
    json=$results/memory.json
    json "$name: allocated, half of what is needed or more" "
        \$d->{memory}{peak_allocated_bytes} > 0.5 * $needed &&
        \$d->{memory}{peak_allocated_bytes} < 1.1 * $needed"
    [ $tree = ref ] || small_peak
    bench 1 --nx=64 --iterations=1 --order=$1
    json "$name: in the benchmark almost all" "
        \$d->{memory}{peak_allocated_bytes} > $least * $needed &&
        \$d->{memory}{peak_allocated_bytes} < 1.1 * $needed"
    json "$name: and hardly more is resident" '
        $d->{memory}{peak_bytes} < 1.1 * ($d->{memory}{program_bytes} +
            $d->{memory}{peak_allocated_bytes})'
}

for tree in $TREES; do
    for ranks in 1 2; do
        name="$tree, $ranks ranks"
        can_run $ranks "$name" || continue
        order=$(orders | head -1)
        read -r wanted _ <<<"$("$MEMWALL_BIN/oracle_counts" ${order/color/first} symmetric 1 1 $ranks 16 16 16 30)"
        bench $ranks --nx=16 --order=$order
        ok "$status" "$name: exit status" || show
        grep -q 'result is VALID with a GFLOP/s rating of=[0-9]*\.[0-9]' "$work/out"
        ok $? "$name: the line that the public tests of HPCG look for (ReFrame, Ramble)"
        check_report
        check_json "$wanted" $ranks
    done
    if can_run 9 "$tree, 9 ranks"; then
        name="$tree, 9 ranks"
        bench 9 --nx=8 --iterations=30
        ok "$status" "$name: validated on 8 of them" || show
        json "$name: ranks of the validation" '$d->{validation}{ranks} == 8'
    fi
    run_types
    [ -n "$fast" ] && continue
    if [ "$BACKEND" != cpu ]; then
        skip "$tree, memory: during a copy a matrix is in host and device memory; emu.t tests the limits"
        continue
    fi
    case $MEMWALL_BIN in
    *sanitize*) skip "$tree, memory: the peak contains the memory of the sanitizer"; continue ;;
    esac
    for order in $(orders); do
        check_memory $order
    done
done
finish
