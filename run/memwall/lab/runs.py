"""run/memwall/lab/runs.py - labs 16 and 17: predictions beside what the student's own runs wrote with --json.

A ratio is that of the bytes of an iteration in the first run over those in another one: of a phase on the finest
level, or of all of them. A value is printed when the prediction is right.
"""
import os

from .. import files
from ..process import fail
from .prediction import CLOSE, close
from .program import show, targets

# For each lab the verb, the option that differs from run to run, its values, and what is equal: the page has the commands.
RUNS = {"basis": ("cbgmres", "basis", ("f64", "f32", "i16"), {
            "tree": "opt", "inner": "f64", "input": "lap27:32", "restart": 40, "iterations": 40, "orthogonalization": "cgs2"}),
        "half": ("poisson", "variant", ("D_MG", "H_MG"), {"tree": "opt", "dim": 2, "cells": 256, "reason": "converged"})}


def read(path, verb, asked, names):
    """What a document says of its run: the bytes of an iteration by phase, or the scale of (12.2)."""
    document = files.read_json(path, "a document of " + verb)
    with files.reading(path, "a document of " + verb):
        run = dict(document.get("options", {}), **document[verb])
        for name, value in asked.items():
            if run.get(name) != value:
                fail("%s: %s is %s, and the page asks for %s" % (path, name, run.get(name), value))
        found = {name: run[name] if name == "scale" else sum(
            p["bytes"] for p in run["phases"] if name == "iteration" or (p["phase"], p["level"]) == (name, 0)) /
            run["iterations"] for name in names}
        for name, value in found.items():
            if not (0 < value < float("inf") or value == 0 and name == "scale"):
                fail("%s: %s is %s, which no run reports" % (path, name, value))
    return found


def check(folder, lab, asked, predicted):
    """Returns the exit status of run/lab."""
    verb, option, values, equal = RUNS[lab.name]
    first, *others = [read(os.path.join(folder, value + ".json"), verb, {option: value, **equal}, lab.targets)
                      for value in values]
    for run, form in zip(others, lab.forms):
        for name, value in run.items():
            unchanged = name != "scale"  # which is no ratio
            value = first[name] / value if unchanged else value
            guess = predicted.get((name, form))
            right = close(guess, value, int(unchanged))
            targets.append({"name": name, "format": form, "value": value if right else None, "limit": CLOSE,
                            "predicted": guess, "unchanged": int(unchanged), "asks": True, "missed": not right,
                            "row": [name, form, "%.2f" % value if right else "?", "-" if guess is None else "%g" % guess]})
    return 4 if show(["", "", "your runs", "predicted"]) else 0
