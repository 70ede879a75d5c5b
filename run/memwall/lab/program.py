"""run/memwall/lab/program.py - builds and runs the programs of trees, compares solves, shows tables."""
import copy
import math
import os

from .. import files, process, programs, tables
from ..judge import counted, device, program
from .prediction import close

ITERATIONS = 500  # at most, in a solve; right trees need fewer than 100
# What this run has found, for the tables and for --json.
cases, targets = [], []


class Program:
    """The program of a tree with the options of its solves."""

    def __init__(self, tree, options, backend="cpu", checked=False, failed=2):
        """checked: the checker of `make check` is needed, too. It always is on a device. failed: the status of run/lab
        if the tree cannot be built; with 3, it is a tree of ours, and a run that fails is a fault of the machine."""
        self.tree, self.options, self.backend, self.failed = tree, options, backend, failed
        self.counted = None  # the program that counts loads and stores
        settings = () if backend == "cpu" else device.variables(os.path.dirname(program.flavor()))
        self.path = programs.build(tree, *settings, *["checker-program"] * (checked or backend == "emu"), failed=failed)
        self.checker = os.path.join(os.path.dirname(self.path), "checker-" + programs.name_of(tree))  # of make check

    def counting(self):
        """The same tree in a program that counts loads and stores (docs/02): with COUNT=1, in the few
        formats that labs need."""
        if not self.counted:
            self.counted = copy.copy(self)
            self.counted.path = programs.build(self.tree, *counted.variables(), "BACKEND=" + self.backend,
                                               failed=self.failed)
        return self.counted

    def has_mpi(self):
        return not files.without_mpi(self.solve([], 8)[0]["machine"])

    def solve(self, arguments, nx, threads=1, ranks=1, limit=ITERATIONS, **variables):
        """Returns the JSON object and the residual history of a solve."""
        with process.Folder() as folder:
            path, history = os.path.join(folder, "json"), os.path.join(folder, "history")
            process.progress("solving: %s %s, %d^3 points, %s" % (
                os.path.basename(self.path), " ".join(arguments), nx, device.on_ranks(ranks)))
            asked = ["--nx=%d" % nx, "--threads=%d" % threads] + arguments
            command = [self.path, "solve", *asked, "--json=" + path, "--history=" + history,
                       "--iterations=%d" % limit, *self.options]  # the last of two equal options counts
            status, _, err = program.run_ranks(ranks, *command, **variables) if ranks > 1 else process.captured(
                command, env=process.environment(**variables))
            process.progress()
            if status not in (0, 1) or not os.path.exists(path):
                text = "%s solve %s: %s" % (self.path, " ".join(asked), process.ended(status) or
                                            err.strip() and process.reason(err) or "status %s" % status)
                if self.failed == 3:
                    process.fail(text, 3)
                program.require_machine(ranks)
                raise Broken(text, 2 if status == 2 else 1)
            return files.read_json(path, "a JSON file of the program"), [
                float(row["relative_residual"]) for row in files.read_csv(history)[1]]


class Broken(Exception):
    """A program ended with a message, and run/lab ends with a status."""

    def __init__(self, text, status):
        super().__init__(text)
        self.status = status


def difference(history, wanted, policy):
    """The first iteration in which two histories differ by more than rounding errors, or None: in double (by the bound
    of tests/agree.t) to the end, with a matrix in 8 bits in the first five, because a row that is exact has the same
    bits wherever its scale is applied."""
    double = policy == "double"
    for k, (got, want) in enumerate(zip(history if double else history[:6], wanted)):
        if not abs(got - want) <= (3 * 4 * 30 * 2.0**-53 * (k + 2) if double else 1e-4 * want):
            return k
    return min(len(history), len(wanted)) if double and len(history) != len(wanted) else None


def compare(solve, before, policy, name):
    """Compares what Program.solve has returned for a tree and for the tree of this name. Returns
    whether the tree is wrong, and a text. Fewer iterations are as wrong as more."""
    (document, history), (_, wanted) = solve, before
    got, want = len(history) - 1, len(wanted) - 1
    reason = document["solve"]["reason"]
    if not files.solved(reason):
        return True, "%s after %d iterations, %s %d" % (reason, got, name, want)
    many = abs(got - want) > max(4, 0.1 * want)
    if policy == "mixed" or many and policy != "double":
        return many, "%d iterations, %s %d" % (got, name, want)
    k = difference(history, wanted, policy)
    if k is None:
        return False, "%d iterations" % got
    return True, "%d iterations, %s %d; the residual differs from iteration %d on" % (got, name, want, k)


def verdict(bad, policy, case, text):
    """Prints the line of a solve or of a run of the checker. Returns whether it is wrong."""
    process.progress()
    cases.append({"right": not bad, "case": ("%s %s" % (policy, case)).strip(), "text": text})
    print("%-8s %-12s %s  %s" % ("WRONG" if bad else "right", policy, case, text), flush=True)
    return bad


def check_solves(tree, ref, cases, *flags):
    """Compares solves of a tree with another tree's. A case is (policy, N of N^3 points, its name, arguments of
    Program.solve for the tree, repeats). Returns the number of wrong ones."""
    wanted, wrong = {}, 0
    for policy, nx, name, arguments, repeats in cases:
        ask, ranks = ["--policy=" + policy, *flags], arguments.get("ranks", 1)
        if (policy, nx, ranks) not in wanted:
            wanted[policy, nx, ranks] = ref.solve(ask, nx, ranks=ranks)
        for _ in range(repeats):
            bad, found = compare(tree.solve(ask, nx, **arguments), wanted[policy, nx, ranks], policy, ref.tree)
            if bad:
                break
        wrong += verdict(bad, policy, name, found)
    return wrong


def check_kernels(tree, runs):
    """Calls the checker of a tree (judge/program.py). Returns the number of wrong runs; a kernel that does not end is
    called once."""
    wrong = 0
    for name, finding in program.kernels(tree.checker, runs):
        wrong += verdict(bool(finding), "kernels", name + ":", finding or "every row")
        if "no end within" in finding:
            break
    return wrong


def target(name, form, value, limit, guess, before=(), at_least=True, digits="%.2f", unchanged=0, asks=True):
    """A row of the table: the value that was found, and whether it reaches its limit. A prediction that
    is not close to the value gets a question mark. `unchanged`: the value if the
    tree changes nothing, which is 1 for a ratio; the difference to it is the effect that is predicted. `asks`: does the page ask
    for a prediction?"""
    own = "-" if guess is None else digits % guess + ("" if close(guess, value, unchanged) else " ?")
    targets.append({"name": name, "format": form, "limit": limit, "predicted": guess,
                    "unchanged": unchanged, "asks": asks,
                    "value": value if math.isfinite(value) else None,
                    "missed": not (value >= limit if at_least else value <= limit),
                    "row": [name, form, *before, digits % value, "%g" % limit, own]})


def show(head):
    """Prints the table of targets. Returns how many are missed."""
    process.progress()
    print("\n" + tables.columns([*head, ""], [[*t["row"], "MISSED" * t["missed"]] for t in targets]))
    return sum(t["missed"] for t in targets)
