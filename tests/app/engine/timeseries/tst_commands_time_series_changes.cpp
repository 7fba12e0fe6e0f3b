// SPDX-License-Identifier: GPL-3.0-or-later
// Time series: indexes, collMod, deletes, updates and what is refused.
#include "tests/support/test_program.h"
#include "tests/support/time_series_fixture.h"

#include <QTest>

#include <memory>

namespace tst_commands_time_series_changes {

using namespace sandglass;
using namespace sandglass::tests;

class TestTimeSeriesChanges : public QObject
{
    Q_OBJECT

private slots:
    void init() { m_db = std::make_unique<TimeSeriesFixture>(); }
    void cleanup() { m_db.reset(); }

    void c107toC110IndexesThatAreRefused_data();
    void c107toC110IndexesThatAreRefused();
    void before63AnyTtlIndexIsRefused();
    void aPartialTtlIndexIsListedAsItWasAskedFor();
    void theSameIndexAgainIsANoOp();
    void c112TheFirstIndexIsOnMetaAndTime();
    void indexesAreDroppedByNameAndKey();
    void c111CollModOfIndexSecondsIs72();
    void anIndexOfATimeSeriesCanBeHidden();
    void c096CollModSetsAndRemovesTheSeconds();
    void theSpanOnlyGrows();
    void deletesByMetaTakeWholeBuckets();
    void deletesByValueRewriteBuckets();
    void before70DeletesAreByMetaOnly();
    void updatesChangeTheMetaFieldOnly();
    void otherUpdatesAreRefused_data();
    void otherUpdatesAreRefused();
    void otherCommandsAreRefused_data();
    void otherCommandsAreRefused();
    void statisticsAreOfTheBuckets();
    void dropTakesTheBuckets();

private:
    std::unique_ptr<TimeSeriesFixture> m_db;
};

void TestTimeSeriesChanges::c107toC110IndexesThatAreRefused_data()
{
    QTest::addColumn<QString>("spec");
    QTest::addColumn<int>("code");
    const auto row = [](const char* name, const char* spec, int code) {
        QTest::newRow(name) << QString::fromUtf8(spec) << code;
    };
    row("C107", R"("key":{"t":1},"expireAfterSeconds":5)", 72);
    row("C108", R"("key":{"s":1},"expireAfterSeconds":5,"partialFilterExpression":{"s":1})", 72);
    row("C109", R"("key":{"t":1,"s":1},"expireAfterSeconds":5)", 67);
    row("C110 data", R"("key":{"t":1},"expireAfterSeconds":5,"partialFilterExpression":{"v":1})",
        72);
    row("C110 both", R"("key":{"t":1},"expireAfterSeconds":5,
        "partialFilterExpression":{"s":1,"v":1})",
        72);
    row("C110 time", R"("key":{"t":1},"expireAfterSeconds":5,
        "partialFilterExpression":{"t":{"$gt":1}})",
        72);
    row("data field", R"("key":{"v":1},"expireAfterSeconds":5,"partialFilterExpression":{"s":1})",
        72);
    row("unique", R"("key":{"v":1},"unique":true)", 72);
    row("sparse measurement", R"("key":{"v":1},"sparse":true)", 72);
    row("text", R"("key":{"v":"text"})", 72);
    row("hashed measurement", R"("key":{"v":"hashed"})", 67);
    row("2d measurement", R"("key":{"v":"2d"})", 67);
    row("wildcard", R"("key":{"$**":1})", 7246201);
    row("partial with collation", R"("key":{"t":1},"partialFilterExpression":{"s":1},
        "collation":{"locale":"fr"})",
        85);
}

void TestTimeSeriesChanges::c107toC110IndexesThatAreRefused()
{
    QFETCH(QString, spec);
    QFETCH(int, code);
    const bson::Document reply = m_db->createIndex(R"({"name":"n",)" + spec.toStdString() + "}");
    QVERIFY2(reply["code"].asInt32() == code, bson::toJson(reply).c_str());
}

void TestTimeSeriesChanges::before63AnyTtlIndexIsRefused()
{
    m_db->facts.versionNumbers = {6, 0, 0, 0};
    VERIFY_HOLDS(m_db->createIndex(R"({"name":"n","key":{"t":1},"expireAfterSeconds":5,
                     "partialFilterExpression":{"s":1}})"),
                 R"({"code":72,
                     "errmsg":"TTL indexes are not supported on time-series collections"})");
}

void TestTimeSeriesChanges::aPartialTtlIndexIsListedAsItWasAskedFor()
{
    VERIFY_HOLDS(m_db->createIndex(R"({"name":"n","key":{"t":1},"expireAfterSeconds":5,
                     "partialFilterExpression":{"s.kind":{"$gt":5}}})"),
                 R"({"numIndexesBefore":1,"numIndexesAfter":2,"ok":1.0})");
    QCOMPARE(bson::toJson(m_db->listedIndex("w", "n")),
             std::string(R"({"v":2,"key":{"t":1},"name":"n","partialFilterExpression":)"
                         R"({"s.kind":{"$gt":5}},"expireAfterSeconds":5})"));
}

void TestTimeSeriesChanges::theSameIndexAgainIsANoOp()
{
    const std::string spec = R"({"name":"n","key":{"t":1},"expireAfterSeconds":5,
        "partialFilterExpression":{"s":1}})";
    VERIFY_HOLDS(m_db->createIndex(spec), R"({"ok":1.0})");
    VERIFY_HOLDS(m_db->createIndex(spec), R"({"note":"all indexes already exist"})");
}

void TestTimeSeriesChanges::c112TheFirstIndexIsOnMetaAndTime()
{
    QCOMPARE(m_db->indexNames("w"), QStringLiteral("s_1_t_1"));
    QCOMPARE(bson::toJson(m_db->listedIndex("w", "s_1_t_1")),
             std::string(R"({"v":2,"key":{"s":1,"t":1},"name":"s_1_t_1"})"));
    m_db->good(R"({"create":"e","timeseries":{"timeField":"t"}})");
    QCOMPARE(m_db->indexNames("e"), QString());
}

void TestTimeSeriesChanges::indexesAreDroppedByNameAndKey()
{
    VERIFY_HOLDS(m_db->createIndex(R"({"name":"n","key":{"v":1}})"), R"({"ok":1.0})");
    VERIFY_HOLDS(m_db->good(R"({"dropIndexes":"w","index":{"v":1}})"), R"({"nIndexesWas":2})");
    m_db->good(R"({"dropIndexes":"w","index":"s_1_t_1"})");
    QCOMPARE(m_db->indexNames("w"), QString());
    QCOMPARE(m_db->codeOf(R"({"dropIndexes":"w","index":"_id_"})"), 27);
    QCOMPARE(m_db->codeOf(R"({"dropIndexes":"w","index":"$bucket_expiry"})"), 27);
    m_db->insertFew();
    m_db->good(R"({"insert":"w","documents":[)" + measured(5, 45, "1", 50) + "]}");
    QCOMPARE(m_db->buckets(), 3);
}

void TestTimeSeriesChanges::c111CollModOfIndexSecondsIs72()
{
    VERIFY_HOLDS(m_db->createIndex(R"({"name":"n","key":{"t":1},"expireAfterSeconds":5,
                     "partialFilterExpression":{"s":1}})"),
                 R"({"ok":1.0})");
    const bson::Document reply
        = m_db->run(R"({"collMod":"w","index":{"name":"n","expireAfterSeconds":9}})");
    QCOMPARE(reply["code"].asInt32(), 72);
    QVERIFY(reply["errmsg"].asString().starts_with(
        "TTL indexes are not supported for time-series collections."));
}

void TestTimeSeriesChanges::anIndexOfATimeSeriesCanBeHidden()
{
    VERIFY_HOLDS(m_db->run(R"({"collMod":"w","index":{"keyPattern":{"s":1,"t":1},
                     "hidden":true}})"),
                 R"({"hidden_old":false,"hidden_new":true,"ok":1.0})");
    QVERIFY(m_db->listedIndex("w", "s_1_t_1")["hidden"].asBool());
}

void TestTimeSeriesChanges::c096CollModSetsAndRemovesTheSeconds()
{
    QCOMPARE(bson::toJson(m_db->good(R"({"collMod":"w","expireAfterSeconds":100})")),
             std::string(R"({"ok":1.0})"));
    QCOMPARE(m_db->listing("w")["options"].asDocument()["expireAfterSeconds"].asInt64(), 100);
    m_db->good(R"({"collMod":"w","expireAfterSeconds":"off"})");
    QVERIFY(!m_db->listing("w")["options"].asDocument().contains("expireAfterSeconds"));
    m_db->good(R"({"collMod":"w","expireAfterSeconds":"off"})");
    QCOMPARE(m_db->codeOf(R"({"collMod":"w","expireAfterSeconds":"OFF"})"), 72);
}

void TestTimeSeriesChanges::theSpanOnlyGrows()
{
    m_db->good(R"({"collMod":"w","timeseries":{"granularity":"hours"}})");
    const bson::Document entry = m_db->listing("w");
    VERIFY_HOLDS(bson::Document(entry["options"].asDocument()),
                 R"({"timeseries":{"granularity":"hours","bucketMaxSpanSeconds":2592000}})");
    QCOMPARE(m_db->codeOf(R"({"collMod":"w","timeseries":{"granularity":"minutes"}})"), 72);
    m_db->good(R"({"create":"plain"})");
    QCOMPARE(m_db->codeOf(R"({"collMod":"plain","timeseries":{"granularity":"hours"}})"), 72);
}

void TestTimeSeriesChanges::deletesByMetaTakeWholeBuckets()
{
    m_db->insertFew();
    VERIFY_HOLDS(m_db->good(R"({"delete":"w","deletes":[{"q":{"s":1},"limit":0}]})"), R"({"n":3})");
    QCOMPARE(m_db->buckets(), 1);
    QCOMPARE(m_db->found("w", R"("projection":{"_id":1})"), QStringLiteral(R"({"_id":3})"));
}

void TestTimeSeriesChanges::deletesByValueRewriteBuckets()
{
    m_db->insertFew();
    VERIFY_HOLDS(m_db->good(R"({"delete":"w","deletes":[{"q":{"v":{"$lte":30}},"limit":1}]})"),
                 R"({"n":1})");
    VERIFY_HOLDS(m_db->good(R"({"count":"w"})"), R"({"n":3})");
    VERIFY_HOLDS(m_db->good(R"({"delete":"w","deletes":[{"q":{"v":{"$lte":30}},"limit":0}]})"),
                 R"({"n":2})");
    QCOMPARE(m_db->found("w", R"("projection":{"_id":1})"), QStringLiteral(R"({"_id":4})"));
    QCOMPARE(m_db->buckets(), 1);
    VERIFY_HOLDS(m_db->good(R"({"validate":"w"})"), R"({"valid":true})");
}

void TestTimeSeriesChanges::before70DeletesAreByMetaOnly()
{
    m_db->insertFew();
    m_db->facts.versionNumbers = {6, 0, 0, 0};
    const auto code = [&](const std::string& deletion) {
        const bson::Document reply = m_db->good(R"({"delete":"w","deletes":[)" + deletion + "]}");
        return reply["writeErrors"].asDocument()["0"].asDocument()["code"].asInt32();
    };
    QCOMPARE(code(R"({"q":{"v":1},"limit":0})"), 72);
    QCOMPARE(code(R"({"q":{"s":1},"limit":1})"), 20);
    VERIFY_HOLDS(m_db->good(R"({"delete":"w","deletes":[{"q":{"s":2},"limit":0}]})"), R"({"n":1})");
}

void TestTimeSeriesChanges::updatesChangeTheMetaFieldOnly()
{
    m_db->insertFew();
    VERIFY_HOLDS(m_db->good(R"({"update":"w","updates":[{"q":{"s":1},"u":{"$set":{"s":7}},
                     "multi":true}]})"),
                 R"({"n":3,"nModified":3})");
    VERIFY_HOLDS(m_db->good(R"({"count":"w","query":{"s":7}})"), R"({"n":3})");
}

void TestTimeSeriesChanges::otherUpdatesAreRefused_data()
{
    QTest::addColumn<QString>("update");
    QTest::newRow("one") << R"({"q":{"s":1},"u":{"$set":{"s":7}}})";
    QTest::newRow("upsert") << R"({"q":{"s":1},"u":{"$set":{"s":7}},"multi":true,"upsert":true})";
    QTest::newRow("measurement") << R"({"q":{"s":1},"u":{"$set":{"v":7}},"multi":true})";
    QTest::newRow("filter") << R"({"q":{"v":1},"u":{"$set":{"s":7}},"multi":true})";
    QTest::newRow("pipeline") << R"({"q":{"s":1},"u":[{"$set":{"s":7}}],"multi":true})";
}

void TestTimeSeriesChanges::otherUpdatesAreRefused()
{
    QFETCH(QString, update);
    const bson::Document reply
        = m_db->good(R"({"update":"w","updates":[)" + update.toStdString() + "]}");
    QCOMPARE(reply["writeErrors"].asDocument()["0"].asDocument()["code"].asInt32(), 72);
}

void TestTimeSeriesChanges::otherCommandsAreRefused_data()
{
    QTest::addColumn<QString>("command");
    QTest::addColumn<int>("code");
    QTest::newRow("findAndModify") << R"({"findAndModify":"w","query":{},"remove":true})" << 166;
    QTest::newRow("merge") << R"({"aggregate":"c","pipeline":[{"$merge":"w"}],"cursor":{}})" << 166;
    QTest::newRow("rename") << R"({"renameCollection":"db.w","to":"db.x"})" << 166;
    QTest::newRow("rename buckets")
        << R"({"renameCollection":"db.system.buckets.w","to":"db.x"})" << 20;
    QTest::newRow("rename to it") << R"({"renameCollection":"db.c","to":"db.w"})" << 48;
}

void TestTimeSeriesChanges::otherCommandsAreRefused()
{
    QFETCH(QString, command);
    QFETCH(int, code);
    m_db->good(R"({"create":"c"})");
    const bson::Document reply = m_db->run(command.toStdString());
    QVERIFY2(reply["code"].asInt32() == code, bson::toJson(reply).c_str());
}

void TestTimeSeriesChanges::statisticsAreOfTheBuckets()
{
    m_db->insertFew();
    VERIFY_HOLDS(m_db->good(R"({"collStats":"w"})"),
                 R"({"ns":"db.w","nindexes":1,
                     "timeseries":{"bucketsNs":"db.system.buckets.w","bucketCount":3}})");
    const QString stats = m_db->aggregated("w", R"([{"$indexStats":{}},{"$project":{"name":1}}])");
    QCOMPARE(stats, QStringLiteral(R"({"name":"s_1_t_1"})"));
    VERIFY_HOLDS(m_db->good(R"({"dbStats":1})"), R"({"views":1,"collections":2})");
}

void TestTimeSeriesChanges::dropTakesTheBuckets()
{
    m_db->insertFew();
    VERIFY_HOLDS(m_db->good(R"({"drop":"w"})"), R"({"nIndexesWas":1,"ns":"db.w"})");
    QCOMPARE(m_db->buckets(), 0);
    QVERIFY(m_db->listing("w").empty());
    m_db->good(R"({"create":"w"})");
}

SANDGLASS_TEST(TestTimeSeriesChanges)
} // namespace tst_commands_time_series_changes

#include "tst_commands_time_series_changes.moc"
