# run/drawings_studies.py - the figures of CB-GMRES and of half-precision multigrid.
"""As drawings.py: each function gets the origin, the rows and whether the figure is for a paper,
and returns the page and its title."""
from drawings import bars_of, column, groups, spread
from plot import MARKERS, Page


def systems(rows):
    return ", ".join(groups(rows, "matrix"))


def orthogonality(about, rows, paper):
    page = Page(paper, high=4)
    ax, k = page.axes[0], 0
    for matrix, part in groups(rows, "matrix").items():
        for form, runs in groups(part, "format").items():
            for what in ("before", "after"):
                name = "%s%s, %s" % (matrix + " " if matrix != rows[-1]["matrix"] else "", form,
                                     "first pass" if what == "before" else "second pass")
                page.curve(ax, k, column(runs, "iteration"), column(runs, what), name)
                k += 1
    ax.set(yscale="log", xlabel="iteration", ylabel="largest row sum of |V'V - I|")
    page.fig.legend(loc="outside lower center", ncols=2 if paper else 3)
    return page, "Loss of orthogonality, %s" % systems(rows)


def histories(about, rows, paper):
    parts = groups(rows, "matrix")
    page = Page(paper, 1, len(parts), high=3.6, sharey=True)
    for ax, (matrix, part) in zip(page.axes, parts.items()):
        for k, (form, runs) in enumerate(groups(part, "format").items()):
            runs = [r for r in runs if float(r["estimate"]) > 0]
            page.curve(ax, k, column(runs, "iteration"), column(runs, "estimate"), form)
        ax.set(yscale="log", xlabel="iteration", title=matrix)
    page.axes[0].set(ylabel="estimate of the relative residual")
    page.axes[0].legend()
    return page, "Histories of the residual, %s" % systems(rows)


def cbgmres(about, rows, paper):
    """Speed-up over f64 and overhead in iterations of each system and format."""
    forms = [f for f in groups(rows, "format") if f != "f64"]
    cases = list(dict.fromkeys((r["matrix"], r["preconditioner"]) for r in rows))
    page = Page(paper, 2, 1, high=4.8, sharex=True)
    width = 0.8 / len(forms)
    for k, form in enumerate(forms):
        found = {(r["matrix"], r["preconditioner"]): r for r in rows if r["format"] == form}
        at = [i + (k - (len(forms) - 1) / 2) * width for i in range(len(cases))]
        gains, prices = ([float(found[c][n] or 0) for c in cases] for n in ("speedup", "overhead"))
        page.bars(page.axes[0], k, at, gains, width * 0.92, form, ecolor="black", capsize=2,
                  yerr=bars_of([found[c] for c in cases], "speedup", "speedup_low",
                               "speedup_high"))
        page.bars(page.axes[1], k, at, prices, width * 0.92, form)
        for x, price in zip(at, prices):
            if not price:
                page.axes[1].text(x, 0.05, "none", rotation=90, ha="center", size=page.small)
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


def onepass(about, rows, paper):
    page, k = Page(paper, high=3.8), 0
    for form, runs in groups(rows, "format").items():
        for what, name in (("three_ms", "three passes"), ("one_ms", "one pass")):
            page.curve(page.axes[0], k, column(runs, "k"), column(runs, what),
                       "%s, %s" % (form, name))
            k += 1
    page.axes[0].set(xlabel="columns k", ylabel="ms for a vector of 262144 entries", ylim=(0, None))
    page.axes[0].legend()
    return page, "Orthogonalization of a vector against k columns"


def restarts(about, rows, paper):
    parts = groups(rows, "matrix")
    page = Page(paper, 1, len(parts), high=3.8, sharey=True)
    for ax, (matrix, part) in zip(page.axes, parts.items()):
        for k, (form, runs) in enumerate(groups(part, "format").items()):
            page.curve(ax, k, column(runs, "restart"), column(runs, "speedup"), form,
                       **spread(runs, "speedup_low", "speedup_high"))
        page.doubling(ax.xaxis, column(part, "restart"))
        ax.set(xlabel="length m of a cycle", title=matrix)
        ax.tick_params(axis="x", labelrotation=45)
    from_zero(page, rows)
    page.axes[0].set(ylabel="speed-up per iteration over %s" % rows[0]["format"])
    page.axes[0].legend()
    return page, "Speed-up per iteration against the length of a cycle"


def from_zero(page, rows):
    """All axes from 0 to the greatest end of an error bar."""
    for ax in page.axes:
        ends = column(rows, "speedup_high" if "speedup_high" in rows[0] else "speedup")
        ax.set_ylim(0, 1.05 * max((e for e in ends if e), default=1))


def unknowns(page, ax, rows, k):
    page.doubling(ax.xaxis, column(rows, "unknowns"))
    ax.tick_params(axis="x", labelrotation=45)
    ax.set(xlabel="unknowns", title="k = %s" % k)


def waves(rows):
    return groups(sorted(rows, key=lambda r: int(r["k"])), "k")


def halfmg_times(about, rows, paper):
    parts = waves(rows)
    page = Page(paper, 1, len(parts), high=3.6, sharey=True)
    for ax, (k, part) in zip(page.axes, parts.items()):
        for i, (variant, runs) in enumerate(groups(part, "variant").items()):
            runs = [r for r in runs if r["iterations"].isdigit()]  # else: why it has no solution
            page.curve(ax, i, column(runs, "unknowns"), column(runs, "seconds"), variant,
                       **spread(runs, "seconds_low", "seconds_high"))
        unknowns(page, ax, part, k)
        ax.set(yscale="log" if any(line.get_xdata().size for line in ax.lines) else "linear")
    page.axes[0].set(ylabel="seconds to solution")
    page.axes[0].legend()
    return page, "Half-precision multigrid in %s: time to solution" % about["dimensions"]


def halfmg_gains(about, rows, paper):
    parts = waves(rows)
    page = Page(paper, 1, len(parts), high=3.6, sharey=True)
    for ax, (k, part) in zip(page.axes, parts.items()):
        for i, (variant, runs) in enumerate(groups(part, "variant").items()):
            runs = [r for r in runs if r["speedup"]]
            if variant != "D_MG":
                page.curve(ax, i, column(runs, "unknowns"), column(runs, "speedup"), variant,
                           **spread(runs, "speedup_low", "speedup_high"))
        ax.axhline(1, color="black", linewidth=0.8)
        unknowns(page, ax, part, k)
    page.axes[0].set(ylabel="time of D_MG / time")
    from_zero(page, rows)
    page.axes[0].legend()
    return page, "Half-precision multigrid in %s: speed-up over D_MG" % about["dimensions"]


def halfmg_roofline(about, rows, paper):
    page = Page(paper, high=4.2)
    ax = page.axes[0]
    rate = float(about["read bandwidth"].split()[0])
    x = column(rows, "flops_per_byte")
    ends = [min(x) / 1.6, max(x) * 1.6]
    ax.plot(ends, [e * rate for e in ends], color="black", label="read: %.1f GB/s" % rate)
    variants = list(groups(rows, "variant"))
    for k, (kernel, part) in enumerate(groups(rows, "kernel").items()):
        for variant, runs in groups(part, "variant").items():
            y = column(runs, "gflops")
            filled = variants.index(variant) % 2 == 0
            ax.errorbar(column(runs, "flops_per_byte"), y, yerr=bars_of(
                runs, "gflops", "gflops_low", "gflops_high"),
                linestyle="", marker=MARKERS[2 * k + variants.index(variant) // 2], color="black",
                markerfacecolor="black" if filled else "white", capsize=2,
                markersize=5 if paper else 8, label="%s, %s" % (kernel, variant))
    ax.set(xscale="log", yscale="log", xlim=ends, xlabel="flops per byte", ylabel="GFLOP/s")
    page.plain(ax.xaxis)
    page.plain(ax.yaxis)
    ax.legend(loc="upper left")
    return page, "Half-precision multigrid in %s: roofline of the finest level" % (
        about["dimensions"])
