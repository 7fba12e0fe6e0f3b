// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/command_fixture.h"
#include "tests/support/test_program.h"

#include <QTest>

#include <memory>

namespace tst_commands_reads {

using namespace sandglass;
using namespace sandglass::tests;

class TestReads : public QObject
{
    Q_OBJECT

private slots:
    void init()
    {
        m_db = std::make_unique<CommandFixture>();
        m_db->good(R"({"insert":"c","documents":[{"_id":1,"a":3,"k":"x"},{"_id":2,"a":1,"k":"y"},
                                                 {"_id":3,"a":2,"k":"x"},{"_id":4,"k":"y"}]})");
    }
    void cleanup() { m_db.reset(); }

    void findAnswersAreShaped_data()
    {
        QTest::addColumn<QString>("arguments");
        QTest::addColumn<QString>("ids");
        const auto row = [](const char* name, const char* arguments, const char* ids) {
            QTest::newRow(name) << QString::fromLatin1(arguments) << QString::fromLatin1(ids);
        };
        row("all in insertion order", R"("filter":{})", "1 2 3 4");
        row("filter", R"("filter":{"k":"x"},"sort":{"_id":1})", "1 3");
        row("sort ascending, missing first", R"("sort":{"a":1})", "4 2 3 1");
        row("sort with limit", R"("sort":{"a":-1},"limit":2)", "1 3");
        row("sort, skip and limit", R"("sort":{"a":1},"skip":1,"limit":2)", "2 3");
        row("skip beyond the end", R"("skip":9)", "");
        row("by id", R"("filter":{"_id":3})", "3");
        row("by id and more", R"("filter":{"_id":3,"k":"y"})", "");
        row("natural backward", R"("sort":{"$natural":-1})", "4 3 2 1");
        row("hint by name", R"("filter":{"k":"y"},"hint":"_id_")", "2 4");
        row("hint by key", R"("filter":{"k":"y"},"hint":{"_id":1})", "2 4");
        row("hint natural", R"("hint":{"$natural":-1})", "4 3 2 1");
        row("null fields count as absent", R"("filter":null,"sort":null,"limit":null)", "1 2 3 4");
    }
    void findAnswersAreShaped()
    {
        QFETCH(QString, arguments);
        QFETCH(QString, ids);
        QCOMPARE(idsOf(arguments.toStdString()), ids);
    }

    void anIndexGivesTheSameAnswers_data() { findAnswersAreShaped_data(); }
    void anIndexGivesTheSameAnswers()
    {
        QFETCH(QString, arguments);
        QFETCH(QString, ids);
        m_db->good(
            R"({"createIndexes":"c","indexes":[{"key":{"a":1},"name":"a_1"},{"key":{"k":1,"a":-1},"name":"ka"}]})");
        QCOMPARE(idsOf(arguments.toStdString()), ids);
    }

    void findRefusalsHaveTheirCodes_data()
    {
        QTest::addColumn<QString>("arguments");
        QTest::addColumn<int>("code");
        QTest::newRow("unknown field") << R"("foo":1)" << 40415;
        QTest::newRow("filter no document") << R"("filter":5)" << 14;
        QTest::newRow("negative limit") << R"("limit":-1)" << 51024;
        QTest::newRow("negative skip") << R"("skip":-1)" << 51024;
        QTest::newRow("limit no number") << R"("limit":"1")" << 14;
        QTest::newRow("bad hint") << R"("hint":"nope")" << 2;
        QTest::newRow("unknown operator") << R"("filter":{"a":{"$foo":1}})" << 2;
        QTest::newRow("tailable") << R"("tailable":true)" << 2;
        QTest::newRow("time limit no number") << R"("maxTimeMS":"1")" << 14;
        QTest::newRow("generic fields are fine")
            << R"("lsid":null,"$db":"db","$readPreference":{},"comment":1,"readConcern":{})" << 0;
    }
    void findRefusalsHaveTheirCodes()
    {
        QFETCH(QString, arguments);
        QTEST(m_db->codeOf(R"({"find":"c",)" + arguments.toStdString() + "}"), "code");
    }

    void missingCollectionsGiveNothing()
    {
        VERIFY_HOLDS(m_db->run(R"({"find":"nope"})"),
                     R"({"cursor":{"firstBatch":[],"id":0,"ns":"db.nope"},"ok":1})");
        VERIFY_HOLDS(m_db->run(R"({"count":"nope"})"), R"({"n":0,"ok":1})");
        VERIFY_HOLDS(m_db->run(R"({"distinct":"nope","key":"a"})"), R"({"values":[],"ok":1})");
        VERIFY_HOLDS(m_db->run(R"({"aggregate":"atlascli","pipeline":[],"cursor":{}})"),
                     R"({"cursor":{"firstBatch":[]},"ok":1})");
    }

    void aCursorIsReadToItsEnd()
    {
        const bson::Document first = m_db->good(R"({"find":"c","batchSize":2})");
        const std::int64_t id = first["cursor"].asDocument()["id"].asInt64();
        QVERIFY(id != 0);
        QCOMPARE(m_db->cursors.count(), std::int64_t{1});
        const bson::Document next = m_db->run(getMore(id, "c", 10));
        VERIFY_HOLDS(next, R"({"cursor":{"id":0,"ns":"db.c"},"ok":1})");
        QCOMPARE(CommandFixture::listed(next["cursor"].asDocument()["nextBatch"]),
                 QStringLiteral(R"({"_id":3,"a":2,"k":"x"} {"_id":4,"k":"y"})"));
        QCOMPARE(m_db->cursors.count(), std::int64_t{0});
    }

    void anExactlyFilledBatchEndsTheCursor()
    {
        VERIFY_HOLDS(m_db->run(R"({"find":"c","batchSize":4})"), R"({"cursor":{"id":0},"ok":1})");
        VERIFY_HOLDS(m_db->run(R"({"find":"c","batchSize":1,"singleBatch":true})"),
                     R"({"cursor":{"id":0},"ok":1})");
    }

    void anEmptyFirstBatchKeepsTheCursor()
    {
        const bson::Document first = m_db->good(R"({"find":"c","batchSize":0})");
        const std::int64_t id = first["cursor"].asDocument()["id"].asInt64();
        QVERIFY(id != 0);
        const bson::Document next = m_db->run(getMore(id, "c", 0));
        QCOMPARE(next["cursor"].asDocument()["nextBatch"].asDocument().count(), std::size_t{4});
    }

    void foreignAndUnknownCursorsAreRefused()
    {
        const bson::Document first = m_db->good(R"({"find":"c","batchSize":1})");
        const std::int64_t id = first["cursor"].asDocument()["id"].asInt64();
        QCOMPARE(m_db->run(getMore(id, "other", 1))["code"].asInt32(), 13);
        QCOMPARE(m_db->run(getMore(12345, "c", 1))["code"].asInt32(), 43);
        QCOMPARE(m_db->run(getMore(id, "c", 1))["ok"].asDouble(), 1.0);
    }

    void killedCursorsAreGone()
    {
        const bson::Document first = m_db->good(R"({"find":"c","batchSize":1})");
        const std::int64_t id = first["cursor"].asDocument()["id"].asInt64();
        const bson::Document kill
            = bson::makeDocument("killCursors", "c", "cursors",
                                 bson::Value::array(bson::makeArray(id, std::int64_t{99})));
        const bson::Document reply = m_db->run(kill);
        QCOMPARE(reply["cursorsKilled"].asDocument()["0"].asInt64(), id);
        QCOMPARE(reply["cursorsNotFound"].asDocument()["0"].asInt64(), std::int64_t{99});
        QVERIFY(reply["cursorsAlive"].asDocument().empty());
        QCOMPARE(m_db->run(getMore(id, "c", 1))["code"].asInt32(), 43);
    }

    void idleCursorsAreClosed()
    {
        const bson::Document first = m_db->good(R"({"find":"c","batchSize":1})");
        const std::int64_t id = first["cursor"].asDocument()["id"].asInt64();
        m_db->data.clock.advance(std::chrono::minutes(11));
        QCOMPARE(m_db->run(getMore(id, "c", 1))["code"].asInt32(), 43);
    }

    void aDropEndsItsCursors()
    {
        const bson::Document first = m_db->good(R"({"find":"c","batchSize":1})");
        m_db->good(R"({"drop":"c"})");
        QCOMPARE(m_db->cursors.count(), std::int64_t{0});
    }

    void countsAreCut_data()
    {
        QTest::addColumn<QString>("arguments");
        QTest::addColumn<int>("n");
        QTest::newRow("all") << "" << 4;
        QTest::newRow("filtered") << R"(,"query":{"k":"x"})" << 2;
        QTest::newRow("skip") << R"(,"skip":3)" << 1;
        QTest::newRow("limit") << R"(,"query":{"k":"y"},"limit":1)" << 1;
        QTest::newRow("negative limit") << R"(,"limit":-2)" << 2;
        QTest::newRow("skip and limit") << R"(,"query":{"a":{"$gte":1}},"skip":1,"limit":5)" << 2;
    }
    void countsAreCut()
    {
        QFETCH(QString, arguments);
        QTEST(m_db->good(R"({"count":"c")" + arguments.toStdString() + "}")["n"].asInt32(), "n");
    }

    void aLimitWithoutAbsoluteValueIsRefused()
    {
        const std::string least = R"({"$numberLong":"-9223372036854775808"})";
        const std::string most = R"({"$numberLong":"-9223372036854775807"})";
        QCOMPARE(m_db->codeOf(R"({"count":"c","limit":)" + least + "}"), 2);
        QCOMPARE(m_db->good(R"({"count":"c","limit":)" + most + "}")["n"].asInt32(), 4);
    }

    void dateRangesAreCountedAlikeWithAndWithoutTheIndex_data()
    {
        QTest::addColumn<QString>("range");
        QTest::addColumn<int>("n");
        QTest::newRow("up to") << R"({"$lte":{"$date":"2020-01-02T00:00:00Z"}})" << 3;
        QTest::newRow("before") << R"({"$lt":{"$date":"2020-01-02T00:00:00Z"}})" << 2;
        QTest::newRow("from") << R"({"$gte":{"$date":"2020-01-02T00:00:00Z"}})" << 3;
        QTest::newRow("after") << R"({"$gt":{"$date":"2020-01-02T00:00:00Z"}})" << 2;
        QTest::newRow("between")
            << R"({"$gt":{"$date":"2020-01-01T00:00:00Z"},"$lt":{"$date":"2020-01-03T00:00:00Z"}})"
            << 2;
        QTest::newRow("nothing")
            << R"({"$gt":{"$date":"2020-01-03T00:00:00Z"},"$lt":{"$date":"2020-01-01T00:00:00Z"}})"
            << 1;
    }
    void dateRangesAreCountedAlikeWithAndWithoutTheIndex()
    {
        QFETCH(QString, range);
        QFETCH(int, n);
        m_db->good(R"({"insert":"d","documents":[{"t":{"$date":"2020-01-01T00:00:00Z"}},
            {"t":{"$date":"2020-01-02T00:00:00Z"}},{"t":{"$date":"2020-01-03T00:00:00Z"}},
            {"t":"2020"},{},{"t":[{"$date":"2019-01-01T00:00:00Z"},{"$date":"2021-01-01T00:00:00Z"}]}]})");
        const std::string command = R"({"count":"d","query":{"t":)" + range.toStdString() + "}}";
        const std::string pipeline = R"([{"$match":{"t":)" + range.toStdString()
            + R"(}},{"$group":{"_id":1,"n":{"$sum":1}}}])";
        QCOMPARE(m_db->good(command)["n"].asInt32(), n);
        m_db->good(
            R"({"createIndexes":"d","indexes":[{"key":{"t":1},"name":"t_1","expireAfterSeconds":0}]})");
        QCOMPARE(m_db->good(command)["n"].asInt32(), n);
        QCOMPARE(m_db->aggregated("d", pipeline), QStringLiteral(R"({"_id":1,"n":%1})").arg(n));
    }

    void distinctUnwindsArrays()
    {
        m_db->good(R"({"insert":"d","documents":[{"a":[1,2]},{"a":2},{"a":3.0},{"a":3},{}]})");
        QCOMPARE(CommandFixture::listed(m_db->good(R"({"distinct":"d","key":"a"})")["values"]),
                 QStringLiteral("1 2 3.0"));
        QCOMPARE(CommandFixture::listed(
                     m_db->good(R"({"distinct":"c","key":"k","query":{"a":{"$gt":1}}})")["values"]),
                 QStringLiteral(R"("x")"));
        QCOMPARE(m_db->codeOf(R"({"distinct":"c"})"), 40414);
        QCOMPARE(m_db->codeOf("{\"distinct\":\"c\",\"key\":\"k\\u0000x\"}"), 31032);
    }

    void distinctValuesAreSorted()
    {
        m_db->good(R"({"insert":"d","documents":[{"a":"b"},{"a":3},{"a":[10,"a"]},{"a":null},
            {"a":{"x":1}},{"a":2.5},{"a":true}]})");
        QCOMPARE(CommandFixture::listed(m_db->good(R"({"distinct":"d","key":"a"})")["values"]),
                 QStringLiteral(R"(null 2.5 3 10 "a" "b" {"x":1} true)"));
    }

    void aKilledOperationStops()
    {
        engine::request::Request request;
        const bson::Document body = need(bson::fromJson(R"({"find":"c","filter":{"a":1}})"));
        request.name = "find";
        request.database = "db";
        request.body = body;
        request.killed = std::make_shared<std::atomic<int>>(11601);
        QCOMPARE(m_db->run(request)["code"].asInt32(), 11601);
    }

    void partialIndexesServeOnlyFiltersThatImplyThem()
    {
        m_db->good(R"({"createIndexes":"c","indexes":[{"key":{"a":1},"name":"p",
                       "partialFilterExpression":{"k":"x"}}]})");
        QCOMPARE(idsOf(R"("filter":{"a":{"$gte":1}},"sort":{"_id":1})"), QStringLiteral("1 2 3"));
        QCOMPARE(idsOf(R"("filter":{"a":{"$gte":1},"k":"x"},"sort":{"_id":1})"),
                 QStringLiteral("1 3"));
    }

    void sparseIndexesDoNotHideMissingFields()
    {
        m_db->good(R"({"createIndexes":"c","indexes":[{"key":{"a":1},"name":"s","sparse":true}]})");
        QCOMPARE(idsOf(R"("sort":{"a":1})"), QStringLiteral("4 2 3 1"));
        QCOMPARE(idsOf(R"("filter":{"a":null})"), QStringLiteral("4"));
        QCOMPARE(idsOf(R"("filter":{"a":{"$lt":3}},"sort":{"a":1})"), QStringLiteral("2 3"));
    }

    void arraysAreFoundOnceThroughAnIndex()
    {
        m_db->good(R"({"createIndexes":"m","indexes":[{"key":{"a":1},"name":"a_1"}]})");
        m_db->good(
            R"({"insert":"m","documents":[{"_id":1,"a":[1,5]},{"_id":2,"a":[2,3]},{"_id":3,"a":4}]})");
        QCOMPARE(m_db->found("m", R"("filter":{"a":{"$in":[1,5,2]}},"projection":{"_id":1})"),
                 QStringLiteral(R"({"_id":1} {"_id":2})"));
        QCOMPARE(m_db->found("m", R"("filter":{"a":{"$gt":4,"$lt":2}},"projection":{"_id":1})"),
                 QStringLiteral(R"({"_id":1})"));
        QCOMPARE(
            m_db->found("m", R"("filter":{"a":{"$gt":2}},"sort":{"a":1},"projection":{"_id":1})"),
            QStringLiteral(R"({"_id":1} {"_id":2} {"_id":3})"));
    }

private:
    QString idsOf(const std::string& arguments)
    {
        const bson::Document reply = m_db->good(R"({"find":"c",)" + arguments + "}");
        QStringList ids;
        for (const bson::Element& element :
             reply["cursor"].asDocument()["firstBatch"].asDocument()) {
            ids << QString::number(element.value.asDocument()["_id"].asInt32());
        }
        return ids.join(QChar(u' '));
    }
    static bson::Document getMore(std::int64_t id, const char* collection, int batchSize)
    {
        return bson::makeDocument("getMore", id, "collection", collection, "batchSize", batchSize);
    }

    std::unique_ptr<CommandFixture> m_db;
};

SANDGLASS_TEST(TestReads)
} // namespace tst_commands_reads

#include "tst_commands_reads.moc"
