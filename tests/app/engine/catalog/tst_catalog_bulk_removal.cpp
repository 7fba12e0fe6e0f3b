// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/engine/storage/standby_store.h"
#include "tests/support/catalog_fixture.h"
#include "tests/support/null_log.h"
#include "tests/support/test_program.h"

#include <QTemporaryDir>
#include <QTest>

#include <memory>
#include <string>
#include <vector>

using namespace sandglass;
using namespace sandglass::engine::catalog;
using namespace sandglass::tests;
using engine::storage::Durability;
using engine::storage::Family;
using engine::storage::StandbyStore;
using Catalogs = engine::catalog::Catalog;

namespace {

constexpr base::Time kNow{base::Millis(1'000'000)};

std::string dated(int id, std::int64_t millis)
{
    return R"({"_id":)" + std::to_string(id) + R"(,"t":{"$date":{"$numberLong":")"
        + std::to_string(millis) + R"("}},"u":)" + std::to_string(100 + id) + R"(,"a":)"
        + std::to_string(id % 3) + "}";
}

/// Keys of a family as they lie in the store, with nothing hidden.
int storedKeys(const std::string& folder, Family family)
{
    tests::NullLog log;
    const auto store = need(engine::storage::openStore(folder, {}, log));
    const auto keys = store->iterate(family, {}, {}, nullptr);
    int count = 0;
    for (keys->seekToFirst(); keys->valid(); keys->next()) {
        ++count;
    }
    return count;
}

} // namespace

/// Removal in bulk: what readers see of it, what is left on disk, and what crashes and copies make
/// of it.
class TestBulkRemoval : public QObject
{
    Q_OBJECT

private slots:
    void init()
    {
        m_data = std::make_unique<CatalogFixture>();
        m_data->createIndex(ttlIndexOn(R"({"t":1})", "t", 0));
        IndexDefinition unique = indexOn(R"({"u":1})", "u");
        unique.unique = true;
        m_data->createIndex(unique);
        m_data->createIndex(indexOn(R"({"a":1})", "a"));
    }
    void cleanup() { m_data.reset(); }

    void removedDocumentsAreGoneForEveryReader();
    void figuresFollow();
    void aKeyOfARemovedDocumentMayBeTakenAgain();
    void removedDocumentsStayGoneAfterReopening();
    void theirSpaceIsGivenBackByReclaiming();
    void recordIdsAreNotUsedAgain();
    void openCursorsGoOnWithoutTheRemovedOnes();
    void aCursorOpenedBeforeReclaimingShowsNothingThatWasRemoved();
    void missingDeadListsAreNoticed();
    void aCopyMadeInBetweenHidesThemToo();
    void aCopyMadeBeforeStillHasThem();
    void aStandbyHidesThem();
    void aStandbyThatMissedTheListsStartsAfresh();
    void aDocumentWithSeveralDatesGoesByItsEarliest();
    void smallStepsGetPastTheLaterDatesOfOneDocument();
    void survivorsKeepTheirEntries();
    void aLaterInsertBelowTheBoundIsFound();
    void documentsWrittenBetweenTwoStepsAreJudgedAnew();
    void aDroppedCollectionLeavesNothing();
    void anotherTtlIndexIsCountedRightly();
    void anOrdinaryIndexWithDeadEntriesMayBecomeATtlIndex();
    void withALogOfOperationsNothingDiesInBulk();

private:
    void insertDated(int from, int to);
    BulkStep removeDue(std::size_t limit = 1000);
    std::string all() { return CatalogFixture::idsOf(*m_data->collection()->scan(kForward)); }

    static constexpr Direction kForward = Direction::Forward;
    std::unique_ptr<CatalogFixture> m_data;
};

// Document n has the date n; those up to 1 000 000 are due.
void TestBulkRemoval::insertDated(int from, int to)
{
    std::vector<std::string> documents;
    for (int id = from; id <= to; ++id) {
        documents.push_back(dated(id, id <= 5 ? id : 2'000'000 + id));
    }
    m_data->insert(documents);
}

BulkStep TestBulkRemoval::removeDue(std::size_t limit)
{
    const auto collection = m_data->collection();
    const auto removal = collection->bulkRemoval("t");
    return need(removal->step(collection->expiryRule("t").value(), kNow, limit)).value();
}

void TestBulkRemoval::removedDocumentsAreGoneForEveryReader()
{
    insertDated(1, 8);
    const BulkStep done = removeDue();
    QCOMPARE(done.documents, std::int64_t{5});
    QVERIFY(done.drained);
    QCOMPARE(all(), std::string("6 7 8"));
    QCOMPARE(CatalogFixture::idsOf(*m_data->collection()->scan(Direction::Backward)),
             std::string("8 7 6"));
    QCOMPARE(m_data->scan("t"), std::string("6 7 8"));
    QCOMPARE(m_data->scan("u", {}, Direction::Backward), std::string("8 7 6"));
    QCOMPARE(m_data->scan("a"), std::string("6 7 8"));
    QVERIFY(!need(m_data->collection()->findById(bson::Value::of(3))));
    QVERIFY(need(m_data->collection()->findById(bson::Value::of(6))).has_value());
    QCOMPARE(need(m_data->collection()->countDates("t", {0}, {3'000'000})), std::int64_t{3});
    QCOMPARE(need(m_data->collection()->dates("t", {0}, {3'000'000}, 10)).size(), std::size_t{3});
    auto unit = need(m_data->collection()->beginWrite());
    QVERIFY(!need(unit->fetch(3)));
    QVERIFY(!need(unit->remove(3)));
    unit.reset();
    QCOMPARE(m_data->firstProblem(), std::string());
}

void TestBulkRemoval::figuresFollow()
{
    insertDated(1, 8);
    std::int64_t left = 0;
    for (int id = 6; id <= 8; ++id) {
        left += std::ssize(doc(dated(id, 2'000'000 + id)).bytes());
    }
    removeDue();
    QCOMPARE(m_data->collection()->figures().documents, std::int64_t{3});
    QCOMPARE(m_data->collection()->figures().bytes, left);
    QCOMPARE(m_data->collection()->unreclaimed(), std::int64_t{5});
    m_data->reopen();
    QCOMPARE(m_data->collection()->figures().documents, std::int64_t{3});
    QCOMPARE(m_data->collection()->figures().bytes, left);
    QCOMPARE(m_data->collection()->unreclaimed(), std::int64_t{5});
}

void TestBulkRemoval::aKeyOfARemovedDocumentMayBeTakenAgain()
{
    insertDated(1, 8);
    removeDue();
    m_data->insert({R"({"_id":2,"u":103,"a":9})"});
    QCOMPARE(m_data->scan("u"), std::string("2 6 7 8"));
    {
        auto unit = need(m_data->collection()->beginWrite());
        QVERIFY(!unit->insert(doc(R"({"_id":2,"u":500})")));
        QVERIFY(!unit->insert(doc(R"({"_id":77,"u":103})")));
    }
    need(m_data->catalog->reclaim(m_data->ns));
    QCOMPARE(m_data->scan("u"), std::string("2 6 7 8"));
    QVERIFY(need(m_data->collection()->findById(bson::Value::of(2))).has_value());
    m_data->reopen();
    QCOMPARE(m_data->scan("u"), std::string("2 6 7 8"));
    QCOMPARE(m_data->firstProblem(), std::string());
}

void TestBulkRemoval::removedDocumentsStayGoneAfterReopening()
{
    insertDated(1, 8);
    removeDue(2);
    removeDue(2);
    m_data->reopen();
    QCOMPARE(all(), std::string("5 6 7 8"));
    QCOMPARE(m_data->firstProblem(), std::string());
    QCOMPARE(removeDue().documents, std::int64_t{1});
    m_data->reopen();
    QCOMPARE(all(), std::string("6 7 8"));
    QCOMPARE(m_data->firstProblem(), std::string());
}

void TestBulkRemoval::theirSpaceIsGivenBackByReclaiming()
{
    insertDated(1, 8);
    removeDue();
    m_data->close();
    QCOMPARE(storedKeys(m_data->path(), Family::Records), 8);
    QCOMPARE(storedKeys(m_data->path(), Family::Indexes), 3 * 8);
    const int metaKeys = storedKeys(m_data->path(), Family::Meta);
    m_data->open();
    need(m_data->catalog->reclaim(m_data->ns));
    QCOMPARE(m_data->collection()->unreclaimed(), std::int64_t{0});
    QCOMPARE(all(), std::string("6 7 8"));
    QCOMPARE(m_data->firstProblem(), std::string());
    m_data->clock.advance(std::chrono::minutes(2));
    m_data->catalog->tend(Catalogs::Occasion::Idle);
    m_data->close();
    QCOMPARE(storedKeys(m_data->path(), Family::Records), 3);
    QCOMPARE(storedKeys(m_data->path(), Family::Indexes), 3 * 3);
    QCOMPARE(storedKeys(m_data->path(), Family::Dates), 3);
    QCOMPARE(storedKeys(m_data->path(), Family::Meta), metaKeys - 1); // the list
    m_data->open();
    QCOMPARE(all(), std::string("6 7 8"));
}

void TestBulkRemoval::recordIdsAreNotUsedAgain()
{
    insertDated(1, 5);
    removeDue();
    need(m_data->catalog->reclaim(m_data->ns));
    m_data->reopen();
    QVERIFY(m_data->insert({R"({"_id":1})"}).front() > 5);
}

void TestBulkRemoval::openCursorsGoOnWithoutTheRemovedOnes()
{
    insertDated(1, 300);
    const auto scan = m_data->collection()->scan(kForward);
    const auto byIndex = m_data->collection()->scanIndex("u", {}, kForward);
    QVERIFY(scan->next());
    QVERIFY(byIndex->next());
    removeDue();
    need(m_data->catalog->reclaim(m_data->ns));
    int left = 0;
    while (scan->next()) {
        QVERIFY(scan->document()["_id"].toInt64() > 5);
        ++left;
    }
    need(scan->status());
    QCOMPARE(left, 295);
    const std::string rest = CatalogFixture::idsOf(*byIndex);
    QVERIFY(rest.ends_with(" 299 300"));
}

void TestBulkRemoval::aCursorOpenedBeforeReclaimingShowsNothingThatWasRemoved()
{
    insertDated(1, 300);
    removeDue();
    const auto scan = m_data->collection()->scan(Direction::Backward);
    QVERIFY(scan->next());
    need(m_data->catalog->reclaim(m_data->ns));
    m_data->insert({dated(500, 5'000'000)});
    // its tables still have the documents, and their bits must not be gone
    int left = 1;
    while (scan->next()) {
        QVERIFY(scan->document()["_id"].toInt64() > 5);
        ++left;
    }
    QCOMPARE(left, 295);
}

void TestBulkRemoval::missingDeadListsAreNoticed()
{
    insertDated(1, 8);
    removeDue();
    m_data->close();
    tests::NullLog log;
    auto store = need(engine::storage::openStore(m_data->path(), {}, log));
    const auto batch = store->makeBatch();
    batch->removeRange(Family::Meta, "d", "e");
    need(store->commit(*batch, Durability::Disk));
    const auto opened = Catalogs::open(*store, m_data->clock, compileEquality);
    QVERIFY(!opened);
    QCOMPARE(opened.error().code, Errc::Storage);
}

void TestBulkRemoval::aCopyMadeInBetweenHidesThemToo()
{
    insertDated(1, 8);
    removeDue();
    const QTemporaryDir folder;
    const std::string copy = folder.path().toStdString() + "/copy";
    need(m_data->catalog->checkpoint(copy));
    need(m_data->catalog->reclaim(m_data->ns));
    tests::NullLog log;
    const auto store = need(engine::storage::openStore(copy, {}, log));
    const auto catalog = need(Catalogs::open(*store, m_data->clock, compileEquality));
    const auto copied = catalog->find(m_data->ns);
    QCOMPARE(CatalogFixture::idsOf(*copied->scan(kForward)), std::string("6 7 8"));
    QVERIFY(copied->index("t")->dateDirectory);
    QVERIFY(need(copied->verifyAll()).problems.empty());
    need(catalog->reclaim(m_data->ns));
    QCOMPARE(CatalogFixture::idsOf(*copied->scan(kForward)), std::string("6 7 8"));
}

void TestBulkRemoval::aCopyMadeBeforeStillHasThem()
{
    insertDated(1, 8);
    const QTemporaryDir folder;
    const std::string copy = folder.path().toStdString() + "/copy";
    need(m_data->catalog->checkpoint(copy));
    removeDue();
    need(m_data->catalog->reclaim(m_data->ns));
    tests::NullLog log;
    const auto store = need(engine::storage::openStore(copy, {}, log));
    const auto catalog = need(Catalogs::open(*store, m_data->clock, compileEquality));
    const auto copied = catalog->find(m_data->ns);
    QCOMPARE(CatalogFixture::idsOf(*copied->scan(kForward)), std::string("1 2 3 4 5 6 7 8"));
    QVERIFY(need(copied->verifyAll()).problems.empty());
}

void TestBulkRemoval::aStandbyHidesThem()
{
    insertDated(1, 8);
    const QTemporaryDir scratch;
    tests::NullLog log;
    const auto store
        = need(StandbyStore::open(m_data->path(), scratch.path().toStdString(), {}, log));
    const auto standby = need(Catalogs::openStandby(*store, m_data->clock, compileEquality));
    const auto follow = [&] {
        need(store->prepare());
        need(standby->follow([&] { return store->advance(); }));
        return CatalogFixture::idsOf(*standby->find(m_data->ns)->scan(kForward));
    };
    QCOMPARE(follow(), std::string("1 2 3 4 5 6 7 8"));
    removeDue(2);
    QCOMPARE(follow(), std::string("3 4 5 6 7 8"));
    QVERIFY(need(standby->find(m_data->ns)->verifyAll()).problems.empty());
    removeDue();
    need(m_data->catalog->reclaim(m_data->ns));
    QCOMPARE(follow(), std::string("6 7 8"));
    QVERIFY(need(standby->find(m_data->ns)->verifyAll()).problems.empty());
}

void TestBulkRemoval::aStandbyThatMissedTheListsStartsAfresh()
{
    insertDated(1, 8);
    const QTemporaryDir scratch;
    tests::NullLog log;
    const auto store
        = need(StandbyStore::open(m_data->path(), scratch.path().toStdString(), {}, log));
    const auto standby = need(Catalogs::openStandby(*store, m_data->clock, compileEquality));
    removeDue();
    need(m_data->catalog->reclaim(m_data->ns));
    m_data->clock.advance(std::chrono::minutes(2));
    m_data->catalog->tend(Catalogs::Occasion::Idle);
    need(store->prepare());
    const auto behind = standby->follow([&] { return store->advance(); });
    QVERIFY(!behind);
    QCOMPARE(behind.error().code, Errc::Conflict);
    store->renew();
    need(store->prepare());
    need(standby->follow([&] { return store->advance(); }));
    QCOMPARE(CatalogFixture::idsOf(*standby->find(m_data->ns)->scan(kForward)),
             std::string("6 7 8"));
    QVERIFY(need(standby->find(m_data->ns)->verifyAll()).problems.empty());
}

void TestBulkRemoval::aDocumentWithSeveralDatesGoesByItsEarliest()
{
    insertDated(1, 6);
    m_data->insert({R"({"_id":20,"u":1,"t":[{"$date":{"$numberLong":"9000000"}},
                        {"$date":{"$numberLong":"7"}}]})",
                    R"({"_id":21,"u":2,"t":[{"$date":{"$numberLong":"9000000"}},5]})"});
    QCOMPARE(removeDue().documents, std::int64_t{6});
    QCOMPARE(all(), std::string("6 21"));
    QCOMPARE(m_data->scan("t"), std::string("21 6"));
    QCOMPARE(m_data->firstProblem(), std::string());
    need(m_data->catalog->reclaim(m_data->ns));
    QCOMPARE(m_data->firstProblem(), std::string());
}

void TestBulkRemoval::smallStepsGetPastTheLaterDatesOfOneDocument()
{
    m_data->insert({R"({"_id":1,"u":1,"t":[{"$date":{"$numberLong":"1"}},
                        {"$date":{"$numberLong":"2"}},{"$date":{"$numberLong":"3"}}]})",
                    R"({"_id":2,"u":2,"t":{"$date":{"$numberLong":"4"}}})"});
    const auto collection = m_data->collection();
    const auto rule = collection->expiryRule("t").value();
    const auto removal = collection->bulkRemoval("t");
    QCOMPARE(need(removal->step(rule, kNow, 1))->documents, std::int64_t{1});
    const auto second = need(removal->step(rule, kNow, 1));
    QCOMPARE(second->documents, std::int64_t{1});
    QVERIFY(second->drained);
    QCOMPARE(all(), std::string());
}

void TestBulkRemoval::survivorsKeepTheirEntries()
{
    insertDated(1, 6);
    const auto collection = m_data->collection();
    ttl::ExpiryRule rule = collection->expiryRule("t").value();
    rule.notBefore = bson::Date{3};
    QCOMPARE(need(collection->bulkRemoval("t")->step(rule, kNow, 1000))->documents,
             std::int64_t{3});
    QCOMPARE(all(), std::string("1 2 6"));
    QCOMPARE(m_data->firstProblem(), std::string());
    QCOMPARE(removeDue().documents, std::int64_t{2});
    QCOMPARE(all(), std::string("6"));
}

void TestBulkRemoval::aLaterInsertBelowTheBoundIsFound()
{
    insertDated(1, 6);
    QVERIFY(removeDue().drained);
    QCOMPARE(need(m_data->collection()->countDue("t", {1'000'000}, 10)), std::int64_t{0});
    m_data->insert({dated(30, 12)});
    QCOMPARE(need(m_data->collection()->countDue("t", {1'000'000}, 10)), std::int64_t{1});
    QCOMPARE(removeDue().documents, std::int64_t{1});
    QCOMPARE(all(), std::string("6"));
}

void TestBulkRemoval::documentsWrittenBetweenTwoStepsAreJudgedAnew()
{
    insertDated(1, 6);
    const auto collection = m_data->collection();
    const auto rule = collection->expiryRule("t").value();
    const auto removal = collection->bulkRemoval("t");
    QCOMPARE(need(removal->step(rule, kNow, 2))->documents, std::int64_t{2});
    {
        auto unit = need(collection->beginWrite());
        need(unit->replace(4, doc(dated(4, 3'000'000)))); // saved
        need(unit->insert(doc(dated(40, 1)))); // due at once
        need(unit->commit(Durability::Process));
    }
    const auto rest = need(removal->step(rule, kNow, 1000));
    QCOMPARE(rest->documents, std::int64_t{3}); // 40, 3 and 5
    QCOMPARE(all(), std::string("4 6"));
    QCOMPARE(m_data->firstProblem(), std::string());
}

void TestBulkRemoval::aDroppedCollectionLeavesNothing()
{
    insertDated(1, 8);
    removeDue();
    need(m_data->catalog->drop(m_data->ns));
    m_data->close();
    for (const Family family : {Family::Records, Family::Indexes, Family::Dates}) {
        QCOMPARE(storedKeys(m_data->path(), family), 0);
    }
    m_data->open();
    QVERIFY(m_data->catalog->find(m_data->ns) == nullptr);
}

void TestBulkRemoval::anotherTtlIndexIsCountedRightly()
{
    m_data->createIndex(ttlIndexOn(R"({"s":1})", "s", 0));
    m_data->insert({R"({"_id":1,"u":1,"t":{"$date":{"$numberLong":"1"}},
                        "s":{"$date":{"$numberLong":"9"}}})",
                    R"({"_id":2,"u":2,"s":{"$date":{"$numberLong":"9"}}})"});
    const std::vector<bson::Date> bounds{{8}, {10}};
    const auto count = [&] {
        return need(m_data->collection()->dateClasses("s", bounds, DatePrecision::Exact))
            ->classes.back()
            .documents;
    };
    QCOMPARE(count(), std::int64_t{2});
    removeDue();
    QCOMPARE(count(), std::int64_t{1});
    m_data->insert({R"({"_id":3,"u":3,"s":{"$date":{"$numberLong":"10"}}})"});
    QCOMPARE(count(), std::int64_t{2});
}

void TestBulkRemoval::anOrdinaryIndexWithDeadEntriesMayBecomeATtlIndex()
{
    m_data->createIndex(indexOn(R"({"d":1})", "d"));
    m_data->insert({R"({"_id":1,"u":1,"t":{"$date":{"$numberLong":"1"}},
                        "d":{"$date":{"$numberLong":"5"}}})",
                    R"({"_id":2,"u":2,"d":{"$date":{"$numberLong":"6"}}})"});
    removeDue();
    IndexDefinition changed = m_data->collection()->index("d")->definition;
    changed.expireAfterSeconds = bson::Value::of(0);
    need(m_data->catalog->modifyIndex(m_data->ns, changed));
    QCOMPARE(m_data->scan("d"), std::string("2"));
    QCOMPARE(m_data->firstProblem(), std::string());
    need(m_data->catalog->reclaim(m_data->ns));
    QCOMPARE(m_data->scan("d"), std::string("2"));
    QCOMPARE(m_data->firstProblem(), std::string());
}

void TestBulkRemoval::withALogOfOperationsNothingDiesInBulk()
{
    insertDated(1, 6);
    const auto collection = m_data->collection();
    const auto removal = collection->bulkRemoval("t");
    QVERIFY(removal != nullptr);
    need(m_data->catalog->startOplog(1 << 20));
    // each removal is logged from here on
    QVERIFY(collection->bulkRemoval("t") == nullptr);
    QVERIFY(collection->bulkRemoval("missing") == nullptr);
}

SANDGLASS_PLAIN_TEST(TestBulkRemoval)

#include "tst_catalog_bulk_removal.moc"
