#!/usr/bin/env bash
# tests/cuda.t - docs/spmv.cu, hpgmxp.cu and roof.cu are right, and run/cuda_on_cpu finds mistakes.
#
# The programs are executed on the emulated device. hpgmxp.cu needs the iterations of ref with
# rows ordered by color: in double as many, in mixed precision, where the sums of dot products
# are rounded to float in another order, up to two more or fewer.
. "$(dirname "$0")/tap.sh"
needs solve
top=$(cd "$tests/.." && pwd)
spmv=$top/docs/spmv.cu hpgmxp=$top/docs/hpgmxp.cu

[ "$BACKEND" = cpu ] && command -v g++ >/dev/null && command -v addr2line >/dev/null ||
    skip_all "CUDA without a GPU: needs BACKEND=cpu, g++ and addr2line"
export EMULATOR_OBJECTS=$work/emulator
mkdir "$EMULATOR_OBJECTS"
ln -s "$top/docs/labs" "$work" # for copies of docs/spmv.cu

# built OUTPUT FILE [--count]: compiled without a warning
built() {
    launch 1 "$top/run/cuda_on_cpu" ${3:-} "$2" -o "$work/$1"
    [ "$status" = 0 ] && [ ! -s "$work/err" ]
    ok $? "${2#"$top/"}: compiled ${3:-}" || show
}
# right NAME PROGRAM ARGUMENTS...: in several orders of threads, blocks and streams
right() {
    local name=$1 seed failed=0
    shift
    for seed in 0 1 2 3; do
        MEMWALL_EMU_SEED=$seed launch 1 "$work/$@"
        [ "$status" = 0 ] || failed=1
        MEMWALL_EMU_ORDER=eager MEMWALL_EMU_SEED=$seed launch 1 "$work/$@"
        [ "$status" = 0 ] || failed=1
    done
    ok $failed "$name" || show
}

for file in features sums; do
    built $file "$tests/data/cuda/$file.cu"
    right "$file.cu is right in every order" $file
done
built spmv "$spmv"
for m in 1 2 5 9; do
    right "docs/spmv.cu is right on $m^3 points" spmv $m 1
done
is "$(grep -c bytes/row "$work/out"),$(grep -c ' ms\|nan' "$work/out")" 10,0 "docs/spmv.cu: without a GPU there are no times" || show

built roof "$top/docs/roof.cu"
right "docs/roof.cu is right in every order" roof 32
is "$(grep -c bytes/row "$work/out"),$(grep -c ' ms\|nan\|GB/s' "$work/out")" 2,0 "docs/roof.cu: without a GPU there are no times" || show
# says PROGRAM ARGUMENTS STATUS LINE: what is wrong, in one line
says() {
    launch 1 "$work/$1" $2
    is "$status,$(cat "$work/err")" "$3,$4" "docs/$1.cu $2" || show
}
for arguments in abc 0 321 "8 0"; do
    says spmv "$arguments" 2 "usage: spmv [m [launches]]  (m: 1 to 320, for m^3 rows)"
done
for arguments in abc 33 288; do
    says roof "$arguments" 2 "usage: roof [m]  (32, 64, .. 256; for m^3 rows)"
done
says spmv 320 3 "spmv: 320^3 rows need 55.7 GB of device memory, and 17.2 GB are free"

built hpgmxp "$hpgmxp"
says hpgmxp 400 3 "hpgmxp: 400^3 points need 64.0 GB of device memory, and 17.2 GB are free"
right "docs/hpgmxp.cu converges in every order" hpgmxp 8
launch 1 "$work/hpgmxp" 20
is "$status" 2 "docs/hpgmxp.cu: 20 points cannot be halved three times"
tree=ref
if [[ " $TREES " == *" ref "* ]]; then
    for m in 8 16 $([ -n "$fast" ] || echo 32); do
        "$work/hpgmxp" $m >"$work/printed"
        for policy in double mixed; do
            got=$(sed -n "s/^$policy *\([0-9]*\) iterations.*/\1/p" "$work/printed")
            solve 1 --nx=$m --order=color --policy=$policy
            off=$([ $policy = mixed ] && echo 2 || echo 0)
            holds "${got:-0} > 0 && (${got:-0} - $(field iterations)) ^ 2 <= $off ^ 2" \
                "docs/hpgmxp.cu, $m^3, $policy: $got iterations, ref $(field iterations)"
        done
    done
else
    skip "docs/hpgmxp.cu: compared with ref only"
fi

# Counts. The columns are launches, requests, sectors, bytes used, bytes moved for one used.
# A request of copy moves 512 bytes. CSR by threads: a sector for each of 32 values.
built counted "$spmv" --count
launch 1 "$work/counted" 16 1
counted() { # KERNEL COLUMN
    awk -v kernel="$1" -v column="$2" '$1 == kernel { print $column }' "$work/out"
}
is "$(counted copy 3),$(counted copy 4),$(counted copy 6)" "4564,73002,1.00" \
    "docs/spmv.cu: requests and sectors of a copy" || show
for version in "csr_thread 5.5 9" "csr_warp 2.5 3.5" "slices 1.5 2" "narrow 1.9 2.3" "batched 1.9 2.3"; do
    set -- $version
    for real in float double; do
        holds "$2 < $(counted "$1<$real>" 6) && $(counted "$1<$real>" 6) < $3" \
            "docs/spmv.cu: $1, $real: $(counted "$1<$real>" 6) bytes moved for one used" || show
    done
done
# The programs print the bytes that are counted. The bytes of a row do not contain the positions
# where slices begin; the bytes of a solve contain zeros that no kernel writes (memset), but no partial sums.
while read -r letter version; do
    for real in float double; do
        row=$(sed -n "/^$real,/,/^$/{s/^($letter) .* \([0-9.]*\) bytes.*/\1/p}" "$work/out" | head -1)
        bytes=$(counted "$version<$real>" 5) launches=$(counted "$version<$real>" 2)
        holds "(${bytes:-0} / ${launches:-1} / 4096 - ${row:-0}) ^ 2 < 0.2 ^ 2" \
            "docs/spmv.cu, ($letter) in $real: $row bytes for a row, counted ${bytes:-0} / ${launches:-1} / 4096" || show
    done
done < <(printf '%s %s\n' a csr_thread b csr_warp c slices d narrow e batched)
is "$(counted "batched<float>" 4)" "$(counted "narrow<float>" 4)" "docs/spmv.cu: a batch moves the same sectors"

# Banks: for each kernel, computed by hand, the words of its requests in the bank that has the most, in global and in
# shared memory. A kernel has a load at the distance of its name and a store of neighbors, and the numbers are means:
# (32 + 1) / 2. tile has 32 stores and 32 loads; loops 33 requests, of 32, 31, .. 1 and, for y, 32 threads.
built banks "$tests/data/cuda/banks.cu" --count
launch 1 "$work/banks"
while read -r words shared kernel; do
    is "$(awk -v kernel="$kernel " 'index($0, kernel) == 1 { print $(NF - 1), $NF }' "$work/out")" "$words $shared" \
        "tests/data/cuda/banks.cu: words in one bank: $kernel" || show
done <<'END'
1.000 0.000 global<float, 0>
1.000 0.000 global<float, 1>
1.500 0.000 global<float, 2>
4.500 0.000 global<float, 8>
1.000 0.000 global<float, 27>
16.500 0.000 global<float, 32>
1.000 0.000 global<float, 33>
1.000 0.000 global<float, 63>
16.500 0.000 global<float, 64>
2.000 0.000 global<double, 1>
2.000 0.000 global<double, 27>
17.000 0.000 global<double, 64>
2.500 0.000 packs
1.000 1.000 shared_1
1.000 2.000 shared_2
1.000 1.000 shared_27
1.000 32.000 shared_32
1.000 1.000 shared_33
2.000 2.000 shared_double
1.000 16.500 tile
END
is "$(sed -n 's/^loops  *//p' "$work/out" | awk '{ print $2, $6, $7 }')" "33 16.97 33" \
    "tests/data/cuda/banks.cu: threads of a request, and the longest thread" || show

moved() { # FILE: 1 if the two solves at 16^3 move the bytes that they print, else 0
    sed '/a warm-up: the kernels/d; s/, f = solve(D, F, b, TOLERANCE)/, f = d/' "$1" >"$work/bytes.cu"
    "$top/run/cuda_on_cpu" --count "$work/bytes.cu" -o "$work/bytes" && launch 1 "$work/bytes" 16
    awk '/^double/ { k = $2; printed = 1e9 * $(NF - 1) }
        /^(residual|dot_tiles|scale|relax|restrict_residual|prolong|add)</ { counted += $(NF - 5) }
        END { counted -= 4096 * (27 * 12 + 16)                          # b = A 1
              counted += 8 * ((k + 1) * (4096 + 512 + 256 + 256) + 4096) # memset
              print (counted > 0 && (counted / printed - 1) ^ 2 < 0.002 ^ 2) }' "$work/out"
}
is "$(moved "$hpgmxp")" 1 "docs/hpgmxp.cu: the bytes that a solve prints are counted" || show
if [ -z "$fast" ]; then
    sed 's/(k \* (2 \* k + 14) + 5)/(k * (4 * k + 14) + 5)/' "$hpgmxp" >"$work/four.cu"
    is "$(moved "$work/four.cu")" 0 "docs/hpgmxp.cu: the basis read twice as often: found"
fi

# Planted mistakes: caught FILE MISTAKE SED EXPECTED [ARGUMENTS]: with one of three orders of threads,
# the program fails and prints a line that matches.
caught() {
    local file=$1 name=$2 seed
    sed -E -z "$3" "$file" >"$work/planted.cu"
    ! cmp -s "$file" "$work/planted.cu" && launch 1 "$top/run/cuda_on_cpu" "$work/planted.cu" -o "$work/planted"
    ok $? "$name: planted" || { show; return; }
    for seed in 1 2 3; do
        MEMWALL_EMU_SEED=$seed launch 1 "$work/planted" ${5:-}
        [ "$status" != 0 ] && grep -qE -- "$4" "$work/out" "$work/err" && break
    done
    [ "$status" != 0 ] && grep -qE -- "$4" "$work/out" "$work/err"
    ok $? "$name: found" || show
}
line() { # FILE TEXT: the number of the first line of planted.cu's source with this text
    grep -nF -- "$2" "$1" | head -1 | cut -d: -f1
}
sums=$tests/data/cuda/sums.cu features=$tests/data/cuda/features.cu
access="bytes are accessed at byte [0-9]+ of the array of [0-9]+ bytes: [a-z_]+, allocated in (planted.cu|gpu.h):[0-9]+$"
in_thread="block \([0-9]+, 0, 0\), thread [0-9]+"
caught "$spmv" "a wrong index" 's/e < A\.start\[i \+ 1\]/e <= A.start[i + 1]/' \
    "^cuda_on_cpu: csr_thread<float>, $in_thread: planted.cu:$(($(line "$spmv" "for (int e = A.start[i]; e <") + 1)): [48] $access" "2 1"
caught "$spmv" "no test of the boundary" 's/if \(i >= A\.n\)[^;]*;//' \
    "^cuda_on_cpu: csr_thread<float>, $in_thread: planted.cu:[0-9]+: 4 $access" "2 1"
caught "$spmv" "a shuffle in the wrong direction" 's/ __shfl_down_sync\(0xf/ __shfl_up_sync(0xf/' "WRONG: row 0" "5 1"
caught "$spmv" "the host reads device memory" 's/(const matrix<real> A = [^;]*;)/\1\nif (A.start[n] == 0) return 1;/' \
    "^cuda_on_cpu: planted.cu:[0-9]+: host code has touched device memory$" "2 1"
caught "$sums" "a missing barrier" 's/__syncthreads\(\); (\/\* 2)/; \1/' "wrong sums"
caught "$sums" "a barrier in a condition" 's/(if \(t < half\))([^;]*;)(\s+__syncthreads\(\);)/\1 {\2\3 }/' \
    "^cuda_on_cpu: by_tree, $in_thread: thread [0-9]+ of a team waits at __syncthreads \(line [0-9]+\), but thread"
caught "$sums" "a shared array that is too small" 's/part\[BLOCK\]/part[BLOCK - 1]/' \
    "^cuda_on_cpu: by_tree, $in_thread: .*planted.cu:15: index 127 of an array 'float \[127\]'$"
caught "$features" "a stream that does not wait for another" 's/cudaStreamWaitEvent\([^;]*;/;/' "WRONG: two streams"
if [ -z "$fast" ]; then
    caught "$spmv" "a shuffle in a condition" 's/sum \+= __shfl/if (lane < 27) sum += __shfl/' WRONG "5 1"
    caught "$spmv" "a mask without half of the warp" 's/sync\(0xffffffff/sync(0xffff/' "without this thread in its mask" "5 1"
    caught "$hpgmxp" "too many threads in a block" 's/BLOCK = 256/BLOCK = 2048/' "^hpgmxp: invalid configuration argument$" 8
    caught "$hpgmxp" "colors that overlap" 's/if \(i < last\)/if (i <= last)/' "." 8
    caught "$hpgmxp" "a sum that is read before it is stored" 's/__syncthreads\(\); \/\* all/; \/* all/' "." 8
    caught "$sums" "no barrier before the array is used again" 's/__syncthreads\(\); (\/\* 3)/; \1/' "wrong sums"
    caught "$sums" "no barrier after the warps" 's/__syncthreads\(\); (\/\* 4)/; \1/' "wrong sums"
    caught "$sums" "dynamic shared memory is forgotten" 's/, BLOCK \/ 32 \* sizeof\(float\)//' "nor local"
    caught "$sums" "an index past the shared array" 's/lane < BLOCK \/ 32 \?/lane < 32 ?/' "nor local"
    caught "$sums" "a pointer to memory of the host" 's/by_tree<<<4, BLOCK>>>\(device_a/by_tree<<<4, BLOCK>>>(a/' \
        "^cuda_on_cpu: by_tree, $in_thread: planted.cu:[0-9]+: .*memory of the host"
    caught "$sums" "a copy past the end" 's/cudaMemcpy\(sum, device_sum, sizeof sum/cudaMemcpy(sum, device_sum, sizeof a/' \
        "^cuda_on_cpu: line [0-9]+: cudaMemcpy of 8400 bytes is not within an array of the device$"
    caught "$features" "the host does not wait" 's/cudaStreamSynchronize\(two\);//' "WRONG: two streams"
fi

# What it does not know is one line.
unknown() { # NAME LINE EXPECTED
    printf '%s\n' "$2" >"$work/unknown.cu"
    launch 1 "$top/run/cuda_on_cpu" "$work/unknown.cu" -o "$work/unknown"
    is "$status,$(cat "$work/err")" "2,cuda_on_cpu: $work/unknown.cu:1: $3" "unknown: $1"
}
header="unknown here (common/emulator/cuda_emu.h)"
unknown "a function" "int main() { float *p; cudaMallocManaged(&p, 8); }" \
    "'cudaMallocManaged' was not declared in this scope: $header"
unknown "a qualifier" "__constant__ float a[3];" "'__constant__' does not name a type: $header"
unknown "a template without types" "template <class T> __global__ void f(T *p) {} int main() { f<<<1, 1>>>((int *)0); }" \
    "a launch of a template needs its types: kernel<float><<<...>>>"
launch 1 "$top/run/cuda_on_cpu" "$work/none.cu" -o "$work/none"
is "$status,$(cat "$work/err")" "2,cuda_on_cpu: $work/none.cu: this file cannot be read" "a file that is not there"
finish
