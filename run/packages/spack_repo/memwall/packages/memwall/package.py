# run/packages/spack_repo/memwall/packages/memwall/package.py - builds memwall with Spack 1.0 or later.
#
#   spack repo add run/packages/spack_repo/memwall
#   spack install memwall                                  # CPU, MPI
#   spack install memwall +cuda cuda_arch=90
#   spack install memwall +rocm amdgpu_target=gfx90a

import os

from spack_repo.builtin.build_systems.cuda import CudaPackage
from spack_repo.builtin.build_systems.makefile import MakefilePackage
from spack_repo.builtin.build_systems.rocm import ROCmPackage

from spack.package import *

TREES = ["ref", "opt"]


class Memwall(MakefilePackage, CudaPackage, ROCmPackage):
    """HPG-MxP, the benchmark of mixed-precision GMRES with multigrid, as a textbook
    implementation and as a fast one, with tests, a judge and a course."""

    # The repository that contains this file.
    git = "file://" + os.path.abspath(os.path.join(os.path.dirname(__file__), *[".."] * 6))

    license("MIT")

    version("main", branch="main")

    variant("mpi", default=True, description="Build for several processes")

    depends_on("c", type="build")
    depends_on("cxx", type="build", when="+cuda")
    depends_on("cxx", type="build", when="+rocm")
    depends_on("gmake@4.2:", type="build")
    depends_on("mpi@3:", when="+mpi")
    depends_on("python@3:", type="run")

    conflicts("+cuda", when="+rocm", msg="one build has one back end")
    conflicts("cuda_arch=none", when="+cuda", msg="name the GPU, for example cuda_arch=90")
    conflicts("amdgpu_target=none", when="+rocm", msg="name the GPU, for example gfx90a")

    def make_arguments(self):
        """The variables of the Makefile. Spack's compiler adds the flag -march."""
        spec = self.spec
        arguments = ["CC=" + spack_cc, "CFLAGS=-O2", "PREFIX=" + self.prefix]
        if spec.satisfies("+mpi"):
            arguments += ["MPI=yes", "MPICC=" + spec["mpi"].mpicc]
        else:
            arguments += ["MPI=no"]
        if spec.satisfies("+cuda"):
            cuda = spec["cuda"].prefix
            gpus = " ".join("sm_" + arch for arch in spec.variants["cuda_arch"].value)
            arguments += ["BACKEND=cuda", "CUDA=" + cuda, "CUDA_ARCH=" + gpus]
            arguments += ["NVCC=" + cuda.bin.nvcc]
        elif spec.satisfies("+rocm"):
            hip = spec["hip"].prefix
            gpus = " ".join(spec.variants["amdgpu_target"].value)
            arguments += ["BACKEND=hip", "ROCM=" + hip, "HIP_ARCH=" + gpus]
            arguments += ["HIPCC=" + hip.bin.hipcc]
        return arguments

    def build(self, spec, prefix):
        make(*TREES, *self.make_arguments())

    def install(self, spec, prefix):
        for tree in TREES:
            make("install", "TREE=" + tree, *self.make_arguments())

    def check(self):
        """The tests of `spack install --test=root`."""
        make("test", *self.make_arguments())

    def test_solve(self):
        """solve a small system"""
        for tree in TREES:
            program = which(join_path(self.prefix.bin, "memwall-" + tree))
            out = program("solve", "--nx=16", output=str.split, error=str.split)
            assert "reason=converged" in out
