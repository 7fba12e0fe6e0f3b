// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/presenters/forecast/covered_rules.h"
#include "tests/support/test_program.h"

#include <QObject>
#include <QTest>

namespace tst_presenters_covered_rules {

using namespace sandglass;
using presenters::CoveredRules;

namespace {

constexpr int kMany = 50;

protocol::Namespace collection(int number)
{
    return {"app", "c" + std::to_string(100 + number)};
}

std::vector<ttl::Rule> rules(int collections)
{
    std::vector<ttl::Rule> made(static_cast<std::size_t>(collections));
    for (int i = 0; i < collections; ++i) {
        made[static_cast<std::size_t>(i)].index = {collection(i), "at_1"};
    }
    return made;
}

} // namespace

class TestCoveredRules : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void aSmallServerIsCoveredAsAWhole()
    {
        CoveredRules covered;
        covered.setSeen({collection(1)});
        QVERIFY(!covered.of(rules(static_cast<int>(CoveredRules::kMost))));
    }
    void ofALargeOneWhatIsSeenIsCovered()
    {
        CoveredRules covered;
        covered.setSeen({collection(49), collection(1), {"app", "gone"}});
        QCOMPARE(*covered.of(rules(kMany)), (std::set{collection(1), collection(49)}));
    }
    void beforeAnythingIsSeenTheFirstOnesAreCovered()
    {
        const auto first = CoveredRules().of(rules(kMany));
        QVERIFY(first);
        QCOMPARE(first->size(), CoveredRules::kMost);
        QVERIFY(first->contains(collection(0)));
        QVERIFY(!first->contains(collection(kMany - 1)));
    }
    void onlyNewOnesAreReported()
    {
        CoveredRules covered;
        QVERIFY(covered.setSeen({collection(1), collection(2)}));
        QVERIFY(!covered.setSeen({collection(2)}));
        QVERIFY(covered.setSeen({collection(2), collection(3)}));
    }
    void aHighWindowDoesNotCoverMore()
    {
        CoveredRules covered;
        std::vector<protocol::Namespace> all;
        for (int i = 0; i < kMany; ++i) {
            all.push_back(collection(i));
        }
        covered.setSeen(all);
        QCOMPARE(covered.of(rules(kMany))->size(), CoveredRules::kMost);
    }
    void theUserMayWantAll()
    {
        CoveredRules covered;
        covered.setAll(true);
        QVERIFY(!covered.of(rules(kMany)));
        covered.setAll(false);
        QVERIFY(covered.of(rules(kMany)));
    }
};

SANDGLASS_TEST(TestCoveredRules)
} // namespace tst_presenters_covered_rules

#include "tst_presenters_covered_rules.moc"
