#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Starts the engine on a free port and runs one client's script against it.

usage: with_engine.py ENGINE CLIENT DRIVERS PROGRAM, or with_engine.py - list for the names of all clients
CLIENT: a name of the table below. DRIVERS: the folder that packaging/scripts/drivers filled. PROGRAM: the client that
CMake builds.
Exit code: the script's; 77 when something that the client needs is not installed; 1 when the engine logged an error.
"""

import dataclasses
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import threading

HERE = pathlib.Path(__file__).resolve().parent
JARS = pathlib.Path("/usr/share/java")
GO_SOURCES = pathlib.Path("/usr/share/gocode")
GO_DRIVER = ("go.mongodb.org/mongo-driver",)
SKIPPED = 77
LIMIT_SECONDS = 100


@dataclasses.dataclass(frozen=True)
class Client:
    """How one client is started: its script and arguments, what must be there, arguments of the engine, and
    the ids of the errors that the engine has reason to log."""
    language: str
    script: str
    arguments: tuple = ()
    needs: tuple = ()
    engine: tuple = ()
    errors: tuple = ()


CLIENTS = {
    "mongosh": Client("mongosh", "mongosh.js", needs=("mongosh", "mongodb")),
    "node_driver": Client("node", "node_driver.js", ("mongodb",), ("mongodb",)),
    "node_driver_6": Client("node", "node_driver.js", ("mongodb-6",), ("mongodb-6",)),
    "node_driver_4": Client("node", "node_driver.js", ("mongodb-4",), ("mongodb-4",)),
    "node_driver_3": Client("node", "node_driver.js", ("mongodb-3",), ("mongodb-3",)),
    "change_stream": Client("node", "change_stream.js", needs=("mongodb",), engine=("--replSet", "rs0")),
    "node_wire": Client("node", "node_wire.js", needs=("mongodb",)),
    "admin_tools": Client("node", "admin_tools.js", needs=("mongodb",)),
    "mongoose": Client("node", "mongoose.js", needs=("mongoose",)),
    "connect_mongo": Client("node", "connect_mongo.js",
                            needs=("mongodb", "connect-mongo", "express", "express-session")),
    "agenda": Client("node", "agenda.js", needs=("mongodb", "agenda", "@agendajs/mongo-backend")),
    "keyv": Client("node", "keyv.js", needs=("mongodb", "keyv", "@keyv/mongo")),
    "mongodb_snapshot": Client("node", "mongodb_snapshot.js", needs=("mongodb", "mongodb-snapshot")),
    "pymongo": Client("python", "pymongo_client.py", needs=("pymongo",)),
    "restore_tools": Client("python", "restore_tools.py", needs=("pymongo",)),
    "mongoengine": Client("python", "mongoengine_client.py", needs=("pymongo", "mongoengine")),
    "legacy_wire": Client("python", "legacy_wire.py", needs=("pymongo",)),
    "old_server": Client("python", "old_server.py", needs=("pymongo",),
                         engine=("--setParameter", "sandglassServerVersion=2.6"),
                         errors=(6909100,)),  # an index whose expireAfterSeconds is no number
    "libmongoc": Client("program", ""),
    "php": Client("php", "php_client.php", needs=("mongodb",)),
    "ruby": Client("ruby", "ruby_client.rb", needs=("mongo",)),
    "java": Client("java", "JavaClient.java", needs=("mongo-java-driver",)),
    "prometheus": Client("python", "prometheus_exporter.py",
                         needs=("pymongo", "/usr/bin/prometheus-mongodb-exporter"), engine=("--replSet", "rs0")),
    "syslog_ng": Client("python", "syslog_ng.py", needs=("pymongo", "/usr/sbin/syslog-ng")),
}


def runs(*command):
    """Whether a command is there and ends well."""
    try:
        return subprocess.run(command, capture_output=True, check=False, timeout=LIMIT_SECONDS).returncode == 0
    except OSError:
        return False


def python_with(*modules):
    """The python that has these modules: Debian's packages belong to Debian's python, which need not be this one."""
    wanted = "import " + ", ".join(modules)
    return next((path for path in ("/usr/bin/python3", sys.executable) if runs(path, "-c", wanted)), None)


def numbers(version):
    """The first two numbers of a version."""
    return [int(part) for part in re.findall(r"\d+", version)[:2]]


def missing_for_node(client, drivers):
    node = shutil.which("node")
    if node is None:
        return ["node"]
    version = subprocess.run([node, "--version"], capture_output=True, text=True, check=True).stdout.strip()
    missing = []
    for name in client.needs:
        description = drivers / "node_modules" / name / "package.json"
        if not description.exists():
            missing.append(name)
            continue
        # a package says which node it runs on: ">=20.19.0"
        wanted = json.loads(description.read_text(encoding="utf-8")).get("engines", {}).get("node", "")
        if wanted.startswith(">=") and numbers(version) < numbers(wanted):
            missing.append(f"node {wanted} for {name} (here is {version})")
    return missing


def missing_for_java(client):
    compiler = [] if shutil.which("java") and shutil.which("javac") else ["a JDK"]
    return compiler + [name for name in client.needs if not (JARS / f"{name}.jar").exists()]


def missing_parts(client, drivers):
    """What a client needs and this machine has not."""
    if client.language in ("mongosh", "node"):
        return missing_for_node(client, drivers)
    if client.language == "java":
        return missing_for_java(client)
    if client.language == "python":
        programs = [name for name in client.needs if name.startswith("/") and not os.access(name, os.X_OK)]
        return programs + [name for name in client.needs if not name.startswith("/") and not python_with(name)]
    if client.language == "php":
        loaded = "exit(extension_loaded('mongodb') ? 0 : 1);"
        return [] if runs("php", "-r", loaded) else ["php with its extension mongodb"]
    if client.language == "ruby":
        return [] if runs("ruby", "-e", "require 'mongo'") else ["ruby with the gem mongo"]
    if client.language == "perl":
        return [] if runs("perl", "-MMongoDB", "-e", "1") else ["perl with its module MongoDB"]
    if client.language == "go":
        compiler = [] if shutil.which("go") else ["go"]
        return compiler + [name for name in client.needs if not (GO_SOURCES / "src" / name).exists()]
    return []


def go_settings(drivers):
    """Variables with which go finds Debian's sources and keeps what it has compiled."""
    return {"GOPATH": str(GO_SOURCES), "GO111MODULE": "off", "GOCACHE": str(drivers / "go-cache")}


def command_for(client, drivers, program, uri):
    """The command line of a client's script."""
    script = str(HERE / client.script)
    if client.language == "mongosh":
        shell = drivers / "node_modules" / "mongosh" / "bin" / "mongosh.js"
        return ["node", str(shell), "--quiet", "--norc", uri, script]
    if client.language == "node":
        return ["node", script, str(drivers), uri, *client.arguments]
    if client.language == "python":
        modules = [name for name in client.needs if not name.startswith("/")]
        return [python_with(*modules), script, uri, *client.arguments]
    if client.language == "java":
        jars = ":".join(str(JARS / f"{name}.jar") for name in client.needs)
        # the source itself is given: it is compiled in memory; the driver keeps to its own log
        return ["java", "-Xshare:auto", "-XX:TieredStopAtLevel=1", "-cp", jars, script, uri]
    if client.language == "go":
        return ["go", "run", script, uri]
    if client.language == "program":
        return [program, uri]
    return [client.language, script, uri]


class Engine:
    """The engine on a free port or that one, and what it logged."""

    def __init__(self, path, folder, client, port=0):
        self.expected = client.errors
        self.errors = []
        self.process = subprocess.Popen(
            [path, "--dbpath", folder + "/db", "--port", str(port), "--setParameter", "enableTestCommands=true",
             "--setParameter", "ttlMonitorSleepSecs=1", "--exit-with-parent", *client.engine],
            stderr=subprocess.PIPE, text=True)
        self.port = self.wait_ready()
        self.reader = threading.Thread(target=self.read_log)
        self.reader.start()

    def wait_ready(self):
        """Reads the log until the engine waits for connections; returns the port."""
        for line in self.process.stderr:
            entry = json.loads(line)
            if entry["msg"] == "Waiting for connections":
                return entry["attr"]["port"]
        raise SystemExit("the engine ended before it was ready")

    def read_log(self):
        """Keeps the pipe empty, and the errors in mind."""
        for line in self.process.stderr:
            entry = json.loads(line)
            if entry["s"] in ("E", "F") and entry["id"] not in self.expected:
                self.errors.append(line.rstrip())

    def close(self):
        """Ends the engine; True when it ended well and had no error to log."""
        self.process.terminate()
        code = self.process.wait(timeout=20)
        self.reader.join(timeout=20)
        for line in self.errors:
            print("the engine logged:", line)
        if code != 0:
            print(f"the engine ended with {code}")
        return code == 0 and not self.errors


def main():
    if sys.argv[2] == "list":
        print("\n".join(CLIENTS))
        return 0
    engine_path, name, drivers, program = sys.argv[1], sys.argv[2], pathlib.Path(sys.argv[3]).resolve(), sys.argv[4]
    client = CLIENTS[name]
    missing = missing_parts(client, drivers)
    if missing:
        print(f"SKIPPED: {name} cannot run on this machine, it needs: {', '.join(missing)}")
        return SKIPPED
    with tempfile.TemporaryDirectory() as folder:
        engine = Engine(engine_path, folder, client)
        try:
            command = command_for(client, drivers, program, f"mongodb://127.0.0.1:{engine.port}/interop")
            environment = dict(os.environ, HOME=folder, TMPDIR=folder, MONGOSH_SKIP_NODE_VERSION_CHECK="1")
            code = subprocess.run(command, env=environment, check=False, timeout=LIMIT_SECONDS).returncode
        finally:
            well = engine.close()
        return code if well else code or 1


if __name__ == "__main__":
    sys.exit(main())
