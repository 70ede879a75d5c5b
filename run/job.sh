# run/job.sh - what the job scripts share: options, checks, one run after another.
#
# Sourced. A script sets its options as lines NAME=value at its top and gives their names:
#   job_options NAMES... -- "$@"   --NAME=value overrides; --dry-run prints every command
#   job_numbers NAMES...           they must be numbers from 1 on (lists of them, with blanks)
#   job_need PROGRAM REASON        ends with one line where it is missing
#   job_build VARIABLES...         make, unless the option program names one
#   job_geometry                   the local box must fit memwall and the time limit
#   job_bench NODES RANKS LAUNCH... one run: report, log, binding and run.json in
#                                  $results/NODES; a run that is there already is not repeated
#   job_binding FILE RANKS LAUNCH... reports ranks that share cores or GPUs, and those with a
#                                  GPU or network interfaces far from their cores
#   job_slurm RANKS SRUN_FLAGS...  one Slurm job a size; inside a job, its run
#   job_end                        the table of all runs; fails if one has
# shellcheck shell=bash disable=SC2154 # the options are the script's
set -euo pipefail
top=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
job=$(basename "$0")
job_failed=()

job_fail() {
    echo "$job: $*" >&2
    exit 2
}

job_options() {
    local names=" " argument name value
    while [ "$1" != -- ]; do
        names+="$1 "
        shift
    done
    shift
    dry_run=no
    job_arguments=()
    for argument; do
        name=${argument#--}
        name=${name%%=*}
        case $argument in
        --help)
            sed -n '2,/^[^#]/s/^# \{0,1\}//p' "$0"
            echo "options:$names"
            exit 0
            ;;
        --dry-run) dry_run=yes ;;
        --*=*)
            [[ $names == *" $name "* ]] ||
                job_fail "--$name: not an option; these are:$names"
            value=${argument#*=}
            case $name in # a Slurm job starts in another folder
            results | program | hostfile) [[ $value = /* || -z $value ]] || value=$PWD/$value ;;
            esac
            printf -v "$name" %s "$value"
            job_arguments+=("--$name=$value")
            ;;
        *) job_fail "$argument: --NAME=value is needed, NAME one of:$names" ;;
        esac
    done
}

# The seconds of the rated phase may be 0, and so may the GPUs that were counted. Bash takes numbers
# that begin with 0 as octal ones.
job_numbers() {
    local name number
    for name; do
        [ -n "${!name// /}" ] || job_fail "--$name=${!name}: a whole number is needed"
        for number in ${!name}; do
            [[ $number =~ ^[1-9][0-9]{0,8}$ || "$name=$number" =~ ^(seconds|gpus)=0$ ]] ||
                job_fail "--$name=${!name}: whole numbers without leading zeros are needed"
        done
    done
}

# The box must have whole coarse points on four levels and fewer than 2^31 rows, and a Slurm job
# must not end before the rated phase.
job_geometry() {
    ((nx > 0 && nx % 8 == 0)) || job_fail "--nx=$nx: a multiple of 8 is needed"
    ((nx <= 1288)) || job_fail "--nx=$nx: at most 1288, a rank has fewer than 2^31 rows"
    [ -z "${minutes:-}" ] || ((60 * minutes > seconds)) ||
        job_fail "--minutes=$minutes: the rated phase alone lasts --seconds=$seconds"
}

job_need() {
    [ "$dry_run" = yes ] || type "$1" >/dev/null 2>&1 || job_fail "$1 is not here: $2"
}

# job_do COMMAND...: runs it; in a dry run prints it.
job_do() {
    if [ "$dry_run" = yes ]; then
        local line
        printf -v line '%q ' "$@"
        echo "${line% }"
    else
        "$@"
    fi
}

# On a login node modules may be missing; in a job they are inherited.
job_modules() {
    local module
    for module in $modules; do
        job_do module load "$module"
    done
}

job_program() {
    local name=${tree//\//-} # as the Makefile names it
    case $tree in /* | ../* | docs/* | tests/*) name=$(basename "$tree") ;; esac
    echo "$top/build/memwall-$name"
}

job_build() {
    if [ -z "$program" ]; then
        job_need make "install GNU make, or give --program=FILE"
        job_do make -s -C "$top" -j8 TREE="$tree" "$@" all
        program=$(job_program)
    elif [ "$dry_run" = no ] && [ ! -x "$program" ]; then
        job_fail "--program=$program: not a program"
    fi
}

# job_reason LOG: the line that says why a run has failed: the program's, else the first with words.
job_reason() {
    grep -m 1 -e '^memwall: ' -e '^INVALID: ' "$1" || grep -m 1 '[[:alpha:]]' "$1" ||
        echo "no message"
}

# One line of run/binding per rank. Each rank needs as many cores as it has threads, cores and a
# GPU of its own, and cores, GPU and a network interface on one NUMA node.
job_binding() {
    local file=$1 ranks=$2
    shift 2
    "$@" "$top/run/binding" >"$file" 2>"$file.log" ||
        echo "$job: $ranks ranks: the binding cannot be shown: $(job_reason "$file.log")" >&2
    awk -v job="$job" -v ranks="$ranks" '
        $2 !~ /^[0-9][0-9,-]*$/ { next } # not from run/binding
        { lines++
          cores = 0
          count = split($2, part, ",")
          for (k = 1; k <= count; k++) {
              last = split(part[k], range, "-")
              for (core = range[1]; core <= range[last]; core++) {
                  cores++
                  shared += owner[$1, core]++ == 1
              }
          }
          few += cores < $3
          same += NF > 3 && $4 != "-" && index($4, ",") == 0 && gpu[$1, $4]++ == 1
          far += $6 != "-" && index("," $5 ",", "," $6 ",") == 0
          cut_off += $7 == "none"
          unknown += $7 == "-" }
        function wrong(text) { print job ": " ranks " ranks: " text >"/dev/stderr" }
        END {
            if (lines + 0 != ranks) wrong(lines + 0 " processes were started")
            if (shared) wrong(shared " cores belong to more than one rank")
            if (few) wrong(few " ranks have fewer cores than threads")
            if (same) wrong(same " GPUs belong to more than one rank")
            if (far) wrong(far " ranks have a GPU on another NUMA node than their cores")
            if (cut_off) wrong(cut_off " ranks have no network interface on their NUMA node")
            if (unknown) print job ": " unknown " of " ranks " ranks: the system does not " \
                "state which network interfaces are near"
        }' "$file"
}

# A run is the same if the command, the threads and the program are.
job_key() {
    echo "OMP_NUM_THREADS=$OMP_NUM_THREADS $(cksum <"$program") $*"
}

job_bench() {
    local nodes=$1 ranks=$2 folder extra key reason=""
    shift 2
    folder=$results/$nodes
    read -r -a extra <<<"$flags"
    local command=("$@" "$program" bench --nx="$nx" --rt="$seconds" --output="$folder"
        --json="$folder/run.json" "${extra[@]}")
    if [ "$dry_run" = yes ]; then
        job_do mkdir -p "$folder"
        job_do "${command[@]}"
        return
    fi
    key=$(job_key "${command[@]}")
    if [ -e "$folder/run.json" ] && [ "$(cat "$folder/command" 2>&1)" = "$key" ]; then
        echo "$job: $ranks ranks: already in $folder; remove it for another run"
        return
    fi
    mkdir -p "$folder" 2>/dev/null || job_fail "--results=$results: this folder cannot be written"
    echo "$job: $ranks ranks x $nx^3 rows, $seconds s rated: log in $folder"
    rm -f "$folder/run.json" "$folder/command" # a run that fails is repeated by the next call
    job_binding "$folder/binding" "$ranks" "$@"
    "${command[@]}" >"$folder/log" 2>&1 || reason=$(job_reason "$folder/log")
    if [ -n "${backend:-}" ] && ! grep -qs "\"backend\": \"$backend\"" "$folder/run.json"; then
        rm -f "$folder/run.json"
        reason=${reason:-"$program was not built with BACKEND=$backend"}
    fi
    if [ -n "$reason" ]; then
        echo "$job: $ranks ranks: failed: $reason" >&2
        job_failed+=("$ranks")
    else
        echo "$key" >"$folder/command"
        echo "$job: $ranks ranks: $(grep '^rating:' "$folder/log" || echo "no rating")"
    fi
}

job_slurm() {
    local ranks=$1 count line
    shift
    if [ -n "${SLURM_JOB_ID:-}" ]; then
        count=$SLURM_JOB_NUM_NODES
        : "${program:=$(job_program)}"
        job_need srun "it comes with Slurm"
        job_bench "$count" $((count * ranks)) srun -N"$count" -n$((count * ranks)) "$@"
        return
    fi
    job_need sbatch "run this on a login node of the machine"
    [ -n "$account" ] || [ "$dry_run" = yes ] || job_fail "--account=PROJECT is needed"
    job_build "${make_flags[@]}"
    printf -v line '%q ' "$top/run/$job" "${job_arguments[@]}"
    job_do mkdir -p "$results"
    for count in $nodes; do
        echo "# $count nodes: $((count * ranks)) ranks x $nx^3 rows, $seconds s rated," \
            "at most $minutes minutes; in $results/$count"
        job_do sbatch --account="$account" --partition="$partition" --nodes="$count" \
            --time="$minutes" --job-name="memwall-$count" --output="$results/%j.log" \
            --chdir="$top" --wrap="${line% }"
    done
    echo "# when they have run: run/collect $results"
}

job_end() {
    [ "$dry_run" = no ] && [ -z "${SLURM_JOB_ID:-}" ] || return 0
    [ "${#job_failed[@]}" = 0 ] || job_fail "failed with ranks: ${job_failed[*]}"
    job_need python3 "the table needs it; the documents are $results/*/run.json"
    "$top/run/collect" "$results"
}
