// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/engine/query/update.h"
#include "tests/support/test_program.h"

#include <QTest>

#include "from_text.h"

namespace tst_query_update {

using namespace sandglass;
using namespace sandglass::engine::query;
using namespace sandglass::engine::query::test;

class QueryUpdateTest : public QObject
{
    Q_OBJECT

private slots:
    void updateGivesTheDocumentMongoDbGives_data();
    void updateGivesTheDocumentMongoDbGives();
    void pipelineUpdateRunsItsStages();
    void insertingUpdateActsOnSetOnInsert();
    void replacementKeepsTheId();
    void noChangeGivesTheSameBytes();
};

namespace {

struct Row
{
    const char* update;
    const char* document;
    const char* expected;
};

constexpr Row kSet[] = {
    {"{'$set':{'a':1}}", "{'_id':1}", "{'_id':1,'a':1}"},
    {"{'$set':{'a':1}}", "{'_id':1,'a':0,'b':2}", "{'_id':1,'a':1,'b':2}"},
    {"{'$set':{'a.b.c':1}}", "{'_id':1}", "{'_id':1,'a':{'b':{'c':1}}}"},
    {"{'$set':{'a.b':1}}", "{'_id':1,'a':{'c':2}}", "{'_id':1,'a':{'c':2,'b':1}}"},
    {"{'$set':{'c':3,'a':1,'b':2}}", "{'_id':1}", "{'_id':1,'a':1,'b':2,'c':3}"},
    {"{'$set':{'10':1,'9':2,'x':3}}", "{'_id':1}", "{'_id':1,'9':2,'10':1,'x':3}"},
    {"{'$set':{'a.1':9}}", "{'_id':1,'a':[1,2]}", "{'_id':1,'a':[1,9]}"},
    {"{'$set':{'a.3':9}}", "{'_id':1,'a':[1]}", "{'_id':1,'a':[1,null,null,9]}"},
    {"{'$set':{'a.0.b':9}}", "{'_id':1,'a':[{'b':1}]}", "{'_id':1,'a':[{'b':9}]}"},
    {"{'$set':{'a.0':9}}", "{'_id':1}", "{'_id':1,'a':{'0':9}}"},
    {"{'$set':{'a':{'$x':1}}}", "{'_id':1}", "{'_id':1,'a':{'$x':1}}"},
    {"{'$set':{'$x':1,'a.$y':2}}", "{'_id':1}", "{'_id':1,'$x':1,'a':{'$y':2}}"},
    {"{'$set':{}}", "{'_id':1}", "{'_id':1}"},
    {"{'$setOnInsert':{'a':1}}", "{'_id':1}", "{'_id':1}"},
    {"{'$unset':{'a':1}}", "{'_id':1,'a':1,'b':2}", "{'_id':1,'b':2}"},
    {"{'$unset':{'a.b':''}}", "{'_id':1,'a':{'b':1}}", "{'_id':1,'a':{}}"},
    {"{'$unset':{'a.0':1}}", "{'_id':1,'a':[1,2]}", "{'_id':1,'a':[null,2]}"},
    {"{'$unset':{'a.b.c':1}}", "{'_id':1,'a':5}", "{'_id':1,'a':5}"},
    {"{'$set':{'_id':1}}", "{'_id':1}", "{'_id':1}"},
    {"{'$set':{'_id':1.0}}", "{'_id':1}", "{'_id':1}"},
};

constexpr Row kNumbers[] = {
    {"{'$inc':{'a':2}}", "{'_id':1,'a':3}", "{'_id':1,'a':5}"},
    {"{'$inc':{'a':2}}", "{'_id':1}", "{'_id':1,'a':2}"},
    {"{'$inc':{'a':1.5}}", "{'_id':1,'a':3}", "{'_id':1,'a':4.5}"},
    {"{'$inc':{'a':1}}", "{'_id':1,'a':2147483647}", "{'_id':1,'a':{'$numberLong':'2147483648'}}"},
    {"{'$inc':{'a':{'$numberLong':'1'}}}", "{'_id':1,'a':1}", "{'_id':1,'a':{'$numberLong':'2'}}"},
    {"{'$inc':{'a':{'$numberDecimal':'0.1'}}}", "{'_id':1,'a':1}",
     "{'_id':1,'a':{'$numberDecimal':'1.1'}}"},
    {"{'$mul':{'a':3}}", "{'_id':1,'a':4}", "{'_id':1,'a':12}"},
    {"{'$mul':{'a':{'$numberLong':'3'}}}", "{'_id':1}", "{'_id':1,'a':{'$numberLong':'0'}}"},
    {"{'$mul':{'a':65536}}", "{'_id':1,'a':65536}", "{'_id':1,'a':{'$numberLong':'4294967296'}}"},
    {"{'$min':{'a':2}}", "{'_id':1,'a':3}", "{'_id':1,'a':2}"},
    {"{'$min':{'a':5}}", "{'_id':1,'a':3}", "{'_id':1,'a':3}"},
    {"{'$max':{'a':5}}", "{'_id':1,'a':3}", "{'_id':1,'a':5}"},
    {"{'$max':{'a':5}}", "{'_id':1}", "{'_id':1,'a':5}"},
    {"{'$max':{'a':{'$date':5}}}", "{'_id':1,'a':'x'}", "{'_id':1,'a':{'$date':5}}"},
    {"{'$bit':{'a':{'and':6}}}", "{'_id':1,'a':12}", "{'_id':1,'a':4}"},
    {"{'$bit':{'a':{'or':3}}}", "{'_id':1}", "{'_id':1,'a':3}"},
    {"{'$bit':{'a':{'xor':{'$numberLong':'1'}}}}", "{'_id':1,'a':3}",
     "{'_id':1,'a':{'$numberLong':'2'}}"},
    {"{'$currentDate':{'a':true}}", "{'_id':1}", "{'_id':1,'a':{'$date':1704067200000}}"},
    {"{'$currentDate':{'a':{'$type':'timestamp'}}}", "{'_id':1}",
     "{'_id':1,'a':{'$timestamp':{'t':1704067200,'i':1}}}"},
};

constexpr Row kRename[] = {
    {"{'$rename':{'a':'b'}}", "{'_id':1,'a':2}", "{'_id':1,'b':2}"},
    {"{'$rename':{'a':'b'}}", "{'_id':1,'b':1,'a':2}", "{'_id':1,'b':2}"},
    {"{'$rename':{'a':'b.c'}}", "{'_id':1,'a':2}", "{'_id':1,'b':{'c':2}}"},
    {"{'$rename':{'a.x':'y'}}", "{'_id':1,'a':{'x':1,'z':2}}", "{'_id':1,'a':{'z':2},'y':1}"},
    {"{'$rename':{'a':'b'}}", "{'_id':1,'b':5}", "{'_id':1,'b':5}"},
};

template <std::size_t N>
void addRows(const Row (&rows)[N])
{
    for (const Row& row : rows) {
        QTest::addRow("%s on %s", row.update, row.document)
            << QByteArray(row.update) << QByteArray(row.document) << QByteArray(row.expected);
    }
}

} // namespace

void QueryUpdateTest::updateGivesTheDocumentMongoDbGives_data()
{
    QTest::addColumn<QByteArray>("update");
    QTest::addColumn<QByteArray>("document");
    QTest::addColumn<QByteArray>("expected");
    addRows(kSet);
    addRows(kNumbers);
    addRows(kRename);
}

void QueryUpdateTest::updateGivesTheDocumentMongoDbGives()
{
    QFETCH(const QByteArray, update);
    QFETCH(const QByteArray, document);
    QFETCH(const QByteArray, expected);
    const bson::Document before = doc(document.toStdString());
    const auto parsed = Update::parse(val(update.toStdString()), {}, context());
    QVERIFY2(parsed.has_value(), parsed ? "" : parsed.error().message.c_str());
    const auto after = parsed->apply({before, std::nullopt, false});
    QVERIFY2(after.has_value(), after ? "" : after.error().message.c_str());
    QCOMPARE(text(*after), text(doc(expected.toStdString())));
}

void QueryUpdateTest::pipelineUpdateRunsItsStages()
{
    const bson::Document before = doc("{'_id':1,'a':2,'b':3}");
    const auto parsed
        = Update::parse(val("[{'$set':{'c':{'$add':['$a','$b']}}},{'$unset':'b'}]"), {}, context());
    QVERIFY2(parsed.has_value(), parsed ? "" : parsed.error().message.c_str());
    QCOMPARE(text(*parsed->apply({before, std::nullopt, false})),
             text(doc("{'_id':1,'a':2,'c':5}")));
}

void QueryUpdateTest::insertingUpdateActsOnSetOnInsert()
{
    const bson::Document equalities = doc("{'x':1}");
    const auto parsed
        = Update::parse(val("{'$setOnInsert':{'a':1,'_id':7},'$inc':{'n':1}}"), {}, context());
    QVERIFY(parsed.has_value());
    QCOMPARE(text(*parsed->apply({equalities, std::nullopt, true})),
             text(doc("{'_id':7,'x':1,'a':1,'n':1}")));
}

void QueryUpdateTest::replacementKeepsTheId()
{
    const bson::Document before = doc("{'_id':1,'a':2}");
    const auto parsed = Update::parse(val("{'b':3}"), {}, context());
    QVERIFY(parsed.has_value() && parsed->isReplacement());
    QCOMPARE(text(*parsed->apply({before, std::nullopt, false})), text(doc("{'_id':1,'b':3}")));
    const auto late = Update::parse(val("{'b':3,'_id':1}"), {}, context());
    QCOMPARE(text(*late->apply({before, std::nullopt, false})), text(doc("{'_id':1,'b':3}")));
}

void QueryUpdateTest::noChangeGivesTheSameBytes()
{
    const bson::Document before = doc("{'_id':1,'a':{'b':[1,2]}}");
    const auto parsed = Update::parse(val("{'$set':{'a.b.1':2},'$max':{'x.y':0},'$unset':{'q':1}}"),
                                      {}, context());
    QVERIFY(parsed.has_value());
    const auto grown = parsed->apply({before, std::nullopt, false});
    QVERIFY(grown.has_value() && *grown != before);
    const auto again = parsed->apply({*grown, std::nullopt, false});
    QVERIFY(again.has_value());
    QVERIFY(*again == *grown);
}

SANDGLASS_TEST(QueryUpdateTest)

} // namespace tst_query_update

#include "tst_query_update.moc"
