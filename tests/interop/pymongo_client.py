#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""usage: pymongo_client.py URI
pymongo of 2020: TTL indexes made, converted, changed; documents that expire; cursors, aggregation, bulk writes; and
C138, which server this driver refuses.
"""

import datetime
import socket
import socketserver
import sys
import threading

import pymongo
import pymongo.errors
from pymongo.collation import Collation
from ttl_story import HOUR, pass_at


def expect_code(code, action):
    """Runs `action`, which the server must refuse with this code."""
    try:
        action()
    except pymongo.errors.OperationFailure as error:
        assert error.code == code, error
    else:
        raise AssertionError(f"accepted, though {code} was expected")


def tokens_expire(client, database, now):
    """The access log of a token service: each use makes a new date, and half an hour later it is gone."""
    tokens = database.tokenLog
    tokens.insert_many([{"_id": n, "token": 100 + n, "accessTime": now - n * HOUR} for n in range(3)])
    assert tokens.create_index("accessTime", expireAfterSeconds=30 * 60) == "accessTime_1"
    assert tokens.index_information()["accessTime_1"]["expireAfterSeconds"] == 1800
    expect_code(67, lambda: tokens.create_index([("a", 1), ("b", 1)], expireAfterSeconds=1))
    expect_code(85, lambda: tokens.create_index("accessTime", expireAfterSeconds=60))
    expect_code(67, lambda: tokens.create_index("other", expireAfterSeconds="3600"))

    database.tickets.create_index("lastModifiedDate")
    database.tickets.insert_one({"lastModifiedDate": now})
    pattern = {"lastModifiedDate": 1}
    reply = database.command("collMod", "tickets", index={"keyPattern": pattern, "expireAfterSeconds": 10 ** 6})
    assert reply["expireAfterSeconds_new"] == 10 ** 6 and "expireAfterSeconds_old" not in reply, reply

    pass_at(client, datetime.timedelta())
    assert [d["_id"] for d in tokens.find()] == [0], list(tokens.find())
    pass_at(client, HOUR)
    assert tokens.count_documents({}) == 0
    assert database.tickets.count_documents({}) == 1
    reply = database.command("collMod", "tickets", index={"keyPattern": pattern, "expireAfterSeconds": 100})
    assert (reply["expireAfterSeconds_old"], reply["expireAfterSeconds_new"]) == (10 ** 6, 100), reply
    pass_at(client, HOUR)
    assert database.tickets.count_documents({}) == 0
    assert database.list_collection_names(), "collections remain when their documents have gone"
    tokens.drop_index("accessTime_1")
    assert list(tokens.index_information()) == ["_id_"]


def collations(database):
    """What pymongo says with a collation, the server does; a default is inherited."""
    no_case = Collation("en", strength=2)
    users = database.users
    users.create_index("mail", unique=True, collation=no_case)
    users.insert_one({"_id": 1, "mail": "a@x"})
    try:
        users.insert_one({"_id": 2, "mail": "A@X"})
    except pymongo.errors.DuplicateKeyError as error:
        assert error.details["keyPattern"] == {"mail": 1} and error.details["collation"]["strength"] == 2, error.details
    else:
        raise AssertionError("A@X was accepted beside a@x")
    assert [d["_id"] for d in users.find({"mail": "A@X"}, collation=no_case)] == [1]
    assert users.count_documents({"mail": "A@X"}) == 0
    assert users.distinct("mail", {"mail": "A@X"}, collation=no_case) == ["a@x"]
    expect_code(2, lambda: database.command("find", "users", collation={"locale": "xx_nope"}))
    states = database.create_collection("states", collation=no_case)
    assert states.options()["collation"]["version"] == "57.1", states.options()
    states.create_index("s")
    assert states.index_information()["s_1"]["collation"]["strength"] == 2
    states.insert_many([{"s": "x"}, {"s": "X"}])
    result = states.bulk_write([pymongo.UpdateMany({"s": "X"}, {"$set": {"z": 1}}),
                                pymongo.DeleteOne({"s": "X"}, collation=Collation("simple"))])
    assert (result.modified_count, result.deleted_count) == (2, 1), result.bulk_api_result


def compressed(uri):
    """A connection with compression; without it, each reply would have the size of its documents."""
    client = pymongo.MongoClient(uri, compressors="zlib")
    text = "x" * 100_000
    client.compressed.c.insert_one({"_id": 1, "text": text})
    before = client.admin.command("serverStatus")["network"]
    assert all(client.compressed.c.find_one()["text"] == text for _ in range(10))
    after = client.admin.command("serverStatus")["network"]
    sent, physical = (after[name] - before[name] for name in ("bytesOut", "physicalBytesOut"))
    assert sent > 1_000_000 and physical < sent / 10, (sent, physical)
    client.drop_database("compressed")
    client.close()


def documents(database):
    """What an administrator's script does besides."""
    numbers = database.numbers
    numbers.insert_many({"_id": n, "odd": n % 2 == 1} for n in range(1000))
    assert sum(1 for _ in numbers.find().batch_size(100)) == 1000
    pipeline = [{"$group": {"_id": "$odd", "n": {"$sum": 1}}}, {"$sort": {"_id": 1}}]
    groups = list(numbers.aggregate(pipeline, batchSize=1))
    assert groups == [{"_id": False, "n": 500}, {"_id": True, "n": 500}], groups
    result = numbers.bulk_write([pymongo.InsertOne({"_id": 1000}), pymongo.DeleteMany({"odd": True}),
                                 pymongo.UpdateOne({"_id": 0}, {"$currentDate": {"seen": True}}),
                                 pymongo.ReplaceOne({"_id": 2000}, {"big": 2 ** 40}, upsert=True)])
    counts = (result.inserted_count, result.deleted_count, result.modified_count, result.upserted_count)
    assert counts == (1, 500, 1, 1), counts
    changed = numbers.find_one_and_update({"_id": 2000}, {"$inc": {"big": 1}},
                                          return_document=pymongo.ReturnDocument.AFTER)
    assert changed["big"] == 2 ** 40 + 1
    assert isinstance(numbers.find_one({"_id": 0})["seen"], datetime.datetime)
    assert numbers.estimated_document_count() == 502
    assert sorted(numbers.distinct("odd")) == [False]
    expect_code(11000, lambda: numbers.insert_one({"_id": 0}))
    assert database.validate_collection("numbers")["valid"]
    database.create_collection("latest", capped=True, size=4096, max=2)
    database.latest.insert_many({"_id": n} for n in range(3))
    assert [d["_id"] for d in database.latest.find()] == [1, 2]


# one more than this driver knows
TOO_NEW = pymongo.common.MAX_SUPPORTED_WIRE_VERSION + 1


class OtherVersion(socketserver.BaseRequestHandler):
    """Passes messages on to the engine, and writes another minWireVersion into its replies."""

    def handle(self):
        with socket.create_connection(self.server.engine) as engine:
            while request := self.request.recv(65536):
                engine.sendall(request)
                reply = engine.recv(65536)
                at = reply.find(b"\x10minWireVersion\0")
                at += len(b"\x10minWireVersion\0")
                self.request.sendall(reply[:at] + TOO_NEW.to_bytes(4, "little") + reply[at + 4:])


def refuses_a_later_server(client):
    """C138: a server that wants a newer wire version is refused; the engine's own range suits this driver."""
    assert client.admin.command("isMaster")["minWireVersion"] == 0
    with socketserver.ThreadingTCPServer(("127.0.0.1", 0), OtherVersion) as server:
        server.daemon_threads = True
        server.engine = client.address
        threading.Thread(target=server.serve_forever, daemon=True).start()
        late = pymongo.MongoClient(*server.server_address, serverSelectionTimeoutMS=2000)
        try:
            late.admin.command("ping")
        except pymongo.errors.ConfigurationError as error:
            assert f"requires wire version {TOO_NEW}" in str(error), error
        else:
            raise AssertionError(f"the driver accepted minWireVersion {TOO_NEW}")
        finally:
            late.close()
            server.shutdown()


def main():
    client = pymongo.MongoClient(sys.argv[1], serverSelectionTimeoutMS=5000)
    tokens_expire(client, client.python, datetime.datetime.utcnow())
    collations(client.pymongo_collations)
    documents(client.python)
    compressed(sys.argv[1])
    refuses_a_later_server(client)
    client.drop_database("python")
    assert "python" not in client.list_database_names()
    client.close()
    print("ok")


if __name__ == "__main__":
    main()
