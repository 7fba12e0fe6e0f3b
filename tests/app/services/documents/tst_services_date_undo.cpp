// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/bson/builder.h"
#include "app/services/documents/date_undo.h"
#include "app/services/documents/document_service.h"
#include "tests/support/service_fixture.h"
#include "tests/support/test_program.h"

#include <QObject>
#include <QSignalSpy>
#include <QTest>

namespace tst_services_date_undo {

using namespace sandglass;
using namespace Qt::StringLiterals;
using services::DateCause;
using services::DateUndo;
using services::DateUndoList;
using tests::ServiceFixture;
using tests::waitFor;

namespace {

const protocol::Namespace kCarts{"shop", "carts"};
const QString kHere = u"mongodb://here.example/"_s;

bson::Value idOf(std::int32_t id)
{
    return bson::Value::of(id);
}

bson::Value dateOf(std::int64_t millis)
{
    return bson::Value::of(bson::Date{millis});
}

/// The undo of a change of one document. `undoes`: the entry that the change itself reverts.
DateUndo undoOf(std::uint64_t entry, std::uint64_t undoes = 0)
{
    const DateCause cause = undoes == 0 ? DateCause::Set : DateCause::Undone;
    return {entry, kHere, kCarts, "seen", {cause, undoes}, {{idOf(1), dateOf(2), dateOf(1)}}};
}

std::int64_t seen(const ServiceFixture& fixture, std::size_t document)
{
    return fixture.server->documents(kCarts)[document]["seen"].asDate().millis;
}

/// Two carts of the time 1'000, and what sets both to 5'000.
std::vector<ttl::ValueChange> addCarts(ServiceFixture& fixture)
{
    std::vector<ttl::ValueChange> changes;
    for (std::int32_t id = 1; id <= 2; ++id) {
        fixture.server->addDocument(kCarts,
                                    bson::makeDocument("_id", id, "seen", bson::Date{1'000}));
        changes.push_back({idOf(id), dateOf(1'000), dateOf(5'000)});
    }
    return changes;
}

} // namespace

class TestDateUndo : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void theWayBackNeedsEveryEarlierValue();
    void theLatestChangeThatWasNotUndoneIsOffered();
    void anUndoIsNotOfferedAsTheLatestButCanBeUndone();
    void anUndoThatRestoredNothingForgetsTheChange();
    void ofManyChangesTheOldestIsForgotten();
    void aChangeIsUndoneByItsEntry();
    void anUndoLeavesADateThatAnotherClientHasSet();
    void whatAnotherClientHasChangedAllStaysAndIsForgotten();
    void aChangeOfUnknownValuesCannotBeUndone();
    void aRefusedChangeLeavesNothingToUndo();
    void onAnotherServerNothingIsUndone();
};

void TestDateUndo::theWayBackNeedsEveryEarlierValue()
{
    const ttl::ValueChange known{idOf(1), dateOf(1), dateOf(2)};
    const ttl::ValueChange without{idOf(2), bson::Value(), dateOf(2)};
    const std::vector<ttl::ValueChange> back = services::wayBack({known, without});
    QCOMPARE(back.size(), std::size_t{2});
    QVERIFY(back[0].from && back[0].from->view().asDate().millis == 2);
    QCOMPARE(back[0].to.view().asDate().millis, std::int64_t{1});
    QVERIFY(back[1].to.view().isMissing()); // the field is removed again
    QVERIFY(services::wayBack({known, {idOf(3), std::nullopt, dateOf(2)}}).empty());
}

void TestDateUndo::theLatestChangeThatWasNotUndoneIsOffered()
{
    DateUndoList list;
    QVERIFY(!list.latest(kHere, kCarts));
    list.add(undoOf(1), 1);
    list.add(undoOf(2), 1);
    QCOMPARE(list.latest(kHere, kCarts)->entry, std::uint64_t{2});
    QVERIFY(!list.latest(u"mongodb://there.example/"_s, kCarts));
    QVERIFY(!list.latest(kHere, {"shop", "orders"}));
    list.add(undoOf(3, 2), 1);
    QVERIFY(!list.find(2));
    QCOMPARE(list.latest(kHere, kCarts)->entry, std::uint64_t{1});
}

void TestDateUndo::anUndoIsNotOfferedAsTheLatestButCanBeUndone()
{
    DateUndoList list;
    list.add(undoOf(1), 1);
    list.add(undoOf(2, 1), 1);
    QVERIFY(!list.latest(kHere, kCarts));
    QVERIFY(list.find(2));
    list.add(undoOf(3, 2), 1);
    QVERIFY(!list.find(2));
    QVERIFY(list.find(1)); // it is in effect again
    QCOMPARE(list.latest(kHere, kCarts)->entry, std::uint64_t{1});
}

void TestDateUndo::anUndoThatRestoredNothingForgetsTheChange()
{
    DateUndoList list;
    list.add(undoOf(1), 1);
    list.add(undoOf(2, 1), 0);
    QVERIFY(!list.find(1));
    QVERIFY(!list.find(2));
}

void TestDateUndo::ofManyChangesTheOldestIsForgotten()
{
    DateUndoList list;
    for (std::uint64_t entry = 1; entry <= services::kMostDateUndos + 1; ++entry) {
        list.add(undoOf(entry), 1);
    }
    QVERIFY(!list.find(1));
    QVERIFY(list.find(2));
}

void TestDateUndo::aChangeIsUndoneByItsEntry()
{
    ServiceFixture fixture;
    const std::vector<ttl::ValueChange> changes = addCarts(fixture);
    QVERIFY(fixture.connect());
    services::DocumentService& documents = fixture.set.documents;
    const QSignalSpy changed(&documents, &services::DocumentService::dateUndosChanged);
    QVERIFY(waitFor(documents.changeValues(kCarts, "seen", changes, {DateCause::Touched, 0})));
    QCOMPARE(changed.count(), 1);
    const std::uint64_t entry = fixture.set.journal.entries().back().id;
    QVERIFY(documents.dateUndo(entry));
    QCOMPARE(documents.latestDateUndo(kCarts)->note.cause, DateCause::Touched);
    const Result<std::int64_t> undone = waitFor(documents.undoDates(entry));
    QCOMPARE(*undone, std::int64_t{2});
    QCOMPARE(seen(fixture, 0), std::int64_t{1'000});
    QCOMPARE(fixture.set.journal.entries().back().undoes, entry);
    QVERIFY(!documents.dateUndo(entry));
    // once more is refused, and sends nothing
    const int sent = fixture.server->calls("setDate");
    const Result<std::int64_t> again = waitFor(documents.undoDates(entry));
    QVERIFY(!again && again.error().code == Errc::NotFound);
    QCOMPARE(fixture.server->calls("setDate"), sent);
}

void TestDateUndo::anUndoLeavesADateThatAnotherClientHasSet()
{
    ServiceFixture fixture;
    const std::vector<ttl::ValueChange> changes = addCarts(fixture);
    QVERIFY(fixture.connect());
    services::DocumentService& documents = fixture.set.documents;
    QVERIFY(waitFor(documents.changeValues(kCarts, "seen", changes)));
    const std::uint64_t entry = fixture.set.journal.entries().back().id;
    QVERIFY(fixture.server->setDate(kCarts, {idOf(2)}, "seen", bson::Date{9'000}, {}));
    QCOMPARE(*waitFor(documents.undoDates(entry)), std::int64_t{1});
    QCOMPARE(seen(fixture, 0), std::int64_t{1'000});
    QCOMPARE(seen(fixture, 1), std::int64_t{9'000});
}

void TestDateUndo::whatAnotherClientHasChangedAllStaysAndIsForgotten()
{
    ServiceFixture fixture;
    const std::vector<ttl::ValueChange> changes = addCarts(fixture);
    QVERIFY(fixture.connect());
    services::DocumentService& documents = fixture.set.documents;
    QVERIFY(waitFor(documents.changeValues(kCarts, "seen", changes)));
    const std::uint64_t entry = fixture.set.journal.entries().back().id;
    QVERIFY(fixture.server->setDate(kCarts, {idOf(1), idOf(2)}, "seen", bson::Date{9'000}, {}));
    QCOMPARE(*waitFor(documents.undoDates(entry)), std::int64_t{0});
    QCOMPARE(seen(fixture, 0), std::int64_t{9'000});
    QCOMPARE(seen(fixture, 1), std::int64_t{9'000});
    QVERIFY(!documents.dateUndo(entry));
}

void TestDateUndo::aChangeOfUnknownValuesCannotBeUndone()
{
    ServiceFixture fixture;
    std::vector<ttl::ValueChange> changes = addCarts(fixture);
    changes[1].from.reset();
    QVERIFY(fixture.connect());
    QVERIFY(waitFor(fixture.set.documents.changeValues(kCarts, "seen", changes)));
    QVERIFY(!fixture.set.documents.dateUndo(fixture.set.journal.entries().back().id));
    QVERIFY(!fixture.set.documents.latestDateUndo(kCarts));
}

void TestDateUndo::aRefusedChangeLeavesNothingToUndo()
{
    ServiceFixture fixture;
    const std::vector<ttl::ValueChange> changes = addCarts(fixture);
    QVERIFY(fixture.connect());
    fixture.server->failOnce("setDate", base::serverError(13, "Unauthorized", "no"));
    QVERIFY(!waitFor(fixture.set.documents.changeValues(kCarts, "seen", changes)));
    QVERIFY(!fixture.set.documents.latestDateUndo(kCarts));
}

void TestDateUndo::onAnotherServerNothingIsUndone()
{
    ServiceFixture fixture;
    const std::vector<ttl::ValueChange> changes = addCarts(fixture);
    QVERIFY(fixture.connect());
    services::DocumentService& documents = fixture.set.documents;
    QVERIFY(waitFor(documents.changeValues(kCarts, "seen", changes)));
    const std::uint64_t entry = fixture.set.journal.entries().back().id;
    fixture.set.connections.connectTo(u"mongodb://other.example/"_s, {}, false);
    QTRY_VERIFY(fixture.set.connections.isConnected());
    fixture.set.connections.unlock();
    QVERIFY(!documents.latestDateUndo(kCarts));
    const int sent = fixture.server->calls("setDate");
    QVERIFY(!waitFor(documents.undoDates(entry)));
    QCOMPARE(fixture.server->calls("setDate"), sent);
}

SANDGLASS_TEST(TestDateUndo)
} // namespace tst_services_date_undo

#include "tst_services_date_undo.moc"
