#!/usr/bin/env bash
# tests/unit.t - runs the checker and every unit test on several numbers of ranks, and prints
# their results.
#
# MEMWALL_RANKS="1 2" selects other numbers of ranks.
. "$(dirname "$0")/tap.sh"
shopt -s extglob
every="1 2 3 8 12"
[ -n "$fast" ] && every="1 3" # the middle rank of three has two neighbors
every=${MEMWALL_RANKS:-$every}
some=${MEMWALL_RANKS:-1 2 8}
[ -n "$fast" ] && some=$every
few=${MEMWALL_RANKS:-1 3}

# Tests in which all ranks do the same run on one rank only, tests whose ranks hardly
# communicate on few.
ranks_of() {
    case $1 in
    unit_formats | unit_givens | unit_grid | unit_schedule) echo 1 ;;
    unit_range | unit_vectors | unit_basis | unit_sketch | unit_storage | unit_columns) echo "$few" ;;
    unit_gmres | judge-*) echo "$some" ;;
    *) echo "$every" ;;
    esac
}

for tree in $TREES; do
    for program in "$MEMWALL_BIN/judge-$tree" "$MEMWALL_BIN/$tree"/unit_*; do
        [ -x "$program" ] || continue
        name=$(basename "$program")
        [[ $name = judge-* ]] && mode=(check --bits) || mode=()
        for ranks in $(ranks_of "$name"); do
            can_run "$ranks" "$name on $ranks ranks" || continue
            export OMP_NUM_THREADS=$((ranks == 1 ? 2 : 1))
            launch "$ranks" "$program" "${mode[@]}"
            while read -r line; do
                case $line in
                "ok "* | "not ok "*)
                    count=$((count + 1))
                    text="${line#*ok +([0-9]) }, $tree $name x $ranks"
                    echo "${line%%ok *}ok $count $text"
                    [[ $line == ok* ]] && continue
                    failed=$((failed + 1))
                    echo "# not ok: $text" >&2
                    ;;
                "# "*) echo "$line" >&2 ;;
                esac
            done <"$work/out"
            [ "$status" = 0 ] && grep -q '^1\.\.[1-9]' "$work/out"
            ok $? "$tree $name ends well on $ranks ranks" || show
        done
    done
done
finish
