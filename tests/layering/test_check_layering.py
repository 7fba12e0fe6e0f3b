#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""The layering check finds each kind of violation, and lets allowed includes pass."""

import contextlib
import pathlib
import tempfile
import unittest

import arrows
import check_layering
import citations
import documented
import modules

FOLDERS = ["app/base", "app/ttl", "app/services/settings", "app/presenters/shell", "app/engine/query", "ui/shell", "widgets"]
ARROWS = arrows.read_arrows("""
# a comment
subject = app/base app/ttl

app/ttl app/engine/query: app/base
app/services/*: subject   # the rooms of a floor
app/presenters/*: app/services/* subject
ui/*: app/presenters/* widgets
""")


@contextlib.contextmanager
def tree(files):
    """A folder with these files: {path: text}."""
    with tempfile.TemporaryDirectory() as folder:
        root = pathlib.Path(folder)
        for name, text in files.items():
            (root / name).parent.mkdir(parents=True, exist_ok=True)
            (root / name).write_text(text, encoding="utf-8")
        yield root


class CheckInclude(unittest.TestCase):
    def words(self, source, target, bracket='"'):
        return check_layering.check_include(source, bracket, target, FOLDERS, ARROWS)

    def test_an_allowed_arrow_passes(self):
        self.assertIsNone(self.words("app/ttl/forecast.cpp", "app/base/clock.h"))

    def test_a_folder_may_include_itself(self):
        self.assertIsNone(self.words("app/ttl/forecast.cpp", "app/ttl/forecast.h"))

    def test_a_group_and_a_row_of_rooms_allow(self):
        self.assertIsNone(self.words("app/services/settings/a.cpp", "app/ttl/forecast.h"))
        self.assertIsNone(self.words("ui/shell/a.cpp", "app/presenters/shell/workspace.h"))

    def test_a_missing_arrow_is_found(self):
        self.assertIn("may not include", self.words("ui/shell/main_window.cpp", "app/services/settings/settings.h"))

    def test_relative_includes_are_found(self):
        self.assertIn("relative", self.words("app/ttl/a.cpp", "../base/clock.h"))

    def test_module_folders_of_qt_are_found(self):
        self.assertIn("module", self.words("app/presenters/shell/a.cpp", "QtWidgets/QWidget", "<"))

    def test_widgets_in_presenters_are_found(self):
        self.assertIn("widgets", self.words("app/presenters/shell/a.cpp", "QPushButton", "<"))

    def test_qt_in_the_engine_is_found(self):
        self.assertIn("no Qt", self.words("app/engine/query/a.cpp", "QString", "<"))

    def test_headers_of_the_system_outside_their_folder_are_found(self):
        for header in ("unistd.h", "sys/socket.h", "csignal", "signal.h", "windows.h", "winsock2.h", "mach/mach.h"):
            self.assertIn("app/platform", self.words("app/ttl/a.cpp", header, "<"), header)

    def test_headers_of_the_system_pass_in_their_folder_and_in_tests(self):
        self.assertIsNone(self.words("app/platform/linux/files.cpp", "unistd.h", "<"))
        self.assertIsNone(self.words("tests/app/a.cpp", "unistd.h", "<"))

    def test_standard_headers_pass(self):
        for header in ("cerrno", "cstdio", "filesystem", "thread", "string.h"):
            self.assertIsNone(self.words("app/ttl/a.cpp", header, "<"), header)

    def test_qt_in_the_platform_folder_is_found(self):
        self.assertIn("no Qt", self.words("app/platform/linux/files.cpp", "QString", "<"))
        self.assertIsNone(self.words("app/platform/desktop/tray_notifier.cpp", "QString", "<"))

    def test_a_library_outside_its_folder_is_found(self):
        self.assertIn("only", self.words("app/ttl/a.cpp", "rocksdb/db.h", "<"))


class CheckText(unittest.TestCase):
    LICENCE = "// SPDX-License-Identifier: GPL-3.0-or-later"

    def test_a_clean_file_passes(self):
        self.assertEqual([], list(check_layering.check_text("ui/a.cpp", [self.LICENCE, "int a;"])))

    def test_code_for_one_system_is_found(self):
        for line in ("#ifdef _WIN32", "#if defined(__APPLE__)", "#elif defined(Q_OS_WIN)", 'open("/proc/self/statm");'):
            found = list(check_layering.check_text("ui/a.cpp", [self.LICENCE, line]))
            self.assertEqual([(2, "only app/platform may depend on the system")], found, line)

    def test_code_for_one_system_passes_in_its_folder_and_in_tests(self):
        for source in ("app/platform/local_socket.h", "tests/a.cpp"):
            self.assertEqual([], list(check_layering.check_text(source, [self.LICENCE, "#ifdef _WIN32"])))

    def test_a_long_file_is_found(self):
        found = list(check_layering.check_text("ui/a.cpp", [self.LICENCE] * 501))
        self.assertIn("501 lines", found[0][1])

    def test_nested_event_loops_are_found(self):
        self.assertTrue(list(check_layering.check_text("ui/a.cpp", [self.LICENCE, "dialog->exec();"])))

    def test_a_missing_licence_is_found(self):
        self.assertTrue(list(check_layering.check_text("ui/a.cpp", ["int a;"])))


class CheckArrows(unittest.TestCase):
    ROOT = "add_subdirectory(low)\nadd_subdirectory(high)\nadd_subdirectory(tests)\n"
    LOW = "sandglass_module(low FOLDER low SOURCES a.cpp)\n"
    HIGH = ("sandglass_module(high QT FOLDER high\n    SOURCES b.cpp\n    PUBLIC Qt6::Core\n"
            "    PRIVATE sandglass::low) # sandglass::comment\n")

    def built(self, low=LOW, high=HIGH, top=ROOT):
        with tree({"CMakeLists.txt": top, "low/CMakeLists.txt": low, "high/CMakeLists.txt": high}) as root:
            return modules.read_modules(root)

    def test_links_are_read_from_cmake(self):
        self.assertEqual([("low", "low", 0, []), ("high", "high", 1, ["low"])],
                         [(m.name, m.folder, m.place, m.uses) for m in self.built()])

    def test_an_allowed_link_passes(self):
        self.assertEqual([], list(arrows.check_links(self.built(), arrows.read_arrows("high: low"))))

    def test_a_link_without_an_arrow_is_found(self):
        self.assertIn("high may not link low", list(arrows.check_links(self.built(), []))[0])

    def test_a_link_that_is_added_later_is_found(self):
        linked = self.LOW + "target_link_libraries(sandglass_low PRIVATE sandglass::high)\n"
        self.assertIn("low may not link high", "".join(arrows.check_links(self.built(low=linked), arrows.read_arrows("high: low"))))

    def test_a_link_that_runs_up_is_found(self):
        upwards = self.built(top="add_subdirectory(high)\nadd_subdirectory(low)\n")
        self.assertIn("stands above", list(arrows.check_links(upwards, arrows.read_arrows("high: low")))[0])

    def test_a_link_that_no_include_needs_is_found(self):
        self.assertEqual([], list(arrows.check_need(self.built(), {("high", "low")})))
        self.assertIn("includes nothing", list(arrows.check_need(self.built(), set()))[0])

    def test_an_arrow_that_nothing_uses_is_found(self):
        written = arrows.read_arrows("high: low\nlow: high")
        self.assertEqual(["tests/layering/arrows.txt: nothing uses low: high"],
                         list(arrows.check_use(self.built(), written, set())))

    def test_an_unreadable_line_ends_the_check(self):
        with self.assertRaises(SystemExit):
            arrows.read_arrows("app/base")


class CheckCitations(unittest.TestCase):
    FILES = {"app/ttl/RULES.md": "# Rules\n\n## 4. Time\n\n### 4.1 Spans\n\n## Safety first\n", "app/ttl/a.h": ""}

    def found(self, *lines, source="app/ttl/a.h"):
        with tree(self.FILES) as root:
            return [words for _, words in citations.check_citations(root, source, list(lines))]

    def test_a_section_of_the_tree_is_found_there(self):
        self.assertEqual([], self.found("/// Counts. Source: app/ttl/RULES.md 4 and 4.1."))

    def test_a_title_is_found_there(self):
        self.assertEqual([], self.found("int a; ///< Source: app/ttl/RULES.md, Safety."))

    def test_a_public_document_passes(self):
        self.assertEqual([], self.found("// Source: MongoDB manual, TTL Indexes; RFC 8259.", "", "// Source: app/ttl/RULES.md 4; so it is."))

    def test_a_missing_file_is_reported(self):
        self.assertIn("not in the tree", self.found("// Source: spec/rules.md 4.")[0])

    def test_a_missing_section_is_reported(self):
        self.assertIn("no section 4.2", self.found("// Source: app/ttl/RULES.md 4 and 4.2.")[0])

    def test_a_missing_title_is_reported(self):
        self.assertIn("no section \"Danger\"", self.found("// Source: app/ttl/RULES.md, Danger.")[0])

    def test_an_unknown_document_is_reported(self):
        self.assertIn("neither", self.found("/// Counts. Source: the notes of last week.")[0])
        self.assertIn("neither", self.found("// Source: RFC 8259; The notes of last week.")[0])

    def test_a_citation_over_two_lines_is_read(self):
        self.assertIn("no section 5", self.found("/// Counts. Source of the names:", "/// app/ttl/RULES.md 5.")[0])

    def test_a_mention_without_source_is_read(self):
        self.assertIn("no section 5", self.found("int a; // see app/ttl/RULES.md 5")[0])
        self.assertIn("not in the tree", self.found("The rules stand in app/ttl/RULE.md.", source="README.md")[0])

    def test_paths_in_texts_are_followed(self):
        self.assertEqual([], self.found("`app/ttl/a` and `app/*` are there.", source="README.md"))
        self.assertIn("app/ttl/b is not", self.found("`app/ttl/b` is not.", source="README.md")[0])


class CountDocumented(unittest.TestCase):
    def counted(self, text):
        return [(d.kind, d.name, d.documented) for d in documented.declarations(text) if not d.private]

    def test_comments_above_and_beside_count(self):
        self.assertEqual([("functions", "a", True), ("functions", "b", True), ("functions", "c", False)],
                         self.counted("/// A.\nint a();\nint b(); ///< B.\n\nint c();\n"))

    def test_types_and_what_is_in_them_count(self):
        text = """/// A.
template <typename T>
class A : public B<T, int>
{
    Q_OBJECT
public:
    explicit A(int a) : m_a{a} {}
    ~A() override;
    A(const A&) = delete;
    int value() const override { return f(1); }
    int rows(const Index& parent = {}) const override;

    Result<std::function<int(int)>> make(std::map<int, int> from = {}) const;
    bool operator<(const A&) const;
    virtual int wait() = 0;
    auto run(T call, int limit = {}) -> Task<std::map<int, A<int>>>
    {
        return {};
    }
    void (*m_call)(int);
    std::atomic<int> m_count{60};
    enum class Kind { One, Two };
private:
    int hidden();
    int m_a = f(3);
};
class Forward;
using Call = std::function<void(int)>;
"""
        self.assertEqual([("types", "A", True), ("functions", "make", False), ("functions", "operator_", False),
                          ("functions", "wait", False), ("functions", "run", False), ("types", "Kind", False)], self.counted(text))

    def test_private_functions_do_not_count(self):
        self.assertEqual([("types", "A", False), ("functions", "a", False)],
                         self.counted("class A\n{\n    int b();\n\npublic:\n    int a();\n\nprivate:\n    int c();\n};\n"))


if __name__ == "__main__":
    unittest.main()
