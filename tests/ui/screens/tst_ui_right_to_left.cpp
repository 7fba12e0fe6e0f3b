// SPDX-License-Identifier: GPL-3.0-or-later
// The screens in a language that is written from right to left: the layout is mirrored, no text is
// cut off, and nothing scrolls sideways.
#include "tests/support/test_program.h"
#include "tests/ui/screens/looks.h"
#include "tests/ui/screens/screens.h"

#include <QApplication>
#include <QTest>

#include <algorithm>

namespace tst_ui_right_to_left {

using namespace sandglass;
using namespace Qt::StringLiterals;

class TestRightToLeft : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() { QApplication::setLayoutDirection(Qt::RightToLeft); }
    void cleanupTestCase() { QApplication::setLayoutDirection(Qt::LeftToRight); }
    void theScreenHasAllItsTexts_data();
    void theScreenHasAllItsTexts();
};

namespace {

const tests::Screen& mirrored(const char* name)
{
    const auto found = std::ranges::find_if(tests::allScreens(), [name](const tests::Screen& each) {
        return qstrcmp(each.name, name) == 0;
    });
    if (found == tests::allScreens().end()) {
        qFatal("there is no screen %s", name);
    }
    return *found;
}

} // namespace

void TestRightToLeft::theScreenHasAllItsTexts_data()
{
    QTest::addColumn<QByteArray>("screen");
    for (const char* each :
         {"inventory", "collection with indexes", "documents", "doctor of a collection", "what if",
          "create", "change", "drop", "staged purge", "connect", "preferences", "document editor",
          "restore points", "expired documents", "change several"}) {
        QTest::newRow(each) << QByteArray(each);
    }
}

void TestRightToLeft::theScreenHasAllItsTexts()
{
    QFETCH(QByteArray, screen);
    const tests::ShownScreen shown(mirrored(screen));
    QVERIFY2(shown.widget(), "the screen did not come");
    QCOMPARE(shown.widget()->layoutDirection(), Qt::RightToLeft);
    const QStringList cut = tests::cutOffTexts(shown.widget());
    QVERIFY2(cut.isEmpty(), qPrintable(u'\n' + cut.join(u'\n')));
    const QStringList sideways = tests::sidewaysScrolling(shown.widget());
    QVERIFY2(sideways.isEmpty(), qPrintable(u'\n' + sideways.join(u'\n')));
}

SANDGLASS_GUI_TEST(TestRightToLeft)
} // namespace tst_ui_right_to_left

#include "tst_ui_right_to_left.moc"
