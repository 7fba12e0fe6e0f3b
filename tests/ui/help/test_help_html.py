#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Runs packaging/scripts/help-html and checks what it wrote: complete, valid, and without a dead link.

usage: test_help_html.py SOURCE-FOLDER [unittest arguments]
"""

import html.parser
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import unittest

SOURCES = pathlib.Path(sys.argv.pop(1)) if len(sys.argv) > 1 else pathlib.Path(__file__).resolve().parents[3]
SCRIPT = SOURCES / "packaging" / "scripts" / "help-html"
HELP = SOURCES / "resources" / "help"
LANGUAGES = ("en", "zh_CN")
VOID = {"meta", "link", "img", "br"}


class Reader(html.parser.HTMLParser):
    """Collects the elements of a file, and what is wrong with their nesting."""

    def __init__(self, text):
        super().__init__()
        self.open, self.faults, self.ids, self.elements = [], [], [], []
        self.feed(text)
        self.close()
        self.faults += [f"<{tag}> has no end" for tag in self.open]

    def handle_starttag(self, tag, attrs):
        self.elements.append((tag, dict(attrs)))
        self.ids += [value for name, value in attrs if name == "id"]
        if tag not in VOID:
            self.open.append(tag)

    def handle_endtag(self, tag):
        if not self.open or self.open.pop() != tag:
            self.faults.append(f"</{tag}> at line {self.getpos()[0]} ends nothing")

    def links(self):
        return [attributes[name] for _, attributes in self.elements for name in ("href", "src") if name in attributes]


def run(*arguments):
    return subprocess.run([sys.executable, SCRIPT, *arguments], capture_output=True, text=True, check=False)


class TestHelpHtml(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.work = tempfile.TemporaryDirectory()
        # a path with a space and a letter outside ASCII
        cls.folder = pathlib.Path(cls.work.name).resolve() / "help für alle"
        cls.result = run(str(cls.folder))
        cls.files = {file: Reader(file.read_text(encoding="utf-8")) for file in sorted(cls.folder.rglob("*.html"))}

    @classmethod
    def tearDownClass(cls):
        cls.work.cleanup()

    def test_it_ends_well_and_silently(self):
        self.assertEqual((self.result.returncode, self.result.stdout, self.result.stderr), (0, "", ""))

    def test_every_page_is_there_in_every_language(self):
        for language in LANGUAGES:
            wanted = {file.name for file in (HELP / language).glob("*.html")}
            self.assertEqual({file.name for file in (self.folder / language).glob("*.html")}, wanted)
        self.assertTrue((self.folder / "index.html").exists())

    def test_elements_are_nested_and_places_unique(self):
        for file, reader in self.files.items():
            self.assertEqual(reader.faults, [], file)
            self.assertEqual(len(reader.ids), len(set(reader.ids)), file)

    def test_every_link_leads_somewhere(self):
        for file, reader in self.files.items():
            for link in reader.links():
                path, _, place = link.partition("#")
                if path.startswith("https://"):
                    continue
                self.assertNotRegex(path, "^(/|[a-z]+:)", f"{file}: not relative")
                target = (file.parent / path).resolve() if path else file
                self.assertTrue(target.exists(), f"{file.name}: {link}")
                if place:
                    self.assertIn(place, self.files[target].ids, f"{file.name}: {link}")

    def test_nothing_is_loaded_from_elsewhere(self):
        for file, reader in self.files.items():
            for tag, attributes in reader.elements:
                self.assertNotIn(tag, ("script", "iframe"), file)
                self.assertNotRegex(attributes.get("src", ""), "^https?:", file)

    def test_pages_name_their_language_and_title(self):
        titles = set()
        for file, reader in self.files.items():
            attributes = dict(reader.elements)["html"]
            language = "zh-Hans" if file.parent.name == "zh_CN" else "en"
            self.assertEqual(attributes["lang"], language, file)
            titles.add((language, re.search("<title>(.*?)</title>", file.read_text(encoding="utf-8")).group(1)))
        self.assertEqual(len(titles), len(self.files))

    def test_every_page_is_in_the_contents_of_every_other(self):
        for language in LANGUAGES:
            pages = {file: reader for file, reader in self.files.items() if file.parent.name == language}
            for file, reader in pages.items():
                listed = {link.partition("#")[0] for link in reader.links()}
                self.assertLessEqual({page.name for page in pages}, listed, file)

    def test_pictures_have_a_description(self):
        pictures = [attributes for reader in self.files.values() for tag, attributes in reader.elements if tag == "img"]
        self.assertGreater(len(pictures), 20)
        for attributes in pictures:
            self.assertTrue(attributes.get("alt"), attributes)

    def test_the_style_knows_dark_screens(self):
        style = (self.folder / "help.css").read_text(encoding="utf-8")
        self.assertIn("prefers-color-scheme: dark", style)
        self.assertNotIn("url(", style)

    def test_a_second_run_writes_the_same(self):
        again = pathlib.Path(self.work.name) / "again"
        self.assertEqual(run(str(again)).returncode, 0)
        for file in self.folder.rglob("*"):
            if file.is_file():
                self.assertEqual((again / file.relative_to(self.folder)).read_bytes(), file.read_bytes(), file)

    def test_wrong_arguments_are_refused(self):
        for arguments in ((), ("a", "b"), ("--output",)):
            result = run(*arguments)
            self.assertEqual(result.returncode, 2)
            self.assertIn("usage", result.stderr)
        self.assertEqual(run("--help").returncode, 0)

    def test_a_link_that_leads_nowhere_is_named(self):
        copy = pathlib.Path(self.work.name) / "copy"
        shutil.copytree(HELP, copy / "resources" / "help")
        script = copy / "packaging" / "scripts" / "help-html"
        script.parent.mkdir(parents=True)
        shutil.copy(SCRIPT, script)
        page = copy / "resources" / "help" / "en" / "purge.html"
        sound = page.read_text(encoding="utf-8")
        for broken in ('<a href="nowhere.html">x</a>', '<a href="ttl.html#nowhere">x</a>', '<a href="#nowhere">x</a>',
                       '<img src="../pictures/en/nowhere.png" alt="x">'):
            page.write_text(sound.replace("</body>", f"<p>{broken}</p></body>"), encoding="utf-8")
            result = subprocess.run([sys.executable, script, copy / "out"], capture_output=True, text=True, check=False)
            self.assertEqual(result.returncode, 1, broken)
            self.assertRegex(result.stderr, "^help-html: en/purge.html: .*nowhere.* leads nowhere\n$")

    @unittest.skipUnless(shutil.which("xmllint"), "xmllint is not there")
    def test_xmllint_finds_nothing(self):
        result = subprocess.run(["xmllint", "--html", "--noout", *map(str, self.files)], capture_output=True, text=True,
                                check=False)
        self.assertEqual((result.returncode, result.stderr), (0, ""))


if __name__ == "__main__":
    unittest.main()
