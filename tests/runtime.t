#!/usr/bin/env bash
# tests/runtime.t - what the program says when the runtime of a GPU fails; copies that are executed late.
#
# g++ compiles device_gpu.c with a runtime that returns the errors (tests/data/runtime).
. "$(dirname "$0")/tap.sh"
command -v g++ >/dev/null && [ "$BACKEND" = cpu ] || skip_all "a runtime that fails: needs BACKEND=cpu and g++"
top=$(cd "$tests/.." && pwd)
base=$top/common/base device=$top/common/device
includes=(-I"$work" -I"$tests/data/runtime" -I"$device" -I"$base" -I"$base/stub")
: >"$work/cuda_fp16.h"
printf '#define MEMWALL_COMMIT ""\n#define MEMWALL_CFLAGS ""\n' >"$work/version.h"

# compiled PROGRAM [SED]: device_gpu.c and macros_gpu.h, of which the second may be edited
compiled() {
    local file
    for file in device_file.cc device_gpu.c {kernel_macros,macros_gpu}.h transfer_device.c; do
        sed -E -e 's/([a-z_]+)<<<.*>>>\(/stub_launch(\1, /' -e "${2:-}" "$device/$file" >"$work/$file"
    done
    (cd "$work" && gcc -std=c17 -fopenmp -D_POSIX_C_SOURCE=200809L -D_DEFAULT_SOURCE "${includes[@]}" \
        -c "$base"/{error,memory,machine,clock}.c "$device"/{counts,mpi_gpu}.c transfer_device.c &&
        g++ -std=c++17 -fopenmp -D__CUDACC__ -D_DEFAULT_SOURCE -Wall -Wno-unknown-pragmas -Wno-unused "${includes[@]}" \
            -DKERNEL_FILE="\"$tests/data/runtime/main.c\"" device_file.cc ./*.o -o "$1") >"$work/log" 2>&1
}
compiled program
ok $? "device_gpu.c is compiled with the runtime" || cat "$work/log" >&2

# fails STUB STATUS LINE [ARGUMENTS]
fails() {
    STUB=$1 launch 1 "$work/program" ${4:-}
    is "$status,$(cat "$work/err")" "$2,$3" "runtime: ${4:-$1}" || show
}
fails none 2 "memwall: a rank has no cuda device: no CUDA-capable device is detected (driver: none, program: 13.0); check that the driver is installed and not older than the program, and that CUDA_VISIBLE_DEVICES does not hide the device"
fails image 3 "memwall: rank 0: device 0 (NVIDIA B200, sm_100) cannot execute the kernels of this program: no kernel image is available for execution on the device; build it with CUDA_ARCH=sm_100"
fails "" 3 "memwall: rank 0: device 0 (NVIDIA B200): store_sum needs 65544 bytes of shared memory for the columns of the Krylov basis, and a block may have 65536: choose a smaller --restart" 8193
launch 1 "$work/program" 8192
is "$status,$(cat "$work/out")" "0,NVIDIA B200, sm_100, driver 12.4, runtime 13.0, nvcc 13.0, 1965 MHz
sum 3, uploads right
cache of gfx90a, gfx942: 8, 268435456" "a device; an error that MPI leaves behind; an array that changes before its copy" || show

# Planted mistakes: an earlier error is reported as an error of a launch; a copy reads the caller's array.
compiled program 's/\(void\)GPU\(GetLastError\)\(\);//'
launch 1 "$work/program"
grep -q "the launch of store_sum failed: invalid argument" "$work/err"
ok $? "planted: an error that MPI leaves behind is found" || show
compiled program 's/staging_copy_in\(device, source,/staging_copy_in(device, host,/'
launch 1 "$work/program"
grep -q "uploads WRONG" "$work/out"
ok $? "planted: a copy from an array that does not exist any more is found" || show
finish
