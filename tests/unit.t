#!/usr/bin/env bash
# tests/unit.t - runs the checker and every unit test on several numbers of ranks, and prints
# their results.
#
# MEMWALL_RANKS="1 2" selects other numbers of ranks.
. "$(dirname "$0")/tap.sh"
shopt -s extglob

# ranks_of NAME: on one rank only a test in which all ranks do the same; on few, one whose ranks
# hardly communicate. The middle rank of three has two neighbors.
ranks_of() {
    local every="1 2 3 8 12" few="1 3" some="1 2 8"
    [ -n "$fast" ] && every=$few some=$few
    case $1 in
    unit_formats | unit_givens | unit_hpgmxp_grid | unit_order) echo 1 ;;
    unit_vectors | unit_basis | unit_cbgmres_sketch | unit_storage | unit_columns) echo "${MEMWALL_RANKS:-$few}" ;;
    checker-*) echo "${MEMWALL_RANKS:-$some}" ;;
    *) echo "${MEMWALL_RANKS:-$every}" ;;
    esac
}

for tree in $TREES; do
    for program in "$MEMWALL_BIN/checker-$tree" "$MEMWALL_BIN/$tree"/unit_*; do
        [ -x "$program" ] || continue
        name=$(basename "$program")
        for ranks in $(ranks_of "$name"); do
            can_run "$ranks" "$name on $ranks ranks" || continue
            mode=()
            [[ $name != checker-* ]] || mode=(check --bits)
            # on one rank all pairs of formats; in the short form on several ranks f64, f32 and i8
            [[ $name != checker-* ]] || [ -z "$fast" ] || [ "$ranks" = 1 ] || mode=(check --quick)
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
