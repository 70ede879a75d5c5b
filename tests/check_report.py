#!/usr/bin/env python3
"""tests/check_report.py FILE TREE - proves that a report file of HPG-MxP is complete.

Checked are the keys (those of tests/golden/hpgmp-report-keys.txt, which the public code of
at-aaims/HPG-MxP writes in a run with all phases: spelling, blanks and order), the sums and
quotients of the values to the six digits that are written, and what the script of the public
code that reads reports, parse_benchmark_output.py, finds in it. Every failure is one line.
"""

import math
import os
import re
import sys

path, tree = sys.argv[1:]
lines = open(path).read().splitlines()
golden = os.path.join(os.path.dirname(os.path.abspath(__file__)), "golden",
                      "hpgmp-report-keys.txt")
failures = []


def check(condition, message):
    if not condition:
        failures.append(message)


def key_of(line):
    return line.split("=")[0] + ("=" if "=" in line else "")


# Keys, in order. Our own follow after `memwall=`.
wanted = [k for k in open(golden).read().splitlines()
          if tree == "ref" or "Reference version" not in k]
end = lines.index("memwall=") if "memwall=" in lines else len(lines)
got = [key_of(line) for line in lines[:end]]
for k in range(max(len(wanted), len(got))):
    pair = [x[k] if k < len(x) else "(end)" for x in (got, wanted)]
    if pair[0] != pair[1]:
        check(False, "line %d has the key '%s', wanted '%s'" % (k + 1, *pair))
        break
check(all(re.match("memwall::[A-Z]", line) for line in lines[end + 1:]),
      "after memwall= there are other keys than our own")

values = {}
for line in lines:
    if "=" in line:
        key, text = line.split("=", 1)
        values.setdefault(key, []).append(text)


def value(key):
    try:
        number = float(values[key][0])
    except (KeyError, ValueError):
        check(False, "%s: no number" % key)
        return math.nan
    check(math.isfinite(number), "%s is not finite" % key)
    return number


def near(a, b, what):
    """a = b, where at most three factors were rounded to six digits, by 5e-6 each."""
    check(abs(a - b) <= 1.6e-5 * max(abs(a), abs(b)), "%s: %g and %g" % (what, a, b))


time, flop = "Benchmark Time Summary::", "Floating Point Operations Summary::"
traffic, rate = "Memory Traffic (GB)::", "GFLOP/s Summary::"
bandwidth, own = "Memory Bandwidth (GB/s)::", "memwall::"
ratio = 1 / value("Iteration Count Information::Penalty factor (validation)")

# The keys of each run: seconds, operations, bytes of each motif.
RUNS = {
    "mxp": {
        "seconds": {"Ortho": time + "Ortho", "SpMV": time + "SpMV", "MG": time + "MG",
                    "GS": time + " SpTRSV", "vecupd": time + "VecUpdate",
                    "Total": time + "Total"},
        "transfer": (time + " Restic", time + " Prlong"),
        "products": time + " DDOT", "parts": (time + "  DDOT (comp)", time + "  DDOT (comm)"),
        "other": own + "Time outside of the motifs",
        "flops": (flop + "Raw Ortho", flop + "Raw SpMV", flop + "Raw MG",
                  own + "Operations of VecUpdate", flop + "Total"),
        "rates": (rate + "Raw Orho", rate + "Raw SpMV", rate + "Raw MG", rate + "Raw Total"),
    },
    "reference": {
        "seconds": {"Ortho": time + " - Ortho   (reference)",
                    "SpMV": time + " - SpMV    (reference)",
                    "MG": time + " - MG      (reference)",
                    "GS": time + " -  SpTRSV (reference)",
                    "vecupd": own + "VecUpdate (reference)",
                    "Total": time + " - Total   (reference)"},
        "transfer": (time + " -  Restic (reference)", time + " -  Prlong (reference)"),
        "products": time + " -  DDOT   (reference)",
        "parts": (time + " -   DDOT (comp)", time + " -   DDOT (comm)"),
        "other": own + "Time outside of the motifs (reference)",
        "flops": (flop + " - Raw Ortho (reference)", flop + " - Raw SpMV  (reference)",
                  flop + " - Raw MG    (reference)",
                  own + "Operations of VecUpdate (reference)",
                  flop + " - Raw Total (reference)"),
        "rates": (rate + " - Raw Orho  (reference)", rate + " - Raw SpMV  (reference)",
                  rate + " - Raw MG    (reference)", rate + " - Raw Total (reference)"),
    },
}
for run, keys in RUNS.items():
    seconds = {motif: value(key) for motif, key in keys["seconds"].items()}
    check(all(s > 0 for s in seconds.values()), "%s: a motif has no time" % run)
    restrict, prolong = map(value, keys["transfer"])
    near(seconds["MG"], seconds["GS"] + restrict + prolong, run + ": MG = GS + transfers")
    near(value(keys["products"]), sum(map(value, keys["parts"])), run + ": DDOT = its parts")
    parts = [seconds[m] for m in ("Ortho", "SpMV", "MG", "vecupd")]
    near(seconds["Total"], sum(parts) + value(keys["other"]), run + ": sum of the times")

    *flops, total = map(value, keys["flops"])
    near(total, sum(flops), run + ": sum of the operations")
    del flops[3]
    for key, f, motif in zip(keys["rates"], flops + [total], ("Ortho", "SpMV", "MG", "Total")):
        near(value(key) * seconds[motif], 1e-9 * f, "%s: rate x time = operations" % key)

    def of(section, name):
        return value("%s%-13s (%s)" % (section, name, run))

    moved = {m: of(traffic, " - Raw %-6s" % m) for m in ("Ortho", "SpMV", "MG", "vecupd")}
    gs, transfers = of(traffic, " -   GS"), of(traffic, " -   RestrPro")
    near(moved["MG"], gs + transfers, run + ": bytes of MG = GS + RestrPro")
    for motif, size in moved.items():
        check(size > 0, "%s: no bytes of %s" % (run, motif))
        near(of(bandwidth, " - Raw %-6s" % motif) * seconds[motif], size,
             "%s, %s: bandwidth x time = traffic" % (run, motif))
    near(of(bandwidth, " -   GS") * seconds["GS"], gs, run + ", GS: bandwidth x time = traffic")
    near(of(bandwidth, " -   RestrPro") * (restrict + prolong), transfers,
         run + ", RestrPro: bandwidth x time = traffic")
    near(of(bandwidth, " - Raw Total") * seconds["Total"], sum(moved.values()),
         run + ": total bandwidth x time = total traffic")

rating = value("Final Summary::HPGMP result is VALID with a GFLOP/s rating of")
near(value(rate + "Total for benchmark"), rating, "Total for benchmark = rating")
near(rating, value(rate + "Raw Total") * ratio, "rating = Raw Total / penalty factor")
near(value(rate + " - Total     (reference)"), value(rate + " - Raw Total (reference)"),
     "the two totals of the reference")
near(value(bandwidth + "Total for benchmark"),
     value(bandwidth + " - Raw Total  (mxp)") * ratio, "bandwidth of the benchmark")
memory = "Memory Use Information::"
total = value(memory + "Total memory used for data (Gbytes)")
near(total, value(memory + "Memory used for linear system and CG (Gbytes)") +
     value(memory + "Memory used for OptimizeProblem data (Gbytes)") +
     sum(map(float, values[memory + "Coarse Grids::Memory used"])), "sum of the memory")
near(1e9 * total, value("Linear System Information::Number of Equations") *
     value(memory + "Bytes per equation (Total memory / Number of Equations)"),
     "bytes per equation x equations = memory")

# What parse_benchmark_output.py looks for, anywhere in a line: of several patterns in a list
# the first that is in a line counts. Each must be found exactly once.
SECONDS = ("Ortho", "SpMV", "MG", " SpTRSV", " Restic", " - Ortho   (reference)",
           " - SpMV    (reference)", " - MG      (reference)", " -  SpTRSV (reference)",
           " -  Restic (reference)")
RATES = ("Total for benchmark", " - Total     (reference)", "Raw Total", "Raw Orho",
         "Raw SpMV", "Raw MG", " - Raw Orho  (reference)", " - Raw SpMV  (reference)",
         " - Raw MG    (reference)")
PARTS = ("Raw Total", "Raw Ortho", "Raw SpMV", "Raw MG", "GS", "RestrPro", "Raw vecupd")
for pattern in [time + name for name in SECONDS] + [rate + name for name in RATES]:
    found = sum(pattern in line for line in lines)
    check(found == 1, "the public script finds '%s' %d times" % (pattern, found))
for run in "mxp", "reference":
    own_lines = [line for line in lines if "Memory Bandwidth (GB/s)" in line and run in line]
    firsts = [next((p for p in PARTS if p in line), None) for line in own_lines]
    check(sorted(map(str, firsts)) == sorted(PARTS),
          "the public script finds %s in the bandwidths of %s" % (firsts, run))
check(any("Reference version of ComputeSPMV" in line for line in lines) == (tree == "ref"),
      "the public script does not know whether this is the reference code")

for failure in failures:
    print(failure)
sys.exit(bool(failures))
