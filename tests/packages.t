#!/usr/bin/env bash
# tests/packages.t - run/packages/Containerfile: what it asks of make exists.
. "$(dirname "$0")/tap.sh"
needs bench
cd "$tests/.." || exit 1
command=$(sed -n '/make -s/,/install/p' run/packages/Containerfile | tr -d '\\\n')
command=${command/make -s/make -n} command=${command/BUILD=*build /BUILD=$work/build } command=${command%%||*}
for name in $(grep -oE '\b[A-Z_]+=' <<<"$command" | sort -u); do
    grep -qE "^${name%=} *[?:+]?=|[$][({]?${name%=}\b" Makefile run/settings tests/*.mk
    ok $? "make has the variable $name"
done
# make accepts the variables: it would link and install the program of this back end.
for backend in cpu cuda hip; do
    tree=opt ARCH=native BACKEND=$backend CUDA_ARCH="sm_80 sm_90" bash -c "$command" >"$work/out" 2>"$work/err"
    [ $? = 0 ] && grep -q -- "-o $work/build/.*/memwall-opt " "$work/out" && grep -q 'install .*/memwall-opt .*/bin' "$work/out"
    ok $? "BACKEND=$backend: $command" || show
done
finish
