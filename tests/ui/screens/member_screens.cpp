// SPDX-License-Identifier: GPL-3.0-or-later
// The members of sets and clusters, and paused expiry.
#include "app/services/members/member_service.h"
#include "tests/support/member_data.h"
#include "tests/ui/screens/screens.h"
#include "tests/ui/shop.h"
#include "tests/ui/widget_access.h"

#include <QAbstractButton>
#include <QDialog>
#include <QTableView>

using namespace Qt::StringLiterals;

namespace sandglass::tests {

namespace {

QWidget* showMembersOf(WindowFixture& fixture)
{
    QWidget* dialog
        = fixture.trigger(u"membersAction"_s) ? dialogNamed(fixture, u"membersDialog"_s) : nullptr;
    const bool read
        = dialog && QTest::qWaitFor([&fixture] {
              return !fixture.set.members.members().empty() && !fixture.set.members.isReading();
          });
    if (!read) {
        return nullptr;
    }
    auto* table = need<QTableView>(dialog, u"membersTableView"_s);
    return clickRow(table, table->model()->index(0, 0)) ? dialog : nullptr;
}

QWidget* showSet(WindowFixture& fixture)
{
    putReplicaSet(fixture);
    return showMembersOf(fixture);
}

QWidget* showPauseQuestion(WindowFixture& fixture)
{
    QWidget* dialog = showSet(fixture);
    const bool asked = dialog && click(need<QAbstractButton>(dialog, u"pauseExpiryButton"_s));
    return asked ? dialogNamed(fixture, u"pauseExpiryDialog"_s) : nullptr;
}

QWidget* showShardsOf(WindowFixture& fixture)
{
    putShards(fixture);
    QWidget* dialog = showMembersOf(fixture);
    const bool counting = dialog && click(need<QAbstractButton>(dialog, u"countShardsButton"_s));
    auto* table = dialog ? need<QTableView>(dialog, u"membersTableView"_s) : nullptr;
    const bool counted = counting && QTest::qWaitFor([table] {
                             return cell(table, 1, 9) == u"0"_s; // overdue on its shard
                         });
    return counted ? dialog : nullptr;
}

QWidget* showPaused(WindowFixture& fixture)
{
    putReplicaSet(fixture);
    const bool paused = waitFor(fixture.set.members.pauseExpiry("a.example:27017")).has_value();
    return paused && whenVisible(fixture.window.get(), u"expiryPauseBanner"_s)
        ? fixture.window.get()
        : nullptr;
}

} // namespace

std::vector<Screen> memberScreens()
{
    return {
        {"members of a set", showSet, openShop},
        {"pause expiry", showPauseQuestion, openShop},
        {"members of shards", showShardsOf, openShop},
        {"expiry paused", showPaused, openShop},
    };
}

} // namespace sandglass::tests
