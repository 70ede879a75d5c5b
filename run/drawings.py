# run/drawings.py - the figures of HPG-MxP: one function each, from rows of a CSV file.
"""Each function gets the origin, the rows and whether the figure is for a paper, and returns the
page (plot.py) and its title. run/figures has their list."""
import textwrap

import tables
from plot import FILLS, HATCHES, MARKERS, Page

LEVEL_SHADES = ["#111111", "#4477aa", "#77bbdd", "#cccccc"]


def column(rows, name):
    """A column as numbers; an empty cell is None."""
    return [float(r[name]) if r.get(name) not in ("", None) else None for r in rows]


def groups(rows, name):
    """{value: rows with this value}, in the order of the file."""
    found = {}
    for r in rows:
        found.setdefault(r[name], []).append(r)
    return found


def spread(rows, low, high):
    return {"low": column(rows, low), "high": column(rows, high)} if rows and low in rows[0] else {}


def bars_of(rows, value, low, high):
    """Lengths of error bars to both sides of a column; None if the file has no range."""
    if rows[0].get(low) in (None, ""):
        return None
    return [[max(0, float(r[value] or 0) - float(r[low] or 0)) for r in rows],
            [max(0, float(r[high] or 0) - float(r[value] or 0)) for r in rows]]


def weak(about, rows, paper):
    page = Page(paper, 1, 2, high=3.8)
    times, efficiency = page.axes
    for k, (name, part) in enumerate(groups(rows, "series").items()):
        ranks = column(part, "ranks")
        page.curve(times, k, ranks, column(part, "ms_per_iteration"), name)
        page.curve(efficiency, k, ranks, [100 * e for e in column(part, "efficiency")], name)
    for ax, text in ((times, "ms per iteration"), (efficiency, "efficiency in %")):
        page.doubling(ax.xaxis, column(rows, "ranks"))
        ax.set(xlabel="ranks", ylabel=text)
        ax.set_ylim(0, 1.05 * ax.get_ylim()[1])
        ax.tick_params(axis="x", labelrotation=45)
    page.fig.legend(*times.get_legend_handles_labels(), loc="outside lower center",
                    ncols=1 if paper else 3)
    return page, "Weak scaling: time per iteration and efficiency"


def motifs(about, rows, paper):
    found, names = tables.pairs(rows), tables.motif_names(rows)
    page = Page(paper, high=3.6)
    ax, width = page.axes[0], 0.8 / len(found)
    for k, (name, double, mixed) in enumerate(found):
        at = [i + (k - (len(found) - 1) / 2) * width for i in range(len(names))]
        gains = [tables.gain(rows, n, double, mixed) for n in names]
        middle = [g[0] for g in gains]
        page.bars(ax, k, at, middle, width * 0.92, name, ecolor="black", capsize=2,
                  yerr=[[max(0, g[0] - g[1]) for g in gains], [max(0, g[2] - g[0]) for g in gains]])
        for i, (x, g) in enumerate(zip(at, gains)):
            if g[3]:
                ax.plot([x - width / 2, x + width / 2], [g[3]] * 2, color="black", linewidth=2.5,
                        label="ratio of the bytes" if k == i == 0 else None)
    ax.axhline(1, color="black", linewidth=0.8)
    ax.set_xticks(range(len(names)), names, rotation=30, ha="right")
    ax.set(ylabel="double / mixed")
    ax.grid(axis="x", visible=False)
    page.fig.legend(loc="outside lower center", ncols=1 if paper else 3)
    return page, "Gain of mixed over double precision, by motif"


def breakdown(about, rows, paper):
    found, variants = tables.by_phase(rows), list(groups(rows, "variant"))
    whole = {v: float(found["iteration", v]["ms_per_iteration"]) for v in variants}
    times = {p: [float(found[p, v]["ms_per_iteration"]) if (p, v) in found else 0
                 for v in variants]
             for p in groups(rows, "phase") if p not in (
                 "iteration", "set-up", "energy", "energy, GPUs", "iterations to solution")}
    small = [p for p, t in times.items() if all(x < 0.02 * whole[v] for x, v in zip(t, variants))]
    removed = [times.pop(p) for p in small]
    if removed:
        times["other phases"] = [sum(t) for t in zip(*removed)]
    rest = [max(0, whole[v] - sum(t[i] for t in times.values())) for i, v in enumerate(variants)]
    times["outside of phases"] = rest
    page = Page(paper, high=1.4 + 0.45 * len(variants))
    ax, left, at = page.axes[0], [0.0] * len(variants), list(range(len(variants)))[::-1]
    for k, (name, part) in enumerate(times.items()):
        page.bars(ax, k, at, part, 0.7, name, across=True, left=left)
        left = [a + b for a, b in zip(left, part)]
    for y, v in zip(at, variants):
        several = tables.samples(found["iteration", v])
        ax.errorbar([whole[v]], [y], xerr=[[whole[v] - min(several)], [max(several) - whole[v]]],
                    color="black", capsize=3)
    ax.set_yticks(at, variants)
    ax.set(xlabel="ms per iteration (medians, range)")
    ax.grid(axis="y", visible=False)
    page.fig.legend(loc="outside lower center", ncols=2 if paper else 4)
    return page, "Time of an iteration by phase"


def roofline(about, rows, paper):
    """Phases as markers, levels as shades; roofs are the measured bandwidths."""
    page = Page(paper, high=4.6)
    ax = page.axes[0]
    names = list(groups(rows, "phase"))
    low, high = min(column(rows, "flops_per_byte")) / 1.6, max(column(rows, "flops_per_byte")) * 1.6
    for k, roof in enumerate(("read", "triad", "copy")):
        rate = float(about[roof + " bandwidth"].split()[0])
        ax.plot([low, high], [low * rate, high * rate], color="black", linewidth=1,
                linestyle=["-", (0, (6, 2)), (0, (2, 2))][k], label="%s: %.1f GB/s" % (roof, rate))
    for r in rows:
        level, k = int(r["level"]), names.index(r["phase"])
        y = float(r["gflops"])
        ax.errorbar([float(r["flops_per_byte"])], [y], yerr=[
            [max(0, y - float(r["gflops_low"]))], [max(0, float(r["gflops_high"]) - y)]],
            marker=(MARKERS + "<>hd")[k % 11], color=LEVEL_SHADES[level], markeredgecolor="black",
            markersize=(6 if paper else 9) - level, markeredgewidth=0.6, elinewidth=0.7,
            linestyle="", label=r["phase"] if level == 0 else None)
    for level in sorted({int(r["level"]) for r in rows}):
        ax.fill([], [], facecolor=LEVEL_SHADES[level], edgecolor="black", label="level %d" % level)
    ax.set(xscale="log", yscale="log", xlim=(low, high), xlabel="flops per byte",
           ylabel="GFLOP/s")
    page.plain(ax.xaxis)
    page.plain(ax.yaxis)
    page.fig.legend(loc="outside lower center", ncols=2 if paper else 4)
    return page, "Roofline: phases and levels, %s" % about["variant"]


def ladder(about, rows, paper):
    page = Page(paper, high=0.9 + 0.36 * len(rows))
    ax, at = page.axes[0], list(range(len(rows)))[::-1]
    ms = column(rows, "ms_per_iteration")
    errors = bars_of(rows, "ms_per_iteration", "ms_low", "ms_high")
    high = [a + b for a, b in zip(ms, errors[1])] if errors else ms
    page.bars(ax, 1, at, ms, 0.65, "measured (median%s)" % (" and range" if errors else ""),
              across=True, ecolor="black", capsize=2, xerr=errors)
    label = "predicted: step before, ratio of the bytes"
    for k in range(1, len(rows)):
        predicted = ms[k - 1] / float(rows[k]["predicted"])
        ax.plot([predicted] * 2, [at[k] - 0.42, at[k] + 0.42], color="black", linewidth=2.5,
                label=label if k == 1 else None)
        ax.annotate("%.2fx (%.2fx)" % (float(rows[k]["measured"]), float(rows[k]["predicted"])),
                    (max(high[k], predicted), at[k]), (5, 0), textcoords="offset points",
                    va="center", size=page.small)
    ax.set_yticks(at, [textwrap.fill(r["step"], 18 if paper else 40) for r in rows])
    ax.set(xlabel="ms per iteration; at the bars: gain (predicted)",
           xlim=(0, (1.4 if paper else 1.14) * max(high)))
    ax.grid(axis="y", visible=False)
    page.fig.legend(loc="outside lower center", ncols=1 if paper else 2)
    return page, "From tree to tree, one idea at a time"


def policies(about, rows, paper):
    page = Page(paper, high=0.9 + 0.34 * len(rows))
    ax, at = page.axes[0], list(range(len(rows)))[::-1]
    gains, errors = column(rows, "speedup"), bars_of(rows, "speedup", "speedup_low", "speedup_high")
    high = [a + b for a, b in zip(gains, errors[1])] if errors else gains
    page.bars(ax, 2, at, gains, 0.7, "per iteration (median%s)" % (" and range" if errors else ""),
              across=True, ecolor="black", capsize=2, xerr=errors)
    page.bars(ax, 0, at, [g or 0 for g in column(rows, "speedup_in_rating")], 0.3, "in the rating", across=True)
    for y, r, end in zip(at, rows, high):
        ax.annotate("%s iter." % (r["iterations"] or "no convergence,"), (end, y), (5, 0),
                    textcoords="offset points", va="center", size=page.small)
    ax.set_yticks(at, [r["policy"] for r in rows])
    ax.set(xlabel="speed-up over double precision", xlim=(0, (1.3 if paper else 1.15) * max(high)))
    ax.grid(axis="y", visible=False)
    page.fig.legend(loc="outside lower center", ncols=1 if paper else 2)
    return page, "Precision policies: speed-up and iterations"


TRACE_FILLS = {"sweep, zero guess": 1, "sweep": 0, "spmv": 5, "residual": 4, "restriction": 2,
               "prolongation": 9, "correction": 4, "ortho": 3, "update": 9, "halo exchange": 6,
               "reduction": 8, "message": 7}


def trace(about, rows, paper):
    """One panel a trace: for each rank the phases, those within them, and the messages."""
    parts = groups(rows, "trace")
    ranks = sorted({int(r["rank"]) for r in rows})
    tracks = 3 if any(r["row"] == "2" for r in rows) else 2
    page = Page(paper, len(parts), 1, high=0.7 + len(parts) * (0.5 + 0.22 * tracks * len(ranks)),
                sharex=True)
    longest, used = 0, {}
    for ax, (name, part) in zip(page.axes, parts.items()):
        longest = max(longest, max(float(r["end_us"]) for r in part) / 1e3)
        for r in part:
            y = -(int(r["rank"]) * (tracks + 0.6) + int(r["row"]))
            begin, end = float(r["begin_us"]) / 1e3, float(r["end_us"]) / 1e3
            k = TRACE_FILLS.get(r["phase"], 7)
            used[r["phase"]] = ax.barh([y], [end - begin], 0.85, left=[begin], color=FILLS[k],
                                       hatch=HATCHES[k], edgecolor="black", linewidth=0.25)[0]
            label = r["level"] if r["row"] == "0" else ""
            if label and end - begin > 0.025 * longest:
                ax.text((begin + end) / 2, y, label, ha="center", va="center", size=page.small,
                        bbox={"boxstyle": "square,pad=0.1", "color": "white"})
        marks, texts = [], []
        for rank in ranks:
            for row, text in enumerate(["rank %d" % rank, "within", "messages"][:tracks]):
                marks.append(-(rank * (tracks + 0.6) + row))
                texts.append(text)
        ax.set_yticks(marks, texts)
        ax.tick_params(axis="y", labelsize=page.small)
        ax.set_title("%s: %.2f ms" % (name, max(float(r["end_us"]) for r in part) / 1e3),
                     loc="left")
        ax.grid(axis="y", visible=False)
    page.axes[-1].set(xlabel="ms since the beginning of the iteration; numbers: multigrid level",
                      xlim=(0, longest))
    page.fig.legend(used.values(), used, loc="outside lower center", ncols=2 if paper else 5)
    return page, "One iteration of each rank"
