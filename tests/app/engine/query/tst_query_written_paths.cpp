// SPDX-License-Identifier: GPL-3.0-or-later
// What updates with operators tell the log of operations.
#include "app/engine/query/update.h"
#include "app/engine/query/written_paths.h"
#include "tests/support/test_program.h"

#include <QTest>

#include "from_text.h"
#include <optional>
#include <string>

namespace tst_query_written_paths {

using namespace sandglass;
using namespace sandglass::engine::query;
using namespace sandglass::engine::query::test;

namespace {

struct Row
{
    const char* update;
    const char* document;
    const char* difference;
    const char* filters = "[]";
};

// expected: MongoDB's server source, v2_log_builder_test.cpp and the tests of each operator
constexpr Row kFields[] = {
    {"{'$set':{'a':1}}", "{'_id':1}", "{'i':{'a':1}}"},
    {"{'$set':{'a':2}}", "{'_id':1,'a':1}", "{'u':{'a':2}}"},
    {"{'$set':{'a':1,'b':2}}", "{'_id':1,'a':1}", "{'i':{'b':2}}"},
    {"{'$set':{'a':1}}", "{'_id':1,'a':1}", "{}"},
    {"{'$set':{'a':{'b':1,'c':2}}}", "{'_id':1,'a':{'b':1}}", "{'u':{'a':{'b':1,'c':2}}}"},
    {"{'$set':{'a.c':2}}", "{'_id':1,'a':{'b':1}}", "{'sa':{'i':{'c':2}}}"},
    {"{'$set':{'a.b.c':1}}", "{'_id':1}", "{'i':{'a':{'b':{'c':1}}}}"},
    {"{'$set':{'a.b':1,'a.c.d':2}}", "{'_id':1}", "{'i':{'a':{'b':1,'c':{'d':2}}}}"},
    {"{'$set':{'a.b':1,'a.c':2},'$unset':{'a.d':1}}", "{'_id':1,'a':{'b':0,'d':5}}",
     "{'sa':{'d':{'d':false},'u':{'b':1},'i':{'c':2}}}"},
    {"{'$unset':{'a':1,'b':1}}", "{'_id':1,'a':1}", "{'d':{'a':false}}"},
    {"{'$unset':{'a.b':1}}", "{'_id':1,'a':5}", "{}"},
    {"{'$inc':{'n':1},'$mul':{'m':2},'$min':{'x':1},'$max':{'y':1}}", "{'_id':1,'n':1,'x':0,'y':0}",
     "{'u':{'n':2,'y':1},'i':{'m':0}}"},
    {"{'$inc':{'n':0}}", "{'_id':1,'n':1}", "{}"},
    {"{'$bit':{'b':{'or':1}}}", "{'_id':1,'b':2}", "{'u':{'b':3}}"},
    {"{'$rename':{'a':'b'}}", "{'_id':1,'a':1}", "{'d':{'a':false},'i':{'b':1}}"},
    {"{'$rename':{'a':'b'}}", "{'_id':1,'a':1,'b':2}", "{'d':{'a':false},'u':{'b':1}}"},
    {"{'$rename':{'a':'b'}}", "{'_id':1,'a':1,'b':1}", "{'d':{'a':false}}"},
    {"{'$rename':{'a.x':'b.y'}}", "{'_id':1,'a':{'x':1},'b':{}}",
     "{'sb':{'i':{'y':1}},'sa':{'d':{'x':false}}}"},
    {"{'$rename':{'a':'b'}}", "{'_id':1}", "{}"},
    {"{'$setOnInsert':{'a':1}}", "{'_id':1}", "{}"},
};

constexpr Row kArrays[] = {
    {"{'$set':{'a':[1,2,3]}}", "{'_id':1,'a':[1,2]}", "{'u':{'a':[1,2,3]}}"},
    {"{'$set':{'a.1':9}}", "{'_id':1,'a':[1,2]}", "{'sa':{'a':true,'u1':9}}"},
    {"{'$set':{'a.10':9,'a.9':8}}", "{'_id':1,'a':[0,0,0,0,0,0,0,0,0,0,0]}",
     "{'sa':{'a':true,'u9':8,'u10':9}}"},
    {"{'$set':{'a.3':9}}", "{'_id':1,'a':[1]}", "{'sa':{'a':true,'u3':9}}"},
    {"{'$set':{'a.0.c':1}}", "{'_id':1,'a':[]}", "{'sa':{'a':true,'u0':{'c':1}}}"},
    {"{'$set':{'a.0.c':1}}", "{'_id':1,'a':[{'b':1}]}", "{'sa':{'a':true,'s0':{'i':{'c':1}}}}"},
    {"{'$unset':{'a.0':1}}", "{'_id':1,'a':[1,2]}", "{'sa':{'a':true,'u0':null}}"},
    {"{'$push':{'a':3}}", "{'_id':1,'a':[1,2]}", "{'sa':{'a':true,'u2':3}}"},
    {"{'$push':{'a':{'$each':[3,4]}}}", "{'_id':1,'a':[1]}", "{'sa':{'a':true,'u1':3,'u2':4}}"},
    {"{'$push':{'a':1}}", "{'_id':1,'a':[]}", "{'u':{'a':[1]}}"},
    {"{'$push':{'a':1}}", "{'_id':1}", "{'i':{'a':[1]}}"},
    {"{'$push':{'a':{'$each':[3],'$position':0}}}", "{'_id':1,'a':[1]}", "{'u':{'a':[3,1]}}"},
    {"{'$push':{'a':{'$each':[3],'$position':1}}}", "{'_id':1,'a':[1]}", "{'u':{'a':[1,3]}}"},
    {"{'$push':{'a':{'$each':[3],'$position':2}}}", "{'_id':1,'a':[1]}",
     "{'sa':{'a':true,'u1':3}}"},
    {"{'$push':{'a':{'$each':[3],'$sort':1}}}", "{'_id':1,'a':[1]}", "{'u':{'a':[1,3]}}"},
    {"{'$push':{'a':{'$each':[3],'$slice':-2}}}", "{'_id':1,'a':[1,2]}", "{'u':{'a':[2,3]}}"},
    {"{'$push':{'a':{'$each':[3],'$slice':-3}}}", "{'_id':1,'a':[1,2]}",
     "{'sa':{'a':true,'u2':3}}"},
    {"{'$push':{'a':{'$each':[3],'$slice':5}}}", "{'_id':1,'a':[1]}", "{'sa':{'a':true,'u1':3}}"},
    {"{'$addToSet':{'a':3}}", "{'_id':1,'a':[1]}", "{'u':{'a':[1,3]}}"},
    {"{'$addToSet':{'a':1}}", "{'_id':1,'a':[1]}", "{}"},
    {"{'$pop':{'a':1}}", "{'_id':1,'a':[1,2]}", "{'u':{'a':[1]}}"},
    {"{'$pull':{'a':1}}", "{'_id':1,'a':[1,2,1]}", "{'u':{'a':[2]}}"},
    {"{'$pullAll':{'a':[1,2]}}", "{'_id':1,'a':[1,2]}", "{'u':{'a':[]}}"},
};

constexpr Row kPositions[] = {
    {"{'$set':{'a.$.b':5}}", "{'_id':1,'a':[{'b':1},{'b':2}]}",
     "{'sa':{'a':true,'s1':{'u':{'b':5}}}}"},
    // one chosen element: as it is written
    {"{'$set':{'a.$[].b':5}}", "{'_id':1,'a':[{'b':1}]}", "{'sa':{'a':true,'s0':{'u':{'b':5}}}}"},
    {"{'$set':{'a.$[x].b':5}}", "{'_id':1,'a':[{'b':1},{'b':2}]}",
     "{'sa':{'a':true,'s1':{'u':{'b':5}}}}", "[{'x.b':2}]"},
    // several: the array, or the one of them that changed
    {"{'$inc':{'a.$[]':1}}", "{'_id':1,'a':[1,2]}", "{'u':{'a':[2,3]}}"},
    {"{'$set':{'a.$[].b':5}}", "{'_id':1,'a':[{'b':1,'c':1},{'b':5}]}",
     "{'sa':{'a':true,'u0':{'b':5,'c':1}}}"},
    {"{'$set':{'a.$[].b':5}}", "{'_id':1,'a':[{'b':5},{'b':5}]}", "{}"},
    {"{'$set':{'a.$[x].b':5,'a.$[y].c':6}}", "{'_id':1,'a':[{'b':1},{'b':2},{'b':3}]}",
     "{'u':{'a':[{'b':5},{'b':2,'c':6},{'b':3}]}}", "[{'x.b':1},{'y.b':2}]"},
    {"{'$inc':{'a.$[].b.$[]':1}}", "{'_id':1,'a':[{'b':[1]},{'b':[]}]}",
     "{'sa':{'a':true,'u0':{'b':[2]}}}"},
    {"{'$inc':{'a.$[x].b.$[]':1}}", "{'_id':1,'a':[{'b':[1,2],'c':1},{'b':[3]}]}",
     "{'sa':{'a':true,'s0':{'u':{'b':[2,3]}}}}", "[{'x.c':1}]"},
    {"{'$push':{'a.$[].b':1}}", "{'_id':1,'a':[{'b':[0]}]}",
     "{'sa':{'a':true,'s0':{'sb':{'a':true,'u1':1}}}}"},
};

template <std::size_t N>
void addRows(const char* name, const Row (&rows)[N])
{
    for (std::size_t i = 0; i < N; ++i) {
        QTest::addRow("%s %zu", name, i)
            << QString::fromUtf8(rows[i].update) << QString::fromUtf8(rows[i].document)
            << QString::fromUtf8(rows[i].difference) << QString::fromUtf8(rows[i].filters);
    }
}

} // namespace

class QueryWrittenPathsTest : public QObject
{
    Q_OBJECT

private slots:
    void operatorsTellWhatTheyWrite_data()
    {
        QTest::addColumn<QString>("update");
        QTest::addColumn<QString>("document");
        QTest::addColumn<QString>("difference");
        QTest::addColumn<QString>("filters");
        addRows("fields", kFields);
        addRows("arrays", kArrays);
        addRows("positions", kPositions);
    }
    void operatorsTellWhatTheyWrite()
    {
        QFETCH(QString, update);
        QFETCH(QString, document);
        QFETCH(QString, difference);
        QFETCH(QString, filters);
        const auto parsed
            = Update::parse(val(update.toStdString()), val(filters.toStdString()), context());
        QVERIFY(parsed);
        const bson::Document before = doc(document.toStdString());
        WrittenPaths written;
        const auto after = parsed->apply({before, std::size_t{1}, false, &written});
        QVERIFY(after);
        QCOMPARE(text(written.difference(*after)), text(doc(difference.toStdString())));
    }

    void otherUpdatesTellNothing()
    {
        for (const char* update : {"{'b':1}", "[{'$set':{'b':1}}]"}) {
            const auto parsed = Update::parse(val(update), {}, context());
            QVERIFY(parsed);
            QCOMPARE(parsed->isPipeline(), update[0] == '[');
            const bson::Document before = doc("{'_id':1}");
            WrittenPaths written;
            const auto after = parsed->apply({before, std::nullopt, false, &written});
            QVERIFY(after);
            QVERIFY(written.difference(*after).empty());
        }
    }
};

SANDGLASS_TEST(QueryWrittenPathsTest)
} // namespace tst_query_written_paths

#include "tst_query_written_paths.moc"
