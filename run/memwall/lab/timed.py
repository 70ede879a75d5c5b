"""run/memwall/lab/timed.py - run/lab --backend: start, submission, answer and ref on a device, interleaved.

The time of a phase on level 0 (lab 14: of an iteration) is the least of some rounds. Times of the
emulated device mean nothing and are not shown.
"""
import os

from .. import measure, process, programs, tables
from .program import Broken, Program

ROUNDS = 5
POLICIES = ("double", "mixed")
ITERATIONS = 30  # of a solve
SIDE = 128       # of its box: 4 GiB of device memory are enough


def measured(program, lab, policy, nx):
    """(seconds of an iteration, bytes per second) of one solve."""
    document, _ = program.solve(["--policy=" + policy, "--tolerance=0"], nx, ranks=lab.ranks[0], limit=ITERATIONS)
    solve = document["solve"]
    cells = [p for p in solve["phases"] if p["level"] == 0 and lab.phase in (None, p["phase"])]
    seconds = sum(p["seconds"] for p in cells) if lab.phase else solve["seconds"]
    return seconds / ITERATIONS, sum(p["bytes"] for p in cells) / seconds


def rows_of(name, times, counts, read):
    """The rows of a tree: its counts, and its times if it has any. `read`: the read bandwidth."""
    for form, policy in zip(("f64", "f32"), POLICIES):
        shown = ["%.2f" % value for (_, f), value in sorted(counts.items()) if f == form]
        best = min(times.get((name, policy), []), default=None)
        if shown or best:
            speed = ["%.3f" % (1e3 * best[0]), "%.0f" % (1e-9 * best[1]),
                     "%.0f %%" % (100 * best[1] / read)] if best else ["-"] * 3
            yield [name, form, *(shown or ["-"] * len({n for n, _ in counts})), *speed]


def check(lab, asked, folder, counts_of):
    """Prints the table. Returns whether the submission misses the speedup lab.speed over the start, if
    the lab has one. `counts_of` counts what a tree does on the emulated device."""
    trees = {"start": lab.start, "yours": folder, "answer": lab.answer, "ref": "ref"}
    trees = {name: tree for name, tree in trees.items() if os.path.isdir(tree)}
    counts, made = {}, {}
    for name, tree in trees.items():
        try:
            counts[name] = counts_of(Program(tree, lab.options, asked.built, "emu"))
        except Broken as reason:
            process.say("%s: %s" % (tree, reason))
    read = 0
    if asked.backend != "emu":
        made = {name: Program(trees[name], lab.options, None, asked.backend) for name in counts}
        machine = programs.document([made["ref"].path], "kernels", ["--nx=64"], failed=3)[0]["machine"]
        read = machine["read_bytes_per_second"]
    times = measure.interleaved(ROUNDS, [(name, policy) for name in made for policy in POLICIES],
                             lambda case: measured(made[case[0]], lab, case[1], SIDE))
    head = sorted({name for name, _ in counts["ref"]})
    print("\n" + tables.columns(["", "", *head, "ms", "GB/s", "of read"], [
        row for name in counts for row in rows_of(name, times, counts[name], read)]))
    if not (lab.speed and "start" in made and "yours" in made):
        return False
    gain = min(min(times["start", policy])[0] / min(times["yours", policy])[0] for policy in POLICIES)
    print("%.2f times as fast as the start, at least %.1f is needed" % (gain, lab.speed))
    return not gain >= lab.speed
