"""run/memwall/judge/speed.py - the speed of a tree beside ref and opt, by the code of run/compare."""
import statistics
from types import SimpleNamespace

from .. import measure, process, tables
from .program import flavor, require_machine

TARGET = 0.9  # of the speed of ref
POLICIES = ("double", "mixed")


def measured(tree, options):
    """The rows of run/compare for whole iterations of this tree, {policy: row}; prints its tables."""
    asked = SimpleNamespace(nx=options.nx, iterations=30, repeat=3 if options.quick else 7,
                            np=1 if "mpi-no" in flavor() else None, threads=0, launch=None,
                            backend="cpu", ladder=False)
    rows = {}
    for policy in POLICIES:
        first, twin, *others = (measure.Variant("%s:policy=%s" % (name, policy))
                                for name in ("ref", "ref", "opt", tree))
        measure.run_all([first, twin, *others], asked)
        every = [dict(zip(measure.HEAD, map(str, r))) for r in measure.rows([first, *others], twin)]
        print("\n" + tables.summary(measure.origin([first, *others], asked), every) + "\n")
        rows[policy] = tables.iterations(every)[-1]
    return rows


def tests(found, options):
    """Yields (name, verdict, detail), and stores the rows in `found`."""
    try:
        found.update(measured(options.tree, options))
    except process.Failure as error:
        if error.code == process.broken:  # a run of ref or opt
            raise
        require_machine(2)
        yield "speed", "wrong", error.text
        return
    for policy, row in found.items():
        yield "speed, %s: %.2f times that of ref" % (policy, float(row["gain"])), "right", ""
    mean = statistics.geometric_mean(float(row["gain"]) for row in found.values())
    if mean < TARGET and any(measure.within_noise(row) for row in found.values()):
        yield ("speed of the solves", "skipped",
               "the machine is too busy to call a tree slow: the difference to ref is within noise; repeat the judgement")
    elif mean < TARGET:
        yield "speed of the solves", "slow", "%.2f times the speed of ref; at least %.2f is needed" % (mean, TARGET)
