// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/engine/query/filter.h"
#include "tests/support/test_program.h"

#include <QTest>

#include "from_text.h"

namespace tst_query_filter_errors {

using namespace sandglass;
using namespace sandglass::engine::query;
using namespace sandglass::engine::query::test;

class QueryFilterErrorsTest : public QObject
{
    Q_OBJECT

private slots:
    void wrongFilterGetsMongoDbsError_data();
    void wrongFilterGetsMongoDbsError();
    void tooDeepFilterIsRefused();
    void partialFilterGrammarIsChecked_data();
    void partialFilterGrammarIsChecked();
    void aFailingExpressionIsAnErrorAtEveryLevel_data();
    void aFailingExpressionIsAnErrorAtEveryLevel();
    void aPatternThatIsGivenUpIsAnErrorAtEveryLevel_data();
    void aPatternThatIsGivenUpIsAnErrorAtEveryLevel();
    void aFailedPatternIsForgottenByTheNextDocument();
    void anExpressionIsNotEvaluatedWhereAnotherConditionDecides_data();
    void anExpressionIsNotEvaluatedWhereAnotherConditionDecides();
};

namespace {

struct Row
{
    const char* filter;
    int code;
    const char* words;
};

constexpr Row kErrors[] = {
    {"{'a':{'$foo':1}}", 2, "unknown operator: $foo"},
    {"{'a':{'$gt':1,'b':2}}", 2, "unknown operator: b"},
    {"{'$foo':1}", 2, "unknown top level operator: $foo. If you have"},
    {"{'$and':1}", 2, "$and must be an array"},
    {"{'$or':[]}", 2, "$and/$or/$nor must be a nonempty array"},
    {"{'$nor':[1]}", 2, "$or/$and/$nor entries need to be full objects"},
    {"{'a':{'$in':1}}", 2, "$in needs an array"},
    {"{'a':{'$nin':1}}", 2, "$nin needs an array"},
    {"{'a':{'$in':[{'$gt':1}]}}", 2, "cannot nest $ under $in"},
    {"{'a':{'$not':1}}", 2, "$not needs a regex or a document"},
    {"{'a':{'$not':{}}}", 2, "$not cannot be empty"},
    {"{'a':{'$elemMatch':1}}", 2, "$elemMatch needs an Object"},
    {"{'a':{'$elemMatch':{'$expr':true}}}", 2, "$expr can only be applied to the top-level"},
    {"{'a':{'$all':1}}", 2, "$all needs an array"},
    {"{'$alwaysTrue':2}", 9, "$alwaysTrue must be an integer value of 1"},
    {"{'$alwaysFalse':'x'}", 9, "$alwaysFalse must be an integer value of 1"},
    {"{'a':{'$regex':{'$regularExpression':{'pattern':'a','options':'i'}},'$options':'m'}}", 51075,
     "options set in both"},
    {"{'a':{'$options':'m','$regex':{'$regularExpression':{'pattern':'a','options':'i'}}}}", 51074,
     "options set in both"},
    {"{'a':{'$all':[{'$gt':1}]}}", 2, "no $ expressions in $all"},
    {"{'a':{'$all':[{'$elemMatch':{'b':1}},2]}}", 2, "$all/$elemMatch has to be consistent"},
    {"{'a':{'$size':-1}}", 2, "Failed to parse $size. Expected a non-negative number"},
    {"{'a':{'$size':'x'}}", 2, "Failed to parse $size. Expected a number"},
    {"{'a':{'$size':1.5}}", 2, "Failed to parse $size. Expected an integer"},
    {"{'a':{'$mod':1}}", 2, "malformed mod"},
    {"{'a':{'$mod':[1]}}", 2, "malformed mod, not enough elements"},
    {"{'a':{'$mod':[1,2,3]}}", 2, "malformed mod, too many elements"},
    {"{'a':{'$mod':[0,1]}}", 2, "divisor cannot be 0"},
    {"{'a':{'$mod':['x',1]}}", 2, "malformed mod, divisor not a number"},
    {"{'a':{'$mod':[1e30,1]}}", 2, "Out of bounds coercing to integral value"},
    {"{'a':{'$mod':[1,{'$numberDouble':'NaN'}]}}", 2, "Unable to coerce NaN/Inf"},
    {"{'a':{'$type':'foo'}}", 2, "Unknown type name alias: foo"},
    {"{'a':{'$type':'missing'}}", 2, "Unknown type name alias: missing"},
    {"{'a':{'$type':77}}", 2, "Invalid numerical type code: 77"},
    {"{'a':{'$type':[]}}", 9, "must match at least one type"},
    {"{'a':{'$type':{}}}", 14, "type must be represented as a number or a string"},
    {"{'a':{'$regex':1}}", 2, "$regex has to be a string"},
    {"{'a':{'$regex':'x','$options':1}}", 2, "$options has to be a string"},
    {"{'a':{'$options':'i'}}", 2, "$options needs a $regex"},
    {"{'a':{'$regex':'('}}", 51091, "Regular expression is invalid: missing"},
    {"{'a':{'$regex':'x','$options':'q'}}", 51108, "invalid flag in regex options: q"},
    {"{'a':{'$regex':{'$regularExpression':{'pattern':'x','options':'i'}},'$options':'i'}}", 51075,
     "options set in both $regex and $options"},
    {"{'a':{'$gt':{'$regularExpression':{'pattern':'x','options':''}}}}", 2,
     "Can't have RegEx as arg to predicate over field 'a'."},
    {"{'a':{'$ne':{'$regularExpression':{'pattern':'x','options':''}}}}", 2,
     "Can't have regex as arg to $ne."},
    {"{'a':{'$undefined':true}}", 2, "cannot compare to undefined"},
    {"{'a':{'$bitsAllSet':-1}}", 9, "Expected a non-negative number"},
    {"{'a':{'$bitsAllSet':'x'}}", 2, "$bitsAllSet takes an Array, a number, or a BinData"},
    {"{'$where':'1'}", 2, "$where"},
    {"{'$text':{'$search':'x'}}", 27, "text index required for $text query"},
    {"{'$jsonSchema':1}", 14, "$jsonSchema must be an object"},
    {"{'a':{'$near':[1,2]}}", 291, "unable to find index for $geoNear query"},
    {"{'$expr':{'$foo':1}}", 168, "Unrecognized expression '$foo'"},
};

constexpr Row kPartial[] = {
    {"{'a':1}", 0, ""},
    {"{'a':{'$gt':1},'b':{'$exists':true}}", 0, ""},
    {"{'$and':[{'a':{'$in':[1,2]}},{'b':{'$type':'string'}}]}", 0, ""},
    {"{'$or':[{'a':1},{'b':{'$lte':2}}]}", 0, ""},
    {"{'a':{'$exists':false}}", 67, "Expression not supported in partial index: $not"},
    {"{'a':{'$ne':1}}", 67, "Expression not supported in partial index: $not\n    a $eq 1\n"},
    {"{'a':{'$nin':[1]}}", 67, "Expression not supported in partial index"},
    {"{'$nor':[{'a':1}]}", 67, "Expression not supported in partial index: $nor"},
    {"{'a':{'$regex':'x'}}", 67, "Expression not supported in partial index: a $regex /x/"},
    {"{'a':{'$size':1}}", 67, "Expression not supported in partial index"},
    {"{'a':{'$mod':[2,1]}}", 67, "Expression not supported in partial index"},
    {"{'a':{'$elemMatch':{'b':1}}}", 67, "Expression not supported in partial index"},
    {"{'$expr':{'$gt':['$a',1]}}", 224, "$expr is not allowed in this context"},
    {"{'$where':'1'}", 2, "$where"},
    {"{'$text':{'$search':'x'}}", 2, "$text is not allowed in this context"},
    {"{'$and':[]}", 2, "nonempty array"},
};

template <std::size_t N>
void addRows(const Row (&rows)[N])
{
    QTest::addColumn<QByteArray>("filter");
    QTest::addColumn<int>("code");
    QTest::addColumn<QByteArray>("words");
    for (const Row& row : rows) {
        QTest::addRow("%s", row.filter)
            << QByteArray(row.filter) << row.code << QByteArray(row.words);
    }
}

} // namespace

void QueryFilterErrorsTest::wrongFilterGetsMongoDbsError_data()
{
    addRows(kErrors);
}

void QueryFilterErrorsTest::wrongFilterGetsMongoDbsError()
{
    QFETCH(const QByteArray, filter);
    QFETCH(const int, code);
    QFETCH(const QByteArray, words);
    const auto parsed = Filter::parse(doc(filter.toStdString()), context());
    QVERIFY(!parsed.has_value());
    QCOMPARE(parsed.error().serverCode, code);
    QVERIFY2(QByteArray::fromStdString(parsed.error().message).contains(words),
             parsed.error().message.c_str());
}

void QueryFilterErrorsTest::aFailingExpressionIsAnErrorAtEveryLevel_data()
{
    QTest::addColumn<QByteArray>("filter");
    for (const char* filter :
         {"{'$expr':{'$divide':[1,'$a']}}", "{'$nor':[{'$expr':{'$divide':[1,'$a']}}]}",
          "{'$or':[{'$expr':{'$divide':[1,'$a']}}]}",
          "{'$and':[{'b':1},{'$nor':[{'b':2},{'$expr':{'$divide':[1,'$a']}}]}]}",
          "{'$nor':[{'$and':[{'b':1},{'$expr':{'$divide':[1,'$a']}}]}]}",
          "{'$nor':[{'$nor':[{'$expr':{'$divide':[1,'$a']}}]}]}"}) {
        QTest::newRow(filter) << QByteArray(filter);
    }
}

void QueryFilterErrorsTest::aFailingExpressionIsAnErrorAtEveryLevel()
{
    QFETCH(const QByteArray, filter);
    const auto parsed = Filter::parse(doc(filter.toStdString()), context());
    QVERIFY(parsed.has_value());
    const bson::Document document = doc("{'a':0,'b':1}");
    const auto matched = parsed->evaluate(document);
    QVERIFY(!matched.has_value());
    QCOMPARE(matched.error().serverCode, 2);
    QCOMPARE(matched.error().message.c_str(), "can't $divide by zero");
    std::optional<std::size_t> arrayIndex = 5;
    QVERIFY(!parsed->evaluate(document, arrayIndex).has_value());
    QVERIFY(!arrayIndex.has_value());
    // TTL passes and partial indexes have nobody to tell: the document is left alone
    QVERIFY(!parsed->matchesWithoutError(document));
}

void QueryFilterErrorsTest::aPatternThatIsGivenUpIsAnErrorAtEveryLevel_data()
{
    QTest::addColumn<QByteArray>("filter");
    for (const char* filter :
         {"{'a':{'$regex':'(a+)+$'}}", "{'a':{'$not':{'$regex':'(a+)+$'}}}",
          "{'$nor':[{'a':{'$regex':'(a+)+$'}}]}", "{'$or':[{'a':{'$regex':'(a+)+$'}},{'b':1}]}",
          "{'a':{'$in':[1,{'$regularExpression':{'pattern':'(a+)+$','options':''}}]}}",
          "{'a':{'$nin':[{'$regularExpression':{'pattern':'(a+)+$','options':''}}]}}",
          "{'list':{'$not':{'$regex':'(a+)+$'}}}", "{'in.a':{'$not':{'$regex':'(a+)+$'}}}",
          "{'list':{'$not':{'$elemMatch':{'$regex':'(a+)+$'}}}}",
          "{'list':{'$elemMatch':{'$not':{'$regex':'(a+)+$'},'$gt':'a'}}}",
          "{'in':{'$elemMatch':{'a':{'$not':{'$regex':'(a+)+$'}}}}}",
          "{'list':{'$not':{'$all':[{'$regularExpression':{'pattern':'(a+)+$','options':''}}]}}}",
          "{'$nor':[{'$jsonSchema':{'properties':{'a':{'pattern':'(a+)+$'}}}}]}",
          "{'$jsonSchema':{'properties':{'a':{'not':{'pattern':'(a+)+$'}}}}}",
          "{'$nor':[{'$expr':{'$regexMatch':{'input':'$a','regex':'(a+)+$'}}}]}"}) {
        QTest::newRow(filter) << QByteArray(filter);
    }
}

void QueryFilterErrorsTest::aPatternThatIsGivenUpIsAnErrorAtEveryLevel()
{
    QFETCH(const QByteArray, filter);
    const auto parsed = Filter::parse(doc(filter.toStdString()), context());
    QVERIFY2(parsed.has_value(), parsed ? "" : parsed.error().message.c_str());
    const std::string hostile = "'" + std::string(40, 'a') + "!'";
    const bson::Document document
        = doc("{'a':" + hostile + ",'b':1,'list':[" + hostile + "],'in':[{'a':" + hostile + "}]}");
    const auto matched = parsed->evaluate(document);
    QVERIFY(!matched.has_value());
    QCOMPARE(matched.error().serverCode, 51156);
    std::optional<std::size_t> arrayIndex = 5;
    QVERIFY(!parsed->evaluate(document, arrayIndex).has_value());
    QVERIFY(!arrayIndex.has_value());
    // TTL passes and partial indexes have nobody to tell: the document is left alone
    QVERIFY(!parsed->matchesWithoutError(document));
}

void QueryFilterErrorsTest::aFailedPatternIsForgottenByTheNextDocument()
{
    const auto parsed = Filter::parse(doc("{'a':{'$not':{'$regex':'(a+)+$'}}}"), context());
    QVERIFY(parsed.has_value());
    QVERIFY(!parsed->evaluate(doc("{'a':'" + std::string(40, 'a') + "!'}")).has_value());
    QVERIFY(parsed->evaluate(doc("{'a':'b'}")).value_or(false));
    QVERIFY(!parsed->evaluate(doc("{'a':'a'}")).value_or(true));
}

void QueryFilterErrorsTest::anExpressionIsNotEvaluatedWhereAnotherConditionDecides_data()
{
    QTest::addColumn<QByteArray>("filter");
    QTest::addColumn<bool>("matches");
    const auto row = [](const char* filter, bool matches) {
        QTest::newRow(filter) << QByteArray(filter) << matches;
    };
    row("{'$expr':{'$divide':[1,'$a']},'b':2}", false);
    row("{'$and':[{'$expr':{'$divide':[1,'$a']}},{'b':2}]}", false);
    row("{'$or':[{'$expr':{'$divide':[1,'$a']}},{'b':1}]}", true);
    row("{'$nor':[{'$expr':{'$divide':[1,'$a']}},{'b':1}]}", false);
    row("{'$expr':{'$cond':[{'$eq':['$a',0]},true,{'$divide':[1,'$a']}]}}", true);
}

void QueryFilterErrorsTest::anExpressionIsNotEvaluatedWhereAnotherConditionDecides()
{
    QFETCH(const QByteArray, filter);
    QFETCH(const bool, matches);
    const auto parsed = Filter::parse(doc(filter.toStdString()), context());
    QVERIFY(parsed.has_value());
    const auto matched = parsed->evaluate(doc("{'a':0,'b':1}"));
    QVERIFY2(matched.has_value(), matched ? "" : matched.error().message.c_str());
    QCOMPARE(*matched, matches);
}

void QueryFilterErrorsTest::tooDeepFilterIsRefused()
{
    std::string text = "{'a':1}";
    for (int i = 0; i < 60; ++i) { // two levels each
        text = "{'a':{'$elemMatch':" + text + "}}";
    }
    const auto parsed = Filter::parse(doc(text), context());
    QVERIFY(!parsed.has_value());
    QCOMPARE(parsed.error().serverCode, 2);
}

void QueryFilterErrorsTest::partialFilterGrammarIsChecked_data()
{
    addRows(kPartial);
}

void QueryFilterErrorsTest::partialFilterGrammarIsChecked()
{
    QFETCH(const QByteArray, filter);
    QFETCH(const int, code);
    QFETCH(const QByteArray, words);
    const auto checked = checkPartialFilter(doc(filter.toStdString()));
    QCOMPARE(checked ? 0 : checked.error().serverCode, code);
    if (!checked) {
        QVERIFY2(QByteArray::fromStdString(checked.error().message).contains(words),
                 checked.error().message.c_str());
    }
}

SANDGLASS_TEST(QueryFilterErrorsTest)

} // namespace tst_query_filter_errors

#include "tst_query_filter_errors.moc"
