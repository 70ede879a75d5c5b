"""run/memwall/lab/overlap.py - lab 6: which fraction of the message time is overlapped with work.

Messages are in flight from the first send to the end of the wait. common/matrix/halo.c itself records this
time in a trace (docs/14), so that no tree can mark another one. The phase `halo exchange` that ends first is
the one in which they were sent, and the one that begins last is the one that waits. The time between the two
is work. A tree exchanges as often as ref.
"""
import json
import os
import statistics

from .. import files, process
from ..judge.device import on_ranks
from ..process import fail
from .program import Program, check_solves, show, target, verdict

SOLVES = [("double", 1), ("double", 2), ("double", 3), ("mixed", 2)]  # policy, ranks
TARGET = 0.8  # of the time of the median message, in spmv on level 0
TRACES = 3  # at most: other programs can delay a rank
TRACED_NX = 48


def around(events, message, name):
    """The events of this name on the rank and level of the message that overlap it."""
    end = message["ts"] + message["dur"]
    return [e for e in events if e["name"] == name and e["pid"] == message["pid"] and
            e["args"].get("level") == message["args"].get("level") and
            e["ts"] <= end and message["ts"] <= e["ts"] + e["dur"]]


def hidden(events, message):
    """The share of the time of a message in which the rank works."""
    exchanges = around(events, message, "halo exchange")
    if len(exchanges) < 2 or message["dur"] == 0:
        return 0
    sent = min(e["ts"] + e["dur"] for e in exchanges)
    waits = max(e["ts"] for e in exchanges)
    return max(0, waits - sent) / message["dur"]


def shares(trace, kernel):
    """The shares of all exchanges of a kernel on level 0, and the number of all exchanges."""
    events = [e for e in json.loads(files.text(trace)) if e["ph"] == "X" and e["args"].get("level") == 0]
    exchanges = [e for e in events if e["name"] == "message"]
    return [hidden(events, e) for e in exchanges if around(events, e, kernel)], len(exchanges)


def check(folder, lab, asked, predicted):
    """Returns the exit status of run/lab."""
    ref, tree = Program("ref", lab.options, failed=3), Program(folder, lab.options)
    if not ref.has_mpi():
        fail("lab 6 needs MPI", 3)
    if check_solves(tree, ref, [(policy, asked.nx, on_ranks(p), {"ranks": p}, 1) for policy, p in SOLVES]):
        return 1
    best, count = 0, 0

    def traced(program):
        with process.Folder() as scratch:
            trace = os.path.join(scratch, "trace")
            program.solve(["--policy=double", "--trace=" + trace, "--tolerance=0"], TRACED_NX, ranks=2,
                          limit=20, OMPI_MCA_mpi_yield_when_idle="0")
            return shares(trace, "spmv")

    _, wanted = traced(ref)
    for _ in range(TRACES):
        found, exchanges = traced(tree)
        if verdict(exchanges != wanted, "double", "in a trace:", "%d exchanges on level 0, ref %d" % (exchanges, wanted)):
            return 1
        count = len(found)
        best = max(best, statistics.median(found) if found else 0)
        if best >= TARGET or best < TARGET / 4:  # a rank that was delayed for a moment does not hide so little
            break
    target("spmv, level 0", "", best, TARGET, predicted.get(("hidden", "f64")), before=[count])
    missed = show(["", "", "messages", "hidden", "at least", "predicted"])
    return 4 if missed else 0
