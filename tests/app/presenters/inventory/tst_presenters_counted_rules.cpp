// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/presenters/inventory/counted_rules.h"
#include "tests/support/test_program.h"

#include <QObject>
#include <QTest>

namespace tst_presenters_counted_rules {

using namespace sandglass;
using presenters::CountedRules;

namespace {

const protocol::Namespace kCarts{"shop", "carts"};
const protocol::Namespace kSessions{"app", "sessions"};

services::Forecast forecast(std::initializer_list<ttl::IndexRef> indexes, std::int64_t overdue,
                            bool partial)
{
    services::Forecast made;
    made.partial = partial;
    for (const ttl::IndexRef& index : indexes) {
        services::RuleForecast share;
        share.rule.index = index;
        share.histogram.shown.overdue = overdue;
        made.rules.push_back(share);
    }
    return made;
}

} // namespace

class TestCountedRules : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void aPartIsAddedToWhatIsKnown()
    {
        CountedRules counted;
        counted.take(forecast({{kCarts, "at_1"}}, 1, true));
        counted.take(forecast({{kSessions, "at_1"}, {kSessions, "seen_1"}}, 2, true));
        QCOMPARE(counted.collections(), 2);
        QCOMPARE(counted.find({kCarts, "at_1"})->histogram.shown.overdue, std::int64_t{1});
        QCOMPARE(counted.find({kSessions, "seen_1"})->histogram.shown.overdue, std::int64_t{2});
        QCOMPARE(counted.forecastOf(kSessions).rules.size(), std::size_t{2});
    }
    void aNewerPartReplacesItsCollections()
    {
        CountedRules counted;
        counted.take(forecast({{kCarts, "at_1"}, {kSessions, "at_1"}}, 1, true));
        counted.take(forecast({{kSessions, "seen_1"}}, 2, true));
        QVERIFY(counted.find({kCarts, "at_1"}));
        QVERIFY(!counted.find({kSessions, "at_1"})); // it no longer exists
        QVERIFY(counted.find({kSessions, "seen_1"}));
    }
    void aWholeForecastReplacesEverything()
    {
        CountedRules counted;
        counted.take(forecast({{kCarts, "at_1"}}, 1, true));
        counted.take(forecast({{kSessions, "at_1"}}, 2, false));
        QVERIFY(!counted.find({kCarts, "at_1"}));
        QVERIFY(counted.forecastOf(kCarts).rules.empty());
    }
    void nothingIsKnownBeforeTheFirst()
    {
        CountedRules counted;
        QVERIFY(!counted.find({kCarts, "at_1"}));
        counted.take(forecast({{kCarts, "at_1"}}, 1, true));
        counted.clear();
        QVERIFY(!counted.find({kCarts, "at_1"}));
    }
};

SANDGLASS_TEST(TestCountedRules)
} // namespace tst_presenters_counted_rules

#include "tst_presenters_counted_rules.moc"
