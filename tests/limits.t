#!/usr/bin/env bash
# tests/limits.t - limits of the input and of the system: files that are not regular, sizes that
# are checked before anything is built, small stacks, too many threads, launchers of another MPI
# library. The code is common to all trees, so that the first one suffices.
. "$(dirname "$0")/tap.sh"
read -r tree _ <<<"$TREES"
program=$MEMWALL_BIN/memwall-$tree
mkdir "$work/here"
cd "$work/here" || exit 1
limit=10

# dat NAME WORDS: with the file hpgmp.dat in this folder
dat() {
    run 1 bench
    says 2 "$2" "hpgmp.dat: $1"
    rm hpgmp.dat
}

files() {
    mkfifo hpgmp.dat
    dat "a FIFO" "hpgmp.dat: is not a regular file"
    ln -s nowhere hpgmp.dat
    dat "a link to nothing" "hpgmp.dat: cannot be opened"
    { printf '%01000d\n' 0; printf '8 8 8 %01000d\n' 0 0 0; } >hpgmp.dat
    dat "a long line of sizes" "line 3: three whole numbers"
    { printf 'x%.0s' {1..600}; printf '\nsecond\n8 8 8\n0\n'; } >hpgmp.dat
    run 1 bench
    [ "$status" = 0 ] && grep -q 'local box 8 x 8 x 8' "$work/out"
    ok $? "hpgmp.dat: a comment of 600 characters is one line" || show
    rm -f ./*
    mkfifo m.mtx
    run 1 solve --input=lap27:4 --rhs=m.mtx
    says 2 "m.mtx: is not a regular file" "a FIFO as right-hand side"
    rm m.mtx
}

# The time limit makes sure that nothing large is built before it is refused.
sizes() {
    limit=3
    run 1 solve --input=lap27:1290
    says 2 "GiB are needed on a node" "a generated matrix of 800 GB"
    run 1 solve --input=lap27:128 --memory=0.1
    says 2 "GiB are needed on a node, 0.1 GiB may be used" "a generated matrix and --memory"
    printf '%s\n' "%%MatrixMarket matrix coordinate real general" "1000000 1000000 9000000" >m.mtx
    truncate -s 100M m.mtx # the header says how much is needed; the zeros are not read
    run 1 solve --input=m.mtx --memory=0.02
    says 2 "GiB are needed on a node, 0.02 GiB may be used" "a file and --memory"
    # 32 bytes for each entry on rank 0, which reads the file, and on the other ranks for those of their rows
    printf '%s\n' "%%MatrixMarket matrix coordinate real general" "4000 4000 9000000" >m.mtx
    truncate -s 100M m.mtx
    if can_run 2 "a file that rank 0 reads for all"; then
        run 2 solve --input=m.mtx --memory=0.02
        holds "$(sed -n 's/^memwall: \([0-9.]*\) GiB are needed.*/\1/p' "$work/err") >= 48 * 9e6 / 2 ^ 30" \
            "a file that rank 0 reads for all: the memory for its entries" || show
    fi
    rm m.mtx
    limit=10
    if can_run 2 "rows and halo columns"; then
        run 2 bench --nx=1024 --ny=1448 --nz=1448
        says 2 "1024 x 1448 x 1448 with its halo" "rows and halo columns"
    fi
    run 1 poisson --cells=65536
    says 2 "at most 2^31 - 1 points" "rows of poisson"
}

small_stack() {
    local arguments
    if [ "$BACKEND" = emu ]; then
        skip "a stack of 64 KB: the emulated device stores its shared memory with the stacks of threads"
        return
    fi
    for arguments in "bench --nx=8 --rt=0" "solve --nx=8" "kernels --nx=8" "poisson --cells=16" \
        "solve --input=lap27:4 --preconditioner=ilu"; do
        # shellcheck disable=SC2086
        (ulimit -s 64 && OMP_NUM_THREADS=2 OMP_STACKSIZE=64K timeout 60 "$program" $arguments \
            >"$work/out" 2>"$work/err")
        ok $? "a stack of 64 KB: $arguments" || show
        rm -f ./*
    done
}

threads() {
    OMP_THREAD_LIMIT=1 run 1 solve --nx=8 --threads=2 --json=limit.json # the report states those that ran
    is "$status $(sed -n 's/.*"threads": \([0-9]*\).*/\1/p' limit.json)" "0 1" "OMP_THREAD_LIMIT" || show
    rm -f limit.json
    run 1 solve --nx=8 --threads=4096
    if [ "$(getconf _NPROCESSORS_ONLN)" -lt 64 ]; then
        says 2 "4096 threads per rank on a node with $(getconf _NPROCESSORS_ONLN) cores" \
            "too many threads"
    else
        skip "too many threads: there are 64 cores"
    fi
    local cores
    cores=$(env -u OMP_NUM_THREADS nproc) # nproc prints OMP_NUM_THREADS if it is set
    if [ "$cores" -gt 1 ] && command -v taskset >/dev/null; then
        OMP_NUM_THREADS=2 launch 1 taskset -c 0 "$program" solve --nx=8 # as a launcher binds a rank
        says 0 "warning: a rank with 2 threads is bound to 1 of $cores cores by its launcher: .*--bind-to none" "a bound rank"
        (unset OMP_NUM_THREADS && launch 1 taskset -c 0 "$program" solve --nx=8)
        says 0 "warning: a rank with 1 thread is bound to 1 of $cores cores" "a bound rank that chooses its threads"
        launch 1 taskset -c 0 "$program" solve --nx=8
        is "$status $(cat "$work/err")" "0 " "a bound rank that was asked for one thread" || show
    else
        skip "a bound rank: taskset and two cores are needed"
    fi
    run 1 solve --nx=8 --threads=$((1 + cores))
    says 0 "warning: 1 ranks of .* threads share the $cores cores" "a thread more than there are cores"
    # OpenMP libraries start a thread for each core if they cannot read the variable.
    local value
    for value in abc 0 -2 2x 1.5; do
        OMP_NUM_THREADS=$value run 1 solve --nx=8 --json=threads.json
        says 0 "warning: OMP_NUM_THREADS=$value: a whole number from 1 on is needed" "OMP_NUM_THREADS=$value"
    done
    for value in "" " 1" 1,2 "1 , 2"; do
        OMP_NUM_THREADS=$value run 1 solve --nx=8
        is "$status $(grep -c '^memwall' "$work/err")" "0 0" "OMP_NUM_THREADS='$value'" || show
    done
    rm -f threads.json
}

# Ranks that a launcher does not bind, and whose OpenMP binds the threads of each to the first cores.
places() {
    if [ "$(lscpu -p=core | grep -v '^#' | sort -u | wc -l)" -lt 2 ]; then
        skip "places of threads: two cores are needed"
        return
    fi
    export OMP_NUM_THREADS=1 OMP_PLACES="{0}"
    run 1 solve --nx=8
    is "$status $(cat "$work/err")" "0 " "one thread that is bound to a core" || show
    OMP_NUM_THREADS=2 run 1 solve --nx=8
    says 0 "warning: 1 rank of a node with 2 threads in all may use only 1 of its .* cores" "two threads on one core"
    if can_run 2 "places of ranks"; then
        MPIRUN="$MPIRUN --bind-to none" run 2 solve --nx=8
        says 0 "warning: 2 ranks of a node with 2 threads in all may use only 1 of its .* cores: .*PE=1 --bind-to core" \
            "two ranks on one core"
    fi
    unset OMP_PLACES
    export OMP_NUM_THREADS=1
    if can_run 2 "ranks with places of their own"; then
        MPIRUN="$MPIRUN --bind-to none" run 2 solve --nx=8
        is "$status $(grep -c '^memwall' "$work/err")" "0 0" "two ranks with the same cores" || show
        # each rank on a core of its own: no warning
        launch 1 "$MPIRUN" "${mpi_flags[@]}" --bind-to none -np 1 taskset -c 0 "$program" solve --nx=8 : \
            -np 1 taskset -c 1 "$program" solve --nx=8
        is "$status $(grep -c '^memwall' "$work/err")" "0 0" "two ranks on two cores" || show
        launch 1 "$MPIRUN" "${mpi_flags[@]}" --bind-to none -np 1 taskset -c 0 "$program" solve --nx=8 : \
            -np 1 taskset -c 0 "$program" solve --nx=8
        says 0 "warning: 2 ranks of a node with 2 threads" "two ranks on the same core"
    fi
}

# Ranks of one run that would wait for each other forever.
same() {
    can_run 2 "ranks of two programs" || return
    local name other what
    cp "$program" other-program
    while IFS='|' read -r name other what; do
        # shellcheck disable=SC2086
        launch 1 "$MPIRUN" "${mpi_flags[@]}" -np 2 "$program" solve --nx=8 : -np 1 $other
        says 2 "rank 2 has the $what, rank 0 .*: all ranks of a run need" "$name"
    done <<END
another box | $program solve --nx=16|arguments 'solve --nx=16'
another verb | $program kernels --nx=8|arguments 'kernels --nx=8'
no verb | $program --nx=8|arguments '--nx=8'
no arguments | $program|arguments ''
an argument more | $program solve --nx=8 --threads=1|arguments 'solve --nx=8 --threads=1'
help | $program --help|arguments '--help'
wrong input on one rank | $program solve --nx=7|arguments 'solve --nx=7'
END
    [ "$TREES" = "$tree" ] || {
        launch 1 "$MPIRUN" "${mpi_flags[@]}" -np 2 "$program" solve --nx=8 : -np 1 "$MEMWALL_BIN/memwall-${TREES##* }" solve --nx=8
        says 2 "rank 2 has the program 'memwall-${TREES##* }', rank 0 'memwall-$tree'" "another tree"
    }
    launch 1 "$MPIRUN" "${mpi_flags[@]}" -np 2 "$program" solve --nx=8 : -np 1 ./other-program solve --nx=8
    is "$status" 0 "a copy of the program" || show
    rm -f ./*
}

# The records of the timed solves: without a bound those of a run of 1e7 s would need 37 GB.
records() {
    if [ "$BACKEND" = emu ]; then
        skip "records: the emulated device needs address space of its own"
        return
    fi
    limit=4
    (ulimit -v 4000000 && run 1 bench --nx=8 --rt=1e7 --run_type=benchmark_no_ref && echo "$status" >"$work/status")
    is "$(cat "$work/status") $(cat "$work/err")" "124 " "the records of a run of 1e7 s" || show
    limit=10
}

# Processes that do not know of each other would solve the same problem and write the same files.
launchers() {
    local name
    local -A ranks=([OMPI_COMM_WORLD_SIZE]=OMPI_COMM_WORLD_RANK [PMI_SIZE]=PMI_RANK
        [SLURM_STEP_NUM_TASKS]=SLURM_PROCID)
    for name in "${!ranks[@]}"; do
        export "$name=2"
        run 1 solve --nx=8
        says 2 "$name=2: the launcher has started several processes" "one rank of two processes"
        export "${ranks[$name]}=1"
        run 1 solve --nx=8
        is "$status $(grep -c '^memwall: ' "$work/err")" "2 0" "the other one ends silently, $name" || show
        unset "${ranks[$name]}"
        export "$name=1"
        run 1 solve --nx=8
        is "$status" 0 "one process, $name" || show
        unset "$name"
    done
    # mpirun in an interactive shell of Slurm: mpirun has started the program.
    SLURM_STEP_NUM_TASKS=4 SLURM_PROCID=0 OMPI_COMM_WORLD_SIZE=1 run 1 solve --nx=8
    is "$status" 0 "one process of mpirun within a job of four" || show
    SLURM_STEP_NUM_TASKS=4 SLURM_PROCID=0 run 1 solve --nx=8
    says 2 "unset SLURM_STEP_NUM_TASKS" "the message names the variable"
}

# Control groups: the line of the process, the folder with limits, limit, used, and the cache in it.
group() {
    local folder=$work/root/sys/fs/cgroup$2 most=memory.max used=memory.current total=
    [[ $1 != *memory* ]] || { most=memory.limit_in_bytes used=memory.usage_in_bytes total=total_; }
    rm -rf "$work/root"
    mkdir -p "$work/root/proc/self" "$folder"
    printf '%s\n' "9:name=systemd:/" "$1" >"$work/root/proc/self/cgroup"
    echo "$3" >"$folder/$most"
    echo "$4" >"$folder/$used"
    printf '%s\n' "anon 7" "${total}inactive_file $(($5 / 2))" "${total}active_file $(($5 / 2))" "slab 7" >"$folder/memory.stat"
    MEMWALL_ROOT=$work/root run 1 solve --nx=16
}
memory() {
    local line
    for line in "0::/" "0::/slurm/job_1/step_0" "4:memory:/docker/not_here"; do
        local folder=
        case $line in *slurm*) folder=/slurm ;; *memory*) folder=/memory ;; esac
        group "$line" "$folder" 100000000 99900000 90000000
        is "$status" 0 "$line: pages of the cache are free" || show
        group "$line" "$folder" 100000000 99900000 900000
        says 2 "0.00093[0-9]* GiB may be used: .*--memory=GiB" "$line: the limit"
    done
}

# Another processor: no instruction is missing here, so that a signal stands for it.
instructions() {
    "$program" solve --nx=16 --preconditioner=none --tolerance=0 --iterations=100000 >"$work/out" 2>"$work/err" &
    sleep 0.5
    kill -s ILL $!
    wait $! 2>/dev/null
    status=$?
    says 3 "does not have an instruction of the program.* make ARCH=" "another processor"
}

# A library that was built with -ffast-math and is loaded with the program sets subnormal numbers to 0.
arithmetic() {
    if [ "$(uname -m)" != x86_64 ] || ! echo 'int nothing;' |
        gcc -shared -fPIC -ffast-math -x c - -o "$work/fast.so" 2>"$work/err"; then
        skip "a library with fast arithmetic: gcc for x86_64 is needed"
        return
    fi
    LD_PRELOAD=$work/fast.so run 1 solve --nx=8 --json=r.json
    says 2 "rank 0 is not that of IEEE 754: subnormal numbers become 0" "a library with fast arithmetic"
    can_run 2 "a library with fast arithmetic on one of two ranks" || return
    launch 1 "$MPIRUN" "${mpi_flags[@]}" -np 1 "$program" solve --nx=8 : -np 1 -x LD_PRELOAD="$work/fast.so" \
        "$program" solve --nx=8
    says 2 "rank 1 is not that of IEEE 754" "a library with fast arithmetic on one of two ranks"
}

# The campaign (`make faults`) lets all allocations of one process fail.
allocations() {
    can_run 2 "a failed allocation on two ranks" || return
    MEMWALL_FAIL_ALLOC=40 run 2 solve --nx=8 --json=r.json
    [ "$status" != 0 ] && [ "$status" -lt 128 ] && grep -q "^memwall: .*no memory" "$work/err" && [ ! -e r.json ]
    ok $? "a failed allocation on two ranks: a message, a status, no file" || show
}

files
sizes
allocations
small_stack
threads
places
same
records
launchers
memory
arithmetic
instructions
finish
