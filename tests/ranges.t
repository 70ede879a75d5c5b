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

for folder in "$top"/common/*/; do
    folders+=(-iquote "$folder")
done

# driver OUTPUT FLAGS...: builds the driver with the files of the program that it needs
driver() {
    local output=$1
    shift
    "${compiler[@]}" -std=c17 -fopenmp -Wall -Wextra -Werror -D_POSIX_C_SOURCE=200809L -D_DEFAULT_SOURCE \
        -DTREE='"none"' -DPROGRAM='"none"' -DREFERENCE_SPMV=0 -DREFERENCE_VECTORS=0 \
        -I"$top/common/base/stub" -I"$top/common" -I"$top/ref" "${folders[@]}" "$tests/ranges_driver.c" \
        "$top"/common/{phase/{phase,trace},device/device,base/{memory,error,clock,output,tree}}.c "$@" -lm -ldl -o "$output" \
        2>"$work/err"
    ok $? "$output: builds" || show
}

check_plain() {
    driver plain
    is "$(./plain && echo ran)" ran "without PROFILE the driver runs without output"
    is "$(nm plain | grep -c -i -e nvtx -e roctx)" 0 "and contains no symbol of a profiler"
}

# check_ranges HEADER PUSH POP VARIABLES...: in the place of the header of NVTX or roctx is one whose
# functions print the ranges
check_ranges() {
    local flags
    mkdir -p "profiler/include/${1%/*}"
    printf '%s\n' "#include <stdio.h>" \
        "static inline int $2(const char *text) { return printf(\"push %s\\n\", text); }" \
        "static inline int $3(void) { return printf(\"pop\\n\"); }" >"profiler/include/$1"
    read -r -a flags <<<"$(variable RANGES PROFILE=1 "${@:4}")"
    driver "$2" "${flags[@]}"
    is "$("./$2" | tr '\n' ',')" "push sweep 2,push halo exchange 2,pop,pop," "$2: ranges in order"
}

check_faults() {
    local set
    for set in CUDA "BACKEND=hip HIP_ARCH=gfx90a ROCM"; do
        make -s -C "$top" PROFILE=1 $set="$work" -n >"$work/out" 2>"$work/err"
        [ $? != 0 ] && [ "$(wc -l <"$work/err")" = 1 ] &&
            grep -q "PROFILE=1: no .*$work/include: give" "$work/err"
        ok $? "$set without a header: one line" || show
    done
}

check_plain
check_ranges nvtx3/nvToolsExt.h nvtxRangePushA nvtxRangePop CUDA="$work/profiler"
check_ranges roctracer/roctx.h roctxRangePushA roctxRangePop BACKEND=hip ROCM="$work/profiler"
check_faults
finish
