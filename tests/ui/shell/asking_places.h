// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/services/members/member_service.h"
#include "tests/support/member_data.h"
#include "tests/ui/shop.h"
#include "tests/ui/widget_access.h"
#include "tests/ui/window_fixture.h"

#include <QAbstractButton>
#include <QDialog>
#include <QLineEdit>
#include <QTableView>
#include <QTabWidget>
#include <QTreeView>

#include <algorithm>
#include <chrono>
#include <string>
#include <vector>

namespace sandglass::tests {

/// A page or a dialog that asks the server, as a user brings it up.
struct AskingPlace
{
    const char* name; ///< in words; unique
    /// Those that fail, in the names of the fake server; the first one is asked whatever becomes of
    /// the others.
    std::vector<const char*> calls;
    const char* last; ///< the last one of those that it sends one after the other
    bool (*before)(WindowFixture&); ///< where everything is permitted; false: not reached
    QWidget* (*open)(WindowFixture&); ///< waits for no answer to `calls`; null: does not come
    bool counts = false; ///< a page of which nothing was counted before
    int times = 1; ///< how often it sends `last` until it is complete
};

/// The shop with one more rule, in a window with all docks. False when it does not come.
inline bool openAskingShop(WindowFixture& fixture)
{
    using namespace std::chrono_literals;
    const protocol::Namespace carts{"shop", "carts"};
    fillShop(fixture);
    fixture.server->addIndex(carts, "seen", 3'600);
    std::int32_t id = 0;
    for (const base::Millis age : {base::Millis(2h), base::Millis(50min), base::Millis(10min)}) {
        fixture.server->addDocument(carts, agedDocument(fixture, ++id, "seen", age));
    }
    return fixture.open();
}

/// The visible widget of that name; null when there is none.
template <typename Wanted>
Wanted* shown(const WindowFixture& fixture, const QString& name)
{
    const auto found = fixture.window->findChildren<Wanted*>(name);
    const auto visible
        = std::ranges::find_if(found, [](const Wanted* each) { return each->isVisible(); });
    return visible == found.end() ? nullptr : *visible;
}

/// The dialog of that name, waited for; null when it does not come.
inline QDialog* coming(const WindowFixture& fixture, const QString& name)
{
    const bool came = QTest::qWaitFor([&] { return shown<QDialog>(fixture, name) != nullptr; });
    return came ? shown<QDialog>(fixture, name) : nullptr;
}

/// The dialog that a menu entry opens; null when it does not come.
inline QDialog* dialogOf(WindowFixture& fixture, const char* action, const char* dialog)
{
    return fixture.trigger(QLatin1String(action)) ? coming(fixture, QLatin1String(dialog))
                                                  : nullptr;
}

/// Types a period. False when the field does not take one.
inline bool typePeriod(const QDialog* dialog, const char* period)
{
    auto* value = dialog ? need<QLineEdit>(dialog, QStringLiteral("valueEdit")) : nullptr;
    if (!value || !QTest::qWaitFor([value] { return value->isEnabled(); })) {
        return false;
    }
    type(value, QLatin1String(period));
    return true;
}

// ---- before ----

inline bool atInventory(WindowFixture& fixture)
{
    return fixture.openPage(QStringLiteral("inventory"));
}

inline bool atSessions(WindowFixture& fixture)
{
    return fixture.openPage(QStringLiteral("shop.sessions"));
}

inline bool atNotes(WindowFixture& fixture)
{
    return fixture.openPage(QStringLiteral("shop.notes"));
}

/// The rule of the sessions is selected.
inline bool atRule(WindowFixture& fixture)
{
    auto* tabs = atSessions(fixture)
        ? shown<QTabWidget>(fixture, QStringLiteral("collectionTabWidget"))
        : nullptr;
    if (!tabs) {
        return false;
    }
    tabs->setCurrentWidget(need<QWidget>(tabs, QStringLiteral("indexesTab")));
    auto* table = need<QTableView>(tabs, QStringLiteral("indexesTableView"));
    return QTest::qWaitFor([table] { return table->model()->rowCount() == 2; })
        && clickRow(table, rowNamed(table, QStringLiteral("lastSeen_1")));
}

/// A change that can be undone is selected.
inline bool atChange(WindowFixture& fixture)
{
    ttl::IndexSpec before = fixture.server->collection(kSessions).indexes.back();
    const bool changed = before.expireAfterSeconds == 7'200
        || waitFor(fixture.set.indexes.change({{kSessions, "lastSeen_1"}, 7'200, {}},
                                              std::move(before)))
               .has_value();
    auto* journal = need<QTableView>(fixture.window.get(), QStringLiteral("journalTableView"));
    return changed && atSessions(fixture)
        && QTest::qWaitFor([journal] { return journal->model()->rowCount() > 0; })
        && clickRow(journal, journal->model()->index(0, 0));
}

inline bool atSet(WindowFixture& fixture)
{
    putReplicaSet(fixture);
    return true;
}

inline bool atShards(WindowFixture& fixture)
{
    putShards(fixture);
    fixture.server->deployment.setOverdue({{"shard01", 5, false}, {"shard02", 7, false}});
    return true;
}

// ---- open ----

inline QWidget* openSessions(WindowFixture& fixture)
{
    return fixture.window->openPage(QStringLiteral("shop.sessions")) ? fixture.window.get()
                                                                     : nullptr;
}

inline QWidget* openDatabase(WindowFixture& fixture)
{
    auto* tree = need<QTreeView>(fixture.window.get(), QStringLiteral("navigatorTreeView"));
    return clickRow(tree, rowNamed(tree, QStringLiteral("shop"))) ? fixture.window.get() : nullptr;
}

/// Brings a tab of the collection to the front.
inline QWidget* openTab(WindowFixture& fixture, const char* name)
{
    auto* tabs = shown<QTabWidget>(fixture, QStringLiteral("collectionTabWidget"));
    if (!tabs) {
        return nullptr;
    }
    tabs->setCurrentWidget(need<QWidget>(tabs, QLatin1String(name)));
    return fixture.window.get();
}

/// Presses a button of the window that is on the screen. False when there is none to press.
inline bool press(const WindowFixture& fixture, const char* name)
{
    auto* button = shown<QAbstractButton>(fixture, QLatin1String(name));
    return button && click(button);
}

inline QWidget* openDocuments(WindowFixture& fixture)
{
    return openTab(fixture, "documentsTab");
}

inline QWidget* openDoctor(WindowFixture& fixture)
{
    QWidget* window = openTab(fixture, "doctorTab");
    return press(fixture, "doctorCheckButton") ? window : nullptr;
}

inline QWidget* openWhatIf(WindowFixture& fixture)
{
    return press(fixture, "whatIfButton") ? fixture.window.get() : nullptr;
}

inline QWidget* openCreate(WindowFixture& fixture)
{
    return dialogOf(fixture, "newIndexAction", "createIndexDialog");
}

inline QWidget* openFilledCreate(WindowFixture& fixture)
{
    QDialog* dialog = dialogOf(fixture, "newIndexAction", "createIndexDialog");
    if (dialog) {
        type(need<QLineEdit>(dialog, QStringLiteral("fieldEdit")), QStringLiteral("writtenAt"));
    }
    return typePeriod(dialog, "9s") ? dialog : nullptr;
}

inline QWidget* openChange(WindowFixture& fixture)
{
    return dialogOf(fixture, "changeExpiryAction", "changeIndexDialog");
}

inline QWidget* openShorterChange(WindowFixture& fixture)
{
    QDialog* dialog = dialogOf(fixture, "changeExpiryAction", "changeIndexDialog");
    return typePeriod(dialog, "9s") ? dialog : nullptr;
}

inline QWidget* openDrop(WindowFixture& fixture)
{
    return dialogOf(fixture, "removeAction", "changeIndexDialog");
}

inline QWidget* openHide(WindowFixture& fixture)
{
    return dialogOf(fixture, "hideIndexAction", "changeIndexDialog");
}

inline QWidget* openPurge(WindowFixture& fixture)
{
    return dialogOf(fixture, "purgeIndexAction", "purgeDialog");
}

inline QWidget* openSeveral(WindowFixture& fixture)
{
    auto* table = shown<QTableView>(fixture, QStringLiteral("rulesTableView"));
    if (!table || !QTest::qWaitFor([table] { return table->model()->rowCount() == 2; })) {
        return nullptr;
    }
    table->selectAll();
    QDialog* dialog = press(fixture, "changeSelectedButton")
        ? coming(fixture, QStringLiteral("batchChangeDialog"))
        : nullptr;
    return typePeriod(dialog, "9s") ? dialog : nullptr;
}

inline QWidget* openUndo(WindowFixture& fixture)
{
    // it comes when the index was read, or when that takes long
    return press(fixture, "undoButton") ? coming(fixture, QStringLiteral("undoDialog")) : nullptr;
}

inline QWidget* openServerDoctor(WindowFixture& fixture)
{
    return dialogOf(fixture, "doctorAction", "doctorDialog");
}

inline QWidget* openMembers(WindowFixture& fixture)
{
    return dialogOf(fixture, "membersAction", "membersDialog");
}

inline QWidget* openShards(WindowFixture& fixture)
{
    QWidget* dialog = openMembers(fixture);
    const bool read = dialog && QTest::qWaitFor([&fixture] {
                          const services::MemberService& members = fixture.set.members;
                          return members.kind() == ttl::ClusterKind::Sharded
                              && members.members().size() == 2 && !members.isReading();
                      });
    return read && press(fixture, "countShardsButton") ? dialog : nullptr;
}

/// Every one of them. The last ones make another deployment of the server. Numbers that are 0 where
/// everything is permitted would hide a wrong 0, so the periods that are typed delete documents.
/// What is sent twice: the change counts today and then the typed period, and there are two rules.
inline const std::vector<AskingPlace>& askingPlaces()
{
    static const std::vector<const char*> kCounts{"impact", "histogram"};
    static const std::vector<const char*> kLists{"ttlMetrics", "collections", "indexes",
                                                 "histogram"};
    static const std::vector<AskingPlace> kPlaces{
        {"page", {"histogram", "stats"}, "histogram", atInventory, openSessions, true},
        {"page of a database", {"histogram"}, "histogram", atInventory, openDatabase, true},
        {"documents", {"find", "runCommand"}, "find", atSessions, openDocuments},
        {"doctor, nothing listed", kLists, "indexes", atSessions, openDoctor},
        {"doctor, not counted", {"histogram"}, "histogram", atSessions, openDoctor},
        {"what if", {"histogram"}, "histogram", atSessions, openWhatIf},
        {"create, fields not read", {"fieldCandidates"}, "fieldCandidates", atNotes, openCreate},
        {"create, indexes not read", {"indexes"}, "indexes", atNotes, openCreate},
        {"create, not counted", kCounts, "impact", atNotes, openFilledCreate},
        {"change, not read", {"indexes"}, "indexes", atRule, openChange},
        {"change, not counted", kCounts, "impact", atRule, openShorterChange, false, 2},
        {"change, timeline not counted",
         {"histogram"},
         "impact",
         atRule,
         openShorterChange,
         false,
         2},
        {"drop", {"histogram"}, "histogram", atRule, openDrop},
        {"hide", {"histogram"}, "histogram", atRule, openHide},
        {"purge", kCounts, "impact", atRule, openPurge},
        {"several, not read", {"indexes"}, "indexes", atInventory, openSeveral, false, 2},
        {"several, not counted", kCounts, "impact", atInventory, openSeveral, false, 2},
        {"undo, not read", {"indexes"}, "indexes", atChange, openUndo},
        {"undo, not counted", kCounts, "impact", atChange, openUndo},
        {"doctor of the server, nothing listed", kLists, "collections", atInventory,
         openServerDoctor},
        {"doctor of the server, not counted",
         {"histogram"},
         "histogram",
         atInventory,
         openServerDoctor},
        {"members, not listed", {"members", "memberStatus"}, "members", atSet, openMembers},
        {"members, not asked", {"memberStatus"}, "memberStatus", atSet, openMembers},
        {"shards", {"overduePerShard"}, "overduePerShard", atShards, openShards},
    };
    return kPlaces;
}

} // namespace sandglass::tests
