"""What a device's rows reached when they were last accepted, and how others compare with that."""
import dataclasses
import json
import re

THRESHOLD = 0.03  # by which a ratio may drop


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
    """Rows by what became of them, each (name, ratio before, Measured); missing ones are names."""
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


def baseline_path(directory, device):
    return directory / f"{slug(device)}.json"


def read_baseline(path):
    try:
        baseline = json.loads(path.read_text(encoding="utf-8"))
        return {"ratios": {name: row["ratio"] for name, row in baseline["rows"].items()}, **baseline}
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


def best_of(known, again):
    """Rows measured again replace what they improve on."""
    def better(name, row):
        before = known.get(name)
        return before is None or before.error or (not row.error and row.ratio > before.ratio)
    return {**known, **{name: row for name, row in again.items() if better(name, row)}}


def median_of(runs):
    """Of each row, the run whose ratio is the median; its failures count only if it failed in all."""
    medians = {}
    for name in {name for run in runs for name in run}:
        rows = [run[name] for run in runs if name in run]
        good = sorted((row for row in rows if not row.error), key=lambda row: row.ratio)
        medians[name] = good[len(good) // 2] if good else rows[0]
    return medians


def compare(ratios, rows):
    """The rows with the baseline's ratios; what the device does not offer is in neither."""
    comparison = Comparison([], [], [], [], sorted(set(ratios) - set(rows)))
    for name, row in rows.items():
        before = ratios.get(name)
        if row.error:
            comparison.failed.append((name, before, row))
        elif before is None:
            comparison.new.append((name, before, row))
        elif row.ratio < before * (1 - THRESHOLD):
            comparison.slow.append((name, before, row))
        elif row.ratio > before * (1 + THRESHOLD):
            comparison.fast.append((name, before, row))
    return comparison
