# SPDX-License-Identifier: GPL-3.0-or-later
"""Clients that write until the engine is gone, and know what must be there afterwards."""

import datetime
import threading
import zlib

import pymongo
import pymongo.errors
from pymongo.write_concern import WriteConcern

UTC = datetime.timezone.utc
FAR = datetime.datetime(2090, 1, 1)
BATCH = 20
JOURNALED = (WriteConcern(w=1, j=True), WriteConcern(w="majority"))
WRITTEN = WriteConcern(w=1, j=False)
INDEXES = ("_id_", "until_1", "code_1", "tags_1_v_-1")


def utc_now():
    """As pymongo returns dates: without a zone."""
    return datetime.datetime.now(UTC).replace(tzinfo=None)


def checksum(document):
    """Of everything else in the document."""
    parts = (document["_id"], document["v"], document["until"], document["code"], document["tags"], len(document["fill"]))
    return zlib.crc32(repr(parts).encode())


class Client(threading.Thread):
    """A thread that works until the engine is gone or stop() was called."""

    def __init__(self, engine, random):
        super().__init__(daemon=True)
        self.random = random
        self.stopping = threading.Event()
        self.mongo = engine.client(serverSelectionTimeoutMS=1000)
        self.done = 0
        self.refusals = []

    def run(self):
        try:
            while not self.stopping.is_set():
                self.step()
                self.done += 1
        except pymongo.errors.OperationFailure as error:
            # an engine that ends answers with these
            if error.code not in (91, 11600, 11602):
                self.refusals.append(f"{type(self).__name__}: {error}")
        except pymongo.errors.PyMongoError:
            pass
        finally:
            self.mongo.close()

    def end(self):
        """Waits for its end, which the engine's end brings."""
        self.stopping.set()
        self.join()

    def step(self):
        raise NotImplementedError


class DocumentWriter(Client):
    """Inserts, replaces and deletes in a collection of its own.

    `durable` is what must be there: the version of each _id, 0 for a deleted one. `pending` are the changes since then in
    their order: the first `acknowledged` of them are in the system's memory, the rest may have happened or not.
    """

    def __init__(self, engine, random, name, durable):
        super().__init__(engine, random)
        self.collection = self.mongo.crash[name]
        self.durable = durable
        self.pending = []
        self.acknowledged = 0
        self.journaled = 0

    @staticmethod
    def prepare(mongo, name):
        mongo.crash[name].create_indexes([
            pymongo.IndexModel("until", expireAfterSeconds=0), pymongo.IndexModel("code"),
            pymongo.IndexModel([("tags", 1), ("v", -1)])])

    def document(self, key, version):
        made = {"_id": key, "v": version, "until": FAR, "code": str(self.random.random()),
                "tags": [self.random.randrange(50) for _ in range(self.random.randrange(4))],
                "fill": "x" * self.random.randrange(40, 600)}
        made["sum"] = checksum(made)
        return made

    def version(self, key):
        """As the writer knows it: what it has not been told yet counts."""
        known = self.durable.get(key, 0)
        for changed, version in self.pending:
            known = version if changed == key else known
        return known

    def step(self):
        journal = self.random.random() < 0.6
        concern = self.random.choice(JOURNALED) if journal else WRITTEN
        target = self.collection.with_options(write_concern=concern)
        choice = self.random.random()
        living = self.random.choice(list(self.durable)) if self.durable and choice > 0.4 else None
        version = self.version(living) if living is not None else 0
        if not version:
            count = BATCH if choice > 0.9 else 1
            first = max([-1, *self.durable, *(key for key, _ in self.pending)]) + 1
            self.pending += [(key, 1) for key in range(first, first + count)]
            target.insert_many([self.document(key, 1) for key in range(first, first + count)])
        elif choice < 0.75:
            self.pending.append((living, version + 1))
            target.replace_one({"_id": living}, self.document(living, version + 1))
        elif choice < 0.85:
            self.pending.append((living, version + 1))
            target.find_one_and_replace({"_id": living}, self.document(living, version + 1))
        else:
            self.pending.append((living, 0))
            target.delete_one({"_id": living})
        self.acknowledged = len(self.pending)
        if journal:
            self.durable.update(self.pending)
            self.pending, self.acknowledged = [], 0
            self.journaled += 1

    def check(self, mongo, power, outcome):
        """Compares what is there with what may be; `power`: unsynced writes may be lost, the last ones first."""
        name = self.collection.name
        found = {}
        for document in mongo.crash[name].find():
            if document["sum"] != checksum(document):
                outcome.find(f"{name}: _id {document['_id']} is half there")
            found[document["_id"]] = document["v"]
        doubtful = {key for key, _ in self.pending}
        for key in (set(self.durable) | set(found)) - doubtful:
            if self.durable.get(key, 0) != found.get(key, 0):
                outcome.find(f"{name}: _id {key} has version {found.get(key, 0)}, acknowledged was {self.durable.get(key, 0)}")
        state = {key: self.durable.get(key, 0) for key in doubtful}
        fits = False
        for done in range(len(self.pending) + 1):
            if done:
                key, version = self.pending[done - 1]
                state[key] = version
            if (power or done >= self.acknowledged) and all(found.get(key, 0) == state[key] for key in doubtful):
                fits = True
        outcome.expect(fits, f"{name}: the last {len(self.pending)} changes are not there in their order "
                             f"(acknowledged {self.acknowledged}): {self.pending[-5:]}")
        outcome.add("keys_checked", len(found))
        return found


class ExpiringWriter(Client):
    """Inserts bursts of documents, one half due within seconds, the other half never; also watches them go."""

    NAME = "expiring"

    def __init__(self, engine, random, kept, first):
        super().__init__(engine, random)
        self.collection = self.mongo.crash[self.NAME].with_options(write_concern=JOURNALED[0])
        self.kept = kept
        self.next = first
        self.burst = 400
        self.gone = set()
        self.due = set()
        self.journaled = 0

    def step(self):
        numbers = range(self.next, self.next + self.burst)
        self.next += self.burst
        now = utc_now()
        self.collection.insert_many([
            {"_id": n, "until": FAR if n % 2 else now + datetime.timedelta(milliseconds=self.random.randrange(3000)),
             "code": str(n), "fill": "y" * 100} for n in numbers])
        self.kept.update(n for n in numbers if n % 2)
        self.due.update(n for n in numbers if n % 2 == 0)
        self.journaled += 1
        there = {d["_id"] for d in self.collection.find({"_id": {"$lt": self.next}}, {"_id": 1})}
        self.gone.update(self.due - there)
        # a pause that the engine's end cuts short
        self.stopping.wait(0.05)

    def check(self, mongo, power, outcome):
        collection = mongo.crash[self.NAME]
        there = {document["_id"] for document in collection.find({}, {"_id": 1})}
        lost = self.kept - there
        outcome.expect(not lost, f"{self.NAME}: {len(lost)} documents that never expire are gone, as {sorted(lost)[:3]}")
        if not power:
            back = self.gone & there
            outcome.expect(not back, f"{self.NAME}: {len(back)} deleted documents are back, as {sorted(back)[:3]}")
        outcome.add("keys_checked", len(there))
        # those of a last insert without an answer that do not expire
        self.kept.update(n for n in there if n % 2)


class DefinitionWriter(Client):
    """Creates and drops collections and indexes. `known`: the indexes of each collection; None for a dropped one."""

    FIELDS = ("a", "b", "c")

    def __init__(self, engine, random, known):
        super().__init__(engine, random)
        self.database = self.mongo.definitions
        self.known = known
        self.doubt = None
        self.journaled = 0

    def step(self):
        name = f"c{self.random.randrange(4)}"
        indexes = self.known.get(name)
        concern = {"w": 1, "j": True}
        if indexes is None:
            self.change(name, frozenset())
            self.database.command("create", name, writeConcern=concern)
            self.known[name] = frozenset()
            self.database[name].with_options(write_concern=JOURNALED[0]).insert_many(
                [{"a": n, "b": [n, n + 1], "c": str(n)} for n in range(200)])
            return
        field = self.random.choice(self.FIELDS)
        if self.random.random() < 0.2:
            self.change(name, None)
            self.database.command("drop", name, writeConcern=concern)
        elif field in indexes:
            self.change(name, indexes - {field})
            self.database.command("dropIndexes", name, index=field, writeConcern=concern)
        else:
            self.change(name, indexes | {field})
            self.database.command("createIndexes", name, indexes=[{"key": {field: 1}, "name": field}], writeConcern=concern)
        self.known[name] = self.doubt[1]
        self.journaled += 1

    def change(self, name, indexes):
        self.doubt = (name, indexes)

    def check(self, mongo, _power, outcome):
        """Catalog changes are synced, so a power loss takes none that was acknowledged."""
        there = {name: frozenset(mongo.definitions[name].index_information()) - {"_id_"}
                 for name in mongo.definitions.list_collection_names()}
        for name in set(self.known) | set(there):
            allowed = [self.known.get(name)]
            if self.doubt and self.doubt[0] == name:
                allowed.append(self.doubt[1])
            outcome.expect(there.get(name) in allowed,
                           f"definitions.{name} has the indexes {there.get(name)}, acknowledged was {allowed}")
        self.known.clear()
        self.known.update(there)
