"""tests/check/sources.py - what the checks of the sources share: files, comments and findings."""

import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.realpath(__file__)), "../../run"))
import memwall  # says which Python is needed
import functools
import re
import subprocess
import tempfile

ROOT = sys.argv[1] if len(sys.argv) > 1 else os.path.join(os.path.dirname(__file__), "../..")
SKIPPED = {".git", "build", "results", "__pycache__"}


def paths(pattern=""):
    """All files of the repository whose path from its root matches the pattern."""
    found = []
    for folder, folders, names in os.walk(ROOT):
        folders[:] = [f for f in folders if f not in SKIPPED or os.path.relpath(folder, ROOT) == "docs"]
        found += [os.path.relpath(os.path.join(folder, name), ROOT) for name in names]
    return sorted(path for path in found if re.search(pattern, path))


def read(path):
    with open(os.path.join(ROOT, path), encoding="utf-8", errors="replace") as file:
        return file.read()


def exists(path):
    return os.path.exists(os.path.join(ROOT, path))


def line_of(text, position):
    return text.count("\n", 0, position) + 1


COMMENT_OR_STRING = re.compile(
    r"/\*.*?\*/|//[^\n]*|\"(?:\\.|[^\"\\\n])*\"|'(?:\\.|[^'\\\n])*'", re.S)


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
    """Only the comments of C; lines stay where they are."""
    result, last = [], 0
    for match in COMMENT_OR_STRING.finditer(text):
        result += [blank(text[last : match.start()]), match[0] if match[0][0] == "/" else blank(match[0])]
        last = match.end()
    return "".join(result) + blank(text[last:])


def trees():
    """The trees of the repository: ref, opt, the steps between them and the extension."""
    return ["ref", "opt", *sorted({os.path.dirname(p) for p in paths(r"^docs/steps/\w+/")})]


def tree_of(path):
    """The folder of the tree that a file belongs to."""
    return re.sub(r"/gpu$", "", os.path.dirname(path))


@functools.cache
def program_of(tree, backend):
    """{name: path} of the files of a tree's program, as run/tree assembles them."""
    with tempfile.TemporaryDirectory() as folder:
        made = subprocess.run([os.path.abspath(ROOT) + "/run/tree", tree, backend, folder], cwd=ROOT, text=True,
                              stderr=subprocess.PIPE)
        if made.returncode and "for CPUs only" not in made.stderr:
            report(tree, 1, made.stderr.strip())
        return {name: os.path.relpath(os.path.realpath(os.path.join(folder, name)), os.path.realpath(ROOT))
                for name in os.listdir(folder) if name[0] != "."}


def files_of(tree, name):
    """The paths of a file of a tree, for devices and for the CPU."""
    return sorted({files[name] for files in (program_of(tree, "emu"), program_of(tree, "cpu")) if name in files})


findings = []


def report(path, line, text):
    findings.append((path, line, text))


def finish():
    """Prints the findings, one a line, and ends with status 1 if there are any."""
    for path, line, text in sorted(set(findings)):
        print("%s:%d: %s" % (path, line, text))
    print("%s: %d findings" % (os.path.basename(sys.argv[0]), len(set(findings))), file=sys.stderr)
    sys.exit(1 if findings else 0)
