#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Runs the cases against a server that this project did not write, DocumentDB, and compares with what is known.

usage: compare_documentdb.py CASE_RUNNER
documentdb/differences.json lists in which cases that server differs and why. A case that differs without being listed
fails, and so does a listed one that no longer differs: then the list is wrong.
Exit code 77 where the server cannot be had, see documentdb/server.py.
"""

import json
import pathlib
import subprocess
import sys

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE / "documentdb"))
import server  # noqa: E402


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


def main():
    try:
        with server.running_server() as port:
            wrong = compare(outcomes(sys.argv[1], port), known_differences())
    except server.Unavailable as missing:
        return server.skip("the comparison with DocumentDB", missing)
    print(f"{wrong} cases are not as documentdb/differences.json says")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
