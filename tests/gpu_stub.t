#!/usr/bin/env bash
# tests/gpu_stub.t - the programs for CUDA on a runtime without a GPU (cudart/stub.h): whole runs
# make no mistake that it finds, and it finds planted ones.
#
#   make BACKEND=cuda CUDA_ARCH=sm_90 MPI=no ref opt
#   MEMWALL_BIN=build/mpi-no-cuda BACKEND=cuda MPI=no TREES="ref opt" bash tests/gpu_stub.t
. "$(dirname "$0")/tap.sh"
CUDA=${CUDA:-/usr/local/cuda}

if [ "$BACKEND" != cuda ] || [ ! -x "$MEMWALL_BIN/memwall-opt" ] ||
    [ ! -x "$MEMWALL_BIN/memwall-ref" ]; then
    skip "needs ref and opt, built with BACKEND=cuda"
    finish
fi
stub=$work/stub.so
if ! "${CC:-gcc}" -O1 -Wall -Wextra -shared -fPIC -I"$CUDA/include" "$tests"/cudart/*.c -o "$stub" \
    -lstdc++ >"$work/out" 2>"$work/err"; then
    ok 1 "the stub is compiled"
    show
    finish
fi

# stubbed TREE ARGUMENTS...: a run on the stub
stubbed() {
    CUDART_STUB_REPORT=1 LD_PRELOAD=$stub timeout 60 "$MEMWALL_BIN/memwall-$1" "${@:2}" \
        --threads=1 >"$work/out" 2>"$work/err" </dev/null
    status=$?
}

# The kernels compute nothing, so that a result may be invalid (status 1). A mistake of the caller
# ends the program with status 3.
clean() {
    local name=$1
    shift
    stubbed "$@"
    [ "$status" -le 1 ] && grep -q ' 0 mistakes$' "$work/err" &&
        [ "$(grep -c '^cudart stub:' "$work/err")" = 1 ]
    ok $? "$name: no mistake" || show
}

for tree in $TREES; do
    clean "$tree, bench" "$tree" bench --nx=16 --rt=0 --output="$work"
    clean "$tree, poisson" "$tree" poisson --cells=64 --variant=HSD_MG
    clean "$tree, CB-GMRES" "$tree" solve --input=convdiff3d:12 --policy=double --basis=i16 \
        --preconditioner=ilu --tolerance=1e-8
done
# A quarter of the memory of the device is needed, not of the host.
grep -q 'at least a quarter of the memory is needed, 35.25 GB' "$work/memwall-opt.json"
ok $? "an official run fills a quarter of the device" || show
CUDART_STUB_WARP=64 stubbed opt solve --nx=16
is "$status" 3 "a device with other warps than the compiler's ends the run" || show
grep -q 'has warps of 64 threads, but the kernels of this program were compiled for 32' "$work/err"
ok $? "and says so" || show
clean "half precision, long cycles" opt solve --nx=16 --policy=half --restart=200 \
    --iterations=400
clean "all kernels" opt kernels --nx=16

# finds MISTAKE PATTERN: the first line of the stub names this mistake of cudart_mistakes.c
finds() {
    CUDART_STUB_REPORT=1 "$work/mistakes" $1 >"$work/out" 2>"$work/err"
    head -n 1 "$work/err" | grep -q "^cudart stub: $2"
    ok $? "found: $1" || show
}

"${CC:-gcc}" -I"$CUDA/include" "$tests/cudart_mistakes.c" "$stub" -o "$work/mistakes" \
    >"$work/out" 2>"$work/err"
ok $? "a program with mistakes" || show
CUDART_STUB_REPORT=1 "$work/mistakes" 2>"$work/err"
grep -q ' 0 mistakes$' "$work/err"
ok $? "without a mistake none is found" || show
finds kernel-freed "kernel add: parameter 3, .* was freed"
finds kernel-host "kernel add: parameter 1, .* is no device memory"
finds shape "kernel add: 1 blocks of 2048 threads"
finds shared "kernel add: 65536 bytes of shared memory"
finds stream "cudaEventRecord: not a stream that was created"
finds beyond "cudaMemcpy: 808 bytes at offset 0 of a block of 800 bytes"
finds side "cudaMemcpy: .* is not memory of the device"
finds event "cudaEventElapsedTime: the event was not recorded"
finds copy-freed "cudaMemcpy: .* was freed"
finds twice "cudaFree: .* is freed already"
finds leak "1 blocks of device memory were never freed"

finish
