// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/bson/builder.h"
#include "tests/support/service_fixture.h"

#include <QObject>
#include <QSignalSpy>
#include <QTest>

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
    void replacingAVanishedDocumentIsAnError();
    void aLockedConnectionChangesNothing();
    void aChangeIsAnnounced();
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

QTEST_GUILESS_MAIN(TestDocumentService)
#include "tst_services_document.moc"
