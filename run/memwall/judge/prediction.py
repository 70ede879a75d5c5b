"""run/memwall/judge/prediction.py - the ratios that a student predicts before measuring."""
import os
import re

from .table import KERNEL_GROUPS

FILE = "prediction.csv"
# The kernels of the contract, by the names that reports and labs use.
KERNELS = {"sweep": "ascend", "sweep, zero guess": "descend", "restriction": "descend",
           "ortho": "orthonormalize"}
# What can be predicted: kernels, and what labs 6 and 8 to 12 count.
NAMES = sorted({*KERNELS, *" ".join(KERNEL_GROUPS.values()).split(), "launches", "waits", "hidden",
                "iterations", "sectors", "request"})


def read(tree, given=()):
    """{(kernel, "f64" or "f32"): number} from TREE/prediction.csv, a line for each:
    kernel;format;number, and from --predict=, which counts more. Raises ValueError."""
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
            raise ValueError("%s: `kernel;f64 or f32;number` is needed" % place)
        if words[0] not in NAMES:
            raise ValueError("%s: there is no kernel %r; these are: %s" % (place, words[0], "; ".join(NAMES)))
        found[words[0], words[1]] = float(words[2])
    return found


def compare(predicted, kernels):
    """The predicted speed-ups over ref beside the measured ones of level 0."""
    rows = []
    for (name, form), number in sorted(predicted.items()):
        for k in kernels:
            if k["kernel"] == KERNELS.get(name, name) and k["level"] == 0 and \
                    k["format"].endswith("," + form):
                rows.append({"kernel": name, "format": form, "predicted": number,
                             "measured": k["speedup_ref"]})
                break
    return rows
