# run/memwall/drawings.py - the figures: one function each, from rows of a CSV file.
"""Each function gets the origin and the rows, and returns the page (plot.py) and its title.
run/figures has their list."""
import textwrap

from . import tables
from .plot import MARKERS, SMALL, Page

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


def panels(rows, panel, curve, x, y, high, first=0, **more):
    """A page with axes for each value of the column `panel`, in which each value of the column `curve`
    has a curve of y against x, and {value: axes}. Rows without y are left out. The columns y_low and
    y_high, if they exist, are error bars; `first` is the number of the first curve."""
    parts = groups(rows, panel)
    page = Page(1, len(parts), high=high, **more)
    for ax, part in zip(page.axes, parts.values()):
        for k, (name, runs) in enumerate(groups(part, curve).items(), first):
            runs = [r for r in runs if r[y] != ""]
            ends = {end: column(runs, "%s_%s" % (y, end)) for end in ("low", "high")
                    if y + "_low" in rows[0]}
            page.curve(ax, k, column(runs, x), column(runs, y), name, **ends)
    return page, dict(zip(parts, page.axes))


def bars_of(rows, value, low, high):
    """Lengths of error bars to both sides of a column; None if the file has no range."""
    if rows[0].get(low) in (None, ""):
        return None
    return [[max(0, float(r[value] or 0) - float(r[low] or 0)) for r in rows],
            [max(0, float(r[high] or 0) - float(r[value] or 0)) for r in rows]]


def beside(k, count, places, width):
    """Where the bars number k of `count` bars at each place are."""
    return [i + (k - (count - 1) / 2) * width for i in range(places)]


def weak(about, rows):
    page = Page(1, 2, high=3.8)
    times, efficiency = page.axes
    for k, (name, part) in enumerate(groups(rows, "series").items()):
        ranks = column(part, "ranks")
        page.curve(times, k, ranks, column(part, "ms_per_iteration"), name)
        page.curve(efficiency, k, ranks, [100 * e for e in column(part, "efficiency")], name)
    for ax, text in ((times, "ms per iteration"), (efficiency, "efficiency in %")):
        page.doubling(ax.xaxis, column(rows, "ranks"))
        ax.set(xlabel="ranks", ylabel=text)
        ax.set_ylim(0, 1.05 * ax.get_ylim()[1])
    page.fig.legend(*times.get_legend_handles_labels(), loc="outside lower center",
                    ncols=3)
    return page, "Weak scaling: time per iteration and efficiency"


def motifs(about, rows):
    found, names = tables.pairs(rows), tables.motif_names(rows)
    page = Page(high=3.6)
    ax, width = page.axes[0], 0.8 / len(found)
    for k, (name, double, mixed) in enumerate(found):
        at = beside(k, len(found), len(names), width)
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
    page.fig.legend(loc="outside lower center", ncols=3)
    return page, "Gain of mixed over double precision, by motif"


def breakdown(about, rows):
    found, variants = tables.by_phase(rows), list(groups(rows, "variant"))
    whole = {v: float(found["iteration", v]["ms_per_iteration"]) for v in variants}
    times = {p: [float(found[p, v]["ms_per_iteration"]) if (p, v) in found else 0
                 for v in variants]
             for p in groups(rows, "phase") if p not in (
                 "iteration", "set-up", "iterations to solution")}
    small = [p for p, t in times.items() if all(x < 0.02 * whole[v] for x, v in zip(t, variants))]
    removed = [times.pop(p) for p in small]
    if removed:
        times["other phases"] = [sum(t) for t in zip(*removed)]
    rest = [max(0, whole[v] - sum(t[i] for t in times.values())) for i, v in enumerate(variants)]
    times["outside of phases"] = rest
    page = Page(high=1.4 + 0.45 * len(variants))
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
    page.fig.legend(loc="outside lower center", ncols=4)
    return page, "Time of an iteration by phase"


def roofline(about, rows):
    """Phases as markers, levels as shades; roofs are the measured bandwidths."""
    page = Page(high=4.6)
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
            markersize=9 - level, markeredgewidth=0.6, elinewidth=0.7,
            linestyle="", label=r["phase"] if level == 0 else None)
    for level in sorted({int(r["level"]) for r in rows}):
        ax.fill([], [], facecolor=LEVEL_SHADES[level], edgecolor="black", label="level %d" % level)
    ax.set(xscale="log", yscale="log", xlim=(low, high), xlabel="flops per byte",
           ylabel="GFLOP/s")
    page.plain(ax.xaxis)
    page.plain(ax.yaxis)
    page.fig.legend(loc="outside lower center", ncols=4)
    return page, "Roofline: phases and levels, %s" % about["variant"]


def ladder(about, rows):
    page = Page(high=0.9 + 0.36 * len(rows))
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
                    va="center", size=SMALL)
    ax.set_yticks(at, [textwrap.fill(r["step"], 40) for r in rows])
    ax.set(xlabel="ms per iteration; at the bars: gain (predicted)",
           xlim=(0, 1.14 * max(high)))
    ax.grid(axis="y", visible=False)
    page.fig.legend(loc="outside lower center", ncols=2)
    return page, "From tree to tree, one idea at a time"


def systems(rows):
    return ", ".join(groups(rows, "matrix"))


def orthogonality(about, rows):
    page = Page(high=4)
    ax, k = page.axes[0], 0
    for matrix, part in groups(rows, "matrix").items():
        for form, runs in groups(part, "format").items():
            for what in ("before", "after"):
                name = "%s%s, %s" % (matrix + " " if matrix != rows[-1]["matrix"] else "", form,
                                     "first pass" if what == "before" else "second pass")
                page.curve(ax, k, column(runs, "iteration"), column(runs, what), name)
                k += 1
    ax.set(yscale="log", xlabel="iteration", ylabel="largest row sum of |V'V - I|")
    page.fig.legend(loc="outside lower center", ncols=3)
    return page, "Loss of orthogonality, %s" % systems(rows)


def histories(about, rows):
    page, panel = panels([r for r in rows if float(r["estimate"]) > 0], "matrix", "format", "iteration",
                         "estimate", high=3.6, sharey=True)
    for matrix, ax in panel.items():
        ax.set(yscale="log", xlabel="iteration", title=matrix)
    page.axes[0].set(ylabel="estimate of the relative residual")
    page.axes[0].legend()
    return page, "Histories of the residual, %s" % systems(rows)


def cbgmres(about, rows):
    """Speed-up over f64 and overhead in iterations of each system and format."""
    forms = [f for f in groups(rows, "format") if f != "f64"]
    cases = list(dict.fromkeys((r["matrix"], r["preconditioner"]) for r in rows))
    page = Page(2, 1, high=4.8, sharex=True)
    width = 0.8 / len(forms)
    for k, form in enumerate(forms):
        found = {(r["matrix"], r["preconditioner"]): r for r in rows if r["format"] == form}
        at = beside(k, len(forms), len(cases), width)
        gains, prices = ([float(found[c][n] or 0) for c in cases] for n in ("speedup", "overhead"))
        page.bars(page.axes[0], k, at, gains, width * 0.92, form, ecolor="black", capsize=2,
                  yerr=bars_of([found[c] for c in cases], "speedup", "speedup_low",
                               "speedup_high"))
        page.bars(page.axes[1], k, at, prices, width * 0.92, form)
        for x, price in zip(at, prices):
            if not price:
                page.axes[1].text(x, 0.05, "none", rotation=90, ha="center", size=SMALL)
    for ax, text in zip(page.axes, ("time in f64 / time", "iterations / those in f64")):
        ax.axhline(1, color="black", linewidth=0.8)
        ax.set(ylabel=text)
        ax.grid(axis="x", visible=False)
    several = len({c[1] for c in cases}) > 1
    page.axes[1].set_xticks(range(len(cases)), ["%s %s" % c if several else c[0] for c in cases],
                            rotation=30, ha="right")
    page.fig.legend(*page.axes[0].get_legend_handles_labels(), loc="outside lower center",
                    ncols=len(forms))
    return page, "CB-GMRES: speed-up over a basis in f64, and its price in iterations"


def traffic(about, rows):
    """Phases of level 0, a curve for each variant: bytes that a cache loads over distinct bytes."""
    rows = [dict(r, kB=float(r["cache"]) / 1e3, ratio=float(r["misses"]) / float(r["distinct"]))
            for r in rows if r["level"] == "0" and r["phase"] in ("spmv", "sweep", "ortho")]
    page, panel = panels(rows, "phase", "variant", "kB", "ratio", high=3.4, sharey=True)
    for name, ax in panel.items():
        page.doubling(ax.xaxis, column(rows, "kB"))
        ax.axhline(1, color="black", linewidth=0.8)
        ax.set(xlabel="size of the cache in kB", title=name)
    page.axes[0].set(ylabel="loaded / distinct bytes")
    page.axes[0].set_ylim(0.8, None)
    page.fig.legend(*page.axes[0].get_legend_handles_labels(), loc="outside lower center",
                    ncols=2)
    return page, "Traffic of kernels against the size of a cache"


def restarts(about, rows):
    page, panel = panels(rows, "matrix", "format", "restart", "speedup", high=3.8, sharey=True)
    for matrix, ax in panel.items():
        page.doubling(ax.xaxis, column(rows, "restart"))
        ax.set(xlabel="length m of a cycle", title=matrix)
    from_zero(page, rows)
    page.axes[0].set(ylabel="speed-up per iteration over %s" % rows[0]["format"])
    page.axes[0].legend()
    return page, "Speed-up per iteration against the length of a cycle"


def steps(about, rows):
    page, panel = panels(rows, "format", "method", "columns", "ms", high=3.2)
    for form, ax in panel.items():
        ax.set(xlabel="columns k", title=form)
        ax.set_ylim(0)
    page.axes[0].set(ylabel="ms of a step")
    page.axes[0].legend()
    return page, "Orthogonalization of step k: classical (cgs), randomized (rgs)"


def from_zero(page, rows):
    """All axes from 0 to the greatest end of an error bar."""
    for ax in page.axes:
        ends = column(rows, "speedup_high" if "speedup_high" in rows[0] else "speedup")
        ax.set_ylim(0, 1.05 * max((e for e in ends if e), default=1))


def halfmg_gains(about, rows):
    """All variants but D_MG, which is variant 0."""
    rows = sorted((r for r in rows if r["variant"] != "D_MG"), key=lambda r: int(r["k"]))
    page, panel = panels(rows, "k", "variant", "unknowns", "speedup", high=3.6, first=1, sharey=True)
    for k, ax in panel.items():
        ax.axhline(1, color="black", linewidth=0.8)
        page.doubling(ax.xaxis, column(rows, "unknowns"))
        ax.set(xlabel="unknowns", title="k = %s" % k)
    page.axes[0].set(ylabel="time of D_MG / time")
    from_zero(page, rows)
    page.axes[0].legend()
    return page, "Half-precision multigrid in %s: speed-up over D_MG" % about["dimensions"]
