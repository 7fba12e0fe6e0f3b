#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Cases C137 and C138: real drivers refuse a server whose wire versions they do not know.

usage: wire_versions.py ENGINE CASE DRIVERS
A relay stands between the driver and the engine; it changes one number in what the engine says of itself and leaves
everything else alone. Without the change the same driver has to connect, so that the number is the only reason.
Exit code: 77 when the driver is not installed.
"""

import json
import pathlib
import re
import shutil
import socket
import struct
import subprocess
import sys
import tempfile
import threading

SKIPPED = 77
NODE = """
const { MongoClient } = require(process.argv[1]);
const client = new MongoClient(process.argv[2], { serverSelectionTimeoutMS: 3000 });
client.connect().then(() => console.log("connected"), (error) => console.log(error.message)).finally(() => client.close());
"""
PYTHON = """
import sys, pymongo
try:
    print("knows", pymongo.common.MAX_SUPPORTED_WIRE_VERSION)
    pymongo.MongoClient(sys.argv[1], serverSelectionTimeoutMS=3000).admin.command("ping")
    print("connected")
except pymongo.errors.PyMongoError as error:
    print(error)
"""
# case: the field, what the relay makes of it (None: one more than the driver knows), and what the driver then says
CASES = {
    "C137": ("maxWireVersion", 8, "reports maximum wire version 8"),
    "C138": ("minWireVersion", None, "requires wire version {}"),
}


def driver_command(case, drivers):
    """How to start the case's driver, without the connection string; None when it is not here."""
    if case == "C137":
        node, driver = shutil.which("node"), drivers / "node_modules" / "mongodb"
        return [node, "-e", NODE, str(driver)] if node and driver.exists() else None
    python = "/usr/bin/python3"
    found = subprocess.run([python, "-c", "import pymongo"], capture_output=True, check=False).returncode == 0
    return [python, "-c", PYTHON] if found else None


def pump(source, target, change):
    """Hands on what comes from one side until it ends; an answer of a handshake arrives in one piece."""
    try:
        while data := source.recv(65536):
            target.sendall(change(data))
    except OSError:
        pass
    finally:
        target.close()


def relay(port, field, value):
    """Listens on a free port and hands on to the engine's; returns the port."""
    listener = socket.create_server(("127.0.0.1", 0))
    name = b"\x10" + field.encode() + b"\0"

    def change(data):
        at = data.find(name)
        if value is None or at < 0:
            return data
        at += len(name)
        return data[:at] + struct.pack("<i", value) + data[at + 4:]

    def serve():
        while True:
            client, _ = listener.accept()
            engine = socket.create_connection(("127.0.0.1", port))
            threading.Thread(target=pump, args=(client, engine, bytes), daemon=True).start()
            threading.Thread(target=pump, args=(engine, client, change), daemon=True).start()

    threading.Thread(target=serve, daemon=True).start()
    return listener.getsockname()[1]


def driver_says(command, port):
    done = subprocess.run([*command, f"mongodb://127.0.0.1:{port}/"], capture_output=True, text=True, check=False, timeout=60)
    return done.stdout + done.stderr


def main():
    engine_path, case, drivers = sys.argv[1], sys.argv[2], pathlib.Path(sys.argv[3]).resolve()
    field, value, refusal = CASES[case]
    command = driver_command(case, drivers)
    if command is None:
        print(f"SKIPPED: the driver of {case} is not installed on this machine")
        return SKIPPED
    with tempfile.TemporaryDirectory() as folder:
        engine = subprocess.Popen([engine_path, "--dbpath", folder + "/db", "--port", "0", "--exit-with-parent"],
                                  stderr=subprocess.PIPE, text=True)
        try:
            port = next(entry["attr"]["port"] for entry in map(json.loads, engine.stderr)
                        if entry["msg"] == "Waiting for connections")
            threading.Thread(target=engine.stderr.read, daemon=True).start()
            plain = driver_says(command, relay(port, field, None))
            if value is None:
                value = int(re.search(r"knows (\d+)", plain)[1]) + 1
            changed = driver_says(command, relay(port, field, value))
        finally:
            engine.terminate()
            engine.wait(timeout=20)
    print(f"as it is: {plain.strip()}\n{field} {value}: {changed.strip()}")
    return 0 if "connected" in plain and refusal.format(value) in changed else 1


if __name__ == "__main__":
    sys.exit(main())
