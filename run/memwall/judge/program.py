"""run/memwall/judge/program.py - builds and runs the checker of a tree."""
import functools
import json
import os
import re
import shutil
import subprocess

from .. import files, process
from ..programs import BIN, TOP, folder_of, make, name_of

STENCIL, VARYING, PERMUTED, IRREGULAR = range(4)  # enum problem_kind (problem.h)
KIND_NAMES = ["stencil", "varying values", "permuted rows", "irregular"]
NATURAL, COLOR = range(2)  # enum row_order
LIMITS = {"seconds": 1200, "most": 1 << 20}  # of the judge: of a program and of its output, in bytes
call_seconds = 60  # within which a call of a kernel ends
KERNEL_GROUPS = {
    "spmv": "spmv residual correct_solution",
    "sweep": "sweep_zero_guess descend ascend",
    "transfer": "spmv",  # of R and P
    "jacobi": "jacobi",
    "update": "vector_scale vector_axpy vector_norm",
    "ortho": "orthonormalize basis_append basis_store basis_combine"}
CAPTURED = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE}


def fail(text):
    """The machine failed, and nothing is known about the tree: the status means no verdict."""
    process.fail(text, process.broken)


def enter_checkout(tree):
    """Changes to the checkout, where make runs. Returns the folder of the tree from there."""
    folder = folder_of(tree)
    os.chdir(TOP)
    return folder


@functools.cache
def flavor(*variables):
    """The folder into which make builds, which config.mk can also set, or the folder of MEMWALL_BIN."""
    if BIN:
        return BIN + "-count" * ("COUNT=1" in variables)
    status, out, err = make("TREE=ref", *variables, "folder", **CAPTURED)
    if status:
        fail("make: " + (err.strip().splitlines() or ["failed"])[-1])
    return out.strip()


def build_errors(tree, *variables):
    """Builds the checker of a tree, unless MEMWALL_BIN has it. Returns None, or what the compiler said; if it fails for
    ref, the machine fails."""
    if BIN:
        return None
    status, out, err = make("TREE=" + tree, *variables, "checker-program", **CAPTURED)
    if status == 0:
        return None
    text = process.ended(status) or "; ".join(process.errors(err + out)[:3])[:600] or "make failed"
    if tree == "ref":
        fail("ref does not build: " + text)
    build_errors("ref", *variables)
    return text


def require_machine(ranks, checker="true"):
    """After a run that has failed without saying what is wrong with a tree: ends the script with the status of no
    verdict if a program that does nothing fails as well, or this checker of ref, if it is there."""
    for command in (["true"], [checker, "check", "--quick", "--group=spmv"]):
        status, out, err = run_ranks(ranks, *command) if shutil.which(command[0]) else (0, "", "")
        if status:
            fail("%d x %s: this machine fails: %s" % (ranks, command[0], why(status, out, err)))


def run_ranks(ranks, *command, **variables):
    """Runs a program as the tests do: status, output, messages."""
    with process.Folder() as folder:
        settings = {"OMP_NUM_THREADS": "1", "OMP_WAIT_POLICY": "passive", "OMPI_MCA_orte_tmpdir_base": folder}
        return process.captured([os.path.join(TOP, "tests/ranks"), str(ranks), *command],
                                env=process.environment(**dict(settings, **variables)))


def path_of(tree, folder=None):
    """The checker of a tree (tests/checker/checker.c), in the folder of make or in this one."""
    return os.path.join(folder or flavor(), "checker-" + name_of(tree))


def why(status, out, err):
    """Why the checker ended without saying what is wrong, or None if it came to its end."""
    if process.ended(status):
        return process.ended(status)
    if status == 0 and re.search(r"^1\.\.[1-9]|^\{", out, re.M):
        return None
    if err.strip():
        return process.reason(err).rpartition("memwall: ")[2]
    return "the program ends in the middle of a test with status %s" % status


def check(path, *words, ranks=1, **variables):
    """What the checker at this path finds with these words, and its lines of JSON."""
    threads = {"OMP_NUM_THREADS": "2"} if ranks == 1 else {}
    status, out, err = run_ranks(ranks, path, "--seconds=%d" % call_seconds, *map(str, words),
                                 **dict(threads, **variables))
    lines = out.splitlines()
    found = [line[2:] for line in lines if line.startswith("# ")] or [
        line for line in lines if line.startswith("not ok")]
    if not found and why(status, out, err):
        require_machine(ranks, os.path.join(os.path.dirname(path), "checker-ref"))
        found = [why(status, out, err)]
    return found, [json.loads(line) for line in lines if re.match(r'\{".*\}$', line)]


def kernels(path, runs):
    """Calls the checker at this path. A run is (name, ranks, variables of the environment, flags ...). Yields the name
    and the first finding, or ""."""
    for name, ranks, variables, *flags in runs:
        process.progress("the checker: " + name)
        found, _ = check(path, "check", *flags, ranks=ranks, **variables)
        yield name, "".join(found[:1])


def commit():
    return process.git("describe", "--always", "--dirty")[1].strip() or "unknown"


def machine():
    name = re.search(r"^model name\s*: (.*)", files.text("/proc/cpuinfo"), re.M)
    return "%s, %d cores" % (name[1] if name else "unknown processor", len(os.sched_getaffinity(0)))
