// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/bson/builder.h"
#include "app/ttl/types.h"
#include "tests/support/test_program.h"

#include <QObject>
#include <QTest>

namespace tst_ttl_types {

using namespace sandglass;
using ttl::Product;
using ttl::ServerInfo;

namespace {

ServerInfo server(Product product, std::vector<int> version)
{
    ServerInfo info;
    info.product = product;
    info.versionNumbers = std::move(version);
    return info;
}

} // namespace

class TestTtlTypes : public QObject
{
    Q_OBJECT

private slots:
    void aSingleFieldIndexNamesItsField()
    {
        ttl::IndexSpec index;
        index.key = bson::makeDocument("a.b", -1);
        QCOMPARE(index.singleField(), std::string("a.b"));
    }

    void aCompoundIndexHasNoSingleField()
    {
        ttl::IndexSpec index;
        index.key = bson::makeDocument("a", 1, "b", 1);
        QVERIFY(index.singleField().empty());
    }

    void versionsCompareByNumberAndNotByText()
    {
        QVERIFY(server(Product::MongoDb, {10, 0}).atLeast(9, 9));
        QVERIFY(server(Product::MongoDb, {7, 1, 0}).atLeast(7, 1));
        QVERIFY(!server(Product::MongoDb, {7, 0, 99}).atLeast(7, 1));
        QVERIFY(server(Product::MongoDb, {8}).atLeast(8, 0));
    }

    void anUnknownVersionIsAtLeastNothing()
    {
        QVERIFY(!server(Product::MongoDb, {}).atLeast(0, 0));
    }

    void mongoDbConvertsIndexesSince51()
    {
        QVERIFY(server(Product::MongoDb, {5, 1}).canConvertIndexes());
        QVERIFY(!server(Product::MongoDb, {5, 0, 31}).canConvertIndexes());
    }

    void cosmosDbDoesNotConvertIndexes()
    {
        QVERIFY(!server(Product::CosmosDb, {8, 0}).canConvertIndexes());
        QVERIFY(server(Product::Sandglass, {0, 1}).canConvertIndexes());
    }

    void mongoDbHidesIndexesSince44()
    {
        QVERIFY(server(Product::MongoDb, {4, 4}).canHideIndexes());
        QVERIFY(!server(Product::MongoDb, {4, 2}).canHideIndexes());
        QVERIFY(!server(Product::CosmosDb, {7, 0}).canHideIndexes());
        QVERIFY(server(Product::DocumentDb, {1, 0}).canHideIndexes());
        QVERIFY(server(Product::FerretDb, {1, 0}).canHideIndexes());
        QVERIFY(server(Product::Sandglass, {0, 1}).canHideIndexes());
    }
};

SANDGLASS_TEST(TestTtlTypes)
} // namespace tst_ttl_types

#include "tst_ttl_types.moc"
