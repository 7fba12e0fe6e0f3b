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
