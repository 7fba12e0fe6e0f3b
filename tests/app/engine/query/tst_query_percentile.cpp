// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/engine/query/percentile.h"
#include "tests/support/test_program.h"

#include <QTest>

#include "query_text.h"
#include <vector>

namespace tst_query_percentile {

using namespace sandglass;
using namespace engine::query;
using test::document;
using test::evaluated;
using test::expectation;
using test::givenContext;

class QueryPercentileTest : public QObject
{
    Q_OBJECT

private slots:
    void aShareIsOneOfTheNumbers_data()
    {
        QTest::addColumn<QList<double>>("numbers");
        QTest::addColumn<QList<double>>("shares");
        QTest::addColumn<QString>("values");
        QTest::newRow("none") << QList<double>{} << QList<double>{0.5, 1} << "[null, null]";
        QTest::newRow("one") << QList<double>{7} << QList<double>{0, 0.5, 1} << "[7.0, 7.0, 7.0]";
        QTest::newRow("least and greatest")
            << QList<double>{3, 1, 2} << QList<double>{0, 1} << "[1.0, 3.0]";
        QTest::newRow("the lower of two in the middle")
            << QList<double>{4, 2, 1, 3} << QList<double>{0.5} << "[2.0]";
        QTest::newRow("in the order that was asked")
            << QList<double>{1, 2, 3, 4, 5, 6, 7, 8, 9, 10} << QList<double>{0.95, 0.5, 0.1}
            << "[10.0, 5.0, 1.0]";
        QTest::newRow("equal numbers")
            << QList<double>{2, 2, 2, 5} << QList<double>{0.75, 0.76} << "[2.0, 5.0]";
    }
    void aShareIsOneOfTheNumbers()
    {
        QFETCH(QList<double>, numbers);
        QFETCH(QList<double>, shares);
        QFETCH(QString, values);
        std::vector<double> given(numbers.begin(), numbers.end());
        const Operand found = percentilesOf(given, {shares.begin(), shares.end()}, false);
        QCOMPARE(QString::fromStdString(bson::toJson(found.view(), bson::JsonForm::Canonical)),
                 expectation(values));
    }

    void aSingleShareIsTheValueItself()
    {
        std::vector<double> none;
        QVERIFY(percentilesOf(none, {0.5}, true).view().type() == bson::Type::Null);
        std::vector<double> some{5, 1, 3};
        QCOMPARE(percentilesOf(some, {0.5}, true).view().toDouble(), 3.0);
    }

    void expressions_data()
    {
        QTest::addColumn<QString>("expression");
        QTest::addColumn<QString>("value");
        const auto row = [](const char* expression, const char* value) {
            QTest::newRow(expression)
                << QString::fromLatin1(expression) << QString::fromLatin1(value);
        };
        row("{'$median': {'input': '$a', 'method': 'approximate'}}", "2.0");
        row("{'$median': {'input': '$n', 'method': 'approximate'}}", "4.0");
        row("{'$median': {'input': '$none', 'method': 'approximate'}}", "null");
        row("{'$median': {'input': '$text', 'method': 'approximate'}}", "null");
        row("{'$percentile': {'input': '$a', 'p': [0.5, 1], 'method': 'approximate'}}",
            "[2.0, 3.0]");
        row("{'$percentile': {'input': '$none', 'p': [0.5], 'method': 'approximate'}}", "[null]");
        // values that are no numbers, and NaN, take no part
        row("{'$percentile': {'input': '$mixed', 'p': [0, 1], 'method': 'approximate'}}",
            "[1.0, 9.0]");
        row("{'$percentile': 5}", "error 7436200");
        row("{'$median': [1]}", "error 7436201");
        row("{'$median': {'input': 1}}", "error 40414");
        row("{'$median': {'method': 'approximate'}}", "error 40414");
        row("{'$percentile': {'input': 1, 'method': 'approximate'}}", "error 40414");
        row("{'$median': {'input': 1, 'p': [0.5], 'method': 'approximate'}}", "error 40415");
        row("{'$median': {'input': 1, 'method': 'approximate', 'x': 1}}", "error 40415");
        row("{'$median': {'input': 1, 'method': 5}}", "error 14");
        row("{'$median': {'input': 1, 'method': 'exact'}}", "error 2");
        row("{'$percentile': {'input': 1, 'p': '$p', 'method': 'approximate'}}", "error 7750300");
        row("{'$percentile': {'input': 1, 'p': 0.5, 'method': 'approximate'}}", "error 7750301");
        row("{'$percentile': {'input': 1, 'p': [], 'method': 'approximate'}}", "error 7750301");
        row("{'$percentile': {'input': 1, 'p': ['a'], 'method': 'approximate'}}", "error 7750302");
        row("{'$percentile': {'input': 1, 'p': [-0.1], 'method': 'approximate'}}", "error 7750303");
        row("{'$percentile': {'input': 1, 'p': [1.1], 'method': 'approximate'}}", "error 7750303");
        row("{'$percentile': {'input': 1, 'p': [{'$numberDouble': 'NaN'}],"
            " 'method': 'approximate'}}",
            "error 7750303");
    }
    void expressions()
    {
        QFETCH(QString, expression);
        QFETCH(QString, value);
        const QString source = QStringLiteral("{'a': [3, 1, 2], 'n': 4, 'text': 'x', 'p': [0.5],"
                                              " 'mixed': [9, 'x', {'$numberDouble': 'NaN'}, null,"
                                              " 1]}");
        QCOMPARE(evaluated(expression, source), expectation(value));
    }

    void theAccumulatorCollectsNumbersOnly()
    {
        const bson::Document source
            = document("{'$percentile': {'input': '$a', 'p': [0, 1], 'method': 'approximate'}}");
        AccumulatorField field;
        const auto parsed = parsePercentileAccumulator(*bson::DocumentView(source).begin(),
                                                       givenContext(), field);
        QVERIFY(parsed.has_value() && *parsed);
        const AccumulatorPtr accumulator = field.make();
        for (const char* text : {"{'v': 5}", "{'v': 'x'}", "{'v': null}", "{'v': 2}"}) {
            const bson::Document holder = document(text);
            QVERIFY(accumulator->add(holder["v"], holder).has_value());
        }
        QCOMPARE(accumulator->heldBytes(), 2 * sizeof(double));
        QCOMPARE(QString::fromStdString(
                     bson::toJson(accumulator->result().view(), bson::JsonForm::Canonical)),
                 expectation(QStringLiteral("[2.0, 5.0]")));
    }

    void anotherAccumulatorIsLeftToOthers()
    {
        const bson::Document source = document("{'$sum': 1}");
        AccumulatorField field;
        const auto parsed = parsePercentileAccumulator(*bson::DocumentView(source).begin(),
                                                       givenContext(), field);
        QVERIFY(parsed.has_value());
        QVERIFY(!*parsed);
    }
};

SANDGLASS_PLAIN_TEST(QueryPercentileTest)
} // namespace tst_query_percentile

#include "tst_query_percentile.moc"
