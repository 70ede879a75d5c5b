"""run/memwall/judge/speed.py - the speed of a tree, interleaved with opt and ref."""
import statistics
import time

from .program import COLOR, VARYING, finding

IMPOSSIBLE = 1.5  # times the measured bandwidth, and times the rate of ref and opt
TARGET = 0.9      # of the speed of ref
NOISE = 0.25      # spread of ref above which a tree is not called slow
ROUNDS = 7        # at least
ERROR = 0.01      # of a speed-up: with a larger one there are more rounds
MATRIX_KERNELS = ("spmv", "residual", "descend", "ascend")


def spread(values):
    """How far the median is above the fastest value, relative to it."""
    return statistics.median(values) / min(values) - 1 if min(values) > 0 else 0.0


def error(others, mine):
    """The relative error of the median of the speed-ups of single rounds: 1.25 sigma /
    sqrt(n), where half the distance between the quartiles is 0.67 sigma."""
    ratios = [a / b for a, b in zip(others, mine)]
    if len(ratios) < ROUNDS:
        return 1.0
    low, middle, high = statistics.quantiles(ratios, n=4)
    return 1.25 * (high - low) / 2 / 0.67 / middle / len(ratios) ** 0.5


def rounds(judges, secret, policy, seconds):
    """Rounds of the three trees, until the speed-up over ref is known to 1 % or the time is over.
    Returns for each tree the seconds of an iteration in each round, the number of iterations and
    {(kernel, level, format): [(seconds, bytes)]}; and the findings."""
    times = [[] for _ in judges]
    iterations = [0] * len(judges)
    kernels = [{} for _ in judges]
    start, findings = time.monotonic(), []
    while not findings and (len(times[0]) < ROUNDS or (
            time.monotonic() - start < seconds and error(times[2], times[0]) > ERROR)):
        seed = secret.getrandbits(64)
        for k, judge in enumerate(judges):
            found = judge.ask("round %d %s" % (seed, policy))
            if k == 0:
                findings += found
            timed = judge.last["timed"]
            times[k].append(timed["seconds"] / max(1, timed["iterations"]))
            iterations[k] = timed["iterations"]
            for s in judge.last["kernels"]:
                key = s["kernel"], s["level"], s["format"]
                kernels[k].setdefault(key, []).append((s["seconds"], s["bytes"]))
        if times[0] and judges[0].last["watched"]["iterations"] != \
                judges[0].last["timed"]["iterations"]:
            findings.append(finding("other iterations while it is watched: obtained %d, wanted %d" % tuple(
                judges[0].last[solve]["iterations"] for solve in ("watched", "timed")), True))
    return times, iterations, kernels, findings


def ratio(other, mine):
    """The fastest rounds are compared: other processes can only make a round slower."""
    return min(other) / min(mine)


def rate(calls):
    """The bytes of a kernel over its fastest time."""
    return statistics.median(b for _, b in calls) / min(s for s, _ in calls)


def kernel_rows(v, kernels, read):
    """The rows of the table. The bandwidth was measured once, perhaps beside other processes: what ref or
    opt reach in the same rounds is possible, too."""
    findings = []
    for key, mine in kernels[0].items():
        seconds = min(s for s, _ in mine)
        size = statistics.median(b for _, b in mine)
        reached = rate(mine)
        share = reached / read
        others = [kernels[k].get(key) for k in (1, 2)]
        faster = [ratio([s for s, _ in o], [s for s, _ in mine]) if o else 0 for o in others]
        possible = IMPOSSIBLE * max([read] + [rate(o) for o in others if o])
        v.kernels.append({"kernel": key[0], "level": key[1], "format": key[2],
                          "seconds": seconds, "bytes": size, "share": share,
                          "speedup_opt": faster[0], "speedup_ref": faster[1],
                          "spread": spread([s for s, _ in mine])})
        if key[1] == 0 and key[0] in MATRIX_KERNELS and reached > possible:
            findings.append(finding("impossible speed: %s, level 0, %.2f MB in %.1f us are %.0f %% of the measured "
                                    "bandwidth" % (key[0], size / 1e6, 1e6 * seconds, 100 * share), True))
    return findings


def measure(v, judges, secret, options):
    n = options.nx if not options.quick else min(options.nx, 32)
    slowest, noise = [], []
    seed = secret.getrandbits(64)
    for judge in judges:
        judge.ask("open %d %d %d %d %d %d" % (seed, VARYING, n, n, n, COLOR))
        judge.opened = judge.last
    read = max(j.opened["read"] for j in judges)
    for policy in ("double", "mixed"):
        times, iterations, kernels, findings = rounds(judges, secret, policy, 5 if options.quick else 30)
        name = "varying values %d^3, %s" % (n, policy)
        faster = [ratio(times[k], times[0]) for k in (1, 2)]
        v.runs.append({"name": "timed", "input": name, "iterations": iterations[0],
                       "seconds_per_iteration": min(times[0]),
                       "spread": spread(times[0]), "rounds": len(times[0]),
                       "error": error(times[2], times[0]),
                       "speedup_opt": faster[0],
                       "speedup_ref": faster[1],
                       "bytes_per_row": judges[0].opened["layout_bytes"] /
                       judges[0].opened["rows"]})
        if policy == "double" or not findings:
            findings += kernel_rows(v, kernels, read)
        v.add_findings("speed, %s: %.2fx ref, %.2fx opt" % (name, faster[1], faster[0]),
                       findings)
        slowest.append(faster[1])
        noise.append(spread(times[2]))
    mean = statistics.geometric_mean(slowest)
    if max(noise) > NOISE:
        v.add("the machine is too busy to call a tree slow", "right",
              "the spread of ref is %.0f %%; repeat the judgement" % (100 * max(noise)))
    elif mean < TARGET:
        v.add("speed of the solves", "slow", "%.2f times the speed of ref; at least %.2f is "
              "needed" % (mean, TARGET))
