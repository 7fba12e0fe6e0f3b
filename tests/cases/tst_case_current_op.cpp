// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/cases/member.h"
#include "tests/support/test_program.h"

#include <QObject>
#include <QTest>

#include <chrono>

namespace tst_case_current_op {

using namespace sandglass;
using namespace sandglass::cases;
using namespace std::chrono_literals;

// A look at a pass that is at work needs a second hand, which a case file does not have.
class TestCaseCurrentOp : public QObject
{
    Q_OBJECT

private slots:
    void deletionsOfTheMonitorShowWhenAllOperationsAreAskedFor()
    {
        const base::Time start(base::Millis(1'893'456'000'000));
        Member server(start);
        // one document at a time, so that the pass takes long enough to be seen
        server.start({"--setParameter", "batchedDeletesTargetBatchDocs=1"});
        server.run("cases", ttlIndex());
        server.run("cases", expiredAt(start));
        server.engine.clock.advance(24h);
        QTRY_VERIFY_WITH_TIMEOUT(showsRemoval(server, true) || server.metric("passes") > 0, 60'000);
        QCOMPARE(server.metric("passes"), std::int64_t{0});
        QVERIFY(!showsRemoval(server, false));
    }

private:
    /// Whether the monitor's deletion from cases.c is listed.
    static bool showsRemoval(Member& server, bool all)
    {
        const auto reply = server.run("admin", bson::makeDocument("currentOp", 1, "$all", all));
        for (const bson::Element& element : reply["inprog"].asDocument()) {
            const bson::DocumentView operation = element.value.asDocument();
            if (operation["desc"].asString() == "TTLMonitor" && operation["active"].asBool()
                && operation["op"].asString() == "remove"
                && operation["ns"].asString() == "cases.c") {
                return true;
            }
        }
        return false;
    }

    static bson::Document ttlIndex()
    {
        return bson::makeDocument(
            "createIndexes", "c", "indexes",
            bson::Value::array(bson::makeArray(bson::makeDocument(
                "key", bson::makeDocument("t", 1), "name", "t_1", "expireAfterSeconds", 5))));
    }
    static bson::Document expiredAt(base::Time time)
    {
        constexpr int kDocuments = 30'000;
        bson::Builder documents;
        for (int id = 0; id < kDocuments; ++id) {
            documents.push(bson::makeDocument("_id", id, "t", bson::Date::from(time)));
        }
        return bson::makeDocument("insert", "c", "documents", bson::Value::array(documents.take()));
    }
};

SANDGLASS_TEST(TestCaseCurrentOp)

} // namespace tst_case_current_op

#include "tst_case_current_op.moc"
