// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/bson/compare.h"
#include "tests/cases/member.h"
#include "tests/support/test_program.h"

#include <QObject>
#include <QTest>

#include <chrono>

namespace tst_case_standby {

using namespace sandglass;
using namespace sandglass::cases;
using namespace std::chrono_literals;

// Two members need two engines, which a case file does not have.
class TestCaseStandby : public QObject
{
    Q_OBJECT

private slots:
    void c122ASecondaryDeletesNothingAndCountsNoPass()
    {
        const base::Time start(base::Millis(1'893'456'000'000));
        Member primary(start);
        primary.start();
        primary.run("cases", ttlIndex());
        primary.run("cases", insertExpiredAt(start));
        Member secondary(start);
        secondary.start({"--standby-of", primary.engine.dataFolder()});
        QTRY_COMPARE_WITH_TIMEOUT(secondary.documents(), std::int64_t{1}, kPatienceMillis);

        // a day later, on its clock alone, it still has the document
        secondary.engine.clock.advance(24h);
        QCOMPARE(secondary.documents(), std::int64_t{1});

        primary.engine.clock.advance(24h);
        QTRY_COMPARE_WITH_TIMEOUT(primary.metric("passes"), std::int64_t{1}, kPatienceMillis);
        QCOMPARE(primary.metric("deletedDocuments"), std::int64_t{1});
        // what the primary deleted arrives; the secondary has made no pass of its own
        QTRY_COMPARE_WITH_TIMEOUT(secondary.documents(), std::int64_t{0}, kPatienceMillis);
        QCOMPARE(secondary.metric("passes"), std::int64_t{0});
        QCOMPARE(secondary.metric("deletedDocuments"), std::int64_t{0});
    }

    void aRefusalNamesTheTopologySoThatDriversDoNotStopToAskForIt()
    {
        const base::Time start(base::Millis(1'893'456'000'000));
        Member primary(start);
        primary.start();
        primary.run("cases", insertExpiredAt(start));
        Member secondary(start);
        secondary.start({"--standby-of", primary.engine.dataFolder()});
        const auto hello = secondary.run("admin", bson::makeDocument("hello", 1));
        const auto refused = secondary.run("cases", insertExpiredAt(start));
        QCOMPARE(refused["code"].asInt32(), 10107);
        QVERIFY(bson::equal(refused["topologyVersion"], hello["topologyVersion"]));
    }

private:
    static constexpr int kPatienceMillis = 30'000; // sanitizers and shared machines are slow

    static bson::Document ttlIndex()
    {
        return bson::makeDocument(
            "createIndexes", "c", "indexes",
            bson::Value::array(bson::makeArray(bson::makeDocument(
                "key", bson::makeDocument("t", 1), "name", "t_1", "expireAfterSeconds", 5))));
    }
    static bson::Document insertExpiredAt(base::Time time)
    {
        return bson::makeDocument("insert", "c", "documents",
                                  bson::Value::array(bson::makeArray(
                                      bson::makeDocument("_id", 1, "t", bson::Date::from(time)))));
    }
};

SANDGLASS_TEST(TestCaseStandby)

} // namespace tst_case_standby

#include "tst_case_standby.moc"
