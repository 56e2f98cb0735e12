"""The table and the plot of "Efficient Scan Operator Methods on a GPU" (Dieguez, Amor & Doallo, 2014): networks side by
side, and what each gains over two baselines."""
import collections

from matplotlib import pyplot

# The rows that others are compared with, by network and strategy: Harris, Sengupta & Owens' recursive scan, and three
# kernels as in their CUDPP.
BASELINES = {"over Harris-Owens": ("blelloch+padding", "scan-then-propagate"),
             "over three kernels": ("blelloch+padding", "cascade")}
COUNTERS = {"workgroup_size": "workgroup size", "workgroups": "C", "shared_bytes": "shared bytes",
            "registers": "registers"}


def by_count(rows):
    """Rows of each number of elements, the fastest first."""
    groups = collections.defaultdict(list)
    for row in sorted(rows, key=lambda row: row.microseconds):
        groups[row.count].append(row)
    return dict(sorted(groups.items()))


def gains_of(rows):
    """For each baseline that was measured, its time over each row's."""
    times = {(row.rest, row.by): row.microseconds for row in rows}
    return {name: {(row.rest, row.by): times[baseline] / row.microseconds for row in rows}
            for name, baseline in BASELINES.items() if baseline in times}


def network_tables(rows):
    text = ""
    for count, group in by_count(rows).items():
        gains = gains_of(group)
        counters = [name for name in COUNTERS if any(name in row.counters for row in group)]
        columns = ["network", "strategy", "time (µs)", "ratio to copy", *(COUNTERS[name] for name in counters), *gains]
        text += f"\n### {count:,} elements of {group[0].type}\n\n| {' | '.join(columns)} |\n"
        text += f"| --- | --- |{' --: |' * (len(columns) - 2)}\n"
        for row in group:
            cells = [row.rest.replace("+", ", "), row.by, f"{row.microseconds:.2f}", f"{row.ratio:.2f}"]
            cells += [f"{row.counters[name]:.0f}" if name in row.counters else "" for name in counters]
            cells += [f"{gain[row.rest, row.by]:.2f}" for gain in gains.values()]
            text += f"| {' | '.join(cells)} |\n"
    return text


def plot_networks(rows, path):
    """Gains over the first baseline: a bar for the most elements, marks for fewer. False without that baseline."""
    groups = by_count(rows)
    gains = {count: gains_of(group).get("over Harris-Owens") for count, group in groups.items()}
    if not all(gains.values()):
        return False
    largest = max(groups)
    names = [(row.rest, row.by) for row in reversed(groups[largest])]
    labels = [f"{rest.replace('+', ', ')} · {by}" for rest, by in names]
    figure, axes = pyplot.subplots(figsize=(9, 1 + 0.22 * len(names)), layout="constrained")
    axes.barh(labels, [gains[largest][name] for name in names], color="#56B4E9", label=f"{largest:,} elements")
    for (count, gain), marker in zip(((count, gain) for count, gain in gains.items() if count != largest), "od^v"):
        axes.plot([gain.get(name) for name in names], labels, marker, color="#0072B2", markersize=4, fillstyle="none",
                  label=f"{count:,}")
    axes.axvline(1, color="#888888", linestyle="--", linewidth=1)
    axes.set_xlabel("times as fast as Harris and Owens' recursive scan")
    axes.grid(axis="x", color="#dddddd", linewidth=0.5)
    axes.set_axisbelow(True)
    axes.margins(y=0.01)
    axes.legend(fontsize=8, loc="lower right")
    figure.savefig(path, metadata={"Date": None, "Creator": None})
    pyplot.close(figure)
    return True
