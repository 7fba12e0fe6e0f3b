#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Whether the engine gives memory and disk back. Five rounds insert large documents and drop them; then the engine
idles. Afterwards its resident memory, and its data folder, must be small, and `top` must have forgotten the
collections. Appends one JSON line to build/robustness.json.

    memory.py ENGINE [--label NAME] [--rounds N] [--idle SECONDS]

The environment is passed on, so that allocators can be compared: MALLOC_ARENA_MAX, LD_PRELOAD."""

import argparse
import json
import os
import pathlib
import socket
import struct
import subprocess
import sys
import tempfile
import time

ROOT = pathlib.Path(__file__).resolve().parents[2]
MEGABYTE = 1 << 20
MOST_RESIDENT = 300 * MEGABYTE
MOST_DISK = 64 * MEGABYTE


def encode(document):
    """A document as BSON; keys are text, values int, float, str, bytes, bool, dict or list."""
    parts = []
    for key, value in document.items():
        name = key.encode() + b"\0"
        if isinstance(value, bool):
            parts.append(b"\x08" + name + bytes([value]))
        elif isinstance(value, int):
            parts.append(b"\x12" + name + struct.pack("<q", value))
        elif isinstance(value, float):
            parts.append(b"\x01" + name + struct.pack("<d", value))
        elif isinstance(value, str):
            text = value.encode() + b"\0"
            parts.append(b"\x02" + name + struct.pack("<i", len(text)) + text)
        elif isinstance(value, bytes):
            parts.append(b"\x05" + name + struct.pack("<i", len(value)) + b"\0" + value)
        elif isinstance(value, list):
            parts.append(b"\x04" + name + encode({str(at): each for at, each in enumerate(value)}))
        else:
            parts.append(b"\x03" + name + encode(value))
    body = b"".join(parts)
    return struct.pack("<i", len(body) + 5) + body + b"\0"


class Client:
    """One connection. It reads of a reply only what this script needs."""

    def __init__(self, path):
        self.socket = socket.socket(socket.AF_UNIX)
        self.socket.connect(path)

    def run(self, command, database="memory"):
        """Sends a command and returns the bytes of the reply; ends the script when it failed."""
        body = struct.pack("<iB", 0, 0) + encode({**command, "$db": database})
        self.socket.sendall(struct.pack("<iiii", len(body) + 16, 1, 0, 2013) + body)
        size = struct.unpack("<i", self.read(4))[0]
        reply = self.read(size - 4)
        if b"\x01ok\0" + struct.pack("<d", 1.0) not in reply:
            sys.exit(f"{next(iter(command))} failed: {reply[:400]!r}")
        return reply

    def read(self, count):
        """Exactly `count` bytes."""
        parts = []
        while count > 0:
            part = self.socket.recv(count)
            if not part:
                sys.exit("the engine has closed the connection")
            parts.append(part)
            count -= len(part)
        return b"".join(parts)


def resident(process):
    """Resident memory of a process, in bytes."""
    for line in pathlib.Path(f"/proc/{process}/status").read_text().splitlines():
        if line.startswith("VmRSS:"):
            return int(line.split()[1]) * 1024
    return 0


def disk(folder):
    """Bytes of the files in a folder, without the reserve for a full disk."""
    files = [path for path in pathlib.Path(folder).iterdir() if path.name != "RESERVE"]
    return sum(path.stat().st_blocks * 512 for path in files if path.is_file())


def fill_and_drop(client, number, highest, process):
    """One round: documents of 1 to 12 MB, read back in several ways, and dropped. Returns the most memory seen."""
    name = f"round{number}"
    for at in range(60):
        payload = os.urandom((1 + at % 12) * MEGABYTE)
        client.run({"insert": name, "documents": [{"_id": at, "payload": payload}]})
        highest = max(highest, resident(process))
    for skip in range(0, 60, 6):
        client.run({"find": name, "sort": {"_id": -1}, "skip": skip, "limit": 1})
        highest = max(highest, resident(process))
    client.run({"aggregate": name, "cursor": {},
                "pipeline": [{"$sort": {"_id": -1}}, {"$project": {"size": {"$bsonSize": "$$ROOT"}}}]})
    highest = max(highest, resident(process))
    if number % 2:
        client.run({"drop": name})
    else:
        client.run({"dropDatabase": 1})
    return highest


def measure(engine, rounds, idle):
    """Runs an engine and returns the figures."""
    with tempfile.TemporaryDirectory(prefix="sandglass-memory-") as folder:
        path = folder + "/s"
        data = folder + "/data"
        with open(folder + "/log", "wb") as log:
            process = subprocess.Popen([engine, "--dbpath", data, "--unix-socket", path], stderr=log)
        try:
            deadline = time.monotonic() + 30
            while not os.path.exists(path):
                if time.monotonic() > deadline or process.poll() is not None:
                    sys.exit("the engine does not start")
                time.sleep(0.05)
            client = Client(path)
            client.run({"ping": 1})
            figures = {"start": resident(process.pid), "highest": 0, "busyDisk": 0}
            for number in range(rounds):
                figures["highest"] = fill_and_drop(client, number, figures["highest"], process.pid)
                figures["busyDisk"] = max(figures["busyDisk"], disk(data))
            figures["afterRounds"] = resident(process.pid)
            end = time.monotonic() + idle
            figures["secondsToLimit"] = None
            while time.monotonic() < end:
                if figures["secondsToLimit"] is None and resident(process.pid) < MOST_RESIDENT:
                    figures["secondsToLimit"] = round(idle - (end - time.monotonic()), 1)
                time.sleep(0.5)
            figures["idle"] = resident(process.pid)
            figures["idleDisk"] = disk(data)
            figures["topForgets"] = b"memory.round" not in client.run({"top": 1}, "admin")
            return figures
        finally:
            process.terminate()
            process.wait(60)


def main():
    """Measures, judges and writes the line."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    parser.add_argument("engine")
    parser.add_argument("--label", default="engine")
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--idle", type=float, default=60)
    chosen = parser.parse_args()
    figures = measure(chosen.engine, chosen.rounds, chosen.idle)
    good = figures["idle"] < MOST_RESIDENT and figures["idleDisk"] < MOST_DISK and figures["topForgets"]
    line = {"script": "memory", "label": chosen.label, "when": time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime()),
            "ok": good, "rounds": chosen.rounds, "idleSeconds": chosen.idle, **figures}
    (ROOT / "build").mkdir(exist_ok=True)
    with open(ROOT / "build/robustness.json", "a", encoding="utf-8") as out:
        out.write(json.dumps(line) + "\n")
    print(json.dumps(line))
    return 0 if good else 1


if __name__ == "__main__":
    sys.exit(main())
