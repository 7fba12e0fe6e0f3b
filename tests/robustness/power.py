# SPDX-License-Identifier: GPL-3.0-or-later
"""Power loss: what was not synced is dropped from the data folder after the engine was killed.

The model: of each file stays what a sync covered, and of what came after it nothing, any first part, or as many zeros. A
file that was never synced, nor its folder since it was made, may be missing. What a failed sync should have covered is lost
for good, whatever a later one says, as on Linux. Not modelled: a rename that is undone, a removed file that is back, and
single blocks out of order.
"""

import pathlib
import subprocess

HERE = pathlib.Path(__file__).resolve().parent


def build(folder):
    """Compiles what notes the syncs; returns the library's path."""
    library = pathlib.Path(folder) / "unsynced.so"
    subprocess.run(["c++", "-std=c++20", "-O1", "-shared", "-fPIC", "-o", str(library), str(HERE / "unsynced.cpp"), "-ldl"],
                   check=True)
    return library


def environment(library, notes):
    """What makes an engine note its syncs."""
    return {"LD_PRELOAD": str(library), "UNSYNCED_NOTES": str(notes)}


def read_notes(notes):
    """(synced sizes by path, paths whose entry in the folder may be lost)."""
    synced, fresh, failed = {}, set(), set()
    for line in notes.read_text(encoding="utf-8").splitlines() if notes.exists() else ():
        kind, _, rest = line.partition(" ")
        if kind == "S":
            size, _, path = rest.partition(" ")
            if path not in failed:
                synced[path] = int(size)
            fresh.discard(path)
        elif kind == "F":
            failed.add(rest)
        elif kind == "D":
            fresh = {path for path in fresh if str(pathlib.Path(path).parent) != rest}
        elif kind == "C":
            synced[rest] = 0
            failed.discard(rest)
            fresh.add(rest)
        elif kind == "R":
            old, _, new = rest.partition("\t")
            synced[new] = synced.pop(old, 0)
            fresh.discard(old)
    return synced, fresh


def failed_syncs(notes, ending):
    """When syncs of files failed whose names end so: seconds since 1970, in their order."""
    lines = notes.read_text(encoding="utf-8").splitlines() if notes.exists() else ()
    return [float(line.split(" ", 2)[1]) for line in lines if line.startswith("T ") and line.endswith(ending)]


def lose(notes, random):
    """Drops from the files what was not synced; returns how many bytes and files went. The notes start anew."""
    synced, fresh = read_notes(notes)
    bytes_lost = files_lost = 0
    way = random.choice(("all", "part", "zeros"))
    for name, kept in synced.items():
        path = pathlib.Path(name)
        if not path.exists() or path.name == "LOCK":
            continue
        size = path.stat().st_size
        if name in fresh and random.random() < 0.5:
            path.unlink()
            files_lost += 1
            bytes_lost += size
        elif size > kept:
            keep = kept if way == "all" else random.randint(kept, size)
            with open(path, "r+b") as file:
                file.truncate(keep)
                if way == "zeros":
                    file.truncate(size)
            bytes_lost += size - keep
    notes.unlink(missing_ok=True)
    # what is there now is on the disk
    notes.write_text("".join(f"S {pathlib.Path(name).stat().st_size} {name}\n"
                             for name in synced if pathlib.Path(name).exists()), encoding="utf-8")
    return bytes_lost, files_lost
