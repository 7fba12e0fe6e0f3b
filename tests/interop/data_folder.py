#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Carries a data folder from one engine to another, which may be built on another release of RocksDB.

usage: data_folder.py write|check ENGINE FOLDER
write: makes FOLDER with an engine: TTL index, unique index, ordinary index, documents of many types, one TTL pass. Notes in
FOLDER/expected.json what an engine must find there.
check: opens FOLDER with ENGINE; checks documents, indexes and a TTL pass; opens it once more and checks what is left.
packaging/scripts/upgrade-data runs both, on two releases of Debian.
"""

import datetime
import hashlib
import json
import os
import pathlib
import sys

import bson
import pymongo
from bson.raw_bson import RawBSONDocument
from ttl_story import HOUR, pass_at
from with_engine import Client, Engine

DOCUMENTS = 20_000
# random bytes cannot be compressed: the documents are larger than the engine's buffers, and so tables are written
BLOB_BYTES = 2_000


class Opened:
    """An engine on the folder, and a client; leaving it ends both and fails when the engine was not well."""

    def __init__(self, path, folder):
        self.engine = Engine(path, str(folder), Client("python", ""))
        self.client = pymongo.MongoClient("127.0.0.1", self.engine.port)

    def __enter__(self):
        return self.client

    def __exit__(self, kind, error, trace):
        self.client.close()
        well = self.engine.close()
        assert well or kind, "the engine did not end well, or it logged errors"


def documents(now):
    """Three kinds of expiry by turns: an hour ago, in one hour, in a day; and every type that an index key knows."""
    moments = [now - HOUR, now + HOUR, now + 24 * HOUR]
    values = [1, 2.5, bson.Int64(1 << 40), bson.Decimal128("1.50"), "text", None, True, [1, "two"], {"a": {"b": 1}},
              bson.ObjectId(), bson.Regex("^a", "i"), bson.Timestamp(5, 6), bson.MinKey(), bson.MaxKey()]
    for n in range(DOCUMENTS):
        yield {"_id": n, "at": moments[n % 3], "n": n, "user": f"user{n % 100}", "value": values[n % len(values)],
               "blob": os.urandom(BLOB_BYTES)}


def fingerprint(collection, query):
    """Count and digest of the documents' bytes, in the order of their numbers."""
    raw = collection.with_options(codec_options=bson.codec_options.CodecOptions(document_class=RawBSONDocument))
    digest, count = hashlib.sha256(), 0
    for document in raw.find(query).sort("n", 1):
        digest.update(document.raw)
        count += 1
    return [count, digest.hexdigest()]


def indexes_of(collection):
    return [json.loads(json.dumps(each, default=str)) for each in collection.list_indexes()]


def survivors(remainders):
    return {"n": {"$mod": [3, remainders]}}


def write(engine, folder):
    folder.mkdir(parents=True)
    now = datetime.datetime.now(datetime.timezone.utc)
    with Opened(engine, folder) as client:
        sessions = client.carried.sessions
        sessions.create_index("at", expireAfterSeconds=0, name="expiry")
        sessions.create_index("n", unique=True)
        sessions.create_index([("user", 1), ("value", -1)])
        batch = list(documents(now))
        for start in range(0, DOCUMENTS, 1_000):
            sessions.insert_many(batch[start:start + 1_000])
        pass_at(client, datetime.timedelta())
        expected = {"all": fingerprint(sessions, {}), "last": fingerprint(sessions, survivors(2)),
                    "user": fingerprint(sessions, {"user": "user7"}), "indexes": indexes_of(sessions)}
    assert expected["all"][0] == DOCUMENTS - (DOCUMENTS + 2) // 3, expected["all"]
    tables = len(list((folder / "db").rglob("*.sst")))
    assert tables > 0, "no table was written: the folder holds a journal alone"
    (folder / "expected.json").write_text(json.dumps(expected), encoding="utf-8")
    print(f"written: {expected['all'][0]} documents, {len(expected['indexes'])} indexes, {tables} tables")


def check(engine, folder):
    expected = json.loads((folder / "expected.json").read_text(encoding="utf-8"))
    with Opened(engine, folder) as client:
        sessions = client.carried.sessions
        assert indexes_of(sessions) == expected["indexes"], indexes_of(sessions)
        assert fingerprint(sessions, {}) == expected["all"]
        assert fingerprint(sessions, {"user": "user7"}) == expected["user"]
        assert sessions.find_one({"n": 10_000})["_id"] == 10_000
        try:
            sessions.insert_one({"n": 10_000})
            raise AssertionError("the unique index was not obeyed")
        except pymongo.errors.DuplicateKeyError:
            pass
        pass_at(client, 2 * HOUR)
        assert fingerprint(sessions, {}) == expected["last"], sessions.count_documents({})
    with Opened(engine, folder) as client:
        assert fingerprint(client.carried.sessions, {}) == expected["last"]
        report = client.carried.validate_collection("sessions")
        assert report["valid"] and report["nrecords"] == expected["last"][0], report
    print(f"checked: {expected['all'][0]} documents, {expected['last'][0]} after a TTL pass, {len(expected['indexes'])} indexes")


def main():
    step, engine, folder = sys.argv[1], sys.argv[2], pathlib.Path(sys.argv[3]).resolve()
    {"write": write, "check": check}[step](engine, folder)


if __name__ == "__main__":
    main()
