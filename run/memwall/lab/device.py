"""run/memwall/lab/device.py - the labs about a GPU: kernels on the emulated device (docs/13).

What is counted, in double (f64) and where it is counted by kernel also in float (f32):

  launches, waits   of the host in an iteration: the difference of two solves of 10 and 20
  sectors           the bytes of the 32-byte sectors that requests of warps touch, over the
                    distinct bytes of ref: 1, if each request of ref touched no sector in vain
  request           the bytes that a warp of 32 threads loads or stores with an instruction
"""
from .program import Program, check_solves, own_guess, show

ORDERS = [
    ("kernels as late as possible", {}),
    ("the other stream first", {"MEMWALL_EMU_ORDER": "eager"}),
    ("the rows of a launch in another order", {"MEMWALL_EMU_SEED": "2"}),
    ("teams of 256 threads", {"MEMWALL_EMU_THREADS": "256"}),
    ("warps of 64 threads", {"MEMWALL_EMU_THREADS": "256", "MEMWALL_EMU_WARP": "64"}),
]
OF_AN_ITERATION = {"launches": "kernel_launches", "waits": "host_waits"}
AT_LEAST = ("request",)  # all others have an upper limit


def check_right(tree, ref, nx, ranks):
    cases = [("double", nx, p, ", %s:" % name, variables) for p in range(1, ranks + 1)
             for name, variables in ORDERS]
    # In mixed; and a larger box, whose level 0 has more rows than a team.
    cases += [(policy, n, 1, ", %d^3 points:" % n, {}) for policy, n in (("mixed", nx), ("double", nx + 8))]
    return check_solves(tree, ref, cases)


def of_iteration(program, nx):
    found = []
    for iterations in (10, 20):
        document, _ = program.solve(["--policy=double", "--tolerance=0"], nx, limit=iterations)
        found.append(document["solve"]["device_counts"])
    return {name: (found[1][k] - found[0][k]) / 10 for name, k in OF_AN_ITERATION.items()}


def of_kernels(program, nx, policy, wanted):
    """Sums per iteration over the kernels on level 0 of this name, or launched in this phase: the bytes
    of sectors and the distinct bytes; and the bytes of a request."""
    document, history = program.solve(["--policy=" + policy], nx, MEMWALL_EMU_THREADS="256")
    chosen = [k for k in document["solve"]["launched"]
              if wanted in (k["kernel"], k["phase"]) and k["level"] == 0 and k["kernel"] != "-" and
              (policy == "double") == k["formats"].startswith("f64")]
    total = {n: sum(k[n] for k in chosen) / (len(history) - 1)
             for n in ("sectors_32", "requests_32", "loads", "stores", "read", "written")}
    return {"sectors": 32 * total["sectors_32"], "distinct": total["read"] + total["written"],
            "request": (total["loads"] + total["stores"]) / total["requests_32"]}


def check(folder, lab, built, nx, predicted):
    """Returns the exit status of run/lab."""
    ref = Program("ref", lab.options, built, "emu")
    tree = Program(folder, lab.options, built, "emu")
    if check_right(tree, ref, nx, 2 if ref.has_mpi() else 1):
        return 1
    old, new = {}, {}
    if lab.kernel:
        ref, tree = ref.counting(), tree.counting()
    for program, found in ((ref, old), (tree, new)):
        for form, policy in (("f64", "double"), ("f32", "mixed")) if lab.kernel else (("f64", ""),):
            counts = of_kernels(program, nx, policy, lab.kernel) if policy else of_iteration(program, nx)
            found.update({(name, form): value for name, value in counts.items()})
    for (name, form), value in list(old.items()):
        if name == "distinct":
            old["sectors", form] /= value
            new["sectors", form] /= value
    rows = []
    for key in sorted(new):
        limit = lab.targets.get(key[0])
        if limit is None:
            continue
        if isinstance(limit, tuple):
            limit = limit[key[1] == "f32"]
        late = new[key] < limit if key[0] in AT_LEAST else new[key] > limit
        guess = own_guess(predicted.get(key), new[key], max(0.5 * (not lab.kernel), 0.03 * new[key]), "%g")
        rows.append([*key, "%.2f" % old[key], "%.2f" % new[key], "%g" % limit, guess, late])
    head = [lab.kernel or "in an iteration", "", "ref", "yours", "target", "predicted"]
    return 4 if show(head, rows) else 0
