#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Runs the window's client against a server that this project did not write, DocumentDB.

usage: client_on_documentdb.py TEST_PROGRAM
Exit code 77 where the server cannot be had, see tests/cases/documentdb/server.py.
"""

import os
import pathlib
import subprocess
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "cases" / "documentdb"))
import server  # noqa: E402


def main():
    try:
        with server.running_server() as port:
            environment = dict(os.environ, SANDGLASS_DOCUMENTDB_URI=f"mongodb://127.0.0.1:{port}/")
            return subprocess.run([sys.argv[1], "integration_documentdb"], env=environment, check=False).returncode
    except server.Unavailable as missing:
        return server.skip("the window's client on DocumentDB", missing)


if __name__ == "__main__":
    sys.exit(main())
