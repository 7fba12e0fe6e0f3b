// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/bson/builder.h"
#include "app/bson/json.h"
#include "app/ttl/draft.h"
#include "app/ttl/shell_text.h"
#include "tests/support/test_program.h"

#include <QObject>
#include <QTest>

namespace tst_ttl_commands {

using namespace sandglass;
using ttl::javaScriptObject;
using ttl::javaScriptString;
using ttl::javaScriptValue;

namespace {

ttl::TtlIndexSpec spec()
{
    return {{"shop", "carts"}, "t_1", bson::makeDocument("t", 1), 3600, std::nullopt, false};
}

} // namespace

class TestCommands : public QObject
{
    Q_OBJECT

private slots:
    void createIndexesHoldsTheWholeSpec()
    {
        ttl::TtlIndexSpec whole = spec();
        whole.partialFilter = bson::makeDocument("open", true);
        whole.hidden = true;
        const bson::Document wanted = bson::makeDocument(
            "createIndexes", "carts", "indexes",
            bson::Value::array(bson::makeArray(bson::makeDocument(
                "key", bson::makeDocument("t", 1), "name", "t_1", "expireAfterSeconds", 3600,
                "partialFilterExpression", bson::makeDocument("open", true), "hidden", true))));
        QVERIFY(ttl::createIndexesCommand(whole) == wanted);
    }

    void createIndexesLeavesOutWhatIsNotAsked()
    {
        const bson::Document command = ttl::createIndexesCommand(spec());
        const bson::DocumentView index
            = command["indexes"].asDocument().begin()->value.asDocument();
        QVERIFY(!index.contains("hidden"));
        QVERIFY(!index.contains("partialFilterExpression"));
        QCOMPARE(index["expireAfterSeconds"].type(), bson::Type::Int32);
    }

    void whatIsBuiltFirstIsOrdinaryWhereItCanBeConverted()
    {
        ttl::ServerInfo server;
        server.product = ttl::Product::MongoDb;
        server.versionNumbers = {5, 1, 0};
        const ttl::TtlIndexSpec first = ttl::firstStep(spec(), server);
        QVERIFY(first.ordinary);
        QVERIFY(ttl::createIndexesCommand(first)
                == bson::makeDocument("createIndexes", "carts", "indexes",
                                      bson::Value::array(bson::makeArray(bson::makeDocument(
                                          "key", bson::makeDocument("t", 1), "name", "t_1")))));
        QCOMPARE(ttl::mongoshText(first),
                 std::string(R"(db.getSiblingDB("shop").getCollection("carts"))"
                             R"(.createIndex({ "t": 1 }, { name: "t_1" }))"));
    }

    void whatIsBuiltFirstElsewhereHasTheLongestPeriod()
    {
        ttl::ServerInfo server;
        server.product = ttl::Product::MongoDb;
        server.versionNumbers = {5, 0, 0};
        ttl::TtlIndexSpec first = ttl::firstStep(spec(), server);
        QVERIFY(!first.ordinary);
        QCOMPARE(first.expireAfterSeconds, std::int64_t{2'147'483'647});
        server.versionNumbers.clear(); // not known
        first = ttl::firstStep(spec(), server);
        QVERIFY(!first.ordinary);
        QCOMPARE(first.expireAfterSeconds, std::int64_t{2'147'483'647});
    }

    void collModNamesTheIndexAndOnlyTheChanges()
    {
        const ttl::IndexChange seconds{{{"shop", "carts"}, "t_1"}, 60, std::nullopt};
        QVERIFY(ttl::collModCommand(seconds)
                == bson::makeDocument("collMod", "carts", "index",
                                      bson::makeDocument("name", "t_1", "expireAfterSeconds", 60)));
        const ttl::IndexChange hide{{{"shop", "carts"}, "t_1"}, std::nullopt, true};
        QVERIFY(ttl::collModCommand(hide)
                == bson::makeDocument("collMod", "carts", "index",
                                      bson::makeDocument("name", "t_1", "hidden", true)));
    }

    void dropIndexesNamesTheIndex()
    {
        QVERIFY(ttl::dropIndexesCommand({{"shop", "carts"}, "t_1"})
                == bson::makeDocument("dropIndexes", "carts", "index", "t_1"));
    }

    void mongoshCreatesTheIndex()
    {
        ttl::TtlIndexSpec whole = spec();
        whole.partialFilter = bson::makeDocument("n", bson::makeDocument("$gt", std::int64_t{5}));
        whole.hidden = true;
        QCOMPARE(
            ttl::mongoshText(whole),
            std::string(R"(db.getSiblingDB("shop").getCollection("carts").createIndex({ "t": 1 }, )"
                        R"({ name: "t_1", expireAfterSeconds: 3600, partialFilterExpression: )"
                        R"({ "n": { "$gt": NumberLong("5") } }, hidden: true }))"));
    }

    void mongoshChangesTheIndex()
    {
        const ttl::IndexChange change{{{"shop", "carts"}, "t_1"}, 60, false};
        QCOMPARE(ttl::mongoshText(change),
                 std::string(R"(db.getSiblingDB("shop").runCommand({ collMod: "carts", index: )"
                             R"({ name: "t_1", expireAfterSeconds: 60, hidden: false } }))"));
    }

    void mongoshDropsTheIndex()
    {
        QCOMPARE(ttl::mongoshText(ttl::IndexRef{{"shop", "carts"}, "t_1"}),
                 std::string(R"(db.getSiblingDB("shop").getCollection("carts").dropIndex("t_1"))"));
    }

    void hostileNamesStayInsideTheirQuotes_data()
    {
        QTest::addColumn<QByteArray>("name");
        QTest::addColumn<QByteArray>("quoted");
        QTest::newRow("plain") << QByteArray("a b") << QByteArray(R"("a b")");
        QTest::newRow("quote") << QByteArray("\");db.dropDatabase();(\"")
                               << QByteArray("\"\\\");db.dropDatabase();(\\\"\"");
        QTest::newRow("backslash") << QByteArray("a\\") << QByteArray("\"a\\\\\"");
        QTest::newRow("line end") << QByteArray("a\nb") << QByteArray("\"a\\nb\"");
        QTest::newRow("carriage return") << QByteArray("a\rb") << QByteArray("\"a\\u000db\"");
        QTest::newRow("backtick") << QByteArray("`id`") << QByteArray(R"("`id`")");
        QTest::newRow("dollar") << QByteArray("$(x)${y}") << QByteArray(R"("$(x)${y}")");
        QTest::newRow("line separator") << QByteArray("a\xE2\x80\xA8"
                                                      "b")
                                        << QByteArray("\"a\\u2028b\"");
        QTest::newRow("paragraph separator") << QByteArray("a\xE2\x80\xA9"
                                                           "b")
                                             << QByteArray("\"a\\u2029b\"");
        QTest::newRow("escape") << QByteArray("\x1b[2J") << QByteArray("\"\\u001b[2J\"");
        QTest::newRow("delete") << QByteArray("\x7f") << QByteArray("\"\\u007f\"");
        QTest::newRow("C1 control") << QByteArray("\xC2\x85") << QByteArray("\"\\u0085\"");
        QTest::newRow("right-to-left override") << QByteArray("\xE2\x80\xAE"
                                                              "x")
                                                << QByteArray("\"\\u202ex\"");
        QTest::newRow("zero width") << QByteArray("\xE2\x80\x8B") << QByteArray("\"\\u200b\"");
        QTest::newRow("umlaut stays") << QByteArray("\xC3\xBC") << QByteArray("\"\xC3\xBC\"");
        QTest::newRow("emoji stays")
            << QByteArray("\xF0\x9F\x98\x80") << QByteArray("\"\xF0\x9F\x98\x80\"");
        QTest::newRow("broken UTF-8")
            << QByteArray("\xFFz\xC3") << QByteArray("\"\\ufffdz\\ufffd\"");
        QTest::newRow("overlong quote")
            << QByteArray("\xC0\xA2") << QByteArray("\"\\ufffd\\ufffd\"");
    }

    void hostileNamesStayInsideTheirQuotes()
    {
        QFETCH(QByteArray, name);
        QFETCH(QByteArray, quoted);
        QCOMPARE(javaScriptString(name.toStdString()), quoted.toStdString());
    }

    void everyNameInTheCommandsIsQuoted()
    {
        const std::string evil = "\"+x+\"";
        const std::string quoted = "\"\\\"+x+\\\"\"";
        ttl::TtlIndexSpec hostile{
            {evil, evil}, evil, bson::makeDocument(evil, 1), 5, bson::makeDocument(evil, evil),
            false};
        const std::string texts[]{ttl::mongoshText(hostile),
                                  ttl::mongoshText(ttl::IndexChange{{{evil, evil}, evil}, 5, {}}),
                                  ttl::mongoshText(ttl::IndexRef{{evil, evil}, evil})};
        for (std::string text : texts) {
            for (std::size_t at = text.find(quoted); at != std::string::npos;
                 at = text.find(quoted)) {
                text.erase(at, quoted.size());
            }
            QVERIFY2(text.find("+x+") == std::string::npos, text.c_str());
        }
    }

    void aNulInANameIsEscaped()
    {
        QCOMPARE(javaScriptString(std::string_view("a\0b", 3)), std::string("\"a\\u0000b\""));
    }

    void valuesKeepTheirTypes()
    {
        QCOMPARE(javaScriptValue(bson::Value::of(5)), std::string("5"));
        QCOMPARE(javaScriptValue(bson::Value::of(std::int64_t{5})),
                 std::string("NumberLong(\"5\")"));
        QCOMPARE(javaScriptValue(bson::Value::of(2.5)), std::string("2.5"));
        QCOMPARE(javaScriptValue(bson::Value::of(true)), std::string("true"));
        QCOMPARE(javaScriptValue(bson::Value::null()), std::string("null"));
        QCOMPARE(javaScriptValue(bson::Value::of(bson::Date{0})),
                 std::string("ISODate(\"1970-01-01T00:00:00Z\")"));
    }

    void aWholeDoubleIsNotWrittenAsAnInteger()
    {
        QCOMPARE(javaScriptValue(bson::Value::of(2.0)),
                 std::string("EJSON.parse(\"{\\\"v\\\":{\\\"$numberDouble\\\":\\\"2.0\\\"}}\", { "
                             "relaxed: false }).v"));
    }

    void aDateBeyondTheCalendarIsWrittenAsExtendedJson()
    {
        const std::string text = javaScriptValue(
            bson::Value::of(bson::Date{std::numeric_limits<std::int64_t>::max()}));
        QVERIFY(text.starts_with("EJSON.parse("));
        QVERIFY(text.find("9223372036854775807") != std::string::npos);
    }

    void aFieldNamedProtoStaysAField()
    {
        QCOMPARE(javaScriptObject(bson::makeDocument("__proto__", 1)),
                 std::string(R"({ ["__proto__"]: 1 })"));
    }

    void nestedDocumentsAndArraysAreWrittenInOrder()
    {
        const auto document = bson::fromJson(R"({"b": [1, "x", {"c": null}], "a": {}})");
        QCOMPARE(javaScriptObject(*document),
                 std::string(R"({ "b": [1, "x", { "c": null }], "a": {} })"));
    }
};

SANDGLASS_TEST(TestCommands)
} // namespace tst_ttl_commands

#include "tst_ttl_commands.moc"
