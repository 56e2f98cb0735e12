"""Time, its ratio to a copy's and what it takes longer, and throughput, against the number of elements."""
import collections
import math
import statistics

import matplotlib
matplotlib.use("svg")
from matplotlib import pyplot, ticker

# The palette of Okabe and Ito, told apart by the colour-blind as well. What others are compared with is grey.
PALETTE = ["#0072B2", "#D55E00", "#009E73", "#CC79A7", "#E69F00", "#56B4E9", "#000000", "#8B5A2B",
           "#882255", "#999933", "#332288"]
COLORS = dict(zip(["auto", "CUB", "flat-sum", "spine", "decoupled-lookback", "single-workgroup", "reduce-then-scan",
                   "scan-then-propagate", "chained", "sam", "cascade"], PALETTE), vkscan=PALETTE[0],
              **dict(zip(["interleaved", "sequential", "unrolled", "decomposed"], PALETTE[2:])))
LINE = {"marker": ".", "linewidth": 1.3}
COPY = {"color": "#888888", "linestyle": "--", "linewidth": 1}
PLAIN_NUMBERS = ticker.FuncFormatter(lambda value, _: f"{value:g}")
# Text as text keeps the files small; ids without chance keep them the same.
matplotlib.rcParams.update({"svg.fonttype": "none", "svg.hashsalt": "vkscan", "font.size": 9})


def count_tick(count, _):
    digits = str(round(math.log2(count)))
    return "2" + "".join("⁰¹²³⁴⁵⁶⁷⁸⁹"[int(digit)] for digit in digits)


def set_up(axes, x_label, y_label):
    axes.set_xscale("log", base=2)
    axes.xaxis.set_major_locator(ticker.LogLocator(base=16))
    axes.xaxis.set_major_formatter(ticker.FuncFormatter(count_tick))
    axes.set_xlabel(x_label)
    axes.set_ylabel(y_label)
    axes.grid(color="#dddddd", linewidth=0.5)


def set_up_microseconds(axes, scale, **options):
    axes.set_yscale(scale, **options)
    axes.yaxis.set_major_locator(ticker.FixedLocator(
        [-1, -0.5, 0, 0.5] + [digit * 10**power for power in range(6) for digit in (1, 2, 5)]))
    axes.yaxis.set_major_formatter(PLAIN_NUMBERS)
    axes.yaxis.set_minor_formatter(ticker.NullFormatter())


def set_up_pair(title, rows, y_label):
    """A figure with axes of time on the left, and others on the right."""
    figure, (times, others) = pyplot.subplots(1, 2, figsize=(10, 4), layout="constrained")
    figure.suptitle(title)
    counts_of = "texels" if "x" in rows[0].size else "elements"
    set_up(times, counts_of, "time (µs)")
    set_up(others, counts_of, y_label)
    set_up_microseconds(times, "log")
    figure.get_layout_engine().set(wspace=0.04)
    return figure, times, others


def save(figure, path):
    figure.savefig(path, metadata={"Date": None, "Creator": None})
    pyplot.close(figure)


def copy_name(row):
    """The kernel that a row is measured beside, through the same API."""
    return f"{row.yardstick} kernel in {'Vulkan' if row.library == 'vkscan' else 'a CUDA graph'}"


def copy_times(rows):
    """The median of each count's copies, which hardly differ."""
    times = collections.defaultdict(list)
    for row in rows:
        times[row.count].append(row.yardstick_microseconds)
    return {count: statistics.median(times[count]) for count in sorted(times)}


def lines_of(rows, key):
    """Rows without variants in lines by `key`, in the order of their counts; a single point is none."""
    lines = collections.defaultdict(list)
    for row in sorted(rows, key=lambda row: row.count):
        if row.size and not row.variant:
            lines[key(row)].append(row)
    return {name: line for name, line in lines.items() if len({row.count for row in line}) > 1}


def plot_beside_cub(rows, title, path):
    """vkscan and CUB at the sizes that both have: times, with those of each one's own copy, and the differences of the
    two. False where there are fewer than three such sizes."""
    lines = lines_of([row for row in rows if row.by in ("auto", "vkscan", "CUB")], lambda row: row.library)
    common = set.intersection(*({row.count for row in line} for line in lines.values())) if len(lines) == 2 else ()
    if len(common) < 3:
        return False
    lines = [[row for row in lines[library] if row.count in common] for library in ("vkscan", "CUB")]
    yardsticks = " or ".join(sorted({line[0].yardstick for line in lines}))
    figure, times, above = set_up_pair(title, rows, f"time above its own {yardsticks} (µs, linear below 1)")
    # Some rows take as long as their copies, or a little less.
    set_up_microseconds(above, "symlog", linthresh=1)
    for line in lines:
        counts = [row.count for row in line]
        copies = [row.yardstick_microseconds for row in line]
        name = line[0].name if line[0].library != "vkscan" else "vkscan"
        style = {**LINE, "color": COLORS[line[0].by]}
        times.plot(counts, [row.microseconds for row in line], label=name, **style)
        times.plot(counts, copies, label=copy_name(line[0]), **{**COPY, "color": style["color"]})
        above.plot(counts, [row.microseconds - copy for row, copy in zip(line, copies)],
                   label=f"{name}, less its {copy_name(line[0])}", **style)
    above.margins(y=0.15)  # the legend's height
    for axes in times, above:
        axes.legend(fontsize=8, loc="upper left")
    save(figure, path)
    return True


def plot_ratios(lines, title, path, with_copy=False):
    """Times and ratios to copy of lines, which are (rows, style)."""
    first = lines[0][0][0]
    figure, times, ratios = set_up_pair(title, [first], f"time of a {copy_name(first)} / time")
    for line, style in lines:
        counts = [row.count for row in line]
        times.plot(counts, [row.microseconds for row in line], **{**LINE, **style})
        ratios.plot(counts, [row.ratio for row in line], **{**LINE, **style})
    if with_copy:
        copies = copy_times([row for line, _ in lines for row in line])
        times.plot(list(copies), list(copies.values()), label=copy_name(first), **COPY)
    ratios.axhline(1, **COPY)
    ratios.set_ylim(bottom=0)
    times.legend(fontsize=8)
    save(figure, path)


def plot_case(rows, title, path):
    """One line a strategy or method of vkscan. False where there is nothing to compare."""
    lines = lines_of([row for row in rows if row.library == "vkscan"], lambda row: row.by)
    counts = {row.count for line in lines.values() for row in line}
    if len(lines) < 2 or len(counts) < 3:
        return False
    # The default lies below the strategies that it chooses from.
    chosen = {"linewidth": 4, "alpha": 0.4, "zorder": 1}
    plot_ratios([(line, {"label": by, "color": COLORS[by], **(chosen if by == "auto" else {})})
                 for by, line in lines.items()], title, path, with_copy=True)
    return True


def plot_cases(rows, title, path):
    """One line a case, by what a user gets by default, or by CUB where vkscan has none. False where there is nothing to
    compare."""
    rows = [row for row in rows if row.by in ("auto", "vkscan")] or [row for row in rows if row.by == "CUB"]
    lines = lines_of(rows, lambda row: f"{row.type} {row.rest}" + (f", {row.name}" if row.by == "CUB" else ""))
    if len(lines) < 2:
        return False
    plot_ratios([(line, {"label": name, "color": color}) for color, (name, line) in zip(PALETTE, sorted(lines.items()))],
                title, path)
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
            style = {"color": COLORS[by], "label": line[0].name} if len(first_of) == 1 else {
                "color": PALETTE[sorted(first_of).index(rest)], "label": f"{line[0].operation} {rest}, {line[0].name}",
                "linestyle": "-" if by == first_of[rest] else "--"}
            axes.plot([row.count for row in line], [throughput(row.count, row.microseconds) for row in line],
                      **LINE, **style)
        beside = [row for row in rows if row.library == "vkscan"] or rows
        axes.plot(*zip(*((count, throughput(count, time)) for count, time in copy_times(beside).items())),
                  label=copy_name(beside[0]), **COPY)
        axes.set_yscale(scale)
        if scale == "linear":
            axes.set_ylim(bottom=0)
        axes.yaxis.set_major_formatter(PLAIN_NUMBERS)
        axes.legend(fontsize=8)
    save(figure, path)
    return True


def plot_blurs(path, times):
    """Time against radius of the ways that sat_viewer blurs in, both logarithmic."""
    if not times.get("timestamps_usable", True):
        raise ValueError("the device's timestamps did not enclose the stages, so there is nothing to plot")
    by_radius = {int(radius): ways for radius, ways in times["milliseconds_by_radius"].items()}
    radii = sorted(by_radius)
    figure, axes = pyplot.subplots(figsize=(6.4, 3.6), layout="constrained")
    axes.set_title(f"Blur of {times['width']} × {times['height']} pixels, {times['device']}", fontsize=9)
    axes.set_xscale("log", base=2)
    axes.set_yscale("log")
    axes.set_xticks(radii, map(str, radii))
    axes.set_xlabel("radius (pixels)")
    axes.set_ylabel("milliseconds")
    axes.yaxis.set_major_formatter(PLAIN_NUMBERS)
    axes.grid(color="#dddddd", linewidth=0.5)
    for way, color in zip(by_radius[radii[0]], PALETTE):
        axes.plot(radii, [by_radius[radius][way] for radius in radii], label=way, color=color, **LINE)
    axes.legend(fontsize=8)
    save(figure, path)
