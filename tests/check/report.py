#!/usr/bin/env python3
"""tests/check/report.py FILE TREE - checks that a report file of HPG-MxP is complete.

It checks the keys (in tests/data/hpgmp-report-keys.txt, which the public code of
at-aaims/HPG-MxP writes in a run with all phases: spelling, blanks and order, so that its script
parse_benchmark_output.py finds all that it looks for), and the sums and quotients of the values to
the six digits that are written. Every failure is one line.
"""
import math
import os
import re
import sys

path, tree = sys.argv[1:]
lines = open(path).read().splitlines()
golden = os.path.join(os.path.dirname(os.path.abspath(__file__)), "../data/hpgmp-report-keys.txt")
failures = []


def check(condition, message):
    if not condition:
        failures.append(message)


# Keys, in order. Our own follow after `memwall=`.
wanted = [k for k in open(golden).read().splitlines() if tree == "ref" or "Reference version" not in k]
end = lines.index("memwall=") if "memwall=" in lines else len(lines)
got = [line.split("=")[0] + "=" * ("=" in line) for line in lines[:end]]
for k in range(max(len(wanted), len(got))):
    pair = [x[k] if k < len(x) else "(end)" for x in (got, wanted)]
    if pair[0] != pair[1]:
        check(False, "line %d has the key '%s', wanted '%s'" % (k + 1, *pair))
        break
check(all(re.match("memwall::[A-Z]", line) for line in lines[end + 1:]),
      "after memwall= there are other keys than our own")

# Numbers by section, run and the letters of the name without "Raw": the key "Floating Point Operations
# Summary:: - Raw SpMV  (reference)" is SpMV of the reference. The first of several counts.
numbers = {}
for line in lines:
    section, _, rest = line.partition("::")
    key, _, text = rest.partition("=")
    run = "reference" if "(reference)" in key or key.startswith(" - ") and "(mxp)" not in key else "mxp"
    name = re.sub(r"\((mxp|reference)\)|Raw |[^A-Za-z]", "", key)
    numbers.setdefault((section, run, name), []).append(text)


class Section:
    def __init__(self, title, run="mxp"):
        self.title, self.run = title, run

    def __getattr__(self, name):
        try:
            number = float(numbers[self.title, self.run, name][0])
        except (KeyError, ValueError):
            check(False, "%s, %s: no number %s" % (self.title, self.run, name))
            return math.nan
        check(math.isfinite(number), "%s, %s: %s is not finite" % (self.title, self.run, name))
        return number


def near(a, b, what):
    """a = b, where at most three factors were rounded to six digits, by 5e-6 each."""
    check(abs(a - b) <= 1.6e-5 * max(abs(a), abs(b)), "%s: %g and %g" % (what, a, b))


for run in "mxp", "reference":
    t, f, r, m, b, own = (Section(title, run) for title in (
        "Benchmark Time Summary", "Floating Point Operations Summary", "GFLOP/s Summary", "Memory Traffic (GB)",
        "Memory Bandwidth (GB/s)", "memwall"))
    update = t.VecUpdate if run == "mxp" else own.VecUpdate
    seconds = {"Ortho": t.Ortho, "SpMV": t.SpMV, "MG": t.MG, "GS": t.SpTRSV, "RestrPro": t.Restic + t.Prlong,
               "vecupd": update}
    total = m.Ortho + m.SpMV + m.MG + m.vecupd
    for left, right, what in (
            (t.MG, t.SpTRSV + t.Restic + t.Prlong, "MG = GS + transfers"),
            (t.DDOT, t.DDOTcomp + t.DDOTcomm, "DDOT = its parts"),
            (t.Total, t.Ortho + t.SpMV + t.MG + update + own.Timeoutsideofthemotifs, "sum of the times"),
            (f.Total, f.Ortho + f.SpMV + f.MG + own.OperationsofVecUpdate, "sum of the operations"),
            (r.Orho * t.Ortho, 1e-9 * f.Ortho, "rate x time = operations of Ortho"),
            (r.SpMV * t.SpMV, 1e-9 * f.SpMV, "rate x time = operations of SpMV"),
            (r.MG * t.MG, 1e-9 * f.MG, "rate x time = operations of MG"),
            (r.Total * t.Total, 1e-9 * f.Total, "rate x time = all operations"),
            (m.MG, m.GS + m.RestrPro, "bytes of MG = GS + RestrPro"),
            (b.Total * t.Total, total, "total bandwidth x time = total traffic")):
        near(left, right, "%s: %s" % (run, what))
    for motif, s in seconds.items():
        check(s > 0 and getattr(m, motif) > 0, "%s: %s has no time or no bytes" % (run, motif))
        near(getattr(b, motif) * s, getattr(m, motif), "%s, %s: bandwidth x time = traffic" % (run, motif))

r, b, memory = Section("GFLOP/s Summary"), Section("Memory Bandwidth (GB/s)"), Section("Memory Use Information")
rating = Section("Final Summary").HPGMPresultisVALIDwithaGFLOPsratingof
penalty = Section("Iteration Count Information").Penaltyfactorvalidation
near(r.Totalforbenchmark, rating, "Total for benchmark = rating")
near(rating, r.Total / penalty, "rating = Raw Total / penalty factor")
near(b.Totalforbenchmark, b.Total / penalty, "bandwidth of the benchmark")
check(len(set(numbers["GFLOP/s Summary", "reference", "Total"])) == 1, "the two totals of the reference")
total = memory.TotalmemoryusedfordataGbytes
near(total, memory.MemoryusedforlinearsystemandCGGbytes + memory.MemoryusedforOptimizeProblemdataGbytes +
     sum(map(float, numbers["Memory Use Information", "mxp", "CoarseGridsMemoryused"])), "sum of the memory")
near(1e9 * total, Section("Linear System Information").NumberofEquations *
     memory.BytesperequationTotalmemoryNumberofEquations, "bytes per equation x equations = memory")

for failure in failures:
    print(failure)
sys.exit(bool(failures))
