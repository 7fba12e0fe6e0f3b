// SPDX-License-Identifier: GPL-3.0-or-later
// Every screen with a font of twice the size, on a screen of twice the size: what follows the font,
// and what has pixels of its own. On the same walk, which takes half a minute, the password of the
// connections is searched for in all that the screens show, tell assistive tools, copy, log and
// write.
#include "tests/support/test_program.h"
#include "tests/ui/canary.h"
#include "tests/ui/screens/looks.h"
#include "tests/ui/screens/screens.h"

#include <QAbstractButton>
#include <QAbstractItemView>
#include <QApplication>
#include <QComboBox>
#include <QHeaderView>
#include <QLineEdit>
#include <QPushButton>
#include <QTest>
#include <QToolButton>

#include <vector>

namespace tst_ui_large_font {

using namespace sandglass;
using namespace Qt::StringLiterals;

class TestLargeFont : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void noTextIsCutOff_data() { screens(); }
    void noTextIsCutOff();
    void noControlIsLowerThanItsText_data() { screens(); }
    void noControlIsLowerThanItsText();
    void everyIconGrowsWithItsText_data() { screens(); }
    void everyIconGrowsWithItsText();
    void everyScreenFitsTwiceTheSmallestSize_data() { screens(); }
    void everyScreenFitsTwiceTheSmallestSize();
    void noScreenHoldsThePassword_data() { screens(); }
    void noScreenHoldsThePassword();
    void aLabelThatIsTooSmallIsFound();

private:
    /// What was found on one screen; it is brought up once for all tests.
    struct Found
    {
        bool came = false;
        QStringList cutOff;
        QStringList low;
        QStringList smallIcons;
        QSize size;
        QStringList passwords; ///< texts and files that hold it
    };

    static void screens();
    const Found& found() const;

    std::vector<Found> m_found;
};

namespace {

/// Controls with text and rows of tables that have less height than a line of their font.
QStringList lowControls(QWidget* screen)
{
    QStringList complaints;
    for (const QWidget* widget : tests::visibleWidgets(screen)) {
        const auto* tool = qobject_cast<const QToolButton*>(widget);
        const bool iconOnly = tool && tool->toolButtonStyle() == Qt::ToolButtonIconOnly;
        const auto* button = qobject_cast<const QAbstractButton*>(widget);
        const bool text = qobject_cast<const QLineEdit*>(widget)
            || (button && !iconOnly && !button->text().isEmpty())
            || qobject_cast<const QComboBox*>(widget);
        const int line = widget->fontMetrics().height();
        if (text && widget->height() < line) {
            complaints << u"%1 of %2: "_s.arg(widget->height()).arg(line) + tests::placeOf(widget);
        }
        const auto* view = qobject_cast<const QAbstractItemView*>(widget);
        const bool rows = view && view->model() && view->model()->rowCount() > 0
            && !qobject_cast<const QHeaderView*>(widget);
        if (rows && view->visualRect(view->model()->index(0, 0)).height() < line) {
            complaints << u"row: "_s + tests::placeOf(widget);
        }
    }
    return complaints;
}

/// Icons of buttons that are less than three quarters as high as the text beside them.
QStringList smallIcons(QWidget* screen)
{
    QStringList complaints;
    for (const QWidget* widget : tests::visibleWidgets(screen)) {
        const auto* button = qobject_cast<const QAbstractButton*>(widget);
        if (!button || button->icon().isNull() || tests::isInternal(widget)) {
            continue;
        }
        if (4 * button->iconSize().height() < 3 * widget->fontMetrics().ascent()) {
            complaints << u"%1 beside %2: "_s.arg(button->iconSize().height())
                              .arg(widget->fontMetrics().ascent())
                    + tests::placeOf(widget);
        }
    }
    return complaints;
}

} // namespace

void TestLargeFont::initTestCase()
{
    QFont twice = QApplication::font();
    twice.setPointSizeF(twice.pointSizeF() * 2);
    QApplication::setFont(twice);
    tests::windowScale = 2;
    tests::passwordOfTest = tests::kCanary;
    for (const tests::Screen& each : tests::allScreens()) {
        Found& found = m_found.emplace_back();
        const tests::LoggedLines logged;
        const tests::ShownScreen shown(each);
        QWidget* screen = shown.widget();
        if (!screen) {
            continue;
        }
        found = {true,
                 tests::cutOffTexts(screen),
                 lowControls(screen),
                 smallIcons(screen),
                 screen->size(),
                 tests::shownCanaries() + tests::writtenCanaries(shown.fixture().folder.path())
                     + tests::processCanaries()};
    }
}

void TestLargeFont::screens()
{
    QTest::addColumn<int>("screen");
    for (std::size_t i = 0; i < tests::allScreens().size(); ++i) {
        QTest::newRow(tests::allScreens()[i].name) << static_cast<int>(i);
    }
}

const TestLargeFont::Found& TestLargeFont::found() const
{
    const int screen = *static_cast<int*>(QTest::qData("screen", QMetaType::Int));
    return m_found.at(static_cast<std::size_t>(screen));
}

void TestLargeFont::noTextIsCutOff()
{
    QVERIFY(found().came);
    QVERIFY2(found().cutOff.isEmpty(), qPrintable(u'\n' + found().cutOff.join(u'\n')));
}

void TestLargeFont::noControlIsLowerThanItsText()
{
    QVERIFY2(found().low.isEmpty(), qPrintable(u'\n' + found().low.join(u'\n')));
}

void TestLargeFont::everyIconGrowsWithItsText()
{
    QVERIFY2(found().smallIcons.isEmpty(), qPrintable(u'\n' + found().smallIcons.join(u'\n')));
}

void TestLargeFont::everyScreenFitsTwiceTheSmallestSize()
{
    const QSize size = found().size;
    QVERIFY2(size.width() <= 2 * 1'280 && size.height() <= 2 * 800,
             qPrintable(u"%1 x %2"_s.arg(size.width()).arg(size.height())));
}

void TestLargeFont::noScreenHoldsThePassword()
{
    QVERIFY(found().came);
    QVERIFY2(found().passwords.isEmpty(), qPrintable(u'\n' + found().passwords.join(u'\n')));
}

void TestLargeFont::aLabelThatIsTooSmallIsFound()
{
    QWidget window;
    auto* button = new QPushButton(u"a long text"_s, &window);
    button->setFixedSize(20, 5);
    window.show();
    QCOMPARE(tests::cutOffTexts(&window).size(), 1);
    QCOMPARE(lowControls(&window).size(), 1);
}

SANDGLASS_GUI_TEST(TestLargeFont)
} // namespace tst_ui_large_font

#include "tst_ui_large_font.moc"
