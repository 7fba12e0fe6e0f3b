// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/mongo/own_uses.h"
#include "tests/support/test_program.h"

#include <QObject>
#include <QTest>

namespace tst_mongo_own_uses {

using namespace sandglass;
using mongo::OwnUses;

namespace {

const protocol::Namespace kSessions{"shop", "sessions"};

ttl::IndexSpec counted(std::int64_t uses, std::int64_t since)
{
    ttl::IndexSpec index;
    index.name = "t_1";
    index.uses = uses;
    index.usesSince = base::Time(base::Millis(since));
    return index;
}

std::int64_t others(OwnUses& own, ttl::IndexSpec index)
{
    own.leaveOut(kSessions, index);
    return index.uses.value_or(-1);
}

} // namespace

class TestOwnUses : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void whatOnlyWeUseIsUnused()
    {
        OwnUses own;
        for (int i = 0; i < 82; ++i) {
            own.note({kSessions, "t_1"});
        }
        own.note({kSessions, "other_1"});
        own.note({{"shop", "carts"}, "t_1"});
        QCOMPARE(others(own, counted(82, 10)), std::int64_t{0});
        QCOMPARE(others(own, counted(85, 10)), std::int64_t{3});
    }

    void aServerThatCountsAnewKnowsNothingOfOurEarlierUses()
    {
        OwnUses own;
        own.note({kSessions, "t_1"});
        own.note({kSessions, "t_1"});
        QCOMPARE(others(own, counted(5, 10)), std::int64_t{3});
        QCOMPARE(others(own, counted(1, 500)), std::int64_t{1}); // restarted
        own.note({kSessions, "t_1"});
        QCOMPARE(others(own, counted(2, 500)), std::int64_t{1});
    }

    void whatIsNotReportedStaysUnknown()
    {
        OwnUses own;
        own.note({kSessions, "t_1"});
        ttl::IndexSpec index = counted(0, 10);
        index.uses.reset();
        QCOMPARE(others(own, index), std::int64_t{-1});
        QCOMPARE(others(own, counted(0, 10)), std::int64_t{0}); // never below zero
    }
};

SANDGLASS_TEST(TestOwnUses)
} // namespace tst_mongo_own_uses

#include "tst_mongo_own_uses.moc"
