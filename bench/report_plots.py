"""Draws the plots of bench/report."""
import math

import matplotlib
matplotlib.use("svg")
from matplotlib import pyplot, ticker

# The palette of Okabe and Ito, which the colour-blind can tell apart as well. Copies are grey.
PALETTE = ["#0072B2", "#D55E00", "#E69F00", "#009E73", "#CC79A7"]
# Text that is not drawn as curves keeps files small. Ids from a fixed salt keep unchanged plots unchanged.
matplotlib.rcParams.update({"svg.fonttype": "none", "svg.hashsalt": "vkscan", "axes.spines.top": False,
                            "axes.spines.right": False, "axes.titlesize": 11, "font.size": 11, "legend.frameon": False})


def count_tick(count, _):
    if count < 1024:
        return f"{count:g}"
    return "2" + "".join("⁰¹²³⁴⁵⁶⁷⁸⁹"[int(digit)] for digit in str(round(math.log2(count))))


def draw(path, data, digest):
    """Draws the plot into the file. The digest of its data goes into the metadata: bytes depend on matplotlib's version."""
    panels = data["panels"]
    figure, all_axes = pyplot.subplots(1, len(panels), figsize=(1.4 + 4.3 * len(panels), 4), layout="constrained", squeeze=False)
    title = f"{data['title']}, {data['where']}"
    if len(title) > 45 * len(panels):
        title = f"{data['title']}\n{data['where']}"
    figure.suptitle(title, fontweight="bold", fontsize=12)
    for axes, (title, lines) in zip(all_axes[0], panels.items()):
        for i, (label, line) in enumerate(lines.items()):
            style = {"color": PALETTE[i % len(PALETTE)], "marker": ".", "linewidth": 1.6 if i else 2.6, "zorder": 9 - i}
            if label.startswith("copying"):
                style |= {"color": "#777777", "linestyle": "--", "marker": ""}
            axes.plot(*zip(*line), label=label, **style)
        axes.set_title(title)
        axes.set_xscale("log", base=2)
        axes.xaxis.set_major_locator(ticker.FixedLocator(data["ticks"]) if "ticks" in data else
                                     ticker.LogLocator(base=16 if line[-1][0] > 1024 else 2))
        axes.xaxis.set_major_formatter(ticker.FuncFormatter(count_tick))
        axes.set_xlabel(data["x"])
        axes.grid(color="#e4e4e4", linewidth=0.6)
        if "multiple" in title:
            axes.set_ylim(bottom=0)
        else:
            axes.set_yscale("log")
            axes.yaxis.set_major_formatter(ticker.FuncFormatter(lambda value, _: f"{value:g}"))
            axes.legend()
    figure.savefig(path, metadata={"Date": None, "Creator": None, "Description": f"data {digest}"})
    pyplot.close(figure)
