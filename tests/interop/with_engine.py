#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Starts the engine on a free port and runs one client's script against it.

usage: with_engine.py ENGINE CLIENT DRIVERS
CLIENT: mongosh, node_driver or pymongo. DRIVERS: the folder that packaging/scripts/drivers filled.
Exit code: the script's; 77 when the client is not installed.
"""

import os
import pathlib
import shutil
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
SKIPPED = 77


def command_for(client, drivers, uri):
    """The command line of a client's script, or None when the client is missing."""
    node = shutil.which("node")
    if client == "mongosh":
        shell = drivers / "node_modules" / "mongosh" / "bin" / "mongosh.js"
        return [node, str(shell), "--quiet", "--norc", uri, str(HERE / "mongosh.js")] if node and shell.exists() else None
    if client == "node_driver":
        driver = drivers / "node_modules" / "mongodb"
        return [node, str(HERE / "node_driver.js"), str(driver), uri] if node and driver.exists() else None
    # Debian's pymongo belongs to Debian's python, which need not be the one that runs this
    python = next((path for path in ("/usr/bin/python3", sys.executable)
                   if subprocess.run([path, "-c", "import pymongo"], capture_output=True, check=False).returncode == 0), None)
    return [python, str(HERE / "pymongo_client.py"), uri] if python else None


def wait_ready(engine):
    """Reads the engine's log until it waits for connections; returns the port."""
    import json
    for line in engine.stderr:
        entry = json.loads(line)
        if entry["msg"] == "Waiting for connections":
            return entry["attr"]["port"]
    raise SystemExit("the engine ended before it was ready")


def main():
    engine_path, client, drivers = sys.argv[1], sys.argv[2], pathlib.Path(sys.argv[3]).resolve()
    if command_for(client, drivers, "") is None:
        print(f"SKIPPED: {client} is not installed on this machine")
        return SKIPPED
    with tempfile.TemporaryDirectory() as folder:
        engine = subprocess.Popen([engine_path, "--dbpath", folder + "/db", "--port", "0", "--setParameter",
                                   "enableTestCommands=true", "--exit-with-parent"], stderr=subprocess.PIPE, text=True)
        try:
            uri = f"mongodb://127.0.0.1:{wait_ready(engine)}/interop"
            # the rest of the log must not fill the pipe
            drain = subprocess.Popen(["cat"], stdin=engine.stderr, stdout=subprocess.DEVNULL)
            environment = dict(os.environ, HOME=folder, MONGOSH_SKIP_NODE_VERSION_CHECK="1")
            code = subprocess.run(command_for(client, drivers, uri), env=environment, check=False, timeout=100).returncode
        finally:
            engine.terminate()
            engine.wait(timeout=20)
        drain.wait(timeout=20)
        if engine.returncode != 0:
            print(f"the engine ended with {engine.returncode}")
            return 1
        return code


if __name__ == "__main__":
    sys.exit(main())
