# run/results.py - CSV files of results: comment lines with their origin, a head, rows.
"""The first lines of such a file name its origin, one per line:

    # machine: Intel(R) Xeon(R) Processor
    # commit: ad53521
    # command: run/ladder --nx=104

Then follow the names of the columns and the rows. The keys are those of `origin`; a study adds
its own. run/figures draws from these files and prints the origin in each picture.
"""
import csv
import io
import os
import shlex
import sys

import outputs

OUTPUTS = ("--csv", "--json", "--keep", "--svg", "--out")  # files, of no influence on numbers


def command():
    """The command line of this script, without the files that it writes; of run/figures, if it
    needed several commands (MEMWALL_COMMAND)."""
    if os.environ.get("MEMWALL_COMMAND"):
        return os.environ["MEMWALL_COMMAND"]
    words, k = [], 1
    while k < len(sys.argv):
        name, equals, _ = sys.argv[k].partition("=")
        if name in OUTPUTS:
            k += 1 if equals else 2
            continue
        words.append(sys.argv[k])
        k += 1
    script = "run/" + os.path.basename(sys.argv[0])
    return " ".join([script] + [shlex.quote(w) for w in words])


def origin(document, **more):
    """The origin of results, from a JSON document of the program."""
    m = document["machine"]
    found = {"machine": m["processor"], "commit": m["commit"], "date": m["date"][:10],
             "ranks": m["ranks"], "threads": m["threads"]}
    if "read_bytes_per_second" in m:  # not of every verb
        found["read bandwidth"] = "%.1f GB/s" % (m["read_bytes_per_second"] / 1e9)
    if not usual(m):
        found["programs"] = program(m)
    found.update(more)
    found["command"] = command()
    return found


def without_mpi(machine):
    return machine["mpi"].startswith("none")


def program(machine):
    """What the times depend on besides the source of a tree, in words."""
    return "commit %s, back end %s, %s%s" % (machine["commit"], machine["backend"],
                                             machine["compiler"],
                                             ", without MPI" * without_mpi(machine))


def usual(machine):
    """The program is one for the CPU, with MPI, and its compiler had the flags of the Makefile."""
    return machine["backend"] == "cpu" and machine["compiler"].endswith(" -O2 -march=native") and \
        not without_mpi(machine)


def solved(reason):
    """True if a solve that ends for this reason has reached its tolerance."""
    return reason in ("converged", "happy breakdown")


def write(path, about, head, rows):
    """Writes the file, or nothing if path is empty."""
    if not path:
        return
    file = io.StringIO(newline="")
    for key, value in about.items():
        file.write("# %s: %s\n" % (key, value))
    out = csv.writer(file, lineterminator="\n")
    out.writerow(head)
    out.writerows(rows)
    outputs.save(path, file.getvalue())


def read(path):
    """(origin, rows as dictionaries of texts)."""
    try:
        with open(path, newline="") as file:
            lines = file.read().splitlines()
    except OSError as error:
        sys.exit("%s: %s" % (path, error.strerror))
    about, start = {}, 0
    while start < len(lines) and lines[start].startswith("#"):
        key, _, value = lines[start][1:].partition(":")
        about[key.strip()] = value.strip()
        start += 1
    rows = list(csv.DictReader(lines[start:]))
    if not rows:
        sys.exit("%s: no rows" % path)
    return about, rows
