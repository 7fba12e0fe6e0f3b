// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/bson/builder.h"
#include "app/bson/decimal128.h"
#include "app/bson/json.h"
#include "tests/support/test_program.h"

#include <QTest>

#include <cmath>
#include <limits>

namespace tst_bson_view {

using namespace sandglass::bson;

namespace {

constexpr std::int64_t kMin = std::numeric_limits<std::int64_t>::min();
constexpr std::int64_t kMax = std::numeric_limits<std::int64_t>::max();

Value decimal(std::string_view text)
{
    return Value::of(decimalFromText(text).value());
}

} // namespace

class BsonViewTest : public QObject
{
    Q_OBJECT

private slots:
    void askingForAnotherTypeGivesTheNeutralValue()
    {
        const ValueView missing;
        QCOMPARE(missing.asBool(), false);
        QCOMPARE(missing.asInt32(), 0);
        QCOMPARE(missing.asInt64(), std::int64_t{0});
        QCOMPARE(missing.asDouble(), 0.0);
        QVERIFY(missing.asDecimal128() == Decimal128());
        QVERIFY(missing.asDate() == Date());
        QVERIFY(missing.asTimestamp() == Timestamp());
        QVERIFY(missing.asObjectId() == ObjectId());
        QVERIFY(missing.asString().empty());
        QVERIFY(missing.asBinary().bytes.empty());
        QVERIFY(missing.asRegex().pattern.empty());
        QVERIFY(missing.asDocument().empty());
        QVERIFY(std::isnan(missing.toDouble()));
        QCOMPARE(missing.toInt64(), std::int64_t{0});
        QVERIFY(!missing.toExactInt64().has_value());
    }

    void theFirstOfRepeatedKeysIsFound()
    {
        const Document document = makeDocument("a", 1, "a", 2);
        QCOMPARE(document["a"].asInt32(), 1);
        QCOMPARE(document.view().count(), std::size_t{2});
        QVERIFY(!document.contains("b"));
    }

    void elementsComeInOrder()
    {
        const Document document = makeDocument("x", 1, "y", "two", "z", makeDocument("a", 1));
        std::string keys;
        for (const Element& element : document.view()) {
            keys += element.key;
        }
        QCOMPARE(keys, std::string("xyz"));
    }

    void onlyNullMissingAndUndefinedAreNullish()
    {
        QVERIFY(ValueView().isNullish());
        QVERIFY(Value::null().view().isNullish());
        QVERIFY(ValueView(Type::Undefined, {}).isNullish());
        QVERIFY(!Value::of(std::int32_t{0}).view().isNullish());
        QVERIFY(!Value::of("").view().isNullish());
    }

    void truthFollowsMongoDb()
    {
        QVERIFY(!ValueView().toBool());
        QVERIFY(!Value::null().view().toBool());
        QVERIFY(!Value::of(false).view().toBool());
        QVERIFY(!Value::of(std::int32_t{0}).view().toBool());
        QVERIFY(!Value::of(std::int64_t{0}).view().toBool());
        QVERIFY(!Value::of(-0.0).view().toBool());
        QVERIFY(!decimal("0E+3").view().toBool());
        QVERIFY(Value::of(true).view().toBool());
        QVERIFY(Value::of(0.1).view().toBool());
        QVERIFY(decimal("1E-6000").view().toBool());
        QVERIFY(Value::of(std::numeric_limits<double>::quiet_NaN()).view().toBool());
        QVERIFY(Value::of("").view().toBool());
        QVERIFY(Value::document(DocumentView()).view().toBool());
    }

    void wholeNumbersAreCutAndClamped()
    {
        QCOMPARE(Value::of(2.9).view().toInt64(), std::int64_t{2});
        QCOMPARE(Value::of(-2.9).view().toInt64(), std::int64_t{-2});
        QCOMPARE(Value::of(1e300).view().toInt64(), kMax);
        QCOMPARE(Value::of(-1e300).view().toInt64(), kMin);
        QCOMPARE(Value::of(9223372036854775808.0).view().toInt64(), kMax);
        QCOMPARE(Value::of(std::numeric_limits<double>::quiet_NaN()).view().toInt64(),
                 std::int64_t{0});
        QCOMPARE(Value::of(std::int32_t{-7}).view().toInt64(), std::int64_t{-7});
        QCOMPARE(decimal("2.5").view().toInt64(), std::int64_t{2});
        QCOMPARE(decimal("3.5").view().toInt64(), std::int64_t{4});
    }

    void exactWholeNumbersHaveNoFractionAndFit()
    {
        QCOMPARE(Value::of(5.0).view().toExactInt64(), std::optional<std::int64_t>(5));
        QCOMPARE(decimal("5.00").view().toExactInt64(), std::optional<std::int64_t>(5));
        QCOMPARE(Value::of(-9223372036854775808.0).view().toExactInt64(),
                 std::optional<std::int64_t>(kMin));
        QVERIFY(!Value::of(9223372036854775808.0).view().toExactInt64());
        QVERIFY(!Value::of(5.5).view().toExactInt64());
        QVERIFY(!Value::of(std::numeric_limits<double>::infinity()).view().toExactInt64());
        QVERIFY(!Value::of(std::numeric_limits<double>::quiet_NaN()).view().toExactInt64());
        QVERIFY(!decimal("5.1").view().toExactInt64());
        QVERIFY(!decimal("1E+30").view().toExactInt64());
        QVERIFY(!decimal("NaN").view().toExactInt64());
        QVERIFY(!Value::of("5").view().toExactInt64());
    }

    void everyNumberConvertsToADouble()
    {
        QCOMPARE(Value::of(std::int32_t{3}).view().toDouble(), 3.0);
        QCOMPARE(Value::of(std::int64_t{3}).view().toDouble(), 3.0);
        QCOMPARE(decimal("0.1").view().toDouble(), 0.1);
        QVERIFY(std::isnan(Value::of("3").view().toDouble()));
    }

    void aStringKeepsItsInnerNul()
    {
        const std::string text("a\0b", 3);
        QCOMPARE(makeDocument("s", text)["s"].asString(), std::string_view(text));
    }

    void codeAndSymbolsReadAsText()
    {
        const auto document = fromJson(R"({"c":{"$code":"f"},"s":{"$symbol":"y"}})").value();
        QCOMPARE(document["c"].asString(), std::string_view("f"));
        QCOMPARE(document["s"].asString(), std::string_view("y"));
    }
};

SANDGLASS_PLAIN_TEST(BsonViewTest)
} // namespace tst_bson_view

#include "tst_bson_view.moc"
