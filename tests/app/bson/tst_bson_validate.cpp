// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/bson/builder.h"
#include "app/bson/bytes.h"
#include "app/bson/decimal128.h"
#include "app/bson/json.h"
#include "app/bson/validate.h"
#include "tests/support/test_program.h"

#include <QTest>

#include <initializer_list>

namespace tst_bson_validate {

using namespace sandglass::bson;

namespace {

using Raw = std::vector<std::uint8_t>;

// A document around elements given as raw bytes, with a right length.
Raw around(const std::string& elements)
{
    Raw bytes(4);
    bytes.insert(bytes.end(), elements.begin(), elements.end());
    bytes.push_back(0);
    storeLittle(bytes.data(), static_cast<std::uint32_t>(bytes.size()));
    return bytes;
}

template <std::size_t n>
std::string raw(const char (&text)[n])
{
    return {text, n - 1};
}

bool good(const Raw& bytes)
{
    return validate(bytes).has_value();
}

Document ofAllTypes()
{
    return fromJson(
               R"({"d":1.5,"s":"text","o":{"a":1},"a":[1,[2]],"b":{"$binary":{"base64":"AQID",)"
               R"("subType":"00"}},"u":{"$undefined":true},"id":{"$oid":"650aff000102030405060708"},)"
               R"("t":true,"date":{"$date":"2024-01-01T00:00:00Z"},"n":null,)"
               R"("re":{"$regularExpression":{"pattern":"a","options":"i"}},"p":{"$dbPointer":)"
               R"({"$ref":"a.b","$id":{"$oid":"650aff000102030405060708"}}},"c":{"$code":"f"},)"
               R"("y":{"$symbol":"s"},"cs":{"$code":"f","$scope":{"x":1}},"i":1,"ts":{"$timestamp":)"
               R"({"t":1,"i":2}},"l":{"$numberLong":"1"},"dec":{"$numberDecimal":"1"},)"
               R"("max":{"$maxKey":1},"min":{"$minKey":1}})")
        .value();
}

Raw nestedDocuments(int depth)
{
    Document document;
    for (int i = 1; i < depth; ++i) {
        document = makeDocument("a", document);
    }
    return {document.bytes().begin(), document.bytes().end()};
}

} // namespace

class BsonValidateTest : public QObject
{
    Q_OBJECT

private slots:
    void aDocumentOfAllTypesPasses()
    {
        const Document document = ofAllTypes();
        QCOMPARE(document.view().count(), std::size_t{21});
        QVERIFY(validate(document.bytes()).has_value());
    }

    void aLookupFindsEveryElementThatAWalkFinds()
    {
        const Document document = ofAllTypes();
        for (const Element& element : document.view()) {
            const ValueView found = document[element.key];
            QCOMPARE(found.type(), element.value.type());
            QCOMPARE(found.raw().data(), element.value.raw().data());
            QCOMPARE(found.raw().size(), element.value.raw().size());
        }
        QVERIFY(document["none"].isMissing());
    }

    void aDocumentCutAnywhereIsRefused()
    {
        const Document document = ofAllTypes();
        for (std::size_t size = 0; size < document.bytes().size(); ++size) {
            // a copy of the exact size, so that a sanitizer sees a read behind its end
            const Bytes part = document.bytes().first(size);
            const Raw copy(part.begin(), part.end());
            QVERIFY2(!good(copy), std::to_string(size).c_str());
        }
    }

    void aCutThatAlsoLiesAboutTheLengthIsRefused()
    {
        const Document document = ofAllTypes();
        for (std::size_t size = 5; size < document.bytes().size(); ++size) {
            const Bytes part = document.bytes().first(size);
            Raw copy(part.begin(), part.end());
            storeLittle(copy.data(), static_cast<std::uint32_t>(size));
            const auto checked = validate(copy);
            if (!checked) {
                continue;
            }
            // it may happen to end right after an element; then it must be readable as a whole
            QCOMPARE(Document::fromTrusted(copy).view().bytes().back(), std::uint8_t{0});
            QVERIFY(toJson(Document::fromTrusted(copy)).size() > 1);
        }
    }

    void everyChangedByteIsRefusedOrReadable()
    {
        const Document document = ofAllTypes();
        int refused = 0;
        for (std::size_t at = 0; at < document.bytes().size(); ++at) {
            for (const std::uint8_t byte :
                 std::initializer_list<std::uint8_t>{0, 1, 5, 127, 128, 255}) {
                Raw copy(document.bytes().begin(), document.bytes().end());
                copy[at] = byte;
                if (!good(copy)) {
                    ++refused;
                } else {
                    QVERIFY(!toJson(Document::fromTrusted(std::move(copy))).empty());
                }
            }
        }
        QVERIFY(refused > 100);
    }

    void bytesBehindTheDocumentAreRefused()
    {
        Raw bytes = around("");
        bytes.push_back(0);
        QVERIFY(!good(bytes));
    }

    void aPrefixGivesItsLength()
    {
        Raw bytes = around(raw("\x0a"
                               "a\0"));
        const std::size_t size = bytes.size();
        bytes.push_back(9);
        const auto length = validatePrefix(bytes);
        QVERIFY(length.has_value());
        QCOMPARE(*length, size);
    }

    void lengthsThatLieAreRefused()
    {
        for (const std::int32_t length : {0, 1, 4, -1, 6, 100, 0x7fffffff, -0x7fffffff}) {
            Raw bytes = around("");
            storeLittle(bytes.data(), length);
            QVERIFY2(!good(bytes), std::to_string(length).c_str());
        }
        QVERIFY(!good(Raw(4, 0)));
        QVERIFY(!good(Raw()));
    }

    void faultyElementsAreRefused_data()
    {
        QTest::addColumn<QByteArray>("elements");
        const auto row = [](const char* name, const std::string& elements) {
            QTest::newRow(name) << QByteArray::fromStdString(elements);
        };
        row("bool of 2",
            raw("\x08"
                "a\0"
                "\x02"));
        row("bool cut off",
            raw("\x08"
                "a\0"));
        row("unknown type 20",
            raw("\x14"
                "a\0"));
        row("unknown type 128",
            raw("\x80"
                "a\0"));
        row("closing NUL too early",
            raw("\x0a"
                "a\0"
                "\0"
                "\x0a"
                "b\0"));
        row("name without NUL",
            raw("\x0a"
                "a"));
        row("NUL inside a name",
            raw("\x10"
                "a\0b\0"
                "\x01\0\0\0"));
        row("name not UTF-8",
            raw("\x0a"
                "\xff\0"));
        row("string length 0",
            raw("\x02"
                "a\0"
                "\0\0\0\0"));
        row("string length -1",
            raw("\x02"
                "a\0"
                "\xff\xff\xff\xff"
                "x\0"));
        row("string too long",
            raw("\x02"
                "a\0"
                "\x09\0\0\0"
                "x\0"));
        row("string too short",
            raw("\x02"
                "a\0"
                "\x01\0\0\0"
                "x\0"));
        row("string not UTF-8",
            raw("\x02"
                "a\0"
                "\x02\0\0\0"
                "\xe4\0"));
        row("binary too long",
            raw("\x05"
                "a\0"
                "\x09\0\0\0"
                "\0"
                "x"));
        row("binary length -1",
            raw("\x05"
                "a\0"
                "\xff\xff\xff\xff"
                "\0"));
        row("binary without subtype",
            raw("\x05"
                "a\0"
                "\0\0\0\0"));
        row("old binary that lies inside",
            raw("\x05"
                "a\0"
                "\x05\0\0\0"
                "\x02"
                "\x02\0\0\0"
                "x"));
        row("old binary too short",
            raw("\x05"
                "a\0"
                "\x01\0\0\0"
                "\x02"
                "x"));
        row("int32 cut off",
            raw("\x10"
                "a\0"
                "\x01\0\0"));
        row("int64 cut off",
            raw("\x12"
                "a\0"
                "\x01\0\0\0\0\0\0"));
        row("decimal cut off",
            raw("\x13"
                "a\0"
                "\x01\0\0\0\0\0\0"));
        row("object id cut off",
            raw("\x07"
                "a\0"
                "12345678901"));
        row("regex without options",
            raw("\x0b"
                "a\0"
                "x"));
        row("pointer cut off",
            raw("\x0c"
                "a\0"
                "\x02\0\0\0"
                "x\0"
                "12345678901"));
        row("document longer than its place",
            raw("\x03"
                "a\0"
                "\x06\0\0\0"
                "\0"));
        row("document shorter than its content",
            raw("\x03"
                "a\0"
                "\x05\0\0\0"
                "\x0a"
                "b\0"
                "\0"));
        row("document length 4",
            raw("\x03"
                "a\0"
                "\x04\0\0\0"
                "\0"));
        row("array that does not end",
            raw("\x04"
                "a\0"
                "\x08\0\0\0"
                "\x0a"
                "0\0"
                "\x01"));
        row("scope shorter than its code",
            raw("\x0f"
                "a\0"
                "\x0e\0\0\0"
                "\x03\0\0\0"
                "xx\0"
                "\x05\0\0\0\0"));
        row("scope that does not fill its length",
            raw("\x0f"
                "a\0"
                "\x10\0\0\0"
                "\x01\0\0\0"
                "\0"
                "\x05\0\0\0\0"
                "\0\0"));
        row("scope of length 13",
            raw("\x0f"
                "a\0"
                "\x0d\0\0\0"
                "\x01\0\0\0"
                "\0"
                "\x05\0\0\0\0"));
    }

    void faultyElementsAreRefused()
    {
        QFETCH(QByteArray, elements);
        const auto checked = validate(around(elements.toStdString()));
        QVERIFY(!checked.has_value());
        QCOMPARE(checked.error().code, sandglass::Errc::InvalidInput);
        QVERIFY(checked.error().message.find("offset") != std::string::npos);
    }

    void theSmallestScopePasses()
    {
        QVERIFY(good(around(raw("\x0f"
                                "a\0"
                                "\x0e\0\0\0"
                                "\x01\0\0\0"
                                "\0"
                                "\x05\0\0\0\0"))));
    }

    void utf8IsCheckedStrictly_data()
    {
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<bool>("good");
        QTest::newRow("two bytes") << QByteArray("\xc3\xa4") << true;
        QTest::newRow("three bytes") << QByteArray("\xe2\x82\xac") << true;
        QTest::newRow("four bytes") << QByteArray("\xf0\x9f\x98\x80") << true;
        QTest::newRow("the last character") << QByteArray("\xf4\x8f\xbf\xbf") << true;
        QTest::newRow("NUL inside") << QByteArray("a\0b", 3) << true;
        QTest::newRow("long text and one letter")
            << QByteArray("12345678901234567\xc3\xa4") << true;
        QTest::newRow("overlong slash") << QByteArray("\xc0\xaf") << false;
        QTest::newRow("overlong in three") << QByteArray("\xe0\x80\xaf") << false;
        QTest::newRow("overlong in four") << QByteArray("\xf0\x80\x80\xaf") << false;
        QTest::newRow("surrogate") << QByteArray("\xed\xa0\x80") << false;
        QTest::newRow("above the last") << QByteArray("\xf4\x90\x80\x80") << false;
        QTest::newRow("lone continuation") << QByteArray("\x80") << false;
        QTest::newRow("cut off") << QByteArray("abc\xe2\x82") << false;
        QTest::newRow("bad after long text") << QByteArray("1234567890123456\xff") << false;
    }

    void utf8IsCheckedStrictly()
    {
        QFETCH(QByteArray, text);
        QFETCH(bool, good);
        const Document document = makeDocument("s", text.toStdString());
        QCOMPARE(validate(document.bytes()).has_value(), good);
        QCOMPARE(isUtf8(text.toStdString()), good);
        QVERIFY(validatePrefix(document.bytes(), kMaxDocumentBytes, kMaxDepth, Text::AnyBytes));
    }

    void aBeginningOfTextCutsNoCharacter()
    {
        const std::string text = "a\xc3\xa9\xe2\x82\xac\xf0\x9f\x98\x80";
        std::string last;
        for (std::size_t most = 0; most <= text.size() + 1; ++most) {
            const std::string begin(utf8Prefix(text, most));
            QVERIFY(isUtf8(begin) && text.starts_with(begin) && begin.size() <= most);
            QVERIFY(begin.size() >= last.size());
            last = begin;
        }
        QCOMPARE(last, text);
        QCOMPARE(utf8Prefix(text, 2), std::string_view("a"));
        QCOMPARE(utf8Prefix(text, 3), std::string_view("a\xc3\xa9"));
    }

    void badTextIsFoundAtEveryPlace()
    {
        constexpr std::size_t kSize = 100;
        for (std::size_t at = 0; at < kSize; ++at) {
            std::string text(kSize, 'x');
            QVERIFY(validate(makeDocument("s", text).bytes()).has_value());
            text[at] = '\xff';
            QVERIFY(!validate(makeDocument("s", text).bytes()).has_value());
            text.replace(at, 1, "\xc3\xa4\xe2\x82\xac");
            QVERIFY(validate(makeDocument("s", text).bytes()).has_value());
        }
    }

    void depthIsCountedOverEverything()
    {
        QVERIFY(good(nestedDocuments(200)));
        QVERIFY(!good(nestedDocuments(201)));
        QVERIFY(!good(nestedDocuments(3000)));
    }

    void scopesCountAsDepthToo()
    {
        const auto withScope = [](int depth) {
            const Raw inner = nestedDocuments(depth - 1);
            std::string element = raw("\x0f"
                                      "a\0");
            Raw payload(4);
            const std::string code = raw("\x01\0\0\0"
                                         "\0");
            payload.insert(payload.end(), code.begin(), code.end());
            payload.insert(payload.end(), inner.begin(), inner.end());
            storeLittle(payload.data(), static_cast<std::uint32_t>(payload.size()));
            element.append(payload.begin(), payload.end());
            return around(element);
        };
        QVERIFY(good(withScope(200)));
        QVERIFY(!good(withScope(201)));
    }

    void sizeIsLimited()
    {
        const Document document = makeDocument("s", std::string(100, 'x'));
        QVERIFY(validate(document.bytes(), document.bytes().size()).has_value());
        QVERIFY(!validate(document.bytes(), document.bytes().size() - 1).has_value());
    }
};

SANDGLASS_PLAIN_TEST(BsonValidateTest)
} // namespace tst_bson_validate

#include "tst_bson_validate.moc"
