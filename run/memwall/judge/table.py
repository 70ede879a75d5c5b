"""run/memwall/judge/table.py - the judge's results as text."""
from .. import tables

KERNEL_GROUPS = {
    "spmv": "spmv residual correct_solution",
    "sweep": "sweep_zero_guess descend ascend",
    "transfer": "spmv",  # of R and P
    "jacobi": "jacobi",
    "update": "vector_scale vector_axpy vector_norm",
    "ortho": "orthonormalize basis_append basis_store basis_combine"}


def group_of(kernel):
    for group, kernels in KERNEL_GROUPS.items():
        if kernel in kernels.split():
            return group
    return None


def sentence(d):
    """The last line: the verdict and its reason."""
    reasons = [t for t in d["tests"] if t["verdict"] == d["verdict"]]
    if d["verdict"] == "right":
        timed = [r for r in d["runs"] if "speedup_ref" in r]
        if not timed:
            return "right"
        return "right, " + "; ".join(
            "%s: %.2fx ref, %.2fx opt" % (r["input"], r["speedup_ref"], r["speedup_opt"])
            for r in timed)
    return "%s: %s" % (d["verdict"], reasons[0]["detail"] or reasons[0]["name"])


def show_table(head, rows):
    if rows:
        print("\n" + tables.columns(head, rows))


def show(d):
    print("\ntree %s, commit %s, %s" % (d["tree"], d["commit"], d["machine"]))
    print("seed %s, %.1f s" % (d["seed"], d["seconds"]))
    show_table(["kernel", "level", "formats", "us", "MB", "share", "of ref", "of opt", "spread"],
               [[k["kernel"], k["level"], k["format"], "%.1f" % (1e6 * k["seconds"]), "%.2f" % (k["bytes"] / 1e6),
                 "%.0f%%" % (100 * k["share"]), "%.2fx" % k["speedup_ref"], "%.2fx" % k["speedup_opt"],
                 "%.0f%%" % (100 * k["spread"])] for k in d["kernels"]])
    timed = [r for r in d["runs"] if "speedup_ref" in r]
    show_table(["timed solves", "iterations", "ms an iter.", "of ref", "error", "of opt", "spread",
                "rounds", "bytes/row"],
               [[r["input"], r["iterations"], "%.3f" % (1e3 * r["seconds_per_iteration"]),
                 "%.2fx" % r["speedup_ref"], "%.1f%%" % (100 * r["error"]), "%.2fx" % r["speedup_opt"],
                 "%.0f%%" % (100 * r["spread"]), r["rounds"], "%.0f" % r["bytes_per_row"]]
                for r in timed])
    if any(r["error"] > 0.01 for r in timed):
        print("An error above 1 %: the machine is too noisy. Judge this tree again.")
    print()
