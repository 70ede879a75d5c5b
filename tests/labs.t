#!/usr/bin/env bash
# tests/labs.t - the labs: run/lab ends for each start and each answer as its table says.
#
# run/lab decides, by iterations, residual histories, bytes, sectors and launches; in lab 6 by the
# order of events in a trace. With LABS=cheap only the trees that are ref or opt are judged.
. "$(dirname "$0")/tap.sh"

cd "$tests/.." || exit 1
if ! command -v python3 >/dev/null; then
    skip "no python3"
    finish
fi
if [[ "$BACKEND $TREES" != cpu*ref* && "$BACKEND $TREES" != emu*ref* ]]; then
    skip "the labs need ref on a CPU or on the emulated device"
    finish
fi
few=$(echo "$MEMWALL_BIN"/few/*[!t]) # and with -count
counted=$(echo "$MEMWALL_BIN"/few/*-count)
ln -s "$MEMWALL_BIN" "$work/all" # has all formats
ln -s "$counted" "$work/all-count"

# judged STATUS LAB TREE: run/lab ends with this status.
judged() {
    local built=$few
    case $BACKEND:$name:$3 in
    cpu:*:opt) [[ $TREES = *opt* ]] && built=$work/all || return ;;
    cpu:bytes:* | cpu:*:ref) built=$work/all ;;
    *) [ "$LABS" = all ] || return ;;
    esac
    launch 1 run/lab "$2" "$3" --built="$built"
    is "$status" "$1" "lab $2, $3" || show
}
LABS=${LABS:-all}
python3 - >"$work/table" <<END
import sys
sys.path.insert(0, "run")
from memwall import programs
lab = programs.script("lab")
for number, each in enumerate(lab.LABS):
    device = "emu" if each.check is lab.device.check else "cpu"
    print(number, each.name, device, each.status, *lab.trees_of(number))
END
is "$(wc -l <"$work/table")" "$(ls -d docs/labs/[0-9]*/ | grep -vc race)" "each lab has a folder and a line in the table"
while read -r number name backend first start answer; do
    [ "$backend" = "$BACKEND" ] || continue
    [ "$name" != overlap ] || can_run 3 "lab $number" || continue
    judged "$first" "$number" "$start"
    judged 0 "$number" "$answer"
    [ -d "docs/labs/$(printf %02d "$number")-$name" ]
    ok $? "lab $number: docs/labs has its folder"
done <"$work/table"
if [ "$BACKEND" = emu ]; then
    if [ "$LABS" = all ]; then
        launch 1 run/lab launches docs/labs/11-launches/start --built="$few"
        grep -q "host code has touched device memory" "$work/out"
        ok $? "lab 11: the start is told why" || show
    fi
    finish
fi
if [ "$LABS" = all ]; then
    launch 1 "$few/judge-02-slices-start" check
    is "$status" 0 "lab 2: the start is right" || show
fi

# fake COMMAND [LAB POLICY]: a program of ref that changes what it reports by a command for sed, in
# mixed or this policy, is judged.
mkdir -p "$work/built" "$work/built-count" "$work/trees/fake" "$work/trees/empty" "$work/trees/loop"
ln -s "$MEMWALL_BIN/memwall-ref" "$work/built"
ln -s "$counted/memwall-ref" "$work/built-count"
touch -d 2000-01-01 "$work/trees/fake/spmv.c" # older than the program
echo "$work/trees/loop" >"$work/trees/loop/parent"
fake() {
    ln -sf "$counted/memwall-ref" "$work/built-count/memwall-fake"
    cat >"$work/built/memwall-fake" <<END
#!/usr/bin/env bash
"$MEMWALL_BIN/memwall-ref" "\$@"
[[ "\$*" == *=${3:-mixed}* ]] || exit
for word; do
    case \$word in --json=* | --history=*) sed -i '$1' "\${word#*=}" ;; esac
done
END
    chmod +x "$work/built/memwall-fake"
    launch 1 run/lab "${2:-2}" "$work/trees/fake" --nx=8 --built="$work/built"
}
fake 's/"reason": *"[a-z ]*"/"reason": "not finite"/'
is "$status" 1 "the residual is NaN in mixed" || show
is "$(grep -c '^WRONG.*mixed.*not finite after' "$work/out")" 2 "and the checker says so" || show
fake '5,12d'
is "$status" 1 "far fewer iterations than ref in mixed" || show
fake '3s/,0\./,0.1/' 7 matrix8
is "$status" 1 "lab 7: another residual in matrix8" || show
grep -q '^WRONG.*matrix8.*differs from iteration' "$work/out"
ok $? "and the checker says so" || show
fake ''
is "$status" 0 "the same program without a change" || show
echo "#include \"ref/spmv.c\"" >"$work/trees/fake/spmv.c"
launch 1 run/lab 2 "$work/trees/fake" --nx=8 --built="$work/built"
is "$status $(grep -c "memwall-fake is older than .*fake/spmv.c" "$work/err")" "2 1" "--built: an old program" || show
touch -d 2000-01-01 "$work/trees/fake/spmv.c"
fake ''
is "$(grep -c "^note .*spmv.c includes ref/spmv.c" "$work/out")" 1 "a file of another tree is named" || show

# A tree whose statements are halved: it fails the target that it would reach.
rm "$work/built-count/memwall-fake"
cat >"$work/built-count/memwall-fake" <<END
#!/usr/bin/env bash
"$counted/memwall-ref" "\$@"
for word; do
    case \$word in --json=*) sed -i 's/"bytes": \([1-9]\)/"bytes": 0.00\1/' "\${word#*=}" ;; esac
done
END
chmod +x "$work/built-count/memwall-fake"
launch 1 run/lab 2 "$work/trees/fake" --nx=8 --built="$work/built"
is "$status" 4 "too few bytes are stated" || show
grep -q 'phase_end states .*WRONG' "$work/out"
ok $? "and the checker says so" || show

# unusable WORDS ARGUMENTS...: wrong usage, which is one line with these words.
unusable() {
    launch 1 run/lab "${@:2}"
    is "$status $(wc -l <"$work/err")" "2 1" "$1" || show
    grep -qF -- "$1" "$work/err"
    ok $? "and says so: $1" || show
}
unusable "13: one of 0 (bytes)" 13 ref
unusable "fewer: no such folder" 1 fewer
unusable "--built=/nosuch: no such folder" --built=/nosuch 1 ref
unusable "loop has it as parent" --built="$work/built" 1 "$work/trees/loop"
unusable "there is no kernel 'spvm'; these are: ascend" 1 ref --predict=spvm:f64:1
unusable "neither *.c, *.h nor a file parent" --built="$work/built" 1 "$work/trees/empty"
unusable "memwall-ref: No such file" --built="$work/trees" 1 "$work/trees/fake"
finish
