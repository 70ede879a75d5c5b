"""judge/symbols.py - what the object files of a tree define, use and contain."""
import glob
import os
import re

from program import fail, flavor, process
from memwall.trees import name_of, read_parent

# Functions of the C library and of common/ that a tree may call, besides those of libm,
# of the compiler and of the contract. They do not depend on which trees have been built.
LIBRARY = set("""
memcpy memmove memset memcmp memchr strlen strcmp qsort bsearch abort __assert_fail
__stack_chk_fail __memcpy_chk __memset_chk snprintf __snprintf_chk die mpi_check norm_from_squares
""".split())
PREFIXES = ("GOMP_", "omp_", "MPI_", "ompi_", "__asan_", "__ubsan_", "_GLOBAL_", "__tls",
            "mem_", "device_", "vector_", "basis_", "phase_", "format_", "layout_",
            "message_", "csr_", "halo_", "permutation_", "sum_", "graph_", "staging_",
            "stream_", "row_")
TRUSTED = {"ref", "opt"}
CLOCKS = ("clock_gettime", "now", "time", "gettimeofday", "omp_get_wtime", "MPI_Wtime",
          "clock", "judge_clock", "times")
FILES = ("open", "fopen", "fclose", "openat", "creat", "system", "popen", "fork", "vfork", "execve",
         "execl", "execv", "execvp", "posix_spawn", "socket", "connect", "syscall", "ptrace",
         "unlink", "remove", "rename", "getenv", "setenv", "kill", "raise", "signal",
         "sigaction", "dlopen", "dlsym", "write", "read", "fwrite", "fread", "mprotect",
         "exit", "_exit", "pthread_create")


def names(files, letters):
    """{name: file} of the symbols with these letters of nm."""
    found = {}
    if not files:
        return found
    text = process.captured(["nm", "-A", "-P"] + files)[1]
    for line in text.splitlines():
        parts = line.split()
        if len(parts) >= 3 and parts[2] in letters:
            found.setdefault(parts[1], os.path.basename(parts[0].split("[")[0].rstrip(":")))
    return found


def objects(tree):
    return sorted(glob.glob(os.path.join(flavor(), name_of(tree), "*.o")))


def without_pair(symbol):
    """spmv_f64_f32 is compared as spmv."""
    return re.sub(r"(_(f64|f32|f16|bf16|i32|i16|i8)){2}$", "", symbol)


def defined_in(path, *options):
    """What a library defines."""
    text = process.captured(["nm", "--defined-only", "-P", *options, path])[1]
    return {line.split()[0].split("@")[0] for line in text.splitlines() if line.strip()}


def library_names(program):
    """What the shared libraries of the program define."""
    paths = re.findall(r"=> (\S+)", process.captured(["ldd", program])[1])
    return set().union(*(defined_in(path, "-D") for path in paths))


def compiler_names():
    """What libm and the compiler's own library define."""
    path = {name: process.captured(["gcc", "-print-file-name=" + name])[1].strip()
            for name in ("libm.so.6", "libgcc.a")}
    return defined_in(path["libm.so.6"], "-D") | defined_in(path["libgcc.a"])


def contract_names():
    """The functions of common/contract/kernels.h, as judge/judge.mk reads them."""
    with open("common/contract/kernels.h") as file:
        return set(re.findall(r"^    X\(V, S, [a-z]*, ([a-z_]*),", file.read(), re.M))


def parents(tree):
    """The trees from which this tree takes files, its parent first."""
    found, others = [], []
    while os.path.basename(tree.rstrip("/")) != "ref" and tree not in found[:-1]:
        tree, single = read_parent(tree)
        found.append(tree)
        others += single
    return found + others


def cheat(kind, what):
    return {"finding": kind, "cheat": True, "what": what}


def examine(tree):
    """Findings about the symbols of the tree's own objects."""
    own = objects(tree)
    name = name_of(tree)
    if not own or name in TRUSTED:
        return []
    defined, used = names(own, "TDBRVWC"), names(own, "Uw")
    program = os.path.join(flavor(), "judge-" + name)
    ours = names([o for folder in ("common", "judge", name + "/common", "ref/common")
                  for o in glob.glob(os.path.join(flavor(), folder, "*.o"))], "TDBRVWC")
    if not {"machine_commit", "judge_clock"} <= set(ours):
        fail("%s: the objects of common/ and judge/ are not there" % flavor())
    taken = library_names(program)
    findings = []
    for symbol, file in sorted(defined.items()):
        if symbol in CLOCKS:
            findings.append(cheat("clock replaced", "%s defines %s" % (file, symbol)))
        elif symbol in taken or symbol in ours:
            findings.append(cheat("symbol redefined", "%s defines %s, a function of %s" % (
                file, symbol, "common/ or the judge" if symbol in ours else "a library")))
    # A broken tree of the tests has only its own objects; the others are those of its parent.
    inherited = names([o for p in parents(tree) for o in objects(p)], "TDBRVWC")
    allowed = LIBRARY | compiler_names() | contract_names()
    allowed |= {without_pair(s) for s in defined} | {without_pair(s) for s in inherited}
    for symbol, file in sorted(used.items()):
        if symbol in FILES:
            findings.append(cheat("files or processes", "%s calls %s" % (file, symbol)))
        elif symbol in CLOCKS:
            findings.append(cheat("clock", "%s calls %s" % (file, symbol)))
        elif without_pair(symbol) not in allowed and not symbol.startswith(PREFIXES):
            findings.append(cheat("symbol out of reach", "%s uses %s" % (file, symbol)))
    return findings + instructions(own, tree) + macros(tree)


def instructions(own, tree):
    """System calls and clocks in assembly, and code that runs before main."""
    sources = {os.path.splitext(os.path.basename(p))[0] for p in glob.glob(tree + "/*.c")}
    mine = [o for o in own if os.path.basename(o).split(".")[0] in sources]
    findings = []
    for path in mine:
        sections = process.captured(["objdump", "-h", path])[1]
        if re.search(r"\.(init_array|ctors|preinit_array|init)\b", sections):
            findings.append(cheat("code before main", os.path.basename(path)))
        code = process.captured(["objdump", "-d", "--no-show-raw-insn", path])[1]
        found = re.search(r"\t(syscall|sysenter|int +\$0x80|rdtscp?)\b", code)
        if found:
            findings.append(cheat("instruction out of reach", "%s contains %s" % (
                os.path.basename(path), found[1])))
        if findings:
            break
    return findings


def macros(tree):
    """Sources that could be compiled to something else in the build that counts."""
    findings = []
    for path in sorted(glob.glob(glob.escape(tree) + "/**/*.[ch]", recursive=True)):
        with open(path, errors="replace") as file:
            found = re.search(r"__SANITIZE_\w*|[a-z]+_sanitizer|MEMWALL_COUNT", file.read())
        if found:
            findings.append(cheat("macro out of reach", "%s contains %s" % (
                os.path.basename(path), found[0])))
    return findings


def foreign(tree):
    """"FILE includes PATH" for each file of another tree that a file of this tree includes by a path.
    The trees of the project may do so."""
    if not tree.startswith(("/", "..")) and re.match("(ref|opt|steps|docs|tests)(/|$)", tree):
        return []
    found = []
    for path in sorted(glob.glob(glob.escape(tree) + "/**/*.[ch]", recursive=True)):
        with open(path, errors="replace") as file:
            found += ["%s includes %s" % (os.path.relpath(path, tree), name) for name in re.findall(
                r'^\s*#\s*include\s*["<]([^">]*/[^">]*)[">]', file.read(), re.M)]
    return found


def changed_lines(tree):
    """Lines that differ from the files of the parent, or are new."""
    if name_of(tree) == "ref":
        return 0
    parent, count = parents(tree)[0], 0
    for path in glob.glob(tree + "/*.[ch]"):
        old = os.path.join(parent, os.path.basename(path))
        out = process.captured(["diff", old if os.path.exists(old) else "/dev/null", path])[1]
        count += len(re.findall(r"^>", out, re.M))
    return count
