#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Runs the cases against a server that this project did not write, DocumentDB, and compares with what is known.

usage: compare_documentdb.py CASE_RUNNER
documentdb/differences.json lists in which cases that server differs and why. A case that differs without being listed
fails, and so does a listed one that no longer differs: then the list is wrong.
By default the server is only used where it is installed already; SANDGLASS_DOCUMENTDB=1 installs it first (Debian's
packages, 560 MB, one to two minutes, as root). Exit code 77 where it cannot be had.
"""

import fcntl
import json
import os
import pathlib
import socket
import subprocess
import sys

HERE = pathlib.Path(__file__).resolve().parent
SKIPPED = 77


def free_port():
    with socket.create_server(("127.0.0.1", 0)) as listener:
        return listener.getsockname()[1]


def installed_at():
    cache = os.environ.get("XDG_CACHE_HOME") or pathlib.Path.home() / ".cache"
    return pathlib.Path(os.environ.get("ROOT") or pathlib.Path(cache) / "sandglass" / "documentdb-root")


def skip(why):
    line = "=" * 100
    print(f"{line}\nSKIPPED: the comparison with DocumentDB: {why}\n{line}")
    return SKIPPED


def outcomes(runner, port):
    """{case: (word, reason)}, where the word is ok, skipped or FAILED."""
    files = sorted(str(path) for path in HERE.glob("C*.json"))
    run = subprocess.run([runner, "--server", str(port), *files], capture_output=True, text=True, check=False, timeout=500)
    result = {}
    for line in run.stdout.splitlines():
        word, _, rest = line.partition(" ")
        case, _, why = rest.partition(": ")
        result[case] = (word, why)
    if len(result) != len(files):
        raise SystemExit(f"the runner ended early:\n{run.stdout[-1000:]}\n{run.stderr[-2000:]}")
    return result


def known_differences():
    """{case: why it differs}."""
    groups = json.loads((HERE / "documentdb" / "differences.json").read_text(encoding="utf-8"))
    return {case: group["why"] for group in groups for case in group["cases"]}


def compare(found, known):
    """Prints every case; returns how many are not as the list says."""
    wrong = 0
    for case, (word, why) in sorted(found.items()):
        if word == "FAILED" and case in known:
            print(f"differs  {case}: {known[case]}")
        elif word == "FAILED":
            wrong += 1
            print(f"DIFFERS, NOT LISTED  {case}: {why}")
        elif case in known:
            wrong += 1
            print(f"LISTED, BUT {word}  {case}: {known[case]}")
        else:
            print(f"{'agrees' if word == 'ok' else 'skipped'}  {case}{': ' + why if why else ''}")
    for case in sorted(set(known) - set(found)):
        wrong += 1
        print(f"LISTED, BUT NO CASE  {case}")
    return wrong


def run(runner):
    port, pgport = free_port(), free_port()
    environment = dict(os.environ, PGPORT=str(pgport))
    server = subprocess.Popen([str(HERE / "documentdb" / "start"), str(port)], env=environment,
                              stdout=subprocess.PIPE, text=True)
    try:
        said = ""
        for said in server.stdout:
            print(said, end="")
            if said.startswith("ready on"):
                break
        if not said.startswith("ready on"):
            code = server.wait(timeout=60)
            return skip(said.strip()) if code == SKIPPED else 1
        wrong = compare(outcomes(runner, port), known_differences())
    finally:
        server.terminate()
        server.wait(timeout=20)
        subprocess.run([str(HERE / "documentdb" / "stop")], check=False)
    print(f"{wrong} cases are not as documentdb/differences.json says")
    return 1 if wrong else 0


def main():
    if not (installed_at() / "usr/lib/postgresql/18/bin/postgres").exists() and os.environ.get("SANDGLASS_DOCUMENTDB") != "1":
        return skip("it is not installed here; SANDGLASS_DOCUMENTDB=1 installs it")
    installed_at().parent.mkdir(parents=True, exist_ok=True)
    with open(installed_at().with_suffix(".lock"), "w", encoding="utf-8") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)  # there is one installation for all checkouts
        return run(sys.argv[1])


if __name__ == "__main__":
    sys.exit(main())
