// SPDX-License-Identifier: GPL-3.0-or-later
// Another theme while a screen is open, as when the desktop becomes dark in the evening: colours
// change, and nothing else.
#include "tests/support/test_program.h"
#include "tests/ui/screens/looks.h"
#include "tests/ui/screens/screens.h"

#include <QLabel>
#include <QTest>

#include <algorithm>

namespace tst_ui_theme_change {

using namespace sandglass;
using namespace Qt::StringLiterals;

class TestThemeChange : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void fontsAndSizesStay_data();
    void fontsAndSizesStay();
};

namespace {

const tests::Screen& repainted(const char* name)
{
    const auto found = std::ranges::find_if(tests::allScreens(), [name](const tests::Screen& each) {
        return qstrcmp(each.name, name) == 0;
    });
    if (found == tests::allScreens().end()) {
        qFatal("there is no screen %s", name);
    }
    return *found;
}

/// Font and height of every visible label and button.
QStringList fontsIn(QWidget* screen)
{
    QStringList fonts;
    for (const QWidget* each : tests::visibleWidgets(screen)) {
        if (!tests::isInternal(each)) {
            fonts << u"%1 %2 %3: %4"_s.arg(each->font().pointSizeF())
                         .arg(each->font().weight())
                         .arg(each->fontMetrics().height())
                         .arg(tests::placeOf(each));
        }
    }
    return fonts;
}

} // namespace

void TestThemeChange::fontsAndSizesStay_data()
{
    QTest::addColumn<QByteArray>("screen");
    for (const char* each : {"not connected", "collection with indexes", "create", "staged purge",
                             "restore points, none", "preferences"}) {
        QTest::newRow(each) << QByteArray(each);
    }
    // this time the window comes under a theme, as in the program
    QTest::newRow("not connected, under a theme") << QByteArray("not connected");
}

void TestThemeChange::fontsAndSizesStay()
{
    QFETCH(QByteArray, screen);
    const tests::ShownScreen shown(repainted(screen), presenters::Theme::Light);
    QVERIFY2(shown.widget(), "the screen did not come");
    if (screen == "not connected") {
        // it was there before the first theme
        const auto* title = shown.widget()->findChild<QLabel*>(u"welcomeTitleLabel"_s);
        QVERIFY(title && title->font().pointSizeF() > 1.5 * shown.widget()->font().pointSizeF());
    }
    const QStringList before = fontsIn(shown.widget());
    for (const presenters::Theme theme : {presenters::Theme::Dark, presenters::Theme::Light}) {
        shown.fixture().workspace.preferences().setTheme(theme);
        QCoreApplication::processEvents();
        const QStringList after = fontsIn(shown.widget());
        for (qsizetype i = 0; i < std::min(before.size(), after.size()); ++i) {
            QCOMPARE(after.at(i), before.at(i));
        }
        QCOMPARE(after.size(), before.size());
    }
}

SANDGLASS_GUI_TEST(TestThemeChange)
} // namespace tst_ui_theme_change

#include "tst_ui_theme_change.moc"
