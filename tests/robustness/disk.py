#!/usr/bin/python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""A disk that is full, and one that fails.

  full   (from T2) the data folder is on a small tmpfs (needs root) that fills up, again and again: clients get an error, reads go on,
         writes resume by themselves when there is room, and a restart finds every acknowledged write.
  limit  the same without root: a file may not grow beyond a limit (RLIMIT_FSIZE). Once where the disk can be filled, else as
         often as that.
  error  single writes and syncs fail at random (unsynced.cpp), and writes go on by themselves after most: what was
         acknowledged is there after a power loss, in which everything is lost that a failed sync should have covered. After a
         sync of the journal failed, nothing more is acknowledged until the engine has opened its store again, which it
         does for a full disk, a quota and a limit of sizes, and never for EIO.

Passes without an end of the engine that nobody asked for, and without an acknowledged write that is lost.
"""

import datetime
import errno
import math
import os
import pathlib
import random
import shutil
import subprocess
import tempfile
import time

import outcome
import power
import pymongo
import pymongo.errors
import writers
from engine import Engine

DISK_MB = 80
BALLAST_MB = 40  # more than the start needs for what is in the journal
FILE_MB = 8
FILLS = {"T1": 1, "T2": 20, "T3": 20}
ERRORS = {"T1": 6, "T2": 30, "T3": 100}
RESUME_SECONDS = 30
FAILING = ("fdatasync", "fsync", "write")
# after an error of the first kind only a restart lets writes go on; after the others they go on by themselves
ERRNOS = (errno.EIO, errno.ENOSPC, errno.EDQUOT, errno.EFBIG)
ONE_OF = 100
ERROR_SECONDS = 4
WRITERS = 5  # one after the other
WRITABLE = 9100111  # kWritableLogId in app/engine/server/write_recovery.cpp: the store is open again
# between a failed sync and the moment when its thread stops the writes, for those that did not ask for a sync
SILENCE_SECONDS = 0.25
# between the first write that is accepted again and the line in the log that says so
LINE_SECONDS = 1


class TimedWriter(writers.DocumentWriter):
    """Knows of each acknowledged change when it was begun and answered, in seconds since 1970, and whether it asked for a sync."""

    def __init__(self, *arguments):
        super().__init__(*arguments)
        self.times = []

    def step(self):
        begun, journaled = time.time(), self.journaled
        super().step()
        self.times.append((begun, time.time(), self.journaled > journaled))


def fill(collection, known, limit=20):
    """Inserts until one is refused; returns the code of the refusal, None when none came within the limit (s)."""
    until = time.monotonic() + limit * outcome.patience()
    while time.monotonic() < until:
        first = len(known)
        documents = [{"_id": f"{first + n}", "fill": os.urandom(2000)} for n in range(20)]
        try:
            collection.insert_many(documents)
        except pymongo.errors.BulkWriteError as error:
            known.update(document["_id"] for document in documents[:error.details["nInserted"]])
            return (error.details["writeErrors"] or error.details["writeConcernErrors"])[0]["code"]
        except pymongo.errors.OperationFailure as error:
            return error.code
        known.update(document["_id"] for document in documents)
    return None


def missing(mongo, known):
    """The documents that should be there and are not. An engine that opens its files again closes cursors."""
    for attempt in range(3):
        try:
            return known - {document["_id"] for document in mongo.disk.kept.find({}, {"_id": 1})}
        except pymongo.errors.CursorNotFound:
            if attempt == 2:
                raise


def fill_once(result, engine, known, make_room):
    """Fills the disk, looks, makes room, and waits until writes go on."""
    mongo = engine.client()
    kept = mongo.disk.kept.with_options(write_concern=pymongo.WriteConcern(j=True))
    code = fill(kept, known)
    result.expect(code is not None, "the disk never filled up")
    result.figures["code"] = code
    result.expect(not missing(mongo, known), "reads miss acknowledged documents while the disk is full")
    make_room()
    begun = time.monotonic()
    resumed = None
    while resumed is None and time.monotonic() - begun < RESUME_SECONDS:
        try:
            kept.insert_one({"_id": f"after {len(known)}"})
            known.add(f"after {len(known)}")
            resumed = time.monotonic() - begun
        except pymongo.errors.OperationFailure:
            time.sleep(0.1)
    if result.expect(resumed is not None, f"writes do not go on within {RESUME_SECONDS} s of room"):
        result.largest("resumed_s", resumed)
    mongo.close()


def restart_and_compare(result, engine, known):
    if engine.running():
        code, _ = engine.terminate()
        result.expect(code == 0, f"SIGTERM after a full disk: exit code {code}")
    else:
        result.find(f"the engine ended with {engine.process.poll()}: {engine.last_line()}")
    engine.start()
    mongo = engine.client()
    lost = missing(mongo, known)
    result.expect(not lost, f"{len(lost)} of {len(known)} acknowledged documents are lost")
    result.expect(mongo.disk.command("validate", "kept", full=True)["valid"], "validate finds a fault")
    result.add("acknowledged", len(known))
    mongo.close()


def full(result, chosen, folder):
    disk = folder / "disk"
    disk.mkdir()
    mounted = subprocess.run(["mount", "-t", "tmpfs", "-o", f"size={DISK_MB}m", "tmpfs", str(disk)], capture_output=True,
                             text=True, check=False)
    if mounted.returncode != 0:
        print(f"SKIPPED: disk full: mounting is not allowed here: {mounted.stderr.strip()}", flush=True)
        return
    engine = Engine(chosen.engine, folder / "engine")
    engine.data = disk / "db"
    ballast = disk / "ballast"
    try:
        for _ in range(chosen.rounds or FILLS[chosen.tier]):
            result.rounds += 1
            engine.start()
            ballast.write_bytes(bytes(BALLAST_MB << 20))
            known = set()
            fill_once(result, engine, known, ballast.unlink)
            restart_and_compare(result, engine, known)
            if result.findings:
                break
            engine.terminate()
            shutil.rmtree(engine.data)
    finally:
        engine.kill()
        subprocess.run(["umount", "-l", str(disk)], check=False)


def limit(result, chosen, folder):
    """The limit is of each file: the journal reaches it first, and another one begins when writes resume."""
    for _ in range(chosen.rounds or (1 if os.geteuid() == 0 else FILLS[chosen.tier])):
        result.rounds += 1
        engine = Engine(chosen.engine, folder / f"engine-{result.rounds}", limits=[f"fsize={FILE_MB << 20}"])
        try:
            engine.start()
            known = set()
            fill_once(result, engine, known, lambda: None)
            engine.limits = ()
            restart_and_compare(result, engine, known)
        finally:
            engine.kill()
        if result.findings:
            return
        shutil.rmtree(engine.folder)


def error(result, chosen, folder):
    chance = random.Random(chosen.seed)
    library = power.build(folder)
    for _ in range(chosen.rounds or ERRORS[chosen.tier]):
        result.rounds += 1
        home = folder / f"round-{result.rounds}"
        notes = home / "notes"
        engine = Engine(chosen.engine, home)
        engine.environment = power.environment(library, notes)
        life = {"writers": [], "probes": [], "chance": random.Random(chance.random())}
        try:
            fail_at_random(result, engine, life, *way_of(result.rounds, chance))
            power.lose(notes, chance)
            engine.start()
            mongo = engine.client()
            for writer in life["writers"]:
                writer.check(mongo, True, result)
                name = writer.collection.name
                result.expect(mongo.crash.command("validate", name, full=True)["valid"], f"validate finds a fault in {name}")
            mongo.close()
        except RuntimeError as failure:
            result.find(str(failure))
        finally:
            engine.kill()
        if result.findings:
            print(f"  failing: {life.get('point')}", flush=True)
            return
        shutil.rmtree(home)


def way_of(number, chance):
    """What fails in a round, and the error: the journal's sync in the first two, with a full disk and with a broken one."""
    return ("fdatasync", (errno.ENOSPC, errno.EIO)[number - 1]) if number <= 2 else (chance.choice(FAILING), chance.choice(ERRNOS))


def fail_at_random(result, engine, life, point, number):
    """Lets an engine run whose calls `point` fail at random with that error number, for some seconds; kills it."""
    life["point"] = f"{point}: {os.strerror(number)}"
    engine.start()
    mongo = engine.client()
    for n in range(WRITERS):
        writers.DocumentWriter.prepare(mongo, f"w{n}")
    mongo.close()
    engine.terminate()
    plain = dict(engine.environment)
    engine.environment["UNSYNCED_FAIL"] = f"{point}:{ONE_OF}"
    engine.environment["UNSYNCED_ERRNO"] = str(number)
    try:
        engine.start()
        life["served"] = time.time()
        write_on(engine, life)
    except RuntimeError:
        result.add("starts_refused")  # a start that fails with a clear line is no loss
    code = engine.process.poll()
    result.expect(code is None or code in (1, 2), f"{point}: the engine ended with {code}: {engine.last_line()}")
    engine.kill()
    for writer in life["writers"]:
        writer.end()
    judge_silence(result, engine, life, number)
    refused = sum(bool(writer.refusals) for writer in life["writers"])
    result.add("refused_writes" if refused else "unharmed")
    result.add("resumed", max(0, len(life["writers"]) - 1))
    result.add("acknowledged", sum(writer.done for writer in life["writers"]))
    engine.environment = plain


def judge_silence(result, engine, life, number):
    """After a failed sync of the journal, nothing is acknowledged before the engine says that it writes again. It never does
    after EIO. Failures of its start are left out: nobody had an answer yet, and it may have tried again."""
    failures = [at for at in power.failed_syncs(pathlib.Path(engine.environment["UNSYNCED_NOTES"]), ".log")
                if at > life.get("served", math.inf)]
    again = [datetime.datetime.fromisoformat(entry["t"]["$date"]).timestamp() for entry in engine.log()
             if (entry["c"], entry["id"]) == ("STORAGE", WRITABLE)]
    answers = life["probes"] + [times for writer in life["writers"] for times in writer.times]
    silence, line = SILENCE_SECONDS * outcome.patience(), LINE_SECONDS * outcome.patience()
    result.add("failed_journal_syncs", len(failures))
    for failed in failures:
        # the log counts in milliseconds
        resumed = min((at for at in again if at >= failed - 0.001), default=math.inf)
        early = [answered - failed for begun, answered, journaled in answers
                 if begun > failed + (0 if journaled else silence) and answered < resumed - line]
        result.expect(not early, f"{life['point']}: {len(early)} writes were acknowledged after a failed sync of the journal, the "
                                 f"first one {min(early, default=0):.3f} s later")
        result.expect(number != errno.EIO or resumed == math.inf,
                      f"{life['point']}: writes go on {resumed - failed:.3f} s after a failed sync of the journal")
        if early:
            return


def write_on(engine, life):
    """A writer works until it is refused; when writes go on, another one begins in a collection of its own."""
    until = time.monotonic() + ERROR_SECONDS
    while len(life["writers"]) < WRITERS and engine.running() and writable(engine, until, life):
        writer = TimedWriter(engine, life["chance"], f"w{len(life['writers'])}", {})
        life["writers"].append(writer)
        writer.start()
        writer.join(max(0, until - time.monotonic()))
        if writer.is_alive():
            return


def writable(engine, until, life):
    """Waits until a write is accepted, and notes its times; False when none was in time or the engine has gone."""
    mongo = engine.client(serverSelectionTimeoutMS=1000)
    try:
        while time.monotonic() < until:
            try:
                begun = time.time()
                mongo.crash.probe.insert_one({})
                life["probes"].append((begun, time.time(), False))
                return True
            except pymongo.errors.OperationFailure:
                time.sleep(0.1)
    except pymongo.errors.PyMongoError:
        pass
    finally:
        mongo.close()
    return False


def parts_here(chosen):
    """What can run on this machine."""
    for name, part, reason in (("full", full, None if os.geteuid() == 0 else "mounting needs root"), ("limit", limit, None),
                               ("error", error, None)):
        if name not in (chosen.only or (("limit", "error") if chosen.tier == "T1" else ("full", "limit", "error"))):
            continue
        if reason:
            print(f"SKIPPED: disk {name}: {reason}", flush=True)
        else:
            yield name, part


def main():
    chosen = outcome.arguments(__doc__)
    code = 0
    for name, part in parts_here(chosen):
        result = outcome.Outcome(f"disk_{name}", chosen)
        folder = pathlib.Path(tempfile.mkdtemp(prefix="sandglass-disk-"))
        folder.chmod(0o755)
        try:
            part(result, chosen, folder)
        except Exception as failure:  # pylint: disable=broad-except
            result.find(f"{type(failure).__name__}: {failure}")
        if not (chosen.keep and result.findings):
            shutil.rmtree(folder, ignore_errors=True)
        code |= result.finish()
    return code


if __name__ == "__main__":
    outcome.main(main)
