#!/usr/bin/python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Data folders that are damaged, or that the engine may not use.

  rights   12 folders: a file, of another kind of store, without its contents, a link to nowhere, read-only, of somebody else;
           with strange and long names; in use. A usable one is used; the others end the engine with exit code 2 and one
           clear line. (One of a later format is in tests/app/engine/storage.)
  torn     (from T2) copies of a data folder whose files are cut, changed by a bit, emptied or missing. The engine refuses to start
           with a clear line, or starts: then each document that it serves is the true one, and what is missing is said.

Passes without a crash, a wrong document, or a silent loss of what had been synced. A loss is said when a warning about it is in
startupWarnings, where clients look: other warnings do not count, and a line in the log alone does not either.
"""

import collections
import json
import os
import pathlib
import pwd
import random
import shutil
import subprocess
import tempfile

import outcome
import pymongo
import pymongo.errors
from engine import Engine

DOCUMENTS = 3000
FLIPS = {"T1": 6, "T2": 200, "T3": 200}
CUTS = {"T1": (7,), "T2": (1, 7, 512, None), "T3": (1, 7, 512, None)}  # None: half of the file
REFUSED = 2
NOT_DATA = ("LOCK", "IDENTITY")
# kNoMarkLogId in app/engine/storage/open_store.cpp: whether the end of the journal is missing cannot be told
NO_MARK = 9100114
# kCutJournalLogId in app/engine/storage/journal_repair.cpp: a part of the journal is missing or damaged
LOSSES = (9100102, NO_MARK)


def refusal(engine):
    """Starts the engine, which must refuse; returns its exit code and last line."""
    engine.launch()
    try:
        code = engine.process.wait(timeout=20)
    except subprocess.TimeoutExpired:
        engine.kill()
        code = None
    return code, engine.last_line()


def serves(engine):
    """Whether it starts, takes a write and ends well."""
    engine.start()
    mongo = engine.client()
    mongo.rights.c.insert_one({"a": 1})
    mongo.close()
    return engine.terminate()[0] == 0


def as_nobody(engine):
    """Lets the engine run without root's rights."""
    account = pwd.getpwnam("nobody")
    engine.account = account.pw_uid
    for path in (engine.folder, *engine.folder.rglob("*")):
        os.chown(path, account.pw_uid, account.pw_gid)
    engine.log_file.touch()


def unusable_folders(chosen, folder):
    """(name, engine) of each folder that must be refused."""
    def made(name):
        return Engine(chosen.engine, folder / name)

    engine = made("file")
    engine.data.write_text("not a folder", encoding="ascii")
    yield "a file", engine

    engine = made("foreign")
    engine.data.mkdir()
    (engine.data / "CURRENT").write_text("something else\n", encoding="ascii")
    yield "a store of another kind", engine

    engine = made("empty-current")
    serves(engine)
    (engine.data / "CURRENT").write_text("", encoding="ascii")
    yield "an empty CURRENT", engine

    engine = made("link")
    engine.data.symlink_to(folder / "nowhere" / "at" / "all")
    yield "a link to nowhere", engine

    if os.geteuid() == 0:
        engine = made("read-only")
        engine.data.mkdir(mode=0o500)
        folder.chmod(0o755)
        as_nobody(engine)
        yield "a read-only folder", engine

        engine = made("others")
        serves(engine)
        as_nobody(engine)
        for path in (engine.data, *engine.data.rglob("*")):
            os.chown(path, 0, 0)
            path.chmod(0o700 if path.is_dir() else 0o600)
        yield "somebody else's folder", engine


def usable_folders(chosen, folder):
    """(name, engine) of each folder that must be used."""
    for name in ("with space", "Ünïcode-数据", "100%s%n", "a'b\"c;d", "x" * 250):
        engine = Engine(chosen.engine, folder / "usable")
        engine.data = folder / name / "db"
        engine.data.parent.mkdir()
        yield name[:20], engine


def rights(result, chosen, folder):
    for name, engine in unusable_folders(chosen, folder):
        result.rounds += 1
        code, line = refusal(engine)
        result.expect(code == REFUSED and len(line) > 20, f"{name}: exit code {code}, {line!r}")
    for name, engine in usable_folders(chosen, folder):
        result.rounds += 1
        result.expect(serves(engine), f"{name}: it does not serve")
    result.rounds += 1
    first = Engine(chosen.engine, folder / "first")
    second = Engine(chosen.engine, folder / "second")
    second.data = first.data
    first.start()
    code, line = refusal(second)
    result.expect(code == REFUSED and "use" in line, f"a folder in use: exit code {code}, {line!r}")
    result.expect(first.client().admin.command("ping")["ok"] == 1.0, "the first engine is harmed")
    first.kill()


def document(number):
    return {"_id": number, "text": f"{number * 7919}", "until": None}


def make_original(chosen, folder):
    """A data folder with tables and a journal, all synced; the engine has been killed."""
    engine = Engine(chosen.engine, folder / "original")
    engine.start()
    mongo = engine.client()
    kept = mongo.torn.kept.with_options(write_concern=pymongo.WriteConcern(j=True))
    kept.create_index("text")
    kept.insert_many([document(number) for number in range(DOCUMENTS // 2)])
    mongo.torn.command("compact", "kept")
    engine.terminate()
    engine.start()
    engine.client().torn.kept.with_options(write_concern=pymongo.WriteConcern(j=True)).insert_many(
        [document(number) for number in range(DOCUMENTS // 2, DOCUMENTS)])
    engine.kill()
    return engine.data


def damages(original, chosen):
    """(words, function that damages a copy)."""
    chance = random.Random(chosen.seed)
    files = sorted(path.name for path in original.iterdir() if path.is_file() and path.name not in NOT_DATA
                   and path.stat().st_size > 0)
    for name in files:
        yield f"{name} missing", lambda copy, name=name: (copy / name).unlink()
        for bytes_ in CUTS[chosen.tier]:
            yield f"{name} cut by {bytes_ or 'half'}", lambda copy, name=name, bytes_=bytes_: cut(copy / name, bytes_)
    for name in ("CURRENT", next(name for name in files if name.startswith("MANIFEST"))):
        yield f"{name} empty", lambda copy, name=name: (copy / name).write_bytes(b"")
    for _ in range(FLIPS[chosen.tier]):
        name = chance.choice(files)
        bit = chance.randrange(8 * (original / name).stat().st_size)
        yield f"{name} bit {bit}", lambda copy, name=name, bit=bit: flip(copy / name, bit)
    yield "a foreign file", lambda copy: (copy / "notes.txt").write_text("mine", encoding="ascii")


def cut(path, bytes_):
    size = path.stat().st_size
    with open(path, "r+b") as file:
        file.truncate(max(0, size - bytes_) if bytes_ else size // 2)


def flip(path, bit):
    with open(path, "r+b") as file:
        file.seek(bit // 8)
        byte = file.read(1)[0]
        file.seek(bit // 8)
        file.write(bytes([byte ^ (1 << bit % 8)]))


def torn(result, chosen, folder):
    original = make_original(chosen, folder)
    kinds = collections.Counter()
    for words, damage in damages(original, chosen):
        result.rounds += 1
        engine = Engine(chosen.engine, folder / "copy")
        shutil.copytree(original, engine.data)
        damage(engine.data)
        kinds[judge(result, engine, words)] += 1
        engine.kill()
        shutil.rmtree(engine.folder)
    result.figures.update(kinds)


def judge(result, engine, words):
    """What became of a damaged copy, in a word."""
    try:
        engine.start()
    except RuntimeError:
        code = engine.process.poll()
        result.expect(code in (1, REFUSED) and len(engine.last_line()) > 20, f"{words}: exit code {code}, {engine.last_line()!r}")
        return "refused"
    mongo = engine.client()
    found, stopped = {}, False
    try:
        for one in mongo.torn.kept.find():
            found[one["_id"]] = one
    except pymongo.errors.OperationFailure as error:
        stopped = True
        result.expect("hecksum" in str(error) or "orrupt" in str(error) or "amage" in str(error), f"{words}: {error}")
    except pymongo.errors.PyMongoError as error:
        result.find(f"{words}: the engine went: {error}")
        return "crashed"
    for number, one in found.items():
        result.expect(one == document(number), f"{words}: a wrong document {one}")
    said = losses(json.loads(line) for line in mongo.admin.command("getLog", "startupWarnings")["log"])
    if not stopped and len(found) < DOCUMENTS:
        judge_loss(result, engine, said, f"{words}: {DOCUMENTS - len(found)} of {DOCUMENTS} documents are missing")
    if words.startswith("SYNCED "):
        result.expect(NO_MARK in [entry["id"] for entry in said], f"{words}: nothing says that the mark is missing")
    mongo.close()
    code, _ = engine.terminate()
    result.expect(code in (0, 1), f"{words}: SIGTERM: exit code {code}")
    return "reads_refused" if stopped else "whole" if len(found) == DOCUMENTS else "part_said"


def judge_loss(result, engine, said, words):
    """What is missing had been synced: startupWarnings must say so. `said`: what they say about losses."""
    logged = losses(engine.log())
    if not said and logged:
        result.add("loss_only_in_log")
        result.find(f"{words}, which only the log says: {logged[0]}")
    else:
        result.expect(said, f"{words}, silently")


def losses(entries):
    """Those of the log's entries that warn of a loss of stored data."""
    return [entry for entry in entries if entry.get("c") == "STORAGE" and entry.get("s") == "W" and entry.get("id") in LOSSES]


PARTS = {"rights": rights, "torn": torn}


def main():
    chosen = outcome.arguments(__doc__)
    code = 0
    for name, part in PARTS.items():
        if name not in (chosen.only or (PARTS if chosen.tier != "T1" else ("rights",))):
            continue
        result = outcome.Outcome(f"files_{name}", chosen)
        folder = pathlib.Path(tempfile.mkdtemp(prefix="sandglass-files-"))
        try:
            part(result, chosen, folder)
        except Exception as error:  # pylint: disable=broad-except
            result.find(f"{type(error).__name__}: {error}")
        if not (chosen.keep and result.findings):
            shutil.rmtree(folder, ignore_errors=True)
        code |= result.finish()
    return code


if __name__ == "__main__":
    outcome.main(main)
