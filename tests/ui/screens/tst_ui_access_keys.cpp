// SPDX-License-Identifier: GPL-3.0-or-later
// Every screen, page, dialog and menu in both languages: each control and entry with a text has an
// access key, and no key is there twice in a window or menu.
#include "resources/languages.h"
#include "resources/resources.h"
#include "tests/support/test_program.h"
#include "tests/ui/screens/looks.h"
#include "tests/ui/screens/screens.h"
#include "tests/ui/widget_access.h"

#include <QAbstractButton>
#include <QContextMenuEvent>
#include <QGroupBox>
#include <QKeySequence>
#include <QLabel>
#include <QMenu>
#include <QMenuBar>
#include <QTabBar>
#include <QTableView>
#include <QTabWidget>
#include <QTest>
#include <QToolButton>
#include <QTreeView>

#include <algorithm>
#include <array>
#include <map>
#include <utility>
#include <vector>

namespace tst_ui_access_keys {

using namespace sandglass;
using namespace Qt::StringLiterals;

class TestAccessKeys : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void everyControlHasAKey_data() { screens(); }
    void everyControlHasAKey();
    void noKeyIsUsedTwice_data() { screens(); }
    void noKeyIsUsedTwice();
    void menusOfRowsAndHeadersHaveTheirKeys_data();
    void menusOfRowsAndHeadersHaveTheirKeys();
    void aMissingAndADoubleKeyAreFound();

private:
    /// What was found on one screen in one language.
    struct Found
    {
        bool came = false;
        QStringList without;
        QStringList twice;
    };

    static void screens();
    const Found& found() const;

    std::vector<Found> m_found; // English first, then Chinese
};

namespace {

constexpr std::array kLanguages{"en", "zh_CN"};

/// The end of the place of a widget; the whole would not fit into the message of a failure.
QString endOf(const QWidget* widget)
{
    return tests::placeOf(widget).section(u'/', -2);
}

/// A control, or a part of one, that has a text.
struct Control
{
    const QWidget* widget;
    QString text;
};

/// Controls that need no access key of their own, each for a reason.
bool needsNone(const QWidget& widget)
{
    static const QStringList kNames{
        // Enter presses it, unless it deletes, which no single key does
        u"confirmButton"_s,
        // each does what the preset beside it does
        u"laterButton"_s,
        // Enter and Escape do it in the chart
        u"showDocumentsButton"_s,
        u"clearSelectionButton"_s,
        // behind a field that has a key
        u"caFileEditBrowseButton"_s,
        u"clientKeyFileEditBrowseButton"_s,
    };
    const auto* button = qobject_cast<const QToolButton*>(&widget);
    // the entry of a menu does the same and has the key
    const bool isInMenu = button && button->defaultAction();
    // the text is the state of the server, and each part has an entry in a menu
    const bool isStatus
        = widget.parentWidget() && widget.parentWidget()->inherits("sandglass::ui::StatusStrip");
    // Escape
    const bool isCancel = widget.property("emphasis").toString() == u"dismiss"_s;
    // of an empty part: what is beside it, or an entry of a menu, does the same
    const QString name = widget.objectName();
    const bool isNextStep = name.endsWith(u"NextButton"_s)
        || (widget.parentWidget()
            && widget.parentWidget()->inherits("sandglass::widgets::EmptyState"));
    return isInMenu || isStatus || isCancel || isNextStep
        || kNames.contains(name)
        // the texts are names of servers
        || name.startsWith(u"welcomeConnectionButton"_s)
        // one of many rows alike
        || name.endsWith(u"TitleLabel"_s)
        || (tests::isInternal(&widget) && !qobject_cast<const QTabWidget*>(widget.parentWidget()));
}

/// Whether a label names what is typed into or chosen from.
bool namesField(const QLabel& label)
{
    const QWidget* buddy = label.buddy();
    return buddy && buddy->isVisible() && buddy->isEnabled() && !qobject_cast<const QLabel*>(buddy)
        && !qobject_cast<const QAbstractButton*>(buddy)
        // a sentence that asks to type a name
        && label.objectName() != u"confirmReasonLabel"_s;
}

/// Within a scope no key is there twice. Docks, banners, the bar of the what-if and what lies over
/// a page have scopes of their own, since there are more controls than letters: of two with the
/// same key in different ones, Qt moves the focus from one to the other.
const QWidget* scopeOf(const QWidget* widget)
{
    for (const QWidget* each = widget; each; each = each->parentWidget()) {
        for (const char* scope :
             {"QDockWidget", "sandglass::widgets::ErrorBanner", "sandglass::widgets::NoticeBanner",
              "sandglass::widgets::FloatingMessage", "sandglass::widgets::Spotlight",
              "sandglass::widgets::BusyOverlay", "sandglass::ui::SavedConnectionsView",
              "sandglass::ui::WhatIfBar"}) {
            if (each->inherits(scope)) {
                return each;
            }
        }
    }
    return widget->window();
}

void addControls(const QWidget* widget, std::vector<Control>& controls)
{
    if (const auto* tabs = qobject_cast<const QTabBar*>(widget)) {
        // the tabs of pages are named after collections, those of docks are in the menu View; the
        // connect dialog has more controls than there are letters, and Ctrl+Tab changes its tab
        static const QStringList kNamed{u"pageArea"_s, u"connectionTabWidget"_s};
        const QWidget* around = tabs->parentWidget();
        const bool named = around && (kNamed.contains(around->objectName()) || around->isWindow());
        for (int tab = 0; tab < tabs->count() && !named; ++tab) {
            if (tabs->isTabVisible(tab)) {
                controls.push_back({widget, tabs->tabText(tab)});
            }
        }
    } else if (const auto* bar = qobject_cast<const QMenuBar*>(widget)) {
        for (const QAction* action : bar->actions()) {
            controls.push_back({widget, action->text()});
        }
    } else if (const auto* label = qobject_cast<const QLabel*>(widget)) {
        if (namesField(*label)) {
            controls.push_back({widget, label->text()});
        }
    } else if (const auto* button = qobject_cast<const QAbstractButton*>(widget)) {
        controls.push_back({widget, button->text()});
    } else if (const auto* group = qobject_cast<const QGroupBox*>(widget)) {
        if (group->isCheckable()) {
            controls.push_back({widget, group->title()});
        }
    }
}

std::vector<Control> controlsOf(QWidget* screen)
{
    std::vector<Control> controls;
    QWidget* window = screen->window();
    for (const QWidget* widget : tests::visibleWidgets(window)) {
        if (widget->window() == window && !needsNone(*widget)) {
            addControls(widget, controls);
        }
    }
    // "«" and the like are drawings
    std::erase_if(controls, [](const Control& each) {
        return std::ranges::none_of(each.text, [](QChar unit) { return unit.isLetterOrNumber(); });
    });
    return controls;
}

void examineMenu(const QMenu& menu, QStringList& without, QStringList& twice)
{
    static const QStringList kOthers{
        u"rulesFilterChoicesMenu"_s, // code, to be typed as it is
        u"tableColumnsMenu"_s, // the titles of columns, which their first letters choose
        u"sortByMenu"_s,
    };
    QStringList keys;
    for (const QAction* action : menu.actions()) {
        const QString key = QKeySequence::mnemonic(action->text()).toString();
        const QString place = u"\"%1\": %2 %3"_s.arg(action->text(), menu.title(), endOf(&menu));
        if (key.isEmpty() && !action->isSeparator() && !kOthers.contains(menu.objectName())) {
            without << place;
        } else if (!key.isEmpty() && keys.contains(key)) {
            twice << place;
        }
        keys << key;
    }
}

void examine(QWidget* screen, QStringList& without, QStringList& twice)
{
    for (const QMenu* menu : screen->window()->findChildren<QMenu*>()) {
        examineMenu(*menu, without, twice);
    }
    std::map<std::pair<const QWidget*, QString>, Control> keys;
    for (const Control& control : controlsOf(screen)) {
        const QString key = QKeySequence::mnemonic(control.text).toString();
        const QString place = u"\"%1\": %2"_s.arg(control.text, endOf(control.widget));
        if (key.isEmpty() && !control.widget->isEnabled()) {
            continue;
        }
        if (key.isEmpty()) {
            without << place;
        } else if (const auto [other, isNew]
                   = keys.try_emplace({scopeOf(control.widget), key}, control);
                   !isNew) {
            twice << u"%1 as \"%2\" has (%3)"_s.arg(place, other->second.text,
                                                    endOf(other->second.widget));
        }
    }
}

/// Rows of a tree, those below others too.
QModelIndexList rowsOf(const QAbstractItemModel& model, const QModelIndex& parent = {})
{
    QModelIndexList rows;
    for (int row = 0; row < model.rowCount(parent); ++row) {
        const QModelIndex index = model.index(row, 0, parent);
        rows << index << rowsOf(model, index);
    }
    return rows;
}

} // namespace

void TestAccessKeys::screens()
{
    QTest::addColumn<int>("screen");
    for (std::size_t i = 0; i < kLanguages.size() * tests::allScreens().size(); ++i) {
        QTest::addRow("%s, %s", tests::allScreens()[i % tests::allScreens().size()].name,
                      kLanguages[i / tests::allScreens().size()])
            << static_cast<int>(i);
    }
}

const TestAccessKeys::Found& TestAccessKeys::found() const
{
    const int screen = *static_cast<int*>(QTest::qData("screen", QMetaType::Int));
    return m_found.at(static_cast<std::size_t>(screen));
}

void TestAccessKeys::initTestCase()
{
    resources::initResources();
    for (const char* language : kLanguages) {
        QCOMPARE(resources::installLanguage(QString::fromLatin1(language)),
                 QString::fromLatin1(language));
        for (const tests::Screen& each : tests::allScreens()) {
            Found& found = m_found.emplace_back();
            const tests::ShownScreen shown(each);
            if (shown.widget()) {
                found.came = true;
                examine(shown.widget(), found.without, found.twice);
            }
        }
    }
}

void TestAccessKeys::everyControlHasAKey()
{
    QVERIFY(found().came);
    QVERIFY2(found().without.isEmpty(), qPrintable(u'\n' + found().without.join(u'\n')));
}

void TestAccessKeys::noKeyIsUsedTwice()
{
    QVERIFY(found().came);
    QVERIFY2(found().twice.isEmpty(), qPrintable(u'\n' + found().twice.join(u'\n')));
}

void TestAccessKeys::menusOfRowsAndHeadersHaveTheirKeys_data()
{
    QTest::addColumn<QString>("language");
    for (const char* language : kLanguages) {
        QTest::newRow(language) << QString::fromLatin1(language);
    }
}

void TestAccessKeys::menusOfRowsAndHeadersHaveTheirKeys()
{
    QFETCH(QString, language);
    QCOMPARE(resources::installLanguage(language), language);
    const tests::ShownScreen shown(tests::allScreens().front());
    QVERIFY(shown.widget());
    QStringList without;
    QStringList twice;
    auto* tree = tests::need<QTreeView>(shown.widget(), u"navigatorTreeView"_s);
    tree->expandAll();
    const QModelIndexList rows = rowsOf(*tree->model());
    QVERIFY(rows.size() > 5); // server, database, collections, indexes
    for (const QModelIndex& row : rows) {
        tree->scrollTo(row);
        const QPoint where = tree->visualRect(row).center();
        QContextMenuEvent asked(QContextMenuEvent::Mouse, where, tree->mapToGlobal(where));
        QApplication::sendEvent(tree->viewport(), &asked);
        const auto* menu = tests::need<QMenu>(shown.widget(), u"navigatorMenu"_s);
        QVERIFY(!menu->isEmpty());
        examineMenu(*menu, without, twice);
        delete menu;
    }
    auto* table = tests::need<QTableView>(shown.widget(), u"rulesTableView"_s);
    table->setFocus();
    QTest::keyClick(table, Qt::Key_Down, Qt::AltModifier);
    const auto* menu = tests::need<QMenu>(table, u"tableColumnsMenu"_s);
    QVERIFY(!menu->isEmpty());
    examineMenu(*menu, without, twice);
    delete menu;
    QVERIFY2(without.isEmpty(), qPrintable(u'\n' + without.join(u'\n')));
    QVERIFY2(twice.isEmpty(), qPrintable(u'\n' + twice.join(u'\n')));
}

void TestAccessKeys::aMissingAndADoubleKeyAreFound()
{
    QWidget window;
    auto* first = new QToolButton(&window);
    first->setText(u"&First"_s);
    auto* second = new QToolButton(&window);
    second->setText(u"Second"_s);
    window.show();
    QStringList without;
    QStringList twice;
    examine(&window, without, twice);
    QCOMPARE(without.size(), 1);
    QCOMPARE(twice.size(), 0);
    second->setText(u"Second o&f"_s);
    without.clear();
    examine(&window, without, twice);
    QCOMPARE(without.size(), 0);
    QCOMPARE(twice.size(), 1);
    QMenu menu(&window);
    menu.addAction(u"&Third"_s);
    menu.addAction(u"Four&th"_s);
    menu.addAction(u"Fifth"_s);
    without.clear();
    twice.clear();
    examine(&window, without, twice);
    QCOMPARE(without.size(), 1);
    QCOMPARE(twice.size(), 2);
}

SANDGLASS_GUI_TEST(TestAccessKeys)
} // namespace tst_ui_access_keys

#include "tst_ui_access_keys.moc"
