#!/usr/bin/python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""The computer's clock is set while the engine runs, and between two runs (shifted_clock.cpp).

A step of more than a minute pauses deletion: nothing goes that was not due before, serverStatus and the log say so, and
deletion goes on when it is confirmed, or at once after a small step. Passes when no document goes early and passes never stop.
"""

import datetime
import pathlib
import subprocess
import tempfile
import time

import outcome
from engine import Engine

HERE = pathlib.Path(__file__).resolve().parent
DAY = 86_400
# seconds of each step; whether it must pause deletion
STEPS = ((30, False), (-30, False), (DAY, True), (-DAY, True), (61 * DAY, True), (10 ** 9, True))
KEPT_DAYS = 30
DOCUMENTS = 1000


class FakedEngine(Engine):
    """An engine whose time of day is `offset` seconds ahead; its steady clock is the true one."""

    def __init__(self, program, folder, library):
        super().__init__(program, folder)
        self.file = self.folder / "clock"
        self.set_clock(0)
        self.environment = {"LD_PRELOAD": str(library), "SHIFTED_CLOCK_FILE": str(self.file)}

    def set_clock(self, offset):
        replacement = self.file.with_suffix(".new")
        replacement.write_text(f"{offset}\n", encoding="ascii")
        replacement.rename(self.file)


def hold(mongo):
    return mongo.admin.command("getParameter", sandglassTtlHold=1)["sandglassTtlHold"]


def passes(mongo):
    return mongo.admin.command("serverStatus")["metrics"]["ttl"]["passes"]


def wait_for(condition, seconds=10):
    limit = time.monotonic() + seconds
    while time.monotonic() < limit:
        if condition():
            return True
        time.sleep(0.05)
    return False


def fill(mongo):
    """Documents of now, and one that is due."""
    now = datetime.datetime.now(datetime.timezone.utc)
    mongo.clock.kept.create_index("made", expireAfterSeconds=KEPT_DAYS * DAY)
    mongo.clock.kept.insert_many([{"_id": n, "made": now} for n in range(DOCUMENTS)])
    mongo.clock.kept.insert_one({"made": now - datetime.timedelta(days=2 * KEPT_DAYS)})


def runs_on(result, mongo, words):
    """Whether passes go on: they sleep on the steady clock."""
    before = passes(mongo)
    result.expect(wait_for(lambda: passes(mongo) >= before + 2), f"{words}: no pass within 10 s")


def step(result, engine, mongo, seconds, pauses):
    """Sets the clock ahead by `seconds`, looks, confirms after setting it back."""
    words = f"a step of {seconds} s"
    engine.set_clock(seconds)
    if pauses:
        if result.expect(wait_for(lambda: hold(mongo) == "clock"), f"{words}: deletion goes on"):
            said = mongo.admin.command("serverStatus")["sandglassTtl"].get("hold", {})
            result.expect("clock" in said, f"{words}: serverStatus does not say why: {said}")
            result.expect(any(entry["id"] == 9100104 for entry in engine.log()), f"{words}: no line of the log")
    else:
        runs_on(result, mongo, words)
        result.expect(hold(mongo) == "none", f"{words}: deletion is paused")
    time.sleep(1.5)
    there = mongo.clock.kept.count_documents({})
    result.expect(there >= DOCUMENTS, f"{words}: {DOCUMENTS - there} documents went early")
    engine.set_clock(0)
    # the step back is one as well; a person says that the time is right now
    time.sleep(0.3)
    mongo.admin.command("setParameter", sandglassTtlHold="none")
    runs_on(result, mongo, f"after {words}")
    result.expect(hold(mongo) == "none", f"after {words}: still paused")


def run(result, engine):
    engine.start()
    mongo = engine.client()
    fill(mongo)
    result.expect(wait_for(lambda: mongo.clock.kept.count_documents({}) == DOCUMENTS), "what is due does not go")
    for seconds, pauses in STEPS:
        result.rounds += 1
        step(result, engine, mongo, seconds, pauses)
    # a start with a clock that was set meanwhile
    mongo.close()
    engine.terminate()
    result.rounds += 1
    engine.set_clock(61 * DAY)
    engine.start()
    mongo = engine.client()
    time.sleep(2.5)
    there = mongo.clock.kept.count_documents({})
    result.expect(there == DOCUMENTS, f"a start 61 days ahead: {DOCUMENTS - there} documents went early")
    result.expect(hold(mongo) == "clock", "a start 61 days ahead: deletion is not paused")
    result.figures["went_early"] = DOCUMENTS - min(there, DOCUMENTS)
    mongo.close()


def main():
    chosen = outcome.arguments(__doc__)
    result = outcome.Outcome("clock", chosen)
    folder = pathlib.Path(tempfile.mkdtemp(prefix="sandglass-clock-"))
    library = folder / "shifted_clock.so"
    subprocess.run(["c++", "-std=c++20", "-O1", "-shared", "-fPIC", "-o", str(library), str(HERE / "shifted_clock.cpp")], check=True)
    engine = FakedEngine(chosen.engine, folder, library)
    with result.watch(engine):
        run(result, engine)
    result.clear(folder, chosen)
    return result.finish()


if __name__ == "__main__":
    outcome.main(main)
