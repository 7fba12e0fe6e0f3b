// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/engine/query/filter_equivalence.h"
#include "tests/support/test_program.h"

#include <QTest>

#include "from_text.h"

namespace tst_query_filter_equivalence {

using namespace sandglass;
using namespace sandglass::engine::query;
using namespace sandglass::engine::query::test;

class QueryFilterEquivalenceTest : public QObject
{
    Q_OBJECT

private slots:
    void filtersAreComparedByMeaning_data()
    {
        QTest::addColumn<QByteArray>("left");
        QTest::addColumn<QByteArray>("right");
        QTest::addColumn<bool>("same");
        const auto row = [](const char* left, const char* right, bool same) {
            QTest::addRow("%s %s", left, right) << QByteArray(left) << QByteArray(right) << same;
        };
        row("{'a':1}", "{'a':{'$eq':1.0}}", true);
        row("{'a':1,'b':2}", "{'b':2,'a':1}", true);
        row("{'a':1,'b':2}", "{'$and':[{'b':2},{'a':1}]}", true);
        row("{'a':{'$gt':1,'$lt':5}}", "{'$and':[{'a':{'$lt':5}},{'a':{'$gt':1}}]}", true);
        row("{'a':1}", "{'$and':[{'a':1},{'$and':[{'a':1}]}]}", true);
        row("{'$or':[{'a':1},{'b':2}]}", "{'$or':[{'b':2},{'a':1}]}", true);
        row("{'$or':[{'a':1}]}", "{'a':1}", true);
        row("{'a':{'$in':[3,1,1]}}", "{'a':{'$in':[1,3]}}", true);
        row("{'a':{'$in':[1]}}", "{'a':1}", true);
        row("{'a':{'$exists':true}}", "{'a':{'$exists':1}}", true);
        row("{}", "{'$and':[{}]}", true);
        row("{'a':1}", "{'a':2}", false);
        row("{'a':1}", "{'b':1}", false);
        row("{'a':{'$gt':1}}", "{'a':{'$gte':1}}", false);
        row("{'$or':[{'a':1},{'b':2}]}", "{'a':1,'b':2}", false);
        row("{'$nor':[{'a':1}]}", "{'$or':[{'a':1}]}", false);
        row("{'a':{'b':1,'c':2}}", "{'a':{'c':2,'b':1}}", false);
        row("{'a':[1,2]}", "{'a':{'$in':[1,2]}}", false);
    }
    void filtersAreComparedByMeaning()
    {
        QFETCH(QByteArray, left);
        QFETCH(QByteArray, right);
        QTEST(sameFilter(doc(left.toStdString()), doc(right.toStdString())), "same");
    }
};

SANDGLASS_TEST(QueryFilterEquivalenceTest)

} // namespace tst_query_filter_equivalence

#include "tst_query_filter_equivalence.moc"
