"""The rows that bench/sentinel measures, and the programs that measure them."""
import itertools
import json
import math
import os
import pathlib
import re
import subprocess
import tempfile
import time

from sentinel_baseline import Measured, SentinelError

LIST = pathlib.Path(__file__).parent / "rows.txt"
MARK = "* "  # a line of the list that is the sentinel's
SMALLEST_TABLE = "256x256"  # what sat_bench takes where a table is too large
LARGEST_LOG2 = 28
TIMEOUT = 900  # seconds of a program
YARDSTICKS = ["copy", "handwritten", "empty", "read"]  # what a row is measured beside: the first whose time it tells
MICROSECONDS = {"ns": 1e-3, "us": 1.0, "ms": 1e3, "s": 1e6}


def expand(line):
    """All names that a line of the list stands for."""
    parts = re.split(r"\{([^}]*)\}", line)
    choices = [part.split(",") if i % 2 else [part] for i, part in enumerate(parts)]
    names = ("".join(choice) for choice in itertools.product(*choices))
    return [re.sub(r"2\^(\d+)", lambda match: str(2 ** int(match[1])), name) for name in names]


def bounded(name, max_log2):
    """The name of the row that a program has in place of a larger one."""
    def bound_table(match):
        texels = math.prod(int(side) for side in match[0].split("x"))
        return match[0] if texels <= 2 ** max_log2 else SMALLEST_TABLE
    name = re.sub(r"(?<=/)\d+x\d+(?=/|$)", bound_table, name) if name.startswith(("sat/", "viewer/")) else name
    # Lengths of segments and numbers of bins are not the last number.
    numbers = re.findall(r"(?<=/)\d+(?=/|$)", name)
    if numbers and int(numbers[-1]) > 2 ** max_log2:
        head, _, tail = name.rpartition(numbers[-1])
        name = f"{head}{2 ** max_log2}{tail}"
    return name


def read_rows(path=LIST, max_log2=LARGEST_LOG2):
    """The sentinel's names in the list, each once."""
    lines = path.read_text(encoding="utf-8").splitlines()
    names = [name for line in lines if line.startswith(MARK) for name in expand(line[len(MARK):].strip())]
    return list(dict.fromkeys(bounded(name, max_log2) for name in names))


def find_program(build, name):
    for path in (build / name, build / "bench" / name, build / "samples" / name / name):
        if path.is_file() and os.access(path, os.X_OK):
            return path
    raise SentinelError(f"{name} is not in {build}: build it with VKSCAN_BUILD_BENCH and VKSCAN_BUILD_SAMPLES, or say "
                        "where it is with --build")


def name_of(entry):
    return entry["run_name"].split("/iterations:")[0]


def measured(entry):
    """A row of Google Benchmark's JSON."""
    if entry.get("error_occurred"):
        return Measured(error=entry.get("error_message", "it failed"))
    yardstick = next(name for name in YARDSTICKS if f"{name}_us" in entry)
    return Measured(entry["ratio"], entry["real_time"] * MICROSECONDS[entry["time_unit"]], entry[f"{yardstick}_us"])


class Programs:
    """Runs rows on one device. The context, of the first program that tells it, names the device."""

    def __init__(self, build, device, max_log2=LARGEST_LOG2):
        self.paths = {name: find_program(build, name) for name in ("scan_bench", "sat_bench", "sat_viewer")}
        self.device = ["--device", device] if device else []
        self.max_log2 = max_log2
        self.context = {}
        # What one program compiled, others and later tries need not. NVIDIA's driver takes these; others ignore them.
        self.cache = tempfile.TemporaryDirectory()
        self.environment = {**os.environ, "__GL_SHADER_DISK_CACHE": "1",
                            "__GL_SHADER_DISK_CACHE_PATH": self.cache.name}

    def measure(self, names):
        """Measured by name; rows that the device does not offer are left out."""
        rows = {}
        for program in ("scan_bench", "sat_bench"):
            rows.update(self._bench(program, [name for name in names if self._program_of(name) == program]))
        rows.update(self._frames([name for name in names if self._program_of(name) == "sat_viewer"]))
        return {name: rows[name] for name in names if name in rows}

    def offered(self, names):
        """Those that the programs list. Frames are not asked."""
        listed = set()
        for program in ("scan_bench", "sat_bench"):
            ran = self._run(program, ["--max-log2", self._max_log2_of(program), "--benchmark_list_tests"])
            listed.update(line.split("/iterations:")[0] for line in ran.stdout.splitlines())
        return [name for name in names if name in listed or self._program_of(name) == "sat_viewer"]

    def _max_log2_of(self, program):
        # Tables are not smaller than 2^16.
        return str(self.max_log2 if program == "scan_bench" else max(self.max_log2, 16))

    @staticmethod
    def _program_of(name):
        return {"sat": "sat_bench", "viewer": "sat_viewer"}.get(name.split("/")[0], "scan_bench")

    def _run(self, program, arguments):
        command = [str(self.paths[program]), *arguments, *self.device]
        start = time.monotonic()
        try:
            return subprocess.run(command, env=self.environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
                                  errors="replace", timeout=TIMEOUT, check=False)
        except (OSError, subprocess.TimeoutExpired) as error:
            raise SentinelError(f"{program} did not run to its end: {error}") from error
        finally:
            print(f"{program}: {time.monotonic() - start:.0f} s", flush=True)

    def _result(self, program, arguments, out):
        ran = self._run(program, arguments)
        try:
            return json.loads(out.read_text(encoding="utf-8")), ran
        except (OSError, ValueError) as error:
            why = ran.stderr.strip() or f"it returned {ran.returncode}"
            raise SentinelError(f"{program} has no results: {why}") from error

    def _bench(self, program, names):
        if not names:
            return {}
        with tempfile.TemporaryDirectory() as directory:
            out = pathlib.Path(directory) / "out.json"
            chosen = pathlib.Path(directory) / "rows.txt"
            chosen.write_text("\n".join(names) + "\n", encoding="utf-8")
            result, _ = self._result(program, [
                "--brief", "--max-log2", self._max_log2_of(program), "--rows", str(chosen), f"--benchmark_out={out}",
                "--benchmark_out_format=json"], out)
        context = result["context"]
        self.context = self.context or {key: context[key] for key in ("device", "driver", "vkscan_version")}
        return {name_of(entry): measured(entry) for entry in result["benchmarks"]}

    def _frames(self, names):
        if not names:
            return {}
        with tempfile.TemporaryDirectory() as directory:
            out = pathlib.Path(directory) / "out.json"
            chosen = pathlib.Path(directory) / "rows.txt"
            chosen.write_text("\n".join(names) + "\n", encoding="utf-8")
            frames = [] if self.max_log2 == LARGEST_LOG2 else ["--frames", "1"]
            result, ran = self._result("sat_viewer", ["--headless", "--rows", str(chosen), "--json", str(out), *frames],
                                       out)
        if ran.returncode != 0:
            raise SentinelError(f"sat_viewer failed: {ran.stderr.strip()}")
        self.context = self.context or {key: result[key] for key in ("device", "driver")}
        return {name: Measured(row["ratio"], row["us"], row["copy_us"]) for name, row in result["rows"].items()}
