"""run/trees.py - names and parents of trees, as the Makefile derives them."""
import os


def title_of(folder):
    """The name of a tree in reports: its path; for the trees of labs and tests, and for those
    outside of the checkout, the last part of it. The folder is given as make needs it."""
    folder = os.path.normpath(folder)
    apart = os.path.isabs(folder) or folder.split("/")[0] in ("..", "docs", "tests")
    return os.path.basename(folder) if apart else folder


def name_of(folder):
    """What follows memwall- in the name of the program: steps-colors for steps/colors."""
    return title_of(folder).replace("/", "-")


def read_parent(folder):
    """The parent, and the other trees from which single files are taken (lines FILE TREE)."""
    try:
        with open(os.path.join(folder, "parent")) as file:
            lines = [line.split() for line in file]
    except OSError:
        return "ref", []
    parents = [words[0] for words in lines if len(words) == 1]
    return (parents + ["ref"])[0], [words[1] for words in lines if len(words) == 2]
