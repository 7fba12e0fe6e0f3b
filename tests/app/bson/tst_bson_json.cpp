// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/bson/builder.h"
#include "app/bson/decimal128.h"
#include "app/bson/json.h"
#include "tests/support/test_program.h"

#include <QTest>

#include <limits>

namespace tst_bson_json {

using namespace sandglass::bson;

namespace {

QString relaxed(DocumentView document)
{
    return QString::fromStdString(toJson(document));
}

QString canonical(DocumentView document)
{
    return QString::fromStdString(toJson(document, JsonForm::Canonical));
}

std::string nested(int depth, char open, char close)
{
    // {"a":[[[…]]]} or {"a":{"a":{…}}}
    const std::string step = open == '[' ? "[" : "{\"a\":";
    std::string text = "{\"a\":";
    for (int i = 2; i < depth; ++i) {
        text += step;
    }
    text += open;
    text.append(static_cast<std::size_t>(depth - 1), close);
    return text + "}";
}

} // namespace

class BsonJsonTest : public QObject
{
    Q_OBJECT

private slots:
    void canonicalFormKeepsEveryType_data()
    {
        QTest::addColumn<QString>("json");
        const auto row = [](const char* json) {
            QTest::newRow(json) << QStringLiteral("{\"v\":%1}").arg(QString::fromUtf8(json));
        };
        row(R"({"$numberInt":"-5"})");
        row(R"({"$numberLong":"5"})");
        row(R"({"$numberDouble":"1.0"})");
        row(R"({"$numberDouble":"0.1"})");
        row(R"({"$numberDouble":"1e+300"})");
        row(R"({"$numberDouble":"-0.0"})");
        row(R"({"$numberDouble":"NaN"})");
        row(R"({"$numberDouble":"-Infinity"})");
        row(R"({"$numberDecimal":"1.50"})");
        row(R"({"$date":{"$numberLong":"-9223372036854775808"}})");
        row(R"({"$oid":"650aff000102030405060708"})");
        row(R"({"$binary":{"base64":"AQID","subType":"80"}})");
        row(R"({"$binary":{"base64":"","subType":"00"}})");
        row("{\"$regularExpression\":{\"pattern\":\"^a\\\"b\",\"options\":\"im\"}}");
        row(R"({"$timestamp":{"t":4294967295,"i":1}})");
        row(R"({"$code":"f"})");
        row(R"({"$code":"f","$scope":{"x":{"$numberInt":"1"}}})");
        row(R"({"$symbol":"s"})");
        row(R"({"$dbPointer":{"$ref":"a.b","$id":{"$oid":"650aff000102030405060708"}}})");
        row(R"({"$undefined":true})");
        row(R"({"$minKey":1})");
        row(R"({"$maxKey":1})");
        row(R"(null)");
        row(R"([true,"a\n\u0001\\",{}])");
    }

    void canonicalFormKeepsEveryType()
    {
        QFETCH(QString, json);
        const auto document = fromJson(json.toStdString());
        QVERIFY2(document.has_value(), document ? "" : document.error().message.c_str());
        QCOMPARE(canonical(*document), json);
    }

    void relaxedFormReadsPlainly()
    {
        const Document document = makeDocument("i", 1, "l", std::int64_t{5'000'000'000}, "d", 2.0,
                                               "s", "x", "t", Date{0}, "m", Date{1500});
        QCOMPARE(relaxed(document),
                 QStringLiteral(R"({"i":1,"l":5000000000,"d":2.0,"s":"x",)"
                                R"("t":{"$date":"1970-01-01T00:00:00Z"},)"
                                R"("m":{"$date":"1970-01-01T00:00:01.500Z"}})"));
    }

    void relaxedDatesOutsideFourDigitYearsAreNumbers()
    {
        QCOMPARE(relaxed(makeDocument("t", Date{-1})),
                 QStringLiteral(R"({"t":{"$date":{"$numberLong":"-1"}}})"));
        QCOMPARE(relaxed(makeDocument("t", Date{253402300800000})),
                 QStringLiteral(R"({"t":{"$date":{"$numberLong":"253402300800000"}}})"));
        QCOMPARE(relaxed(makeDocument("t", Date{253402300799999})),
                 QStringLiteral(R"({"t":{"$date":"9999-12-31T23:59:59.999Z"}})"));
    }

    void relaxedNotANumberKeepsItsType()
    {
        const double nan = std::numeric_limits<double>::quiet_NaN();
        QCOMPARE(relaxed(makeDocument("d", nan)),
                 QStringLiteral(R"({"d":{"$numberDouble":"NaN"}})"));
    }

    void plainNumbersTakeTheSmallestTypeThatHoldsThem()
    {
        const Document document
            = fromJson(
                  R"({"a":2147483647,"b":2147483648,"c":9223372036854775808,"d":1.0,"e":1e2,"f":-0})")
                  .value();
        QCOMPARE(document["a"].type(), Type::Int32);
        QCOMPARE(document["b"].type(), Type::Int64);
        QCOMPARE(document["c"].type(), Type::Double);
        QCOMPARE(document["d"].type(), Type::Double);
        QCOMPARE(document["e"].asDouble(), 100.0);
        QCOMPARE(document["f"].type(), Type::Int32);
    }

    void datesAreReadWithOffsetsAndFractions()
    {
        const auto millis = [](const char* text) {
            return fromJson(std::string(R"({"d":{"$date":")") + text + "\"}}")
                .value()["d"]
                .asDate()
                .millis;
        };
        QCOMPARE(millis("1970-01-01T00:00:00Z"), std::int64_t{0});
        QCOMPARE(millis("1970-01-01T00:00:00.5Z"), std::int64_t{500});
        QCOMPARE(millis("1970-01-01T02:00:00.123456+02:00"), std::int64_t{123});
        QCOMPARE(millis("1969-12-31T22:00:00-0200"), std::int64_t{0});
        QCOMPARE(millis("2024-02-29T12:00:00Z"), std::int64_t{1709208000000});
    }

    void operatorsStayOperators()
    {
        const Document document
            = fromJson(R"({"a":{"$gt":5},"b":{"$regex":"x","$options":"i"}})").value();
        QCOMPARE(relaxed(document),
                 QStringLiteral(R"({"a":{"$gt":5},"b":{"$regex":"x","$options":"i"}})"));
    }

    void olderFormsAndUuidsAreRead()
    {
        const Document document
            = fromJson(R"({"b":{"$binary":"AQ==","$type":"03"},)"
                       R"("u":{"$uuid":"00112233-4455-6677-8899-aabbccddeeff"},"d":{"$date":7}})")
                  .value();
        QCOMPARE(document["b"].asBinary().subtype, std::uint8_t{3});
        QCOMPARE(document["u"].asBinary().subtype, std::uint8_t{4});
        QCOMPARE(document["u"].asBinary().bytes[15], std::uint8_t{0xff});
        QCOMPARE(document["d"].asDate().millis, std::int64_t{7});
    }

    void escapesAreRead()
    {
        const Document document
            = fromJson("{\"s\":\"\\\"\\\\\\/\\b\\f\\n\\r\\t\\u00e4\\ud83d\\ude00\"}").value();
        QCOMPARE(document["s"].asString(),
                 std::string_view("\"\\/\b\f\n\r\t\xc3\xa4\xf0\x9f\x98\x80"));
    }

    void faultsAreRefusedWithTheirPlace_data()
    {
        QTest::addColumn<QByteArray>("json");
        for (const char* json : {"",
                                 " ",
                                 "[]",
                                 "5",
                                 "{",
                                 "{\"a\"}",
                                 "{\"a\":}",
                                 "{\"a\":1",
                                 "{\"a\":1,}",
                                 "{a:1}",
                                 "{'a':1}",
                                 "{\"a\":1}x",
                                 "{\"a\":1} {\"b\":2}",
                                 "{\"a\":01}",
                                 "{\"a\":1.}",
                                 "{\"a\":.5}",
                                 "{\"a\":+1}",
                                 "{\"a\":1e}",
                                 "{\"a\":tru}",
                                 "{\"a\":[1,]}",
                                 "{\"a\":[1 2]}",
                                 "{\"a\":\"x}",
                                 "{\"a\":\"\\q\"}",
                                 "{\"a\":\"\\u12\"}",
                                 "{\"a\":\"\\ud800\"}",
                                 "{\"a\":\"\\udc00\"}",
                                 "{\"a\\u0000b\":1}",
                                 "{\"a\":\"line\nend\"}",
                                 "{\"a\":\"\xff\"}",
                                 "{\"\xff\":1}",
                                 "{\"a\":1e999}",
                                 R"({"a":{"$oid":"12"}})",
                                 R"({"a":{"$oid":"zz0aff000102030405060708"}})",
                                 R"({"a":{"$date":"yesterday"}})",
                                 R"({"a":{"$date":"2023-02-29T00:00:00Z"}})",
                                 R"({"a":{"$date":"2023-02-01T24:00:00Z"}})",
                                 R"({"a":{"$numberInt":"2147483648"}})",
                                 R"({"a":{"$numberLong":"x"}})",
                                 R"({"a":{"$numberDouble":"x"}})",
                                 R"({"a":{"$numberDecimal":"x"}})",
                                 R"({"a":{"$binary":{"base64":"A","subType":"00"}}})",
                                 R"({"a":{"$binary":{"base64":"AQ==","subType":"02"}}})",
                                 R"({"a":{"$timestamp":{"t":-1,"i":0}}})",
                                 R"({"a":{"$minKey":2}})",
                                 R"({"$oid":"650aff000102030405060708"})"}) {
            QTest::newRow(*json == '\0' ? "nothing" : json) << QByteArray(json);
        }
    }

    void faultsAreRefusedWithTheirPlace()
    {
        QFETCH(QByteArray, json);
        const auto document = fromJson(json.toStdString());
        QVERIFY(!document.has_value());
        QCOMPARE(document.error().code, sandglass::Errc::InvalidInput);
        QVERIFY(!document.error().message.empty());
    }

    void nestingEndsWhereStorageEnds()
    {
        QVERIFY(fromJson(nested(200, '[', ']')).has_value());
        QVERIFY(fromJson(nested(200, '{', '}')).has_value());
        QVERIFY(!fromJson(nested(201, '[', ']')).has_value());
        QVERIFY(!fromJson(nested(100'000, '{', '}')).has_value());
    }

    void textAboveTheLimitIsNotEvenLookedAt()
    {
        const std::string blank(16 * 1024 * 1024 + 1, ' ');
        QVERIFY(!fromJson(blank).has_value());
    }

    void prettyFormIndentsByTwo()
    {
        const Document document = fromJson(R"({"a":{"b":[1,{}]},"c":[]})").value();
        QCOMPARE(QString::fromStdString(toPrettyJson(document)),
                 QStringLiteral("{\n  \"a\": {\n    \"b\": [\n      1,\n      {}\n    ]\n  },\n"
                                "  \"c\": []\n}"));
    }

    void shellTextIsThatOfMongoDbsMessages()
    {
        Builder builder;
        builder.append("a", 1).append("b", "x").append("c", 1.0).append("d", 0.5);
        builder.append("t", Date{5}).append("id", ObjectId()).appendNull("n");
        builder.beginDocument("e").end().beginArray("f").push(1).push(true).end();
        builder.append("m", Value::maxKey());
        QCOMPARE(QString::fromStdString(toShellText(builder.take())),
                 QStringLiteral("{ a: 1, b: \"x\", c: 1.0, d: 0.5, t: new Date(5), "
                                "id: ObjectId('000000000000000000000000'), n: null, e: {}, "
                                "f: [ 1, true ], m: MaxKey }"));
    }

    void longStringsAreCutInShellText()
    {
        const std::string text = toShellText(makeDocument("s", std::string(10'000, 'x')));
        QVERIFY(text.size() < 200);
        QVERIFY(text.ends_with("x...\" }"));
    }

    void aCutNeverSplitsACharacter()
    {
        std::string umlauts = "x";
        for (int i = 0; i < 200; ++i) {
            umlauts += "\xc3\xa4";
        }
        const std::string text = toShellText(makeDocument("s", umlauts));
        QCOMPARE(QString::fromUtf8(text.c_str()).toStdString(), text);
    }

    void aFaultIsNamedByLineAndCharacter()
    {
        const auto faultOf = [](std::string_view text) {
            return QString::fromStdString(fromJson(text).error().message);
        };
        QVERIFY2(faultOf("{\"a\": x}").contains(QStringLiteral(" at character 7:")),
                 qPrintable(faultOf("{\"a\": x}")));
        // characters, not bytes
        QVERIFY(faultOf("{\"\xc3\xa4\": x}").contains(QStringLiteral(" at character 7:")));
        const QString third = faultOf("{\n  \"a\": 1,\n  \"b\" 2\n}");
        QVERIFY2(third.contains(QStringLiteral("in line 3 at character 7:")), qPrintable(third));
    }

    void everyFaultIsToldApart()
    {
        const auto faultOf = [](std::string_view text) {
            const JsonParsed parsed = parseJson(text);
            return parsed ? JsonFault::TooLarge : parsed.error().fault; // that of none below
        };
        QCOMPARE(faultOf("[]"), JsonFault::ObjectExpected);
        QCOMPARE(faultOf("{} x"), JsonFault::TextFollows);
        QCOMPARE(faultOf("{\"$minKey\": 1}"), JsonFault::SingleValue);
        QCOMPARE(faultOf("{\"a\": \"\xff\"}"), JsonFault::NotADocument);
        QCOMPARE(faultOf("{\"a\": }"), JsonFault::ValueExpected);
        QCOMPARE(faultOf("{\"a\": 1"), JsonFault::ObjectOpen);
        QCOMPARE(faultOf("{\"a\": [1}"), JsonFault::ArrayOpen);
        QCOMPARE(faultOf("{a: 1}"), JsonFault::NameExpected);
        QCOMPARE(faultOf("{\"a\\u0000\": 1}"), JsonFault::NameWithNul);
        QCOMPARE(faultOf("{\"a\" 1}"), JsonFault::ColonExpected);
        QCOMPARE(faultOf("{\"a\": \"\n\"}"), JsonFault::ControlCharacter);
        QCOMPARE(faultOf("{\"a\": \"b"), JsonFault::StringOpen);
        QCOMPARE(faultOf("{\"a\": \"\\x\"}"), JsonFault::UnknownEscape);
        QCOMPARE(faultOf("{\"a\": \"\\ud800\"}"), JsonFault::HalfCharacter);
        QCOMPARE(faultOf("{\"a\": \"\\u12\"}"), JsonFault::HexDigitsExpected);
        QCOMPARE(faultOf("{\"a\": 1e999}"), JsonFault::NumberTooLarge);
        QCOMPARE(faultOf("{\"a\": {\"$oid\": \"x\"}}"), JsonFault::WrongContent);
        QCOMPARE(parseJson("{\"a\": {\"$oid\": \"x\"}}").error().detail, std::string("$oid"));
        const JsonProblem colon = parseJson("{\n  \"a\": 1,\n  \"b\" 2\n}").error();
        QVERIFY(colon == (JsonProblem{JsonFault::ColonExpected, 3, 7, {}}));
        // a text of one line has no number of a line
        QCOMPARE(parseJson("{\"a\": x}").error().line, std::int64_t{0});
    }

    void namesNeedQuotesUnlessTheyMayBeBare()
    {
        const std::string text = "{state: \"open\", \"n.x\": {$gt: 5}, a.b: 1, \xc3\xa4_2: null}";
        QVERIFY(!fromJson(text));
        const auto read = fromJson(text, {.bareNames = true, .like = {}});
        QVERIFY2(read, read ? "" : read.error().message.c_str());
        QCOMPARE(
            toJson(*read),
            std::string("{\"state\":\"open\",\"n.x\":{\"$gt\":5},\"a.b\":1,\"\xc3\xa4_2\":null}"));
        for (const char* wrong : {"{1a: 1}", "{a b: 1}", "{: 1}", "{a: b}", "{'a': 1}"}) {
            QVERIFY2(!fromJson(wrong, {.bareNames = true, .like = {}}), wrong);
        }
    }

    void aPlainNumberGetsTheTypeThatStoodThere()
    {
        const Document like = fromJson(R"({"l":{"$numberLong":"5"},"d":2.0,"i":1,
            "a":[{"$numberLong":"1"}],"in":{"l":{"$numberLong":"1"}}})")
                                  .value();
        const auto read = [&like](const char* text) {
            return canonical(fromJson(text, {.bareNames = false, .like = like.view()}).value());
        };
        QCOMPARE(read(R"({"l":6,"d":3,"i":4,"new":7})"),
                 QStringLiteral(R"({"l":{"$numberLong":"6"},"d":{"$numberDouble":"3.0"},)"
                                R"("i":{"$numberInt":"4"},"new":{"$numberInt":"7"}})"));
        QCOMPARE(read(R"({"a":[2,3],"in":{"l":8}})"),
                 QStringLiteral(R"({"a":[{"$numberLong":"2"},{"$numberInt":"3"}],)"
                                R"("in":{"l":{"$numberLong":"8"}}})"));
        // what is written with its type keeps it, and so does what the old type cannot hold
        QCOMPARE(
            read(R"({"l":{"$numberInt":"6"},"d":9007199254740993})"),
            QStringLiteral(R"({"l":{"$numberInt":"6"},"d":{"$numberLong":"9007199254740993"}})"));
        QCOMPARE(read(R"({"l":1.5})"), QStringLiteral(R"({"l":{"$numberDouble":"1.5"}})"));
    }

    void oneValueStandsAsInADocument()
    {
        QCOMPARE(toJson(Value::of("x").view()), std::string("\"x\""));
        QCOMPARE(toJson(ValueView()), std::string());
        QCOMPARE(toShellText(Value::of(2.0).view()), std::string("2.0"));
    }
};

SANDGLASS_PLAIN_TEST(BsonJsonTest)
} // namespace tst_bson_json

#include "tst_bson_json.moc"
