# SPDX-License-Identifier: GPL-3.0-or-later
"""A DocumentDB server for a test: starts it, and stops it afterwards.

The server is only used where it is installed already; SANDGLASS_DOCUMENTDB=1 installs it first (Debian's packages,
560 MB, one to two minutes, as root).
"""

import contextlib
import fcntl
import os
import pathlib
import socket
import subprocess

HERE = pathlib.Path(__file__).resolve().parent
SKIPPED = 77  # the exit code of a test that cannot run here


class Unavailable(Exception):
    """Why there is no server."""


def free_port():
    with socket.create_server(("127.0.0.1", 0)) as listener:
        return listener.getsockname()[1]


def installed_at():
    cache = os.environ.get("XDG_CACHE_HOME") or pathlib.Path.home() / ".cache"
    return pathlib.Path(os.environ.get("ROOT") or pathlib.Path(cache) / "sandglass" / "documentdb-root")


@contextlib.contextmanager
def running_server():
    """The port of a running server. Raises Unavailable where it cannot be had."""
    installed = (installed_at() / "usr/lib/postgresql/18/bin/postgres").exists()
    if not installed and os.environ.get("SANDGLASS_DOCUMENTDB") != "1":
        raise Unavailable("it is not installed here; SANDGLASS_DOCUMENTDB=1 installs it")
    installed_at().parent.mkdir(parents=True, exist_ok=True)
    with open(installed_at().with_suffix(".lock"), "w", encoding="utf-8") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)  # there is one installation for all checkouts
        port, pgport = free_port(), free_port()
        server = subprocess.Popen([str(HERE / "start"), str(port)], env=dict(os.environ, PGPORT=str(pgport)),
                                  stdout=subprocess.PIPE, text=True)
        try:
            wait_until_ready(server)
            yield port
        finally:
            server.terminate()
            server.wait(timeout=20)
            subprocess.run([str(HERE / "stop")], check=False)


def wait_until_ready(server):
    said = ""
    for said in server.stdout:
        print(said, end="", flush=True)
        if said.startswith("ready on"):
            return
    code = server.wait(timeout=60)
    if code == SKIPPED:
        raise Unavailable(said.strip())
    raise SystemExit(f"the server ended with code {code}")


def skip(what, why):
    line = "=" * 100
    print(f"{line}\nSKIPPED: {what}: {why}\n{line}")
    return SKIPPED
