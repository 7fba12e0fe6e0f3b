#!/usr/bin/python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""usage: gateway.py [--port PORT] [--pgport PORT]

MongoDB's wire protocol in front of the DocumentDB extension of PostgreSQL, as far as the cases need it. Only framing and
the handshake are done here; what a command means (index rules, TTL, collMod, queries, error texts) is the extension's.
Documents pass through as bytes, so that no value is lost on the way. On the loopback address only.
"""

import argparse
import datetime
import itertools
import socket
import struct
import threading
import traceback

import bson
import psycopg2
from bson.codec_options import CodecOptions
from bson.raw_bson import RawBSONDocument

RAW = CodecOptions(document_class=RawBSONDocument)
OP_MSG, MORE_TO_COME, CHECKSUM = 2013, 2, 1
REPLY_IDS = itertools.count(1)

# fields that belong to the protocol, not to the command
ENVELOPE = {"$db", "lsid", "$clusterTime", "$readPreference", "apiVersion", "txnNumber", "maxTimeMS", "readConcern",
            "writeConcern", "comment"}
# what PostgreSQL calls an error, and MongoDB's code for it
CODES = {"M0000": 1, "M0001": 2, "M0003": 9, "M0004": 14, "M0006": 20, "M0008": 26, "M0009": 27, "M000E": 43,
         "M000F": 48, "M000N": 67, "M000O": 68, "M000P": 72, "M000Q": 73, "M000R": 85, "M000S": 86, "M000U": 115,
         "M0011": 181, "M0012": 197, "M001C": 11000, "23505": 11000, "42501": 13, "57014": 50, "0A000": 238}
# commands that are one call of the extension: its arguments are the database, the collection and the whole command
CALLS = {
    "insert": "select p_result::bytea from documentdb_api.insert(%(db)s, %(command)s)",
    "update": "select p_result::bytea from documentdb_api.update(%(db)s, %(command)s)",
    "delete": "select p_result::bytea from documentdb_api.delete(%(db)s, %(command)s)",
    "find": "select cursorpage::bytea from documentdb_api.find_cursor_first_page(%(db)s, %(command)s)",
    "aggregate": "select cursorpage::bytea from documentdb_api.aggregate_cursor_first_page(%(db)s, %(command)s)",
    "listcollections": "select cursorpage::bytea from documentdb_api.list_collections_cursor_first_page(%(db)s, %(command)s)",
    "listindexes": "select cursorpage::bytea from documentdb_api.list_indexes_cursor_first_page(%(db)s, %(command)s)",
    "count": "select documentdb_api.count_query(%(db)s, %(command)s)::bytea",
    "create": "select documentdb_api.create_collection_view(%(db)s, %(command)s)::bytea",
    "collmod": "select documentdb_api.coll_mod(%(db)s, %(collection)s, %(command)s)::bytea",
}
GREETING = {"maxBsonObjectSize": 16777216, "maxMessageSizeBytes": 48000000, "maxWriteBatchSize": 25000,
            "minWireVersion": 0, "maxWireVersion": 21, "readOnly": False}


class CommandError(Exception):
    """What the server refuses, with MongoDB's code."""

    def __init__(self, code, text):
        super().__init__(text)
        self.code = code


def typed(document):
    """A document as the extension takes it: its bytes as hexadecimal digits."""
    return "BSONHEX" + bson.encode(document).hex()


def sql_state(number):
    """The five letters that PostgreSQL packs into a number, six bits each."""
    return "".join(chr(((number >> (6 * i)) & 0x3F) + ord("0")) for i in range(5))


class Session(threading.Thread):
    """One client: reads its messages and answers each."""

    def __init__(self, connection, database_port):
        super().__init__(daemon=True)
        self.connection = connection
        self.database_port = database_port
        self.postgres = None

    def run(self):
        try:
            while True:
                length, request, _, opcode = struct.unpack("<iiii", self.read(16))
                body = self.read(length - 16)
                if opcode != OP_MSG:
                    return
                self.answer(request, body)
        except (EOFError, OSError):
            pass
        finally:
            self.connection.close()
            if self.postgres:
                self.postgres.close()

    def read(self, count):
        data = bytearray()
        while len(data) < count:
            piece = self.connection.recv(count - len(data))
            if not piece:
                raise EOFError
            data += piece
        return bytes(data)

    def answer(self, request, body):
        flags, = struct.unpack_from("<I", body)
        end = len(body) - (4 if flags & CHECKSUM else 0)
        if body[4] != 0:
            raise EOFError  # the cases send no document sequences
        reply = self.reply_to(bson.decode(body[5:end], RAW))
        if not flags & MORE_TO_COME:
            head = struct.pack("<iiiiIB", 21 + len(reply), next(REPLY_IDS), request, OP_MSG, 0, 0)
            self.connection.sendall(head + reply)

    def reply_to(self, command):
        """The bytes of the reply."""
        try:
            reply = self.dispatch(command)
            return reply if isinstance(reply, bytes) else bson.encode({**reply, "ok": 1.0})
        except CommandError as error:
            code, text = error.code, str(error)
        except psycopg2.Error as error:
            code, text = CODES.get(error.pgcode or "", 1), (error.diag.message_primary or str(error)).strip()
        except Exception as error:  # a fault of this gateway must show as one, not as a lost connection
            traceback.print_exc()
            code, text = 1, f"gateway: {error!r}"
        return bson.encode({"ok": 0.0, "errmsg": text, "code": code})

    def dispatch(self, command):
        name = next(iter(command))
        fields = {key: value for key, value in command.items() if key not in ENVELOPE}
        arguments = {"db": command["$db"], "collection": fields[name], "command": typed(fields)}
        if call := CALLS.get(name.lower()):
            return self.with_codes(bytes(self.sql(call, arguments)[0]))
        own = getattr(self, "do_" + name.lower(), None)
        if own is None:
            raise CommandError(59, f"no such command: '{name}'")
        return own(arguments)

    def sql(self, text, arguments):
        if self.postgres is None or self.postgres.closed:
            self.postgres = psycopg2.connect(
                host="127.0.0.1", port=self.database_port, user="postgres", dbname="postgres",
                options="-c search_path=documentdb_api_catalog,documentdb_api,public")
            self.postgres.autocommit = True
        with self.postgres.cursor() as cursor:
            cursor.execute(text, arguments)
            return cursor.fetchone() if cursor.description else None

    @staticmethod
    def with_codes(reply):
        """A reply whose write errors carry MongoDB's codes instead of PostgreSQL's."""
        if b"writeErrors" not in reply:
            return reply
        document = bson.decode(reply)
        for error in document.get("writeErrors", []):
            if error["code"] > 20000:
                error["code"] = CODES.get(sql_state(error["code"]), 1)
        return bson.encode(document)

    @staticmethod
    def of_shard(reply):
        """The answer inside {raw: {shard: answer}}."""
        document = bson.decode(reply)
        if not document.get("raw"):
            return document
        inner = next(iter(document["raw"].values()))
        if not inner.get("ok"):
            raise CommandError(CODES.get(sql_state(inner.get("code", 0)), 1), inner.get("errmsg", ""))
        return inner

    def do_createindexes(self, arguments):
        reply, _, requests = self.sql(
            "select retval::bytea, ok, requests::bytea"
            " from documentdb_api.create_indexes_background(%(db)s, %(command)s)", arguments)
        document = self.of_shard(bytes(reply))
        done = requests is None or not bson.decode(bytes(requests))  # nothing is being built
        while not done:
            status, good, done = self.sql(
                "select retval::bytea, ok, complete from documentdb_api_internal.check_build_index_status(%(requests)s)",
                {"requests": "BSONHEX" + bytes(requests).hex()})
            if not good:
                self.of_shard(bytes(status))
        return document

    def do_dropindexes(self, arguments):
        reply = self.sql("call documentdb_api.drop_indexes(%(db)s, %(command)s)", arguments)[0]
        return self.of_shard(bytes.fromhex(reply[len("BSONHEX"):]) if isinstance(reply, str) else bytes(reply))

    def do_renamecollection(self, arguments):
        command = bson.decode(bytes.fromhex(arguments["command"][len("BSONHEX"):]))
        database, source = command["renameCollection"].split(".", 1)
        self.sql("select documentdb_api.rename_collection(%s, %s, %s, false)",
                 (database, source, command["to"].split(".", 1)[1]))
        return {}

    def do_dropdatabase(self, arguments):
        self.sql("select documentdb_api.drop_database(%(db)s)", arguments)
        return {}

    def do_hello(self, _):
        return {"isWritablePrimary": True, "localTime": datetime.datetime.utcnow(), **GREETING}

    def do_serverstatus(self, _):
        return {"process": "documentdb"}

    def do_ping(self, _):
        return {}

    do_endsessions = do_ping


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--port", type=int, default=27311)
    parser.add_argument("--pgport", type=int, default=27310)
    ports = parser.parse_args()
    listener = socket.create_server(("127.0.0.1", ports.port))
    print(f"ready on 127.0.0.1:{ports.port}", flush=True)
    while True:
        connection, _ = listener.accept()
        connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        Session(connection, ports.pgport).start()


if __name__ == "__main__":
    main()
