"""tests/check/scripts.py - functions of run/memwall: noise, files, limits of time (scripts.t)."""
import os
import resource
import signal
import sys
import time

from tap import finish, ok

sys.path.insert(0, os.path.join(os.path.dirname(os.path.realpath(__file__)), "../../run"))
from memwall import files, measure, process, programs


def noise():
    def row(base, twin, other):
        """The row of a variant with these times of an iteration."""
        def variant(times):
            v = measure.Variant("ref")
            v.runs = [{"mixed": {"seconds": t, "iterations": 1, "phases": []}, "setup_seconds": {"all": 1},
                       "machine": {"read_bytes_per_second": 1}} for t in times]
            return v
        found = measure.rows([variant(base), variant(other)], variant(twin))
        return [dict(zip(measure.HEAD, r)) for r in found if r[1] == "iteration"][1]
    for name, holds in (
            ("the largest difference of the identical runs", row([1, 1, 1], [1.1, 0.8, 1], [1, 1, 1])["noise"] == "0.25"),
            ("ratios are taken within a round", [row([1, 2, 4], [1, 2, 4], [2, 4, 8])[k] for k in (
                "gain", "gain_low", "gain_high")] == ["0.5"] * 3),
            ("a large gain", not measure.within_noise(row([2, 2, 2], [2.1, 2, 1.9], [1, 1.1, 0.9]))),
            ("a large loss", not measure.within_noise(row([1, 1, 1], [1, 1.1, 1], [2, 2, 2]))),
            ("a gain below the noise", measure.within_noise(row([2, 2, 2], [2.4, 2, 2], [1.8, 1.8, 1.8]))),
            ("rounds that disagree", measure.within_noise(row([2, 2, 2], [2, 2, 2], [1, 1, 2.1]))),
            ("fewer than three rounds", measure.within_noise(row([2, 2], [2, 2], [1, 1]))),
            ("no ratio without a time", row([0, 1], [1, 1], [1, 1])["gain"] == "")):
        ok(holds, "noise: " + name)


def full_disk():
    with open("o.csv", "w", encoding="utf-8") as file:
        file.write("old")
    try:
        resource.setrlimit(resource.RLIMIT_FSIZE, (0, resource.RLIM_INFINITY))
        signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
        files.save("o.csv", "new")
    except OSError as error:
        found = error
    resource.setrlimit(resource.RLIMIT_FSIZE, (resource.RLIM_INFINITY, resource.RLIM_INFINITY))
    with open("o.csv", encoding="utf-8") as file:
        ok("could not be written" in found.strerror and file.read() == "old" and os.listdir(".").count("o.csv") == 1,
           "a full disk leaves the old file", found)


def limits():
    begin = time.monotonic()
    process.end(process.start(["programs/memwall-stubborn", "bench"]), 0.3)
    status = process.call(["programs/memwall-slow", "bench"], seconds=0.3)[0]
    ok(status == "timeout", "a limit of seconds", status)
    ok(time.monotonic() - begin < 15, "a program that ignores SIGTERM is killed")


def quiz():
    def graded(q):
        wrong = [letter for letter, _ in q.choices if letter != q.answer] or [
            "%g" % (float(q.answer) + (side * 0.2 * abs(float(q.answer) - q.ratio) or side)) for side in (-1, 1)]
        return q.grade(q.answer) and not any(map(q.grade, wrong)) and os.path.exists(os.path.join(programs.TOP, q.page))
    found = programs.script("quiz").questions()
    ok(found and all(map(graded, found)), "the quiz: each answer is right, another one is not, its page is there")


for part in [limits] if sys.argv[1:] == ["limits"] else [noise, full_disk, quiz]:
    part()
finish()
