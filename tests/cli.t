#!/usr/bin/env bash
# tests/cli.t - the command line, limits and strange files: the rows of cli.table, also the applications' rows,
# and what is no single command.
. "$(dirname "$0")/tap.sh"
. "$tests/table.sh"

# ---- Commands and files of the table ----

mpirun="$MPIRUN ${mpi_flags[*]:+-q ${mpi_flags[*]}}"
tool memwall "[ \$ranks = 1 ] || start=\"$mpirun -np \$ranks\"" 'exec $start "$MEMWALL_BIN/memwall-$tree" "$@"'
tool dat 'printf "%s\n" "$@" >hpgmp.dat && exec memwall bench'
tool small_stack 'ulimit -s 64; OMP_NUM_THREADS=2 OMP_STACKSIZE=64K exec memwall "$@"'
tool full_disk 'echo earlier >r; before=$(ls -A); (ulimit -f 1; memwall "$@"); status=$?' \
    '[ "$(cat r) $(ls -A)" = "earlier $before" ] && exit $status'
tool no_fsync 'printf "#include <errno.h>\nint fsync(int f) { return errno = %s, -f / f; }\n" "$1" >"$work/fsync.c" && shift &&' \
    'gcc -shared -fPIC "$work/fsync.c" -o "$work/fsync.so" && ASAN_OPTIONS=verify_asan_link_order=0 LD_PRELOAD=$work/fsync.so exec memwall "$@"'
x252=$(printf %0252d 0) cores=$(env -u OMP_NUM_THREADS nproc) # a name of 252 letters
export x252 cores here
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
matrix huge 2 "1 1 1" "2 2 1e200"
matrix minute 2 "1 1 1" "2 2 4e-50"
array three 1 2 3
mv "$work"/*.mtx "$work/files"
cd "$work/files" || exit 1
ln good.mtx hard.mtx
for n in 4000 1000000; do # the header says how much memory is needed; the zeros are not read
    printf '%s\n' "%%MatrixMarket matrix coordinate real general" "$n $n 9000000" >../rows$n.mtx
    truncate -s 100M ../rows$n.mtx
done
ln -s /dev/full full # a faulty program may replace this link, but not the device
ln -s folder/r.json link
ln -s link chain
mkfifo fifo
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
            is "$(grep -vxF -f "$work/all" "$work/$verb.flags" | grep -vE -- '--(help|nx|rt|policy)=')" \
                "" "$tree $verb --help: flags that exist"
        done
        is "$(sort -u $(printf "$work/%s.flags " $verbs) | grep -v -- --help)" \
            "$(cat "$work/all")" "$tree: each flag is a flag of a verb"
    done
}

lost_output_leaves_the_document() {
    in_files "memwall solve --nx=8 --json=r.json >&-"
    answers 3 "standard output could not be written"
    ok $? "standard output is closed" || show
    is "$(tail -n 1 "$here/r.json")" "}" "standard output is closed: the JSON file is complete"
    in_files "{ memwall solve --nx=8 --json=r.json; echo \$? >status; } | :"
    [ "$(cat "$here/status")" = 3 ] && [ -s "$here/r.json" ]
    ok $? "a closed pipe: exit status, and the JSON file is written" || show
}

folder_of_another_user() {
    local as=""
    cp "$MEMWALL_BIN/memwall-$tree" "$work/program" # another user may be unable to enter the checkout
    if [ "$(id -u)" = 0 ]; then
        as="setpriv --reuid=65534 --clear-groups"
        chmod a+rx "$work"
        $as test -x "$work/program" || { skip "a folder without write permission: no other user"; return; }
    fi
    in_files "mkdir -m 555 closed; TMPDIR=/tmp OMPI_MCA_orte_tmpdir_base=/tmp $as ../program solve --nx=8 --json=closed/r.json"
    is "$status $(cat "$work/out") ${messages[*]} $(ls "$here/closed")" \
        "2  memwall: closed/r.json: cannot be written: Permission denied " "a folder without write permission" || show
}

permissions_of_a_new_file() {
    in_files "umask 027; memwall solve --nx=8 --json=new.json"
    is "$(stat -c %a "$here/new.json")" 640 "the permissions of a new file"
}

runs_at_the_same_time() {
    # Each has a folder of its own for its MPI (tap.sh).
    in_files 'for k in 1 2 3 4; do mkdir mpi$k; OMPI_MCA_orte_tmpdir_base=$PWD/mpi$k memwall bench --nx=8 --rt=0 --json=$k.json & p[k]=$!
        done; for k in ${p[*]}; do wait $k || exit; done'
    is "$status $(find "$here" -name 'HPGMP*.txt' | wc -l)" "0 4" "four runs at the same time: four reports" || show
}

# Names and arguments in the JSON file: read by an independent parser.
document_is_json() {
    local k many=""
    python3 -c 'import json' 2>/dev/null || { skip "JSON files: no python3"; return; }
    for ((k = 0; k < 150; k++)); do many+=" --restart=30"; done
    in_files "memwall solve --nx=8 $many --json="$'\xc3\xa9.json'
    is "$(python3 -c 'import json, sys
text = json.load(open(sys.argv[1], encoding="utf-8"))["options"]["arguments"]
print(len(text), text[-6:].encode("ascii", "backslashreplace").decode())' "$here"/*.json)" \
        "1976 \\xe9.json" "the JSON file has all arguments, in UTF-8" || show
    in_files "memwall kernels --nx=16 --restart=2 --json=\$'a \"\\t\\\\.json'"
    is "$(python3 -c 'import json, sys
document = json.load(open(sys.argv[1], encoding="utf-8"))
times = [kernel["seconds"] for kernel in document["kernels"]]
print(document["options"]["arguments"].endswith("=a \"\t\\.json"), len(times) > 10 and min(times) > 0)' "$here"/*.json)" \
        "True True" "quotation mark, tab and backslash in a name; the times of kernels" || show
    has_verb cbgmres || return
    in_files 'name=$(printf "\377 50%% a\351\303\251\355\240\200.mtx"); cp good.mtx "$name"; memwall cbgmres --json=r.json "--input=$name"'
    is "$(python3 -c 'import json, sys
print(ascii(json.load(open(sys.argv[1], encoding="utf-8"))["options"]["arguments"][-24:]))' "$here/r.json")" \
        "'--input=\\ufffd 50% a\\ufffd\\xe9\\ufffd\\ufffd\\ufffd.mtx'" "bytes in a name that are not UTF-8" || show
    # Each value of the line is one word; in a name, blanks and percent signs are written as in a URL.
    is "$(LC_ALL=C field input)" $'\xff%2050%25%20a\xe9\xc3\xa9\xed\xa0\x80.mtx' "a blank in a name of the line key=value" || show
}

# No instruction is missing here, so that a signal stands for it.
another_processor() {
    in_files "memwall solve --nx=16 --preconditioner=none --tolerance=0 --iterations=100000 & sleep 0.5; kill -s ILL \$!; wait \$!"
    answers 3 "does not have an instruction of the program*make ARCH="
    ok $? "another processor" || show
}

# The campaign (`make faults`) lets all allocations of one process fail.
failed_allocation_on_two_ranks() {
    can_run 2 "a failed allocation on two ranks" || return
    ranks=2 in_files "MEMWALL_FAIL_ALLOC=40 memwall solve --nx=8 --json=r.json"
    [ "$status" != 0 ] && [ "$status" -lt 128 ] && has "memwall: *no memory" "${messages[@]}" && [ ! -e "$here/r.json" ]
    ok $? "a failed allocation on two ranks: a message, a status, no file" || show
}

# Each command of the program on a page runs on a small problem. The last of two equal options counts.
commands_of_pages() {
    [ "$BACKEND" = cpu ] || return
    local line program verb small=(bench "--nx=16 --rt=0" solve --nx=16 kernels --nx=16 cbgmres --iterations=1 poisson --cells=16)
    declare -A more
    for ((k = 0; k < ${#small[@]}; k += 2)); do more[${small[k]}]=${small[k + 1]}; done
    while read -r line; do
        read -r program verb _ <<<"$line"
        [ -x "$MEMWALL_BIN/${program#build/}" ] && has_verb "$verb" || continue
        in_files "$MEMWALL_BIN/${line#build/} ${more[$verb]}"
        [ "$status" -le 1 ] || grep -q "no kernels for the formats" "$work/err"
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
lost_output_leaves_the_document
folder_of_another_user
permissions_of_a_new_file
runs_at_the_same_time
document_is_json
another_processor
failed_allocation_on_two_ranks
commands_of_pages
finish
