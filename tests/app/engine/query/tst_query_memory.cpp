// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/test_program.h"

#include <QTest>

#include "pipeline_bench.h"

namespace tst_query_memory {

using namespace sandglass;
using namespace sandglass::engine::query;

namespace {

/// That many documents {a: 0, 1, …, t: <text of that size>}, as the bench takes them.
QString manyDocuments(int count, int size)
{
    QStringList texts;
    for (int i = 0; i < count; ++i) {
        texts << QStringLiteral("{'a': %1, 't': '%2'}").arg(i).arg(QString(size, QLatin1Char('x')));
    }
    return QStringLiteral("[%1]").arg(texts.join(QLatin1Char(',')));
}

/// The same as documents of a collection.
std::vector<bson::Document> bigDocuments(int count, int size)
{
    std::vector<bson::Document> made;
    for (int i = 0; i < count; ++i) {
        made.push_back(bson::makeDocument("_id", i, "k", 1, "next", i + 1, "t",
                                          std::string(std::size_t(size), 'x')));
    }
    return made;
}

constexpr int kMegabyte = 1024 * 1024;

} // namespace

/// What collects documents or makes large values ends at a limit.
class QueryMemoryTest : public QObject
{
    Q_OBJECT

private slots:
    void collectingStagesEndAtTheLimit_data()
    {
        QTest::addColumn<QString>("stages");
        QTest::addColumn<int>("least"); // bytes that are not enough; twice as many are
        const auto row = [](const char* name, const char* stages, int least) {
            QTest::newRow(name) << QString::fromLatin1(stages) << least;
        };
        // 20 documents of about 1000 bytes
        row("sort", "[{'$sort': {'a': 1}}]", 15'000);
        row("sort with a limit", "[{'$sort': {'a': 1}}, {'$limit': 10}]", 8'000);
        row("sort with skip and limit", "[{'$sort': {'a': 1}}, {'$skip': 5}, {'$limit': 5}]",
            8'000);
        row("group by large values", "[{'$group': {'_id': '$t', 'n': {'$sum': 1}}}]", 900);
        row("group by document", "[{'$group': {'_id': '$$ROOT'}}]", 15'000);
        row("push", "[{'$group': {'_id': 1, 'all': {'$push': '$t'}}}]", 15'000);
        row("push of documents", "[{'$group': {'_id': 1, 'all': {'$push': '$$ROOT'}}}]", 15'000);
        row("addToSet", "[{'$group': {'_id': 1, 'all': {'$addToSet': '$$ROOT'}}}]", 15'000);
        row("mergeObjects",
            "[{'$group': {'_id': 1, 'all': {'$mergeObjects': {'$arrayToObject': [[{'k': "
            "{'$toString': '$a'}, 'v': '$t'}]]}}}}]",
            15'000);
        row("firstN", "[{'$group': {'_id': 1, 'x': {'$firstN': {'n': 20, 'input': '$t'}}}}]",
            15'000);
        row("lastN", "[{'$group': {'_id': 1, 'x': {'$lastN': {'n': 20, 'input': '$t'}}}}]", 15'000);
        row("maxN",
            "[{'$group': {'_id': 1, 'x': {'$maxN': {'n': 20, 'input': {'$concat': ['$t', "
            "{'$toString': '$a'}]}}}}}]",
            15'000);
        row("topN",
            "[{'$group': {'_id': 1, 'x': {'$topN': {'n': 20, 'sortBy': {'a': 1}, 'output': "
            "'$t'}}}}]",
            15'000);
        row("bucket",
            "[{'$bucket': {'groupBy': '$a', 'boundaries': [0, 99], 'output': {'x': "
            "{'$push': '$t'}}}}]",
            15'000);
        row("bucketAuto", "[{'$bucketAuto': {'groupBy': '$a', 'buckets': 2}}]", 15'000);
        row("facet", "[{'$facet': {'x': [{'$count': 'n'}]}}]", 15'000);
        row("sample", "[{'$sample': {'size': 20}}]", 15'000);
        row("sort below a facet", "[{'$facet': {'x': [{'$sort': {'a': 1}}, {'$limit': 1}]}}]",
            15'000);
    }
    void collectingStagesEndAtTheLimit()
    {
        QFETCH(QString, stages);
        QFETCH(int, least);
        const QString input = manyDocuments(20, 1000);
        test::MemoryEnvironment narrow;
        narrow.mostBytes = std::size_t(least);
        QCOMPARE(test::ran(stages, input, narrow), QStringLiteral("error 292"));
        test::MemoryEnvironment roomy;
        roomy.mostBytes = std::size_t(least) * 3;
        const QString result = test::ran(stages, input, roomy);
        QVERIFY2(!result.startsWith(QStringLiteral("error")), qPrintable(result));
    }

    // one value for each group, which may be as large as a document
    void valuesThatGroupsKeepCount_data()
    {
        QTest::addColumn<QString>("accumulator");
        for (const char* accumulator : {"$first", "$last", "$min", "$max"}) {
            QTest::newRow(accumulator) << QString::fromLatin1(accumulator);
        }
    }
    void valuesThatGroupsKeepCount()
    {
        QFETCH(QString, accumulator);
        const QString stages
            = QStringLiteral("[{'$group': {'_id': '$a', 'x': {'%1': '$t'}}}]").arg(accumulator);
        test::MemoryEnvironment narrow;
        narrow.mostBytes = 15'000;
        QCOMPARE(test::ran(stages, manyDocuments(20, 1000), narrow), QStringLiteral("error 292"));
        test::MemoryEnvironment roomy;
        roomy.mostBytes = 60'000;
        QVERIFY(
            !test::ran(stages, manyDocuments(20, 1000), roomy).startsWith(QStringLiteral("error")));
    }

    void accumulatorsThatKeepOneNumberNeedNoMore_data()
    {
        QTest::addColumn<QString>("field");
        for (const char* field :
             {"{'$sum': '$a'}", "{'$avg': '$a'}", "{'$stdDevPop': '$a'}", "{'$count': {}}",
              "{'$max': '$a'}", "{'$first': '$a'}", "{'$addToSet': 1}", "{'$last': '$t'}"}) {
            QTest::newRow(field) << QString::fromLatin1(field);
        }
    }
    void accumulatorsThatKeepOneNumberNeedNoMore()
    {
        QFETCH(QString, field);
        test::MemoryEnvironment narrow;
        narrow.mostBytes = 5'000;
        const QString result
            = test::ran(QStringLiteral("[{'$group': {'_id': 1, 'x': %1}}]").arg(field),
                        manyDocuments(200, 1000), narrow);
        QVERIFY2(!result.startsWith(QStringLiteral("error")), qPrintable(result));
    }

    void streamingStagesNeedNone()
    {
        test::MemoryEnvironment narrow;
        narrow.mostBytes = 1;
        narrow.collections["o"] = test::documents("[{'x': 1}]");
        for (const char* stages :
             {"[{'$match': {'a': 2}}]", "[{'$project': {'a': 1}}]", "[{'$set': {'b': '$a'}}]",
              "[{'$unset': 't'}]", "[{'$skip': 1}]", "[{'$limit': 1}]", "[{'$replaceWith': {}}]",
              "[{'$unwind': '$a'}]", "[{'$redact': '$$KEEP'}]", "[{'$unionWith': 'o'}]"}) {
            const QString result
                = test::ran(QString::fromLatin1(stages), manyDocuments(3, 10), narrow);
            QVERIFY2(!result.startsWith(QStringLiteral("error")), stages);
        }
    }

    void aSortWithALimitKeepsOnlyTheFirstOnes()
    {
        test::MemoryEnvironment narrow;
        narrow.mostBytes = 5'000;
        QCOMPARE(test::ran(QStringLiteral("[{'$sort': {'a': -1}}, {'$limit': 1}, {'$unset': 't'}]"),
                           manyDocuments(200, 1000), narrow),
                 test::expectation(QStringLiteral("[{'a': 199}]")));
    }

    void anEmptyInputNeedsNothing()
    {
        test::MemoryEnvironment none;
        none.mostBytes = 0;
        for (const char* stages : {"[{'$sort': {'a': 1}}]", "[{'$group': {'_id': 1}}]",
                                   "[{'$bucketAuto': {'groupBy': '$a', 'buckets': 2}}]"}) {
            QCOMPARE(test::ran(QString::fromLatin1(stages), QStringLiteral("[]"), none),
                     QStringLiteral("[]"));
        }
    }

    void whatALookupFindsFitsIntoADocument_data()
    {
        QTest::addColumn<int>("megabytes");
        QTest::addColumn<bool>("indexed");
        QTest::addColumn<bool>("fits");
        for (const bool indexed : {false, true}) {
            const char* way = indexed ? "by index" : "by table";
            QTest::addRow("15 MB %s", way) << 15 << indexed << true;
            QTest::addRow("17 MB %s", way) << 17 << indexed << false;
        }
    }
    void whatALookupFindsFitsIntoADocument()
    {
        QFETCH(int, megabytes);
        QFETCH(bool, indexed);
        QFETCH(bool, fits);
        test::MemoryEnvironment environment;
        environment.indexed = indexed;
        environment.collections["o"] = bigDocuments(megabytes, kMegabyte - 100);
        const QString result = test::ran(
            QStringLiteral("[{'$lookup': {'from': 'o', 'localField': 'k', 'foreignField': 'k', "
                           "'as': 'x'}}, {'$project': {'n': {'$size': '$x'}}}]"),
            QStringLiteral("[{'k': 1}]"), environment);
        QCOMPARE(result,
                 fits ? test::expectation(QStringLiteral("[{'n': %1}]").arg(megabytes))
                      : QStringLiteral("error 4568"));
    }

    void whatALookupsPipelineMakesFitsIntoADocument()
    {
        test::MemoryEnvironment environment;
        environment.collections["o"] = bigDocuments(17, kMegabyte);
        const QString lookup
            = QStringLiteral("[{'$lookup': {'from': 'o', 'let': {'k': '$k'}, 'pipeline': [%1], "
                             "'as': 'x'}}, {'$project': {'n': {'$size': '$x'}}}]");
        const QString input = QStringLiteral("[{'k': 1}]");
        QCOMPARE(test::ran(lookup.arg(QStringLiteral("{'$match': {'$expr': {'$eq': ['$k', "
                                                     "'$$k']}}}")),
                           input, environment),
                 QStringLiteral("error 4568"));
        QCOMPARE(test::ran(lookup.arg(QStringLiteral("{'$unset': 't'}")), input, environment),
                 test::expectation(QStringLiteral("[{'n': 17}]")));
    }

    void whatAGraphLookupFindsFitsIntoADocument()
    {
        test::MemoryEnvironment environment;
        environment.collections["o"] = bigDocuments(17, kMegabyte);
        const QString graph
            = QStringLiteral("[{'$graphLookup': {'from': 'o', 'startWith': 0, 'connectFromField': "
                             "'next', 'connectToField': '_id', 'as': 'x'%1}}, {'$project': {'n': "
                             "{'$size': '$x'}}}]");
        const QString input = QStringLiteral("[{}]");
        QCOMPARE(test::ran(graph.arg(QString()), input, environment),
                 QStringLiteral("error 40099"));
        QCOMPARE(test::ran(graph.arg(QStringLiteral(", 'maxDepth': 9")), input, environment),
                 test::expectation(QStringLiteral("[{'n': 10}]")));
    }

    void theFacetsTogetherFitIntoADocument()
    {
        test::MemoryEnvironment environment;
        const QString input = manyDocuments(6, kMegabyte);
        const QString stages = QStringLiteral("[{'$facet': {%1}}, {'$project': {'n': {'$size': "
                                              "'$f0'}}}]");
        QStringList facets;
        for (int i = 0; i < 2; ++i) {
            facets << QStringLiteral("'f%1': []").arg(i);
        }
        QCOMPARE(test::ran(stages.arg(facets.join(QLatin1Char(','))), input, environment),
                 test::expectation(QStringLiteral("[{'n': 6}]")));
        facets << QStringLiteral("'f2': []");
        QCOMPARE(test::ran(stages.arg(facets.join(QLatin1Char(','))), input, environment),
                 QStringLiteral("error 10334"));
    }

    void rangesEndWhereMemoryDoes_data()
    {
        QTest::addColumn<QString>("range");
        QTest::addColumn<QString>("expected");
        QTest::newRow("a million") << "[0, 1000000]"
                                   << "1000000";
        QTest::newRow("upwards") << "[0, 2147483647]"
                                 << "error 146";
        QTest::newRow("downwards") << "[2147483647, -2147483648, -1]"
                                   << "error 146";
        QTest::newRow("with a large step") << "[-2147483648, 2147483647, 2147483647]"
                                           << "3";
        QTest::newRow("the other way") << "[2147483647, 0]"
                                       << "0";
    }
    void rangesEndWhereMemoryDoes()
    {
        QFETCH(QString, range);
        QFETCH(QString, expected);
        QCOMPARE(test::evaluated(QStringLiteral("{'$size': {'$range': %1}}").arg(range),
                                 QStringLiteral("{}")),
                 test::expectation(expected));
    }

    // each step doubles the value; without a limit, one request could take all memory
    void valuesThatGrowOnTheirOwnEndAtALimit_data()
    {
        QTest::addColumn<QString>("start");
        QTest::addColumn<QString>("step");
        const auto row = [](const char* name, const char* start, const char* step) {
            QTest::newRow(name) << QString::fromLatin1(start) << QString::fromLatin1(step);
        };
        row("concat", "'$t'", "{'$concat': ['$$value', '$$value']}");
        row("replaceAll", "'$t'",
            "{'$replaceAll': {'input': '$$value', 'find': 'x', 'replacement': 'xx'}}");
        row("concatArrays", "['$t']", "{'$concatArrays': ['$$value', '$$value']}");
        row("an array in an array", "['$t']", "['$$value', '$$value']");
        row("a document", "'$t'", "{'a': '$$value', 'b': '$$value'}");
        row("mergeObjects", "{'v': '$t'}", "{'$mergeObjects': [{'a': '$$value', 'b': '$$value'}]}");
        row("objectToArray", "{'v': '$t'}", "{'x': {'$objectToArray': '$$value'}, 'y': '$$value'}");
        row("zip", "['$t']", "{'$zip': {'inputs': ['$$value', '$$value']}}");
        row("map", "['$t']", "{'$map': {'input': '$$value', 'in': ['$$this', '$$this']}}");
    }
    void valuesThatGrowOnTheirOwnEndAtALimit()
    {
        QFETCH(QString, start);
        QFETCH(QString, step);
        // a kilobyte becomes 256 MB, more than any document or message may have
        const QString expression
            = QStringLiteral("{'$strLenBytes': {'$toString': {'$bsonSize': {'v': {'$reduce': "
                             "{'input': {'$range': [0, 18]}, 'initialValue': %1, 'in': %2}}}}}}")
                  .arg(start, step);
        const QString result = test::evaluated(
            expression, QStringLiteral("{'t': '%1'}").arg(QString(1024, QLatin1Char('x'))));
        QVERIFY2(result.startsWith(QStringLiteral("error")), qPrintable(result.left(200)));
    }
};

SANDGLASS_TEST(QueryMemoryTest)

} // namespace tst_query_memory

#include "tst_query_memory.moc"
