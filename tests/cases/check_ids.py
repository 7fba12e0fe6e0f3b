#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""usage: check_ids.py CTEST BUILD_FOLDER
Fails when a case of the reference (C001 to C140) or a seed document (000 to 004) has no test that bears its name, or
when a case file is not named after the id in it.
"""

import json
import pathlib
import subprocess
import sys

HERE = pathlib.Path(__file__).resolve().parent
CASES = [f"case_C{number:03}" for number in range(1, 141)]
SEEDS = [f"seed_{number:03}_" for number in range(5)]


def registered(ctest, folder):
    shown = subprocess.run([ctest, "--show-only=json-v1"], cwd=folder, capture_output=True, text=True, check=True)
    return {test["name"] for test in json.loads(shown.stdout)["tests"]}


def main():
    names = registered(sys.argv[1], sys.argv[2])
    faults = [f"no test {case}" for case in CASES if case not in names]
    faults += [f"no test {seed}…" for seed in SEEDS if not any(name.startswith(seed) for name in names)]
    for path in [*HERE.glob("C*.json"), *HERE.glob("seeds/seed_*.json"), *HERE.glob("rules/rule_*.json"),
                 *HERE.glob("operators/*.json"), *HERE.glob("commands/*.json")]:
        if not path.stem.startswith(json.loads(path.read_text(encoding="utf-8"))["id"]):
            faults.append(f"{path.name} holds another id")
    print("\n".join(faults) or f"all {len(CASES)} cases and {len(SEEDS)} documents have their tests")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
