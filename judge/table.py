"""judge/table.py - the judge's results as text."""

KERNEL_GROUPS = {
    "spmv": "spmv residual residual_norm correct_solution",
    "sweep": "sweep_zero_guess descend ascend",
    "transfer": "restrict_by_matrix prolong_by_matrix",
    "jacobi": "jacobi jacobi_zero_guess",
    "update": "vector_scale vector_axpy vector_aypx vector_norm vector_dot "
              "vector_count_out_of_range",
    "ortho": "orthonormalize basis_append basis_store basis_combine basis_sketch"}


def group_of(kernel):
    for group, kernels in KERNEL_GROUPS.items():
        if kernel in kernels.split():
            return group
    return None


def value(x):
    return x if isinstance(x, str) else "%.9g" % x


def finding(f):
    """One finding in words."""
    text = f["finding"]
    if "kernel" in f:
        text += ": %s, level %d" % (f["kernel"], f["level"])
        text += ", %s" % f["format"] if "format" in f else ""
    if "row" in f:
        text += ", row %d" % f["row"]
        if f["natural_row"] != f["row"]:
            text += " (natural order: %d)" % f["natural_row"]
        if f["neighbors"]:
            text += ", columns %s" % " ".join(map(str, f["neighbors"]))
    if "what" in f:
        text += ", " + f["what"] if "kernel" in f else ": " + f["what"]
    if "obtained" in f:
        text += ": obtained %s, wanted %s" % (value(f["obtained"]), value(f["wanted"]))
    if "allowed" in f:
        text += " +- %s; %d of %d rows are wrong" % (
            f["allowed"] if isinstance(f["allowed"], str) else "%.1e" % f["allowed"],
            f["wrong_rows"], f["checked_rows"])
    if f.get("kernel") and f.get("test"):
        text += " [%s]" % f["test"]
    return text


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


def show(d):
    print("\ntree %s, commit %s, %s" % (d["tree"], d["commit"], d["machine"]))
    print("changed lines %d, seed %s, %s, first verdict after %.1f s, all after %.1f s\n"
          % (d["changed_lines"], d["seed"], {0: "no filter of system calls", 1: "filter of system calls",
                                       None: "not run"}[d["sandbox"]],
             d["seconds_to_first_verdict"], d["seconds"]))
    for t in d["tests"]:
        print("%-13s %s" % (t["verdict"], t["name"]))
        if t["detail"]:
            print("%-13s   %s" % ("", t["detail"]))
    if d["kernels"]:
        print("\n%-22s %5s %-9s %10s %10s %7s %7s %8s %8s %7s" % (
            "kernel", "level", "formats", "us checked", "us timed", "MB", "share", "of ref", "of opt",
            "spread"))
    for k in d["kernels"]:
        print("%-22s %5d %-9s %10.1f %10s %7.2f %6.0f%% %7.2fx %7.2fx %6.0f%%" % (
            k["kernel"], k["level"], k["format"], 1e6 * k["seconds"],
            "%.1f" % (1e6 * k["timed"]) if k["timed"] else "-", k["bytes"] / 1e6,
            100 * k["share"], k["speedup_ref"], k["speedup_opt"], 100 * k["spread"]))
    if d["predictions"]:
        print("\n%-22s %-9s %10s %10s" % ("speed-up over ref", "", "predicted", "measured"))
    for p in d["predictions"]:
        print("%-22s %-9s %9.2fx %9.2fx" % (p["kernel"], p["format"], p["predicted"],
                                            p["measured"]))
    timed = [r for r in d["runs"] if "speedup_ref" in r]
    if timed:
        print("\n%-30s %10s %12s %7s %7s %7s %7s %7s %9s" % (
            "timed solves", "iterations", "ms an iter.", "of ref", "error", "of opt",
            "spread", "rounds", "bytes/row"))
    for r in timed:
        print("%-30s %10d %12.3f %6.2fx %6.1f%% %6.2fx %6.0f%% %7d %9.0f" % (
            r["input"], r["iterations"], 1e3 * r["seconds_per_iteration"], r["speedup_ref"],
            100 * r["error"], r["speedup_opt"], 100 * r["spread"], r["rounds"],
            r["bytes_per_row"]))
    if any(r["error"] > 0.01 for r in timed):
        print("An error above 1 %: the machine is too noisy. Judge this tree again.")
    print()
