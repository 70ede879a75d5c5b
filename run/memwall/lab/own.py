"""run/memwall/lab/own.py - does a folder have the files of a lab, and are they not copies of the project's?"""
import glob
import os
import re

from .. import files, programs

OPTIONAL = ("basis_pass.c", "gpu/spmv.c")  # the second file of lab 5, the last step of lab 10
PROJECT = ("ref", "opt", "docs/steps/*/")


def named(folder):
    """The names of the files that the page of a lab names under "Files to change" or "to submit"."""
    page = files.text(os.path.join(folder, "README.md"))
    text = re.search(r"\*\*Files to (?:change|submit)\.\*\*(.*?)\n\n", page, re.S)
    names = re.findall(r"`((?:gpu/)?\w+\.(?:[ch]|cu|csv))`", text[1] if text else "")
    return [name for name in dict.fromkeys(names) if not glob.glob("common/*/" + name)]


def file_of(tree, name):
    """The path of a file of a tree, which may be one of its parent."""
    path = os.path.join(tree, name)
    is_here = os.path.isfile(path) or "/" in name or not name.endswith((".c", ".h"))
    return path if is_here else programs.files_of(tree).get(name, path)


def missing(tree, lab):
    """Why a folder is no submission for this lab, or nothing. It lacks a file that the page names, or all files of
    these names are byte for byte the same in one tree: of the start, the answer, ref, opt or a step. (These
    trees themselves are judged as they are.)"""
    trees = [path for path in (lab.start, lab.answer) if os.path.isdir(path)]
    trees += [path for pattern in PROJECT for path in sorted(glob.glob(pattern))]
    if any(os.path.samefile(tree, path) for path in trees):
        return None
    names = named(lab.folder)
    lacks = [name for name in names if name not in OPTIONAL and not os.path.isfile(os.path.join(tree, name))]
    if lacks:
        return "%s does not have %s" % (tree, ", ".join(lacks)) + "; the page names %s" % ", ".join(names) * (lacks != names)
    own = {name: os.path.join(tree, name) for name in names if os.path.isfile(os.path.join(tree, name))}
    for path in trees if own else ():
        theirs = {name: file_of(path, name) for name in own}
        if all(os.path.isfile(theirs[name]) and files.text(theirs[name]) == files.text(own[name]) for name in own):
            return "its files are those of " + path.rstrip("/")
    return None
