# tests/table.sh - runs a table of commands, one case a row: COMMAND | STATUS | TEXT
#
# Sourced after tap.sh. bash runs COMMAND in a fresh copy of $work/files, with the commands that `tool` has
# made. It must end with STATUS. TEXT is a part of a line, in which * stands for any text:
#   STATUS 0    the output or the message has such a line, and there is one message at most
#   others      there is one message only, and it has TEXT
#   2           besides, nothing is on standard output, no file was changed (COMMAND itself may write hpgmp.dat and
#               own/), and no fake program was started ($work/started)
# The TEXT - means that nothing is printed. A line that begins with @ says for which runs the next rows are:
# @ trees=$every several="1 4" seconds=20 needs=CONDITION (default: the first tree, one rank, 60 s, true).
mkdir "$work/files" "$work/bin"
export PATH=$work/bin:$PATH work MEMWALL_BIN tree ranks
here=$work/here
changes=           # not empty: commands with STATUS 2 may change files
message='[^ ]'     # a regular expression of the lines on stderr that are messages (MPI adds others)
messages=() before= # the messages of the last command, the files before it
every=$TREES
common=$TREES # for what is common to all trees, the short form has only the first one
[ -z "$fast" ] || common=${TREES%% *}

# tool NAME LINE...: a command, a shell script of these lines, in $work/bin or at a path
tool() {
    local path=$1
    [[ $path == /* ]] || path=$work/bin/$1
    mkdir -p "${path%/*}"
    printf '%s\n' '#!/bin/sh' "${@:2}" >"$path"
    chmod +x "$path"
}

copy_files() {
    rm -rf "$here"
    cp -a "$work/files" "$here"
}
# in_files COMMAND: with a fresh copy of the files, for at most $seconds
in_files() {
    local line
    rm -f "$work/started"
    copy_files
    (cd "$here" && exec timeout "$seconds" bash -c "$1") >"$work/out" 2>"$work/err" </dev/null
    status=$?
    messages=()
    while IFS= read -r line || [ -n "$line" ]; do
        [[ ! $line =~ $message ]] || messages+=("$line")
    done <"$work/err"
}
contents() { # FOLDER: names, kinds, sizes and times
    (cd "$1" && find . -name hpgmp.dat -o -path ./own/\* -o -type d -print -o -printf '%p %y %l %s %T@\n') | sort
}
unchanged() {
    [ -n "$before" ] || before=$(contents "$work/files")
    [ ! -e "$work/started" ] && [ "$(contents "$here")" = "$before" ]
}

# answers STATUS TEXT: whether the last command has ended in this way
answers() {
    local lines=("${messages[@]}")
    [ "$status" = "$1" ] || return
    [ "$1" != 2 ] || [ -n "$changes" ] || { [ ! -s "$work/out" ] && unchanged; } || return
    if [ "$2" = - ]; then
        [ ${#messages[@]} = 0 ] && [ ! -s "$work/out" ]
    elif [ "$1" = 0 ]; then
        mapfile -t lines <"$work/out"
        [ ${#messages[@]} -le 1 ] && has "$2" "${lines[@]}" "${messages[@]}"
    else
        [ ${#messages[@]} = 1 ] && has "$2" "${messages[@]}"
    fi
}
has() { # TEXT LINE...
    local line
    for line in "${@:2}"; do
        # shellcheck disable=SC2053 # a pattern
        [[ $line != *$1* ]] || return 0
    done
    return 1
}

# rows FILE
rows() {
    local line row='^(.*[^ ]) +\| ([0-9]) \| (.+)$'
    while IFS= read -r line; do
        case $line in "" | "#"*) continue ;; esac
        if [[ $line == @* ]]; then
            trees=${TREES%% *} several=1 seconds=60 needs=true
            eval "${line#@}"
        elif ! [[ $line =~ $row ]]; then
            ok 1 "COMMAND | STATUS | TEXT: $line"
        elif ! (eval "$needs") 2>/dev/null; then
            skip "${BASH_REMATCH[1]:0:60}: $needs"
        else
            case_of "${BASH_REMATCH[@]:1}"
        fi
    done < <(echo @; cat "$1")
}
case_of() { # COMMAND STATUS TEXT
    local tree ranks
    for tree in $trees; do
        for ranks in $several; do
            can_run "$ranks" "$1" || continue
            in_files "$1"
            answers "$2" "$3"
            ok $? "$tree x $ranks: $1" || { echo "# got $status, wanted $2: $3" >&2; show; }
        done
    done
}
