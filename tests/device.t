#!/usr/bin/env bash
# tests/device.t - the commands of docs/13 for a machine with a GPU; the notebook of the labs without one.
. "$(dirname "$0")/tap.sh"
needs bench
[ "$BACKEND" != cpu ] || skip_all "needs make BACKEND=emu, or a GPU"
cd "$tests/.." || exit 1
# The programs of the commands are the tests' programs, if these are built in all formats.
export FORMATS=$formats MAKEFLAGS=BUILD=${MEMWALL_BIN%/*} MPI BACKEND WERROR
unset MEMWALL_BIN TREES

# rows TEXT: lines of run/compare whose share is MB / ms over the bandwidth of the copy (one decimal), within rounding;
# "cache" is more than 100 %
rows() {
    awk -v text="$1" '/, copy bandwidth / { rate = $0; sub(/.*copy bandwidth /, "", rate) }
        index($0, text) == 1 && $4 ~ /%$/ { s = 100 * $3 / $2 / rate - $4; t = 1 + $4 * 0.05 / rate; n += s >= -t && s <= t }
        index($0, text) == 1 && $4 == "cache" { n += $3 / $2 > 0.99 * rate }
        END { print +n }' "$work/out"
}

launch 1 run/compare --backend="$BACKEND" --nx=16 --repeat=1 --iterations=3 ref opt opt:policy=half
device=$(sed -n '1s/.*, \([^,]*\), copy bandwidth [0-9.]* GB.s .*$/\1/p' "$work/out")
[ "$status" = 0 ] && [ -n "$device" ] && [ "$(rows ref) $(rows opt)" = "1 2" ]
ok $? "run/compare --backend=$BACKEND: the device, its bandwidth, shares that add up" || show

(unset MAKEFLAGS FORMATS; launch 1 make run; exit "$status")
[ $? = 0 ] && [ "$(grep -c '^[a-z]*: bench .*: VALID' "$work/out") $(rows ref) $(rows opt)" = "2 2 1" ] &&
    grep -q ", copy bandwidth " "$work/out"
ok $? "make run BACKEND=$BACKEND" || show

launch 1 make -s check TREE=opt CHECK_FLAGS=--quick
ok "$status" "make check BACKEND=$BACKEND TREE=opt" || show

[ "$BACKEND" = emu ] && git --git-dir=.git rev-parse 2>/dev/null ||
    skip_all "the notebook: not the emulated device, or no git"
# The cells of the notebook, as a shell script: %%writefile, Python (its first word is import), or lines with an
# assignment, %cd, %env and !command. nvcc is run/cuda_on_cpu, the repository is this checkout, and the box is
# small. The module that draws says how many bars it has been given.
mkdir -p "$work/bin/matplotlib"
printf '%s\n' '#!/bin/sh' '[ "$3" != -I. ] || shift' "shift 2; exec '$PWD/run/cuda_on_cpu' \"\$1\" \"\$2\" \"\$3\"" >"$work/bin/nvcc"
chmod +x "$work/bin/nvcc"
cat >"$work/bin/matplotlib/pyplot.py" <<'END'
def __getattr__(name):
    return lambda *given, **_: print("drawn: %s %d" % (name, len(given[1]))) if name == "bar" else None
END
python3 - docs/labs/colab.ipynb docs/labs/10-coalescing/start/coalescing.cu >"$work/cells" <<'END'
import json, re, sys
for cell in json.load(open(sys.argv[1]))["cells"]:
    text = "".join(cell["source"])
    if cell["cell_type"] != "code":
        continue
    if text.startswith("%%writefile "):
        head, body = text.split("\n", 1)
        if head.endswith(".cu") and body + "\n" != open(sys.argv[2]).read():
            sys.exit("the cell is not %s" % sys.argv[2])
        print("cat > %s <<'CELL'\n%s\nCELL" % (head.split()[1], body))
    elif text.startswith("import "):
        print("python3 - <<'CELL' || exit\n%s\nCELL" % text)
    else:
        for line in re.sub(r"(?m)^(!run/lab .*) --backend=\S+", r"\1", text).split("\n"):  # it needs a GPU
            line = re.sub(r"^(\w+) = (.*)", r": ${\1=\2}", line)
            line = re.sub(r"^%env (\w+)=(.*)", r'export \1="\2"', line)
            print(re.sub("^[!%]", "", line), "|| [ $? = 4 ] || exit")  # 4: a lab's target is missed
END
ok $? "the cell of a lab has the start of the lab"
is "$(grep -c '^\(git clone\|make\|nvcc\|run/lab\|run/compare\|cat >\|python3\|ncu\) ' "$work/cells")" 11 "the notebook has a command for each step"
(
    unset MAKEFLAGS FORMATS
    export PYTHONPATH=$work/bin
    export REPO=$PWD M=32 N=16 PATH=$work/bin:$PATH NVCC=none # run/lab would try nvcc's own options
    cd "$work" && limit=1200 launch 1 bash "$work/cells"
    exit "$status"
)
[ $? = 0 ] && [ "$(rows opt) $(rows ref)" = "2 1" ] && grep -q "^right " "$work/out"
ok $? "its cells run without a GPU" || show
is "$(grep -c "^drawn: bar 4$" "$work/out")" 2 "predicted and counted bars of four numbers"
finish
