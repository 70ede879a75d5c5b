#!/usr/bin/env bash
# tests/packages.t - the recipes in run/packages/: what they ask of make exists.
. "$(dirname "$0")/tap.sh"
needs bench
top=$(cd "$tests/.." && pwd)
recipe=run/packages/spack_repo/memwall/packages/memwall/package.py

python3 -c '' 2>/dev/null || skip_all "python3 is needed"
# The recipe for Spack with stand-ins for Spack's classes: prints the commands of make of four specs.
python3 - "$top/$recipe" >"$work/commands" 2>"$work/err" <<'END'
import shlex, sys, types
from unittest.mock import MagicMock
class Prefix(str):
    __getattr__ = lambda self, name: Prefix(self + "/" + name)
for system, base in ("makefile", "MakefilePackage"), ("cuda", "CudaPackage"), ("rocm", "ROCmPackage"):
    sys.modules["spack_repo.builtin.build_systems." + system] = types.SimpleNamespace(**{base: type(base, (), {})})
sys.modules["spack.package"] = types.ModuleType("spack.package")
names = "variant version depends_on conflicts license which join_path make spack_cc".split()
vars(sys.modules["spack.package"]).update(dict.fromkeys(names, MagicMock()), spack_cc="gcc",
                   make=lambda *words: print("make", *map(shlex.quote, words)))
recipe = {"__file__": sys.argv[1]}
exec(compile(open(sys.argv[1]).read(), sys.argv[1], "exec"), recipe)
for spec in "+mpi", "~mpi", "+mpi +cuda", "+mpi +rocm":
    memwall = recipe["Memwall"]()
    memwall.prefix, memwall.spec = Prefix("/spack/memwall"), MagicMock(satisfies=spec.split().count)
    memwall.spec.__getitem__ = lambda _, name: MagicMock(prefix=Prefix("/spack/" + name), mpicc="mpicc")
    memwall.spec.variants = {"cuda_arch": MagicMock(value=("80", "90")), "amdgpu_target": MagicMock(value=["gfx90a"])}
    memwall.build(memwall.spec, memwall.prefix)
    memwall.install(memwall.spec, memwall.prefix)
    memwall.check()
END
is "$(wc -l <"$work/commands")" 16 "the commands of four specs" || show
for name in $(grep -ohE '\b[A-Z_]+=' "$work/commands" <(sed -n '/make -s/,/install/p' "$top/run/packages/Containerfile") | sort -u); do
    grep -qE "^${name%=} *[?:+]?=|[$][({]?${name%=}\b" "$top"/Makefile "$top"/run/settings "$top"/tests/*.mk
    ok $? "make has the variable $name"
done
# make accepts the variables: it would link the program of this back end.
for spec in "MPI=yes MPICC=mpicc" MPI=no BACKEND=cuda BACKEND=hip; do
    command=$(grep "^make install TREE=opt.*$spec\$\|^make install TREE=opt.*$spec " "$work/commands" | head -1)
    (cd "$top" && env -u TREE -u BACKEND \
        bash -c "$command -n BUILD=$work/build") >"$work/out" 2>"$work/err"
    [ $? = 0 ] && grep -q -- "-o $work/build/.*/memwall-opt " "$work/out" &&
        grep -q "install .*/memwall-opt /spack/memwall/bin" "$work/out"
    ok $? "$command" || show
done

finish
