"""Tests of bench/sentinel without a device: programs and sources are made up."""
import contextlib
import io
import json
import pathlib
import shutil
import tempfile
import types
import unittest

import sentinel_baseline as base
import sentinel_digest as digests
import sentinel_rows

BENCH = pathlib.Path(__file__).resolve().parent
ROW = "scan/u32/add/inclusive/auto/1024"
OTHER = "sat/buffer_u32/u32/auto/1920x1080"
FRAME = "viewer/dof/1920x1080/colour_tables"

# Stands in for all programs: rows take what times.json says, a list of times one run after the other.
PROGRAM = """#!/usr/bin/env python3
import json, pathlib, sys
here = pathlib.Path(__file__).parent
times = json.loads((here / "times.json").read_text())
runs = json.loads((here / "runs.json").read_text())
def argument(name):
    return next(value for flag, value in zip(sys.argv, sys.argv[1:]) if flag == name)
def take(row):
    runs[row] = runs.get(row, 0) + 1
    (here / "runs.json").write_text(json.dumps(runs))
    return times[row][min(runs[row], len(times[row])) - 1]
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
    time, copy = time if isinstance(time, list) else (time, 50.0)
    rows.append({"run_name": name, "error_occurred": True, "error_message": time} if isinstance(time, str) else
                {"run_name": name, "real_time": time, "time_unit": "us", "copy_us": copy, "ratio": copy / time})
context = {"device": "A GPU (R)", "driver": "made up, 1.0", "vkscan_version": "0.1.0"}
pathlib.Path(options["--benchmark_out"]).write_text(json.dumps({"context": context, "benchmarks": rows}))
sys.exit(any("error_message" in row for row in rows))
"""


def load_sentinel(root):
    """The program, as if its repository were `root`."""
    module = types.ModuleType("sentinel")
    module.__file__ = str(root / "bench" / "sentinel")
    code = (BENCH / "sentinel").read_text(encoding="utf-8")
    exec(compile(code, module.__file__, "exec"), module.__dict__)  # it has no suffix, so it cannot be imported
    return module


class SentinelTest(unittest.TestCase):
    def setUp(self):
        self.root = pathlib.Path(tempfile.mkdtemp())
        self.addCleanup(shutil.rmtree, self.root)
        self.programs = self.root / "build"
        self.baselines = self.root / "bench" / "baselines"
        self.write("shaders/scan.comp", "void main() { /* sums */ }\n")
        self.write("shaders/variants.txt", "scan  scan  ELEMENT_U32\n")
        for program in ("scan_bench", "sat_bench", "sat_viewer"):
            self.write(f"build/{program}", PROGRAM).chmod(0o755)
        self.list_rows(ROW, OTHER, FRAME)
        self.set_times({ROW: [100.0], OTHER: [100.0], FRAME: [100.0]})
        self.sentinel = load_sentinel(self.root)

    def write(self, name, text):
        path = self.root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
        return path

    def list_rows(self, *names):
        path = self.write("rows.txt", "\n".join(("# comment", "", *(f"* {name}" for name in names))))
        real = sentinel_rows.read_rows
        self.read_rows = lambda max_log2=sentinel_rows.LARGEST_LOG2: real(path, max_log2)
        if hasattr(self, "sentinel"):
            self.sentinel.read_rows = self.read_rows

    def set_times(self, times):
        self.write("build/times.json", json.dumps(times))
        self.write("build/runs.json", "{}")

    def times_measured(self, name):
        return json.loads((self.programs / "runs.json").read_text(encoding="utf-8")).get(name, 0)

    def run_sentinel(self, *arguments):
        """The exit code, and what was printed."""
        self.sentinel.read_rows = self.read_rows
        printed = io.StringIO()
        with contextlib.redirect_stdout(printed), contextlib.redirect_stderr(printed):
            code = self.sentinel.main(["--build", str(self.programs), *arguments])
        return code, printed.getvalue()

    def accept(self):
        code, text = self.run_sentinel("--accept")
        self.assertEqual(code, 0, text)
        self.write("build/runs.json", "{}")

    def test_unchanged_rows_are_good(self):
        self.accept()
        code, text = self.run_sentinel()
        self.assertEqual(code, 0, text)
        self.assertIn("no row is slower", text)
        self.assertEqual(self.times_measured(ROW), 1)

    def test_slow_rows_are_named(self):
        self.accept()
        self.set_times({ROW: [100.0], OTHER: [104.0], FRAME: [102.0]})
        code, text = self.run_sentinel()
        self.assertEqual(code, 1)
        self.assertRegex(text, rf"slower than the baseline by more than 3%:\n  {OTHER}: 0.481 was 0.500, -3.8%")
        self.assertNotIn(ROW, text)
        self.assertNotIn(FRAME, text)
        self.assertEqual(self.times_measured(OTHER), 3)
        self.assertEqual(self.times_measured(ROW), 1)

    def test_slow_frames_are_named(self):
        self.accept()
        self.set_times({ROW: [100.0], OTHER: [100.0], FRAME: [150.0]})
        code, text = self.run_sentinel()
        self.assertEqual(code, 1)
        self.assertIn(FRAME, text)

    def test_noise_is_no_alarm(self):
        self.accept()
        self.set_times({ROW: [120.0, 100.0], OTHER: [100.0], FRAME: [110.0, 108.0, 101.0]})
        code, text = self.run_sentinel()
        self.assertEqual(code, 0, text)
        self.assertEqual(self.times_measured(ROW), 2)

    def test_low_clocks_hide_nothing(self):
        self.accept()
        self.set_times({ROW: [[150.0, 90.0], 130.0], OTHER: [[150.0, 75.0], 100.0], FRAME: [100.0]})
        code, text = self.run_sentinel()
        self.assertEqual(code, 1)
        self.assertRegex(text, f"slower .*:\n  {ROW}: 0.385 was 0.500")
        self.assertNotIn(OTHER, text)
        self.assertNotIn("lower clocks", text)

    def test_time_limits_tries(self):
        self.accept()
        self.sentinel.MAX_SECONDS = 0
        self.set_times({ROW: [120.0, 100.0], OTHER: [100.0], FRAME: [100.0]})
        code, text = self.run_sentinel()
        self.assertEqual(code, 1)
        self.assertEqual(self.times_measured(ROW), 1)
        self.assertIn(ROW, text)

    def test_failed_rows_are_named(self):
        self.accept()
        self.set_times({ROW: ["result 7 is wrong"], OTHER: [100.0], FRAME: [100.0]})
        code, text = self.run_sentinel()
        self.assertEqual(code, 1)
        self.assertIn(f"failed:\n  {ROW}: result 7 is wrong", text)
        self.assertEqual(self.run_sentinel("--accept")[0], 2)

    def test_missing_rows_are_named(self):
        self.accept()
        self.set_times({OTHER: [100.0], FRAME: [100.0]})
        code, text = self.run_sentinel()
        self.assertEqual(code, 1)
        self.assertRegex(text, f"missing.*:\n  {ROW}\n")

    def test_new_rows_are_named(self):
        new = ROW.replace("1024", "2048")
        self.accept()
        self.list_rows(ROW, new, OTHER, FRAME)
        self.set_times({ROW: [100.0], new: [100.0], OTHER: [100.0], FRAME: [100.0]})
        code, text = self.run_sentinel()
        self.assertEqual(code, 0)
        self.assertRegex(text, f"new; .*:\n  {new}: 0.500 ")

    def test_fast_rows_are_named(self):
        self.accept()
        self.set_times({ROW: [80.0], OTHER: [100.0], FRAME: [100.0]})
        code, text = self.run_sentinel()
        self.assertEqual(code, 0)
        self.assertRegex(text, f"faster .*:\n  {ROW}: ")

    def test_a_device_without_a_baseline(self):
        code, text = self.run_sentinel()
        self.assertEqual(code, 2)
        self.assertRegex(text, "no baseline of this device: .*a_gpu_r.json")
        self.assertEqual(self.run_sentinel("--check")[0], 2)

    def test_missing_programs(self):
        (self.programs / "sat_bench").unlink()
        code, text = self.run_sentinel()
        self.assertEqual(code, 2)
        self.assertIn("sat_bench is not in", text)

    def test_short_runs_miss_nothing(self):
        small = {ROW.replace("1024", "512"): [1.0], OTHER.replace("1920x1080", "256x256"): [1.0],
                 FRAME.replace("1920x1080", "256x256"): [1.0]}
        self.set_times(small)
        self.assertEqual(self.run_sentinel("--max-log2", "9")[0], 0)
        self.list_rows(ROW, OTHER, FRAME, "reduce/no_such_row/1024")
        code, text = self.run_sentinel("--max-log2", "9")
        self.assertEqual(code, 1)
        self.assertIn("missing:\n  reduce/no_such_row/512\n", text)
        code, text = self.run_sentinel("--max-log2", "9", "--rows", "^scan")
        self.assertIn("1 of 1 rows ran", text)
        self.assertEqual(code, 1)

    def test_chosen_rows_are_compared_alone(self):
        self.accept()
        self.set_times({ROW: [100.0], OTHER: [150.0], FRAME: [150.0]})
        self.assertEqual(self.run_sentinel("--rows", "^scan")[0], 0)
        self.assertEqual(self.times_measured(OTHER), 0)
        self.assertEqual(self.run_sentinel("--rows", "1920x1080$")[0], 1)
        self.assertEqual(self.times_measured(FRAME), 0)
        self.assertEqual(self.run_sentinel("--rows", "^viewer")[0], 1)
        self.assertEqual(self.run_sentinel("--rows", "^nothing")[0], 2)

    def test_accepted_sources_pass_the_check(self):
        self.accept()
        self.assertEqual(self.run_sentinel("--check")[0], 0)
        baseline = base.read_baseline(self.baselines / "a_gpu_r.json")
        self.assertEqual(baseline["device"], "A GPU (R)")
        self.assertEqual(baseline["rows"][ROW], base.Measured(0.5, 100.0, 50.0))

    def test_check_names_changed_sources(self):
        self.accept()
        self.write("shaders/scan.comp", "void main() { barrier(); }")
        self.write("src/scan_strategy.cpp", "int lanes = 4;")
        code, text = self.run_sentinel("--check")
        self.assertEqual(code, 1)
        self.assertIn("shaders/scan.comp was changed", text)
        self.assertIn("src/scan_strategy.cpp was added", text)
        self.assertNotIn("variants.txt", text)

    def test_check_is_blind_to_comments_and_moves(self):
        self.accept()
        (self.root / "shaders/scan.comp").unlink()
        self.write("shaders/scans/scan.comp", "// anew\nvoid main()\n{\n}\n")
        self.write("shaders/variants.txt", "# Kernels\n\nscan scan  ELEMENT_U32\n")
        code, text = self.run_sentinel("--check")
        self.assertEqual(code, 0, text)


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
        self.assertNotEqual(digests.normalised("a.glsl", bare), digests.normalised("a.glsl", guarded[8:].replace("CORE_A", "B", 1)))

    def test_code_counts(self):
        for name, text, other in (("a.comp", "int a = 1;", "int a = 2;"), ("a.comp", "int ab;", "int a b;"),
                                  ("a.cpp", '"// a"', '"// b"'), ("a.cmake", "set(a 1)", "set(a 2)"),
                                  ("variants.txt", "scan scan_spans ELEMENT_U32", "scan scan_spans ELEMENT_I32")):
            self.assertNotEqual(digests.normalised(name, text), digests.normalised(name, other))

    def test_the_repository_has_sources(self):
        files = digests.digest_files(BENCH.parent)
        self.assertGreater(sum(name.startswith("shaders/") for name in files), 20)
        self.assertGreater(sum(name.startswith("src/") for name in files), 10)
        self.assertIn("cmake/vkscan_shaders.cmake", files)
        self.assertIn("cmake/vkscan_spirv.cmake", files)
        self.assertIn("samples/common/copy.comp", files)
        self.assertIn("shaders/variants.txt", files)


class BaselineTest(unittest.TestCase):
    def test_slugs(self):
        self.assertEqual(base.slug("NVIDIA H100 80GB HBM3"), "nvidia_h100_80gb_hbm3")

    def test_the_threshold_is_three_percent(self):
        rows = {name: base.Measured(ratio, 100 / ratio, 100.0)
                for name, ratio in {"a": 0.971, "b": 0.969, "c": 1.029, "d": 1.031}.items()}
        comparison = base.compare(dict.fromkeys(rows, base.Measured(1.0, 100.0, 100.0)), rows)
        self.assertEqual([name for name, _, _ in comparison.slow], ["b"])
        self.assertEqual([name for name, _, _ in comparison.fast], ["d"])
        self.assertFalse(comparison.is_good)

    def test_small_rows_may_lose_some_tenths_of_a_microsecond(self):
        rows = {"a": base.Measured(3.0 / 4.39, 4.39, 3.0), "b": base.Measured(3.0 / 4.41, 4.41, 3.0)}
        comparison = base.compare(dict.fromkeys(rows, base.Measured(0.75, 4.0, 3.0)), rows)
        self.assertEqual([name for name, _, _ in comparison.slow], ["b"])

    def test_the_best_and_the_median_run(self):
        slow, fast, failed = base.Measured(0.5), base.Measured(0.7), base.Measured(error="no")
        self.assertEqual(base.best_of({}, {"a": slow, "b": fast, "c": failed}, {"a": fast, "b": slow, "c": slow}),
                         {"a": fast, "b": fast, "c": slow})
        self.assertEqual(base.best_of({}, {"a": slow}, {"a": failed}), {"a": slow})
        middle = base.Measured(0.6)
        self.assertEqual(base.median_of([{"a": slow}, {"a": fast}, {"a": middle}]), {"a": middle})
        self.assertEqual(base.median_of([{"a": failed}, {"a": slow}]), {"a": slow})

    def test_low_clocks_are_no_measure(self):
        before = base.Measured(0.5, 10.0, 5.0)
        low, full = base.Measured(0.6, 20.0, 12.0), base.Measured(0.4, 12.5, 5.0)
        comparison = base.compare({"a": before}, {"a": low})
        self.assertEqual([name for name, _, _ in comparison.throttled], ["a"])
        self.assertEqual(base.best_of({"a": before}, {"a": low}, {"a": full}), {"a": full})
        self.assertEqual(base.best_of({"a": before}, {"a": full}, {"a": low}), {"a": full})
        self.assertEqual(base.median_of([{"a": low}, {"a": full}, {"a": low}]), {"a": full})


class RowsTest(unittest.TestCase):
    def test_braces_and_powers(self):
        self.assertEqual(sentinel_rows.expand("a/{b,c}/{2^3,2^10}/d"), ["a/b/8/d", "a/b/1024/d", "a/c/8/d", "a/c/1024/d"])

    def test_bounds(self):
        for name, small in (("segments/u32/bits/1000/1048576/backward", "segments/u32/bits/1000/256/backward"),
                            ("histogram/u32/65536/128", "histogram/u32/65536/128"),
                            ("sat/image_r8/u32/auto/1920x1080/cold", "sat/image_r8/u32/auto/256x256/cold")):
            self.assertEqual(sentinel_rows.bounded(name, 8), small)
        self.assertEqual(sentinel_rows.bounded("sat/a/1920x1080", 28), "sat/a/1920x1080")

    def test_the_list_has_no_row_twice(self):
        lines = sentinel_rows.LIST.read_text(encoding="utf-8").splitlines()
        names = [name for line in lines if line and line[0] != "#"
                 for name in sentinel_rows.expand(line.removeprefix(sentinel_rows.MARK))]
        self.assertEqual(len(names), len(set(names)))
        self.assertLess(set(sentinel_rows.read_rows()), set(names))
        for name in names:
            self.assertRegex(name, r"^[\w/+-]+$")


if __name__ == "__main__":
    unittest.main()
