# run/memwall/measure.py - what the scripts that measure share: variants in turn, medians, phases.
"""A variant is TREE[:FLAG=VALUE,...], for example ref:policy=double or opt.

Runs are interleaved (all variants once, then again in the reverse order), so that other load of
the machine affects each of them in the same way; every figure is the median over the rounds.
"""
import argparse
import statistics

from . import files, process, programs

# The options that a script sets to the same value for all variants.
SHARED = ("nx", "ny", "nz", "threads", "iterations", "json", "output", "rt", "run_type", "help",
          "version")


class Variant:
    def __init__(self, text):
        self.text = text
        self.tree, _, flags = text.partition(":")
        self.flags = programs.flags(flags)
        self.runs, self.bytes = [], "stated"
        if not self.tree:
            raise argparse.ArgumentTypeError("%r: TREE[:FLAG=VALUE,...] is needed" % text)
        for flag in flags.split(","):
            if flag.partition("=")[0] in SHARED:
                raise argparse.ArgumentTypeError(
                    "%s: --%s is the same for all variants: it is no part of one" % (text, flag))

    def samples(self, value):
        """value(document) of every run."""
        return [value(d) for d in self.runs]

    def median(self, value):
        """Median over the runs of value(document)."""
        return statistics.median(self.samples(value))


def in_turns(rounds, cases, run):
    """{case: [run(*case) of each round]}; a round runs all cases, one after the other."""
    found = {case: [] for case in cases}
    for turn in range(rounds):
        for case in found:
            process.progress("round %d of %d: %s" % (turn + 1, rounds, " ".join(map(str, case))))
            found[case].append(run(*case))
    process.progress()
    return found


def run_all(variants, options):
    """`repeat` rounds of all variants, in turn; every second round in the reverse order. Returns
    the programs."""
    counted = counted_bytes(options.bytes)
    made = programs.Programs([v.tree for v in variants], options)
    box = ["--nx=%d" % options.nx, "--run_type=standalone_mxp", "--rt=0",
           "--iterations=%d" % (options.iterations - 1)]
    for turn in range(options.repeat):
        for variant in variants if turn % 2 == 0 else reversed(variants):
            process.progress("round %d of %d: %s" % (turn + 1, options.repeat, variant.text))
            document = made.run(variant.tree, "bench", box + variant.flags)
            if document["sizes"]["local"] != [options.nx] * 3:
                process.fail("%s: the box is %s, not %d^3" % (
                    variant.text, document["sizes"]["local"], options.nx), 1)
            for cell in document["mixed"]["phases"] if variant.text in counted else ():
                cell["bytes"] *= counted[variant.text].get((cell["phase"], cell["level"]), 1)
                variant.bytes = "counted"
            variant.runs.append(document)
    process.progress()
    return made


def counted_bytes(path):
    """{variant: {(phase, level): counted bytes over stated ones}} of a document of run/bytes, whose
    box is smaller than one that is timed."""
    if not path:
        return {}
    what = "a document of run/bytes"
    document = files.read_json(path, what)
    with files.reading(path, what):
        return {run["variant"]: {(p["phase"], p["level"]): p["counted"] / p["bytes"]
                                 for p in run["solve"]["phases"] if p["bytes"] and "counted" in p}
                for run in document["bytes"]}


def solve(made, variant, options, tolerance="1e-9"):
    """The object `solve` of the document of one solve to the tolerance, which may not converge."""
    return made.run(variant.tree, "solve", ["--nx=%d" % options.nx, "--tolerance=%s" % tolerance] +
                    variant.flags, (0, 1))["solve"]


def iteration(document):
    """Milliseconds an iteration of the timed solve."""
    run = document["mixed"]
    return 1e3 * run["seconds"] / run["iterations"]


def phase(document, name):
    """(milliseconds, bytes) an iteration of a phase or of "a + b", all levels."""
    run = document["mixed"]
    cells = [c for c in run["phases"] if c["phase"] in name.split(" + ")]
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
    """Bytes an iteration of everything that reads memory."""
    return sum(phase(document, p)[1] for p in phases(document) if p != "halo exchange")


def bandwidths(documents, name="read"):
    """(median, smallest, largest) bandwidth of some runs. Every share of a table has this median as its
    denominator, because the bandwidth of a shared machine differs from run to run."""
    found = [d["machine"][name + "_bytes_per_second"] for d in documents]
    return statistics.median(found), min(found), max(found)


def all_runs(variants):
    return [d for v in variants for d in v.runs]


def shown_bandwidth(documents, name="read"):
    median, low, high = (b / 1e9 for b in bandwidths(documents, name))
    return "%.1f GB/s (%.1f to %.1f)" % (median, low, high) if high > low else "%.1f GB/s" % median


ROOFLINE = ["phase", "level", "flops_per_byte", "gflops", "gflops_low", "gflops_high",
            "share_of_read", "percent_of_time"]


def roofline(documents, name="mixed", least=0.001):
    """Rows with the columns ROOFLINE of the phases and levels that take this share of the time."""
    rows, whole = [], statistics.median(d[name]["seconds"] for d in documents)
    read = bandwidths(documents)[0]
    for k, cell in enumerate(documents[0][name]["phases"]):
        cells = [d[name]["phases"][k] for d in documents]
        seconds = [c["seconds"] for c in cells]
        if not cell["flops"] or not cell["bytes"] or min(seconds) <= 0:
            continue
        if statistics.median(seconds) < least * whole:
            continue
        rates = [c["flops"] / c["seconds"] / 1e9 for c in cells]
        share = [c["bytes"] / c["seconds"] / read for c in cells]
        rows.append([cell["phase"], cell["level"], "%.4g" % (cell["flops"] / cell["bytes"]),
                     *("%.4g" % v for v in (statistics.median(rates), min(rates), max(rates),
                                            statistics.median(share),
                                            100 * statistics.median(seconds) / whole))])
    return rows


def roofs(documents):
    """The measured bandwidths, as entries of an origin."""
    return {name + " bandwidth": shown_bandwidth(documents, name) for name in ("read", "triad", "copy")}


def differing(variants):
    """An entry of an origin, if the programs of the trees differ by more than their source."""
    found = {v.tree: files.program(v.runs[0]["machine"]) for v in variants}
    if len(set(found.values())) == 1:
        return {}
    return {"programs": "not the same: " + "; ".join("%s: %s" % pair for pair in found.items())}


def origin(variants, options, **more):
    """files.origin of a study whose options are those of add_arguments."""
    kinds = sorted({v.bytes for v in variants})
    shown = kinds[0] if len(kinds) == 1 else "; ".join("%s: %s" % (kind, ", ".join(
        v.text for v in variants if v.bytes == kind)) for kind in kinds)
    return files.origin(variants[0].runs[0], box="%d^3 per rank" % options.nx,
                        rounds=options.repeat, bytes=shown,
                        **dict({"read bandwidth": shown_bandwidth(all_runs(variants))},
                               **differing(variants), **more))


def add_arguments(parser, nx=104):
    parser.add_argument("--nx", type=process.number(1), default=nx, help="local box, a side")
    parser.add_argument("--iterations", type=process.number(2), default=30,
                        help="of each timed solve")
    parser.add_argument("--bytes", metavar="FILE", help="document of run/bytes: the stated bytes of "
                        "its variants are corrected by its ratios of counted to stated ones")
    programs.add_arguments(parser)
