#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""packaging/scripts/promises writes the newest line of the largest size into the table, and notices a table that is not its own."""

import json
import pathlib
import shutil
import subprocess
import sys
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
SCRIPT = ROOT / "packaging/scripts/promises"
BEGIN = "<!-- promises: this table is written by packaging/scripts/promises -->"


def line(name, tier, rounds=1, figures=None, passed=True, date="2026-01-02"):
    return {"name": name, "tier": tier, "rounds": rounds, "figures": figures or {}, "pass": passed, "date": date}


class TestPromises(unittest.TestCase):
    def setUp(self):
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="sandglass-promises-"))
        self.addCleanup(shutil.rmtree, self.folder)
        self.readme = self.folder / "README.md"
        self.readme.write_text(f"before\n\n{BEGIN}\n<!-- promises: end -->\n\nbehind\n", encoding="utf-8")
        self.write()

    def run_script(self, *arguments):
        return subprocess.run([sys.executable, SCRIPT, "--readme", self.readme, *arguments], capture_output=True, text=True, check=False)

    def write(self, *lines):
        file = self.folder / "robustness.json"
        file.write_text("".join(json.dumps(each) + "\n" for each in lines) + '{"name": "cra', encoding="utf-8")
        return self.run_script(file)

    def row(self, words):
        found = [text for text in self.readme.read_text(encoding="utf-8").splitlines() if text.startswith("| " + words)]
        self.assertEqual(1, len(found), found)
        return found[0]

    def complaint(self):
        run = self.run_script("--check")
        self.assertEqual(1, run.returncode)
        return run.stderr

    def change(self, old, new):
        text = self.readme.read_text(encoding="utf-8")
        self.assertIn(old, text)
        self.readme.write_text(text.replace(old, new), encoding="utf-8")

    def test_what_it_writes_is_as_it_wants_it(self):
        self.assertEqual(0, self.run_script("--check").returncode)
        text = self.readme.read_text(encoding="utf-8")
        self.assertTrue(text.startswith("before\n\n") and text.endswith("\n\nbehind\n"), text)

    def test_of_the_largest_size_the_newest_line_is_taken(self):
        self.write(line("crash", "T3", 7), line("crash", "T3", 300, {"acknowledged": 12345, "recovery_s": 1.66}), line("crash", "T1", 8))
        self.assertTrue(self.row("kill -9").endswith("| 300 rounds, 12,345 operations, a start takes up to 1.7 s | T3 | 2026-01-02 |"))
        self.assertEqual(0, self.run_script("--check").returncode)

    def test_a_promise_without_a_line_keeps_its_row(self):
        self.write(line("crash", "T2", 48))
        self.write(line("disk_full", "T2", 20))
        self.assertIn("48 rounds | T2", self.row("kill -9"))
        self.assertIn("| 20 rounds | T2", self.row("nor a full one"))
        self.assertIn("| – | – | – |", self.row("neither does"))

    def test_the_targets_of_the_fuzzer_are_added(self):
        self.write(line("fuzz_json", "T1", 5), line("fuzz_json", "T2", 1000), line("fuzz_csv", "T2", 2000, date="2026-01-03"))
        self.assertTrue(self.row("no bytes").endswith("| 3,000 inputs | T2 | 2026-01-03 |"))

    def test_every_figure_can_be_said(self):
        figures = {"acknowledged": 1, "recovery_s": 0.5, "failpoints": "23 of 23", "resumed_s": 1.25, "insert_per_s": 1500,
                   "find_per_s": 10000, "find_p99_ms": 1.2, "expired_gone_s": 0.4, "minutes": 30.0, "mb_per_minute": -0.05,
                   "sigterm_ms": 65, "kill_op_ms": 7, "messages": 3000, "slowest_ms": 12, "answered": 5, "term_s": 0.7,
                   "went_early": 0, "highest_mb": 500, "idle_mb": 90, "events": 9000, "destructive_commands": 40}
        names = ("crash", "crash_power", "crash_failpoints", "disk_error", "disk_full", "files_torn", "load", "soak", "starvation",
                 "hostile", "together", "clock", "memory", "monkey", "fuzz_json")
        self.write(*(line(name, "T3", 3, figures) for name in names))
        self.assertEqual(0, self.run_script("--check").returncode, self.run_script("--check").stderr)
        self.assertNotIn("| – |", self.readme.read_text(encoding="utf-8"))

    def test_a_promise_that_was_not_kept_is_not_written(self):
        before = self.readme.read_text(encoding="utf-8")
        run = self.write(line("crash", "T3", 300), line("load", "T3", passed=False))
        self.assertEqual(1, run.returncode)
        self.assertIn("load", run.stderr)
        self.assertEqual(before, self.readme.read_text(encoding="utf-8"))

    def test_another_table_is_noticed(self):
        self.write(line("crash", "T2", 48))
        for old, new, words in (("48 rounds", "many rounds", "is not what is said"), ("| T2 |", "| large |", "size or date"),
                                ("a clock that was set", "a clock", "not the row"), ("| promise |", "| |", "another head")):
            with self.subTest(new):
                before = self.readme.read_text(encoding="utf-8")
                self.change(old, new)
                self.assertIn(words, self.complaint())
                self.readme.write_text(before, encoding="utf-8")
        self.change(self.row("memory is given back") + "\n", "")
        self.assertIn("14 rows", self.complaint())

    def test_without_the_marks_it_says_so(self):
        self.readme.write_text("nothing\n", encoding="utf-8")
        self.assertIn("lacks the lines", self.complaint())


if __name__ == "__main__":
    unittest.main()
