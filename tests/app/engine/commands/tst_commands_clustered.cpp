// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/command_fixture.h"
#include "tests/support/error_of.h"
#include "tests/support/test_program.h"

#include <QTest>

#include <memory>

namespace tst_commands_clustered {

using namespace sandglass;
using namespace sandglass::tests;

namespace {

std::string create(const std::string& clusteredIndex, const std::string& rest = {})
{
    return R"({"create":"c","clusteredIndex":)" + clusteredIndex + rest + "}";
}

const std::string kPlain = R"({"key":{"_id":1},"unique":true})";

} // namespace

class TestClusteredCommands : public QObject
{
    Q_OBJECT

private slots:
    void init() { m_db = std::make_unique<CommandFixture>(); }
    void cleanup() { m_db.reset(); }

    void itIsListedWithoutAnIdIndex()
    {
        m_db->good(create(kPlain, R"(,"expireAfterSeconds":3600.9)"));
        const bson::Document reply = m_db->good(R"({"listCollections":1})");
        const bson::Document entry(
            reply["cursor"].asDocument()["firstBatch"].asDocument()["0"].asDocument());
        QVERIFY(!entry.view().contains("idIndex"));
        QVERIFY(entry["info"].asDocument().contains("uuid"));
        QCOMPARE(bson::toJson(entry["options"], bson::JsonForm::Canonical),
                 std::string(R"({"clusteredIndex":{"v":{"$numberInt":"2"},"key":{"_id":)"
                             R"({"$numberInt":"1"}},"name":"_id_","unique":true},)"
                             R"("expireAfterSeconds":{"$numberLong":"3600"}})"));
    }

    // Source: MongoDB server source, jstests/core/dbstats.js.
    void itIsNoIndexForDbStatsAndValidate()
    {
        m_db->good(create(kPlain));
        m_db->good(R"({"createIndexes":"c","indexes":[{"key":{"t":1},"name":"t_1"}]})");
        m_db->good(R"({"insert":"c","documents":[{"_id":1,"t":2},{"_id":2,"t":3}]})");
        QCOMPARE(m_db->good(R"({"dbStats":1})")["indexes"].toInt64(), std::int64_t{1});
        const bson::Document checked = m_db->good(R"({"validate":"c"})");
        QCOMPARE(checked["nIndexes"].asInt32(), 1);
        QCOMPARE(bson::toJson(checked["keysPerIndex"]), std::string(R"({"t_1":2})"));
        QCOMPARE(bson::toJson(checked["indexDetails"]), std::string(R"({"t_1":{"valid":true}})"));
    }

    void listIndexesShowsItFirst()
    {
        m_db->good(create(R"({"key":{"_id":1},"unique":true,"name":"mine"})"));
        m_db->good(
            R"({"createIndexes":"c","indexes":[
                {"key":{"t":1},"name":"t_1","expireAfterSeconds":5}]})");
        const bson::Document reply = m_db->good(R"({"listIndexes":"c"})");
        QCOMPARE(CommandFixture::listed(reply["cursor"].asDocument()["firstBatch"]),
                 QStringLiteral(R"({"v":2,"key":{"_id":1},"name":"mine","unique":true,)"
                                R"("clustered":true} {"v":2,"key":{"t":1},"name":"t_1",)"
                                R"("expireAfterSeconds":5})"));
    }

    void itsCollationIsThatOfItsOrder()
    {
        m_db->good(create(kPlain, R"(,"collation":{"locale":"en","strength":2})"));
        m_db->good(R"({"createIndexes":"c","indexes":[{"key":{"t":1},"name":"t_1"}]})");
        const QString spec = QStringLiteral(
            R"({"v":2,"key":{"_id":1},"name":"_id_","unique":true,"collation":{"locale":"en",)"
            R"("caseLevel":false,"caseFirst":"off","strength":2,"numericOrdering":false,)"
            R"("alternate":"non-ignorable","maxVariable":"punct","normalization":false,)"
            R"("backwards":false,"version":"57.1"},"clustered":true})");
        QCOMPARE(relaxedText(m_db->listedIndex("c", "_id_")), spec);
        const bson::Document listed = m_db->good(R"({"listCollections":1,"filter":{"name":"c"}})");
        VERIFY_HOLDS(
            bson::Document(listed.view().at("cursor.firstBatch.0.options").asDocument()),
            R"({"collation":{"locale":"en","strength":2},"clusteredIndex":{"key":{"_id":1}}})");
        const bson::Document stats = m_db->good(R"({"collStats":"c"})");
        QCOMPARE(relaxedText(stats.view().at("indexDetails._id_").asDocument()), spec);
        QVERIFY(stats.view().at("indexDetails.t_1").asDocument().empty());
        QVERIFY(!stats["indexSizes"].asDocument().contains("_id_"));
        QVERIFY(stats["indexSizes"].asDocument().contains("t_1"));
        QCOMPARE(m_db->aggregated("c", R"([{"$indexStats":{}},{"$project":{"name":1}}])"),
                 QStringLiteral(R"({"name":"t_1"})"));

        m_db->good(R"({"insert":"c","documents":[{"_id":"b"},{"_id":"a"},{"_id":"C"}]})");
        QCOMPARE(m_db->found("c"), QStringLiteral(R"({"_id":"a"} {"_id":"b"} {"_id":"C"})"));
        QCOMPARE(m_db->found("c", R"("filter":{"_id":"A"})"), QStringLiteral(R"({"_id":"a"})"));
        QCOMPARE(m_db->found("c", R"("filter":{"_id":"c"},"collation":{"locale":"simple"})"),
                 QString());
        QCOMPARE(m_db->found("c", R"("filter":{"_id":"C"},"collation":{"locale":"simple"})"),
                 QStringLiteral(R"({"_id":"C"})"));
        const bson::Document again = m_db->good(R"({"insert":"c","documents":[{"_id":"B"}]})");
        QCOMPARE(again.view().at("writeErrors.0.code").asInt32(), 11000);
        QVERIFY(m_db->good(R"({"validate":"c"})")["valid"].toBool());
    }

    void documentsComeInOrderOfId()
    {
        m_db->good(create(kPlain));
        m_db->good(R"({"insert":"c","documents":[{"_id":3},{"_id":"a"},{"_id":1},{"_id":2}]})");
        QCOMPARE(m_db->found("c"), QStringLiteral(R"({"_id":1} {"_id":2} {"_id":3} {"_id":"a"})"));
        QCOMPARE(m_db->found("c", R"("filter":{"_id":{"$ne":2}},"limit":2)"),
                 QStringLiteral(R"({"_id":1} {"_id":3})"));
        QCOMPARE(m_db->found("c", R"("sort":{"$natural":-1},"limit":2)"),
                 QStringLiteral(R"({"_id":"a"} {"_id":3})"));
        QCOMPARE(m_db->aggregated("c", R"([{"$limit":1}])"), QStringLiteral(R"({"_id":1})"));
        const bson::Document explained
            = m_db->good(R"({"explain":{"find":"c"},"verbosity":"executionStats"})");
        VERIFY_HOLDS(bson::Document(explained["executionStats"].asDocument()),
                     R"({"totalKeysExamined":0,"totalDocsExamined":4})");
    }

    void itsOrderIsNoIndex()
    {
        m_db->good(create(kPlain));
        VERIFY_HOLDS(
            m_db->good(R"({"createIndexes":"c","indexes":[{"key":{"t":1},"name":"t_1"}]})"),
            R"({"numIndexesBefore":0,"numIndexesAfter":1})");
        VERIFY_HOLDS(m_db->good(R"({"dbStats":1})"), R"({"indexes":1})");
        // collStats counts it all the same
        VERIFY_HOLDS(m_db->good(R"({"collStats":"c"})"), R"({"nindexes":2})");
        VERIFY_HOLDS(m_db->good(R"({"dropIndexes":"c","index":"t_1"})"), R"({"nIndexesWas":1})");
        VERIFY_HOLDS(m_db->good(R"({"drop":"c"})"), R"({"nIndexesWas":0})");
    }

    void longKeysAreRefused()
    {
        m_db->good(create(kPlain));
        const auto codeFor = [&](std::size_t bytes) {
            const bson::Document row = bson::makeDocument("_id", std::string(bytes, 'k'));
            const bson::Document reply = m_db->run(bson::makeDocument(
                "insert", "c", "documents", bson::Value::array(bson::makeArray(row))));
            return reply.view().at("writeErrors.0.code").asInt32();
        };
        constexpr std::size_t kMost = std::size_t{8} * 1024 * 1024;
        QCOMPARE(codeFor(kMost), 5894900);
        QCOMPARE(codeFor(kMost - 2), 0);
        const bson::Document filter = bson::makeDocument("_id", std::string(kMost, 'k'));
        const bson::Document statement = bson::makeDocument(
            "q", filter, "u", bson::makeDocument("$set", bson::makeDocument("a", 1)), "upsert",
            true);
        const bson::Document reply = m_db->run(bson::makeDocument(
            "update", "c", "updates", bson::Value::array(bson::makeArray(statement))));
        QCOMPARE(reply.view().at("writeErrors.0.code").asInt32(), 5894900);
    }

    void wrongCreationsAreRefused_data()
    {
        QTest::addColumn<QString>("command");
        QTest::addColumn<int>("code");
        const auto row = [](const char* name, const std::string& command, int code) {
            QTest::newRow(name) << QString::fromStdString(command) << code;
        };
        row("no unique", create(R"({"key":{"_id":1}})"), 40414);
        row("no key", create(R"({"unique":true})"), 40414);
        row("not unique", create(R"({"key":{"_id":1},"unique":false})"), 5979700);
        row("another key", create(R"({"key":{"ts":1},"unique":true})"), 197);
        row("unknown field", create(R"({"key":{"_id":1},"unique":true,"x":1})"), 40415);
        row("version", create(R"({"key":{"_id":1},"unique":true,"v":12345})"), 5979704);
        row("true", create("true"), 5979703);
        row("false", create("false"), 0);
        row("false with seconds", create("false", R"(,"expireAfterSeconds":5)"), 72);
        row("size", create(kPlain, R"(,"size":10)"), 6049200);
        row("max", create(kPlain, R"(,"max":10)"), 6049204);
        row("capped", create(kPlain, R"(,"capped":true,"expireAfterSeconds":1)"), 6127800);
        row("view", create(kPlain, R"(,"viewOn":"x")"), 6026500);
        row("autoIndexId", create(kPlain, R"(,"autoIndexId":false)"), 6026501);
        row("text", create("\"yes\""), 14);
    }
    void wrongCreationsAreRefused()
    {
        QFETCH(QString, command);
        QFETCH(int, code);
        QCOMPARE(m_db->codeOf(command.toStdString()), code);
    }

    void secondsAreJudged_data()
    {
        QTest::addColumn<QString>("seconds");
        QTest::addColumn<int>("code");
        const auto row = [](const char* name, const char* seconds, int code) {
            QTest::newRow(name) << QString::fromLatin1(seconds) << code;
        };
        row("NaN", R"({"$numberDouble":"NaN"})", 72);
        row("null", "null", 0);
        row("-0.9", "-0.9", 0);
        row("-1", "-1", 72);
        row("decimal -0.9", R"({"$numberDecimal":"-0.9"})", 72);
        row("infinite", R"({"$numberDouble":"Infinity"})", 72);
        row("-infinite", R"({"$numberDouble":"-Infinity"})", 72);
        row("later than now", "9999999999", 72);
        row("overflows", R"({"$numberLong":"9223372036854776"})", 72);
        row("bool", "true", 14);
        row("text", "\"3600\"", 14);
    }
    void secondsAreJudged()
    {
        QFETCH(QString, seconds);
        QFETCH(int, code);
        QCOMPARE(m_db->codeOf(create(kPlain, R"(,"expireAfterSeconds":)" + seconds.toStdString())),
                 code);
        m_db->run(R"({"drop":"c"})");
        m_db->good(create(kPlain));
        // what create takes as absent, collMod refuses; and a text may be "off" there
        const int changed = seconds == QStringLiteral("null") ? 14
            : seconds.startsWith(QChar(u'"'))                 ? 72
                                                              : code;
        QCOMPARE(
            m_db->codeOf(R"({"collMod":"c","expireAfterSeconds":)" + seconds.toStdString() + "}"),
            changed);
    }

    void collModSetsAndRemovesTheRuleWithoutEcho()
    {
        m_db->good(create(kPlain));
        const auto rule = [&] { return m_db->data.collection("c")->expiryRule("_id_"); };
        QCOMPARE(m_db->good(R"({"collMod":"c","expireAfterSeconds":60})").view().count(),
                 std::size_t{1});
        QCOMPARE(rule()->expireAfterSeconds, std::int64_t{60});
        QCOMPARE(m_db->good(R"({"collMod":"c","expireAfterSeconds":"off"})").view().count(),
                 std::size_t{1});
        QVERIFY(!rule());
        m_db->good(R"({"collMod":"c","expireAfterSeconds":"off"})");
    }

    void theRestOfCollModKnowsClusteredCollections_data()
    {
        QTest::addColumn<QString>("command");
        QTest::addColumn<int>("code");
        const auto row = [](const char* name, const char* command, int code) {
            QTest::newRow(name) << QString::fromLatin1(command) << code;
        };
        for (const char* word : {"OFF", "", "on", "10"}) {
            QTest::addRow("C097 \"%s\"", word)
                << QStringLiteral(R"({"collMod":"c","expireAfterSeconds":"%1"})")
                       .arg(QString::fromLatin1(word))
                << 72;
        }
        row("C098 bool", R"({"collMod":"c","expireAfterSeconds":true})", 14);
        row("C098 object", R"({"collMod":"c","expireAfterSeconds":{}})", 14);
        row("C099", R"({"collMod":"plain","expireAfterSeconds":5})", 72);
        row("C101", R"({"collMod":"c","index":{"keyPattern":{"_id":1},"expireAfterSeconds":5}})",
            27);
        row("hide by key", R"({"collMod":"c","index":{"keyPattern":{"_id":1},"hidden":true}})",
            6011800);
        row("hide by name", R"({"collMod":"c","index":{"name":"_id_","hidden":true}})", 6011800);
        row("cappedSize", R"({"collMod":"c","cappedSize":4096})", 72);
        row("drop by name", R"({"dropIndexes":"c","index":"_id_"})", 5979800);
        row("drop by key", R"({"dropIndexes":"c","index":{"_id":1}})", 5979800);
        row("drop in a list", R"({"dropIndexes":"c","index":["_id_"]})", 5979800);
        row("drop all others", R"({"dropIndexes":"c","index":"*"})", 0);
        row("create its key",
            R"({"createIndexes":"c","indexes":[{"key":{"_id":1},"name":"_id_"}]})", 0);
        row("create it again",
            R"({"createIndexes":"c","indexes":[
                {"v":2,"key":{"_id":1},"name":"_id_","unique":true,"clustered":true}]})",
            0);
        row("another clustered",
            R"({"createIndexes":"c","indexes":[
                {"key":{"a":1},"name":"a","unique":true,"clustered":true}]})",
            6243700);
    }
    void theRestOfCollModKnowsClusteredCollections()
    {
        QFETCH(QString, command);
        QFETCH(int, code);
        m_db->good(create(kPlain));
        m_db->good(R"({"create":"plain"})");
        QCOMPARE(m_db->codeOf(command.toStdString()), code);
    }

    void cappedClusteredCollectionsRefuseTtlIndexes()
    {
        engine::commands::Parameter tests;
        tests.name = "enableTestCommands";
        tests.get = [] { return bson::Value::of(true); };
        m_db->parameters.add(std::move(tests));
        QCOMPARE(m_db->codeOf(create(kPlain, R"(,"capped":true)")), 6049201);
        m_db->good(create(kPlain, R"(,"capped":true,"expireAfterSeconds":10)"));
        QCOMPARE(m_db->codeOf(
                     R"({"createIndexes":"c","indexes":[
                    {"key":{"a":1},"name":"a","expireAfterSeconds":10}]})"),
                 6049202);
        m_db->good(R"({"insert":"c","documents":[{"_id":1},{"_id":2}]})");
        QCOMPARE(m_db->found("c"), QStringLiteral(R"({"_id":1} {"_id":2})"));
    }

private:
    std::unique_ptr<CommandFixture> m_db;
};

SANDGLASS_PLAIN_TEST(TestClusteredCommands)
} // namespace tst_commands_clustered

#include "tst_commands_clustered.moc"
