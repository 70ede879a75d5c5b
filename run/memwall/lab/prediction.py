"""run/memwall/lab/prediction.py - the numbers that a student predicts before measuring."""
import collections
import os
import re

from .. import files

FILE = "prediction.csv"
MOST = 10  # wrong lines that are named
CLOSE = 0.1  # of the predicted effect
# What students predict in the labs: kernels, and what is counted in labs 6, 8 to 14 and 16 to 19.
NAMES = ["banded", "banks", "bases", "blocks", "conflicts", "copied", "cube", "dense", "descriptor", "hidden",
         "iteration", "launches", "longest", "ortho", "overlapped", "power", "registers", "request", "restriction",
         "rows", "scale", "sectors", "slices", "spmv", "stencil", "sweep", "sweep, zero guess", "waits"]


class Predictions(dict):
    """{(name, format): number}; `attempts` counts how often each was predicted, of which the last one is kept."""
    def __init__(self):
        super().__init__()
        self.attempts = collections.Counter()


def read(tree, given=(), forms=("f64", "f32")):
    """Returns Predictions and a list of messages. The predictions come from TREE/prediction.csv,
    one per line: name;format;number, and from --predict=, which takes precedence. A header `kernel;format;...` is
    skipped; of any other wrong line of the file there is a message. Raises ValueError for a wrong --predict=."""
    path, lines, found, wrong = os.path.join(tree, FILE), [], Predictions(), []
    if os.path.lexists(path):
        try:
            lines = [("%s:%d" % (path, number), line) for number, line in enumerate(files.page(path).splitlines(), 1)
                     if line.strip() and not line.startswith("#")]
        except OSError as error:
            wrong.append("%s: %s" % (path, error.strerror))
    options = [("--predict=" + text, text) for text in given or ()]
    for place, line in lines + options:
        words = [word.strip() for word in re.split("[;:]", line)]
        message = None
        if len(words) != 3 or words[1] not in forms or not re.fullmatch(r"\d+\.?\d*|\.\d+", words[2], re.ASCII):
            message = "%s: `name;%s;number` is needed" % (place, " or ".join(forms))
        elif len(words[2]) > 20:
            message = "%s: a number of at most 20 digits is needed" % place
        elif words[0] not in NAMES:
            message = "%s: nothing is called %r; these are: %s" % (place, words[0], "; ".join(NAMES))
        if not message:
            found[words[0], words[1]] = float(words[2])
            found.attempts[words[0], words[1]] += 1
        elif (place, line) in options:
            raise ValueError(message)
        elif words[:2] != ["kernel", "format"]:
            wrong.append(message)
    return found, wrong[:MOST] + ["and %d more wrong lines" % (len(wrong) - MOST)] * (len(wrong) > MOST)


def close(guess, value, unchanged):
    """Is a prediction within 10 % of the effect? The effect of a ratio is its difference to 1, because "nothing
    changes" is no prediction; the effect of a number is the number."""
    return None not in (guess, value) and abs(guess - value) <= CLOSE * abs(value - unchanged)
