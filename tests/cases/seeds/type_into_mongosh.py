#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Starts the engine and lets mongosh run the examples of a seed document as they are written there.

usage: type_into_mongosh.py ENGINE DRIVERS SCRIPT
A script's first lines may say "// engine: ARGUMENTS" for further arguments of the engine. shell.js is loaded before it.
Exit code: mongosh's; 77 when it is not installed.
"""

import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import threading

SKIPPED = 77


def main():
    engine_path, drivers, script = sys.argv[1], pathlib.Path(sys.argv[2]).resolve(), pathlib.Path(sys.argv[3])
    node, shell = shutil.which("node"), drivers / "node_modules" / "mongosh" / "bin" / "mongosh.js"
    if node is None or not shell.exists():
        print("SKIPPED: mongosh is not installed on this machine")
        return SKIPPED
    asked = re.search(r"^// engine: (.*)$", script.read_text(encoding="utf-8"), re.M)
    with tempfile.TemporaryDirectory() as folder:
        engine = subprocess.Popen([engine_path, "--dbpath", folder + "/db", "--port", "0", "--exit-with-parent",
                                   "--setParameter", "enableTestCommands=true", *(asked.group(1).split() if asked else [])],
                                  stderr=subprocess.PIPE, text=True)
        try:
            port = next(entry["attr"]["port"] for entry in map(json.loads, engine.stderr)
                        if entry["msg"] == "Waiting for connections")
            threading.Thread(target=engine.stderr.read, daemon=True).start()
            command = [node, str(shell), "--quiet", "--norc", f"mongodb://127.0.0.1:{port}/test",
                       str(script.with_name("shell.js")), str(script)]
            environment = dict(os.environ, HOME=folder, MONGOSH_SKIP_NODE_VERSION_CHECK="1")
            return subprocess.run(command, env=environment, check=False, timeout=100).returncode
        finally:
            engine.terminate()
            engine.wait(timeout=20)


if __name__ == "__main__":
    sys.exit(main())
