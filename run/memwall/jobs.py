# run/memwall/jobs.py - what the job scripts share: one run after another, and their table.
"""The run with N ranks is in RESULTS/N: report, log, command and run.json. A run that is there
already, with the same command and program, is not repeated. After a signal no further run begins, and
those that are complete remain."""
import argparse
import glob
import hashlib
import json
import os
import shlex
import shutil
import subprocess

from . import files, process, programs, tables
from .process import fail

# Flags that the other properties contain, or that change neither bytes nor messages.
NEUTRAL = ("nx", "ny", "nz", "npx", "npy", "npz", "rt", "run_type", "validation_type",
           "iterations", "threads", "json", "output", "trace", "memory")
HEAD = ["series", "ranks", "ms_per_iteration", "efficiency"]


def side(text):
    """A side of the local box: whole coarse points on four levels, fewer than 2^31 rows."""
    n = process.number(8, 1288)(text)
    if n % 8:
        raise argparse.ArgumentTypeError("%r: a multiple of 8 is needed" % text)
    return n


def add_arguments(parser, folder, nx):
    parser.add_argument("--nx", type=side, default=nx, help="rows a side and rank (%(default)s)")
    parser.add_argument("--seconds", type=process.number(0), default=60, help="of the rated phase; "
                        "official results need 1800 (%(default)s)")
    parser.add_argument("--tree", default="opt")
    parser.add_argument("--flags", type=process.quoted, default=[], help="further flags of memwall")
    parser.add_argument("--launch", type=process.quoted, default=["mpirun"], help="command that starts "
                        "ranks, with `-np N` or, for srun, `-n N` after it (mpirun)")
    parser.add_argument("--placed", type=process.quoted, help="options that deal cores to the ranks "
                        "(those of Open MPI)")
    parser.add_argument("--results", default=os.path.join(programs.TOP, "results", folder),
                        help="folder of the results (results/%s)" % folder)
    parser.add_argument("--program", help="if built already")
    parser.add_argument("--dry-run", action="store_true", help="print the commands")


def doubling(most):
    """1, 2, 4, ... and the last one."""
    return [1 << k for k in range(most.bit_length()) if 1 << k < most] + [most]


def build(options, *variables):
    """The path of the program."""
    if options.program:
        if not options.dry_run and not os.access(options.program, os.X_OK):
            fail("--program=%s: not a program" % options.program)
        return os.path.abspath(options.program)
    folder = programs.folder_of(options.tree)
    words = ["TREE=" + folder, *variables, "all"]
    if options.dry_run:
        print(" ".join(map(shlex.quote, programs.make_command(*words))))
    elif programs.make(*words)[0] != 0:
        fail("%s: the tree cannot be built" % options.tree, 1)
    return os.path.join(programs.TOP, "build", "memwall-" + programs.name_of(folder))


def bench(options, program, ranks, threads, backend=None):
    """One run; whether it is there at the end."""
    folder = os.path.join(os.path.abspath(options.results), str(ranks))
    placed = options.placed
    if placed is None:
        placed = ["--bind-to", "core", "--map-by", "slot:PE=%d" % threads] \
            if os.path.basename(options.launch[0]) == "mpirun" else []
    count = "-n" if os.path.basename(options.launch[0]) == "srun" else "-np"
    path = os.path.join(folder, "run.json")
    command = options.launch + [count, str(ranks)] + placed + [
        program, "bench", "--nx=%d" % options.nx, "--rt=%d" % options.seconds, "--output=" + folder,
        "--json=" + path] + options.flags
    if options.dry_run:
        print(" ".join(map(shlex.quote, command)))
        return True
    try:
        os.makedirs(folder, exist_ok=True)
        with open(program, "rb") as file:
            key = "OMP_NUM_THREADS=%d %s %s\n" % (threads, hashlib.sha256(file.read()).hexdigest(),
                                                 " ".join(command))
        done, log = os.path.join(folder, "command"), os.path.join(folder, "log")
        if os.path.exists(path) and os.path.exists(done):
            with open(done) as file:
                if file.read() == key:
                    print("%s: %d ranks: already in %s; remove it for another run" % (
                        process.script, ranks, folder), flush=True)
                    return True
        for old in (path, done):  # a run that fails is repeated by the next call
            if os.path.exists(old):
                os.remove(old)
        print("%s: %d ranks x %d^3 rows, %d s rated: log in %s" % (
            process.script, ranks, options.nx, options.seconds, folder), flush=True)
        with open(log, "w") as file:
            status = process.call(command, stdout=file, stderr=subprocess.STDOUT,
                                  env=process.environment(OMP_NUM_THREADS=str(threads)))[0]
    except OSError as error:
        fail("--results=%s: %s: %s" % (options.results, error.filename, error.strerror))
    with open(log, errors="replace") as file:
        said = process.reason(file.read())
    wrong = said if status != 0 else "" if os.path.exists(path) else "no document"
    if not wrong and backend and \
            files.read_json(path, "a document of bench")["machine"]["backend"] != backend:
        os.remove(path)
        wrong = "%s was not built with BACKEND=%s" % (program, backend)
    if wrong:
        process.say("%s: %d ranks: failed: %s" % (process.script, ranks, wrong))
        return False
    files.save(done, key)
    return True


def run(options, program, sizes, threads, backend=None):
    """All runs and their table."""
    if not options.dry_run and not shutil.which((options.launch or [""])[0]):
        fail("--launch=%s: there is no such command; install an MPI, for example Open MPI" %
             " ".join(options.launch))
    failed = [n for n in sizes if not bench(options, program, n, threads, backend)]
    if failed:
        fail("failed with ranks: %s" % " ".join(map(str, failed)), 1)
    if not options.dry_run:
        collect(options.results)


# ---- The runs of a folder as one series ----

def flags_of(words):
    """The other flags, sorted, each with its last value."""
    found, words = {}, list(words)
    while words:
        name, equals, value = words.pop(0).partition("=")
        if name.startswith("--") and not equals and words and not words[0].startswith("--"):
            value = words.pop(0)
        if name.startswith("--") and name[2:] not in NEUTRAL and name + value != "--policymixed":
            found[name] = "%s=%s" % (name, value)
    return sorted(found.values())


def properties(d):
    """What is equal in all runs of a series."""
    where, options, sides = d["machine"], d["options"], d["sizes"]["local"]
    return {"tree": options["tree"], "local box": "x".join(map(str, sides)),
            "policy": options["policy"], "threads": where["threads"], "commit": where["commit"],
            "processor": where["processor"], "backend": where["backend"],
            "flags": " ".join(flags_of(options["arguments"].split()))}


def row_of(d):
    """(ranks, row) of a document of bench."""
    run, double, rating = d["mixed"], d.get("double"), d.get("rating", {})
    speed, ranks = run["model_flops"]["total"] / run["seconds"] / 1e9, d["machine"]["ranks"]
    if not (speed > 0 and ranks > 0):
        raise ValueError("the rated phase has no speed")
    ratio = d.get("validation", {}).get("ratio")
    return ranks, {
        "nodes": int(d["machine"]["nodes"]), "ranks": ranks, "gflops": speed, "each": speed / ranks,
        "ms": 1e3 * run["seconds"] / run["iterations"],
        "mixed": "%.2fx" % (speed / (double["model_flops"]["total"] / double["seconds"] / 1e9))
        if double else "-", "ratio": "-" if ratio is None else "%.3f" % ratio,
        "verdict": rating.get("verdict", "no rating"), "properties": properties(d), "document": d,
        "origin": files.origin(d, box=properties(d)["local box"])}


def load(folder):
    """The rows of FOLDER/*/run.json, from the fewest ranks to the most."""
    rows, what = [], "a JSON document of a complete bench"
    for path in sorted(glob.glob(os.path.join(glob.escape(folder), "*", "run.json"))):
        document = files.read_json(path, what)
        with files.reading(path, what):
            rows.append((*row_of(document), path))
    if not rows:
        fail("%s: no */run.json there" % folder)
    rows.sort(key=lambda row: row[0])
    _, first, first_path = rows[0]
    for _, row, path in rows[1:]:
        unequal = ["%s \"%s\" and \"%s\"" % (key, value, row["properties"][key])
                   for key, value in first["properties"].items() if row["properties"][key] != value]
        if unequal:
            fail("%s and %s differ in more than the ranks: %s; give each series a folder" % (
                first_path, path, ", ".join(unequal)))
    return [row for _, row, _ in rows]


def collect(folder, options=None):
    """Writes the list and the CSV file, and prints the table."""
    path = os.path.join(folder, "all.json")
    if options:
        files.check(options, outputs=["csv"])
    rows = load(folder)
    good = [r for r in rows if r["verdict"] != "INVALID"]
    first, d = (good or rows)[0], rows[0]["document"]
    files.save(path, json.dumps([r["document"] for r in rows], indent=1))
    for r in rows:
        r["efficiency"] = r["each"] / first["each"]
    if options and options.csv:
        files.save_csv(options.csv, rows[0]["origin"], HEAD, [
            ["measured", r["ranks"], "%.6g" % r["ms"], "%.4f" % r["efficiency"]] for r in good])
    print("%s, %s, commit %s" % (d["machine"]["processor"], d["options"]["tree"],
                                 d["machine"]["commit"]))
    print(tables.columns(["nodes", "ranks", "raw GFLOP/s", "per rank", "eff.", "ms/iter.", "mixed", "ratio", ""], [
        [r["nodes"], r["ranks"], "%.1f" % r["gflops"], "%.3f" % r["each"],
         "%.1f%%" % (100 * r["efficiency"]), "%.2f" % r["ms"], r["mixed"], r["ratio"], r["verdict"]]
        for r in rows]))
