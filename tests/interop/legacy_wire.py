#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""usage: legacy_wire.py URI
Speaks the messages from before OP_MSG over a plain socket, as drivers of ten years ago did, good ones and broken ones.
"""

import datetime
import socket
import struct
import sys
import urllib.parse

import bson

UPDATE, INSERT, QUERY, GET_MORE, DELETE, KILL_CURSORS, COMPRESSED = 2001, 2002, 2004, 2005, 2006, 2007, 2012
CURSOR_NOT_FOUND, QUERY_FAILURE = 1, 2


class Wire:
    """One connection."""

    def __init__(self, uri):
        place = urllib.parse.urlparse(uri)
        self.address = (place.hostname, place.port)
        self.socket = socket.create_connection(self.address, timeout=10)
        self.number = 0

    def send(self, opcode, content):
        self.number += 1
        self.socket.sendall(struct.pack("<iiii", 16 + len(content), self.number, 0, opcode) + content)

    def read(self, size):
        data = b""
        while len(data) < size:
            part = self.socket.recv(size - len(data))
            if not part:
                raise EOFError
            data += part
        return data

    def reply(self):
        """Flags, cursor, number of the first document, documents."""
        length, _, answered, opcode = struct.unpack("<iiii", self.read(16))
        assert opcode == 1 and answered == self.number, (opcode, answered)
        body = self.read(length - 16)
        flags, cursor, start, count = struct.unpack("<iqii", body[:20])
        documents = bson.decode_all(body[20:])
        assert count == len(documents)
        return flags, cursor, start, documents

    def query(self, namespace, document, count=0, skip=0, flags=0, fields=None):
        content = struct.pack("<i", flags) + namespace.encode() + b"\0" + struct.pack("<ii", skip, count)
        self.send(QUERY, content + bson.encode(document) + (bson.encode(fields) if fields else b""))
        return self.reply()

    def command(self, database, document):
        flags, cursor, _, documents = self.query(database + ".$cmd", document, -1)
        assert flags & QUERY_FAILURE == 0 and cursor == 0 and len(documents) == 1
        return documents[0]

    def more(self, namespace, cursor, count=0):
        self.send(GET_MORE, struct.pack("<i", 0) + namespace.encode() + b"\0" + struct.pack("<iq", count, cursor))
        return self.reply()

    def insert(self, namespace, documents, flags=0):
        self.send(INSERT, struct.pack("<i", flags) + namespace.encode() + b"\0" + b"".join(map(bson.encode, documents)))
        return self.last_error()

    def update(self, namespace, selector, change, flags=0):
        self.send(UPDATE, struct.pack("<i", 0) + namespace.encode() + b"\0" + struct.pack("<i", flags)
                  + bson.encode(selector) + bson.encode(change))
        return self.last_error()

    def delete(self, namespace, selector, flags=0):
        self.send(DELETE, struct.pack("<i", 0) + namespace.encode() + b"\0" + struct.pack("<i", flags)
                  + bson.encode(selector))
        return self.last_error()

    def last_error(self):
        return self.command("wire", bson.SON([("getlasterror", 1)]))


def check_commands(wire):
    assert wire.command("admin", {"ismaster": 1})["ismaster"] is True
    assert wire.command("admin", {"getnonce": 1})["nonce"]
    assert wire.command("admin", {"buildinfo": 1})["version"]
    assert wire.command("admin", {"$query": {"ping": 1}, "$readPreference": {"mode": "nearest"}})["ok"] == 1
    refused = wire.command("admin", {"nothing": 1})
    assert (refused["ok"], refused["code"]) == (0, 59), refused
    assert wire.query("admin.$cmd.sys.inprog", {}, -1)[3][0]["inprog"] is not None


def check_writes(wire):
    now = datetime.datetime.utcnow()
    done = wire.insert("wire.log", [{"_id": n, "kind": n % 2, "at": now} for n in range(300)])
    assert done["ok"] == 1 and done["err"] is None, done
    double = wire.insert("wire.log", [{"_id": 5}])
    assert double["code"] == 11000 and "E11000" in double["err"], double
    changed = wire.update("wire.log", {"kind": 1}, {"$set": {"seen": True}}, 2)
    assert (changed["n"], changed["updatedExisting"]) == (150, True), changed
    upserted = wire.update("wire.log", {"_id": "new"}, {"$set": {"seen": True}}, 1)
    assert (upserted["n"], upserted["updatedExisting"], upserted["upserted"]) == (1, False, "new"), upserted
    assert wire.delete("wire.log", {"seen": True}, 1)["n"] == 1
    assert wire.delete("wire.log", {"_id": "new"})["n"] == 1
    assert wire.insert("wire.system.indexes", [{"ns": "wire.log", "key": {"at": 1}, "name": "at_1"}])["code"] == 73


def check_reads(wire):
    flags, cursor, start, documents = wire.query("wire.log", {"$query": {}, "$orderby": {"_id": 1}}, 10)
    assert flags & QUERY_FAILURE == 0 and cursor != 0 and start == 0 and len(documents) == 10
    seen = len(documents)
    while cursor:
        _, cursor, start, documents = wire.more("wire.log", cursor, 100)
        assert start == seen, (start, seen)
        seen += len(documents)
    assert seen == 299, seen
    assert len(wire.query("wire.log", {}, -7)[3]) == 7
    assert wire.query("wire.log", {}, -1, skip=3, fields={"_id": 1})[3][0].keys() == {"_id"}
    flags, _, _, failed = wire.query("wire.log", {"a": {"$nonsense": 1}})
    assert flags & QUERY_FAILURE and failed[0]["code"] == 2 and failed[0]["$err"], failed
    _, cursor, _, _ = wire.query("wire.log", {}, 2)
    wire.send(KILL_CURSORS, struct.pack("<iiq", 0, 1, cursor))
    assert wire.more("wire.log", cursor)[0] & CURSOR_NOT_FOUND
    names = {entry["name"] for entry in wire.query("wire.system.namespaces", {})[3]}
    assert names == {"wire.log", "wire.log.$_id_"}, names


def check_broken(uri):
    """Each of these ends its connection and nothing else."""
    document = bson.encode({"_id": 1})
    for opcode, content in [
            (QUERY, b""), (QUERY, b"\0" * 4 + b"wire.log"), (INSERT, b"\0" * 4 + b"wire.log\0" + document[:-1]),
            (UPDATE, b"\0" * 4 + b"wire.log\0" + b"\0" * 4 + document), (DELETE, b"\0" * 4 + b"wire.log\0"),
            (GET_MORE, b"\0" * 4 + b"wire.log\0" + b"\0" * 11), (KILL_CURSORS, struct.pack("<iiq", 0, 2_000_000_000, 1)),
            (KILL_CURSORS, struct.pack("<iiq", 0, -1, 1)), (COMPRESSED, struct.pack("<iib", 2013, 100, 0)), (99, b"")]:
        wire = Wire(uri)
        wire.send(opcode, content)
        try:
            wire.read(1)
            raise AssertionError((opcode, content))
        except (EOFError, ConnectionResetError):
            pass


def main():
    wire = Wire(sys.argv[1])
    check_commands(wire)
    check_writes(wire)
    check_reads(wire)
    check_broken(sys.argv[1])
    assert wire.command("admin", {"ping": 1})["ok"] == 1
    print("ok")


if __name__ == "__main__":
    main()
