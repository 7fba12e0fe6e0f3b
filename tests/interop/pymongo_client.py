#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""usage: pymongo_client.py URI
Creates a TTL index, converts one, sees documents expire by moving the engine's clock.
"""

import datetime
import sys
import time

import pymongo
from bson.int64 import Int64

HOUR = datetime.timedelta(hours=1)


def pass_at(client, offset):
    """Moves the engine's clock past two periods beyond `offset` and waits for a pass after each."""
    def passes():
        return client.admin.command("serverStatus")["metrics"]["ttl"]["passes"]

    for step in (1, 2):
        before = passes()
        millis = int(offset.total_seconds() * 1000) + step * 61000
        client.admin.command("setParameter", 1, sandglassClockOffsetMillis=Int64(millis))
        while passes() == before:
            time.sleep(0.01)


def main():
    client = pymongo.MongoClient(sys.argv[1], serverSelectionTimeoutMS=5000)
    database = client.python
    now = datetime.datetime.utcnow()

    tokens = database.tokenLog
    tokens.insert_many([{"_id": n, "token": 100 + n, "accessTime": now - n * HOUR} for n in range(3)])
    assert tokens.create_index("accessTime", expireAfterSeconds=30 * 60) == "accessTime_1"
    try:
        tokens.create_index([("a", 1), ("b", 1)], expireAfterSeconds=1)
        raise AssertionError("a compound TTL index was accepted")
    except pymongo.errors.OperationFailure as error:
        assert error.code == 67, error

    database.tickets.create_index("lastModifiedDate")
    database.tickets.insert_one({"lastModifiedDate": now})
    reply = database.command("collMod", "tickets",
                             index={"keyPattern": {"lastModifiedDate": 1}, "expireAfterSeconds": 100})
    assert reply["expireAfterSeconds_new"] == 100, reply
    assert "expireAfterSeconds_old" not in reply, reply

    pass_at(client, datetime.timedelta())
    assert [d["_id"] for d in tokens.find()] == [0], list(tokens.find())
    pass_at(client, HOUR)
    assert tokens.count_documents({}) == 0
    assert database.tickets.count_documents({}) == 0
    assert database.list_collection_names(), "collections remain when their documents have gone"
    print("ok")


if __name__ == "__main__":
    main()
