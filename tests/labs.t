#!/usr/bin/env bash
# tests/labs.t - the labs: each start is wrong or misses its target, each answer reaches it.
#
# run/lab decides, by iterations, residual histories, bytes and launches; in lab 8 by the order of
# events in a trace.
. "$(dirname "$0")/tap.sh"

# checked STATUS LAB FOLDER: run/lab ends with this status.
built=$(echo "$MEMWALL_BIN"/few/*[!t]) # and with -count
checked() {
    launch 1 run/lab "$2" "$3" --nx=16 --built="$built"
    is "$status" "$1" "lab $2, $3" || show
}

cd "$tests/.." || exit 1
if ! command -v python3 >/dev/null; then
    skip "no python3"
    finish
fi
if [[ "$BACKEND $TREES" = emu*ref* ]]; then
    checked 1 7 docs/labs/launches
    grep -q "host code has touched device memory" "$work/out"
    ok $? "lab 7: the start is told why" || show
    checked 0 7 tests/labs/launches-answer
    finish
fi
if [[ "$BACKEND $TREES" != cpu*ref* ]]; then
    skip "the labs need ref on a CPU or on the emulated device"
    finish
fi
checked 4 0 ref
checked 0 0 tests/labs/bytes-answer
launch 1 "$built/slices/unit_kernels"
is "$status" 0 "lab 1: the start is right" || show
while read -r lab start folder answer; do
    [ "$lab" != 8 ] || can_run 3 "lab 8" || continue
    checked "$start" "$lab" "docs/labs/$folder"
    checked 0 "$lab" "$answer"
done <<END
1 4 slices steps/slices
2 1 colors steps/colors
3 4 reading steps/less
4 4 passes tests/labs/passes-answer
6 4 columns steps/narrow
8 4 overlap opt
END
if [[ $TREES = *opt* ]]; then
    ln -s "$MEMWALL_BIN" "$work/all" # has all formats
    ln -s "$built-count" "$work/all-count"
    built=$work/all
    checked 4 5 docs/labs/bits
    checked 0 5 tests/labs/bits-answer
else
    skip "lab 5 needs opt"
fi

# Programs of ref that change what they report: a command for sed, in mixed.
mkdir -p "$work/built" "$work/built-count" "$work/trees/fake" "$work/trees/empty" "$work/trees/loop"
ln -s "$MEMWALL_BIN/memwall-ref" "$work/built"
counted=$(echo "$MEMWALL_BIN"/few/*-count)
ln -s "$counted/memwall-ref" "$work/built-count"
touch -d 2000-01-01 "$work/trees/fake/spmv.c" # older than the program
echo "$work/trees/loop" >"$work/trees/loop/parent"
fake() {
    ln -sf "$counted/memwall-ref" "$work/built-count/memwall-fake"
    cat >"$work/built/memwall-fake" <<END
#!/usr/bin/env bash
"$MEMWALL_BIN/memwall-ref" "\$@"
[[ "\$*" == *=mixed* ]] || exit
for word; do
    case \$word in --json=* | --history=*) sed -i '$1' "\${word#*=}" ;; esac
done
END
    chmod +x "$work/built/memwall-fake"
    launch 1 run/lab 1 "$work/trees/fake" --nx=8 --built="$work/built"
}
fake 's/"reason": *"[a-z ]*"/"reason": "not finite"/'
is "$status" 1 "the residual is NaN in mixed" || show
is "$(grep -c '^WRONG.*mixed.*not finite after' "$work/out")" 2 "and the checker says so" || show
fake '5,12d'
is "$status" 1 "far fewer iterations than ref in mixed" || show
fake ''
is "$status" 0 "the same program without a change" || show
echo "#include \"../../ref/spmv.c\"" >"$work/trees/fake/spmv.c"
launch 1 run/lab 1 "$work/trees/fake" --nx=8 --built="$work/built"
is "$status $(grep -c "memwall-fake is older than .*fake/spmv.c" "$work/err")" "2 1" "--built: an old program" || show
touch -d 2000-01-01 "$work/trees/fake/spmv.c"
fake ''
is "$(grep -c "^note .*spmv.c includes ../../ref/spmv.c" "$work/out")" 1 "a file of another tree is named" || show

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
launch 1 run/lab 1 "$work/trees/fake" --nx=8 --built="$work/built"
is "$status" 4 "too few bytes are stated" || show
grep -q 'phase_end states .*WRONG' "$work/out"
ok $? "and the checker says so" || show

# unusable WORDS ARGUMENTS...: wrong usage, which is one line with these words.
unusable() {
    launch 1 run/lab "${@:2}"
    is "$status $(wc -l <"$work/err")" "2 1" "$1" || show
    grep -qF -- "$1" "$work/err" || show
}
unusable "9: one of 0 (bytes)" 9 ref
unusable "fewer: no such folder" 1 fewer
unusable "--built=/nosuch: no such folder" --built=/nosuch 1 ref
unusable "loop has it as parent" --built="$work/built" 1 "$work/trees/loop"
unusable "there is no kernel 'spvm'; these are: all; ascend" 1 ref --predict=spvm:f64:1
unusable "neither *.c, *.h nor a file parent" --built="$work/built" 1 "$work/trees/empty"
unusable "memwall-ref: No such file" --built="$work/trees" 1 "$work/trees/fake"
finish
