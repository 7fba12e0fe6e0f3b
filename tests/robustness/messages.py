# SPDX-License-Identifier: GPL-3.0-or-later
"""Messages of the wire protocol as bytes: well-formed ones, others, and what a reply must be like. Nothing of it trusts a driver."""

import struct
import zlib

import bson

QUERY, GET_MORE, KILL_CURSORS, COMPRESSED, MSG, REPLY = 2004, 2005, 2007, 2012, 2013, 1
HEADER = 16
# bytes of the values of BSON that have one size, by their types
FIXED = {1: 8, 6: 0, 7: 12, 8: 1, 9: 8, 10: 0, 16: 4, 17: 8, 18: 8, 19: 16, 127: 0, 255: 0}
ODD_NUMBERS = (0, 1, -1, 4, 5, 15, 16, 17, 255, 65_536, 48_000_000, 48_000_001, 2 ** 31 - 1, -2 ** 31)
COMMANDS = (
    {"ping": 1}, {"hello": 1}, {"isMaster": 1}, {"buildInfo": 1}, {"count": "h"}, {"drop": "h"}, {"listIndexes": "h"},
    {"listCollections": 1}, {"collStats": "h"}, {"distinct": "h", "key": "a"}, {"endSessions": []}, {"noSuchCommand": 1},
    {"find": "h", "filter": {"a": {"$gt": 5}, "b.c": {"$in": ["x", None]}}, "sort": {"a": -1}, "limit": 3},
    {"find": "h", "batchSize": 1}, {"getMore": bson.Int64(12345), "collection": "h"},
    {"killCursors": "h", "cursors": [bson.Int64(12345)]}, {"explain": {"find": "h"}},
    {"insert": "h", "documents": [{"a": 7, "b": [1, 2, {"c": "x"}], "d": bson.Binary(b"\0\1\2")}]},
    {"update": "h", "updates": [{"q": {"a": 7}, "u": {"$inc": {"a": 1}, "$push": {"b": 3}}, "upsert": True}]},
    {"delete": "h", "deletes": [{"q": {"a": 8}, "limit": 1}]},
    {"findAndModify": "h", "query": {"a": 7}, "update": {"$set": {"e": 1.5}}},
    {"aggregate": "h", "pipeline": [{"$group": {"_id": "$a", "n": {"$sum": 1}}}, {"$sort": {"n": -1}}], "cursor": {}},
    {"createIndexes": "h", "indexes": [{"key": {"until": 1}, "name": "until_1", "expireAfterSeconds": 3600}]},
)


def int32(*numbers):
    return struct.pack(f"<{len(numbers)}i", *numbers)


def framed(code, content, number):
    """A message with a true header."""
    return int32(HEADER + len(content), number, 0, code) + content


def text_end(data, at):
    """The position behind the text with a terminating zero that begins there."""
    return data.index(b"\0", at) + 1


def sized_end(data, at, least, ends_with_zero):
    """The position behind what begins with its length."""
    length = struct.unpack_from("<i", data, at)[0]
    end = at + (length if least == 5 else 4 + length)
    if length < least or end > len(data) or (ends_with_zero and data[end - 1]):
        raise ValueError(f"a length of {length} at {at} of {len(data)} bytes")
    return end


def value_end(data, at, kind):
    """The position behind a value of BSON. It may be any of its type: a date that no calendar has is well-formed, too."""
    if kind in FIXED:
        end = at + FIXED[kind]
    elif kind in (2, 13, 14):
        end = sized_end(data, at, 1, True)
    elif kind in (3, 4):
        end = sized_end(data, at, 5, True)
        documents_in(data[at:end], 0)
    elif kind == 5:
        end = sized_end(data, at, 0, False) + 1  # its subtype
    elif kind == 11:
        end = text_end(data, text_end(data, at))
    elif kind == 12:
        end = sized_end(data, at, 1, True) + 12
    elif kind == 15:
        end = sized_end(data, at, 5, False)
        documents_in(data[sized_end(data, at + 4, 1, True):end], 0)
    else:
        raise ValueError(f"a value of type {kind}")
    if end > len(data):
        raise ValueError("a value that ends behind the document")
    return end


def documents_in(data, at):
    """The names of the fields of each document from there to the end. pymongo would refuse dates and UUIDs that it cannot show."""
    all_names = []
    while at < len(data):
        end = sized_end(data, at, 5, True)
        names, at = [], at + 4
        while at < end - 1:
            name_end = text_end(data, at + 1)
            names.append(data[at + 1:name_end - 1])
            at = value_end(data[:end - 1], name_end, data[at])
        if at != end - 1:
            raise ValueError("fields that end behind their document")
        all_names.append(names)
        at = end
    return all_names


class Maker:
    """Makes the messages of one connection."""

    def __init__(self, random_):
        self.random = random_
        self.number = random_.randrange(1 << 20)

    def next_number(self):
        self.number += 1
        return self.number

    def command(self):
        return dict(self.random.choice(COMMANDS), **{"$db": "hostile"})

    def good(self):
        """A well-formed request that gets one reply, by its number."""
        number = self.next_number()
        command = self.command()
        choice = self.random.random()
        if choice < 0.15:
            return framed(QUERY, int32(0) + b"admin.$cmd\0" + int32(0, -1) + bson.encode({"isMaster": 1}), number)
        if choice < 0.35 and "insert" in command:
            documents = b"documents\0" + b"".join(bson.encode(each) for each in command.pop("documents"))
            return framed(MSG, int32(0) + b"\0" + bson.encode(command) + b"\1" + int32(4 + len(documents)) + documents, number)
        return framed(MSG, int32(0) + b"\0" + bson.encode(command), number)

    def packed(self, message, compressor=2):
        """The same in OP_COMPRESSED."""
        content = zlib.compress(message[HEADER:]) if compressor == 2 else message[HEADER:]
        code, number = struct.unpack_from("<i", message, 12)[0], struct.unpack_from("<i", message, 4)[0]
        return framed(COMPRESSED, int32(code, len(message) - HEADER) + bytes([compressor]) + content, number)

    def bad(self):
        """Bytes that are no well-formed request, as a rule."""
        return self.random.choice((self.changed, self.changed, self.lying, self.odd_sections, self.badly_packed, self.legacy,
                                   self.silent, self.foreign))()

    def changed(self):
        """A good message of which some bytes are others."""
        data = bytearray(self.good())
        for _ in range(self.random.choice((1, 1, 2, 5))):
            at = self.random.randrange(HEADER, max(HEADER + 1, len(data)))
            choice = self.random.randrange(5)
            if choice == 0:
                data[at:at + 1] = bytes([self.random.randrange(256)])
            elif choice == 1:
                data[at:at + 4] = int32(self.random.choice(ODD_NUMBERS))
            elif choice == 2:
                del data[at:at + self.random.randrange(1, 9)]
            elif choice == 3:
                data[at:at] = data[HEADER:at][:self.random.randrange(1, 200)]
            else:
                data[at:at] = bytes(self.random.randrange(256) for _ in range(self.random.randrange(1, 40)))
        if self.random.random() < 0.8:  # else the header lies about the length
            data[0:4] = int32(len(data))
        return bytes(data)

    def lying(self):
        """A good message with another header."""
        data = bytearray(self.good())
        at = self.random.choice((0, 4, 8, 12))
        data[at:at + 4] = int32(self.random.choice(ODD_NUMBERS + (QUERY, 2010, 2001, MSG, COMPRESSED, REPLY)))
        return bytes(data)

    def odd_sections(self):
        """OP_MSG with flags and sections in an order and number that they cannot have."""
        body = b"\0" + bson.encode(self.command())
        name = self.random.choice((b"documents", b"", b"$db", b"x" * 300, b"\xff"))
        documents = bson.encode({"a": 1}) * self.random.randrange(4)
        size = 4 + len(name) + 1 + len(documents) + self.random.choice((0, 0, 0, 1, -1, 2 ** 20))
        sequence = b"\1" + int32(size) + name + b"\0" + documents
        parts = self.random.choices((body, sequence, b"\2", b"\1" + int32(0), bson.encode({})), k=self.random.randrange(12))
        flags = self.random.choice((0, 0, 0, 1, 2, 1 << 16, 1 << 20, 4, -1))
        return framed(MSG, int32(flags) + b"".join(parts), self.next_number())

    def badly_packed(self):
        """OP_COMPRESSED with an untrue size, unknown compressor, damaged bytes, or with itself inside."""
        inner = self.good()
        if self.random.random() < 0.2:
            inner = self.packed(inner)
        data = bytearray(self.packed(inner, self.random.choice((0, 1, 2, 2, 2, 3, 4, 255))))
        if self.random.random() < 0.5:
            data[HEADER + 4:HEADER + 8] = int32(self.random.choice(ODD_NUMBERS))
        elif len(data) > HEADER + 9:
            data[self.random.randrange(HEADER, len(data))] ^= 1 << self.random.randrange(8)
        return bytes(data)

    def legacy(self):
        """Messages older than OP_MSG."""
        cursor = struct.pack("<q", self.random.choice((0, 1, 12345, -1)))
        content = self.random.choice((
            int32(self.random.choice((0, 2, 4, 64, -1))) + b"hostile.h\0" + int32(0, self.random.choice(ODD_NUMBERS)) + bson.encode({}),
            int32(0) + b"hostile.h\0" + int32(self.random.choice(ODD_NUMBERS)) + cursor,
            int32(0, self.random.choice((0, 1, 2, -1, 2 ** 31 - 1))) + cursor,
            int32(0) + b"hostile.h\0" + bson.encode({"a": 1}) + bson.encode({"a": 2}),
            int32(0) + b"hostile\0" + bson.encode({}), b""))
        code = self.random.choice((QUERY, GET_MORE, KILL_CURSORS, 2001, 2002, 2006))
        return framed(code, content, self.next_number())

    def silent(self):
        """What is well-formed and gets no reply, or several of them."""
        flags = self.random.choice((2, 1 << 16))
        command = {"hello": 1, "$db": "admin"} if flags != 2 else self.command()
        return framed(MSG, int32(flags) + b"\0" + bson.encode(command), self.next_number())

    def foreign(self):
        return self.random.choice((b"GET / HTTP/1.1\r\nHost: a\r\n\r\n", b"\x16\x03\x01\x02\0\x01\0", bytes(64),
                                   bytes(self.random.randrange(256) for _ in range(self.random.randrange(1, 300)))))
