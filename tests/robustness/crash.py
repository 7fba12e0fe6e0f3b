#!/usr/bin/python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Ends the engine in every rough way while clients write, and compares what is there after the next start with what was
acknowledged: every write with j:true or w:"majority", nothing half, the rest in its order, every index, expired documents.

  kill      SIGKILL at a random time, also in a burst of expiries, in index builds, and during the start
  term      SIGTERM under load: exit code 0
  stop      SIGSTOP and SIGCONT, then SIGKILL
  power     SIGKILL, and what was not synced is dropped (power.py)
  failpoint the engine ends itself at its named points, when it was built with them: 4 of them in T1, else all

Passes with 0 findings and a start within 3 s after each end, on a quiet machine (outcome.patience).
"""

import datetime
import pathlib
import random
import shutil
import signal
import subprocess
import tempfile
import time

import outcome
import power
import writers
from engine import Engine

# rounds that only kill, rounds with power loss, rounds of one data folder
ROUNDS = {"T1": (8, 4, 8), "T2": (48, 10, 16), "T3": (300, 60, 20)}
# how many of the points, and at which of their passes; the seed chooses the points
FAILPOINTS = {"T1": (4, (1,)), "T2": (100, (1, 2)), "T3": (100, (1, 2, 3, 4, 5))}
WAYS = ("random", "expiry", "index", "start", "term", "stop", "random", "index")
RECOVERY_SECONDS = 3.0
WRITERS = 3
BULK = 20_000
EXERCISE_SECONDS = 8
FAILPOINT_EXIT = 137


class Life:
    """A data folder over many ends of its engine, and what must be in it."""

    def __init__(self, engine, seed, result, notes=None):
        self.engine = engine
        self.random = random.Random(seed)
        self.result = result
        self.notes = notes
        self.durable = [{} for _ in range(WRITERS)]
        self.kept = set()
        self.first = 0
        self.known = {}
        self.clients = []

    def begin(self):
        """The first start: collections, and a large one for index builds."""
        self.engine.start()
        mongo = self.engine.client()
        for number in range(WRITERS):
            writers.DocumentWriter.prepare(mongo, f"w{number}")
        mongo.crash.expiring.create_index("until", expireAfterSeconds=0)
        mongo.crash.expiring.create_index("code")
        mongo.crash.bulk.insert_many([{"_id": n, "a": n % 1000, "b": [n % 7, n % 11], "c": f"{n * 7919 % BULK}"}
                                      for n in range(BULK)])
        mongo.admin.command("fsync")
        mongo.close()

    def work(self):
        self.clients = [writers.DocumentWriter(self.engine, random.Random(self.random.random()), f"w{n}", self.durable[n])
                        for n in range(WRITERS)]
        self.clients.append(writers.ExpiringWriter(self.engine, random.Random(self.random.random()), self.kept, self.first))
        self.clients.append(writers.DefinitionWriter(self.engine, random.Random(self.random.random()), self.known))
        for client in self.clients:
            client.start()

    def lose_power(self):
        if self.notes:
            lost, files = power.lose(self.notes, self.random)
            self.result.add("bytes_dropped", lost)
            self.result.add("files_dropped", files)

    def end(self, way):
        """Ends the engine and the clients."""
        time.sleep(self.random.uniform(0.3, 1.5))
        if way == "expiry":
            expiring = self.clients[WRITERS]
            expiring.burst = 3000
            time.sleep(self.random.uniform(1.0, 3.0))
        elif way == "index":
            self.build_index()
        elif way == "stop":
            self.engine.signal(signal.SIGSTOP)
            time.sleep(0.5)
            self.engine.signal(signal.SIGCONT)
            time.sleep(self.random.uniform(0, 0.2))
        if way == "term" and self.engine.running():
            code, seconds = self.engine.terminate()
            self.result.expect(code == 0, f"SIGTERM under load: exit code {code} after {seconds:.1f} s")
            self.result.largest("term_s", seconds)
        self.engine.kill()
        self.end_of_clients()
        self.lose_power()
        if way == "start":
            self.kill_starts()

    def end_of_clients(self):
        """After the engine's: what they know is complete then."""
        for client in self.clients:
            client.end()
            for words in client.refusals:
                self.result.find(f"refused while the engine ran: {words}")
            self.result.add("acknowledged", client.done)
        if self.clients:
            self.first = self.clients[WRITERS].next

    def build_index(self):
        """Lets the engine begin an index and ends it in the middle."""
        builder = IndexBuilder(self.engine, self.random)
        builder.start()
        time.sleep(self.random.uniform(0, 0.4))
        self.clients.append(builder)

    def kill_starts(self):
        for _ in range(3):
            self.engine.launch()
            time.sleep(self.random.uniform(0, 0.3))
            self.engine.kill()
            self.lose_power()
            self.result.add("starts")

    def restart(self):
        seconds = self.engine.start()
        self.result.add("starts")
        self.result.largest("recovery_s", seconds)
        self.result.expect(seconds < RECOVERY_SECONDS * outcome.patience(), f"the start took {seconds:.2f} s")

    def check(self, lost_power):
        """What is there now, against what may be."""
        self.result.no_reports(self.engine)
        mongo = self.engine.client()
        if self.clients:
            self.check_clients(mongo, lost_power)
        bulk = mongo.crash.bulk.count_documents({}, hint="_id_")
        self.result.expect(bulk == BULK, f"bulk has {bulk} documents of {BULK}")
        self.confirm_loss(mongo)
        self.check_expiry(mongo)
        self.check_indexes(mongo)
        mongo.close()

    def check_clients(self, mongo, lost_power):
        """What the clients wrote; there are none when the engine ended before it served."""
        for number, client in enumerate(self.clients[:WRITERS]):
            found = client.check(mongo, lost_power, self.result)
            self.durable[number].update({key: 0 for key in self.durable[number]})
            self.durable[number].update(found)
        self.clients[WRITERS].check(mongo, lost_power, self.result)
        self.clients[WRITERS + 1].check(mongo, lost_power, self.result)

    def confirm_loss(self, mongo):
        """The engine must not say that its journal lost something: what was acknowledged was there, also after a power loss.

        It would hold all deletion until somebody confirms, so the rest of the round goes on after a confirmation."""
        if mongo.admin.command("getParameter", sandglassTtlHold=1)["sandglassTtlHold"] != "journal":
            return
        self.result.find("the engine reports a loss of its journal, which lost nothing that a sync had covered")
        mongo.admin.command("setParameter", sandglassTtlHold="none")

    def check_expiry(self, mongo):
        """Two whole passes later nothing is there that was due, and everything that was not."""
        begun = writers.utc_now()
        passes = mongo.admin.command("serverStatus")["metrics"]["ttl"]["passes"]
        limit = time.monotonic() + 30 * outcome.patience()
        while mongo.admin.command("serverStatus")["metrics"]["ttl"]["passes"] < passes + 2:
            if time.monotonic() > limit:
                self.result.find("no two TTL passes within 30 s of the start")
                return
            time.sleep(0.05)
        collection = mongo.crash.expiring
        late = collection.count_documents({"until": {"$lt": begun}}, hint="_id_")
        self.result.expect(late == 0, f"{late} documents are there that were due before the pass")
        there = {document["_id"] for document in collection.find({"until": writers.FAR}, {"_id": 1})}
        self.result.expect(there == self.kept, f"{len(self.kept - there)} documents went that are never due")
        # keeps the folder small
        collection.delete_many({"_id": {"$lt": self.first - 20_000}})
        self.kept = {number for number in self.kept if number >= self.first - 20_000}

    def check_indexes(self, mongo):
        for database in ("crash", "definitions"):
            for name in mongo[database].list_collection_names():
                collection = mongo[database][name]
                reply = mongo[database].command("validate", name, full=True)
                self.result.expect(reply["valid"], f"validate {database}.{name}: {reply.get('errors')}")
                if name == "expiring":
                    continue  # it changes while it is counted; validate has compared it
                documents = collection.count_documents({}, hint="_id_")
                for index in collection.index_information():
                    entries = collection.count_documents({}, hint=index)
                    self.result.expect(entries == documents, f"{name}.{index}: {entries} entries, {documents} documents")
                self.result.add("indexes_checked", len(collection.index_information()))


class IndexBuilder(writers.Client):
    """Makes and drops an index of the large collection."""

    def step(self):
        bulk = self.mongo.crash.bulk
        field = self.random.choice("abc")
        if f"{field}_1" in bulk.index_information():
            bulk.drop_index(f"{field}_1")
        bulk.create_index(field)


def run_rounds(chosen, result, folder, rounds, lost_power):
    """`rounds` ends of one data folder; `lost_power`: with power loss."""
    notes = folder / "notes" if lost_power else None
    environment = power.environment(power.build(folder), notes) if lost_power else {}
    # as a member of a replica set each write has an entry in the oplog
    arguments = ("--replSet", "rs0") if result.figures.get("folders", 0) % 2 else ()
    result.add("folders")
    engine = Engine(chosen.engine, folder / "engine", arguments, environment)
    life = Life(engine, chosen.seed + result.rounds, result, notes)
    try:
        life.begin()
        for number in range(rounds):
            result.rounds += 1
            way = WAYS[number % len(WAYS)]
            life.work()
            life.end(way)
            life.restart()
            life.check(lost_power)
            if result.findings:
                print(f"  way {way}, folder {folder}", flush=True)
                return
    except Exception as error:  # pylint: disable=broad-except
        result.find(f"{type(error).__name__}: {error}")
    finally:
        engine.kill()


def run_folders(chosen, result, rounds, of_one, lost_power):
    while rounds > 0 and not result.findings:
        folder = pathlib.Path(tempfile.mkdtemp(prefix="sandglass-crash-"))
        run_rounds(chosen, result, folder, min(rounds, of_one), lost_power)
        rounds -= of_one
        result.clear(folder, chosen)


def failpoints(program):
    """Names of the engine's failpoints; empty when it was built without."""
    listed = subprocess.run([program, "--listFailpoints"], capture_output=True, text=True, check=False)
    return listed.stdout.split() if listed.returncode == 0 else []


def run_failpoints(chosen, result):
    """The engine ends itself at named points, in one of their first passes. False when it has none."""
    names = failpoints(chosen.engine)
    if not names:
        result.skip("this engine was built without failpoints (SANDGLASS_FAILPOINTS)")
        return False
    count, passes = FAILPOINTS[chosen.tier]
    wanted = random.Random(chosen.seed).sample(names, min(count, len(names)))
    unreached = set(wanted)
    for name in wanted:
        for number in passes:
            with tempfile.TemporaryDirectory(prefix="sandglass-fail-") as folder:
                if fails_at(chosen, result, pathlib.Path(folder), name, number):
                    unreached.discard(name)
    result.figures["failpoints"] = f"{len(wanted)} of {len(names)}"
    result.expect(not unreached, f"no load reached the points {sorted(unreached)}")
    return True


def fails_at(chosen, result, folder, name, number):
    """Whether the point ended the engine; checks what is there afterwards."""
    result.rounds += 1
    found = len(result.findings)
    engine = Engine(chosen.engine, folder / "engine")
    life = Life(engine, chosen.seed + result.rounds, result)
    try:
        life.begin()
        engine.terminate()
        engine.environment = {"SANDGLASS_FAIL": f"{name}:{number}"}
        engine.launch()
        if engine.wait_ready():
            life.work()
            exercise(engine)
        # some points are passed on the way out
        if engine.running():
            engine.terminate()
        ended = engine.process.returncode == FAILPOINT_EXIT
        engine.environment = {}
        life.end_of_clients()
        life.restart()
        life.check(False)
        return ended
    except Exception as error:  # pylint: disable=broad-except
        result.find(f"{type(error).__name__}: {error}")
        return False
    finally:
        engine.kill()
        if len(result.findings) > found:
            print(f"  failpoint {name}:{number}", flush=True)


def exercise(engine):
    """What passes every point: much at once that is due, definitions of all kinds, a compaction, a checkpoint."""
    mongo = engine.client(serverSelectionTimeoutMS=500)
    database = mongo.exercise
    past = writers.utc_now() - datetime.timedelta(hours=1)
    limit = time.monotonic() + EXERCISE_SECONDS
    number = 0
    try:
        while time.monotonic() < limit:
            number += 1
            due = database[f"due{number}"]
            due.create_index("until", expireAfterSeconds=2 ** 31 - 1)
            due.insert_many([{"_id": n, "until": past, "fill": "z" * 50} for n in range(12_000)])
            database.command("collMod", due.name, index={"name": "until_1", "expireAfterSeconds": 0})
            mongo.crash.bulk.create_index("a")
            mongo.crash.bulk.drop_index("a_1")
            due.create_index("fill")
            copy = engine.folder / "checkpoint"
            shutil.rmtree(copy, ignore_errors=True)
            mongo.admin.command("sandglassCheckpoint", path=str(copy))
            database.command("create", "small", capped=True, size=4096)
            database.small.rename(f"renamed{number}")
            database.command("collMod", f"renamed{number}", cappedSize=8192)
            time.sleep(1.2)  # a pass
            database.command("compact", due.name)
            due.drop()
    except writers.pymongo.errors.PyMongoError:
        pass
    finally:
        mongo.close()


def main():
    chosen = outcome.arguments(__doc__)
    parts = chosen.only or ("kill", "power", "failpoint")
    kills, losses, of_one = ROUNDS[chosen.tier]
    code = 0
    if "kill" in parts:
        result = outcome.Outcome("crash", chosen)
        run_folders(chosen, result, chosen.rounds or kills, of_one, False)
        code |= result.finish()
    if "power" in parts:
        result = outcome.Outcome("crash_power", chosen)
        run_folders(chosen, result, chosen.rounds or losses, of_one, True)
        code |= result.finish()
    if "failpoint" in parts:
        result = outcome.Outcome("crash_failpoints", chosen)
        if run_failpoints(chosen, result):
            code |= result.finish()
    return code


if __name__ == "__main__":
    outcome.main(main)
