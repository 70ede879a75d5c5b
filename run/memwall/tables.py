# run/memwall/tables.py - the tables of results as text, from the rows of their CSV files.
"""Each function returns the text that a study prints and that docs/ contain; the arguments are
the origin and the rows that files.read returns. Nothing here needs matplotlib."""
import statistics

from . import files


# What the first line of a table tells of an origin, if it is there.
FACTS = {"box": "", "dimensions": "", "tree": "tree ", "rule": "rule ", "restart": "restart ",
         "read bandwidth": "read bandwidth ", "bytes": "bytes "}


def head(about):
    """The first line of a table: where the numbers are from. A second one is about programs that are
    not the usual ones, or not the same."""
    facts = ["%s, commit %s, %s ranks x %s threads" % tuple(
        about[key] for key in ("machine", "commit", "ranks", "threads"))]
    facts += [text + str(about[key]) for key, text in FACTS.items() if key in about]
    return ", ".join(facts) + ("\nprograms: " + about["programs"] if "programs" in about else "")


def columns(head, rows):
    """A table: the first column at the left, the others at the right."""
    lines = [[str(cell) for cell in line] for line in [head, *rows]]
    widths = [max(len(line[c]) for line in lines) for c in range(len(head))]
    return "\n".join("  ".join(cell.rjust(w) if c else cell.ljust(w)
                               for c, (cell, w) in enumerate(zip(line, widths))).rstrip()
                     for line in lines)


def known(cell, form):
    """A number as text, or - for an empty cell: a solve did not converge."""
    return form % float(cell) if cell else "-"


def range_of(row, name):
    """The range of a column in parentheses, or nothing if the file has no range."""
    if row.get(name + "_low") in (None, ""):
        return ""
    return " (%.2f to %.2f)" % (float(row[name + "_low"]), float(row[name + "_high"]))


def least_bytes(about, size):
    """The bytes that an iteration moves for vectors and basis alone, if a number has so many
    bytes and each kernel loads its operands and stores its results once: CGS2 in three passes
    over k columns (7.1), the V-cycle with its zero guess, and z and w of the product."""
    side = int(about["box"].split("^")[0])
    steps = min(int(about["iterations"]), 30)
    ortho = 3 * (steps + 1) / 2 + 1 + 6
    # sweep with zero initial guess, restriction, prolongation, sweep
    level = 2 + 1 + 3 / 8 + 3
    cycle = level * (1 + 1 / 8 + 1 / 64) + 2 / 512
    return int(about["ranks"]) * side**3 * size * (ortho + cycle + 2)


def ladder(about, rows):
    out = [head(about), "%s of %s interleaved rounds of %s iterations" % (
        about.get("statistic", "medians"), about["rounds"], about["iterations"]), "",
        "%-32s %9s %10s %9s %9s %10s %8s" % ("step", "ms/it", "MB/it", "predicted", "measured",
                                             "cumulative", "bound")]
    first = float(rows[0]["ms_per_iteration"])
    for r in rows:
        ms, moved = float(r["ms_per_iteration"]), float(r["bytes_per_iteration"])
        least = least_bytes(about, 8 if "double" in r["variant"] else 4)
        out.append("%-32s %9.2f %10.1f %8.2fx %8.2fx %9.2fx %7.2fx" % (
            r["step"], ms, moved / 1e6, float(r["predicted"]), float(r["measured"]), first / ms,
            moved / least))
    out += ["", "bound: the bytes of a step, as a multiple of those of vectors and basis alone:",
            "%.1f MB per iteration in f64, %.1f in f32" % (
                least_bytes(about, 8) / 1e6, least_bytes(about, 4) / 1e6)]
    return "\n".join(out)


def halfmg_gains(about, rows):
    """Markdown: speed-up over D_MG for the smallest k, a column for each size."""
    k = min(int(r["k"]) for r in rows)
    cells = sorted({int(r["cells"]) for r in rows})
    out = ["| speed-up over D_MG, k = %d | " % k + " | ".join(
        "%s, N = %d" % (about["dimensions"], n) for n in cells) + " |",
        "|---" * (1 + len(cells)) + "|"]
    variants = [v for v in dict.fromkeys(r["variant"] for r in rows) if v != "D_MG"]
    for variant in variants:
        found = {int(r["cells"]): r for r in rows if r["variant"] == variant and int(r["k"]) == k}
        out.append("| %s | " % variant + " | ".join(
            known(found[n]["speedup"], "%.2f") + range_of(found[n], "speedup")
            for n in cells) + " |")
    return "\n".join(out)


def methods(about, rows):
    """Markdown: two methods of Gram-Schmidt, a line for each length of a cycle, rule and format."""
    out = ["| m | rule | basis | solved by `cgs` | by `rgs` | iterations `cgs` | `rgs` | ratio | "
           "largest ratio | bytes `cgs` / `rgs` | time |", "|---" * 11 + "|"]
    for r in rows:
        out.append("| " + " | ".join([
            r["restart"], r["rule"], r["format"], r["solved_cgs"], r["solved_rgs"],
            r["iterations_cgs"], r["iterations_rgs"],
            "%.3f" % (int(r["iterations_rgs"]) / int(r["iterations_cgs"])),
            "%s (%s)" % (r["largest_ratio"], r["at"]), r["bytes_ratio"], r["seconds_ratio"]]) + " |")
    return "\n".join(out)


def cbgmres(about, rows):
    """Table 3: a line for each system and format, and the statistics of the formats."""
    lines = [[r["matrix"], r["preconditioner"], r["format"], r["iterations"],
              known(r["overhead"], "%.3f"), "%.2e" % float(r["relative_residual"]),
              "%.2f" % (1e3 * float(r["seconds"])),
              "%.2f" % float(r["speedup"]) if r["speedup"] else r["reason"]] for r in rows]
    statistic = []
    for form in dict.fromkeys(r["format"] for r in rows):
        of_form = [r for r in rows if r["format"] == form]
        gains = [float(r["speedup"]) for r in of_form if r["speedup"]]
        prices = [float(r["overhead"]) for r in of_form if r["overhead"]]
        failed = sum(not files.solved(r["reason"]) for r in of_form)
        statistic.append([form, *(("-",) * 6 if not gains else (
            "%.2f" % statistics.mean(gains), "%.2f" % statistics.median(gains),
            "%.3f" % statistics.pvariance(gains), "%.2f" % statistics.mean(prices),
            "%.2f" % statistics.median(prices), "%.2f" % max(prices))),
            "%d of %d not converged" % (failed, len(of_form))])
    return "\n".join([
        head(about), "medians of %s interleaved rounds" % about["rounds"], "",
        columns(["matrix", "precond", "", "iter.", "overhead", "residual", "ms", "speed-up"], lines), "",
        columns(["", "speed-up: mean", "median", "var.", "overhead: mean", "median", "most", ""], statistic)])


def motifs(about, rows):
    """Markdown: double over mixed, measured and predicted, of each phase and pair of variants."""
    found = pairs(rows)
    out = ["| double over mixed | " + " | ".join(
        "%s: measured (range) | predicted" % name for name, *_ in found) + " |",
        "|---" * (1 + 2 * len(found)) + "|"]
    for phase in motif_names(rows):
        cells = []
        for _, double, mixed in found:
            if (phase, double) not in by_phase(rows) or (phase, mixed) not in by_phase(rows):
                cells.append("| ")
                continue
            middle, low, high, predicted = gain(rows, phase, double, mixed)
            cells.append("%.2f (%.2f to %.2f) | %s" % (
                middle, low, high, "%.2f" % predicted if predicted else ""))
        out.append("| %s | " % phase + " | ".join(cells) + " |")
    return "\n".join(out)


def by_phase(rows):
    return {(r["phase"], r["variant"]): r for r in rows}


def motif_names(rows, least=0.01):
    """Phases that read memory and take some share of an iteration, and the iteration."""
    found = by_phase(rows)
    names = []
    for (phase, variant), r in found.items():
        share = float(r["ms_per_iteration"]) / float(found["iteration", variant]["ms_per_iteration"])
        if phase not in names and r["GB_per_s"] and share >= least and phase != "reduction":
            names.append(phase)
    return names + ["iteration"]


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
    a, b = by_phase(rows)[phase, double], by_phase(rows)[phase, mixed]
    ratios = [x / y for x, y in zip(samples(a), samples(b))]
    moved = [float(r["bytes"]) if r["bytes"] else 0 for r in (a, b)]
    return (statistics.median(ratios), min(ratios), max(ratios),
            moved[0] / moved[1] if min(moved) > 0 else None)
