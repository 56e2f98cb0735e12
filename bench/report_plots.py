"""Time, ratio to copy and throughput against the number of elements."""
import collections
import math
import statistics

import matplotlib
matplotlib.use("svg")
from matplotlib import pyplot, ticker

# By Okabe and Ito, told apart by the colour-blind as well. What others are compared with is grey.
PALETTE = ["#0072B2", "#D55E00", "#009E73", "#CC79A7", "#E69F00", "#56B4E9", "#000000", "#8B5A2B",
           "#882255", "#999933", "#332288"]
COLORS = dict(zip(["auto", "CUB", "flat-sum", "spine", "decoupled-lookback", "single-workgroup", "reduce-then-scan",
                   "scan-then-propagate", "chained", "sam", "cascade"], PALETTE), vkscan=PALETTE[0], CUDA="#888888",
              **dict(zip(["interleaved", "sequential", "unrolled", "decomposed"], PALETTE[2:])))
COPY = {"color": "#888888", "linestyle": "--"}
MEMCPY = {"color": "#888888", "linestyle": ":", "label": "cudaMemcpyAsync"}
# Text as text keeps the files small; ids without chance keep them the same.
matplotlib.rcParams.update({"svg.fonttype": "none", "svg.hashsalt": "vkscan", "font.size": 9})


def count_tick(count, _):
    digits = str(round(math.log2(count)))
    return "2" + "".join("⁰¹²³⁴⁵⁶⁷⁸⁹"[int(digit)] for digit in digits)


def set_up(axes, x_label, y_label):
    axes.set_xscale("log", base=2)
    axes.xaxis.set_major_formatter(ticker.FuncFormatter(count_tick))
    axes.set_xlabel(x_label)
    axes.set_ylabel(y_label)
    axes.grid(color="#dddddd", linewidth=0.5)


def copy_times(rows):
    """Each count's copy: that of several rows, which hardly differ but for small ones by another API."""
    rows = [row for row in rows if row.library == "vkscan"] or rows
    times = collections.defaultdict(list)
    for row in rows:
        times[row.count].append(row.yardstick_microseconds)
    return {count: statistics.median(times[count]) for count in sorted(times)}


class Plot:
    """Time and ratio to copy against the number of elements, side by side."""

    def __init__(self, title, counts_of):
        self.figure, (self.times, self.ratios) = pyplot.subplots(1, 2, figsize=(10, 4), layout="constrained")
        self.figure.suptitle(title)
        for axes, label in (self.times, "time (µs)"), (self.ratios, "ratio to copy (1: as fast)"):
            set_up(axes, counts_of, label)
        self.times.set_yscale("log")
        self.times.yaxis.set_major_formatter(ticker.FuncFormatter(lambda value, _: f"{value:g}"))
        self.ratios.axhline(1, **COPY, linewidth=1)

    def add(self, rows, **style):
        rows = sorted(rows, key=lambda row: row.count)
        counts = [row.count for row in rows]
        style = {"marker": ".", "linewidth": 1.3, **style}
        self.times.plot(counts, [row.microseconds for row in rows], **style)
        self.ratios.plot(counts, [row.ratio for row in rows], **style)

    def add_copy(self, rows):
        times = copy_times(rows)
        self.times.plot(list(times), list(times.values()), linewidth=1, label="copy", **COPY)

    def write(self, path):
        self.ratios.set_ylim(bottom=0)
        self.times.legend(fontsize=8)
        self.figure.savefig(path, metadata={"Date": None, "Creator": None})
        pyplot.close(self.figure)


def counts_name(rows):
    return "texels" if "x" in rows[0].size else "elements"


def lines_of(rows, key):
    """Rows without variants in lines by `key`; a single point is none."""
    lines = collections.defaultdict(list)
    for row in rows:
        if row.size and not row.variant:
            lines[key(row)].append(row)
    return {name: line for name, line in lines.items() if len({row.count for row in line}) > 1}


def plot_case(rows, memcpy, path):
    """One line a competitor. False where there is nothing to compare."""
    lines = lines_of(rows, lambda row: row.by)
    counts = {row.count for line in lines.values() for row in line}
    if len(lines) < 2 or len(counts) < 3:
        return False
    plot = Plot(" ".join(filter(None, rows[0].case)), counts_name(rows))
    for by, line in lines.items():
        # Below the strategies that it chooses from.
        chosen = {"linewidth": 4, "alpha": 0.4, "zorder": 1} if by == "auto" and len(lines) > 2 else {}
        plot.add(line, label=by, color=COLORS[by], **chosen)
    moved = {row.count: row.bytes for row in rows}
    same = [row for row in memcpy if moved.get(row.count) == row.bytes]
    if len(same) > 1:
        plot.add(same, **MEMCPY)
    plot.add_copy([row for line in lines.values() for row in line])
    plot.write(path)
    return True


def plot_cases(rows, title, path):
    """One line a case, by what a user gets by default; dashed by CUB. False where there is nothing to compare."""
    defaults = [row for row in rows if row.by in ("auto", "vkscan")]
    lines = lines_of(defaults or rows, lambda row: (row.type, row.rest))
    others = lines_of([row for row in rows if row.library == "CUB"] if defaults else [],
                      lambda row: (row.type, row.rest))
    if len(lines) < 2:
        return False
    plot = Plot(title, counts_name(rows))
    for color, ((kind, rest), line) in zip(PALETTE, sorted(lines.items())):
        plot.add(line, label=f"{kind} {rest}", color=color)
        if (kind, rest) in others:
            plot.add(others[kind, rest], label=f"{kind} {rest}, CUB", color=color, linestyle="--", linewidth=1)
    plot.write(path)
    return True


def throughput(count, microseconds):
    return count / microseconds * 1e-3


def plot_figure(panels, scale, title, path):
    """Elements a second, in panels side by side of some rows each. A line's colour is its case's, and who competes in
    one is dashed but for the first; lines of a single case have their own. False where there is nothing to draw."""
    lines_of_all = [lines_of(rows, lambda row: (row.rest, row.by)) for rows in panels]
    if not all(lines_of_all):
        return False
    figure, axes_of_all = pyplot.subplots(1, len(panels), figsize=(3 + 3.5 * len(panels), 4), layout="constrained",
                                          sharey=True, squeeze=False)
    figure.suptitle(title)
    for rows, lines, axes in zip(panels, lines_of_all, axes_of_all[0]):
        set_up(axes, "elements", "10⁹ elements a second")
        first_of = {rest: by for rest, by in reversed(lines)}
        for (rest, by), line in lines.items():
            style = {"color": COLORS[by], "label": by} if len(first_of) == 1 else {
                "color": PALETTE[sorted(first_of).index(rest)], "label": f"{line[0].operation} {rest}, {by}",
                "linestyle": "-" if by == first_of[rest] else "--"}
            axes.plot([row.count for row in line], [throughput(row.count, row.microseconds) for row in line],
                      marker=".", linewidth=1.3, **style)
        times = copy_times(rows)
        axes.plot(list(times), [throughput(*time) for time in times.items()], linewidth=1, label="copy", **COPY)
        axes.xaxis.set_major_locator(ticker.LogLocator(base=16))
        axes.set_yscale(scale)
        if scale == "linear":
            axes.set_ylim(bottom=0)
        axes.yaxis.set_major_formatter(ticker.FuncFormatter(lambda value, _: f"{value:g}"))
        axes.legend(fontsize=8)
    figure.savefig(path, metadata={"Date": None, "Creator": None})
    pyplot.close(figure)
    return True
