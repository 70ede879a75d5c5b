"""run/memwall/lab/prediction.py - the numbers that a student predicts before measuring."""
import collections
import os
import re

from .. import files

FILE = "prediction.csv"
CLOSE = 0.1  # of the predicted effect


class Predictions(dict):
    """{(name, format): number}; `attempts` counts how often each was predicted, of which the last one is kept."""
    def __init__(self):
        super().__init__()
        self.attempts = collections.Counter()


def read(tree, names, forms):
    """Returns Predictions and a list of messages. The predictions come from TREE/prediction.csv, one per line:
    name;format;number. A header `kernel;format;...` is skipped; of any other wrong line there is a message."""
    path, found, wrong = os.path.join(tree, FILE), Predictions(), []
    lines = files.text(path).splitlines() if os.path.isfile(path) else []
    for number, line in enumerate(lines, 1):
        place, words = "%s:%d" % (path, number), [word.strip() for word in re.split("[;:]", line)]
        bad = line if len(words) != 3 else words[1] if words[1] not in forms else words[2]
        if words == [""] or line.startswith("#") or words[:2] == ["kernel", "format"]:
            continue
        if len(words) != 3 or bad == words[1] or not re.fullmatch(r"\d{1,9}\.?\d*|\.\d+", bad, re.ASCII):
            wrong.append("%s: `name;%s;number` is needed, not %r" % (place, " or ".join(forms), bad[:40]))
        elif words[0] not in names:
            wrong.append("%s: nothing is called %r; these are: %s" % (place, words[0], "; ".join(names)))
        else:
            found[words[0], words[1]] = float(words[2])
            found.attempts[words[0], words[1]] += 1
    return found, wrong


def close(guess, value, unchanged, most=CLOSE):
    """Is a prediction within `most` of the effect? The effect of a ratio is its difference to 1, because "nothing
    changes" is no prediction; the effect of a number is the number."""
    return None not in (guess, value) and abs(guess - value) <= most * abs(value - unchanged)
