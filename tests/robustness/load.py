#!/usr/bin/python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Many clients at once.

  load   500 connections are open, 64 of them work: half of their operations are inserts with j:true, half are finds by _id.
         In the middle 200 000 documents become due. Passes with 0 errors, finds within 50 ms (p99), all that was due gone
         within 30 s, and less than 400 MB of resident memory; from T2 on also with 1 500 inserts and 10 000 finds a second,
         finds within 100 ms (p99) while the documents go, and no document of another collection that is due for longer than
         5 s meanwhile. The machine's load, which includes the clients, is allowed for.
  build  (from T2) a TTL index is built over a million documents while 4 clients write there. Passes when it takes less than
         30 s and no write waits longer than 500 ms.
  soak   (from T2) 300 operations a second on documents that live for a minute: half an hour in T3, two minutes in T2. Passes when
         resident memory grows by less than 1 MB a minute after the first minutes, the lowest number of descriptors (without
         those of the store's tables and journals) does not grow at all, and the folder stays below its journal (192 MB) and
         three times its documents. From a quarter of an hour on, memory must also never exceed what it was at first, all write
         buffers, and 1 MB a minute. It goes up and down with RocksDB's write buffers: 6 MB a minute until one of them is full
         and becomes a table. That happens first after 8 minutes, and from the twelfth on at the limit of all buffers (64 MB),
         so that a soak of a quarter of an hour shows little more than how they fill. Apart from them only the block cache
         grows, by a quarter of a megabyte a minute up to its 128 MB.
"""

import datetime
import multiprocessing
import pathlib
import tempfile
import time

import outcome
import wire
from engine import Engine

CONNECTIONS = 500
ACTIVE = 64
PROCESSES = 4
EXPIRING = 200_000
LOAD_SECONDS = {"T1": 20, "T2": 60, "T3": 60}
FIND_P99_MS = 50.0
GONE_SECONDS = 30.0
INSERTS_PER_SECOND = 1500
FINDS_PER_SECOND = 10_000
EXPIRY_FIND_P99_MS = 100.0
STARVED_SECONDS = 5.0
RESIDENT_MB = 400
MILLION = 1_000_000
BUILD_SECONDS = 30.0
WAIT_MS = 500.0
SOAK_SECONDS = {"T2": 120, "T3": 1800}
SOAK_RATE = 300
LIFE_SECONDS = 60
SETTLING_SHARE = 1 / 6  # 5 minutes of 30
SLOPE_MB_PER_MINUTE = 1.0
BUFFERS_MB = 64  # bufferBytes in app/engine/storage/open_store.h
GROWTH_SECONDS = 900
PARTS = 6  # of the soak: of five minutes each in T3
JOURNAL_BYTES = 192 << 20
STORE_FILES = (".sst", ".log")  # the store chooses how many tables and journals it has open; the bound of the disk is theirs
LONG_AGO = datetime.datetime(2020, 1, 1)
FOREVER = 2_147_483_647


def fill_expiring(mongo):
    """200 000 documents of long ago, whose rule lets them live for 68 years."""
    mongo.load.expiring.create_index("until", expireAfterSeconds=FOREVER)
    for first in range(0, EXPIRING, 10_000):
        mongo.load.expiring.insert_many([{"_id": n, "until": LONG_AGO} for n in range(first, first + 10_000)])


def fill_other(mongo):
    """Documents of another collection that become due one after the other, for longer than those of `expiring` need to go."""
    now = datetime.datetime.now(datetime.timezone.utc)
    mongo.load.other.create_index("until", expireAfterSeconds=0)
    mongo.load.other.insert_many([{"until": now + datetime.timedelta(milliseconds=100 * n)} for n in range(900)])


def overdue(mongo):
    """For how many seconds the oldest document of the other collection has been due; 0 when none is."""
    oldest = mongo.load.other.find_one(sort=[("until", 1)])
    if oldest is None:
        return 0.0
    now = datetime.datetime.now(datetime.timezone.utc)
    return max(0.0, (now - oldest["until"].replace(tzinfo=datetime.timezone.utc)).total_seconds())


def start_crowd(engine, until, options):
    """Processes that work together; their queue of results."""
    results = multiprocessing.Queue()
    # keys begin above those of what a test itself inserts
    workers = [multiprocessing.Process(target=wire.crowd_process, daemon=True,
                                       args=(engine.socket, number + 1, until, results, options)) for number in range(PROCESSES)]
    for process in workers:
        process.start()
    return results


def load(result, engine, seconds):
    mongo = engine.client()
    idle = [wire.Wire(engine.socket) for _ in range(CONNECTIONS - ACTIVE)]
    fill_expiring(mongo)
    until = time.monotonic() + seconds
    results = start_crowd(engine, until, {"count": ACTIVE // PROCESSES, "collection": "kept"})
    time.sleep(seconds / 3)
    fill_other(mongo)
    mongo.load.command("collMod", "expiring", index={"name": "until_1", "expireAfterSeconds": 0})
    expired = time.monotonic()
    gone = None
    while gone is None and time.monotonic() < expired + 3 * GONE_SECONDS:
        result.largest("other_overdue_s", overdue(mongo))
        if mongo.load.expiring.estimated_document_count() == 0:
            gone = time.monotonic() - expired
        time.sleep(0.1)
    measured = [results.get(timeout=seconds + 60) for _ in range(PROCESSES)]
    judge_times(result, measured, seconds)
    result.figures["expired_gone_s"] = gone
    result.expect(gone is not None and gone < GONE_SECONDS * outcome.patience(), f"what was due was gone after {gone} s")
    judge_expiry(result, measured, expired, expired + (gone or 3 * GONE_SECONDS))
    result.figures["resident_mb"] = round(engine.resident())
    result.expect(engine.resident() < RESIDENT_MB or outcome.sanitized(), f"{engine.resident():.0f} MB are resident")
    for one in idle:
        result.expect(one.run({"ping": 1, "$db": "admin"})["ok"] == 1.0, "an idle connection has gone")
    inserted = sum(len(times["insert"]) for times, _, _ in measured)
    there = mongo.load.kept.count_documents({})
    result.expect(there == inserted, f"{there} documents are there, {inserted} inserts were acknowledged")
    result.expect(mongo.load.command("validate", "kept", full=True)["valid"], "validate finds a fault")
    mongo.close()


def judge_times(result, measured, seconds):
    """The figures of all processes together, and their errors."""
    for _, errors, failed in measured:
        result.add("errors", failed)
        for words in errors:
            result.find(words)
    for kind in ("insert", "find"):
        values = [value for times, _, _ in measured for value in times[kind]]
        result.figures[f"{kind}_per_s"] = round(len(values) / seconds)
        result.figures[f"{kind}_p50_ms"] = outcome.percentile(values, 0.5)
        result.figures[f"{kind}_p99_ms"] = outcome.percentile(values, 0.99)
    p99 = result.figures["find_p99_ms"]
    allowed = FIND_P99_MS * outcome.patience()
    result.expect(p99 is not None and p99 < allowed, f"p99 of finds: {p99} ms; {allowed:.0f} ms are allowed")
    if result.tier == "T1":
        return  # too short for a rate
    for kind, wanted in (("insert", INSERTS_PER_SECOND), ("find", FINDS_PER_SECOND)):
        rate, least = result.figures[f"{kind}_per_s"], wanted / outcome.patience()
        result.expect(rate >= least, f"{rate} {kind}s a second; {least:.0f} are wanted")


def judge_expiry(result, measured, begun, ended):
    """The finds that were answered while the many documents went, and what else was due then."""
    during = [value for times, _, _ in measured for value, at in zip(times["find"], times["found_at"]) if begun <= at <= ended]
    p99 = outcome.percentile(during, 0.99)
    result.figures["expiry_find_p99_ms"] = p99
    if result.tier == "T1":
        return
    allowed = EXPIRY_FIND_P99_MS * outcome.patience()
    result.expect(p99 is not None and p99 < allowed, f"p99 of finds during the expiry: {p99} ms; {allowed:.0f} ms are allowed")
    waited, allowed = result.figures["other_overdue_s"], STARVED_SECONDS * outcome.patience()
    result.expect(waited < allowed, f"a document of another collection was due for {waited:.1f} s; {allowed:.0f} s are allowed")


def never_due():
    return datetime.datetime(2090, 1, 1)


def build(result, engine, seconds):
    mongo = engine.client(socketTimeoutMS=300_000)
    for first in range(0, MILLION, 20_000):
        mongo.load.million.insert_many([{"_id": n, "until": never_due(), "fill": "x" * 60} for n in range(first, first + 20_000)],
                                       ordered=False)
    until = time.monotonic() + seconds
    results = start_crowd(engine, until, {"count": 1, "collection": "million", "lifetime": never_due})
    time.sleep(2)
    begun = time.monotonic()
    mongo.load.million.create_index("until", expireAfterSeconds=0)
    took = time.monotonic() - begun
    result.figures["build_s"] = took
    result.expect(took < BUILD_SECONDS * outcome.patience(), f"the index took {took:.1f} s")
    waits = []
    for times, errors, failed in [results.get(timeout=seconds + 60) for _ in range(PROCESSES)]:
        waits += times["insert"]
        result.add("errors", failed)
        for words in errors:
            result.find(words)
    result.figures["longest_write_ms"] = max(waits)
    result.expect(max(waits) < WAIT_MS * outcome.patience(), f"a write waited for {max(waits):.0f} ms")
    result.expect(mongo.load.command("validate", "million", full=True)["valid"], "validate finds a fault")
    mongo.close()


def due_date():
    return datetime.datetime.now(datetime.timezone.utc) + datetime.timedelta(seconds=LIFE_SECONDS)


def soak(result, engine, seconds):
    mongo = engine.client()
    mongo.load.living.create_index("until", expireAfterSeconds=0)
    mongo.load.living.create_index("fill")
    until = time.monotonic() + seconds
    results = start_crowd(engine, until, {"count": 2, "collection": "living", "rate": SOAK_RATE / PROCESSES,
                                          "lifetime": due_date})
    samples = []
    begun = time.monotonic()
    while time.monotonic() < until:
        time.sleep(2)
        # later the clients leave, and their sockets with them
        if time.monotonic() < until:
            samples.append(((time.monotonic() - begun) / 60, engine.resident(), engine.descriptors(STORE_FILES), engine.disk_bytes()))
    for _, errors, failed in [results.get(timeout=120) for _ in range(PROCESSES)]:
        result.add("errors", failed)
        for words in errors:
            result.find(words)
    settled = [sample for sample in samples if sample[0] * 60 > seconds * SETTLING_SHARE]
    per_minute = slope([(minute, resident) for minute, resident, _, _ in settled])
    # a tenth of the time each: they show whether memory goes up and down or only up; a sixth holds a low point
    result.figures["resident_mb_over_time"] = [round(sample[1]) for sample in samples[::max(1, len(samples) // 10)]]
    result.figures["lowest_mb_over_time"] = lowest([sample[1] for sample in samples], PARTS)
    result.figures.update(minutes=round(seconds / 60, 1), resident_mb=settled[-1][1], mb_per_minute=per_minute,
                          descriptors=settled[-1][2], disk_mb=round(max(sample[3] for sample in samples) / 1e6))
    if seconds >= GROWTH_SECONDS:
        most = max(sample[1] for sample in samples)
        allowed = samples[0][1] + BUFFERS_MB + SLOPE_MB_PER_MINUTE * seconds / 60
        result.figures.update(highest_mb=most, allowed_mb=allowed)
        result.expect(most < allowed or outcome.sanitized(), f"{most:.0f} MB were resident; {allowed:.0f} MB are allowed")
    # of less than half an hour the slope says little: compactions and buffers come and go
    if seconds >= SOAK_SECONDS["T3"]:
        result.expect(per_minute < SLOPE_MB_PER_MINUTE, f"resident memory grows by {per_minute:.2f} MB a minute")
    open_files = lowest([sample[2] for sample in settled], PARTS)
    result.figures["lowest_descriptors_over_time"] = open_files
    result.expect(open_files[-1] <= open_files[0], f"{open_files[-1] - open_files[0]} more descriptors than at first: {open_files}")
    live = mongo.load.command("collStats", "living")
    bound = JOURNAL_BYTES + 3 * (live["size"] + live["totalIndexSize"])
    result.expect(settled[-1][3] < bound, f"the folder has {settled[-1][3]} bytes, {bound} are the bound")
    mongo.close()


def lowest(values, parts):
    """The least of the values in each of so many parts of the time."""
    size = max(1, len(values) // parts)
    return [round(min(values[at:at + size])) for at in range(0, size * parts, size) if values[at:]]


def slope(points):
    """Of the line through the points with the smallest squares; 0 for fewer than two."""
    if len(points) < 2:
        return 0.0
    mean_x = sum(x for x, _ in points) / len(points)
    mean_y = sum(y for _, y in points) / len(points)
    spread = sum((x - mean_x) ** 2 for x, _ in points)
    return sum((x - mean_x) * (y - mean_y) for x, y in points) / spread if spread else 0.0


def run_part(chosen, name, part, seconds):
    result = outcome.Outcome(name, chosen)
    folder = pathlib.Path(tempfile.mkdtemp(prefix=f"sandglass-{name}-"))
    engine = Engine(chosen.engine, folder)
    result.rounds = 1
    with result.watch(engine):
        engine.start()
        part(result, engine, chosen.seconds or seconds)
        code, _ = engine.terminate()
        result.expect(code == 0, f"SIGTERM: exit code {code}")
    result.clear(folder, chosen)
    return result.finish()


def main():
    chosen = outcome.arguments(__doc__)
    parts = chosen.only or ("load", "build", "soak")
    code = 0
    if "load" in parts:
        code |= run_part(chosen, "load", load, LOAD_SECONDS[chosen.tier])
    if "build" in parts and (chosen.tier != "T1" or chosen.only):
        code |= run_part(chosen, "load_build", build, BUILD_SECONDS)
    if "soak" in parts and (chosen.tier in SOAK_SECONDS or chosen.only):
        code |= run_part(chosen, "soak", soak, SOAK_SECONDS.get(chosen.tier, 60))
    return code


if __name__ == "__main__":
    outcome.main(main)
