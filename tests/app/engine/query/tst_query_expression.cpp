// SPDX-License-Identifier: GPL-3.0-or-later

#include "tests/support/test_program.h"

#include <QTest>

#include "query_text.h"

namespace tst_query_expression {

using namespace sandglass::engine::query;

class QueryExpressionTest : public QObject
{
    Q_OBJECT

private slots:
    void pathsReadAsAggregationDoes_data();
    void pathsReadAsAggregationDoes() { check(); }
    void numbersKeepOrWidenTheirType_data();
    void numbersKeepOrWidenTheirType() { check(); }
    void roundingFollowsThePlace_data();
    void roundingFollowsThePlace() { check(); }
    void conditionsEvaluateOnlyWhatTheyTake_data();
    void conditionsEvaluateOnlyWhatTheyTake() { check(); }
    void variablesLiveInTheirExpression_data();
    void variablesLiveInTheirExpression() { check(); }
    void arraysAreCutSearchedAndJoined_data();
    void arraysAreCutSearchedAndJoined() { check(); }
    void setsIgnoreOrderAndRepetition_data();
    void setsIgnoreOrderAndRepetition() { check(); }
    void documentsTurnIntoPairsAndBack_data();
    void documentsTurnIntoPairsAndBack() { check(); }
    void stringsAreCountedInBytesOrCharacters_data();
    void stringsAreCountedInBytesOrCharacters() { check(); }
    void conversionsKeepTheValueOrFail_data();
    void conversionsKeepTheValueOrFail() { check(); }
    void mistakesGiveTheCodesOfMongoDb_data();
    void mistakesGiveTheCodesOfMongoDb() { check(); }
    void anUnknownOperatorIsNamed();
    void aPlainPathIsKnownAsSuch();
    void randomNumbersDifferFromCallToCall();
    void aConstantExpressionIsFoldedAndItsFaultReportedAtOnce();

private:
    static void columns();
    static void row(const char* expression, const char* input, const char* expected);
    void check();
};

void QueryExpressionTest::columns()
{
    QTest::addColumn<QString>("expression");
    QTest::addColumn<QString>("input");
    QTest::addColumn<QString>("expected");
}

void QueryExpressionTest::row(const char* expression, const char* input, const char* expected)
{
    const QByteArray name = QByteArray(expression) + " on " + input;
    QTest::newRow(name.constData())
        << QString::fromUtf8(expression) << QString::fromUtf8(input) << QString::fromUtf8(expected);
}

void QueryExpressionTest::check()
{
    QFETCH(QString, expression);
    QFETCH(QString, input);
    QFETCH(QString, expected);
    QCOMPARE(test::evaluated(expression, input), test::expectation(expected));
}

void QueryExpressionTest::pathsReadAsAggregationDoes_data()
{
    columns();
    row("'$a'", "{'a': 5}", "5");
    row("'$a.b'", "{'a': {'b': 'x'}}", "'x'");
    row("'$a.b'", "{'a': 5}", "missing");
    row("'$a.b'", "{'a': [{'b': 1}, {'c': 2}, 3, {'b': 4}]}", "[1, 4]");
    row("'$a.b.c'", "{'a': [{'b': [{'c': 1}, {'c': 2}]}, {'b': {'c': 3}}]}", "[[1, 2], 3]");
    row("'$a.0'", "{'a': [1, 2]}", "[]");
    row("'$$ROOT'", "{'a': 5}", "{'a': 5}");
    row("'$$ROOT.a'", "{'a': 5}", "5");
    row("'$$CURRENT.a'", "{'a': 5}", "5");
    row("'$$NOW'", "{}", "{'$date': {'$numberLong': '1781524800000'}}");
    row("'$$REMOVE'", "{}", "missing");
    row("'$$given'", "{}", "7");
    row("{'$literal': '$a'}", "{'a': 5}", "'$a'");
    row("{'x': '$a', 'y': '$none'}", "{'a': 5}", "{'x': 5}");
    row("['$a', '$none']", "{'a': 5}", "[5, null]");
}

void QueryExpressionTest::numbersKeepOrWidenTheirType_data()
{
    columns();
    row("{'$add': [1, 2]}", "{}", "3");
    row("{'$add': [2147483647, 1]}", "{}", "{'$numberLong': '2147483648'}");
    row("{'$add': [{'$numberLong': '9223372036854775807'}, 1]}", "{}",
        "{'$numberDouble': '9.223372036854775807E18'}");
    row("{'$add': [1, {'$numberLong': '1'}]}", "{}", "{'$numberLong': '2'}");
    row("{'$add': [1, 0.5]}", "{}", "1.5");
    row("{'$add': [1, {'$numberDecimal': '0.10'}]}", "{}", "{'$numberDecimal': '1.10'}");
    row("{'$add': ['$d', 1000]}", "{'d': {'$date': {'$numberLong': '5'}}}",
        "{'$date': {'$numberLong': '1005'}}");
    row("{'$add': [1, null]}", "{}", "null");
    row("{'$add': []}", "{}", "0");
    row("{'$subtract': ['$a', '$b']}",
        "{'a': {'$date': {'$numberLong': '5000'}}, 'b': {'$date': {'$numberLong': '2000'}}}",
        "{'$numberLong': '3000'}");
    row("{'$subtract': ['$a', 500]}", "{'a': {'$date': {'$numberLong': '5000'}}}",
        "{'$date': {'$numberLong': '4500'}}");
    row("{'$subtract': [-2147483648, 1]}", "{}", "{'$numberLong': '-2147483649'}");
    row("{'$multiply': [65536, 65536]}", "{}", "{'$numberLong': '4294967296'}");
    row("{'$multiply': [3, '$none']}", "{}", "null");
    row("{'$divide': [7, 2]}", "{}", "3.5");
    row("{'$divide': [{'$numberDecimal': '1'}, 4]}", "{}", "{'$numberDecimal': '0.25'}");
    row("{'$mod': [-7, 3]}", "{}", "-1");
    row("{'$mod': [7.5, 2]}", "{}", "1.5");
    row("{'$mod': [{'$numberDecimal': '7.5'}, 2]}", "{}", "{'$numberDecimal': '1.5'}");
    row("{'$pow': [2, 10]}", "{}", "1024");
    row("{'$pow': [2, 31]}", "{}", "{'$numberLong': '2147483648'}");
    row("{'$pow': [2, -1]}", "{}", "0.5");
    row("{'$pow': [2, 64]}", "{}", "{'$numberDouble': '1.8446744073709552E19'}");
    row("{'$abs': -5}", "{}", "5");
    row("{'$abs': -2147483648}", "{}", "{'$numberLong': '2147483648'}");
    row("{'$sqrt': 9}", "{}", "{'$numberDouble': '3.0'}");
    row("{'$ln': 1}", "{}", "{'$numberDouble': '0.0'}");
    row("{'$log10': 1000}", "{}", "{'$numberDouble': '3.0'}");
    row("{'$exp': 0}", "{}", "{'$numberDouble': '1.0'}");
    row("{'$sum': [1, 2, 'x']}", "{}", "3");
    row("{'$sum': '$a'}", "{'a': [1, 2.5]}", "3.5");
    row("{'$sum': ['$a', 1]}", "{'a': [1, 2]}", "1");
    row("{'$avg': '$a'}", "{'a': [1, 2]}", "1.5");
    row("{'$avg': []}", "{}", "null");
    row("{'$max': [1, 'x', null]}", "{}", "'x'");
    row("{'$min': '$a'}", "{'a': [3, 1, null]}", "1");
    row("{'$stdDevPop': [1, 3]}", "{}", "{'$numberDouble': '1.0'}");
}

void QueryExpressionTest::roundingFollowsThePlace_data()
{
    columns();
    row("{'$round': 2.5}", "{}", "{'$numberDouble': '2.0'}");
    row("{'$round': 3.5}", "{}", "{'$numberDouble': '4.0'}");
    row("{'$round': [1.255, 2]}", "{}", "1.25");
    row("{'$round': [1250, -2]}", "{}", "1200");
    row("{'$round': [1350, -2]}", "{}", "1400");
    row("{'$round': [{'$numberDecimal': '2.675'}, 2]}", "{}", "{'$numberDecimal': '2.68'}");
    row("{'$trunc': [-7.89, 1]}", "{}", "-7.8");
    row("{'$trunc': [1999, -2]}", "{}", "1900");
    row("{'$floor': -1.5}", "{}", "{'$numberDouble': '-2.0'}");
    row("{'$floor': {'$numberDecimal': '-1.5'}}", "{}", "{'$numberDecimal': '-2'}");
    row("{'$ceil': {'$numberDecimal': '1.2'}}", "{}", "{'$numberDecimal': '2'}");
    row("{'$ceil': 7}", "{}", "7");
    row("{'$floor': null}", "{}", "null");
}

void QueryExpressionTest::conditionsEvaluateOnlyWhatTheyTake_data()
{
    columns();
    row("{'$cond': [true, 1, {'$divide': [1, 0]}]}", "{}", "error 2");
    row("{'$cond': [true, 1, {'$divide': [1, '$a']}]}", "{'a': 0}", "1");
    row("{'$cond': {'if': {'$gt': ['$a', 3]}, 'then': 'big', 'else': 'small'}}", "{'a': 4}",
        "'big'");
    row("{'$ifNull': ['$x', '$y', 3]}", "{'y': null}", "3");
    row("{'$ifNull': ['$x', 3]}", "{'x': 1}", "1");
    row("{'$switch': {'branches': [{'case': {'$lt': ['$a', 0]}, 'then': 'minus'}], 'default': 0}}",
        "{'a': -1}", "'minus'");
    row("{'$switch': {'branches': [{'case': false, 'then': 1}], 'default': 9}}", "{}", "9");
    row("{'$and': [1, 'x', {}]}", "{}", "true");
    row("{'$and': [false, {'$divide': [1, 0]}]}", "{}", "error 2");
    row("{'$and': [false, {'$divide': [1, '$a']}]}", "{'a': 0}", "false");
    row("{'$or': [0, null, '$none']}", "{}", "false");
    row("{'$not': [0]}", "{}", "true");
    row("{'$cmp': [1, 2]}", "{}", "-1");
    row("{'$eq': [1, 1.0]}", "{}", "true");
    row("{'$eq': ['$none', null]}", "{}", "false");
    row("{'$gt': ['x', 5]}", "{}", "true");
    row("{'$lte': [2, 2]}", "{}", "true");
    row("{'$type': '$none'}", "{}", "'missing'");
    row("{'$type': {'$numberLong': '1'}}", "{}", "'long'");
    row("{'$isNumber': '1'}", "{}", "false");
    row("{'$isArray': '$a'}", "{'a': []}", "true");
}

void QueryExpressionTest::variablesLiveInTheirExpression_data()
{
    columns();
    row("{'$let': {'vars': {'x': 2, 'y': '$a'}, 'in': {'$multiply': ['$$x', '$$y']}}}", "{'a': 5}",
        "10");
    row("{'$let': {'vars': {'x': 1}, 'in': {'$let': {'vars': {'x': 2}, 'in': '$$x'}}}}", "{}", "2");
    row("{'$let': {'vars': {'x': {'b': 3}}, 'in': '$$x.b'}}", "{}", "3");
    row("{'$let': {'vars': {'x': {'$concat': ['a', '$s']}}, 'in': '$$x'}}", "{'s': 'b'}", "'ab'");
    row("{'$map': {'input': '$a', 'as': 'n', 'in': {'$add': ['$$n', 1]}}}", "{'a': [1, 2]}",
        "[2, 3]");
    row("{'$map': {'input': '$a', 'in': '$$this.x'}}", "{'a': [{'x': 1}, {}]}", "[1, null]");
    row("{'$filter': {'input': '$a', 'cond': {'$gt': ['$$this', 1]}}}", "{'a': [1, 2, 3]}",
        "[2, 3]");
    row("{'$filter': {'input': '$a', 'cond': true, 'limit': 1}}", "{'a': [1, 2, 3]}", "[1]");
    row("{'$reduce': {'input': '$a', 'initialValue': '', 'in': {'$concat': ['$$value', "
        "'$$this']}}}",
        "{'a': ['x', 'y', 'z']}", "'xyz'");
    row("{'$reduce': {'input': null, 'initialValue': 0, 'in': 1}}", "{}", "null");
}

void QueryExpressionTest::arraysAreCutSearchedAndJoined_data()
{
    columns();
    row("{'$size': '$a'}", "{'a': [1, 2]}", "2");
    row("{'$size': [[1, 2, 3]]}", "{}", "3");
    row("{'$arrayElemAt': ['$a', -1]}", "{'a': [1, 2]}", "2");
    row("{'$arrayElemAt': ['$a', 5]}", "{'a': [1, 2]}", "missing");
    row("{'$first': '$a'}", "{'a': ['x', 'y']}", "'x'");
    row("{'$last': '$a'}", "{'a': []}", "missing");
    row("{'$in': [2, '$a']}", "{'a': [1, 2.0]}", "true");
    row("{'$concatArrays': [[1], '$a']}", "{'a': [2]}", "[1, 2]");
    row("{'$concatArrays': [[1], null]}", "{}", "null");
    row("{'$slice': ['$a', -2]}", "{'a': [1, 2, 3]}", "[2, 3]");
    row("{'$slice': ['$a', 1, 1]}", "{'a': [1, 2, 3]}", "[2]");
    row("{'$slice': ['$a', 9, 1]}", "{'a': [1, 2, 3]}", "[]");
    row("{'$range': [0, 10, 4]}", "{}", "[0, 4, 8]");
    row("{'$range': [3, 0, -2]}", "{}", "[3, 1]");
    row("{'$reverseArray': '$a'}", "{'a': [1, 2]}", "[2, 1]");
    row("{'$indexOfArray': ['$a', 'y']}", "{'a': ['x', 'y']}", "1");
    row("{'$indexOfArray': ['$a', 'x', 1]}", "{'a': ['x', 'y']}", "-1");
    row("{'$sortArray': {'input': '$a', 'sortBy': -1}}", "{'a': [2, 3, 1]}", "[3, 2, 1]");
    row("{'$sortArray': {'input': '$a', 'sortBy': {'n': 1}}}", "{'a': [{'n': 2}, {'n': 1}]}",
        "[{'n': 1}, {'n': 2}]");
    // an array sorts as a whole, not by its smallest element
    row("{'$sortArray': {'input': '$a', 'sortBy': {'n': 1}}}", "{'a': [{'n': [3, 0]}, {'n': 2}]}",
        "[{'n': 2}, {'n': [3, 0]}]");
    row("{'$zip': {'inputs': [[1, 2], ['a']]}}", "{}", "[[1, 'a']]");
    row("{'$zip': {'inputs': [[1, 2], ['a']], 'useLongestLength': true, 'defaults': [0, 'z']}}",
        "{}", "[[1, 'a'], [2, 'z']]");
    row("{'$maxN': {'n': 2, 'input': [3, 9, 5]}}", "{}", "[9, 5]");
}

void QueryExpressionTest::setsIgnoreOrderAndRepetition_data()
{
    columns();
    row("{'$setUnion': [[3, 1], [1, 2]]}", "{}", "[1, 2, 3]");
    row("{'$setIntersection': [[3, 1, 3], [3, 4]]}", "{}", "[3]");
    row("{'$setDifference': [[3, 1, 3], [1]]}", "{}", "[3]");
    row("{'$setIsSubset': [[1], [2, 1]]}", "{}", "true");
    row("{'$setEquals': [[1, 2], [2, 1, 1]]}", "{}", "true");
    row("{'$allElementsTrue': [[1, true]]}", "{}", "true");
    row("{'$anyElementTrue': [[0, false]]}", "{}", "false");
    row("{'$setUnion': [[1], null]}", "{}", "null");
}

void QueryExpressionTest::documentsTurnIntoPairsAndBack_data()
{
    columns();
    row("{'$objectToArray': '$a'}", "{'a': {'x': 1}}", "[{'k': 'x', 'v': 1}]");
    row("{'$arrayToObject': [[{'k': 'x', 'v': 1}, {'k': 'y', 'v': 2}]]}", "{}", "{'x': 1, 'y': 2}");
    row("{'$arrayToObject': [[['x', 1], ['x', 2]]]}", "{}", "{'x': 2}");
    row("{'$mergeObjects': ['$a', {'y': 3}, null]}", "{'a': {'x': 1, 'y': 2}}", "{'x': 1, 'y': 3}");
    row("{'$getField': 'a.b'}", "{'a.b': 4}", "4");
    row("{'$getField': {'field': 'x', 'input': '$a'}}", "{'a': {'x': 1}}", "1");
    row("{'$setField': {'field': 'x', 'input': '$a', 'value': 2}}", "{'a': {'x': 1}}", "{'x': 2}");
    row("{'$unsetField': {'field': 'x', 'input': '$a'}}", "{'a': {'x': 1, 'y': 2}}", "{'y': 2}");
    row("{'$bsonSize': '$a'}", "{'a': {}}", "5");
    row("{'$binarySize': 'abc'}", "{}", "3");
}

void QueryExpressionTest::stringsAreCountedInBytesOrCharacters_data()
{
    columns();
    row("{'$concat': ['a', '$b']}", "{'b': 'c'}", "'ac'");
    row("{'$concat': ['a', null]}", "{}", "null");
    row("{'$toUpper': 'Straße'}", "{}", "'STRAßE'");
    row("{'$toLower': null}", "{}", "''");
    row("{'$strLenBytes': 'äb'}", "{}", "3");
    row("{'$strLenCP': 'äb'}", "{}", "2");
    row("{'$substrCP': ['äöü', 1, 1]}", "{}", "'ö'");
    row("{'$substrBytes': ['abc', 1, -1]}", "{}", "'bc'");
    row("{'$substr': ['abc', 9, 1]}", "{}", "''");
    row("{'$substrBytes': [1234, 0, 2]}", "{}", "'12'");
    row("{'$split': ['a,b,,c', ',']}", "{}", "['a', 'b', '', 'c']");
    row("{'$indexOfBytes': ['abcb', 'b', 2]}", "{}", "3");
    row("{'$indexOfCP': ['äöü', 'ü']}", "{}", "2");
    row("{'$indexOfBytes': ['abc', 'x']}", "{}", "-1");
    row("{'$trim': {'input': '  a b\\n'}}", "{}", "'a b'");
    row("{'$ltrim': {'input': 'xxaxx', 'chars': 'x'}}", "{}", "'axx'");
    row("{'$rtrim': {'input': 'xxaxx', 'chars': 'x'}}", "{}", "'xxa'");
    row("{'$replaceOne': {'input': 'aba', 'find': 'a', 'replacement': 'c'}}", "{}", "'cba'");
    row("{'$replaceAll': {'input': 'aba', 'find': 'a', 'replacement': 'cc'}}", "{}", "'ccbcc'");
    row("{'$replaceAll': {'input': 'aaa', 'find': 'aa', 'replacement': 'b'}}", "{}", "'ba'");
    row("{'$replaceOne': {'input': 'aba', 'find': 'z', 'replacement': 'c'}}", "{}", "'aba'");
    // an empty pattern stands before every character and at the end
    row("{'$replaceAll': {'input': '\\u00e9\\u20ac', 'find': '', 'replacement': '-'}}", "{}",
        "'-\\u00e9-\\u20ac-'");
    row("{'$replaceOne': {'input': '\\u00e9\\u20ac', 'find': '', 'replacement': '-'}}", "{}",
        "'-\\u00e9\\u20ac'");
    row("{'$replaceAll': {'input': '', 'find': '', 'replacement': '-'}}", "{}", "'-'");
    row("{'$regexMatch': {'input': 'Hello', 'regex': '^h', 'options': 'i'}}", "{}", "true");
    row("{'$regexMatch': {'input': '$none', 'regex': 'x'}}", "{}", "false");
    row("{'$strcasecmp': ['ABC', 'abd']}", "{}", "-1");
}

void QueryExpressionTest::conversionsKeepTheValueOrFail_data()
{
    columns();
    row("{'$toInt': '42'}", "{}", "42");
    row("{'$toInt': 2.9}", "{}", "2");
    row("{'$toInt': {'$numberDecimal': '-2.9'}}", "{}", "-2");
    row("{'$toLong': true}", "{}", "{'$numberLong': '1'}");
    row("{'$toDouble': '1.5'}", "{}", "1.5");
    row("{'$toDouble': {'$numberLong': '3'}}", "{}", "{'$numberDouble': '3.0'}");
    row("{'$toDecimal': '1.50'}", "{}", "{'$numberDecimal': '1.50'}");
    row("{'$toString': 1.5}", "{}", "'1.5'");
    row("{'$toString': '$d'}", "{'d': {'$date': {'$numberLong': '0'}}}",
        "'1970-01-01T00:00:00.000Z'");
    row("{'$toBool': 'false'}", "{}", "true");
    row("{'$toBool': 0}", "{}", "false");
    row("{'$toDate': '2026-03-29T01:30:00+02:00'}", "{}",
        "{'$date': {'$numberLong': '1774740600000'}}");
    row("{'$toDate': {'$numberLong': '1000'}}", "{}", "{'$date': {'$numberLong': '1000'}}");
    row("{'$toObjectId': '507f1f77bcf86cd799439011'}", "{}",
        "{'$oid': '507f1f77bcf86cd799439011'}");
    row("{'$toDate': '$i'}", "{'i': {'$oid': '507f1f77bcf86cd799439011'}}",
        "{'$date': {'$numberLong': '1350508407000'}}");
    row("{'$toInt': null}", "{}", "null");
    row("{'$convert': {'input': 'x', 'to': 'int', 'onError': -1}}", "{}", "-1");
    row("{'$convert': {'input': null, 'to': 'int', 'onNull': 0}}", "{}", "0");
    row("{'$convert': {'input': '7', 'to': 18}}", "{}", "{'$numberLong': '7'}");
    row("{'$toInt': 'x1'}", "{}", "error 241");
    row("{'$toInt': 3000000000}", "{}", "error 241");
    row("{'$toInt': [[]]}", "{}", "error 241");
    row("{'$toDate': 'yesterday'}", "{}", "error 241");
    row("{'$toObjectId': 'zz'}", "{}", "error 241");
}

void QueryExpressionTest::mistakesGiveTheCodesOfMongoDb_data()
{
    columns();
    row("{'$foo': 1}", "{}", "error 168");
    row("{'$add': 1, 'b': 2}", "{}", "error 15983");
    row("{'a': {'$add': [1]}, '$b': 2}", "{}", "error 16410");
    row("'$a..b'", "{}", "error 15998");
    row("'$a.'", "{}", "error 40353");
    row("'$'", "{}", "error 16872");
    row("'$a.$b'", "{}", "error 16410");
    row("'$$nobody'", "{}", "error 17276");
    row("{'$subtract': [1]}", "{}", "error 16020");
    row("{'$slice': [1]}", "{}", "error 28667");
    row("{'$add': [1, 'x']}", "{}", "error 14");
    row("{'$add': ['$d', '$d']}", "{'d': {'$date': {'$numberLong': '0'}}}", "error 16612");
    row("{'$divide': [1, 0]}", "{}", "error 2");
    row("{'$mod': [1, 0]}", "{}", "error 16610");
    row("{'$ln': 0}", "{}", "error 28766");
    row("{'$sqrt': -1}", "{}", "error 28714");
    row("{'$abs': 'x'}", "{}", "error 28765");
    row("{'$pow': [0, -1]}", "{}", "error 28764");
    row("{'$round': [1.5, 101]}", "{}", "error 51083");
    row("{'$size': 1}", "{}", "error 17124");
    row("{'$in': [1, 2]}", "{}", "error 40081");
    row("{'$arrayElemAt': [1, 0]}", "{}", "error 28689");
    row("{'$concatArrays': [1]}", "{}", "error 28664");
    row("{'$range': [0, 5, 0]}", "{}", "error 34449");
    row("{'$cond': {'if': 1, 'then': 2}}", "{}", "error 17082");
    row("{'$switch': {'branches': []}}", "{}", "error 40068");
    row("{'$switch': {'branches': [{'case': false, 'then': 1}]}}", "{}", "error 40069");
    row("{'$ifNull': [1]}", "{}", "error 1257300");
    row("{'$let': {'vars': {'X': 1}, 'in': 1}}", "{}", "error 9");
    row("{'$map': {'input': 1, 'in': 1}}", "{}", "error 16883");
    row("{'$filter': {'input': 1, 'cond': 1}}", "{}", "error 28651");
    row("{'$reduce': {'input': 1, 'initialValue': 0, 'in': 1}}", "{}", "error 40080");
    row("{'$concat': [1]}", "{}", "error 16702");
    row("{'$toLower': [[1]]}", "{}", "error 16007");
    row("{'$strLenCP': 1}", "{}", "error 34471");
    row("{'$substrBytes': ['ä', 1, 1]}", "{}", "error 28656");
    row("{'$split': ['a', '']}", "{}", "error 40087");
    row("{'$trim': {'input': 1}}", "{}", "error 50699");
    row("{'$regexMatch': {'input': 'a', 'regex': '('}}", "{}", "error 51111");
    row("{'$objectToArray': 1}", "{}", "error 40390");
    row("{'$mergeObjects': [1]}", "{}", "error 40400");
    row("{'$setUnion': [1]}", "{}", "error 17043");
    row("{'$convert': {'input': 1, 'to': 'nonsense'}}", "{}", "error 2");
    row("{'$rand': [1]}", "{}", "error 3040501");
}

void QueryExpressionTest::anUnknownOperatorIsNamed()
{
    const auto source = test::document("{'e': {'$foo': 1}}");
    const auto parsed = Expression::parse(source["e"], test::givenContext());
    QVERIFY(!parsed);
    QCOMPARE(QString::fromStdString(parsed.error().message),
             QStringLiteral("Unrecognized expression '$foo'"));
    QCOMPARE(QString::fromStdString(parsed.error().serverCodeName),
             QStringLiteral("InvalidPipelineOperator"));
}

void QueryExpressionTest::aPlainPathIsKnownAsSuch()
{
    const auto source = test::document("{'path': '$a.b', 'other': {'$add': ['$a', 1]}}");
    QCOMPARE(Expression::parse(source["path"], test::givenContext())->fieldPath(),
             std::string_view("a.b"));
    QVERIFY(Expression::parse(source["other"], test::givenContext())->fieldPath().empty());
}

void QueryExpressionTest::randomNumbersDifferFromCallToCall()
{
    const auto source = test::document("{'e': {'$rand': {}}}");
    const auto parsed = Expression::parse(source["e"], test::givenContext());
    QVERIFY(parsed);
    const double first = parsed->evaluate({})->view().asDouble();
    const double second = parsed->evaluate({})->view().asDouble();
    QVERIFY(first != second);
    QVERIFY(first >= 0 && first < 1);
}

void QueryExpressionTest::aConstantExpressionIsFoldedAndItsFaultReportedAtOnce()
{
    const auto source = test::document("{'good': {'$add': [1, 2]}, 'bad': {'$divide': [1, 0]}}");
    const auto good = Expression::parse(source["good"], test::givenContext());
    QVERIFY(good && good->constant() != nullptr);
    QCOMPARE(good->constant()->view().asInt32(), 3);
    const auto bad = Expression::parse(source["bad"], test::givenContext());
    QVERIFY(!bad);
    QCOMPARE(bad.error().serverCode, 2);
}

SANDGLASS_TEST(QueryExpressionTest)

} // namespace tst_query_expression

#include "tst_query_expression.moc"
