#!/usr/bin/env bash
# tests/jobs.t - the job scripts: the commands of a dry run, refused options, and real runs.
. "$(dirname "$0")/tap.sh"
scripts=$(cd "$tests/../run" && pwd)
results=$work/results
read -r tree _ <<<"$TREES"
unset "${!SLURM_@}" # in case this is itself a job

# job NAME ARGUMENTS...
job() {
    "$scripts/job-$1" "${@:2}" >"$work/out" 2>"$work/err" </dev/null
    status=$?
}

# prints NAME PATTERN: a command of the dry run matches the pattern
prints() {
    local name=$1 words=$2
    grep -qE -- "$words" "$work/out"
    ok $? "$name" || show
}

refuses() {
    local name=$1
    shift
    job "$@"
    [ "$status" != 0 ]
    ok $? "$name: exit status" || show
    is "$(wc -l <"$work/err")" 1 "$name: one line" || show
    is "$(cat "$work/out")" "" "$name: nothing done"
}

check_dry() {
    local size
    job frontier --dry-run --account=abc123
    ok $status "frontier, dry run" || show
    for size in 1 8 64 512 4096 9408; do
        prints "frontier: $size nodes" \
            "^sbatch --account=abc123 .*--nodes=$size .*--wrap=.*job-frontier"
    done
    prints "frontier: builds for gfx90a" "^make .*BACKEND=hip HIP_ARCH=gfx90a MPICC=cc"
    prints "frontier: modules" "^module load craype-accel-amd-gfx90a$"
    SLURM_JOB_ID=1 SLURM_JOB_NUM_NODES=9408 job frontier --dry-run --account=abc123
    prints "frontier, in the job: one rank a GCD, 320^3 rows" "^srun -N9408 -n75264 -c7 \
--gpus-per-task=1 --gpu-bind=closest .*/memwall-opt bench --nx=320 --rt=1800 "
    job andes --dry-run --nodes="2 4"
    is "$(grep -c ^sbatch "$work/out")" 2 "andes: the sizes given"
    SLURM_JOB_ID=1 SLURM_JOB_NUM_NODES=4 job andes --dry-run
    prints "andes, in the job: one rank a core" "^srun -N4 -n128 -c1 --cpu-bind=cores "
    job gpus --dry-run --gpus=6 --backend=cuda
    is "$(sed -n 's/^mpirun -np \([0-9]*\) .*/\1/p' "$work/out" | tr '\n' ' ')" "1 2 4 6 " \
        "gpus: 1, 2, 4, all"
    prints "gpus: builds for them" "^make .*BACKEND=cuda"
    job gpus --dry-run --gpus=4 --backend=hip
    is "$(grep -c ^mpirun "$work/out")" 3 "gpus: all of a power of two once"
    job cpus --dry-run --ranks="2 6" --threads=4 --nx=64
    prints "cpus: cores for each rank" "^mpirun -np 6 --bind-to core --map-by slot:PE=4 .*--nx=64 "
    job cpus --dry-run --ranks=1 --tree=/path/mine/
    prints "cpus: a tree elsewhere" "^mpirun .*/build/memwall-mine bench "
    # A Slurm job starts in another folder than this script.
    (cd "$work" && job andes --dry-run --nodes=2 --results=mine)
    prints "a relative folder of results" \
        "^sbatch .*--output=$work/mine/.*--wrap=.*--results=$work/mine"
    is "$(ls "$work")" "$(printf 'err\nout')" "a dry run leaves nothing behind"
}

check_refused() {
    refuses "unknown option" cpus --nodes=8
    refuses "no dashes" cpus 8
    refuses "a word for a size" cpus --ranks="1 many"
    refuses "no size" cpus --nx=
    refuses "no ranks" cpus --ranks=0
    refuses "no threads" cpus --threads=0
    refuses "a number that Bash would refuse as octal" cpus --nx=08
    refuses "a number that Bash would take as octal" cpus --nx=0100
    refuses "a side that does not halve three times" cpus --nx=100
    refuses "more than 2^31 rows a rank" gpus --nx=1296 --gpus=1
    refuses "a job that is shorter than its run" andes --minutes=10 --seconds=600
    refuses "no such program" cpus --ranks=1 --program="$work/none"
    refuses "no MPI" cpus --ranks=1 --mpirun=no-such-mpirun
    refuses "no such hostfile" cpus --ranks=1 --hostfile="$work/none"
    refuses "another back end" gpus --backend=vulkan --gpus=1
    refuses "no GPUs" gpus --gpus=0
    PATH=/usr/bin:/bin refuses "no Slurm" frontier --account=abc123 --modules=
}

# A replacement of Slurm for one process: sbatch runs the job at once, srun runs its program.
fake_slurm() {
    mkdir "$work/bin"
    cat >"$work/bin/sbatch" <<'END'
#!/usr/bin/env bash
for a; do case $a in --nodes=*) nodes=${a#*=} ;; --wrap=*) wrap=${a#*=} ;; esac; done
SLURM_JOB_ID=1 SLURM_JOB_NUM_NODES=$nodes bash -c "$wrap"
END
    cat >"$work/bin/srun" <<'END'
#!/usr/bin/env bash
while [[ $1 == -* ]]; do shift; done
exec "$@"
END
    printf '#!/usr/bin/env bash\n' >"$work/bin/module"
    chmod +x "$work"/bin/*
}

# A folder like /sys with two GPUs, two network interfaces, and three NUMA nodes, the first of
# which has all cores.
fake_sys() {
    local folder
    for folder in devices/system/node/node{0,1,2} bus/pci/devices/0000:{01,02,03}:00.0 \
        class/net/{hsn0,hsn1}/device class/net/lo; do
        mkdir -p "$work/sys/$folder"
    done
    echo 0-4095 >"$work/sys/devices/system/node/node0/cpulist"
    echo 4096-8191 | tee "$work"/sys/devices/system/node/node{1,2}/cpulist >"$work/out"
    echo 1 >"$work/sys/class/net/hsn0/device/numa_node"
    echo 2 >"$work/sys/class/net/hsn1/device/numa_node"
    set -- "0x8086 0x020000 0" "0x1002 0x038000 0" "0x1002 0x038000 1"
    for folder in "$work"/sys/bus/pci/devices/*; do
        read -r vendor class node <<<"$1"
        echo "$vendor" >"$folder/vendor"
        echo "$class" >"$folder/class"
        echo "$node" >"$folder/numa_node"
        shift
    done
}

# binding GPU WANTED NAME: the last three words of run/binding
binding() {
    is "$(MEMWALL_SYS=$work/sys ROCR_VISIBLE_DEVICES=$1 CUDA_VISIBLE_DEVICES="" \
        "$scripts/binding" | cut -d' ' -f5-)" "$2" "binding: $3"
}

# report RANKS PATTERN NAME: what a job script says of ranks with the GPUs 1, 1, ...
report() {
    MEMWALL_SYS=$work/sys ROCR_VISIBLE_DEVICES=1 bash -c '. "$1/job.sh"
        job_binding "$2/binding" "$3" bash -c "for k in $(seq "$3" | tr "\n" " "); do \$0; done"' \
        job "$scripts" "$work" "$1" >"$work/out" 2>&1
    grep -q "$2" "$work/out"
    ok $? "binding: $3" || show
}

check_binding() {
    fake_sys
    binding 1 "0 1 hsn0" "the second GPU and the interface near it"
    binding 0 "0 0 none" "a GPU without an interface on its NUMA node"
    binding "" "0 - none" "without a GPU, the NUMA node of the cores"
    binding 7 "0 - none" "a GPU that is not there"
    report 2 "2 ranks have a GPU on another NUMA node" "a GPU far from its cores"
    report 2 "1 GPUs belong to more than one rank" "two ranks on one GPU"
    echo 0 >"$work/sys/bus/pci/devices/0000:03:00.0/numa_node"
    report 2 "2 ranks have no network interface" "no interface near"
    echo -1 | tee "$work"/sys/class/net/*/device/numa_node >"$work/out"
    binding 1 "0 0 -" "interfaces of no NUMA node"
    report 2 "2 of 2 ranks: the system does not state" "says that nothing is known"
    rm -r "$work/sys" "$work"/binding*
}

check_run() {
    local program=$MEMWALL_BIN/memwall-$tree quick=(--nx=8 --seconds=0)
    fake_slurm
    PATH=$work/bin:$PATH job frontier --account=abc123 --nodes="1 2" --flags=--restart=20 \
        --program="$program" --results="$results" "${quick[@]}"
    ok $status "frontier with a Slurm of one process" || show
    cp "$work/err" "$work/err.jobs"
    is "$(grep -c '"arguments": .*--restart=20' "$results"/{1,2}/run.json | cut -d: -f2 |
        tr '\n' ' ')" "1 1 " "its documents, with the flags given"
    # The srun of this test starts one process only.
    grep -q "16 ranks: 1 processes were started" "$work/err.jobs"
    ok $? "a job with too few processes says so" || show
    "$scripts/collect" "$results" >"$work/out"
    ok $? "run/collect" || show
    is "$(grep -c ' valid$' "$work/out")" 2 "run/collect: a line a run" || show
    python3 -c "import json; exit(len(json.load(open('$results/all.json'))) != 2)"
    ok $? "run/collect: one list"
    check_series
    echo "{" >"$results/1/run.json"
    ! "$scripts/collect" "$results" >"$work/out" 2>"$work/err"
    ok $? "run/collect: a broken document"
    is "$(wc -l <"$work/err")" 1 "run/collect: one line" || show

    check_backend
    can_run 2 "cpus" || return
    rm -rf "$results"
    # Without --bind-to, both ranks may use all cores.
    [[ $mpi_version != *"Open MPI"* ]] || mpi_flags+=(--bind-to none)
    job cpus --ranks="1 2" --program="$program" --results="$results" --mpirun="$MPIRUN" \
        --mpirun_flags="${mpi_flags[*]}" "${quick[@]}"
    ok $status "cpus" || show
    is "$(awk '$NF == "valid" { print $2 }' "$work/out" | tr '\n' ' ')" "1 2 " \
        "cpus: the table at its end" || show
    grep -q "2 ranks: .* cores belong to more than one rank" "$work/err"
    ok $? "cpus: two ranks on the same cores are reported" || show
    job cpus --ranks="1 2" --program="$program" --results="$results" --mpirun="$MPIRUN" \
        --mpirun_flags="${mpi_flags[*]}" "${quick[@]}"
    is "$(grep -c "already in" "$work/out")" 2 "cpus: what has run is not repeated" || show
    job cpus --ranks="1 2" --program="$program" --results="$results" --mpirun="$MPIRUN" \
        --mpirun_flags="${mpi_flags[*]}" --flags=--frobnicate=1 "${quick[@]}"
    is "$status" 2 "cpus: a run that fails" || show
    is "$(grep -c 'unknown flag' "$work/err")" 2 "cpus: says why, and goes on" || show
    check_again
}

# again NAME RUNS ARGUMENTS...: so many of two runs are there already
again() {
    job cpus --ranks="1 2" --program="$work/program" --results="$results" --mpirun="$MPIRUN" \
        --mpirun_flags="${mpi_flags[*]}" "${quick[@]}" "${@:3}"
    is "$(grep -c "already in" "$work/out")" "$2" "cpus: $1" || show
}

check_again() {
    cp "$program" "$work/program"
    rm -rf "$results"
    again "no run is there" 0
    again "both runs are there" 2
    again "another number of threads" 0 --threads=2
    echo >>"$work/program"
    again "another program of the same name" 0 --threads=2
}

check_backend() {
    local backend=cuda
    [ "$BACKEND" != cuda ] || backend=hip
    printf '#!/bin/sh\nshift 2\n"$@"\n' >"$work/bin/run"
    printf '#!/bin/sh\nprintf "%%s\\n" ----- "There is not enough room." -----; exit 1\n' \
        >"$work/bin/full"
    chmod +x "$work"/bin/*
    rm -rf "$results"
    job gpus --gpus=1 --backend=$backend --program="$program" --results="$results" \
        --mpirun="$work/bin/run" --mpirun_flags=" " "${quick[@]}"
    is "$status" 2 "gpus: the program of another back end" || show
    grep -q "failed: .* was not built with BACKEND=$backend" "$work/err"
    ok $? "gpus: says so" || show
    job cpus --ranks=1 --program="$program" --results="$results" --mpirun="$work/bin/full" "${quick[@]}"
    grep -q "1 ranks: failed: There is not enough room" "$work/err"
    ok $? "cpus: why mpirun has failed" || show
}

# edited STATEMENT: the second of the two runs in $work/two, changed; the first has one rank
edited() {
    mkdir -p "$work"/two/{1,2}
    cp "$results/1/run.json" "$work/two/1"
    python3 -c 'import json, sys
d = json.load(open(sys.argv[1]))
d["machine"]["ranks"] = 2
exec(sys.argv[3])
json.dump(d, open(sys.argv[2], "w"))' "$results/1/run.json" "$work/two/2/run.json" "$1"
}

# apart NAME STATEMENT TEXT: neither script takes the two as one series
apart() {
    local script
    edited "$2"
    for script in collect weak; do
        "$scripts/$script" "$work/two" >"$work/out" 2>"$work/err"
        is $? 2 "$script: $1" || show
        is "$(wc -l <"$work/err"),$(grep -c "two/1/run.json and .*two/2/run.json .*$3" "$work/err")" 1,1 \
            "$script: $1: one line names both" || show
    done
    [ ! -e "$work/two/all.json" ]
    ok $? "collect: $1: no list"
}

check_series() {
    apart "another tree" 'd["options"]["tree"] = "other"' 'and "other"'
    apart "another box" 'd["sizes"]["local"] = [16, 16, 16]' 'local box "8^3" and "16^3"'
    apart "another policy" 'd["options"]["policy"] = "double"' 'policy "mixed" and "double"'
    apart "another commit" 'd["machine"]["commit"] = "abc"' 'and "abc"'
    apart "another flag" 'd["options"]["arguments"] += " --order natural"' "order=natural"
    edited 'd["rating"].update(valid=False, verdict="INVALID")'
    "$scripts/collect" "$work/two" >"$work/out" 2>"$work/err"
    is "$(grep -c ' INVALID$' "$work/out")" 1 "collect: marks a run that is not valid" || show
    "$scripts/weak" "$work/two" >"$work/out" 2>"$work/err"
    is "$(wc -l <"$work/out"),$(grep -c '2/run.json: its run is not valid' "$work/err")" 1,1 \
        "weak: leaves it out and says so" || show
    edited 'del d["rating"]'
    "$scripts/collect" "$work/two" >"$work/out" 2>"$work/err"
    is "$(grep -c ' not rated$' "$work/out")" 1 "collect: a run without a rating" || show
    edited 'del d["mixed"]'
    ! "$scripts/weak" "$work/two" >"$work/out" 2>"$work/err"
    is "$(wc -l <"$work/err")" 1 "weak: a document without the rated phase: one line" || show
    edited 'd["mixed"]["seconds"] *= 2'
    "$scripts/weak" --csv="$work/weak.csv" "$work/two" >"$work/out" 2>"$work/err"
    is "$(sed -n 's/^measured,2,.*,//p' "$work/weak.csv")" 0.5000 "weak: the efficiency" || show
    cp "$work/weak.csv" "$work/old.csv"
    (ulimit -f 0 && "$scripts/weak" --csv="$work/weak.csv" "$work/two" >/dev/null 2>&1)
    [ $? != 0 ]
    ok $? "weak: a full disk"
    cmp -s "$work/weak.csv" "$work/old.csv"
    ok $? "weak: a full disk leaves the old file" || show
    rm -r "$work/two"
}

if ! python3 -c 'import json' 2>/dev/null; then
    skip "python3 is needed for the tables"
    finish
fi
check_dry
check_refused
check_binding
check_run
finish
