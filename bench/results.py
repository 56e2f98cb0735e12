"""Results of a device: files of rows that documents are made from and later runs are compared with."""
import dataclasses
import json
import re

THRESHOLD = 0.03  # by which a ratio may drop
MICROSECONDS = 0.2  # that a row may lose whatever its ratio
LOW_CLOCKS = "low clocks"  # how errors begin that another try may mend
YARDSTICKS = ("copy", "read", "write", "handwritten", "plans_only", "empty")  # what rows are measured beside


class MeasurementError(Exception):
    """A sentence for whoever called the program."""


@dataclasses.dataclass
class Row:
    """One row: its time, its yardstick's time, and the latter over the former. A row with an error has none of them."""
    ratio: float = 0.0
    microseconds: float = 0.0
    yardstick_microseconds: float = 0.0
    yardstick: str = "copy"
    error: str = ""
    # When it was timed, in seconds since the epoch, and the microseconds of a probe behind it, which is equal work for all
    # rows of the group. 0 if unknown.
    began: float = 0.0
    ended: float = 0.0
    probe: float = 0.0
    group: str = ""
    # Rows with equal keys have the same yardstick.
    yardstick_key: str = ""
    # Other counters of the row.
    others: dict = dataclasses.field(default_factory=dict)

    def to_json(self):
        return {"us": round(self.microseconds, 3), f"{self.yardstick}_us": round(self.yardstick_microseconds, 3),
                "ratio": round(self.ratio, 4), **{key: float(f"{value:.4g}") for key, value in self.others.items()}}


def row_of_json(entry):
    yardstick = next(name for name in YARDSTICKS if f"{name}_us" in entry)
    return Row(entry["ratio"], entry["us"], entry[f"{yardstick}_us"], yardstick)


@dataclasses.dataclass
class Comparison:
    """Rows by verdict, each (name, Row before or None, Row); missing rows are names."""
    slow: list
    fast: list
    failed: list
    new: list
    missing: list

    @property
    def is_good(self):
        return not (self.slow or self.failed or self.missing)


def slug(device):
    return re.sub(r"[^a-z0-9]+", "_", device.lower()).strip("_")


def results_path(directory, device):
    return directory / f"{slug(device)}.json"


def read_results(path):
    """The file's content, with its rows as Row."""
    try:
        results = json.loads(path.read_text(encoding="utf-8"))
        return {**results, "rows": {name: row_of_json(row) for name, row in results["rows"].items()}}
    except (OSError, ValueError, KeyError, TypeError, StopIteration) as error:
        raise MeasurementError(f"{path} has no results: {error!r}") from error


def write_results(path, results):
    """Writes each row on a line of its own, so that differences between files show which rows changed."""
    def text(value, depth):
        if not isinstance(value, dict) or depth > 1 and not any(isinstance(inner, (dict, list)) for inner in value.values()):
            return json.dumps(value)
        indent = " " * (depth + 1)
        lines = (f"{indent}{json.dumps(key)}: {text(inner, depth + 1)}" for key, inner in value.items())
        return "{\n" + ",\n".join(lines) + f"\n{' ' * depth}}}"
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text(results, 0) + "\n", encoding="utf-8")


def lost_microseconds(before, row):
    """Relative to the time that the row would take beside this yardstick at its earlier ratio."""
    return row.microseconds - row.yardstick_microseconds / before.ratio


def best_of(rows, again):
    """The rows; where `again` has a better one, that one."""
    rank = lambda row: (not row.error, row.ratio)
    return {**rows, **{name: row for name, row in again.items() if name not in rows or rank(row) > rank(rows[name])}}


def compare(before, rows):
    """Compares rows by name. Rows that the device does not offer are in neither."""
    comparison = Comparison([], [], [], [], sorted(set(before) - set(rows)))
    for name, row in rows.items():
        old = before.get(name)
        if row.error:
            comparison.failed.append((name, old, row))
        elif old is None:
            comparison.new.append((name, old, row))
        elif row.ratio < old.ratio * (1 - THRESHOLD) and lost_microseconds(old, row) > MICROSECONDS:
            comparison.slow.append((name, old, row))
        elif row.ratio > old.ratio * (1 + THRESHOLD) and -lost_microseconds(old, row) > MICROSECONDS:
            comparison.fast.append((name, old, row))
    return comparison
