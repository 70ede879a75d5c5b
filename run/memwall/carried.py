# run/memwall/carried.py - run/device --build: a folder with all programs, for a machine without compilers.
"""The programs contain the libraries of gcc and CUDA, and need libc only. HIP's are those of the other
machine. Open MPI is carried as copies of mpirun, of its plugins for one node, and of their libraries."""
import glob
import os
import re
import shutil

from . import files, process, programs
from .lab.cuda import gpu_compilers

MOST = 64 << 20  # bytes of the folder
LABS = ["08-irregular", "09-bandwidth", "10-coalescing", "13-loads"]
TREES = ["docs/labs/12-shuffles/start", "docs/labs/12-shuffles/answer"]
TWO = ["PAIRS=f64_f64 f32_f32", "VECTOR_PAIRS=f64_f64 f32_f32 f64_f32"]  # double and mixed precision
# Plugins for networks, files, one-sided messages and OpenSHMEM.
UNUSED = (r"_(ucx|ofi|usnic|psm2?|openib|portals4|slurm|flux|monitoring)\.so|"
          r"mca_(io|fcoll|fbtl|fs|sharedfp|osc|scoll|spml|memheap|sshmem|atomic)_")
LIBC = r"/lib(c|m|dl|rt|pthread)\.so"
TWO_RANKS = """#!/bin/sh
mpi=$(cd "$(dirname "$0")/../mpi" && pwd)
export LD_LIBRARY_PATH=$mpi OPAL_PREFIX=$mpi OMPI_MCA_mca_base_component_path=$mpi
export OMPI_MCA_plm=isolated OMPI_MCA_oob_tcp_if_include=lo OMPI_MCA_pml=ob1 OMPI_MCA_btl=self,vader
export OMPI_MCA_mpi_yield_when_idle=1 PMIX_MCA_pcompress_base_silence_warning=1
export OMP_NUM_THREADS=$((($(nproc) + 1) / 2))
exec "$mpi/mpirun" -np 2 --oversubscribe --bind-to none "$@"
"""


def copy_mpi(folder):
    plugins, texts = (process.captured(["ompi_info", "--path", name, "--parsable"])[1].strip().split(":")[-1]
                      for name in ("pkglibdir", "pkgdatadir"))
    paths = [shutil.which("mpirun")]
    paths += [path for path in glob.glob(plugins + "/mca_*.so") if not re.search(UNUSED, path)]
    needed = re.findall(r"=> (/\S+)", process.captured(["ldd", folder + "/bin/opt-mpi", *paths])[1])
    shutil.copytree(texts, folder + "/mpi/share/openmpi", dirs_exist_ok=True)
    for path in paths + [p for p in needed if not re.search(LIBC, p)]:
        shutil.copy(path, folder + "/mpi")
    files.save(folder + "/bin/two-ranks", TWO_RANKS)
    os.chmod(folder + "/bin/two-ranks", 0o755)


def build(folder, backend, ring, words):
    """Fills the folder. `words`: variables of make; `ring`: a folder with ring.cu and ring.sh, or None."""
    gpus = {"CUDA_ARCH": "sm_80 sm_90", "HIP_ARCH": "gfx90a", **dict(w.split("=", 1) for w in words)}
    make = ["BACKEND=" + backend, "ARCH=x86-64-v3", *("%s=%s" % pair for pair in gpus.items()),
            "LDLIBS=-s -Wl,--as-needed -static-libgcc -l:libgomp.a -l:libstdc++.a" +
            " -l:libcudart_static.a" * (backend == "cuda")]
    os.environ["NVCC_APPEND_FLAGS"] = "--compress-mode=size"  # nvcc 12.9 and later: a third of the bytes
    binary = os.path.join(folder, "bin")
    compiler = {"emu": ["run/cuda_on_cpu"], **gpu_compilers()}[backend] or \
        process.fail("no compiler for " + backend)
    flags = {"emu": [], "hip": ["--offload-arch=" + gpu for gpu in gpus["HIP_ARCH"].split()],
             "cuda": ["-Xlinker", "-s", "-Xcompiler", "-static-libstdc++,-static-libgcc",
                      *(word for gpu in re.findall(r"\d+", gpus["CUDA_ARCH"]) for word in (
                          "-gencode", "arch=compute_%s,code=sm_%s" % (gpu, gpu)))]}[backend]

    def tree(name, *more, program=""):
        path = programs.build(name, *make, *more)
        shutil.copy(path, os.path.join(binary, program))
        return os.path.join(os.path.dirname(path), "checker-" + name)

    def cuda(source, name, *more):
        process.progress("compiling " + source)
        words = [*compiler, source, "-o", os.path.join(binary, name), *flags, *more]
        status, out, err = process.captured(words, cwd=programs.TOP)
        process.progress()
        return status and process.fail("%s: %s" % (source, process.reason(err + out)), 1)

    os.makedirs(binary, exist_ok=True)
    for name in ("opt", "ref"):
        shutil.copy(tree(name, "BUILD=build/device", "MPI=no", "checker-program"), binary)
    for name in TREES:
        tree(name, "BUILD=build/device-two", "MPI=no", *TWO)
    if shutil.which("mpicc"):
        tree("opt", "BUILD=build/device-two", "MPI=yes", *TWO, program="opt-mpi")
        copy_mpi(folder)
    if backend != "emu":
        cuda("docs/roof.cu", "roof-plain", "-DNO_VENDOR")
    try:
        cuda("docs/roof.cu", "roof", *{"cuda": ["-lcusparse"], "hip": ["-lrocsparse"]}.get(backend, []))
    except process.Failure:  # without the library of the vendor there is roof-plain
        pass
    for name in ("spmv", "hpgmxp"):
        cuda("docs/%s.cu" % name, name)
    for lab in LABS:
        for which in ("start", "answer"):
            cuda("docs/labs/%s/%s/%s.cu" % (lab, which, lab[3:]), lab + "-" + which)
    if ring and backend == "cuda":
        cuda(os.path.abspath(ring) + "/ring.cu", "ring", "-lineinfo")
        shutil.copy(os.path.join(ring, "ring.sh"), binary)
    shutil.copytree(os.path.join(programs.TOP, "run"), folder + "/run", dirs_exist_ok=True,
                    ignore=shutil.ignore_patterns("__pycache__", "packages"))
    os.makedirs(folder + "/docs/results", exist_ok=True)
    shutil.copy(os.path.join(programs.TOP, "docs/results/h200.csv"), folder + "/docs/results")
    files.save(folder + "/backend", backend + "\n")
    size = sum(os.path.getsize(p) for p in glob.glob(folder + "/**", recursive=True) if os.path.isfile(p))
    print("%s: %.1f MiB for %s" % (folder, size / 2**20, backend))
    return size > MOST and process.fail("%s: more than 64 MiB" % folder, 1)
