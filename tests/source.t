#!/usr/bin/env bash
# tests/source.t - the checks of the sources: they find nothing here, and each finds
# a planted mistake in a copy.
. "$(dirname "$0")/tap.sh"
top=$(cd "$tests/.." && pwd)
copy=$work/copy

if ! python3 -c 'import re' 2>/dev/null; then
    skip "python3 is needed for the checks of the sources"
    finish
fi

# plant FILE TEXT...: adds lines to a file of the copy
plant() {
    printf '%s\n' "${@:2}" >>"$copy/$1"
}

# finds CHECK TEXT: the check of the copy fails and prints a line with this text
finds() {
    grep -qF -- "$2" "$work/$1" && [ "$(cat "$work/$1.status")" = 1 ]
    ok $? "check_$1 finds: $2"
}

for check in layers contract docs figures; do
    "$tests/check_$check" >"$work/out" 2>"$work/err"
    ok $? "check_$check: no findings" || show
done
# The broken trees must break files that are compiled; make refuses an edit of another file.
for tree in "$tests"/trees*/*; do
    ! compgen -G "$tree/*.sed" >/dev/null || continue
    is "$(cd "$top" && tests/check_tree "${tree#"$top/"}" ref opt)" "" "names in ${tree#"$top/"}"
done

mkdir "$copy"
cp -r "$top"/{Makefile,README.md,common,docs,opt,ref,run,tests} "$copy"
kernels_h=common/contract/kernels.h
[ -f "$copy/$kernels_h" ] || kernels_h=common/kernels.h

plant common/base/up.h "#ifndef MEMWALL_UP_H" "#define MEMWALL_UP_H" '#include "gmres.h"' "#endif"
plant common/base/ring_a.h "#ifndef MEMWALL_RING_A_H" "#define MEMWALL_RING_A_H" \
    '#include "ring_b.h"' "#endif"
plant common/base/ring_b.h "#ifndef MEMWALL_RING_B_H" "#define MEMWALL_RING_B_H" \
    '#include "ring_a.h"' "#endif"
plant common/base/twin.h "#ifndef MEMWALL_UP_H" "#define MEMWALL_UP_H" "#endif"
plant common/base/disabled.c "#ifndef MEMWALL_UP_H" "#endif"
plant common/base/angle.c "#include <up.h>"
mkdir -p "$copy/common/nowhere" "$copy/opt/gpu"
plant common/nowhere/x.c "int x;"
plant ref/reach.c '#include "gmres.h"' '#include "layout.h"' '#include "../opt/layout.h"' \
    "#if ON_DEVICE" "#endif" \
    "static void K(hidden)(void)" "{" "}"
plant common/solver/wide.c "#if defined(CPU) || ON_DEVICE" "#endif"
plant opt/gpu/allowed.h "#ifndef MEMWALL_ALLOWED_H" "#define MEMWALL_ALLOWED_H" "#if ON_DEVICE" \
    "#endif" "#endif"
sed -i 's/^MATRIX_KERNELS *:= /&nothing /' "$copy/Makefile"
sed -i 's/K(spmv)/K(spvm)/' "$copy/ref/spmv.c"
sed -i '/^ \*.*\<vector_norm\>/d' "$copy/$kernels_h"
plant ref/sweep.c "static void same_name(void)" "{" "}"
plant ref/spmv.c "static void same_name(void)" "{" "}"
plant ref/spmv.c "/* equation (1.98), docs/97 */"
plant README.md "See (16.97), chapter 98, \`ref/swep.c\`, \`ref/nothing\`, [a](docs/none.md), [b](#none)," \
    "\`no_such_function()\`, \`--no-such-flag\`, \`--order=diagonal\`, \`ref:polizy=double\`," \
    "\`make no-such-target\`, \`make NO_SUCH=1\`, \`NO_SUCH_VARIABLE=1\`, \`build/memwall-reff\`," \
    "\`build/memwall-ref frobnicate\`, \`build/memwall-ref poisson --nx=8\`, \`run/none\`," \
    "\`run/ladder --paper -- --list\`."
mkdir -p "$copy/packages"
plant packages/Containerfile "# docs/96 describes it"
plant docs/reference/conventions.md '(16.96)  x = y' 'A formula, $a \| b$, is here.'
sed -i 's/2.16/2.17/' "$copy/docs/results/halfmg-2d.csv"
sed -i 's/| 1.57 (/| 1.58 (/' "$copy/docs/12-half-multigrid.md"
sed -i 's/commit [0-9a-f]*/commit none/' "$copy/docs/results/ladder.svg"
rm "$copy/docs/results/"{restarts,compare}.csv
for check in layers contract docs figures; do
    "$copy/tests/check_$check" >"$work/$check" 2>/dev/null
    echo $? >"$work/$check.status"
done

finds layers "common/base/up.h:3: common/solver/gmres.h is not in a lower layer than common/base"
finds layers "circle of includes: common/base/ring_a.h -> common/base/ring_b.h -> common/base/ring_a.h"
finds layers "common/base/up.h:1: the include guard of common/base/twin.h"
finds layers "common/base/disabled.c:1: tests the include guard of common/base/"
finds layers "common/base/angle.c:1: up.h is a file of common/"
finds layers "common/nowhere/x.c:1: common/LAYERS does not name the folder"
finds layers "ref/reach.c:1: common/solver/gmres.h is above the layers that trees may use"
finds layers "ref/reach.c:2: layout.h is a file of a tree: write <layout.h>"
finds layers "ref/reach.c:3: include of ../opt/layout.h: write the name without a path"
finds layers "ref/reach.c:4: #if ON_DEVICE"
finds layers "common/solver/wide.c:1: #if ON_DEVICE"
! grep -q "opt/gpu/allowed.h" "$work/layers"
ok $? "check_layers allows #if ON_DEVICE in opt/gpu"
finds contract "KERNELS names nothing"
finds contract "ref/spmv.c:1: does not define K(spmv)"
finds contract "vector_norm is in CONTRACT_X, not in the table of the comment"
finds contract "K(hidden): only functions of the contract"
finds contract "same_name() is also in ref/spmv.c"
finds docs "equation (1.98) is not defined"
finds docs "docs/97: no such chapter"
finds docs "equation (16.97) is not defined"
finds docs "(16.96): write \$\$"
finds docs "backslash before punctuation"
finds docs "chapter 98: no such chapter"
finds docs "ref/swep.c: no such file"
finds docs "ref/nothing: no such file or folder"
finds docs "run/none: no such file or folder"
finds docs "link to docs/none.md: no such file"
finds docs "link to #none: no such heading"
finds docs "no_such_function(): no such function"
finds docs "--no-such-flag: no such flag"
finds docs "--order=diagonal: no such value"
finds docs "polizy=: no such flag"
finds docs "make no-such-target: no such target"
finds docs "make NO_SUCH=: no such variable"
finds docs "NO_SUCH_VARIABLE=: no such variable"
finds docs "memwall-reff: no such tree"
finds docs "memwall frobnicate: no such verb"
finds docs "--nx: not a flag of the verb poisson"
finds docs "run/ladder --paper: not an option of this script"
finds docs "packages/Containerfile:1: docs/96: no such chapter"
finds figures "docs/results/halfmg-2d.svg:1: not drawn from its CSV file"
finds figures ": not the table of halfmg-2d"
finds figures ": not the table of halfmg-3d"
finds figures "docs/results/ladder.svg:1: its title does not contain the commit"
finds figures "docs/results/restarts.svg:1: no CSV file"
finds figures ": figures: motifs: no such figure or no CSV file"
finish
