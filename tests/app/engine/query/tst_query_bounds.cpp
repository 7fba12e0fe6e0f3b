// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/bson/compare.h"
#include "app/engine/query/filter.h"
#include "tests/support/test_program.h"

#include <QTest>

#include "from_text.h"

namespace tst_query_bounds {

using namespace sandglass;
using namespace sandglass::engine::query;
using namespace sandglass::engine::query::test;

class QueryBoundsTest : public QObject
{
    Q_OBJECT

private slots:
    void rangesStayInTheirTypeBracket_data();
    void rangesStayInTheirTypeBracket();
    void equalityAndInGiveTheirValues();
    void nullGivesTheRangeOfNulls();
    void multikeyPathsUseOneConditionOnly();
    void unusableConditionsGiveNothing_data();
    void unusableConditionsGiveNothing();
    void equalitiesBecomeFields_data();
    void equalitiesBecomeFields();
    void conflictingEqualitiesAreRefused_data();
    void conflictingEqualitiesAreRefused();
};

namespace {

std::optional<PathBounds> boundsFor(const std::string& filter, bool multikey)
{
    return Filter::parse(doc(filter), context())->bounds("a", multikey);
}

QString interval(const PathBounds& bounds)
{
    const auto side = [](const std::optional<bson::Value>& value) {
        return value ? QString::fromStdString(bson::toJson(value->view())) : QStringLiteral("none");
    };
    return (bounds.lowerInclusive ? QStringLiteral("[") : QStringLiteral("(")) + side(bounds.lower)
        + QStringLiteral(" .. ") + side(bounds.upper)
        + (bounds.upperInclusive ? QStringLiteral("]") : QStringLiteral(")"));
}

} // namespace

void QueryBoundsTest::rangesStayInTheirTypeBracket_data()
{
    QTest::addColumn<QByteArray>("filter");
    QTest::addColumn<QByteArray>("inside");
    QTest::addColumn<QByteArray>("outside");
    const auto row = [](const char* filter, const char* inside, const char* outside) {
        QTest::addRow("%s", filter)
            << QByteArray(filter) << QByteArray(inside) << QByteArray(outside);
    };
    row("{'a':{'$gt':5}}", "{'$numberDouble':'Infinity'}", "''");
    row("{'a':{'$gt':5}}", "6", "5");
    row("{'a':{'$lt':5}}", "-1e300", "null");
    row("{'a':{'$lt':5}}", "4", "{'$numberDouble':'NaN'}");
    row("{'a':{'$lte':{'$date':5}}}", "{'$date':5}", "{'$date':6}");
    row("{'a':{'$lte':{'$date':5}}}", "{'$date':{'$numberLong':'-9223372036854775808'}}", "true");
    row("{'a':{'$gte':{'$date':5}}}", "{'$date':5}", "{'$timestamp':{'t':0,'i':0}}");
    row("{'a':{'$gte':'b'}}", "'c'", "{}");
    row("{'a':{'$lt':'b'}}", "''", "1");
    row("{'a':{'$gte':2,'$lt':4}}", "2", "4");
    row("{'$and':[{'a':{'$gt':2}},{'a':{'$gte':2}}]}", "3", "2");
}

void QueryBoundsTest::rangesStayInTheirTypeBracket()
{
    QFETCH(const QByteArray, filter);
    QFETCH(const QByteArray, inside);
    QFETCH(const QByteArray, outside);
    const auto bounds = boundsFor(filter.toStdString(), false);
    QVERIFY(bounds && bounds->equals.empty() && bounds->lower && bounds->upper);
    const auto contains = [&](const bson::Value& value) {
        const auto low = bson::compare(value, *bounds->lower);
        const auto high = bson::compare(value, *bounds->upper);
        return (bounds->lowerInclusive ? low >= 0 : low > 0)
            && (bounds->upperInclusive ? high <= 0 : high < 0);
    };
    QVERIFY2(contains(val(inside.toStdString())), qPrintable(interval(*bounds)));
    QVERIFY2(!contains(val(outside.toStdString())), qPrintable(interval(*bounds)));
}

void QueryBoundsTest::equalityAndInGiveTheirValues()
{
    QCOMPARE(boundsFor("{'a':1}", true)->equals.size(), std::size_t(1));
    QCOMPARE(boundsFor("{'a':{'$in':[3,1,2]}}", true)->equals.size(), std::size_t(3));
    QCOMPARE(boundsFor("{'a':{'$gt':0},'$and':[{'a':1}]}", true)->equals.size(), std::size_t(1));
}

void QueryBoundsTest::nullGivesTheRangeOfNulls()
{
    const auto bounds = boundsFor("{'a':null}", false);
    QVERIFY(bounds && bounds->equals.empty());
    QCOMPARE(bounds->lower->type(), bson::Type::Undefined);
    QCOMPARE(bounds->upper->type(), bson::Type::Null);
}

void QueryBoundsTest::multikeyPathsUseOneConditionOnly()
{
    const auto bounds = boundsFor("{'a':{'$gte':2,'$lt':4}}", true);
    QVERIFY(bounds.has_value());
    QVERIFY(bson::equal(*bounds->lower, val("2")));
    QVERIFY(bson::compare(*bounds->upper, val("1e300")) > 0);
}

void QueryBoundsTest::unusableConditionsGiveNothing_data()
{
    QTest::addColumn<QByteArray>("filter");
    for (const char* filter :
         {"{}", "{'b':1}", "{'a':{'$ne':1}}", "{'$or':[{'a':1},{'a':2}]}", "{'a':[1,2]}",
          "{'a':{'$in':[1,null]}}", "{'a':{'$exists':true}}", "{'a':{'$regex':'^x'}}",
          "{'a':{'$gt':{'$minKey':1}}}", "{'a':{'$not':{'$gt':1}}}", "{'a.b':1}"}) {
        QTest::addRow("%s", filter) << QByteArray(filter);
    }
}

void QueryBoundsTest::unusableConditionsGiveNothing()
{
    QFETCH(const QByteArray, filter);
    QVERIFY(!boundsFor(filter.toStdString(), false));
}

void QueryBoundsTest::equalitiesBecomeFields_data()
{
    QTest::addColumn<QByteArray>("filter");
    QTest::addColumn<QByteArray>("fields");
    const auto row = [](const char* filter, const char* fields) {
        QTest::addRow("%s", filter) << QByteArray(filter) << QByteArray(fields);
    };
    row("{'a':1,'b':{'$eq':2},'c':{'$gt':3}}", "{'a':1,'b':2}");
    row("{'a.b':1,'x':0,'a.c.d':2}", "{'a':{'b':1,'c':{'d':2}},'x':0}");
    row("{'$and':[{'a':1},{'b':2}],'$or':[{'c':3}]}", "{'a':1,'b':2,'c':3}");
    row("{'$or':[{'a':1},{'a':2}]}", "{}");
    row("{'a':{'$in':[5]},'b':{'$all':[6]}}", "{'a':5,'b':6}");
    row("{'a':{'$regex':'x'}}", "{}");
}

void QueryBoundsTest::equalitiesBecomeFields()
{
    QFETCH(const QByteArray, filter);
    QFETCH(const QByteArray, fields);
    const auto made = Filter::parse(doc(filter.toStdString()), context())->equalityFields();
    QVERIFY(made.has_value());
    QCOMPARE(text(*made), text(doc(fields.toStdString())));
}

void QueryBoundsTest::conflictingEqualitiesAreRefused_data()
{
    QTest::addColumn<QByteArray>("filter");
    for (const char* filter :
         {"{'a':1,'$and':[{'a':2}]}", "{'a':{'b':1},'a.b':2}", "{'a.b':1,'a':2}"}) {
        QTest::addRow("%s", filter) << QByteArray(filter);
    }
}

void QueryBoundsTest::conflictingEqualitiesAreRefused()
{
    QFETCH(const QByteArray, filter);
    const auto made = Filter::parse(doc(filter.toStdString()), context())->equalityFields();
    QVERIFY(!made.has_value());
    QCOMPARE(made.error().serverCode, 54);
}

SANDGLASS_TEST(QueryBoundsTest)

} // namespace tst_query_bounds

#include "tst_query_bounds.moc"
