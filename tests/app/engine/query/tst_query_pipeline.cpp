// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/test_program.h"

#include <QTest>

#include "pipeline_bench.h"

namespace tst_query_pipeline {

using namespace sandglass;
using namespace sandglass::engine::query;

class QueryPipelineTest : public QObject
{
    Q_OBJECT

private slots:
    void documentsPassAndChange_data();
    void documentsPassAndChange() { check(); }
    void projectionsKeepDropAndCompute_data();
    void projectionsKeepDropAndCompute() { check(); }
    void groupsGatherTheirDocuments_data();
    void groupsGatherTheirDocuments() { check(); }
    void bucketsCoverTheirRanges_data();
    void bucketsCoverTheirRanges() { check(); }
    void arraysUnwindIntoDocuments_data();
    void arraysUnwindIntoDocuments() { check(); }
    void otherCollectionsAreJoined_data();
    void otherCollectionsAreJoined() { check(); }
    void mistakesGiveTheCodesOfMongoDb_data();
    void mistakesGiveTheCodesOfMongoDb() { check(); }
    void leadingMatchesAndSortAreKnown();
    void aSortWithALimitGivesTheSameAsWithout();
    void aLimitStopsDrawing();
    void samplesHoldTheWantedNumber();
    void serverStagesAskTheEnvironment();
    void outputStagesAreReadAndNotRun();
    void mergeOptionsAreRead();
    void anInterruptEndsTheRun();
    void theResultOutlivesThePipeline();
    void aLookupWithoutVariablesIsReadOnce();

private:
    static void columns();
    static void row(const char* stages, const char* input, const char* expected);
    static void mistakesInLargerStages();
    void check();
};

void QueryPipelineTest::columns()
{
    QTest::addColumn<QString>("stages");
    QTest::addColumn<QString>("input");
    QTest::addColumn<QString>("expected");
}

void QueryPipelineTest::row(const char* stages, const char* input, const char* expected)
{
    const QByteArray name = QByteArray(stages) + " on " + input;
    QTest::newRow(name.constData())
        << QString::fromUtf8(stages) << QString::fromUtf8(input) << QString::fromUtf8(expected);
}

void QueryPipelineTest::check()
{
    QFETCH(QString, stages);
    QFETCH(QString, input);
    QFETCH(QString, expected);
    test::MemoryEnvironment environment;
    environment.collections["others"]
        = test::documents("[{'_id': 1, 'k': 'x', 'n': 5}, {'_id': 2, 'k': 'y', 'n': 6},"
                          " {'_id': 3, 'n': 7}]");
    QCOMPARE(test::ran(stages, input, environment), test::expectation(expected));
}

void QueryPipelineTest::documentsPassAndChange_data()
{
    columns();
    row("[]", "[{'a': 1}]", "[{'a': 1}]");
    row("[{'$match': {'a': {'$gt': 1}}}]", "[{'a': 1}, {'a': 2}]", "[{'a': 2}]");
    row("[{'$match': {'$expr': {'$eq': ['$a', '$b']}}}]", "[{'a': 1, 'b': 1}, {'a': 1, 'b': 2}]",
        "[{'a': 1, 'b': 1}]");
    row("[{'$skip': 1}, {'$limit': 1}]", "[{'a': 1}, {'a': 2}, {'a': 3}]", "[{'a': 2}]");
    row("[{'$sort': {'a': -1}}]", "[{'a': 1}, {'a': 3}, {'a': 2}]",
        "[{'a': 3}, {'a': 2}, {'a': 1}]");
    row("[{'$sort': {'a': 1, 'b': -1}}, {'$limit': 2}]",
        "[{'a': 2, 'b': 1}, {'a': 1, 'b': 1}, {'a': 1, 'b': 2}]",
        "[{'a': 1, 'b': 2}, {'a': 1, 'b': 1}]");
    row("[{'$count': 'n'}]", "[{'a': 1}, {'a': 2}]", "[{'n': 2}]");
    row("[{'$count': 'n'}]", "[]", "[]");
    row("[{'$replaceRoot': {'newRoot': '$a'}}]", "[{'a': {'x': 1}}]", "[{'x': 1}]");
    row("[{'$replaceWith': {'y': '$a'}}]", "[{'a': 2}]", "[{'y': 2}]");
    row("[{'$redact': {'$cond': [{'$eq': ['$secret', true]}, '$$PRUNE', '$$DESCEND']}}]",
        "[{'a': {'secret': true}, 'b': [{'secret': true}, {'x': 1}]}, {'secret': true}]",
        "[{'b': [{'x': 1}]}]");
    row("[{'$documents': [{'x': 1}, {'x': {'$add': [1, 1]}}]}]", "[]", "[{'x': 1}, {'x': 2}]");
    row("[{'$facet': {'big': [{'$match': {'a': {'$gt': 1}}}], 'n': [{'$count': 'c'}]}}]",
        "[{'a': 1}, {'a': 2}]", "[{'big': [{'a': 2}], 'n': [{'c': 2}]}]");
    row("[{'$facet': {'none': [{'$match': {'a': 9}}]}}]", "[]", "[{'none': []}]");
}

void QueryPipelineTest::projectionsKeepDropAndCompute_data()
{
    columns();
    row("[{'$project': {'a': 1}}]", "[{'_id': 1, 'a': 2, 'b': 3}]", "[{'_id': 1, 'a': 2}]");
    row("[{'$project': {'a': 1, '_id': 0}}]", "[{'_id': 1, 'a': 2, 'b': 3}]", "[{'a': 2}]");
    row("[{'$project': {'a': 0}}]", "[{'_id': 1, 'a': 2, 'b': 3}]", "[{'_id': 1, 'b': 3}]");
    row("[{'$project': {'_id': 0}}]", "[{'_id': 1, 'a': 2}]", "[{'a': 2}]");
    row("[{'$project': {'s': {'$add': ['$a', '$b']}, 'b': 1}}]", "[{'_id': 1, 'a': 2, 'b': 3}]",
        "[{'_id': 1, 'b': 3, 's': 5}]");
    row("[{'$project': {'x.y': 1, '_id': 0}}]",
        "[{'x': {'y': 1, 'z': 2}}, {'x': [{'y': 3}, 4, {'z': 5}]}]",
        "[{'x': {'y': 1}}, {'x': [{'y': 3}, {}]}]");
    row("[{'$project': {'x': {'y': 0}}}]", "[{'x': {'y': 1, 'z': 2}}, {'x': 5}]",
        "[{'x': {'z': 2}}, {'x': 5}]");
    row("[{'$project': {'x.n': '$a', '_id': 0}}]", "[{'a': 1, 'x': {'m': 2}}, {'a': 1}]",
        "[{'x': {'n': 1}}, {'x': {'n': 1}}]");
    row("[{'$project': {'t': 'text', '_id': 0}}]", "[{'a': 1}]", "[{'t': 'text'}]");
    row("[{'$addFields': {'c': '$a', 'a': 9}}]", "[{'a': 1, 'b': 2}]",
        "[{'a': 9, 'b': 2, 'c': 1}]");
    row("[{'$set': {'x.y': 5}}]", "[{'x': {'z': 1}}, {'x': [{'z': 1}, 2]}, {}]",
        "[{'x': {'z': 1, 'y': 5}}, {'x': [{'z': 1, 'y': 5}, {'y': 5}]}, {'x': {'y': 5}}]");
    row("[{'$set': {'a': '$$REMOVE'}}]", "[{'a': 1, 'b': 2}]", "[{'b': 2}]");
    row("[{'$set': {'x': {'y': {'z': '$a'}}}}]", "[{'a': 1}]", "[{'a': 1, 'x': {'y': {'z': 1}}}]");
    row("[{'$unset': ['a', 'x.y']}]", "[{'a': 1, 'x': {'y': 1, 'z': 2}}]", "[{'x': {'z': 2}}]");
    row("[{'$unset': 'a'}]", "[{'a': 1, 'b': 2}]", "[{'b': 2}]");
}

void QueryPipelineTest::groupsGatherTheirDocuments_data()
{
    columns();
    const char* input = "[{'k': 'x', 'v': 1}, {'k': 'y', 'v': 2}, {'k': 'x', 'v': 4}, {'k': 'x'}]";
    row("[{'$group': {'_id': '$k', 'n': {'$sum': 1}, 's': {'$sum': '$v'}}}]", input,
        "[{'_id': 'x', 'n': 3, 's': 5}, {'_id': 'y', 'n': 1, 's': 2}]");
    row("[{'$group': {'_id': null, 'a': {'$avg': '$v'}, 'lo': {'$min': '$v'}, 'hi': {'$max': "
        "'$v'}}}]",
        input, "[{'_id': null, 'a': 2.3333333333333335, 'lo': 1, 'hi': 4}]");
    row("[{'$group': {'_id': '$k', 'f': {'$first': '$v'}, 'l': {'$last': '$v'}}}]", input,
        "[{'_id': 'x', 'f': 1, 'l': null}, {'_id': 'y', 'f': 2, 'l': 2}]");
    row("[{'$group': {'_id': null, 'p': {'$push': '$v'}, 's': {'$addToSet': '$k'}, 'c': {'$count': "
        "{}}}}]",
        input, "[{'_id': null, 'p': [1, 2, 4], 's': ['x', 'y'], 'c': 4}]");
    row("[{'$group': {'_id': null, 'd': {'$stdDevPop': '$v'}, 'e': {'$stdDevSamp': '$none'}}}]",
        "[{'v': 1}, {'v': 3}]", "[{'_id': null, 'd': {'$numberDouble': '1.0'}, 'e': null}]");
    row("[{'$group': {'_id': null, 'm': {'$mergeObjects': '$o'}}}]",
        "[{'o': {'a': 1, 'b': 1}}, {'o': {'b': 2}}]", "[{'_id': null, 'm': {'a': 1, 'b': 2}}]");
    row("[{'$group': {'_id': null, 't': {'$top': {'sortBy': {'v': -1}, 'output': '$k'}},"
        " 'b': {'$bottomN': {'n': 2, 'sortBy': {'v': -1}, 'output': '$v'}},"
        " 'm': {'$maxN': {'n': 2, 'input': '$v'}}, 'l': {'$lastN': {'n': 1, 'input': '$k'}}}}]",
        "[{'k': 'x', 'v': 1}, {'k': 'y', 'v': 3}, {'k': 'z', 'v': 2}]",
        "[{'_id': null, 't': 'y', 'b': [2, 1], 'm': [3, 2], 'l': ['z']}]");
    row("[{'$group': {'_id': {'k': '$k', 'odd': {'$mod': ['$v', 2]}}}}]",
        "[{'k': 'x', 'v': 3}, {'k': 'x', 'v': 5}]", "[{'_id': {'k': 'x', 'odd': 1}}]");
    row("[{'$group': {'_id': '$v'}}]", "[{'v': 1}, {'v': 1.0}, {'v': {'$numberLong': '1'}}]",
        "[{'_id': 1}]");
    row("[{'$group': {'_id': '$none'}}]", "[{'v': 1}, {'none': null}]", "[{'_id': null}]");
    row("[{'$group': {'_id': 1, 'n': {'$sum': 1}}}]", "[]", "[]");
    row("[{'$group': {'_id': null, 's': {'$sum': '$v'}}}]", "[{'v': 2147483647}, {'v': 1}]",
        "[{'_id': null, 's': {'$numberLong': '2147483648'}}]");
    row("[{'$sortByCount': '$k'}]", input, "[{'_id': 'x', 'count': 3}, {'_id': 'y', 'count': 1}]");
}

void QueryPipelineTest::bucketsCoverTheirRanges_data()
{
    columns();
    row("[{'$bucket': {'groupBy': '$v', 'boundaries': [0, 10, 20], 'default': 'other'}}]",
        "[{'v': 0}, {'v': 9.5}, {'v': 10}, {'v': 20}, {'v': -1}]",
        "[{'_id': 0, 'count': 2}, {'_id': 10, 'count': 1}, {'_id': 'other', 'count': 2}]");
    row("[{'$bucket': {'groupBy': '$v', 'boundaries': [0, 10], 'output': {'s': {'$sum': '$v'}}}}]",
        "[{'v': 1}, {'v': 2}]", "[{'_id': 0, 's': 3}]");
    row("[{'$bucket': {'groupBy': '$v', 'boundaries': [0, 10]}}]", "[{'v': 11}]", "error 40066");
    row("[{'$bucketAuto': {'groupBy': '$v', 'buckets': 2}}]",
        "[{'v': 4}, {'v': 1}, {'v': 2}, {'v': 3}]",
        "[{'_id': {'min': 1, 'max': 3}, 'count': 2}, {'_id': {'min': 3, 'max': 4}, 'count': 2}]");
    row("[{'$bucketAuto': {'groupBy': '$v', 'buckets': 3}}]", "[{'v': 1}, {'v': 1}, {'v': 1}]",
        "[{'_id': {'min': 1, 'max': 1}, 'count': 3}]");
    row("[{'$bucketAuto': {'groupBy': '$v', 'buckets': 3}}]", "[]", "[]");
}

void QueryPipelineTest::arraysUnwindIntoDocuments_data()
{
    columns();
    row("[{'$unwind': '$a'}]", "[{'a': [1, 2], 'b': 3}, {'a': 4}, {'a': []}, {'a': null}, {}]",
        "[{'a': 1, 'b': 3}, {'a': 2, 'b': 3}, {'a': 4}]");
    row("[{'$unwind': {'path': '$a', 'preserveNullAndEmptyArrays': true}}]",
        "[{'a': []}, {'a': null}, {'b': 1}]", "[{}, {'a': null}, {'b': 1}]");
    row("[{'$unwind': {'path': '$x.a', 'includeArrayIndex': 'i'}}]",
        "[{'x': {'a': ['p', 'q']}}, {'x': {'a': 'r'}}]",
        "[{'x': {'a': 'p'}, 'i': {'$numberLong': '0'}}, {'x': {'a': 'q'}, 'i': {'$numberLong': "
        "'1'}},"
        " {'x': {'a': 'r'}, 'i': null}]");
}

void QueryPipelineTest::otherCollectionsAreJoined_data()
{
    columns();
    row("[{'$lookup': {'from': 'others', 'localField': 'k', 'foreignField': 'k', 'as': 'o'}}]",
        "[{'k': 'x'}, {'k': ['y', 'q']}, {'k': []}, {}]",
        "[{'k': 'x', 'o': [{'_id': 1, 'k': 'x', 'n': 5}]},"
        " {'k': ['y', 'q'], 'o': [{'_id': 2, 'k': 'y', 'n': 6}]}, {'k': [], 'o': []},"
        " {'o': [{'_id': 3, 'n': 7}]}]");
    row("[{'$lookup': {'from': 'others', 'let': {'m': '$min'}, 'pipeline': [{'$match': {'$expr': "
        "{'$gte': "
        "['$n', '$$m']}}}, {'$project': {'n': 1, '_id': 0}}], 'as': 'o'}}]",
        "[{'min': 6}, {'min': 7}]",
        "[{'min': 6, 'o': [{'n': 6}, {'n': 7}]}, {'min': 7, 'o': [{'n': 7}]}]");
    row("[{'$lookup': {'from': 'others', 'localField': 'k', 'foreignField': 'k', 'let': {'a': "
        "'$a'}, "
        "'pipeline': [{'$project': {'s': {'$add': ['$n', '$$a']}, '_id': 0}}], 'as': 'o'}}]",
        "[{'k': 'x', 'a': 1}]", "[{'k': 'x', 'a': 1, 'o': [{'s': 6}]}]");
    row("[{'$lookup': {'from': 'nothing', 'pipeline': [], 'as': 'x.y'}}]", "[{'x': {'z': 1}}]",
        "[{'x': {'z': 1, 'y': []}}]");
    row("[{'$unionWith': {'coll': 'others', 'pipeline': [{'$match': {'n': 7}}]}}]", "[{'a': 1}]",
        "[{'a': 1}, {'_id': 3, 'n': 7}]");
    row("[{'$unionWith': 'nothing'}]", "[{'a': 1}]", "[{'a': 1}]");
}

void QueryPipelineTest::mistakesGiveTheCodesOfMongoDb_data()
{
    columns();
    row("{}", "[]", "error 14");
    row("[5]", "[]", "error 14");
    row("[{'$match': {}, '$limit': 1}]", "[]", "error 40323");
    row("[{'$foo': 1}]", "[]", "error 40324");
    row("[{'$match': 5}]", "[]", "error 15959");
    row("[{'$match': {'$foo': 1}}]", "[]", "error 2");
    row("[{'$limit': 0}]", "[]", "error 15958");
    row("[{'$limit': 'x'}]", "[]", "error 5107201");
    row("[{'$skip': -1}]", "[]", "error 5107200");
    row("[{'$sort': 1}]", "[]", "error 15973");
    row("[{'$sort': {}}]", "[]", "error 15976");
    row("[{'$project': {}}]", "[]", "error 51272");
    row("[{'$project': 1}]", "[]", "error 15969");
    row("[{'$project': {'a': 1, 'b': 0}}]", "[]", "error 31254");
    row("[{'$project': {'a': 0, 'b': 1}}]", "[]", "error 31253");
    row("[{'$project': {'a': 1, 'a.b': 1}}]", "[]", "error 31249");
    row("[{'$project': {'a.b': 1, 'a': 1}}]", "[]", "error 31250");
    row("[{'$addFields': 1}]", "[]", "error 40272");
    row("[{'$addFields': {'a': 1, 'a.b': 1}}]", "[]", "error 40176");
    row("[{'$unset': 5}]", "[]", "error 31002");
    row("[{'$unset': []}]", "[]", "error 31119");
    row("[{'$group': 1}]", "[]", "error 15947");
    row("[{'$group': {'n': {'$sum': 1}}}]", "[]", "error 15955");
    row("[{'$group': {'_id': 1, 'n': 5}}]", "[]", "error 40234");
    row("[{'$group': {'_id': 1, 'a.b': {'$sum': 1}}}]", "[]", "error 40235");
    row("[{'$group': {'_id': 1, 'n': {'$foo': 1}}}]", "[]", "error 15952");
    row("[{'$group': {'_id': 1, 'n': {'$sum': [1, 2]}}}]", "[]", "error 40237");
    row("[{'$group': {'_id': 1, 'n': {'$sum': 1, '$avg': 1}}}]", "[]", "error 40238");
    row("[{'$group': {'_id': 1, 'n': {'$firstN': {'n': 0, 'input': 1}}}}]", "[]", "error 7548606");
    row("[{'$count': ''}]", "[]", "error 40157");
    row("[{'$count': '$a'}]", "[]", "error 40158");
    row("[{'$count': 'a.b'}]", "[]", "error 40160");
    row("[{'$unwind': 5}]", "[]", "error 15981");
    row("[{'$unwind': 'a'}]", "[]", "error 28818");
    row("[{'$unwind': {}}]", "[]", "error 28812");
    row("[{'$unwind': {'path': '$a', 'x': 1}}]", "[]", "error 28811");
    row("[{'$sample': {'size': 0}}]", "[]", "error 28747");
    row("[{'$sample': {}}]", "[]", "error 28749");
    mistakesInLargerStages();
}

void QueryPipelineTest::mistakesInLargerStages()
{
    row("[{'$bucket': {'groupBy': '$v', 'boundaries': [1]}}]", "[]", "error 40192");
    row("[{'$bucket': {'groupBy': '$v', 'boundaries': [1, 'x']}}]", "[]", "error 40193");
    row("[{'$bucket': {'groupBy': '$v', 'boundaries': [2, 1]}}]", "[]", "error 40194");
    row("[{'$bucket': {'groupBy': '$v'}}]", "[]", "error 40198");
    row("[{'$bucket': {'groupBy': '$v', 'boundaries': [1, 5], 'default': 2}}]", "[]",
        "error 40199");
    row("[{'$bucketAuto': {'groupBy': '$v', 'buckets': 0}}]", "[]", "error 40243");
    row("[{'$facet': {}}]", "[]", "error 40169");
    row("[{'$facet': {'a': 1}}]", "[]", "error 40170");
    row("[{'$facet': {'a': [{'$out': 'x'}]}}]", "[]", "error 40600");
    row("[{'$facet': {'a': [{'$indexStats': {}}]}}]", "[]", "error 40600");
    row("[{'$sortByCount': 'k'}]", "[]", "error 40148");
    row("[{'$replaceRoot': {'newRoot': '$a'}}]", "[{'a': 5}]", "error 40228");
    row("[{'$replaceRoot': {}}]", "[]", "error 40414");
    row("[{'$lookup': {'from': 'o', 'localField': 'a', 'foreignField': 'b'}}]", "[]", "error 9");
    row("[{'$lookup': {'from': 'o', 'localField': 'a', 'as': 'x'}}]", "[]", "error 9");
    row("[{'$lookup': {'from': 'o', 'pipeline': [{'$out': 'x'}], 'as': 'x'}}]", "[]",
        "error 51047");
    row("[{'$lookup': {'from': 'o', 'pipeline': [{'$foo': 1}], 'as': 'x'}}]", "[]", "error 40324");
    row("[{'$match': {}}, {'$collStats': {}}]", "[]", "error 40602");
    row("[{'$match': {}}, {'$changeStream': {}}]", "[]", "error 40602");
    row("[{'$out': 'x'}, {'$match': {}}]", "[]", "error 40601");
    row("[{'$out': 5}]", "[]", "error 16990");
    row("[{'$merge': {'into': 'x', 'whenMatched': 'nonsense'}}]", "[]", "error 2");
    row("[{'$changeStream': {}}]", "[]", "error 40573");
    row("[{'$geoNear': {}}]", "[]", "error 115");
    row("[{'$set': {'x': {'$divide': [1, '$a']}}}]", "[{'a': 0}]", "error 2");
}

void QueryPipelineTest::leadingMatchesAndSortAreKnown()
{
    const auto holder = test::document(
        "{'p': [{'$match': {'a': 1}}, {'$match': {'b': 2}}, {'$sort': {'c': -1}}, {'$limit': 2}]}");
    const auto pipeline = Pipeline::parse(holder["p"], test::givenContext());
    QVERIFY(pipeline);
    QVERIFY(pipeline->leadingFilter().matchesWithoutError(test::document("{'a': 1, 'b': 2}")));
    QVERIFY(!pipeline->leadingFilter().matchesWithoutError(test::document("{'a': 1, 'b': 3}")));
    QVERIFY(pipeline->leadingSort());
    QCOMPARE(QString::fromStdString(pipeline->leadingSort()->fields().front().path),
             QStringLiteral("c"));
    QVERIFY(!pipeline->producesItself());
    const auto plain = test::document("{'p': [{'$limit': 2}, {'$match': {'a': 1}}]}");
    QVERIFY(Pipeline::parse(plain["p"], test::givenContext())->leadingFilter().matchesAll());
}

void QueryPipelineTest::aSortWithALimitGivesTheSameAsWithout()
{
    QString input = QStringLiteral("[");
    for (int i = 0; i < 200; ++i) {
        input += QStringLiteral("{'n': %1, 'i': %2},").arg(i * 7919 % 40).arg(i);
    }
    input.back() = QLatin1Char(']');
    test::MemoryEnvironment environment;
    const QString joined = test::ran(
        QStringLiteral("[{'$sort': {'n': 1}}, {'$skip': 5}, {'$limit': 20}]"), input, environment);
    // an empty $match between them keeps sort and limit apart
    const QString apart = test::ran(
        QStringLiteral("[{'$sort': {'n': 1}}, {'$match': {}}, {'$skip': 5}, {'$limit': 20}]"),
        input, environment);
    QCOMPARE(joined, apart);
}

void QueryPipelineTest::aLimitStopsDrawing()
{
    const auto holder = test::document("{'p': [{'$limit': 2}]}");
    const auto pipeline = Pipeline::parse(holder["p"], test::givenContext());
    auto source = std::make_unique<test::ListSource>(
        test::documents("[{'a': 1}, {'a': 2}, {'a': 3}, {'a': 4}]"));
    const test::ListSource& watched = *source;
    test::MemoryEnvironment environment;
    auto output = pipeline->run(std::move(source), environment);
    QVERIFY(output);
    while ((*output)->next()->has_value()) { }
    QCOMPARE(watched.drawn(), std::size_t{2});
}

void QueryPipelineTest::samplesHoldTheWantedNumber()
{
    test::MemoryEnvironment environment;
    const QString all = QStringLiteral("[{'a': 1}, {'a': 2}, {'a': 3}]");
    QCOMPARE(
        test::ran(QStringLiteral("[{'$sample': {'size': 2}}, {'$count': 'n'}]"), all, environment),
        test::expectation(QStringLiteral("[{'n': 2}]")));
    QCOMPARE(test::ran(QStringLiteral("[{'$sample': {'size': 9}}, {'$sort': {'a': 1}}]"), all,
                       environment),
             test::expectation(all));
}

void QueryPipelineTest::serverStagesAskTheEnvironment()
{
    test::MemoryEnvironment environment;
    QCOMPARE(test::ran(QStringLiteral(
                           "[{'$collStats': {'count': {}}}, {'$match': {'stage': '$collStats'}}]"),
                       QStringLiteral("[{'a': 1}]"), environment),
             test::expectation(
                 QStringLiteral("[{'stage': '$collStats', 'specification': {'count': {}}}]")));
    const auto holder = test::document("{'p': [{'$indexStats': {}}]}");
    QVERIFY(Pipeline::parse(holder["p"], test::givenContext())->producesItself());
}

void QueryPipelineTest::outputStagesAreReadAndNotRun()
{
    const auto holder
        = test::document("{'p': [{'$match': {'a': 1}}, {'$out': {'db': 'd', 'coll': 'c'}}]}");
    const auto pipeline = Pipeline::parse(holder["p"], test::givenContext());
    QVERIFY(pipeline);
    const std::optional<PipelineOutput>& output = pipeline->output();
    QVERIFY(output);
    QVERIFY(output->kind == PipelineOutput::Kind::Out);
    QCOMPARE(output->database, std::string("d"));
    QCOMPARE(output->collection, std::string("c"));
    test::MemoryEnvironment environment;
    QCOMPARE(
        test::ran(QStringLiteral("[{'$out': 'c'}]"), QStringLiteral("[{'a': 1}]"), environment),
        test::expectation(QStringLiteral("[{'a': 1}]")));
}

void QueryPipelineTest::mergeOptionsAreRead()
{
    const auto holder = test::document(
        "{'p': [{'$merge': {'into': 'c', 'on': ['x', 'y'], 'whenMatched': [{'$set': {'z': 1}}], "
        "'whenNotMatched': 'discard', 'let': {'v': '$a'}}}]}");
    const auto pipeline = Pipeline::parse(holder["p"], test::givenContext());
    QVERIFY(pipeline);
    const PipelineOutput& output = *pipeline->output();
    QVERIFY(output.kind == PipelineOutput::Kind::Merge);
    QCOMPARE(output.on.size(), std::size_t{2});
    QVERIFY(output.whenMatched == PipelineOutput::WhenMatched::Pipeline);
    QVERIFY(output.whenNotMatched == PipelineOutput::WhenNotMatched::Discard);
    QVERIFY(output.let.type() == bson::Type::Document);
    QVERIFY(output.pipeline.type() == bson::Type::Array);
}

void QueryPipelineTest::anInterruptEndsTheRun()
{
    QString input = QStringLiteral("[");
    for (int i = 0; i < 2000; ++i) {
        input += QStringLiteral("{'n': %1},").arg(i);
    }
    input.back() = QLatin1Char(']');
    test::MemoryEnvironment environment;
    environment.interrupted = true;
    for (const char* stages :
         {"[{'$group': {'_id': '$n'}}]", "[{'$sort': {'n': 1}}]", "[{'$match': {'n': -1}}]",
          "[{'$bucketAuto': {'groupBy': '$n', 'buckets': 2}}]"}) {
        QCOMPARE(test::ran(QString::fromUtf8(stages), input, environment),
                 QStringLiteral("error 11601"));
    }
}

void QueryPipelineTest::theResultOutlivesThePipeline()
{
    test::MemoryEnvironment environment;
    DocumentSourcePtr output;
    {
        const auto holder = test::document("{'p': [{'$match': {'a': 2}}, {'$set': {'b': 'x'}}]}");
        const auto pipeline = Pipeline::parse(holder["p"], test::givenContext());
        auto ran = pipeline->run(
            std::make_unique<test::ListSource>(test::documents("[{'a': 1}, {'a': 2}]")),
            environment);
        QVERIFY(ran);
        output = std::move(*ran);
    }
    const auto document = output->next();
    QVERIFY(document && *document);
    QCOMPARE((**document)["b"].asString(), std::string_view("x"));
}

void QueryPipelineTest::aLookupWithoutVariablesIsReadOnce()
{
    test::MemoryEnvironment environment;
    environment.collections["o"] = test::documents("[{'x': 1}]");
    test::ran(QStringLiteral("[{'$lookup': {'from': 'o', 'pipeline': [], 'as': 'o'}}]"),
              QStringLiteral("[{'a': 1}, {'a': 2}, {'a': 3}]"), environment);
    QCOMPARE(environment.opened, 1);
}

SANDGLASS_TEST(QueryPipelineTest)

} // namespace tst_query_pipeline

#include "tst_query_pipeline.moc"
