"""Checks that rows were timed at a device's full clocks, by comparing rows and by samples of nvidia-smi."""
import bisect
import datetime
import shutil
import subprocess
import threading

from results import LOW_CLOCKS

# Limits, as in clocks.h.
TOLERANCE = 0.02
MICROSECONDS = 0.15
SAMPLE_SECONDS = 0.1
LOWEST = 0.95  # of the highest clock


class Samples:
    """A context that samples the device's clocks, in MHz, every tenth of a second. No samples without nvidia-smi."""

    def __init__(self):
        self.seconds = []
        self.megahertz = []
        self.process = None

    def __enter__(self):
        if shutil.which("nvidia-smi"):
            self.process = subprocess.Popen(["nvidia-smi", "--id=0", "--query-gpu=timestamp,clocks.sm",
                                             "--format=csv,noheader,nounits", f"-lms={SAMPLE_SECONDS * 1000:.0f}"],
                                            stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
            self.thread = threading.Thread(target=self._read, daemon=True)
            self.thread.start()
        return self

    def __exit__(self, *_):
        if self.process:
            self.process.terminate()
            self.thread.join()
            self.process.wait()

    def _read(self):
        for line in self.process.stdout:
            try:
                when, clock = line.split(",")
                self.add(datetime.datetime.strptime(when.strip(), "%Y/%m/%d %H:%M:%S.%f").timestamp(), float(clock))
            except ValueError:
                pass  # a sentence of nvidia-smi's

    def add(self, seconds, megahertz):
        self.seconds.append(seconds)
        self.megahertz.append(megahertz)

    @property
    def highest(self):
        return max(self.megahertz, default=0)

    def lowest_of(self, row):
        """The lowest clock while the row was timed, one sample before and behind included; None without samples."""
        first = bisect.bisect_left(self.seconds, row.began - SAMPLE_SECONDS)
        last = bisect.bisect_right(self.seconds, row.ended + SAMPLE_SECONDS)
        return min(self.megahertz[first:last], default=None)

    def summary(self, rows):
        if not self.megahertz:
            return {}
        while_timed = [self.lowest_of(row) for row in rows if row.began]
        return {"clocks": {"highest_mhz": self.highest, "samples": len(self.megahertz),
                           "lowest_while_timed_mhz": min(filter(None, while_timed), default=self.highest)}}


def low_rows(rows, samples):
    """Reasons, by name, why rows that did not fail were timed at low clocks."""
    shortest = {}
    for row in rows.values():
        if not row.error and row.began:
            for key, time in (("probe " + row.group, row.probe), (row.yardstick_key, row.yardstick_microseconds)):
                shortest[key] = min(time, shortest.get(key, time))
    why = {}
    for name, row in rows.items():
        if row.error or not row.began:
            continue
        lowest = samples.lowest_of(row)
        probe, yardstick = shortest["probe " + row.group], shortest[row.yardstick_key]
        if row.probe > probe * (1 + TOLERANCE):
            why[name] = f"{LOW_CLOCKS}: the probe took {row.probe:.1f} us, and {probe:.1f} in this run"
        elif row.yardstick_key and row.yardstick_microseconds > yardstick + max(TOLERANCE * yardstick, MICROSECONDS):
            why[name] = (f"{LOW_CLOCKS}: the yardstick took {row.yardstick_microseconds:.2f} us, and {yardstick:.2f} in this "
                         "run")
        elif lowest is not None and lowest < LOWEST * samples.highest:
            why[name] = f"{LOW_CLOCKS}: {lowest:.0f} MHz, and {samples.highest:.0f} in this run"
    return why
