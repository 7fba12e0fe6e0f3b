#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""usage: old_server.py URI
The driver against an engine that behaves like 2.6: it then queries, lists and asks for more with the old messages.
"""

import datetime
import sys

import pymongo
from ttl_story import HOUR, pass_at


SKIPPED = 77
WIRE_VERSION_OF_2_6 = 2


def main():
    if pymongo.common.MIN_SUPPORTED_WIRE_VERSION > WIRE_VERSION_OF_2_6:
        print(f"SKIPPED: pymongo {pymongo.version} does not talk to MongoDB 2.6")
        return SKIPPED
    client = pymongo.MongoClient(sys.argv[1], serverSelectionTimeoutMS=5000)
    assert client.server_info()["version"].startswith("2.6"), client.server_info()["version"]
    assert client.admin.command("ismaster")["maxWireVersion"] == 2
    events = client.old.events
    now = datetime.datetime.utcnow()
    events.insert_many([{"_id": n, "at": now - n * HOUR} for n in range(250)])
    assert len(list(events.find().batch_size(40))) == 250
    assert events.count_documents({"_id": {"$lt": 9}}) == 9
    assert events.update_one({"_id": 1}, {"$set": {"a": 1}}).modified_count == 1

    # as people wrote it then; the driver itself sends createIndexes
    reply = client.old.command("insert", "system.indexes", documents=[
        {"ns": "old.events", "key": {"at": 1}, "name": "at_1", "expireAfterSeconds": 100 * 3600, "background": True},
        {"ns": "old.events", "key": {"t": 1}, "name": "t_1", "expireAfterSeconds": "3600"}])
    assert reply["n"] == 2, reply
    indexes = events.index_information()
    assert indexes["at_1"]["expireAfterSeconds"] == 100 * 3600, indexes
    assert indexes["t_1"]["expireAfterSeconds"] == "3600", indexes
    assert client.old.list_collection_names() == ["events"], client.old.list_collection_names()

    events.insert_one({"_id": "kept", "t": now - 9 * HOUR})
    reply = client.old.command("collMod", "events", usePowerOf2Sizes=True)
    assert reply["usePowerOf2Sizes_new"] is True, reply
    pass_at(client, datetime.timedelta())
    assert events.count_documents({}) == 101, events.count_documents({})
    assert events.find_one({"_id": "kept"})
    print("ok")
    return 0


if __name__ == "__main__":
    sys.exit(main())
