#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Reads a dump folder as mongorestore does, from the published layout alone, and prints what it would restore.

usage: read_dump.py FOLDER
Source: MongoDB Database Tools manual, mongodump, Output; bsonspec.org. Output: one JSON object, by "database.collection":
{"documents": number, "ids": [the _id of each as text], "options": {…}, "indexes": [names]}. Exit code 1 with the first
fault.
"""

import json
import pathlib
import struct
import sys
import urllib.parse

SHORTENED_BYTES = 238


class Fault(Exception):
    """What is wrong with the dump."""


class Bson:
    """Reads one document element by element; every length is checked."""

    def __init__(self, data):
        self.data = data
        self.at = 0

    def take(self, count):
        """The next bytes."""
        if count < 0 or self.at + count > len(self.data):
            raise Fault("a value is cut off")
        part = self.data[self.at:self.at + count]
        self.at += count
        return part

    def number(self, form):
        """The next number, little endian."""
        return struct.unpack("<" + form, self.take(struct.calcsize(form)))[0]

    def name(self):
        """The next name, which ends with a NUL."""
        end = self.data.index(b"\0", self.at)
        return self.take(end - self.at + 1)[:-1].decode()

    def text(self):
        """The next string."""
        return self.take(self.number("i"))[:-1].decode()

    def value(self, kind):
        """The next value of a type."""
        readers = {1: lambda: self.number("d"), 2: self.text, 3: self.document, 4: self.document,
                   5: lambda: self.take(self.number("i") + 1)[1:].hex(), 6: lambda: None,
                   7: lambda: self.take(12).hex(), 8: lambda: self.take(1) == b"\1", 9: lambda: self.number("q"),
                   10: lambda: None, 11: lambda: (self.name(), self.name()), 13: self.text, 14: self.text,
                   16: lambda: self.number("i"), 17: lambda: self.number("Q"), 18: lambda: self.number("q"),
                   19: lambda: self.take(16).hex(), 127: lambda: "MaxKey", 255: lambda: "MinKey"}
        if kind not in readers:
            raise Fault(f"type {kind} is unknown")
        return readers[kind]()

    def document(self):
        """The next document, as a dictionary."""
        start = self.at
        size = self.number("i")
        fields = {}
        while (kind := self.take(1)[0]) != 0:
            name = self.name()
            fields[name] = self.value(kind)
        if self.at - start != size:
            raise Fault("a document has another length than it says")
        return fields


def documents_of(path):
    """The documents of a .bson file: one after the other, nothing between them."""
    reader = Bson(path.read_bytes())
    while reader.at < len(reader.data):
        yield reader.document()


def collection_of(path):
    """The collection of a .bson file: its name unescaped, or that in the metadata if the name is shortened."""
    name = path.name.removesuffix(".bson")
    metadata = json.loads((path.parent / (name + ".metadata.json")).read_text(encoding="utf-8"))
    if "%24" in name and len(name) == SHORTENED_BYTES:
        return metadata["collectionName"], metadata
    return urllib.parse.unquote_plus(name), metadata


def restored(folder):
    """What the dump holds, by namespace."""
    all_of_it = {}
    for database in sorted(entry for entry in folder.iterdir() if entry.is_dir()):
        for path in sorted(database.glob("*.bson")):
            collection, metadata = collection_of(path)
            documents = list(documents_of(path))
            all_of_it[f"{database.name}.{collection}"] = {
                "documents": len(documents), "ids": [str(document["_id"]) for document in documents],
                "options": metadata["options"], "indexes": [index["name"] for index in metadata["indexes"]]}
    return all_of_it


def main():
    try:
        print(json.dumps(restored(pathlib.Path(sys.argv[1])), sort_keys=True))
    except (Fault, KeyError, ValueError) as fault:
        print(f"the dump cannot be read: {fault!r}")
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
