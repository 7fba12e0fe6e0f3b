// SPDX-License-Identifier: GPL-3.0-or-later
// Compressed columns of time series. The bytes are put together by hand, from the published layout.
#include "app/bson/builder.h"
#include "app/bson/bytes.h"
#include "app/bson/column.h"
#include "app/bson/json.h"
#include "app/bson/validate.h"
#include "tests/support/test_program.h"

#include <QTest>

#include <bit>
#include <string>

namespace tst_bson_column {

using namespace sandglass;
using bson::Value;
using Raw = std::vector<std::uint8_t>;

namespace {

constexpr bson::ColumnLimits kLimits{10'000, 1 << 20};
constexpr std::uint64_t kSkip = ~std::uint64_t{0};

Raw operator+(Raw left, const Raw& right)
{
    left.insert(left.end(), right.begin(), right.end());
    return left;
}

/// A value that is written out.
Raw literal(const Value& value)
{
    const bson::Bytes raw = value.view().raw();
    return Raw{static_cast<std::uint8_t>(value.type()), 0} + Raw(raw.begin(), raw.end());
}

/// A block with numbers of that many bits; kSkip: no value. `head`: selector, with extension.
Raw block(unsigned head, unsigned headBits, unsigned bits,
          const std::vector<std::uint64_t>& numbers)
{
    std::uint64_t word = head;
    unsigned at = headBits;
    for (const std::uint64_t number : numbers) {
        word |= (number & ((std::uint64_t{1} << bits) - 1)) << at;
        at += bits;
    }
    Raw bytes;
    bson::appendLittle(bytes, word);
    return bytes;
}

/// Two numbers of 30 bits.
Raw two(std::uint64_t first, std::uint64_t second)
{
    return block(13, 4, 30, {first, second});
}

std::uint64_t zigzag(std::int64_t number)
{
    return (static_cast<std::uint64_t>(number) << 1U)
        ^ static_cast<std::uint64_t>(number < 0 ? -1 : 0);
}

/// The rows of a column as JSON; the error when it is none.
QString rowsOf(const Raw& column)
{
    const auto unpacked = bson::unpackColumn(column, kLimits);
    return QString::fromStdString(unpacked ? bson::toJson(unpacked->values)
                                           : unpacked.error().message);
}

Raw document(const char* json)
{
    const auto parsed = bson::fromJson(json);
    const bson::Bytes bytes = parsed->bytes();
    return {bytes.begin(), bytes.end()};
}

const Raw kEnd{0};
const Raw kDeltas{0x80};

} // namespace

class TestColumn : public QObject
{
    Q_OBJECT

private slots:
    void datesOfAPublishedExampleAreEqual();
    void integersAddTheirDifferences();
    void differencesOfDatesAddUp();
    void objectIdsKeepTheirMachine();
    void doublesAreScaledOrBits();
    void stringsAndBinariesAreNumbersOf128Bits();
    void repeatsContinueTheLastNumber();
    void everySelectorCutsItsBlock_data();
    void everySelectorCutsItsBlock();
    void objectsShareAReference();
    void arraysAreEnteredOrWhole();
    void whatFollowsObjectsRepeatsTheLast();
    void invalidBytesAreRefused_data();
    void invalidBytesAreRefused();
    void aColumnThatBecomesTooLargeIsRefused();
};

void TestColumn::datesOfAPublishedExampleAreEqual()
{
    const QByteArray sample = QByteArray::fromBase64("CQBwO6c5kQEAAIANAAAAAAAAAAA=");
    const auto column = bson::unpackColumn(Raw(sample.begin(), sample.end()), kLimits);
    QVERIFY(column);
    QCOMPARE(column->rows, std::size_t{3});
    QCOMPARE(column->values["0"].asDate().millis, column->values["2"].asDate().millis);
    QCOMPARE(column->values["0"].asDate().millis, qint64{0x0191'39A7'3B70});
}

void TestColumn::integersAddTheirDifferences()
{
    const Raw column = literal(Value::of(7)) + kDeltas
        + block(12, 4, 20, {zigzag(1), kSkip, zigzag(-10)}) + literal(Value::of(std::int64_t{1}))
        + kDeltas + two(0, zigzag(-2)) + literal(Value::of(false)) + kDeltas
        + two(zigzag(1), zigzag(-1)) + kEnd;
    QCOMPARE(
        rowsOf(column),
        QStringLiteral(R"({"0":7,"1":8,"3":-2,"4":1,"5":1,"6":-1,"7":false,"8":true,"9":false})"));
    const auto unpacked = bson::unpackColumn(column, kLimits);
    QCOMPARE(unpacked->rows, std::size_t{10});
    QCOMPARE(unpacked->values["6"].type(), bson::Type::Int64);
}

void TestColumn::differencesOfDatesAddUp()
{
    const Raw column = literal(Value::of(bson::Date{1000})) + kDeltas
        + block(12, 4, 20, {zigzag(10), 0, zigzag(-10)}) + literal(Value::of(bson::Timestamp{5, 1}))
        + kDeltas + two(zigzag(1), 0) + kEnd;
    const auto rows = bson::unpackColumn(column, kLimits);
    QVERIFY(rows);
    QCOMPARE(rows->values["1"].asDate().millis, qint64{1010});
    QCOMPARE(rows->values["2"].asDate().millis, qint64{1020});
    QCOMPARE(rows->values["3"].asDate().millis, qint64{1020});
    QVERIFY(rows->values["6"].asTimestamp() == (bson::Timestamp{5, 3}));
}

void TestColumn::objectIdsKeepTheirMachine()
{
    bson::ObjectId id;
    id.bytes = {0x65, 1, 2, 3, 0xA, 0xB, 0xC, 0xD, 0xE, 0, 0, 0xFF};
    // the counter's lowest byte is bits 0 to 7, the time's bits 8 to 15, the counter's next 16 to
    // 23
    const std::int64_t step = 0x10000 - 0xFF + 0x100;
    const Raw column = literal(Value::of(id)) + kDeltas + block(14, 4, 60, {zigzag(step)}) + kEnd;
    const auto rows = bson::unpackColumn(column, kLimits);
    QVERIFY(rows);
    QCOMPARE(QString::fromStdString(rows->values["1"].asObjectId().text()),
             QStringLiteral("650102040a0b0c0d0e000100"));
}

void TestColumn::doublesAreScaledOrBits()
{
    const Raw tenths = literal(Value::of(1.5)) + Raw{0xA0} + two(zigzag(1), zigzag(-20)) + kEnd;
    QCOMPARE(rowsOf(tenths), QStringLiteral(R"({"0":1.5,"1":1.6,"2":-0.4})"));
    const Raw whole = literal(Value::of(3.0)) + Raw{0x90} + two(zigzag(-3), 0) + kEnd;
    QCOMPARE(rowsOf(whole), QStringLiteral(R"({"0":3.0,"1":0.0,"2":0.0})"));
    // 2.0 has the bits of 1.0 plus 2^52; its zigzag form is 2, shifted by 13 times 4 zeros
    const Raw bits = literal(Value::of(1.0)) + kDeltas
        + block(8U | 1U << 4U, 8, 8, {2U << 4U | 13U, 0, 0, 0, 0, 0, kSkip}) + kEnd;
    QCOMPARE(rowsOf(bits),
             QStringLiteral(R"({"0":1.0,"1":2.0,"2":2.0,"3":2.0,"4":2.0,"5":2.0,"6":2.0})"));
    // the scale may change: it is applied to the last value
    const Raw both = literal(Value::of(1.0)) + Raw{0x90} + two(zigzag(1), 0) + Raw{0xB0}
        + two(zigzag(25), kSkip) + kEnd;
    QCOMPARE(rowsOf(both), QStringLiteral(R"({"0":1.0,"1":2.0,"2":2.0,"3":2.25})"));
}

void TestColumn::stringsAndBinariesAreNumbersOf128Bits()
{
    const Raw text = literal(Value::of("a1")) + kDeltas + two(zigzag(1), zigzag(0x100)) + kEnd;
    QCOMPARE(rowsOf(text), QStringLiteral(R"({"0":"a1","1":"a2","2":"b2"})"));
    // one byte more in front: 0x78 at bits 16 to 23
    const Raw longer = literal(Value::of("a1")) + kDeltas + two(zigzag(0x780000), kSkip) + kEnd;
    QCOMPARE(rowsOf(longer), QStringLiteral(R"({"0":"a1","1":"xa1"})"));
    // the highest byte of 16: 1 shifted by 30 times 4 zeros; one bit less for the zigzag form
    const Raw high = literal(Value::of("bcdefghijklmnop")) + kDeltas
        + block(8U | 9U << 4U, 8, 11, {2U << 5U | 30U, kSkip, kSkip, kSkip, kSkip}) + kEnd;
    QCOMPARE(rowsOf(high),
             QStringLiteral("{\"0\":\"bcdefghijklmnop\",\"1\":\"\\u0001bcdefghijklmnop\"}"));
    const Value data(bson::Type::Binary, {2, 0, 0, 0, 0, 0xFF, 0});
    const auto binary
        = bson::unpackColumn(literal(data) + kDeltas + two(zigzag(1), 0) + kEnd, kLimits);
    QVERIFY(binary);
    QVERIFY(std::ranges::equal(binary->values["1"].asBinary().bytes, Raw{0, 1}));
    const auto decimal = bson::unpackColumn(
        literal(Value::of(bson::Decimal128{1, 2})) + kDeltas + two(zigzag(-2), 0) + kEnd, kLimits);
    QVERIFY(decimal);
    QVERIFY(decimal->values["1"].asDecimal128() == (bson::Decimal128{~std::uint64_t{0}, 1}));
}

void TestColumn::repeatsContinueTheLastNumber()
{
    // 120 times the last number; behind a value that is written out it is 0
    const Raw equal = literal(Value::of(5)) + kDeltas + block(15, 4, 4, {0}) + kEnd;
    const auto same = bson::unpackColumn(equal, kLimits);
    QVERIFY(same);
    QCOMPARE(same->rows, std::size_t{121});
    QCOMPARE(same->values["120"].asInt32(), 5);
    // across control bytes, and with a count
    const Raw rising = literal(Value::of(0)) + kDeltas + block(14, 4, 60, {zigzag(2)}) + kDeltas
        + block(15, 4, 4, {1}) + kEnd;
    const auto up = bson::unpackColumn(rising, kLimits);
    QVERIFY(up);
    QCOMPARE(up->rows, std::size_t{242});
    QCOMPARE(up->values["241"].asInt32(), 482);
    const Raw gaps = literal(Value::of(0)) + kDeltas + block(14, 4, 60, {kSkip}) + kDeltas
        + block(15, 4, 4, {0}) + kEnd;
    QCOMPARE(rowsOf(gaps), QStringLiteral(R"({"0":0})"));
}

void TestColumn::everySelectorCutsItsBlock_data()
{
    QTest::addColumn<uint>("head");
    QTest::addColumn<uint>("headBits");
    QTest::addColumn<uint>("bits");
    QTest::addColumn<uint>("places");
    const uint plain[][2] = {{1, 1},  {2, 2},   {3, 3},   {4, 4},   {5, 5},   {6, 6},
                             {9, 10}, {10, 12}, {11, 15}, {12, 20}, {13, 30}, {14, 60}};
    for (const auto& [selector, bits] : plain) {
        QTest::addRow("%u", selector) << selector << 4U << bits << 60 / bits;
    }
    const uint seven[] = {7, 6, 7, 8, 9, 11, 14, 18, 28, 56};
    const uint eight[] = {8, 8, 9, 11, 14, 18, 28, 56, 9, 11, 14, 18, 28, 56};
    for (uint i = 0; i < std::size(seven); ++i) {
        QTest::addRow("7 and %u", i) << (7U | i << 4U) << 8U << seven[i] << 56 / seven[i];
    }
    for (uint i = 0; i < std::size(eight); ++i) {
        QTest::addRow("8 and %u", i) << (8U | i << 4U) << 8U << eight[i] << 56 / eight[i];
    }
}

void TestColumn::everySelectorCutsItsBlock()
{
    QFETCH(uint, head);
    QFETCH(uint, headBits);
    QFETCH(uint, bits);
    QFETCH(uint, places);
    // a row without a value is all ones; all others are zero
    std::vector<std::uint64_t> numbers(places, 0);
    numbers.back() = kSkip;
    const auto rows = bson::unpackColumn(
        literal(Value::of(1)) + kDeltas + block(head, headBits, bits, numbers) + kEnd, kLimits);
    QVERIFY(rows);
    QCOMPARE(rows->rows, std::size_t{places + 1});
    QCOMPARE(rows->values.view().count(), std::size_t{places});
    QVERIFY(!rows->values.contains(std::to_string(places)));
}

void TestColumn::objectsShareAReference()
{
    const Raw column = Raw{0xF1} + document(R"({"a":1,"in":{"b":"x","none":{}}})") + kDeltas
        + two(0, zigzag(4)) + kDeltas + two(0, kSkip) + kEnd + kEnd;
    QCOMPARE(
        rowsOf(column),
        QStringLiteral(R"({"0":{"a":1,"in":{"b":"x","none":{}}},"1":{"a":5,"in":{"none":{}}}})"));
    const Raw uneven = Raw{0xF1} + document(R"({"a":1,"b":1})") + kDeltas + two(0, 0) + kDeltas
        + block(12, 4, 20, {0, 0, 0}) + kEnd + kEnd;
    QCOMPARE(rowsOf(uneven),
             QStringLiteral("Invalid column: fields of objects have different numbers of rows."));
    // a field may start again with a value of another type
    const Raw changed = Raw{0xF1} + document(R"({"a":1,"o":{"b":1}})") + literal(Value::of("s"))
        + literal(Value::of(2)) + kDeltas + two(0, kSkip) + kDeltas + two(kSkip, kSkip) + kEnd
        + kEnd;
    QCOMPARE(rowsOf(changed), QStringLiteral(R"({"0":{"a":"s","o":{"b":2}},"1":{"a":"s"}})"));
}

void TestColumn::arraysAreEnteredOrWhole()
{
    const char* reference = R"({"l":[1,2]})";
    const Raw entered = Raw{0xF1} + document(reference) + kDeltas + two(0, zigzag(1)) + kDeltas
        + two(0, 0) + kEnd + kEnd;
    QCOMPARE(rowsOf(entered), QStringLiteral(R"({"0":{"l":[1,2]},"1":{"l":[2,2]}})"));
    const Raw whole = Raw{0xF0} + document(reference) + kDeltas + two(0, 0) + kEnd + kEnd;
    QCOMPARE(rowsOf(whole), QStringLiteral(R"({"0":{"l":[1,2]},"1":{"l":[1,2]}})"));
    const Raw root = Raw{0xF2} + document(R"({"0":1})") + kDeltas + two(0, zigzag(1)) + kEnd + kEnd;
    QCOMPARE(rowsOf(root), QStringLiteral(R"({"0":[1],"1":[2]})"));
}

void TestColumn::whatFollowsObjectsRepeatsTheLast()
{
    const Raw objects = Raw{0xF1} + document(R"({"a":1})") + kDeltas + two(0, zigzag(1)) + kEnd;
    QCOMPARE(rowsOf(objects + kDeltas + two(0, kSkip) + kEnd),
             QStringLiteral(R"({"0":{"a":1},"1":{"a":2},"2":{"a":2}})"));
    QVERIFY(
        rowsOf(objects + kDeltas + two(2, 0) + kEnd).startsWith(QStringLiteral("Invalid column")));
    QCOMPARE(rowsOf(objects + literal(Value::of(3)) + kEnd),
             QStringLiteral(R"({"0":{"a":1},"1":{"a":2},"2":3})"));
}

void TestColumn::invalidBytesAreRefused_data()
{
    QTest::addColumn<QByteArray>("bytes");
    const auto row = [](const char* name, const Raw& bytes) {
        QTest::newRow(name) << QByteArray(reinterpret_cast<const char*>(bytes.data()),
                                          static_cast<qsizetype>(bytes.size()));
    };
    const Raw one = literal(Value::of(1));
    row("nothing", {});
    row("no end", one);
    row("bytes behind the end", one + kEnd + kEnd);
    row("a value with a name", {0x0A, 'n', 0, 0});
    row("a value that is cut off", {0x10, 0, 1, 0});
    row("an unknown type", {0x14, 0, 0});
    row("a bool of 2", {0x08, 0, 2, 0});
    row("an unknown control byte", one + Raw{0x20} + two(0, 0) + kEnd);
    row("an unknown scale", literal(Value::of(1.0)) + Raw{0xE0} + two(0, 0) + kEnd);
    row("a scale of an integer", one + Raw{0x90} + two(0, 0) + kEnd);
    row("a scale that does not fit", literal(Value::of(0.1)) + Raw{0x90} + two(0, 0) + kEnd);
    row("selector 0", one + kDeltas + block(0, 4, 60, {0}) + kEnd);
    row("selector 7 and 10", one + kDeltas + block(7U | 10U << 4U, 8, 8, {0}) + kEnd);
    row("selector 8 and 14", one + kDeltas + block(8U | 14U << 4U, 8, 8, {0}) + kEnd);
    row("blocks that are cut off", one + Raw{0x81} + two(0, 0) + kEnd);
    row("a difference to null", literal(Value::null()) + kDeltas + two(2, 0) + kEnd);
    row("a difference to a document",
        literal(Value::document(bson::makeDocument("a", 1))) + kDeltas + two(2, 0) + kEnd);
    row("text that is not UTF-8", literal(Value::of("a")) + kDeltas + two(zigzag(0x80), 0) + kEnd);
    row("a difference to long binary data",
        literal(Value(bson::Type::Binary, Raw{17, 0, 0, 0, 0} + Raw(17, 1))) + kDeltas + two(2, 0)
            + kEnd);
    row("a reference without fields",
        Raw{0xF1} + document("{}") + kDeltas + two(0, 0) + kEnd + kEnd);
    row("a reference without rows", Raw{0xF1} + document(R"({"a":1})") + kEnd + kEnd);
    row("a reference that is cut off", {0xF1, 20, 0, 0, 0, 0x10});
    row("objects in objects", Raw{0xF1} + document(R"({"a":1})") + Raw{0xF1} + kEnd + kEnd);
    row("objects without end", Raw{0xF1} + document(R"({"a":1})") + kDeltas + two(0, 0));
}

void TestColumn::invalidBytesAreRefused()
{
    QFETCH(QByteArray, bytes);
    QVERIFY(!bson::unpackColumn(Raw(bytes.begin(), bytes.end()), kLimits));
}

void TestColumn::aColumnThatBecomesTooLargeIsRefused()
{
    Raw many = literal(Value::of(1));
    for (int i = 0; i < 6; ++i) {
        many = many + kDeltas + block(15, 4, 4, {15});
    }
    QVERIFY(!bson::unpackColumn(many + kEnd, kLimits)); // 11 521 rows
    const std::string text(20'000, 'x');
    const Raw large = literal(Value::of(text)) + kDeltas + block(15, 4, 4, {0}) + kEnd;
    QVERIFY(!bson::unpackColumn(large, kLimits)); // 2.4 MB
    QVERIFY(bson::unpackColumn(large, {10'000, 3'000'000}));
}

SANDGLASS_PLAIN_TEST(TestColumn)
} // namespace tst_bson_column

#include "tst_bson_column.moc"
