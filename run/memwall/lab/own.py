"""run/memwall/lab/own.py - has a folder the files of a lab, and are they not those of its start or answer?"""
import glob
import os
import re

from .. import files

OPTIONAL = ("basis_pass.c", "gpu/spmv.c")  # the second file of lab 5, the last step of lab 10


def named(folder):
    """The names of the files that the page of a lab names under "Files to change" or "to hand in"."""
    with open(os.path.join(folder, "README.md")) as file:
        text = re.search(r"\*\*Files to (?:change|hand in)\.\*\*(.*?)\n\n", file.read(), re.S)
    names = re.findall(r"`((?:gpu/)?\w+\.(?:[ch]|cu|csv))`", text[1] if text else "")
    return [name for name in dict.fromkeys(names) if not glob.glob("common/*/" + name)]


def missing(tree, lab):
    """Why a folder is no hand-in for this lab, or nothing. It lacks a file that the page names, or these files
    are byte for byte those of the start or of the answer (which themselves are judged as they are)."""
    given = [path for path in (lab.start, lab.answer) if os.path.isdir(path)]
    if any(os.path.samefile(tree, path) for path in given):
        return None
    names = named(lab.folder)
    lacks = [name for name in names if name not in OPTIONAL and not os.path.isfile(os.path.join(tree, name))]
    if lacks:
        return "%s does not have %s; the page names %s" % (tree, ", ".join(lacks), ", ".join(names))
    for path in given:
        pairs = [(os.path.join(path, name), os.path.join(tree, name)) for name in names]
        pairs = [pair for pair in pairs if all(map(os.path.isfile, pair))]
        if pairs and all(files.page(theirs) == files.page(own) for theirs, own in pairs):
            return "its files are those of " + path
    return None
