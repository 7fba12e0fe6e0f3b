// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/bson/builder.h"
#include "app/bson/validate.h"
#include "app/engine/writes/pipeline_output.h"
#include "app/engine/writes/storable.h"
#include "tests/support/command_fixture.h"
#include "tests/support/error_of.h"
#include "tests/support/test_program.h"

#include <QTest>

#include <memory>

namespace tst_writes_pipeline_output {

using namespace sandglass;
using namespace sandglass::tests;

/// $out and $merge. Source: MongoDB manual, Aggregation Stages.
class WritesPipelineOutputTest : public QObject
{
    Q_OBJECT

private slots:
    void init()
    {
        m_db = std::make_unique<CommandFixture>();
        m_db->good(
            R"({"insert":"c","documents":[{"_id":1,"a":3,"k":"x"},{"_id":2,"a":1,"k":"y"}]})");
    }
    void cleanup() { m_db.reset(); }

    void whatTheServerComputedIsCheckedLikeAnInsert()
    {
        bson::Document document = bson::makeDocument("a", 1);
        for (int level = 1; level < bson::kMaxDepth; ++level) {
            document = bson::makeDocument("a", document);
        }
        using engine::writes::checkStorable;
        QCOMPARE(errorOf(checkStorable(document)), 0);
        document = bson::makeDocument("a", document);
        QCOMPARE(errorOf(checkStorable(document)), 15);
        QCOMPARE(errorOf(checkStorable(
                     bson::makeDocument("t", std::string(bson::kMaxDocumentBytes, 'x')))),
                 10334);
    }

    void aDocumentThatBecameTooDeepIsNotWritten_data()
    {
        QTest::addColumn<QString>("stage");
        QTest::newRow("$out") << R"({"$out":"deep"})";
        QTest::newRow("$merge") << R"({"$merge":"deep"})";
    }
    void aDocumentThatBecameTooDeepIsNotWritten()
    {
        QFETCH(QString, stage);
        const std::string nested
            = R"({"$reduce":{"input":{"$range":[0,60000]},"initialValue":1,"in":{"a":"$$value"}}})";
        const bson::Document reply
            = m_db->run(R"({"aggregate":"c","cursor":{},"pipeline":[{"$addFields":{"v":)" + nested
                        + "}}," + stage.toStdString() + "]}");
        VERIFY_HOLDS(reply, R"({"ok":0.0,"code":15})");
        VERIFY_HOLDS(m_db->run(R"({"count":"deep"})"), R"({"n":0})");
    }

    void aDocumentThatIsTooLargeEndsTheOutputAtOnce()
    {
        m_db->good(R"({"insert":"big","documents":[{"_id":1,"s":")" + std::string(9U << 20U, 'x')
                   + R"("},{"_id":2},{"_id":3}]})");
        // the third document would be an error of the source
        const bson::Document reply
            = m_db->run(R"({"aggregate":"big","cursor":{},"pipeline":[{"$sort":{"_id":1}},
                {"$set":{"x":{"$divide":[1,{"$subtract":["$_id",3]}]},"t":"$s"}},
                {"$out":"huge"}]})");
        VERIFY_HOLDS(reply, R"({"ok":0.0,"code":10334})");
        VERIFY_HOLDS(m_db->run(R"({"count":"huge"})"), R"({"n":0})");
    }

    void unfinishedOutputsAreDroppedAtTheStart()
    {
        const std::string id(24, 'a');
        m_db->good(R"({"insert":"tmp.agg_out.)" + id + R"(","documents":[{"_id":1}]})");
        m_db->good(R"({"insert":"tmp.agg_out.mine","documents":[{"_id":1}]})");
        engine::catalog::Catalog& catalog = *m_db->data.catalog;
        engine::writes::dropUnfinishedOutputs(catalog);
        QVERIFY(catalog.find({"db", "tmp.agg_out." + id}) == nullptr);
        QVERIFY(catalog.find({"db", "tmp.agg_out.mine"}) != nullptr);
        QVERIFY(catalog.find({"db", "c"}) != nullptr);
    }

    void targetsAreJudged_data()
    {
        QTest::addColumn<QString>("stage");
        QTest::addColumn<int>("code");
        const auto row = [](const char* stage, int code) {
            QTest::newRow(stage) << QString::fromLatin1(stage) << code;
        };
        row(R"({"$out":"v"})", 166);
        row(R"({"$out":""})", 73);
        row(R"({"$out":"a$b"})", 73);
        row(R"({"$out":{"db":"a.b","coll":"o"}})", 73);
        row(R"({"$out":{"db":"other","coll":"o"}})", 0);
        row(R"({"$out":{"coll":"o"}})", 40414);
        row(R"({"$out":{"db":"db"}})", 40414);
        row(R"({"$out":{"coll":"o","db":null}})", 40414);
        row(R"({"$out":{"coll":"o","db":""}})", 73);
        row(R"({"$out":{"coll":"","db":"db"}})", 73);
        row(R"({"$merge":{"into":"o","on":""}})", 40352);
        row(R"({"$merge":{"into":"o","on":"$a"}})", 16410);
        row(R"({"$merge":{"into":"o","on":["a..b"]}})", 15998);
        row(R"({"$merge":{"into":"o","on":["_id","_id"]}})", 31465);
        row(R"({"$out":{"coll":"o","db":5}})", 14);
        row(R"({"$out":{"coll":5}})", 14);
        row(R"({"$out":{"db":"other"}})", 40414);
        row(R"({"$out":{"coll":"o","what":1}})", 40415);
        row(R"({"$out":["o"]})", 16990);
        row(R"({"$out":null})", 16990);
        row(R"({"$merge":"v"})", 166);
        row(R"({"$merge":{"into":{"db":"other","coll":"o"}}})", 0);
        row(R"({"$merge":{"into":5}})", 51178);
        row(R"({"$merge":{"into":{"coll":5}}})", 14);
        row(R"({"$merge":{"into":{"coll":"o","what":1}}})", 40415);
        row(R"({"$merge":{}})", 40414);
        row(R"({"$merge":{"into":"o","what":1}})", 40415);
        row(R"({"$merge":{"into":"o","on":5}})", 51186);
        row(R"({"$merge":{"into":"o","on":[]}})", 51187);
        row(R"({"$merge":{"into":"o","on":["a",5]}})", 51134);
        row(R"({"$merge":{"into":"o","on":["a","a"]}})", 31465);
        row(R"({"$merge":{"into":"o","on":"a"}})", 51183);
        row(R"({"$merge":{"into":"o","whenMatched":5}})", 51191);
        row(R"({"$merge":{"into":"o","whenMatched":"insert"}})", 2);
        row(R"({"$merge":{"into":"o","whenMatched":"Merge"}})", 2);
        row(R"({"$merge":{"into":"o","whenNotMatched":"merge"}})", 2);
        row(R"({"$merge":{"into":"o","whenNotMatched":5}})", 14);
        row(R"({"$merge":{"into":"o","whenMatched":"keepExisting","whenNotMatched":"fail"}})",
            51181);
        row(R"({"$merge":{"into":"o","whenMatched":"keepExisting","whenNotMatched":"discard"}})",
            51181);
        row(R"({"$merge":{"into":"o","whenMatched":"fail","whenNotMatched":"fail"}})", 51181);
        row(R"({"$merge":{"into":"o","whenMatched":"fail","whenNotMatched":"discard"}})", 51181);
        row(R"({"$merge":{"into":"o","let":{"x":1}}})", 51199);
        row(R"({"$merge":{"into":"o","whenMatched":[],"let":{"new":5}}})", 51273);
        row(R"({"$merge":{"into":"o","whenMatched":[],"let":{"new":"$$ROOT"}}})", 0);
        row(R"({"$merge":{"into":"o","whenMatched":[],"let":5}})", 14);
        row(R"({"$merge":{"into":"o"}},{"$match":{}})", 40601);
        row(R"({"$out":"o"},{"$merge":"o"})", 40601);
        row(R"({"$facet":{"x":[{"$out":"o"}]}})", 40600);
        row(R"({"$facet":{"x":[{"$merge":"o"}]}})", 40600);
        row(R"({"$lookup":{"from":"c","pipeline":[{"$out":"o"}],"as":"x"}})", 51047);
        row(R"({"$unionWith":{"coll":"c","pipeline":[{"$out":"o"}]}})", 31441);
    }
    void targetsAreJudged()
    {
        QFETCH(QString, stage);
        QFETCH(int, code);
        m_db->good(R"({"create":"v","viewOn":"c","pipeline":[]})");
        m_db->good(R"({"create":"w","timeseries":{"timeField":"t"}})");
        const bson::Document reply = run(stage);
        QVERIFY2(reply["code"].asInt32() == code, bson::toJson(reply).c_str());
    }

    void outKeepsTheTargetsOptions()
    {
        m_db->good(R"({"create":"o","capped":false})");
        m_db->good(R"({"createIndexes":"o","indexes":[
            {"key":{"a":1},"name":"a_1","unique":true,"sparse":true},
            {"key":{"k":1},"name":"k_1","partialFilterExpression":{"a":{"$gt":1}}}]})");
        m_db->good(R"({"insert":"o","documents":[{"_id":"old"}]})");
        QCOMPARE(run(R"({"$out":"o"})")["ok"].toDouble(), 1.0);
        VERIFY_HOLDS(m_db->listedIndex("o", "a_1"), R"({"unique":true,"sparse":true})");
        VERIFY_HOLDS(m_db->listedIndex("o", "k_1"),
                     R"({"partialFilterExpression":{"a":{"$gt":1}}})");
    }

    void outAgainstAUniqueIndexLeavesTheTargetAsItWas()
    {
        m_db->good(R"({"createIndexes":"o","indexes":[{"key":{"z":1},"name":"z","unique":true}]})");
        m_db->good(R"({"insert":"o","documents":[{"_id":"old","z":1}]})");
        QCOMPARE(run(R"({"$out":"o"})")["code"].asInt32(), 11000);
        QCOMPARE(m_db->found("o"), QStringLiteral(R"({"_id":"old","z":1})"));
        QCOMPARE(collections(), QStringLiteral("c o"));
    }

    void outCanReplaceItsOwnSource()
    {
        QCOMPARE(run(R"({"$match":{"_id":1}},{"$out":"c"})")["ok"].toDouble(), 1.0);
        QCOMPARE(m_db->found("c"), QStringLiteral(R"({"_id":1,"a":3,"k":"x"})"));
    }

    void outOfNothingEmptiesTheTarget()
    {
        m_db->good(R"({"insert":"o","documents":[{"_id":"old"}]})");
        QCOMPARE(run(R"({"$match":{"none":1}},{"$out":"o"})")["ok"].toDouble(), 1.0);
        QCOMPARE(m_db->found("o"), QString());
        QCOMPARE(collections(), QStringLiteral("c o"));
    }

    void outEndsTheCursorsOfItsTarget()
    {
        m_db->good(R"({"insert":"o","documents":[{"_id":1},{"_id":2},{"_id":3}]})");
        const std::int64_t id
            = m_db->good(R"({"find":"o","batchSize":1})")["cursor"].asDocument()["id"].asInt64();
        QCOMPARE(run(R"({"$out":"o"})")["ok"].toDouble(), 1.0);
        QCOMPARE(m_db->run(bson::makeDocument("getMore", id, "collection", "o"))["code"].asInt32(),
                 43);
    }

    void outGivesAnIdToDocumentsWithoutOne()
    {
        QCOMPARE(run(R"({"$project":{"_id":0,"a":1}},{"$out":"o"})")["ok"].toDouble(), 1.0);
        const QString found = m_db->found("o");
        QCOMPARE(found.count(QStringLiteral("$oid")), 2);
    }

    void outRefusesAnArrayAsId()
    {
        QVERIFY(run(R"({"$project":{"_id":["$a"]}},{"$out":"o"})")["code"].asInt32() != 0);
        QCOMPARE(collections(), QStringLiteral("c"));
    }

    void mergeAsksForTheJoinFields_data()
    {
        QTest::addColumn<QString>("stage");
        QTest::addColumn<int>("code");
        const auto row = [](const char* stage, int code) {
            QTest::newRow(stage) << QString::fromLatin1(stage) << code;
        };
        row(R"({"$set":{"u":"$k"}})", 0);
        row(R"({"$set":{"v":1}})", 51132);
        row(R"({"$set":{"u":null}})", 51132);
        row(R"({"$set":{"u":[1]}})", 51185);
        row(R"({"$set":{"u":{"x":1}}})", 11000);
    }
    void mergeAsksForTheJoinFields()
    {
        QFETCH(QString, stage);
        QFETCH(int, code);
        m_db->good(R"({"createIndexes":"o","indexes":[{"key":{"u":1},"name":"u","unique":true}]})");
        const bson::Document reply = run(
            stage + QStringLiteral(R"(,{"$merge":{"into":"o","on":"u","whenMatched":"fail"}})"));
        QVERIFY2(reply["code"].asInt32() == code, bson::toJson(reply).c_str());
    }

    void aUniqueIndexOfExactlyTheseFieldsIsNeeded_data()
    {
        QTest::addColumn<QString>("index");
        QTest::addColumn<int>("code");
        QTest::newRow("same order") << R"("key":{"a":1,"k":1},"unique":true)" << 0;
        QTest::newRow("other order") << R"("key":{"k":-1,"a":1},"unique":true)" << 0;
        QTest::newRow("sparse") << R"("key":{"a":1,"k":1},"unique":true,"sparse":true)" << 0;
        QTest::newRow("not unique") << R"("key":{"a":1,"k":1})" << 51183;
        QTest::newRow("one field less") << R"("key":{"a":1},"unique":true)" << 51183;
        QTest::newRow("one field more") << R"("key":{"a":1,"k":1,"z":1},"unique":true)" << 51183;
        QTest::newRow("partial")
            << R"("key":{"a":1,"k":1},"unique":true,"partialFilterExpression":{"a":{"$gt":0}})"
            << 51183;
    }
    void aUniqueIndexOfExactlyTheseFieldsIsNeeded()
    {
        QFETCH(QString, index);
        QFETCH(int, code);
        m_db->good(QStringLiteral(R"({"createIndexes":"o","indexes":[{%1,"name":"i"}]})")
                       .arg(index)
                       .toStdString());
        const bson::Document reply = run(R"({"$merge":{"into":"o","on":["a","k"]}})");
        QVERIFY2(reply["code"].asInt32() == code, bson::toJson(reply).c_str());
    }

    void mergedByAnotherFieldADocumentKeepsItsId_data()
    {
        QTest::addColumn<QString>("mode");
        QTest::addColumn<QString>("after");
        QTest::newRow("merge") << "merge"
                               << R"({"_id":"own","k":"x","z":1,"a":3})";
        QTest::newRow("replace") << "replace"
                                 << R"({"_id":"own","a":3,"k":"x"})";
        QTest::newRow("keepExisting") << "keepExisting"
                                      << R"({"_id":"own","k":"x","z":1})";
    }
    void mergedByAnotherFieldADocumentKeepsItsId()
    {
        QFETCH(QString, mode);
        QFETCH(QString, after);
        m_db->good(R"({"createIndexes":"o","indexes":[{"key":{"k":1},"name":"k","unique":true}]})");
        m_db->good(R"({"insert":"o","documents":[{"_id":"own","k":"x","z":1}]})");
        const bson::Document reply
            = run(QStringLiteral(R"({"$match":{"_id":1}},{"$project":{"_id":0}},)"
                                 R"({"$merge":{"into":"o","on":"k","whenMatched":"%1"}})")
                      .arg(mode));
        QVERIFY2(reply["ok"].toDouble() == 1.0, bson::toJson(reply).c_str());
        QCOMPARE(m_db->found("o"), after);
    }

    void mergedByAnotherFieldAnotherIdIsRefused_data()
    {
        QTest::addColumn<QString>("mode");
        QTest::addColumn<int>("code");
        QTest::newRow("merge") << "merge" << 66;
        QTest::newRow("replace") << "replace" << 66;
        QTest::newRow("keepExisting") << "keepExisting" << 0;
    }
    void mergedByAnotherFieldAnotherIdIsRefused()
    {
        QFETCH(QString, mode);
        QFETCH(int, code);
        m_db->good(R"({"createIndexes":"o","indexes":[{"key":{"k":1},"name":"k","unique":true}]})");
        m_db->good(R"({"insert":"o","documents":[{"_id":"own","k":"x","z":1}]})");
        const bson::Document reply
            = run(QStringLiteral(
                      R"({"$match":{"_id":1}},{"$merge":{"into":"o","on":"k","whenMatched":"%1"}})")
                      .arg(mode));
        QVERIFY2(reply["code"].asInt32() == code, bson::toJson(reply).c_str());
        QCOMPARE(m_db->found("o"), QStringLiteral(R"({"_id":"own","k":"x","z":1})"));
    }

    void aPipelineThatChangesTheIdIsRefused()
    {
        m_db->good(R"({"insert":"o","documents":[{"_id":1}]})");
        const bson::Document reply
            = run(R"({"$merge":{"into":"o","whenMatched":[{"$set":{"_id":9}}]}})");
        QCOMPARE(reply["code"].asInt32(), 66);
        QCOMPARE(m_db->found("o"), QStringLiteral(R"({"_id":1})"));
    }

    void letStandsBesideTheIncomingDocument()
    {
        m_db->good(R"({"insert":"o","documents":[{"_id":1},{"_id":2}]})");
        const bson::Document reply = run(
            R"({"$merge":{"into":"o","let":{"twice":{"$add":["$a","$a"]}},
                "whenMatched":[{"$set":{"t":"$$twice","k":"$$new.k"}}]}})");
        QVERIFY2(reply["ok"].toDouble() == 1.0, bson::toJson(reply).c_str());
        QCOMPARE(m_db->found("o"),
                 QStringLiteral(R"({"_id":1,"t":6,"k":"x"} {"_id":2,"t":2,"k":"y"})"));
    }

    void whatWasMergedBeforeAnErrorStays()
    {
        m_db->good(R"({"insert":"o","documents":[{"_id":2,"old":true}]})");
        m_db->good(R"({"insert":"c","documents":[{"_id":3}]})"); // comes after it: not merged
        const bson::Document reply
            = run(R"({"$sort":{"_id":1}},{"$merge":{"into":"o","whenMatched":"fail"}})");
        QCOMPARE(reply["code"].asInt32(), 11000);
        QCOMPARE(m_db->found("o", R"("sort":{"_id":1})"),
                 QStringLiteral(R"({"_id":1,"a":3,"k":"x"} {"_id":2,"old":true})"));
    }

    void mergeIntoItsOwnSourceReadsASnapshot()
    {
        const bson::Document reply
            = run(R"({"$set":{"_id":{"$add":["$_id",100]}}},{"$merge":"c"})");
        QVERIFY2(reply["ok"].toDouble() == 1.0, bson::toJson(reply).c_str());
        QCOMPARE(m_db->good(R"({"count":"c"})")["n"].asInt32(), 4);
    }

private:
    bson::Document run(const QString& stages)
    {
        return m_db->run(QStringLiteral(R"({"aggregate":"c","pipeline":[%1],"cursor":{}})")
                             .arg(stages)
                             .toStdString());
    }
    bson::Document run(const char* stages) { return run(QString::fromLatin1(stages)); }
    QString collections()
    {
        QStringList names;
        const bson::Document reply = m_db->good(R"({"listCollections":1,"nameOnly":true})");
        for (const bson::Element& entry : reply["cursor"].asDocument()["firstBatch"].asDocument()) {
            names << QString::fromStdString(
                std::string(entry.value.asDocument()["name"].asString()));
        }
        return names.join(QLatin1Char(' '));
    }

    std::unique_ptr<CommandFixture> m_db;
};

SANDGLASS_TEST(WritesPipelineOutputTest)
} // namespace tst_writes_pipeline_output

#include "tst_writes_pipeline_output.moc"
