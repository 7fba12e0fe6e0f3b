// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/bson/builder.h"
#include "app/services/journal/journal_file.h"
#include "app/ttl/document_commands.h"
#include "tests/support/service_fixture.h"
#include "tests/support/test_program.h"

#include <QObject>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>

#include <algorithm>
#include <iterator>
#include <memory>

namespace tst_services_document {

using namespace sandglass;
using namespace std::chrono_literals;
using namespace Qt::StringLiterals;
using services::DocumentService;
using tests::ServiceFixture;
using tests::waitFor;

namespace {

const protocol::Namespace kCarts{"shop", "carts"};

bson::Value idOf(std::int32_t id)
{
    return bson::Value::of(id);
}

/// Three documents, each so large that a command of its own deletes it.
std::vector<bson::Document> largeDocuments(tests::FakeTtlServer& server)
{
    const std::string text(std::size_t{5} << 20U, 'x');
    std::vector<bson::Document> all;
    for (const std::int32_t id : {1, 2, 3}) {
        all.push_back(bson::makeDocument("_id", id, "text", text));
        server.addDocument(kCarts, all.back());
    }
    return all;
}

} // namespace

class TestDocumentService : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void aPageSaysWhichDocumentsThePartialFilterLeavesOut();
    void changesAreJournalledWithoutContents();
    void aCommandIsInTheJournalWhileItRuns();
    void replacingAVanishedDocumentIsAnError();
    void aLockedConnectionChangesNothing();
    void aChangeIsAnnounced();
    void thoseThatExpireComeBeforeThoseThatNeverDo();
    void pagesGoOnAcrossTheBoundary();
    void aRangeHoldsWhatTheChartCountsInIt();
    void aDateChangeAndADeletionCanBeCopiedAsMongosh();
    void aDocumentThatAnotherClientHasChangedIsNotReplaced();
    void aDocumentThatAnotherClientHasChangedIsNotDeleted();
    void aDateThatAnotherClientHasSetStays();
    void aChangeThatTheServerRefusesIsAnError();
    void theTotalFollowsTheChoice();
    void aTotalThatIsRefusedIsAnError();
    void anOrderOfItsOwnReplacesTheSoonestFirst();
    void aCancelledDeletionSendsNoFurtherCommand();
    void aDeletionThatFailsSaysWhatWasDeletedBefore();
    void aFailedDeletionIsInTheJournalWithItsNumber();
    void aDeletionWhoseAnswerIsLostSaysWhatIsGone();
    void aCancelledChangeIsReadBack_data();
    void aCancelledChangeIsReadBack();
};

void TestDocumentService::aPageSaysWhichDocumentsThePartialFilterLeavesOut()
{
    ServiceFixture fixture;
    fixture.server->addDocument(kCarts, bson::makeDocument("_id", 1, "state", "open"));
    fixture.server->addDocument(kCarts, bson::makeDocument("_id", 2, "state", "paid"));
    QVERIFY(fixture.connect());
    ttl::DocumentQuery query;
    query.ns = kCarts;
    const auto page
        = waitFor(fixture.set.documents.page({query, bson::makeDocument("state", "open")}));
    QVERIFY(page);
    QCOMPARE(page->documents.size(), std::size_t{2});
    QCOMPARE(page->outsideFilter, (std::vector<bool>{false, true}));
}

void TestDocumentService::changesAreJournalledWithoutContents()
{
    ServiceFixture fixture;
    QVERIFY(fixture.connect());
    QVERIFY(waitFor(fixture.set.documents.insert(
        kCarts, bson::makeDocument("_id", 1, "card", "4111111111111111"))));
    QCOMPARE(fixture.set.journal.entries().size(), std::size_t{1});
    const std::string command(
        reinterpret_cast<const char*>(fixture.set.journal.entries().back().command.bytes().data()),
        fixture.set.journal.entries().back().command.bytes().size());
    QVERIFY(command.find("4111") == std::string::npos);
    QCOMPARE(fixture.set.journal.entries().back().documents, std::int64_t{1});
}

// The worker's part alone: no thread, no event loop.
void TestDocumentService::aCommandIsInTheJournalWhileItRuns()
{
    const tests::FakeClock clock;
    tests::FakeTtlServer server(clock);
    QTemporaryDir folder;
    const auto file = std::make_shared<services::JournalFile>(folder.filePath(u"journal.jsonl"_s));
    services::JournalEntry entry;
    entry.id = 1;
    entry.kind = services::JournalKind::RemoveDocuments;
    services::JournalledCommand command(file, entry, {});
    std::size_t written = 0;
    const Result<std::int64_t> changed = services::sendJournalled(
        command, server, {}, [&](ttl::TtlServer&, const ttl::CallLimits&) -> Result<std::int64_t> {
            written = file->read().size();
            return 3;
        });
    QVERIFY(changed);
    QCOMPARE(written, std::size_t{1});
    QCOMPARE(file->read().front().status, services::JournalStatus::Succeeded);
    QCOMPARE(file->read().front().documents, std::int64_t{3});
}

void TestDocumentService::replacingAVanishedDocumentIsAnError()
{
    ServiceFixture fixture;
    QVERIFY(fixture.connect());
    const Result<std::int64_t> answer = waitFor(fixture.set.documents.replace(
        kCarts, bson::makeDocument("_id", 9), bson::makeDocument("_id", 9, "new", true)));
    QVERIFY(!answer && answer.error().code == Errc::NotFound);
}

void TestDocumentService::aLockedConnectionChangesNothing()
{
    ServiceFixture fixture;
    QVERIFY(fixture.connect(false));
    const auto answer
        = waitFor(fixture.set.documents.remove(kCarts, {bson::makeDocument("_id", 1)}));
    QVERIFY(!answer && answer.error().code == Errc::NotPermitted);
    QCOMPARE(fixture.server->calls("remove"), 0);
}

void TestDocumentService::aChangeIsAnnounced()
{
    ServiceFixture fixture;
    fixture.server->addDocument(kCarts, bson::makeDocument("_id", std::int32_t{1}));
    QVERIFY(fixture.connect());
    QSignalSpy changed(&fixture.set.documents, &DocumentService::documentsChanged);
    const auto answer = waitFor(fixture.set.documents.changeValues(
        kCarts, "seen", {{idOf(1), bson::Value(), bson::Value::of(bson::Date{5})}}));
    QCOMPARE(*answer, std::int64_t{1});
    QCOMPARE(changed.count(), 1);
    QCOMPARE(fixture.server->documents(kCarts).front()["seen"].asDate().millis, std::int64_t{5});
}

namespace {

/// Carts: 1 and 2 without a date, 3 a text, 4 a later date than 5, and 6 outside the filter.
void fillCarts(tests::FakeTtlServer& server)
{
    server.addDocument(kCarts, bson::makeDocument("_id", 1, "state", "open"));
    server.addDocument(kCarts, bson::makeDocument("_id", 2, "state", "open"));
    server.addDocument(kCarts, bson::makeDocument("_id", 3, "state", "open", "seen", "2001"));
    server.addDocument(kCarts,
                       bson::makeDocument("_id", 4, "state", "open", "seen", bson::Date{9'000}));
    server.addDocument(kCarts,
                       bson::makeDocument("_id", 5, "state", "open", "seen", bson::Date{5'000}));
    server.addDocument(kCarts,
                       bson::makeDocument("_id", 6, "state", "paid", "seen", bson::Date{1'000}));
}

std::vector<std::int64_t> idsOf(const std::optional<services::DocumentPage>& page)
{
    std::vector<std::int64_t> ids;
    for (const bson::Document& document : page ? page->documents : std::vector<bson::Document>()) {
        ids.push_back(document["_id"].toInt64());
    }
    return ids;
}

ttl::DocumentQuery bySeen(int skip, int limit)
{
    ttl::DocumentQuery query;
    query.ns = kCarts;
    query.field = "seen";
    query.skip = skip;
    query.limit = limit;
    return query;
}

} // namespace

void TestDocumentService::thoseThatExpireComeBeforeThoseThatNeverDo()
{
    ServiceFixture fixture;
    fillCarts(*fixture.server);
    QVERIFY(fixture.connect());
    const auto page
        = waitFor(fixture.set.documents.page({bySeen(0, 10), bson::makeDocument("state", "open")}));
    QVERIFY(page);
    QCOMPARE(idsOf(*page), (std::vector<std::int64_t>{5, 4, 1, 2, 3, 6}));
    QCOMPARE(page->outsideFilter, (std::vector<bool>{false, false, false, false, false, true}));
}

void TestDocumentService::pagesGoOnAcrossTheBoundary()
{
    ServiceFixture fixture;
    fillCarts(*fixture.server);
    QVERIFY(fixture.connect());
    std::vector<std::int64_t> all;
    for (int skip = 0; skip < 6; skip += 3) {
        const auto page = waitFor(fixture.set.documents.page({bySeen(skip, 3)}));
        QVERIFY(page);
        std::ranges::copy(idsOf(*page), std::back_inserter(all));
    }
    QCOMPARE(all, (std::vector<std::int64_t>{6, 5, 4, 1, 2, 3}));
    const auto inside = waitFor(fixture.set.documents.page({bySeen(4, 1)}));
    QVERIFY(inside);
    QCOMPARE(idsOf(*inside), std::vector<std::int64_t>{2});
}

void TestDocumentService::aRangeHoldsWhatTheChartCountsInIt()
{
    ServiceFixture fixture;
    fillCarts(*fixture.server);
    QVERIFY(fixture.connect());
    ttl::DocumentQuery query = bySeen(0, 10);
    query.from = bson::Date{0};
    query.to = bson::Date{5'000};
    const auto page
        = waitFor(fixture.set.documents.page({query, bson::makeDocument("state", "open")}));
    QVERIFY(page);
    QCOMPARE(idsOf(*page), std::vector<std::int64_t>{5});
}

void TestDocumentService::aDateChangeAndADeletionCanBeCopiedAsMongosh()
{
    ServiceFixture fixture;
    fillCarts(*fixture.server);
    QVERIFY(fixture.connect());
    QVERIFY(waitFor(fixture.set.documents.changeValues(
        kCarts, "seen", {{idOf(4), {}, bson::Value::of(bson::Date{7'000})}})));
    QVERIFY(waitFor(fixture.set.documents.remove(kCarts, {fixture.server->documents(kCarts)[3]})));
    const auto& entries = fixture.set.journal.entries();
    QVERIFY2(entries[0].mongosh.find("seen") != std::string::npos, entries[0].mongosh.c_str());
    QVERIFY2(entries[1].mongosh.find("delete") != std::string::npos, entries[1].mongosh.c_str());
    QCOMPARE(entries[1].deletes, std::optional<std::int64_t>(1));
}

void TestDocumentService::aDocumentThatAnotherClientHasChangedIsNotReplaced()
{
    ServiceFixture fixture;
    const bson::Document loaded = bson::makeDocument("_id", 1, "name", "old", "n", 1);
    const bson::Document theirs
        = bson::makeDocument("_id", 1, "name", "old", "n", 2, "other", true);
    fixture.server->addDocument(kCarts, theirs);
    QVERIFY(fixture.connect());
    const bson::Document mine = bson::makeDocument("_id", 1, "name", "new", "n", 1);
    const auto lost = waitFor(fixture.set.documents.replace(kCarts, loaded, mine));
    QVERIFY(!lost && lost.error().code == Errc::Conflict);
    QVERIFY(fixture.server->documents(kCarts).front() == theirs);
    const auto now = waitFor(fixture.set.documents.read(kCarts, idOf(1)));
    QVERIFY(now && *now && **now == theirs);
    // with what is there now it goes through
    QVERIFY(waitFor(fixture.set.documents.replace(kCarts, theirs, mine)));
    QVERIFY(fixture.server->documents(kCarts).front() == mine);
    QCOMPARE(fixture.set.journal.entries().front().status, services::JournalStatus::Failed);
}

void TestDocumentService::aDocumentThatAnotherClientHasChangedIsNotDeleted()
{
    ServiceFixture fixture;
    fixture.server->addDocument(kCarts, bson::makeDocument("_id", 1, "n", 1));
    fixture.server->addDocument(kCarts, bson::makeDocument("_id", 2, "n", 5));
    QVERIFY(fixture.connect());
    const auto removed = waitFor(fixture.set.documents.remove(
        kCarts, {bson::makeDocument("_id", 1, "n", 1), bson::makeDocument("_id", 2, "n", 2)}));
    QVERIFY(removed);
    QCOMPARE(*removed, std::int64_t{1});
    QCOMPARE(fixture.server->documents(kCarts).size(), std::size_t{1});
    QCOMPARE(fixture.server->documents(kCarts).front()["n"].toInt64(), std::int64_t{5});
}

void TestDocumentService::aDateThatAnotherClientHasSetStays()
{
    ServiceFixture fixture;
    for (const std::int64_t seen : {10, 20}) {
        fixture.server->addDocument(
            kCarts, bson::makeDocument("_id", static_cast<int>(seen), "seen", bson::Date{seen}));
    }
    fixture.server->addDocument(kCarts, bson::makeDocument("_id", 30));
    QVERIFY(fixture.connect());
    const bson::Value ten = bson::Value::of(bson::Date{10});
    const auto changed = waitFor(fixture.set.documents.changeValues(
        kCarts, "seen",
        {{idOf(10), ten, bson::Value::of(bson::Date{1})},
         {idOf(20), ten, bson::Value::of(bson::Date{1})},
         {idOf(30), bson::Value(), bson::Value::of(bson::Date{1})}}));
    QVERIFY(changed);
    QCOMPARE(*changed, std::int64_t{2});
    const std::vector<bson::Document> now = fixture.server->documents(kCarts);
    QCOMPARE(now[0]["seen"].asDate().millis, std::int64_t{1});
    QCOMPARE(now[1]["seen"].asDate().millis, std::int64_t{20});
    QCOMPARE(now[2]["seen"].asDate().millis, std::int64_t{1});
}

void TestDocumentService::aChangeThatTheServerRefusesIsAnError()
{
    ServiceFixture fixture;
    fixture.server->addDocument(kCarts, bson::makeDocument("_id", 1));
    QVERIFY(fixture.connect());
    fixture.server->fail("replace", base::serverError(13, "Unauthorized", "not allowed"));
    const auto refused = waitFor(fixture.set.documents.replace(
        kCarts, bson::makeDocument("_id", 1), bson::makeDocument("_id", 1, "a", 1)));
    QVERIFY(!refused);
    QCOMPARE(refused.error().serverCode, 13);
    // nothing is sent for another _id, or for one that is no document's
    const auto other = waitFor(fixture.set.documents.replace(kCarts, bson::makeDocument("_id", 1),
                                                             bson::makeDocument("_id", 2)));
    QVERIFY(!other && other.error().code == Errc::InvalidInput);
    QCOMPARE(fixture.server->calls("replace"), 1);
}

void TestDocumentService::theTotalFollowsTheChoice()
{
    ServiceFixture fixture;
    fillCarts(*fixture.server);
    QVERIFY(fixture.connect());
    const auto all = waitFor(fixture.set.documents.total({bySeen(0, 3)}));
    QVERIFY(all);
    QCOMPARE(all->documents, std::int64_t{6});
    QVERIFY(!all->more);
    ttl::DocumentQuery open = bySeen(0, 3);
    open.filter = bson::makeDocument("state", "open");
    const auto some = waitFor(fixture.set.documents.total({open}));
    QVERIFY(some);
    QCOMPARE(some->documents, std::int64_t{5});
    const std::vector<bson::Document> sent = fixture.server->commands();
    QCOMPARE(sent.back()["limit"].toInt64(), services::kMostCounted + 1); // a huge one is bounded
}

void TestDocumentService::aTotalThatIsRefusedIsAnError()
{
    ServiceFixture fixture;
    QVERIFY(fixture.connect());
    fixture.server->fail("runCommand", base::serverError(13, "Unauthorized", "no"));
    const auto total = waitFor(fixture.set.documents.total({bySeen(0, 3)}));
    QVERIFY(!total && total.error().serverCode == 13);
}

void TestDocumentService::anOrderOfItsOwnReplacesTheSoonestFirst()
{
    ServiceFixture fixture;
    fillCarts(*fixture.server);
    QVERIFY(fixture.connect());
    ttl::DocumentQuery query = bySeen(0, 3);
    query.sort = bson::makeDocument("_id", -1);
    const auto page = waitFor(fixture.set.documents.page({query}));
    QVERIFY(page);
    QCOMPARE(idsOf(*page), (std::vector<std::int64_t>{6, 5, 4}));
}

// The worker's part alone: no thread, no event loop.
void TestDocumentService::aCancelledDeletionSendsNoFurtherCommand()
{
    const tests::FakeClock clock;
    tests::FakeTtlServer server(clock);
    std::vector<bson::Document> commands;
    for (const std::int32_t id : {1, 2, 3}) {
        const bson::Document document = bson::makeDocument("_id", id);
        server.addDocument(kCarts, document);
        const auto some = ttl::removalCommands(kCarts, {document});
        QVERIFY(some);
        commands.push_back(some->front());
    }
    const ttl::CallLimits limits;
    std::int64_t sent = 0;
    const auto removed
        = services::removeDocuments(server, kCarts, commands, limits, [&](std::int64_t documents) {
              sent = documents;
              limits.cancel.cancel();
          });
    QVERIFY(removed);
    QCOMPARE(removed->documents, std::int64_t{1});
    QCOMPARE(removed->unsent, std::int64_t{2});
    QCOMPARE(sent, std::int64_t{1});
    QCOMPARE(server.calls("remove"), 1);
    QCOMPARE(server.documentCount(kCarts), std::size_t{2});
}

// The worker's part alone.
void TestDocumentService::aDeletionThatFailsSaysWhatWasDeletedBefore()
{
    const tests::FakeClock clock;
    tests::FakeTtlServer server(clock);
    std::vector<bson::Document> commands;
    for (const std::int32_t id : {1, 2, 3}) {
        const bson::Document document = bson::makeDocument("_id", id);
        server.addDocument(kCarts, document);
        const auto some = ttl::removalCommands(kCarts, {document});
        QVERIFY(some);
        commands.push_back(some->front());
    }
    server.failAfter("remove", 2, base::serverError(13, "Unauthorized", "no"));
    const auto ignored = [](std::int64_t /*documents*/) {};
    const auto removed = services::removeDocuments(server, kCarts, commands, {}, ignored);
    QVERIFY(!removed);
    QCOMPARE(removed.error().serverCode, 13);
    QCOMPARE(removed.error().deleted, std::optional<std::int64_t>(2));
    // a single command has none before it
    server.fail("remove", base::serverError(13, "Unauthorized", "no"));
    const auto single = services::removeDocuments(server, kCarts, {commands.back()}, {}, ignored);
    QVERIFY(!single);
    QVERIFY(!single.error().deleted);
}

void TestDocumentService::aFailedDeletionIsInTheJournalWithItsNumber()
{
    ServiceFixture fixture;
    const std::vector<bson::Document> all = largeDocuments(*fixture.server);
    QVERIFY(fixture.connect());
    fixture.server->failAfter("remove", 1, base::serverError(13, "Unauthorized", "no"));
    const Result<std::int64_t> answer = waitFor(fixture.set.documents.remove(kCarts, all));
    QVERIFY(!answer);
    QCOMPARE(answer.error().deleted, std::optional<std::int64_t>(1));
    const services::JournalEntry& entry = fixture.set.journal.entries().back();
    QCOMPARE(entry.status, services::JournalStatus::Failed);
    QCOMPARE(entry.documents, std::int64_t{1});
    QVERIFY(entry.error);
    QCOMPARE(entry.error->deleted, std::optional<std::int64_t>(1));
}

void TestDocumentService::aDeletionWhoseAnswerIsLostSaysWhatIsGone()
{
    ServiceFixture fixture;
    fixture.set.connections.setFirstPause(1ms);
    fixture.set.outcomes.setFirstPause(1ms);
    const std::vector<bson::Document> all = largeDocuments(*fixture.server);
    QVERIFY(fixture.connect());
    // the second command does not arrive, and the third is not sent
    fixture.server->failAfter("remove", 1, base::failure(Errc::Network, "reset"));
    const Result<std::int64_t> answer = waitFor(fixture.set.documents.remove(kCarts, all));
    QVERIFY(!answer);
    QCOMPARE(answer.error().reason, base::LocalReason::DeletionCut);
    QCOMPARE(answer.error().deleted, std::optional<std::int64_t>(1));
    QCOMPARE(fixture.set.journal.entries().back().documents, std::int64_t{1});
    QCOMPARE(fixture.server->documentCount(kCarts), std::size_t{2});
}

void TestDocumentService::aCancelledChangeIsReadBack_data()
{
    QTest::addColumn<int>("deleted"); // before the answer was given up
    QTest::newRow("nothing was changed") << 0;
    QTest::newRow("a part was changed") << 1;
    QTest::newRow("all was changed") << 2;
}

void TestDocumentService::aCancelledChangeIsReadBack()
{
    QFETCH(int, deleted);
    ServiceFixture fixture;
    fixture.set.outcomes.setFirstPause(1ms);
    const std::vector<bson::Document> all{bson::makeDocument("_id", 1),
                                          bson::makeDocument("_id", 2)};
    for (const bson::Document& document : all) {
        fixture.server->addDocument(kCarts, document);
    }
    QVERIFY(fixture.connect());
    fixture.server->hold("remove");
    const auto answer = fixture.set.documents.remove(kCarts, all);
    QTRY_COMPARE(fixture.server->running("remove"), 1);
    // what the server does before it answers
    auto& documents = fixture.server->collection(kCarts).documents;
    documents.erase(documents.begin(), documents.begin() + deleted);
    QVERIFY(fixture.set.tasks.tasks().front().cancel);
    fixture.set.tasks.cancel(fixture.set.tasks.tasks().front().id);
    const Result<std::int64_t> given = waitFor(answer);
    QCOMPARE(given.has_value(), deleted == 2);
    QVERIFY(given || given.error().code == Errc::Cancelled);
    const services::JournalEntry& entry = fixture.set.journal.entries().back();
    QVERIFY(entry.verifiedLater);
    QCOMPARE(entry.documents, std::int64_t{deleted});
    QCOMPARE(entry.status,
             deleted > 0 ? services::JournalStatus::Succeeded : services::JournalStatus::Failed);
    QVERIFY(fixture.set.tasks.tasks().empty());
}

SANDGLASS_TEST(TestDocumentService)
} // namespace tst_services_document

#include "tst_services_document.moc"
