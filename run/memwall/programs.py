# run/memwall/programs.py - builds the programs of trees and runs them; the files of a tree.
"""Programs(trees, options) builds the programs of some trees; its `run` starts one of them and returns its JSON
object. If the environment variable MEMWALL_BIN names a folder with programs, the scripts run these and build none."""
import functools
import importlib.machinery
import importlib.util
import os
import re
import shutil
import subprocess

from . import files, process
from .process import fail

SETTINGS = ("CC", "CFLAGS")  # the variables of make that the build of a variant may set
TOP = os.path.dirname(os.path.dirname(os.path.dirname(os.path.realpath(__file__))))
# make takes other characters in the name of a folder for its own.
USABLE = r"[\w./+@,-]+"
# The folder of programs that are there already; those with COUNT=1 are in BIN-count, as make names it.
BIN = os.path.abspath(os.environ["MEMWALL_BIN"]) if os.environ.get("MEMWALL_BIN") else ""
BUILD = re.findall(r"(?:^| )BUILD=(\S+)", os.environ.get("MAKEFLAGS", ""))  # of the make that calls this script


def script(name):
    """The script run/NAME as a module, whose functions tests call."""
    loader = importlib.machinery.SourceFileLoader(name, os.path.join(TOP, "run", name))
    module = importlib.util.module_from_spec(importlib.util.spec_from_loader(name, loader))
    loader.exec_module(module)
    return module


def name_of(folder):
    """What follows memwall- in the name of the program, as the Makefile derives it: steps-colors
    for docs/steps/colors, 01-colors-start for a lab's tree; for the trees of tests and those
    outside of the checkout the last part of the path. The folder is given as make needs it."""
    folder = os.path.normpath(folder)
    if os.path.isabs(folder) or folder.split("/")[0] in ("..", "tests"):
        return os.path.basename(folder)
    return folder.removeprefix("docs/").removeprefix("labs/").replace("/", "-")


def folder_of(tree):
    """The folder of a tree as make needs it. ref and opt are the checkout's; another one is
    looked for in the current folder, then in the checkout."""
    tree = tree.rstrip("/")
    inside = os.path.join(TOP, tree)
    path = inside if tree in ("ref", "opt") or not os.path.isdir(tree) else tree
    path = os.path.realpath(path)
    near = os.path.relpath(path, TOP)
    # A path from the checkout need not contain what is peculiar in the path of both.
    found = path if near.startswith("..") and re.fullmatch(USABLE, path) else near
    if not re.fullmatch(USABLE, found):
        fail("%r: make cannot build a folder whose path contains blanks or any of \"'$#;&|:*%%=; "
             "rename it" % tree)
    return found


@functools.cache
def files_of(tree, backend="cpu"):
    """{name: path} of the files of a program, which run/tree assembles. A mistake in the tree ends the script."""
    with process.Folder() as scratch:
        status, _, err = process.captured([os.path.join(TOP, "run/tree"), tree, backend, scratch], cwd=TOP)
        if status != 0:
            fail(err.strip())
        return {name: os.path.realpath(os.path.join(scratch, name)) for name in os.listdir(scratch) if name[0] != "."}


def make(*words, **more):
    """Runs make in the checkout: (status, output, messages). It is independent of a make that called
    this script, although the environment still has that make's variables, except for its BUILD."""
    ours = ("MAKEFLAGS", "MFLAGS", "MAKELEVEL", "MAKEOVERRIDES", "TREE")
    env = {k: v for k, v in process.environment().items() if k not in ours}
    return process.call(["make", "-s", "-C", TOP, *["BUILD=" + b for b in BUILD], *words], env=env, **more)


def build(tree, *words, failed=1):
    """Builds a tree, unless MEMWALL_BIN names the folder of its program. Returns the path of the program, which config.mk
    and the environment decide, too. The words are variables and further targets of make. The script ends with the status
    `failed` if the tree cannot be built."""
    if BIN:
        return installed(tree, BIN + "-count" * ("COUNT=1" in words))
    process.progress("building %s %s" % (tree, " ".join(words)))
    status, out, err = make("TREE=" + folder_of(tree), *words,
                            "--eval=built: all ; @:$(info program $(PROGRAM))",
                            "built", stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    process.progress()
    found = re.findall("^program (.*)$", out, re.M)
    if status != 0 or not found:
        first, *more = process.errors(err + out) or ["make failed"]
        process.say("".join(line + "\n" for line in more), end="")
        fail("%s: the tree cannot be built: %s" % (tree, process.ended(status) or first), failed)
    process.say(err, end="")
    return os.path.join(TOP, found[-1])


def installed(tree, folder):
    """The path of the program of a tree in a folder, which must have it."""
    path = os.path.join(folder, "memwall-" + name_of(folder_of(tree)))
    if not os.access(path, os.X_OK):
        fail("%s: there is no such program%s" % (path, "; the variable MEMWALL_BIN names this folder" * bool(BIN)))
    return path


def program(text, backend, *more):
    """The path of the program of TREE:CC=VALUE,CFLAGS=VALUE, which is built if this is a checkout, with more variables
    of make."""
    tree, _, words = text.partition(":")
    variables, checkout = settings(words), os.path.exists(os.path.join(TOP, "Makefile"))
    if variables and BIN or (variables or more) and not checkout:
        fail("%s: %s is built in a checkout only, and without MEMWALL_BIN" % (text, tree))
    if variables:  # each other character of the name as its code
        name = re.sub(r"[^\w.-]", lambda c: "@%02x" % ord(c[0]), words)
        variables.append("BUILD=%s/%s" % ((BUILD or ["build"])[-1], name))
    if BIN or checkout:
        failed = process.broken if tree in ("ref", "opt") else 1
        return build(tree, "BACKEND=" + backend, *variables, *more, failed=failed)
    return installed(tree, os.path.join(TOP, "build"))  # which has links to the programs


def document(start, verb, flags, allowed=(0,), failed=1, **more):
    """(JSON object, command) of one run of the program that `start` starts, which ends with an
    allowed status; otherwise the script ends with the status `failed`."""
    with process.Folder() as folder:
        path = os.path.join(folder, "run.json")
        output = ["--output=" + folder] if verb == "bench" else []
        command = [*start, verb, "--json=" + path, *output, *flags]
        status, out, err = process.captured(command, **more)
        if status not in allowed:
            fail("%s failed (%s): %s" % (" ".join(command), status, process.reason(err + out)), failed)
        if not os.path.exists(path):
            fail("%s: the program wrote no JSON document" % " ".join(command), failed)
        return files.read_json(path, "a JSON file of the program"), command


def settings(words):
    """The variables of make in NAME=VALUE,NAME=VALUE. One that cannot be used ends the script."""
    found = [word for word in words.split(",") if word]
    for word in found:
        name, _, value = word.partition("=")
        if name not in SETTINGS:
            fail("%s: of the variables of make, a variant sets %s" % (word, " or ".join(SETTINGS)))
        if not re.fullmatch(r"[\w.+=/ -]*[\w.+/-]", value):
            fail("%s: words of letters, digits and .+=/_- are needed, with blanks between them" % word)
        if name == "CC" and not shutil.which(value.split()[0]):
            fail("%s: there is no such command" % word)
    return found


def flags(text):
    """Options of memwall from NAME=VALUE,NAME=VALUE."""
    return ["--" + f for f in text.split(",") if f]


def add_arguments(parser):
    number = process.number
    parser.add_argument("--backend", choices=["cpu", "cuda", "hip", "emu"],
                        help="of the programs that are built (BACKEND, else cpu)",
                        default=os.environ.get("BACKEND") or "cpu")
    parser.add_argument("--np", type=number(0), help="ranks; 0: as many as --launch starts "
                        "(2; 1 on a device, without an MPI or with one core)")
    parser.add_argument("--threads", type=number(0), default=0, help="threads a rank; 0: the "
                        "program's own choice")
    parser.add_argument("--repeat", type=number(1), default=3, help="rounds; medians are shown")
    parser.add_argument("--launch", type=process.command, help="command that starts ranks (mpirun)")
    parser.add_argument("--csv", help="write all numbers there")


class Programs:
    """The programs of some trees, and their runs. TREE:CC=VALUE,CFLAGS=VALUE is a tree that is built with
    these variables of make, in a folder of its own."""

    def __init__(self, trees, options):
        self.options, self.machines, folders = options, {}, {}
        for tree in trees:
            name = tree.partition(":")[0]
            if not name.strip("/"):
                fail("%r: the name of a tree is needed" % tree)
            folder = folder_of(name)
            if folders.setdefault(name_of(folder), folder) != folder:
                fail("%s and %s: the programs of both trees would be memwall-%s" % (
                    folders[name_of(folder)], folder, name_of(folder)))
        self.paths = {tree: program(tree, options.backend) for tree in sorted(set(trees))}
        if options.np is None:
            mpi = options.launch or shutil.which("mpirun")
            options.np = min(2, process.cores(options.launch)) if options.backend == "cpu" and mpi else 1
        alone = not options.launch and options.np == 1
        self.start = [] if alone else process.ranks(options.np, options.launch or process.command("mpirun"))

    def run(self, tree, verb, flags, allowed=(0,)):
        """The JSON object of one run, which ends with an allowed status. It is of this tree and
        of all ranks, and the program is still the same."""
        threads = ["--threads=%d" % self.options.threads] if self.options.threads else []
        failed = process.broken if tree.partition(":")[0] in ("ref", "opt") else 1  # 3: run/judge knows nothing then
        found, command = document(self.start + [self.paths[tree]], verb, threads + flags, allowed, failed)
        machine, made = found["machine"], found["options"]["tree"]
        first = self.machines.setdefault(tree, machine)
        if made.replace("/", "-") != name_of(folder_of(tree.partition(":")[0])):
            fail("%s: this is the program of the tree %s" % (self.paths[tree], made), 1)
        if self.options.np and machine["ranks"] != self.options.np:
            fail("%s: the program ran with %d ranks, not with %d%s" % (
                " ".join(command), machine["ranks"], self.options.np,
                "; it was built without MPI" if files.without_mpi(machine) else ""), 1)
        if files.program(machine) != files.program(first):
            fail("%s: the program changed during the measurement: %s, then %s" % (
                tree, files.program(first), files.program(machine)), 1)
        return found
