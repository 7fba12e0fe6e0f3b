#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""usage: syslog_ng.py URI
syslog-ng as a producer of logs: lines given to its socket arrive as documents with a date, and a TTL index clears them
away.
"""

import datetime
import pathlib
import socket
import subprocess
import sys
import tempfile

import pymongo
from ttl_story import HOUR, pass_at, until

SYSLOG_NG = "/usr/sbin/syslog-ng"
CONFIGURATION = """@version: 3.38
options {{ keep-hostname(yes); use-dns(no); stats-freq(0); flush-lines(1); }};
source lines {{ unix-stream("{folder}/log.sock" flags(expect-hostname)); }};
destination engine {{
    mongodb(
        uri("{uri}")
        collection("messages")
        value-pairs(pair("at", datetime("$UNIXTIME")) pair("host", "$HOST") pair("program", "$PROGRAM")
                    pair("level", int64("$LEVEL_NUM")) pair("text", "$MESSAGE"))
    );
}};
log {{ source(lines); destination(engine); }};
"""


def start(folder, uri):
    """Starts syslog-ng in the foreground with all its files in `folder`; returns it when it listens."""
    configuration = folder / "syslog-ng.conf"
    configuration.write_text(CONFIGURATION.format(folder=folder, uri=uri), encoding="utf-8")
    daemon = subprocess.Popen(
        [SYSLOG_NG, "--foreground", "--no-caps", "--stderr", "--verbose", "--cfgfile", configuration,
         "--persist-file", folder / "persist", "--pidfile", folder / "pid", "--control", folder / "control"],
        stderr=subprocess.PIPE, text=True)
    said = []
    for line in daemon.stderr:
        said.append(line)
        if "starting up" in line:
            return daemon
    raise SystemExit("syslog-ng did not start:\n" + "".join(said))


def send(folder, lines):
    """Gives lines to syslog-ng: (level, moment, text)."""
    with socket.socket(socket.AF_UNIX) as connection:
        connection.connect(str(folder / "log.sock"))
        for level, moment, text in lines:
            stamp = moment.isoformat(timespec="seconds")
            connection.sendall(f"<{8 + level}>{stamp} shop checkout: {text}\n".encode())


def main():
    uri = sys.argv[1].rsplit("/", 1)[0] + "/logs"
    client = pymongo.MongoClient(uri, serverSelectionTimeoutMS=5000)
    messages = client.logs.messages
    messages.create_index("at", expireAfterSeconds=3600)
    now = datetime.datetime.now(datetime.timezone.utc)
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        daemon = start(folder, uri)
        try:
            send(folder, [(6, now - 0.5 * HOUR, "paid"), (3, now, "card refused"), (6, now, "über")])
            until(lambda: messages.count_documents({}) == 3, "three lines in the collection")
            refused = messages.find_one({"level": {"$lte": 3}})
            words = [refused[name] for name in ("text", "program", "host")]
            assert words == ["card refused", "checkout", "shop"], refused
            assert isinstance(refused["at"], datetime.datetime), refused
            late = refused["at"].replace(tzinfo=datetime.timezone.utc) - now
            assert abs(late) < datetime.timedelta(seconds=2), refused
            assert messages.count_documents({"text": "über"}) == 1

            pass_at(client, 0.75 * HOUR)
            assert sorted(messages.distinct("text")) == ["card refused", "über"]
            send(folder, [(6, now + HOUR, "refunded")])
            until(lambda: messages.count_documents({}) == 3, "one line more")
            pass_at(client, 1.5 * HOUR)
            assert messages.distinct("text") == ["refunded"]
        finally:
            daemon.terminate()
            daemon.stderr.read()
            assert daemon.wait(timeout=20) == 0
    client.close()
    print("ok")


if __name__ == "__main__":
    main()
