// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/command_fixture.h"
#include "tests/support/test_program.h"

#include <QTest>

#include <memory>

namespace tst_commands_explain {

using namespace sandglass;
using namespace sandglass::tests;

class TestExplain : public QObject
{
    Q_OBJECT

private slots:
    void init()
    {
        m_db = std::make_unique<CommandFixture>();
        m_db->good(
            R"({"insert":"c","documents":[{"_id":1,"a":3,"t":{"$date":"2020-01-01T00:00:00Z"}},
            {"_id":2,"a":1,"t":{"$date":"2020-01-02T00:00:00Z"}},{"_id":3,"a":2}]})");
        m_db->good(R"({"createIndexes":"c","indexes":[
            {"key":{"a":1},"name":"a_1"},{"key":{"t":1},"name":"t_1","expireAfterSeconds":5},
            {"key":{"z":1,"a":-1},"name":"za"},{"key":{"h":1},"name":"h_1","hidden":true}]})");
    }
    void cleanup() { m_db.reset(); }

    void plansAreChosen_data()
    {
        QTest::addColumn<QString>("command");
        QTest::addColumn<QString>("stages");
        const auto row = [](const char* name, const char* command, const char* stages) {
            QTest::newRow(name) << QString::fromLatin1(command) << QString::fromLatin1(stages);
        };
        row("all", R"({"find":"c"})", "COLLSCAN");
        row("id", R"({"find":"c","filter":{"_id":1}})", "IDHACK");
        row("id range", R"({"find":"c","filter":{"_id":{"$gt":1}}})", "FETCH IXSCAN:_id_");
        row("equality", R"({"find":"c","filter":{"a":1}})", "FETCH IXSCAN:a_1");
        row("range", R"({"find":"c","filter":{"a":{"$gt":1}}})", "FETCH IXSCAN:a_1");
        row("list", R"({"find":"c","filter":{"a":{"$in":[1,2]}}})", "FETCH IXSCAN:a_1");
        row("TTL index", R"({"find":"c","filter":{"t":{"$lt":{"$date":"2021-01-01T00:00:00Z"}}}})",
            "FETCH IXSCAN:t_1");
        row("longer prefix wins", R"({"find":"c","filter":{"z":1,"a":1}})", "FETCH IXSCAN:za");
        row("hidden", R"({"find":"c","filter":{"h":1}})", "COLLSCAN");
        row("null", R"({"find":"c","filter":{"a":null}})", "COLLSCAN");
        row("hint", R"({"find":"c","filter":{"z":1},"hint":"a_1"})", "FETCH IXSCAN:a_1");
        row("sort by index", R"({"find":"c","sort":{"a":1}})", "FETCH IXSCAN:a_1");
        row("sort after equality", R"({"find":"c","filter":{"z":1},"sort":{"a":-1}})",
            "FETCH IXSCAN:za");
        row("sort in memory", R"({"find":"c","sort":{"x":1},"limit":5})", "LIMIT SORT COLLSCAN");
        row("skip and projection", R"({"find":"c","skip":1,"projection":{"a":1}})",
            "PROJECTION_DEFAULT SKIP COLLSCAN");
        row("missing collection", R"({"find":"nope"})", "EOF");
        row("count", R"({"count":"c","query":{"a":1}})", "COUNT FETCH IXSCAN:a_1");
        row("count of all", R"({"count":"c"})", "COUNT RECORD_STORE_FAST_COUNT");
        row("count of dates",
            R"({"count":"c","query":{"t":{"$lt":{"$date":"2021-01-01T00:00:00Z"}}}})",
            "COUNT DATE_BLOCKS:t_1");
        row("delete many", R"({"delete":"c","deletes":[{"q":{"a":1},"limit":0}]})",
            "BATCHED_DELETE FETCH IXSCAN:a_1");
        row("delete one", R"({"delete":"c","deletes":[{"q":{"a":1},"limit":1}]})",
            "DELETE FETCH IXSCAN:a_1");
        row("update", R"({"update":"c","updates":[{"q":{"_id":1},"u":{"$set":{"a":1}}}]})",
            "UPDATE IDHACK");
        row("findAndModify", R"({"findAndModify":"c","query":{"_id":1},"remove":true})",
            "DELETE IDHACK");
        row("distinct", R"({"distinct":"c","key":"a","query":{"a":1}})", "FETCH IXSCAN:a_1");
        row("aggregate", R"({"aggregate":"c","pipeline":[{"$match":{"a":1}}],"cursor":{}})",
            "FETCH IXSCAN:a_1");
    }
    void plansAreChosen()
    {
        QFETCH(QString, command);
        const bson::Document reply = m_db->good(R"({"explain":)" + command.toStdString()
                                                + R"(,"verbosity":"queryPlanner"})");
        QVERIFY(!reply.contains("executionStats"));
        QTEST(stagesOf(reply["queryPlanner"].asDocument()["winningPlan"]), "stages");
    }

    void executionShowsWhatWasRead()
    {
        VERIFY_HOLDS(
            m_db->run(
                R"({"explain":{"find":"c","filter":{"a":{"$gte":2}}},"verbosity":"executionStats"})"),
            R"({"explainVersion":"1","executionStats":{"executionSuccess":true,"nReturned":2,
                         "totalKeysExamined":2,"totalDocsExamined":2,
                         "executionStages":{"stage":"FETCH","nReturned":2,
                             "inputStage":{"stage":"IXSCAN","keysExamined":2}}},
                         "serverInfo":{"host":"localhost","port":27017},"ok":1})");
    }

    void aPreviewOfADeletionCountsAndChangesNothing()
    {
        VERIFY_HOLDS(
            m_db->run(
                R"({"explain":{"delete":"c","deletes":[{"q":{"t":{"$lte":{"$date":"2020-01-01T12:00:00Z"}}},
                                   "limit":0}]},"verbosity":"executionStats"})"),
            R"({"executionStats":{"nReturned":0,"totalDocsExamined":1,
                         "executionStages":{"stage":"BATCHED_DELETE","nWouldDelete":1}},"ok":1})");
        VERIFY_HOLDS(m_db->run(R"({"count":"c"})"), R"({"n":3})");
    }

    void aPreviewOfAnUpdateChangesNothing()
    {
        VERIFY_HOLDS(
            m_db->run(
                R"({"explain":{"update":"c","updates":[{"q":{},"u":{"$set":{"a":1}},"multi":true}]}})"),
            R"({"executionStats":{"executionStages":{"stage":"UPDATE","nMatched":3,"nWouldModify":2,
                         "nWouldUpsert":0}},"ok":1})");
        VERIFY_HOLDS(m_db->run(R"({"count":"c","query":{"a":1}})"), R"({"n":1})");
    }

    void laterStagesOfAPipelineStandBehindTheCursor()
    {
        const bson::Document reply = m_db->good(
            R"({"explain":{"aggregate":"c","pipeline":[{"$match":{"a":1}},{"$group":{"_id":"$a"}}],"cursor":{}}})");
        const bson::DocumentView stages = reply["stages"].asDocument();
        QCOMPARE(stages.count(), std::size_t{2});
        QVERIFY(stages["0"].asDocument()["$cursor"].asDocument().contains("executionStats"));
        QVERIFY(stages["1"].asDocument().contains("$group"));
    }

    void aggregateMayAskForItsOwnPlan()
    {
        const bson::Document reply
            = m_db->good(R"({"aggregate":"c","pipeline":[{"$match":{"a":1}}],"explain":true})");
        QCOMPARE(stagesOf(reply["queryPlanner"].asDocument()["winningPlan"]),
                 QStringLiteral("FETCH IXSCAN:a_1"));
    }

    void theCommandIsRepeatedWithItsDatabase()
    {
        VERIFY_HOLDS(m_db->good(R"({"explain":{"find":"c","filter":{"a":1}}})"),
                     R"({"command":{"find":"c","filter":{"a":1},"$db":"db"}})");
        const bson::Document named = m_db->good(R"({"explain":{"find":"c","$db":"db"}})");
        QCOMPARE(named["command"].asDocument().count(), std::size_t{2});
    }

    void firstStagesOfAPipelineBelongToThePlan()
    {
        const bson::Document reply = m_db->good(
            R"({"explain":{"aggregate":"c","pipeline":[{"$match":{"a":{"$gt":0}}},{"$sort":{"x":1}},
                {"$skip":1},{"$limit":1}],"cursor":{}},"verbosity":"executionStats"})");
        QVERIFY(!reply.contains("stages"));
        QCOMPARE(stagesOf(reply["queryPlanner"].asDocument()["winningPlan"]),
                 QStringLiteral("LIMIT SKIP SORT FETCH IXSCAN:a_1"));
        VERIFY_HOLDS(reply, R"({"executionStats":{"nReturned":1,"totalDocsExamined":3}})");
    }

    void whatIsSaidOfThePlannerDependsOnTheVersion()
    {
        m_db->facts.productVersion = "1.2.3";
        const char* const find = R"({"explain":{"find":"c"},"verbosity":"queryPlanner"})";
        VERIFY_HOLDS(m_db->good(find),
                     R"({"queryPlanner":{"maxIndexedOrSolutionsReached":false,
                         "maxIndexedAndSolutionsReached":false,"maxScansToExplodeReached":false,
                         "winningPlan":{"isCached":false,"stage":"COLLSCAN"}},
                         "serverInfo":{"gitVersion":"sandglass-1.2.3"}})");
        m_db->facts.versionNumbers = {4, 4, 0, 0};
        const bson::Document old = m_db->good(find);
        const bson::DocumentView planner = old["queryPlanner"].asDocument();
        QVERIFY(!planner.contains("maxScansToExplodeReached"));
        QVERIFY(!planner["winningPlan"].asDocument().contains("isCached"));
    }

    void batchesAreNamedSinceVersion61Only()
    {
        m_db->facts.versionNumbers = {6, 0, 0, 0};
        const bson::Document reply
            = m_db->good(R"({"explain":{"delete":"c","deletes":[{"q":{},"limit":0}]}})");
        QCOMPARE(stagesOf(reply["queryPlanner"].asDocument()["winningPlan"]),
                 QStringLiteral("DELETE COLLSCAN"));
    }

    void queriesOfOneShapeShareTheirHash_data()
    {
        QTest::addColumn<QString>("left");
        QTest::addColumn<QString>("right");
        QTest::addColumn<bool>("same");
        const auto row = [](const char* left, const char* right, bool same) {
            QTest::addRow("%s and %s", left, right)
                << QString::fromLatin1(left) << QString::fromLatin1(right) << same;
        };
        row(R"("filter":{"a":1})", R"("filter":{"a":{"$eq":3}})", true);
        row(R"("filter":{"a":1,"b":2})", R"("filter":{"$and":[{"b":2},{"a":1}]})", true);
        row(R"("filter":{"a":{"$in":[1,2]}})", R"("filter":{"a":{"$in":[3,4]}})", true);
        row(R"("filter":{"a":{"$regex":"^1"}})", R"("filter":{"a":{"$regex":"^2"}})", true);
        row(R"("filter":{"$or":[{"a":1},{"b":2}]})", R"("filter":{"$or":[{"b":3},{"a":4}]})", true);
        row(R"("projection":{"a":1,"b":1})", R"("projection":{"b":1,"a":1})", true);
        row(R"("filter":{"a":1})", R"("filter":{"b":1})", false);
        row(R"("filter":{"a":{"$gt":1}})", R"("filter":{"a":{"$lt":1}})", false);
        row(R"("filter":{"a":{"$in":[1]}})", R"("filter":{"a":{"$in":[1,2]}})", false);
        row(R"("filter":{"a":{"$exists":true}})", R"("filter":{"a":{"$exists":false}})", false);
        row(R"("filter":{"a":{"$not":{"$gt":1}}})", R"("filter":{"a":{"$not":{"$lt":1}}})", false);
        row(R"("sort":{"a":1})", R"("sort":{"a":-1})", false);
        row(R"("collation":{"locale":"en"})", R"("collation":{"locale":"fr"})", false);
    }
    void queriesOfOneShapeShareTheirHash()
    {
        QFETCH(QString, left);
        QFETCH(QString, right);
        QCOMPARE(hashOf(left).size(), std::size_t{8});
        QTEST(hashOf(left) == hashOf(right), "same");
    }

    void refusalsHaveTheirCodes_data()
    {
        QTest::addColumn<QString>("command");
        QTest::addColumn<int>("code");
        QTest::newRow("unknown command") << R"({"explain":{"foo":1}})" << 59;
        QTest::newRow("bad verbosity") << R"({"explain":{"find":"c"},"verbosity":"loud"})" << 2;
        QTest::newRow("not explainable") << R"({"explain":{"insert":"c","documents":[{}]}})" << 20;
        QTest::newRow("empty") << R"({"explain":{}})" << 59;
        QTest::newRow("no document") << R"({"explain":5})" << 14;
        QTest::newRow("other database") << R"({"explain":{"find":"c","$db":"other"}})" << 73;
        QTest::newRow("no database") << R"({"explain":{"find":"c","$db":5}})" << 73;
        QTest::newRow("inner error") << R"({"explain":{"find":"c","foo":1}})" << 40415;
    }
    void refusalsHaveTheirCodes()
    {
        QFETCH(QString, command);
        QTEST(m_db->codeOf(command.toStdString()), "code");
    }

private:
    std::string hashOf(const QString& options)
    {
        const bson::Document reply
            = m_db->good(R"({"explain":{"find":"c",)" + options.toStdString() + "}}");
        return std::string(reply["queryPlanner"].asDocument()["queryHash"].asString());
    }
    static QString stagesOf(bson::ValueView plan)
    {
        QStringList names;
        for (bson::DocumentView stage = plan.asDocument(); !stage.empty();
             stage = stage["inputStage"].asDocument()) {
            QString name = QString::fromStdString(std::string(stage["stage"].asString()));
            if (stage.contains("indexName")) {
                name += QChar(u':')
                    + QString::fromStdString(std::string(stage["indexName"].asString()));
            }
            names << name;
        }
        return names.join(QChar(u' '));
    }

    std::unique_ptr<CommandFixture> m_db;
};

SANDGLASS_TEST(TestExplain)
} // namespace tst_commands_explain

#include "tst_commands_explain.moc"
