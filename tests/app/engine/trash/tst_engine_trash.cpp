// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/bson/builder.h"
#include "app/engine/expiry/purge_pass.h"
#include "app/engine/expiry/start_brake.h"
#include "app/engine/trash/put_back.h"
#include "app/engine/trash/trash.h"
#include "app/protocol/server_code.h"
#include "tests/support/engine_data.h"
#include "tests/support/failing_store.h"
#include "tests/support/test_program.h"

#include <QObject>
#include <QTest>

namespace tst_engine_trash {

using namespace sandglass;
using namespace sandglass::tests;
using engine::catalog::Direction;
using engine::expiry::PurgePass;
using engine::expiry::StartBrake;
using engine::expiry::TtlCounters;
using engine::expiry::TtlSettings;
using engine::trash::PutBack;
using engine::trash::PutBackOrder;
using engine::trash::PutBackResult;
using engine::trash::Trash;
using engine::trash::trashNamespace;
using std::chrono::days;
using std::chrono::hours;
using std::chrono::seconds;

namespace {

/// An engine's data with passes that keep what they delete.
struct Keeper
{
    EngineData data;
    TtlSettings settings;
    TtlCounters counters;
    StartBrake brake;
    Trash trash{*data.catalog, settings.trash};
    PurgePass pass{*data.catalog, data.clock, data.log, settings, counters};

    explicit Keeper(std::int64_t keptDays = 7)
    {
        settings.trash.days = keptDays;
        pass.setBrake(brake);
        pass.setTrash(trash);
    }
    void run()
    {
        pass.run([] { return false; });
    }
    /// The documents in the trash, in their order.
    std::vector<bson::Document> entries()
    {
        std::vector<bson::Document> found;
        const auto collection = data.catalog->find(trashNamespace());
        if (!collection) {
            return found;
        }
        const auto cursor = collection->scan(Direction::Forward);
        while (cursor->next()) {
            found.emplace_back(cursor->document());
        }
        need(cursor->status());
        return found;
    }
    /// A collection `c` with a rule of 60 s, and that many documents due since an hour.
    void fill(int count)
    {
        data.addTtlIndex("c", R"({"t":1})", 60);
        for (int id = 1; id <= count; ++id) {
            data.insert("c", {dated(id, data.clock.now() - hours(1))});
        }
    }
    Result<PutBackResult> putBack(PutBackOrder order = {})
    {
        if (!order.wants) {
            order.wants = [](bson::DocumentView) { return Result<bool>(true); };
        }
        if (!order.interrupted) {
            order.interrupted = [] { return Result<void>(); };
        }
        PutBack work(
            *data.catalog, data.clock,
            [this](const engine::catalog::Collection& collection, const std::string& index,
                   std::int64_t due) {
                brake.hold({collection.ns().text(), index, due, collection.figures().documents});
                return Result<void>();
            });
        return work.run(order);
    }
};

} // namespace

class EngineTrashTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void withoutLimitsDeletionsAreFinal();
    void aDeletedDocumentIsInTheTrashAsItWas();
    void aBulkOfDocumentsIsKeptToo();
    void aFailedCommitLeavesBothSides();
    void entriesLeaveAfterTheirDays();
    void theOldestEntriesLeaveWhenTheSizeIsExceeded();
    void aCommitRemovesNoMoreThanWritersCanWaitFor();
    void aDocumentOfTheLargestSizeIsKept();
    void theTrashIsNotKeptInTheTrash();
    void documentsComeBackAndStay();
    void onlyWhatIsWantedComesBack();
    void aDryRunChangesNothing();
    void aDocumentWhoseIdIsTakenStaysInTheTrash();
    void aDroppedCollectionNeedsItsNameToBeGiven();
    void aForeignDocumentInTheTrashIsRefused();
    void anInterruptEndsIt();
};

void EngineTrashTest::withoutLimitsDeletionsAreFinal()
{
    Keeper keeper(0);
    keeper.fill(2);
    keeper.run();
    QCOMPARE(keeper.data.ids("c").size(), 0);
    QVERIFY(!keeper.data.catalog->find(trashNamespace()));
    QCOMPARE(need(keeper.putBack()).matched, std::int64_t{0});
}

void EngineTrashTest::aDeletedDocumentIsInTheTrashAsItWas()
{
    Keeper keeper;
    keeper.fill(2);
    const bson::Document before
        = need(keeper.data.collection("c")->findById(bson::Value::of(std::int32_t{1})))->second;
    keeper.run();
    QCOMPARE(keeper.data.ids("c").size(), 0);
    QCOMPARE(keeper.counters.deletedDocuments.load(), std::int64_t{2});
    const auto entries = keeper.entries();
    QCOMPARE(entries.size(), std::size_t{2});
    const bson::DocumentView entry = entries[0];
    QCOMPARE(entry["ns"].asString(), std::string_view("db.c"));
    QCOMPARE(entry["index"].asString(), std::string_view("t_1"));
    QCOMPARE(entry["pass"].asDate().time(), keeper.data.clock.now());
    QCOMPARE(entry["deletedAt"].asDate().time(), keeper.data.clock.now());
    QCOMPARE(entry["ui"].asBinary().subtype, bson::kUuidSubtype);
    QVERIFY(bson::Document(entry["document"].asDocument()) == before);
}

void EngineTrashTest::aBulkOfDocumentsIsKeptToo()
{
    Keeper keeper;
    keeper.settings.bulkFromDocuments = 1;
    keeper.settings.bulkFromPercent = 0;
    keeper.fill(50);
    keeper.run();
    QCOMPARE(keeper.data.ids("c").size(), 0);
    QCOMPARE(keeper.entries().size(), std::size_t{50});
}

void EngineTrashTest::aFailedCommitLeavesBothSides()
{
    Keeper keeper;
    keeper.fill(3);
    FailingStore failing(*keeper.data.store);
    const auto catalog = need(engine::catalog::Catalog::open(
        failing, keeper.data.clock, [](bson::DocumentView, const bson::CollationPtr&) {
            return Result<ttl::DocumentPredicate>(ttl::DocumentPredicate());
        }));
    Trash trash(*catalog, keeper.settings.trash);
    QVERIFY(need(trash.prepare()));
    const auto target = catalog->find({"db", "c"});
    auto unit = need(target->beginWrite());
    const auto due = need(unit->datesUpTo("t_1", bson::Date::from(keeper.data.clock.now()), 10));
    QCOMPARE(due.size(), std::size_t{3});
    trash.beginUnit();
    const auto document = need(unit->fetch(due[0].id));
    need(trash.keep(*unit, {"db.c", target->uuid(), "t_1", {}, {}}, document->view()));
    need(unit->remove(due[0].id));
    failing.failAfter(0);
    QVERIFY(!unit->commit(engine::storage::Durability::Process));
    failing.repair();
    QCOMPARE(target->figures().documents, std::int64_t{3});
    QCOMPARE(catalog->find(trashNamespace())->figures().documents, std::int64_t{0});
}

void EngineTrashTest::entriesLeaveAfterTheirDays()
{
    Keeper keeper(2);
    keeper.fill(1);
    keeper.run();
    keeper.data.clock.advance(days(2) - seconds(1));
    keeper.run();
    QCOMPARE(keeper.entries().size(), std::size_t{1});
    // more days hold for what is there already
    keeper.settings.trash.days = 3;
    keeper.data.clock.advance(seconds(1));
    keeper.run();
    QCOMPARE(keeper.entries().size(), std::size_t{1});
    keeper.data.clock.advance(days(1));
    keeper.run();
    QCOMPARE(keeper.entries().size(), std::size_t{0});
}

void EngineTrashTest::theOldestEntriesLeaveWhenTheSizeIsExceeded()
{
    Keeper keeper(0);
    keeper.settings.trash.bytes = 1000;
    keeper.fill(50);
    keeper.run();
    const auto entries = keeper.entries();
    QVERIFY(!entries.empty());
    QVERIFY(keeper.data.catalog->find(trashNamespace())->figures().bytes <= 1000);
    // the newest ones are left
    QCOMPARE(entries.back()["document"].asDocument()["_id"].asInt32(), 50);
}

void EngineTrashTest::aCommitRemovesNoMoreThanWritersCanWaitFor()
{
    constexpr int kDocuments = 12;
    Keeper keeper;
    keeper.data.addTtlIndex("c", R"({"t":1})", 60);
    const bson::Date old = bson::Date::from(keeper.data.clock.now() - hours(1));
    for (int id = 1; id <= kDocuments; ++id) {
        auto unit = need(keeper.data.collection("c")->beginWrite());
        need(unit->insert(bson::makeDocument("_id", id, "t", old, "x",
                                             std::string(std::size_t{4} * 1024 * 1024, 'x'))));
        need(unit->commit(engine::storage::Durability::Process));
    }
    keeper.run();
    QCOMPARE(keeper.entries().size(), std::size_t{kDocuments});
    FailingStore failing(*keeper.data.store);
    const auto catalog = need(engine::catalog::Catalog::open(
        failing, keeper.data.clock, [](bson::DocumentView, const bson::CollationPtr&) {
            return Result<ttl::DocumentPredicate>(ttl::DocumentPredicate());
        }));
    keeper.settings.trash.bytes = 1;
    Trash trash(*catalog, keeper.settings.trash);
    QVERIFY(need(trash.prepare()));
    failing.failAfter(1);
    QVERIFY(!trash.trim());
    // one commit went through: four entries are 16 MiB
    QCOMPARE(catalog->find(trashNamespace())->figures().documents, std::int64_t{kDocuments - 4});
}

void EngineTrashTest::aDocumentOfTheLargestSizeIsKept()
{
    Keeper keeper;
    keeper.data.addTtlIndex("c", R"({"t":1})", 60);
    const bson::Date old = bson::Date::from(keeper.data.clock.now() - hours(1));
    const std::size_t frame
        = bson::makeDocument("_id", 1, "t", old, "x", std::string()).bytes().size();
    const bson::Document large = bson::makeDocument(
        "_id", 1, "t", old, "x", std::string(std::size_t{16} * 1024 * 1024 - frame, 'x'));
    auto unit = need(keeper.data.collection("c")->beginWrite());
    need(unit->insert(large));
    need(unit->commit(engine::storage::Durability::Process));
    keeper.run();
    QCOMPARE(keeper.entries().size(), std::size_t{1});
    QCOMPARE(need(keeper.putBack()).putBack, std::int64_t{1});
    QCOMPARE(keeper.data.ids("c").size(), 1);
}

void EngineTrashTest::theTrashIsNotKeptInTheTrash()
{
    Keeper keeper(1);
    keeper.fill(3);
    keeper.run();
    keeper.data.clock.advance(days(2));
    keeper.run();
    QCOMPARE(keeper.entries().size(), std::size_t{0});
}

void EngineTrashTest::documentsComeBackAndStay()
{
    Keeper keeper;
    keeper.fill(3);
    keeper.run();
    const PutBackResult result = need(keeper.putBack());
    QCOMPARE(result.matched, std::int64_t{3});
    QCOMPARE(result.putBack, std::int64_t{3});
    QCOMPARE(result.refused, std::int64_t{0});
    QCOMPARE(keeper.entries().size(), std::size_t{0});
    QVERIFY(need(keeper.data.collection("c")->verifyAll()).problems.empty());
    const auto held = keeper.brake.held();
    QCOMPARE(held.size(), std::size_t{1});
    QCOMPARE(held[0].ns, std::string("db.c"));
    QCOMPARE(held[0].due, std::int64_t{3});
    // the next passes leave them until somebody lets deletion go on
    keeper.run();
    QCOMPARE(keeper.data.ids("c").size(), 3);
    keeper.brake.release();
    keeper.run();
    QCOMPARE(keeper.data.ids("c").size(), 0);
    QCOMPARE(keeper.entries().size(), std::size_t{3});
}

void EngineTrashTest::onlyWhatIsWantedComesBack()
{
    Keeper keeper;
    keeper.fill(3);
    keeper.run();
    PutBackOrder order;
    order.wants = [](bson::DocumentView entry) {
        return Result<bool>(entry["document"].asDocument()["_id"].asInt32() == 2);
    };
    const PutBackResult result = need(keeper.putBack(order));
    QCOMPARE(result.matched, std::int64_t{1});
    QCOMPARE(result.putBack, std::int64_t{1});
    QCOMPARE(keeper.data.ids("c"), QStringList{QStringLiteral("2")});
    QCOMPARE(keeper.entries().size(), std::size_t{2});
}

void EngineTrashTest::aDryRunChangesNothing()
{
    Keeper keeper;
    keeper.fill(3);
    keeper.run();
    PutBackOrder order;
    order.dryRun = true;
    const PutBackResult result = need(keeper.putBack(order));
    QCOMPARE(result.matched, std::int64_t{3});
    QCOMPARE(result.putBack, std::int64_t{0});
    QCOMPARE(keeper.data.ids("c").size(), 0);
    QCOMPARE(keeper.entries().size(), std::size_t{3});
    QVERIFY(keeper.brake.held().empty());
}

void EngineTrashTest::aDocumentWhoseIdIsTakenStaysInTheTrash()
{
    Keeper keeper;
    keeper.fill(2);
    keeper.run();
    keeper.data.insert("c", {R"({"_id":1,"new":true})"});
    const PutBackResult result = need(keeper.putBack());
    QCOMPARE(result.putBack, std::int64_t{1});
    QCOMPARE(result.refused, std::int64_t{1});
    QCOMPARE(result.listed.size(), std::size_t{1});
    QCOMPARE(result.listed[0].reason.serverCode, 11000);
    QCOMPARE(keeper.entries().size(), std::size_t{1});
    const auto present
        = need(keeper.data.collection("c")->findById(bson::Value::of(std::int32_t{1})));
    QVERIFY(present->second.view()["new"].asBool());
}

void EngineTrashTest::aDroppedCollectionNeedsItsNameToBeGiven()
{
    Keeper keeper;
    keeper.fill(1);
    keeper.run();
    need(keeper.data.catalog->drop({"db", "c"}));
    QCOMPARE(need(keeper.putBack()).listed[0].reason.serverCode, 26);
    keeper.data.collection("c");
    // another collection of that name is not taken by itself
    QCOMPARE(need(keeper.putBack()).refused, std::int64_t{1});
    PutBackOrder order;
    order.byName = true;
    QCOMPARE(need(keeper.putBack(order)).putBack, std::int64_t{1});
    QCOMPARE(keeper.data.ids("c").size(), 1);
}

void EngineTrashTest::aForeignDocumentInTheTrashIsRefused()
{
    Keeper keeper;
    keeper.fill(1);
    keeper.run();
    const auto collection = keeper.data.catalog->find(trashNamespace());
    auto unit = need(collection->beginWrite());
    need(unit->insert(need(bson::fromJson(R"({"_id":1,"ns":5,"document":{"_id":9}})"))));
    need(unit->commit(engine::storage::Durability::Process));
    const PutBackResult result = need(keeper.putBack());
    QCOMPARE(result.putBack, std::int64_t{1});
    QCOMPARE(result.listed[0].reason.serverCode, 2);
}

void EngineTrashTest::anInterruptEndsIt()
{
    Keeper keeper;
    keeper.fill(2);
    keeper.run();
    PutBackOrder order;
    order.interrupted
        = [] { return Result<void>(protocol::commandError(11601, "operation was interrupted")); };
    QCOMPARE(keeper.putBack(order).error().serverCode, 11601);
    QCOMPARE(keeper.entries().size(), std::size_t{2});
}

SANDGLASS_PLAIN_TEST(EngineTrashTest)
} // namespace tst_engine_trash

#include "tst_engine_trash.moc"
