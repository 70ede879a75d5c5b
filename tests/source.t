#!/usr/bin/env bash
# tests/source.t - the checks of the sources: they find nothing here, and each finds
# a planted mistake in a copy.
. "$(dirname "$0")/tap.sh"
top=$(cd "$tests/.." && pwd)
copy=$work/copy
checks="layers docs figures budgets"
all=1 # unless the folder of an application was deleted
for verb in solve cbgmres poisson; do has_verb $verb || all=; done

python3 -c '' 2>/dev/null || skip_all "python3 is needed"
for check in $checks; do
    "$tests/check/$check" >"$work/out" 2>"$work/err"
    ok $? "check/$check: no findings" || show
done
# The broken trees must break files that are compiled.
for tree in "$tests"/trees/*/*/; do
    tree=${tree%/}
    [[ $tree == */emu/* ]] && backend=emu || backend=cpu
    is "$(cd "$top" && run/tree "${tree#"$top/"}" $backend "$work/$tree" 2>&1)" "" "${tree#"$top/"} is a tree"
done

mkdir "$copy"
cp -r "$top"/{Makefile,README.md,common,docs,opt,ref,run,tests} "$copy"
# plant FILE TEXT...: adds lines to a file of the copy
plant() {
    printf '%s\n' "${@:2}" >>"$copy/$1"
}
header() { # FOLDER NAME LINE
    mkdir -p "$copy/common/$1"
    plant "common/$1/$2.h" "#ifndef MEMWALL_${2^^}_H" "#define MEMWALL_${2^^}_H" "$3" "#endif"
}
header base up '#include "gmres.h"'
header base ring_a '#include "ring_b.h"'
header base ring_b '#include "ring_a.h"'
plant common/LAYERS "left   beside the next two" "| middle" "|right" "top    above the three"
header left in_left '#include "in_middle.h"'
header middle in_middle '#include "in_base.h"'
header base in_base "struct base;"
header right in_right '#include "in_left.h"'
header top in_top '#include "in_right.h"'
plant common/base/twin.h "#ifndef MEMWALL_UP_H" "#define MEMWALL_UP_H" "#endif"
plant common/base/angle.c "#include <up.h>" "#include <layout.h>"
mkdir -p "$copy/common/nowhere" "$copy/opt/gpu"
plant common/nowhere/x.c "int x;"
plant ref/reach.c '#include "gmres.h"' '#include "layout.h"' '#include "../opt/layout.h"' "#if ON_DEVICE" "#endif"
plant opt/gpu/allowed.c "#if ON_DEVICE" "#endif"
plant ref/spmv.c "/* equation (1.98), docs/97 */"
plant tests/unit.t "# see lost.t"
plant README.md "See (16.97), chapter 98, \`ref/swep.c\`, \`ref/nothing\`, [a](docs/none.md), [b](#none)," \
    "\`--no-such-flag\`, \`make no-such-target\`, \`solve --tolerance=1 --rhs=b\`, \`run/quiz --csv=f\`. Measured" "were 7.6 us."
sed -i '/^ [*]   defaults.h /d' "$copy/common/contract/kernels.h"
sed -i -e '/^| `pack.h`/d' -e 's/`restrict.c`, `prolong.c`, `basis_pass.c`/`restrict.c`, `extend.c`, `basis_pass.c`/' \
    "$copy/docs/reference/writing-a-tree.md"
plant ref/layout.c "#include <fresh.h>"
plant ref/fresh.h "#ifndef MEMWALL_FRESH_H" "#define MEMWALL_FRESH_H" "#endif"
plant docs/reference/conventions.md 'A formula, $a \| b$, is here. It gained 1.19 (`docs/results/ladder.csv`).' '' '| `docs/steps/simd` | 1.00 |' \
    '' 'Wrong is 24.7, 9 is' 'abs(9).'
plant docs/results/numbers.csv "docs/reference/conventions.md,Wrong is {24.7},ladder,{opt; ms}" \
    'docs/reference/conventions.md,"{9} is abs(9).",ladder,abs(9)' "docs/reference/conventions.md,Missing is {24.6},ladder,{opt; ms}"
sed -i 's/| 14.93 |/| 14.92 |/' "$copy/docs/13-gpu.md"
sed -i 's/2.16/2.17/' "$copy/docs/results/halfmg-2d.csv"
sed -i 's/^ref,iteration,all,80.6/ref,iteration,all,81.6/' "$copy/docs/results/ladder.csv"
sed -i 's/| 1.57 (/| 1.58 (/' "$copy/docs/12-half-multigrid.md"
sed -i 's/commit [0-9a-f]*/commit none/' "$copy/docs/results/ladder.svg"
sed -i 's/        relax(A, row\[k\], r, z);/        relax(A, row[k], z, r);/' "$copy/docs/03-colors.md"
sed -i 's/\[chapter 4\](04-sliced-ell.md)/docs\/04/' "$copy/docs/05-narrow-columns.md"
sed -i 's/\\tag{6.2}/\\tag{6.9}/' "$copy/docs/06-fusion.md"
rm "$copy/docs/results/"{restarts,compare}.csv
sed -i 's/^ref .*/ref 10/' "$copy/tests/budgets"
for check in $checks; do
    "$copy/tests/check/$check" >"$work/$check" 2>/dev/null
    is $? 1 "check/$check has findings"
done

# finds CHECK TEXT: the check of the copy prints a line with this text
finds() {
    grep -qF -- "$2" "$work/$1"
    ok $? "check/$1 finds: $2"
}
finds layers "common/base/up.h:3: common/krylov/gmres.h is not in a lower layer than common/base"
finds layers "common/left/in_left.h:3: common/middle/in_middle.h is not in a lower layer than common/left"
finds layers "common/right/in_right.h:3: common/left/in_left.h is not in a lower layer than common/right"
finds budgets "ref: "
! grep -qE "^common/(middle|top)/" "$work/layers"
ok $? "check/layers allows folders beside each other to use lower ones, and higher ones to use them"
finds layers "circle of includes: common/base/ring_a.h -> common/base/ring_b.h -> common/base/ring_a.h"
finds layers "the include guard of common/base/"
finds layers "common/base/angle.c:1: up.h is a file of common/"
finds layers "common/base/angle.c:2: layout.h is a header of trees, which are above this layer"
finds layers "common/nowhere/x.c:1: common/LAYERS does not name the folder"
finds layers "ref/reach.c:1: common/krylov/gmres.h is above the layers that trees may use"
finds layers "ref/reach.c:2: layout.h is a file of a tree: write <layout.h>"
finds layers "ref/reach.c:3: include of ../opt/layout.h: write the name without a path"
finds layers "ref/reach.c:4: #if ON_DEVICE"
! grep -q "opt/gpu/allowed.c" "$work/layers"
ok $? "check/layers allows #if ON_DEVICE in opt/gpu"
for text in "equation (1.98) is not defined" "chapter 97: no such chapter" "equation (16.97) is not defined" \
    "backslash before punctuation" "chapter 98: no such chapter" "ref/swep.c: no such file" \
    "ref/nothing: no such file" "lost.t: no such file" "link to docs/none.md: no such file" "link to #none: no such heading" \
    "the box differs from ref/sweep.c" "docs/04: write a link to the chapter" "(6.9) stands before (6.8)" \
    ${all:+"--no-such-flag: no such flag" "--rhs is no flag of solve"} "--csv is no flag of run/quiz" "make no-such-target: no such target" " were: not idiomatic"; do
    finds docs "$text"
done
for file in common/contract/kernels.h:1:\ defaults.h docs/reference/writing-a-tree.md:1:\ {{pack,fresh}.h,prolong.c}; do
    finds layers "$file is in no list of files that are taken from a tree"
done
finds layers "writing-a-tree.md:1: extend.c is in a list of files that are taken from a tree, but not taken"
for text in "docs/results/halfmg-2d.svg:1: not drawn from its CSV file" ": not the table of halfmg-"{2d,3d} \
    "docs/results/ladder.svg:1: its title does not contain the commit" "docs/results/restarts.svg:1: no CSV file" \
    ": figures: motifs: no such figure or no CSV file" ": 80.7 is not {ref; ms} of ladder: 81.6898" \
    ": 24.7 is not {opt; ms} of ladder: 24.6" ": 9 is not abs(9) of ladder: ValueError" "0 times in docs/reference/conventions.md" \
    ": 14.92 is not {ref:order=color; iteration; ms} of h200: 14.9" "a number without a row of numbers.csv: "{"| \`docs/steps/simd","It gained 1.19 ("}; do
    finds figures "$text"
done
finish
