"""tests/check/scripts.py - functions of run/memwall: noise, files, limits of time (scripts.t)."""
import os
import re
import resource
import signal
import sys
import time

from tap import finish, ok

sys.path.insert(0, os.path.join(os.path.dirname(os.path.realpath(__file__)), "../../run"))
from memwall import files, formula, measure, process, programs


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
    found = process.captured(["sh", "-c", "echo text; exec sleep 9 >&- 2>&-"], seconds=0.3)
    ok(found == ("timeout", "text\n", ""), "the output of a program that closes its streams and does not end", found)
    ok(time.monotonic() - begin < 15, "a program that ignores SIGTERM is killed")


def quiz():
    script = programs.script("quiz")
    asked, told, problems, worked = script.questions(), {}, {}, script.solutions()
    for seed in range(40):
        for q in script.questions(seed):
            asked.append(q)
            problems.setdefault(q.number, set()).add(q.text)
            script.filled(worked[q.number], q.names)  # also gives its names values
            last = re.findall(r"{(?:\w+ = )?(.*?)}", worked[q.number])[-1:]
            if not q.choices and not abs(formula.value(last[0], q.names) - q.answer) <= 1e-9 * abs(q.answer):
                ok(False, "problem %s, seed %d: the solution ends with the answer" % (q.number, seed), last, q.answer)

    def graded(q):
        for k, (answer, why) in enumerate(q.wrong):
            told.setdefault((q.chapter, q.number or q.text, k), []).append(q.grade(str(answer)) == (False, why))
        others = [c for c, _ in q.choices if c != q.answer] or [
            1.2 * q.answer + 0.2, 0.8 * q.answer - 0.2, *(a for a, _ in q.wrong if abs(a - q.answer) > 1e-9 * abs(q.answer))]
        return q.grade(str(q.answer))[0] and not any(q.grade(str(other))[0] for other in others)

    def named(q):
        numbers = [n for n in problems if n.split(".")[0] == q.chapter]
        return "\n**Problems** %s %s %s (`run/quiz --seed=1 %s`)" % (
            numbers[0], "to" if len(numbers) > 2 else "and", numbers[-1], q.chapter) in files.text(os.path.join(programs.TOP, q.page))
    ok(all(map(graded, asked)), "the quiz: each answer is right, and others are not")
    ok(told and all(map(any, told.values())), "each typical wrong answer is told why", [k for k in told if not any(told[k])])
    ok(problems and problems.keys() == worked.keys() and min(map(len, problems.values())) > 2, "problems, and their solutions")
    ok(all(map(named, asked)), "each chapter names its problems", [q.page for q in asked if not named(q)])


def answers():
    for text, unit, wanted in (
            ("0,97", "", 0.97), ("28ms", "ms", 28), ("0.028 s", "ms", 28), ("2^15", "", 2**15), ("\u22124", "", -4), ("80%", "", 0.8),
            ("80 %", "%", 80), ("14 line", "lines", 14), ("6.9 \u00b5s", "us", 6.9), ("900/64", "", 14.0625), ("1.56x", "", 1.56),
            ("5\u00b710^-1", "", 0.5), ("1.3E-3", "", 0.0013), ("28 microseconds", "us", 28), ("94.5 GFLOPS", "GFLOP/s", 94.5),
            ("27 colours", "colors", 27), ("46 bytes per thread", "B", 46), ("25 KiB", "KB", 25.6),
            ("3 GB per second", "GB/s", 3), ("17 576", "", 17576), ("(1+2)*3", "", 9)):
        ok(formula.read(text, unit) == wanted, "an answer: " + text)
    for text, unit, wanted in (
            ("1,050", "", "thousands"), ("28 MB", "ms", "in ms"), ("3 lines", "", "without a unit"), ("n", "", "a number is needed"),
            ("1/0", "", "no number"), ("9^9999", "", "no number"), ("(1", "", "no number"), ("1 2", "", "no number"),
            ("(" * 90 + "1", "", "no number"), ("(-8)^.5", "", "no number")):
        try:
            found = formula.read(text, unit)
        except ValueError as error:
            found = str(error)
        ok(isinstance(found, str) and wanted in found, "no answer: " + text[:20], found)


for part in [limits] if sys.argv[1:] == ["limits"] else [noise, full_disk, quiz, answers]:
    part()
finish()
