// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/bson/json.h"
#include "app/ttl/partial_filter.h"
#include "tests/support/test_program.h"

#include <QObject>
#include <QTest>

namespace tst_ttl_partial_filter {

using namespace sandglass;
using ttl::FilterGrammar;

namespace {

std::string problem(const char* text, FilterGrammar grammar = FilterGrammar::Modern)
{
    const auto parsed = bson::fromJson(text);
    if (!parsed) {
        return "no JSON";
    }
    return ttl::unsupportedInPartialFilter(*parsed, grammar).value_or("");
}

} // namespace

class TestPartialFilter : public QObject
{
    Q_OBJECT

private slots:
    void supportedConditionsPass_data()
    {
        QTest::addColumn<QByteArray>("filter");
        for (const char* text :
             {R"({})", R"({"a": 1})", R"({"a": null})", R"({"a": {"b": 1}})", R"({"a": {}})",
              R"({"a": {"$eq": 1}})", R"({"a": {"$gt": 1, "$lte": 5}})",
              R"({"a": {"$lt": 1}, "b": {"$gte": 2}})", R"({"a": {"$exists": true}})",
              R"({"a": {"$exists": 1}})", R"({"a": {"$type": "string"}})",
              R"({"a": {"$in": [1, 2]}})", R"({"$and": [{"a": 1}, {"b": {"$gt": 2}}]})",
              R"({"$or": [{"a": 1}, {"$and": [{"b": 1}]}]})",
              R"({"a": {"$geoWithin": {"$center": [[0, 0], 1]}}})",
              R"({"a": {"$ref": "c", "$id": 5}})"}) {
            QTest::newRow(text) << QByteArray(text);
        }
    }

    void supportedConditionsPass()
    {
        QFETCH(QByteArray, filter);
        QCOMPARE(problem(filter.constData()), std::string());
    }

    void unsupportedOperatorsAreNamed_data()
    {
        QTest::addColumn<QByteArray>("filter");
        QTest::addColumn<QByteArray>("word");
        const std::pair<const char*, const char*> cases[]{
            {R"({"a": {"$not": {"$gt": 1}}})", "$not"},
            {R"({"$nor": [{"a": 1}]})", "$nor"},
            {R"({"a": {"$ne": 1}})", "$ne"},
            {R"({"a": {"$nin": [1]}})", "$nin"},
            {R"({"a": {"$exists": false}})", "$exists"},
            {R"({"a": {"$regex": "x"}})", "$regex"},
            {R"({"a": {"$regularExpression": {"pattern": "x", "options": ""}}})", "$regex"},
            {R"({"a": {"$in": [{"$regularExpression": {"pattern": "x", "options": ""}}]}})",
             "$regex"},
            {R"({"a": {"$elemMatch": {"b": 1}}})", "$elemMatch"},
            {R"({"a": {"$size": 1}})", "$size"},
            {R"({"a": {"$mod": [2, 0]}})", "$mod"},
            {R"({"$expr": {"$gt": ["$a", 1]}})", "$expr"},
            {R"({"$where": "true"})", "$where"},
            {R"({"$text": {"$search": "x"}})", "$text"},
            {R"({"$and": []})", "$and"},
            {R"({"$or": []})", "$or"},
            {R"({"$and": {"a": 1}})", "$and"},
            {R"({"$or": [1]})", "$or"},
            {R"({"a": {"$in": 5}})", "$in"},
            {R"({"a": {"$gt": 1, "b": 2}})", "b"},
            {R"({"$or": [{"a": {"$ne": 1}}]})", "$ne"}};
        for (const auto& [text, word] : cases) {
            QTest::newRow(text) << QByteArray(text) << QByteArray(word);
        }
    }

    void unsupportedOperatorsAreNamed()
    {
        QFETCH(QByteArray, filter);
        QFETCH(QByteArray, word);
        QCOMPARE(problem(filter.constData()), word.toStdString());
    }

    void before60OnlyATopLevelAndIsKnown()
    {
        QCOMPARE(problem(R"({"$and": [{"a": 1}]})", FilterGrammar::Before6), std::string());
        QCOMPARE(problem(R"({"$or": [{"a": 1}]})", FilterGrammar::Before6), std::string("$or"));
        QCOMPARE(problem(R"({"a": {"$in": [1]}})", FilterGrammar::Before6), std::string("$in"));
        QCOMPARE(problem(R"({"$and": [{"$and": [{"a": 1}]}]})", FilterGrammar::Before6),
                 std::string("$and"));
    }

    void pathsInBranchesAreVisited()
    {
        const auto filter = bson::fromJson(R"({"m.a": 1, "$or": [{"m.b": 2}, {"x": 3}]})");
        std::vector<std::string> seen;
        QVERIFY(ttl::everyFilterPath(*filter, [&](std::string_view path) {
            seen.emplace_back(path);
            return true;
        }));
        QCOMPARE(seen, (std::vector<std::string>{"m.a", "m.b", "x"}));
        QVERIFY(!ttl::everyFilterPath(*filter, [](std::string_view path) { return path != "x"; }));
    }
};

SANDGLASS_TEST(TestPartialFilter)
} // namespace tst_ttl_partial_filter

#include "tst_ttl_partial_filter.moc"
