#!/usr/bin/env bash
# tests/labs_cuda.t - labs 8, 9, 10, 13 and 19, whose programs are CUDA files: start, answer and wrong answers.
. "$(dirname "$0")/tap.sh"
top=$(cd "$tests/.." && pwd)
[ "$BACKEND" = cpu ] && command -v g++ >/dev/null && command -v addr2line >/dev/null ||
    skip_all "CUDA without a GPU: needs BACKEND=cpu, g++ and addr2line"
export EMULATOR_OBJECTS=$work/emulator
mkdir "$EMULATOR_OBJECTS" "$work/hand"

# right NAME ARGUMENTS...: $work/irregular in several orders of threads and blocks
right() {
    local name=$1 seed failed=0
    shift
    for seed in 0 1 2 3; do
        MEMWALL_EMU_SEED=$seed launch 1 "$work/irregular" "$@"
        [ "$status" = 0 ] || failed=1
    done
    ok $failed "$name" || show
}

# Results are compared by main.h of the lab; the last step of lab 10 is a tree, which labs.t judges.
# handed LAB STATUS EXPECTED NAME: run/lab ends with this status for $work/hand and prints a line that matches.
# The compilers for GPUs, which take most of the time, run only where the lab judges registers, and on an answer.
handed() {
    [[ $1 = @(loads|shared) || $1,$4 = bandwidth,*answer* ]] || local -x NVCC=none HIPCC=none
    launch 1 "$top/run/lab" "$1" "$work/hand"
    if [ "$status" = 3 ] && [[ $1 = loads || $1 = shared ]]; then
        skip "lab $1: $(tail -1 "$work/err")"
        return
    fi
    is "$status $(grep -m1 -cE -- "$3" "$work/out")" "$2 1" "lab $1, $4: $3" || show
}
# wrong LAB STATUS EXPECTED NAME SED: the answer with a mistake
wrong() {
    local answer
    answer=$(echo "$top"/docs/labs/*-"$1"/answer/"$1".cu)
    sed -E -z "$5" "$answer" >"$work/hand/$1.cu"
    ! cmp -s "$answer" "$work/hand/$1.cu"
    ok $? "lab $1, $4: planted"
    handed "$@"
}
for lab in bandwidth irregular coalescing loads shared; do
    cp "$top"/docs/labs/*-$lab/start/$lab.cu "$work/hand"
    handed $lab 4 "MISSED" "the start is right, and slow"
    { cat "$top"/docs/labs/*-$lab/answer/$lab.cu; echo "static int own;"; } >"$work/hand/$lab.cu"
    handed $lab $([ $lab = coalescing ] && echo 4 || echo 0) "^right" "the answer" # without its tree
done
# With a GPU: a compiler makes programs that print times.
cat >"$work/nvcc" <<'END'
#!/usr/bin/env bash
while [ "$1" != -o ]; do shift; done
printf '#!/bin/sh\necho "right  float      %s ms   500 GB/s  90 %% of a copy"\n' "0.$RANDOM" >"$2"
chmod +x "$2"
END
chmod +x "$work/nvcc"
NVCC=$work/nvcc HIPCC=$work/none launch 1 "$top/run/lab" bandwidth "$top/docs/labs/09-bandwidth/answer" --backend=cuda
is "$status,$(grep -cE "^float .* 500 +90 %$" "$work/out")" "0,3" "lab bandwidth: start, submission and answer on a GPU" || show
sed -i '/^printf/s/.*/printf "#!\/bin\/sh\\necho GPU: no CUDA-capable device is detected; exit 3\\n" >"$2"/' "$work/nvcc"
for nvcc in nvcc none; do
    NVCC=$work/$nvcc HIPCC=$work/none launch 1 "$top/run/lab" bandwidth "$top/docs/labs/09-bandwidth/answer" --backend=cuda
    is "$status,$(wc -l <"$work/err")" "3,1" "lab bandwidth: --backend=cuda, $nvcc, no GPU" || show
done
NVCC=$work/none HIPCC=$work/none launch 1 "$top/run/lab" loads "$top/docs/labs/13-loads/answer"
is "$status,$(wc -l <"$work/err")" "3,1" "lab loads: without a compiler for GPUs" || show
# Lab 9 with NUMBERS = 63: as many sectors, other banks.
sed 's/NUMBERS = 64/NUMBERS = 63/' "$top/docs/labs/09-bandwidth/start/bandwidth.cu" >"$work/hand/bandwidth.cu"
launch 1 "$top/run/lab" bandwidth "$work/hand"
is "$(awk '/^(sectors|banks)/ { print $1, $2, $3, $4 }' "$work/out")" "sectors f64 4.00 4.00
sectors f32 8.00 8.00
banks f64 8.00 126.84
banks f32 4.00 126.72" "lab bandwidth: the start, and with NUMBERS = 63" || show
# Lab 8: any file of Matrix Market, by all methods.
"$top/run/cuda_on_cpu" "$top/docs/labs/08-irregular/answer/irregular.cu" -o "$work/irregular" 2>"$work/err" && [ ! -s "$work/err" ]
ok $? "lab irregular: the answer is compiled without a warning" || show
right "lab irregular: the answer is right in every order" 4 1
printf '%%%%MatrixMarket matrix coordinate real symmetric\n%% a comment\n3 3 4\n1 1 2.5\n2 1 -1\n3 3 1e3\n3 1 4\n' >"$work/a.mtx"
right "lab irregular: a file" 1 1 "$work/a.mtx"
is "$(head -1 "$work/out" | cut -d: -f2 | cut -d';' -f1)" " 3 rows, 6 entries, the longest row has 3" \
    "lab irregular: a symmetric file" || show
file_refused() { # SED REASON
    sed "$1" "$work/a.mtx" >"$work/b.mtx"
    launch 1 "$work/irregular" 1 1 "$work/b.mtx"
    is "$status,$(cat "$work/err")" "2,irregular: $work/b.mtx: $2" "lab irregular: refused: $2" || show
}
file_refused 's/coordinate/array/' "it does not begin with %%MatrixMarket matrix coordinate"
file_refused 's/^3 3 4/3 4 4/' "a square matrix is needed: ROWS COLUMNS ENTRIES"
file_refused 's/^3 3 4/3 3 5/' "a line of an entry is missing or wrong"
file_refused 's/^2 1/2 4/' "a line of an entry is missing or wrong"
file_refused d "this file cannot be read"
outside="WRONG .*cuda_on_cpu: .*bytes are accessed at byte"
wrong irregular 1 "WRONG: [a-z]+, slices: [0-9]+ of [0-9]+ rows" "y at the place in the slice" \
    's/y\[S.row\[t\]\] = sum/y[t] = sum/'
wrong irregular 1 "WRONG: power, apart: 3 of 729 rows" "a piece is stored and not added" \
    's/atomicAdd\(&y\[P.row\[p\]\], sum\)/y[P.row[p]] = sum/'
wrong irregular 4 "power +f32 +9.14 .* MISSED" "the long rows are not apart" 's/LONG = 64/LONG = 1 << 30/'
wrong bandwidth 1 "no multiple of 16" "packs that begin anywhere" 's/\(const pack<real> \*\)x;/(const pack<real> *)(x + 1);/'
wrong bandwidth 1 "^WRONG +size 255 .*: the sum is" "a sum in float for each thread" \
    's/double squares_of/float squares_of/; s/double sum = 0;/float sum = 0;/g; s/sum = (block_sum)/double all = \1/; s/= sum;/= all;/'
wrong coalescing 1 "WRONG: rows, irregular" "one entry for each thread of the warp" \
    's/for \(int e = A.start\[i\] \+ lane; e < A.start\[i \+ 1\]; e \+= WARP\)/int e = A.start[i] + lane; if (e < A.start[i + 1])/'
wrong coalescing 1 "$outside" "no test of the boundary" 's/if \(i >= A.n\)[^;]*;//'
# Lab 19: a padded row has fewer conflicts.
sed 's/STRIDE = 32/STRIDE = 33/' "$top/docs/labs/19-shared/start/shared.cu" >"$work/hand/shared.cu"
"$top/run/cuda_on_cpu" --count "$work/hand/shared.cu" -o "$work/padded" && launch 1 "$work/padded" 16 1 float
is "$(sed -n 's/^narrow.* //p' "$work/out")" 1.291 "lab shared, STRIDE = 33: cycles of a request to shared memory" || show
late="some of whose copies have not arrived: .*bytes are accessed at byte"
wrong shared 1 "$late" "no wait" 's/__pipeline_wait_prior\(0\);//'
wrong shared 1 "$late" "no commit" 's/__pipeline_commit\(\);//'
wrong shared 1 "$late" "a wait for all batches but the only one" 's/wait_prior\(0\)/wait_prior(1)/'
wrong shared 1 "$outside" "no barrier after the wait" 's/__syncwarp\(\); +\/\* and[^\n]*//'
wrong shared 1 "copy of 16 bytes: its target is no multiple" "a target that is no multiple of 16" 's/(start_copies\(value\[w\]),/\1 + 1,/'
wrong loads 1 "WRONG" "the last batch ends past the slice" 's/k \+ BATCH <= end/k < end/'
if [ -z "$fast" ]; then
    wrong irregular 1 "bytes are accessed" "threads without a row store" 's/if \(S.row\[t\] >= 0\)//'
    wrong irregular 1 "WRONG: order_of: row 0 is not there once" "a row is twice in the order" 's/order\[i\] = i;/order[i] = max(i, 1);/'
    wrong irregular 1 "WRONG: (power|dense), apart" "a piece ends in the next one" 's/P.end\[p\], x/P.end[p] + 1, x/'
    wrong irregular 4 "blocks +f32 +7.97 .* MISSED" "the rows of blocks are apart" 's/LONG = 64/LONG = 8/'
    wrong irregular 4 "power +f32 +9.14 .* MISSED" "the rows are not sorted" 's/WINDOW = 1024/WINDOW = 1/'
    wrong irregular 4 "longest +f32 .* MISSED" "a warp for a whole row" 's/PIECE = 256/PIECE = 1 << 20/'
    wrong bandwidth 1 "WRONG: the sum is" "the elements after the last pack" 's/ && i < n\)/ \&\& i < 0)/'
    wrong bandwidth 1 "WRONG: the sum is" "no barrier" 's/__syncthreads\(\);//'
    wrong bandwidth 1 "waits at" "a sum in a condition" 's/sum = block_sum/if (i < n) sum = block_sum/'
    wrong bandwidth 4 "sectors +f64 +4.00 +2.0.* MISSED" "four numbers also in f64" \
        's/number\[16 \/ sizeof\(real\)\]/number[4]/; s/\(16 \/ sizeof\(real\)\)/4/'
    wrong bandwidth 4 "request +f32 .* MISSED" "one number for each load" \
        's/alignas\(16\)//; s/number\[16 \/ sizeof\(real\)\]/number[1]/; s/\(16 \/ sizeof\(real\)\)/1/'
    wrong coalescing 1 "WRONG: rows, 27 points" "a shuffle in the wrong direction" 's/shfl_down/shfl_up/'
    wrong coalescing 1 "WRONG: rows" "all threads of the warp store" 's/if \(lane == 0\)//'
    wrong coalescing 1 "place of another entry" "a place for two entries" 's/k \* SLICE \+ r/k + r/'
    wrong coalescing 1 "$outside" "no test of the boundary of y" 's/if \(i < A.n\)//'
    wrong shared 1 "$outside" "no barrier before the copies" 's/__syncwarp\(\); \/\* the warp[^\n]*//'
    wrong shared 1 "waits at __syncthreads .line [0-9]+., but thread [0-9]+ at the end of the kernel$" "a barrier of the block" 's/__syncwarp\(\)/__syncthreads()/g'
    wrong shared 1 "$outside" "16 slice columns where there are fewer" 's/count \* SLICE/STAGED * SLICE/g'
    wrong shared 4 "copied +f32 +0.00 +0.2[0-9] .*MISSED" "the values by plain copies" \
        's/start_copies\(value\[w\][^;]*;/for (int c = 0; c < count; c++) value[w][c * SLICE + r] = A.value[(k + c) * SLICE + r];/'
    wrong loads 1 "WRONG: y = A x: [0-9]+ of [0-9]+ rows" "what is left after the batches" 's/for \(; k < end; k\+\+\)/for (; 0;)/'
    wrong loads 1 "WRONG: y = A x: [0-9]+ of [0-9]+ rows" "the base of the first column for all" 's/A.base\[k \+ c\]/A.base[k]/'
fi
finish
