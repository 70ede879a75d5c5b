#!/usr/bin/env bash
# tests/cli.t - the command line, limits and strange files: the rows of cli.table, also the applications' rows,
# and what is no single command.
. "$(dirname "$0")/tap.sh"
. "$tests/table.sh"

# ---- Commands and files of the table ----

mpirun="$MPIRUN ${mpi_flags:+-q $mpi_flags}"
tool memwall "[ \$ranks = 1 ] || start=\"$mpirun -np \$ranks\"" 'exec $start "$MEMWALL_BIN/memwall-$tree" "$@"'
tool dat 'printf "%s\n" "$@" >hpgmp.dat && exec memwall bench'
tool small_stack 'ulimit -s 64; OMP_NUM_THREADS=2 OMP_STACKSIZE=64K exec memwall "$@"'
tool full_disk 'echo earlier >r; before=$(ls -A); (ulimit -f 1; memwall "$@"); status=$?' \
    '[ "$(cat r) $(ls -A)" = "earlier $before" ] && exit $status'
tool no_fsync 'printf "#include <errno.h>\nint fsync(int f) { return errno = %s, -f / f; }\n" "$1" >"$work/fsync.c" && shift &&' \
    'gcc -shared -fPIC "$work/fsync.c" -o "$work/fsync.so" && ASAN_OPTIONS=verify_asan_link_order=0 LD_PRELOAD=$work/fsync.so exec memwall "$@"'
tool json 'exec python3 -c "import json, sys; d = json.load(open(sys.argv[1], encoding=\"utf-8\")); print(ascii(eval(sys.argv[2])))" "$@"'
x252=$(printf %0252d 0) cores=$(env -u OMP_NUM_THREADS nproc) # a name of 252 letters
odd=$'\xff 50% a\xe9\xc3\xa9\xed\xa0\x80.mtx' # not UTF-8
export x252 odd cores here
message='^(memwall|Traceback)'

matrix good 2 "1 1 2" "1 2 1" "2 2 2"
matrix hole 2 "1 1 2" "1 2 1" "2 1 2"
matrix zero 2 "1 1 2" "1 2 1" "2 2 0"
matrix pivot 2 "1 1 1" "1 2 1" "2 1 1" "2 2 1"
matrix tiny 2 "1 1 1e-40" "2 2 1"
matrix large 3 "1 1 4.5" "1 2 -1.25" "2 2 4.5" "2 1 -1.25" "3 3 4.5e5" "3 2 -1.25e5"
matrix nano 2 "1 1 4.5e-9" "1 2 -1.25e-9" "2 2 4.5" "2 1 -1.25"
matrix nano16 2 "1 1 4.5" "1 2 -1.25e-9" "2 2 1e-6" # its row 2 is subnormal in f16
matrix micro 2 "1 1 4.5e-6" "1 2 -1.25e-6" "2 1 -1.25e-6" "2 2 4.5e-6"
matrix top 2 "1 1 1e308" "1 2 9e307" "2 1 -9e307" "2 2 1e308" # the sum of a row is more than f64 has
mv "$work"/*.mtx "$work/files"
cd "$work/files" || exit 1
ln good.mtx hard.mtx
cp good.mtx "$odd"
# The header says how much memory is needed; the zeros are not read.
printf '%s\n' "%%MatrixMarket matrix coordinate real general" "4000 4000 9000000" >../rows4000.mtx
truncate -s 100M ../rows4000.mtx
ln -s folder/r.json link
ln -s link chain
mkdir folder own
: >folder/r.json

# ---- What is no single command ----

# Every verb with all of its flags and no others.
help_names_every_flag() {
    local verb verbs=${VERBS:-bench kernels solve cbgmres poisson}
    for tree in $TREES; do
        in_files "memwall --help=all"
        is "$status" 0 "$tree: --help=all"
        grep -o '^  --[a-z0-9_-]*=' "$work/out" | grep -v help | sort -u >"$work/all"
        for verb in $verbs ""; do
            in_files "memwall $verb --help"
            ok "$status" "$tree $verb --help: exit status" || show
            [ -n "$verb" ] || [ "$(wc -l <"$work/out")" -le 50 ]
            ok $? "$tree $verb --help: one screen without a verb" || wc -l "$work/out" >&2
            is "$(grep -c '.\{85\}' "$work/out")" 0 "$tree $verb --help: no line is too long"
            grep -o -- '--[a-z0-9_-]*=' "$work/out" | sort -u | sed 's/^/  /' >"$work/$verb.flags"
        done
        is "$(sort -u $(printf "$work/%s.flags " $verbs "") | grep -v -- --help)" \
            "$(cat "$work/all")" "$tree: each flag is a flag of a verb"
    done
}

# Each command of the program on a page runs on a small problem, also in the default build. (Of two equal options the last
# one counts.)
commands_of_pages() {
    [ "$BACKEND" = cpu ] || return
    local line program verb small=(bench "--nx=16 --rt=0" solve --nx=16 kernels --nx=16 cbgmres --iterations=1 poisson --cells=16)
    declare -A more
    for ((k = 0; k < ${#small[@]}; k += 2)); do more[${small[k]}]=${small[k + 1]}; done
    while read -r line; do
        read -r program verb _ <<<"$line"
        [ -x "$MEMWALL_BIN/${program#build/}" ] && has_verb "$verb" || continue
        in_files "$MEMWALL_BIN/${line#build/} ${more[$verb]}"
        [ "$status" -le 1 ]
        ok $? "$line" || show
    done < <(cat "$tests"/../{README,docs/{,labs/,reference/,labs/*/}*}.md | sed -e ':a; /\\$/{N; s/\\\n *//; ba' -e '}' |
        grep -oE 'build/memwall-(ref|opt) [a-z][^`#|>;&()]*' | grep -v 'FILE\|[.]mtx\|gpu' | sed 's/[$]b/f32/g; s/[$]v/H_MG/g; s,mine/,,' | sort -u)
}

for table in "$tests"/{,*/}cli.table; do
    application=$(basename "${table%/*}")
    [ "$application" != tests ] && [ ! -d "$tests/../common/$application" ] || rows "$table"
done
tree=${TREES%% *} ranks=1 seconds=60
help_names_every_flag
tree=${TREES%% *}
has_verb solve || finish
commands_of_pages
finish
