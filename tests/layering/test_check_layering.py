#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""The layering check finds each kind of violation, and lets allowed includes pass."""

import unittest

import check_layering

ARROWS = {"app/ttl": {"app/base"}, "app/base": set(), "app/presenters": {"app/ttl", "app/services"}, "app/services": {"app/ttl"},
          "ui": {"app/presenters", "widgets"}, "widgets": set(), "app/engine/query": {"app/base"}}


class CheckInclude(unittest.TestCase):
    def words(self, source, target, bracket='"'):
        return check_layering.check_include(source, bracket, target, ARROWS)

    def test_an_allowed_arrow_passes(self):
        self.assertIsNone(self.words("app/ttl/forecast.cpp", "app/base/clock.h"))

    def test_a_folder_may_include_itself(self):
        self.assertIsNone(self.words("app/ttl/forecast.cpp", "app/ttl/forecast.h"))

    def test_a_missing_arrow_is_found(self):
        self.assertIn("may not include", self.words("ui/shell/main_window.cpp", "app/services/settings/settings.h"))

    def test_relative_includes_are_found(self):
        self.assertIn("relative", self.words("app/ttl/a.cpp", "../base/clock.h"))

    def test_module_folders_of_qt_are_found(self):
        self.assertIn("module", self.words("app/presenters/a.cpp", "QtWidgets/QWidget", "<"))

    def test_widgets_in_presenters_are_found(self):
        self.assertIn("widgets", self.words("app/presenters/a.cpp", "QPushButton", "<"))

    def test_qt_in_the_engine_is_found(self):
        self.assertIn("no Qt", self.words("app/engine/query/a.cpp", "QString", "<"))

    def test_a_library_outside_its_folder_is_found(self):
        self.assertIn("only", self.words("app/ttl/a.cpp", "rocksdb/db.h", "<"))


class CheckText(unittest.TestCase):
    LICENCE = "// SPDX-License-Identifier: GPL-3.0-or-later"

    def test_a_clean_file_passes(self):
        self.assertEqual([], list(check_layering.check_text("ui/a.cpp", [self.LICENCE, "int a;"])))

    def test_a_long_file_is_found(self):
        found = list(check_layering.check_text("ui/a.cpp", [self.LICENCE] * 501))
        self.assertIn("501 lines", found[0][1])

    def test_nested_event_loops_are_found(self):
        self.assertTrue(list(check_layering.check_text("ui/a.cpp", [self.LICENCE, "dialog->exec();"])))

    def test_a_missing_licence_is_found(self):
        self.assertTrue(list(check_layering.check_text("ui/a.cpp", ["int a;"])))


if __name__ == "__main__":
    unittest.main()
