# run/job.sh - what the job scripts share: options, checks, one run after another.
#
# Sourced. A script sets its options as lines NAME=value at its top and gives their names:
#   job_options NAMES... -- "$@"   --NAME=value overrides; --dry-run prints every command
#   job_numbers NAMES...           they must be whole numbers (lists of them, with blanks)
#   job_need PROGRAM REASON        ends with one line where it is missing
#   job_build VARIABLES...         make, unless the option program names one
#   job_bench NODES RANKS LAUNCH... one run: report, log and run.json in $results/NODES
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
    local names=" " argument name
    while [ "$1" != -- ]; do
        names+="$1 "
        shift
    done
    shift
    dry_run=no
    job_arguments=("$@")
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
            printf -v "$name" %s "${argument#*=}"
            ;;
        *) job_fail "$argument: --NAME=value is needed, NAME one of:$names" ;;
        esac
    done
}

job_numbers() {
    local name number
    for name; do
        [ -n "${!name}" ] || job_fail "--$name=: a whole number is needed"
        for number in ${!name}; do
            [[ $number =~ ^[0-9]+$ ]] ||
                job_fail "--$name=${!name}: whole numbers are needed"
        done
    done
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

job_build() {
    if [ -z "$program" ]; then
        job_need make "install GNU make, or give --program=FILE"
        job_do make -s -C "$top" -j8 TREE="$tree" "$@" all
        program=$top/build/memwall-$tree
    elif [ "$dry_run" = no ] && [ ! -x "$program" ]; then
        job_fail "--program=$program: not a program"
    fi
}

job_bench() {
    local nodes=$1 ranks=$2 folder extra
    shift 2
    folder=$results/$nodes
    read -r -a extra <<<"$flags"
    job_do mkdir -p "$folder"
    local command=("$@" "$program" bench --nx="$nx" --rt="$seconds" --output="$folder"
        --json="$folder/run.json" "${extra[@]}")
    if [ "$dry_run" = yes ]; then
        job_do "${command[@]}"
    elif "${command[@]}" >"$folder/log" 2>&1; then
        echo "$job: $ranks ranks: $(grep '^rating:' "$folder/log" || echo "no rating")"
    else
        echo "$job: $ranks ranks: failed: $(grep -m 1 '^memwall: ' "$folder/log" ||
            tail -n 1 "$folder/log")" >&2
        job_failed+=("$ranks")
    fi
}

job_slurm() {
    local ranks=$1 count line
    shift
    if [ -n "${SLURM_JOB_ID:-}" ]; then
        count=$SLURM_JOB_NUM_NODES
        : "${program:=$top/build/memwall-$tree}"
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
