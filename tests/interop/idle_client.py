#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""usage: idle_client.py URI: one client of idle_clients.py, pymongo."""

import sys

import pymongo
import pymongo.errors
import pymongo.monitoring

LOST = []


class Watch(pymongo.monitoring.ServerHeartbeatListener):
    """Keeps the heartbeats that failed."""

    def started(self, event):
        """Nothing is lost yet."""

    def succeeded(self, event):
        """Nothing is lost."""

    def failed(self, event):
        """The driver takes the server for unknown and closes its connections."""
        LOST.append(f"heartbeat {event.reply}")


def until_done(action):
    """Tries until the server is back; the driver waits for it inside."""
    for attempt in range(20):
        try:
            return action()
        except pymongo.errors.PyMongoError:
            if attempt == 19:
                raise
    return None


def main():
    client = pymongo.MongoClient(sys.argv[1], event_listeners=[Watch()])
    notes = client.get_default_database().idle
    notes.insert_one({"client": "pymongo"})
    print("ready", flush=True)
    sys.stdin.readline()
    found = notes.find_one({"client": "pymongo"})
    print("calm" if found and not LOST else f"lost: {LOST}", flush=True)
    sys.stdin.readline()
    print("back" if until_done(lambda: notes.find_one({"client": "pymongo"})) else "the document is gone", flush=True)
    client.close()


if __name__ == "__main__":
    main()
