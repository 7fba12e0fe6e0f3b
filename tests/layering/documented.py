#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""How many types and functions of the headers have a comment on the line above or beside them.

Counted are classes, structs, unions and enumerations that are defined in a header of app, ui or widgets, and functions
declared there. Not counted are constructors, destructors, overrides, and what is private, defaulted or deleted.

usage: documented.py ROOT [--list]    --list names those without a comment
"""

import dataclasses
import pathlib
import re
import subprocess
import sys

FOLDERS = ("app", "ui", "widgets")
REQUIRED_PERCENT = {"types": 100, "functions": 80}
ENFORCED = True  # True: the layering check fails below those figures

MACRO = re.compile(r"\b(?:Q_OBJECT|Q_GADGET|Q_NAMESPACE)\b|\bQ_(?:ENUM|ENUM_NS|FLAG|PROPERTY|DECLARE_\w+|DISABLE_\w+|CLASSINFO)\s*"
                   r"\((?:[^()]|\([^()]*\))*\)")
ACCESS = re.compile(r"\s*(?:public|protected|private|Q_SIGNALS|signals)(?:\s+(?:Q_SLOTS|slots))?\s*$")
TYPE = re.compile(r"^(?:template\s+)?(?:class|struct|union|enum(?:\s+class|\s+struct)?)\s+(?:\[\[\w+\]\]\s*)?(?:alignas\([^)]*\)\s*)?"
                  r"(\w[\w:]*)?")
NOT_FUNCTION = re.compile(r"^(?:using|friend|typedef|static_assert|extern\s+template|return)\b")
OPERATOR = re.compile(r"\boperator\s*(?:\(\)|\[\]|[^\w\s(]+|\w[\w:\s*&]*)(?=\s*\()")


@dataclasses.dataclass
class Declaration:
    kind: str  # "types" or "functions"
    name: str
    line: int
    documented: bool
    private: bool


def without_comments(text):
    """The text with comments, strings and preprocessor lines blanked, and the lines that have comments."""
    commented = set()

    def blank(match):
        words = match.group(0)
        if words.startswith("/"):
            first = text.count("\n", 0, match.start()) + 1
            commented.update(range(first, first + words.count("\n") + 1))
        return re.sub(r"[^\n]", " ", words)

    pattern = re.compile(r'//[^\n]*|/\*.*?\*/|R"(\w*)\(.*?\)\1"|"(?:\\.|[^"\\\n])*"|(?<![0-9a-fA-F])\'(?:\\.|[^\'\\\n])\''
                         r'|^[ \t]*#(?:\\\n|[^\n])*', re.S | re.M)
    return MACRO.sub(lambda found: re.sub(r"[^\n]", " ", found.group(0)), pattern.sub(blank, text)), commented


def closing(text, start):
    """The place behind the brace that closes the one at `start`."""
    depth = 0
    for place in range(start, len(text)):
        depth += (text[place] == "{") - (text[place] == "}")
        if depth == 0:
            return place + 1
    return len(text)


def without_angles(words):
    """A declaration without template arguments and with plain names for operators."""
    words = OPERATOR.sub("operator_", words).replace("->", "  ")
    depth, kept = 0, []
    for letter in words:
        depth += letter == "<"
        if depth == 0:
            kept.append(letter)
        depth -= letter == ">" and depth > 0
    return " ".join("".join(kept).split())


def function_name(words, owner):
    """The name of the function that a declaration declares; None for what is none or is not counted."""
    plain = re.sub(r"\[\[.*?\]\]\s*", "", without_angles(words))
    plain = re.sub(r"^template\s+(?:requires\s+\w+\s+)?", "", plain)
    head, bracket, tail = plain.partition("(")
    if not bracket or tail.startswith("*") or NOT_FUNCTION.match(plain) or re.search("[={]", head):
        return None
    name = re.search(r"(~?\w+)\s*$", head)
    if name is None or name.group(1).startswith("~") or name.group(1) == (owner or "").rpartition("::")[2]:
        return None
    if re.search(r"\)[^()]*\b(?:override|final)\b", tail) or re.search(r"=\s*(?:default|delete|0\s*$)", tail) and "= 0" not in tail:
        return None
    return name.group(1)


def opens_body(words):
    """Whether a brace behind these words of a function opens its body, and not an argument's or a member's initial value."""
    if words.count("(") != words.count(")"):
        return False
    tail = words.rpartition(")")[2]
    return "->" in words or not re.search(r"(?:(?<!:):|,)\s*\w+(?:<[^{}]*>)?\s*$", tail)


def declarations(text):
    """Types and functions that a header declares, with whether a comment stands above or beside each."""
    code, commented = without_comments(text)
    found = []
    owners = [None]  # of the open braces: a type's name, or None for a namespace
    hidden = [False]  # of the same: whether what is declared now is private
    place, start = 0, 0

    def add(kind, name, end):
        first = start + len(code[start:end]) - len(code[start:end].lstrip())
        lines = range(code.count("\n", 0, first), code.count("\n", 0, end) + 2)  # from the line above on
        found.append(Declaration(kind, name, lines[1], any(line in commented for line in lines), hidden[-1]))

    while place < len(code):
        letter = code[place]
        words = code[start:place].strip()
        if letter == "{":
            kind = TYPE.match(without_angles(words))
            if re.match(r"(?:inline\s+)?namespace\b|extern\b\s*$", words):
                owners.append(None)
                hidden.append(False)
            elif kind and "(" not in without_angles(words):
                add("types", kind.group(1) or "unnamed", place)
                if without_angles(words).startswith("enum"):
                    place = closing(code, place) - 1
                    owners.append("enum")
                    hidden.append(False)
                    start = place
                    continue
                owners.append(kind.group(1) or "unnamed")
                hidden.append(hidden[-1] or "class" in kind.group(0).split())
            else:
                name = function_name(words, owners[-1])
                isFunction = "(" in without_angles(words).partition("=")[0]
                if isFunction and not opens_body(words) or not isFunction:
                    place = closing(code, place)  # an initial value
                    continue
                if name:
                    add("functions", name, place)
                place = start = closing(code, place)
                continue
            start = place + 1
        elif letter == "}":
            owners.pop()
            hidden.pop()
            start = place + 1
        elif letter == ";":
            name = function_name(words, owners[-1])
            if name:
                add("functions", name, place)
            start = place + 1
        elif letter == ":" and ACCESS.match(words) and code[place:place + 2] != "::":
            hidden[-1] = words.startswith("private")
            start = place + 1
        place += 1
    return found


def headers(root):
    listing = subprocess.run(["git", "-C", str(root), "ls-files", *FOLDERS], capture_output=True, text=True,
                             check=True).stdout.split("\n")
    return [name for name in listing if name.endswith(".h") and (root / name).exists()]


def figures(root):
    """{kind: (all, documented, ["path:line: name", …] of those without a comment)} of the headers below `root`."""
    counted = {kind: (0, 0, []) for kind in REQUIRED_PERCENT}
    for name in headers(root):
        for declared in declarations((root / name).read_text(encoding="utf-8")):
            if declared.private:
                continue
            total, documented, missing = counted[declared.kind]
            if not declared.documented:
                missing.append(f"{name}:{declared.line}: {declared.name}")
            counted[declared.kind] = total + 1, documented + declared.documented, missing
    return counted


def report(counted):
    """One line for each kind, and whether the required figures are reached."""
    lines, reached = [], True
    for kind, (total, documented, _) in counted.items():
        required = REQUIRED_PERCENT[kind]
        lines.append(f"{kind} in headers with a comment: {documented} of {total}, "
                     f"{100 * documented / max(total, 1):.1f} % (required: {required} %)")
        reached = reached and 100 * documented >= required * total
    return lines, reached


def main():
    counted = figures(pathlib.Path(sys.argv[1]).resolve())
    if "--list" in sys.argv:
        for _, _, missing in counted.values():
            print("\n".join(missing))
    print("\n".join(report(counted)[0]))


if __name__ == "__main__":
    main()
