# run/measure.py - what the scripts here share: build trees, run variants in turn, medians.
"""A variant is TREE[:FLAG=VALUE,...], for example ref:policy=double or opt:layout=sell.

Runs are interleaved (all variants once, then again in the reverse order), so that other load of
the machine affects each of them in the same way; every figure is the median over the rounds. If the
environment variable MEMWALL_BIN names a folder with the programs, nothing is built.
"""
import json
import os
import statistics
import subprocess
import sys
import tempfile

import results

TOP = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))


class Variant:
    def __init__(self, text):
        self.text = text
        self.tree, _, flags = text.partition(":")
        self.flags = ["--" + f for f in flags.split(",") if f]
        self.runs = []

    def samples(self, value):
        """value(document) of every run."""
        return [value(d) for d in self.runs]

    def median(self, value):
        """Median over the runs of value(document)."""
        return statistics.median(self.samples(value))


def build(trees):
    if os.environ.get("MEMWALL_BIN") or not os.path.exists(os.path.join(TOP, "Makefile")):
        return  # installed: build/ has links to the programs
    for tree in sorted(set(trees)):
        make = ["make", "-s", "-C", TOP, "-j2", "TREE=" + tree]
        if subprocess.run(make).returncode != 0:
            sys.exit("%s: the tree cannot be built" % tree)


def environment():
    env = dict(os.environ)
    if os.geteuid() == 0:  # OpenMPI refuses root without these
        env["OMPI_ALLOW_RUN_AS_ROOT"] = env["OMPI_ALLOW_RUN_AS_ROOT_CONFIRM"] = "1"
    return env


def program(tree):
    folder = os.environ.get("MEMWALL_BIN") or os.path.join(TOP, "build")
    return os.path.join(folder, "memwall-" + os.path.basename(tree.rstrip("/")))


def start(options):
    """The words that start the ranks."""
    if options.np == 1 and options.launch == "mpirun":
        return []
    words = options.launch.split()
    return words if options.np == 0 else words + ["-np", str(options.np)]


def run_once(variant, options, verb, folder):
    """One run; its JSON document."""
    path = os.path.join(folder, "run.json")
    command = start(options) + [program(variant.tree), verb, "--nx=%d" % options.nx, "--json=" + path]
    command += ["--threads=%d" % options.threads] if options.threads else []
    if verb == "bench":
        command += ["--run_type=standalone_mxp", "--rt=0", "--output=" + folder,
                    "--iterations=%d" % (options.iterations - 1)]
    command += variant.flags
    result = subprocess.run(command, env=environment(), stdout=subprocess.PIPE,
                            stderr=subprocess.PIPE, text=True)
    if result.returncode != 0:
        sys.exit("%s\nfailed (%d): %s" % (" ".join(command), result.returncode,
                                          result.stderr.strip() or result.stdout.strip()))
    with open(path) as file:
        return json.load(file)


def run_all(variants, options, verb="bench"):
    """`repeat` rounds of all variants, in turn; every second round in the reverse order."""
    build([v.tree for v in variants])
    with tempfile.TemporaryDirectory() as folder:
        for turn in range(options.repeat):
            for variant in variants if turn % 2 == 0 else reversed(variants):
                print("\rround %d of %d: %-50s" % (turn + 1, options.repeat, variant.text),
                      end="", file=sys.stderr, flush=True)
                variant.runs.append(run_once(variant, options, verb, folder))
    print("\r%70s\r" % "", end="", file=sys.stderr)


def solve(variant, options, tolerance="1e-9"):
    """The object `solve` of the document of one solve to the tolerance."""
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "solve.json")
        command = start(options) + [program(variant.tree), "solve", "--nx=%d" % options.nx,
                                    "--tolerance=%s" % tolerance, "--json=" + path]
        command += ["--threads=%d" % options.threads] if options.threads else []
        command += variant.flags
        result = subprocess.run(command, env=environment(), stdout=subprocess.PIPE,
                                stderr=subprocess.PIPE, text=True)
        if result.returncode not in (0, 1):
            sys.exit("%s\nfailed (%d): %s" % (" ".join(command), result.returncode,
                                              result.stderr.strip()))
        with open(path) as file:
            return json.load(file)["solve"]


def iteration(document):
    """Milliseconds an iteration of the timed solve."""
    run = document["mixed"]
    return 1e3 * run["seconds"] / run["iterations"]


def phase(document, name):
    """(milliseconds, bytes) an iteration of a phase, all levels."""
    run = document["mixed"]
    cells = [c for c in run["phases"] if c["phase"] == name]
    count = run["iterations"]
    return (1e3 * sum(c["seconds"] for c in cells) / count,
            sum(c["bytes"] for c in cells) / count)


def phases(document):
    """Names of the phases in the order of the report."""
    names = []
    for cell in document["mixed"]["phases"]:
        if cell["phase"] not in names:
            names.append(cell["phase"])
    return names


def iteration_bytes(document):
    """Bytes an iteration, by the model, of everything that reads memory."""
    return sum(phase(document, p)[1] for p in phases(document) if p != "halo exchange")


ROOFLINE = ["phase", "level", "flops_per_byte", "gflops", "gflops_low", "gflops_high",
            "share_of_read", "percent_of_time"]


def roofline(documents, name="mixed", least=0.001):
    """Rows with the columns ROOFLINE of the phases and levels that take this share of the time."""
    rows, whole = [], statistics.median(d[name]["seconds"] for d in documents)
    for k, cell in enumerate(documents[0][name]["phases"]):
        cells = [d[name]["phases"][k] for d in documents]
        seconds = [c["seconds"] for c in cells]
        if not cell["flops"] or not cell["bytes"] or min(seconds) <= 0:
            continue
        if statistics.median(seconds) < least * whole:
            continue
        rates = [c["flops"] / c["seconds"] / 1e9 for c in cells]
        share = [c["bytes"] / c["seconds"] / d["machine"]["read_bytes_per_second"]
                 for c, d in zip(cells, documents)]
        rows.append([cell["phase"], cell["level"], "%.4g" % (cell["flops"] / cell["bytes"]),
                     *("%.4g" % v for v in (statistics.median(rates), min(rates), max(rates),
                                            statistics.median(share),
                                            100 * statistics.median(seconds) / whole))])
    return rows


def roofs(documents):
    """The measured bandwidths, as entries of an origin."""
    return {name + " bandwidth": "%.1f GB/s" % (1e-9 * statistics.median(
        d["machine"][name + "_bytes_per_second"] for d in documents))
        for name in ("read", "triad", "copy")}


def describe(document, options):
    machine = document["machine"]
    return "%s, commit %s, %d ranks x %d threads, local %d^3, read bandwidth %.1f GB/s" % (
        machine["processor"], machine["commit"], machine["ranks"], machine["threads"],
        options.nx, machine["read_bytes_per_second"] / 1e9)


def origin(document, options, **more):
    """results.origin of a study whose options are those of add_arguments."""
    return results.origin(document, box="%d^3 per rank" % options.nx, rounds=options.repeat, **more)


def add_arguments(parser, nx=104):
    parser.add_argument("--nx", type=int, default=nx, help="local box, a side")
    parser.add_argument("--np", type=int, default=2, help="ranks")
    parser.add_argument("--threads", type=int, default=0, help="threads a rank")
    parser.add_argument("--iterations", type=int, default=30, help="of each timed solve")
    parser.add_argument("--repeat", type=int, default=3, help="rounds; medians are shown")
    parser.add_argument("--launch", default="mpirun", help="command that starts ranks")
    parser.add_argument("--csv", help="write the table there")
    parser.add_argument("--keep", help="write all JSON documents there, as one list")


def keep(variants, path):
    if path:
        with open(path, "w") as file:
            json.dump([{"variant": v.text, "runs": v.runs} for v in variants], file, indent=1)
