// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/bson/compare.h"
#include "app/bson/json.h"
#include "tests/support/test_program.h"

#include <QTest>

#include <limits>
#include <set>

namespace tst_bson_compare {

using namespace sandglass::bson;

namespace {

Value parsed(const std::string& json)
{
    const Document document = fromJson("{\"v\":" + json + "}").value();
    return Value(document["v"]);
}

std::string number(const char* type, const char* text)
{
    return std::string("{\"$number") + type + "\":\"" + text + "\"}";
}

// From the smallest to the greatest; each differs from its neighbours.
std::vector<std::string> ascending()
{
    return {
        R"({"$minKey":1})",
        R"({"$undefined":true})",
        "null",
        number("Double", "NaN"),
        number("Double", "-Infinity"),
        number("Decimal", "-1E+6000"),
        number("Double", "-1e308"),
        number("Long", "-9223372036854775808"),
        "-1",
        number("Decimal", "-0.5"),
        "0",
        number("Decimal", "1E-6000"),
        number("Double", "5e-324"),
        number("Decimal", "0.1"),
        number("Double", "0.1"), // a little more than a tenth
        "1",
        number("Decimal", "1.000000000000000000000000000000001"),
        number("Long", "9007199254740992"),
        number("Long", "9007199254740993"),
        number("Long", "9223372036854775807"),
        number("Double", "9223372036854775808"),
        number("Double", "1e308"),
        number("Decimal", "1E+6000"),
        number("Decimal", "Infinity"),
        R"("")",
        R"("A")",
        R"("a")",
        R"({"$symbol":"b"})",
        R"("ba")",
        "\"\xc3\xa4\"",
        "{}",
        R"({"a":1})",
        R"({"a":1,"b":1})",
        R"({"b":1})",
        R"({"a":"x"})", // the bracket of the value comes before the name of the field
        "[]",
        "[1]",
        "[1,0]",
        "[2]",
        R"(["a"])",
        R"({"$binary":{"base64":"","subType":"05"}})",
        R"({"$binary":{"base64":"AQ==","subType":"00"}})",
        R"({"$binary":{"base64":"AQ==","subType":"05"}})",
        R"({"$binary":{"base64":"Ag==","subType":"05"}})",
        R"({"$binary":{"base64":"AAA=","subType":"00"}})",
        R"({"$oid":"000000000000000000000001"})",
        R"({"$oid":"ff0000000000000000000000"})",
        "false",
        "true",
        R"({"$date":{"$numberLong":"-1"}})",
        R"({"$date":{"$numberLong":"0"}})",
        R"({"$timestamp":{"t":1,"i":2}})",
        R"({"$timestamp":{"t":2,"i":1}})",
        R"({"$timestamp":{"t":4294967295,"i":1}})",
        R"({"$regularExpression":{"pattern":"a","options":""}})",
        R"({"$regularExpression":{"pattern":"a","options":"i"}})",
        R"({"$regularExpression":{"pattern":"b","options":""}})",
        R"({"$dbPointer":{"$ref":"a","$id":{"$oid":"000000000000000000000001"}}})",
        R"({"$code":"a"})",
        R"({"$code":"b"})",
        R"({"$code":"a","$scope":{}})",
        R"({"$code":"a","$scope":{"x":1}})",
        R"({"$code":"b","$scope":{}})",
        R"({"$maxKey":1})",
    };
}

} // namespace

class BsonCompareTest : public QObject
{
    Q_OBJECT

private slots:
    void everyPairStandsInMongoDbsOrder()
    {
        std::vector<Value> values;
        for (const std::string& json : ascending()) {
            values.push_back(parsed(json));
        }
        for (std::size_t i = 0; i < values.size(); ++i) {
            for (std::size_t k = 0; k < values.size(); ++k) {
                QVERIFY2(compare(values[i].view(), values[k].view()) == (i <=> k),
                         (ascending()[i] + " and " + ascending()[k]).c_str());
            }
        }
    }

    void equalNumbersOfAllTypesHashAlike()
    {
        const std::vector<std::string> ones{"1", number("Long", "1"), number("Double", "1"),
                                            number("Decimal", "1"), number("Decimal", "1.00")};
        for (const std::string& left : ones) {
            for (const std::string& right : ones) {
                QVERIFY(equal(parsed(left), parsed(right)));
                QCOMPARE(hash(parsed(left)), hash(parsed(right)));
            }
        }
    }

    void equalValuesHashAlike_data()
    {
        QTest::addColumn<QByteArray>("left");
        QTest::addColumn<QByteArray>("right");
        const auto row = [](const std::string& left, const std::string& right) {
            QTest::newRow((left + " = " + right).c_str())
                << QByteArray::fromStdString(left) << QByteArray::fromStdString(right);
        };
        row(number("Double", "0.5"), number("Decimal", "0.50"));
        row(number("Double", "-0.0"), "0");
        row(number("Decimal", "-0"), number("Double", "0"));
        row(number("Double", "NaN"), number("Decimal", "NaN"));
        row(number("Double", "Infinity"), number("Decimal", "Infinity"));
        row(number("Double", "9223372036854775808"), number("Decimal", "9223372036854775808"));
        row(R"({"$symbol":"a"})", R"("a")");
        row(R"({"a":[1,{"b":2}]})", R"({"a":[{"$numberDouble":"1"},{"b":{"$numberLong":"2"}}]})");
    }

    void equalValuesHashAlike()
    {
        QFETCH(QByteArray, left);
        QFETCH(QByteArray, right);
        QVERIFY(equal(parsed(left.toStdString()), parsed(right.toStdString())));
        QCOMPARE(hash(parsed(left.toStdString())), hash(parsed(right.toStdString())));
    }

    void missingEqualsUndefined()
    {
        const ValueView undefined(Type::Undefined, {});
        QVERIFY(equal(ValueView(), undefined));
        QCOMPARE(hash(ValueView()), hash(undefined));
        QVERIFY(compare(ValueView(), Value::null()) < 0);
    }

    void identicalMeansTheSameTypeAndBytes()
    {
        const Value one = parsed("1");
        QVERIFY(identical(one, parsed("1")));
        QVERIFY(equal(one, parsed(number("Double", "1.0"))));
        QVERIFY(!identical(one, parsed(number("Double", "1.0"))));
        QVERIFY(!identical(one, parsed("2")));
    }

    void bothKindsOfNanAreNan()
    {
        QVERIFY(parsed(number("Double", "NaN")).view().isNan());
        QVERIFY(parsed(number("Decimal", "NaN")).view().isNan());
        QVERIFY(!parsed("1").view().isNan());
        QVERIFY(!parsed("\"NaN\"").view().isNan());
    }

    void doublesOutsideInt64DoNotFit()
    {
        QVERIFY(fitsInt64(-kTwoTo63));
        QVERIFY(!fitsInt64(kTwoTo63));
        QVERIFY(!fitsInt64(std::numeric_limits<double>::quiet_NaN()));
    }

    void differentValuesRarelyHashAlike()
    {
        std::set<std::size_t> hashes;
        for (const std::string& json : ascending()) {
            hashes.insert(hash(parsed(json)));
        }
        // a decimal hashes by its nearest double: a tenth and the two largest share theirs with a
        // neighbour
        QCOMPARE(hashes.size(), ascending().size() - 3);
    }
};

SANDGLASS_PLAIN_TEST(BsonCompareTest)
} // namespace tst_bson_compare

#include "tst_bson_compare.moc"
