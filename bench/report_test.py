"""Tests of bench/report with made-up results, and of its tables against the repository's list of rows and documents."""
import importlib.machinery
import importlib.util
import itertools
import json
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import types
import unittest

BENCH = pathlib.Path(__file__).parent
sys.path.insert(0, str(BENCH))
report = types.ModuleType("report")  # its file has no suffix, so it cannot be imported
importlib.machinery.SourceFileLoader("report", str(BENCH / "report")).exec_module(report)
SUM, SEGMENTS = "scan/u32/add/inclusive/auto/268435456", "segmented_reduce/u32/rows/1000/65536"
RESULTS = {"device": "NVIDIA X1", "driver": "1.0", "clocks": {"highest_mhz": 99, "lowest_while_timed_mhz": 98},
           "rows": {SUM: {"us": 536.4, "copy_us": 531.0, "ratio": 0.99}, SEGMENTS: {"us": 4.0, "read_us": 3.0, "ratio": 0.75},
                    "scan/f32/add/inclusive/auto/1048576": {"us": 5.0, "copy_us": 3.0, "ratio": 0.6},
                    "create/scan/u32": {"us": 524000.0, "plans_only_us": 30.0, "ratio": 0.0001}},
           "cub": {"3.0.1": {SUM: {"us": 700.0}, SUM.replace("268435456", "1024"): {"us": 2.5}},
                   "3.6.0": {SUM: {"us": 910.0}, "scan/f32/add/inclusive/deterministic/1048576": {"us": 4.0}}}}
TEXT = "# Sums\n<!-- measured: scans -->\nold\n<!-- end -->\nSome text.\n"


class ReportTest(unittest.TestCase):
    def setUp(self):
        self.root = pathlib.Path(tempfile.mkdtemp())
        self.addCleanup(shutil.rmtree, self.root)
        self.write("bench/results/x1.json", json.dumps(RESULTS))

    def write(self, name, text):
        (self.root / name).parent.mkdir(parents=True, exist_ok=True)
        (self.root / name).write_text(text, encoding="utf-8")

    def run_report(self, *arguments):
        ran = subprocess.run([sys.executable, "-B", str(BENCH / "report"), "--root", str(self.root), *arguments],
                             stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, check=False)
        return ran.returncode, ran.stdout + ran.stderr

    def part(self, name):
        self.write("README.md", TEXT.replace("scans", name))
        self.assertEqual(self.run_report(), (0, ""))
        text = (self.root / "README.md").read_text(encoding="utf-8")
        self.assertTrue(text.endswith("<!-- end -->\nSome text.\n"))
        return text

    def test_tables_are_complete(self):
        text = self.part("scans")
        self.assertIn("| sums | size | X1 | of a copy | CUB 3.0.1 | CUB 3.6.0 |\n| --- | --: | --: | --: | --: | --: |\n", text)
        self.assertIn("| u32 | 2^28 | **536 µs** | 0.99 | 700 µs | 910 µs |\n", text)
        self.assertIn("| u32 | 2^10 | not measured | not measured | 2.50 µs | not measured |\n", text)
        self.assertIn("| deterministic sums of f32 | 2^20 | 5.00 µs | 0.60 | – | **4.00 µs** |\n", self.part("overview"))
        self.assertIn("| 1000, by rows | 2^16 | 4.00 µs | 0.75 |", self.part("segmented_reductions"))
        self.assertIn("planning alone, X1 |\n| --- | --: | --: |\n| scan of u32 | 524 ms | 30.0 µs |\n", self.part("creation"))
        self.assertIn("- NVIDIA X1, driver 1.0, CUB 3.0.1, CUB 3.6.0, 99 MHz, never", self.part("cards"))

    def test_a_row_that_changes_fails_the_check(self):
        self.part("scans")
        self.assertEqual(self.run_report("--check"), (0, ""))
        self.write("bench/results/x1.json", json.dumps(RESULTS).replace("536.4", "600.4"))
        code, text = self.run_report("--check")
        self.assertEqual(code, 1)
        self.assertRegex(text, r"README.md:\d+: not what was measured: \| u32 \| 2\^28 \| \*\*536 µs")

    def test_plots_are_known_by_their_data(self):
        self.write("README.md", TEXT.replace("scans", "plot scans"))
        self.assertIn("docs/benchmarks/scans_x1.svg: does not draw what was measured", self.run_report("--check")[1])
        plot = report.plot_data("scans", report.Card(self.root / "bench/results/x1.json"))
        self.assertEqual(plot["panels"]["time (µs)"], {"vkscan": [(2**28, 536.4)], "CUB 3.0.1": [(2**28, 700.0)],
                                                       "CUB 3.6.0": [(2**28, 910.0)], report.COPY: [(2**28, 531.0)]})
        self.assertIsNone(report.plot_data("blurs", report.Card(self.root / "bench/results/x1.json")))

    def test_splats_are_drawn_by_what_is_seen(self):
        self.assertIn("-->\n\nNot measured yet.\n\n<!-- end -->", self.part("plot splats"))
        self.assertEqual(self.run_report("--check"), (0, ""))
        points = [{"seen": seen, "cull": 20.0, "project": seen / 1e4, "sort": seen / 1e3, "draw": 50.0} for seen in (10, 2000)]
        splats = {"splats": 2000, "microseconds_by_key_bits": {"16": points, "24": points[:1]}}
        self.write("bench/results/x1.json", json.dumps({**RESULTS, "date": "2020-01-02", "splats": splats}))
        plot = report.plot_data("splats", report.Card(self.root / "bench/results/x1.json"))
        self.assertEqual((plot["title"], plot["where"]), ("2,000 splats", "NVIDIA X1, 2020-01-02"))
        self.assertEqual(plot["panels"]["time (µs), keys of 16 bits"]["sort"], [(0.5, 0.01), (100.0, 2.0)])
        self.assertEqual(plot["panels"]["time (µs), keys of 24 bits"]["cull"], [(0.5, 20.0)])
        code, text = self.run_report("--check")
        self.assertIn("docs/benchmarks/splats_x1.svg: does not draw what was measured", text)
        self.assertIn("README.md:4: not what was measured: Not measured yet", text)

    @unittest.skipUnless(importlib.util.find_spec("matplotlib"), "no matplotlib")
    def test_splats_are_plotted_and_listed(self):
        points = [{"seen": seen, "cull": 20.0, "project": 1.5, "sort": 300.0, "draw": 50.0} for seen in (10, 2000)]
        splats = {"splats": 2000, "microseconds_by_key_bits": {"16": points}}
        self.write("bench/results/x1.json", json.dumps({**RESULTS, "splats": splats}))
        text = self.part("plot splats")
        self.assertIn("](docs/benchmarks/splats_x1.svg)\n\n| bits of keys, X1 | splats seen | seen | cull |", text)
        self.assertIn("| 16 | 2,000 | 100 % | 20.0 µs | 1.50 µs | 300 µs | 50.0 µs | 372 µs |\n\n<!-- end -->", text)
        self.assertEqual(self.run_report("--check"), (0, ""))

    @unittest.skipUnless(importlib.util.find_spec("matplotlib"), "no matplotlib")
    def test_plots_are_drawn(self):
        self.assertIn("![Inclusive sums of u32, NVIDIA X1](docs/benchmarks/scans_x1.svg)", self.part("plot scans"))
        self.assertEqual(self.run_report("--check"), (0, ""))

    @unittest.skipUnless(importlib.util.find_spec("matplotlib"), "no matplotlib")
    def test_plots_of_blurs_name_the_device_and_every_radius(self):
        radii = {"1": {"table": 1.0}, "64": {"table": 1.5}, "96": {"table": 2.0}}
        blurs = {"width": 1920, "height": 1080, "milliseconds_by_radius": radii}
        self.write("bench/results/x1.json", json.dumps({**RESULTS, "device": "NVIDIA X1 80GB", "date": "2020-01-02", "blurs": blurs}))
        self.part("plot blurs")
        drawn = re.findall(r">([^<>]+)</text>", (self.root / "docs/benchmarks/blurs_x1.svg").read_text(encoding="utf-8"))
        self.assertLessEqual({"1", "64", "96", "Blur of 1920 × 1080 pixels", "NVIDIA X1 80GB, 2020-01-02"}, set(drawn))

    def test_typed_figures_fail_the_check(self):
        for typed in ("takes 3.4 µs", "676 GB/s", "0.97 of a copy", "4% slower", "2 times as fast"):
            self.write("README.md", f"It {typed}, it does.\n")
            self.assertRegex(self.run_report("--check")[1], "README.md:1: a figure was typed")


class TablesTest(unittest.TestCase):
    def test_the_list_of_rows_and_the_tables_agree(self):
        lines = [table.lines for table in report.report_tables.TABLES.values()]
        lines += [lines for _, lines, _ in report.report_tables.PLOTS.values()]
        wanted = {name for _, name, _ in report.rows_of(itertools.chain(*lines))}
        lines = (BENCH / "rows.txt").read_text(encoding="utf-8").splitlines()
        listed = {name: line for line in lines if line and line[0] != "#" for name, _ in report.expand_with_choices(line.removeprefix("* "))}
        self.assertEqual(wanted - set(listed), set())
        self.assertEqual({name for name in set(listed) - wanted if not listed[name].startswith("* ")}, set())

    def test_documents_have_all_tables(self):
        parts = {match[1] for pattern in report.DOCUMENTS for path in BENCH.parent.glob(pattern)
                 for match in report.PART.finditer(path.read_text(encoding="utf-8"))}
        self.assertEqual(parts, {"cards", "plot blurs", "plot splats", *report.report_tables.TABLES,
                                 *(f"plot {key}" for key in report.report_tables.PLOTS)})
