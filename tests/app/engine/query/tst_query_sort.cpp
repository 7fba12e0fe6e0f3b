// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/engine/query/sort_projection.h"
#include "tests/support/test_program.h"

#include <QTest>

#include "from_text.h"

namespace tst_query_sort {

using namespace sandglass;
using namespace sandglass::engine::query;
using namespace sandglass::engine::query::test;

class QuerySortTest : public QObject
{
    Q_OBJECT

private slots:
    void documentsAreOrderedAsMongoDbOrders_data();
    void documentsAreOrderedAsMongoDbOrders();
    void wrongOrdersGetMongoDbsError_data();
    void wrongOrdersGetMongoDbsError();
    void naturalOrderIsReported();
};

void QuerySortTest::documentsAreOrderedAsMongoDbOrders_data()
{
    QTest::addColumn<QByteArray>("order");
    QTest::addColumn<QByteArray>("left");
    QTest::addColumn<QByteArray>("right");
    QTest::addColumn<int>("expected");
    const auto row = [](const char* order, const char* left, const char* right, int expected) {
        QTest::addRow("%s: %s, %s", order, left, right)
            << QByteArray(order) << QByteArray(left) << QByteArray(right) << expected;
    };
    row("{'a':1}", "{'a':1}", "{'a':2}", -1);
    row("{'a':-1}", "{'a':1}", "{'a':2}", 1);
    row("{'a':1,'b':-1}", "{'a':1,'b':1}", "{'a':1.0,'b':2}", 1);
    row("{'a':1}", "{'a':1}", "{'a':1,'b':2}", 0);
    row("{'a':1}", "{}", "{'a':null}", 0);
    row("{'a':1}", "{}", "{'a':-5}", -1);
    row("{'a':1}", "{'a':[]}", "{'a':null}", -1);
    row("{'a':1}", "{'a':[5,1]}", "{'a':2}", -1);
    row("{'a':-1}", "{'a':[5,1]}", "{'a':2}", -1);
    row("{'a':1}", "{'a':'x'}", "{'a':5}", 1);
    row("{'a.b':1}", "{'a':[{'b':3},{'b':0}]}", "{'a':{'b':1}}", -1);
    row("{'a.b':1}", "{'a':[1,2]}", "{}", 0);
    row("{'a':1}", "{'a':{'$date':5}}", "{'a':true}", 1);
}

void QuerySortTest::documentsAreOrderedAsMongoDbOrders()
{
    QFETCH(const QByteArray, order);
    QFETCH(const QByteArray, left);
    QFETCH(const QByteArray, right);
    QFETCH(const int, expected);
    const auto sort = Sort::parse(doc(order.toStdString()));
    QVERIFY(sort.has_value());
    const bson::Document a = doc(left.toStdString());
    const bson::Document b = doc(right.toStdString());
    const auto sign = [](std::strong_ordering found) { return found < 0 ? -1 : found > 0 ? 1 : 0; };
    QCOMPARE(sign(sort->compare(a, b)), expected);
    QCOMPARE(sign(sort->compareKeys(sort->keyOf(a), sort->keyOf(b))), expected);
}

void QuerySortTest::wrongOrdersGetMongoDbsError_data()
{
    QTest::addColumn<QByteArray>("order");
    QTest::addColumn<int>("code");
    const auto row = [](const char* order, int code) {
        QTest::addRow("%s", order) << QByteArray(order) << code;
    };
    row("{'a':2}", 15975);
    row("{'a':0}", 15975);
    row("{'a':'asc'}", 15974);
    row("{'a':{'$meta':'textScore'}}", 40218);
    row("{'a':{'$meta':'other'}}", 31138);
    row("{'a':{'b':1}}", 17312);
    row("{'':1}", 40352);
    row("{'a.':1}", 40353);
    row("{'a..b':1}", 15998);
    row("{'a.$b':1}", 16410);
    row("{'$natural':1,'a':1}", 2);
    row("{'$natural':5}", 2);
}

void QuerySortTest::wrongOrdersGetMongoDbsError()
{
    QFETCH(const QByteArray, order);
    QFETCH(const int, code);
    const auto sort = Sort::parse(doc(order.toStdString()));
    QVERIFY(!sort.has_value());
    QCOMPARE(sort.error().serverCode, code);
}

void QuerySortTest::naturalOrderIsReported()
{
    const auto sort = Sort::parse(doc("{'$natural':-1}"));
    QVERIFY(sort.has_value() && sort->empty());
    QCOMPARE(sort->natural(), -1);
}

SANDGLASS_TEST(QuerySortTest)

} // namespace tst_query_sort

#include "tst_query_sort.moc"
