// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/bson/builder.h"
#include "app/bson/json.h"
#include "app/ttl/command_text.h"
#include "tests/support/test_program.h"

#include <QObject>
#include <QTest>

#include <limits>

using namespace sandglass;
using ttl::CommandLanguage;
using ttl::commandText;

namespace {

constexpr std::int64_t kLowest = std::numeric_limits<std::int64_t>::min();

ttl::TtlIndexSpec spec()
{
    return {{"shop", "carts"},
            "t_1",
            bson::makeDocument("t", -1),
            3600,
            bson::makeDocument("n", bson::makeDocument("$gt", std::int64_t{5})),
            true};
}

/// The literal of a value, cut out of the text of a command {"v": value}.
std::string literal(CommandLanguage language, const bson::Value& value)
{
    const std::string mark = "MARK";
    const auto text = [&](const bson::Value& each) {
        return commandText(language, "d", bson::makeDocument("v", each));
    };
    const std::string frame = text(bson::Value::of("MARK"));
    const std::size_t start = frame.find(mark) - 1;
    const std::string tail = frame.substr(start + mark.size() + 2);
    const std::string whole = text(value);
    return whole.substr(start, whole.size() - start - tail.size());
}

bson::Value fromJson(const char* text)
{
    const auto document = bson::fromJson(text);
    return document ? bson::Value((*document)["v"]) : bson::Value();
}

/// What one BSON value is in each language.
struct Row
{
    const char* title;
    bson::Value value;
    const char* node;
    const char* python;
    const char* java;
    const char* csharp;
};

std::vector<Row> numberRows()
{
    return {
        {"int", bson::Value::of(-5), "-5", "-5", "-5", "-5"},
        {"long", bson::Value::of(std::int64_t{5}), "Long.fromString(\"5\")", "Int64(5)", "5L",
         "5L"},
        {"lowest long", bson::Value::of(kLowest), "Long.fromString(\"-9223372036854775808\")",
         "Int64(-9223372036854775808)", "-9223372036854775808L", "-9223372036854775808L"},
        {"fraction", bson::Value::of(2.5), "2.5", "2.5", "2.5", "2.5"},
        {"whole double", bson::Value::of(2.0), "new Double(2.0)", "2.0", "2.0", "2.0"},
        {"large double", bson::Value::of(1e300), "new Double(1e+300)", "1e+300", "1e+300",
         "1e+300"},
        {"NaN", bson::Value::of(std::numeric_limits<double>::quiet_NaN()), "NaN", "float(\"nan\")",
         "Double.NaN", "double.NaN"},
        {"minus infinity", bson::Value::of(-std::numeric_limits<double>::infinity()), "-Infinity",
         "float(\"-inf\")", "Double.NEGATIVE_INFINITY", "double.NegativeInfinity"},
        {"decimal", fromJson(R"({"v": {"$numberDecimal": "1.50"}})"),
         "Decimal128.fromString(\"1.50\")", "Decimal128(\"1.50\")", "Decimal128.parse(\"1.50\")",
         "Decimal128.Parse(\"1.50\")"},
    };
}

std::vector<Row> otherRows()
{
    return {
        {"null", bson::Value::null(), "null", "None", "null", "BsonNull.Value"},
        {"true", bson::Value::of(true), "true", "True", "true", "true"},
        {"ObjectId", fromJson(R"({"v": {"$oid": "0123456789abcdef01234567"}})"),
         "new ObjectId(\"0123456789abcdef01234567\")", "ObjectId(\"0123456789abcdef01234567\")",
         "new ObjectId(\"0123456789abcdef01234567\")",
         "new ObjectId(\"0123456789abcdef01234567\")"},
        {"regex",
         fromJson(R"({"v": {"$regularExpression": {"pattern": "^a\"/b", "options": "i"}}})"),
         "new BSONRegExp(\"^a\\\"/b\", \"i\")", "Regex(\"^a\\\"/b\", \"i\")",
         "new BsonRegularExpression(\"^a\\\"/b\", \"i\")",
         "new BsonRegularExpression(\"^a\\\"/b\", \"i\")"},
        {"binary", fromJson(R"({"v": {"$binary": {"base64": "AQI=", "subType": "04"}}})"),
         "new Binary(Buffer.from(\"AQI=\", \"base64\"), 4)",
         "Binary(base64.b64decode(\"AQI=\"), 4)",
         "new Binary((byte) 4, Base64.getDecoder().decode(\"AQI=\"))",
         "new BsonBinaryData(Convert.FromBase64String(\"AQI=\"), (BsonBinarySubType)4)"},
        {"timestamp", bson::Value::of(bson::Timestamp{4'294'967'295, 2}),
         "new Timestamp({ t: 4294967295, i: 2 })", "Timestamp(4294967295, 2)",
         "new BsonTimestamp((int) 4294967295L, (int) 2L)",
         "new BsonTimestamp(unchecked((int)4294967295L), unchecked((int)2L))"},
        {"min key", bson::Value::minKey(), "new MinKey()", "MinKey()", "new MinKey()",
         "BsonMinKey.Value"},
        {"undefined", fromJson(R"({"v": {"$undefined": true}})"),
         "BSON.EJSON.parse(\"{\\\"v\\\":{\\\"$undefined\\\":true}}\", { relaxed: false }).v",
         "json_util.loads(\"{\\\"v\\\":{\\\"$undefined\\\":true}}\", "
         "json_options=json_util.CANONICAL_JSON_OPTIONS)[\"v\"]",
         "Document.parse(\"{\\\"v\\\":{\\\"$undefined\\\":true}}\").get(\"v\")",
         "BsonDocument.Parse(\"{\\\"v\\\":{\\\"$undefined\\\":true}}\")[\"v\"]"},
    };
}

std::vector<Row> dateRows()
{
    return {
        {"date", bson::Value::of(bson::Date{1'582'934'400'500}),
         "new Date(\"2020-02-29T00:00:00.500Z\")",
         "datetime.datetime(2020, 2, 29, 0, 0, 0, 500000, tzinfo=datetime.timezone.utc)",
         "Date.from(Instant.parse(\"2020-02-29T00:00:00.500Z\"))",
         "new BsonDateTime(1582934400500L)"},
        {"date before 1970", bson::Value::of(bson::Date{-1}), "new Date(-1)",
         "datetime.datetime(1969, 12, 31, 23, 59, 59, 999000, tzinfo=datetime.timezone.utc)",
         "new Date(-1L)", "new BsonDateTime(-1L)"},
        {"date beyond every calendar", bson::Value::of(bson::Date{kLowest}),
         "BSON.EJSON.parse(\"{\\\"v\\\":{\\\"$date\\\":{\\\"$numberLong\\\":\\\"-"
         "9223372036854775808\\\"}}}\", { relaxed: false }).v",
         "DatetimeMS(-9223372036854775808)", "new Date(-9223372036854775808L)",
         "new BsonDateTime(-9223372036854775808L)"},
    };
}

std::vector<Row> nestedRows()
{
    return {
        {"document", fromJson(R"({"v": {"a": {"$in": [1, "x"]}, "b": {}}})"),
         "{ \"a\": { \"$in\": [1, \"x\"] }, \"b\": {} }",
         "{\"a\": {\"$in\": [1, \"x\"]}, \"b\": {}}",
         "new Document(\"a\", new Document(\"$in\", Arrays.asList(1, \"x\"))).append(\"b\", new "
         "Document())",
         "new BsonDocument { { \"a\", new BsonDocument { { \"$in\", new BsonArray { 1, \"x\" } } } "
         "}, { \"b\", new BsonDocument() } }"},
        {"empty array", fromJson(R"({"v": []})"), "[]", "[]", "Arrays.asList()", "new BsonArray()"},
        {"array of one null", fromJson(R"({"v": [null]})"), "[null]", "[None]",
         "Collections.singletonList(null)", "new BsonArray { BsonNull.Value }"},
        {"keys like numbers", fromJson(R"({"v": {"b": 1, "7": 2}})"),
         "new Map([[\"b\", 1], [\"7\", 2]])", "{\"b\": 1, \"7\": 2}",
         "new Document(\"b\", 1).append(\"7\", 2)",
         "new BsonDocument { { \"b\", 1 }, { \"7\", 2 } }"},
        {"__proto__", fromJson(R"({"v": {"__proto__": 1}})"), "{ [\"__proto__\"]: 1 }",
         "{\"__proto__\": 1}", "new Document(\"__proto__\", 1)",
         "new BsonDocument { { \"__proto__\", 1 } }"},
    };
}

std::vector<Row> textRows()
{
    const auto same
        = [](const char* title, std::string_view text, const char* everywhere, const char* java) {
              return Row{title, bson::Value::of(text), everywhere, everywhere, java, everywhere};
          };
    return {
        same("quote", "\"); drop(\"", R"("\"); drop(\"")", R"("\"); drop(\"")"),
        same("backslash at the end", "a\\", R"("a\\")", R"("a\\")"),
        same("written escape", "\\u0022", R"("\\u0022")", R"("\\u0022")"),
        same("line end", "a\nb", R"("a\nb")", R"("a\nb")"),
        same("carriage return", "a\rb", "\"a\\u000db\"", "\"a\\015b\""),
        same("NUL before a digit",
             std::string_view("\0"
                              "7",
                              2),
             "\"\\u00007\"", "\"\\0007\""),
        same("delete", "\x7f", "\"\\u007f\"", "\"\\177\""),
        same("C1 control", "\xC2\x85", "\"\\u0085\"", "\"\\u0085\""),
        same("shell and template signs", "$(x)`${y}`{z}%1", "\"$(x)`${y}`{z}%1\"",
             "\"$(x)`${y}`{z}%1\""),
        same("line separator", "\xE2\x80\xA8", "\"\\u2028\"", "\"\\u2028\""),
        same("right-to-left override", "\xE2\x80\xAE", "\"\\u202e\"", "\"\\u202e\""),
        same("broken UTF-8", "\xFF", "\"\\ufffd\"", "\"\\ufffd\""),
    };
}

} // namespace

class TestCommandText : public QObject
{
    Q_OBJECT

private slots:
    void aCreation_data()
    {
        QTest::addColumn<CommandLanguage>("language");
        QTest::addColumn<QByteArray>("wanted");
        QTest::newRow("mongosh")
            << CommandLanguage::Mongosh
            << QByteArray(
                   R"(db.getSiblingDB("shop").getCollection("carts").createIndex({ "t": -1 }, )"
                   R"({ name: "t_1", expireAfterSeconds: 3600, partialFilterExpression: )"
                   R"({ "n": { "$gt": NumberLong("5") } }, hidden: true }))");
        QTest::newRow("Node") << CommandLanguage::Node
                              << QByteArray(
                                     R"(await client.db("shop").collection("carts").createIndex()"
                                     R"({ "t": -1 }, { name: "t_1", expireAfterSeconds: 3600, )"
                                     R"(partialFilterExpression: { "n": { "$gt": )"
                                     R"(Long.fromString("5") } }, hidden: true });)");
        QTest::newRow("Python") << CommandLanguage::Python
                                << QByteArray(
                                       R"(client["shop"]["carts"].create_index([("t", -1)], )"
                                       R"(name="t_1", expireAfterSeconds=3600, )"
                                       R"(partialFilterExpression={"n": {"$gt": Int64(5)}}, )"
                                       R"(hidden=True))");
        QTest::newRow("Java")
            << CommandLanguage::Java
            << QByteArray(
                   R"(client.getDatabase("shop").getCollection("carts").createIndex()"
                   R"(new Document("t", -1), new IndexOptions().name("t_1").expireAfter(3600L, )"
                   R"(TimeUnit.SECONDS).partialFilterExpression(new Document("n", )"
                   R"(new Document("$gt", 5L))).hidden(true));)");
        QTest::newRow("C#")
            << CommandLanguage::CSharp
            << QByteArray(
                   R"(client.GetDatabase("shop").GetCollection<BsonDocument>("carts").Indexes.)"
                   R"(CreateOne(new CreateIndexModel<BsonDocument>(new BsonDocument { { "t", -1 } },)"
                   R"( new CreateIndexOptions<BsonDocument> { Name = "t_1", ExpireAfter = )"
                   R"(TimeSpan.FromSeconds(3600), PartialFilterExpression = new BsonDocument { )"
                   R"({ "n", new BsonDocument { { "$gt", 5L } } } }, Hidden = true }));)");
    }

    void aCreation()
    {
        QFETCH(CommandLanguage, language);
        QFETCH(QByteArray, wanted);
        QCOMPARE(commandText(language, spec()), wanted.toStdString());
    }

    void aCreationLeavesOutWhatIsNotAsked()
    {
        ttl::TtlIndexSpec plain = spec();
        plain.partialFilter.reset();
        plain.hidden = false;
        for (const CommandLanguage language : ttl::kCommandLanguages) {
            const QString text = QString::fromStdString(commandText(language, plain)).toLower();
            QVERIFY2(!text.contains(u"partial") && !text.contains(u"hidden"), qPrintable(text));
        }
    }

    void anOrdinaryIndexIsCreatedWithoutAPeriod()
    {
        ttl::TtlIndexSpec ordinary = spec();
        ordinary.ordinary = true;
        for (const CommandLanguage language : ttl::kCommandLanguages) {
            const QString text = QString::fromStdString(commandText(language, ordinary)).toLower();
            QVERIFY2(!text.contains(u"expireafter") && text.contains(u"createindex"),
                     qPrintable(text));
            QVERIFY2(text.contains(u"t_1") && text.contains(u"partialfilter"), qPrintable(text));
        }
    }

    void aChange_data()
    {
        QTest::addColumn<CommandLanguage>("language");
        QTest::addColumn<QByteArray>("wanted");
        QTest::newRow("mongosh")
            << CommandLanguage::Mongosh
            << QByteArray(R"(db.getSiblingDB("shop").runCommand({ collMod: "carts", index: )"
                          R"({ name: "t_1", expireAfterSeconds: 60, hidden: false } }))");
        QTest::newRow("Node")
            << CommandLanguage::Node
            << QByteArray(R"(await client.db("shop").command({ "collMod": "carts", "index": )"
                          R"({ "name": "t_1", "expireAfterSeconds": 60, "hidden": false } });)");
        QTest::newRow("Python")
            << CommandLanguage::Python
            << QByteArray(R"(client["shop"].command({"collMod": "carts", "index": {"name": "t_1", )"
                          R"("expireAfterSeconds": 60, "hidden": False}}))");
        QTest::newRow("Java")
            << CommandLanguage::Java
            << QByteArray(R"(client.getDatabase("shop").runCommand(new Document("collMod", )"
                          R"("carts").append("index", new Document("name", "t_1").append()"
                          R"("expireAfterSeconds", 60).append("hidden", false)));)");
        QTest::newRow("C#")
            << CommandLanguage::CSharp
            << QByteArray(R"(client.GetDatabase("shop").RunCommand<BsonDocument>(new BsonDocument )"
                          R"({ { "collMod", "carts" }, { "index", new BsonDocument { )"
                          R"({ "name", "t_1" }, { "expireAfterSeconds", 60 }, )"
                          R"({ "hidden", false } } } });)");
    }

    void aChange()
    {
        QFETCH(CommandLanguage, language);
        QFETCH(QByteArray, wanted);
        QCOMPARE(commandText(language, ttl::IndexChange{{{"shop", "carts"}, "t_1"}, 60, false}),
                 wanted.toStdString());
    }

    void aDrop_data()
    {
        QTest::addColumn<CommandLanguage>("language");
        QTest::addColumn<QByteArray>("wanted");
        QTest::newRow("mongosh")
            << CommandLanguage::Mongosh
            << QByteArray(R"(db.getSiblingDB("shop").getCollection("carts").dropIndex("t_1"))");
        QTest::newRow("Node")
            << CommandLanguage::Node
            << QByteArray(R"(await client.db("shop").collection("carts").dropIndex("t_1");)");
        QTest::newRow("Python") << CommandLanguage::Python
                                << QByteArray(R"(client["shop"]["carts"].drop_index("t_1"))");
        QTest::newRow("Java")
            << CommandLanguage::Java
            << QByteArray(R"(client.getDatabase("shop").getCollection("carts").dropIndex("t_1");)");
        QTest::newRow("C#") << CommandLanguage::CSharp
                            << QByteArray(
                                   R"(client.GetDatabase("shop").GetCollection<BsonDocument>()"
                                   R"("carts").Indexes.DropOne("t_1");)");
    }

    void aDrop()
    {
        QFETCH(CommandLanguage, language);
        QFETCH(QByteArray, wanted);
        QCOMPARE(commandText(language, ttl::IndexRef{{"shop", "carts"}, "t_1"}),
                 wanted.toStdString());
    }

    void anyCommandOfTheShellIsQuoted()
    {
        QCOMPARE(commandText(CommandLanguage::Mongosh, "a\"b", bson::makeDocument("ping", 1)),
                 std::string("db.getSiblingDB(\"a\\\"b\").runCommand({ \"ping\": 1 })"));
    }

    void valuesKeepTheirTypes_data()
    {
        QTest::addColumn<CommandLanguage>("language");
        QTest::addColumn<QByteArray>("written");
        QTest::addColumn<QByteArray>("wanted");
        for (const auto& rows : {numberRows(), otherRows(), dateRows(), nestedRows(), textRows()}) {
            for (const Row& row : rows) {
                const auto add
                    = [&](const char* name, CommandLanguage language, const char* wanted) {
                          QTest::addRow("%s in %s", row.title, name)
                              << language << QByteArray::fromStdString(literal(language, row.value))
                              << QByteArray(wanted);
                      };
                add("Node", CommandLanguage::Node, row.node);
                add("Python", CommandLanguage::Python, row.python);
                add("Java", CommandLanguage::Java, row.java);
                add("C#", CommandLanguage::CSharp, row.csharp);
            }
        }
    }

    void valuesKeepTheirTypes()
    {
        QFETCH(QByteArray, written);
        QFETCH(QByteArray, wanted);
        QCOMPARE(written, wanted);
    }

    void everyNameInEveryLanguageIsQuoted()
    {
        const std::string evil = "\"+x+\"\r\\";
        const ttl::TtlIndexSpec hostile{
            {evil, evil}, evil, bson::makeDocument(evil, 1), 5, bson::makeDocument(evil, evil),
            false};
        for (const CommandLanguage language : ttl::kCommandLanguages) {
            const std::string quoted = language == CommandLanguage::Java
                ? "\"\\\"+x+\\\"\\015\\\\\""
                : "\"\\\"+x+\\\"\\u000d\\\\\"";
            for (std::string text :
                 {commandText(language, hostile),
                  commandText(language, ttl::IndexChange{{{evil, evil}, evil}, 5, {}}),
                  commandText(language, ttl::IndexRef{{evil, evil}, evil})}) {
                for (std::size_t at = text.find(quoted); at != std::string::npos;
                     at = text.find(quoted)) {
                    text.erase(at, quoted.size());
                }
                QVERIFY2(text.find("+x+") == std::string::npos, text.c_str());
            }
        }
    }
};

SANDGLASS_TEST(TestCommandText)

#include "tst_ttl_command_text.moc"
