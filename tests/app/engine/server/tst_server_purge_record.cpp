// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/engine/expiry/purge_pass.h"
#include "app/engine/server/purge_record.h"
#include "tests/support/command_fixture.h"
#include "tests/support/test_program.h"

#include <QTest>

namespace tst_server_purge_record {

using namespace sandglass;
using namespace sandglass::tests;

/// Deletions of the TTL monitor in system.profile.
class TestPurgeRecord : public QObject
{
    Q_OBJECT

private slots:
    void aVisitIsRecordedAsADeletion();
    void withoutProfilingNothingIsRecorded();
    void slowVisitsAreLeftToTheMonitorsOwnLine();

private:
    static void purge(CommandFixture& db)
    {
        db.good(R"({"createIndexes":"c","indexes":[{"key":{"t":1},"name":"t_1",
                    "expireAfterSeconds":5}]})");
        db.good(R"({"insert":"c","documents":[{"_id":1,"t":{"$date":"2001-01-01T00:00:00Z"}},
                    {"_id":2,"t":{"$date":"2001-01-02T00:00:00Z"}},{"_id":3}]})");
        const engine::expiry::TtlSettings settings;
        engine::expiry::TtlCounters counters;
        engine::expiry::PurgePass pass(*db.data.catalog, db.data.clock, db.data.log, settings,
                                       counters);
        pass.setVisitHook([&db](const engine::expiry::VisitReport& report) {
            engine::server::recordPurge(report, db.records.profiler);
        });
        pass.run([] { return false; });
    }
};

void TestPurgeRecord::aVisitIsRecordedAsADeletion()
{
    CommandFixture db;
    db.good(R"({"profile":2})");
    purge(db);
    const bson::Document reply = db.good(R"({"find":"system.profile"})");
    const bson::DocumentView batch = reply["cursor"].asDocument()["firstBatch"].asDocument();
    QCOMPARE(batch.count(), std::size_t{1});
    const bson::Document entry(batch["0"].asDocument());
    VERIFY_HOLDS(entry, R"({"op":"remove","ns":"db.c","ndeleted":2,"keysDeleted":4,
                     "keysExamined":2,"docsExamined":2,"planSummary":"IXSCAN { t: 1 }",
                     "desc":"TTLMonitor","command":{"limit":0}})");
    QVERIFY(!entry.contains("client"));
    const bson::ValueView query = entry["command"].asDocument()["q"].asDocument()["t"];
    QCOMPARE(query.asDocument()["$lte"].asDate().millis,
             bson::Date::from(db.data.clock.now()).millis - 5'000);
}

void TestPurgeRecord::withoutProfilingNothingIsRecorded()
{
    CommandFixture db;
    purge(db);
    QCOMPARE(db.found("system.profile"), QString());
}

void TestPurgeRecord::slowVisitsAreLeftToTheMonitorsOwnLine()
{
    CommandFixture db;
    db.good(R"({"profile":0,"slowms":0})");
    purge(db);
    QCOMPARE(db.data.log.count(51803), 0);
}

SANDGLASS_TEST(TestPurgeRecord)

} // namespace tst_server_purge_record

#include "tst_server_purge_record.moc"
