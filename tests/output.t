#!/usr/bin/env bash
# tests/output.t - no result is lost, and no file is changed that is not ours: standard output,
# devices, links, FIFOs, two names of one file, failed writes. The code is common to all trees, so
# that the first one suffices.
. "$(dirname "$0")/tap.sh"
read -r tree _ <<<"$TREES"
program=$MEMWALL_BIN/memwall-$tree
mkdir "$work/here"
cd "$work/here" || exit 1
small=(solve --nx=8)
verbs=("${small[*]}" "kernels --nx=8" "poisson --cells=8" "bench --nx=8 --rt=0" --help --version)

# left NAME WANTED: the files here
left() {
    is "$(find . -mindepth 1 -printf '%f ' | tr ' ' '\n' | sort | xargs)" "$2" "$1: files"
    rm -rf "$work"/here/*
}

# lost NAME: the last run reports that its standard output was lost
lost() {
    is "$status" 3 "$1: exit status"
    is "$(grep -c '^memwall: standard output could not be written' "$work/err")" 1 "$1: one line"
}

standard_output() {
    local verb
    for verb in "${verbs[@]}"; do
        # shellcheck disable=SC2086
        timeout 60 "$program" $verb >/dev/full 2>"$work/err"
        status=$?
        lost "$verb, full disk"
    done
    timeout 60 "$program" "${small[@]}" --json=r.json >&- 2>"$work/err"
    status=$?
    lost "closed"
    is "$(tail -n 1 r.json)" "}" "closed: the JSON document is complete"
    rm -f ./*
    { timeout 60 "$program" "${small[@]}" --json=r.json 2>"$work/err"; echo $? >"$work/status"; } | :
    [ "$(cat "$work/status")" = 3 ] && [ -s r.json ]
    ok $? "a closed pipe: exit status, and the JSON document is written" || show
    left "standard output" "r.json"
}

special_files() {
    local name
    ln -s /dev/full full # a faulty program may replace this link, but not the device
    ln -s nowhere/r.json nothing
    mkfifo fifo
    mkdir folder
    for name in full fifo folder nothing; do
        run 1 "${small[@]}" --json=$name
        says 2 "$name: cannot be written: " "JSON onto $name"
        is "$(cat "$work/out")" "" "JSON onto $name: before the run"
    done
    [ -L full ] && [ -c full ] && [ -p fifo ] && [ -d folder ] && [ -L nothing ]
    ok $? "they are as before"
    mkdir there
    ln -s there/r.json link
    ln -s link chain
    : >there/r.json
    run 1 "${small[@]}" --json=chain
    [ "$status" = 0 ] && [ -L link ] && [ -L chain ] && [ -s there/r.json ]
    ok $? "links to a file: followed"
    left "special files" "chain fifo folder full link nothing r.json there"
}

names() {
    local long
    long=$(printf 'x%.0s' {1..252})
    printf '%s\n' "%%MatrixMarket matrix coordinate real general" "1 1 1" "1 1 2" >g.mtx
    cp g.mtx "$work/before.mtx"
    mkdir sub
    ln g.mtx hard.mtx
    run 1 solve --input=g.mtx --json=sub/../g.mtx
    says 2 "also the --input" "JSON onto the input"
    run 1 solve --input=g.mtx --history=hard.mtx
    says 2 "also the --input" "history onto a hard link to the input"
    run 1 "${small[@]}" --json=a --history=./a
    says 2 "also the --history" "two outputs with one name"
    run 1 bench --nx=8 --rt=0 --trace="./memwall-$tree.json"
    says 2 "also the --trace" "trace onto the JSON document of bench"
    cmp g.mtx "$work/before.mtx"
    ok $? "the input is as before"
    run 1 "${small[@]}" --json="$long"
    [ "$status" = 0 ] && [ -s "$long" ]
    ok $? "a name of 252 characters"
    rm -f "$long"
    run 1 solve --input=$'two\nlines.mtx'
    is "$(wc -l <"$work/err")" 1 "a line break in a name: one line"
    grep -q 'two?lines.mtx' "$work/err"
    ok $? "a line break in a name becomes a question mark" || show
    left "names" "g.mtx hard.mtx sub"
}

# A folder that this user must not write to.
folders() {
    local as=() program=$program
    mkdir closed
    chmod 555 closed
    if [ "$(id -u)" = 0 ]; then
        as=(setpriv --reuid=65534 --clear-groups)
        chmod a+rx "$work"
        cp "$program" "$work/program" # the checkout may be in a folder that other users cannot enter
        program=$work/program
        if ! "${as[@]}" test -x "$program" 2>"$work/err"; then
            skip "a folder without write permission: no other user can run the program"
            rm -r closed
            return
        fi
    fi
    ( # shellcheck disable=SC2030
      export TMPDIR=/tmp OMPI_MCA_orte_tmpdir_base=/tmp
      timeout 60 "${as[@]}" "$program" "${small[@]}" --json=closed/r.json >"$work/out" 2>"$work/err")
    status=$?
    says 2 "closed/r.json: cannot be written" "a folder without write permission"
    is "$(cat "$work/out")" "" "a folder without write permission: before the run"
    chmod 755 closed
    left "folders" "closed"
}

# The limit of the file size stands for a full disk.
failed_writes() {
    if [ "$BACKEND" = emu ]; then
        skip "a write that fails: the memory of the emulated device is a file, too"
        return
    fi
    local name arguments
    while IFS='|' read -r name arguments; do
        echo earlier >r
        # shellcheck disable=SC2086
        (ulimit -f 1 && "$program" $arguments >"$work/out" 2>"$work/err")
        status=$?
        says 3 "could not be written: File too large" "a write that fails: $name"
        is "$(cat r)" earlier "the earlier file is as before: $name"
        left "a write that fails: $name" r
    done <<END
JSON | solve --nx=8 --json=r
solution | solve --nx=8 --solution=r
history | solve --input=poisson2d:40 --history=r
orthogonality | solve --input=poisson2d:40 --orthogonality=r
trace | solve --nx=8 --trace=r
JSON of poisson | poisson --cells=8 --json=r
solution of poisson | poisson --cells=16 --solution=r
JSON of kernels | kernels --nx=8 --json=r
report of the benchmark | bench --nx=8 --rt=0
END
}

# What a file had that is replaced: its permissions, and the link by which it is named.
replaced() {
    echo earlier >r.json
    ln -s r.json link
    chmod 640 r.json
    run 1 "${small[@]}" --json=link
    is "$status $(stat -c %a r.json) $(tail -n 1 r.json) $(readlink link)" "0 640 } r.json" "a file that is replaced" || show
    (umask 027 && run 1 "${small[@]}" --json=new.json)
    is "$(stat -c %a new.json)" 640 "the permissions of a new file"
    left "a file that is replaced" "link new.json r.json"
}

same_time() {
    local k pids=() wrong=0
    for k in 1 2 3 4; do
        "$program" bench --nx=8 --rt=0 --json=$k.json >/dev/null 2>"$work/err$k" &
        pids+=($!)
    done
    for k in "${pids[@]}"; do
        wait "$k" || wrong=1
    done
    is "$wrong" 0 "four runs at the same time: exit status"
    is "$(find . -name 'HPGMP*.txt' | wc -l)" 4 "four runs at the same time: four reports"
    rm -f ./*
}

# Names and arguments in the document: read by an independent parser.
documents() {
    local arguments
    if ! python3 -c 'import json' 2>"$work/err"; then
        skip "JSON documents: no python3"
        return
    fi
    arguments=("${small[@]}")
    for ((k = 0; k < 150; k++)); do arguments+=(--restart=30); done
    run 1 "${arguments[@]}" --json=$'\xc3\xa9.json'
    is "$status" 0 "a name with an accent"
    is "$(python3 -c 'import json, sys
text = json.load(open(sys.argv[1], encoding="utf-8"))["options"]["arguments"]
print(len(text), text[-6:].encode("ascii", "backslashreplace").decode())' ./*.json)" \
        "1976 \\xe9.json" "the document has all arguments, in UTF-8" || show
    rm -f ./*
    run 1 kernels --nx=16 --restart=2 --json=$'a "\t\\.json'
    is "$(python3 -c 'import json, sys
document = json.load(open(sys.argv[1], encoding="utf-8"))
times = [kernel["seconds"] for kernel in document["kernels"]]
print(document["options"]["arguments"].endswith("=a \"\t\\.json"), len(times) > 10 and min(times) > 0)' ./*.json)" \
        "True True" "quotation mark, tab and backslash in a name; the times of kernels" || show
    rm -f ./*
    printf '%s\n' "%%MatrixMarket matrix coordinate real general" "1 1 1" "1 1 2" >$'\xff 50% a\xe9\xc3\xa9\xed\xa0\x80.mtx'
    run 1 solve --json=r.json --input=$'\xff 50% a\xe9\xc3\xa9\xed\xa0\x80.mtx'
    is "$(python3 -c 'import json
print(ascii(json.load(open("r.json", encoding="utf-8"))["options"]["arguments"][-24:]))')" \
        "'--input=\\ufffd 50% a\\ufffd\\xe9\\ufffd\\ufffd\\ufffd.mtx'" "bytes in a name that are not UTF-8" || show
    # Each value of the line is one word; in a name, blanks and percent signs are written as in a URL.
    is "$(LC_ALL=C field input)" $'\xff%2050%25%20a\xe9\xc3\xa9\xed\xa0\x80.mtx' "a blank in a name of the line key=value" || show
    rm -f ./*
}

# Every word of a line key=value is a pair, also where the reason has two words.
lines() {
    local arguments
    for arguments in "solve --nx=8 --iterations=1" "poisson --cells=8 --iterations=1"; do
        # shellcheck disable=SC2086
        run 1 $arguments
        is "$(sed -n 's/^\(solve\|poisson\): //p' "$work/out" | tr ' ' '\n' | grep -vc '^[a-z_]*=[^ ]')" 0 "$arguments: pairs" || show
        grep -q ' reason=iteration-limit ' "$work/out"
        ok $? "$arguments: the reason" || show
    done
    left "lines" ""
}

standard_output
special_files
names
folders
failed_writes
replaced
same_time
documents
lines
finish
