"""run/memwall/lab/device.py - the labs about a GPU: trees on the emulated device (docs/reference/gpu.md).

The checker of `make check` tests every kernel in several orders of execution, and solves are
compared with ref's. What is counted, in double (f64) and by kernel also in float (f32):

  launches, waits   of the host in an iteration: the difference of two solves of 10 and 20
  overlapped        kernels in an iteration that were launched and not executed when the host
                    had waited for another stream: the device executes them meanwhile
  sectors           the bytes of the 32-byte sectors that requests of warps touch, over the
                    distinct bytes of ref: 1, if each request of ref touched no sector in vain
  request           the bytes that a warp of 32 threads loads or stores with an instruction
"""
import functools
import os

from ..judge.device import cases as orders, on_ranks
from ..process import fail
from .program import ITERATIONS, Program, check_kernels, check_solves, show, target

OF_AN_ITERATION = {"launches": "kernel_launches", "waits": "host_waits", "overlapped": "overlapped_kernels"}
POLICIES = (("f64", "double"), ("f32", "mixed"))
AT_LEAST = ("request", "overlapped")  # all others have an upper limit
# The only file of a tree for devices, and the kernels that it can change (--group of the checker).
GROUPS = {"spmv.c": "spmv", "sweep.c": "sweep", "basis_pass.c": "ortho"}


def flags_of(folder, variables):
    """The flags of the checker for an order of execution: all kernels in the first order, and in the others only
    the kernels of the tree's own file, if it has one file in gpu/ and no other."""
    own = os.listdir(os.path.join(folder, "gpu")) if os.path.isdir(os.path.join(folder, "gpu")) else []
    others = [name for name in os.listdir(folder) if name == "parent" or name.endswith((".c", ".h"))]
    group = GROUPS.get(own[0]) if len(own) == 1 and not others else None
    return ["--group=" + group] if group and variables else []


def check_right(tree, ref, nx, ranks):
    """Prints a line for each run. Returns the number of wrong ones: of the kernels, if one is wrong. They
    run on at most two ranks, because three share two cores, on which they are slow."""
    wrong = check_kernels(tree, [("%s, %s" % (on_ranks(p), order), p, variables, "--quick", *flags_of(tree.tree, variables))
                                 for order, p, variables in orders([p for p in ranks if p < 3])])
    if wrong:
        return wrong
    cases = [("double", nx, "%s, %s:" % (on_ranks(p), order), {"ranks": p, **variables}, 1)
             for order, p, variables in orders(ranks)]
    # In mixed; and a larger box, whose level 0 has more rows than a team.
    cases += [(policy, n, "1 rank, %d^3 points:" % n, {}, 1) for policy, n in (("mixed", nx), ("double", nx + 8))]
    return check_solves(tree, ref, cases)


def of_iteration(program, nx, ranks):
    found = []
    for iterations in (10, 20):
        document, _ = program.solve(["--policy=double", "--tolerance=0"], nx, ranks=ranks, limit=iterations)
        found.append(document["solve"]["device_counts"])
    return {name: (found[1][k] - found[0][k]) / 10 for name, k in OF_AN_ITERATION.items()}


@functools.cache
def of_kernels(program, nx, policy, wanted):
    """Sums over the kernels on level 0 of this name, or launched in this phase: the bytes of sectors
    in an iteration, the bytes of a request, the distinct bytes of an iteration.
    Only the orthogonalization differs from iteration to iteration."""
    limit = ITERATIONS if wanted == "ortho" else 3
    document, history = program.solve(["--policy=" + policy], nx, limit=limit, MEMWALL_EMU_THREADS="256")
    chosen = [k for k in document["solve"]["launched"]
              if wanted in (k["kernel"], k["phase"]) and k["level"] == 0 and k["kernel"] != "-" and
              (policy == "double") == k["formats"].startswith("f64")]
    total = {n: sum(k[n] for k in chosen) / (len(history) - 1)
             for n in ("sectors_32", "requests_32", "loads", "stores", "read", "written")}
    return (32 * total["sectors_32"], (total["loads"] + total["stores"]) / total["requests_32"],
            total["read"] + total["written"])


def counts(lab, nx, program, ref):
    """What the program of a tree does: {(name, format): number}. Sectors are counted in a second program."""
    if lab.kernel:
        found = {}
        for form, policy in POLICIES:
            sectors, request, _ = of_kernels(program.counting(), nx, policy, lab.kernel)
            distinct = of_kernels(ref.counting(), nx, policy, lab.kernel)[2]
            found.update({("sectors", form): sectors / distinct, ("request", form): request})
    else:
        found = {(name, "f64"): value for name, value in of_iteration(program, nx, lab.ranks[0]).items()}
    return {key: value for key, value in found.items() if key[0] in lab.targets}


def check(folder, lab, asked, predicted):
    """Returns the exit status of run/lab."""
    ref = Program("ref", lab.options, "emu", failed=3)
    tree = Program(folder, lab.options, "emu")
    if not ref.has_mpi():
        if lab.ranks[0] > 1:
            fail("lab %d needs MPI" % lab.number, 3)
        lab.ranks = (1,)
    if check_right(tree, ref, asked.nx, lab.ranks):
        return 1
    old, new = (counts(lab, asked.nx, program, ref) for program in (ref, tree))
    for key, value in sorted(new.items()):
        limit = lab.targets[key[0]]
        limit = limit[key[1] == "f32"] if isinstance(limit, tuple) else limit
        target(*key, value, limit, predicted.get(key), before=["%.2f" % old[key]], at_least=key[0] in AT_LEAST)
    return 4 if show([lab.kernel or "in an iteration", "", "ref", "yours", "target", "predicted"]) else 0
