#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""usage: prometheus_exporter.py URI, of an engine with --replSet rs0
Debian's exporter for Prometheus (2018, legacy messages only): what it shows on /metrics are the engine's numbers.
Exporters of today ask by getDiagnosticData instead; that they find the same numbers there is checked with their names.
"""

import datetime
import os
import re
import socket
import subprocess
import sys
import urllib.request

import pymongo
from ttl_story import HOUR, pass_at

EXPORTER = "/usr/bin/prometheus-mongodb-exporter"


def free_port():
    """A port of loopback that nobody listens on."""
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        return listener.getsockname()[1]


def listens(port, client):
    """Whether somebody takes connections there within some thousand questions to the engine."""
    for _ in range(10_000):
        with socket.socket() as caller:
            if caller.connect_ex(("127.0.0.1", port)) == 0:
                return True
        client.admin.command("ping")
    return False


def start(uri, port, client):
    """Starts the exporter; returns it when it listens."""
    exporter = subprocess.Popen(
        [EXPORTER, "-logtostderr", "-mongodb.uri", uri, "-web.listen-address", f"127.0.0.1:{port}",
         *(f"-mongodb.collect.{part}" for part in ("database", "collection", "connpoolstats", "profile", "top"))],
        stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, env={"PATH": os.environ["PATH"], "HOME": "/"})
    for line in exporter.stdout:
        # it says so just before it is true
        if "Listening on" in line and listens(port, client):
            return exporter
    raise SystemExit("the exporter did not start")


def scrape(port):
    """All metrics by name; those with labels by name{label="..."}."""
    opener = urllib.request.build_opener(urllib.request.ProxyHandler({}))
    text = opener.open(f"http://127.0.0.1:{port}/metrics", timeout=30).read().decode()
    return {name: float(value) for name, value in re.findall(r"^(mongodb_[^ ]+) (\S+)$", text, re.MULTILINE)}


def ttl_of(client):
    return client.admin.command("serverStatus")["metrics"]["ttl"]


def shown_is_counted(client, port, deleted):
    """The exporter's TTL metrics are between the engine's before and after the scrape."""
    before = ttl_of(client)
    shown = scrape(port)
    after = ttl_of(client)
    assert shown["mongodb_up"] == 1, shown
    assert shown["mongodb_metrics_ttl_deleted_documents_total"] == deleted == before["deletedDocuments"], shown
    assert before["passes"] <= shown["mongodb_metrics_ttl_passes_total"] <= after["passes"]
    return shown


def other_numbers(client, shown):
    """What else an administrator's dashboard draws: operations, connections, sizes, the replica set and its oplog."""
    assert shown['mongodb_op_counters_total{type="insert"}'] == 10, shown
    assert shown['mongodb_metrics_document_total{state="inserted"}'] == 10, shown
    assert shown["mongodb_instance_uptime_seconds"] > 0
    assert shown['mongodb_connections{state="current"}'] >= 1
    assert shown['mongodb_storage_engine{engine="rocksdb"}'] == 1
    assert shown['mongodb_db_objects_total{db="shop",shard=""}'] == 3, shown
    assert shown['mongodb_collection_total_objects{ns="shop.events"}'] == 3, shown
    size = client.shop.command("collStats", "events")["size"]
    assert shown['mongodb_collection_size_bytes{ns="shop.events"}'] == size, shown
    assert shown['mongodb_replset_my_state{set="rs0"}'] == 1
    assert shown["mongodb_replset_master_count"] == 1
    assert shown["mongodb_replset_oplog_items_total"] == client.local["oplog.rs"].count_documents({}), shown
    assert shown["mongodb_connpoolstats_connections_created_total"] == 0
    assert shown['mongodb_top_count_total{collection="events",database="shop",type="Insert"}'] == 1, shown


def flat(prefix, value, numbers):
    """Numbers as today's exporter names them: the path with underscores."""
    if isinstance(value, dict):
        for name, each in value.items():
            flat(f"{prefix}_{name}", each, numbers)
    elif isinstance(value, (int, float)) and not isinstance(value, bool):
        numbers[prefix] = value
    return numbers


def main():
    client = pymongo.MongoClient(sys.argv[1], serverSelectionTimeoutMS=5000)
    now = datetime.datetime.utcnow()
    events = client.shop.events
    events.create_index("at", expireAfterSeconds=3600)
    events.insert_many({"at": now - n * HOUR} for n in range(-2, 8))
    pass_at(client, datetime.timedelta())

    port = free_port()
    exporter = start(sys.argv[1], port, client)
    try:
        other_numbers(client, shown_is_counted(client, port, 7))
        pass_at(client, 1.5 * HOUR)
        shown_is_counted(client, port, 8)
    finally:
        exporter.terminate()
        exporter.stdout.read()
        exporter.wait(timeout=20)

    data = client.admin.command("getDiagnosticData")["data"]
    numbers = flat("mongodb_ss", data["serverStatus"], {})
    assert numbers["mongodb_ss_metrics_ttl_deletedDocuments"] == 8, data
    assert numbers["mongodb_ss_metrics_ttl_passes"] >= 4
    client.close()
    print("ok")


if __name__ == "__main__":
    main()
