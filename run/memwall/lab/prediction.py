"""run/memwall/lab/prediction.py - the numbers that a student predicts before measuring."""
import os
import re

FILE = "prediction.csv"
# What the pages of the labs ask for: kernels, and what is counted in labs 6 and 8 to 14.
NAMES = ["flight", "hidden", "iterations", "launches", "ortho", "overlapped", "request", "restriction", "rows", "sectors",
         "slices", "spmv", "sweep", "sweep, zero guess", "waits"]


def read(tree, given=()):
    """{(name, "f64" or "f32"): number} from TREE/prediction.csv, a line for each:
    name;format;number, and from --predict=, which counts more. Raises ValueError."""
    path, lines, found = os.path.join(tree, FILE), [], {}
    if os.path.exists(path):
        with open(path, errors="replace") as file:
            lines = [("%s:%d" % (path, number), line) for number, line in enumerate(file, 1)
                     if line.strip() and not line.startswith("#")]
    lines += [("--predict=" + text, text) for text in given or ()]
    for place, line in lines:
        words = [word.strip() for word in re.split("[;:]", line)]
        if len(words) != 3 or words[1] not in ("f64", "f32") or \
                not re.fullmatch(r"\d*\.?\d+", words[2]):
            raise ValueError("%s: `name;f64 or f32;number` is needed" % place)
        if words[0] not in NAMES:
            raise ValueError("%s: nothing is called %r; these are: %s" % (place, words[0], "; ".join(NAMES)))
        found[words[0], words[1]] = float(words[2])
    return found
