# run/memwall/files.py - the files of the scripts: checked first, written as a whole, read by one reader.
"""An output file is written to a file beside it, which then gets its name: if this fails, the old
file is still there. Scripts write files before they print. `reading` turns every fault of an input
into one line.

CSV files of results begin with their origin, one fact per line, which figures print:

    # machine: Intel(R) Xeon(R) Processor
    # command: run/ladder --nx=104

Then follow the names of the columns and the rows."""
import contextlib
import csv
import io
import json
import os
import shlex
import sys

from . import process
from .process import Deferred, fail, script

OUTPUTS = ("--csv", "--json", "--output")  # files, of no influence on numbers
FAULTS = (ValueError, KeyError, TypeError, AttributeError, IndexError, ZeroDivisionError,
          OverflowError, RecursionError, csv.Error)


def is_special(path):
    """A device or a pipe, such as /dev/stdout, even if it leads to a file."""
    return path.startswith("/dev/") or (os.path.exists(path) and not os.path.isfile(path))


def unwritable(path):
    """Why the file cannot be written, or nothing. The file does not change."""
    folder = os.path.dirname(os.path.realpath(path))
    if os.path.isdir(path):
        return "this is a folder"
    if is_special(path):
        return "" if os.access(path, os.W_OK) else "it cannot be written"
    if not os.path.isdir(folder):
        return "there is no folder " + folder
    if os.path.exists(path) and not os.access(path, os.W_OK):
        return "it is protected against writing"
    return "" if os.access(folder, os.W_OK) else "the folder %s cannot be written" % folder


def check(options, inputs=(), outputs=("csv", "json")):
    """Ends with one line if an input is no file that can be read, or if an output, the option of
    this name, is an input or another output or cannot be written: before the first run, so that no
    measurement is lost. Paths that are None or empty stand for no file."""
    taken = {}
    for path in filter(None, inputs):
        with reading(path, "a file"), opened(path) as file:
            file.read(1)
        taken[os.path.realpath(path)] = "an input"
    for option in outputs:
        path = getattr(options, option, None)
        if not path:
            continue
        real, reason = os.path.realpath(path), unwritable(path)
        if real in taken and not is_special(path):
            reason = "the file is also " + taken[real]
        if reason:
            fail("--%s=%s: %s" % (option, path, reason))
        taken[real] = "that of --" + option


def opened(path):
    if os.path.exists(path) and not os.path.isfile(path):
        fail("%s: this is not a regular file" % path)
    return open(path, newline="", encoding="utf-8")


@contextlib.contextmanager
def reading(path, what):
    """A file that is missing, damaged or foreign ends the script with one line; `what` says what the
    file should be. What is computed from it belongs into the `with`, too."""
    try:
        yield
    except OSError as error:
        fail("%s: %s" % (path, error.strerror))
    except FAULTS as error:
        fail("%s: not %s: %s %s" % (path, what, type(error).__name__, str(error)[:200]))


def no_constant(name):
    raise ValueError("%s is not a number of JSON" % name)


def read_json(path, what):
    """The object in a JSON document."""
    with reading(path, what), opened(path) as file:
        found = json.load(file, parse_constant=no_constant)
        if not isinstance(found, dict):
            raise TypeError("an object is needed")
        return found


def read_csv(path, what="a CSV file of results"):
    """(origin, rows as dictionaries of texts)."""
    with reading(path, what), opened(path) as file:
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


def save(path, text):
    """Writes a file as a whole. If path is empty, nothing is written."""
    if not path:
        return
    part = None
    try:
        if is_special(path):
            sys.stdout.flush()
            with open(path, "a", encoding="utf-8", errors="backslashreplace") as file:
                file.write(text)
            return
        path = os.path.realpath(path)
        part = os.path.join(os.path.dirname(path), ".memwall-%d.part" % os.getpid())
        mask = os.umask(0)
        os.umask(mask)
        with Deferred():
            try:
                with open(part, "wb") as file:
                    file.write(text if isinstance(text, bytes) else
                               text.encode("utf-8", "backslashreplace"))
                    file.flush()
                    os.fsync(file.fileno())
                os.chmod(part, os.stat(path).st_mode & 0o777 if os.path.exists(path) else 0o666 & ~mask)
                os.replace(part, path)
            finally:
                if os.path.exists(part):
                    os.remove(part)
    except OSError as error:
        fail("%s: could not be written: %s" % (path, error.strerror), process.broken)


def save_json(path, document):
    if path:
        save(path, json.dumps(document, indent=1, allow_nan=False) + "\n")


def csv_text(about, head, rows):
    file = io.StringIO(newline="")
    for key, value in about.items():
        file.write("# %s: %s\n" % (key, value))
    out = csv.writer(file, lineterminator="\n")
    out.writerow(head)
    out.writerows(rows)
    return file.getvalue()


def save_csv(path, about, head, rows):
    if path:
        save(path, csv_text(about, head, rows))


def command():
    """The command line of this script, without the files that it writes."""
    words, k = [], 1
    while k < len(sys.argv):
        name, equals, _ = sys.argv[k].partition("=")
        if name in OUTPUTS:
            k += 1 if equals else 2
            continue
        words.append(sys.argv[k])
        k += 1
    return " ".join([script] + [shlex.quote(w) for w in words])


def origin(document, **more):
    """The origin of results, from a JSON document of the program."""
    m = document["machine"]
    found = {"machine": m["processor"], "commit": m["commit"], "date": m["date"][:10],
             "ranks": m["ranks"], "threads": m["threads"]}
    if "read_bytes_per_second" in m:  # not of every verb
        found["read bandwidth"] = "%.1f GB/s" % (m["read_bytes_per_second"] / 1e9)
    if not (m["backend"] == "cpu" and m["compiler"].endswith(" -O2 -march=native")) or without_mpi(m):
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
