#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Tests of packaging/scripts/release on a small checkout of its own: whatever is wrong with a release is found."""

import pathlib
import shutil
import subprocess
import sys
import tempfile
import unittest

SCRIPT = pathlib.Path(__file__).resolve().parents[2] / "packaging/scripts/release"
TRANSLATED = ('<TS language="zh_CN"><context><message><source>Name</source>'
              "<translation>名称</translation></message></context></TS>")
FILES = {
    "CMakeLists.txt": "cmake_minimum_required(VERSION 3.25)\nproject(sandglass VERSION 1.2.0 LANGUAGES CXX)\n",
    "vcpkg.json": '{ "name": "sandglass", "version": "1.2.0" }\n',
    "CHANGELOG.md": "# Changelog\n\n## [Unreleased]\n\n## [1.2.0] - 2026-01-31\n\n### Added\n\n- A window.\n\n## [1.1.0] - 2025-01-31\n\n- It.\n",
    "README.md": "See [the rules](CONTRIBUTING.md#rules), [a site](https://example.org/x) and [below](#limits).\n",
    "CONTRIBUTING.md": "# Rules\n",
    "resources/i18n/sandglass_zh_CN.ts": TRANSLATED,
}


class TestRelease(unittest.TestCase):
    def setUp(self):
        self.root = pathlib.Path(tempfile.mkdtemp(prefix="sandglass-release-"))
        self.addCleanup(shutil.rmtree, self.root)
        self.git("init", "--quiet")
        for path, text in FILES.items():
            file = self.root / path
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(text, encoding="utf-8")
        self.commit()

    def git(self, *arguments):
        subprocess.run(["git", "-C", self.root, "-c", "user.name=t", "-c", "user.email=t@example.org", *arguments],
                       check=True, capture_output=True)

    def commit(self):
        self.git("add", "--all")
        self.git("commit", "--quiet", "--allow-empty", "--message", "x")

    def change(self, path, old, new):
        """Replaces a text in a file and commits it."""
        file = self.root / path
        self.assertIn(old, file.read_text(encoding="utf-8"))
        file.write_text(file.read_text(encoding="utf-8").replace(old, new), encoding="utf-8")
        self.commit()

    def checked(self):
        """Exit code and output of the checks."""
        run = subprocess.run([sys.executable, SCRIPT, "--checks-only", "--root", self.root], capture_output=True, text=True)
        return run.returncode, run.stdout

    def finds(self, text):
        code, output = self.checked()
        self.assertIn(text, output)
        self.assertEqual(code, 1)

    def test_a_checkout_in_order_passes(self):
        code, output = self.checked()
        self.assertEqual((code, output.count(": good")), (0, 6), output)

    def test_a_file_that_is_not_committed_is_named(self):
        (self.root / "forgotten.txt").write_text("x")
        self.finds("not committed: forgotten.txt")

    def test_versions_must_agree(self):
        self.change("vcpkg.json", "1.2.0", "1.1.0")
        self.finds("vcpkg.json has another version than 1.2.0")
        self.change("CHANGELOG.md", "[1.2.0]", "[1.3.0]")
        self.finds("CMakeLists.txt has version 1.2.0, CHANGELOG.md 1.3.0")

    def test_a_version_is_released_once(self):
        self.git("tag", "v1.2.0")
        self.assertEqual(self.checked()[0], 0) # the very commit
        self.commit()
        self.finds("v1.2.0 is already the tag of another commit")

    def test_changes_have_their_version(self):
        self.change("CHANGELOG.md", "## [Unreleased]\n", "## [Unreleased]\n\n- Not in any version.\n")
        self.finds("Unreleased: - Not in any version.")

    def test_a_version_says_what_changed(self):
        self.change("CHANGELOG.md", "- A window.\n", "")
        self.finds("nothing is said about 1.2.0")

    def test_the_date_is_one_of_the_past(self):
        self.change("CHANGELOG.md", "2026-01-31", "2999-01-31")
        self.finds("1.2.0 is of 2999-01-31, which is in the future")
        self.change("CHANGELOG.md", "2999-01-31", "soon")
        self.finds("1.2.0 has no date of the form")

    def test_links_lead_somewhere(self):
        self.change("README.md", "CONTRIBUTING.md#rules", "docs/rules.md#rules")
        self.finds("README.md: docs/rules.md#rules is not there")

    def test_texts_are_translated(self):
        self.change("resources/i18n/sandglass_zh_CN.ts", "<translation>名称", '<translation type="unfinished">名称')
        self.finds("not translated: 'Name'")

    def test_nothing_is_left_to_do_in_the_sources(self):
        self.change("README.md", "See", "TO" + "DO: see")
        self.finds("README.md:1:")

    def test_all_faults_are_told_at_once(self):
        self.change("vcpkg.json", "1.2.0", "1.1.0")
        self.change("README.md", "CONTRIBUTING.md#rules", "none.md")
        output = self.checked()[1]
        self.assertIn("vcpkg.json", output)
        self.assertIn("none.md", output)


if __name__ == "__main__":
    unittest.main()
