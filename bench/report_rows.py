"""Rows of Google Benchmark's JSON, as the benchmark programs name them."""
import collections
import dataclasses
import json
import math
import re

LIBRARIES = {"cub": "CUB", "cuda": "CUDA"}  # by the first part of a row's name; without one it is vkscan's
STRATEGIES = ["auto", "single-workgroup", "flat-sum", "spine", "decoupled-lookback", "reduce-then-scan", "scan-then-propagate",
              "chained", "sam", "cascade", "truncated-cascade",
              "interleaved", "sequential", "unrolled", "decomposed"]  # and the methods of reductions
YARDSTICKS = ["copy", "handwritten", "empty", "read"]  # what a row is measured beside: the first whose time it tells
MICROSECONDS = {"ns": 1e-3, "us": 1.0, "ms": 1e3, "s": 1e6}


class ReportError(Exception):
    pass


@dataclasses.dataclass
class Row:
    """A row's name in parts, and its medians."""
    library: str
    version: str  # of the library
    operation: str
    type: str
    rest: str  # what else tells this case: operator and kind, a tuple's size, a table's entries
    variant: str
    size: str  # elements, or width x height; of neither, nothing
    strategy: str
    label: str
    microseconds: float
    yardstick: str  # what it is measured beside, a copy as a rule
    yardstick_microseconds: float
    bytes: float  # 0 where none are told
    ratio: float
    spread: float
    is_figure: bool  # for a plot of many sizes, measured once and briefly
    counters: dict  # all that was told

    @property
    def count(self):
        return math.prod(int(part) for part in self.size.split("x")) if self.size else 0

    @property
    def title(self):
        return ", ".join(filter(None, [f"{self.type} {self.rest}".strip(), self.variant]))

    @property
    def by(self):
        return self.strategy if self.library == "vkscan" else self.library

    @property
    def name(self):
        return self.strategy if self.library == "vkscan" else f"{self.library} {self.version}".strip()

    @property
    def case(self):
        return self.operation, self.type, self.rest, self.variant

    def order(self):
        """Rows of one case by count, and then by who competes."""
        rank = STRATEGIES.index(self.strategy) if self.strategy in STRATEGIES else len(STRATEGIES)
        return self.type, self.rest, self.variant, self.count, self.size, self.library != "vkscan", rank


def parse_row(entry, context):
    parts = entry["run_name"].split("/iterations:")[0].split("/")
    is_figure = parts[0] == "figure"
    parts = parts[is_figure:]
    library = LIBRARIES.get(parts[0], "vkscan")
    operation, *parts = parts if library == "vkscan" else parts[1:]
    # Variants behind it are words. Rows that are not about elements have none.
    size_at = max((i for i, part in enumerate(parts) if re.fullmatch(r"\d+(x\d+)?", part)), default=len(parts))
    subject = [part for part in parts[:size_at] if part not in STRATEGIES]
    strategies = [part for part in parts[:size_at] if part in STRATEGIES]
    yardstick = next(name for name in YARDSTICKS if f"{name}_us" in entry)
    return Row(library=library, version=context.get(f"{library.lower()}_version", ""), operation=operation,
               type=subject[0] if subject else "", rest=" ".join(subject[1:]),
               variant=" ".join(parts[size_at + 1:]), size=parts[size_at] if size_at < len(parts) else "",
               strategy=strategies[0] if strategies else "vkscan", label=entry.get("label", ""),
               microseconds=entry["real_time"] * MICROSECONDS[entry["time_unit"]], yardstick=yardstick,
               yardstick_microseconds=entry[f"{yardstick}_us"], bytes=entry.get("bytes", 0), ratio=entry["ratio"],
               spread=entry["spread"], is_figure=is_figure, counters=entry)


def require_same_device(contexts, paths):
    first, last = contexts[0]["device"], contexts[-1]["device"]
    if first != last:
        raise ReportError(f"the results are of different devices: {first} in {paths[0]} and {last} in "
                          f"{paths[len(contexts) - 1]}")


def name_of(entry):
    return entry["run_name"].split("/iterations:")[0]


def failures_of(entries):
    """What failed, by the rows' names, and why."""
    return {name_of(entry): entry.get("error_message", "") for entry in entries if entry.get("error_occurred")}


def medians_of(entries, failures, context, path):
    """Of all rows but those that failed, by their names; of what ran once, that."""
    medians = {name_of(entry): parse_row(entry, context) for entry in entries
               if (entry.get("aggregate_name") == "median" or entry.get("repetitions") == 1)
               and name_of(entry) not in failures}
    if not medians:
        raise ReportError(f"{path} has no medians")
    return medians


def read_results(paths):
    """The contexts of all files, their rows by operation and type, those of figures, and what failed. What was measured
    again counts as it was last, by the files' dates."""
    contexts, results = [], []
    for path in paths:
        try:
            with open(path, encoding="utf-8") as file:
                result = json.load(file)
            contexts.append(result["context"])
            require_same_device(contexts, paths)
            failures = failures_of(result["benchmarks"])
            medians = medians_of(result["benchmarks"], failures, contexts[-1], path)
            results.append((contexts[-1].get("date", ""), medians, failures))
        except (OSError, ValueError, KeyError) as error:
            raise ReportError(f"{path} is no result of a benchmark program: {error!r}") from error
    rows, failures = {}, {}
    for _, medians, failed in sorted(results, key=lambda result: result[0]):
        rows = {name: row for name, row in rows.items() if name not in failed} | medians
        failures = {name: why for name, why in failures.items() if name not in medians} | failed
    groups = collections.defaultdict(list)
    ordered = sorted(rows.values(), key=Row.order)
    for row in ordered:
        if not row.is_figure:
            groups[row.operation, row.type].append(row)
    return contexts, groups, [row for row in ordered if row.is_figure], failures
