#!/usr/bin/env bash
# tests/ranges.t - PROFILE=1: phases reach the profiler as ranges, NVTX and roctx.
. "$(dirname "$0")/tap.sh"
top=$(dirname "$tests")
read -r -a compiler <<<"${CC:-gcc}"
: >"$work/out"
cd "$work" || exit 1

# variable NAME ARGUMENTS...: the value of a variable of the Makefile
variable() {
    make -s -C "$top" "${@:2}" -f Makefile -f - show_variable 2>"$work/err" \
        <<<"show_variable: ; @echo '\$(subst ',,\$($1))'"
}

# told NAME COMMAND...: the command prints the ranges of the driver in their order
told() {
    local name=$1
    shift
    is "$("$@" | tr '\n' ',')" "push sweep 2,push halo exchange 2,pop,pop," "$name"
}

for folder in "$top"/common/*/; do
    folders+=(-iquote "$folder")
done

# driver OUTPUT FLAGS...: builds the driver with the files of the program that it needs
driver() {
    local output=$1
    shift
    "${compiler[@]}" -std=c17 -fopenmp -Wall -Wextra -Werror -D_POSIX_C_SOURCE=200809L -D_DEFAULT_SOURCE \
        -DTREE='"none"' -DPROGRAM='"none"' -DREFERENCE_SPMV=0 -DREFERENCE_VECTORS=0 -I"$top/common/base/stub" -I"$top/common" "${folders[@]}" "$tests/ranges_driver.c" \
        "$top"/common/{phase/{phase,trace},device/device,base/{memory,error,clock,output,tree}}.c "$@" -lm -ldl -o "$output" \
        2>"$work/err"
    ok $? "$output: builds" || show
}

check_plain() {
    driver plain
    is "$(./plain && echo ran)" ran "without PROFILE the driver runs without output"
    is "$(nm plain | grep -c -i -e nvtx -e roctx)" 0 "and contains no symbol of a profiler"
}

check_nvtx() {
    local flags
    flags=$(variable RANGES PROFILE=1)
    if [ -z "$flags" ]; then
        grep -q "PROFILE=1: no nvtx3" "$work/err"
        ok $? "no NVTX: make says so" || show
        skip "no NVTX header here"
        return
    fi
    read -r -a flags <<<"$flags"
    driver nvtx "${flags[@]}"
    is "$(./nvtx && echo ran)" ran "NVTX: silent without a profiler"
    "${compiler[@]}" -shared -fPIC "${flags[@]}" "$tests/ranges_nvtx.c" -o profiler.so
    told "NVTX: ranges in order" env NVTX_INJECTION64_PATH="$work/profiler.so" ./nvtx
}

check_roctx() {
    local flags
    mkdir -p rocm/include/roctracer
    # in the place of roctx: functions that print the ranges
    cat >rocm/include/roctracer/roctx.h <<'END'
#include <stdio.h>
static inline int roctxRangePushA(const char *text) { return printf("push %s\n", text); }
static inline int roctxRangePop(void) { return printf("pop\n"); }
END
    flags=$(variable RANGES PROFILE=1 BACKEND=hip ROCM="$work/rocm")
    read -r -a flags <<<"$flags"
    driver roctx "${flags[@]}"
    told "roctx: ranges in order" ./roctx
}

check_faults() {
    local set
    for set in CUDA "BACKEND=hip ROCM"; do
        make -s -C "$top" PROFILE=1 $set="$work" -n >"$work/out" 2>"$work/err"
        [ $? != 0 ] && [ "$(wc -l <"$work/err")" = 1 ] &&
            grep -q "PROFILE=1: no .*$work/include: give" "$work/err"
        ok $? "$set without a header: one line" || show
    done
}

check_plain
check_nvtx
check_roctx
check_faults
finish
