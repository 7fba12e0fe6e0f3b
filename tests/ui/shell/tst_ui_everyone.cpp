// SPDX-License-Identifier: GPL-3.0-or-later
// Walks the widgets of every screen: what assistive programs and small screens need of each of
// them.
#include "tests/support/test_program.h"
#include "tests/ui/screens/looks.h"
#include "tests/ui/screens/screens.h"

#include <QAbstractButton>
#include <QDockWidget>
#include <QLabel>
#include <QMenu>
#include <QMenuBar>
#include <QTabWidget>
#include <QToolBar>

#include <vector>

namespace tst_ui_everyone {

using namespace sandglass;
using namespace Qt::StringLiterals;
using tests::isInternal;
using tests::placeOf;
using tests::WindowFixture;

class TestEveryone : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void everyControlHasNames_data() { screens(); }
    void everyControlHasNames();
    void everyLabelIsPlainText_data() { screens(); }
    void everyLabelIsPlainText();
    void noTextIsCutOff_data() { screens(); }
    void noTextIsCutOff();
    void everyScreenFitsTheSmallestSize_data() { screens(); }
    void everyScreenFitsTheSmallestSize();
    void everyMenuEntryHasANameAndAnAccessKey();
    void accessKeysAreUniqueWithinAMenu();

private:
    /// What was found on one screen; it is brought up once for all tests.
    struct Found
    {
        bool came = false;
        QStringList nameless;
        QStringList notPlain;
        QStringList cutOff;
        QSize size;
    };

    static void screens();
    const Found& found() const;

    std::vector<Found> m_found;
};

namespace {

bool isControl(const QWidget* widget)
{
    return widget->focusPolicy() != Qt::NoFocus || qobject_cast<const QAbstractButton*>(widget)
        || qobject_cast<const QTabWidget*>(widget) || qobject_cast<const QToolBar*>(widget)
        || qobject_cast<const QDockWidget*>(widget) || qobject_cast<const QMenuBar*>(widget);
}

/// Labels take the focus only so that their text can be selected.
bool isReadableText(const QWidget* widget)
{
    return qobject_cast<const QLabel*>(widget) != nullptr;
}

QString missingName(const QWidget* widget)
{
    if (widget->objectName().isEmpty()) {
        return u"no object name"_s;
    }
    const auto* button = qobject_cast<const QAbstractButton*>(widget);
    const bool told = button && !button->text().isEmpty();
    return widget->accessibleName().isEmpty() && !told && !qobject_cast<const QMenuBar*>(widget)
        ? u"no accessible name"_s
        : QString();
}

QStringList namelessControls(QWidget* screen)
{
    QStringList complaints;
    for (const QWidget* widget : tests::visibleWidgets(screen)) {
        if (!isControl(widget) || isInternal(widget) || isReadableText(widget)) {
            continue;
        }
        if (const QString missing = missingName(widget); !missing.isEmpty()) {
            complaints << missing + u": "_s + placeOf(widget);
        }
    }
    return complaints;
}

QStringList labelsNotPlain(QWidget* screen)
{
    QStringList complaints;
    for (const QLabel* label : screen->findChildren<QLabel*>()) {
        if (label->textFormat() == Qt::AutoText && !label->text().isEmpty() && !isInternal(label)) {
            complaints << u'"' + label->text() + u"\": "_s + placeOf(label);
        }
    }
    return complaints;
}

} // namespace

void TestEveryone::screens()
{
    QTest::addColumn<int>("screen");
    for (std::size_t i = 0; i < tests::allScreens().size(); ++i) {
        QTest::newRow(tests::allScreens()[i].name) << static_cast<int>(i);
    }
}

const TestEveryone::Found& TestEveryone::found() const
{
    const int screen = *static_cast<int*>(QTest::qData("screen", QMetaType::Int));
    return m_found.at(static_cast<std::size_t>(screen));
}

void TestEveryone::initTestCase()
{
    for (const tests::Screen& each : tests::allScreens()) {
        Found& found = m_found.emplace_back();
        const tests::ShownScreen shown(each);
        QWidget* screen = shown.widget();
        if (!screen) {
            continue;
        }
        found = {true, namelessControls(screen), labelsNotPlain(screen), tests::cutOffTexts(screen),
                 screen->size()};
    }
}

void TestEveryone::everyControlHasNames()
{
    QVERIFY(found().came);
    QVERIFY2(found().nameless.isEmpty(), qPrintable(u'\n' + found().nameless.join(u'\n')));
}

void TestEveryone::everyLabelIsPlainText()
{
    QVERIFY(found().came);
    QVERIFY2(found().notPlain.isEmpty(), qPrintable(u'\n' + found().notPlain.join(u'\n')));
}

void TestEveryone::noTextIsCutOff()
{
    QVERIFY(found().came);
    QVERIFY2(found().cutOff.isEmpty(), qPrintable(u'\n' + found().cutOff.join(u'\n')));
}

void TestEveryone::everyScreenFitsTheSmallestSize()
{
    QVERIFY(found().came);
    const QSize size = found().size;
    QVERIFY2(size.width() <= 1'280 && size.height() <= 800,
             qPrintable(u"%1 x %2"_s.arg(size.width()).arg(size.height())));
}

void TestEveryone::everyMenuEntryHasANameAndAnAccessKey()
{
    const WindowFixture fixture;
    QStringList complaints;
    for (const QMenu* menu : fixture.window->menuBar()->findChildren<QMenu*>()) {
        if (!menu->title().contains(u'&')) {
            complaints << menu->title();
        }
        for (const QAction* action : menu->actions()) {
            const bool own = !action->isSeparator() && !action->menu();
            if (own && (action->objectName().isEmpty() || !action->text().contains(u'&'))) {
                complaints << menu->title() + u" > "_s + action->text();
            }
        }
    }
    QVERIFY2(complaints.isEmpty(), qPrintable(complaints.join(u'\n')));
}

void TestEveryone::accessKeysAreUniqueWithinAMenu()
{
    const WindowFixture fixture;
    QStringList complaints;
    for (const QMenu* menu : fixture.window->menuBar()->findChildren<QMenu*>()) {
        QStringList keys;
        for (const QAction* action : menu->actions()) {
            const QString key = QKeySequence::mnemonic(action->text()).toString();
            if (!key.isEmpty() && keys.contains(key)) {
                complaints << menu->title() + u" > "_s + action->text();
            }
            keys << key;
        }
    }
    QVERIFY2(complaints.isEmpty(), qPrintable(complaints.join(u'\n')));
}

SANDGLASS_GUI_TEST(TestEveryone)
} // namespace tst_ui_everyone

#include "tst_ui_everyone.moc"
