// SPDX-License-Identifier: GPL-3.0-or-later

#include "tests/support/test_program.h"

#include <QTest>

#include "pipeline_bench.h"

namespace tst_query_stage_codes {

using namespace sandglass::engine::query;

/// The corners of the stages: MongoDB's codes for their faults, and borders that are round numbers.
class QueryStageCodesTest : public QObject
{
    Q_OBJECT

private slots:
    void bordersAreRoundNumbers_data();
    void bordersAreRoundNumbers() { check(); }
    void groupsHaveCodesOfTheirOwn_data();
    void groupsHaveCodesOfTheirOwn() { check(); }
    void fieldsAreCheckedInOrder_data();
    void fieldsAreCheckedInOrder() { check(); }
    void variablesOfAJoinMayHaveAnyValue_data();
    void variablesOfAJoinMayHaveAnyValue() { check(); }
    void aJoinInAFacetIsAsRestrictedAsItsPipeline_data();
    void aJoinInAFacetIsAsRestrictedAsItsPipeline() { check(); }

private:
    static void columns()
    {
        QTest::addColumn<QString>("stages");
        QTest::addColumn<QString>("input");
        QTest::addColumn<QString>("expected");
    }
    static void row(const char* stages, const char* input, const char* expected)
    {
        QTest::newRow(stages) << QString::fromUtf8(stages) << QString::fromUtf8(input)
                              << QString::fromUtf8(expected);
    }
    void check()
    {
        QFETCH(QString, stages);
        QFETCH(QString, input);
        QFETCH(QString, expected);
        test::MemoryEnvironment environment;
        environment.collections["others"] = test::documents("[{'_id': 1}, {'_id': 2}]");
        QCOMPARE(test::ran(stages, input, environment), test::expectation(expected));
    }
};

void QueryStageCodesTest::bordersAreRoundNumbers_data()
{
    columns();
    row("[{'$bucketAuto': {'groupBy': '$a', 'buckets': 2, 'granularity': '1-2-5'}}]",
        "[{'a': 3}, {'a': 7}, {'a': 15}, {'a': 40}]",
        "[{'_id': {'min': {'$numberDouble': '2.0'}, 'max': {'$numberDouble': '10.0'}}, 'count': 2},"
        " {'_id': {'min': {'$numberDouble': '10.0'}, 'max': {'$numberDouble': '50.0'}},"
        " 'count': 2}]");
    // values below the rounded border move into the bucket
    row("[{'$bucketAuto': {'groupBy': '$a', 'buckets': 3, 'granularity': 'R5'}}]",
        "[{'a': 11}, {'a': 12}, {'a': 13}]",
        "[{'_id': {'min': {'$numberDouble': '10.0'}, 'max': {'$numberDouble': '16.0'}},"
        " 'count': 3}]");
    row("[{'$bucketAuto': {'groupBy': '$a', 'buckets': 2, 'granularity': 'POWERSOF2'}}]",
        "[{'a': 0}, {'a': 0}, {'a': 1}, {'a': 5}]",
        "[{'_id': {'min': 0, 'max': 0.5}, 'count': 2},"
        " {'_id': {'min': 0.5, 'max': {'$numberDouble': '8.0'}}, 'count': 2}]");
    row("[{'$bucketAuto': {'groupBy': '$a', 'buckets': 1, 'granularity': 'E192'}}]",
        "[{'a': 9.19}]",
        "[{'_id': {'min': {'$numberDouble': '9.09'}, 'max': {'$numberDouble': "
        "'9.200000000000001'}},"
        " 'count': 1}]");
    row("[{'$bucketAuto': {'groupBy': '$a', 'buckets': 1, 'granularity': 'R6'}}]", "[{'a': 1}]",
        "error 40257");
    row("[{'$bucketAuto': {'groupBy': '$a', 'buckets': 1, 'granularity': 6}}]", "[{'a': 1}]",
        "error 40261");
    row("[{'$bucketAuto': {'groupBy': '$a', 'buckets': 1, 'granularity': 'R5'}}]", "[{'a': 'x'}]",
        "error 40258");
    row("[{'$bucketAuto': {'groupBy': '$b', 'buckets': 1, 'granularity': 'R5'}}]",
        "[{'b': {'$numberDouble': 'NaN'}}]", "error 40259");
    row("[{'$bucketAuto': {'groupBy': '$c', 'buckets': 1, 'granularity': 'R5'}}]", "[{'c': -1}]",
        "error 40260");
}

void QueryStageCodesTest::groupsHaveCodesOfTheirOwn_data()
{
    columns();
    row("[{'$group': {'_id': null, 'x': {'$sum': {'$divide': ['$a', 0]}}}}]", "[{'a': 1}]",
        "error 4848401");
    row("[{'$group': {'_id': null, 'x': {'$max': {'$mod': ['$a', 0]}}}}]", "[{'a': 1}]",
        "error 4848403");
    row("[{'$bucketAuto': {'groupBy': '$a', 'buckets': 1, 'output': {'x': {'$max': {'$mod': ['$a',"
        " 0]}}}}}]",
        "[{'a': 1}]", "error 16610");
    row("[{'$group': {'_id': null, 'x': {'$mergeObjects': '$a'}}}]", "[{'a': 1}]", "error 5911200");
    row("[{'$group': {'_id': null, 'x': {'$concatArrays': '$a'}}}]",
        "[{'a': [1, 2]}, {}, {'a': [2]}]", "[{'_id': null, 'x': [1, 2, 2]}]");
    row("[{'$group': {'_id': null, 'x': {'$setUnion': '$a'}}}]", "[{'a': [1, 2]}, {}, {'a': [2]}]",
        "[{'_id': null, 'x': [1, 2]}]");
    row("[{'$group': {'_id': null, 'y': {'$concatArrays': '$a'}}}]", "[{'a': null}]", "error 14");
    row("[{'$group': {'_id': null, 'y': {'$setUnion': '$a'}}}]", "[{'a': 'x'}]", "error 14");
    row("[{'$group': {'_id': {'a': 1}}}]", "[]", "error 17390");
    row("[{'$group': {'_id': {'': '$a'}}}]", "[]", "error 15998");
    row("[{'$bucket': {'groupBy': '$a', 'boundaries': [0, 1], 'output': {'_id': {'$sum': 1}}}}]",
        "[]", "error 15948");
    row("[{'$group': {'_id': {'a': 'x'}}}]", "[]", "[]");
    row("[{'$group': {'_id': null, 'n': {'$count': 1}}}]", "[]", "error 14");
    row("[{'$group': {'_id': null, 'n': {'$firstN': 1}}}]", "[]", "error 5787801");
    row("[{'$group': {'_id': null, 'n': {'$maxN': 'x'}}}]", "[]", "error 5787900");
    row("[{'$group': {'_id': null, 'n': {'$bottom': 1}}}]", "[]", "error 5788001");
    row("[{'$group': {'_id': null, 'n': {'$top': {'sortBy': 1}}}}]", "[]", "error 10065");
    row("[{'$group': {'_id': null, 'n': {'$top': {'output': '$a', 'sortBy': null}}}}]", "[]",
        "error 10065");
    row("[{'$group': {'_id': null, 'n': {'$top': {'output': '$a'}}}}]", "[]", "error 5788005");
    row("[{'$group': {'_id': null, 'n': {'$firstN': {'n': 'x', 'input': '$a'}}}}]", "[]",
        "error 7548606");
    row("[{'$group': {'_id': null, 'n': {'$firstN': {'n': 2.5, 'input': '$a'}}}}]", "[]",
        "error 7548606");
    row("[{'$group': {'_id': null, 'n': {'$firstN': {'n': 1e19, 'input': '$a'}}}}]", "[]",
        "error 31109");
}

void QueryStageCodesTest::fieldsAreCheckedInOrder_data()
{
    columns();
    row("[{'$unset': ['a', 'a', 1]}]", "[]", "error 31120");
    row("[{'$unset': 'a\\u0000b'}]", "[]", "error 9527900");
    row("[{'$unwind': '$a\\u0000b'}]", "[]", "error 16419");
    row("[{'$project': {'a': {'$foo': 1}}}]", "[]", "error 31325");
    row("[{'$project': {'a': {'$abs': {'$foo': 1}}}}]", "[]", "error 168");
    row("[{'$project': {'a': {'$elemMatch': {'x': 1}}}}]", "[]", "error 168");
    row("[{'$project': {'a': {'$add': [1], 'x': 1}}}]", "[]", "error 16410");
    row("[{'$project': {'a': 1, '': 0}}]", "[]", "error 40352");
    // a computed _id makes the stage include
    row("[{'$project': {'_id': {'$abs': 1}, 'a': 0}}]", "[]", "error 31254");
    row("[{'$project': {'a': 0, '_id': {'$abs': 1}}}]", "[]", "error 31252");
    row("[{'$project': {'a': 0, '_id': '$b'}}]", "[]", "error 31310");
    row("[{'$facet': {'': []}}]", "[]", "error 15998");
    row("[{'$sort': {'a': {'$meta': 'textScore', 'b': 1}}}]", "[]", "error 9");
    row("[{'$sort': {'$natural': 1}}]", "[]", "error 16410");
    row("[{'$merge': {'into': 'x', 'whenMatched': [], 'let': {'A': 1}}}]", "[]", "error 9");
    row("[{'$merge': {'into': 'x', 'whenMatched': [], 'let': {'a': {'$foo': 1}}}}]", "[]",
        "error 168");
    row("[{'$addFields': {'a': {'$foo': 1}}}]", "[]", "error 168");
    // constants are computed even if no document comes
    row("[{'$addFields': {'a': {'$divide': [1, 0]}}}]", "[]", "error 2");
}

void QueryStageCodesTest::variablesOfAJoinMayHaveAnyValue_data()
{
    columns();
    row("[{'$lookup': {'from': 'others', 'as': 'x', 'let': {'v': '$a'},"
        " 'pipeline': [{'$match': {'$expr': {'$eq': ['$_id', {'$size': '$$v'}]}}}]}}]",
        "[{'a': [5, 6]}]", "[{'a': [5, 6], 'x': [{'_id': 2}]}]");
    row("[{'$lookup': {'from': 'others', 'as': 'x', 'let': {'v': '$a'},"
        " 'pipeline': [{'$addFields': {'q': {'$divide': [1, '$$v']}}}]}}]",
        "[{'a': 0}]", "error 2");
}

void QueryStageCodesTest::aJoinInAFacetIsAsRestrictedAsItsPipeline_data()
{
    columns();
    row("[{'$facet': {'f': [{'$lookup': {'from': 'others', 'as': 'x',"
        " 'pipeline': [{'$facet': {'b': []}}]}}]}}]",
        "[]", "error 40600");
    row("[{'$facet': {'f': [{'$unionWith': {'coll': 'others',"
        " 'pipeline': [{'$indexStats': {}}]}}]}}]",
        "[]", "error 40600");
    // at any depth
    row("[{'$facet': {'f': [{'$unionWith': {'coll': 'others', 'pipeline': [{'$lookup': {"
        "'from': 'others', 'as': 'x', 'pipeline': [{'$collStats': {}}]}}]}}]}}]",
        "[]", "error 40600");
    // what no join may do is refused in its own name
    row("[{'$facet': {'f': [{'$lookup': {'from': 'others', 'as': 'x',"
        " 'pipeline': [{'$out': 'o'}]}}]}}]",
        "[]", "error 51047");
    row("[{'$facet': {'f': [{'$unionWith': {'coll': 'others', 'pipeline': [{'$limit': 1}]}}]}}]",
        "[{'a': 1}]", "[{'f': [{'a': 1}, {'_id': 1}]}]");
    row("[{'$lookup': {'from': 'others', 'as': 'x', 'pipeline': [{'$facet': {'b': []}}]}}]",
        "[{'a': 1}]", "[{'a': 1, 'x': [{'b': [{'_id': 1}, {'_id': 2}]}]}]");
}

SANDGLASS_TEST(QueryStageCodesTest)

} // namespace tst_query_stage_codes

#include "tst_query_stage_codes.moc"
