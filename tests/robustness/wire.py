# SPDX-License-Identifier: GPL-3.0-or-later
"""Clients with little work of their own: raw sockets, many of them in one process. pymongo would need more time than the
engine."""

import random
import select
import socket
import struct
import time

import bson

WAIT_SECONDS = 60


class Wire:
    """One connection that speaks OP_MSG."""

    def __init__(self, path):
        self.socket = socket.socket(socket.AF_UNIX)
        self.socket.settimeout(WAIT_SECONDS)
        self.socket.connect(str(path))

    def send(self, command):
        body = b"\0\0\0\0\0" + bson.encode(command)
        self.socket.sendall(struct.pack("<iiii", 16 + len(body), 1, 0, 2013) + body)

    def receive(self):
        """The next reply."""
        size = struct.unpack("<i", self.read(4))[0]
        return bson.decode(self.read(size - 4)[17:])

    def read(self, count):
        parts = []
        while count:
            part = self.socket.recv(count)
            if not part:
                raise ConnectionError("the engine closed the connection")
            parts.append(part)
            count -= len(part)
        return b"".join(parts)

    def run(self, command):
        self.send(command)
        return self.receive()


class Crowd:
    """Connections that each have one operation under way: an insert with j:true, or a find of what they inserted.

    `rate`: operations a second of all of them; None for as many as possible. `collection`: in the database load.
    """

    def __init__(self, path, number, count, collection, rate=None, lifetime=None):
        self.random = random.Random(number)
        self.wires = [Wire(path) for _ in range(count)]
        self.first = [(number * 1000 + at) * 10_000_000 for at in range(count)]
        self.written = [0] * count
        self.collection = collection
        self.rate = rate
        self.lifetime = lifetime
        self.times = {"insert": [], "find": []}  # milliseconds
        self.found_at = []  # of each find: the moment of its answer, by the steady clock
        self.errors = []
        self.failed = 0

    def work(self, until):
        """Until that moment of the steady clock; what is under way then is still answered."""
        poll = select.epoll()
        under_way = {}
        begun = time.monotonic()
        started = 0
        ready = list(range(len(self.wires)))
        for wire in self.wires:
            poll.register(wire.socket, select.EPOLLIN)
        places = {wire.socket.fileno(): at for at, wire in enumerate(self.wires)}
        while ready or under_way:
            while ready and time.monotonic() < until and not self.is_ahead(started, begun):
                at = ready.pop()
                under_way[at] = (self.begin(at), time.monotonic())
                started += 1
            if time.monotonic() >= until:
                ready.clear()
                if not under_way:
                    break
            for descriptor, _ in poll.poll(0.005 if ready else WAIT_SECONDS):
                at = places[descriptor]
                kind, sent = under_way.pop(at, ("find", time.monotonic()))
                if self.judge(at, kind):
                    answered = time.monotonic()
                    self.times[kind].append((answered - sent) * 1000)
                    if kind == "find":
                        self.found_at.append(answered)
                    ready.append(at)
                else:
                    poll.unregister(descriptor)

    def is_ahead(self, started, begun):
        return self.rate is not None and started > (time.monotonic() - begun) * self.rate

    def begin(self, at):
        """Sends the next request of a connection; returns its kind."""
        if self.written[at] and self.random.random() < 0.5:
            key = self.first[at] + self.random.randint(max(1, self.written[at] - 50), self.written[at])
            self.wires[at].send({"find": self.collection, "filter": {"_id": key}, "limit": 1, "$db": "load"})
            return "find"
        self.written[at] += 1
        document = {"_id": self.first[at] + self.written[at], "fill": "x" * 100}
        if self.lifetime is not None:
            document["until"] = self.lifetime()
        self.wires[at].send({"insert": self.collection, "documents": [document], "writeConcern": {"j": True}, "$db": "load"})
        return "insert"

    def judge(self, at, kind):
        """Whether the connection can go on; notes an answer that is wrong."""
        try:
            reply = self.wires[at].receive()
        except OSError as error:
            self.fail(str(error))
            return False
        if reply.get("ok") != 1.0 or "writeErrors" in reply:
            self.fail(str(reply)[:200])
        elif kind == "find" and self.lifetime is None and len(reply["cursor"]["firstBatch"]) != 1:
            self.fail("a find missed a document that was acknowledged")
        return True

    def fail(self, words):
        self.failed += 1
        if len(self.errors) < 5:
            self.errors.append(words)


def crowd_process(path, number, until, results, options):
    """In a process of its own: puts (times, errors, failed) into `results`. The times have "found_at" too: when each find was
    answered, by the steady clock, which all processes share."""
    crowd = Crowd(path, number, **options)
    crowd.work(until)
    results.put((dict(crowd.times, found_at=crowd.found_at), crowd.errors, crowd.failed))
