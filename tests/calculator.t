#!/usr/bin/env bash
# tests/calculator.t - docs/calculator.html predicts the bytes that the programs state.
#
# The page is opened in a headless browser, which prints the table of all numbers; without a browser
# node calls the function that makes them. Five settings for each tree are compared with one cycle of a
# solve, and all steps with docs/results/ladder.csv, from which run/compare --ladder has its gains.
. "$(dirname "$0")/tap.sh"
needs solve
[ "$BACKEND" = cpu ] || skip_all "the bytes are for the kernels for CPUs"
page=$(cd "$tests/.." && pwd)/docs/calculator.html
ladder=${page%/*}/results/ladder.csv

[ "$(wc -l <"$page")" -le 250 ] && ! grep -qE '(src|href)=|import|url\(|fetch|https?:' "$page"
ok $? "one file without dependencies, at most 250 lines"

# numbers SETTINGS: lines `name<tab>number` in $work/numbers; SETTINGS is v=8&k=10
by_browser() {
    timeout 60 "$browser" --headless --no-sandbox --disable-gpu --user-data-dir="$work/profile" \
        --dump-dom "file://$page#$1" 2>"$work/err" | sed 's/<tr>/\n/g' |
        sed -n 's,^<td>\([^<]*\)</td><td>\([^<]*\)</td>.*,\1\t\2,p' >"$work/numbers"
}
by_node() {
    sed -n '/^<script id="model">/,/^<\/script>/p' "$page" | sed '1d;$d' >"$work/model.js"
    cat >>"$work/model.js" <<'END'
const s = Object.fromEntries(Object.entries(SLIDERS).map(([name, slider]) => [name, slider[4]]));
for (const [name, value] of new URLSearchParams(process.argv[2]))
    s[name] = Number(value);
for (const [name, x] of Object.entries(numbers(s)))
    console.log(name + "\t" + x.toFixed(6));
END
    node "$work/model.js" "$1" >"$work/numbers" 2>"$work/err"
}
with=
for browser in chromium chromium-browser google-chrome; do
    if command -v $browser >"$work/out" && by_browser v=4 && [ -s "$work/numbers" ]; then
        with=by_browser
        break
    fi
done
[ -n "$with" ] || ! command -v node >"$work/out" || with=by_node
[ -n "$with" ] || skip_all "the numbers of the page: no browser (chromium, google-chrome), no node"
echo "# $with"

number() { # NAME
    awk -F '\t' -v name="$1" '$1 == name { print $2 }' "$work/numbers"
}

# One cycle of RESTART steps on N^3 points, four levels. A level has fewer entries in a row than the
# finest one, and slices have padding: less than 3 % together.
for tree in $TREES; do
    while read -r policy v n restart; do
        run 1 solve --nx="$n" --policy="$policy" --restart="$restart" --iterations="$restart" --tolerance=0 \
            --threads=1 --order="$([ "$tree" = ref ] && echo natural || echo color)" --json="$work/solve.json"
        read -r entries bytes <<<"$(python3 - "$work/solve.json" <<'END'
import json, sys
d = json.load(open(sys.argv[1]))
level = d["sizes"]["levels"][0]
print("%.2f" % (level["nonzeros"] / level["rows"]),
      sum(p.get("bytes", 0) for p in d["solve"]["phases"]) / level["rows"] / d["solve"]["iterations"])
END
)"
        $with "v=$v&e=$entries&k=$(awk "BEGIN { print ($restart + 1) / 2 }")"
        holds "$(number "MB, $tree") * 1e6 / (2 * 104 ^ 3) / $bytes - 1 < 0.03 &&
               $(number "MB, $tree") * 1e6 / (2 * 104 ^ 3) / $bytes - 1 > -0.03" \
            "$tree, $policy, $n^3, a cycle of $restart: bytes of an iteration" || show
    done <<'END'
double 8 32 30
double 8 48 20
mixed 4 32 30
mixed 4 64 30
mixed 4 32 10
END
done

# The steps: two boxes of 104^3 side by side.
$with "e=$(awk 'BEGIN { print (3 - 2 / 104) ^ 2 * (3 - 2 / 208) }')"
before=
while IFS=, read -r variant bytes; do
    step=${variant#docs/}
    mb=$(number "MB, $step") gain=$(number "gain, $step")
    holds "$mb * 1e6 / $bytes < 1.015 && $mb * 1e6 / $bytes > 0.985" "$step: bytes of an iteration"
    [ -z "$before" ] || holds "$gain - $before / $bytes < 0.01 && $gain - $before / $bytes > -0.01" "$step: predicted gain"
    before=$bytes
done < <(awk -F, '$2 == "iteration" { print $1 "," $7 }' "$ladder")
is "$(grep -c '^MB, ' "$work/numbers")" "$(grep -c ',iteration,' "$ladder")" "all steps"

# The examples of docs/13: what an H200 needs, and batches of 8 entries with 5 bytes.
$with "i=1&loads=8"
is "$(number "KB in flight needed" | cut -c1-5)" 25.45 "bytes in flight that an H200 needs"
is "$(number "KB in flight present")" 40.960000 "and KB of 32 warps with batches of 8 entries"
finish
