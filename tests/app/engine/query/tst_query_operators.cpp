// SPDX-License-Identifier: GPL-3.0-or-later

#include "tests/support/test_program.h"

#include <QTest>

#include "query_text.h"

namespace tst_query_operators {

using namespace sandglass::engine::query;

/// Expressions of the later families: searching texts, angles, bits, timestamps, metadata.
class QueryOperatorsTest : public QObject
{
    Q_OBJECT

private slots:
    void patternsAreFoundWithPlaceAndGroups_data();
    void patternsAreFoundWithPlaceAndGroups() { check(); }
    void patternMistakesHaveTheirCodes_data();
    void patternMistakesHaveTheirCodes() { check(); }
    void anglesAreComputed_data();
    void anglesAreComputed() { check(); }
    void bitsAreCombined_data();
    void bitsAreCombined() { check(); }
    void timestampsComeApart_data();
    void timestampsComeApart() { check(); }
    void metadataIsRefused_data();
    void metadataIsRefused() { check(); }
    void aHostilePatternEndsWithAnError();

private:
    static void columns()
    {
        QTest::addColumn<QString>("expression");
        QTest::addColumn<QString>("expected");
    }
    static void row(const char* expression, const char* expected)
    {
        QTest::newRow(expression) << QString::fromUtf8(expression) << QString::fromUtf8(expected);
    }
    void check()
    {
        QFETCH(QString, expression);
        QFETCH(QString, expected);
        QCOMPARE(test::evaluated(expression, QStringLiteral("{}")), test::expectation(expected));
    }
};

void QueryOperatorsTest::patternsAreFoundWithPlaceAndGroups_data()
{
    columns();
    row("{'$regexMatch': {'input': 'ABC', 'regex': 'b', 'options': 'i'}}", "true");
    row("{'$regexFind': {'input': 'hello world', 'regex': 'o'}}",
        "{'match': 'o', 'idx': 4, 'captures': []}");
    row("{'$regexFind': {'input': 'xéab', 'regex': 'a(b)(c)?'}}",
        "{'match': 'ab', 'idx': 2, 'captures': ['b', null]}");
    row("{'$regexFind': {'input': 'abc', 'regex': 'z'}}", "null");
    row("{'$regexFind': {'input': null, 'regex': 'z'}}", "null");
    row("{'$regexFindAll': {'input': 'hello world', 'regex': 'o(.)'}}",
        "[{'match': 'o ', 'idx': 4, 'captures': [' ']}, "
        "{'match': 'or', 'idx': 7, 'captures': ['r']}]");
    row("{'$regexFindAll': {'input': 'éa', 'regex': ''}}",
        "[{'match': '', 'idx': 0, 'captures': []}, {'match': '', 'idx': 1, 'captures': []}]");
    row("{'$regexFindAll': {'input': 'abc', 'regex': null}}", "[]");
}

void QueryOperatorsTest::patternMistakesHaveTheirCodes_data()
{
    columns();
    // half of a character would be no text
    row("{'$regexFind': {'input': 'é', 'regex': '\\\\C'}}", "error 51111");
    row("{'$regexFind': 'abc'}", "error 51103");
    row("{'$regexFind': {'regex': 'a'}}", "error 31022");
    row("{'$regexFind': {'input': 'a'}}", "error 31023");
    row("{'$regexFindAll': {'input': 'a', 'regex': 'a', 'x': 1}}", "error 31024");
    row("{'$regexFindAll': {'input': 1, 'regex': 'a'}}", "error 51104");
    row("{'$regexMatch': {'input': 'a', 'regex': 5}}", "error 51105");
    row("{'$regexMatch': {'input': 'a', 'regex': 'a', 'options': 5}}", "error 51106");
    row("{'$regexMatch': {'input': 'a', 'regex': 'a', 'options': 'q'}}", "error 51108");
    row("{'$regexFind': {'input': 'a', 'regex': '('}}", "error 51111");
}

void QueryOperatorsTest::anglesAreComputed_data()
{
    columns();
    row("{'$sin': 0}", "0.0");
    row("{'$cos': 0}", "1.0");
    row("{'$atan2': [0, 1]}", "0.0");
    row("{'$acosh': 1}", "0.0");
    row("{'$tanh': null}", "null");
    row("{'$degreesToRadians': 0}", "0.0");
    row("{'$radiansToDegrees': {'$numberDecimal': '0'}}", "{'$numberDecimal': '0E-32'}");
    row("{'$asin': 2}", "error 50989");
    row("{'$sin': {'$numberDouble': 'Infinity'}}", "error 50989");
    row("{'$tan': 'x'}", "error 28765");
    row("{'$atan2': ['x', 1]}", "error 51044");
}

void QueryOperatorsTest::bitsAreCombined_data()
{
    columns();
    row("{'$bitAnd': [12, 10]}", "8");
    row("{'$bitOr': [12, {'$numberLong': '10'}]}", "{'$numberLong': '14'}");
    row("{'$bitXor': [12, 10]}", "6");
    row("{'$bitNot': 5}", "-6");
    row("{'$bitAnd': []}", "-1");
    row("{'$bitOr': [1, null]}", "null");
    row("{'$bitAnd': [1, 1.5]}", "error 14");
    row("{'$bitNot': 1.5}", "error 14");
    row("{'$bitNot': 'x'}", "error 28765");
}

void QueryOperatorsTest::timestampsComeApart_data()
{
    columns();
    row("{'$tsSecond': {'$timestamp': {'t': 100, 'i': 2}}}", "{'$numberLong': '100'}");
    row("{'$tsIncrement': {'$timestamp': {'t': 100, 'i': 2}}}", "{'$numberLong': '2'}");
    row("{'$tsSecond': null}", "null");
    row("{'$tsSecond': 5}", "error 5687301");
    row("{'$tsIncrement': 5}", "error 5687302");
}

void QueryOperatorsTest::metadataIsRefused_data()
{
    columns();
    row("{'$meta': 'textScore'}", "error 40218");
    row("{'$meta': 'nothing'}", "error 17308");
    row("{'$meta': 5}", "error 17307");
    row("{'$meta': 'indexKey'}", "error 40218");
    row("{'$meta': 'recordId'}", "error 40218");
    row("{'$meta': 'sortKey'}", "error 40218");
    row("{'$meta': 'randVal'}", "missing");
    row("'$$USER_ROLES'", "[]");
}

void QueryOperatorsTest::aHostilePatternEndsWithAnError()
{
    const QString input = QString(40, QLatin1Char('a')) + QLatin1Char('!');
    QCOMPARE(test::evaluated(
                 QStringLiteral("{'$regexFind': {'input': '%1', 'regex': '(a+)+$'}}").arg(input),
                 QStringLiteral("{}")),
             QStringLiteral("error 51156"));
    QCOMPARE(test::evaluated(
                 QStringLiteral("{'$regexMatch': {'input': '%1', 'regex': '(a+)+$'}}").arg(input),
                 QStringLiteral("{}")),
             QStringLiteral("error 51156"));
}

SANDGLASS_TEST(QueryOperatorsTest)

} // namespace tst_query_operators

#include "tst_query_operators.moc"
