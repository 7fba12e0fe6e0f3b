#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""packaging/scripts/fresh-machine finds in README.md what it runs on a bare machine."""

import pathlib
import re
import subprocess
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]


class FreshMachine(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        ended = subprocess.run([ROOT / "packaging" / "scripts" / "fresh-machine", "--list"], check=True,
                               capture_output=True, text=True)
        cls.lines = [line.split(": ", 1) for line in ended.stdout.splitlines()]

    def of(self, kind):
        return [line for name, line in self.lines if name == kind]

    def test_there_are_two_commands_for_the_sources(self):
        self.assertEqual(self.of("source"), ["packaging/scripts/run", "packaging/scripts/test"])

    def test_each_release_of_debian_has_a_line_with_both_packages(self):
        for release in ("~deb12u1", "~deb13u1"):
            lines = [line for line in self.of("deb") if release in line]
            self.assertEqual(len(lines), 1, release)
            self.assertRegex(lines[0], rf"^sudo apt install \./sandglass_\S+{release}\S+\.deb \./sandglass-engine_\S+{release}")

    def test_each_other_format_has_a_line(self):
        self.assertRegex(" && ".join(self.of("tar")), r"^tar x\S* sandglass-\S+\.tar\.xz .*/bin/sandglass$")
        self.assertRegex(" && ".join(self.of("AppImage")), r"^chmod \+x \S+\.AppImage && \./\S+\.AppImage$")
        self.assertRegex(" && ".join(self.of("rpm")), r"^sudo \S+ .*\.rpm$")

    def test_the_files_have_the_version_of_the_sources(self):
        version = re.search(r"^project\(sandglass VERSION ([\d.]+)", (ROOT / "CMakeLists.txt").read_text(encoding="utf-8"),
                            re.MULTILINE).group(1)
        for kind in ("deb", "tar", "AppImage", "rpm"):
            for line in self.of(kind):
                self.assertIn(version, line)


if __name__ == "__main__":
    unittest.main()
