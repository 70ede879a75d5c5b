"""tests/sources.py - what the checks of the sources share: files, comments and findings."""

import os
import re
import sys

ROOT = (
    sys.argv[1]
    if len(sys.argv) > 1
    else os.path.join(os.path.dirname(__file__), "..")
)
SKIPPED = {".git", "build", "results", "__pycache__"}


def paths(pattern=""):
    """All files of the repository whose path from its root matches the pattern."""
    found = []
    for folder, folders, names in os.walk(ROOT):
        folders[:] = [
            f
            for f in folders
            if f not in SKIPPED or os.path.relpath(folder, ROOT) == "docs"
        ]
        for name in names:
            path = os.path.relpath(os.path.join(folder, name), ROOT)
            if re.search(pattern, path):
                found.append(path)
    return sorted(found)


def read(path):
    with open(os.path.join(ROOT, path), encoding="utf-8", errors="replace") as file:
        return file.read()


def exists(path):
    return os.path.exists(os.path.join(ROOT, path))


def line_of(text, position):
    return text.count("\n", 0, position) + 1


COMMENT_OR_STRING = re.compile(
    r"/\*.*?\*/|//[^\n]*|\"(?:\\.|[^\"\\\n])*\"|'(?:\\.|[^'\\\n])*'", re.S
)


def blank(text):
    return re.sub(r"[^\n]", " ", text)


def code_of(text):
    """C without its comments and without the text of strings; lines stay where they are."""

    def replace(match):
        if match[0][0] == "/":
            return blank(match[0])
        return match[0][0] + blank(match[0][1:-1]) + match[0][0]

    return COMMENT_OR_STRING.sub(replace, text)


def comments_of(text):
    """The comments of C alone; lines stay where they are."""
    result, last = [], 0
    for match in COMMENT_OR_STRING.finditer(text):
        result.append(blank(text[last : match.start()]))
        result.append(match[0] if match[0][0] == "/" else blank(match[0]))
        last = match.end()
    return "".join(result) + blank(text[last:])


def trees():
    """The trees of the repository: ref, opt, the extension and the steps."""
    steps = {os.path.dirname(p) for p in paths(r"^steps/\w+/")}
    return [t for t in ["ref", "opt", "opt/implicit", *sorted(steps)] if exists(t)]


def tree_of(path):
    """The folder of the tree that a file belongs to."""
    return re.sub(r"/gpu$", "", os.path.dirname(path))


def parent_of(tree):
    """The parent of a tree, None for ref, and {file: tree} of the lines FILE TREE."""
    path = tree + "/parent"
    words = read(path).split("\n") if exists(path) else []
    words = [line.split() for line in words if line]
    parent = [w[0] for w in words if len(w) == 1] + ["ref"]
    return None if tree == "ref" else parent[0], dict(w for w in words if len(w) == 2)


def chain(tree):
    """A tree and its parents."""
    parent = parent_of(tree)[0]
    return [tree] + (chain(parent) if parent else [])


def files_of(tree, name):
    """The paths of a file of a tree, for devices and for the CPU, as make finds them."""
    for folder in chain(tree):
        for place in (folder, parent_of(folder)[1].get(name)):
            both = ["%s/%s%s" % (place, gpu, name) for gpu in ("gpu/", "")]
            if place and any(exists(p) for p in both):
                return [p for p in both if exists(p)]
    return []


findings = []


def report(path, line, text):
    findings.append((path, line, text))


def finish():
    """Prints the findings, one a line, and ends with status 1 if there are any."""
    for path, line, text in sorted(set(findings)):
        print("%s:%d: %s" % (path, line, text))
    name = os.path.basename(sys.argv[0])
    print("%s: %d findings" % (name, len(set(findings))), file=sys.stderr)
    sys.exit(1 if findings else 0)
