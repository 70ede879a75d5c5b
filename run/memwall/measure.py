# run/memwall/measure.py - variants of trees, in interleaved runs: medians, shares of the bandwidth,
# gains.
"""A variant is TREE[:FLAG=VALUE,...], for example ref:policy=double or opt; CC and CFLAGS say how it
is built. Runs are interleaved (all variants once, then again in the reverse order), so that other
load of the machine affects each of them in the same way. `rows` are the numbers of all of them, of
which run/compare and run/figures make tables and figures."""
import argparse
import statistics

from . import files, process, programs

# The options that a script sets to the same value for all variants.
SHARED = ("nx", "ny", "nz", "threads", "iterations", "json", "output", "rt", "run_type", "help", "version")
ITERATION, SETUP, MERGED = "iteration", "set-up", "sweep + spmv"
ROUNDS = 3  # fewer have no range
HEAD = ["variant", "phase", "level", "ms", "ms_low", "ms_high", "bytes", "flops", "bandwidth",
        "share", "gain", "gain_low", "gain_high", "noise", "samples"]


class Variant:
    def __init__(self, text):
        self.text = text
        self.tree, _, words = text.partition(":")
        words = words.split(",")
        of_make, flags = ([w for w in words if w[:1].isupper() == upper] for upper in (True, False))
        self.flags = programs.flags(",".join(flags))
        self.build = self.tree + (":" + ",".join(of_make) if of_make else "")  # of Programs
        self.runs = []
        if not self.tree:
            raise argparse.ArgumentTypeError("%r: TREE[:FLAG=VALUE,...] is needed" % text)
        for flag in flags:
            if flag.partition("=")[0] in SHARED:
                raise argparse.ArgumentTypeError(
                    "%s: --%s is the same for all variants: it is no part of one" % (text, flag))

    def median(self, value):
        """Median of value(run) over the runs."""
        return statistics.median(map(value, self.runs))

    def values(self, name, phase, level="all"):
        """Seconds, bytes or flops of an iteration in a phase, or in "a + b", in each run."""
        def of_run(d):
            if phase == SETUP:
                return d["setup_seconds"]["all"] if name == "seconds" else 0
            if phase == ITERATION and name == "seconds":
                return d["mixed"]["seconds"] / d["mixed"]["iterations"]
            return sum(c[name] for c in d["mixed"]["phases"] if level in ("all", c["level"]) and (
                c["phase"] in phase.split(" + ") or phase == ITERATION
                and c["phase"] != "halo exchange")
                       ) / d["mixed"]["iterations"]
        return [of_run(d) for d in self.runs]


def bandwidths(variants, name=None):
    """(median, smallest, largest) bandwidth of all runs in GB/s: of reading, on a device of a copy,
    or of the kernel of this name. The median is the denominator of every fraction in a table, because
    the bandwidth of a shared machine differs from run to run."""
    machines = [d["machine"] for v in variants for d in v.runs]
    name = name or ("copy" if "device" in machines[0] else "read")
    found = [m[name + "_bytes_per_second"] / 1e9 for m in machines]
    return statistics.median(found), min(found), max(found)


def interleaved(rounds, cases, run):
    """{case: [run(case) of each round]}; every second round in the reverse order."""
    found = {case: [] for case in cases}
    for turn in range(rounds):
        for case in list(found)[::-1 if turn % 2 else 1]:
            process.progress("round %d of %d: %s" % (turn + 1, rounds, getattr(case, "text", case)))
            found[case].append(run(case))
    process.progress()
    return found


def run_all(variants, options):
    """`repeat` rounds of all variants. Returns the programs."""
    made = programs.Programs([v.build for v in variants], options)
    box = ["--nx=%d" % options.nx, "--run_type=standalone_mxp", "--rt=0",
           "--iterations=%d" % (options.iterations - 1)]
    runs = interleaved(options.repeat, variants, lambda v: made.run(v.build, "bench", box + v.flags))
    for variant, documents in runs.items():
        variant.runs = documents
    return made


def cells_of(variants):
    """[(phase, level)]: of each phase all levels and each of them; then the sums."""
    found = {}
    for v in variants:
        for c in v.runs[0]["mixed"]["phases"]:
            found.setdefault(c["phase"], {"all": 0})[c["level"]] = 0
    return [(p, level) for p, levels in found.items() for level in levels] + [
        (MERGED, "all"), (ITERATION, "all"), (SETUP, "all")]


def rows(variants, twin=None, fastest=False):
    """One row, with the columns HEAD, for each variant, phase and level. A gain is the time of the
    first variant divided by the time of this one: the median of the ratios of all rounds, and their
    range. The noise is the largest gain or loss of the twin, a second identical run of the first
    variant. If `fastest`, ms is the fastest round and ms_high the median, and the bandwidth is the
    largest."""
    found, rate = [], bandwidths(variants)[2 if fastest else 0]
    for phase, level in cells_of(variants):
        first, other = ([1e3 * s for s in v.values("seconds", phase, level)]
                        for v in (variants[0], twin or variants[0]))
        twins = [max(a / b, b / a) - 1 for a, b in zip(first, other)] if min(first + other) > 0 else []
        for v in variants:
            ms = [1e3 * s for s in v.values("seconds", phase, level)]
            moved, flops = (statistics.median(v.values(n, phase, level)) for n in ("bytes", "flops"))
            ratios = [a / b for a, b in zip(first, ms)] if min(first + ms) > 0 else []
            middle, high = statistics.median(ms), max(ms)
            if fastest:
                middle, high = min(ms), middle
            share = moved / middle / 1e6 / rate if middle > 0 and phase != "halo exchange" else 0
            gains = [statistics.median(ratios), min(ratios), max(ratios), max(twins)
                     ] if ratios and twins else [""] * 4
            numbers = [middle, min(ms), high, moved, flops, rate, share, *gains]
            found.append([v.text, phase, level, *(x if x == "" else "%.6g" % x for x in numbers),
                          ";".join("%.6g" % s for s in ms)])
    return found


def within_noise(row):
    """Of a row with a gain: is the gain not larger than the noise, do the rounds disagree, or are
    they few?"""
    gain, low, high, noise = (float(row[k]) for k in ("gain", "gain_low", "gain_high", "noise"))
    rounds = row["samples"].count(";") + 1
    return rounds < ROUNDS or low <= 1 <= high or max(gain, 1 / gain) <= 1 + noise


def origin(variants, options):
    """files.origin of the runs of run/compare."""
    more = {name + " bandwidth": "%.1f GB/s (%.1f to %.1f)" % bandwidths(variants, name)
            for name in ("read", "triad", "copy")}
    found = {v.build: files.program(v.runs[0]["machine"]) for v in variants}
    if len(set(found.values())) > 1:
        more["programs"] = "not the same: " + "; ".join("%s: %s" % pair for pair in found.items())
    return files.origin(variants[0].runs[0], box="%d^3 per rank" % options.nx,
                        rounds=options.repeat, iterations=options.iterations,
                        statistic="minima" if options.ladder else "medians", **more)
