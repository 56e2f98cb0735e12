"""Tests of bench/measure and bench/sentinel without a device: programs, clocks and sources are made up."""
import contextlib
import io
import json
import pathlib
import random
import shutil
import tempfile
import types
import unittest

import device_clocks
import digests
import programs
import results
from results import Row

BENCH = pathlib.Path(__file__).resolve().parent
ROW = "scan/u32/add/inclusive/auto/1024"
OTHER = "sat/buffer_u32/u32/auto/1920x1080"
FRAME = "viewer/dof/1920x1080/colour_tables"

# Stands in for all programs. times.json has a list of times for each row, one a run.
PROGRAM = """#!/usr/bin/env python3
import json, pathlib, sys
here = pathlib.Path(__file__).parent
times = json.loads((here / "times.json").read_text())
def argument(name):
    return next(value for flag, value in zip(sys.argv, sys.argv[1:]) if flag == name)
def take(row):
    runs[row] = runs.get(row, 0) + 1
    (here / "runs.json").write_text(json.dumps(runs))
    return times[row][min(runs[row], len(times[row])) - 1]
if sys.argv[0].endswith("kernel_report"):
    kernels = [{"name": name, "registers": 40, "local_bytes": local, "shared_bytes": 0, "binary_bytes": 9}
               for name, local in times.get("kernels", {}).items()]
    pathlib.Path(argument("--json")).write_text(json.dumps({"kernels": kernels}))
    spilled = [kernel["name"] for kernel in kernels if kernel["local_bytes"]]
    print(*spilled, sep="\\n", file=sys.stderr)
    sys.exit(1 if spilled else 0)
runs = json.loads((here / "runs.json").read_text())
if "--sweep" in sys.argv:
    times = {"microseconds_by_key_bits": {}} if "--splats" in sys.argv else {"milliseconds_by_radius": {}}
    pathlib.Path(argument("--sweep")).write_text(json.dumps({"device": "A GPU (R)"} | times))
    sys.exit(0)
if "--headless" in sys.argv:
    took = {row: take(row) for row in pathlib.Path(argument("--rows")).read_text().splitlines()}
    result = {"device": "A GPU (R)", "driver": "made up, 1.0",
              "rows": {row: {"us": time, "copy_us": 50.0, "ratio": 50.0 / time} for row, time in took.items()}}
    pathlib.Path(argument("--json")).write_text(json.dumps(result))
    sys.exit(0)
if "--benchmark_list_tests" in sys.argv:
    print(*(row + "/iterations:1" for row in times if not row.startswith("viewer/")), sep="\\n")
    sys.exit(0)
options = dict(part.split("=", 1) for part in sys.argv if "=" in part)
chosen = pathlib.Path(argument("--rows")).read_text().splitlines()
rows = []
for row in list(times):
    name = row + "/iterations:1/repeats:1/manual_time"
    if row not in chosen:
        continue
    time = take(row)
    time, copy, probe = time if isinstance(time, list) else (time, 50.0, 400.0)
    rows.append({"run_name": name, "error_occurred": True, "error_message": time} if isinstance(time, str) else
                {"run_name": name, "real_time": time, "time_unit": "us", "copy_us": copy, "ratio": copy / time, "bytes": 8.0} |
                ({"began": 1e9, "ended": 1e9, "probe_us": probe} if probe else {}))
context = {"device": "A GPU (R)", "driver": "made up, 1.0", "vkscan_version": "0.1.0", "cub_version": "3.0.1"}
pathlib.Path(options["--benchmark_out"]).write_text(json.dumps({"context": context, "benchmarks": rows}))
sys.exit(any("error_message" in row for row in rows))
"""


def load_program(name, root):
    """The program, as if its repository were `root`."""
    module = types.ModuleType(name)
    module.__file__ = str(root / "bench" / name)
    code = (BENCH / name).read_text(encoding="utf-8")
    exec(compile(code, module.__file__, "exec"), module.__dict__)  # it has no suffix, so it cannot be imported
    return module


class ProgramTest(unittest.TestCase):
    def setUp(self):
        self.root = pathlib.Path(tempfile.mkdtemp())
        self.addCleanup(shutil.rmtree, self.root)
        self.build = self.root / "build"
        self.path = self.root / "bench" / "results" / "a_gpu_r.json"
        self.write("shaders/kernels/scan_spine.comp", "void main() { /* sums */ }\n")
        self.write("shaders/variants.txt", "scan  scan_spine  ELEMENT_U32\n")
        self.write("src/tables/summed_area_table.cpp", "Families tables = {&families::table};\n")
        for program in ("scan_bench", "sat_bench", "sat_viewer", "splats", "kernel_report", "cub_bench"):
            self.write(f"build/{program}", PROGRAM).chmod(0o755)
        self.names = [ROW, OTHER, FRAME]
        self.set_times({ROW: [100.0], OTHER: [100.0], FRAME: [100.0]})
        self.measure, self.sentinel = (load_program(name, self.root) for name in ("measure", "sentinel"))

    def write(self, name, text):
        path = self.root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
        return path

    def set_times(self, times):
        self.write("build/times.json", json.dumps(times))
        self.write("build/runs.json", "{}")

    def times_measured(self, name):
        return json.loads((self.build / "runs.json").read_text(encoding="utf-8")).get(name, 0)

    def run_program(self, module, *arguments):
        """The exit code and the output."""
        module.read_rows = lambda max_log2=programs.LARGEST_LOG2, marked=False: [
            programs.bounded(name, max_log2) for name in self.names]
        printed = io.StringIO()
        with contextlib.redirect_stdout(printed), contextlib.redirect_stderr(printed):
            code = module.main(["--build", str(self.build), *arguments])
        return code, printed.getvalue()

    def take_results(self):
        code, text = self.run_program(self.measure)
        self.assertEqual(code, 0, text)
        self.write("build/runs.json", "{}")

    def guard(self, *arguments):
        return self.run_program(self.sentinel, *arguments)

    def test_one_run_has_everything(self):
        self.set_times({ROW: [100.0], OTHER: [100.0], FRAME: [80.0], "kernels": {"Scan: Spine": 0}})
        self.take_results()
        found = json.loads(self.path.read_text(encoding="utf-8"))
        self.assertEqual(found["device"], "A GPU (R)")
        self.assertEqual(found["rows"][ROW], {"us": 100.0, "copy_us": 50.0, "ratio": 0.5})
        self.assertEqual(found["rows"][FRAME]["us"], 80.0)
        self.assertEqual(list(found["cub"]), ["3.0.1"])
        self.assertEqual(list(found["cub"]["3.0.1"]), [ROW, OTHER])
        self.assertEqual(found["cub"]["3.0.1"][ROW]["us"], 100.0)
        self.assertEqual(found["kernels"], {"Scan: Spine": [40, 0, 0, 9]})
        self.assertEqual(found["digest"], digests.total_digest(found["files"]))
        self.assertIn("milliseconds_by_radius", found["blurs"])
        self.assertIn("microseconds_by_key_bits", found["splats"])

    def test_one_sweep_leaves_the_other_results(self):
        for program in ("scan_bench", "sat_bench", "sat_viewer"):
            (self.build / program).unlink()
        code, text = self.run_program(self.measure, "--only", "splats")
        self.assertEqual(code, 2)
        self.assertIn("no other results of this device", text)
        self.write("bench/results/a_gpu_r.json", json.dumps({"device": "A GPU (R)", "rows": {ROW: {"us": 1.0}}, "splats": {"old": 1}}))
        code, text = self.run_program(self.measure, "--only", "splats")
        self.assertEqual(code, 0, text)
        found = json.loads(self.path.read_text(encoding="utf-8"))
        self.assertEqual(found["rows"], {ROW: {"us": 1.0}})
        self.assertEqual(sorted(found["splats"]), ["commit", "date", "device", "microseconds_by_key_bits"])

    def test_results_without_a_sweep(self):
        (self.build / "splats").unlink()
        self.take_results()
        self.assertNotIn("splats", json.loads(self.path.read_text(encoding="utf-8")))
        self.assertEqual(self.run_program(self.measure, "--only", "splats")[0], 2)

    def test_low_clocks_are_no_result(self):
        recording = "record/scan/auto"  # is not timed on the device
        self.names = [ROW, ROW.replace("1024", "2048"), OTHER, recording]
        (self.build / "cub_bench").unlink()
        # Both have the same copy, which is slower once in the first; the second's probe is slower in every run.
        self.set_times({self.names[0]: [[150.0, 75.0, 400.0], 100.0], self.names[1]: [[90.0, 50.0, 500.0]], OTHER: [100.0],
                        recording: [[1.0, 1.0, 0.0]]})
        code, text = self.run_program(self.measure)
        self.assertEqual(code, 1)
        self.assertRegex(text, f"failed:\n  {self.names[1]}: low clocks: the probe took 500.0 us, and 400.0")
        found = results.read_results(self.path)
        self.assertEqual(found["rows"][ROW].microseconds, 100.0)
        self.assertEqual(found["rows"][recording].microseconds, 1.0)
        self.assertNotIn(self.names[1], found["rows"])
        self.assertEqual(self.times_measured(OTHER), 1)

    def test_some_rows_are_no_results(self):
        with self.assertRaises(SystemExit):
            self.run_program(self.measure, "--rows", "^scan")
        other = self.root / "other.json"
        self.assertEqual(self.run_program(self.measure, "--rows", "^scan", "--output", str(other))[0], 0)
        self.assertEqual(list(results.read_results(other)["rows"]), [ROW])
        self.assertFalse(self.path.exists())

    def test_unchanged_rows_are_good(self):
        self.take_results()
        code, text = self.guard()
        self.assertEqual(code, 0, text)
        self.assertIn("no row is slower", text)
        self.assertEqual(self.times_measured(ROW), 1)

    def test_slow_rows_are_named_with_what_changed(self):
        self.take_results()
        self.write("shaders/kernels/scan_spine.comp", "void main() { barrier(); }")
        self.write("src/tables/format.cpp", "int texels;")
        self.set_times({ROW: [100.0], OTHER: [104.0], FRAME: [150.0]})
        code, text = self.guard()
        self.assertEqual(code, 1)
        self.assertRegex(text, rf"slower by more than 3%:\n  {OTHER}: 0.481 was 0.500, -3.8%.*\n    src/tables/format.cpp was added")
        self.assertIn(FRAME, text)
        self.assertNotIn(f"  {ROW}:", text)
        self.assertNotIn("scan_spine", text)
        self.assertEqual(self.times_measured(OTHER), 3)
        self.set_times({ROW: [104.0], OTHER: [100.0], FRAME: [100.0]})
        self.assertRegex(self.guard()[1], rf"{ROW}: .*\n    shaders/kernels/scan_spine.comp was changed")

    def test_noise_is_no_alarm(self):
        self.take_results()
        self.set_times({ROW: [120.0, 100.0], OTHER: [100.0], FRAME: [110.0, 108.0, 101.0]})
        code, text = self.guard()
        self.assertEqual(code, 0, text)
        self.assertEqual(self.times_measured(ROW), 2)

    def test_failed_rows_are_named(self):
        self.take_results()
        self.set_times({ROW: ["result 7 is wrong"], OTHER: [100.0], FRAME: [100.0]})
        code, text = self.guard()
        self.assertEqual(code, 1)
        self.assertIn(f"failed:\n  {ROW}: result 7 is wrong", text)
        self.assertEqual(self.run_program(self.measure)[0], 1)

    def test_missing_and_new_rows_are_named(self):
        self.take_results()
        new = ROW.replace("1024", "2048")
        self.names.append(new)
        self.set_times({OTHER: [80.0], new: [100.0], FRAME: [100.0]})
        code, text = self.guard()
        self.assertEqual(code, 1)
        self.assertRegex(text, f"missing.*:\n  {ROW}\n")
        self.assertRegex(text, f"new:\n  {new}: 0.500 ")
        self.assertRegex(text, f"faster .*:\n  {OTHER}: ")

    def test_spilled_kernels_are_named(self):
        self.take_results()
        self.set_times({ROW: [100.0], OTHER: [100.0], FRAME: [100.0], "kernels": {"Scan: Spine": 16}})
        code, text = self.guard()
        self.assertEqual(code, 1)
        self.assertIn("kernels:\n  Scan: Spine", text)
        self.assertEqual(self.guard("--rows", "scan")[0], 0)

    def test_a_device_without_results(self):
        code, text = self.guard()
        self.assertEqual(code, 2)
        self.assertRegex(text, "no results of this device: .*a_gpu_r.json")
        self.assertEqual(self.guard("--check")[0], 2)

    def test_missing_programs(self):
        (self.build / "sat_bench").unlink()
        code, text = self.guard()
        self.assertEqual(code, 2)
        self.assertIn("sat_bench is not in", text)

    def test_short_runs_miss_nothing(self):
        self.set_times({ROW.replace("1024", "512"): [1.0], OTHER.replace("1920x1080", "256x256"): [1.0],
                        FRAME.replace("1920x1080", "256x256"): [1.0]})
        self.assertEqual(self.run_program(self.measure, "--max-log2", "9")[0], 0)
        self.names.append("reduce/no_such_row/1024")
        code, text = self.run_program(self.measure, "--max-log2", "9", "--rows", "^scan")
        self.assertEqual(code, 1)
        self.assertIn("missing:\n  reduce/no_such_row/512", text)
        self.assertIn("1 of 1 rows ran", text)

    def test_chosen_rows_are_compared_alone(self):
        self.take_results()
        self.set_times({ROW: [100.0], OTHER: [150.0], FRAME: [150.0]})
        self.assertEqual(self.guard("--rows", "^viewer")[0], 1)
        self.assertEqual(self.guard("--rows", "^nothing")[0], 2)

    def test_check_names_changed_sources(self):
        self.take_results()
        self.write("shaders/variants.txt", "# Kernels\n\nscan scan_spine  ELEMENT_U32\n")
        self.assertEqual(self.guard("--check")[0], 0)
        self.write("shaders/kernels/scan_spine.comp", "void main() { barrier(); }")
        self.write("src/scan_strategy.cpp", "int lanes = 4;")
        code, text = self.guard("--check")
        self.assertEqual(code, 1)
        self.assertIn("scan_spine.comp was changed", text)
        self.assertIn("src/scan_strategy.cpp was added", text)
        self.assertNotIn("variants.txt", text)


class ClocksTest(unittest.TestCase):
    """Rows of a simulated device, whose clocks fall and rise."""

    def test_no_row_at_low_clocks_is_good(self):
        chance = random.Random(7)
        for clocks_seen in (True, False):
            clock = lambda: chance.choice([1.0] * 20 + [0.96, 0.6, 0.17])
            samples = device_clocks.Samples()
            now = [1e9]
            speeds = {}  # at which the times were taken that count last

            def measure(names):
                rows = {}
                for name in names:
                    speed = speeds[name] = clock()
                    if clocks_seen:
                        samples.add(now[0], 1980 * speed)
                    rows[name] = Row(0.5, 100 / speed, 50 / speed, began=now[0], ended=now[0] + 0.02, probe=400 / speed,
                                     group="scan_bench", yardstick_key=f"copy {int(name) % 5}")
                    now[0] += 1
                return rows
            rows = programs.at_full_clocks(measure, samples, [str(i) for i in range(300)])
            good = [name for name, row in rows.items() if not row.error]
            self.assertGreater(len(good), 280)
            for name in good:
                self.assertEqual(speeds[name], 1.0)
            for row in rows.values():
                self.assertTrue(not row.error or row.error.startswith("low clocks: "))

    def test_samples_alone_tell(self):
        samples = device_clocks.Samples()
        for tenth in range(20):
            samples.add(100 + tenth / 10, 1800 if tenth == 10 else 1980)
        rows = {name: Row(0.5, 2, 1, began=began, ended=began + 0.01, yardstick_key=name)
                for name, began in (("a", 100.5), ("b", 101.05), ("c", 101.5))}
        self.assertEqual(list(device_clocks.low_rows(rows, samples)), ["b"])
        self.assertEqual(samples.summary([rows["a"]])["clocks"],
                         {"highest_mhz": 1980, "samples": 20, "lowest_while_timed_mhz": 1980})


class DigestTest(unittest.TestCase):
    def test_comments_and_white_space_do_not_count(self):
        for name, text, same in (("a.comp", "int a = 1; // one\n/* two\n */int b;", "int a=1;\nint b;"),
                                 ("a.h", "f(a,\n  b)", "f(a, b)"),
                                 ("a.cmake", "set(a 1) # one", "set(a\n  1)"),
                                 ("variants.txt", "# Scans\nscan  scan_spans  ELEMENT_U32", "scan scan_spans ELEMENT_U32")):
            self.assertEqual(digests.normalised(name, text), digests.normalised(name, same))

    def test_folders_and_guards_of_shaders_do_not_count(self):
        bare = '#include "sum.glsl"\n#ifndef WIDE\nint a;\n#endif'
        guarded = '// sums\n#ifndef CORE_A\n#define CORE_A\n#include "core/sum.glsl"\n#ifndef WIDE\nint a;\n#endif\n#endif\n'
        self.assertEqual(digests.normalised("a.glsl", bare), digests.normalised("core/a.glsl", guarded))
        self.assertNotEqual(digests.normalised("a.glsl", bare), digests.normalised("a.glsl", bare.replace("sum", "mean")))

    def test_code_counts(self):
        for name, text, other in (("a.comp", "int a = 1;", "int a = 2;"), ("a.comp", "int ab;", "int a b;"),
                                  ("a.cpp", '"// a"', '"// b"'), ("a.cmake", "set(a 1)", "set(a 2)"),
                                  ("variants.txt", "scan scan_spans ELEMENT_U32", "scan scan_spans ELEMENT_I32")):
            self.assertNotEqual(digests.normalised(name, text), digests.normalised(name, other))

    def test_the_repository_has_sources(self):
        files = digests.digest_files(BENCH.parent)
        self.assertGreater(sum(name.startswith("shaders/") for name in files), 20)
        self.assertGreater(sum(name.startswith("src/") for name in files), 10)
        for name in ("cmake/vkscan_shaders.cmake", "cmake/vkscan_spirv.cmake", "shaders/variants.txt", "support/copy.comp"):
            self.assertIn(name, files)

    def test_rows_depend_on_their_kernels(self):
        files = {row: digests.files_of(BENCH.parent, row) for row in ("scan/u32", "sort/u32", "sat/image", "custom/affine")}
        for name, rows in (("shaders/tile/plain.glsl", {"scan/u32", "custom/affine"}),
                           ("shaders/kernels/radix_sort_pass.comp", {"sort/u32", "custom/affine"}),
                           ("shaders/tables/edges.glsl", {"sat/image", "custom/affine"}),
                           ("src/operations/scan.cpp", {"scan/u32", "custom/affine"}),
                           ("src/tables/format.cpp", {"sat/image"}), ("src/schedule/schedule.cpp", set(files))):
            self.assertEqual({row for row, found in files.items() if name in found}, rows, name)

    def test_forms_of_tiles_include_their_own_files(self):
        text = '#if defined(TILE_A)\n#include "a"\n#elif defined(TILE_B)\n#include "b"\n#else\n#include "c"\n#endif\n#ifdef WIDE\n#include "d"\n#endif'
        for macros, files in (({"TILE_A"}, ["a", "d"]), ({"TILE_B"}, ["b", "d"]), (set(), ["c", "d"])):
            self.assertEqual(list(digests.included(text, macros)), files)

    def test_every_row_has_an_operation(self):
        for row in {name.split("/")[0] for name in programs.read_rows()}:
            self.assertTrue(digests.sources_of(BENCH.parent, row), row)

    def test_rows_depend_on_what_their_operations_include(self):
        self.assertLessEqual({"operations/segmented_scan", "operations/segments"}, digests.sources_of(BENCH.parent, "batched/u32").keys())
        self.assertIn("operations/split", digests.sources_of(BENCH.parent, "sort/u32"))


class ResultsTest(unittest.TestCase):
    def test_slugs(self):
        self.assertEqual(results.slug("NVIDIA H100 80GB HBM3"), "nvidia_h100_80gb_hbm3")

    def test_the_threshold_is_three_percent(self):
        rows = {name: Row(ratio, 100 / ratio, 100.0) for name, ratio in {"a": 0.971, "b": 0.969, "c": 1.029, "d": 1.031}.items()}
        comparison = results.compare(dict.fromkeys(rows, Row(1.0, 100.0, 100.0)), rows)
        self.assertEqual([name for name, _, _ in comparison.slow], ["b"])
        self.assertEqual([name for name, _, _ in comparison.fast], ["d"])
        self.assertFalse(comparison.is_good)

    def test_small_rows_may_lose_some_tenths_of_a_microsecond(self):
        rows = {"a": Row(3.0 / 4.19, 4.19, 3.0), "b": Row(3.0 / 4.21, 4.21, 3.0)}
        comparison = results.compare(dict.fromkeys(rows, Row(0.75, 4.0, 3.0)), rows)
        self.assertEqual([name for name, _, _ in comparison.slow], ["b"])

    def test_the_best_of_two(self):
        slow, fast, failed = Row(0.5), Row(0.7), Row(error="no")
        self.assertEqual(results.best_of({"a": slow, "b": fast, "c": failed}, {"a": fast, "b": slow, "c": slow}),
                         {"a": fast, "b": fast, "c": slow})
        self.assertEqual(results.best_of({"a": slow}, {"a": failed}), {"a": slow})


class RowsTest(unittest.TestCase):
    def test_braces_and_powers(self):
        self.assertEqual(programs.expand("a/{b,c}/{2^3,2^10}/d"), ["a/b/8/d", "a/b/1024/d", "a/c/8/d", "a/c/1024/d"])

    def test_bounds(self):
        for name, small in (("segments/u32/bits/1000/1048576/backward", "segments/u32/bits/1000/256/backward"),
                            ("histogram/u32/65536/128", "histogram/u32/65536/128"),
                            ("sat/image_r8/u32/auto/1920x1080/cold", "sat/image_r8/u32/auto/256x256/cold")):
            self.assertEqual(programs.bounded(name, 8), small)
        self.assertEqual(programs.bounded("sat/a/1920x1080", 28), "sat/a/1920x1080")

    def test_the_list_has_no_row_twice(self):
        lines = programs.LIST.read_text(encoding="utf-8").splitlines()
        names = [name for line in lines if line and line[0] != "#" for name in programs.expand(line.removeprefix(programs.MARK))]
        self.assertEqual(len(names), len(programs.read_rows()))
        for name in names:
            self.assertRegex(name, r"^[\w/+-]+$")
        self.assertLess(len(programs.read_rows(marked=True)), len(names) / 2)


if __name__ == "__main__":
    unittest.main()
