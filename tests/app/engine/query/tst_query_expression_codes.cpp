// SPDX-License-Identifier: GPL-3.0-or-later

#include "tests/support/test_program.h"

#include <QTest>

#include "query_text.h"

namespace tst_query_expression_codes {

namespace bson = sandglass::bson;
using namespace sandglass::engine::query;

/// The corners of the operators: which argument decides, MongoDB's code for each fault, and the
/// last digit of numbers. Source: MongoDB server source, Expression.
class QueryExpressionCodesTest : public QObject
{
    Q_OBJECT

private slots:
    void valuesAreHashedAsInIndexes_data();
    void valuesAreHashedAsInIndexes() { check(); }
    void aTextOfSixteenMegabytesIsRefused();
    void sumsAndProductsWidenStepByStep_data();
    void sumsAndProductsWidenStepByStep() { check(); }
    void decimalsAreComputedToAllTheirDigits_data();
    void decimalsAreComputedToAllTheirDigits() { check(); }
    void roundingKeepsTheWantedPlaces_data();
    void roundingKeepsTheWantedPlaces() { check(); }
    void theFirstNullOrFaultDecides_data();
    void theFirstNullOrFaultDecides() { check(); }
    void namesAreCheckedAsTheyAreWritten_data();
    void namesAreCheckedAsTheyAreWritten() { check(); }
    void conversionsFollowTheServer_data();
    void conversionsFollowTheServer() { check(); }
    void datesLookAtTheirArgumentsInOrder_data();
    void datesLookAtTheirArgumentsInOrder() { check(); }
    void anUnknownArgumentIsNamed_data();
    void anUnknownArgumentIsNamed();

private:
    static void columns();
    static void row(const char* expression, const char* input, const char* expected);
    void check();
};

void QueryExpressionCodesTest::columns()
{
    QTest::addColumn<QString>("expression");
    QTest::addColumn<QString>("input");
    QTest::addColumn<QString>("expected");
}

void QueryExpressionCodesTest::row(const char* expression, const char* input, const char* expected)
{
    QTest::newRow(expression) << QString::fromUtf8(expression) << QString::fromUtf8(input)
                              << QString::fromUtf8(expected);
}

void QueryExpressionCodesTest::check()
{
    QFETCH(QString, expression);
    QFETCH(QString, input);
    QFETCH(QString, expected);
    QCOMPARE(test::evaluated(expression, input), test::expectation(expected));
}

void QueryExpressionCodesTest::sumsAndProductsWidenStepByStep_data()
{
    columns();
    row("{'$add': [null, 'x']}", "{}", "null");
    row("{'$add': ['x', null]}", "{}", "error 14");
    row("{'$add': [0.1, 0.2, 0.3]}", "{}", "0.6000000000000001");
    row("{'$add': [{'$numberLong': '9223372036854775807'}, 1, -1]}", "{}",
        "{'$numberDouble': '9.223372036854775807E18'}");
    row("{'$add': [{'$date': {'$numberLong': '0'}}, 0.5, 0.5]}", "{}",
        "{'$date': {'$numberLong': '2'}}");
    row("{'$add': [0.5, 0.5, {'$date': {'$numberLong': '0'}}]}", "{}",
        "{'$date': {'$numberLong': '1'}}");
    row("{'$add': [{'$date': {'$numberLong': '9223372036854775807'}}, 1]}", "{}", "error 15");
    row("{'$multiply': [null, 'x']}", "{}", "null");
    row("{'$multiply': [65536, 65536, 0]}", "{}", "0");
    row("{'$multiply': [{'$numberLong': '4611686018427387904'}, 2]}", "{}",
        "{'$numberDouble': '9223372036854775808.0'}");
    row("{'$multiply': [0.1, {'$numberDecimal': '1'}]}", "{}",
        "{'$numberDecimal': '0.100000000000000'}");
    row("{'$subtract': [null, 'x']}", "{}", "null");
    row("{'$subtract': [{'$date': {'$numberLong': '0'}}, 'x']}", "{}", "error 14");
    row("{'$divide': [1, '$z']}", "{'z': 0}", "error 2");
    row("{'$mod': [{'$numberLong': '-9223372036854775808'}, -1]}", "{}", "{'$numberLong': '0'}");
    row("{'$mod': [1, {'$numberDecimal': '0'}]}", "{}", "error 5733415");
    row("{'$bitAnd': [null, 'x']}", "{}", "null");
    row("{'$bitAnd': ['x', null]}", "{}", "error 14");
    row("{'$bitNot': 1.5}", "{}", "error 14");
}

void QueryExpressionCodesTest::decimalsAreComputedToAllTheirDigits_data()
{
    columns();
    row("{'$sqrt': {'$numberDecimal': '2'}}", "{}",
        "{'$numberDecimal': '1.414213562373095048801688724209698'}");
    row("{'$sqrt': {'$numberDecimal': '0.25'}}", "{}", "{'$numberDecimal': '0.5'}");
    row("{'$sqrt': {'$numberDecimal': '-0'}}", "{}", "{'$numberDecimal': '-0'}");
    row("{'$exp': {'$numberDecimal': '1'}}", "{}",
        "{'$numberDecimal': '2.718281828459045235360287471352662'}");
    row("{'$exp': {'$numberDecimal': '12000'}}", "{}",
        "{'$numberDecimal': '3.418084847210553614682469551547374E+5211'}");
    row("{'$ln': {'$numberDecimal': '4'}}", "{}",
        "{'$numberDecimal': '1.386294361119890618834464242916353'}");
    row("{'$ln': {'$numberDecimal': 'NaN'}}", "{}", "{'$numberDouble': 'NaN'}");
    row("{'$ln': {'$numberDecimal': '0'}}", "{}", "error 28766");
    row("{'$log10': {'$numberDecimal': '0.001'}}", "{}", "{'$numberDecimal': '-3'}");
    row("{'$log': [{'$numberDecimal': '8'}, 2]}", "{}", "{'$numberDecimal': '3'}");
    row("{'$log': [{'$numberDouble': 'NaN'}, 2]}", "{}", "{'$numberDouble': 'NaN'}");
    row("{'$log': [2, 1]}", "{}", "error 28759");
    row("{'$pow': [{'$numberDecimal': '2'}, 3]}", "{}",
        "{'$numberDecimal': '8.000000000000000000000000000000000'}");
    row("{'$pow': [{'$numberDecimal': '2'}, {'$numberDecimal': '0.5'}]}", "{}",
        "{'$numberDecimal': '1.414213562373095048801688724209698'}");
    row("{'$pow': [0, {'$numberDecimal': '-0'}]}", "{}", "error 28764");
    row("{'$acos': {'$numberDecimal': '0'}}", "{}",
        "{'$numberDecimal': '1.570796326794896619231321691639751'}");
    row("{'$sin': {'$numberDecimal': 'Infinity'}}", "{}", "error 50989");
    row("{'$atan2': ['x', 1]}", "{}", "error 51044");
    row("{'$atan2': [1, 'x']}", "{}", "error 51045");
    row("{'$atan2': [null, 'x']}", "{}", "null");
    row("{'$degreesToRadians': {'$numberDecimal': '180'}}", "{}",
        "{'$numberDecimal': '3.141592653589793238462643383279503'}");
    row("{'$sigmoid': 0}", "{}", "0.5");
    row("{'$sigmoid': '$none'}", "{}", "null");
    row("{'$sigmoid': 'x'}", "{}", "error 14");
    row("{'$sigmoid': [1]}", "{}", "error 14");
}

void QueryExpressionCodesTest::roundingKeepsTheWantedPlaces_data()
{
    columns();
    row("{'$floor': {'$numberDecimal': 'Infinity'}}", "{}", "{'$numberDecimal': 'NaN'}");
    row("{'$ceil': {'$numberDecimal': '-0.5'}}", "{}", "{'$numberDecimal': '-0'}");
    row("{'$round': [{'$numberDecimal': '1.5'}, 2]}", "{}", "{'$numberDecimal': '1.50'}");
    row("{'$round': {'$numberDecimal': '-Infinity'}}", "{}", "{'$numberDecimal': '-Infinity'}");
    row("{'$round': [1e40]}", "{}", "{'$numberDouble': 'NaN'}");
    row("{'$round': {'$numberDouble': '-Infinity'}}", "{}", "{'$numberDouble': '-Infinity'}");
    row("{'$round': [1, 'x']}", "{}", "error 16004");
    row("{'$round': [1, 1e300]}", "{}", "error 31109");
    row("{'$round': [1, 1.5]}", "{}", "error 51082");
    row("{'$round': [1, {'$numberLong': '4294967296'}]}", "{}", "error 51082");
    row("{'$round': [1, {'$numberDecimal': 'NaN'}]}", "{}", "error 51082");
    row("{'$round': ['x', null]}", "{}", "error 51081");
    row("{'$round': [null, 'x']}", "{}", "null");
    row("{'$abs': {'$numberDecimal': '-0'}}", "{}", "{'$numberDecimal': '0'}");
}

void QueryExpressionCodesTest::theFirstNullOrFaultDecides_data()
{
    columns();
    row("{'$concat': [null, 1]}", "{}", "null");
    row("{'$concat': [1, null]}", "{}", "error 16702");
    row("{'$concatArrays': [null, 1]}", "{}", "null");
    row("{'$arrayToObject': [[['a', 1], 123]]}", "{}", "error 40396");
    row("{'$arrayToObject': [[{'k': 'a', 'v': 1}, 123]]}", "{}", "error 40391");
    row("{'$arrayToObject': [[123, ['a', 1]]]}", "{}", "error 40398");
    row("{'$slice': ['x', 1, null]}", "{}", "error 28724");
    row("{'$slice': [[1], 1, null]}", "{}", "null");
    row("{'$zip': {'inputs': ['x', null]}}", "{}", "error 34468");
    row("{'$zip': {'inputs': [null, 'x']}}", "{}", "null");
    row("{'$zip': {'inputs': []}}", "{}", "error 34465");
    row("{'$setUnion': [null, 1]}", "{}", "null");
    row("{'$setIntersection': [1, null]}", "{}", "error 17047");
    row("{'$setEquals': [[1], 1]}", "{}", "error 5887502");
    row("{'$setEquals': [[1], '$a']}", "{'a': 1}", "error 17044");
    row("{'$setIsSubset': ['$a', 1]}", "{'a': []}", "error 17311");
    row("{'$setIsSubset': [[1], 1]}", "{}", "error 17042");
    row("{'$indexOfArray': [1, '$a']}", "{}", "error 50809");
    row("{'$indexOfArray': [1, 2]}", "{}", "error 40090");
    row("{'$indexOfArray': [[1], 1, 0.5]}", "{}", "error 9711600");
    row("{'$indexOfArray': [[1], 1, -1]}", "{}", "error 9711601");
    row("{'$indexOfBytes': ['abc', 'b', '$none']}", "{}", "error 40096");
    row("{'$indexOfCP': ['abc', 'b', null]}", "{}", "error 40096");
    row("{'$indexOfCP': ['abcdef', 'cd', 0, 3]}", "{}", "2");
    row("{'$indexOfBytes': ['abcdef', 'cd', 0, 3]}", "{}", "-1");
    row("{'$indexOfCP': ['abc', '', 3]}", "{}", "-1");
    row("{'$indexOfBytes': ['abc', '', 3]}", "{}", "3");
    row("{'$indexOfCP': ['', '']}", "{}", "0");
    row("{'$substrCP': ['abc', -1, 'x']}", "{}", "error 34452");
    row("{'$substrCP': ['abc', -1, -1]}", "{}", "error 34454");
    row("{'$substrCP': ['abc', -1, 1]}", "{}", "error 34455");
    row("{'$substrBytes': ['abc', 1e300, 1]}", "{}", "error 31109");
    row("{'$toUpper': 0.30000000000000004}", "{}", "'0.3'");
    row("{'$regexFindAll': {'input': '', 'regex': ''}}", "{}",
        "[{'match': '', 'idx': 0, 'captures': []}]");
    row("{'$regexFind': {'input': 1, 'regex': 1}}", "{}", "error 51105");
    row("{'$regexFind': {'input': null, 'regex': '('}}", "{}", "error 51111");
    row("{'$regexFind': {'input': null, 'regex': null, 'options': 1}}", "{}", "error 51106");
    row("{'$regexMatch': {'input': 'a', 'regex': {'$regularExpression': {'pattern': 'a', "
        "'options': 'i'}}, 'options': ''}}",
        "{}", "error 51107");
    row("{'$regexMatch': {'input': 'a', 'regex': 'a', 'options': 'i\\u0000'}}", "{}",
        "error 51110");
    row("{'$setField': {'field': '$a', 'input': {}, 'value': 1}}", "{}", "error 4161108");
    row("{'$sortArray': {'input': [1], 'sortBy': {'a': 2}}}", "{}", "error 2942505");
    row("{'$firstN': {'n': 'x', 'input': [1]}}", "{}", "error 5787902");
    row("{'$firstN': {'n': 1.5, 'input': [1]}}", "{}", "error 5787903");
    row("{'$firstN': {'n': 0, 'input': [1]}}", "{}", "error 5787908");
    row("{'$firstN': {'n': {'$numberDouble': 'NaN'}, 'input': [1]}}", "{}", "error 31109");
    row("{'$setField': {'field': 'a\\u0000', 'input': {}, 'value': 1}}", "{}", "error 9534700");
    row("'$$_x'", "{}", "error 9");
    row("'$$'", "{}", "error 9");
}

void QueryExpressionCodesTest::namesAreCheckedAsTheyAreWritten_data()
{
    columns();
    row("{'$setField': {'field': '$a', 'value': 1}}", "{}", "error 4161109");
    row("{'$setField': {'field': '$', 'input': {}, 'value': 1}}", "{}", "error 16872");
    // a constant must be written as one: MongoDB looks before it computes
    row("{'$setField': {'field': {'$concat': ['a', 'b']}, 'input': {}, 'value': 1}}", "{}",
        "error 4161106");
    row("{'$setField': {'field': ['a'], 'input': {}, 'value': 1}}", "{}", "error 4161106");
    row("{'$unsetField': {'field': {'a': 1}, 'input': {}}}", "{}", "error 4161106");
    row("{'$unsetField': {'field': {}, 'input': {}}}", "{}", "error 4161107");
    row("{'$setField': {'field': {'$literal': 'a'}, 'input': {}, 'value': 1}}", "{}", "{'a': 1}");
    row("{'': 1}", "{}", "error 15998");
    row("{'$literal': {'': 1}}", "{}", "{'': 1}");
    row("{'$let': {'vars': 1, 'in': 2}}", "{}", "error 10065");
    row("{'$let': {'vars': [1], 'in': 2}}", "{}", "error 9");
    row("{'$let': {'vars': [], 'in': 2}}", "{}", "2");
    row("{'$let': {'vars': {'x': 1}, 'in': '$$x.'}}", "{}", "error 40353");
}

void QueryExpressionCodesTest::conversionsFollowTheServer_data()
{
    columns();
    row("{'$toInt': [1, 2]}", "{}", "error 50723");
    row("{'$toString': []}", "{}", "error 50723");
    row("{'$toString': 1e15}", "{}", "'1000000000000000'");
    row("{'$toString': 1e16}", "{}", "'1e+16'");
    row("{'$toString': 0.00001}", "{}", "'1e-05'");
    row("{'$toString': 0.1}", "{}", "'0.1'");
    row("{'$toString': {'$numberDouble': '-0.0'}}", "{}", "'-0'");
    row("{'$convert': {'input': 1, 'to': 'missing'}}", "{}", "error 241");
    row("{'$convert': {'input': 1, 'to': 0}}", "{}", "error 241");
    row("{'$convert': {'input': 1, 'to': {'type': null}}}", "{}", "error 9");
    row("{'$convert': {'input': 'AAAA', 'to': {'type': 'binData', 'subtype': null}, 'format': "
        "'base64'}}",
        "{}", "error 4341108");
}

void QueryExpressionCodesTest::datesLookAtTheirArgumentsInOrder_data()
{
    columns();
    row("{'$dateToString': {'date': '$d', 'format': null, 'onNull': 'x'}}",
        "{'d': {'$date': {'$numberLong': '0'}}}", "null");
    row("{'$dateToString': {'date': null, 'format': '%q', 'onNull': 'x'}}", "{}", "error 18536");
    row("{'$dateToString': {'date': null, 'timezone': null, 'onNull': 'x'}}", "{}", "'x'");
    row("{'$dateToParts': {'date': null, 'timezone': 'nowhere'}}", "{}", "error 40485");
    row("{'$dateToParts': {'date': null, 'iso8601': 1}}", "{}", "error 40521");
    row("{'$dateFromParts': {'year': 2026, 'hour': 40000}}", "{}", "error 31034");
    row("{'$dateFromParts': {'year': 0, 'day': 'x'}}", "{}", "error 40515");
    row("{'$dateFromParts': {'year': 'x', 'hour': null}}", "{}", "null");
    row("{'$dateFromParts': {'isoWeekYear': 0}}", "{}", "error 31095");
    row("{'$dateFromString': {'dateString': null, 'format': '%q'}}", "{}", "error 18536");
    row("{'$dateFromString': {'dateString': '2026-01-01+90', 'format': '%Y-%m-%d%Z'}}", "{}",
        "{'$date': {'$numberLong': '1767220200000'}}");
    row("{'$dateFromString': {'dateString': 5, 'timezone': null, 'onError': 'x'}}", "{}", "'x'");
    row("{'$dateAdd': {'startDate': 'x', 'unit': 'day', 'amount': null}}", "{}", "null");
    row("{'$dateAdd': {'startDate': 'x', 'unit': 'eon', 'amount': null}}", "{}", "error 9");
    row("{'$dateAdd': {'startDate': 'x', 'unit': 'day', 'amount': 1, 'timezone': 'nowhere'}}", "{}",
        "error 40485");
    row("{'$dateDiff': {'startDate': 'x', 'endDate': 'y', 'unit': 'week', 'startOfWeek': 'x'}}",
        "{}", "error 5439016");
    row("{'$dateTrunc': {'date': 'x', 'unit': 'day', 'binSize': 0}}", "{}", "error 5439018");
    row("{'$dateTrunc': {'date': '$d', 'unit': 'week', 'startOfWeek': null}}",
        "{'d': {'$date': {'$numberLong': '0'}}}", "null");
}

// The numbers are those of an independent MD5.
void QueryExpressionCodesTest::valuesAreHashedAsInIndexes_data()
{
    columns();
    row("{'$toHashedIndexKey': 1}", "{}", "{'$numberLong': '5902408780260971510'}");
    row("{'$toHashedIndexKey': 1.9}", "{}", "{'$numberLong': '5902408780260971510'}");
    row("{'$toHashedIndexKey': {'$numberDouble': 'NaN'}}", "{}",
        "{'$numberLong': '4854801880128277513'}");
    row("{'$toHashedIndexKey': null}", "{}", "{'$numberLong': '2338878944348059895'}");
    row("{'$toHashedIndexKey': '$none'}", "{}", "{'$numberLong': '2338878944348059895'}");
    row("{'$toHashedIndexKey': 'abc'}", "{}", "{'$numberLong': '8478485326885698097'}");
    row("{'$toHashedIndexKey': "
        "'xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx"
        "xxxxxxxxxxx'}",
        "{}", "{'$numberLong': '3870822758783210044'}");
    row("{'$toHashedIndexKey': {'a': 1, 'b': [true]}}", "{}",
        "{'$numberLong': '8205964569953289444'}");
    row("{'$toHashedIndexKey': [1, 2]}", "{}", "error 16020");
}

void QueryExpressionCodesTest::aTextOfSixteenMegabytesIsRefused()
{
    constexpr std::size_t kLimit = std::size_t{16} * 1024 * 1024;
    const auto codeOf = [](const bson::Document& call, const bson::Document& document) {
        const auto parsed = Expression::parse(call["e"], test::givenContext());
        if (!parsed) {
            return parsed.error().serverCode;
        }
        const auto value = parsed->evaluate(document);
        return value ? 0 : value.error().serverCode;
    };
    const std::string half(kLimit / 2, 'a');
    const bson::Document parts = bson::makeDocument("a", half, "b", half.substr(1));
    const bson::Document joined = test::document("{'e': {'$concat': ['$a', '$b']}}");
    QCOMPARE(codeOf(joined, parts), 0);
    QCOMPARE(codeOf(test::document("{'e': {'$concat': ['$a', '$b', 'c']}}"), parts), 16493);
    QCOMPARE(codeOf(bson::makeDocument("e", bson::makeDocument("$strLenCP", half + half)),
                    bson::Document()),
             16493);
}

void QueryExpressionCodesTest::anUnknownArgumentIsNamed_data()
{
    QTest::addColumn<int>("code");
    QTest::addColumn<QString>("words");
    const auto unknown = [](const char* name, int code, const char* words) {
        QTest::newRow(name) << code << QString::fromUtf8(words);
    };
    unknown("$convert", 9, "$convert found an unknown argument: other");
    unknown("$zip", 34464, "$zip found an unknown argument: other");
    unknown("$trim", 50694, "$trim found an unknown argument: other");
    unknown("$regexMatch", 31024, "$regexMatch found an unknown argument: other");
    unknown("$dateAdd", 5166401, "Unrecognized argument to $dateAdd: other");
    unknown("$dateToParts", 40520, "Unrecognized argument to $dateToParts: other");
    unknown("$dateToString", 18534, "Unrecognized argument to $dateToString: other");
    unknown("$firstN", 5787901, "Unknown argument for 'n' operator: other");
}

void QueryExpressionCodesTest::anUnknownArgumentIsNamed()
{
    QFETCH(int, code);
    QFETCH(QString, words);
    const std::string name = QTest::currentDataTag();
    const bson::Document source = test::document("{'e': {'" + name + "': {'other': 1}}}");
    const auto parsed = Expression::parse(source["e"], test::givenContext());
    QVERIFY(!parsed);
    QCOMPARE(parsed.error().serverCode, code);
    QCOMPARE(QString::fromStdString(parsed.error().message), words);
}

SANDGLASS_TEST(QueryExpressionCodesTest)

} // namespace tst_query_expression_codes

#include "tst_query_expression_codes.moc"
