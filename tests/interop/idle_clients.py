#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Holds every client that is installed idle for longer than two of its heartbeats, all at the same time, then restarts the
engine under them.

usage: idle_clients.py ENGINE DRIVERS
No client may lose a connection, and each must find its document before and after the restart. Exit code: 77 when no client
is installed.
"""

import os
import pathlib
import subprocess
import sys
import tempfile
import time

from with_engine import GO_DRIVER, SKIPPED, Client, Engine, command_for, go_settings, missing_parts

CLIENTS = {
    "node 7": Client("node", "idle_client.js", ("mongodb",), ("mongodb",)),
    "node 6": Client("node", "idle_client.js", ("mongodb-6",), ("mongodb-6",)),
    "node 4": Client("node", "idle_client.js", ("mongodb-4",), ("mongodb-4",)),
    "node 3": Client("node", "idle_client.js", ("mongodb-3",), ("mongodb-3",)),
    "mongoose": Client("node", "idle_client.js", ("mongoose",), ("mongoose",)),
    "pymongo": Client("python", "idle_client.py", needs=("pymongo",)),
    "ruby": Client("ruby", "idle_client.rb", needs=("mongo",)),
    "php": Client("php", "idle_client.php", needs=("mongodb",)),
    "java": Client("java", "IdleClient.java", needs=("mongo-java-driver",)),
    "perl": Client("perl", "idle_client.pl"),
    "go": Client("go", "idle_client.go", needs=GO_DRIVER),
}
# Drivers send a heartbeat every 10 seconds, and it is the second one that shows whether the first was answered well. A
# minute is also longer than what pools and load balancers take for idle.
IDLE_SECONDS = 60


def started(drivers, port, environment):
    """The clients that are installed, by name."""
    clients = {}
    for name, client in CLIENTS.items():
        missing = missing_parts(client, drivers)
        if missing:
            print(f"SKIPPED: {name} cannot run on this machine, it needs: {', '.join(missing)}")
            continue
        command = command_for(client, drivers, "", f"mongodb://127.0.0.1:{port}/interop")
        clients[name] = subprocess.Popen(command, env=environment, stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                                         text=True, bufsize=1)
    return clients


def answers(clients, expected):
    """Whether each client says what is expected of it."""
    well = True
    for name, process in clients.items():
        said = process.stdout.readline().strip()
        if said != expected:
            print(f"{name}: {said or 'it ended'}, expected: {expected}")
            well = False
    return well


def tell(clients):
    """Lets each client go on."""
    for process in clients.values():
        if process.poll() is None:
            process.stdin.write("go on\n")
            process.stdin.flush()


def story(engine_path, drivers, folder):
    """Plays the whole of it; returns the exit code."""
    environment = dict(os.environ, HOME=folder, TMPDIR=folder, **go_settings(drivers))
    none = Client("python", "")
    engine = Engine(engine_path, folder, none)
    clients = started(drivers, engine.port, environment)
    try:
        if not clients:
            print("SKIPPED: no client is installed")
            return SKIPPED
        well = answers(clients, "ready")
        time.sleep(IDLE_SECONDS)
        tell(clients)
        well = answers(clients, "calm") and well
        well = engine.close() and well
        engine = Engine(engine_path, folder, none, engine.port)
        tell(clients)
        return 0 if answers(clients, "back") and well else 1
    finally:
        for process in clients.values():
            process.kill()
            process.wait()
        engine.close()


def main():
    with tempfile.TemporaryDirectory() as folder:
        return story(sys.argv[1], pathlib.Path(sys.argv[2]).resolve(), folder)


if __name__ == "__main__":
    sys.exit(main())
