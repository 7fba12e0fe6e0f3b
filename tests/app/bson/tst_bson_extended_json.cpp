// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/bson/builder.h"
#include "app/bson/compare.h"
#include "app/bson/extended_json.h"
#include "app/bson/json.h"
#include "app/bson/validate.h"
#include "tests/support/random_values.h"
#include "tests/support/test_program.h"
#include "tests/support/test_seed.h"

#include <QTest>

namespace tst_bson_extended_json {

using namespace sandglass::bson;

namespace {

QString wrapped(const QString& value)
{
    return QStringLiteral("{\"v\":%1}").arg(value);
}

} // namespace

/// Source: MongoDB Extended JSON (v2) specification.
class BsonExtendedJsonTest : public QObject
{
    Q_OBJECT

private slots:
    void bothFormsAreWritten_data()
    {
        QTest::addColumn<QString>("canonical");
        QTest::addColumn<QString>("relaxed");
        const auto row = [](const char* canonical, const char* relaxed = nullptr) {
            QTest::newRow(canonical)
                << QString::fromUtf8(canonical) << QString::fromUtf8(relaxed ? relaxed : canonical);
        };
        row(R"({"$numberInt":"0"})", "0");
        row(R"({"$numberInt":"-2147483648"})", "-2147483648");
        row(R"({"$numberLong":"0"})", "0");
        row(R"({"$numberLong":"9223372036854775807"})", "9223372036854775807");
        row(R"({"$numberLong":"-9223372036854775808"})", "-9223372036854775808");
        row(R"({"$numberDouble":"0.0"})", "0.0");
        row(R"({"$numberDouble":"-0.0"})", "-0.0");
        row(R"({"$numberDouble":"1.0"})", "1.0");
        row(R"({"$numberDouble":"0.1"})", "0.1");
        row(R"({"$numberDouble":"5e-324"})", "5e-324");
        row(R"({"$numberDouble":"1.7976931348623157e+308"})", "1.7976931348623157e+308");
        row(R"({"$numberDouble":"NaN"})");
        row(R"({"$numberDouble":"Infinity"})");
        row(R"({"$numberDouble":"-Infinity"})");
        row(R"({"$numberDecimal":"0.10"})");
        row(R"({"$numberDecimal":"NaN"})");
        row(R"({"$numberDecimal":"-Infinity"})");
        row(R"({"$date":{"$numberLong":"0"}})", R"({"$date":"1970-01-01T00:00:00Z"})");
        row(R"({"$date":{"$numberLong":"1"}})", R"({"$date":"1970-01-01T00:00:00.001Z"})");
        row(R"({"$date":{"$numberLong":"1709208000000"}})", R"({"$date":"2024-02-29T12:00:00Z"})");
        row(R"({"$date":{"$numberLong":"253402300799999"}})",
            R"({"$date":"9999-12-31T23:59:59.999Z"})");
        row(R"({"$date":{"$numberLong":"253402300800000"}})");
        row(R"({"$date":{"$numberLong":"-1"}})");
        row(R"({"$date":{"$numberLong":"9223372036854775807"}})");
        row(R"({"$oid":"000000000000000000000000"})");
        row(R"({"$oid":"ffffffffffffffffffffffff"})");
        row(R"({"$timestamp":{"t":0,"i":0}})");
        row(R"({"$timestamp":{"t":4294967295,"i":4294967295}})");
        row(R"({"$binary":{"base64":"","subType":"00"}})");
        row(R"({"$binary":{"base64":"/+8=","subType":"ff"}})");
        row(R"({"$binary":{"base64":"ABEiM0RVZneImaq7zN3u/w==","subType":"04"}})");
        row(R"({"$regularExpression":{"pattern":"","options":""}})");
        row(R"({"$regularExpression":{"pattern":"a/b","options":"imsx"}})");
        row(R"({"$code":""})");
        row(R"({"$code":"f","$scope":{}})");
        row(R"({"$symbol":""})");
        row(R"({"$dbPointer":{"$ref":"c","$id":{"$oid":"650aff000102030405060708"}}})");
        row(R"({"$undefined":true})");
        row(R"({"$minKey":1})");
        row(R"({"$maxKey":1})");
        row("null");
        row("true");
        row("false");
        row("{}");
        row("[]");
        row(R"([[],{},[{}]])");
        row(R"("")");
        row(R"("密 é 😀")");
        row(R"({"":{"$numberInt":"1"}})", R"({"":1})");
        row(R"({"a.b":{"$numberInt":"1"},"$c":null})", R"({"a.b":1,"$c":null})");
        row(R"({"$ref":"c","$id":{"$numberInt":"1"},"$db":"d"})",
            R"({"$ref":"c","$id":1,"$db":"d"})");
    }
    void bothFormsAreWritten()
    {
        QFETCH(QString, canonical);
        QFETCH(QString, relaxed);
        const auto document = fromJson(wrapped(canonical).toStdString());
        QVERIFY2(document.has_value(), document ? "" : document.error().message.c_str());
        QCOMPARE(QString::fromStdString(toJson(*document, JsonForm::Canonical)),
                 wrapped(canonical));
        QCOMPARE(QString::fromStdString(toJson(*document, JsonForm::Relaxed)), wrapped(relaxed));
    }

    void theCanonicalFormIsReadBackExactly()
    {
        const unsigned seed = sandglass::tests::testSeed();
        qInfo("SANDGLASS_TEST_SEED=%u", seed);
        sandglass::tests::RandomBson random(seed);
        for (int i = 0; i < 1000; ++i) {
            const Document document = random.document();
            const std::string text = toJson(document, JsonForm::Canonical);
            const auto read = fromJson(text);
            QVERIFY2(read.has_value(), text.c_str());
            QVERIFY2(toJson(*read, JsonForm::Canonical) == text, text.c_str());
            QVERIFY2(compare(read->view(), document.view()) == std::strong_ordering::equal,
                     text.c_str());
            const auto pretty = fromJson(toPrettyJson(document, JsonForm::Canonical));
            QVERIFY2(pretty && toJson(*pretty, JsonForm::Canonical) == text, text.c_str());
        }
    }

    void theRelaxedFormKeepsEveryValue()
    {
        const unsigned seed = sandglass::tests::testSeed();
        qInfo("SANDGLASS_TEST_SEED=%u", seed);
        sandglass::tests::RandomBson random(seed);
        for (int i = 0; i < 1000; ++i) {
            const Document document = random.document();
            const std::string text = toJson(document);
            const auto read = fromJson(text);
            QVERIFY2(read.has_value(), text.c_str());
            // types of numbers may differ, what they are worth may not
            QVERIFY2(compare(read->view(), document.view()) == std::strong_ordering::equal,
                     text.c_str());
        }
    }

    void otherWritingsAreRead_data()
    {
        QTest::addColumn<QString>("given");
        QTest::addColumn<QString>("canonical");
        const auto row = [](const char* given, const char* canonical) {
            QTest::newRow(given) << QString::fromUtf8(given) << QString::fromUtf8(canonical);
        };
        row(R"({"$date":"1970-01-01T00:00:00Z"})", R"({"$date":{"$numberLong":"0"}})");
        row(R"({"$date":"1970-01-01T00:00:00.000Z"})", R"({"$date":{"$numberLong":"0"}})");
        row(R"({"$date":"1970-01-01T01:00:00+01:00"})", R"({"$date":{"$numberLong":"0"}})");
        row(R"({"$date":"1969-12-31T23:59:59.999Z"})", R"({"$date":{"$numberLong":"-1"}})");
        row(R"({"$date":"0001-01-01T00:00:00Z"})",
            R"({"$date":{"$numberLong":"-62135596800000"}})");
        row(R"({"$date":1000})", R"({"$date":{"$numberLong":"1000"}})");
        row(R"({"$binary":"AQ==","$type":"00"})",
            R"({"$binary":{"base64":"AQ==","subType":"00"}})");
        row(R"({"$uuid":"00112233-4455-6677-8899-aabbccddeeff"})",
            R"({"$binary":{"base64":"ABEiM0RVZneImaq7zN3u/w==","subType":"04"}})");
        row(R"({"$numberDouble":"1"})", R"({"$numberDouble":"1.0"})");
        row(R"({"$numberDouble":"25E-2"})", R"({"$numberDouble":"0.25"})");
        row(R"({"$regularExpression":{"options":"i","pattern":"x"}})",
            R"({"$regularExpression":{"pattern":"x","options":"i"}})");
        row(R"({"$timestamp":{"i":2,"t":1}})", R"({"$timestamp":{"t":1,"i":2}})");
        row(R"({"$scope":{},"$code":"f"})", R"({"$code":"f","$scope":{}})");
        row(R"({"$oid":"FFFFFFFFFFFFFFFFFFFFFFFF"})", R"({"$oid":"ffffffffffffffffffffffff"})");
        row("-0.0", R"({"$numberDouble":"-0.0"})");
        row("2147483648", R"({"$numberLong":"2147483648"})");
        row("-2147483649", R"({"$numberLong":"-2147483649"})");
        row("0.5e1", R"({"$numberDouble":"5.0"})");
    }
    void otherWritingsAreRead()
    {
        QFETCH(QString, given);
        QFETCH(QString, canonical);
        const auto document = fromJson(wrapped(given).toStdString());
        QVERIFY2(document.has_value(), document ? "" : document.error().message.c_str());
        QCOMPARE(QString::fromStdString(toJson(*document, JsonForm::Canonical)),
                 wrapped(canonical));
    }

    void aKeyOfATypeWithAWrongContentIsRefused_data()
    {
        QTest::addColumn<QString>("json");
        for (const char* json : {R"({"$numberInt":5})",
                                 R"({"$numberInt":"5.0"})",
                                 R"({"$numberInt":""})",
                                 R"({"$numberInt":" 5"})",
                                 R"({"$numberInt":"-2147483649"})",
                                 R"({"$numberLong":5})",
                                 R"({"$numberLong":"9223372036854775808"})",
                                 R"({"$numberLong":"1e3"})",
                                 R"({"$numberDouble":5.0})",
                                 R"({"$numberDouble":""})",
                                 R"({"$numberDouble":"0x10"})",
                                 R"({"$numberDouble":"1,5"})",
                                 R"({"$numberDecimal":5})",
                                 R"({"$numberDecimal":""})",
                                 R"({"$numberDecimal":"1 "})",
                                 R"({"$date":null})",
                                 R"({"$date":{}})",
                                 R"({"$date":"2024-02-30T00:00:00Z"})",
                                 R"({"$date":"2024-01-01"})",
                                 R"({"$date":"2024-01-01T00:00:00"})",
                                 R"({"$date":{"$numberLong":"x"}})",
                                 R"({"$date":"2024-13-01T00:00:00Z"})",
                                 R"({"$oid":5})",
                                 R"({"$oid":""})",
                                 R"({"$oid":"650aff0001020304050607080"})",
                                 R"({"$oid":"650aff00010203040506070g"})",
                                 R"({"$binary":5})",
                                 R"({"$binary":{"base64":"AQ=="}})",
                                 R"({"$binary":{"subType":"00"}})",
                                 R"({"$binary":{"base64":"AQ==","subType":"100"}})",
                                 R"({"$binary":{"base64":"AQ==","subType":0}})",
                                 R"({"$binary":{"base64":"!!!!","subType":"00"}})",
                                 R"({"$binary":{"base64":"AQ==","subType":"00","x":1}})",
                                 R"({"$uuid":"short"})",
                                 R"({"$uuid":"00112233-4455-6677-8899-aabbccddeefg"})",
                                 R"({"$regularExpression":"x"})",
                                 R"({"$regularExpression":{"pattern":5,"options":""}})",
                                 R"({"$timestamp":5})",
                                 R"({"$timestamp":{"t":1}})",
                                 R"({"$timestamp":{"t":-1,"i":0}})",
                                 R"({"$timestamp":{"t":4294967296,"i":0}})",
                                 R"({"$timestamp":{"t":1.5,"i":0}})",
                                 R"({"$code":5})",
                                 R"({"$code":"f","$scope":5})",
                                 R"({"$symbol":5})",
                                 R"({"$dbPointer":{}})",
                                 R"({"$undefined":false})",
                                 R"({"$minKey":"1"})",
                                 R"({"$maxKey":0})"}) {
            QTest::newRow(json) << QString::fromLatin1(json);
        }
    }
    void aKeyOfATypeWithAWrongContentIsRefused()
    {
        QFETCH(QString, json);
        const auto document = fromJson(wrapped(json).toStdString());
        QVERIFY2(!document.has_value(),
                 document ? toJson(*document, JsonForm::Canonical).c_str() : "");
        QCOMPARE(document.error().code, sandglass::Errc::InvalidInput);
    }

    void textThatTheRelaxedFormMustEscapeSurvives_data()
    {
        QTest::addColumn<QByteArray>("text");
        QTest::newRow("quotes") << QByteArray("\"'`\\/");
        QTest::newRow("control characters") << QByteArray("\x01\x1f\b\f\n\r\t\x7f");
        QTest::newRow("NUL") << QByteArray("a\0b", 3);
        QTest::newRow("right to left") << QByteArray("\xe2\x80\x8f\xd9\x85\xd8\xb1");
        QTest::newRow("line separators") << QByteArray("\xe2\x80\xa8\xe2\x80\xa9");
        QTest::newRow("emoji") << QByteArray("\xf0\x9f\x91\xa9\xe2\x80\x8d\xf0\x9f\x92\xbb");
        QTest::newRow("html") << QByteArray("</script><b>&amp;");
        QTest::newRow("long") << QByteArray(10'240, 'x');
        QTest::newRow("like JSON") << QByteArray(R"({"$oid":"x"})");
    }
    void textThatTheRelaxedFormMustEscapeSurvives()
    {
        QFETCH(QByteArray, text);
        const std::string value = text.toStdString();
        const Document document = makeDocument("v", value, "list", makeDocument("0", value));
        for (const JsonForm form : {JsonForm::Canonical, JsonForm::Relaxed}) {
            const auto read = fromJson(toJson(document, form));
            QVERIFY2(read.has_value(), read ? "" : read.error().message.c_str());
            QCOMPARE((*read)["v"].asString(), std::string_view(value));
        }
    }

    void base64IsStrict_data()
    {
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<QByteArray>("bytes");
        QTest::addColumn<bool>("fine");
        // Source: RFC 4648, section 10
        QTest::newRow("nothing") << QByteArray("") << QByteArray("") << true;
        QTest::newRow("f") << QByteArray("Zg==") << QByteArray("f") << true;
        QTest::newRow("fo") << QByteArray("Zm8=") << QByteArray("fo") << true;
        QTest::newRow("foo") << QByteArray("Zm9v") << QByteArray("foo") << true;
        QTest::newRow("foob") << QByteArray("Zm9vYg==") << QByteArray("foob") << true;
        QTest::newRow("fooba") << QByteArray("Zm9vYmE=") << QByteArray("fooba") << true;
        QTest::newRow("foobar") << QByteArray("Zm9vYmFy") << QByteArray("foobar") << true;
        QTest::newRow("upper bits") << QByteArray("/+8=") << QByteArray("\xff\xef") << true;
        QTest::newRow("no padding") << QByteArray("Zg") << QByteArray() << false;
        QTest::newRow("too much padding") << QByteArray("Zg===") << QByteArray() << false;
        QTest::newRow("padding inside") << QByteArray("Zg==Zg==") << QByteArray() << false;
        QTest::newRow("one letter") << QByteArray("Z") << QByteArray() << false;
        QTest::newRow("blank") << QByteArray("Zm 9v") << QByteArray() << false;
        QTest::newRow("line end") << QByteArray("Zm9v\n") << QByteArray() << false;
        QTest::newRow("url form") << QByteArray("_-8=") << QByteArray() << false;
        QTest::newRow("only padding") << QByteArray("====") << QByteArray() << false;
    }
    void base64IsStrict()
    {
        QFETCH(QByteArray, text);
        QFETCH(QByteArray, bytes);
        QFETCH(bool, fine);
        const auto decoded = bytesFromBase64(text.toStdString());
        QCOMPARE(decoded.has_value(), fine);
        if (decoded) {
            QCOMPARE(QByteArray(reinterpret_cast<const char*>(decoded->data()),
                                qsizetype(decoded->size())),
                     bytes);
            QCOMPARE(QByteArray::fromStdString(base64(*decoded)), text);
        }
    }

    void nestingAndSizeEndTogetherWithStorage_data()
    {
        QTest::addColumn<int>("depth");
        QTest::addColumn<bool>("fine");
        QTest::newRow("one") << 1 << true;
        QTest::newRow("the deepest") << 200 << true;
        QTest::newRow("one more") << 201 << false;
        QTest::newRow("far too deep") << 5000 << false;
    }
    void nestingAndSizeEndTogetherWithStorage()
    {
        QFETCH(int, depth);
        QFETCH(bool, fine);
        Builder builder;
        for (int i = 1; i < depth; ++i) {
            i % 2 == 0 ? builder.beginDocument("d") : builder.beginArray("a");
        }
        const Document document = builder.take();
        QCOMPARE(validate(document.bytes()).has_value(), fine);
        if (depth <= 201) {
            QCOMPARE(fromJson(toJson(document)).has_value(), fine);
        }
    }

    void documentsEndAt16Megabytes_data()
    {
        QTest::addColumn<int>("beyond");
        QTest::newRow("the largest") << 0;
        QTest::newRow("one byte more") << 1;
    }
    void documentsEndAt16Megabytes()
    {
        QFETCH(int, beyond);
        // length, type, "s", NUL, length, text, NUL, NUL
        const std::size_t around = 4 + 1 + 2 + 4 + 1 + 1;
        const Document document
            = makeDocument("s", std::string(kMaxDocumentBytes - around + std::size_t(beyond), 'x'));
        QCOMPARE(document.bytes().size(), kMaxDocumentBytes + std::size_t(beyond));
        QCOMPARE(validate(document.bytes()).has_value(), beyond == 0);
        QVERIFY(validate(document.bytes(), kMaxMessageDocumentBytes).has_value());
    }

    void keysOfAnyKindAreKept_data()
    {
        QTest::addColumn<QByteArray>("key");
        for (const char* key : {"", ".", "$", "a.b", "$a", " ", "\"", "\xe5\xaf\x86", "0", "_id"}) {
            QTest::addRow("'%s'", key) << QByteArray(key);
        }
        QTest::newRow("long") << QByteArray(10'000, 'k');
    }
    void keysOfAnyKindAreKept()
    {
        QFETCH(QByteArray, key);
        const std::string name = key.toStdString();
        const Document document = makeDocument(name, 1);
        QVERIFY(validate(document.bytes()).has_value());
        const auto read = fromJson(toJson(document));
        QVERIFY2(read.has_value(), read ? "" : read.error().message.c_str());
        QCOMPARE((*read)[name].asInt32(), 1);
    }
};

SANDGLASS_PLAIN_TEST(BsonExtendedJsonTest)
} // namespace tst_bson_extended_json

#include "tst_bson_extended_json.moc"
