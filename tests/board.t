#!/usr/bin/env bash
# tests/board.t - run/board: ranks, ties, noise, and what it must not show.
. "$(dirname "$0")/tap.sh"
cd "$tests/.." || exit 1
command -v python3 >/dev/null || { skip "no python3"; finish; }

# judged NAME TREE VERDICT SPEEDUP ERROR: a document with two timed inputs.
judged() {
    cat >"$work/$1.json" <<END
{"tree": "$2", "verdict": "$3", "machine": "m", "commit": "c", "date": "d", "seed": 8261403377,
 "tests": [{"name": "kernels sweep", "verdict": "$3", "detail": "row 5 <is> wrong"}], "kernels": [],
 "changed_lines": 7, "runs": [
 {"input": "a", "speedup_ref": $4, "speedup_opt": 1, "error": $5, "iterations": 9,
  "seconds_per_iteration": 0.001, "bytes_per_row": 100, "rounds": 9},
 {"input": "b", "speedup_ref": 1, "speedup_opt": 1, "error": $5, "iterations": 9,
  "seconds_per_iteration": 0.004, "bytes_per_row": 100, "rounds": 9}]}
END
}
# column N TREE: of the line of this tree
column() {
    awk -F, -v n="$1" -v tree="$2" '$2 == tree { print $n }' "$work/board.csv"
}
judged a fast right 4 0.001
judged b close right 4.005 0.001
judged c slow right 2 0.001
judged d bad wrong 9 0.001
launch 1 run/board "$work"/[a-d].json --csv="$work/board.csv" --html="$work/board.html"
is "$status" 0 "four documents" || show
is "$(column 4 fast)" 2.00 "the geometric mean of 4 and 1 is 2"
is "$(column 7 fast)" 2.000 "so is that of 1 and 4 ms"
is "$(column 1 fast) $(column 1 close) $(column 1 slow)" "1 1 3" "two trees within the noise share a rank"
is "$(column 1 bad)" "" "a wrong tree has no rank"
! grep -q 8261403377 "$work/board.html" "$work/board.csv"
ok $? "the seed is not shown"
grep -q 'row 5 &lt;is&gt; wrong' "$work/board.html"
ok $? "the reason of a verdict is shown as text"
judged e noisy right 3 0.2
launch 1 run/board "$work"/[a-e].json --csv="$work/board.csv"
is "$status" 1 "an error above 1 % is reported"
grep -q 'noisy: the error is above 1 %' "$work/err"
ok $? "with the name of the tree"
cp "$work/c.json" "$work/same.json"
launch 1 run/board "$work"/{c,same,c}.json --csv="$work/board.csv"
is "$(column 12 slow)" 1 "the same document counts once" || show
is "$(grep -c 'counts once$' "$work/err")" 2 "and this is said" || show
launch 1 run/board "$work"/[a-e].json --csv="$work/b.json"
is "$status" 2 "the board does not replace a document"
is "$(grep -c speedup_ref "$work/b.json")" 2 "which is there as before"
echo '{}' >"$work/f.json"
launch 1 run/board "$work"/[a-f].json
is "$status" 2 "a file that is no document"
finish
