# SPDX-License-Identifier: GPL-3.0-or-later
"""What the scripts of Python clients share: the moving of the engine's clock."""

import datetime

from bson.int64 import Int64

HOUR = datetime.timedelta(hours=1)
# one period of the engine's monitor and a little more
STEP_MILLIS = 1100
MOST_ASKED = 200_000
# how far the clock has been moved; it never goes back
_moved = {"millis": 0}


def until(condition, text):
    """Asks again and again until `condition` holds. Each question is a message to the engine, so nothing sleeps."""
    for _ in range(MOST_ASKED):
        if condition():
            return
    raise AssertionError(f"never happened: {text}")


def pass_at(client, offset):
    """Moves the engine's clock at least `offset` past the real time; returns after a whole TTL pass from there on."""
    def passes():
        return client.admin.command("serverStatus")["metrics"]["ttl"]["passes"]

    _moved["millis"] = max(_moved["millis"], int(offset.total_seconds() * 1000))
    # the first pass may have begun before the clock moved
    for _ in range(2):
        before = passes()
        asked = 0

        def passed():
            nonlocal asked
            # one period later a pass is due; if the monitor went to sleep only after that step, the next one wakes it
            if asked % 100 == 0:
                _moved["millis"] += STEP_MILLIS
                client.admin.command("setParameter", 1, sandglassClockOffsetMillis=Int64(_moved["millis"]))
            asked += 1
            return passes() > before

        until(passed, "a TTL pass")
