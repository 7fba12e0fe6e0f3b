#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""What packaging/ has for Windows and macOS, as far as it can be tried here: icon files, the uninstaller's list, the
versions of vcpkg.json, Info.plist, and that no installer makes Sandglass the default for links."""

import json
import pathlib
import plistlib
import re
import struct
import subprocess
import tempfile
import unittest
import zlib

ROOT = pathlib.Path(__file__).resolve().parents[2]
ICON_FILE = ROOT / "packaging" / "scripts" / "icon-file"
LIST_SCRIPT = ROOT / "packaging" / "windows" / "uninstall_list.cmake"


def png(width, height):
    """A grey picture of that size."""
    def chunk(kind, data):
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    rows = (b"\0" + b"\x80" * width) * height
    return (b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", struct.pack(">IIBBBBB", width, height, 8, 0, 0, 0, 0))
            + chunk(b"IDAT", zlib.compress(rows)) + chunk(b"IEND", b""))


class InAFolder(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)


class IconFile(InAFolder):
    def make(self, name, *sides):
        pictures = []
        for side in sides:
            picture = self.folder / f"{side}.png"
            picture.write_bytes(png(side, side))
            pictures.append(picture)
        return self.run_with(name, *pictures)

    def run_with(self, name, *pictures):
        done = subprocess.run([ICON_FILE, self.folder / name, *pictures], capture_output=True, text=True, check=False)
        return done.returncode, done.stderr

    def test_an_ico_file_holds_its_pictures_with_their_sizes_and_places(self):
        self.assertEqual((0, ""), self.make("a.ico", 256, 16))
        data = (self.folder / "a.ico").read_bytes()
        self.assertEqual((0, 1, 2), struct.unpack("<HHH", data[:6]))
        for number, (side, shown) in enumerate([(16, 16), (256, 0)]):
            entry = struct.unpack("<BBBBHHII", data[6 + 16 * number:22 + 16 * number])
            self.assertEqual((shown, shown, 1, 32), (entry[0], entry[1], entry[4], entry[5]))
            self.assertEqual(png(side, side), data[entry[7]:entry[7] + entry[6]])

    def test_an_icns_file_holds_its_pictures_under_their_types(self):
        self.assertEqual((0, ""), self.make("a.icns", 16, 128, 512))
        data = (self.folder / "a.icns").read_bytes()
        self.assertEqual((b"icns", len(data)), struct.unpack(">4sI", data[:8]))
        found, place = {}, 8
        while place < len(data):
            kind, length = struct.unpack(">4sI", data[place:place + 8])
            found[kind] = data[place + 8:place + length]
            place += length
        self.assertEqual({b"icp4": png(16, 16), b"ic07": png(128, 128), b"ic09": png(512, 512), b"ic14": png(512, 512)}, found)

    def test_what_a_format_cannot_hold_is_refused(self):
        code, words = self.make("a.ico", 512)
        self.assertEqual((1, True), (code, "no picture of 512 pixels" in words))
        self.assertIn("no picture of 24 pixels", self.make("a.icns", 24)[1])
        self.assertFalse((self.folder / "a.ico").exists())

    def test_what_is_no_square_png_is_refused(self):
        (self.folder / "wide.png").write_bytes(png(32, 16))
        (self.folder / "text.png").write_bytes(b"no picture")
        self.assertIn("32 by 16 pixels", self.run_with("a.ico", self.folder / "wide.png")[1])
        self.assertIn("is not a PNG", self.run_with("a.ico", self.folder / "text.png")[1])


class UninstallList(InAFolder):
    def commands(self, *files):
        payload = self.folder / "payload"
        payload.mkdir()
        for name in files:
            (payload / name).parent.mkdir(parents=True, exist_ok=True)
            (payload / name).write_text("x", encoding="utf-8")
        done = subprocess.run(["cmake", "-D", f"PAYLOAD={payload}", "-D", f"LIST={self.folder / 'list'}", "-P", LIST_SCRIPT],
                              capture_output=True, text=True, check=False)
        return (self.folder / "list").read_text(encoding="utf-8").splitlines() if done.returncode == 0 else done.stderr

    def test_a_folder_comes_after_what_it_holds(self):
        self.assertEqual([r'Delete "$INSTDIR\share\doc\b c.txt"', r'Delete "$INSTDIR\share\doc\a.txt"',
                          r'RMDir "$INSTDIR\share\doc"', r'RMDir "$INSTDIR\share"', r'Delete "$INSTDIR\bin\x.exe"',
                          r'RMDir "$INSTDIR\bin"'],
                         self.commands("bin/x.exe", "share/doc/a.txt", "share/doc/b c.txt"))

    def test_a_dollar_is_no_variable(self):
        self.assertEqual([r'Delete "$INSTDIR\a$$b"'], self.commands("a$b"))

    def test_nothing_is_removed_with_what_it_holds(self):
        self.assertFalse([each for each in self.commands("bin/x.exe") if "/r" in each])

    def test_an_empty_payload_is_a_fault(self):
        self.assertIn("is empty", self.commands())


class Manifests(unittest.TestCase):
    def test_every_library_of_vcpkg_has_one_version(self):
        manifest = json.loads((ROOT / "vcpkg.json").read_text(encoding="utf-8"))
        self.assertRegex(manifest["builtin-baseline"], "^[0-9a-f]{40}$")
        wanted = {each if isinstance(each, str) else each["name"] for each in manifest["dependencies"]}
        pinned = [each["name"] for each in manifest["overrides"]]
        self.assertEqual(sorted(wanted), sorted(pinned))
        for each in manifest["overrides"]:
            # a version that is no row of numbers has another name there
            if "version-string" in each:
                self.assertRegex(each["version-string"], r"^\w+$")
            else:
                self.assertRegex(each["version"], r"^\d+(\.\d+)+$")
        self.assertNotIn("version", manifest)  # CMakeLists.txt has the only one

    def test_presets_of_other_systems_are_for_them_alone(self):
        presets = json.loads((ROOT / "CMakePresets.json").read_text(encoding="utf-8"))["configurePresets"]
        conditions = {each["name"]: each["condition"]["rhs"] for each in presets if "condition" in each}
        self.assertEqual({"windows": "Windows", "macos": "Darwin"}, conditions)

    def test_sandglass_is_never_the_default_for_links(self):
        text = (ROOT / "packaging" / "macos" / "Info.plist.in").read_text(encoding="utf-8")
        info = plistlib.loads(re.sub(r"\$\{\w+\}", "x", text).encode("utf-8"))
        (links,) = info["CFBundleURLTypes"]
        self.assertEqual((["mongodb", "mongodb+srv"], "Alternate"), (links["CFBundleURLSchemes"], links["LSHandlerRank"]))
        script = (ROOT / "packaging" / "windows" / "sandglass.nsi").read_text(encoding="utf-8")
        self.assertIsNone(re.search(r"Classes\\mongodb|\bHKLM\b|\bHKCR\b|RequestExecutionLevel admin", script))
        for scheme in ("mongodb", "mongodb+srv"):
            self.assertIn(rf'"${{CAPABILITIES_KEY}}\UrlAssociations" "{scheme}"', script)

    def test_the_flatpak_manifest_says_that_it_is_unproven(self):
        text = (ROOT / "packaging" / "flatpak" / "org.sandglass.Sandglass.yml").read_text(encoding="utf-8")
        self.assertIn("UNPROVEN", text.split("\nid:")[0])
        self.assertEqual(text.count("type: git"), len(re.findall(r"^ +tag: \S+$", text, re.M)))


if __name__ == "__main__":
    unittest.main()
