#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""packaging/scripts/packages asks for the password before the clients of the tests are installed in the background, where
nobody could type one, and says what to do when a package cannot be installed. Root, apt and the list of packages are programs
of the test."""

import os
import pathlib
import subprocess
import tempfile
import unittest

SCRIPTS = pathlib.Path(__file__).resolve().parents[2] / "packaging" / "scripts"


class RootForClients(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)
        self.log = pathlib.Path(self.folder.name) / "log"
        self.program("id", "echo 1000")
        self.program("dpkg-query", "echo 'unknown ok not-installed'")
        self.program("apt-get", f"echo apt-get \"$@\" >> {self.log}")

    def program(self, name, text):
        path = pathlib.Path(self.folder.name) / name
        path.write_text(f"#!/bin/sh\n{text}\n")
        path.chmod(0o755)

    def sudo(self, password_known):
        """A sudo that refuses, unless the password was typed before; -n must never ask."""
        answer = 'exec "$@"' if password_known else "exit 1"
        self.program("sudo", f"echo sudo \"$@\" >> {self.log}; [ \"$1\" != -n ] || shift; {answer}")

    def run_script(self, text):
        path = self.folder.name + ":" + os.environ["PATH"]
        done = subprocess.run(["bash", "-euo", "pipefail", "-c", f". {SCRIPTS}/packages\n{text}"], timeout=60,
                              env={"PATH": path}, capture_output=True, text=True, stdin=subprocess.DEVNULL)
        calls = self.log.read_text().splitlines() if self.log.exists() else []
        return done, calls

    def test_a_refused_password_leaves_the_clients_out(self):
        self.sudo(password_known=False)
        done, calls = self.run_script("clients=(php-cli); ask_for_root php-cli || clients=(); echo \"${#clients[@]} left\"")
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertIn("0 left", done.stdout)
        self.assertEqual(calls, ["sudo true"])

    def test_nothing_is_asked_when_nothing_is_missing(self):
        self.program("dpkg-query", "echo 'install ok installed'")
        self.sudo(password_known=False)
        done, calls = self.run_script("ask_for_root php-cli; ensure_clients php-cli")
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertEqual(calls, [])

    def test_in_the_background_no_password_is_asked_for(self):
        self.sudo(password_known=False)
        done, calls = self.run_script("ensure_clients php-cli ruby")
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertIn("their tests will say SKIPPED", done.stdout)
        self.assertTrue(calls)
        self.assertTrue(all(call.startswith("sudo -n ") for call in calls), calls)

    def test_with_the_password_they_are_installed(self):
        self.sudo(password_known=True)
        done, calls = self.run_script("ask_for_root php-cli ruby && ensure_clients php-cli ruby")
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertNotIn("SKIPPED", done.stdout)
        self.assertIn("apt-get install -y --no-install-recommends php-cli ruby", calls)

    def test_what_the_build_needs_is_asked_for(self):
        self.sudo(password_known=True)
        done, calls = self.run_script("ensure_packages 'the test' cmake-of-nobody")
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertFalse(any(call.startswith("sudo -n") for call in calls), calls)

    def test_a_refused_password_says_what_to_run_as_root(self):
        self.sudo(password_known=False)
        done, calls = self.run_script("ensure_packages 'the test' cmake-of-nobody")
        self.assertEqual(done.returncode, 1)
        self.assertIn("As root, run:\n  apt-get install cmake-of-nobody", done.stderr)
        self.assertEqual(calls, ["sudo true"])

    def test_what_the_system_does_not_offer_is_named(self):
        self.sudo(password_known=True)
        self.program("apt-get", "[ \"$1\" = update ] || exit 100")
        self.program("apt-cache", "[ \"$3\" != cmake-of-nobody ]")
        done, _ = self.run_script("ensure_packages 'the test' cmake-of-nobody ninja-of-all")
        self.assertEqual(done.returncode, 1)
        self.assertIn("does not offer: cmake-of-nobody. Debian 12", done.stderr)
        self.assertRegex(done.stderr, r"Free on the disk of /usr: \S+\n")

    def test_a_missing_network_is_named_before_anything_else(self):
        self.sudo(password_known=True)
        self.program("apt-get", "exit 100")
        self.program("apt-cache", "exit 100")
        done, _ = self.run_script("ensure_packages 'the test' cmake-of-nobody")
        self.assertEqual(done.returncode, 1)
        self.assertIn("Is there a network", done.stderr)
        self.assertNotIn("does not offer", done.stderr)


if __name__ == "__main__":
    unittest.main()
