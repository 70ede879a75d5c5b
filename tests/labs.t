#!/usr/bin/env bash
# tests/labs.t - the labs: run/lab ends for each start and each answer as its table says. Labs 8, 9 and 13, which
# have no tree, are those of cuda.t.
#
# run/lab decides, by iterations, residual histories, kernels on the emulated device, bytes, sectors and launches; in
# lab 6 by the order of events in a trace. With LABS=cheap only the trees that are ref or opt are judged.
. "$(dirname "$0")/tap.sh"

cd "$tests/.." || exit 1
python3 -c '' 2>/dev/null || skip_all "python3 is needed"
[[ "$BACKEND $TREES" = @(cpu|emu)*ref* ]] || skip_all "the labs need ref on a CPU or on the emulated device"
counted=$(echo "$MEMWALL_BIN"/few/*-count)
few=${counted%-count}
ln -s "$MEMWALL_BIN" "$work/all" # has all formats
ln -s "$counted" "$work/all-count"

# What run/lab says of some trees.
declare -A words=([docs/labs/11-launches/start]="^WRONG .*host code has touched device memory"
    [docs/labs/12-shuffles/answer]="^answer *f64 *1.07 *-" # the table of --backend=emu
    [docs/labs/14-streams/start]="^overlapped .* 0.00 .*MISSED")
# judge LAB TREE: run/lab in the background, one of two at a time, with its output and status in a folder.
# judged STATUS LAB TREE: it ended with this status, and said these words.
folder_of() {
    echo "$work/judged/$1-${2//\//-}"
}
judge() {
    local built=$few
    case $BACKEND:$name:$2 in
    cpu:*:opt) [[ $TREES = *opt* ]] && built=$work/all || return ;;
    cpu:bytes:* | cpu:*:ref) built=$work/all ;;
    *) [ "$LABS" = all ] || return ;;
    esac
    local backend=() folder
    [[ $2 != *shuffles/answer ]] || backend=(--backend=emu)
    folder=$(folder_of "$@")
    mkdir -p "$folder/.mpi"
    while [ "$(jobs -rp | wc -l)" -gt 1 ]; do wait -n; done
    # Programs that run at the same time need two folders of their MPI (tap.sh).
    (export OMPI_MCA_orte_tmpdir_base=$folder/.mpi work=$folder
     launch 1 run/lab "$@" --built="$built" "${backend[@]}"; echo "$status" >"$folder/status") &
}
judged() {
    local folder all=$work
    folder=$(folder_of "$2" "$3")
    [ -d "$folder" ] || return 0
    work=$folder
    is "$(cat "$work/status")" "$1" "lab $2, $3" || show
    [ -z "${words[$3]-}" ] || { grep -q -- "${words[$3]}" "$work/out"; ok $? "lab $2, $3: ${words[$3]}" || show; }
    work=$all
}
LABS=${LABS:-all}
python3 - >"$work/table" <<END
import sys
sys.path.insert(0, "run")
from memwall import programs
lab = programs.script("lab")
for number, each in lab.LABS.items():
    device = "emu" if each.kernel or each.check is lab.device.check else "cuda" if each.check is lab.cuda.check else "cpu"
    print(number, each.name, device, each.status, each.start, each.answer)
END
is "$(wc -l <"$work/table")" "$(ls -d docs/labs/[0-9]*/ | grep -vc race)" "each lab has a folder and a line in the table"
while read -r number name backend first start answer; do
    [ "$backend" = "$BACKEND" ] || continue
    [ "$name" != overlap ] || can_run 3 "lab $number" || continue
    judge "$number" "$start"
    judge "$number" "$answer"
done <"$work/table"
wait
while read -r number name backend first start answer; do
    judged "$first" "$number" "$start"
    judged 0 "$number" "$answer"
done <"$work/table"
# Points without work. attempt FOLDER LAB POINTS MESSAGE [OPTION OF run/lab ...]: the points of a hand-in for right,
# target and prediction, and what is said of it.
attempt() {
    launch 1 run/packages/autograder/grade --lab="$2" --results="$work/results.json" "$1" -- "${@:5}"
    is "$status $(python3 -c 'import json, sys
print(*("%g" % t["score"] for t in json.load(open(sys.argv[1]))["tests"]))' "$work/results.json")" "0 $3" \
        "attempt: lab $2, ${1##*/}: points" || show
    grep -qE -- "$4" "$work/out"
    ok $? "attempt: lab $2, ${1##*/}: $4" || show
}
# Half of the work of a phase is done in another phase, or in none. moved PROGRAM PHASE: the program that
# counts says so.
moved() {
    mkdir -p "$work/built-count"
    rm -f "$work/built-count/memwall-fake"
    cat >"$work/built-count/memwall-fake" <<END
#!/usr/bin/env bash
"$1" "\$@"
for word; do
    case \$word in --json=*) python3 -c 'import json, sys
document = json.load(open(sys.argv[1]))
launched = document["solve"]["launched"]
for kernel in [k for k in launched if k["phase"] == "ortho"]:
    for name in "sectors_32", "read", "written":
        kernel[name] /= 2
    launched.append(dict(kernel, phase=sys.argv[2]))
for phase in document["solve"]["phases"]:
    if phase["phase"] == "ortho":
        phase["counted"], phase["bytes"] = phase["counted"] / 2, phase["bytes"] / 2
json.dump(document, open(sys.argv[1], "w"))' "\${word#*=}" "$2" ;; esac
done
END
    chmod +x "$work/built-count/memwall-fake"
}
if [ "$BACKEND" = emu ]; then
    if [ "$LABS" = all ]; then
        # run/judge, whose program for the CPU would be that of ref.
        python3 - "$few" >"$work/out" 2>"$work/err" <<END
import sys
from types import SimpleNamespace
sys.path.insert(0, "run")
from memwall import programs
judge = programs.script("judge")
judge.flavor = judge.device.program.flavor = lambda *_: sys.argv[1]
for tree in "docs/labs/11-launches/start", "docs/labs/12-shuffles/answer", "docs/labs/14-streams/start", "docs/steps/simd", "ref":
    print("own", *judge.device.own_files(tree))
for tree in "docs/labs/11-launches/start", "docs/labs/12-shuffles/answer":
    v = judge.Verdict()
    judge.device_tests(v, SimpleNamespace(built=True, tree=tree))
    print("verdict", v.verdict(), len(v.tests) > 5)
END
        is "$(sed -n 's/^own //p' "$work/out" | tr '\n' ';')" "True False;True False;True False;False True;False False;" \
            "run/judge: trees for a device" || show
        is "$(sed -n 's/^verdict //p' "$work/out" | tr '\n' ';')" "wrong False;right True;" \
            "run/judge: the kernels on the emulated device" || show
        mkdir -p "$work"/{built,built-count,trees/fake/gpu}
        echo "int own;" >"$work/trees/fake/gpu/basis_pass.c"
        touch -d 2000-01-01 "$work/trees/fake/gpu"/* "$work/trees/fake/gpu" "$work/trees/fake"
        ln -s "$few/memwall-12-shuffles-answer" "$work/built/memwall-fake"
        ln -s "$few/memwall-ref" "$work/built"
        ln -s "$counted/memwall-ref" "$work/built-count"
        printf '#!/bin/sh\necho 1..1\n' >"$work/built/checker-fake" # it finds nothing
        chmod +x "$work/built/checker-fake"
        moved "$counted/memwall-12-shuffles-start" update
        attempt "$work/trees/fake" 12 "40 0 0" "^update, level 0: [0-9.]+ bytes for a row and an iteration, .*WRONG" --built="$work/built"
    fi
    finish
fi
if [ "$LABS" = all ]; then
    launch 1 "$few/checker-02-slices-start" check
    is "$status" 0 "lab 2: the start is right" || show
fi

# fake COMMAND [LAB POLICY]: a program of ref that changes what it reports by a command for sed, in
# mixed or this policy, is judged.
mkdir -p "$work/built" "$work/built-count" "$work/trees/fake" "$work/trees/empty" "$work/trees/loop"
ln -s "$MEMWALL_BIN/memwall-ref" "$work/built"
ln -s "$counted/memwall-ref" "$work/built-count"
# The checker of the kernels finds nothing in them.
printf '#!/bin/sh\necho 1..1\n' >"$work/built/checker-fake"
chmod +x "$work/built/checker-fake"
# own NAME TEXT [NAME]: a file of the tree, which is older than the program, and a file that is a copy of opt
own() {
    rm -f "$work/trees/fake"/*
    printf '%s\n' "$2" >"$work/trees/fake/$1"
    [ -z "${3-}" ] || cp "opt/$3" "$work/trees/fake"
    touch -d 2000-01-01 "$work/trees/fake"/* "$work/trees/fake"
}
own columns.c "int own;" slice.h
echo "$work/trees/loop" >"$work/trees/loop/parent"
fake() {
    ln -sf "$counted/memwall-ref" "$work/built-count/memwall-fake"
    cat >"$work/built/memwall-fake" <<END
#!/usr/bin/env bash
"$MEMWALL_BIN/memwall-ref" "\$@"
[[ "\$*" == *=${3:-mixed}* ]] || exit
for word; do
    case \$word in --json=* | --history=*) sed -i '$1' "\${word#*=}" ;; esac
done
END
    chmod +x "$work/built/memwall-fake"
    launch 1 run/lab "${2:-2}" "$work/trees/fake" --nx=8 --built="$work/built"
}
fake 's/"reason": *"[a-z ]*"/"reason": "not finite"/'
is "$status" 1 "the residual is NaN in mixed" || show
is "$(grep -c '^WRONG.*mixed.*not finite after' "$work/out")" 2 "and the checker says so" || show
fake '5,12d'
is "$status" 1 "far fewer iterations than ref in mixed" || show
fake '3s/,0\./,0.1/' 7 matrix8
is "$status" 1 "lab 7: another residual in matrix8" || show
grep -q '^WRONG.*matrix8.*differs from iteration' "$work/out"
ok $? "and the checker says so" || show
fake ''
is "$status" 0 "the same program without a change" || show
touch "$work/trees/fake/columns.c"
launch 1 run/lab 2 "$work/trees/fake" --nx=8 --built="$work/built"
is "$status $(grep -c "memwall-fake is older than .*fake/columns.c" "$work/err")" "2 1" "--built: an old program" || show

# No work of one's own: the tree is right and reaches the target of lab 2, but not by a file of the student.
nothing() {
    fake ''
    is "$status $(grep -c "^no work of your own: .*$1" "$work/out")" "4 1" "no work of your own: $2" || show
}
own parent ref
nothing "does not have columns.c, slice.h; the page names columns.c, slice.h" "parent alone"
own spmv.c "int own;"
nothing "does not have columns.c, slice.h" "another file than the page names"
own columns.c "int own;"
nothing "does not have slice.h" "one of two files"
own columns.c "$(cat docs/steps/ell/columns.c)" slice.h
nothing "the same text is a file of the project" "a copy of an answer"
own columns.c "/* mine */ $(sed 's,/\*.*\*/,,; s/  */ /g' opt/columns.c)" slice.h
nothing "the same text is a file of the project" "a copy of opt with other comments and blanks"
own columns.c "$(sed 's/\<A\>/B/g; s/\<s\>/my_slice/g' opt/columns.c)" slice.h
nothing "the same text is a file of the project" "a copy of opt with other names"
own columns.c '#include "opt/columns.c"' slice.h
nothing "is included by a path" "a file of another tree by a path"
own columns.c $'#define THIS "opt/columns.c"\n#include THIS' slice.h
nothing "is included by a path" "a file of another tree by the name of a macro"
own columns.c '#include "mine.h"' slice.h
cp opt/columns.c "$work/trees/fake/mine.h"
nothing "the same text is a file of the project" "a copy in a header of one's own"
own columns.c "void f(void) { device_counts.waits = 0; }" slice.h
nothing "device_counts belongs to what counts" "a tree that changes what is counted"
own columns.c "#include <sys/types.h>" slice.h
fake ''
is "$status" 0 "a header of the system with a path" || show
own columns.c "int own;" slice.h

# The grader: on a solution, a copy of an answer, a wrong tree and a start; the document of Gradescope.
points() { # NAME POINTS
    launch 1 run/packages/autograder/grade --lab=2 --results="$work/results.json" "$work/trees/fake" -- \
        --nx=8 --built="$work/built" --predict=spmv:f64:1.0 --predict=spmv:f32:2.0
    is "$status" 0 "grade: $1: status" || show
    is "$(python3 -c 'import json, sys
d = json.load(open(sys.argv[1]))
print(*("%g/%g" % (t["score"], t["max_score"]) for t in d["tests"]), "WRONG" in d["output"])' "$work/results.json")" "$2" \
        "grade: $1: points" || show
}
fake ''
points "a solution" "40/40 15/15 5/10 False"
own columns.c "$(cat docs/steps/ell/columns.c)" slice.h
fake ''
points "a copy of an answer" "0/40 0/15 5/10 False"
own columns.c "$(cat docs/labs/02-slices/start/columns.c)" slice.h
fake ''
points "the start" "0/40 0/15 5/10 False"
own columns.c "int own;" slice.h
fake 's/"reason": *"[a-z ]*"/"reason": "not finite"/'
points "a wrong tree" "0/40 0/15 0/10 True"
cat >"$work/trees/fake/prediction.csv" <<END
kernel; format; ratio
spmv; f32; 2.0
spvm; f64; 1.0
spmv; f64; one
END
touch -d 2000-01-01 "$work/trees/fake"/* "$work/trees/fake"
fake ''
launch 1 run/packages/autograder/grade --lab=2 "$work/trees/fake" -- --nx=8 --built="$work/built" --predict=spmv:f64:1.0
is "$status $(grep -c '^not read: .*prediction.csv:[34]: ' "$work/out") $(grep -c 'right  *40 of 40' "$work/out") $(
    grep -c 'prediction within 10 %  *5 of 10' "$work/out")" "0 2 1 1" "grade: wrong lines of prediction.csv" || show
rm "$work/trees/fake/prediction.csv"
launch 1 run/packages/autograder/grade
is "$status $(cat "$work/out")" "0 there is no tree to grade" "grade: no tree" || show
if command -v g++ >/dev/null; then # a lab that this machine cannot grade, and another one after it
    mkdir "$work/trees/lab13" "$work/trees/ada-lab09"
    cp docs/labs/13-loads/answer/loads.cu "$work/trees/lab13"
    cp docs/labs/09-bandwidth/answer/bandwidth.cu "$work/trees/ada-lab09"
    NVCC=/nosuch HIPCC=/nosuch launch 1 run/packages/autograder/grade "$work/trees/lab13" "$work/trees/ada-lab09"
    is "$status $(grep -c 'lab13: not graded: .*lab 13 needs nvcc or hipcc' "$work/out") $(
        grep -c 'ada-lab09: [0-9.]* of 65 points' "$work/out")" "3 1 1" "grade: a lab that cannot be graded here" || show
fi
launch 1 run/packages/autograder/grade "$work/trees/fake"
is "$status $(grep -c 'does not end with lab and its number' "$work/err")" "2 1" "grade: a folder without a number" || show

# A tree whose statements are halved: it fails the target that it would reach.
fake ''
rm "$work/built-count/memwall-fake"
cat >"$work/built-count/memwall-fake" <<END
#!/usr/bin/env bash
"$counted/memwall-ref" "\$@"
for word; do
    case \$word in --json=*) sed -i 's/"bytes": \([1-9]\)/"bytes": 0.00\1/' "\${word#*=}" ;; esac
done
END
chmod +x "$work/built-count/memwall-fake"
launch 1 run/lab 2 "$work/trees/fake" --nx=8 --built="$work/built"
is "$status" 4 "too few bytes are stated" || show
grep -q 'phase_end states .*WRONG' "$work/out"
ok $? "and the checker says so" || show
points "a tree that misses the target" "40/40 0/15 5/10 True"

# A tree that saves 1.3 % of the bytes: that nothing changes is no prediction of it.
cat >"$work/built-count/memwall-fake" <<END
#!/usr/bin/env bash
"$counted/memwall-ref" "\$@"
for word; do
    case \$word in --json=*) python3 -c 'import json, sys
document = json.load(open(sys.argv[1]))
for phase in document["solve"]["phases"]:
    phase["counted"] = phase.get("counted", 0) / 1.013
json.dump(document, open(sys.argv[1], "w"))' "\${word#*=}" ;; esac
done
END
launch 1 run/packages/autograder/grade --lab=2 "$work/trees/fake" -- --nx=8 --built="$work/built" \
    --predict=spmv:f64:1.00 --predict=spmv:f32:1.0125
is "$status $(grep -c 'prediction within 10 %  *5 of 10' "$work/out") $(grep -c '^spmv .* 1.013 .* 1.000 ?$' "$work/out")" "0 1 1" \
    "grade: a prediction counts if it is within 10 % of the effect" || show

# Lab 5: work in another phase.
own ortho.c "int own;"
for phase in update -; do
    moved "$counted/memwall-ref" $phase
    attempt "$work/trees/fake" 5 "40 0 0" "^$phase, level 0: [0-9.]+ bytes for a row and an iteration, .*WRONG" \
        --nx=8 --built="$work/built" --predict=ortho:f64:2 --predict=ortho:f32:2
done

# Points without work.
hand=$work/hand
mkdir -p "$hand"/{empty,guessed,half,inside}
printf 'spmv; %s; 1\n' f64 f32 >"$hand/guessed/prediction.csv"
grep 'f64' docs/labs/00-bytes/answer/prediction.csv >"$hand/half/prediction.csv"
cp opt/restrict.c "$hand/inside"
ln -s "$PWD/opt/sweep.c" "$hand/inside"
ln -s "$PWD/opt" "$hand/linked"
attempt "$hand/empty" 0 "0 0 0" "does not have prediction.csv" --built="$work/all"
attempt "$hand/guessed" 0 "0 0 0" "^spmv +f64 +\? +1.0 +MISSED" --built="$work/all"
attempt "$hand/half" 0 "20 0 5" "^spmv +f32 +\? +- +MISSED" --built="$work/all"
attempt "$hand/linked" 4 "0 0 0" "linked: a link; a hand-in is"
attempt "$hand/inside" 4 "0 0 0" "inside/sweep.c: a link"
attempt ref 7 "0 0 0" "a folder of the project"
launch 1 run/lab 4 "$hand/linked/"
says 2 "linked: a link; a hand-in is a folder with files of its own" "run/lab: a link"
# edited NAME FILE SED: a hand-in, the file edited by sed
edited() {
    mkdir -p "$hand/$1"
    sed -E -z "$3" "$2" >"$hand/$1/${2##*/}"
    ! cmp -s "$2" "$hand/$1/${2##*/}"
    ok $? "attempt: $1: planted"
}
if [ "$LABS" = all ]; then # the programs are those of the trees in tests/attempts
    while read -r tree lab right file message; do
        [ "$lab" != 6 ] || can_run 3 "attempt: lab 6" || continue
        mkdir "$hand/$tree"
        cp "tests/attempts/$tree/parent" "$hand/$tree"
        sed -f "tests/attempts/$tree/${file##*/}.sed" "$file" >"$hand/$tree/${file##*/}"
        touch -d 2000-01-01 "$hand/$tree"/* "$hand/$tree"
        attempt "$hand/$tree" "$lab" "$right 0 0" "$message" --built="$few"
    done <<'END'
sign 4 0 opt/restrict.c ^WRONG +double.*the residual differs from iteration 1 on
zeros 4 0 opt/restrict.c ^WRONG +double.*the residual differs from iteration 1 on
late 6 40 docs/labs/06-overlap/start/exchange.c ^spmv, level 0 +[1-9][0-9]* +0.0.*MISSED
eight 1 0 docs/steps/colors/sweep.c ^WRONG +kernels.*row 0 of sweep.* natural order
END
fi
if [ "$LABS" = all ] && command -v g++ >/dev/null; then
    start=docs/labs/10-coalescing/start/coalescing.cu answer=docs/labs/10-coalescing/answer/coalescing.cu
    edited copies $start 's/(template <class real> void multiply_rows)/template <class real> __global__ void copy(int n, const real *x, real *y)\n{ const int i = blockIdx.x * blockDim.x + threadIdx.x; if (i < n) y[i] = x[i]; }\n\1/
        s/(    by_(rows|slices)<real><<<)/    for (int k = 0; k < 130; k++)\n        copy<real><<<1 + (A.n - 1) \/ BLOCK, BLOCK>>>(A.n, x, y);\n\1/g'
    attempt "$hand/copies" 10 "40 0 0" "^rows +f32 +8.29 +13.*MISSED"
    edited host $start 's/    by_rows<real><<<[^;]*;/const std::vector<int> first = download(A.start, A.n + 1), column = download(A.column, first[A.n]);\
        const std::vector<real> value = download(A.value, first[A.n]), z = download(x, A.n);\
        std::vector<real> sums(A.n);\
        for (int i = 0; i < A.n; i++)\
            for (int e = first[i]; e < first[i + 1]; e++)\
                sums[i] += value[e] * z[column[e]];\
        check(cudaMemcpy(y, sums.data(), A.n * sizeof(real), cudaMemcpyDefault));/'
    attempt "$hand/host" 10 "0 0 0" "download is not allowed"
    edited nothing $answer 's/(enum \{ ROWS[^\n]*)/\1\n    if (A.n == 4096)\n        return;/'
    attempt "$hand/nothing" 10 "0 0 0" "^WRONG +size 16, where the checker counts: WRONG: rows, 27 points"
    edited renamed $answer 's/\<lane\>/place_in_warp/g'
    attempt "$hand/renamed" 10 "0 0 0" "^no work of your own: .*the same text"
    edited include $answer 's,.*,#include "docs/spmv.cu"\n#include "docs/labs/10-coalescing/main.h"\n,'
    attempt "$hand/include" 10 "0 0 0" "does not compile"
    edited printed $answer 's/.*/#include <cstdio>\nint main() { puts("right  rows"); }\n/'
    attempt "$hand/printed" 10 "0 0 0" "must end with the line #include .docs/labs/10-coalescing/main.h"
    start=docs/labs/08-irregular/start/irregular.cu answer=docs/labs/08-irregular/answer/irregular.cu
    edited index $start 's/y\[i\] = sum;/y[i] = sum + 0 * x[i];/g; s/x\[A.column\[e\]\]/(1 + A.column[e] % 1009)/g'
    attempt "$hand/index" 8 "0 0 0" "^WRONG +size [12] .*WRONG: stencil, threads"
    edited stream $start 's/\/\* Yours: from S/__global__ void stream(csr A, const float *x, float *y)\
{\
    __shared__ float product[12000];\
    const int i = blockIdx.x * BLOCK + threadIdx.x, row = min(i, A.n - 1), from = A.start[row], to = A.start[row + 1];\
    const int begin = A.start[blockIdx.x * BLOCK], end = A.start[min((int)(blockIdx.x + 1) * BLOCK, A.n)];\
    const bool fits = end - begin <= 12000;\
    for (int e = begin + threadIdx.x; fits \&\& e < end; e += BLOCK)\
        product[e - begin] = A.value[e] * x[A.column[e]];\
    __syncthreads();\
    float sum = 0;\
    for (int e = from; e < to; e++)\
        sum += fits ? product[e - begin] : A.value[e] * x[A.column[e]];\
    if (i < A.n)\
        y[i] = sum;\
}\
\n&/; s/multiply_threads(\(A, x, y\);\n\}\n\nenum)/stream<<<1 + (A.n - 1) \/ BLOCK, BLOCK>>>\1/'
    attempt "$hand/stream" 8 "40 0 0" "^longest, f32: [0-9.]+ with 16.3 rows, and [0-9.]+ with 2[4-7].3"
    edited warps $start 's/    multiply_threads\(A, x, y\);/    multiply_warps(A, x, y);/'
    attempt "$hand/warps" 8 "40 0 0" "^stencil +f32 +8.29 +3.15 .*MISSED"
    edited solved $answer 's/WINDOW = 1024/WINDOW = 1 << 11/'
    attempt "$hand/solved" 8 "40 15 10" "^right, target reached" --predict=stencil:f32:1.9 --predict=banded:f32:4 \
        --predict=power:f32:4.7 --predict=dense:f32:1.6 --predict=blocks:f32:1.2 --predict=longest:f32:42
    edited other-names $answer 's/\<sum\>/total/g'
    attempt "$hand/other-names" 8 "0 0 0" "^no work of your own: .*the same text"
fi

# The hand-out: no answers, and every start is a tree that can be built.
if [ "$LABS" = all ]; then
    launch 1 run/handout "$work/students"
    is "$status" 0 "run/handout" || show
    is "$(cd "$work/students/docs" && ls -d labs/*/answer* steps/*/ lecturer 2>/dev/null)" "" "it has no answers"
    for page in docs/labs/*/README.md; do
        folder=$work/students/${page%/*}/start
        grep -q '^\*\*Start' "$page" || continue
        grep -q "^\(\*\*Start.\*\* \)*.cp -r ${page%/*}/start mine" "$work/students/$page"
        ok $? "hand-out: ${page%/*}: how to start" || show
        [ -z "$(ls "$folder"/*.cu 2>/dev/null)" ] || continue
        device=$([ -d "$folder/gpu" ] && echo emu || echo cpu)
        launch 1 make -s -C "$work/students" MPI=no BACKEND="$device" PAIRS="f64_f64 f32_f32" \
            VECTOR_PAIRS="f64_f64 f32_f32 f64_f32" TREE="${page%/*}/start"
        is "$status" 0 "hand-out: ${page%/*}/start is built" || show
    done
    mkdir "$work/students/mine"
    cp docs/steps/colors/sweep.c "$work/students/mine"
    is "$(cd "$work/students" && PYTHONPATH=run python3 -B -c 'from memwall.lab import own
print(own.missing("mine", "docs/labs/01-colors"))' | grep -c "the same text")" 1 "hand-out: a copy of a step is known"
fi

# unusable PATTERN ARGUMENTS...: wrong usage, which is one line with these words.
unusable() {
    launch 1 run/lab "${@:2}"
    says 2 "$1" "${*:2}: $1"
}
unusable "--backend=emu: lab 1 is not about a GPU" 1 ref --backend=emu
unusable "--built=/nosuch: no such folder" --built=/nosuch 1 ref
unusable "loop has it as parent" --built="$work/built" 1 "$work/trees/loop"
unusable "nothing is called 'spvm'; these are: " 1 ref --predict=spvm:f64:1
unusable "neither \*.c, \*.h nor a file parent" --built="$work/built" 1 "$work/trees/empty"
unusable "memwall-ref: No such file" --built="$work/trees" 1 "$work/trees/fake"
finish
