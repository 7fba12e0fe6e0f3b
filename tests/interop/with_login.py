#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Starts the engine with --auth and TLS, makes users through its unix socket, and has one driver log in.

usage: with_login.py ENGINE DRIVER DRIVERS PROGRAM, or with_login.py - list for the names of all drivers
DRIVERS and PROGRAM: as for with_engine.py.
Exit code: 0 when every step had the outcome that is written here; 77 when something that the driver needs is not
installed.
"""

import os
import pathlib
import shutil
import subprocess
import sys
import tempfile

import with_engine
from with_engine import LIMIT_SECONDS, SKIPPED, Client, Engine

HERE = pathlib.Path(__file__).resolve().parent
PYTHON = ("pymongo",)

DRIVERS = {
    "python": Client("python", "login.py", needs=PYTHON),
    "node": Client("node", "login.js", ("mongodb",), ("mongodb",)),
    "node_6": Client("node", "login.js", ("mongodb-6",), ("mongodb-6",)),
    "node_4": Client("node", "login.js", ("mongodb-4",), ("mongodb-4",)),
    "node_3": Client("node", "login.js", ("mongodb-3",), ("mongodb-3",)),
    "php": Client("php", "login.php", needs=("mongodb",)),
    "perl": Client("perl", "login.pl", needs=("MongoDB",)),
    "c": Client("program", ""),
    "go": Client("go", "login.go", needs=with_engine.GO_DRIVER),
}

# What is done with which user, password and database, and what comes of it: "ok" or a code of the server.
STEPS = (
    ("find", "reader", "geheim", "shop", "ok"),
    ("insert", "reader", "geheim", "shop", "13"),
    ("insert", "writer", "p:/?#[]@!$", "shop", "ok"),
    ("find", "reader", "falsch", "shop", "18"),
    ("find", "nobody", "geheim", "shop", "18"),
    ("find", "reader", "geheim", "admin", "18"),
    ("find", "", "", "", "13"),
)

# Makes the users and a document, through the socket; then looks whether the rest is closed to strangers.
SET_UP = """
import sys, urllib.parse, pymongo
from pymongo.errors import ConnectionFailure, OperationFailure
socket, port, ca = sys.argv[1:]
own = pymongo.MongoClient("mongodb://" + urllib.parse.quote_plus(socket))
own.shop.orders.insert_one({"_id": 1})
own.shop.command("createUser", "reader", pwd="geheim", roles=["read"])
own.shop.command("createUser", "writer", pwd="p:/?#[]@!$", roles=["readWrite"])
for options in ("", "tls=true"):  # not encrypted; without the authority
    try:
        pymongo.MongoClient(f"mongodb://127.0.0.1:{port}/?{options}", serverSelectionTimeoutMS=1000).admin.command("ping")
        raise SystemExit(f"a client got in with '{options}'")
    except ConnectionFailure:
        pass
stranger = pymongo.MongoClient(f"mongodb://127.0.0.1:{port}/?tls=true&tlsCAFile={urllib.parse.quote_plus(ca)}")
for name in ("hello", "ping", "buildInfo"):
    assert stranger.admin.command(name)["ok"] == 1, name
for name in ("listDatabases", "serverStatus", "createUser", "getLog"):
    try:
        stranger.admin.command(name)
        raise SystemExit(f"{name} ran without a login")
    except OperationFailure as error:
        assert error.code == 13, error
"""


def openssl(*arguments):
    subprocess.run(["openssl", *arguments], check=True, capture_output=True)


def make_certificates(folder):
    """An authority, and the server's certificate with its key; returns both files."""
    ca, key = folder / "ca.pem", folder / "ca.key"
    new = ("-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes")
    openssl("req", "-x509", *new, "-keyout", key, "-out", ca, "-days", "30", "-subj", "/CN=Interop CA")
    openssl("req", *new, "-keyout", folder / "server.key", "-out", folder / "server.csr", "-subj", "/CN=localhost",
            "-addext", "subjectAltName=DNS:localhost,IP:127.0.0.1")
    openssl("x509", "-req", "-in", folder / "server.csr", "-CA", ca, "-CAkey", key, "-CAcreateserial",
            "-copy_extensions", "copy", "-out", folder / "server.crt", "-days", "30")
    both = folder / "server.pem"
    both.write_bytes((folder / "server.crt").read_bytes() + (folder / "server.key").read_bytes())
    return ca, both


def missing(client, drivers):
    """What this test needs and the machine has not."""
    found = with_engine.missing_parts(client, drivers)
    if client.language == "perl":
        found += [name for name in client.needs if not with_engine.runs("perl", f"-M{name}", "-e", "1")]
    found += [] if shutil.which("openssl") else ["openssl"]
    return found + ([] if with_engine.python_with(*PYTHON) else list(PYTHON))


def uri_of(port, ca, user, password, database, options):
    """With everything encoded that a URI cannot hold."""
    from urllib.parse import quote_plus
    login = f"{user}:{quote_plus(password)}@" if user else ""
    tls = f"tls=true&tlsCAFile={quote_plus(str(ca))}"
    return f"mongodb://{login}127.0.0.1:{port}/{database}?{tls}&serverSelectionTimeoutMS=5000{options}"


def command_for(client, drivers, program, steps):
    if client.language == "program":
        return [program, *steps]
    if client.language == "node":
        return ["node", str(HERE / client.script), str(drivers), *client.arguments, *steps]
    if client.language == "go":
        return ["go", "run", str(HERE / client.script), *steps]
    interpreter = with_engine.python_with(*PYTHON) if client.language == "python" else client.language
    return [interpreter, str(HERE / client.script), *steps]


def outcomes(client, drivers, program, engine, ca):
    """What the driver said, and what it should have said. All but one driver can compress, and leave the login out."""
    options = "" if client.language == "perl" else "&compressors=zlib"
    steps = [f"{work}={uri_of(engine.port, ca, user, password, database, options)}"
             for work, user, password, database, _ in STEPS]
    done = subprocess.run(command_for(client, drivers, program, steps), check=False, text=True, timeout=LIMIT_SECONDS,
                          stdout=subprocess.PIPE, env=dict(os.environ, **with_engine.go_settings(drivers)))
    return done.stdout.split(), [expected for *_, expected in STEPS]


def main():
    if sys.argv[2] == "list":
        print("\n".join(DRIVERS))
        return 0
    engine_path, name, drivers, program = sys.argv[1], sys.argv[2], pathlib.Path(sys.argv[3]).resolve(), sys.argv[4]
    client = DRIVERS[name]
    if needed := missing(client, drivers):
        print(f"SKIPPED: {name} cannot run on this machine, it needs: {', '.join(needed)}")
        return SKIPPED
    with tempfile.TemporaryDirectory() as place:
        folder = pathlib.Path(place)
        ca, certificate = make_certificates(folder)
        options = ("--auth", "--tlsMode", "requireTLS", "--tlsCertificateKeyFile", str(certificate), "--unix-socket",
                   str(folder / "engine.sock"))
        engine = Engine(engine_path, place, Client("", "", engine=options))
        try:
            subprocess.run([with_engine.python_with(*PYTHON), "-c", SET_UP, str(folder / "engine.sock"),
                            str(engine.port), str(ca)], check=True, timeout=LIMIT_SECONDS)
            got, expected = outcomes(client, drivers, program, engine, ca)
        finally:
            well = engine.close()
    for step, had, should in zip(STEPS, got + ["nothing"] * len(STEPS), expected):
        print("  ".join(step[:2]), had, "" if had == should else f"instead of {should}")
    return 0 if well and got == expected else 1


if __name__ == "__main__":
    sys.exit(main())
