// SPDX-License-Identifier: GPL-3.0-or-later
// Walks every screen as a screen reader does, through the accessibility interfaces, and as somebody
// without a mouse does, from control to control with Tab.
#include "tests/support/test_program.h"
#include "tests/ui/screens/looks.h"
#include "tests/ui/screens/screens.h"

#include <QAbstractButton>
#include <QAbstractItemView>
#include <QAccessible>
#include <QComboBox>
#include <QDockWidget>
#include <QHeaderView>
#include <QLabel>
#include <QSet>
#include <QTabBar>
#include <QTableWidget>
#include <QTest>
#include <QToolBar>
#include <QToolButton>

#include <algorithm>
#include <vector>

namespace tst_ui_accessible_tree {

using namespace sandglass;
using namespace Qt::StringLiterals;
using tests::isInternal;

class TestAccessibleTree : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void everyNodeThatIsUsedHasAName_data() { screens(); }
    void everyNodeThatIsUsedHasAName();
    void everyControlIsReachedWithTab_data() { screens(); }
    void everyControlIsReachedWithTab();
    void everyCellHasAName_data() { screens(); }
    void everyCellHasAName();
    void aNamelessControlIsFound();
    void aNamelessCellIsFound();
    void aControlWithoutFocusIsFound();

private:
    /// What was found on one screen; it is brought up once for all tests.
    struct Found
    {
        bool came = false;
        QStringList nameless;
        QStringList namelessCells;
        QStringList beyondTheKeyboard;
    };

    static void screens();
    const Found& found() const;

    std::vector<Found> m_found;
};

namespace {

/// Deeper than any screen; a tree that is deeper has a circle in it.
constexpr int kDeepest = 60;

/// What a person operates or reads as one thing; frames, splitters and scroll bars are passed by.
bool isUsed(QAccessible::Role role)
{
    static const QSet<QAccessible::Role> kUsed{
        QAccessible::Button,       QAccessible::ButtonMenu,  QAccessible::ButtonDropDown,
        QAccessible::CheckBox,     QAccessible::RadioButton, QAccessible::ComboBox,
        QAccessible::EditableText, QAccessible::SpinBox,     QAccessible::Slider,
        QAccessible::Table,        QAccessible::Tree,        QAccessible::List,
        QAccessible::PageTab,      QAccessible::PageTabList, QAccessible::MenuItem,
        QAccessible::ToolBar,      QAccessible::Dialog,      QAccessible::Window,
        QAccessible::Chart,        QAccessible::ProgressBar, QAccessible::ColumnHeader,
        QAccessible::Link};
    return kUsed.contains(role);
}

/// The rows are the data's; their headers and the view itself are the program's.
bool isRow(QAccessible::Role role)
{
    return role == QAccessible::Cell || role == QAccessible::RowHeader
        || role == QAccessible::TreeItem || role == QAccessible::ListItem;
}

QString spokenName(QAccessibleInterface* node)
{
    const QString name = node->text(QAccessible::Name);
    return name.isEmpty() && node->role() == QAccessible::ColumnHeader
        ? node->text(QAccessible::Description)
        : name;
}

QString placeOf(QAccessibleInterface* node)
{
    for (QAccessibleInterface* each = node; each; each = each->parent()) {
        if (const auto* widget = qobject_cast<const QWidget*>(each->object())) {
            return tests::placeOf(widget);
        }
    }
    return u"(nowhere)"_s;
}

void listNameless(QAccessibleInterface* node, int depth, QStringList& complaints)
{
    const auto* widget = qobject_cast<const QWidget*>(node->object());
    if (depth > kDeepest) {
        complaints << u"no end of children: "_s + placeOf(node);
        return;
    }
    const bool ours = !widget || !isInternal(widget);
    if (ours && isUsed(node->role()) && spokenName(node).trimmed().isEmpty()) {
        complaints << u"no name, role %1: "_s.arg(node->role()) + placeOf(node);
    }
    for (int i = 0; i < node->childCount(); ++i) {
        QAccessibleInterface* child = node->child(i);
        // the list that drops down is the combo box's own and speaks its rows
        const bool passed
            = node->role() == QAccessible::ComboBox || (child && isRow(child->role()));
        if (child && child->isValid() && !passed) {
            listNameless(child, depth + 1, complaints);
        }
    }
}

/// Cells of visible tables, lists and trees that a screen reader has nothing to say of.
QStringList namelessCells(QWidget* screen)
{
    constexpr int kMostRows = 50; // further ones are alike
    QStringList complaints;
    for (const QWidget* widget : tests::visibleWidgets(screen)) {
        const auto* view = qobject_cast<const QAbstractItemView*>(widget);
        const QAbstractItemModel* model = view ? view->model() : nullptr;
        if (!model || qobject_cast<const QHeaderView*>(widget)) {
            continue;
        }
        for (int row = 0; row < std::min(model->rowCount(), kMostRows); ++row) {
            for (int column = 0; column < model->columnCount(); ++column) {
                const QModelIndex cell = model->index(row, column);
                if (cell.data().toString().trimmed().isEmpty()
                    && cell.data(Qt::AccessibleTextRole).toString().isEmpty()) {
                    complaints << u"row %1, column %2: "_s.arg(row).arg(column)
                            + tests::placeOf(widget);
                }
            }
        }
    }
    return complaints;
}

/// Everything that Tab comes to within the window of `screen`.
QSet<const QWidget*> tabStops(const QWidget* screen)
{
    QSet<const QWidget*> stops;
    const QWidget* window = screen->window();
    const QWidget* each = window->nextInFocusChain();
    for (; each && each != window; each = each->nextInFocusChain()) {
        if (each->focusPolicy() & Qt::TabFocus) {
            stops.insert(each->focusProxy() ? each->focusProxy() : each);
        }
    }
    return stops;
}

/// Whether a menu of the window holds the same action: the keyboard finds it there.
bool isInAMenu(const QWidget* control)
{
    const auto* button = qobject_cast<const QToolButton*>(control);
    return button && button->defaultAction()
        && !button->defaultAction()->associatedObjects().isEmpty()
        && qobject_cast<const QToolBar*>(button->parentWidget());
}

/// Buttons by which Qt lets a dock or a tab be closed; the View menu and a key do the same.
bool isFrameOfQt(const QWidget* control)
{
    return qobject_cast<const QDockWidget*>(control->parentWidget())
        || qobject_cast<const QTabBar*>(control->parentWidget());
}

bool wantsFocus(const QWidget* control)
{
    return qobject_cast<const QAbstractButton*>(control)
        || (control->focusPolicy() != Qt::NoFocus && !qobject_cast<const QLabel*>(control));
}

QStringList beyondTheKeyboard(QWidget* screen)
{
    const QSet<const QWidget*> stops = tabStops(screen);
    QStringList complaints;
    for (const QWidget* control : tests::visibleWidgets(screen)) {
        const bool exempt = !control->isEnabled() || isInternal(control) || isInAMenu(control)
            || isFrameOfQt(control) || control->focusProxy();
        if (wantsFocus(control) && !exempt && !stops.contains(control)) {
            complaints << tests::placeOf(control);
        }
    }
    return complaints;
}

} // namespace

void TestAccessibleTree::screens()
{
    QTest::addColumn<int>("screen");
    for (std::size_t i = 0; i < tests::allScreens().size(); ++i) {
        QTest::newRow(tests::allScreens()[i].name) << static_cast<int>(i);
    }
}

void TestAccessibleTree::initTestCase()
{
    for (const tests::Screen& screen : tests::allScreens()) {
        Found& found = m_found.emplace_back();
        const tests::ShownScreen shown(screen);
        if (!shown.widget()) {
            continue;
        }
        QAccessibleInterface* root
            = QAccessible::queryAccessibleInterface(shown.widget()->window());
        QVERIFY(root);
        found.came = true;
        listNameless(root, 0, found.nameless);
        found.namelessCells = namelessCells(shown.widget());
        found.beyondTheKeyboard = beyondTheKeyboard(shown.widget());
    }
}

const TestAccessibleTree::Found& TestAccessibleTree::found() const
{
    const int screen = *static_cast<int*>(QTest::qData("screen", QMetaType::Int));
    return m_found.at(static_cast<std::size_t>(screen));
}

void TestAccessibleTree::everyNodeThatIsUsedHasAName()
{
    QVERIFY(found().came);
    QVERIFY2(found().nameless.isEmpty(), qPrintable(u'\n' + found().nameless.join(u'\n')));
}

void TestAccessibleTree::everyControlIsReachedWithTab()
{
    QVERIFY(found().came);
    QVERIFY2(found().beyondTheKeyboard.isEmpty(),
             qPrintable(u'\n' + found().beyondTheKeyboard.join(u'\n')));
}

void TestAccessibleTree::everyCellHasAName()
{
    QVERIFY(found().came);
    QVERIFY2(found().namelessCells.isEmpty(),
             qPrintable(u'\n' + found().namelessCells.join(u'\n')));
}

void TestAccessibleTree::aNamelessCellIsFound()
{
    QWidget window;
    QTableWidget table(1, 2, &window);
    table.setItem(0, 0, new QTableWidgetItem(u"name"_s));
    table.setItem(0, 1, new QTableWidgetItem);
    window.show();
    QCOMPARE(namelessCells(&window).size(), 1);
    table.item(0, 1)->setData(Qt::AccessibleTextRole, u"value: blank"_s);
    QCOMPARE(namelessCells(&window), QStringList());
}

void TestAccessibleTree::aNamelessControlIsFound()
{
    QWidget window;
    window.setWindowTitle(u"window"_s);
    QComboBox nameless(&window);
    window.show();
    QStringList complaints;
    listNameless(QAccessible::queryAccessibleInterface(&window), 0, complaints);
    QCOMPARE(complaints.size(), 1);
    nameless.setAccessibleName(u"colour"_s);
    complaints.clear();
    listNameless(QAccessible::queryAccessibleInterface(&window), 0, complaints);
    QCOMPARE(complaints, QStringList());
}

void TestAccessibleTree::aControlWithoutFocusIsFound()
{
    QWidget window;
    QToolButton button(&window);
    button.setFocusPolicy(Qt::NoFocus);
    window.show();
    QCOMPARE(beyondTheKeyboard(&window).size(), 1);
    button.setFocusPolicy(Qt::StrongFocus);
    QCOMPARE(beyondTheKeyboard(&window), QStringList());
}

SANDGLASS_GUI_TEST(TestAccessibleTree)
} // namespace tst_ui_accessible_tree

#include "tst_ui_accessible_tree.moc"
