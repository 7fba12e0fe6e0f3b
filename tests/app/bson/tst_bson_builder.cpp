// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/bson/builder.h"
#include "app/bson/decimal128.h"
#include "app/bson/json.h"
#include "app/bson/validate.h"
#include "tests/support/test_program.h"

#include <QTest>

#include <algorithm>
#include <array>

namespace tst_bson_builder {

using namespace sandglass::bson;

namespace {

std::string json(const Document& document)
{
    return toJson(document, JsonForm::Canonical);
}

} // namespace

class BsonBuilderTest : public QObject
{
    Q_OBJECT

private slots:
    void theEmptyDocumentHasFiveBytes()
    {
        Builder builder;
        const Document document = builder.take();
        QCOMPARE(document.bytes().size(), std::size_t{5});
        QVERIFY(document.empty());
        QVERIFY(document == Document());
    }

    void bytesAreThoseOfTheSpecification()
    {
        // the first example of bsonspec.org
        const std::array<std::uint8_t, 22> expected{0x16, 0, 0, 0, 2,   'h', 'e', 'l', 'l', 'o', 0,
                                                    6,    0, 0, 0, 'w', 'o', 'r', 'l', 'd', 0,   0};
        const Document document = makeDocument("hello", "world");
        QVERIFY(std::equal(document.bytes().begin(), document.bytes().end(), expected.begin(),
                           expected.end()));
    }

    void everyTypeReadsBackAsWritten()
    {
        ObjectId id;
        id.bytes[11] = 7;
        const std::array<std::uint8_t, 3> blob{1, 2, 3};
        Builder builder;
        builder.append("b", true)
            .append("i", 5)
            .append("l", std::int64_t{1} << 40)
            .append("d", 0.5);
        builder.append("dec", decimalFrom(std::int64_t{12})).append("date", Date{-1});
        builder.append("ts", Timestamp{7, 8}).append("id", id).append("s", std::string("text"));
        builder.append("bin", Binary{5, blob}).append("re", Regex{"^a", "i"}).appendNull("n");
        const Document document = builder.take();
        QVERIFY(validate(document.bytes()).has_value());
        QCOMPARE(document["b"].asBool(), true);
        QCOMPARE(document["i"].asInt32(), 5);
        QCOMPARE(document["l"].asInt64(), std::int64_t{1} << 40);
        QCOMPARE(document["d"].asDouble(), 0.5);
        QVERIFY(document["dec"].asDecimal128() == decimalFrom(std::int64_t{12}));
        QCOMPARE(document["date"].asDate().millis, std::int64_t{-1});
        QVERIFY(document["ts"].asTimestamp() == (Timestamp{7, 8}));
        QVERIFY(document["id"].asObjectId() == id);
        QCOMPARE(document["s"].asString(), std::string_view("text"));
        QCOMPARE(document["bin"].asBinary().subtype, std::uint8_t{5});
        QCOMPARE(document["bin"].asBinary().bytes.size(), std::size_t{3});
        QCOMPARE(document["re"].asRegex().pattern, std::string_view("^a"));
        QCOMPARE(document["re"].asRegex().options, std::string_view("i"));
        QVERIFY(document["n"].isNull());
    }

    void nestingIsClosedInPlaceAndByTake()
    {
        Builder builder;
        builder.beginDocument("a").append("x", 1).beginArray("list").push(1).push("two");
        builder.pushDocument().append("y", 3).end().end().end().append("z", 4);
        builder.beginDocument("open").beginArray("more").pushNull();
        const Document document = builder.take();
        QVERIFY(validate(document.bytes()).has_value());
        QCOMPARE(toJson(document),
                 std::string(R"({"a":{"x":1,"list":[1,"two",{"y":3}]},"z":4,)"
                             R"("open":{"more":[null]}})"));
    }

    void anEndTooManyChangesNothing()
    {
        Builder builder;
        builder.append("a", 1).end().end().append("b", 2);
        QCOMPARE(toJson(builder.take()), std::string(R"({"a":1,"b":2})"));
    }

    void aBuilderIsEmptyAfterTake()
    {
        Builder builder;
        builder.append("a", 1);
        const Document first = builder.take();
        builder.append("b", 2);
        QCOMPARE(toJson(builder.take()), std::string(R"({"b":2})"));
        QCOMPARE(toJson(first), std::string(R"({"a":1})"));
    }

    void roomBeforeTheDocumentStaysFree()
    {
        Builder builder(7);
        for (int run = 0; run < 2; ++run) {
            builder.append("a", 1).beginArray("b").push(2);
            const std::size_t size = builder.size();
            const std::vector<std::uint8_t> bytes = builder.takeBytes();
            QCOMPARE(bytes.size(), 7 + size + 2); // both are closed
            QVERIFY(std::all_of(bytes.begin(), bytes.begin() + 7,
                                [](std::uint8_t byte) { return byte == 0; }));
            const auto document = Document::fromBytes(Bytes(bytes).subspan(7));
            QVERIFY(document.has_value());
            QCOMPARE(toJson(*document), std::string(R"({"a":1,"b":[2]})"));
        }
        builder.append("c", 3);
        QCOMPARE(toJson(builder.take()), std::string(R"({"c":3})"));
        QCOMPARE(builder.takeBytes().size(), std::size_t{7 + 5});
    }

    void anEmptyDocumentIsTheSameHoweverItWasMade()
    {
        const Document made;
        QVERIFY(made == makeDocument());
        QCOMPARE(made.bytes().size(), std::size_t{5});
        QVERIFY(Document(made.view()) == made);
        QVERIFY(!(made == makeDocument("a", 1)));
    }

    void arraysCountTheirKeys()
    {
        const Document elements = makeArray(1, "b", 3.0);
        QCOMPARE(toJson(elements), std::string(R"({"0":1,"1":"b","2":3.0})"));
        Builder builder;
        builder.appendArray("list", elements);
        QCOMPARE(builder.take()["list"].type(), Type::Array);
    }

    void appendAllCopiesEveryElement()
    {
        Builder builder;
        builder.append("first", 0).appendAll(makeDocument("a", 1, "b", "x")).append("last", 9);
        QCOMPARE(toJson(builder.take()), std::string(R"({"first":0,"a":1,"b":"x","last":9})"));
    }

    void aMissingValueAppendsNothing()
    {
        Builder builder;
        builder.append("gone", ValueView()).append("gone too", Value());
        QVERIFY(builder.take().empty());
    }

    void anyValueCanBeCopiedFromAnotherDocument()
    {
        const Document source = makeDocument("a", 1, "b", makeDocument("c", "x"));
        Builder builder;
        for (const Element& element : source.view()) {
            builder.append(element.key, element.value);
        }
        QVERIFY(builder.take() == source);
    }

    void aNulInAKeyOrPatternNeverBreaksTheDocument()
    {
        Builder builder;
        builder.append(std::string_view("a\0b", 3), 1);
        builder.append("re", Regex{std::string_view("x\0y", 3), "i"});
        const Document document = builder.take();
        QVERIFY(validate(document.bytes()).has_value());
        QCOMPARE(json(document),
                 std::string(R"({"a":{"$numberInt":"1"},"re":)"
                             R"({"$regularExpression":{"pattern":"x","options":"i"}}})"));
    }

    void ownedValuesShowWhatTheyWereMadeOf()
    {
        QCOMPARE(Value::of("x").view().asString(), std::string_view("x"));
        QCOMPARE(Value::of(true).view().asBool(), true);
        QCOMPARE(Value::of(std::int32_t{3}).view().asInt32(), 3);
        QCOMPARE(Value::of(std::int64_t{3}).view().asInt64(), std::int64_t{3});
        QCOMPARE(Value::of(0.25).view().asDouble(), 0.25);
        QVERIFY(Value::of(Timestamp{1, 2}).view().asTimestamp() == (Timestamp{1, 2}));
        QVERIFY(Value::of(Date{4}).view().asDate() == Date{4});
        QVERIFY(Value::null().view().isNull());
        QCOMPARE(Value::minKey().type(), Type::MinKey);
        QCOMPARE(Value::maxKey().type(), Type::MaxKey);
        QVERIFY(Value().isMissing());
        QCOMPARE(Value::document(makeDocument("a", 1)).view().asDocument()["a"].asInt32(), 1);
        QCOMPARE(Value::array(makeArray(1)).type(), Type::Array);
    }

    void aDocumentFromOutsideIsCheckedFirst()
    {
        const Document good = makeDocument("a", 1);
        QVERIFY(Document::fromBytes(good.bytes()).has_value());
        const auto bad = Document::fromBytes(good.bytes().first(good.bytes().size() - 1));
        QVERIFY(!bad.has_value());
        QCOMPARE(bad.error().code, sandglass::Errc::InvalidInput);
    }
};

SANDGLASS_PLAIN_TEST(BsonBuilderTest)
} // namespace tst_bson_builder

#include "tst_bson_builder.moc"
