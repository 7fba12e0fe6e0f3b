// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/bson/json.h"
#include "app/engine/plan/index_match.h"
#include "app/engine/plan/planner.h"
#include "tests/support/command_fixture.h"
#include "tests/support/error_of.h"
#include "tests/support/test_program.h"

#include <QTest>

#include <memory>

namespace tst_plan_index_match {

using namespace sandglass;
using namespace sandglass::tests;
using engine::catalog::Direction;
using engine::catalog::IndexInfo;
using engine::plan::Access;
using engine::plan::choosePlan;
using engine::plan::holdsAllMatches;
using engine::plan::IndexMatch;
using engine::plan::matchIndex;
using engine::plan::planFor;
using engine::plan::QueryPlan;
using engine::plan::QueryShape;

namespace {

/// A shape with the documents that it views.
struct OwnedShape
{
    OwnedShape(const QString& filterJson, const QString& sortJson)
        : filter(parsedJson(filterJson))
        , sort(parsedJson(sortJson))
    {
        shape.filterDocument = filter;
        shape.filter = need(engine::query::Filter::parse(filter, {}));
        shape.sort = need(engine::query::Sort::parse(sort));
    }

    bson::Document filter;
    bson::Document sort;
    QueryShape shape;
};

IndexInfo indexOf(const QString& key, bool multikey = false)
{
    IndexInfo info;
    info.definition.name = "i";
    info.definition.key = parsedJson(key);
    info.multikey = multikey;
    return info;
}

} // namespace

class PlanIndexMatchTest : public QObject
{
    Q_OBJECT

private slots:
    void conditionsNarrowAnIndex_data()
    {
        QTest::addColumn<QString>("key");
        QTest::addColumn<QString>("filter");
        QTest::addColumn<bool>("multikey");
        QTest::addColumn<int>("fixedFields");
        QTest::addColumn<int>("ranges"); // 0: not bounded
        const auto row = [](const char* key, const char* filter, int fixedFields, int ranges,
                            bool multikey = false) {
            QTest::addRow("%s for %s%s", key, filter, multikey ? ", multikey" : "")
                << QString::fromLatin1(key) << QString::fromLatin1(filter) << multikey
                << fixedFields << ranges;
        };
        constexpr const char* kA = R"({"a":1})";
        constexpr const char* kAb = R"({"a":1,"b":1})";
        row(kA, "{}", 0, 0);
        row(kA, R"({"a":5})", 1, 0);
        row(kA, R"({"b":5})", 0, 0);
        row(kA, R"({"a":{"$gt":5}})", 0, 1);
        row(kA, R"({"a":{"$gt":5,"$lt":9}})", 0, 1);
        row(kA, R"({"a":{"$in":[1,2,3]}})", 0, 3);
        row(kA, R"({"a":{"$in":[1,1.0,1]}})", 0, 1);
        row(kA, R"({"a":{"$in":[1]}})", 1, 0);
        row(kA, R"({"a":{"$ne":5}})", 0, 0);
        row(kA, R"({"a":null})", 0, 0);
        row(kA, R"({"a":{"$exists":true}})", 0, 0);
        row(kA, R"({"a":[1]})", 0, 0);
        row(kA, R"({"$or":[{"a":1},{"a":2}]})", 0, 0);
        row(kA, R"({"$and":[{"a":1},{"b":2}]})", 1, 0);
        row(kAb, R"({"a":1,"b":2})", 2, 0);
        row(kAb, R"({"b":2,"a":1})", 2, 0);
        row(kAb, R"({"a":1,"b":{"$gte":2}})", 1, 1);
        row(kAb, R"({"a":{"$gte":1},"b":2})", 0, 1);
        row(kAb, R"({"b":2})", 0, 0);
        row(kAb, R"({"a":1,"b":2})", 1, 0, true);
        row(kA, R"({"a":{"$gt":5,"$lt":9}})", 0, 1, true);
    }
    void conditionsNarrowAnIndex()
    {
        QFETCH(QString, key);
        QFETCH(QString, filter);
        QFETCH(bool, multikey);
        QFETCH(int, fixedFields);
        QFETCH(int, ranges);
        const OwnedShape owned(filter, QStringLiteral("{}"));
        const IndexMatch match = matchIndex(indexOf(key, multikey), owned.shape);
        QCOMPARE(match.fixedFields, fixedFields);
        QCOMPARE(match.bounded, ranges > 0);
        QCOMPARE(int(match.ranges.size()), std::max(ranges, 1));
    }

    void anIndexDeliversAnOrder_data()
    {
        QTest::addColumn<QString>("key");
        QTest::addColumn<QString>("filter");
        QTest::addColumn<QString>("sort");
        QTest::addColumn<bool>("multikey");
        QTest::addColumn<QString>("direction"); // "": not ordered
        const auto row = [](const char* key, const char* filter, const char* sort,
                            const char* direction, bool multikey = false) {
            QTest::addRow("%s for %s by %s%s", key, filter, sort, multikey ? ", multikey" : "")
                << QString::fromLatin1(key) << QString::fromLatin1(filter)
                << QString::fromLatin1(sort) << multikey << QString::fromLatin1(direction);
        };
        constexpr const char* kAb = R"({"a":1,"b":1})";
        row(R"({"a":1})", "{}", R"({"a":1})", "forward");
        row(R"({"a":1})", "{}", R"({"a":-1})", "backward");
        row(R"({"a":-1})", "{}", R"({"a":1})", "forward"); // entries ascend whatever the pattern
        row(R"({"a":-1})", "{}", R"({"a":-1})", "backward");
        row(R"({"a":1})", "{}", R"({"b":1})", "");
        row(R"({"a":1})", "{}", R"({"a":1,"b":1})", "");
        row(kAb, "{}", R"({"a":1,"b":1})", "forward");
        row(kAb, "{}", R"({"a":-1,"b":-1})", "backward");
        row(kAb, "{}", R"({"a":1,"b":-1})", "");
        row(kAb, "{}", R"({"b":1})", "");
        row(kAb, R"({"a":5})", R"({"b":1})", "forward");
        row(kAb, R"({"a":5})", R"({"b":-1})", "backward");
        row(kAb, R"({"a":{"$gt":5}})", R"({"b":1})", "");
        row(kAb, R"({"a":{"$gt":5}})", R"({"a":1})", "forward");
        row(R"({"a":1})", R"({"a":{"$in":[1,2]}})", R"({"a":1})", "");
        row(R"({"a":1})", "{}", R"({"a":1})", "forward", true);
        row(R"({"a":1})", R"({"a":{"$gt":5}})", R"({"a":1})", "", true);
        row(kAb, "{}", R"({"a":1})", "", true);
    }
    void anIndexDeliversAnOrder()
    {
        QFETCH(QString, key);
        QFETCH(QString, filter);
        QFETCH(QString, sort);
        QFETCH(bool, multikey);
        QFETCH(QString, direction);
        const OwnedShape owned(filter, sort);
        const IndexMatch match = matchIndex(indexOf(key, multikey), owned.shape);
        QCOMPARE(match.ordered, !direction.isEmpty());
        if (match.ordered) {
            QCOMPARE(match.direction == Direction::Forward, direction == QStringLiteral("forward"));
        }
    }

    void betterMatchesScoreHigher()
    {
        const auto score = [](const char* key, const char* filter, const char* sort) {
            const OwnedShape owned(QString::fromLatin1(filter), QString::fromLatin1(sort));
            return matchIndex(indexOf(QString::fromLatin1(key)), owned.shape).score();
        };
        const char* filter = R"({"a":1,"b":{"$gt":2}})";
        QCOMPARE(score(R"({"z":1})", filter, "{}"), 0);
        QVERIFY(score(R"({"b":1})", filter, "{}") < score(R"({"a":1})", filter, "{}"));
        QVERIFY(score(R"({"a":1})", filter, "{}") < score(R"({"a":1,"b":1})", filter, "{}"));
        QVERIFY(score(R"({"a":1})", filter, "{}")
                < score(R"({"a":1,"z":1})", filter, R"({"z":1})"));
        QVERIFY(score(R"({"z":1})", "{}", R"({"z":1})") > 0);
    }

    void partialAndSparseIndexesHoldEnoughOrNot_data()
    {
        QTest::addColumn<QString>("partial");
        QTest::addColumn<bool>("sparse");
        QTest::addColumn<QString>("filter");
        QTest::addColumn<bool>("holds");
        const auto row = [](const char* partial, bool sparse, const char* filter, bool holds) {
            QTest::addRow("%s%s for %s", partial, sparse ? "sparse" : "", filter)
                << QString::fromLatin1(partial) << sparse << QString::fromLatin1(filter) << holds;
        };
        row("", false, "{}", true);
        row("", true, "{}", false);
        row("", true, R"({"a":5})", true);
        row("", true, R"({"a":{"$gt":5}})", true);
        row("", true, R"({"a":null})", false);
        row("", true, R"({"a":{"$ne":5}})", false);
        row("", true, R"({"a":{"$in":[1,null]}})", false);
        row("", true, R"({"b":5})", false);
        row(R"({"k":1})", false, R"({"a":5})", false);
        row(R"({"k":1})", false, R"({"a":5,"k":1})", true);
        row(R"({"k":1})", false, R"({"a":5,"k":1.0})", true);
        row(R"({"k":1})", false, R"({"a":5,"k":2})", false);
        row(R"({"k":1})", false, R"({"$and":[{"a":5},{"k":1}]})", true);
        row(R"({"k":1})", false, R"({"$or":[{"a":5},{"k":1}]})", false);
        row(R"({"k":1})", false, R"({"$nor":[{"k":1}]})", false);
        row(R"({"k":{"$gt":5}})", false, R"({"k":{"$gt":5}})", true);
        row(R"({"k":{"$gt":5}})", false, R"({"k":{"$gt":5,"$lt":9}})", true);
        row(R"({"k":{"$gt":5}})", false, R"({"k":{"$gt":4}})", false);
        row(R"({"k":1,"l":2})", false, R"({"k":1})", false);
        row(R"({"k":1,"l":2})", false, R"({"l":2,"k":1,"m":3})", true);
        row(R"({"k":{"$exists":true}})", false, R"({"k":{"$exists":true}})", true);
        row(R"({"k":{"$exists":true}})", false, R"({"k":{"$exists":false}})", false);
        // conditions that say more than the filter of the index
        row(R"({"k":{"$lte":1.5}})", false, R"({"k":1})", true);
        row(R"({"k":{"$lte":1.5}})", false, R"({"k":2})", false);
        row(R"({"k":{"$lte":1.5}})", false, R"({"k":"1"})", false);
        row(R"({"k":{"$lte":1.5}})", false, R"({"k":null})", false);
        row(R"({"k":{"$lte":1.5}})", false, R"({"k":[1]})", false);
        row(R"({"k":{"$lte":1.5}})", false, R"({"k":{"$in":[0,1]}})", true);
        row(R"({"k":{"$lte":1.5}})", false, R"({"k":{"$in":[0,2]}})", false);
        row(R"({"k":{"$lte":1.5}})", false, R"({"k":{"$in":[]}})", false);
        row(R"({"k":{"$lte":5}})", false, R"({"k":{"$lt":5}})", true);
        row(R"({"k":{"$lt":5}})", false, R"({"k":{"$lte":5}})", false);
        row(R"({"k":{"$lt":5}})", false, R"({"k":{"$lte":4}})", true);
        row(R"({"k":{"$lt":5}})", false, R"({"k":{"$gt":4}})", false);
        row(R"({"k":{"$gt":5}})", false, R"({"k":{"$gte":6}})", true);
        row(R"({"k":{"$gte":0,"$lte":9}})", false, R"({"k":{"$gt":1,"$lt":5}})", true);
        row(R"({"k":{"$gte":0,"$lte":9}})", false, R"({"k":{"$lt":5}})", false);
        row(R"({"k":{"$gte":0,"$lte":9}})", false, R"({"k":3})", true);
        row(R"({"k":{"$exists":true}})", false, R"({"k":3})", true);
        row(R"({"k":{"$exists":true}})", false, R"({"k":{"$lt":3}})", true);
        row(R"({"k":{"$exists":true}})", false, R"({"k":{"$ne":3}})", false);
        row(R"({"k":{"$lt":{"$date":"2030-01-01T00:00:00Z"}}})", false, R"({"k":{"$lt":5}})",
            false);
        row(R"({"k":{"$lt":"m"}})", false, R"({"k":{"$lt":"a"}})", false); // depends on collations
    }
    void partialAndSparseIndexesHoldEnoughOrNot()
    {
        QFETCH(QString, partial);
        QFETCH(bool, sparse);
        QFETCH(QString, filter);
        IndexInfo index = indexOf(QStringLiteral(R"({"a":1})"));
        index.definition.sparse = sparse;
        if (!partial.isEmpty()) {
            index.definition.partialFilter = parsedJson(partial);
        }
        const OwnedShape owned(filter, QStringLiteral("{}"));
        QTEST(holdsAllMatches(index, owned.shape), "holds");
    }

    void thePlannerChooses_data()
    {
        QTest::addColumn<QString>("filter");
        QTest::addColumn<QString>("sort");
        QTest::addColumn<QString>("hint");
        QTest::addColumn<QString>("way");
        const auto row
            = [](const char* filter, const char* sort, const char* hint, const char* way) {
                  QTest::addRow("%s by %s hint %s", filter, sort, hint)
                      << QString::fromLatin1(filter) << QString::fromLatin1(sort)
                      << QString::fromLatin1(hint) << QString::fromLatin1(way);
              };
        row("{}", "{}", "", "scan");
        row(R"({"_id":1})", "{}", "", "id");
        row(R"({"_id":{"$eq":1}})", "{}", "", "id");
        row(R"({"_id":1,"a":1})", "{}", "", "id");
        row(R"({"_id":{"$gt":1}})", "{}", "", "_id_");
        row(R"({"a":1})", "{}", "", "a");
        row(R"({"a":1,"b":2})", "{}", "", "ab");
        row(R"({"b":2})", "{}", "", "scan");
        row("{}", R"({"a":1})", "", "a");
        row("{}", R"({"h":1})", "", "scan");
        row(R"({"h":1})", "{}", "", "scan"); // the only index on h is hidden
        row(R"({"a":1})", "{}", R"({"$natural":1})", "scan");
        row(R"({"_id":1})", "{}", R"({"$natural":-1})", "scan");
        row(R"({"b":2})", "{}", R"("ab")", "ab");
        row(R"({"b":2})", "{}", R"({"a":1,"b":1})", "ab");
        row(R"({"a":1})", "{}", R"("_id_")", "_id_");
        row(R"({"a":1})", "{}", R"("h")", "error 2"); // hidden
        row(R"({"a":1})", "{}", R"("none")", "error 2");
        row(R"({"a":1})", "{}", R"({"a":-1})", "error 2");
        row(R"({"a":1})", "{}", R"({"b":1,"a":1})", "error 2");
        row(R"({"a":1})", "{}", R"("")", "error 2");
    }
    void thePlannerChooses()
    {
        QFETCH(QString, filter);
        QFETCH(QString, sort);
        QFETCH(QString, hint);
        QFETCH(QString, way);
        CommandFixture db;
        db.good(R"({"createIndexes":"c","indexes":[{"key":{"a":1},"name":"a"},
            {"key":{"a":1,"b":1},"name":"ab"},{"key":{"h":1},"name":"h","hidden":true},
            {"key":{"x":"text"},"name":"t"}]})");
        OwnedShape owned(filter, sort);
        const bson::Value hinted = hint.isEmpty() ? bson::Value() : parsedValue(hint);
        owned.shape.hint = hinted;
        const auto plan = choosePlan(*db.context.catalog.find({"db", "c"}), owned.shape);
        QCOMPARE(nameOf(plan), way);
    }

    void whatDoesNotExistNeedsNoPlan()
    {
        const OwnedShape owned(QStringLiteral("{}"), QStringLiteral("{}"));
        QCOMPARE(planFor(nullptr, owned.shape)->access == Access::Nothing, true);
    }

private:
    static QString nameOf(const Result<QueryPlan>& plan)
    {
        if (!plan) {
            return QStringLiteral("error %1").arg(plan.error().serverCode);
        }
        switch (plan->access) {
        case Access::IdLookup:
            return QStringLiteral("id");
        case Access::IndexScan:
            return QString::fromStdString(plan->index->definition.name);
        case Access::CollectionScan:
            return QStringLiteral("scan");
        case Access::Nothing:
            break;
        }
        return QStringLiteral("nothing");
    }
};

SANDGLASS_TEST(PlanIndexMatchTest)
} // namespace tst_plan_index_match

#include "tst_plan_index_match.moc"
