// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/test_program.h"

#include <QTest>

#include "pipeline_bench.h"

namespace tst_query_memory {

using namespace sandglass;
using namespace sandglass::engine::query;

/// Stages that collect their input end at a limit.
class QueryMemoryTest : public QObject
{
    Q_OBJECT

private slots:
    void collectingStagesEndAtTheLimit_data();
    void collectingStagesEndAtTheLimit();
    void streamingStagesNeedNone();
};

void QueryMemoryTest::collectingStagesEndAtTheLimit_data()
{
    QTest::addColumn<QString>("stages");
    const auto row = [](const char* name, const char* stages) {
        QTest::newRow(name) << QString::fromLatin1(stages);
    };
    row("sort", "[{'$sort': {'a': 1}}]");
    row("group", "[{'$group': {'_id': '$a', 'all': {'$push': '$t'}}}]");
    row("bucketAuto", "[{'$bucketAuto': {'groupBy': '$a', 'buckets': 2}}]");
    row("facet", "[{'$facet': {'x': [{'$match': {}}]}}]");
}

void QueryMemoryTest::collectingStagesEndAtTheLimit()
{
    QFETCH(QString, stages);
    const QString input = QStringLiteral("[{'a': 1, 't': '%1'}, {'a': 2, 't': '%1'}]")
                              .arg(QString(200, QLatin1Char('x')));
    test::MemoryEnvironment roomy;
    QVERIFY(!test::ran(stages, input, roomy).startsWith(QStringLiteral("error")));
    test::MemoryEnvironment narrow;
    narrow.mostBytes = 300;
    QCOMPARE(test::ran(stages, input, narrow), QStringLiteral("error 292"));
}

void QueryMemoryTest::streamingStagesNeedNone()
{
    test::MemoryEnvironment narrow;
    narrow.mostBytes = 1;
    const QString input = QStringLiteral("[{'a': 1}, {'a': 2}]");
    QCOMPARE(test::ran(QStringLiteral("[{'$match': {'a': 2}}, {'$unset': 'b'}]"), input, narrow),
             test::expectation(QStringLiteral("[{'a': 2}]")));
}

SANDGLASS_TEST(QueryMemoryTest)

} // namespace tst_query_memory

#include "tst_query_memory.moc"
