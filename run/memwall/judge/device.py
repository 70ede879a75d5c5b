"""run/memwall/judge/device.py - the checker of a tree on the emulated device (docs/reference/gpu.md).

A GPU executes the work of two streams, the rows of a launch and the threads of a team in any order.
The emulated device chooses one, which the environment can change: a kernel that is right in all of
these orders does not depend on them, or it depends on what none of them shows.
"""
import os
import re

from .. import files, programs

ORDERS = [
    ("kernels as late as possible", {}),
    ("the other stream first", {"MEMWALL_EMU_ORDER": "eager"}),
    ("the rows of a launch in another order", {"MEMWALL_EMU_SEED": "2"}),
    ("teams of 256 threads", {"MEMWALL_EMU_THREADS": "256"}),
    ("warps of 64 threads", {"MEMWALL_EMU_THREADS": "256", "MEMWALL_EMU_WARP": "64"}),
]


def cases(ranks):
    """(order, ranks, variables of the environment) for runs of the checker on these numbers of ranks:
    the orders of threads on one rank, the orders of the two streams on each number."""
    return [(order, p, variables) for p in sorted({1, *ranks})
            for order, variables in (ORDERS if p == 1 else ORDERS[:2])]


def on_ranks(ranks):
    return "%d %s" % (ranks, "rank" if ranks == 1 else "ranks")


def variables(base):
    """The variables of make for programs of the emulated device, in few pairs of formats. They have a folder of
    their own, because those in the usual one have more pairs."""
    return ("BACKEND=emu", "FORMATS=", "BUILD=" + os.path.join(base, "device"),
            "PAIRS=f64_f64 f32_f32", "VECTOR_PAIRS=f64_f64 f32_f32 f64_f32")


def own_files(tree):
    """Has a tree, or a parent, files in gpu/ that are not opt's, which the program for the CPU
    does not contain? And has this program any file that is not of ref or opt?"""
    ours = [os.path.join(programs.TOP, name) for name in ("ref", "opt", "opt/gpu")]

    def own(backend):
        return {path for path in programs.files_of(tree, backend).values() if os.path.dirname(path) not in ours}
    cpu = own("cpu")
    for_cpu_only = re.search("^enum.*CPU_ONLY = 1", files.text(programs.files_of(tree)["defaults.h"]), re.M)
    device = set() if for_cpu_only else own("emu")
    return any(os.path.basename(os.path.dirname(path)) == "gpu" for path in device), bool(cpu)
