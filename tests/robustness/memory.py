#!/usr/bin/python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""The engine gives memory and disk back: after a minute of idling it is below 300 MB, and its data folder is small. T1 waits
only until both are so.

  rounds   large documents are inserted, read in several ways, and dropped: the collection, or its whole database
  storm    500 connections read a megabyte each at the same time, and stay
  results  values of 60 MB in expressions, four at the same time
  sorts    four sorts of 60 MB at the same time

`top` forgets the dropped collections. The environment is passed on, so that allocators can be compared: MALLOC_ARENA_MAX,
LD_PRELOAD."""

import os
import pathlib
import tempfile
import threading
import time

import outcome
import wire
from engine import Engine

MEGABYTE = 1 << 20
MOST_RESIDENT_MB = 300
MOST_DISK_MB = 32
MOST_JOURNAL_MB = 128  # 96 by its option, and the file that is being written
IDLE_SECONDS = 60
ROUNDS = {"T1": 1, "T2": 5, "T3": 5}
DOCUMENTS = {"T1": 20, "T2": 60, "T3": 60}
CONNECTIONS = 500
AT_ONCE = 4
SORTED = 60
# 62 texts of 970 kB, the first made by doubling; the reply is their number
TEXT = {"$reduce": {"input": {"$range": [0, 9]}, "initialValue": "x" * 1900, "in": {"$concat": ["$$value", "$$value"]}}}
RESULT = {"aggregate": 1, "cursor": {}, "pipeline": [{"$documents": [{}]}, {"$project": {"n": {"$let": {"vars": {"text": TEXT}, "in": {
    "$size": {"$map": {"input": {"$range": [0, 62]}, "in": {"$concat": ["$$text", {"$toString": "$$this"}]}}}}}}}}]}


def answered(result, client, command, database="memory"):
    """The reply to a command; a finding when it failed."""
    reply = client.run(dict(command, **{"$db": database}))
    result.expect(reply["ok"] == 1.0, f"{next(iter(command))}: {reply.get('errmsg')}")
    return reply


def note(result, engine):
    """Keeps the most memory and disk seen."""
    result.largest("highest_mb", round(engine.resident()))
    result.largest("busy_disk_mb", disk_mb(engine))
    result.largest("journal_mb", journal_mb(engine))


def disk_mb(engine):
    """The data folder without the journal and the reserve for a full disk."""
    return round(sum(size for name, size in files(engine) if name != "RESERVE" and not name.endswith(".log")) / MEGABYTE)


def journal_mb(engine):
    return round(sum(size for name, size in files(engine) if name.endswith(".log")) / MEGABYTE)


def files(engine):
    """Name and bytes on disk of each file in the data folder."""
    found = []
    for path in engine.data.rglob("*"):
        try:
            found.append((path.name, path.stat().st_blocks * 512))
        except OSError:
            pass  # gone meanwhile
    return found


def rounds(result, engine):
    client = wire.Wire(engine.socket)
    documents = DOCUMENTS[result.tier]
    for number in range(result.rounds):
        name = f"round{number}"
        for at in range(documents):
            payload = os.urandom((1 + at % 12) * MEGABYTE)
            answered(result, client, {"insert": name, "documents": [{"_id": at, "payload": payload}]})
        for skip in range(0, documents, 6):
            answered(result, client, {"find": name, "sort": {"_id": -1}, "skip": skip, "limit": 1, "singleBatch": True})
        answered(result, client, {"aggregate": name, "cursor": {}, "pipeline": [
            {"$sort": {"_id": -1}}, {"$project": {"size": {"$bsonSize": "$$ROOT"}}}]})
        note(result, engine)
        answered(result, client, {"dropDatabase": 1} if number % 2 else {"drop": name})


def storm(result, engine):
    clients = [wire.Wire(engine.socket) for _ in range(CONNECTIONS)]
    answered(result, clients[0], {"insert": "storm", "documents": [{"_id": 1, "payload": os.urandom(MEGABYTE)}]})
    for client in clients:
        client.send({"find": "storm", "$db": "memory"})
    note(result, engine)
    for client in clients:
        reply = client.receive()
        result.expect(reply["ok"] == 1.0, f"a find of the storm: {reply.get('errmsg')}")
    note(result, engine)
    answered(result, clients[0], {"drop": "storm"})
    return clients  # they idle too


def together(result, engine, commands):
    """Runs commands at the same time, each on a connection of its own."""
    threads = [threading.Thread(target=answered, args=(result, wire.Wire(engine.socket), *command)) for command in commands]
    for thread in threads:
        thread.start()
    while any(thread.is_alive() for thread in threads):
        note(result, engine)
        time.sleep(0.05)


def results(result, engine):
    together(result, engine, [(RESULT, "admin")] * AT_ONCE)


def sorts(result, engine):
    client = wire.Wire(engine.socket)
    for at in range(SORTED):
        answered(result, client, {"insert": "sorted", "documents": [{"_id": at, "payload": os.urandom(MEGABYTE)}]})
    sort = {"aggregate": "sorted", "cursor": {}, "pipeline": [
        {"$sort": {"payload": 1}}, {"$group": {"_id": None, "n": {"$sum": 1}}}]}
    together(result, engine, [(sort, "memory")] * AT_ONCE)
    answered(result, client, {"drop": "sorted"})


def idle(result, engine, seconds):
    """Idles for so long, in T1 only until both are small, and judges them then."""
    begun = time.monotonic()
    result.figures["busy_mb"] = round(engine.resident())
    small_after = None  # the first moment
    while time.monotonic() - begun < seconds and (small_after is None or result.tier != "T1"):
        if small_after is None and engine.resident() < MOST_RESIDENT_MB and disk_mb(engine) < MOST_DISK_MB:
            small_after = time.monotonic() - begun
        time.sleep(0.2)
    result.figures["idle_s"] = time.monotonic() - begun
    result.figures["small_after_s"] = small_after
    result.figures["idle_mb"] = round(engine.resident())
    result.figures["idle_disk_mb"] = disk_mb(engine)
    result.expect(engine.resident() < MOST_RESIDENT_MB, f"{engine.resident():.0f} MB are resident after {seconds} s of idling")
    result.expect(disk_mb(engine) < MOST_DISK_MB,
                  f"the data folder has {disk_mb(engine)} MB after {seconds} s of idling: "
                  f"{sorted(files(engine), key=lambda file: -file[1])[:5]}")
    result.figures["idle_journal_mb"] = journal_mb(engine)
    result.expect(journal_mb(engine) < MOST_JOURNAL_MB, f"the journal has {journal_mb(engine)} MB")


def main():
    chosen = outcome.arguments(__doc__)
    result = outcome.Outcome("memory", chosen)
    result.rounds = chosen.rounds or ROUNDS[chosen.tier]
    with tempfile.TemporaryDirectory(prefix="sandglass-memory-") as folder:
        engine = Engine(chosen.engine, pathlib.Path(folder))
        engine.start()
        try:
            result.figures["start_mb"] = round(engine.resident())
            parts = [part for part in (rounds, storm, results, sorts) if not chosen.only or part.__name__ in chosen.only]
            kept = [part(result, engine) for part in parts]
            result.figures["connections"] = sum(len(clients or ()) for clients in kept)
            idle(result, engine, chosen.seconds or IDLE_SECONDS)
            top = answered(result, wire.Wire(engine.socket), {"top": 1}, "admin")
            known = [name for name in top["totals"] if name.startswith("memory.")]
            result.expect(not known, f"top still has {known}")
        finally:
            engine.terminate()
    return result.finish()


if __name__ == "__main__":
    outcome.main(main)
