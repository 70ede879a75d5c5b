# run/outputs.py - files that a script writes: never one of its inputs, and complete or not at all.
"""A script checks the names of its outputs before it computes, and writes them by `replacing`."""
import contextlib
import os
import sys


def fail(text):
    """Ends the script with one line."""
    print("run/%s: %s" % (os.path.basename(sys.argv[0]), text), file=sys.stderr)
    sys.exit(2)


def special(path):
    """Not a file that can be replaced: /dev/stdout, a pipe."""
    return path.startswith("/dev/") or os.path.exists(path) and not os.path.isfile(path)


def check(inputs, **outputs):
    """Ends with one line if an output, given as its option and its path, is one of the inputs or
    another output, or cannot be written. Paths that are None or empty stand for no file."""
    taken = [os.path.realpath(p) for p in inputs if p]
    for option, path in outputs.items():
        if not path:
            continue
        if os.path.realpath(path) in taken and not special(path):
            fail("--%s=%s: this file is an input or another output; another name is needed" % (
                option, path))
        taken.append(os.path.realpath(path))
        place = path if special(path) else os.path.dirname(taken[-1])
        if os.path.isdir(path) or not os.access(place, os.W_OK):
            fail("--%s=%s: this file cannot be written" % (option, path))


@contextlib.contextmanager
def replacing(path):
    """with replacing(path) as name: write the file `name`, which then replaces the one at `path`.
    If writing fails, the old file remains and the script ends with one line."""
    name = path if not path or special(path) else os.path.realpath(path) + ".part"
    try:
        yield name
        if name != path:
            os.replace(name, os.path.realpath(path))
    except OSError as error:
        fail("%s: cannot be written: %s" % (path, error.strerror))
    finally:
        if name != path and os.path.exists(name):
            os.remove(name)
