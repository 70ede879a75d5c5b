"""run/memwall/judge/program.py - builds the judge of a tree and talks to it."""
import functools
import json
import os
import secrets
import select
import signal
import subprocess
import time
import traceback

from .. import process
from ..programs import TOP, check_age, folder_of, make, name_of

STENCIL, VARYING, PERMUTED, IRREGULAR = range(4)  # enum problem_kind (problem.h)
KIND_NAMES = ["stencil", "varying values", "permuted rows", "irregular"]
NATURAL, COLOR = range(2)  # enum row_order
LIMIT = 300  # seconds for one command
YIELD = "OMPI_MCA_mpi_yield_when_idle"  # 1: a rank that waits leaves its core to others
CAPTURED = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE}


def finding(text, cheat=False):
    """What is wrong with a tree, as the program reports it, too (tests/checker/verdict.c)."""
    return {"text": text, "cheat": cheat}


class Gone(Exception):
    """The judge's program ended, or did not answer: `finding` says why."""

    def __init__(self, judge, test, finding):
        self.judge, self.test, self.finding = judge, test, finding


def fail(text):
    """The machine failed, and nothing is known about the tree: the status is that of no verdict."""
    process.fail(text, process.broken)


def guarded(status, main):
    """Ends the script with the status of main(). An exception says nothing about a tree: it
    is one line and this status, which is that of no verdict."""
    process.broken = status

    def run():
        try:
            return main()
        except Exception as error:
            if isinstance(error, OSError) and not error.filename:
                raise  # standard output
            place = traceback.extract_tb(error.__traceback__)[-1]
            text = "%s: %s" % (error.filename, error.strerror) if isinstance(error, OSError) else \
                "%s, line %d: %r" % (os.path.basename(place.filename), place.lineno, error)
        process.fail(text, status)
    process.main(run)


def enter_checkout(tree):
    """Changes to the checkout, where make runs. Returns the folder of the tree from there."""
    folder = folder_of(tree)
    os.chdir(TOP)
    return folder


@functools.cache
def flavor(*variables):
    """The folder into which make builds: BUILD, MPI and others can be set in config.mk, too."""
    status, out, err = make("TREE=ref", *variables, "folder", **CAPTURED)
    if status:
        fail("make: " + (err.strip().splitlines() or ["failed"])[-1])
    return out.strip()


def build_errors(tree, *variables):
    """Builds the judge of a tree. Returns None, or what the compiler said."""
    status, out, err = make("TREE=" + tree, *variables, "checker-program", **CAPTURED)
    if status == 0:
        return None
    lines = [line for line in (out + err).splitlines()
             if "error" in line or "undefined" in line] or err.splitlines()
    return "; ".join(lines[:3])[:600] or "make failed"


def run_ranks(ranks, *command, **variables):
    """Runs a program with MPI, as the tests do (tests/tap.sh): status, output, messages."""
    start = []
    if ranks > 1:
        version = process.captured(["mpirun", "--version"])[1]
        start = ["mpirun", *["--oversubscribe"] * ("Open MPI" in version), "-np", str(ranks)]
    return process.captured(start + list(command), env=process.environment(**dict(
        {"OMP_NUM_THREADS": "1", "OMP_WAIT_POLICY": "passive", YIELD: "1"}, **variables)))


def commit():
    return process.captured(["git", "describe", "--always", "--dirty"])[1].strip() or "unknown"


def machine():
    name = ""
    try:
        with open("/proc/cpuinfo") as file:
            name = next((line.split(":", 1)[1].strip() for line in file
                         if line.startswith("model name")), "")
    except OSError:
        pass
    return "%s, %d cores" % (name or "unknown processor", len(os.sched_getaffinity(0)))


class Judge:
    """The program checker-TREE, which answers commands (tests/checker/judge.c)."""

    def __init__(self, tree, built, folder=None):
        self.tree = name_of(tree)
        self.path = path = os.path.join(folder or flavor(), "checker-" + self.tree)
        if not built and build_errors(tree):
            fail("%s does not build" % tree)
        if built:
            check_age(path, tree)
        self.folder = process.Folder()  # of the MPI library
        # Threads wait actively for a tenth of a millisecond, so that the barriers between colors
        # are not those of sleeping threads, and then sleep while the other trees run.
        env = dict({"OMP_WAIT_POLICY": "passive", "GOMP_SPINCOUNT": "30000"}, **process.environment(
            OMPI_MCA_ess_singleton_isolated="1", OMPI_MCA_pml="ob1", OMPI_MCA_btl="self",
            OMPI_MCA_orte_tmpdir_base=self.folder.__enter__()))
        self.word = secrets.token_hex(8)
        self.child = process.start([path], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                                   stderr=subprocess.DEVNULL, env=env)
        self.buffer, self.last = b"", {}
        self.send(self.word)
        self.ready = self.read("start")

    def send(self, text):
        try:
            self.child.stdin.write((text + "\n").encode())
            self.child.stdin.flush()
        except OSError:
            pass  # read() will say why

    def read(self, command):
        """The next line that begins with the word, as JSON."""
        limit = time.monotonic() + LIMIT
        while True:
            while b"\n" in self.buffer:
                line, self.buffer = self.buffer.split(b"\n", 1)
                word, _, text = line.decode(errors="replace").partition(" ")
                if word == self.word:
                    return json.loads(text)
            ready = select.select([self.child.stdout], [], [], limit - time.monotonic())[0]
            data = os.read(self.child.stdout.fileno(), 65536) if ready else b""
            if not data:
                raise Gone(self, command, self.why(ready, command))
            self.buffer += data

    def why(self, ended, command):
        if not ended:
            self.stop()
            return finding("no answer: the program of %s did not end the test `%s` within %d s; if the machine was busy, "
                           "judge this tree again" % (self.tree, " ".join(w for w in command.split() if not w.isdigit()), LIMIT))
        status = self.child.wait()
        if status < 0:
            return finding("crash: " + signal.Signals(-status).name)
        return finding("ends the program: exit status %d in the middle of a test" % status, True)

    def ask(self, command):
        """Sends a command. Returns its findings; other answers are in self.last."""
        self.send(command)
        findings, self.last = [], {"kernels": []}
        while True:
            answer = self.read(command)
            if "finding" in answer:
                findings.append(answer)
            elif "kernel" in answer:
                self.last["kernels"].append(answer)
            elif "error" in answer:
                fail(answer["error"])
            else:
                self.last.update(answer)
            if "done" in answer:
                break
        return findings

    def stop(self):
        process.end(self.child, 0)
        self.folder.cleanup()
