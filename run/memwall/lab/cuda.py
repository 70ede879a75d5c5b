"""run/memwall/lab/cuda.py - the labs whose submission is one CUDA file: 8, 9, 10, 13 and 19.

run/cuda_on_cpu compiles the file, and the program is executed on the emulated device (docs/reference/gpu.md) with
several sizes and in several orders of blocks and threads; main.h of the lab compares every result. What
is counted, in double (f64) and float (f32):

  sectors   the bytes of the 32-byte sectors that requests of warps touch, over the distinct bytes
            that the start touches: 1, if none is touched in vain or twice. In lab 10 rows and slices,
            of its two storages; in lab 8 of each matrix, by the method `apart`
  request   the same distinct bytes over the number of requests, which are loads and stores of a warp
  banks     the same distinct bytes over the cycles that 32 banks of 4 bytes take, at most 128: a request
            takes as many as the bank with the most distinct words has
  conflicts lab 19: the cycles of a request to shared memory with these 32 banks; without the stores of
            asynchronous copies
  copied    lab 19: the bytes of asynchronous copies over the same distinct bytes
  longest   lab 8, the matrix with dense rows: the loads and stores of the thread that has the most
  registers of a thread, and bytes of the stack, for each compiler that is here (tests/check/gpu_registers)

Work that no kernel does has no sectors: kernels that touch less than the distinct bytes are wrong.
"""
import collections
import copy
import functools
import os
import re
import shutil

from .. import files, measure, process, tables
from . import device
from ..process import fail
from .program import Broken, show, target, verdict

SEEDS = (0, 1, 2, 3)  # of MEMWALL_EMU_SEED: 0 is the order of the threads
SECONDS = 60          # of a run of a right program, at most; it needs less than one
ROUNDS = 5            # on a GPU
STATED = 0.05         # of the distinct bytes of the start may be missing
SIZES = {"bandwidth": (1, 255, 1000, 4096, 100003)}  # of the other labs: 1, 2, 5 and 9 points on a side
MATRICES, METHODS = ("stencil", "banded", "power", "dense", "blocks"), ("threads", "warps", "slices", "apart")
# What is counted: by its name in the table the figure, and the arguments of the program; the format is the last one.
COUNTED = {"bandwidth": {name: (name, ["100003", "1"]) for name in ("sectors", "request", "banks")},
           "coalescing": {name: ("sectors", ["16", "1", name]) for name in ("rows", "slices")},
           "loads": {"sectors": ("sectors", ["16", "1"])},
           "shared": {name: (name, ["16", "1"]) for name in ("sectors", "conflicts", "copied")},
           "irregular": {name: ("sectors", ["16", "1", name, "apart"]) for name in MATRICES} |
                        {"longest": ("longest", ["16", "1", "dense", "apart"])}}
LARGE = ("request", "banks", "copied")  # the figures that should be large
RESULT = re.compile(r"(right|WRONG) +(.*?) +(?:([\d.]+) ms +(\d+) GB/s +(\d+) % of a copy)?$", re.M)
KERNEL = re.compile(r"^(.+?) +\d+ +(\d+) +(\d+) +(\d+) +[\d.]+ +([\d.]+) +(\d+) +([\d.]+) +([\d.]+)$", re.M)
Kernel = collections.namedtuple("Kernel", "name requests sectors used threads longest words shared")


def compiled(path, folder, failed=2):
    """The program of a CUDA file for the emulated device; a file that does not compile ends the script."""
    program = os.path.join(folder, "program%d" % len(os.listdir(folder)))
    status, _, err = process.captured(["run/cuda_on_cpu", "--count", path, "-o", program])
    if status:
        print("\n".join(process.errors(err)))
        fail(": ".join(filter(None, (path, "does not compile", process.ended(status)))), failed)
    return program


def why(status, out, err):
    """The line that says what is wrong."""
    lines = [line for line in (out + err).splitlines() if line.startswith(("WRONG:", "GPU:", "cuda_on_cpu:"))]
    if status == "timeout":
        return "no result after %d seconds: does a loop end?" % SECONDS
    lines += filter(None, [process.ended(status)])
    return (lines or ["the program ended with status %s" % status])[0]


def check_right(program, start, sizes):
    """Prints a line for each size, until one is wrong. Returns whether one is."""
    for size in sizes:
        process.progress("executing the kernels, size %d" % size)
        command = [str(size), "1"]
        status, out, err = process.captured([start, *command])
        results = len(RESULT.findall(out)) or fail("%s: this machine fails: %s" % (start, why(status, out, err)), 3)
        for seed in SEEDS:
            status, out, err = process.captured([program, *command], seconds=SECONDS,
                                                env=process.environment(MEMWALL_EMU_SEED=str(seed)))
            found = [right for right, *_ in RESULT.findall(out)]
            bad = status != 0 or found != ["right"] * results
            if bad:
                break
        case = "order %d of threads" % seed if bad else "%d orders of threads" % len(SEEDS)
        if verdict(bad, "size %d" % size, case, why(status, out, err) if bad else ""):
            return True
    return False


@functools.cache
def printed(program, *arguments):
    """The output of a run whose results are right."""
    status, out, err = process.captured([program, *arguments], seconds=SECONDS)
    found = [right for right, *_ in RESULT.findall(out)]
    if status or not found or set(found) != {"right"}:
        raise Broken("size %s, where the checker counts: %s" % (arguments[0], why(status, out, err)), 1)
    return out


def launched(program, *arguments):
    """The kernels of a run: their names and what run/cuda_on_cpu --count has counted."""
    return [Kernel(name, *map(float, numbers)) for name, *numbers in KERNEL.findall(printed(program, *arguments))]


def counts(program, start, arguments, form):
    """The figures of all kernels by name. The bytes that are needed are the distinct ones that the
    kernels of the start touch."""
    arguments = [*arguments, {"f64": "double", "f32": "float"}[form]]
    kernels = launched(program, *arguments)
    used, requests = sum(k.used for k in kernels), sum(k.requests for k in kernels)
    needed = sum(k.used for k in launched(start, *arguments))
    if any(32 * k.sectors < k.used for k in kernels):
        raise Broken("a kernel touches more bytes than its sectors have: who counts them?", 1)
    if used < (1 - STATED) * needed:
        raise Broken("the kernels touch %d of the %d bytes that the result needs: what else computes it?" % (
            used, needed), 1)
    return {"sectors": 32 * sum(k.sectors for k in kernels) / needed, "request": needed / requests,
            "longest": sum(k.longest for k in kernels), "banks": needed / sum(k.words * k.requests for k in kernels),
            "conflicts": max(k.shared for k in kernels),
            "copied": int(re.search(r"^asynchronous copies: (\d+)", printed(program, *arguments), re.M)[1]) / needed,
            "requests": requests, "threads": sum(k.threads * k.requests for k in kernels) / requests}


def show_methods(program, start):
    """Lab 8: prints what the four methods do with each matrix."""
    rows = []
    for matrix in MATRICES:
        for method in METHODS:
            arguments = ["16", "1", matrix, method]
            found = counts(program, start, arguments, "f32")
            stored = re.search(r"%s (\d+\.\d+)" % method, printed(program, *arguments, "float"))
            rows.append([matrix, method, stored[1] if stored else "1.00", "%.2f" % found["sectors"],
                         "%d" % found["requests"], "%.1f" % found["threads"], "%d" % found["longest"]])
    print("\n" + tables.columns(["", "", "stored", "moved", "requests", "threads of 32", "longest"], rows))


def gpu_compilers():
    """The commands of the compilers for GPUs that are here, without files."""
    names = [os.environ["NVCC"]] if os.environ.get("NVCC") else ["nvcc", "/usr/local/cuda/bin/nvcc"]
    nvcc = next(filter(None, map(shutil.which, names)), None)
    hipcc = shutil.which(os.environ.get("HIPCC") or "hipcc")
    return {"cuda": nvcc and [nvcc, "-O3", "-I."], "hip": hipcc and [hipcc, "-O3", "-I.", "-x", "hip"]}


# What compiles for this architecture, and says which registers are used.
CHECKED = {"cuda": ["-arch=sm_90", "-Xptxas", "-v"],
           "hip": ["--offload-arch=gfx90a", "-Rpass-analysis=kernel-resource-usage"]}


def compiled_for_gpu(path, backend, made, *options):
    """Compiles a file by the compiler of a back end, which is here. Returns what the compiler said."""
    command = gpu_compilers()[backend]
    status, _, err = process.captured([*command, *options, path, "-o", made])
    if status:
        print("\n".join(process.errors(err)))
        fail(": ".join(filter(None, (path, "does not compile by " + command[0], process.ended(status)))))
    return err


def registers(path, backend):
    """The most registers of a thread, and the most bytes of stack or spilled, of the kernels of a file."""
    with process.Folder() as folder:
        log = compiled_for_gpu(path, backend, os.path.join(folder, "made.o"), *CHECKED[backend], "-c")
        files.save(os.path.join(folder, "made.log"), log)
        said = process.captured(["tests/check/gpu_registers", folder])[1]
    kernels = re.findall(r"(\d+) registers +(\d+) bytes of stack +(\d+) spilled", said)
    used, stack, spilled = (max(map(int, column)) for column in zip(*kernels))
    return used, max(stack, spilled)


def check_registers(path, start, lab, predicted):
    """Adds the targets of labs 13 and 19 for each compiler that is here: in lab 13 a batch in registers, in lab 19
    room for six blocks, which is for nvcc only; no array on the stack."""
    shared = lab.name == "shared"
    backends = list(filter(gpu_compilers().get, ["cuda"] if shared else CHECKED))
    if not backends:
        fail("lab %d needs nvcc%s" % (lab.number, "" if shared else " or hipcc"), 3)
    for backend in backends:
        (used, stack), (before, stack_before) = registers(path, backend), registers(start, backend)
        target("registers", backend, used, lab.targets["registers"], predicted.get(("registers", "f32")), before=[before],
               at_least=not shared, digits="%d", asks=not shared)
        target("stack, bytes", backend, stack, 0, None, before=[stack_before], at_least=False, digits="%d", asks=False)


def timed(trees, backend, libraries):
    """Prints what the programs of {name: file} print on a GPU, the best of some interleaved rounds."""
    if not gpu_compilers()[backend]:
        fail("--backend=%s: the compiler is not here" % backend, 3)
    best = {}

    def run(name):
        status, out, err = process.captured([os.path.join(folder, name)], seconds=SECONDS)
        if status:
            fail("%s, on the GPU: %s%s" % (name[2:], why(status, out, err).removeprefix("GPU: "),
                                           "; without a GPU, leave out --backend" * (status == 3)), 3 if status == 3 else 1)
        return RESULT.findall(out)

    with process.Folder() as folder:
        for name, path in trees.items():
            compiled_for_gpu(path, backend, os.path.join(folder, name), *(["-arch=native", *libraries] if backend == "cuda" else []))
        for name, rounds in measure.interleaved(ROUNDS, trees, run).items():
            for _, result, ms, speed, share in sum(rounds, []):
                best[result, name] = min(best.get((result, name), (float("inf"),)), (float(ms), speed, share))
    rows = [[result, name, "%.3f" % ms, speed, share + " %"] for (result, name), (ms, speed, share)
            in sorted(best.items())]
    print("\n" + tables.columns(["", "", "ms", "GB/s", "of a copy"], rows))


def check(folder, lab, asked, predicted):
    """Returns the exit status of run/lab."""
    name = lab.name + ".cu"
    path = os.path.join(folder, name)
    if not os.path.isfile(path):
        fail("%s: the lab's file is missing" % path)
    if not shutil.which("g++"):
        fail("CUDA without a GPU needs g++", 3)
    harness = '#include "%s/main.h"' % lab.folder
    if harness not in files.text(path):
        fail("%s: the file must end with the line %s" % (path, harness))
    start = os.path.join(lab.start, name)
    with process.Folder() as scratch:
        first, program = compiled(start, scratch, failed=3), compiled(path, scratch)
        if check_right(program, first, SIZES.get(lab.name, (1, 2, 5, 9))):
            return 1
        if lab.name == "irregular":
            show_methods(program, first)
        for quantity, (figure, arguments) in COUNTED[lab.name].items():
            limits = lab.targets[quantity]
            for form, limit in zip(("f64", "f32"), limits if isinstance(limits, tuple) else (limits, limits)):
                if limit is not None:
                    found = counts(program, first, arguments, form)[figure]
                    before = counts(first, first, arguments, form)[figure]
                    target(quantity, form, found, limit, predicted.get((quantity, form)),
                           before=["%.2f" % before], at_least=figure in LARGE)
        if "registers" in lab.targets:
            check_registers(path, start, lab, predicted)
    if "registers" not in lab.targets:  # g++ accepts more than the compilers for GPUs
        with process.Folder() as scratch:
            for backend in filter(gpu_compilers().get, CHECKED):
                compiled_for_gpu(path, backend, os.path.join(scratch, "made.o"), *CHECKED[backend], "-c")
    if asked.backend:
        trees = {"1 start": start, "2 yours": path, "3 answer": os.path.join(lab.answer, name)}
        timed({n: file for n, file in trees.items() if os.path.exists(file)}, asked.backend,
              ["-DCUSPARSE", "-lcusparse"] if lab.name == "irregular" else [])
    if lab.kernel:
        if os.path.exists(os.path.join(folder, "gpu", "spmv.c")):
            in_tree = copy.copy(lab)
            in_tree.start = "ref"
            return device.check(folder, in_tree, asked, predicted)
        target("gpu/spmv.c", "", 0, 1, None, before=["-"], digits="%d", asks=False)
        print("the last step is missing: gpu/spmv.c, the kernel in a tree")
    return 4 if show(["", "", "start", "yours", "target", "predicted"]) else 0
