// SPDX-License-Identifier: GPL-3.0-or-later
// Walks every dialog with the keyboard alone: Tab comes to each control, from the top down, and
// back to the first, Escape closes, and Enter does what the default button says.
#include "tests/support/test_program.h"
#include "tests/ui/screens/looks.h"
#include "tests/ui/screens/screens.h"
#include "ui/help/help_pages.h"
#include "ui/help/help_places.h"
#include "widgets/views/busy_overlay.h"

#include <QAbstractButton>
#include <QApplication>
#include <QDialog>
#include <QLabel>
#include <QMenu>
#include <QPlainTextEdit>
#include <QPointer>
#include <QPushButton>
#include <QScrollArea>
#include <QSignalSpy>
#include <QTest>
#include <QVBoxLayout>

#include <algorithm>
#include <set>
#include <vector>

namespace tst_ui_keyboard {

using namespace sandglass;
using namespace Qt::StringLiterals;

class TestKeyboard : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void tabReachesEveryControl_data() { dialogs(); }
    void tabReachesEveryControl();
    void tabComesRound_data() { dialogs(); }
    void tabComesRound();
    void tabGoesDownTheDialog_data() { dialogs(); }
    void tabGoesDownTheDialog();
    void backTabIsTheSameWayBack_data() { dialogs(); }
    void backTabIsTheSameWayBack();
    void theFocusIsSomewhereAtFirst_data() { dialogs(); }
    void theFocusIsSomewhereAtFirst();
    void escapeCloses_data() { dialogs(); }
    void escapeCloses();
    void enterPressesTheDefaultButton_data() { dialogs(); }
    void enterPressesTheDefaultButton();
    void nothingIsDeletedByEnterAlone_data() { dialogs(); }
    void nothingIsDeletedByEnterAlone();
    void menusHaveEachAccessKeyOnce_data() { dialogs(); }
    void menusHaveEachAccessKeyOnce();
    void f1HasAPage_data() { dialogs(); }
    void f1HasAPage();
    void aTrapIsFound();
    void aStepUpIsFound();

private:
    /// What was found in one dialog; it is brought up once for all tests.
    struct Found
    {
        QByteArray screen;
        QStringList unreached;
        bool round = false;
        QStringList upwards; ///< steps of Tab that go up the dialog
        QStringList onlyOneWay; ///< stops that Tab and Shift+Tab do not share
        QString focus; ///< at first
        QString help; ///< the page that F1 opens
        bool closed = false;
        int defaults = 0; ///< visible default buttons
        bool pressed = false; ///< Enter clicked the default one, or there is none
        QString defaultText;
        QStringList doubleKeys; ///< menu entries whose access key another one has
    };

    void dialogs() const;
    const Found& found() const;
    static Found examine(const tests::Screen& screen, QDialog& dialog);

    std::vector<Found> m_found;
};

namespace {

constexpr int kMostStops = 150; // more than any dialog has

/// The widget that has the focus for a person: the one around Qt's own parts.
QWidget* holder(QWidget* widget)
{
    while (widget && tests::isInternal(widget) && widget->parentWidget()) {
        widget = widget->parentWidget();
    }
    return widget;
}

/// Presses Tab (or Shift+Tab) until it comes back to where it began; the way, first stop included.
/// Empty when it does not come back. Where it never leaves the first stop, that is the whole way: a
/// dialog with one button, or a trap. (A field for a date keeps the focus for its sections.)
std::vector<QWidget*> walk(bool back)
{
    std::vector<QWidget*> way;
    QWidget* const first = QApplication::focusWidget();
    bool left = false;
    for (QWidget* at = first; at && way.size() < kMostStops;) {
        way.push_back(holder(at));
        QTest::keyClick(at, back ? Qt::Key_Backtab : Qt::Key_Tab,
                        back ? Qt::ShiftModifier : Qt::NoModifier);
        at = QApplication::focusWidget();
        if (at == first && left) {
            return way;
        }
        left = left || at != first;
    }
    return left ? std::vector<QWidget*>() : std::vector{holder(first)};
}

QStringList unreached(QDialog& dialog, const std::vector<QWidget*>& way)
{
    const std::set<QWidget*> reached(way.begin(), way.end());
    QStringList missing;
    for (QWidget* widget : tests::visibleWidgets(&dialog)) {
        const bool wanted = widget->isEnabled() && (widget->focusPolicy() & Qt::TabFocus)
            && !widget->focusProxy() && !tests::isInternal(widget)
            && !qobject_cast<QLabel*>(widget);
        if (wanted && !reached.contains(holder(widget))) {
            missing << tests::placeOf(widget);
        }
    }
    return missing;
}

/// The stops of one way that the other one does not have.
QStringList onlyIn(const std::vector<QWidget*>& way, const std::vector<QWidget*>& other,
                   const QString& direction)
{
    QStringList found;
    for (QWidget* stop : way) {
        if (std::ranges::find(other, stop) == other.end()) {
            found << direction + u": "_s + tests::placeOf(stop);
        }
    }
    return found;
}

bool isOverOthers(const QWidget* stop)
{
    for (const QWidget* each = stop; each; each = each->parentWidget()) {
        if (qobject_cast<const widgets::BusyOverlay*>(each)) {
            return true;
        }
    }
    return false;
}

/// Where a stop is in the dialog; what is scrolled out of sight counts as at the edge.
QRect placeIn(const QDialog& dialog, const QWidget* stop)
{
    QRect place(stop->mapTo(&dialog, QPoint()), stop->size());
    for (const QWidget* each = stop->parentWidget(); each && each != &dialog;
         each = each->parentWidget()) {
        if (const auto* area = qobject_cast<const QScrollArea*>(each)) {
            const int top = area->mapTo(&dialog, QPoint()).y();
            place.moveTop(std::clamp(place.top(), top, top + area->height()));
        }
    }
    return place;
}

/// The steps of one round that lead to a control above the one before, in the same column. From the
/// last control to the first is one of them, unless they are side by side.
QStringList upwards(const QDialog& dialog, std::vector<QWidget*> way)
{
    std::erase_if(way, isOverOthers);
    QStringList steps;
    for (std::size_t i = 0; i < way.size(); ++i) {
        QWidget* next = way[(i + 1) % way.size()];
        const QRect from = placeIn(dialog, way[i]);
        const QRect to = placeIn(dialog, next);
        const bool sameColumn = to.left() <= from.right() && from.left() <= to.right();
        if (sameColumn && to.bottom() < from.top()) {
            steps << tests::placeOf(way[i]) + u" -> "_s + tests::placeOf(next);
        }
    }
    return steps;
}

QList<QPushButton*> defaultButtons(const QDialog& dialog)
{
    QList<QPushButton*> buttons = dialog.findChildren<QPushButton*>();
    buttons.removeIf([&dialog](const QPushButton* button) {
        return !button->isDefault() || !button->isVisible() || button->window() != &dialog;
    });
    return buttons;
}

QStringList doubleKeys(const QDialog& dialog)
{
    QStringList twice;
    for (const QMenu* menu : dialog.findChildren<QMenu*>()) {
        QStringList keys;
        for (const QAction* action : menu->actions()) {
            const QString key = QKeySequence::mnemonic(action->text()).toString();
            if (!key.isEmpty() && keys.contains(key)) {
                twice << menu->objectName() + u": "_s + action->text();
            }
            keys << key;
        }
    }
    return twice;
}

} // namespace

TestKeyboard::Found TestKeyboard::examine(const tests::Screen& screen, QDialog& dialog)
{
    Found found;
    found.screen = screen.name;
    found.focus = dialog.focusWidget() ? tests::placeOf(dialog.focusWidget()) : QString();
    found.help = ui::helpPlaceOf(dialog.focusWidget() ? dialog.focusWidget() : &dialog)
                     .section(u'#', 0, 0);
    found.doubleKeys = doubleKeys(dialog);
    const std::vector<QWidget*> way = walk(false);
    found.round = !way.empty();
    found.unreached = unreached(dialog, way);
    found.upwards = upwards(dialog, way);
    const std::vector<QWidget*> back = walk(true);
    found.onlyOneWay = onlyIn(way, back, u"forward"_s) + onlyIn(back, way, u"back"_s);

    const QList<QPushButton*> buttons = defaultButtons(dialog);
    found.defaults = static_cast<int>(buttons.size());
    found.pressed = true;
    if (!buttons.isEmpty() && buttons.front()->isEnabled()) {
        found.defaultText = buttons.front()->text();
        const QSignalSpy clicked(buttons.front(), &QPushButton::clicked);
        QTest::keyClick(&dialog, Qt::Key_Return);
        found.pressed = clicked.count() == 1;
    }
    return found;
}

void TestKeyboard::initTestCase()
{
    for (const tests::Screen& screen : tests::allScreens()) {
        const tests::ShownScreen shown(screen);
        auto* dialog = qobject_cast<QDialog*>(shown.widget());
        if (!dialog) {
            continue;
        }
        dialog->activateWindow();
        if (QTest::qWaitForWindowActive(dialog)) {
            m_found.push_back(examine(screen, *dialog));
        }
    }
    // what Enter did is over: each once more for Escape
    for (Found& found : m_found) {
        const auto screen = std::find_if(
            tests::allScreens().begin(), tests::allScreens().end(),
            [&found](const tests::Screen& each) { return found.screen == each.name; });
        const tests::ShownScreen shown(*screen);
        const QPointer<QWidget> dialog = shown.widget();
        if (dialog && QTest::qWaitForWindowActive(dialog)) {
            QTest::keyClick(dialog, Qt::Key_Escape);
            found.closed = QTest::qWaitFor([&dialog] { return !dialog || !dialog->isVisible(); });
        }
    }
    QVERIFY(m_found.size() > 20);
}

void TestKeyboard::dialogs() const
{
    QTest::addColumn<int>("dialog");
    for (std::size_t i = 0; i < m_found.size(); ++i) {
        QTest::newRow(m_found[i].screen.constData()) << static_cast<int>(i);
    }
}

const TestKeyboard::Found& TestKeyboard::found() const
{
    const int dialog = *static_cast<int*>(QTest::qData("dialog", QMetaType::Int));
    return m_found.at(static_cast<std::size_t>(dialog));
}

void TestKeyboard::tabReachesEveryControl()
{
    QVERIFY2(found().unreached.isEmpty(), qPrintable(u'\n' + found().unreached.join(u'\n')));
}

void TestKeyboard::tabComesRound()
{
    QVERIFY(found().round);
}

void TestKeyboard::tabGoesDownTheDialog()
{
    QVERIFY2(found().upwards.size() <= 1, qPrintable(u'\n' + found().upwards.join(u'\n')));
}

void TestKeyboard::backTabIsTheSameWayBack()
{
    QVERIFY2(found().onlyOneWay.isEmpty(), qPrintable(u'\n' + found().onlyOneWay.join(u'\n')));
}

void TestKeyboard::theFocusIsSomewhereAtFirst()
{
    QVERIFY(!found().focus.isEmpty());
}

void TestKeyboard::escapeCloses()
{
    QVERIFY(found().closed);
}

void TestKeyboard::enterPressesTheDefaultButton()
{
    QVERIFY2(found().defaults <= 1, "more than one default button");
    QVERIFY2(found().pressed, qPrintable(found().defaultText));
}

// Source: ui/DESIGN.md, Safety. Cancel is the default of a dialog that deletes.
void TestKeyboard::nothingIsDeletedByEnterAlone()
{
    for (const QString& verb : {u"delete"_s, u"drop"_s, u"purge"_s, u"restore the data"_s}) {
        QVERIFY2(!found().defaultText.contains(verb, Qt::CaseInsensitive),
                 qPrintable(found().defaultText));
    }
}

void TestKeyboard::menusHaveEachAccessKeyOnce()
{
    QVERIFY2(found().doubleKeys.isEmpty(), qPrintable(found().doubleKeys.join(u'\n')));
}

void TestKeyboard::f1HasAPage()
{
    QVERIFY(ui::helpPages().contains(found().help));
}

void TestKeyboard::aTrapIsFound()
{
    QDialog dialog;
    auto* trap = new QPlainTextEdit(&dialog);
    new QPushButton(u"Close"_s, &dialog);
    dialog.show();
    QVERIFY(QTest::qWaitForWindowActive(&dialog));
    trap->setFocus();
    QVERIFY(!unreached(dialog, walk(false)).isEmpty()); // each Tab is typed into it
    trap->setTabChangesFocus(true);
    QCOMPARE(unreached(dialog, walk(false)), QStringList());
}

void TestKeyboard::aStepUpIsFound()
{
    QDialog dialog;
    auto* column = new QVBoxLayout(&dialog);
    for (const QString& name : {u"1"_s, u"2"_s, u"3"_s, u"4"_s}) {
        auto* button = new QPushButton(name, &dialog);
        button->setObjectName(name);
        column->addWidget(button);
    }
    dialog.show();
    QVERIFY(QTest::qWaitForWindowActive(&dialog));
    const auto steps = [&dialog, column](std::initializer_list<int> rows) {
        std::vector<QWidget*> way;
        for (const int row : rows) {
            way.push_back(column->itemAt(row)->widget());
        }
        return upwards(dialog, way).size();
    };
    QCOMPARE(steps({0, 1, 2, 3}), qsizetype{1}); // round
    QCOMPARE(steps({2, 3, 0, 1}), qsizetype{1}); // the same round
    QCOMPARE(steps({0, 2, 1, 3}), qsizetype{2});
}

SANDGLASS_GUI_TEST(TestKeyboard)
} // namespace tst_ui_keyboard

#include "tst_ui_keyboard.moc"
