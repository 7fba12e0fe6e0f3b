// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/bson/builder.h"
#include "app/bson/compare.h"
#include "app/bson/json.h"
#include "app/services/documents/id_filter.h"
#include "tests/support/test_program.h"

#include <QObject>
#include <QTest>

namespace tst_services_id_filter {

using namespace sandglass;
using namespace Qt::StringLiterals;
using services::idFilter;

namespace {

/// The ids in a filter, in their order.
std::vector<bson::ValueView> idsIn(const bson::Document& filter)
{
    return filter["_id"].asDocument()["$in"].asDocument().values();
}

} // namespace

class TestIdFilter : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void noIdMatchesNothing();
    void oneIdIsAListOfOne();
    void everyTypeIsKept_data();
    void everyTypeIsKept();
    void manyIdsKeepTheirOrder();
    void theSameIdTwiceStaysTwice();
    void theFilterOutlivesItsIds();
};

void TestIdFilter::noIdMatchesNothing()
{
    // not {}, which would match every document
    QVERIFY(idFilter({}) == *bson::fromJson(R"({"_id": {"$in": []}})"));
}

void TestIdFilter::oneIdIsAListOfOne()
{
    const bson::Document filter = idFilter({bson::Value::of(std::int32_t{5})});
    QVERIFY(filter == *bson::fromJson(R"({"_id": {"$in": [5]}})"));
}

void TestIdFilter::everyTypeIsKept_data()
{
    QTest::addColumn<QByteArray>("id");
    QTest::newRow("int64") << QByteArray(R"({"$numberLong": "1"})");
    QTest::newRow("double") << QByteArray(R"({"$numberDouble": "1.0"})");
    QTest::newRow("object id") << QByteArray(R"({"$oid": "507f1f77bcf86cd799439011"})");
    QTest::newRow("text") << QByteArray(R"("$in: [\"x\"]\n过")");
    QTest::newRow("document") << QByteArray(R"({"$gt": 5, "a": {"b": 1}})"); // an id, no condition
    QTest::newRow("binary") << QByteArray(R"({"$binary": {"base64": "AQID", "subType": "04"}})");
    QTest::newRow("null") << QByteArray("null");
    QTest::newRow("date") << QByteArray(R"({"$date": {"$numberLong": "-1"}})");
}

void TestIdFilter::everyTypeIsKept()
{
    QFETCH(QByteArray, id);
    const Result<bson::Document> document = bson::fromJson("{\"v\": " + id.toStdString() + "}");
    QVERIFY(document);
    const bson::Value value((*document)["v"]);
    const bson::Document filter = idFilter({value});
    QCOMPARE(idsIn(filter).size(), std::size_t{1});
    QVERIFY(bson::identical(idsIn(filter).front(), value));
}

void TestIdFilter::manyIdsKeepTheirOrder()
{
    std::vector<bson::Value> ids;
    for (std::int32_t id = 10'000; id > 0; --id) {
        ids.push_back(bson::Value::of(id));
    }
    const bson::Document filter = idFilter(ids);
    const std::vector<bson::ValueView> listed = idsIn(filter);
    QCOMPARE(listed.size(), ids.size());
    QCOMPARE(listed.front().asInt32(), 10'000);
    QCOMPARE(listed.back().asInt32(), 1);
}

void TestIdFilter::theSameIdTwiceStaysTwice()
{
    const bson::Value id = bson::Value::of("a");
    QCOMPARE(idsIn(idFilter({id, id})).size(), std::size_t{2});
}

void TestIdFilter::theFilterOutlivesItsIds()
{
    bson::Document filter;
    {
        const std::vector<bson::Value> ids{bson::Value::of(std::string(1'000, 'x'))};
        filter = idFilter(ids);
    }
    QCOMPARE(idsIn(filter).front().asString().size(), std::size_t{1'000});
}

SANDGLASS_TEST(TestIdFilter)
} // namespace tst_services_id_filter

#include "tst_services_id_filter.moc"
