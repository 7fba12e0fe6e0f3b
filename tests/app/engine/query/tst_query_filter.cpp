// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/engine/query/filter.h"
#include "tests/support/test_program.h"

#include <QTest>

#include "from_text.h"

namespace tst_query_filter {

using namespace sandglass;
using namespace sandglass::engine::query;
using namespace sandglass::engine::query::test;

class QueryFilterTest : public QObject
{
    Q_OBJECT

private slots:
    void filterMatchesWhatMongoDbMatches_data();
    void filterMatchesWhatMongoDbMatches();
    void positionOfTheMatchingElementIsReported_data();
    void positionOfTheMatchingElementIsReported();
    void emptyFilterMatchesAll();
    void hostilePatternEndsAsNoMatch();
};

namespace {

struct Row
{
    const char* filter;
    const char* document;
    bool matches;
};

constexpr Row kEquality[] = {
    {"{'a':1}", "{'a':1}", true},
    {"{'a':1}", "{'a':1.0}", true},
    {"{'a':1}", "{'a':{'$numberDecimal':'1.00'}}", true},
    {"{'a':1}", "{'a':'1'}", false},
    {"{'a':1}", "{'a':[3,1]}", true},
    {"{'a':1}", "{'a':[[1]]}", false},
    {"{'a':[1]}", "{'a':[[1]]}", true},
    {"{'a':[1,2]}", "{'a':[1,2]}", true},
    {"{'a':[1,2]}", "{'a':[2,1]}", false},
    {"{'a':null}", "{'b':1}", true},
    {"{'a':null}", "{'a':null}", true},
    {"{'a':null}", "{'a':[1,null]}", true},
    {"{'a':null}", "{'a':[]}", false},
    {"{'a':null}", "{'a':0}", false},
    {"{'a.b':null}", "{'a':5}", true},
    {"{'a.b':null}", "{'a':[1,2]}", false},
    {"{'a.b':null}", "{'a':[]}", false},
    {"{'a.b':null}", "{'a':[{'c':1}]}", true},
    {"{'a':{'b':1}}", "{'a':{'b':1}}", true},
    {"{'a':{'b':1}}", "{'a':{'b':1,'c':2}}", false},
    {"{'a':{'b':1,'c':2}}", "{'a':{'c':2,'b':1}}", false},
    {"{'a':{'$eq':{'$gt':1}}}", "{'a':2}", false},
    {"{'a':{'$ne':1}}", "{'a':[1,2]}", false},
    {"{'a':{'$ne':1}}", "{}", true},
    {"{'a':{'$ne':null}}", "{}", false},
    {"{'a':{'$eq':{'$minKey':1}}}", "{'a':1}", false},
    {"{'a':{'$ref':'c','$id':1}}", "{'a':{'$ref':'c','$id':1}}", true},
    {"{'$comment':'x','a':1}", "{'a':1}", true},
};

constexpr Row kPaths[] = {
    {"{'a.b':1}", "{'a':{'b':1}}", true},
    {"{'a.b':1}", "{'a':[{'b':2},{'b':1}]}", true},
    {"{'a.b':1}", "{'a':[[{'b':1}]]}", false},
    {"{'a.0':1}", "{'a':[1,2]}", true},
    {"{'a.1':1}", "{'a':[1,2]}", false},
    {"{'a.0.b':1}", "{'a':[{'b':1}]}", true},
    {"{'a.0.b':1}", "{'a':[{'b':2},{'b':1}]}", false},
    {"{'a.0':1}", "{'a':{'0':1}}", true},
    {"{'a.0':1}", "{'a':[{'0':1}]}", true},
    {"{'a.0.0':1}", "{'a':[[1]]}", true},
    {"{'a.00':1}", "{'a':[1]}", false},
    {"{'a.b.c':1}", "{'a':[{'b':[{'c':1}]}]}", true},
};

constexpr Row kComparison[] = {
    {"{'a':{'$gt':5}}", "{'a':6}", true},
    {"{'a':{'$gt':5}}", "{'a':'6'}", false},
    {"{'a':{'$gt':5}}", "{'a':[1,6]}", true},
    {"{'a':{'$gte':5,'$lt':7}}", "{'a':[1,9]}", true},
    {"{'a':{'$gte':5,'$lt':7}}", "{'a':8}", false},
    {"{'a':{'$lt':5}}", "{}", false},
    {"{'a':{'$lt':5}}", "{'a':null}", false},
    {"{'a':{'$lte':null}}", "{}", true},
    {"{'a':{'$gte':null}}", "{'a':null}", true},
    {"{'a':{'$gt':null}}", "{'a':null}", false},
    {"{'a':{'$lte':null}}", "{'a':-1}", false},
    {"{'a':{'$lte':{'$date':1000}}}", "{'a':{'$date':1000}}", true},
    {"{'a':{'$lte':{'$date':1000}}}", "{'a':{'$date':1001}}", false},
    {"{'a':{'$lte':{'$date':1000}}}", "{'a':1}", false},
    {"{'a':{'$lte':{'$date':1000}}}", "{'a':null}", false},
    {"{'a':{'$lte':{'$date':1000}}}", "{}", false},
    {"{'a':{'$lte':{'$date':1000}}}", "{'a':{'$timestamp':{'t':0,'i':1}}}", false},
    {"{'a':{'$lte':{'$date':1000}}}", "{'a':[{'$date':2000},{'$date':500}]}", true},
    {"{'a':{'$lt':5}}", "{'a':{'$numberDouble':'NaN'}}", false},
    {"{'a':{'$lte':{'$numberDouble':'NaN'}}}", "{'a':{'$numberDouble':'NaN'}}", true},
    {"{'a':{'$lt':{'$numberDouble':'NaN'}}}", "{'a':{'$numberDouble':'NaN'}}", false},
    {"{'a':{'$gte':{'$numberDouble':'NaN'}}}", "{'a':5}", false},
    {"{'a':{'$numberDouble':'NaN'}}", "{'a':{'$numberDecimal':'NaN'}}", true},
    {"{'a':{'$gt':{'$minKey':1}}}", "{'a':'x'}", true},
    {"{'a':{'$lt':{'$maxKey':1}}}", "{'a':'x'}", true},
    {"{'a':{'$lt':{'$minKey':1}}}", "{'a':'x'}", false},
    {"{'a':{'$gte':{'$maxKey':1}}}", "{'a':{'$maxKey':1}}", true},
    {"{'a':{'$gt':{'b':1}}}", "{'a':{'b':2}}", true},
    {"{'a':{'$gte':[1]}}", "{'a':[2]}", true},
    {"{'a':{'$gt':false}}", "{'a':true}", true},
    {"{'a':{'$gt':false}}", "{'a':1}", false},
};

constexpr Row kSets[] = {
    {"{'a':{'$in':[1,2]}}", "{'a':2.0}", true},
    {"{'a':{'$in':[1,2]}}", "{'a':[5,2]}", true},
    {"{'a':{'$in':[]}}", "{'a':1}", false},
    {"{'a':{'$in':[null]}}", "{}", true},
    {"{'a':{'$in':[1]}}", "{}", false},
    {"{'a':{'$in':[[1,2]]}}", "{'a':[1,2]}", true},
    {"{'a':{'$in':[{'$regularExpression':{'pattern':'^x','options':''}}]}}", "{'a':'xy'}", true},
    {"{'a':{'$in':[{'$regularExpression':{'pattern':'^x','options':''}}]}}", "{'a':'yx'}", false},
    {"{'a':{'$nin':[1,2]}}", "{'a':[5,2]}", false},
    {"{'a':{'$nin':[1,2]}}", "{}", true},
    {"{'a':{'$all':[1,2]}}", "{'a':[2,3,1]}", true},
    {"{'a':{'$all':[1,2]}}", "{'a':[2]}", false},
    {"{'a':{'$all':[1]}}", "{'a':1}", true},
    {"{'a':{'$all':[]}}", "{'a':[]}", false},
    {"{'a':{'$all':[[1,2]]}}", "{'a':[1,2]}", true},
    {"{'a':{'$all':[{'$elemMatch':{'x':1}},{'$elemMatch':{'x':2}}]}}", "{'a':[{'x':1},{'x':2}]}",
     true},
    {"{'a':{'$all':[{'$elemMatch':{'x':1}},{'$elemMatch':{'x':3}}]}}", "{'a':[{'x':1},{'x':2}]}",
     false},
};

constexpr Row kElement[] = {
    {"{'a':{'$exists':true}}", "{'a':null}", true},
    {"{'a':{'$exists':1}}", "{}", false},
    {"{'a':{'$exists':false}}", "{}", true},
    {"{'a':{'$exists':true}}", "{'a':[]}", true},
    {"{'a.b':{'$exists':true}}", "{'a':[{'c':1},{'b':1}]}", true},
    {"{'a.b':{'$exists':false}}", "{'a':[1]}", true},
    {"{'a':{'$type':'string'}}", "{'a':'x'}", true},
    {"{'a':{'$type':2}}", "{'a':['x']}", true},
    {"{'a':{'$type':'array'}}", "{'a':[]}", true},
    {"{'a':{'$type':'array'}}", "{'a':1}", false},
    {"{'a':{'$type':'number'}}", "{'a':{'$numberDecimal':'1'}}", true},
    {"{'a':{'$type':['date','null']}}", "{'a':null}", true},
    {"{'a':{'$type':'null'}}", "{}", false},
    {"{'a':{'$type':-1}}", "{'a':{'$minKey':1}}", true},
    {"{'a':{'$size':2}}", "{'a':[1,2]}", true},
    {"{'a':{'$size':2.0}}", "{'a':[1]}", false},
    {"{'a':{'$size':0}}", "{}", false},
    {"{'a':{'$size':1}}", "{'a':[[1,2]]}", true},
    {"{'a':{'$mod':[4,1]}}", "{'a':5}", true},
    {"{'a':{'$mod':[4,0]}}", "{'a':8.9}", true},
    {"{'a':{'$mod':[4,-1]}}", "{'a':-5}", true},
    {"{'a':{'$mod':[4,1]}}", "{'a':'5'}", false},
    {"{'a':{'$mod':[-1,0]}}", "{'a':{'$numberLong':'-9223372036854775808'}}", true},
    {"{'a':{'$mod':[2,1]}}", "{'a':{'$numberDouble':'Infinity'}}", false},
    {"{'a':{'$mod':[{'$numberLong':'9223372036854775807'},0]}}",
     "{'a':{'$numberLong':'9223372036854775807'}}", true},
    {"{'a':{'$bitsAllSet':[0,2]}}", "{'a':5}", true},
    {"{'a':{'$bitsAllSet':5}}", "{'a':4}", false},
    {"{'a':{'$bitsAnySet':5}}", "{'a':4}", true},
    {"{'a':{'$bitsAllClear':[1,3]}}", "{'a':5}", true},
    {"{'a':{'$bitsAnyClear':[0,1]}}", "{'a':5}", true},
    {"{'a':{'$bitsAllSet':[200]}}", "{'a':-1}", true},
    {"{'a':{'$bitsAllSet':[200]}}", "{'a':1.5}", false},
    {"{'a':{'$bitsAllSet':{'$binary':{'base64':'BQ==','subType':'00'}}}}",
     "{'a':{'$binary':{'base64':'Bw==','subType':'00'}}}", true},
};

constexpr Row kRegex[] = {
    {"{'a':{'$regex':'^ab'}}", "{'a':'abc'}", true},
    {"{'a':{'$regex':'^AB','$options':'i'}}", "{'a':'abc'}", true},
    {"{'a':{'$options':'i','$regex':'^AB'}}", "{'a':['x','abc']}", true},
    {"{'a':{'$regex':'^ab'}}", "{'a':5}", false},
    {"{'a':{'$regularExpression':{'pattern':'b$','options':'m'}}}", "{'a':'b\\nc'}", true},
    {"{'a':{'$regularExpression':{'pattern':'a.b','options':'s'}}}", "{'a':'a\\nb'}", true},
    {"{'a':{'$regularExpression':{'pattern':'x','options':'i'}}}",
     "{'a':{'$regularExpression':{'pattern':'x','options':'i'}}}", true},
    {"{'a':{'$not':{'$regularExpression':{'pattern':'x','options':''}}}}", "{'a':'y'}", true},
    {"{'a':{'$regex':'^.$'}}", "{'a':'\u00e4'}", true},
};

constexpr Row kLogic[] = {
    {"{'$and':[{'a':1},{'b':2}]}", "{'a':1,'b':2}", true},
    {"{'$or':[{'a':1},{'b':2}]}", "{'a':0,'b':2}", true},
    {"{'$nor':[{'a':1},{'b':2}]}", "{'a':0,'b':0}", true},
    {"{'$nor':[{'a':1},{'b':2}]}", "{'a':1}", false},
    {"{'$or':[{}]}", "{'a':1}", true},
    {"{'a':{'$not':{'$gt':5}}}", "{}", true},
    {"{'a':{'$not':{'$gt':1,'$lt':5}}}", "{'a':3}", false},
    {"{'a':{'$not':{'$gt':1,'$lt':5}}}", "{'a':7}", true},
    {"{'a':{'$elemMatch':{'$gt':1,'$lt':5}}}", "{'a':[0,3]}", true},
    {"{'a':{'$elemMatch':{'$gt':1,'$lt':5}}}", "{'a':[0,9]}", false},
    {"{'a':{'$elemMatch':{'$gt':1}}}", "{'a':3}", false},
    {"{'a':{'$elemMatch':{'x':1,'y':2}}}", "{'a':[{'x':1},{'y':2}]}", false},
    {"{'a':{'$elemMatch':{'x':1,'y':2}}}", "{'a':[{'x':1,'y':2}]}", true},
    {"{'a':{'$elemMatch':{'$or':[{'x':1},{'x':2}]}}}", "{'a':[{'x':2}]}", true},
    {"{'a':{'$elemMatch':{'$not':{'$gt':1}}}}", "{'a':[5,0]}", true},
    {"{'a':{'$elemMatch':{'$in':[4]}}}", "{'a':[5,4]}", true},
    {"{'a':{'$elemMatch':{}}}", "{'a':[1]}", false},
    {"{'a':{'$elemMatch':{}}}", "{'a':[{}]}", true},
    {"{'$expr':{'$gt':['$a','$b']}}", "{'a':2,'b':1}", true},
    {"{'$expr':{'$gt':['$a','$b']}}", "{'a':1,'b':1}", false},
    {"{'$alwaysFalse':1}", "{}", false},
};

template <std::size_t N>
void addRows(const Row (&rows)[N])
{
    for (const Row& row : rows) {
        QTest::addRow("%s on %s", row.filter, row.document)
            << QByteArray(row.filter) << QByteArray(row.document) << row.matches;
    }
}

} // namespace

void QueryFilterTest::filterMatchesWhatMongoDbMatches_data()
{
    QTest::addColumn<QByteArray>("filter");
    QTest::addColumn<QByteArray>("document");
    QTest::addColumn<bool>("matches");
    addRows(kEquality);
    addRows(kPaths);
    addRows(kComparison);
    addRows(kSets);
    addRows(kElement);
    addRows(kRegex);
    addRows(kLogic);
}

void QueryFilterTest::filterMatchesWhatMongoDbMatches()
{
    QFETCH(const QByteArray, filter);
    QFETCH(const QByteArray, document);
    QFETCH(const bool, matches);
    const auto parsed = Filter::parse(doc(filter.toStdString()), context());
    QVERIFY2(parsed.has_value(), parsed ? "" : parsed.error().message.c_str());
    const auto matched = parsed->evaluate(doc(document.toStdString()));
    QVERIFY2(matched.has_value(), matched ? "" : matched.error().message.c_str());
    QCOMPARE(*matched, matches);
}

void QueryFilterTest::positionOfTheMatchingElementIsReported_data()
{
    QTest::addColumn<QByteArray>("filter");
    QTest::addColumn<QByteArray>("document");
    QTest::addColumn<int>("position");
    const auto row = [](const char* filter, const char* document, int position) {
        QTest::addRow("%s on %s", filter, document)
            << QByteArray(filter) << QByteArray(document) << position;
    };
    row("{'a':3}", "{'a':[1,2,3]}", 2);
    row("{'a':3}", "{'a':3}", -1);
    row("{'a.b':2}", "{'a':[{'b':1},{'b':2}]}", 1);
    row("{'a.b':2}", "{'a':[{'b':[1]},{'b':[5,6,2]}]}", 1);
    row("{'a':{'$elemMatch':{'x':1}}}", "{'a':[{'x':0},{'x':1}]}", 1);
    row("{'a':{'$in':[9,8]}}", "{'a':[7,8]}", 1);
    row("{'x':1,'a':{'$gte':2}}", "{'x':1,'a':[1,2,3]}", 1);
    row("{'a':{'$ne':3}}", "{'a':[1]}", -1);
    row("{'a':3,'b':1}", "{'a':[3],'b':2}", -1);
}

void QueryFilterTest::positionOfTheMatchingElementIsReported()
{
    QFETCH(const QByteArray, filter);
    QFETCH(const QByteArray, document);
    QFETCH(const int, position);
    const auto parsed = Filter::parse(doc(filter.toStdString()), context());
    QVERIFY(parsed.has_value());
    std::optional<std::size_t> index = 77;
    QVERIFY(parsed->evaluate(doc(document.toStdString()), index).has_value());
    QCOMPARE(index ? static_cast<int>(*index) : -1, position);
}

void QueryFilterTest::emptyFilterMatchesAll()
{
    QVERIFY(Filter::parse(doc("{}"), context())->matchesAll());
    QVERIFY(Filter().matchesWithoutError(doc("{'a':1}")));
    QVERIFY(!Filter::parse(doc("{'a':1}"), context())->matchesAll());
}

void QueryFilterTest::hostilePatternEndsAsNoMatch()
{
    const auto parsed = Filter::parse(doc("{'a':{'$regex':'(a+)+$'}}"), context());
    QVERIFY(parsed.has_value());
    QVERIFY(!parsed->matchesWithoutError(doc("{'a':'" + std::string(40, 'a') + "b'}")));
}

SANDGLASS_TEST(QueryFilterTest)

} // namespace tst_query_filter

#include "tst_query_filter.moc"
