# run/memwall/drawings.py - the figures, drawn by matplotlib from the rows of CSV files.
"""A function draws a figure from the rows of a CSV file; run/figures has their list. Curves differ
by marker and dashes, bars by hatches and brightness, so that gray print keeps them apart. Nothing
but run/figures needs matplotlib."""
import hashlib
import io
import os
import re
import textwrap

from . import files, tables

os.environ["MPLBACKEND"] = "agg"  # a notebook names one that this Python may not have
try:
    import matplotlib
    from matplotlib import pyplot
    from matplotlib.ticker import FuncFormatter, LogLocator, NullLocator
except Exception as error:  # it is missing, or does not fit to its parts
    matplotlib, missing = None, error

COLORS = ["#222255", "#cc6677", "#228833", "#66aadd", "#aa7700", "#882255", "#777777", "#bbaa22"]
MARKERS, DASHES = "osD^vPX*", ["-", "--", ":", "-.", (0, (6, 2)), (0, (1, 1)), (0, (4, 1, 1, 1)),
                               (0, (2, 3))]
FILLS = ["#2b3a67", "#8fb8de", "#f2e2b3", "#c05746", "#dddddd", "#6f9e5c", "#ffffff", "#999999",
         "#d8b4e2", "#ffffff"]
HATCHES = ["", "///", "|||", "\\\\\\", "xxx", "", "---", "+++", "//", ""]  # dots make large files
LEVELS = ["#111111", "#4477aa", "#77bbdd", "#cccccc"]
LEGEND = {"loc": "outside right center"}
SOURCE = "drawn from the CSV file with the SHA-256 hash "


def hash_of(path):
    with open(path, "rb") as file:
        return hashlib.sha256(file.read()).hexdigest()


def source_of(svg):
    """The hash in the text of an SVG file, or None."""
    found = re.search(SOURCE + "([0-9a-f]{64})", svg)
    return found and found[1]


def page(height, columns=1, rows=1, **more):
    """A figure that is `height` inches high, and its axes."""
    matplotlib.rcParams.update({
        "font.size": 10, "axes.titlesize": 10, "axes.grid": True, "axes.axisbelow": True,
        "grid.color": "#dddddd", "hatch.linewidth": 0.6, "legend.fontsize": 9,
        "errorbar.capsize": 2, "patch.edgecolor": "black", "patch.linewidth": 0.6,
        "patch.force_edgecolor": True, "svg.fonttype": "none", "svg.hashsalt": "memwall",
        "axes.prop_cycle": matplotlib.cycler(color=COLORS, marker=list(MARKERS), linestyle=DASHES),
        "axes.spines.top": False, "axes.spines.right": False})
    fig, axes = pyplot.subplots(rows, columns, squeeze=False, layout="constrained",
                                figsize=(8, height + 0.8), **more)
    return fig, list(axes.flat)


def save(fig, title, about, path, source):
    """Writes the picture with its title, and below it the origin of the numbers; source: the CSV
    file."""
    facts = ["%s, commit %s" % (about["machine"], about["commit"]), "%s ranks x %s threads" % (
        about.get("ranks", 1), about.get("threads", 1))]
    facts += ["%s %s" % (k, v) for k, v in about.items() if k not in (
        "machine", "commit", "ranks", "threads", "command", "date")] + [about.get("command", "")]
    fig.suptitle(textwrap.fill(title, 80), weight="bold", size=12)
    fig.supxlabel(textwrap.fill(", ".join(facts), 125), size=8, color="#444444")
    kind, note = path.rpartition(".")[2], SOURCE + hash_of(source)
    out = io.BytesIO()
    fig.savefig(out, format=kind, dpi=150, metadata={
        "svg": {"Date": None, "Description": note}, "pdf": {"CreationDate": None, "Subject": note},
        "png": {"Description": note}}[kind])
    pyplot.close(fig)
    files.save(path, out.getvalue() if kind != "svg" else re.sub(  # two decimals are enough
        rb"(?<=[ \"(-])\d+\.\d{3,}(?=[ \")])", lambda m: b"%g" % round(float(m[0]), 2),
        out.getvalue()))


def column(rows, name):
    """A column as numbers; an empty cell is 0."""
    return [float(r[name] or 0) for r in rows]


def ends_of(rows, value):
    """Lengths of error bars to both sides of a column, if the file has their ends."""
    ends = [column(rows, value + end) if rows[0].get(value + end) else None
            for end in ("_low", "_high")]
    return ends[0] and [[max(0, a - b) for a, b in zip(x, y)] for x, y in (
        (column(rows, value), ends[0]), (ends[1], column(rows, value)))]


def groups(rows, name):
    """{value: rows with this value}, in the order of the file."""
    found = {}
    for r in rows:
        found.setdefault(r[name], []).append(r)
    return found


def short(value, _=None):
    """0.25, 300, 261 k, 4.2 M"""
    if value >= 1e6:
        return "%.3g M" % (value / 1e6)
    return "%.0f k" % (value / 1e3) if value >= 1e4 else "%g" % value


def plain(axis, ticks=None):
    """Labels like 0.2 and 5 on a logarithmic axis, or at these ticks only."""
    axis.set_major_locator(LogLocator(subs=(1, 2, 5), numticks=20))
    axis.set_minor_locator(NullLocator())
    axis.set_major_formatter(FuncFormatter(short))
    if ticks:
        axis.set_ticks(sorted(set(ticks)))
        axis.axes.tick_params(axis="x", labelrotation=45)


def curves(panel, curve, x, y, select=lambda rows: rows, one=False, sharey=True, bottom=0, **axes):
    """The function that draws a curve of y against x for each value of the column `curve`, in axes
    for each value of the column `panel`. `select` chooses the rows; `one`: with a line at 1; the
    axes of y begin at `bottom`."""
    def draw(_, rows):
        parts = groups(select(rows), panel)
        fig, all_axes = page(2.6, len(parts), sharey=sharey)
        for ax, (title, part) in zip(all_axes, parts.items()):
            for name, run in groups([r for r in part if r[y]], curve).items():
                ax.errorbar(column(run, x), column(run, y), yerr=ends_of(run, y), label=name,
                            markevery=max(1, len(run) // 10))
            ax.set(title=title, **axes)
            if sharey:
                ax.label_outer()
            if one:
                ax.axhline(1, color="black", linewidth=0.8)
            if axes.get("xscale") == "log":
                plain(ax.xaxis, column(part, x))
        for ax in all_axes if axes.get("yscale") != "log" else ():
            ax.set_ylim(bottom)
        fig.legend(*all_axes[0].get_legend_handles_labels(), **LEGEND)
        return fig
    return draw


def melted(**names):
    """A function that makes one row with the columns `what` and `value` of each of these columns of
    a row."""
    return lambda rows: [dict(r, what=what, value=r[name]) for name, what in names.items()
                         for r in rows]


def bars(ax, k, at, values, width, label, across=False, **more):
    (ax.barh if across else ax.bar)(at, values, width, label=label, color=FILLS[k % len(FILLS)],
                                    hatch=HATCHES[k % len(HATCHES)], **more)
    ax.grid(axis="y" if across else "x", visible=False)


def beside(k, count, places):
    """Where the bars number k of `count` bars at each place are."""
    return [i + (k - (count - 1) / 2) * 0.8 / count for i in range(places)]


def motifs(_, rows):
    found, names = tables.pairs(rows), tables.motif_names(rows)
    fig, (ax,) = page(2.8)
    width = 0.8 / len(found)
    for k, (name, double, mixed) in enumerate(found):
        gains = [tables.gain(rows, n, double, mixed) for n in names]
        bars(ax, k, beside(k, len(found), len(names)), [g[0] for g in gains], width * 0.92, name,
             yerr=[[max(0, g[0] - g[1]) for g in gains], [max(0, g[2] - g[0]) for g in gains]])
        for x, g in zip(beside(k, len(found), len(names)), gains):
            if g[3]:
                ax.plot([x - width / 2, x + width / 2], [g[3]] * 2, "k-", linewidth=2.5, marker="")
    ax.plot([], [], "k-", linewidth=2.5, marker="", label="by bytes")
    ax.axhline(1, color="black", linewidth=0.8)
    ax.set_xticks(range(len(names)), names, rotation=30, ha="right")
    ax.set(ylabel="double / mixed")
    fig.legend(**LEGEND)
    return fig


def breakdown(_, rows):
    found, variants = tables.all_levels(rows), list(groups(rows, "variant"))
    whole = {v: float(found["iteration", v]["ms"]) for v in variants}
    times = {p: [float(found[p, v]["ms"]) if (p, v) in found else 0 for v in variants]
             for p in groups(rows, "phase") if p not in ("iteration", "set-up", "sweep + spmv")}
    large = {p: t for p, t in times.items()
             if any(x >= 0.02 * whole[v] for x, v in zip(t, variants))}
    large["other"] = [whole[v] - sum(t[i] for t in large.values()) for i, v in enumerate(variants)]
    fig, (ax,) = page(0.8 + 0.45 * len(variants))
    left = [0.0] * len(variants)
    for k, (name, part) in enumerate(large.items()):
        part = [max(0, t) for t in part]
        bars(ax, k, variants, part, 0.7, name, across=True, left=left)
        left = [a + b for a, b in zip(left, part)]
    ends = [found["iteration", v] for v in variants]
    ax.errorbar(column(ends, "ms"), variants, xerr=ends_of(ends, "ms"), fmt="k", linestyle="",
                capsize=3)
    ax.invert_yaxis()
    ax.set(xlabel="ms per iteration (medians, range)")
    fig.legend(**LEGEND)
    return fig


def roofline(about, rows):
    """Phases as markers, levels as shades; roofs are the measured bandwidths."""
    fig, (ax,) = page(3.8)
    points = tables.roofline(rows)
    names = list(dict.fromkeys(r["phase"] for r, *_ in points))
    low, high = (f(p[1] for p in points) for f in (min, max))
    ends = low / 1.6, high * 1.6
    for name, dash in (("read", "-"), ("triad", "--"), ("copy", ":")):
        rate = float(about[name + " bandwidth"].split()[0])
        ax.plot(ends, [x * rate for x in ends], "k", linestyle=dash, linewidth=1, marker="",
                label="%s: %.1f GB/s" % (name, rate))
    for r, intensity, speed, least, most in points:
        level, k = int(r["level"]), names.index(r["phase"])
        ax.errorbar([intensity], [speed], yerr=[[max(0, speed - least)], [max(0, most - speed)]],
                    marker=(MARKERS + "<>hd")[k % 12], color=LEVELS[level], markeredgecolor="black",
                    markersize=9 - level, linestyle="", label=r["phase"] if level == 0 else None)
    for level in sorted({int(r["level"]) for r, *_ in points}):
        ax.fill([], [], facecolor=LEVELS[level], label="level %d" % level)
    ax.set(xscale="log", yscale="log", xlim=ends, xlabel="flops per byte", ylabel="GFLOP/s")
    plain(ax.xaxis)
    plain(ax.yaxis)
    fig.legend(**LEGEND)
    return fig


def ladder(_, rows):
    gains, rows = tables.steps(rows), tables.iterations(rows)
    fig, (ax,) = page(0.6 + 0.34 * len(rows))
    ms, names = column(rows, "ms"), [r["variant"].removeprefix("docs/") for r in rows]
    high = column(rows, "ms_high")
    bars(ax, 1, names, ms, 0.65, "fastest round, and the median", across=True,
         xerr=ends_of(rows, "ms"))
    for k, (predicted, measured) in enumerate(gains):
        if k:
            x = ms[k - 1] / predicted
            ax.plot([x] * 2, [k - 0.42, k + 0.42], "k-", linewidth=2.5, marker="",
                    label="predicted by bytes" if k == 1 else None)
            ax.annotate("%.2fx (%.2fx)" % (measured, predicted), (max(high[k], x), k), (5, 0),
                        textcoords="offset points", va="center", size=8)
    ax.invert_yaxis()
    ax.set(xlabel="ms per iteration; at the bars: gain (predicted)", xlim=(0, 1.14 * max(high)))
    fig.legend(**LEGEND)
    return fig

