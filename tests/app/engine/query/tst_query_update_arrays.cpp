// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/engine/query/update.h"
#include "tests/support/test_program.h"

#include <QTest>

#include "from_text.h"

namespace tst_query_update_arrays {

using namespace sandglass;
using namespace sandglass::engine::query;
using namespace sandglass::engine::query::test;

class QueryUpdateArraysTest : public QObject
{
    Q_OBJECT

private slots:
    void arrayOperatorsGiveTheArrayMongoDbGives_data();
    void arrayOperatorsGiveTheArrayMongoDbGives();
    void positionalPathsReachTheirElements_data();
    void positionalPathsReachTheirElements();
    void overlapsOfPositionalPathsAreFoundWhenApplied();
};

namespace {

struct Row
{
    const char* update;
    const char* before; // field a of the document; empty for none
    const char* after;
};

constexpr Row kRows[] = {
    {"{'$push':{'a':1}}", "", "[1]"},
    {"{'$push':{'a':1}}", "[0]", "[0,1]"},
    {"{'$push':{'a':[1]}}", "[0]", "[0,[1]]"},
    {"{'$push':{'a':{'$each':[1,2]}}}", "[0]", "[0,1,2]"},
    {"{'$push':{'a':{'$each':[1,2],'$position':0}}}", "[0]", "[1,2,0]"},
    {"{'$push':{'a':{'$each':[9],'$position':-1}}}", "[1,2]", "[1,9,2]"},
    {"{'$push':{'a':{'$each':[9],'$position':50}}}", "[1,2]", "[1,2,9]"},
    {"{'$push':{'a':{'$each':[3],'$slice':2}}}", "[1,2]", "[1,2]"},
    {"{'$push':{'a':{'$each':[3],'$slice':-2}}}", "[1,2]", "[2,3]"},
    {"{'$push':{'a':{'$each':[3],'$slice':0}}}", "[1,2]", "[]"},
    {"{'$push':{'a':{'$each':[2],'$sort':1}}}", "[3,1]", "[1,2,3]"},
    {"{'$push':{'a':{'$each':[2],'$sort':-1,'$slice':2}}}", "[3,1]", "[3,2]"},
    {"{'$push':{'a':{'$each':[{'x':2}],'$sort':{'x':1}}}}", "[{'x':3},{'x':1}]",
     "[{'x':1},{'x':2},{'x':3}]"},
    {"{'$push':{'a':{'$each':[],'$sort':{'x':1}}}}", "[{'x':[3,1]},{'x':2},{'x':[0]},{}]",
     "[{},{'x':2},{'x':[0]},{'x':[3,1]}]"},
    {"{'$push':{'a':{'$each':[],'$sort':{'x':-1}}}}", "[{'x':2},{'x':[1]},{'x':'s'}]",
     "[{'x':[1]},{'x':'s'},{'x':2}]"},
    {"{'$push':{'a':{'$each':[],'$sort':{'x.y':1}}}}", "[{'x':{'y':1}},{'x':[{'y':5}]}]",
     "[{'x':[{'y':5}]},{'x':{'y':1}}]"},
    {"{'$push':{'a':{'$each':[],'$sort':{'x.0':-1}}}}", "[{'x':[1,9]},{'x':[2]}]",
     "[{'x':[2]},{'x':[1,9]}]"},
    {"{'$push':{'a':{'$each':[],'$sort':{'0':1}}}}", "[{'0':1},[5],[4]]", "[[5],[4],{'0':1}]"},
    {"{'$addToSet':{'a':1}}", "", "[1]"},
    {"{'$addToSet':{'a':1.0}}", "[1]", "[1]"},
    {"{'$addToSet':{'a':2}}", "[1]", "[1,2]"},
    {"{'$addToSet':{'a':{'$each':[2,2,1]}}}", "[1]", "[1,2]"},
    {"{'$addToSet':{'a':{'x':1}}}", "[{'x':1}]", "[{'x':1}]"},
    {"{'$pull':{'a':1}}", "[1,2,1]", "[2]"},
    {"{'$pull':{'a':{'$gte':2}}}", "[1,2,3]", "[1]"},
    {"{'$pull':{'a':{'$in':[1,3]}}}", "[1,2,3]", "[2]"},
    {"{'$pull':{'a':{'x':1}}}", "[{'x':1,'y':2},{'x':2},5]", "[{'x':2},5]"},
    {"{'$pull':{'a':{'x':{'$gt':1}}}}", "[{'x':1},{'x':2}]", "[{'x':1}]"},
    {"{'$pull':{'a':{'$regularExpression':{'pattern':'^x','options':''}}}}", "['xa','b']", "['b']"},
    {"{'$pull':{'a':[1]}}", "[[1],1]", "[1]"},
    {"{'$pullAll':{'a':[1,3]}}", "[1,2,3,1]", "[2]"},
    {"{'$pop':{'a':1}}", "[1,2]", "[1]"},
    {"{'$pop':{'a':-1}}", "[1,2]", "[2]"},
    {"{'$pop':{'a':1}}", "[]", "[]"},
    {"{'$pop':{'a':1}}", "", ""},
    {"{'$pull':{'a':1}}", "", ""},
};

bson::Document around(const std::string& array)
{
    return doc(array.empty() ? "{'_id':1}" : "{'_id':1,'a':" + array + "}");
}

} // namespace

void QueryUpdateArraysTest::arrayOperatorsGiveTheArrayMongoDbGives_data()
{
    QTest::addColumn<QByteArray>("update");
    QTest::addColumn<QByteArray>("before");
    QTest::addColumn<QByteArray>("after");
    for (const Row& row : kRows) {
        QTest::addRow("%s on %s", row.update, row.before)
            << QByteArray(row.update) << QByteArray(row.before) << QByteArray(row.after);
    }
}

void QueryUpdateArraysTest::arrayOperatorsGiveTheArrayMongoDbGives()
{
    QFETCH(const QByteArray, update);
    QFETCH(const QByteArray, before);
    QFETCH(const QByteArray, after);
    const auto parsed = Update::parse(val(update.toStdString()), {}, context());
    QVERIFY2(parsed.has_value(), parsed ? "" : parsed.error().message.c_str());
    const bson::Document document = around(before.toStdString());
    const auto updated = parsed->apply({document, std::nullopt, false});
    QVERIFY2(updated.has_value(), updated ? "" : updated.error().message.c_str());
    QCOMPARE(text(*updated), text(around(after.toStdString())));
}

void QueryUpdateArraysTest::positionalPathsReachTheirElements_data()
{
    QTest::addColumn<QByteArray>("update");
    QTest::addColumn<QByteArray>("filters");
    QTest::addColumn<QByteArray>("before");
    QTest::addColumn<QByteArray>("after");
    const auto row
        = [](const char* update, const char* filters, const char* before, const char* after) {
              QTest::addRow("%s %s", update, filters) << QByteArray(update) << QByteArray(filters)
                                                      << QByteArray(before) << QByteArray(after);
          };
    // The query is taken to have matched element 1.
    row("{'$set':{'a.$':9}}", "[]", "[1,2,3]", "[1,9,3]");
    row("{'$set':{'a.$.x':9}}", "[]", "[{},{'x':1}]", "[{},{'x':9}]");
    row("{'$unset':{'a.$':1}}", "[]", "[1,2,3]", "[1,null,3]");
    row("{'$inc':{'a.$[]':1}}", "[]", "[1,2,3]", "[2,3,4]");
    row("{'$set':{'a.$[].x':1}}", "[]", "[{},{'x':0}]", "[{'x':1},{'x':1}]");
    row("{'$set':{'a.$[e]':0}}", "[{'e':{'$gte':2}}]", "[1,2,3]", "[1,0,0]");
    row("{'$set':{'a.$[e].y':0}}", "[{'e.x':1}]", "[{'x':1},{'x':2}]", "[{'x':1,'y':0},{'x':2}]");
    row("{'$set':{'a.$[e].b.$[f]':0}}", "[{'e.x':1},{'f':2}]", "[{'x':1,'b':[1,2]},{'b':[2]}]",
        "[{'x':1,'b':[1,0]},{'b':[2]}]");
    row("{'$set':{'a.$[e]':0}}", "[{'$or':[{'e':1},{'e':3}]}]", "[1,2,3]", "[0,2,0]");
}

void QueryUpdateArraysTest::positionalPathsReachTheirElements()
{
    QFETCH(const QByteArray, update);
    QFETCH(const QByteArray, filters);
    QFETCH(const QByteArray, before);
    QFETCH(const QByteArray, after);
    const auto parsed
        = Update::parse(val(update.toStdString()), val(filters.toStdString()), context());
    QVERIFY2(parsed.has_value(), parsed ? "" : parsed.error().message.c_str());
    const bson::Document document = around(before.toStdString());
    const auto updated = parsed->apply({document, 1, false});
    QVERIFY2(updated.has_value(), updated ? "" : updated.error().message.c_str());
    QCOMPARE(text(*updated), text(around(after.toStdString())));
}

void QueryUpdateArraysTest::overlapsOfPositionalPathsAreFoundWhenApplied()
{
    const auto parsed = Update::parse(val("{'$set':{'a.0':1,'a.$[]':2}}"), {}, context());
    QVERIFY(parsed.has_value());
    const bson::Document document = around("[5,6]");
    const auto updated = parsed->apply({document, std::nullopt, false});
    QVERIFY(!updated.has_value());
    QCOMPARE(updated.error().serverCode, 40);
}

SANDGLASS_TEST(QueryUpdateArraysTest)

} // namespace tst_query_update_arrays

#include "tst_query_update_arrays.moc"
