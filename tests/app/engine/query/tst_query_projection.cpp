// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/engine/query/sort_projection.h"
#include "tests/support/test_program.h"

#include <QTest>

#include "from_text.h"

namespace tst_query_projection {

using namespace sandglass;
using namespace sandglass::engine::query;
using namespace sandglass::engine::query::test;

class QueryProjectionTest : public QObject
{
    Q_OBJECT

private slots:
    void projectionShowsWhatMongoDbShows_data();
    void projectionShowsWhatMongoDbShows();
    void positionalProjectionShowsTheMatchedElement();
    void elementThatCannotBeTestedIsAnError();
    void wrongProjectionGetsMongoDbsError_data();
    void wrongProjectionGetsMongoDbsError();
};

namespace {

struct Row
{
    const char* projection;
    const char* document;
    const char* expected;
};

constexpr Row kRows[] = {
    {"{}", "{'_id':1,'a':2}", "{'_id':1,'a':2}"},
    {"{'a':1}", "{'_id':1,'a':2,'b':3}", "{'_id':1,'a':2}"},
    {"{'a':true,'_id':0}", "{'_id':1,'a':2,'b':3}", "{'a':2}"},
    {"{'a':0}", "{'_id':1,'a':2,'b':3}", "{'_id':1,'b':3}"},
    {"{'_id':0}", "{'_id':1,'a':2}", "{'a':2}"},
    {"{'_id':1}", "{'_id':1,'a':2}", "{'_id':1}"},
    {"{'_id':1,'a':0}", "{'_id':1,'a':2,'b':3}", "{'_id':1,'b':3}"},
    {"{'b':1,'a':1}", "{'_id':1,'a':2,'b':3}", "{'_id':1,'a':2,'b':3}"},
    {"{'a.b':1}", "{'_id':1,'a':{'b':1,'c':2}}", "{'_id':1,'a':{'b':1}}"},
    {"{'a.b':1}", "{'_id':1,'a':5}", "{'_id':1}"},
    {"{'a.b':1}", "{'_id':1,'a':[{'b':1,'c':2},5,[{'b':2}]]}", "{'_id':1,'a':[{'b':1},[{'b':2}]]}"},
    {"{'a.b':0}", "{'_id':1,'a':[{'b':1,'c':2},5]}", "{'_id':1,'a':[{'c':2},5]}"},
    {"{'a':{'b':1,'d':1}}", "{'_id':1,'a':{'b':1,'c':2,'d':3}}", "{'_id':1,'a':{'b':1,'d':3}}"},
    {"{'a':{'$slice':2}}", "{'_id':1,'a':[1,2,3],'b':1}", "{'_id':1,'a':[1,2],'b':1}"},
    {"{'a':{'$slice':-2}}", "{'_id':1,'a':[1,2,3]}", "{'_id':1,'a':[2,3]}"},
    {"{'a':{'$slice':[1,1]}}", "{'_id':1,'a':[1,2,3]}", "{'_id':1,'a':[2]}"},
    {"{'a':{'$slice':[-2,1]}}", "{'_id':1,'a':[1,2,3]}", "{'_id':1,'a':[2]}"},
    {"{'a':{'$slice':[9,1]}}", "{'_id':1,'a':[1,2,3]}", "{'_id':1,'a':[]}"},
    {"{'a':{'$slice':1}}", "{'_id':1,'a':5}", "{'_id':1,'a':5}"},
    {"{'b':1,'a':{'$slice':1}}", "{'_id':1,'a':[1,2],'b':1,'c':1}", "{'_id':1,'a':[1],'b':1}"},
    {"{'a':{'$elemMatch':{'x':2}}}", "{'_id':1,'a':[{'x':1},{'x':2,'y':1},{'x':2}],'b':1}",
     "{'_id':1,'a':[{'x':2,'y':1}]}"},
    {"{'a':{'$elemMatch':{'$gt':1}},'b':1}", "{'_id':1,'a':[1,5,6],'b':1}",
     "{'_id':1,'b':1,'a':[5]}"},
    {"{'a':{'$elemMatch':{'x':9}}}", "{'_id':1,'a':[{'x':1}]}", "{'_id':1}"},
    {"{'c':'$a'}", "{'_id':1,'a':2}", "{'_id':1,'c':2}"},
    {"{'c':'text'}", "{'_id':1,'a':2}", "{'_id':1,'c':'text'}"},
    {"{'c':'$missing'}", "{'_id':1,'a':2}", "{'_id':1}"},
    {"{'a':1,'c':{'$add':['$a',1]}}", "{'_id':1,'a':2,'c':9}", "{'_id':1,'a':2,'c':3}"},
    {"{'n.x':'$a'}", "{'_id':1,'a':2,'n':{'y':1}}", "{'_id':1,'n':{'x':2}}"},
    {"{'n.x':'$a'}", "{'_id':1,'a':2}", "{'_id':1,'n':{'x':2}}"},
    {"{'n.x':'$a'}", "{'_id':1,'a':2,'n':[{'y':1},7]}", "{'_id':1,'n':[{'x':2},{'x':2}]}"},
};

} // namespace

void QueryProjectionTest::projectionShowsWhatMongoDbShows_data()
{
    QTest::addColumn<QByteArray>("projection");
    QTest::addColumn<QByteArray>("document");
    QTest::addColumn<QByteArray>("expected");
    for (const Row& row : kRows) {
        QTest::addRow("%s on %s", row.projection, row.document)
            << QByteArray(row.projection) << QByteArray(row.document) << QByteArray(row.expected);
    }
}

void QueryProjectionTest::projectionShowsWhatMongoDbShows()
{
    QFETCH(const QByteArray, projection);
    QFETCH(const QByteArray, document);
    QFETCH(const QByteArray, expected);
    const auto parsed = Projection::parse(doc(projection.toStdString()), context());
    QVERIFY2(parsed.has_value(), parsed ? "" : parsed.error().message.c_str());
    const auto shown = parsed->apply(doc(document.toStdString()));
    QVERIFY(shown.has_value());
    QCOMPARE(text(*shown), text(doc(expected.toStdString())));
}

void QueryProjectionTest::positionalProjectionShowsTheMatchedElement()
{
    const auto parsed = Projection::parse(doc("{'a.$':1}"), context());
    QVERIFY(parsed.has_value() && parsed->needsArrayIndex());
    const bson::Document document = doc("{'_id':1,'a':[5,6,7],'b':1}");
    QCOMPARE(text(*parsed->apply(document, 1)), text(doc("{'_id':1,'a':[6]}")));
    QCOMPARE(parsed->apply(document).error().serverCode, 51246);
    QCOMPARE(parsed->apply(document, 3).error().serverCode, 51247);
}

void QueryProjectionTest::elementThatCannotBeTestedIsAnError()
{
    const auto parsed
        = Projection::parse(doc("{'a':{'$elemMatch':{'$not':{'$regex':'(a+)+$'}}}}"), context());
    QVERIFY2(parsed.has_value(), parsed ? "" : parsed.error().message.c_str());
    const auto shown = parsed->apply(doc("{'a':['" + std::string(40, 'a') + "!']}"));
    QVERIFY(!shown.has_value());
    QCOMPARE(shown.error().serverCode, 51156);
}

void QueryProjectionTest::wrongProjectionGetsMongoDbsError_data()
{
    QTest::addColumn<QByteArray>("projection");
    QTest::addColumn<int>("code");
    const auto row = [](const char* projection, int code) {
        QTest::addRow("%s", projection) << QByteArray(projection) << code;
    };
    row("{'a':0,'b':1}", 31253);
    row("{'a':1,'b':0}", 31254);
    row("{'a':0,'b':'$c'}", 31310);
    row("{'a':0,'b':{'$add':[1]}}", 31252);
    row("{'_id':{'$add':[1]},'a':0}", 31254);
    row("{'a':1,'a.b':1}", 31249);
    row("{'a.b':1,'a':1}", 31250);
    row("{'a':{}}", 51270);
    row("{'':1}", 40352);
    row("{'a.':1}", 40353);
    row("{'$a':1}", 16410);
    row("{'a.$':1,'b.$':1}", 31276);
    row("{'a.$':0}", 31395);
    row("{'a.$':'x'}", 31308);
    row("{'a.$':{'b':1}}", 31271);
    row("{'b':{'$elemMatch':{'x':1}},'a.$':1}", 31256);
    row("{'a.$.b':1}", 31394);
    row("{'a.$':1,'b':{'$elemMatch':{'x':1}}}", 31255);
    row("{'a':{'$elemMatch':1}}", 31274);
    row("{'a.b':{'$elemMatch':{'x':1}}}", 31275);
    row("{'a':{'$add':[1],'$abs':1}}", 16410);
    row("{'a':{'$slice':'x'}}", 28667);
    row("{'a':{'$slice':[1]}}", 28667);
    row("{'a':{'$slice':[0,0]}}", 28724);
    row("{'a':{'$slice':[0,'x']}}", 28724);
    row("{'a':{'$slice':[1,2,3]}}", 28724);
    row("{'a':{'$foo':1}}", 31325);
    row("{'a':{'b':{'$foo':1}}}", 31325);
    row("{'a':{'$abs':{'$foo':1}}}", 168);
}

void QueryProjectionTest::wrongProjectionGetsMongoDbsError()
{
    QFETCH(const QByteArray, projection);
    QFETCH(const int, code);
    const auto parsed = Projection::parse(doc(projection.toStdString()), context());
    QVERIFY(!parsed.has_value());
    QCOMPARE(parsed.error().serverCode, code);
}

SANDGLASS_TEST(QueryProjectionTest)

} // namespace tst_query_projection

#include "tst_query_projection.moc"
