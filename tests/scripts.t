#!/usr/bin/env bash
# tests/scripts.t - the scripts of run/: the rows of scripts.table, and what is no single command.
#
# The programs that the scripts start are short shell scripts that copy a JSON file or wait; one real run of each
# verb makes these files.
. "$(dirname "$0")/tap.sh"
needs solve cbgmres poisson
python3 -c 'import sys; sys.exit(sys.version_info < (3, 9))' 2>/dev/null || skip_all "Python 3.9 is needed for run/"
PATH=$(dirname "$(python3 -c 'import sys; print(sys.executable)')"):$PATH # starting it by a wrapper of pyenv takes longer
. "$tests/table.sh"
top=$(cd "$tests/.." && pwd)

# ---- Fake programs and files ----

# fake PATH LINE...: a command that notes that it was started
fake() {
    tool "$1" "echo ${1##*/} >>'$work/started'" "${@:2}"
}

# program TREE [LINE [LAST]]: memwall-TREE, which copies the JSON file of its verb; LINE before that, LAST after it
program() {
    fake "${folder:-$work/programs}/memwall-$1" \
        'for word; do case $word in --json=*) json=${word#*=} ;; --history=*|--orthogonality=*)' \
        'printf "k,relative_residual,b\n1,1e-3,1e-9\n" >"${word#*=}" ;; esac; done' "${2:-}" \
        "sed 's/\"tree\": \"ref\"/\"tree\": \"$1\"/' '$work/documents/'\$1 >\"\$json\"" "${3:-}"
}
# edits SED: a last line that edits the JSON file; number TREE: a line that counts the runs in n
edits() {
    echo "sed -i \"$1\" \"\$json\""
}
number() {
    echo "n=\$(grep -c $1 '$work/started')"
}

mkdir "$work"/{documents,tmp,spool,files/own,files/lab02}
tree=${TREES%% *}
[[ $TREES != *ref* ]] || tree=ref
for verb in "bench --nx=8 --rt=0 --output=$work" "solve --nx=8" "cbgmres --input=lap27:6" "poisson --cells=16"; do
    # shellcheck disable=SC2086
    "$MEMWALL_BIN/memwall-$tree" $verb --threads=1 --json="$work/documents/${verb%% *}" >"$work/out"
done
sed -i 's/"tree": "[^"]*"/"tree": "ref"/' "$work/documents"/*
# Two folders of run/device --build: one with the real programs, in which all others but one succeed, and one without a GPU.
device=$work/files/device/bin
tool "$work/files/nodevice/bin/memwall-opt" 'echo "memwall: a rank has no cuda device" >&2' 'exit 2'
echo cuda >"$work/files/nodevice/backend"
for name in checker-{opt,ref} roof hpgmxp {08-irregular,09-bandwidth,10-coalescing,13-loads,19-shared}-{start,answer}; do
    tool "$device/$name" 'echo 7 GB/s'
done
tool "$device/13-loads-answer" 'echo WRONG: row 3; exit 1'
ln -s "$MEMWALL_BIN"/memwall-{ref,opt} "$device"
echo emu >"$work/files/device/backend"
ln -s "$top/docs/results/h200.csv" "$top/run" "$work/files/device"
ln -s "$top/run" "$work/files/nodevice"
ln -s "$top/run" "$work/programs" "$work/files"
cp "$top/run/job" "$work/spool/slurm_script"
cp "$top/opt/columns.c" "$work/files/lab02"
for name in ref opt; do program $name; done
program renamed
mv "$work/programs/memwall-renamed" "$work/programs/memwall-wrong"
program quiet "exit 0"
program fails "echo 'memwall: out of order' >&2; exit 3"
program changing "$(number changing)" "$(edits 's/\"commit\": \"/&$n/')"
program other "" "$(edits 's/\"commit\": \"/&other-/')"
program shows "env | grep -E '^(OMP_[NP]|GOMP|KMP|GIT)' >>'$work/shown'"
program bytes "" "LC_ALL=C sed -i 's/\"commit\": \"/&\\xff/' \"\$json\""
program limit "echo 'phase of the policy: 120 iterations'; echo 'srun: error: n1: task 0: Exited with exit code 1'; echo 'slurmstepd: error: *** STEP 5.0 CANCELLED DUE TO TIME LIMIT ***'; exit 1"
program late "case \$* in */2/*) echo 'memwall: out of order' >&2; exit 3 ;; esac"
program gpu "" "$(edits 's/\"backend\": \"cpu\"/\"backend\": \"cuda\", \"device\": \"Some GPU\"/; s/\(copy_bytes_per_second\": \)[0-9.e+]*/\11.5e12/')"
program ranked "" 'case $json in */2/*) sed -i "s/\"ranks\": 1,/\"ranks\": 2,/; s/\"verdict\": \"[A-Z]*\"/\"verdict\": \"no rating\"/" "$json" ;; esac'
program foreign "" 'echo "{}" >"$json"'
program endless "exec sleep 100"
program chatty "exec yes"
fake mpirun 'while case $1 in -*) ;; *) false ;; esac; do shift 2; done' 'exec "$@"'
for name in make apt-get sudo srun; do fake $name "exit 1"; done
fake "$work/full/mpirun" "printf '%s\n' ------ 'There are not enough slots available for the 3' 'slots that were requested.' '' Either ------ >&2; exit 1"
fake "$work/one/mpirun" 'case $* in *UNIVERSE*) echo 1 ;; *) exit 1 ;; esac'
fake "$work/cc/make" 'case $* in *lab02*) printf "own.c:2: warning: w\n    2 | int error = undefined;\nown.c:3: error: no\n" >&2; exit 1 ;; esac' "echo program $work/programs/memwall-ref"
tool lost '"$@" --csv=own/o.csv >/dev/full; status=$?' \
    'head -n 1 own/o.csv | grep -q "^# machine: " && [ $(wc -l <own/o.csv) -gt 5 ] && exit $status; exit 99'
tool built 'mkdir own/b; ln -s $work/programs/memwall-ref own/b; ln -s $work/programs/memwall-$1 own/b/memwall-lab02' # as a submission
small="--np=1 --nx=8 --repeat=1 --iterations=5" golden=$tests/data/job frontier="env SLURM_JOB_ID=1 SLURM_JOB_NUM_NODES=2"
eight_gpus="--backend=hip --per-node=8 --threads=7 --nx=320 --gpu-aware-mpi"
limited="--limit=1 --nx=8"
export small limited golden frontier eight_gpus top TMPDIR=$work/tmp MEMWALL_BIN=$work/programs
unset "${!SLURM@}"
TREES=$tree

# ---- What is no single command ----

every_script_explains_itself() {
    local path name grade=packages/autograder/grade
    for path in "$top"/run/*; do
        [ -f "$path" ] && [ -x "$path" ] || continue
        name=${path##*/}
        in_files "run/$name --help"
        [ "$status" = 0 ] && [ "$(wc -c <"$work/out")" -gt 100 ] && [ ! -s "$work/err" ] && unchanged
        ok $? "$name --help: text, and nothing else happens" || show
        in_files "run/$name --frobnicate"
        answers 2 ""
        ok $? "$name: an unknown option" || show
    done
    for name in $(cd "$top/run" && grep -l '^#!.*python3' -- * $grade 2>/dev/null); do
        in_files "python3 -c 'import ast, runpy, sys
ast.parse(open(\"run/$name\").read(), feature_version=(3, 6))  # without a SyntaxError before the line
sys.version_info, sys.argv, sys.path[0], sys.modules[\"dataclasses\"] = (3, 6, 8), [\"run/$name\"], \"run\", None
runpy.run_path(\"run/$name\", run_name=\"__main__\")'"
        answers 2 "Python 3.9 or newer is needed, and this is 3.6"
        ok $? "$name: the version of Python is tested at the start" || show
        in_files "PYTHONSAFEPATH=1 run/$name --help"
        [ "$status" = 0 ] && [ ${#messages[@]} = 0 ]
        ok $? "$name: with PYTHONSAFEPATH" || show
    done
}

# A hook of another repository calls run/handout: that repository remains as it is.
handout_in_a_foreign_environment() {
    local theirs=$work/theirs tip
    git -C "$top" --git-dir=.git rev-parse >"$work/out" 2>&1 || { skip "handout: needs git"; return; }
    git init -q "$theirs"
    git -C "$theirs" -c user.name=x -c user.email=x@localhost commit -q --allow-empty -m theirs
    tip=$(git -C "$theirs" rev-parse HEAD)
    in_files "GIT_DIR=$theirs/.git GIT_INDEX_FILE=$theirs/.git/index run/handout own/out && own/out/tests/ranks 1 own/out/run/quiz --list >own/list"
    is "$status $(git -C "$theirs" rev-parse HEAD) $(cd "$here/own/out" && git ls-files opt/spmv.c docs/lecturer && git status --short)" \
        "0 $tip opt/spmv.c" "handout: all files but solutions are committed, another repository remains as it is" || show
}

# shares_add_up FILE NAME: a share is MB / ms of its line over the bandwidth above the table, within rounding
shares_add_up() {
    awk 'match($0, /(read|copy) bandwidth [0-9.]+/) { split(substr($0, RSTART), word, " "); bandwidth = word[3] }
         /^(ref|opt)[^ ]* +[0-9.]+ +[0-9.]+ +[0-9]+ ?%/ { d = 100 * $3 / $2 / bandwidth - $4; n++; if (!(d * d <= 1)) bad++ }
         END { exit bad || !n }' "$1"
    ok $? "shares add up: $2"
}
shares() {
    shares_add_up "$top/README.md" README.md
    # Bandwidths that differ from run to run, as on a machine that other programs use: 40, 70 and 80 GB/s, and 50, 60, 70.
    program ref "" "$(number ref); $(edits 's/\(read_bytes_per_second\": \)[0-9.e+]*/\1$((n + 3))e10/')"
    program opt "" "$(number opt); $(edits 's/\(read_bytes_per_second\": \)[0-9.e+]*/\1$((n + 4))e10/')"
    in_files "run/compare --np=1 --nx=8 --iterations=5 --short ref opt"
    answers 0 "read bandwidth 65.0 GB/s (40.0 to 80.0)"
    ok $? "the bandwidth is the median of all runs of the table" || show
    shares_add_up "$work/out" run/compare || show
    program ref
    program opt
}

# A checkout in a folder whose name a shell would take for commands.
no_name_is_executed() {
    local odd="$work/it's; touch pwned; \$(touch pwned) \`touch pwned\`  \"x\" &" tree
    mkdir "$odd"
    cp -r "$top/run" "$odd"
    for tree in ref mine; do folder=$odd/$tree program $tree; done
    printf '%s\n' '-include config.mk' 'BUILD ?= build' 'NAME := $(notdir $(TREE))' \
        'PROGRAM := $(BUILD)/flavor/memwall-$(NAME)' 'all:' $'\tmkdir -p $(BUILD)/flavor' \
        $'\tcp $(TREE)/memwall-$(NAME) $(PROGRAM)' $'\techo $(TREE) >>built' $'\techo "$(CFLAGS)" >>flags' >"$odd/Makefile"
    rm "$work/bin/make"
    builds() { # NAME WANTED COMMAND
        rm -f "$odd/built"
        in_files "$3"
        is "$status $(sort "$odd/built" | xargs)" "0 $2" "$1" || show
    }
    export odd MEMWALL_BIN=
    builds "a checkout with quotes, blanks, dollars and semicolons in its path" ref '"$odd/run/compare" $small ref'
    builds "a tree of the checkout" "mine ref" '"$odd/run/compare" $small mine ref'
    builds "a build of a variant" "ref ref" '"$odd/run/compare" $small ref "ref:CC=sh,CFLAGS=-O2 -march=x86-64-v3,policy=double"'
    [ -e "$odd/build/CC@3dsh@2cCFLAGS@3d-O2@20-march@3dx86-64-v3/flavor/memwall-ref" ] && grep -q 'x86-64-v3$' "$odd/flags"
    ok $? "its folder, its flags" || show
    is "$(find "$work" -name pwned)" "" "no part of a name was executed"
    export MEMWALL_BIN=$work/programs
}

# ---- Signals ----

# alive: the processes that wait and still run; none_left: after two seconds at most there are none
alive() {
    local file pid state
    for file in "$work/pids"/*; do
        while read -r pid; do
            { read -r _ _ state _ <"/proc/$pid/stat"; } 2>/dev/null && [[ $state != [ZX] ]] && echo "$pid"
        done <"$file"
    done 2>/dev/null
}
none_left() {
    local k
    for ((k = 0; k < 100; k++)); do
        [ -n "$(alive)" ] || return 0
        sleep 0.02
    done
    alive | xargs kill -9
    return 1
}

# ends SIGNAL RUNS COMMAND: the signal ends all processes of a script during the last of RUNS runs. No further run
# begins, and no temporary folder is left.
ends() {
    local k had name="${3#run/}, SIG$1"
    rm -rf "$work/pids" "$work/started"
    mkdir "$work/pids"
    # Signals that a background command or nohup ignores are the usual ones again.
    (cd "$work/files" && exec python3 -c 'import os, signal, sys
for number in signal.SIGINT, signal.SIGTERM, signal.SIGHUP: signal.signal(number, signal.SIG_DFL)
os.execvp(sys.argv[1], sys.argv[1:])' $3) >/dev/null 2>"$work/err" </dev/null &
    for ((k = 0; k < 1500; k++)); do
        had=$(alive)
        [ -z "$had" ] && kill -0 $! 2>/dev/null || break
        sleep 0.02
    done
    kill -s "$1" $!
    wait $! 2>/dev/null
    status=$?
    [ -n "$had" ] && [ $status = $((128 + $(kill -l "$1"))) ] && grep -q "${3%% *}: ended by SIG$1" "$work/err" &&
        ! grep -q Traceback "$work/err"
    ok $? "$name: status and one line" || show
    none_left && [ -z "$(ls "$work/tmp")" ]
    ok $? "$name: no process, no temporary folder"
    is "$(grep -c "$(tail -n 1 "$work/started")" "$work/started")" "$2" "$name: the next run does not begin"
}

signals() {
    # Like mpirun: its ranks are in groups of their own, and it ends them when it is terminated.
    local waits="set -m 2>/dev/null; trap 'kill \$! 2>/dev/null; exit 143' TERM
sleep 100 & sleep 0.1; echo \$! >'$work/pids/'\$\$; echo \$\$ >>'$work/pids/'\$\$; wait"
    program slow "$waits"
    fake make "$waits"
    for signal in INT TERM HUP; do
        ends $signal 1 "run/compare $small slow"
    done
    ends TERM 1 "run/compare --np=2 --nx=8 slow"
    ends HUP 1 "run/study cbgmres --tree=slow lap27:6"
    ends INT 1 "run/figures --folder=$work/f ladder -- --np=1 slow"
    ends TERM 1 "run/job --per-node=4 --tree=slow --results=$work/jobs"
    MEMWALL_BIN='' ends HUP 1 "run/judge $top/ref"
    MEMWALL_BIN='' ends INT 1 "run/lab 1 $top/ref"
    rm -rf "$work/jobs"
    program late "case \$* in */2*) $waits ;; esac" # the first size is complete; the second one waits
    ends TERM 2 "run/job --per-node=4 --tree=late --results=$work/jobs"
    is "$(cd "$work/jobs" && ls -d [0-9]* */run.json weak.csv | xargs)" "1 1/run.json 2 weak.csv" \
        "job: the results so far and their table are kept, and no further size begins"
    program stubborn "trap '' TERM; sleep 100 & echo \$! >'$work/pids/'\$\$; echo \$\$ >>'$work/pids/'\$\$; while :; do sleep 1; done"
    in_files "python3 $tests/check/scripts.py limits"
    ok "$status" "a limit of seconds, also of a program that ignores SIGTERM" || show
    none_left
    ok $? "no process is left"
}

rows "$tests/scripts.table"
every_script_explains_itself
shares
handout_in_a_foreign_environment
in_files "python3 $tests/check/scripts.py"
ok "$status" "the functions of run/memwall (scripts.py)" || show
signals
no_name_is_executed
finish
