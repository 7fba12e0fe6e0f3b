// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/command_fixture.h"
#include "tests/support/test_program.h"

#include <QTest>

#include <limits>
#include <memory>

namespace tst_commands_aggregate {

using namespace sandglass;
using namespace sandglass::tests;

class TestAggregate : public QObject
{
    Q_OBJECT

private slots:
    void init()
    {
        m_db = std::make_unique<CommandFixture>();
        m_db->good(R"({"insert":"c","documents":[{"_id":1,"a":3,"k":"x"},{"_id":2,"a":1,"k":"y"},
                                                 {"_id":3,"a":2,"k":"x"}]})");
        m_db->good(R"({"createIndexes":"c","indexes":[{"key":{"a":1},"name":"a_1"}]})");
    }
    void cleanup() { m_db.reset(); }

    void pipelinesReadTheCollection()
    {
        QCOMPARE(
            m_db->aggregated(
                "c", R"([{"$match":{"a":{"$gte":2}}},{"$sort":{"a":1}},{"$project":{"a":1}}])"),
            QStringLiteral(R"({"_id":3,"a":2} {"_id":1,"a":3})"));
        QCOMPARE(m_db->aggregated(
                     "c", R"([{"$match":{"k":"x"}},{"$group":{"_id":null,"s":{"$sum":"$a"}}}])"),
                 QStringLiteral(R"({"_id":null,"s":5})"));
    }

    void statisticsInsideAJoinAreThoseOfTheJoined()
    {
        m_db->good(R"({"insert":"joined","documents":[{"_id":1},{"_id":2}]})");
        m_db->good(R"({"insert":"outer","documents":[{"_id":1}]})");
        const QString stats
            = QStringLiteral(R"([{"$collStats":{"count":{}}},{"$project":{"ns":1,"count":1}}])");
        const QString named = QStringLiteral(R"({"ns":"db.joined","count":2})");
        QCOMPARE(m_db->aggregated(
                     "outer",
                     QStringLiteral(R"([{"$lookup":{"from":"joined","as":"s","pipeline":%1}},)"
                                    R"({"$unwind":"$s"},{"$replaceRoot":{"newRoot":"$s"}}])")
                         .arg(stats)
                         .toStdString()),
                 named);
        QCOMPARE(
            m_db->aggregated("outer",
                             QStringLiteral(R"([{"$unionWith":{"coll":"joined","pipeline":%1}},)"
                                            R"({"$match":{"ns":{"$exists":true}}}])")
                                 .arg(stats)
                                 .toStdString()),
            named);
        QCOMPARE(m_db->codeOf(R"({"aggregate":"outer","cursor":{},"pipeline":[{"$unionWith":{
                                  "coll":"missing","pipeline":[{"$collStats":{"count":{}}}]}}]})"),
                 26);
        // null is not given
        m_db->good(R"({"aggregate":"outer","cursor":{},"pipeline":[{"$merge":{"into":"to",
                       "let":null,"whenNotMatched":null}}]})");
        QCOMPARE(m_db->found("to"), QStringLiteral(R"({"_id":1})"));
    }

    void plainCountsNeedNoDocuments()
    {
        QCOMPARE(m_db->aggregated("c", R"([{"$match":{}},{"$group":{"_id":1,"n":{"$sum":1}}}])"),
                 QStringLiteral(R"({"_id":1,"n":3})"));
        QCOMPARE(m_db->aggregated("c", R"([{"$count":"total"}])"),
                 QStringLiteral(R"({"total":3})"));
        m_db->good(R"({"create":"none"})");
        QCOMPARE(m_db->aggregated("none", R"([{"$group":{"_id":1,"n":{"$sum":1}}}])"), QString());
    }

    void lookupsReadOtherCollections()
    {
        m_db->good(R"({"insert":"names","documents":[{"_id":"x","name":"first"}]})");
        QCOMPARE(m_db->aggregated(
                     "c", R"([{"$match":{"_id":1}},{"$lookup":{"from":"names","localField":"k",
                       "foreignField":"_id","as":"n"}},{"$project":{"n":1}}])"),
                 QStringLiteral(R"({"_id":1,"n":[{"_id":"x","name":"first"}]})"));
    }

    void collectionStatisticsAreAStage()
    {
        const bson::Document reply = m_db->good(
            R"({"aggregate":"c","pipeline":[{"$collStats":{"storageStats":{"scale":1},"count":{}}}],"cursor":{}})");
        VERIFY_HOLDS(firstOf(reply), R"({"ns":"db.c","host":"localhost:27017","count":3,
                                         "storageStats":{"count":3,"nindexes":2,"scaleFactor":1}})");
        QCOMPARE(
            m_db->codeOf(
                R"({"aggregate":"nope","pipeline":[{"$collStats":{"count":{}}}],"cursor":{}})"),
            26);
    }

    void indexStatisticsCountUses()
    {
        m_db->found("c", R"("filter":{"a":1})");
        const bson::Document reply = m_db->good(
            R"({"aggregate":"c","pipeline":[{"$indexStats":{}},{"$match":{"name":"a_1"}}],"cursor":{}})");
        VERIFY_HOLDS(firstOf(reply), R"({"name":"a_1","key":{"a":1},"host":"localhost:27017",
                                         "accesses":{"ops":1},"spec":{"v":2,"name":"a_1"}})");
        QCOMPARE(firstOf(reply).view().at("accesses.since").type(), bson::Type::Date);
    }

    void indexStatisticsTellAWindowItsOwnUses()
    {
        m_db->found("c", R"("filter":{"a":1})");
        m_db->found("c", R"("filter":{"a":1},"comment":"Sandglass")");
        m_db->found("c", R"("filter":{"a":1},"comment":"Sandglass")");
        m_db->found("c", R"("filter":{"_id":1},"comment":"Sandglass")");
        const auto accesses = [this](const std::string& more) {
            return m_db->good(
                R"({"aggregate":"c","pipeline":[{"$indexStats":{}},{"$sort":{"name":1}},{"$project":{"_id":0,"accesses":1}}],"cursor":{})"
                + more + "}");
        };
        const bson::Document ofWindow = accesses(R"(,"comment":"Sandglass")");
        VERIFY_HOLDS(firstOf(ofWindow), R"({"accesses":{"ops":1,"sandglassOps":1}})");
        const bson::Document second(ofWindow.view().at("cursor.firstBatch.1").asDocument());
        VERIFY_HOLDS(second, R"({"accesses":{"ops":3,"sandglassOps":2}})");
        // applications see the fields of MongoDB
        QVERIFY(!firstOf(accesses("")).view().at("accesses").asDocument().contains("sandglassOps"));
    }

    void indexStatisticsTellOfAnUnusableExpiry()
    {
        engine::catalog::IndexDefinition old;
        old.name = "old";
        old.key = bson::makeDocument("t", 1);
        old.expireAfterSeconds = bson::Value::of(std::numeric_limits<double>::quiet_NaN());
        need(m_db->data.catalog->createIndexes({"db", "c"}, {old}));
        const bson::Document reply = m_db->good(
            R"({"aggregate":"c","pipeline":[{"$indexStats":{}},{"$match":{"name":"old"}}],"cursor":{}})");
        VERIFY_HOLDS(
            firstOf(reply),
            R"({"spec":{"expireAfterSeconds":2147483647},"sandglassUnusableExpiry":true})");
    }

    void currentOperationsNeedTheAdminDatabase()
    {
        const std::string command = R"({"aggregate":1,"pipeline":[{"$currentOp":{}}],"cursor":{}})";
        engine::operations::Operation operation;
        operation.kind = "command";
        operation.ns = "db.c";
        operation.startedAt = m_db->data.clock.now();
        const auto entry = m_db->records.running.begin(operation);
        VERIFY_HOLDS(firstOf(m_db->runOnAdmin(command)),
                     R"({"type":"op","ns":"db.c","active":true})");
        QCOMPARE(m_db->codeOf(command), 73);
    }

    void refusalsHaveTheirCodes_data()
    {
        QTest::addColumn<QString>("command");
        QTest::addColumn<int>("code");
        QTest::newRow("no cursor") << R"({"aggregate":"c","pipeline":[]})" << 9;
        QTest::newRow("no pipeline") << R"({"aggregate":"c","cursor":{}})" << 40414;
        QTest::newRow("pipeline no array") << R"({"aggregate":"c","pipeline":5,"cursor":{}})" << 14;
        QTest::newRow("unknown stage")
            << R"({"aggregate":"c","pipeline":[{"$foo":1}],"cursor":{}})" << 40324;
        QTest::newRow("unknown field")
            << R"({"aggregate":"c","pipeline":[],"cursor":{},"foo":1})" << 40415;
        QTest::newRow("no collection")
            << R"({"aggregate":1,"pipeline":[{"$match":{}}],"cursor":{}})" << 73;
        QTest::newRow("cursor no document")
            << R"({"aggregate":"c","pipeline":[],"cursor":1})" << 14;
        QTest::newRow("bad hint") << R"({"aggregate":"c","pipeline":[],"cursor":{},"hint":"nope"})"
                                  << 2;
    }
    void refusalsHaveTheirCodes()
    {
        QFETCH(QString, command);
        QTEST(m_db->codeOf(command.toStdString()), "code");
    }

    void batchesOfAPipelineAreFetched()
    {
        const bson::Document first = m_db->good(
            R"({"aggregate":"c","pipeline":[{"$sort":{"_id":1}},{"$project":{"_id":1}}],"cursor":{"batchSize":1}})");
        const std::int64_t id = first["cursor"].asDocument()["id"].asInt64();
        const bson::Document next = m_db->run(bson::makeDocument("getMore", id, "collection", "c"));
        QCOMPARE(CommandFixture::listed(next["cursor"].asDocument()["nextBatch"]),
                 QStringLiteral(R"({"_id":2} {"_id":3})"));
    }

    void outReplacesTheTargetAndKeepsItsIndexes()
    {
        m_db->good(R"({"insert":"target","documents":[{"_id":"old"}]})");
        m_db->good(
            R"({"createIndexes":"target","indexes":[{"key":{"t":1},"name":"t_1","expireAfterSeconds":5}]})");
        QCOMPARE(m_db->aggregated(
                     "c", R"([{"$match":{"k":"x"}},{"$project":{"_id":1}},{"$out":"target"}])"),
                 QString());
        QCOMPARE(m_db->found("target"), QStringLiteral(R"({"_id":1} {"_id":3})"));
        VERIFY_HOLDS(m_db->listedIndex("target", "t_1"), R"({"expireAfterSeconds":5})");
        QCOMPARE(m_db->good(R"({"listCollections":1,"nameOnly":true})")["cursor"]
                     .asDocument()["firstBatch"]
                     .asDocument()
                     .count(),
                 std::size_t{2});
    }

    void aFailedOutLeavesTheTargetAsItWas()
    {
        m_db->good(R"({"insert":"target","documents":[{"_id":"old"}]})");
        QCOMPARE(
            m_db->codeOf(
                R"({"aggregate":"c","pipeline":[{"$project":{"_id":{"$literal":7}}},{"$out":"target"}],"cursor":{}})"),
            11000);
        QCOMPARE(m_db->found("target"), QStringLiteral(R"({"_id":"old"})"));
    }

    void mergeFollowsItsModes_data()
    {
        QTest::addColumn<QString>("mode");
        QTest::addColumn<QString>("result");
        QTest::newRow("merge") << R"("whenMatched":"merge")"
                               << R"({"_id":1,"b":9,"a":3} {"_id":3,"a":2})";
        QTest::newRow("replace") << R"("whenMatched":"replace")"
                                 << R"({"_id":1,"a":3} {"_id":3,"a":2})";
        QTest::newRow("keep") << R"("whenMatched":"keepExisting")"
                              << R"({"_id":1,"b":9} {"_id":3,"a":2})";
        QTest::newRow("discard") << R"("whenNotMatched":"discard")"
                                 << R"({"_id":1,"b":9,"a":3})";
        QTest::newRow("pipeline") << R"("whenMatched":[{"$set":{"sum":{"$add":["$b","$$new.a"]}}}])"
                                  << R"({"_id":1,"b":9,"sum":12} {"_id":3,"a":2})";
    }
    void mergeFollowsItsModes()
    {
        QFETCH(QString, mode);
        QFETCH(QString, result);
        m_db->good(R"({"insert":"target","documents":[{"_id":1,"b":9}]})");
        m_db->aggregated("c",
                         R"([{"$match":{"k":"x"}},{"$project":{"a":1}},{"$merge":{"into":"target",)"
                             + mode.toStdString() + "}}]");
        QCOMPARE(m_db->found("target", R"("sort":{"_id":1})"), result);
    }

    void mergeNeedsUniqueFields()
    {
        QCOMPARE(
            m_db->codeOf(
                R"({"aggregate":"c","pipeline":[{"$merge":{"into":"target","on":"k"}}],"cursor":{}})"),
            51183);
    }

private:
    static bson::Document firstOf(const bson::Document& reply)
    {
        return bson::Document(
            reply["cursor"].asDocument()["firstBatch"].asDocument()["0"].asDocument());
    }

    std::unique_ptr<CommandFixture> m_db;
};

SANDGLASS_TEST(TestAggregate)
} // namespace tst_commands_aggregate

#include "tst_commands_aggregate.moc"
