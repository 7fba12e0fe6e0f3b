# SPDX-License-Identifier: GPL-3.0-or-later
"""What every script here shares: arguments, findings, and the line in build/robustness.json."""

import argparse
import contextlib
import datetime
import json
import os
import pathlib
import random
import shutil
import sys
import time

ROOT = pathlib.Path(__file__).resolve().parents[2]
TIERS = ("T1", "T2", "T3")
SKIPPED = 77


def arguments(words, argv=None):
    """The arguments of a script. The tier is SANDGLASS_TIER unless --tier names one."""
    parser = argparse.ArgumentParser(description=words, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--engine", default=str(ROOT / "build/dev/app/main/sandglass-engine"), help="the program")
    parser.add_argument("--tier", choices=TIERS, default=os.environ.get("SANDGLASS_TIER", "T1"))
    parser.add_argument("--seed", type=int, default=int(os.environ.get("SANDGLASS_TEST_SEED", "0")) or None,
                        help="default: a new one; it is printed")
    parser.add_argument("--rounds", type=int, help="instead of the tier's")
    parser.add_argument("--seconds", type=float, help="instead of the tier's")
    parser.add_argument("--keep", action="store_true", help="keep the folder of a run that found something")
    parser.add_argument("--only", action="append", help="only these parts; may be repeated")
    chosen = parser.parse_args(argv)
    if chosen.seed is None:
        chosen.seed = random.SystemRandom().randrange(1, 2 ** 31)
    return chosen


def percentile(values, share):
    """The value that `share` (0 to 1) of the values do not exceed; None without values."""
    if not values:
        return None
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, int(share * len(ordered)))]


def patience():
    """How often a mark that is meant for a quiet machine is allowed here: the load per core, at least 1, and SANDGLASS_PATIENCE
    times that for a slower build, as with sanitizers. A line of a busy machine says its load."""
    return max(1.0, os.getloadavg()[0] / os.cpu_count()) * float(os.environ.get("SANDGLASS_PATIENCE", "1"))


def sanitized():
    """Whether the engine carries a sanitizer, which needs memory of its own: figures of memory say nothing then."""
    return bool(os.environ.get("SANDGLASS_SANITIZED"))


class Outcome:
    """Findings and figures of one test. Each finding is printed at once, with the seed that repeats it."""

    def __init__(self, name, chosen):
        self.name = name
        self.tier = chosen.tier
        self.seed = chosen.seed
        self.rounds = 0
        self.figures = {}
        self.findings = []
        self.begun = time.monotonic()
        print(f"{name}: tier {self.tier}, seed {self.seed}", flush=True)

    def find(self, words):
        self.findings.append(words)
        print(f"FINDING {self.name} (seed {self.seed}, round {self.rounds}): {words}", flush=True)

    def expect(self, holds, words):
        """A finding unless it holds; returns whether it does."""
        if not holds:
            self.find(words)
        return holds

    @contextlib.contextmanager
    def watch(self, engine, words=""):
        """What goes wrong within is a finding, with `words` before it. At its end the engine is killed, and its log read."""
        try:
            yield
        except Exception as error:  # pylint: disable=broad-except
            self.find(f"{words}{type(error).__name__}: {error}")
        finally:
            engine.kill()
            self.no_reports(engine)

    def clear(self, folder, chosen):
        """Removes the folder of a run, unless something was found and --keep is set."""
        if not (chosen.keep and self.findings):
            shutil.rmtree(folder)

    def no_reports(self, engine):
        """A finding for each report of a sanitizer in the engine's log."""
        for report in engine.reports():
            self.find(report)

    def largest(self, figure, value):
        """Keeps the largest value of a figure."""
        self.figures[figure] = max(self.figures.get(figure, value), value)

    def add(self, figure, count=1):
        self.figures[figure] = self.figures.get(figure, 0) + count

    def finish(self):
        """Appends the line and returns the exit code."""
        figures = {key: round(value, 3) if isinstance(value, float) else value for key, value in self.figures.items()}
        figures["findings"] = len(self.findings)
        figures["seconds"] = round(time.monotonic() - self.begun, 1)
        line = {"name": self.name, "tier": self.tier, "seed": self.seed, "rounds": self.rounds, "figures": figures,
                "pass": not self.findings, "date": datetime.datetime.now(datetime.timezone.utc).strftime("%Y-%m-%d"),
                "load": round(os.getloadavg()[0], 1), "cores": os.cpu_count()}
        text = json.dumps(line)
        file = pathlib.Path(os.environ.get("SANDGLASS_ROBUSTNESS_JSON", ROOT / "build/robustness.json"))
        file.parent.mkdir(exist_ok=True)
        with open(file, "a", encoding="utf-8") as out:
            out.write(text + "\n")
        print(text, flush=True)
        return 1 if self.findings else 0

    def skip(self, why):
        """The test cannot run on this machine; returns the exit code that says so."""
        print(f"SKIPPED: {self.name}: {why}", flush=True)
        return SKIPPED


def main(run):
    """Runs `run()` and exits with what it returns."""
    sys.exit(run())
