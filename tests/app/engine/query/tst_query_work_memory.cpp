// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/engine/query/held_memory.h"
#include "app/engine/query/work_memory.h"
#include "tests/support/test_program.h"

#include <QTest>

#include "pipeline_bench.h"
#include <limits>
#include <optional>
#include <utility>

namespace tst_query_work_memory {

using namespace sandglass;
using namespace sandglass::engine::query;

namespace {

constexpr std::size_t kStep = WorkMemory::kStep;

/// The total of all operations, for one test.
class Total
{
public:
    explicit Total(std::size_t bytes) { WorkMemory::setTotal(bytes); }
    Total(const Total&) = delete;
    Total& operator=(const Total&) = delete;
    ~Total() { WorkMemory::setTotal(std::numeric_limits<std::size_t>::max()); }
};

/// The code of the error; 0 for none.
int codeOf(const Result<void>& result)
{
    return result ? 0 : result.error().serverCode;
}

/// 30 documents {_id, k, next, t}, of 3 MB in all.
std::vector<bson::Document> threeMegabytes()
{
    std::vector<bson::Document> made;
    for (int i = 0; i < 30; ++i) {
        made.push_back(bson::makeDocument("_id", i, "k", i % 3, "next", i + 1, "t",
                                          std::string(100'000, 'x')));
    }
    return made;
}

/// The same as the bench takes them.
QString threeMegabytesOfText()
{
    QStringList texts;
    for (int i = 0; i < 30; ++i) {
        texts << QStringLiteral("{'a': %1, 't': '%2'}").arg(i).arg(QString(100'000, u'x'));
    }
    return QStringLiteral("[%1]").arg(texts.join(u','));
}

QString joinStage()
{
    return QStringLiteral(
        "[{'$lookup': {'from': 'o', 'localField': 'l', 'foreignField': 'k', 'as': "
        "'j'}}, {'$project': {'_id': 0, 'n': {'$size': '$j'}}}]");
}

QString graphStage()
{
    return QStringLiteral("[{'$graphLookup': {'from': 'o', 'startWith': '$l', 'connectFromField': "
                          "'next', 'connectToField': '_id', 'as': 'j'}}, {'$project': {'_id': 0, "
                          "'n': {'$size': '$j'}}}]");
}

} // namespace

/// What all operations together may collect.
class QueryWorkMemoryTest : public QObject
{
    Q_OBJECT

private slots:
    void cleanup() { QCOMPARE(WorkMemory::used(), std::size_t{0}); }

    void itIsTakenInStepsAndGivenBack()
    {
        std::optional<WorkMemory> one(std::in_place, "a test");
        QCOMPARE(codeOf(one->use(kStep - 1)), 0);
        QCOMPARE(WorkMemory::used(), std::size_t{0}); // little is free
        QCOMPARE(codeOf(one->use(kStep)), 0);
        QCOMPARE(WorkMemory::used(), kStep);
        QCOMPARE(codeOf(one->use(3 * kStep + 1)), 0);
        QCOMPARE(WorkMemory::used(), 4 * kStep);
        QCOMPARE(codeOf(one->use(2 * kStep)), 0);
        QCOMPARE(WorkMemory::used(), 2 * kStep);
        WorkMemory moved(std::move(*one));
        one.reset();
        QCOMPARE(WorkMemory::used(), 2 * kStep);
        QCOMPARE(codeOf(moved.use(0)), 0);
        QCOMPARE(WorkMemory::used(), std::size_t{0});
    }

    void whoAsksForMoreThanThereIsIsToldSo()
    {
        const Total total(4 * kStep);
        std::optional<WorkMemory> first(std::in_place, "the first");
        QCOMPARE(codeOf(first->use(3 * kStep)), 0);
        WorkMemory second("the second");
        const Result<void> refused = second.use(2 * kStep);
        QCOMPARE(codeOf(refused), 146);
        QCOMPARE(refused.error().serverCodeName, std::string("ExceededMemoryLimit"));
        QVERIFY(refused.error().message.find("the second") != std::string::npos);
        QVERIFY(refused.error().message.find(std::to_string(4 * kStep)) != std::string::npos);
        QCOMPARE(WorkMemory::used(), 3 * kStep);
        // what is left, and what is free
        QCOMPARE(codeOf(second.use(kStep)), 0);
        WorkMemory third("the third");
        QCOMPARE(codeOf(third.use(kStep - 1)), 0);
        QCOMPARE(codeOf(third.use(kStep)), 146);
        first.reset();
        QCOMPARE(codeOf(third.use(3 * kStep)), 0);
    }

    void whatSourcesHoldCounts()
    {
        const Total total(4 * kStep);
        HeldMemory held;
        held.take(3 * kStep + 1);
        WorkMemory one("a test");
        QCOMPARE(codeOf(one.use(kStep)), 146);
        held.give(1);
        QCOMPARE(codeOf(one.use(kStep)), 0);
        held.give(3 * kStep);
    }

    void aStageEndsWhenOthersHaveEverything_data()
    {
        QTest::addColumn<QString>("stages");
        const auto row = [](const char* name, const char* stages) {
            QTest::newRow(name) << QString::fromLatin1(stages);
        };
        row("sort", "[{'$sort': {'a': 1}}, {'$unset': 't'}]");
        row("sort with a limit", "[{'$sort': {'a': 1}}, {'$limit': 20}, {'$unset': 't'}]");
        row("group", "[{'$group': {'_id': '$$ROOT'}}, {'$count': 'n'}]");
        row("push", "[{'$group': {'_id': 1, 'x': {'$push': '$t'}}}, {'$unset': 'x'}]");
        row("bucketAuto", "[{'$bucketAuto': {'groupBy': '$a', 'buckets': 2}}]");
        row("bucketAuto by large values",
            "[{'$unset': 'a'}, {'$bucketAuto': {'groupBy': '$t', 'buckets': 2}}, {'$unset': "
            "'_id'}]");
        row("facet", "[{'$facet': {'x': [{'$count': 'n'}]}}]");
        row("sample", "[{'$sample': {'size': 30}}, {'$count': 'n'}]");
    }
    void aStageEndsWhenOthersHaveEverything()
    {
        QFETCH(QString, stages);
        const QString input = threeMegabytesOfText();
        const Total total(100 * kStep);
        test::MemoryEnvironment environment;
        WorkMemory others("others");
        QCOMPARE(codeOf(others.use(100 * kStep)), 0);
        QCOMPARE(test::ran(stages, input, environment), QStringLiteral("error 146"));
        QCOMPARE(WorkMemory::used(), 100 * kStep);
        // a small one goes on all the same
        const QString small
            = test::ran(stages, QStringLiteral("[{'a': 1, 't': 'x'}]"), environment);
        QVERIFY2(!small.startsWith(QStringLiteral("error")), qPrintable(small));
        QCOMPARE(codeOf(others.use(0)), 0);
        const QString result = test::ran(stages, input, environment);
        QVERIFY2(!result.startsWith(QStringLiteral("error")), qPrintable(result));
    }

    void whatASortHasReadCountsUntilItIsGivenAway()
    {
        test::MemoryEnvironment environment;
        const bson::Document stages = test::document("{'p': [{'$sort': {'_id': 1}}]}");
        const auto pipeline = Pipeline::parse(stages["p"], test::givenContext());
        QVERIFY(pipeline.has_value());
        auto source
            = pipeline->run(std::make_unique<test::ListSource>(threeMegabytes()), environment);
        QVERIFY(source.has_value());
        QVERIFY((*source)->next().has_value());
        QVERIFY(WorkMemory::used() > 2'500'000);
        for (int i = 0; i < 28; ++i) {
            QVERIFY((*source)->next().has_value());
        }
        QVERIFY(WorkMemory::used() < 200'000);
        source->reset();
    }

    void theTableOfAJoinCountsAsLongAsItLives()
    {
        test::MemoryEnvironment environment;
        environment.collections["o"] = threeMegabytes();
        const bson::Document stages = test::document("{'p': " + joinStage().toStdString() + "}");
        const auto pipeline = Pipeline::parse(stages["p"], test::givenContext());
        QVERIFY(pipeline.has_value());
        auto source = pipeline->run(
            std::make_unique<test::ListSource>(test::documents("[{'l': 1}, {'l': 2}]")),
            environment);
        QVERIFY(source.has_value());
        QVERIFY((*source)->next().has_value());
        QVERIFY(WorkMemory::used() > 3'000'000);
        source->reset();
    }

    void aJoinWithoutMemoryForItsTableReadsForEachDocument_data()
    {
        QTest::addColumn<bool>("ofAll");
        QTest::newRow("others have it") << true;
        QTest::newRow("the stage may not have so much") << false;
    }
    void aJoinWithoutMemoryForItsTableReadsForEachDocument()
    {
        QFETCH(bool, ofAll);
        const Total total(100 * kStep);
        WorkMemory others("others");
        test::MemoryEnvironment environment;
        environment.collections["o"] = threeMegabytes();
        QCOMPARE(codeOf(others.use(ofAll ? 100 * kStep : 0)), 0);
        environment.mostBytes = ofAll ? kStageMemoryBytes : 2'000'000;
        QCOMPARE(
            test::ran(joinStage(), QStringLiteral("[{'l': 1}, {'l': 2}, {'l': 7}]"), environment),
            test::expectation(QStringLiteral("[{'n': 10}, {'n': 10}, {'n': 0}]")));
        // once for the table that was given up
        QCOMPARE(environment.opened, 4);
    }

    void aGraphNeedsItsTable()
    {
        const Total total(100 * kStep);
        WorkMemory others("others");
        test::MemoryEnvironment environment;
        environment.collections["o"] = threeMegabytes();
        const QString input = QStringLiteral("[{'l': 0}]");
        QCOMPARE(test::ran(graphStage(), input, environment),
                 test::expectation(QStringLiteral("[{'n': 30}]")));
        QCOMPARE(codeOf(others.use(100 * kStep)), 0);
        QCOMPARE(test::ran(graphStage(), input, environment), QStringLiteral("error 146"));
        QCOMPARE(codeOf(others.use(0)), 0);
        environment.mostBytes = 2'000'000;
        QCOMPARE(test::ran(graphStage(), input, environment), QStringLiteral("error 40099"));
    }

    void theValuesThatAGraphHasSeenCount()
    {
        test::MemoryEnvironment environment;
        environment.collections["o"] = test::documents("[{'_id': 1}]");
        environment.mostBytes = 50'000;
        QStringList many;
        for (int i = 0; i < 1000; ++i) {
            many << QString::number(i);
        }
        const QString input = QStringLiteral("[{'l': [%1]}]");
        QCOMPARE(test::ran(graphStage(), input.arg(many.mid(0, 10).join(u',')), environment),
                 test::expectation(QStringLiteral("[{'n': 1}]")));
        QCOMPARE(test::ran(graphStage(), input.arg(many.join(u',')), environment),
                 QStringLiteral("error 40099"));
    }
};

SANDGLASS_PLAIN_TEST(QueryWorkMemoryTest)

} // namespace tst_query_work_memory

#include "tst_query_work_memory.moc"
