# SPDX-License-Identifier: GPL-3.0-or-later
"""Which folder may use which: arrows.txt against what CMakeLists.txt files link and sources include."""

import dataclasses


@dataclasses.dataclass(frozen=True)
class Arrow:
    """One folder of the left side of a line and one of the right side; both may end in /*."""

    source: str
    target: str

    def allows(self, user, used):
        return matches(self.source, user) and matches(self.target, used)


def matches(pattern, folder):
    if pattern.endswith("/*"):
        return folder.startswith(pattern[:-1])
    return pattern == folder


def read_arrows(text):
    """The arrows of arrows.txt. Raises SystemExit for a line that it cannot read."""
    groups = {}
    arrows = []

    def folders(words):
        return [folder for word in words.split() for folder in groups.get(word, [word])]

    for number, line in enumerate(text.split("\n"), 1):
        line = line.partition("#")[0].strip()
        if "=" in line:
            name, members = line.split("=")
            groups[name.strip()] = folders(members)
        elif ":" in line:
            sources, targets = line.split(":")
            arrows += [Arrow(source, target) for source in folders(sources) for target in folders(targets)]
        elif line:
            raise SystemExit(f"arrows.txt:{number}: neither a group nor an arrow")
    return arrows


def is_allowed(arrows, user, used):
    return user == used or any(arrow.allows(user, used) for arrow in arrows)


def check_links(modules, arrows):
    """Links that no arrow allows, or that run up, as text."""
    by_name = {module.name: module for module in modules}
    for module in modules:
        for name in module.uses:
            used = by_name.get(name)
            if used is None:
                continue  # the flags of the build
            if used.place > module.place:
                yield f"{module.folder}/CMakeLists.txt: {module.folder} links {used.folder}, which stands above it"
            if not is_allowed(arrows, module.folder, used.folder):
                yield f"{module.folder}/CMakeLists.txt: {module.folder} may not link {used.folder}"


def check_need(modules, includes):
    """Links to folders of which nothing is included, as text. `includes`: pairs (folder, folder it includes)."""
    by_name = {module.name: module.folder for module in modules}
    for module in modules:
        for name in module.uses:
            if name in by_name and (module.folder, by_name[name]) not in includes:
                yield f"{module.folder}/CMakeLists.txt: {module.folder} links {by_name[name]} and includes nothing of it"


def check_use(modules, arrows, includes):
    """Arrows that nothing uses, as text. `includes`: pairs (folder, folder it includes)."""
    by_name = {module.name: module.folder for module in modules}
    used = set(includes)
    used |= {(module.folder, by_name[name]) for module in modules for name in module.uses if name in by_name}
    for arrow in dict.fromkeys(arrows):
        if not any(arrow.allows(*pair) for pair in used):
            yield f"tests/layering/arrows.txt: nothing uses {arrow.source}: {arrow.target}"
