# run/memwall/tables.py - the tables of results as text, from the rows of their CSV files.
"""Each function returns the text that a script prints and that docs/ contain; the arguments are
the origin and the rows that files.read_csv returns. Nothing here needs matplotlib."""
import statistics

from . import files, measure


# What the first line of a table tells of an origin, if it is there.
FACTS = {"box": "", "tree": "tree ", "device": "", "read bandwidth": "read bandwidth ",
         "copy bandwidth": "copy bandwidth "}


def head(about):
    """The first line of a table: where the numbers are from. A second one is about programs that
    are not the usual ones, or not the same."""
    facts = ["%s, commit %s, %s ranks x %s threads" % tuple(
        about[key] for key in ("machine", "commit", "ranks", "threads"))]
    unused = ("read" if "device" in about else "copy") + " bandwidth"
    facts += [text + str(about[key]) for key, text in FACTS.items() if key in about and key != unused]
    return ", ".join(facts) + ("\nprograms: " + about["programs"] if "programs" in about else "")


def columns(head, rows):
    """A table: the first column at the left, the others at the right."""
    lines = [[str(cell) for cell in line] for line in [head, *rows]]
    widths = [max(len(line[c]) for line in lines) for c in range(len(head))]
    return "\n".join("  ".join(cell.rjust(w) if c else cell.ljust(w)
                               for c, (cell, w) in enumerate(zip(line, widths))).rstrip()
                     for line in lines)


def all_columns(about, rows):
    """All columns of a CSV file."""
    return columns(list(rows[0]), [list(r.values()) for r in rows])


def known(cell, form):
    """A number as text, or - for an empty cell: a solve did not converge."""
    return form % float(cell) if cell else "-"


def range_of(row, name):
    """The range of a column in parentheses, or nothing if the file has no range."""
    if row.get(name + "_low") in (None, ""):
        return ""
    return " (%.2f to %.2f)" % (float(row[name + "_low"]), float(row[name + "_high"]))


def least_bytes(about, size):
    """The bytes that an iteration moves for only vectors and basis, if an element has `size`
    bytes and each kernel loads its operands and stores its results once: CGS2 in three passes
    over k columns (7.1), the V-cycle with its zero guess, and z and w of the product."""
    side = int(about["box"].split("^")[0])
    steps = min(int(about["iterations"]), 30)
    ortho = 3 * (steps + 1) / 2 + 1 + 6
    # sweep with zero initial guess, restriction, prolongation, sweep
    level = 2 + 1 + 3 / 8 + 3
    cycle = level * (1 + 1 / 8 + 1 / 64) + 2 / 512
    return int(about["ranks"]) * side**3 * size * (ortho + cycle + 2)


def iterations(rows):
    """The rows of whole iterations."""
    return [r for r in rows if r["phase"] == measure.ITERATION]


def steps(rows):
    """Of each variant: predicted and measured gain over the one before."""
    rows = iterations(rows)
    return [(float(a["bytes"]) / float(b["bytes"]), float(a["ms"]) / float(b["ms"]))
            for a, b in zip(rows[:1] + rows, rows)]


def ladder(about, rows):
    out = [head(about), "%s of %s interleaved rounds of %s iterations" % (
        about["statistic"], about["rounds"], about["iterations"]), "",
        "%-20s %8s %8s %8s %9s %9s %10s %7s" % ("step", "ms/it", "(median)", "MB/it", "predicted",
                                               "measured", "cumulative", "bound")]
    gains, rows = steps(rows), iterations(rows)
    for r, (predicted, measured) in zip(rows, gains):
        least = least_bytes(about, 8 if "double" in r["variant"] else 4)
        out.append("%-20s %8.2f %8s %8.1f %8.2fx %8.2fx %9.2fx %6.2fx" % (
            r["variant"].removeprefix("docs/"), float(r["ms"]), "(%.1f)" % float(r["ms_high"]),
            float(r["bytes"]) / 1e6, predicted, measured,
            float(rows[0]["ms"]) / float(r["ms"]), float(r["bytes"]) / least))
    out += ["", "bound: the bytes of a step, as a multiple of the bytes of only vectors and basis:",
            "%.1f MB per iteration in f64, %.1f in f32" % (
                least_bytes(about, 8) / 1e6, least_bytes(about, 4) / 1e6)]
    return "\n".join(out)


def percent(share):
    """A share as text. Data in a cache comes faster than from memory."""
    return "-" if share <= 0 else "cache" if share > 1 else "%.0f%%" % (100 * share)


def gain_of(row):
    """Median and range of a gain."""
    if not row["gain"]:
        return "-"
    return "%.2fx (%.2f to %.2f)%s" % (*(float(row[k]) for k in ("gain", "gain_low", "gain_high")),
                                       " ~" if measure.within_noise(row) else "  ")


def summary(about, rows):
    """A line for each variant. Its share follows from the numbers that are printed before it, and
    from the bandwidth in the first line."""
    found, lines = iterations(rows), []
    for r in found:
        ms, moved = "%.4g" % float(r["ms"]), "%.4g" % (float(r["bytes"]) / 1e6)
        lines.append([r["variant"], ms, moved,
                      percent(float(moved) / float(ms) / float(r["bandwidth"])),
                      "%.2fx" % (float(found[0]["bytes"]) / float(r["bytes"])),
                      gain_of(r) if r != found[0] else "1   "])
    names = ["%s interleaved rounds of %s iterations" % (about["rounds"], about["iterations"]),
             "ms", "MB", "share", "predicted", "gain (range)   "]
    few = int(about["rounds"]) < measure.ROUNDS
    noise = "noise: the first variant twice in each round differs by up to %.0f %%" % (100 * float(found[0]["noise"]))
    return "\n".join([head(about), columns(names, lines), noise + (
        "; fewer than %d rounds have no range" % measure.ROUNDS if few else "")])


def by_phase(rows):
    """Milliseconds and share of each phase; then the gains, with the noise of each phase."""
    variants, times, gains = list(dict.fromkeys(r["variant"] for r in rows)), {}, {}
    for r in rows:
        if r["level"] == "all" and r["phase"] != measure.SETUP:
            times.setdefault(r["phase"], [r["phase"]]).extend(["%.3f" % float(r["ms"]), percent(float(r["share"]))])
            noise = "%.0f%%" % (100 * float(r["noise"])) if r["noise"] else "-"
            gains.setdefault(r["phase"], [r["phase"], noise]).append(gain_of(r))
    numbers = ["[%d]" % k for k in range(len(variants))]
    return "\n".join([
        *("%s %s" % pair for pair in zip(numbers, variants)), "",
        columns(["ms per iteration", *(h for n in numbers for h in (n, "share"))], list(times.values())), "",
        columns(["gain over [0]", "noise", *numbers[1:]], [g[:2] + g[3:] for g in gains.values()]),
        "~: a difference within noise"])


def roofline(rows, least=0.001):
    """[(row, flops per byte, GFLOP/s, their range)] of the phases and levels of the last variant."""
    whole, points = iterations(rows)[-1], []
    for r in rows:
        ms, low, moved, flops = (float(r[k]) for k in ("ms", "ms_low", "bytes", "flops"))
        if r["variant"] == whole["variant"] and r["level"] != "all" and low * moved * flops > 0 \
                and ms > least * float(whole["ms"]):
            points.append((r, flops / moved, *(flops / t / 1e6 for t in (ms, float(r["ms_high"]), low))))
    return points


def timed(about, rows):
    """A study of times: a line for each case, and the statistics of what is compared in its last
    column."""
    columns_of = list(rows[0])[:list(rows[0]).index("reason")]
    last, lines, statistic = columns_of[-1], [], []
    for r in rows:
        lines.append([*(r[c] for c in columns_of), r["iterations"], known(r["overhead"], "%.3f"),
                      known(r["relative_residual"], "%.2e"), "%.2f" % (1e3 * float(r["seconds"])),
                      "%.2f" % float(r["speedup"]) if r["speedup"] else r["reason"]])
    for value in dict.fromkeys(r[last] for r in rows):
        found = [r for r in rows if r[last] == value]
        gains, prices = ([float(r[k]) for r in found if r[k]] for k in ("speedup", "overhead"))
        statistic.append([value, *(("-",) * 6 if not gains else (
            "%.2f" % statistics.mean(gains), "%.2f" % statistics.median(gains),
            "%.3f" % statistics.pvariance(gains), "%.2f" % statistics.mean(prices),
            "%.2f" % statistics.median(prices), "%.2f" % max(prices))),
            "%d of %d not converged" % (sum(not files.solved(r["reason"]) for r in found),
                                        len(found))])
    return "\n".join([
        head(about), "medians of %s interleaved rounds" % about["rounds"], "",
        columns([*columns_of, "iter.", "overhead", "residual", "ms", "speedup"], lines), "",
        columns(["", "speedup: mean", "median", "var.", "overhead: mean", "median", "most", ""],
                statistic)])


def markdown(head, rows):
    """A table of a page."""
    first, *others = ["| %s |" % " | ".join(line) for line in [head, *rows]]
    return "\n".join([first, "|---" * len(head) + "|", *others])


def halfmg_gains(about, rows):
    """Speedup over D_MG for the smallest k, a column for each size."""
    k = min(int(r["k"]) for r in rows)
    cells = sorted({int(r["cells"]) for r in rows})
    found = {(r["variant"], int(r["cells"])): known(r["speedup"], "%.2f") + range_of(r, "speedup")
             for r in rows if int(r["k"]) == k}
    variants = [v for v in dict.fromkeys(r["variant"] for r in rows) if v != "D_MG"]
    return markdown(["speedup over D_MG, k = %d" % k, *("%sD, N = %d" % (rows[0]["dim"], n) for n in cells)],
                    [[variant, *(found[variant, n] for n in cells)] for variant in variants])


def motifs(about, rows):
    """Double over mixed, measured and predicted, of each phase and pair of variants."""
    found, sums, lines = pairs(rows), all_levels(rows), []
    for phase in motif_names(rows):
        lines.append([phase])
        for _, double, mixed in found:
            if (phase, double) in sums and (phase, mixed) in sums:
                *measured, predicted = gain(rows, phase, double, mixed)
                lines[-1] += ["%.2f (%.2f to %.2f)" % tuple(measured), "%.2f" % predicted if predicted else ""]
            else:
                lines[-1] += ["", ""]
    return markdown(["double over mixed", *(text for name, *_ in found for text in (
        name + ": measured (range)", "predicted"))], lines)


def all_levels(rows):
    """{(phase, variant): row of all levels}"""
    return {(r["phase"], r["variant"]): r for r in rows if r["level"] == "all" and r["phase"] != measure.MERGED}


def motif_names(rows, least=0.01):
    """Phases that read memory and take some share of an iteration, and the iteration."""
    found = all_levels(rows)
    others = "halo exchange", "reduction", measure.ITERATION, measure.SETUP
    names = [p for (p, v), r in found.items() if p not in others and
             float(r["ms"]) >= least * float(found[measure.ITERATION, v]["ms"])]
    return [*dict.fromkeys(names), measure.ITERATION]


def pairs(rows):
    """(name, variant in double, the same variant in mixed precision) of all such pairs."""
    texts, out = list(dict.fromkeys(r["variant"] for r in rows)), []
    for text in texts:
        tree, _, flags = text.partition(":")
        left = [f for f in flags.split(",") if f and f != "policy=double"]
        partner = tree + (":" + ",".join(left) if left else "")
        if "policy=double" in flags and partner in texts:
            out.append((partner, text, partner))
    return out


def samples(row):
    return [float(s) for s in row["samples"].split(";")]


def gain(rows, phase, double, mixed):
    """(median, smallest, largest ratio of the rounds, ratio of the bytes or None)."""
    a, b = (all_levels(rows)[phase, v] for v in (double, mixed))
    ratios = [x / y for x, y in zip(samples(a), samples(b))]
    moved = float(a["bytes"]), float(b["bytes"])
    return (statistics.median(ratios), min(ratios), max(ratios), moved[0] / moved[1] if min(moved) > 0 else None)
