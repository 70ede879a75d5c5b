"""run/memwall/judge/counted.py - compares the bytes that kernels state with those that they load and store."""
import os

from . import program
from .program import KERNEL_GROUPS, VARYING

TOLERANCE = 0.05  # of the judge; the tests of ref and opt allow less
# Group of the kernel and phase; tests/check/bytes.allow has the reasons.
UNSTATED = (("jacobi", "sweep, zero guess"), ("transfer", "spmv"))
SMALL = 1e4  # bytes: sizes and pointers of a call count below it


def variables(base="build", *more):
    """The variables of make for programs that count, in few pairs of formats. They have a folder of
    their own, because those in the usual one have all pairs. Only gcc compiles them."""
    gcc = ("CC=gcc",) if "clang" in os.environ.get("CC", "") else ()
    return ("COUNT=1", *gcc, "BUILD=" + os.path.join(base, "counted"), "PAIRS=f64_f64 f32_f32 f32_i8",
            "VECTOR_PAIRS=f64_f64 f32_f32 f64_f32 f32_f64", *more)


def rows(path, pairs, groups, cases):
    """The answers of the command `bytes` of the checker at this path: a row for each kernel, phase and
    level, in each pair of formats and case, "KIND NX NY NZ ORDER". Or text: what went wrong."""
    for pair in pairs:
        for group in groups:
            if pair.split()[1][0] == "i" and group != "ortho":
                continue
            for case in cases:
                found, rows_of_group = program.check(path, "bytes", group, *case.split(), *pair.split(),
                                                     OMP_NUM_THREADS="1")
                yield from found
                for row in rows_of_group:
                    yield dict(row, group=group, formats=pair.replace(" ", ","), case=case)


def wrong(row, tolerance):
    """Do stated and counted bytes of level 0 differ by more than this? A phase without bytes
    in both, such as a reduction, is right."""
    return row["level"] == 0 and abs(row["stated"] - row["counted"]) > \
        tolerance * row["counted"] + SMALL * tolerance


def name(row):
    return row["kernel"] if row["phase"] in row["kernel"] else "%s, %s" % (row["kernel"], row["phase"])


def findings(tree):
    """What is wrong with the bytes that a tree states. It is built with COUNT=1."""
    of_make = variables(os.path.dirname(program.flavor()))
    error = program.build_errors(tree, *of_make)
    if error:
        return ["does not build with COUNT=1: " + error]
    path = program.path_of(tree, program.flavor(*of_make))
    found = list(rows(path, ["f64 f64", "f32 f32"], KERNEL_GROUPS, ["%d 32 32 32 1" % VARYING]))
    return [row for row in found if isinstance(row, str)] + [
        "stated bytes are wrong: %s, level 0, %s, phase_end has %.0f bytes, the kernel loads and "
        "stores %.0f distinct ones" % (name(row), row["formats"], row["stated"], row["counted"])
        for row in found if not isinstance(row, str)
        and wrong(row, TOLERANCE) and (row["group"], row["phase"]) not in UNSTATED]
