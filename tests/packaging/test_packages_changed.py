#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""packaging/scripts/packages-changed says when CI builds the installers, in a repository of its own."""

import os
import pathlib
import subprocess
import tempfile
import unittest

SCRIPT = pathlib.Path(__file__).resolve().parents[2] / "packaging" / "scripts" / "packages-changed"


class PackagesChanged(unittest.TestCase):
    script = SCRIPT

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)
        # settings of the user who runs the tests do not count
        self.environment = {**os.environ, "GIT_CONFIG_GLOBAL": os.devnull, "GIT_CONFIG_NOSYSTEM": "1"}
        for name in ("GIT_DIR", "GIT_WORK_TREE", "GIT_INDEX_FILE"):
            self.environment.pop(name, None)
        self.git("init", "--quiet", "--initial-branch", "main")
        self.commit("app/main/gui_main.cpp", "one")
        self.commit("packaging/scripts/package", "one")

    def git(self, *arguments):
        subprocess.run(["git", "-c", "user.name=a", "-c", "user.email=a@b", "-c", "commit.gpgsign=false",
                        "-c", "tag.gpgsign=false", *arguments],
                       cwd=self.folder, env=self.environment, check=True, stdout=subprocess.DEVNULL)

    def commit(self, name, text):
        path = self.folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
        self.git("add", "--all")
        self.git("commit", "--quiet", "--message", f"{name}: {text}")

    def answer(self, *arguments):
        """(needed, reason)"""
        ended = subprocess.run([self.script, *arguments], cwd=self.folder, env=self.environment, check=False,
                               capture_output=True, text=True)
        self.assertIn(ended.returncode, (0, 1), ended.stderr)
        self.assertEqual(ended.returncode == 0, ended.stdout != "")
        return ended.returncode == 0, ended.stdout

    def test_a_commit_to_packaging_needs_them(self):
        needed, reason = self.answer()
        self.assertTrue(needed)
        self.assertIn("packaging/scripts/package", reason)

    def test_another_commit_after_it_does_not(self):
        self.commit("ui/shell/main_window.cpp", "two")
        self.assertFalse(self.answer()[0])

    def test_install_rules_elsewhere_need_them(self):
        self.commit("ui/CMakeLists.txt", "add_library(ui)\n")
        self.assertFalse(self.answer()[0])
        self.commit("ui/CMakeLists.txt", "add_library(ui)\ninstall(FILES a DESTINATION b)\n")
        self.assertTrue(self.answer()[0])

    def test_a_version_tag_needs_them_whatever_changed(self):
        self.commit("ui/shell/main_window.cpp", "two")
        self.git("tag", "v1.0.0")
        self.assertEqual(self.answer(), (True, "the version tag v1.0.0\n"))

    def test_another_tag_is_no_version(self):
        self.commit("ui/shell/main_window.cpp", "two")
        self.git("tag", "vacation")
        self.assertFalse(self.answer()[0])

    def test_changes_since_the_last_version_tag_need_them(self):
        self.git("tag", "v1.0.0")
        self.commit("ui/shell/main_window.cpp", "two")
        self.assertFalse(self.answer()[0])
        self.commit("packaging/scripts/package", "two")
        self.commit("ui/shell/main_window.cpp", "three")
        needed, reason = self.answer()
        self.assertTrue(needed)
        self.assertIn("v1.0.0", reason)

    def test_a_branch_is_compared_with_where_it_left_main(self):
        self.commit("ui/shell/main_window.cpp", "two")
        self.git("update-ref", "refs/remotes/origin/main", "HEAD")
        self.commit("packaging/scripts/package", "two")
        self.commit("ui/shell/main_window.cpp", "three")
        self.assertTrue(self.answer()[0])

    def test_a_base_can_be_named(self):
        self.commit("ui/shell/main_window.cpp", "two")
        self.assertFalse(self.answer("HEAD^")[0])
        self.assertTrue(self.answer("HEAD~2")[0])

    def test_the_first_commit_needs_them(self):
        self.git("checkout", "--quiet", "--orphan", "alone")
        self.git("commit", "--quiet", "--message", "alone")
        self.assertTrue(self.answer()[0])


if __name__ == "__main__":
    unittest.main()
