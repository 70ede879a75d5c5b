# run/memwall/plot.py - the style of all figures: matplotlib, marks that gray print keeps, the origin.
"""Only run/figures draws with this file; nothing else needs matplotlib.

Curves differ by marker and dashes, bars by hatches and brightness, so that the colors are not
needed. `Page` is one figure: its size, its
title, and below the title the origin of the numbers. An SVG file contains the hash of the CSV file
that it was drawn from; `source_of` reads it.
"""
import hashlib
import io
import re
import textwrap

from . import files, process

try:
    import matplotlib
    matplotlib.use("agg")
    from matplotlib import pyplot
    from matplotlib.ticker import FuncFormatter
except ImportError:
    matplotlib = None

COLORS = ["#222255", "#cc6677", "#228833", "#66aadd", "#aa7700", "#882255", "#777777", "#bbaa22"]
MARKERS = "osD^vPX*"
DASHES = ["-", (0, (6, 2)), (0, (2, 1.5)), (0, (7, 2, 1.5, 2)), (0, (1, 1)), (0, (4, 1, 1, 1, 1, 1))]
FILLS = ["#2b3a67", "#8fb8de", "#f2e2b3", "#c05746", "#dddddd", "#6f9e5c", "#ffffff", "#999999",
         "#d8b4e2", "#ffffff"]
HATCHES = ["", "///", "|||", "\\\\\\", "xxx", "", "---", "+++", "//", ""]  # dots make large files
SOURCE = "drawn from the CSV file with the SHA-256 hash "


def available():
    return matplotlib is not None


def need():
    if not available():
        process.fail("figures need matplotlib: python3 -m pip install matplotlib, or the package "
                     "python3-matplotlib of Debian; the CSV files and everything else do not", 1)


def hash_of(path):
    with open(path, "rb") as file:
        return hashlib.sha256(file.read()).hexdigest()


def source_of(svg):
    """The hash in the text of an SVG file, or None."""
    found = re.search(SOURCE + "([0-9a-f]{64})", svg)
    return found and found[1]


WIDTH, SMALL = 8, 8  # inches of a figure, points of small letters


class Page:
    """One figure with rows x columns axes; `high`: height in inches on a page of full width."""

    def __init__(self, rows=1, columns=1, high=4.2, **more):
        need()
        matplotlib.rcdefaults()
        matplotlib.rcParams.update({
            "font.size": 10, "axes.titlesize": 10,
            "axes.grid": True, "axes.axisbelow": True, "grid.color": "#dddddd",
            "lines.linewidth": 1.5, "lines.markersize": 6,
            "hatch.linewidth": 0.6, "legend.fontsize": 9,
            "legend.framealpha": 0.9, "svg.fonttype": "none", "svg.hashsalt": "memwall",
            "pdf.fonttype": 42, "axes.spines.top": False, "axes.spines.right": False})
        self.fig, axes = pyplot.subplots(rows, columns, squeeze=False, **more)
        self.axes = list(axes.flat)
        self.high = high

    def curve(self, ax, k, x, y, label, low=None, high=None, mark=True):
        """Curve k with error bars from low to high, texts that may be empty or None."""
        bars = None
        if low and high and all(v is not None for v in low + high):
            bars = [[max(0, b - a) for a, b in zip(low, y)], [max(0, b - a) for a, b in zip(y, high)]]
        ax.errorbar(x, y, yerr=bars, label=label, color=COLORS[k % len(COLORS)],
                    linestyle=DASHES[k % len(DASHES)], capsize=2, elinewidth=0.8,
                    marker=MARKERS[k % len(MARKERS)] if mark else None,
                    markevery=1 if len(x) < 20 else max(1, len(x) // 10),
                    markerfacecolor="white" if k % 2 else None)

    def bars(self, ax, k, at, values, width, label, across=False, **more):
        draw = ax.barh if across else ax.bar
        return draw(at, values, width, label=label, color=FILLS[k % len(FILLS)],
                    hatch=HATCHES[k % len(HATCHES)], edgecolor="black", linewidth=0.6, **more)

    @staticmethod
    def doubling(axis, values):
        """A logarithmic axis with a label at each of the values, which are turned."""
        axis.axes.set_xscale("log", base=2)
        axis.axes.tick_params(axis="x", labelrotation=45)
        values = sorted(set(values))
        kept = values if len(values) <= 10 else values[::len(values) // 8 + 1]
        axis.set_ticks(kept)
        axis.set_minor_locator(matplotlib.ticker.NullLocator())
        axis.set_major_formatter(FuncFormatter(lambda v, _: short(v)))

    @staticmethod
    def plain(axis):
        """Labels like 0.2 and 5 on a logarithmic axis."""
        axis.set_major_locator(matplotlib.ticker.LogLocator(subs=(1, 2, 5), numticks=20))
        axis.set_minor_locator(matplotlib.ticker.NullLocator())
        axis.set_major_formatter(FuncFormatter(lambda v, _: "%g" % float("%.4g" % v)))

    def head(self, title, about):
        """The title and the origin of the numbers above the axes."""
        letters = int(WIDTH * 72 / (0.56 * SMALL))
        lines = textwrap.wrap(title, int(letters * SMALL / 13))
        fine = textwrap.wrap(facts(about), letters)
        fine += textwrap.wrap(about.get("command", ""), letters)
        step = 16
        high = (len(lines) * step + len(fine) * SMALL * 1.25 + 8) / 72
        size = (WIDTH, self.high + high)
        self.fig.set_size_inches(*size)
        self.fig.set_layout_engine("constrained", rect=(0, 0, 1, 1 - high / size[1]))
        y = 1 - 4 / 72 / size[1]
        self.fig.text(0.01, y, "\n".join(lines), va="top", weight="bold",
                      size=12)
        y -= len(lines) * step / 72 / size[1]
        self.fig.text(0.01, y, "\n".join(fine), va="top", size=SMALL, color="#444444")

    def save(self, path, source):
        """Writes the picture; source: the CSV file whose hash it contains."""
        kind, note = path.rpartition(".")[2], SOURCE + hash_of(source)
        metadata = {"svg": {"Date": None, "Description": note},
                    "pdf": {"CreationDate": None, "Subject": note},
                    "png": {"Description": note}}.get(kind)
        out = io.BytesIO()
        self.fig.savefig(out, format=kind, dpi=150, metadata=metadata)
        pyplot.close(self.fig)
        picture = out.getvalue()
        files.save(path, small(picture) if kind == "svg" else picture)


def small(picture):
    """An SVG file with two decimals, one family of fonts, and a line for each group of an axis."""
    def rounded(number):
        return b"%g" % round(float(number[0]), 2)
    picture = re.sub(rb"(?<=[ \"(-])\d+\.\d{3,}(?=[ \")])", rounded, picture)
    picture = re.sub(rb"font-family: [^;\"]*", b"font-family: sans-serif", picture)
    picture = re.sub(rb" transform=\"rotate\(-0 [^\"]*\"", b"", picture)
    picture = re.sub(rb"\s*\n\s*", b" ", re.sub(rb">\s*\n\s*<", b"><", picture))
    return re.sub(rb"(?=<g id=\"(?:axes|matplotlib|[xy]tick|legend|patch|text|FillB|LineC)_)", b"\n", picture) + b"\n"


def short(value):
    """75264, 0.25, 261 k, 4.2 M"""
    if value >= 1e6:
        return "%.3g M" % (value / 1e6)
    if value >= 1e5:
        return "%.0f k" % (value / 1e3)
    return "%d" % value if value == int(value) else "%g" % float("%.4g" % value)


def several(number, word):
    return "%s %s%s" % (number, word, "" if str(number) == "1" else "s")


def facts(about):
    """Machine, commit and ranks in one sentence."""
    found = [about.get("machine", ""), "commit " + about["commit"] if "commit" in about else ""]
    if "ranks" in about:
        found.append("%s x %s" % (several(about["ranks"], "rank"),
                                  several(about.get("threads", "1"), "thread")))
    found += ["%s %s" % (k, v) for k, v in about.items() if k not in (
        "machine", "commit", "ranks", "threads", "command", "date", "title")]
    return ", ".join(f for f in found if f)
