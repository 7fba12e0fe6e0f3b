#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Every code that the engine's sources send has MongoDB's name, and none has a name that MongoDB does not give it.

Usage: code_names.py SOURCES
Source: MongoDB manual, Error Codes: codes below 500 have names; above, only the ones listed here."""

import re
import sys
from pathlib import Path

LAST_OF_THE_NAMED = 499
NAMED_ABOVE = {9001, 10003, 10058, 10107, 10334, 11000, 11600, 11601, 11602, 12586, 12587, 13113, 13297, 13388, 13435,
               13436, 14031, 17280, 28769, 31082, 40413, 40414, 40415, 46841, 50768, 50915, 56846, 57986}
# functions whose first argument is a code: commandError(16979, …), expressionError(kNoFormat, …)
SENT = re.compile(r"\b\w*[eE]rror\w*\(\s*(\w+)\s*,")
CONSTANT = re.compile(r"constexpr (?:int|std::int32_t|auto) (k\w+)\s*=\s*([\d']+);")


def has_name(code):
    return code <= LAST_OF_THE_NAMED or code in NAMED_ABOVE


def codes_sent(text, shared):
    constants = shared | {name: int(number.replace("'", "")) for name, number in CONSTANT.findall(text)}
    for argument in SENT.findall(text):
        number = int(argument) if argument.isdigit() else constants.get(argument)
        if number:
            yield number


def main(root):
    table = (root / "app/protocol/server_code.cpp").read_text()
    named = {int(code): name for code, name in re.findall(r'\{(\d+), "(\w+)"\}', table)}
    enumerators = re.findall(r"^    \w+ = (\d+),", (root / "app/protocol/server_code.h").read_text(), re.MULTILINE)
    problems = [f"ServerCode {code} has no name" for code in map(int, enumerators) if code not in named]
    headers = {name: int(number.replace("'", "")) for header in (root / "app/engine").rglob("*.h")
               for name, number in CONSTANT.findall(header.read_text())}
    sent = set()
    for source in sorted((root / "app/engine").rglob("*.[ch]*")):
        codes = set(codes_sent(source.read_text(), headers))
        problems += [f"{source.relative_to(root)}: {code} is sent without its name"
                     for code in sorted(codes) if has_name(code) and code not in named]
        sent |= codes
    problems += [f"MongoDB has no name for {code}" for code in named if not has_name(code)]
    if len(sent) < 300 or len(set(named.values())) != len(named):
        problems.append("the sources or the names were not read")
    print("\n".join(problems) or f"{len(sent)} codes, {len(named)} names")
    return bool(problems)


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1])))
