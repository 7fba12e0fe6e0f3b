// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/engine/query/expression_node.h"
#include "app/engine/query/loop_guard.h"
#include "tests/support/test_program.h"

#include <QTest>

#include "pipeline_bench.h"

namespace tst_query_limits {

using namespace sandglass;
using namespace sandglass::engine::query;
using namespace sandglass::engine::query::test;

namespace {

/// A $reduce that nests its value one level deeper in each of so many rounds.
QString nesting(int rounds)
{
    return QStringLiteral("{'$reduce': {'input': {'$range': [0, %1]}, 'initialValue': 'xxxxxxxx',"
                          " 'in': {'a': '$$value'}}}")
        .arg(rounds);
}

/// A $replaceRoot that puts so many levels around the document.
QString around(int levels)
{
    return QStringLiteral("{'$replaceRoot': {'newRoot': %1'$$ROOT'%2}}")
        .arg(QStringLiteral("{'a': ").repeated(levels), QStringLiteral("}").repeated(levels));
}

/// Steps of a million rounds each, which nobody can wait for.
QString endless()
{
    return QStringLiteral(
        "{'$reduce': {'input': {'$range': ['$n', 1000000]}, 'initialValue': 0, 'in': {'$size':"
        " {'$filter': {'input': {'$range': [0, {'$add': ['$$this', 1000000]}]}, 'cond':"
        " {'$gt': ['$$this', '$$value']}}}}}}");
}

constexpr int kInterrupted = 11601;

/// The server's code with which an expression on `input` ends; 0: it has a value.
int codeOf(const QString& expression, const bson::Document& input)
{
    const bson::Document source = document("{'e': " + expression.toStdString() + "}");
    const Result<Expression> parsed = Expression::parse(source["e"], givenContext());
    if (!parsed) {
        return parsed.error().serverCode;
    }
    const Result<bson::Value> value = parsed->evaluate(input);
    return value ? 0 : value.error().serverCode;
}

/// How often the guard is asked while an expression is evaluated.
int looksOf(const QString& expression, const bson::Document& input)
{
    int looks = 0;
    const LoopGuard guard([&looks]() -> Result<void> {
        ++looks;
        return {};
    });
    return codeOf(expression, input) == 0 ? looks : -1;
}

/// The code of an expression whose guard ends it at that look.
int codeWhenEndedAt(int last, const QString& expression, const bson::Document& input)
{
    int looks = 0;
    const LoopGuard guard([&looks, last]() -> Result<void> {
        if (++looks < last) {
            return {};
        }
        return base::serverError(kInterrupted, "Interrupted", "operation was interrupted");
    });
    return codeOf(expression, input);
}

/// {a: [1, 2, …]}
bson::Document manyElements(std::int32_t count)
{
    bson::Builder built;
    built.beginArray("a");
    for (std::int32_t n = 1; n <= count; ++n) {
        built.push(n);
    }
    built.end();
    return built.take();
}

} // namespace

/// What one request may make of the stack and of the time of a thread.
class QueryLimitsTest : public QObject
{
    Q_OBJECT

private slots:
    void aValueMayBeAsDeepAsADocument_data()
    {
        QTest::addColumn<int>("rounds");
        QTest::addColumn<bool>("allowed");
        QTest::newRow("shallow") << 5 << true;
        QTest::newRow("as deep as allowed") << 179 << true;
        QTest::newRow("deeper") << 400 << false;
        QTest::newRow("so deep that it would overflow the stack") << 25'000 << false;
    }
    void aValueMayBeAsDeepAsADocument()
    {
        QFETCH(int, rounds);
        QFETCH(bool, allowed);
        // the comparison is what goes through all levels
        const QString found = evaluated(QStringLiteral("{'$eq': [%1, %1]}").arg(nesting(rounds)),
                                        QStringLiteral("{}"));
        QCOMPARE(found, allowed ? QStringLiteral("true") : QStringLiteral("error 15"));
    }

    void variablesAddUpToTheSameLimit()
    {
        QString text = QStringLiteral("'$$v'");
        QString wrapped = QStringLiteral("'$$v'");
        for (int level = 0; level < 30; ++level) {
            wrapped = QStringLiteral("{'aaaaaaaa': %1}").arg(wrapped);
        }
        for (int n = 0; n < 10; ++n) {
            text = QStringLiteral("{'$let': {'vars': {'v': %1}, 'in': %2}}").arg(wrapped, text);
        }
        text = QStringLiteral("{'$let': {'vars': {'v': 1}, 'in': %1}}").arg(text);
        QCOMPARE(evaluated(text, QStringLiteral("{}")), QStringLiteral("error 15"));
    }

    void stagesAddUpToTheSameLimit()
    {
        MemoryEnvironment environment;
        const QString one = around(100);
        const QString input = QStringLiteral("[{'a': '%1'}]").arg(QString(1000, QLatin1Char('x')));
        QVERIFY(!ran(QStringLiteral("[%1]").arg(one), input, environment)
                     .startsWith(QStringLiteral("error")));
        QCOMPARE(ran(QStringLiteral("[%1, %1]").arg(one), input, environment),
                 QStringLiteral("error 15"));
        QCOMPARE(ran(QStringLiteral("[%1, {'$group': {'_id': %2}}]")
                         .arg(one,
                              QStringLiteral("{'b': ").repeated(100) + QStringLiteral("'$$ROOT'")
                                  + QStringLiteral("}").repeated(100)),
                     input, environment),
                 QStringLiteral("error 15"));
    }

    void aFlatValueOfAnySizeIsNotDeep()
    {
        QCOMPARE(evaluated(QStringLiteral("{'$size': {'$reduce': {'input': {'$range': [0, 2000]},"
                                          " 'initialValue': [], 'in': {'$concatArrays': ['$$value',"
                                          " [{'a': '$$this'}]]}}}}"),
                           QStringLiteral("{}")),
                 expectation(QStringLiteral("2000")));
    }

    void aLoopEndsWhenItIsTold()
    {
        int looks = 0;
        const LoopGuard guard([&looks]() -> Result<void> {
            if (++looks < 3) {
                return {};
            }
            return base::serverError(11601, "Interrupted", "operation was interrupted");
        });
        QCOMPARE(evaluated(endless(), QStringLiteral("{'n': 0}")), QStringLiteral("error 11601"));
        QCOMPARE(looks, 3);
    }

    void aLongRangeLooksWhileItIsMade()
    {
        int looks = 0;
        const LoopGuard guard([&looks]() -> Result<void> {
            ++looks;
            return {};
        });
        evaluated(QStringLiteral("{'$size': {'$range': [0, {'$add': ['$n', 1000000]}]}}"),
                  QStringLiteral("{'n': 0}"));
        QVERIFY2(looks > 200, qPrintable(QString::number(looks)));
    }

    void aCallOnALongArrayLooksWhileItWorks_data()
    {
        QTest::addColumn<QString>("call");
        const auto row = [](const char* name, const char* call) {
            QTest::newRow(name) << QString::fromLatin1(call);
        };
        row("sortArray", "{'$sortArray': {'input': '$a', 'sortBy': -1}}");
        row("sortArray by a field", "{'$sortArray': {'input': '$a', 'sortBy': {'x': 1}}}");
        row("setUnion", "{'$setUnion': ['$a', []]}");
        row("setIntersection", "{'$setIntersection': ['$a', '$a']}");
        row("setDifference", "{'$setDifference': ['$a', [1]]}");
        row("setEquals", "{'$setEquals': ['$a', '$a']}");
        row("setIsSubset", "{'$setIsSubset': ['$a', '$a']}");
        row("concatArrays", "{'$concatArrays': ['$a', [1]]}");
        row("reverseArray", "{'$reverseArray': '$a'}");
        row("slice", "{'$slice': ['$a', 100000]}");
        row("zip", "{'$zip': {'inputs': ['$a', '$a']}}");
        row("in", "{'$in': [-1, '$a']}");
        row("indexOfArray", "{'$indexOfArray': ['$a', -1]}");
        row("allElementsTrue", "{'$allElementsTrue': ['$a']}");
        row("firstN", "{'$firstN': {'n': 9, 'input': '$a'}}");
        row("maxN", "{'$maxN': {'n': 9, 'input': '$a'}}");
    }
    void aCallOnALongArrayLooksWhileItWorks()
    {
        QFETCH(QString, call);
        // the bytes alone are worth one look before the call and one after it
        const bson::Document input = manyElements(100'000);
        const int looks = looksOf(call, input);
        QVERIFY2(looks >= 20, qPrintable(QString::number(looks)));
        QCOMPARE(codeWhenEndedAt(10, call, input), kInterrupted);
    }

    void aSortEndsBetweenComparisons()
    {
        const bson::Document input = manyElements(100'000);
        const QString call = QStringLiteral("{'$sortArray': {'input': '$a', 'sortBy': -1}}");
        // well beyond the looks while the elements are read
        QVERIFY(looksOf(call, input) > 150);
        QCOMPARE(codeWhenEndedAt(120, call, input), kInterrupted);
    }

    void aSearchInALongTextLooksWhileItWorks_data()
    {
        QTest::addColumn<QString>("call");
        const auto row = [](const char* name, const char* call) {
            QTest::newRow(name) << QString::fromLatin1(call);
        };
        row("indexOfBytes", "{'$indexOfBytes': ['$text', '$part']}");
        row("indexOfCP", "{'$indexOfCP': ['$text', '$part']}");
        row("split", "{'$split': ['$text', '$part']}");
        row("replaceOne",
            "{'$replaceOne': {'input': '$text', 'find': '$part', 'replacement': ''}}");
        row("replaceAll",
            "{'$replaceAll': {'input': '$text', 'find': '$part', 'replacement': ''}}");
        row("trim", "{'$trim': {'input': '$text', 'chars': '$part'}}");
    }
    void aSearchInALongTextLooksWhileItWorks()
    {
        QFETCH(QString, call);
        // the worst case of a search that begins anew at each position: minutes
        constexpr std::size_t kBytes = std::size_t{1} << 20U;
        const bson::Document input = bson::makeDocument("text", std::string(kBytes, 'a'), "part",
                                                        std::string(kBytes / 2, 'a') + "b");
        const int looks = looksOf(call, input);
        QVERIFY2(looks >= 4, qPrintable(QString::number(looks)));
        QCOMPARE(codeWhenEndedAt(3, call, input), kInterrupted);
    }

    void anInnerGuardHoldsUntilItsEnd()
    {
        const auto stop = []() -> Result<void> {
            return base::serverError(11601, "Interrupted", "operation was interrupted");
        };
        const LoopGuard outer(stop);
        {
            const LoopGuard inner(nullptr);
            QVERIFY(LoopGuard::work(1'000'000).has_value());
        }
        QVERIFY(!LoopGuard::work(1'000'000).has_value());
    }

    void aConditionThatCannotFailIsNotInterrupted()
    {
        const LoopGuard guard([]() -> Result<void> {
            return base::serverError(11601, "Interrupted", "operation was interrupted");
        });
        const bson::Document text = document(
            "{'$expr': {'$eq': [20000, {'$size': {'$filter': {'input': {'$range': [0, {'$add':"
            " ['$n', 20000]}]}, 'cond': {'$gte': ['$$this', 0]}}}}]}}");
        const auto filter = Filter::parse(text, givenContext());
        QVERIFY(filter.has_value());
        QVERIFY(filter->matchesWithoutError(document("{'n': 0}")));
        QVERIFY(!filter->evaluate(document("{'n': 0}")).has_value());
    }
};

SANDGLASS_TEST(QueryLimitsTest)
} // namespace tst_query_limits

#include "tst_query_limits.moc"
