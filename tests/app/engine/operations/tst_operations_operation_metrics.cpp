// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/bson/builder.h"
#include "app/engine/operations/operation_metrics.h"
#include "app/engine/request/operation_figures.h"
#include "tests/support/error_of.h"
#include "tests/support/test_program.h"

#include <QTest>

#include <vector>

namespace tst_operations_operation_metrics {

using namespace sandglass;
using namespace sandglass::tests;
using engine::operations::appendLatency;
using engine::operations::CollectionLatency;
using engine::operations::CountedOperation;
using engine::operations::kTopKinds;
using engine::operations::OperationClass;
using engine::operations::OperationLatency;
using engine::operations::OperationMetrics;
using engine::request::OperationFigures;
using std::chrono::microseconds;

class OperationsOperationMetricsTest : public QObject
{
    Q_OBJECT

private slots:
    void durationsFallIntoBucketsOfPowersOfTwo_data()
    {
        QTest::addColumn<qint64>("micros");
        QTest::addColumn<int>("bucket");
        const auto row = [](qint64 micros, int bucket) {
            QTest::addRow("%lld", static_cast<long long>(micros)) << micros << bucket;
        };
        row(-5, 0);
        row(0, 0);
        row(1, 0);
        row(2, 1);
        row(3, 1);
        row(4, 2);
        row(1023, 9);
        row(1024, 10);
        row(1'000'000, 19);
        row(qint64{1} << 31, 31);
        row(qint64{1} << 40, 31);
    }
    void durationsFallIntoBucketsOfPowersOfTwo()
    {
        QFETCH(qint64, micros);
        QFETCH(int, bucket);
        OperationLatency latency;
        latency.add(microseconds(micros));
        for (std::size_t at = 0; at < latency.histogram.size(); ++at) {
            QCOMPARE(qint64{latency.histogram[at]}, qint64{at == std::size_t(bucket) ? 1 : 0});
        }
        QCOMPARE(qint64{latency.operations}, qint64{1});
        QCOMPARE(qint64{latency.total.count()}, micros);
    }

    void operationsCountForTheirClass()
    {
        OperationMetrics metrics;
        metrics.add({"find", "db.c", OperationClass::Read, false, microseconds(10)}, {});
        metrics.add({"find", "db.c", OperationClass::Read, true, microseconds(20)}, {});
        metrics.add({"insert", "db.c", OperationClass::Write, false, microseconds(5)}, {});
        metrics.add({"collMod", "db.c", OperationClass::Command, false, microseconds(1)}, {});
        metrics.add({"find", "db.other", OperationClass::Read, false, microseconds(99)}, {});
        const CollectionLatency latency = metrics.latency("db.c");
        QCOMPARE(qint64{latency.reads.operations}, qint64{2});
        QCOMPARE(qint64{latency.reads.total.count()}, qint64{30});
        QCOMPARE(qint64{latency.writes.operations}, qint64{1});
        QCOMPARE(qint64{latency.commands.operations}, qint64{1});
    }

    void topSeparatesTheKinds_data()
    {
        QTest::addColumn<QString>("command");
        QTest::addColumn<QString>("kind");
        const auto row = [](const char* command, const char* kind) {
            QTest::newRow(command) << QString::fromLatin1(command) << QString::fromLatin1(kind);
        };
        row("find", "queries");
        row("getMore", "getmore");
        row("insert", "insert");
        row("update", "update");
        row("delete", "remove");
        row("aggregate", "commands");
        row("findAndModify", "commands");
    }
    void topSeparatesTheKinds()
    {
        QFETCH(QString, command);
        QFETCH(QString, kind);
        OperationMetrics metrics;
        const std::string name = command.toStdString();
        metrics.add({name, "db.c", OperationClass::Read, false, microseconds(7)}, {});
        const CollectionLatency latency = metrics.latency("db.c");
        for (std::size_t at = 0; at < kTopKinds.size(); ++at) {
            const bool mine = kind == QString::fromLatin1(kTopKinds[at].data());
            QCOMPARE(qint64{latency.kinds[at].operations}, qint64{mine ? 1 : 0});
            QCOMPARE(qint64{latency.kinds[at].total.count()}, qint64{mine ? 7 : 0});
        }
    }

    void operationsWithoutACollectionHaveNoTimes()
    {
        OperationMetrics metrics;
        metrics.add({"listCollections", "db.$cmd", OperationClass::Command, false, microseconds(1)},
                    {});
        QVERIFY(metrics.latencies().empty());
        QCOMPARE(commandsOf(metrics, "listCollections"),
                 QStringLiteral(R"({"failed":0,"total":1})"));
    }

    // names are the client's to invent: they must not fill the memory
    void inventedCollectionsDoNotAddUp()
    {
        OperationMetrics metrics;
        for (int i = 0; i < 10'500; ++i) {
            const std::string ns = "db.c" + std::to_string(i);
            metrics.add({"find", ns, OperationClass::Read, false, microseconds(1)}, {});
        }
        QVERIFY(metrics.latencies().size() <= std::size_t{10'000});
        // the oldest ones are forgotten, also those of collections that never existed
        QCOMPARE(qint64{metrics.latency("db.c0").reads.operations}, qint64{0});
        QCOMPARE(qint64{metrics.latency("db.c10400").reads.operations}, qint64{1});
        QCOMPARE(commandsOf(metrics, "find"), QStringLiteral(R"({"failed":0,"total":10500})"));
    }

    void aDroppedCollectionIsForgotten()
    {
        OperationMetrics metrics;
        metrics.add({"find", "db.c", OperationClass::Read, false, microseconds(1)}, {});
        metrics.forget("db.other");
        QCOMPARE(metrics.latencies().size(), std::size_t{1});
        metrics.forget("db.c");
        QVERIFY(metrics.latencies().empty());
        QCOMPARE(qint64{metrics.latency("db.c").reads.operations}, qint64{0});
    }

    void figuresAreSummed()
    {
        OperationMetrics metrics;
        OperationFigures figures;
        figures.inserted = 2;
        figures.upserted = 1;
        figures.removed = 4;
        figures.modified = 5;
        figures.returned = 6;
        figures.keysExamined = 7;
        figures.documentsExamined = 8;
        figures.collectionScans = 1;
        figures.sortsInMemory = true;
        const CountedOperation operation{"update", "db.c", OperationClass::Write, false,
                                         microseconds(1)};
        metrics.add(operation, figures);
        metrics.add(operation, figures);
        const bson::Document sums = appended(metrics, {});
        QCOMPARE(relaxedText(sums["document"].asDocument()),
                 QStringLiteral(R"({"deleted":8,"inserted":6,"returned":12,"updated":10})"));
        QCOMPARE(relaxedText(sums["operation"].asDocument()),
                 QStringLiteral(R"({"scanAndOrder":2,"writeConflicts":0})"));
        QCOMPARE(relaxedText(sums["queryExecutor"].asDocument()),
                 QStringLiteral(R"({"scanned":14,"scannedObjects":16,)"
                                R"("collectionScans":{"nonTailable":2,"total":2}})"));
        QCOMPARE(qint64{metrics.latency("db.c").collectionScans}, qint64{2});
    }

    void runsAreCountedWithTheirFailures()
    {
        OperationMetrics metrics;
        metrics.addRun("ping", false);
        metrics.addRun("ping", true);
        metrics.addUnknown();
        metrics.addUnknown();
        QCOMPARE(commandsOf(metrics, "ping"), QStringLiteral(R"({"failed":1,"total":2})"));
        QCOMPARE(commandsOf(metrics, "never"), QStringLiteral(R"({"failed":0,"total":0})"));
        const bson::Document sums = appended(metrics, {});
        QCOMPARE(qint64{sums.view().at("commands.<UNKNOWN>").toInt64()}, qint64{2});
    }

    void histogramsShowWhatIsNotEmpty()
    {
        OperationMetrics metrics;
        metrics.add({"find", "db.c", OperationClass::Read, false, microseconds(5)}, {});
        metrics.add({"find", "db.c", OperationClass::Read, false, microseconds(6)}, {});
        metrics.add({"find", "db.c", OperationClass::Read, false, microseconds(100)}, {});
        bson::Builder with;
        appendLatency(metrics.latency("db.c"), true, with);
        QCOMPARE(relaxedText(with.take()["reads"].asDocument()),
                 QStringLiteral(R"({"histogram":[{"micros":4,"count":2},{"micros":64,"count":1}],)"
                                R"("latency":111,"ops":3})"));
        bson::Builder without;
        appendLatency(metrics.latency("db.c"), false, without);
        QCOMPARE(
            relaxedText(without.take()),
            QStringLiteral(R"({"reads":{"latency":111,"ops":3},"writes":{"latency":0,"ops":0},)"
                           R"("commands":{"latency":0,"ops":0},)"
                           R"("transactions":{"latency":0,"ops":0}})"));
    }

private:
    static bson::Document appended(const OperationMetrics& metrics,
                                   const std::vector<std::string_view>& commands)
    {
        bson::Builder built;
        metrics.append(commands, built);
        return built.take();
    }
    static QString commandsOf(const OperationMetrics& metrics, std::string_view command)
    {
        const bson::Document sums = appended(metrics, {command});
        return relaxedText(sums["commands"].asDocument()[command].asDocument());
    }
};

SANDGLASS_PLAIN_TEST(OperationsOperationMetricsTest)
} // namespace tst_operations_operation_metrics

#include "tst_operations_operation_metrics.moc"
