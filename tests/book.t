#!/usr/bin/env bash
# tests/book.t - run/book: docs/ as one page whose links have targets.
. "$(dirname "$0")/tap.sh"
top=$(cd "$tests/.." && pwd)
copy="$work/a copy"

if ! command -v pandoc >/dev/null || ! command -v python3 >/dev/null; then
    skip "pandoc and python3 are needed for the book"
    finish
fi

# book: writes the page of the copy
book() {
    (cd "$copy" && run/book build/book.html) >"$work/out" 2>"$work/err"
    status=$?
}

# finds TEXT EXPRESSION: of a page that sed has changed, the check prints a line with this text
finds() {
    sed "$2" "$copy/build/book.html" >"$copy/build/changed.html"
    "$copy/tests/check_book" "$copy/build/changed.html" >"$work/out"
    [ $? = 1 ] && grep -qF -- "$1" "$work/out"
    ok $? "check_book finds: $1" || show
}

# refuses TEXT LINE: with this line in a chapter, run/book ends with this message
refuses() {
    cp "$top/docs/04-sliced-ell.md" "$copy/docs/"
    echo "$2" >>"$copy/docs/04-sliced-ell.md"
    book
    [ "$status" != 0 ] && grep -qF "$1" "$work/err"
    ok $? "run/book refuses: $2" || show
}

mkdir "$copy"
cp -r "$top"/{Makefile,README.md,CONTRIBUTING.md,LICENSE,docs,common,judge,opt,ref,run,tests} "$copy"
book
ok $status "the page is written" || show
"$copy/tests/check_book" "$copy/build/book.html" >"$work/out"
ok $? "links, chapters, equations" || show

finds "eq-1.9 is missing" 's/ id="eq-1.9"//'
finds "link to #eq-1.9: no such target" 's/ id="eq-1.9"//'
finds "docs-03-colors: two targets" 's/id="docs-04-sliced-ell"/id="docs-03-colors"/'
finds "(1.9) is not a link" 's,(<a href="#eq-1.9">1.9</a>),(1.9),'
finds "docs/09 is not a link" 's,<a href="#docs-09-formats">docs/09</a>,docs/09,'
finds "results/x.svg is not part" 's,<img src="data:[^"]*",<img src="results/x.svg",'

echo 'See [here](03-colors.md#nowhere).' >>"$copy/docs/04-sliced-ell.md"
book
finds "link to #docs-03-colors-nowhere: no such target" ""
refuses "results/none.svg: no such figure" '![a figure](results/none.svg)'
refuses "Could not convert TeX" 'A formula, $x = \nothing{y}$.'

mkdir "$work/bin"
ln -s "$(python3 -c 'import sys; print(sys.executable)')" "$work/bin/python3"
ln -s "$(command -v env)" "$work/bin/"
PATH=$work/bin "$copy/run/book" "$work/none.html" >"$work/out" 2>"$work/err"
status=$?
[ "$status" = 1 ] && grep -q "pandoc is not installed" "$work/err" && [ ! -e "$work/none.html" ]
ok $? "without pandoc a message says how to install it" || show
finish
