"""run/memwall/lab/runs.py - labs 16 and 17: predictions beside what the student's own runs wrote with --json.

A ratio is the bytes of an iteration in the first run over the bytes in another run: of a phase on the finest
level, or of all phases. A value is printed when the prediction is right. Each line of prediction.csv is an attempt:
from the second one on, the table says whether it is too large or too small. For the values whose recipe the page
prints a submission gets only the points of predictions; the last rows of the table have the others.
"""
import os

from .. import files
from ..process import fail
from .prediction import CLOSE, close
from .program import show, target, targets

# For each lab the verb, the option that differs from run to run, its values, and what is equal: the page has the commands.
RUNS = {"basis": ("cbgmres", "basis", ("f64", "f32", "i16"), {
            "tree": "opt", "inner": "f64", "input": "lap27:32", "restart": 40, "iterations": 40, "orthogonalization": "cgs2"}),
        "half": ("poisson", "variant", ("D_MG", "H_MG"), {"tree": "opt", "dim": 2, "cells": 256, "reason": "converged"})}
# The run of a student's own choice, its tolerance, and the most kB for a row of all its iterations. The best cycles with
# a basis in f64, f32, f16 and i16 have 54.6, 43.4, 39.5 and 37.3.
BEST = {"tree": "opt", "inner": "f64", "input": "lap27:32", "orthogonalization": "cgs2", "reason": "converged"}
TOLERANCE, SEARCH = 1e-10, (44, 38.5)
CUBE = {"tree": "opt", "variant": "H_MG", "dim": 3, "cells": 32, "reason": "converged"}


def read(path, verb, asked, names=("iteration",)):
    """What a JSON file says of its run, with the bytes of an iteration by phase. It has what the lab names."""
    document = files.read_json(path, "a JSON file of " + verb)
    with files.reading(path, "a JSON file of " + verb):
        run = dict(document.get("options", {}), **document[verb])
        for name, value in asked.items():
            if run.get(name) != value:
                fail("%s: %s is %s, and the page asks for %s" % (path, name, run.get(name), value))
        run["bytes"] = {None: 0}
        for p in run["phases"]:
            for phase in (None, p["phase"]) if p["level"] == 0 else (None,):
                run["bytes"][phase] = run["bytes"].get(phase, 0) + p["bytes"] / run["iterations"]
        for name in names:
            value = run["scale"] if name == "scale" else run["bytes"].get(None if name == "iteration" else name, 0)
            if not (0 < value < float("inf") or value == 0 and name == "scale"):
                fail("%s: %s is %s, which no run reports" % (path, name, value))
        run["rows"] = document.get("sizes", run)["levels"][0]["rows"]
    return run


def compare(name, form, value, unchanged, predicted, earns=False, digits="%.2f", most=CLOSE):
    """A row of the table for a prediction."""
    guess = predicted.get((name, form))
    right = close(guess, value, unchanged, most)
    hint = ": a ratio is needed" if guess is not None and guess < unchanged else "" if right or (
        predicted.attempts[name, form] < 2) else ": too large" if guess > value else ": too small"
    targets.append({"name": name, "format": form, "value": value if right else None, "limit": most, "earns": earns,
                    "predicted": guess, "unchanged": unchanged, "asks": True, "missed": not right,
                    "row": [name, form, digits % value if right else "?", "", "-" if guess is None else "%g%s" % (guess, hint)]})


def check(folder, lab, asked, predicted):
    """Returns the exit status of run/lab."""
    verb, option, values, equal = RUNS[lab.name]
    first, *others = [read(os.path.join(folder, value + ".json"), verb, {option: value, **equal}, lab.targets)
                      for value in values]
    for run, form in zip(others, lab.forms):
        for name in lab.targets:
            phase = None if name == "iteration" else name
            if name == "scale":  # (12.2), which is no ratio
                compare(name, form, run["scale"], 0, predicted)
            else:
                compare(name, form, first["bytes"][phase] / run["bytes"][phase], 1, predicted)
    if lab.name == "half":
        run = read(os.path.join(folder, "H_3D.json"), verb, CUBE)
        compare("cube", "f16", run["bytes"][None] / run["rows"], 0, predicted, earns=True)
    else:
        path = os.path.join(folder, "best.json")
        run = read(path, verb, BEST)
        if not run["relative"] <= TOLERANCE:
            fail("%s: the residual is %s, and the page asks for %s" % (path, run["relative"], TOLERANCE))
        for most in SEARCH:
            target("solve, kB", run["basis"], run["bytes"][None] * run["iterations"] / run["rows"] / 1e3, most, None,
                   at_least=False, asks=False)
            targets[-1]["earns"] = True
    return 4 if show(["", "", "your runs", "at most", "predicted"]) else 0
