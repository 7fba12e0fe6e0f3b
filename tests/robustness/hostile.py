#!/usr/bin/python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Hostile bytes over live connections, many of which are in the middle of something at the same time.

Each connection sends a random sequence of messages: well-formed ones, ones whose header, sections, documents or compression are
changed, messages older than OP_MSG, several in one packet, one in many packets, a part and nothing more. Half of the connections
come over the unix socket, where everything is permitted, half over TCP to an engine that wants a login (--auth).

Passes when the engine lives and ends with code 0; a client that behaves well is served all the time, within a second for each
operation, and finds all that it has written; a connection that has sent only well-formed messages gets an answer to each, in
their order; whatever is answered is a well-formed reply; nobody without a login sees a byte of what the others have stored;
resident memory stays below 400 MB; and afterwards no connection, no operation and no descriptor is left.
"""

import collections
import pathlib
import random
import select
import socket
import struct
import tempfile
import threading
import time
import zlib

import bson
import messages
import outcome
import pymongo
import writers
from engine import Engine

SECONDS = {"T1": 4, "T2": 60, "T3": 600}
LEAST_MESSAGES_PER_SECOND = 100  # on a quiet machine; less would say little
OPEN = 12  # conversations of one kind at the same time
MOST_STEPS = 10
SERVED_SECONDS = 1.0
RESIDENT_MB = 400
ANSWER_SECONDS = 10.0
LOGIN_SECONDS = 8.0  # a little less than the engine waits for a login
LEFT_SECONDS = 10.0
LOOKS_WITHOUT = 10  # 0.1 s each
NEW_FILES = 3  # of the journal, as in load.py
SECRET = b"what-only-the-owner-may-see"
MOST_REPLY = 48_000_000


class Conversation:
    """One connection, from its beginning to its end."""

    def __init__(self, random_, result, address, stranger):
        self.random = random_
        self.result = result
        self.stranger = stranger
        self.maker = messages.Maker(random_)
        self.polite = random_.random() < 0.3  # all that it sends is well-formed
        self.expected = collections.deque()  # the requests of a polite one that were not answered yet
        self.steps = random_.randrange(1, MOST_STEPS)
        self.sent = 0
        self.begun = time.monotonic()
        self.arrived = b""
        self.socket = socket.socket(socket.AF_INET if stranger else socket.AF_UNIX)
        self.socket.settimeout(ANSWER_SECONDS)
        self.socket.connect(address)

    def step(self):
        """Does one thing; false when the conversation is over."""
        if self.steps == 0:
            return self.end()
        self.steps -= 1
        batch = [self.message() for _ in range(self.random.choice((1, 1, 1, 2, 5)))]
        self.sent += len(batch)
        if not self.send(b"".join(batch)):
            return False
        return self.read(0.02) if self.random.random() < 0.5 else True

    def message(self):
        if not self.polite:
            return self.maker.bad() if self.random.random() < 0.6 else self.maker.good()
        message = self.maker.good()
        self.expected.append(self.maker.number)
        return self.maker.packed(message) if self.random.random() < 0.2 else message

    def send(self, data):
        """Sends, in one packet or in several; false when the engine has closed the connection."""
        if not self.polite and self.random.random() < 0.05:
            data = data[:self.random.randrange(1, len(data) + 1)]  # a part, and nothing more
            self.steps = 0
        while data:
            size = len(data) if self.random.random() < 0.7 else self.random.randrange(1, len(data) + 1)
            try:
                self.socket.sendall(data[:size])
            except socket.timeout:
                self.result.find(f"the engine does not read for {ANSWER_SECONDS:.0f} s")
                return False
            except OSError:
                return self.closed()
            data = data[size:]
        return True

    def read(self, seconds):
        """Takes what arrives within this time; false when the engine has closed the connection."""
        until = time.monotonic() + seconds
        while not self.is_content() and select.select([self.socket], [], [], max(0.0, until - time.monotonic()))[0]:
            try:
                part = self.socket.recv(1 << 16)
            except OSError:
                part = b""
            if not part:
                return self.closed()
            self.arrived += part
            while self.take():
                pass
        return True

    def is_content(self):
        """Whether all is there that a polite conversation has asked for. What another one gets nobody can tell."""
        return self.polite and not self.expected

    def take(self):
        """Judges one whole reply, if there is one."""
        if len(self.arrived) < messages.HEADER:
            return False
        length, _, answered, code = struct.unpack_from("<4i", self.arrived)
        if not self.result.expect(messages.HEADER <= length <= MOST_REPLY, f"a reply claims a length of {length}"):
            self.arrived = b""
            return False
        if len(self.arrived) < length:
            return False
        frame, self.arrived = self.arrived[:length], self.arrived[length:]
        content = self.unpacked(code, frame[messages.HEADER:])
        self.result.expect(not (self.stranger and SECRET in (content or frame)), "a stranger was sent what others have stored")
        if self.polite:
            wanted = self.expected.popleft() if self.expected else None
            self.result.expect(answered == wanted, f"the reply to {answered} came where that to {wanted} was due")
        return True

    def unpacked(self, code, content):
        """The content of a reply, decompressed, after its documents were decoded; None when only the engine can decompress it."""
        try:
            if code == messages.COMPRESSED:
                code, size, compressor = struct.unpack_from("<iib", content)
                if compressor not in (0, 2):
                    return None
                content = zlib.decompress(content[9:]) if compressor == 2 else content[9:]
                self.result.expect(len(content) == size, f"a compressed reply has {len(content)} bytes and states {size}")
            if self.result.expect(code in (messages.MSG, messages.REPLY), f"a reply has the operation code {code}"):
                names = messages.documents_in(content, 5 if code == messages.MSG else 20)
                self.result.expect(code == messages.REPLY or (len(names) == 1 and b"ok" in names[0]), f"a reply has the fields {names}")
        except (ValueError, IndexError, struct.error, zlib.error) as error:
            self.result.find(f"a reply of kind {code} is not well-formed: {error}: {content[:80].hex()}")
        return content

    def closed(self):
        # who has not logged in is let go after ten seconds
        late = self.stranger and time.monotonic() - self.begun > LOGIN_SECONDS
        self.result.expect(late or not self.expected,
                           f"the engine closed a connection that had sent {self.sent} well-formed messages")
        return False

    def end(self):
        if self.polite and self.read(ANSWER_SECONDS * outcome.patience()):
            self.result.expect(not self.expected, f"{len(self.expected)} well-formed messages were not answered")
        return False


class Hostile(threading.Thread):
    """Has some conversations at the same time, for ever new ones."""

    def __init__(self, random_, result, address, stranger):
        super().__init__(daemon=True)
        self.random = random_
        self.options = (result, address, stranger)
        self.result = result
        self.stopping = threading.Event()
        self.messages = 0
        self.conversations = 0

    def run(self):
        under_way = []
        try:
            while not self.stopping.is_set():
                if len(under_way) < OPEN:
                    under_way.append(Conversation(random.Random(self.random.random()), *self.options))
                    self.conversations += 1
                one = self.random.choice(under_way)
                before = one.sent
                goes_on = one.step()
                self.messages += one.sent - before
                if not goes_on:
                    one.socket.close()
                    under_way.remove(one)
        except OSError as error:
            self.result.find(f"the engine takes no connection: {error}")
        finally:
            for one in under_way:
                one.socket.close()


class Guest(writers.Client):
    """A client that behaves well, and writes what no stranger may see."""

    def __init__(self, engine, random_):
        super().__init__(engine, random_)
        self.kept = self.mongo.kept.documents.with_options(write_concern=pymongo.WriteConcern(j=True))
        self.slowest = 0.0

    def step(self):
        self.timed(lambda: self.kept.insert_one({"_id": self.done, "fill": SECRET.decode(), "bytes": bson.Binary(SECRET * 10)}))
        if self.timed(lambda: self.kept.find_one({"_id": self.done})) is None:
            self.refusals.append(f"a document that was acknowledged is not found: {self.done}")
        self.timed(lambda: self.mongo.admin.command("ping"))
        self.stopping.wait(0.005)

    def timed(self, action):
        begun = time.monotonic()
        answer = action()
        self.slowest = max(self.slowest, time.monotonic() - begun)
        return answer


def run(result, engine, seconds, seed):
    guest = Guest(engine, random.Random(seed))
    guest.mongo.admin.command("ping")
    time.sleep(0.2)  # until the journal has its files
    descriptors = engine.descriptors()
    result.figures["start_mb"] = round(engine.resident())
    crew = [Hostile(random.Random(seed + 1), result, str(engine.socket), False),
            Hostile(random.Random(seed + 2), result, ("127.0.0.1", engine.port()), True)]
    for worker in (guest, *crew):
        worker.start()
    until = time.monotonic() + seconds
    while time.monotonic() < until and engine.running() and not result.findings:
        result.largest("highest_mb", round(engine.resident()))
        time.sleep(0.1)
    result.expect(engine.running(), f"the engine ended with {engine.process.poll()}: {engine.last_line()}")
    result.expect(guest.is_alive(), "the client that behaves well was cut off")
    for worker in crew:
        worker.stopping.set()
    for worker in crew:
        worker.join()
        result.add("messages", worker.messages)
        result.add("conversations", worker.conversations)
    guest.end()
    judge_guest(result, guest)
    judge_figures(result, seconds)
    if engine.running():
        judge_rest(result, engine, guest.done, descriptors)


def judge_guest(result, guest):
    for words in guest.refusals:
        result.find(words)
    result.figures["served"] = guest.done
    result.figures["slowest_ms"] = round(guest.slowest * 1000)
    allowed = SERVED_SECONDS * outcome.patience()
    result.expect(guest.slowest <= allowed, f"an operation of a client that behaves well took {guest.slowest:.2f} s")


def judge_figures(result, seconds):
    if result.findings:
        return  # it ended early
    wanted = LEAST_MESSAGES_PER_SECOND * seconds / outcome.patience()
    sent = result.figures["messages"]
    result.expect(sent >= wanted, f"{sent} messages were sent; {wanted:.0f} are wanted")
    highest = result.figures["highest_mb"]
    result.expect(highest < RESIDENT_MB or outcome.sanitized(), f"{highest} MB are resident")


def judge_rest(result, engine, written, descriptors):
    """What is left after all clients have gone."""
    mongo = engine.client()
    left = what_stays(mongo, engine, descriptors)
    result.expect(not left, f"{LEFT_SECONDS:.0f} s after the clients have gone there is still {left}")
    there = mongo.kept.documents.count_documents({}, hint="_id_")
    result.expect(there == written, f"{there} documents are there, {written} inserts were acknowledged")
    for database, name in (("kept", "documents"), ("hostile", "h")):
        if name in mongo[database].list_collection_names():
            reply = mongo[database].command("validate", name, full=True)
            result.expect(reply["valid"], f"validate {database}.{name}: {reply.get('errors')}")
    mongo.close()
    code, took = engine.terminate()
    result.largest("term_s", took)
    result.expect(code == 0, f"SIGTERM: exit code {code}")


def what_stays(mongo, engine, descriptors):
    """What of the others stays there, in words; empty when nothing was seen for a while. One look would not do: our own client
    opens its connections one after the other, so that connections of the others can hide in their number."""
    limit = time.monotonic() + LEFT_SECONDS * outcome.patience()
    looks_without = 0
    while looks_without < LOOKS_WITHOUT:
        left = left_over(mongo, engine, descriptors)
        if left and time.monotonic() > limit:
            return left
        looks_without = 0 if left else looks_without + 1
        time.sleep(0.1)
    return ""


def left_over(mongo, engine, descriptors):
    """What of the others is there at this moment, in words; empty when nothing is."""
    own = 3  # of one client of pymongo: for commands, for watching the server, for the time of its answers
    connections = mongo.admin.command("serverStatus")["connections"]["current"]
    operations = [one["command"] for one in mongo.admin.command("currentOp")["inprog"]
                  if not {"currentOp", "hello", "isMaster", "ismaster"} & set(one.get("command", {}))
                  and one.get("desc") != "TTLMonitor"]
    grown = engine.descriptors() - descriptors
    words = [f"{connections} connections"] if connections > own else []
    words += [f"the operations {operations}"] if operations else []
    words += [f"{grown} more descriptors"] if grown > own + NEW_FILES else []
    return ", ".join(words)


def main():
    chosen = outcome.arguments(__doc__)
    result = outcome.Outcome("hostile", chosen)
    result.rounds = 1
    folder = pathlib.Path(tempfile.mkdtemp(prefix="sandglass-hostile-"))
    engine = Engine(chosen.engine, folder, ("--auth",))
    with result.watch(engine):
        engine.start()
        run(result, engine, chosen.seconds or SECONDS[chosen.tier], chosen.seed)
    result.clear(folder, chosen)
    return result.finish()


if __name__ == "__main__":
    outcome.main(main)
