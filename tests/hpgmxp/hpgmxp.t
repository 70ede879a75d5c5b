#!/usr/bin/env bash
# tests/hpgmxp/hpgmxp.t - docs/hpgmxp.c needs as many iterations as ref, and reaches its residuals.
#
# The file is compiled by the command that its first comment states. Its sums are added as in ref
# in natural order, entry by entry, in double and in float; only dot products are added in
# another order. The iteration counts are therefore equal, and the residuals that end a solve
# agree to the three digits that the program prints.
. "$(dirname "$0")/../tap.sh"

source=docs/hpgmxp.c
command=$(sed -n 's/^ \* *\(gcc .*\) -o hpgmxp -lm && .*/\1/p' "$tests/../$source")
(cd "$tests/.." && $command -o "$work/hpgmxp" -lm -Wall -Wextra -Werror) >"$work/out" 2>"$work/err"
ok $? "$source: compiled by '$command -o hpgmxp -lm', without warnings" || show

# printed NAME: the count and the residual in the line of this solve.
printed() {
    sed -n "s/^$1 *\([0-9]*\) iterations, residual \([^ ,]*\),.*/\1 \2/p" "$work/printed"
}

tree=ref
if [[ " $TREES " == *" ref "* ]]; then
    for m in 16 32; do
        "$work/hpgmxp" $m >"$work/printed"
        for policy in double mixed; do
            solve 1 --nx=$m --order=natural --policy=$policy
            is "$(printed $policy)" "$(field iterations) $(printf %.2e "$(field relative)")" \
                "$source, $m^3, $policy: iterations and residual of ref" || show
        done
    done
else
    skip "$source: compared with ref only"
fi

"$work/hpgmxp" 20 >"$work/out" 2>"$work/err"
is "$?" 2 "$source: 20 points cannot be halved three times"
finish
