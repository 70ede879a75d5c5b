# run/memwall/files.py - the files of the scripts: outputs are checked first and written as a whole.
"""CSV files of results begin with their origin, one fact per line, which figures print:

    # machine: Intel(R) Xeon(R) Processor
    # command: run/compare --nx=104 ref opt

Then follow the names of the columns and the rows. `reading` turns every fault of an input into one
line."""
import contextlib
import csv
import io
import json
import os
import shlex
import sys

from . import process
from .process import fail

OUTPUTS = ("--csv", "--json")  # files, of no influence on numbers
FAULTS = (ValueError, KeyError, TypeError, AttributeError, IndexError, ZeroDivisionError,
          OverflowError, RecursionError, csv.Error)


def check(options, inputs=(), outputs=("csv",)):
    """Ends with one line if an input cannot be read or an output, the option of this name, cannot
    be written: before the first run, so that no measurement is lost."""
    for path in filter(None, inputs):
        with reading(path, "a file"), open(path, "rb") as file:
            file.read(1)
    for option in outputs:
        path = getattr(options, option) or ""
        folder = os.path.dirname(os.path.realpath(path))
        reason = "this is a folder" if os.path.isdir(path) else \
            "there is no folder " + folder if not os.path.isdir(folder) else \
            "standard output or standard error goes there" if is_log(path) else \
            "it cannot be written" if not os.access(
                path if os.path.exists(path) else folder, os.W_OK) else ""
        if path and reason:
            fail("--%s=%s: %s" % (option, path, reason))


@contextlib.contextmanager
def reading(path, what):
    """A file that is missing, damaged or foreign ends the script with one line; `what` says what
    the file should be. What is computed from it belongs in the `with`, too."""
    try:
        yield
    except OSError as error:
        fail("%s: %s" % (path, error.strerror))
    except FAULTS as error:
        fail("%s: not %s: %s %s" % (path, what, type(error).__name__, str(error)[:200]))


def text(path, errors="replace"):
    """The text of a file."""
    with open(path, encoding="utf-8", errors=errors) as file:
        return file.read()


def read_json(path, what):
    """The object in a JSON file. It may name files, whose names need not be UTF-8."""
    with reading(path, what):
        found = json.loads(text(path, "surrogateescape"))
        if not isinstance(found, dict):
            raise TypeError("an object is needed")
        return found


def read_csv(path, what="a CSV file of results"):
    """(origin, rows as dictionaries of texts)."""
    with reading(path, what), open(path, newline="", encoding="utf-8") as file:
        lines = file.read().splitlines()
        about, first = {}, 0
        while first < len(lines) and lines[first].startswith("#"):
            key, _, value = lines[first][1:].partition(":")
            about[key.strip()] = value.strip()
            first += 1
        rows = list(csv.DictReader(lines[first:]))
        if not rows or any(None in r or None in r.values() for r in rows):
            raise ValueError("there are no complete rows")
        return about, rows


def is_log(path):
    """Does standard output or standard error go to this file?"""
    return os.path.exists(path) and any(os.path.samestat(os.stat(path), os.fstat(stream)) for stream in (1, 2))


def save(path, content):
    """Writes a text or bytes: to a file beside it, which then gets its name, or to a device or pipe."""
    content = content if isinstance(content, bytes) else content.encode("utf-8", "backslashreplace")
    special, real, kept = os.path.exists(path) and not os.path.isfile(path), os.path.realpath(path), ""
    part = path if special else "%s.%d.part" % (real, os.getpid())
    try:
        with open(part, "wb") as file:
            file.write(content)
        if not special:
            kept = "; the contents are in " + part
            os.replace(part, real)
    except OSError as error:
        raise OSError(error.errno, "could not be written: " + error.strerror + kept, path)
    finally:
        if not special and not kept and os.path.exists(part):
            os.remove(part)


def save_json(path, document):
    """If the path is empty, nothing is written; here and below."""
    if path:
        save(path, json.dumps(document, indent=1, allow_nan=False) + "\n")


def save_csv(path, about, head, rows):
    if path:
        file = io.StringIO(newline="")
        for key, value in about.items():
            file.write("# %s: %s\n" % (key, value))
        csv.writer(file, lineterminator="\n").writerows([head, *rows])
        save(path, file.getvalue())


def command():
    """The command line of this script, without the files that it writes."""
    words, given = [], iter(sys.argv[1:])
    for word in given:
        name, equals, _ = word.partition("=")
        if name not in OUTPUTS:
            words.append(shlex.quote(word))
        elif not equals:
            next(given, None)
    return " ".join([process.script] + words)


def origin(document, **more):
    """The origin of results, from a JSON object of the program."""
    m = document["machine"]
    found = {"machine": m["processor"], "commit": m["commit"], "date": m["date"][:10],
             "ranks": m["ranks"], "threads": m["threads"]}
    if "device" in m:
        found["device"] = m["device"]
    usual = m["backend"] == "cpu" and m["compiler"].endswith(" -O2 -march=native")
    if not usual or without_mpi(m):
        found["programs"] = program(m)
    return dict(found, **more, command=command())


def without_mpi(machine):
    return machine["mpi"].startswith("none")


def program(machine):
    """What the times depend on besides the source of a tree, in words."""
    return "commit %s, back end %s, %s%s" % (machine["commit"], machine["backend"],
                                             machine["compiler"],
                                             ", without MPI" * without_mpi(machine))


def solved(reason):
    """True if a solve that ends for this reason has reached its tolerance."""
    return reason in ("converged", "happy breakdown")
