# run/programs.py - what the scripts that measure share: build programs, run them, end them.
"""Programs(trees, options) builds the programs of some trees; its `run` starts one of them and
returns its JSON document, after it has proved that the document is from this run. If the
environment variable MEMWALL_BIN names a folder with the programs, nothing is built.

The options are those of `add_arguments`. A script that calls `orderly` ends all ranks, and prints
one line, if it is interrupted or terminated.
"""
import argparse
import json
import os
import shlex
import shutil
import signal
import subprocess
import sys
import tempfile

import results
import trees

TOP = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))


def number(least):
    """The type of an option: a whole number of at least this value."""
    def read(text):
        if not text.isascii() or not text.isdigit() or int(text) < least:
            raise argparse.ArgumentTypeError("%r: a whole number of at least %d is needed" % (
                text, least))
        return int(text)
    return read


def words(text):
    """The type of an option: words joined by commas."""
    found = text.split(",")
    if not all(found):
        raise argparse.ArgumentTypeError("%r: words joined by commas are needed" % text)
    return found


class Parser(argparse.ArgumentParser):
    """Options whose names are written out; wrong usage is one line."""

    def __init__(self, text):
        super().__init__(description=text, allow_abbrev=False,
                         formatter_class=argparse.RawDescriptionHelpFormatter)

    def error(self, message):
        self.exit(2, "run/%s: %s\n" % (self.prog, message))


def add_arguments(parser, np=2):
    parser.add_argument("--np", type=number(0), default=np, help="ranks; 0: as many as --launch "
                        "starts")
    parser.add_argument("--threads", type=number(0), default=0, help="threads a rank; 0: the "
                        "program's own choice")
    parser.add_argument("--repeat", type=number(1), default=3, help="rounds; medians are shown")
    parser.add_argument("--launch", default="mpirun", help="command that starts ranks")
    parser.add_argument("--csv", help="write the table there")


class Terminated(Exception):
    """SIGTERM arrived."""


def terminated(*_):
    raise Terminated


def orderly(main):
    """Runs a script. SIGINT and SIGTERM end it with one line, after its children."""
    signal.signal(signal.SIGTERM, terminated)
    try:
        main()
    except (KeyboardInterrupt, Terminated) as reason:
        by = signal.SIGTERM if isinstance(reason, Terminated) else signal.SIGINT
        print("\nrun/%s: ended by %s" % (os.path.basename(sys.argv[0]), by.name), file=sys.stderr)
        sys.exit(128 + by)


def environment():
    env = dict(os.environ)
    if os.geteuid() == 0:  # OpenMPI refuses root without these
        env["OMPI_ALLOW_RUN_AS_ROOT"] = env["OMPI_ALLOW_RUN_AS_ROOT_CONFIRM"] = "1"
    return env


def call(command, **more):
    """(exit status, output, messages) of a command, which may not read the standard input: in a
    loop of the shell, it is the list of the other runs. mpirun ends its ranks when it is terminated,
    not when it is killed."""
    try:
        child = subprocess.Popen(command, stdin=subprocess.DEVNULL, text=True,
                                 **dict({"env": environment()}, **more))
    except OSError as error:
        sys.exit("%s: %s" % (command[0], error.strerror))
    try:
        out, err = child.communicate()
    except BaseException:
        child.terminate()
        try:
            child.communicate(timeout=20)
        except subprocess.TimeoutExpired:
            child.kill()
        raise
    return child.returncode, out, err


def folder_of(tree):
    """The folder of a tree as make needs it. ref and opt are those of the checkout; another one is
    looked for in the current folder, then in the checkout."""
    tree = tree.rstrip("/")
    inside = os.path.join(TOP, tree)
    path = inside if tree in ("ref", "opt") or not os.path.isdir(tree) else tree
    path = os.path.realpath(path)
    near = os.path.relpath(path, os.path.realpath(TOP))
    return path if near.startswith("..") else near


def make(tree):
    """Builds a tree; the path of its program, which config.mk and the environment decide."""
    status, out, _ = call(["make", "-s", "--no-print-directory", "-C", TOP, "-j2",
                           "TREE=" + folder_of(tree),
                           "--eval=built: all ; @echo $(abspath $(PROGRAM))", "built"],
                          stdout=subprocess.PIPE)
    if status != 0:
        sys.exit("%s: the tree cannot be built" % tree)
    return out.splitlines()[-1]


class Programs:
    """The programs of some trees, and their runs."""

    def __init__(self, measured, options):
        self.options, self.paths, self.machines, folders = options, {}, {}, {}
        self.start = [] if options.np == 1 and options.launch == "mpirun" else \
            shlex.split(options.launch) + (["-np", str(options.np)] if options.np else [])
        if self.start and not shutil.which(self.start[0]):
            sys.exit("--launch=%s: there is no such command" % options.launch)
        for tree in measured:
            if not tree.strip("/"):
                sys.exit("'%s': the name of a tree is needed" % tree)
            folder = folder_of(tree)
            name = trees.name_of(folder)
            if folders.setdefault(name, folder) != folder:
                sys.exit("%s and %s: the programs of both trees would be memwall-%s" % (
                    folders[name], folder, name))
        for tree in sorted(set(measured)):
            self.paths[tree] = self.build(tree)

    @staticmethod
    def build(tree):
        folder = os.environ.get("MEMWALL_BIN")
        if not folder and os.path.exists(os.path.join(TOP, "Makefile")):
            return make(tree)
        # Where memwall is installed, build/ has links to the programs.
        path = os.path.join(folder or os.path.join(TOP, "build"),
                            "memwall-" + trees.name_of(folder_of(tree)))
        if not os.access(path, os.X_OK):
            sys.exit("%s: there is no such program%s" % (
                path, "; the variable MEMWALL_BIN names this folder" if folder else ""))
        return path

    def run(self, tree, verb, flags, allowed=(0,)):
        """The JSON document of one run, which ends with an allowed status. No other run used its
        folder before, so that the document cannot be an older one."""
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "run.json")
            command = self.start + [self.paths[tree], verb, "--json=" + path]
            command += ["--output=" + folder] if verb == "bench" else []
            command += ["--threads=%d" % self.options.threads] if self.options.threads else []
            command += flags
            status, out, err = call(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
            if status not in allowed:
                sys.exit("%s\nfailed (%d): %s" % (" ".join(command), status,
                                                  err.strip() or out.strip()))
            try:
                with open(path) as file:
                    document = json.load(file)
            except (OSError, ValueError):
                sys.exit("%s: the program wrote no JSON document" % " ".join(command))
        self.check(tree, document, command)
        return document

    def check(self, tree, document, command):
        """The document is of this tree and of all ranks, and the program is still the same."""
        made = document.get("options") or document["poisson"]
        machine = document["machine"]
        ranks = self.options.np or machine["ranks"]
        if made["tree"] != trees.title_of(folder_of(tree)):
            sys.exit("%s: this is the program of the tree %s" % (self.paths[tree], made["tree"]))
        if machine["ranks"] != ranks:
            sys.exit("%s: the program ran with %d ranks, not with %d%s" % (
                " ".join(command), machine["ranks"], ranks,
                "; it was built without MPI" if results.without_mpi(machine) else ""))
        first = self.machines.setdefault(tree, machine)
        if results.program(machine) != results.program(first):
            sys.exit("%s: the program changed during the measurement: %s, then %s" % (
                tree, results.program(first), results.program(machine)))
