# SPDX-License-Identifier: GPL-3.0-or-later
"""Shows that a forbidden include does not compile, with the compiler calls of this very build, batches or not.

usage: check_walls.py BUILD_FOLDER
Exit code: 0 when every forbidden include is refused and every allowed one compiles; 1 with one line for each that is not.
"""

import json
import pathlib
import re
import shlex
import subprocess
import sys

# library: (includes that must compile, includes that must not)
WALLS = {
    "engine_query": (
        ["app/bson/value.h"],
        ["app/engine/catalog/catalog.h",
         "app/ttl/expiry_rule.h",
         "app/engine/net/server.h",
         "QString"]),
    "engine_catalog": (
        ["app/engine/storage/key_value_store.h"],
        ["app/engine/expiry/purge_pass.h",
         "app/engine/query/filter.h"]),
    "ttl": (
        ["app/bson/value.h"],
        ["app/services/forecast/forecast_service.h",
         "app/mongo/mongo_driver.h",
         "QString"]),
    "services_forecast": (
        ["app/ttl/expiry_rule.h"],
        ["app/presenters/forecast/forecast_state.h",
         "app/mongo/mongo_driver.h",
         "app/engine/catalog/catalog.h",
         "app/services/purge/purge_service.h",
         "QWidget"]),
    "presenters_forecast": (
        ["app/ttl/expiry_rule.h"],
        ["app/presenters/purge/purge_state.h",
         "app/mongo/mongo_driver.h",
         "ui/forecast/timeline_panel.h",
         "widgets/charts/forecast_chart.h",
         "QWidget"]),
    "ui_forecast": (
        ["app/presenters/forecast/forecast_state.h"],
        ["app/services/calls/latest.h",
         "app/services/calls/worker_pool.h",
         "app/services/forecast/forecast_service.h",
         "app/mongo/mongo_driver.h",
         "ui/purge/purge_dialog.h",
         "app/engine/catalog/catalog.h"]),
    "widgets_charts": (
        ["widgets/style/colors.h"],
        ["app/ttl/expiry_rule.h",
         "app/presenters/forecast/forecast_state.h",
         "ui/forecast/timeline_panel.h"]),
}
# start of a library's name: folders of which none of these libraries finds any header
SEALED = {
    "ui_": ["app/services", "app/mongo", "app/keychain", "app/engine"],
    "presenters_": ["app/mongo", "app/keychain", "app/engine", "ui", "widgets"],
    "services_": ["app/mongo", "app/keychain", "app/engine", "app/presenters", "ui", "widgets"],
    "widgets_": ["app", "ui"],
    "engine_": ["app/mongo", "app/keychain", "app/services", "app/presenters", "ui", "widgets"],
}
ROOT = pathlib.Path(__file__).resolve().parents[2]


def calls_of(build):
    """{library: the flags of one of its compiler calls that decide what an include finds}. Without those of the tests."""
    found = {}
    for entry in json.loads((build / "compile_commands.json").read_text()):
        target = re.search(r" -o (?!tests/)\S*CMakeFiles/sandglass_([^/]+)\.dir/", entry["command"])
        if not target or target.group(1) in found or "mocs_compilation" in entry["file"]:
            continue
        words = shlex.split(entry["command"])
        compiler = next(word for word in words if re.search(r"(\+\+|g\+\+|clang\+\+)(-\d+)?$", word))
        flags = [compiler, "-w"]
        for word, following in zip(words, words[1:] + [""]):
            if word == "-isystem":
                flags += [word, following]
            elif re.match(r"-[DIU]|-std=|-fPIC", word):
                flags.append(word)
        found[target.group(1)] = (flags, entry["directory"])
    return found


def compiles(call, header):
    flags, folder = call
    quotes = f'"{header}"' if "/" in header else f"<{header}>"
    run = subprocess.run([*flags, "-fsyntax-only", "-x", "c++", "-"], input=f"#include {quotes}\n", cwd=folder,
                         capture_output=True, text=True)
    return run.returncode == 0


def headers_of(folder):
    return sorted(path.relative_to(ROOT).as_posix() for path in (ROOT / folder).rglob("*.h"))


def findable(call, headers):
    """Those of the headers that an #include with the flags of this library finds. One run of the preprocessor."""
    flags, folder = call
    questions = "".join(f'#if __has_include("{header}")\n"{header}"\n#endif\n' for header in headers)
    run = subprocess.run([*flags, "-E", "-P", "-x", "c++", "-"], input=questions, cwd=folder, capture_output=True,
                         text=True, check=True)
    return [line.strip('"') for line in run.stdout.split("\n") if line]


def leaks(calls):
    """What the libraries of SEALED find though their folders are closed to them, as text."""
    for start, folders in SEALED.items():
        libraries = sorted(library for library in calls if library.startswith(start))
        if not libraries:
            yield f"{start}*: no such library in this build"
        headers = [header for folder in folders for header in headers_of(folder)]
        for library in libraries:
            for header in findable(calls[library], headers):
                yield f"{library}: {header} should not compile"


def violations(build):
    calls = calls_of(build)
    yield from leaks(calls)
    for library, (allowed, forbidden) in WALLS.items():
        if library not in calls:
            yield f"{library}: no such library in this build"
            continue
        for header in allowed:
            if not compiles(calls[library], header):
                yield f"{library}: {header} should compile"
        for header in forbidden:
            if compiles(calls[library], header):
                yield f"{library}: {header} should not compile"


def main():
    found = list(violations(pathlib.Path(sys.argv[1])))
    for line in found:
        print(line)
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
