#!/usr/bin/env bash
# tests/energy.t - the energy of a GPU is read by NVML or ROCm SMI, from a library that the test makes.
. "$(dirname "$0")/tap.sh"
top=$(cd "$tests/.." && pwd)
cd "$work" || exit 1

compiled() {
    ${CC:-gcc} -std=c17 -D_DEFAULT_SOURCE -Wall -Wextra "$@" >"$work/out" 2>&1
    ok $? "compiles" || show
}
compiled -shared -fPIC "$tests/energy_library.c" -o library.so
compiled -I"$top/common/base" "$tests/energy_driver.c" "$top/common/base/gpu_energy.c" -o driver \
    -ldl -lm
export MEMWALL_NVML=$work/library.so MEMWALL_ROCM_SMI=$work/library.so

# joules WANTED NAME BACKEND PCI
joules() {
    is "$(./driver "$3" "$4" 2>&1)" "$1" "$2"
}
joules "7.000000 2.500000" "NVML: millijoules of the GPU with this address" cuda 0000:c1:00.0
joules "nan nan" "NVML: no such GPU" cuda 0000:c2:00.0
./driver hip 0002:c1:02.1 >out
read -r before used <out
holds "$before > 6.9999 && $before < 7.0001" "ROCm SMI: counts times microjoules"
holds "$used > 2.4999 && $used < 2.5001" "ROCm SMI: the difference"
joules "nan nan" "ROCm SMI: no such GPU" hip 0000:c1:02.1
joules "nan nan" "ROCm SMI: not an address" hip nothing
joules "nan nan" "a back end without GPU" cpu ""
MEMWALL_NVML=$work/none joules "nan nan" "no library" cuda 0000:c1:00.0
finish
