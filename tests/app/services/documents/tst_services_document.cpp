// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/bson/builder.h"
#include "app/services/journal/journal_file.h"
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
        = waitFor(fixture.set.documents.page(query, bson::makeDocument("state", "open")));
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
    const Result<std::int64_t> answer
        = waitFor(fixture.set.documents.replace(kCarts, bson::makeDocument("_id", 9)));
    QVERIFY(!answer && answer.error().code == Errc::NotFound);
}

void TestDocumentService::aLockedConnectionChangesNothing()
{
    ServiceFixture fixture;
    QVERIFY(fixture.connect(false));
    const auto answer
        = waitFor(fixture.set.documents.remove(kCarts, {bson::Value::of(std::int32_t{1})}));
    QVERIFY(!answer && answer.error().code == Errc::NotPermitted);
    QCOMPARE(fixture.server->calls("remove"), 0);
}

void TestDocumentService::aChangeIsAnnounced()
{
    ServiceFixture fixture;
    fixture.server->addDocument(kCarts, bson::makeDocument("_id", std::int32_t{1}));
    QVERIFY(fixture.connect());
    QSignalSpy changed(&fixture.set.documents, &DocumentService::documentsChanged);
    const auto answer = waitFor(fixture.set.documents.setDate(
        kCarts, {bson::Value::of(std::int32_t{1})}, "seen", bson::Date{5}));
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
        = waitFor(fixture.set.documents.page(bySeen(0, 10), bson::makeDocument("state", "open")));
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
        const auto page = waitFor(fixture.set.documents.page(bySeen(skip, 3), {}));
        QVERIFY(page);
        std::ranges::copy(idsOf(*page), std::back_inserter(all));
    }
    QCOMPARE(all, (std::vector<std::int64_t>{6, 5, 4, 1, 2, 3}));
    const auto inside = waitFor(fixture.set.documents.page(bySeen(4, 1), {}));
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
        = waitFor(fixture.set.documents.page(query, bson::makeDocument("state", "open")));
    QVERIFY(page);
    QCOMPARE(idsOf(*page), std::vector<std::int64_t>{5});
}

void TestDocumentService::aDateChangeAndADeletionCanBeCopiedAsMongosh()
{
    ServiceFixture fixture;
    fillCarts(*fixture.server);
    QVERIFY(fixture.connect());
    const std::vector<bson::Value> ids{bson::Value::of(std::int32_t{4})};
    QVERIFY(waitFor(fixture.set.documents.setDate(kCarts, ids, "seen", bson::Date{7'000})));
    QVERIFY(waitFor(fixture.set.documents.remove(kCarts, ids)));
    const auto& entries = fixture.set.journal.entries();
    QVERIFY2(entries[0].mongosh.find("seen") != std::string::npos, entries[0].mongosh.c_str());
    QVERIFY2(entries[1].mongosh.find("delete") != std::string::npos, entries[1].mongosh.c_str());
    QCOMPARE(entries[1].deletes, std::optional<std::int64_t>(1));
}

SANDGLASS_TEST(TestDocumentService)
} // namespace tst_services_document

#include "tst_services_document.moc"
