#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""One version number: CMake's, in --version, the engine's hello, the manual pages, the metainfo and the changelog.

    test_versions.py VERSION SOURCES MADE SANDGLASS ENGINE

MADE is the folder of the texts that are installed. About and the packages: packaging/scripts/test-packages.
"""

import pathlib
import re
import socket
import struct
import subprocess
import sys
import tempfile
import threading
import unittest
import xml.etree.ElementTree

version, sources, made, window, engine = "", pathlib.Path(), pathlib.Path(), "", ""


def hello(port):
    """The reply to hello as bytes of BSON."""
    command = b"\x10hello\0" + struct.pack("<i", 1) + b"\x02$db\0" + struct.pack("<i", 6) + b"admin\0"
    body = struct.pack("<i", len(command) + 5) + command + b"\0"
    message = struct.pack("<iiiiIB", 21 + len(body), 1, 0, 2013, 0, 0) + body
    with socket.create_connection(("127.0.0.1", port), timeout=30) as client:
        client.sendall(message)
        stream = client.makefile("rb")
        head = stream.read(16)
        return stream.read(struct.unpack_from("<i", head)[0] - 16)


class Versions(unittest.TestCase):
    def printed(self, program):
        return subprocess.run([program, "--version"], check=True, capture_output=True, text=True).stdout

    def test_the_window_prints_it(self):
        self.assertEqual(self.printed(window), f"sandglass {version}\n")

    def test_the_engine_prints_it(self):
        self.assertRegex(self.printed(engine), rf"^sandglass-engine {re.escape(version)}\b")

    def test_the_engine_says_it_in_hello(self):
        with tempfile.TemporaryDirectory() as folder:
            process = subprocess.Popen([engine, "--dbpath", folder, "--port", "0"], stderr=subprocess.PIPE, text=True)
            limit = threading.Timer(60, process.kill)
            limit.start()
            try:
                port = next(int(found.group(1)) for line in process.stderr
                            if (found := re.search(r'Waiting for connections.*"port": ?(\d+)', line)))
                reply = hello(port)
            finally:
                limit.cancel()
                process.terminate()
                process.communicate(timeout=60)
        own = reply[reply.index(b"\x03sandglass\0"):]
        text = version.encode() + b"\0"
        self.assertIn(b"\x02version\0" + struct.pack("<i", len(text)) + text, own)

    def test_the_manual_pages_have_it(self):
        for page in ("sandglass.1", "sandglass-engine.1"):
            heading = next(line for line in (made / page).read_text(encoding="utf-8").splitlines()
                           if line.startswith(".TH "))
            self.assertIn(version, heading)

    def test_it_is_the_newest_release_of_the_metainfo(self):
        tree = xml.etree.ElementTree.parse(made / "org.sandglass.Sandglass.metainfo.xml")
        self.assertEqual(tree.find("releases/release").get("version"), version)

    def test_it_is_the_newest_version_of_the_changelog(self):
        text = (sources / "CHANGELOG.md").read_text(encoding="utf-8")
        self.assertEqual(re.search(r"^## \[?(\d[\d.]*)\]?", text, re.MULTILINE).group(1), version)


if __name__ == "__main__":
    version, window, engine = sys.argv[1], sys.argv[4], sys.argv[5]
    sources, made = pathlib.Path(sys.argv[2]), pathlib.Path(sys.argv[3])
    unittest.main(argv=sys.argv[:1])
