# SPDX-License-Identifier: GPL-3.0-or-later
"""The libraries and programs of the project, read from its CMakeLists.txt files."""

import dataclasses
import re

CALL = re.compile(r"\b(add_subdirectory|sandglass_module|sandglass_program|target_link_libraries)\s*\(([^()]*)\)")
KEYWORDS = ("QT", "FOLDER", "SOURCES", "PUBLIC", "PRIVATE", "INTERFACE", "DEFINITIONS", "LINK")
LINKS = ("PUBLIC", "PRIVATE", "INTERFACE", "LINK")


@dataclasses.dataclass
class Module:
    """A folder and what it links. `uses` holds the names behind sandglass::, as CMake has them."""

    name: str
    folder: str
    place: int  # in the order in which add_subdirectory() comes to it
    uses: list


def words_by_keyword(text):
    """{keyword: words behind it} of a call's arguments; "" holds those before the first keyword."""
    found = {"": []}
    current = ""
    for word in text.split():
        if word in KEYWORDS:
            current = word
            found.setdefault(current, [])
        else:
            found[current].append(word)
    return found


def linked_names(arguments):
    return [word.removeprefix("sandglass::") for keyword in LINKS for word in arguments.get(keyword, ())
            if word.startswith("sandglass::")]


def read_modules(root):
    """The modules below `root` (a pathlib.Path), tests aside, from the bottom up."""
    modules = []
    read_folder(root, root, modules)
    return modules


def read_folder(root, folder, modules):
    listing = folder / "CMakeLists.txt"
    text = re.sub(r"#.*", "", listing.read_text(encoding="utf-8"))
    here = folder.relative_to(root).as_posix()
    for call, inner in CALL.findall(text):
        arguments = words_by_keyword(inner)
        first = arguments[""][0]
        if call == "add_subdirectory":
            if here != "." or first != "tests":
                read_folder(root, folder / first, modules)
        elif call == "target_link_libraries":
            for module in modules:
                if module.name == first.removeprefix("sandglass_"):
                    module.uses += linked_names(arguments)
        else:
            home = arguments["FOLDER"][0] if call == "sandglass_module" else here
            modules.append(Module(first, home, len(modules), linked_names(arguments)))
