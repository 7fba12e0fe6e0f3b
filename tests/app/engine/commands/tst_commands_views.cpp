// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/command_fixture.h"
#include "tests/support/test_program.h"

#include <QTest>

#include <memory>

namespace tst_commands_views {

using namespace sandglass;
using namespace sandglass::tests;

class TestViews : public QObject
{
    Q_OBJECT

private slots:
    void init()
    {
        m_db = std::make_unique<CommandFixture>();
        m_db->good(R"({"insert":"c","documents":[{"_id":1,"a":1,"tags":["x"]},
            {"_id":2,"a":2,"tags":["x","y"]},{"_id":3,"a":3,"tags":["z"]}]})");
        m_db->good(R"({"create":"v","viewOn":"c","pipeline":[{"$match":{"a":{"$gte":2}}}]})");
    }
    void cleanup() { m_db.reset(); }

    void aViewIsListedWithItsOptions();
    void systemViewsHoldsTheDefinitions();
    void findReadsThroughAView();
    void findsOwnProjectionsAreRefusedOnAView();
    void findsOwnOptionsAreRefusedOnAView_data();
    void findsOwnOptionsAreRefusedOnAView();
    void countAndDistinctReadThroughAView();
    void aggregateReadsThroughAView();
    void viewsStandOnViews();
    void aLookupReadsAView();
    void aUnionReadsAView();
    void aViewOfAMissingCollectionIsEmpty();
    void explainShowsTheStagesOfAView();
    void writesToAViewAre166_data();
    void writesToAViewAre166();
    void anIndexOnAViewIs166();
    void c087CollModOfAnIndexOnAViewIs72();
    void c089ExpiryOnAViewIs72();
    void collModChangesAView();
    void aCycleIsRefused();
    void aCycleThroughALookupIsRefused();
    void tooManyViewsOnOneAnotherAreRefused();
    void aStageThatWritesIsRefused();
    void badViewsAreRefused_data();
    void badViewsAreRefused();
    void theSameViewAgainIsNoError();
    void droppingAViewLeavesItsCollection();
    void dbStatsCountsViewsApart();

private:
    std::unique_ptr<CommandFixture> m_db;
};

void TestViews::aViewIsListedWithItsOptions()
{
    const bson::Document reply = m_db->good(R"({"listCollections":1,"filter":{"name":"v"}})");
    QCOMPARE(CommandFixture::listed(reply["cursor"].asDocument()["firstBatch"]),
             QStringLiteral(R"({"name":"v","type":"view","options":{"viewOn":"c","pipeline":)"
                            R"([{"$match":{"a":{"$gte":2}}}]},"info":{"readOnly":true}})"));
    const bson::Document views
        = m_db->good(R"({"listCollections":1,"nameOnly":true,"filter":{"name":"system.views"}})");
    QCOMPARE(CommandFixture::listed(views["cursor"].asDocument()["firstBatch"]),
             QStringLiteral(R"({"name":"system.views","type":"collection"})"));
}

void TestViews::systemViewsHoldsTheDefinitions()
{
    QCOMPARE(
        m_db->found("system.views"),
        QStringLiteral(R"({"_id":"db.v","viewOn":"c","pipeline":[{"$match":{"a":{"$gte":2}}}]})"));
    m_db->good(R"({"drop":"v"})");
    QCOMPARE(m_db->found("system.views"), QString());
}

void TestViews::findReadsThroughAView()
{
    QCOMPARE(m_db->found("v", R"("filter":{"a":{"$lt":3}},"projection":{"a":1})"),
             QStringLiteral(R"({"_id":2,"a":2})"));
    QCOMPARE(m_db->found("v", R"("sort":{"a":-1},"limit":1,"projection":{"_id":1})"),
             QStringLiteral(R"({"_id":3})"));
    QCOMPARE(m_db->found("v", R"("sort":{"a":1},"skip":1,"projection":{"_id":1})"),
             QStringLiteral(R"({"_id":3})"));
}

void TestViews::findsOwnProjectionsAreRefusedOnAView()
{
    QCOMPARE(m_db->codeOf(R"({"find":"v","projection":{"a":{"$slice":1}}})"), 28667);
    QCOMPARE(m_db->codeOf(R"({"find":"v","projection":{"a":{"$elemMatch":{"b":1}}}})"), 168);
    QCOMPARE(m_db->codeOf(R"({"find":"v","projection":{"a.$":1}})"), 31324);
    QCOMPARE(m_db->codeOf(R"({"find":"v","projection":{"a":1}})"), 0);
}

void TestViews::findsOwnOptionsAreRefusedOnAView_data()
{
    QTest::addColumn<QString>("option");
    QTest::addColumn<QString>("text");
    const auto row = [](const char* name, const char* value) {
        QTest::newRow(name)
            << QStringLiteral(R"("%1":%2)").arg(QLatin1String(name), QLatin1String(value))
            << QStringLiteral("Option %1 not supported in aggregation.").arg(QLatin1String(name));
    };
    row("min", R"({"_id":1})");
    row("max", R"({"_id":1})");
    row("returnKey", "true");
    row("showRecordId", "true");
    row("noCursorTimeout", "true");
    row("allowPartialResults", "true");
    QTest::newRow("tailable") << R"("tailable":true)"
                              << "Tailable cursors are not supported in aggregation.";
    QTest::newRow("natural sort") << R"("sort":{"$natural":-1})"
                                  << "Sort option $natural not supported in aggregation.";
}

void TestViews::findsOwnOptionsAreRefusedOnAView()
{
    QFETCH(QString, option);
    QFETCH(QString, text);
    const bson::Document reply = m_db->run(R"({"find":"v",)" + option.toStdString() + "}");
    QVERIFY2(reply["code"].asInt32() == 168, bson::toJson(reply).c_str());
    QCOMPARE(QString::fromStdString(std::string(reply["errmsg"].asString())), text);
    QVERIFY(m_db->codeOf(R"({"find":"c",)" + option.toStdString() + "}") != 168);
    // what is off, or empty, is not asked for
    QCOMPARE(m_db->codeOf(R"({"find":"v","min":{},"returnKey":false,"tailable":false})"), 0);
}

void TestViews::countAndDistinctReadThroughAView()
{
    VERIFY_HOLDS(m_db->good(R"({"count":"v"})"), R"({"n":2})");
    VERIFY_HOLDS(m_db->good(R"({"count":"v","query":{"a":3}})"), R"({"n":1})");
    VERIFY_HOLDS(m_db->good(R"({"count":"v","limit":1})"), R"({"n":1})");
    const bson::Document reply = m_db->good(R"({"distinct":"v","key":"tags"})");
    QCOMPARE(CommandFixture::listed(reply["values"]), QStringLiteral(R"("x" "y" "z")"));
}

void TestViews::aggregateReadsThroughAView()
{
    QCOMPARE(m_db->aggregated("v", R"([{"$group":{"_id":null,"n":{"$sum":1}}}])"),
             QStringLiteral(R"({"_id":null,"n":2})"));
    QCOMPARE(m_db->aggregated("v", R"([{"$match":{"a":2}},{"$count":"n"}])"),
             QStringLiteral(R"({"n":1})"));
}

void TestViews::viewsStandOnViews()
{
    m_db->good(R"({"create":"w","viewOn":"v","pipeline":[{"$project":{"b":{"$add":["$a",1]}}}]})");
    QCOMPARE(m_db->found("w"), QStringLiteral(R"({"_id":2,"b":3} {"_id":3,"b":4})"));
    QCOMPARE(m_db->found("w", R"("filter":{"b":4})"), QStringLiteral(R"({"_id":3,"b":4})"));
}

void TestViews::aLookupReadsAView()
{
    m_db->good(R"({"insert":"d","documents":[{"_id":1,"key":1},{"_id":2,"key":2}]})");
    QCOMPARE(m_db->aggregated("d", R"([{"$lookup":{"from":"v","localField":"key",
                 "foreignField":"a","as":"found"}},{"$project":{"n":{"$size":"$found"}}}])"),
             QStringLiteral(R"({"_id":1,"n":0} {"_id":2,"n":1})"));
}

void TestViews::aUnionReadsAView()
{
    QCOMPARE(m_db->aggregated("c", R"([{"$match":{"_id":1}},{"$unionWith":"v"},
                 {"$project":{"_id":1}}])"),
             QStringLiteral(R"({"_id":1} {"_id":2} {"_id":3})"));
}

void TestViews::aViewOfAMissingCollectionIsEmpty()
{
    m_db->good(R"({"create":"e","viewOn":"missing","pipeline":[]})");
    QCOMPARE(m_db->found("e"), QString());
    VERIFY_HOLDS(m_db->good(R"({"count":"e"})"), R"({"n":0})");
}

void TestViews::explainShowsTheStagesOfAView()
{
    for (const char* const command :
         {R"({"find":"v"})", R"({"count":"v"})", R"({"distinct":"v","key":"a"})",
          R"({"aggregate":"v","pipeline":[],"cursor":{}})"}) {
        const bson::Document reply = m_db->good(std::string(R"({"explain":)") + command
                                                + R"(,"verbosity":"executionStats"})");
        const bson::DocumentView stages = reply["stages"].asDocument();
        QVERIFY2(stages.count() >= 2, bson::toJson(reply).c_str());
        QVERIFY(stages["0"].asDocument().contains("$cursor"));
        QVERIFY(stages["1"].asDocument().contains("$match"));
    }
}

void TestViews::writesToAViewAre166_data()
{
    QTest::addColumn<QString>("command");
    QTest::newRow("insert") << R"({"insert":"v","documents":[{"_id":9}]})";
    QTest::newRow("update") << R"({"update":"v","updates":[{"q":{},"u":{"$set":{"a":9}}}]})";
    QTest::newRow("delete") << R"({"delete":"v","deletes":[{"q":{},"limit":0}]})";
    QTest::newRow("findAndModify") << R"({"findAndModify":"v","query":{},"remove":true})";
    QTest::newRow("out") << R"({"aggregate":"c","pipeline":[{"$out":"v"}],"cursor":{}})";
    QTest::newRow("merge") << R"({"aggregate":"c","pipeline":[{"$merge":"v"}],"cursor":{}})";
    QTest::newRow("listIndexes") << R"({"listIndexes":"v"})";
    QTest::newRow("dropIndexes") << R"({"dropIndexes":"v","index":"*"})";
    QTest::newRow("collStats") << R"({"collStats":"v"})";
    QTest::newRow("validate") << R"({"validate":"v"})";
    QTest::newRow("rename") << R"({"renameCollection":"db.v","to":"db.x"})";
}

void TestViews::writesToAViewAre166()
{
    QFETCH(QString, command);
    const bson::Document reply = m_db->run(command.toStdString());
    QVERIFY2(reply["code"].asInt32() == 166, bson::toJson(reply).c_str());
    VERIFY_HOLDS(m_db->good(R"({"count":"c"})"), R"({"n":3})");
}

void TestViews::anIndexOnAViewIs166()
{
    VERIFY_HOLDS(m_db->run(R"({"createIndexes":"v","indexes":[{"key":{"a":1},"name":"a_1"}]})"),
                 R"({"code":166,"errmsg":"Cannot create indexes on a view"})");
}

void TestViews::c087CollModOfAnIndexOnAViewIs72()
{
    VERIFY_HOLDS(m_db->run(R"({"collMod":"v","index":{"name":"a_1","hidden":true}})"),
                 R"({"code":72,"errmsg":"option not supported on a view: index"})");
    VERIFY_HOLDS(m_db->run(R"({"collMod":"v","expireAfterSeconds":5})"),
                 R"({"code":72,"errmsg":"option not supported on a view: expireAfterSeconds"})");
}

void TestViews::c089ExpiryOnAViewIs72()
{
    QCOMPARE(m_db->codeOf(R"({"create":"e","viewOn":"c","pipeline":[],"expireAfterSeconds":5})"),
             72);
}

void TestViews::collModChangesAView()
{
    m_db->good(R"({"collMod":"v","viewOn":"c","pipeline":[{"$match":{"a":1}}]})");
    VERIFY_HOLDS(m_db->good(R"({"count":"v"})"), R"({"n":1})");
    QCOMPARE(m_db->codeOf(R"({"collMod":"c","viewOn":"v","pipeline":[]})"), 72);
}

void TestViews::aCycleIsRefused()
{
    QCOMPARE(m_db->codeOf(R"({"create":"s","viewOn":"s","pipeline":[]})"), 5);
    m_db->good(R"({"create":"w","viewOn":"v","pipeline":[]})");
    QCOMPARE(m_db->codeOf(R"({"collMod":"v","viewOn":"w","pipeline":[]})"), 5);
}

void TestViews::aCycleThroughALookupIsRefused()
{
    m_db->good(R"({"create":"one","viewOn":"c","pipeline":[{"$lookup":{"from":"two",
        "pipeline":[],"as":"x"}}]})");
    QCOMPARE(m_db->codeOf(R"({"create":"two","viewOn":"one","pipeline":[]})"), 5);
}

void TestViews::tooManyViewsOnOneAnotherAreRefused()
{
    std::string below = "v";
    int code = 0;
    int made = 1;
    for (int n = 0; n < 25 && code == 0; ++n) {
        const std::string name = "deep" + std::to_string(n);
        code = m_db->codeOf(R"({"create":")" + name + R"(","viewOn":")" + below
                            + R"(","pipeline":[]})");
        made += code == 0 ? 1 : 0;
        below = name;
    }
    QCOMPARE(code, 165);
    QCOMPARE(made, 20);
}

void TestViews::aStageThatWritesIsRefused()
{
    QCOMPARE(m_db->codeOf(R"({"create":"o","viewOn":"c","pipeline":[{"$out":"x"}]})"), 167);
}

void TestViews::badViewsAreRefused_data()
{
    QTest::addColumn<QString>("options");
    QTest::addColumn<int>("code");
    QTest::newRow("name of another type") << R"("viewOn":1)" << 14;
    QTest::newRow("empty name") << R"("viewOn":"")" << 2;
    QTest::newRow("pipeline alone") << R"("pipeline":[])" << 72;
    QTest::newRow("pipeline of another type") << R"("viewOn":"c","pipeline":{})" << 14;
    QTest::newRow("unknown stage") << R"("viewOn":"c","pipeline":[{"$foo":1}])" << 40324;
    QTest::newRow("capped") << R"("viewOn":"c","capped":true,"size":1000)" << 72;
}

void TestViews::badViewsAreRefused()
{
    QFETCH(QString, options);
    QFETCH(int, code);
    QCOMPARE(m_db->codeOf(R"({"create":"bad",)" + options.toStdString() + "}"), code);
}

void TestViews::theSameViewAgainIsNoError()
{
    m_db->good(R"({"create":"v","viewOn":"c","pipeline":[{"$match":{"a":{"$gte":2}}}]})");
    QCOMPARE(m_db->codeOf(R"({"create":"v","viewOn":"c","pipeline":[]})"), 48);
    QCOMPARE(m_db->codeOf(R"({"create":"c","viewOn":"d","pipeline":[]})"), 48);
}

void TestViews::droppingAViewLeavesItsCollection()
{
    m_db->good(R"({"drop":"v"})");
    VERIFY_HOLDS(m_db->good(R"({"count":"v"})"), R"({"n":0})");
    VERIFY_HOLDS(m_db->good(R"({"count":"c"})"), R"({"n":3})");
}

void TestViews::dbStatsCountsViewsApart()
{
    VERIFY_HOLDS(m_db->good(R"({"dbStats":1})"), R"({"views":1,"collections":2,"objects":4})");
}

SANDGLASS_TEST(TestViews)
} // namespace tst_commands_views

#include "tst_commands_views.moc"
