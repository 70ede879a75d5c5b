"""run/memwall/lab/own.py - is there any work of the student's own in a folder?

A right tree can be made of a file `parent` alone, of a link, or of a copy of an answer. A lab is
answered only if the folder has all files that the page names under "Files to change" (lab 0: "Files
to hand in"), none of them is a link, and at least one has a text of its own: not that of a file of
ref, of opt, of a step, of a start or of an answer, compared word by word without comments, blanks and
the names of things; and it includes no file of another tree by a path. What run/handout writes has the
checksums of the texts that it lacks.
"""
import glob
import hashlib
import os
import re

from .. import files, programs

KNOWN = "docs/labs/known-texts"
TREES = ("ref", "opt", "docs/steps/*", "docs/labs/*/start", "docs/labs/*/answer")
# What belongs to the programs that count loads, launches and messages: kernels need none of it.
COUNTING = re.compile(r"\b(device_counts|traffic_\w+|MEMWALL_COUNT|no_sanitize\w*|phase_pause|phase_begin_part|trace_event|exchange_(?:posted|arrived)|"
                      r"MPI_[A-Z]\w+)\b")
OPTIONAL = ("basis_pass.c", "gpu/spmv.c")  # the second file of lab 5, the last step of lab 10
HEADER = r"docs/labs/(gpu|[\w-]+/main)\.h|(hip|cuda)/[\w./]+"  # what the CUDA file of a lab includes


def is_project(tree):
    """Is this folder a tree of the project, and not one that a student has written into it?"""
    path = os.path.normpath(os.path.join(programs.TOP, tree))
    return path.startswith(os.path.join(programs.TOP, "tests/")) or any(
        path in glob.glob(os.path.join(programs.TOP, pattern)) for pattern in TREES)


def link(tree):
    """The first link of a hand-in, the folder or a file in it, or nothing."""
    tree = tree.rstrip("/")
    inside = (os.path.join(folder, name) for folder, folders, names in os.walk(tree)
              for name in sorted(folders + names))
    return next(filter(os.path.islink, [tree, *inside]), None)


def code(text):
    """A text in C or CUDA without comments, its continued lines joined."""
    return re.sub(r"/\*.*?\*/|//[^\n]*", " ", text.replace("\\\n", ""), flags=re.S)


def checksum(path):
    """That of the words of a file in C or CUDA. A name is replaced by the number of names before it, so
    that a file in which a name was changed everywhere has the same checksum."""
    text, names = code(joined(path)), {}
    words = [names.setdefault(word, "name%d" % len(names)) if re.match(r"[A-Za-z_]", word) else word
             for word in re.findall(r'"(?:\\.|[^"\\\n])*"|\w+|[^\w\s]', text)]
    return hashlib.sha256(" ".join(words).encode()).hexdigest()


def joined(path, within=()):
    """The text of a file, in which each file of the same folder that it includes stands in its place."""
    def included(line):
        other = os.path.normpath(os.path.join(os.path.dirname(path), line[1]))
        return joined(other, (*within, path)) if os.path.isfile(other) and other not in (*within, path) else line[0]
    return re.sub(r'^[ \t]*#[ \t]*include[ \t]*"([\w.]+)"[^\n]*', included, files.page(path), flags=re.M)


def borrows(path):
    """Does a file include one of another tree, by a path or by the name of a macro?"""
    text = files.page(path).replace("\\\n", "")
    return (re.search(r"^\s*#\s*include\s*[^\s\"<]", text, re.M) is not None or
            not all(re.fullmatch(HEADER, name) for name in programs.borrowed(path)
                    if os.path.exists(name) or os.path.exists(os.path.join(os.path.dirname(path), name))))


def known():
    """The checksums of all texts that are no work of a student."""
    names = ("*.[ch]", "*.cu", "gpu/*.[ch]")
    found = {checksum(path) for tree in (*TREES, "docs") for name in names
             for path in glob.glob(os.path.join(tree, name))}
    if os.path.exists(KNOWN):
        with open(KNOWN) as file:
            found.update(file.read().split())
    return found


def page(folder):
    """The names of the files that the page of a lab names under "Files to change" or "to hand in"."""
    with open(os.path.join(folder, "README.md")) as file:
        text = re.search(r"\*\*Files to (?:change|hand in)\.\*\*(.*?)\n\n", file.read(), re.S)
    named = re.findall(r"`((?:gpu/)?\w+\.(?:[ch]|cu|csv))`", text[1]) if text else []
    return [name for name in dict.fromkeys(named) if not glob.glob("common/*/" + name)]


def missing(tree, folder):
    """Why a tree is no work of the student's own for the lab in this folder, or nothing."""
    names = page(folder)
    if is_project(tree) or not names:
        return None
    paths = {name: os.path.join(tree, name) for name in names}
    lacks = [name for name in names if name not in OPTIONAL and not os.path.exists(paths[name])]
    if lacks:
        return "%s does not have %s; the page names %s" % (tree, ", ".join(lacks), ", ".join(names))
    found, texts = [path for path in paths.values() if os.path.exists(path)], known()
    for folder, _, inside in os.walk(tree):
        for path in (os.path.join(folder, each) for each in sorted(inside) if each.endswith((".c", ".h"))):
            word = COUNTING.search(files.page(path))
            if word:
                return "%s: %s belongs to what counts, not to a tree" % (path, word[1])
    if all(not path.endswith(".csv") and (checksum(path) in texts or borrows(path)) for path in found):
        return "%s: the same text is a file of the project, or is included by a path" % (
            ", ".join(found))
    return None
