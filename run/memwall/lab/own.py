"""run/memwall/lab/own.py - is there any work of the student's own in a folder?

A right tree can be made of a file `parent` alone, or of a copy of an answer. A lab is answered only
if the folder has one of the files that the page names under "Files to change" with a text of its
own: not that of a file of ref, of opt, of a step, of a start or of an answer, compared without
comments and blanks; and it includes no file of another tree by a path. What run/handout writes has
the checksums of the texts that it lacks.
"""
import glob
import hashlib
import os
import re

from .. import files, programs

KNOWN = "docs/labs/known-texts"
TREES = ("ref", "opt", "docs/steps/*", "docs/labs/*/start", "docs/labs/*/answer")


def checksum(path):
    """That of a file in C or CUDA without comments and blanks."""
    text = re.sub(r"/\*.*?\*/|//[^\n]*", "", files.page(path), flags=re.S)
    return hashlib.sha256(re.sub(r"\s", "", text).encode()).hexdigest()


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
    """The names of the files of a tree that the page of a lab names under "Files to change"."""
    with open(os.path.join(folder, "README.md")) as file:
        text = re.search(r"\*\*Files to change\.\*\*(.*?)\n\n", file.read(), re.S)
    named = re.findall(r"`((?:gpu/)?\w+\.(?:[ch]|cu))`", text[1]) if text else []
    return [name for name in dict.fromkeys(named) if not glob.glob("common/*/" + name)]


def missing(tree, folder):
    """Why a tree is no work of the student's own for the lab in this folder, or nothing."""
    names = page(folder)
    if programs.is_ours(tree) or not names:
        return None
    found = [os.path.join(tree, name) for name in names if os.path.exists(os.path.join(tree, name))]
    if not found:
        return "%s has none of the files %s" % (tree, ", ".join(names))
    texts = known()
    if all(checksum(path) in texts or path[-2] == "." and programs.borrowed(path)
           for path in found):
        return "%s: the same text is a file of the project, or is included by a path" % (
            ", ".join(found))
    return None
