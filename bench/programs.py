"""The rows that are measured, and the programs that measure them."""
import itertools
import json
import math
import os
import pathlib
import re
import subprocess
import tempfile
import time

from device_clocks import Samples, low_rows
from results import YARDSTICKS, MeasurementError, Row

LIST = pathlib.Path(__file__).parent / "rows.txt"
MARK = "* "  # of the list's lines that are also the sentinel's
SMALLEST_TABLE = "256x256"  # what sat_bench takes where a table is too large
LARGEST_LOG2 = 31
TIMEOUT = 1800  # seconds of a program
TRIES = 2  # of rows that failed or met low clocks, beside those that programs make at once
MICROSECONDS = {"ns": 1e-3, "us": 1.0, "ms": 1e3, "s": 1e6}
# Times of samples over a quantity: the results' key, the program and its arguments.
SWEEPS = {"blurs": ("sat_viewer", ["--headless", "--technique", "compare", "--size", "1920x1080"]),
          "splats": ("splats", ["--splats", "6000000", "--size", "1920x1080"])}
OTHERS = ("entry_rms", "entry_max", "box_rms", "box_max", "workgroups", "registers", "shared_bytes", "record_ns",
          "handwritten_ns")  # counters that results keep


def expand_with_choices(pattern):
    """The names of a pattern of the list, each with the values of its braces."""
    parts = re.split(r"\{([^}]*)\}", re.sub(r"2\^(\d+)", lambda match: str(2 ** int(match[1])), pattern))
    for choice in itertools.product(*(part.split(",") for part in parts[1::2])):
        yield "".join(itertools.chain(*itertools.zip_longest(parts[::2], choice, fillvalue=""))), choice


def expand(pattern):
    return [name for name, _ in expand_with_choices(pattern)]


def bounded(name, max_log2):
    """The row that a program with a bounded size has instead of this one."""
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


def read_rows(path=LIST, max_log2=LARGEST_LOG2, marked=False):
    """The names in the list, or those of marked lines alone, each once."""
    lines = (line.strip() for line in path.read_text(encoding="utf-8").splitlines())
    names = [name for line in lines if line and line[0] != "#" and (line.startswith(MARK) or not marked)
             for name in expand(line.removeprefix(MARK).strip())]
    return list(dict.fromkeys(bounded(name, max_log2) for name in names))


def find_program(build, name):
    for path in (build / name, build / "bench" / name, build / "samples" / name / name):
        if path.is_file() and os.access(path, os.X_OK):
            return path
    return None


def name_of(entry):
    return entry["run_name"].split("/iterations:")[0].removeprefix("cub/")


def row_of(program, entry):
    """A row of Google Benchmark's JSON."""
    if entry.get("error_occurred"):
        return Row(error=entry.get("error_message", "it failed"))
    yardstick = next(name for name in YARDSTICKS if f"{name}_us" in entry)
    # Rows of a kind and type have the same arrays. The part behind the size, such as "cold", may change caches.
    name = name_of(entry)
    parts = name.split("/")
    kind = " ".join([program, *parts[:2], "" if parts[-1][0].isdigit() else parts[-1]])
    return Row(entry["ratio"], entry["real_time"] * MICROSECONDS[entry["time_unit"]], entry[f"{yardstick}_us"], yardstick,
               began=entry.get("began", 0.0), ended=entry.get("ended", 0.0), probe=entry.get("probe_us", 0.0), group=program,
               yardstick_key=f"{kind} {yardstick} {entry['bytes']:.0f}" if entry.get("bytes") else f"alone {program} {name}",
               others={key: entry[key] for key in OTHERS if key in entry})


class Programs:
    """Runs rows on one device. `context` names the device, as the first program told it."""

    def __init__(self, build, device, samples=None, max_log2=LARGEST_LOG2, required=("scan_bench", "sat_bench", "sat_viewer")):
        self.paths = {name: find_program(build, name)
                      for name in ("scan_bench", "sat_bench", "sat_viewer", "splats", "kernel_report", "cub_bench", "cub_bench_other")}
        for name in required:
            if not self.paths[name]:
                raise MeasurementError(f"{name} is not in {build}: build it with VKSCAN_BUILD_BENCH and "
                                       "VKSCAN_BUILD_SAMPLES, or say where it is with --build")
        self.device = ["--device", device] if device else []
        self.samples = samples or Samples()
        self.max_log2 = max_log2
        self.context = {}
        self.cub_version = ""
        # A cache of compiled kernels for all programs and tries. NVIDIA's driver takes these; others ignore them.
        self.cache = tempfile.TemporaryDirectory()
        self.environment = {"__GL_SHADER_DISK_CACHE": "1", "__GL_SHADER_DISK_CACHE_PATH": self.cache.name, **os.environ}

    def measure(self, names):
        """Rows by name; those that the device does not offer are left out."""
        rows = {}
        for program, measure in (("scan_bench", self._bench), ("sat_bench", self._bench), ("sat_viewer", self._frames)):
            rows.update(measure(program, [name for name in names if self._program_of(name) == program]))
        return {name: rows[name] for name in names if name in rows}

    def measure_cub(self, names):
        """Rows by CUB's version and by name: those of the names that CUB has, and its deterministic sums of floats."""
        deterministic = [name.replace("/auto/", "/deterministic/") for name in names if name.startswith("scan/f32/add/")]
        versions = {}
        for program in ("cub_bench", "cub_bench_other"):
            if not self.paths[program]:
                continue
            listed = self._run(program, ["--benchmark_list_tests"]).stdout.splitlines()
            offered = {line.split("/iterations:")[0] for line in listed}
            rows = {}
            for chosen in (names, deterministic):
                rows.update(at_full_clocks(lambda some, of=program: self._bench(of, some), self.samples,
                                           [name for name in chosen if name in offered]))
            versions[self.cub_version or program] = rows
        return versions

    def start_kernel_report(self):
        """Starts a process that compiles all kernels on most processors. None without the program."""
        out = pathlib.Path(self.cache.name) / "kernels.json"
        threads = max(1, (os.cpu_count() or 1) - 4)
        return self.paths["kernel_report"] and subprocess.Popen(
            [str(self.paths["kernel_report"]), "--json", str(out), "--threads", str(threads), *self.device],
            stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True, errors="replace")

    def kernels_of(self, report):
        """The process's report: [registers, local, shared and code bytes] by name, and its complaints."""
        _, complaints = report.communicate()
        out = pathlib.Path(self.cache.name) / "kernels.json"
        kernels = json.loads(out.read_text(encoding="utf-8"))["kernels"] if out.exists() else []
        if report.returncode != 0 and not complaints:
            complaints = f"kernel_report returned {report.returncode}"
        return ({kernel["name"]: [kernel[key] for key in ("registers", "local_bytes", "shared_bytes", "binary_bytes")]
                 for kernel in kernels}, complaints.splitlines() if report.returncode != 0 else [])

    def measure_sweep(self, name):
        """What a sample writes about a sweep, a key of SWEEPS; empty if it fails."""
        program, arguments = SWEEPS[name]
        if not self.paths[program]:
            print(f"{program} is not built: no {name}", flush=True)
            return {}
        try:
            return self._output(program, lambda out: [*arguments, "--sweep", out])[0]
        except MeasurementError as error:
            print(error, flush=True)
            return {}

    def offered(self, names):
        """The names that the programs list. All rows of frames are taken to exist."""
        listed = set()
        for program in ("scan_bench", "sat_bench"):
            ran = self._run(program, ["--max-log2", self._max_log2_of(program), "--benchmark_list_tests"])
            listed.update(line.split("/iterations:")[0] for line in ran.stdout.splitlines())
        return [name for name in names if name in listed or self._program_of(name) == "sat_viewer"]

    def _max_log2_of(self, program):
        # Tables are not smaller than 2^16.
        limits = {"sat_bench": (16, 28), "scan_bench": (7, 31)}.get(program, (7, 30))
        return str(min(max(self.max_log2, limits[0]), limits[1]))

    @staticmethod
    def _program_of(name):
        return {"sat": "sat_bench", "viewer": "sat_viewer"}.get(name.split("/")[0],
                                                                "sat_bench" if name.startswith("record/table") else "scan_bench")

    def _run(self, program, arguments):
        device = [] if program.startswith("cub") else self.device
        start = time.monotonic()
        try:
            return subprocess.run([str(self.paths[program]), *arguments, *device], env=self.environment, check=False,
                                  stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, errors="replace", timeout=TIMEOUT)
        except (OSError, subprocess.TimeoutExpired) as error:
            raise MeasurementError(f"{program} did not run to its end: {str(error)[:200]}") from error
        finally:
            print(f"{program}: {time.monotonic() - start:.0f} s", flush=True)

    def _output(self, program, arguments):
        """The JSON that the program writes. `arguments` is a function of the file's name."""
        with tempfile.TemporaryDirectory() as directory:
            out = pathlib.Path(directory) / "out.json"
            ran = self._run(program, arguments(str(out)))
            try:
                return json.loads(out.read_text(encoding="utf-8")), ran
            except (OSError, ValueError) as error:
                why = f"it returned {ran.returncode} {ran.stderr.strip()[-200:]}"
                raise MeasurementError(f"{program} has no results: {why}") from error

    def _chosen(self, names):
        chosen = pathlib.Path(self.cache.name) / "rows.txt"
        chosen.write_text("\n".join(names) + "\n", encoding="utf-8")
        return str(chosen)

    def _bench(self, program, names):
        if not names:
            return {}
        try:
            result, _ = self._output(program, lambda out: [
                "--brief", "--max-log2", self._max_log2_of(program), "--rows", self._chosen(names), f"--benchmark_out={out}",
                "--benchmark_out_format=json"])
        except MeasurementError as error:
            print(error, flush=True)
            return {name: Row(error=str(error)) for name in names}
        context = result["context"]
        self.cub_version = context.get("cub_version", "")
        self.context = self.context or {key: context[key] for key in ("device", "driver", "vkscan_version") if key in context}
        return {name_of(entry): row_of(program, entry) for entry in result["benchmarks"]}

    def _frames(self, program, names):
        if not names:
            return {}
        frames = [] if self.max_log2 == LARGEST_LOG2 else ["--frames", "1"]
        try:
            result, ran = self._output(program, lambda out: ["--headless", "--rows", self._chosen(names), "--json", out, *frames])
        except MeasurementError as error:
            return {name: Row(error=str(error)) for name in names}
        self.context = self.context or {key: result[key] for key in ("device", "driver")}
        return {name: Row(row["ratio"], row["us"], row["copy_us"], began=row.get("began", 0.0), ended=row.get("ended", 0.0),
                          yardstick_key=f"alone {name}") for name, row in result["rows"].items()}


def at_full_clocks(measure, samples, names):
    """Calls measure(names). Rows that failed or met low clocks are measured again behind all others. Rows that meet low
    clocks in every try fail."""
    rows = measure(names)
    for tries in range(TRIES):
        low = low_rows(rows, samples)
        again = [name for name, row in rows.items() if row.error or name in low]
        if not again or tries == TRIES - 1:
            return {name: Row(error=low[name]) if name in low else row for name, row in rows.items()}
        print(f"measuring {len(again)} of {len(rows)} rows again", flush=True)
        for name in again[:10]:
            print(f"  {name}: {low.get(name, rows[name].error)}", flush=True)
        rows = {**rows, **{name: row for name, row in measure(again).items() if not row.error or rows[name].error}}
    return rows
