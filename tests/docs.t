#!/usr/bin/env bash
# tests/docs.t - the book and the slides.
#
#   book       make book: every link and formula works, each page has a next and a previous one,
#              and no page for lecturers is a part of it; needs MkDocs
#   slides     pandoc renders each deck, at most 15 slides with the title; needs pandoc
#   chain.c    compiles without a warning and prints the lines of chapter 13
. "$(dirname "$0")/tap.sh"
top=$(cd "$tests/.." && pwd)
copy=$work/copy
mkdir "$copy"
cp -r "$top"/{Makefile,README.md,common,docs,opt,ref,run,tests} "$copy"

book() { # builds the book of the copy
    make -s -C "$copy" book BUILD="$work/build" >"$work/out" 2>"$work/err"
}

make -s -C "$copy" book BUILD="$work/build" PYTHON=false | grep -q "^SKIP: .*pip install"
ok $? "without MkDocs make book says how to install it"
PYTHON=${PYTHON:-python3}
export PYTHON
if $PYTHON -c 'import mkdocs, latex2mathml' 2>/dev/null; then
    book
    ok $? "make book" || show
    $PYTHON "$tests/check/book" "$work/build/book" "$top/docs" >"$work/out" 2>"$work/err"
    ok $? "the book: links, formulas, order, search" || show
    printf '\n$$\nx = \\nomacro{y}\n$$\n' >>"$copy/docs/08-overlap.md"
    ! book
    ok $? "a formula with an unknown macro ends the build" || show
    cp "$top/docs/08-overlap.md" "$copy/docs"
    book
    sed -i 's/eq-8.1"/eq-8.3"/' "$work/build/book/08-overlap.html"
    ! $PYTHON "$tests/check/book" "$work/build/book" "$top/docs" >"$work/out" 2>"$work/err"
    ok $? "and the check finds an equation without a target" || show
else
    skip "the book: no MkDocs"
fi

if command -v pandoc >/dev/null; then
    for deck in "$top"/docs/lecturer/slides-*.md; do
        name=$(basename "$deck" .md)
        pandoc --fail-if-warnings --wrap=none -t revealjs --mathml "$deck" >"$work/out" 2>"$work/err"
        ok $? "$name: pandoc renders it" || show
        slides=$(($(grep -c '<section .*class="slide level2"' "$work/out") + 1))
        holds "$slides <= 15 && $slides >= 10" "$name: $slides slides"
        is "$(grep -c '^## Question [12]' "$deck")" 2 "$name: two questions"
    done
else
    skip "the slides: no pandoc"
fi

"${CC:-gcc}" -O2 -std=c17 -Wall -Werror "$top/docs/chain.c" -o "$work/chain" -lm 2>"$work/err"
ok $? "docs/chain.c compiles without a warning" || show
cd "$top" && "$work/chain" >"$work/out"
is "$(sed -n '/^D = /,/^```$/p' docs/13-gpu.md | grep -cxFf "$work/out")" 7 "the seven lines of chapter 13 are in its output"
for wrong in --fit= --fit=prefetch,none --l2=2 --l3; do
    "$work/chain" "$wrong" >"$work/out" 2>"$work/err"
    is "$? $(wc -c <"$work/out") $(wc -l <"$work/err")" "2 0 1" "docs/chain.c $wrong: one line" || show
done
finish
