"""What a device's rows reached when they were last accepted, and how others compare with that."""
import dataclasses
import json
import re

THRESHOLD = 0.03  # by which a ratio may drop
MICROSECONDS = 0.4  # that a row may lose whatever its ratio; small rows differ by as much from run to run
CLOCKS = 0.1  # by which a copy may be slower than before; beyond that, clocks are low, and ratios others


class SentinelError(Exception):
    """A sentence for whoever called the program."""


@dataclasses.dataclass
class Measured:
    """One row. Without an error it has the time of its copy over its own, and both."""
    ratio: float = 0.0
    microseconds: float = 0.0
    copy_microseconds: float = 0.0
    error: str = ""


@dataclasses.dataclass
class Comparison:
    """Rows by what became of them, each (name, Measured before or None, Measured); missing ones are names."""
    slow: list
    fast: list
    failed: list
    new: list
    missing: list
    throttled: list  # at lower clocks; they may be slow or fast as well

    @property
    def is_good(self):
        return not (self.slow or self.failed or self.missing)


def slug(device):
    return re.sub(r"[^a-z0-9]+", "_", device.lower()).strip("_")


def baseline_path(directory, device):
    return directory / f"{slug(device)}.json"


def read_baseline(path):
    try:
        baseline = json.loads(path.read_text(encoding="utf-8"))
        rows = {name: Measured(row["ratio"], row["us"], row["copy_us"]) for name, row in baseline["rows"].items()}
        return {**baseline, "rows": rows}
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise SentinelError(f"{path} is no baseline: {error!r}") from error


def write_baseline(path, context, files, digest, rows):
    """A row a line, so that a difference shows what changed. Rows that failed have no place in it."""
    fields = {**context, "digest": digest}
    lines = [f" {json.dumps(key)}: {json.dumps(value)}" for key, value in fields.items()]
    for key, entries in (("files", files), ("rows", {name: to_json(row) for name, row in rows.items()
                                                     if not row.error})):
        inner = ",\n".join(f"  {json.dumps(name)}: {json.dumps(value)}" for name, value in sorted(entries.items()))
        lines.append(f" {json.dumps(key)}: {{\n{inner}\n }}")
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("{\n" + ",\n".join(lines) + "\n}\n", encoding="utf-8")


def to_json(row):
    return {"ratio": round(row.ratio, 4), "us": round(row.microseconds, 3), "copy_us": round(row.copy_microseconds, 3)}


def is_throttled(row, copy_microseconds):
    return not row.error and row.copy_microseconds > copy_microseconds * (1 + CLOCKS)


def lost_microseconds(before, row):
    """Against what the row would take beside this copy at the ratio it had."""
    return row.microseconds - row.copy_microseconds / before.ratio


def best_of(baseline, rows, again):
    """The rows, with those measured again that improve on them: that succeeded, at full clocks, and faster."""
    def rank(name, row):
        before = baseline.get(name)
        return not row.error, not (before and is_throttled(row, before.copy_microseconds)), row.ratio
    return {**rows, **{name: row for name, row in again.items()
                       if name not in rows or rank(name, row) > rank(name, rows[name])}}


def median_of(runs):
    """Of each row, the run whose ratio is the median of those at full clocks; it failed only if it did in all."""
    medians = {}
    for name in dict.fromkeys(name for run in runs for name in run):
        rows = [run[name] for run in runs if name in run]
        good = [row for row in rows if not row.error]
        fastest = min((row.copy_microseconds for row in good), default=0)
        good = sorted((row for row in good if not is_throttled(row, fastest)), key=lambda row: row.ratio)
        medians[name] = good[(len(good) - 1) // 2] if good else rows[0]
    return medians


def compare(baseline, rows):
    """Of Measured by name; what the device does not offer is in neither."""
    comparison = Comparison([], [], [], [], sorted(set(baseline) - set(rows)), [])
    for name, row in rows.items():
        before = baseline.get(name)
        if row.error:
            comparison.failed.append((name, before, row))
        elif before is None:
            comparison.new.append((name, before, row))
        elif row.ratio < before.ratio * (1 - THRESHOLD) and lost_microseconds(before, row) > MICROSECONDS:
            comparison.slow.append((name, before, row))
        elif row.ratio > before.ratio * (1 + THRESHOLD):
            comparison.fast.append((name, before, row))
        if before and is_throttled(row, before.copy_microseconds):
            comparison.throttled.append((name, before, row))
    return comparison
