#!/usr/bin/python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Everything at once, for what goes wrong only when two things happen together; made for an engine with sanitizers.

Writers, readers, change streams, index builds, drops, renames, collMod, TTL passes, checkpoints, killOp, setParameter, users, clients
that hang up, and serverStatus every 100 ms work beside each other on the same few collections, while many documents become due.
SIGTERM comes while reads are open, then the engine starts again. Every second life is that of a replica set member.

Passes when no answer is an error that no other client can have caused, the engine ends with code 0 within its time, what was due is
gone, validate finds no fault, and no sanitizer has reported anything.
"""

import datetime
import pathlib
import random
import shutil
import socket
import struct
import tempfile
import time

import bson
import outcome
import pymongo
import pymongo.errors
import wire
import writers
from engine import Engine

LIVES = {"T1": 2, "T2": 4, "T3": 10}
SECONDS = {"T1": 8, "T2": 20, "T3": 60}
EXPIRING = {"T1": 20_000, "T2": 200_000, "T3": 200_000}
GONE_SECONDS = 30.0
OPEN_READS = 20
LONG_AGO = datetime.datetime(2020, 1, 1)
NAMES = ("c0", "c1", "c2", "c3")
# What another client may have done to a command: dropped or made its collection or index, killed it or its cursor, taken its key,
# moved the place where it read, or ended the engine.
CAUSED = {11, 26, 27, 43, 48, 50, 66, 68, 72, 85, 86, 112, 117, 136, 165, 166, 175, 211, 237, 276, 286, 291, 11000, 11601, 12587, 51003}


class Worker(writers.Client):
    """Does one of its actions after another; `counts` says how often each was answered."""

    def __init__(self, engine, random_):
        super().__init__(engine, random_)
        self.engine = engine
        self.database = self.mongo.mix
        self.counts = {}
        self.actions = [getattr(self, name) for name in dir(self) if name.startswith("do_")]

    def some(self):
        """One of the collections that all share."""
        return self.database[self.random.choice(NAMES)]

    def step(self):
        action = self.random.choice(self.actions)
        try:
            action()
        except pymongo.errors.BulkWriteError as error:
            if not all(one["code"] in CAUSED for one in error.details["writeErrors"]):
                raise
        except pymongo.errors.OperationFailure as error:
            if error.code not in CAUSED:
                raise pymongo.errors.OperationFailure(f"{action.__name__}: {error}", error.code) from error
        self.counts[action.__name__] = self.counts.get(action.__name__, 0) + 1


class Writer(Worker):
    """Inserts, changes and deletes."""

    def document(self):
        now = writers.utc_now()
        return {"a": self.random.randrange(1000), "b": [self.random.randrange(9), self.random.randrange(9)],
                "until": now + datetime.timedelta(milliseconds=self.random.randrange(-3000, 10_000)), "fill": "x" * 200}

    def do_insert(self):
        concern = pymongo.WriteConcern(w=1, j=self.random.random() < 0.3)
        self.some().with_options(write_concern=concern).insert_many([self.document() for _ in range(50)], ordered=False)

    def do_update(self):
        self.some().update_many({"a": self.random.randrange(1000)}, {"$inc": {"a": 1}, "$push": {"b": 1}})

    def do_replace(self):
        self.some().replace_one({"_id": self.random.randrange(50)}, self.document(), upsert=True)

    def do_modify(self):
        self.some().find_one_and_update({"a": {"$gt": self.random.randrange(1000)}}, {"$set": {"until": writers.FAR}}, sort=[("a", 1)])

    def do_delete(self):
        self.some().delete_many({"a": self.random.randrange(1000)})

    def do_retryable(self):
        """As drivers write on a replica set member: in a session, with a number."""
        if self.engine.arguments:
            with self.mongo.start_session() as session:
                self.database.command({"insert": "c0", "documents": [self.document()], "txnNumber": bson.Int64(1)}, session=session)


class Definer(Worker):
    """Makes, changes and drops indexes and collections."""

    def do_build(self):
        some = self.some()
        some.create_indexes([pymongo.IndexModel("until", expireAfterSeconds=self.random.choice((0, 0, 3600))), pymongo.IndexModel("a"),
                             pymongo.IndexModel([("b", 1), ("a", -1)], name="both"),
                             pymongo.IndexModel("fill", partialFilterExpression={"a": {"$gt": 500}})])

    def do_drop_indexes(self):
        self.database.command("dropIndexes", self.random.choice(NAMES), index=self.random.choice(("*", "a_1", "both", "until_1")))

    def do_change_rule(self):
        self.database.command("collMod", self.random.choice(NAMES), index={
            "name": "until_1", "expireAfterSeconds": self.random.choice((0, 1, 3600))})

    def do_hide(self):
        self.database.command("collMod", self.random.choice(NAMES), index={"name": "a_1", "hidden": self.random.random() < 0.5})

    def do_validator(self):
        self.database.command("collMod", self.random.choice(NAMES), validator={"a": {"$gte": 0}}, validationLevel="moderate")

    def do_drop(self):
        self.some().drop()

    def do_rename(self):
        self.some().rename("moved", dropTarget=True)
        self.database.moved.rename(self.random.choice(NAMES), dropTarget=True)

    def do_special(self):
        self.database.drop_collection("special")
        options = self.random.choice(({"capped": True, "size": 8192}, {"viewOn": "c0", "pipeline": [{"$match": {"a": {"$gt": 5}}}]},
                                      {"clusteredIndex": {"key": {"_id": 1}, "unique": True}, "expireAfterSeconds": 1},
                                      {"timeseries": {"timeField": "until", "metaField": "a"}, "expireAfterSeconds": 1}))
        self.database.command("create", "special", **options)
        if "viewOn" not in options:
            self.database.special.insert_many([{"_id": n, "a": n % 3, "until": writers.utc_now()} for n in range(100)])

    def do_compact(self):
        self.database.command("compact", self.random.choice(NAMES))

    def do_capped(self):
        self.database.command("convertToCapped", "c3", size=100_000)

    def do_other_database(self):
        self.mongo.other.c.insert_one({})
        self.mongo.drop_database("other")


class Reader(Worker):
    """Reads in all ways, and leaves some cursors open."""

    def do_find(self):
        for number, _ in enumerate(self.some().find({"a": {"$gte": 0}}, batch_size=20)):
            if number > 200:
                break

    def do_sort(self):
        list(self.some().find({}, {"a": 1}).sort([("fill", 1), ("a", -1)]).limit(100))

    def do_leave_open(self):
        self.database.command("find", self.random.choice(NAMES), batchSize=1)

    def do_group(self):
        list(self.some().aggregate([{"$group": {"_id": "$a", "n": {"$sum": 1}, "last": {"$max": "$until"}}}, {"$sort": {"n": -1}}]))

    def do_join(self):
        list(self.some().aggregate([{"$limit": 20}, {"$lookup": {"from": "c1", "localField": "a", "foreignField": "a", "as": "others"}},
                                    {"$unionWith": "c2"}, {"$limit": 100}], maxTimeMS=2000))

    def do_out(self):
        self.some().aggregate([{"$limit": 100}, {"$out": "written"}])

    def do_merge(self):
        self.some().aggregate([{"$limit": 100}, {"$merge": {"into": "merged"}}])

    def do_distinct(self):
        self.some().distinct("a")

    def do_count(self):
        self.some().count_documents({"until": {"$lt": writers.utc_now()}})

    def do_special(self):
        list(self.database.special.find().limit(10))

    def do_explain(self):
        self.database.command("explain", {"find": self.random.choice(NAMES), "filter": {"a": 5}}, verbosity="executionStats")

    def do_endless(self):
        """Until its time is over or the Killer comes."""
        self.database.aggregate([{"$documents": [{"v": 1}]}, {"$project": {"v": {"$reduce": {
            "input": {"$range": [0, 1_000_000]}, "initialValue": 0, "in": {"$add": ["$$value", "$$this"]}}}}}], maxTimeMS=1000)


class Watcher(Worker):
    """Change streams, also from where an earlier one ended; a tailable cursor."""

    token = None

    def do_watch(self):
        if not self.engine.arguments:
            self.do_tail()
            return
        target = self.random.choice((self.mongo, self.database, self.some()))
        with target.watch(max_await_time_ms=100, resume_after=self.token if target is self.mongo else None) as stream:
            for _ in range(10):
                if stream.try_next() is None:
                    break
            self.token = stream.resume_token if target is self.mongo else self.token

    def do_tail(self):
        if "tail" not in self.database.list_collection_names():
            self.database.command("create", "tail", capped=True, size=4096)
        self.database.tail.insert_one({"n": 1})
        cursor = self.database.tail.find(cursor_type=pymongo.CursorType.TAILABLE_AWAIT).max_await_time_ms(100)
        for _ in range(5):
            if next(cursor, None) is None:
                break
        cursor.close()


class Killer(Worker):
    """Ends what others do."""

    def do_kill(self):
        for operation in self.mongo.admin.command("currentOp")["inprog"]:
            if operation.get("op") in ("command", "query", "getmore") and self.random.random() < 0.2:
                self.mongo.admin.command("killOp", op=operation["opid"])
        self.stopping.wait(0.1)

    def do_kill_sessions(self):
        self.mongo.admin.command("killAllSessions", [])
        self.stopping.wait(0.3)

    def do_hang_up(self):
        """Sends a request and does not wait for the answer."""
        body = b"\0\0\0\0\0" + bson.encode({"find": self.random.choice(NAMES), "sort": {"fill": 1}, "$db": "mix"})
        self.send(socket.AF_UNIX, str(self.engine.socket), struct.pack("<iiii", 16 + len(body), 1, 0, 2013) + body)

    def do_half(self):
        """Hangs up in the middle of a message."""
        self.send(socket.AF_INET, ("127.0.0.1", self.engine.port()), struct.pack("<iiii", 200, 1, 0, 2013) + b"\0\0")

    @staticmethod
    def send(family, address, bytes_):
        try:
            with socket.socket(family) as connection:
                connection.connect(address)
                connection.sendall(bytes_)
        except OSError as error:
            raise pymongo.errors.ConnectionFailure(str(error)) from error


class Operator(Worker):
    """What administrators do: parameters, profile, users, copies."""

    VALUES = {"ttlMonitorEnabled": (True, True, False), "ttlMonitorSleepSecs": (1, 2), "ttlMonitorBatchDeletes": (True, False),
              "logLevel": (0, 1, 2), "ttlIndexDeleteTargetDocs": (100, 50_000), "sandglassTrashDays": (0, 1)}

    def do_set(self):
        name = self.random.choice(list(self.VALUES))
        self.mongo.admin.command("setParameter", **{name: self.random.choice(self.VALUES[name])})

    def do_get(self):
        self.mongo.admin.command("getParameter", "*")

    def do_profile(self):
        self.database.command("profile", self.random.choice((0, 1, 2)), slowms=self.random.choice((0, 100)))

    def do_checkpoint(self):
        copy = self.engine.folder / "copy"
        shutil.rmtree(copy, ignore_errors=True)
        self.mongo.admin.command("sandglassCheckpoint", path=str(copy))

    def do_fsync(self):
        self.mongo.admin.command("fsync")

    def do_users(self):
        name = f"user{self.random.randrange(3)}"
        self.database.command("createUser", name, pwd="secret", roles=["read"])
        self.database.command("updateUser", name, roles=["readWrite"])
        with self.engine.client(username=name, password="secret", authSource="mix") as client:
            client.admin.command("ping")
        self.database.command("dropUser", name)


class Observer(Worker):
    """What monitoring asks, every 100 ms."""

    def step(self):
        super().step()
        self.stopping.wait(0.05)

    def do_status(self):
        self.mongo.admin.command("serverStatus")
        self.stopping.wait(0.1)

    def do_admin(self):
        for name in ("top", "listDatabases", "connPoolStats", "currentOp", "hostInfo", "getDiagnosticData"):
            self.mongo.admin.command(name)
        self.mongo.admin.command("getLog", "global")

    def do_statistics(self):
        some = self.some()
        self.database.command("dbStats")
        self.database.command("collStats", some.name)
        list(some.aggregate([{"$indexStats": {}}]))
        list(some.list_indexes())
        list(self.database.list_collections())

    def do_validate(self):
        reply = self.database.command("validate", self.random.choice(NAMES), full=True)
        if not reply["valid"]:
            self.refusals.append(f"validate while all work: {reply['errors']}")


CREW = (Writer, Writer, Definer, Reader, Reader, Watcher, Killer, Operator, Observer)


def insist(action):
    """What the action returns. It is done again when the Killer has hit it."""
    while True:
        try:
            return action()
        except pymongo.errors.OperationFailure as error:
            if error.code not in (237, 11601):
                raise


def fill_expiring(mongo, count):
    """Documents of long ago, whose rule lets them live for 68 years."""
    mongo.mix.expiring.drop()  # the life before has shortened its rule
    mongo.mix.expiring.create_index("until", expireAfterSeconds=2 ** 31 - 1)
    mongo.mix.expiring.create_index("a")
    for first in range(0, count, 10_000):
        mongo.mix.expiring.insert_many([{"_id": n, "until": LONG_AGO, "a": n % 100} for n in range(first, min(count, first + 10_000))])


def open_reads(engine):
    """Connections with a cursor each, and the next batch asked for."""
    reads = [wire.Wire(engine.socket) for _ in range(OPEN_READS)]
    for read in reads:
        reply = read.run({"find": "bulk", "batchSize": 10, "$db": "mix"})
        read.send({"getMore": reply["cursor"]["id"], "collection": "bulk", "batchSize": 5000, "$db": "mix"})
    return reads


def wait_until_gone(result, mongo):
    """What was due goes, whatever the operators set before."""
    begun = time.monotonic()
    limit = GONE_SECONDS * outcome.patience()
    while mongo.mix.expiring.count_documents({}, hint="_id_") and time.monotonic() - begun < limit:
        time.sleep(0.1)
    left = mongo.mix.expiring.count_documents({}, hint="_id_")
    result.expect(left == 0, f"{left} documents that were due are there after {limit:.0f} s")
    result.largest("expired_gone_s", time.monotonic() - begun)


def live(result, engine, chosen, seed):
    """One life of the engine, from its start to SIGTERM."""
    engine.start()
    mongo = engine.client()
    mongo.mix.bulk.drop()
    mongo.mix.bulk.insert_many([{"_id": n, "fill": "x" * 100} for n in range(5000)])
    fill_expiring(mongo, EXPIRING[chosen.tier])
    crew = [kind(engine, random.Random(seed + number)) for number, kind in enumerate(CREW)]
    for worker in crew:
        worker.start()
    seconds = chosen.seconds or SECONDS[chosen.tier]
    time.sleep(seconds / 2)
    rule = {"name": "until_1", "expireAfterSeconds": 0}
    insist(lambda: mongo.mix.command("collMod", "expiring", index=rule))
    time.sleep(seconds / 2)
    for worker in crew:
        result.expect(worker.is_alive(), f"{type(worker).__name__} has ended early")
    reads = open_reads(engine)
    code, took = engine.terminate(limit=20 * outcome.patience())
    result.expect(code == 0, f"SIGTERM under load: exit code {code} after {took:.1f} s: {engine.last_line()}")
    result.largest("term_s", took)
    for worker in crew:
        worker.end()
        result.add("answered", worker.done)
        for words in worker.refusals:
            result.find(words)
        if chosen.keep:
            print(f"  {type(worker).__name__}: {worker.counts}", flush=True)
    for read in reads:
        read.socket.close()
    mongo.close()


def check(result, engine):
    """What is there after a start."""
    result.largest("recovery_s", engine.start())
    mongo = engine.client()
    wait_until_gone(result, mongo)
    for name in mongo.mix.list_collection_names(filter={"type": {"$ne": "view"}}):
        reply = mongo.mix.command("validate", name, full=True)
        result.expect(reply["valid"], f"validate {name}: {reply.get('errors')}")
    mongo.close()
    code, _ = engine.terminate(limit=20 * outcome.patience())
    result.expect(code == 0, f"SIGTERM after the start: exit code {code}")


def main():
    chosen = outcome.arguments(__doc__)
    result = outcome.Outcome("together", chosen)
    folder = pathlib.Path(tempfile.mkdtemp(prefix="sandglass-together-"))
    for number in range(chosen.rounds or LIVES[chosen.tier]):
        result.rounds += 1
        member = number % 2
        engine = Engine(chosen.engine, folder / ("member" if member else "alone"), ("--replSet", "rs0") if member else ())
        with result.watch(engine):
            live(result, engine, chosen, chosen.seed + 100 * number)
            check(result, engine)
    result.clear(folder, chosen)
    return result.finish()


if __name__ == "__main__":
    outcome.main(main)
