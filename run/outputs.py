# run/outputs.py - checks of the files that a script writes, before it computes.
import os
import sys

import results


def fail(text):
    """Ends the script with one line."""
    print("run/%s: %s" % (os.path.basename(sys.argv[0]), text), file=sys.stderr)
    sys.exit(2)


def check(inputs, **outputs):
    """Ends with one line if an output, given as its option and its path, is one of the inputs or
    another output, or cannot be written. Paths that are None or empty stand for no file."""
    taken = [os.path.realpath(p) for p in inputs if p]
    for option, path in outputs.items():
        if not path:
            continue
        if os.path.realpath(path) in taken and not results.is_special(path):
            fail("--%s=%s: this file is an input or another output; another name is needed" % (
                option, path))
        taken.append(os.path.realpath(path))
        reason = results.unwritable(path)
        if reason:
            fail("--%s=%s: %s" % (option, path, reason))
