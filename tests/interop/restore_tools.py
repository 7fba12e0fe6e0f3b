#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Plays the commands that mongodump and mongorestore send, for every kind of collection, and those of tests of drivers.

usage: restore_tools.py URI
The commands are written by hand from the tools' published protocol: the tools themselves are in no Debian.
"""

import datetime
import sys
import uuid

import bson
import pymongo
import pymongo.errors

NOON = datetime.datetime(2030, 1, 1, 12)
KINDS = {
    "plain": {},
    "ring": {"capped": True, "size": 8192, "max": 100},
    "ordered": {"clusteredIndex": {"key": {"_id": 1}, "unique": True}, "expireAfterSeconds": 10 ** 8},
    "series": {"timeseries": {"timeField": "t", "metaField": "m"}, "expireAfterSeconds": 10 ** 8},
    "slow_series": {"timeseries": {"timeField": "t", "granularity": "hours"}},
    "seen": {"viewOn": "plain", "pipeline": [{"$match": {"n": {"$lt": 3}}}]},
}
# a date, and twice the same difference to it: the column of three times a minute apart
TIMES = bson.Binary(b"\x09\0" + (1893499200000).to_bytes(8, "little") + b"\x80"
                    + (13 | 120000 << 4).to_bytes(8, "little") + b"\0", 7)


def fill(database):
    """Makes a collection of each kind with documents and an index."""
    for name, options in KINDS.items():
        database.command("create", name, **options)
        if "viewOn" in options:
            continue
        rows = [{"t": NOON + datetime.timedelta(minutes=n), "m": n % 3, "n": n} for n in range(50)]
        database[name].insert_many(rows if "timeseries" in options else [{"_id": n, **row} for n, row in enumerate(rows)])
        database[name].create_index([("n", 1)], name="by_n")


def uuid_of(entry):
    """A listed collection's UUID as it is sent, or None. Newer versions of the driver do not decode it."""
    found = entry["info"].get("uuid")
    return bson.Binary.from_uuid(found) if isinstance(found, uuid.UUID) else found


def dumped(database):
    """What mongodump reads: the listed options, the indexes, the documents or buckets in their natural order."""
    dump = {}
    for entry in database.list_collections():
        if entry["name"].startswith("system."):
            continue
        stored = "system.buckets." + entry["name"] if entry["type"] == "timeseries" else entry["name"]
        is_view = entry["type"] == "view"
        dump[entry["name"]] = {
            "options": entry["options"], "uuid": uuid_of(entry), "stored": stored,
            "indexes": [] if is_view else list(database[entry["name"]].list_indexes()),
            "documents": [] if is_view else list(database[stored].find(no_cursor_timeout=True))}
    return dump


def restore(database, dump, keep_uuids):
    """What mongorestore sends for a dump."""
    for name, part in dump.items():
        create = {"create": name, **part["options"]}
        if keep_uuids and part["uuid"]:
            database.client.admin.command("applyOps", [
                {"op": "c", "ns": f"{database.name}.$cmd", "ui": part["uuid"], "o": create}])
        else:
            database.command(create)
        if "timeseries" in part["options"]:
            # the tool sends it for buckets that MongoDB has marked so
            database.command("collMod", name, timeseriesBucketsMayHaveMixedSchemaData=True)
        if part["documents"]:
            done = database.command("insert", part["stored"], documents=part["documents"], ordered=False,
                                    writeConcern={"w": "majority"})
            assert done["n"] == len(part["documents"]) and "writeErrors" not in done, (name, done)
        indexes = [dict(index) for index in part["indexes"] if index["name"] != "_id_"]
        indexes = [index for index in indexes if not index.pop("clustered", False)]
        if indexes:
            database.command("createIndexes", name, indexes=indexes, ignoreUnknownIndexOptions=True)


def contents(database):
    """All documents, by collection."""
    return {name: sorted((tuple(sorted(row.items(), key=str)) for row in database[name].find()), key=str) for name in KINDS}


def every_kind_comes_back(client):
    source = client.dumped
    fill(source)
    dump, before = dumped(source), contents(source)
    for number, keep_uuids in enumerate((False, True)):
        client.drop_database("dumped" if keep_uuids else f"restored{number}")
        target = client["dumped" if keep_uuids else f"restored{number}"]
        restore(target, dump, keep_uuids)
        assert contents(target) == before, "the documents differ"
        again = dumped(target)
        for name, part in dump.items():
            assert again[name]["options"] == part["options"], name
            assert again[name]["indexes"] == part["indexes"], name
            assert not keep_uuids or again[name]["uuid"] == part["uuid"], name


def a_compressed_series_comes_back(client):
    database = client.packed
    database.command("create", "s", timeseries={"timeField": "t"})
    first, last = NOON, NOON + datetime.timedelta(minutes=2)
    bucket = {"_id": bson.ObjectId(), "data": {"t": TIMES},
              "control": {"version": 2, "min": {"t": first}, "max": {"t": last}, "count": 3}}
    assert database.command("insert", "system.buckets.s", documents=[bucket])["n"] == 1
    assert [row["t"] for row in database.s.find()] == [NOON + datetime.timedelta(minutes=n) for n in range(3)]
    cut = dict(bucket, _id=bson.ObjectId(), data={"t": bson.Binary(TIMES[:-1], 7)})
    done = database.command("insert", "system.buckets.s", documents=[cut])
    assert done["writeErrors"][0]["code"] == 22, done


def a_log_is_replayed(client):
    admin = client.admin
    create = {"op": "c", "ns": "replayed.$cmd", "ui": bson.Binary.from_uuid(uuid.uuid4()), "o": {"create": "c"}}
    writes = [{"op": "i", "ns": "replayed.c", "o": {"_id": 1, "a": [1, 2, 3]}},
              {"op": "u", "ns": "replayed.c", "o2": {"_id": 1}, "o": {"$v": 2, "diff": {"sa": {"a": True, "l": 1}}}},
              {"op": "d", "ns": "replayed.c", "o": {"_id": 7}}]
    for _ in range(2):
        assert admin.command("applyOps", [create, *writes])["applied"] == 4
    assert client.replayed.c.find_one() == {"_id": 1, "a": [1]}


def tests_of_drivers_have_commands_fail(client, uri):
    database = client.failing
    database.c.insert_one({"_id": 1})

    def strike(**data):
        client.admin.command("configureFailPoint", "failCommand", mode={"times": 1}, data=data)

    # a driver that retries does not notice
    for data in ({"closeConnection": True}, {"errorCode": 11600}):
        strike(failCommands=["find"], **data)
        assert database.c.find_one() == {"_id": 1}
    with pymongo.MongoClient(uri, retryReads=False, socketTimeoutMS=200) as impatient:
        for data, error in (({"closeConnection": True}, pymongo.errors.AutoReconnect),
                            ({"blockConnection": True, "blockTimeMS": 5000}, pymongo.errors.NetworkTimeout)):
            strike(failCommands=["find"], **data)
            try:
                impatient.failing.c.find_one()
                raise AssertionError(f"{data} had no effect")
            except error:
                pass
    strike(failCommands=["insert"], writeConcernError={"code": 64, "errmsg": "waiting"})
    try:
        database.c.insert_one({"_id": 2})
        raise AssertionError("no write concern error")
    except pymongo.errors.WriteConcernError as error:
        assert error.code == 64
    assert database.c.count_documents({}) == 2


def main():
    uri = sys.argv[1]
    client = pymongo.MongoClient(uri, uuidRepresentation="standard")
    every_kind_comes_back(client)
    a_compressed_series_comes_back(client)
    a_log_is_replayed(client)
    tests_of_drivers_have_commands_fail(client, uri)
    client.close()


if __name__ == "__main__":
    main()
