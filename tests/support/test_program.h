// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QCoreApplication>
#include <QTest>

#ifdef QT_WIDGETS_LIB
#include <QApplication>
#endif

namespace sandglass::tests {

/// What runs one test class: makes the application it needs and hands it the arguments of Qt Test.
/// Returns the number of failed functions.
using TestRun = int (*)(int argc, char** argv);

/// Adds a test to the program. `file`: the source's path, "…/tst_<name>.cpp"; the program runs the
/// test by that name. Returns true, so that a constant can be initialised with it.
bool addTest(const char* file, TestRun run);

} // namespace sandglass::tests

/// A test class that needs widgets. It takes the place of QTEST_MAIN: many tests share a program.
#define SANDGLASS_GUI_TEST(Class)                                                                  \
    static int run##Class(int argc, char** argv)                                                   \
    {                                                                                              \
        QApplication application(argc, argv);                                                      \
        Class tests;                                                                               \
        return QTest::qExec(&tests, argc, argv);                                                   \
    }                                                                                              \
    [[maybe_unused]] static const bool k##Class##Added                                             \
        = sandglass::tests::addTest(__FILE__, run##Class);

/// A test class that needs an event loop and no widgets. It takes the place of QTEST_GUILESS_MAIN.
#define SANDGLASS_TEST(Class)                                                                      \
    static int run##Class(int argc, char** argv)                                                   \
    {                                                                                              \
        QCoreApplication application(argc, argv);                                                  \
        Class tests;                                                                               \
        return QTest::qExec(&tests, argc, argv);                                                   \
    }                                                                                              \
    [[maybe_unused]] static const bool k##Class##Added                                             \
        = sandglass::tests::addTest(__FILE__, run##Class);

/// A test class that needs no application. It takes the place of QTEST_APPLESS_MAIN.
#define SANDGLASS_PLAIN_TEST(Class)                                                                \
    static int run##Class(int argc, char** argv)                                                   \
    {                                                                                              \
        Class tests;                                                                               \
        return QTest::qExec(&tests, argc, argv);                                                   \
    }                                                                                              \
    [[maybe_unused]] static const bool k##Class##Added                                             \
        = sandglass::tests::addTest(__FILE__, run##Class);
