// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/catalog_fixture.h"
#include "tests/support/test_program.h"

#include <QObject>
#include <QTest>

#include <memory>

using namespace sandglass;
using namespace sandglass::tests;
using engine::catalog::Direction;
using engine::storage::Durability;

namespace {

std::string text(int id, std::size_t length)
{
    return R"({"_id":)" + std::to_string(id) + R"(,"k":)" + std::to_string(id % 3) + R"(,"s":")"
        + std::string(length, 'x') + "\"}";
}

/// A catalog whose collection is capped.
struct Ring
{
    explicit Ring(std::string_view options) { need(data.catalog->create(data.ns, {doc(options)})); }
    std::string ids(Direction direction = Direction::Forward)
    {
        return CatalogFixture::idsOf(*data.collection()->scan(direction));
    }

    CatalogFixture data;
};

} // namespace

class TestCapped : public QObject
{
    Q_OBJECT

private slots:
    void theOldestGoWhenThereAreTooMany()
    {
        Ring ring(R"({"capped":true,"size":65536,"max":3})");
        for (int id = 1; id <= 5; ++id) {
            ring.data.insert({text(id, 1)});
        }
        QCOMPARE(ring.ids(), std::string("3 4 5"));
        QCOMPARE(ring.ids(Direction::Backward), std::string("5 4 3"));
        QCOMPARE(ring.data.collection()->figures().documents, std::int64_t{3});
        QCOMPARE(ring.data.firstProblem(), std::string());
    }

    void theOldestGoWhenTheyAreTooLarge()
    {
        Ring ring(R"({"capped":true,"size":1024})");
        for (int id = 1; id <= 6; ++id) {
            ring.data.insert({text(id, 400)});
        }
        QCOMPARE(ring.ids(), std::string("5 6"));
        QVERIFY(ring.data.collection()->figures().bytes <= 1024);
        QCOMPARE(ring.data.firstProblem(), std::string());
    }

    void oneUnitMayPushOutWhatItInsertedItself()
    {
        Ring ring(R"({"capped":true,"size":65536,"max":2})");
        ring.data.insert({text(1, 1)});
        ring.data.insert({text(2, 1), text(3, 1), text(4, 1), text(5, 1)});
        QCOMPARE(ring.ids(), std::string("4 5"));
        QCOMPARE(ring.data.firstProblem(), std::string());
    }

    void indexEntriesGoWithTheOldest()
    {
        Ring ring(R"({"capped":true,"size":65536,"max":3})");
        ring.data.createIndex(indexOn(R"({"k":1})", "k"));
        for (int id = 1; id <= 5; ++id) {
            ring.data.insert({text(id, 1)});
        }
        QCOMPARE(ring.data.scan("k"), std::string("3 4 5"));
        QCOMPARE(ring.data.firstProblem(), std::string());
    }

    void aDiscardedUnitPushesNothingOut()
    {
        Ring ring(R"({"capped":true,"size":65536,"max":2})");
        ring.data.insert({text(1, 1), text(2, 1)});
        {
            auto unit = need(ring.data.collection()->beginWrite());
            need(unit->insert(doc(text(3, 1))));
        }
        QCOMPARE(ring.ids(), std::string("1 2"));
        ring.data.insert({text(4, 1)});
        QCOMPARE(ring.ids(), std::string("2 4"));
    }

    void aDocumentThatIsTooLargeAloneIsRefused()
    {
        Ring ring(R"({"capped":true,"size":256})");
        ring.data.insert({text(1, 1)});
        auto unit = need(ring.data.collection()->beginWrite());
        QCOMPARE(unit->insert(doc(text(2, 300))).error().serverCode, 2);
        need(unit->commit(Durability::Process));
        QCOMPARE(ring.ids(), std::string("1"));
    }

    void aRestartGoesOnWithTheOldest()
    {
        Ring ring(R"({"capped":true,"size":65536,"max":3})");
        for (int id = 1; id <= 4; ++id) {
            ring.data.insert({text(id, 1)});
        }
        ring.data.reopen();
        ring.data.insert({text(5, 1)});
        QCOMPARE(ring.ids(), std::string("3 4 5"));
    }

    void smallerLimitsActWithTheNextInsert()
    {
        Ring ring(R"({"capped":true,"size":65536,"max":5})");
        for (int id = 1; id <= 5; ++id) {
            ring.data.insert({text(id, 1)});
        }
        need(ring.data.catalog->setOptions(ring.data.ns,
                                           {doc(R"({"capped":true,"size":65536,"max":2})")}));
        QCOMPARE(ring.ids(), std::string("1 2 3 4 5"));
        ring.data.insert({text(6, 1)});
        QCOMPARE(ring.ids(), std::string("5 6"));
        QCOMPARE(ring.data.firstProblem(), std::string());
    }
};

SANDGLASS_PLAIN_TEST(TestCapped)

#include "tst_catalog_capped.moc"
