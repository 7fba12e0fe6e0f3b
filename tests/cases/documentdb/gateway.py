#!/usr/bin/python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""usage: gateway.py [--port PORT] [--pgport PORT]

MongoDB's wire protocol in front of the DocumentDB extension of PostgreSQL, as far as the cases need it. Only framing and
the handshake are done here; what a command means (index rules, TTL, collMod, queries, error texts) is the extension's.
Documents pass through as bytes, so that no value is lost on the way. On the loopback address only.
"""

import argparse
import contextlib
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
OP_MSG, OP_QUERY, MORE_TO_COME, CHECKSUM = 2013, 2004, 2, 1
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
    "count": "select documentdb_api.count_query(%(db)s, %(command)s)::bytea",
    "create": "select documentdb_api.create_collection_view(%(db)s, %(command)s)::bytea",
    "collmod": "select documentdb_api.coll_mod(%(db)s, %(collection)s, %(command)s)::bytea",
    "distinct": "select documentdb_api.distinct_query(%(db)s, %(command)s)::bytea",
    "listdatabases": "select documentdb_api.list_databases(%(command)s)::bytea",
    "collstats": "select documentdb_api.coll_stats(%(db)s, %(collection)s, 1.0)::bytea",
    "dbstats": "select documentdb_api.db_stats(%(db)s, 1.0, false)::bytea",
    "currentop": "select documentdb_api.current_op_command(%(command)s)::bytea",
    "findandmodify": "select p_result::bytea from documentdb_api.find_and_modify(%(db)s, %(command)s)",
}
# the same of commands that open a cursor
FIRST_PAGE = "select cursorpage::bytea, continuation::bytea, persistconnection, cursorid from documentdb_api."
CURSOR_CALLS = {
    "find": FIRST_PAGE + "find_cursor_first_page(%(db)s, %(command)s)",
    "aggregate": FIRST_PAGE + "aggregate_cursor_first_page(%(db)s, %(command)s)",
    "listcollections": FIRST_PAGE + "list_collections_cursor_first_page(%(db)s, %(command)s)",
    "listindexes": FIRST_PAGE + "list_indexes_cursor_first_page(%(db)s, %(command)s)",
}
CURSORS, CURSORS_LOCK = {}, threading.Lock()  # what getMore goes on with
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
                if opcode == OP_QUERY:
                    self.answer_query(request, body)
                elif opcode == OP_MSG:
                    self.answer(request, body)
                else:
                    return
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
        reply = self.reply_to(self.command_in(body[4:len(body) - (4 if flags & CHECKSUM else 0)]))
        if not flags & MORE_TO_COME:
            head = struct.pack("<iiiiIB", 21 + len(reply), next(REPLY_IDS), request, OP_MSG, 0, 0)
            self.connection.sendall(head + reply)

    @staticmethod
    def command_in(sections):
        """The command of a message, with its document sequences as arrays."""
        command, lists = None, {}
        while sections:
            length, = struct.unpack_from("<i", sections, 1)
            section = sections[1:1 + length]
            if sections[0] == 0:
                command = bson.decode(section, RAW)
            else:
                name, _, documents = section[4:].partition(b"\0")
                lists[name.decode()] = bson.decode_all(documents, RAW)
            sections = sections[1 + length:]
        return {**command, **lists} if lists else command

    def answer_query(self, request, body):
        """Drivers send their first handshake in the old form."""
        end = body.index(0, 4)
        command = bson.decode(body[end + 9:], RAW)
        reply = self.reply_to({**command.get("$query", command), "$db": body[4:end].decode().split(".")[0]})
        head = struct.pack("<iiiiiqii", 36 + len(reply), next(REPLY_IDS), request, 1, 8, 0, 0, 1)
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
        with self.time_limit(command.get("maxTimeMS")):
            return self.carry_out(name, arguments)

    def carry_out(self, name, arguments):
        if call := CALLS.get(name.lower()):
            return self.with_codes(bytes(self.sql(call, arguments)[0]))
        if call := CURSOR_CALLS.get(name.lower()):
            return self.first_page(call, arguments)
        own = getattr(self, "do_" + name.lower(), None)
        if own is None:
            raise CommandError(59, f"no such command: '{name}'")
        return own(arguments)

    @contextlib.contextmanager
    def time_limit(self, millis):
        if not millis:
            yield
            return
        self.sql("set statement_timeout = %(millis)s", {"millis": int(millis)})
        try:
            yield
        finally:
            self.sql("set statement_timeout = 0", {})

    def first_page(self, call, arguments):
        page, continuation, _, cursor = self.sql(call, arguments)
        self.keep(cursor, continuation)
        return bytes(page)

    @staticmethod
    def keep(cursor, continuation):
        with CURSORS_LOCK:
            if continuation is not None:
                CURSORS[cursor] = bytes(continuation)

    def do_getmore(self, arguments):
        with CURSORS_LOCK:
            continuation = CURSORS.pop(arguments["collection"], None)
        if continuation is None:
            raise CommandError(43, "cursor not found")
        page, rest = self.sql(
            "select cursorpage::bytea, continuation::bytea"
            " from documentdb_api.cursor_get_more(%(db)s, %(command)s, %(rest)s)",
            {**arguments, "rest": "BSONHEX" + continuation.hex()})
        self.keep(arguments["collection"], rest)
        return bytes(page)

    def do_killcursors(self, arguments):
        command = bson.decode(bytes.fromhex(arguments["command"][len("BSONHEX"):]))
        with CURSORS_LOCK:
            killed = [cursor for cursor in command["cursors"] if CURSORS.pop(cursor, None)]
        return {"cursorsKilled": killed, "cursorsNotFound": [], "cursorsAlive": [], "cursorsUnknown": []}

    def sql(self, text, arguments):
        if self.postgres is None or self.postgres.closed:
            self.postgres = psycopg2.connect(
                host="127.0.0.1", port=self.database_port, user="postgres", dbname="postgres",
                options="-c search_path=documentdb_api_catalog,documentdb_api,public"
                        " -c documentdb.useFileBasedPersistedCursors=on")
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

    def do_drop(self, arguments):
        if not self.sql("select documentdb_api.drop_collection(%(db)s, %(collection)s)", arguments)[0]:
            raise CommandError(26, "ns not found")
        return {}

    def do_hello(self, _):
        return {"isWritablePrimary": True, "ismaster": True, "helloOk": True,
                "localTime": datetime.datetime.utcnow(), **GREETING}

    do_ismaster = do_hello

    def do_buildinfo(self, _):
        version = self.sql("select documentdb_api.binary_version()", {})[0]
        return {"version": "7.0.0", "versionArray": [7, 0, 0, 0], "gitVersion": f"documentdb {version}"}

    def do_serverstatus(self, _):
        return {"process": "documentdb"}

    def do_ping(self, _):
        return {}

    do_endsessions = do_ping

    def do_connectionstatus(self, _):
        return {"authInfo": {"authenticatedUsers": [], "authenticatedUserRoles": []}}


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
