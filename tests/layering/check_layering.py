#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Checks what the compiler cannot: which folder may use which, what comments cite, and the house rules for sources.

Which folder may use which stands in arrows.txt; this compares it with what CMakeLists.txt files link and sources
include. A forbidden include already fails to compile for most folders; this also catches includes that reach through
another library's links, includes through Qt's root folder, relative paths, libraries that belong to one folder only,
links that nothing needs, citations of what is not there, and files out of bounds.

usage: check_layering.py ROOT
Exit code: 0 when everything holds; 1 with one line per violation.
"""

import pathlib
import re
import subprocess
import sys

import arrows
import citations
import documented
import modules

MAX_FILE_LINES = 500
SOURCE_FOLDERS = ("app", "ui", "widgets", "resources", "tests")
# Libraries that only some folders may include, by the start of the header's name.
OWNED = {
    "mongoc": ("app/mongo", "tests/interop"),
    "bson/": ("app/bson", "app/mongo", "tests/interop"),
    "openssl/": ("app/engine/access", "app/engine/net"),
    "rocksdb/": ("app/engine/storage", "tests/bench"),
    "unicode/": ("app/engine/collation", "app/engine/access"),
    "asio": ("app/engine/net", "tests/bench"),
    "qcustomplot": ("widgets/charts", "tests/bench"),
    "qt6keychain/": ("app/keychain",),
    "pcre2": ("app/engine/query",),
}
# Headers of a system, and what else is allowed in one folder only.
PLATFORM = "app/platform/"
SYSTEM_HEADER = re.compile(r"^(sys|net|netinet|arpa|mach|linux|asm|xpc)/|^c?(signal|windows)(\.h)?$|^(aclapi|afunix|dirent|dlfcn|fcntl|"
                           r"fnmatch|glob|grp|ifaddrs|io|libproc|netdb|poll|psapi|pthread|pwd|sched|sddl|semaphore|shellapi|shlobj|"
                           r"spawn|syslog|termios|tlhelp32|unistd|utime|wait|winsock2?|ws2tcpip)\.h$")
SYSTEM_TEXT = re.compile(r"^\s*#\s*(if|ifdef|ifndef|elif)\b.*\b(_WIN32|WIN32|__linux__|__APPLE__|__unix__|Q_OS_\w+)\b|\"/(proc|sys)/")
QT_FREE = ("app/archive", "app/base", "app/bson", "app/platform/", "app/protocol", "app/ttl", "app/mongo", "app/engine")
DESKTOP = PLATFORM + "desktop/"
WIDGET_FREE = ("app/services", "app/presenters")
WIDGET_HEADER = re.compile(r"^Q(Widget|Dialog|MainWindow|Label|.*Button|.*View|.*Edit|Dock.*|Menu.*|Tool.*|Action|Application|"
                           r"MessageBox|.*Layout|.*Box|Splitter|Status.*|Tab.*|Painter|Pixmap|Icon)$")
INCLUDE = re.compile(r'^\s*#\s*include\s*([<"])([^>"]+)[>"]')
FORBIDDEN_TEXT = (
    # QtDBus connects signals of the bus by strings only
    (re.compile(r"\bSIGNAL\(|\bSLOT\((?!\w+\(QDBusMessage\)\))"), "string connect"),
    (re.compile(r"processEvents\("), "processEvents()"),
    (re.compile(r"\bstd::regex\b"), "std::regex overflows the stack on long text"),
    (re.compile(r"bson_new_from_buffer|bson_reserve_buffer"), "a libbson call with an open fault"),
)


def knows_no_system(source):
    return source.startswith(("app/", "ui/", "widgets/", "resources/")) and not source.startswith(PLATFORM)


def folder_of(path, folders):
    """The longest of the folders that holds the path; None when there is none."""
    found = [folder for folder in folders if path == folder or path.startswith(folder + "/")]
    return max(found, key=len, default=None)


def check_include(source, bracket, target, folders, allowed):
    """Why the include is not allowed, or None. `folders`: those with a library; `allowed`: the arrows."""
    if ".." in pathlib.PurePosixPath(target).parts:
        return "relative include"
    if re.match(r"Qt[A-Z]\w*/", target):
        return "include Qt's classes without the module's folder"
    home = folder_of(source, folders)
    if target.startswith(("app/", "ui/", "widgets/", "resources/")):
        if bracket == "<":
            return "own headers are included with quotes"
        owner = folder_of(target, folders)
        if home and owner and not arrows.is_allowed(allowed, home, owner):
            return f"{home} may not include {owner}"
    for start, owners in OWNED.items():
        if bracket == "<" and target.startswith(start) and not source.startswith(owners):
            return f"only {', '.join(owners)} may include <{start}…>"
    if bracket == "<" and SYSTEM_HEADER.match(target) and knows_no_system(source):
        return "only app/platform may include a header of the system"
    if source.startswith(QT_FREE) and not source.startswith(DESKTOP) and re.match(r"Q[A-Z]", target):
        return "this folder knows no Qt"
    if source.startswith(WIDGET_FREE) and WIDGET_HEADER.match(target):
        return "this folder knows no widgets"
    return None


def check_text(source, lines):
    """Violations of one file, as (line number, words)."""
    if len(lines) > MAX_FILE_LINES:
        yield len(lines), f"{len(lines)} lines; {MAX_FILE_LINES} is the most"
    if not lines or "SPDX-License-Identifier: GPL-3.0-or-later" not in lines[0]:
        yield 1, "the licence line is missing"
    for number, line in enumerate(lines, 1):
        for pattern, words in () if source.startswith("tests/") else FORBIDDEN_TEXT:
            if pattern.search(line):
                yield number, words
        if knows_no_system(source) and SYSTEM_TEXT.search(line):
            yield number, "only app/platform may depend on the system"
        if source.startswith(("ui/", "widgets/")) and re.search(r"(->|\.)exec\(", line):
            yield number, "exec() starts a nested event loop"


def tracked_files(root):
    """All files of the project, tracked or new."""
    listing = subprocess.run(["git", "-C", str(root), "ls-files", "--cached", "--others", "--exclude-standard"],
                             capture_output=True, text=True, check=True).stdout.split("\n")
    return [name for name in listing if name and (root / name).is_file()]


def lines_of(path):
    lines = path.read_text(encoding="utf-8").split("\n")
    if lines and not lines[-1]:
        lines.pop()
    return lines


def source_violations(root, sources, folders, allowed, used):
    """Violations in C++ files, as text. Adds to `used` the pairs (folder, folder it includes)."""
    for source in sources:
        lines = lines_of(root / source)
        for number, words in check_text(source, lines):
            yield f"{source}:{number}: {words}"
        for number, line in enumerate(lines, 1):
            include = INCLUDE.match(line)
            if not include:
                continue
            pair = folder_of(source, folders), folder_of(include.group(2), folders)
            if None not in pair:
                used.add(pair)
            words = check_include(source, include.group(1), include.group(2), folders, allowed)
            if words:
                yield f"{source}:{number}: {words}"


def violations(root):
    """Every violation in the tree, as text."""
    built = modules.read_modules(root)
    folders = [module.folder for module in built]
    allowed = arrows.read_arrows((root / "tests/layering/arrows.txt").read_text(encoding="utf-8"))
    files = tracked_files(root)
    used = set()
    yield from source_violations(root, [name for name in files if name.startswith(SOURCE_FOLDERS)
                                        and name.endswith((".cpp", ".h"))], folders, allowed, used)
    yield from arrows.check_links(built, allowed)
    yield from arrows.check_need(built, used)
    yield from arrows.check_use(built, allowed, used)
    for name in files:
        if citations.has_comments(name):
            for number, words in citations.check_citations(root, name, lines_of(root / name)):
                yield f"{name}:{number}: {words}"


def main():
    root = pathlib.Path(sys.argv[1]).resolve()
    found = list(violations(root))
    for line in found:
        print(line)
    lines, reached = documented.report(documented.figures(root))
    print("\n".join(lines))
    return 1 if found or documented.ENFORCED and not reached else 0


if __name__ == "__main__":
    sys.exit(main())
