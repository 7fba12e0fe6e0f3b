# SPDX-License-Identifier: GPL-3.0-or-later
"""Texts that the code cites: a "Source:" names a file of the tree, with a section that it has, or a public document."""

import functools
import pathlib
import re

# Public documents, by the beginning of their name. A page or a section follows behind a comma.
DOCUMENTS = re.compile(
    r"MongoDB manual, |MongoDB Database Tools manual, |MongoDB server source, |MongoDB specifications, |libmongoc, |MongoDB Extended JSON \(v2\) specification|"
    r"Microsoft Learn, |PostgreSQL manual, |Redis manual, |Linux kernel documentation, |Python Standard Library, |"
    r"Java Language Specification, |ECMA-262, |POSIX, |WCAG 2\.1, |RFC \d{3,}\b|bsonspec\.org, |timelib\b|"
    r"RocksDB wiki, |jemalloc manual, |Desktop Notifications Specification 1\.2, |XDG Desktop Portal, |mongodb-js/compass, |Steele, Lea, Flood, ")
SOURCE = re.compile(r"\b[Ss]ource(?: of [^:.;]{1,60})?: +(.+?)(?=\.(?:\s|$)|$)")
TREE_FILE = re.compile(r"(?<![\w/.])((?:[\w.-]+/)*[\w-]+\.md)\b(?: (\d[\d.]*(?:(?:, and |, | and | to )\d[\d.]*)*))?")
SLASHES = re.compile(r"(?:^|\s)///?<?(?:\s(.*)|$)")
HASH = re.compile(r"^\s*#\s?(.*)$")
# What a comment looks like, by the suffix of the file; scripts have none.
COMMENT = {".h": SLASHES, ".cpp": SLASHES, ".js": SLASHES, ".java": SLASHES, ".py": HASH, ".txt": HASH, ".cmake": HASH, ".rb": HASH,
           "": HASH, ".md": re.compile(r"^(.+)$")}
# A path between backticks in a text, with or without its suffix; "/*" stands for the rooms of a folder.
TREE_PATH = re.compile(r"`((?:app|ui|widgets|tests|packaging|resources)/[\w./-]*)(?:/\*)?`")
# They name files of other projects, or files that a test makes up.
EXEMPT = ("app/ttl/SEMANTICS.md", "tests/layering/test_check_layering.py")
# Inputs, which may be any bytes.
DATA = "tests/fuzz/corpus/"


def paragraphs(suffix, lines):
    """The comments of a file (or the paragraphs of a text), each as (number of its first line, one line of text)."""
    pattern = COMMENT[suffix]
    start, words = 0, []
    for number, line in enumerate([*lines, ""], 1):
        found = pattern.search(line)
        if found and line.strip():
            start = start if words else number
            words.append((found.group(1) or "").strip())
        elif words:
            yield start, " ".join(words)
            words = []


@functools.cache
def sections(path):
    """The numbers and the titles of a Markdown file's headings, as two sets."""
    headings = re.findall(r"^#+ (?:(\d[\d.]*?)\.? )?(.+)$", path.read_text(encoding="utf-8"), re.M)
    return {number for number, _ in headings if number}, {title for _, title in headings}


def check_file(root, folder, name, numbers):
    """Why a mention of a Markdown file is broken, or None. `numbers`: "1.1 and 1.5", or empty."""
    path = next((place / name for place in (root, root / folder) if (place / name).is_file()), None)
    if path is None:
        return f"{name} is not in the tree"
    for number in re.findall(r"\d+(?:\.\d+)*", numbers or ""):
        if number not in sections(path)[0]:
            return f"{name} has no section {number}"
    return None


def check_path(root, name):
    """Why a path that a text names is broken, or None."""
    known = any((root / (name + suffix)).exists() for suffix in ("", ".h", ".cpp"))
    return None if known else f"{name} is not in the tree"


def check_titles(root, name, behind):
    """Why the titles behind a file's name (", Title, Title") are no headings of it, or None."""
    path = root / name
    for title in re.findall(r"(?:^|, )([A-Z][^,]*)", behind.removeprefix(",").strip()) if path.is_file() else ():
        if not any(heading.startswith(title.strip()) for heading in sections(path)[1]):
            return f"{name} has no section \"{title.strip()}\""
    return None


def check_source(root, cited):
    """Why what stands behind "Source:" cannot be found, or None."""
    for place, part in enumerate(cited.split("; ")):
        if place and part[0].islower() and not TREE_FILE.match(part):
            continue  # a remark
        file = TREE_FILE.match(part)
        if file:
            words = check_titles(root, file.group(1), part[file.end():])
        else:
            words = None if DOCUMENTS.match(part) else f"\"{part}\" is neither a file of the tree nor a known document"
        if words:
            return words
    return None


def has_comments(source):
    """Whether the file at that path may cite something."""
    return (pathlib.PurePosixPath(source).suffix in COMMENT and source not in EXEMPT
            and not source.startswith(DATA))


def check_citations(root, source, lines):
    """Broken citations of one file, as (line number, words). `source`: its path below `root`."""
    suffix = pathlib.PurePosixPath(source).suffix
    folder = source.rpartition("/")[0]
    for number, text in paragraphs(suffix, lines):
        found = [check_file(root, folder, name, numbers) for name, numbers in TREE_FILE.findall(text)]
        if suffix == ".md":
            found += [check_path(root, name) for name in TREE_PATH.findall(text)]
        else:
            found += [check_source(root, cited) for cited in SOURCE.findall(text)]
        yield from ((number, words) for words in found if words)
