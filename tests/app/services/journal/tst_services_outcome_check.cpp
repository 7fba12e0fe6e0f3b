// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/services/connections/connection_service.h"
#include "app/services/documents/document_service.h"
#include "app/services/explorer/catalog_service.h"
#include "app/services/indexes/index_command.h"
#include "app/services/indexes/index_outcome.h"
#include "app/services/indexes/index_service.h"
#include "app/services/indexes/undo_service.h"
#include "app/services/journal/journal_file.h"
#include "app/services/journal/journal_service.h"
#include "app/services/journal/outcome_check.h"
#include "tests/support/service_fixture.h"
#include "tests/support/test_program.h"

#include <QObject>
#include <QSignalSpy>
#include <QTest>

namespace tst_services_outcome_check {

using namespace sandglass;
using namespace std::chrono_literals;
using services::JournalEntry;
using services::JournalKind;
using services::JournalStatus;
using services::OutcomeCheck;
using tests::ServiceFixture;

namespace {

const protocol::Namespace kTickets{"app", "tickets"};
const ttl::IndexRef kSeen{kTickets, "seen_1"};

ttl::TtlIndexSpec newIndex()
{
    ttl::TtlIndexSpec spec;
    spec.ns = kTickets;
    spec.name = "made_1";
    spec.key = bson::makeDocument("made", 1);
    spec.expireAfterSeconds = 3'600;
    return spec;
}

/// A server with the TTL index seen_1 of 60 s, a window connected to it, and short pauses.
struct Bench : ServiceFixture
{
    Bench()
    {
        server->addIndex(kTickets, "seen", 60);
        set.connections.setFirstPause(1ms);
        set.outcomes.setFirstPause(1ms);
    }
    ttl::IndexSpec present() const { return *set.catalog.catalog().find(kSeen); }
    /// The answer to the next such call is lost, and then nothing can be reached.
    void goAwayDuring(const std::string& call)
    {
        const Error away = base::failure(Errc::Network, "away");
        factory->refuse(away);
        server->fail("indexes", away);
        server->loseAnswer(call);
    }
    void comeBack()
    {
        server->fail("indexes", {});
        factory->refuse({});
    }
    const JournalEntry& last() const { return set.journal.entries().back(); }
    QFuture<Result<void>> toSeconds(std::int64_t seconds)
    {
        return set.indexes.change({kSeen, seconds, {}}, present());
    }
};

/// An entry with the commands that the window sends.
JournalEntry entryOf(services::IndexCommand command)
{
    return std::move(command.entry);
}

std::optional<ttl::IndexSpec> listed(ttl::IndexSpec index)
{
    tests::relist(index);
    return index;
}

} // namespace

class TestOutcomeCheck : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void aChangeIsJudgedByWhatItSets();
    void aNewIndexIsJudgedByAllItsOptions();
    void aDropIsJudgedByWhatIsGone();
    void whatIsNoIndexCommandIsNotJudged();
    void aChangeWhoseAnswerWasLostSucceeds();
    void aCreationWhoseAnswerWasLostSucceeds();
    void aDropWhoseAnswerWasLostSucceeds();
    void aChangeThatTheServerIsNotSureOfIsReadBack_data();
    void aChangeThatTheServerIsNotSureOfIsReadBack();
    void aChangeThatNeverArrivedFails();
    void theEntryIsUnknownUntilItIsChecked();
    void theIndexIsReadAgainWhenTheServerIsSlow();
    void aChangeFoundOutLaterCanBeUndone();
    void aClosedConnectionLeavesItUnknown();
    void anotherServerSaysNothingAboutIt();
    void aRefusedReadingLeavesItUnknown();
    void entriesOfAnEarlierRunAreChecked();
    void aLaterChangeOfTheSameIndexHidesAnEarlierOne();
    void documentsAreCountedAfterALostAnswer();
    void documentsThatStayedAreNotCountedAsDeleted();
    void whatWasDeletedBeforeALostAnswerStaysKnown();
};

void TestOutcomeCheck::aChangeIsJudgedByWhatItSets()
{
    ttl::IndexSpec index;
    index.name = "seen_1";
    index.key = bson::makeDocument("seen", 1);
    index.expireAfterSeconds = 90;
    const JournalEntry seconds = entryOf(services::alteration({kSeen, 90, {}}, {}, {}));
    QVERIFY(*services::isInEffect(seconds, index));
    const JournalEntry both = entryOf(services::alteration({kSeen, 90, true}, {}, {}));
    QVERIFY(!*services::isInEffect(both, index));
    index.hidden = true;
    QVERIFY(*services::isInEffect(both, index));
    index.expireAfterSeconds.reset();
    QVERIFY(!*services::isInEffect(seconds, index));
    QVERIFY(!*services::isInEffect(seconds, std::nullopt));
    // the rule of a collection itself
    ttl::IndexChange off{{kTickets, ""}, {}, {}};
    off.switchedOff = true;
    QVERIFY(*services::isInEffect(entryOf(services::alteration(off, {}, {})), index));
    const JournalEntry on = entryOf(services::alteration({{kTickets, ""}, 5, {}}, {}, {}));
    QVERIFY(!*services::isInEffect(on, index));
}

void TestOutcomeCheck::aNewIndexIsJudgedByAllItsOptions()
{
    ttl::TtlIndexSpec spec = newIndex();
    const JournalEntry entry = entryOf(services::creation(spec, {}));
    ttl::IndexSpec found = tests::makeIndex("made_1", spec.key);
    found.expireAfterSeconds = 3'600;
    QVERIFY(*services::isInEffect(entry, listed(found)));
    found.expireAfterSeconds = 60; // somebody else's
    QVERIFY(!*services::isInEffect(entry, listed(found)));
    found.expireAfterSeconds = 3'600;
    found.partialFilter = bson::makeDocument("a", 1);
    QVERIFY(!*services::isInEffect(entry, listed(found)));
    QVERIFY(!*services::isInEffect(entry, std::nullopt));
}

void TestOutcomeCheck::aDropIsJudgedByWhatIsGone()
{
    const JournalEntry entry = entryOf(services::removal(kSeen, {}, {}));
    QVERIFY(*services::isInEffect(entry, std::nullopt));
    QVERIFY(!*services::isInEffect(entry, ttl::IndexSpec()));
}

void TestOutcomeCheck::whatIsNoIndexCommandIsNotJudged()
{
    JournalEntry entry;
    entry.kind = JournalKind::RemoveDocuments;
    QVERIFY(!services::isInEffect(entry, std::nullopt));
}

void TestOutcomeCheck::aChangeWhoseAnswerWasLostSucceeds()
{
    Bench bench;
    QVERIFY(bench.connect());
    bench.server->loseAnswer("changeIndex");
    QVERIFY(tests::waitFor(bench.toSeconds(90)));
    QCOMPARE(bench.server->calls("changeIndex"), 1); // it was not sent twice
    QCOMPARE(bench.last().status, JournalStatus::Succeeded);
    QVERIFY(bench.last().verifiedLater);
    QCOMPARE((*bench.last().after)["expireAfterSeconds"].toInt64(), std::int64_t{90});
    QTRY_COMPARE(bench.present().expireAfterSeconds, std::optional<std::int64_t>(90));
}

void TestOutcomeCheck::aCreationWhoseAnswerWasLostSucceeds()
{
    Bench bench;
    QVERIFY(bench.connect());
    bench.server->loseAnswer("createIndex");
    const Result<ttl::IndexRef> made = tests::waitFor(bench.set.indexes.create(newIndex()));
    QVERIFY(made);
    QCOMPARE(made->name, std::string("made_1"));
    QTRY_VERIFY(bench.set.catalog.catalog().find(*made));
}

void TestOutcomeCheck::aDropWhoseAnswerWasLostSucceeds()
{
    Bench bench;
    QVERIFY(bench.connect());
    bench.server->loseAnswer("dropIndex");
    QVERIFY(tests::waitFor(bench.set.indexes.drop(kSeen, bench.present())));
    QCOMPARE(bench.last().status, JournalStatus::Succeeded);
}

void TestOutcomeCheck::aChangeThatTheServerIsNotSureOfIsReadBack_data()
{
    QTest::addColumn<int>("code");
    QTest::addColumn<bool>("executed");
    QTest::newRow("written, but not confirmed by the others") << 64 << true;
    QTest::newRow("a router has lost the shard after it") << 6 << true;
    QTest::newRow("a router has lost the shard before it") << 6 << false;
    QTest::newRow("the primary has stepped down") << 11'602 << true;
}

void TestOutcomeCheck::aChangeThatTheServerIsNotSureOfIsReadBack()
{
    QFETCH(const int, code);
    QFETCH(const bool, executed);
    Bench bench;
    QVERIFY(bench.connect());
    const Error unsure = base::serverError(code, "Unsure", "the outcome is not known");
    if (executed) {
        bench.server->loseAnswer("changeIndex", unsure);
    } else {
        bench.server->failOnce("changeIndex", unsure);
    }
    const Result<void> answer = tests::waitFor(bench.toSeconds(90));
    // what the other members have not confirmed is said, although it is in effect
    QCOMPARE(answer.has_value(), executed && code != 64);
    QCOMPARE(bench.last().error.has_value(), !executed || code == 64);
    QCOMPARE(bench.server->calls("changeIndex"), 1); // it was not sent twice
    QCOMPARE(bench.last().status, executed ? JournalStatus::Succeeded : JournalStatus::Failed);
    QVERIFY(bench.last().verifiedLater);
}

void TestOutcomeCheck::aChangeThatNeverArrivedFails()
{
    Bench bench;
    QVERIFY(bench.connect());
    bench.server->failOnce("changeIndex", base::failure(Errc::Network, "reset"));
    const Result<void> answer = tests::waitFor(bench.toSeconds(90));
    QVERIFY(!answer);
    QVERIFY(answer.error().message.find("not executed") != std::string::npos);
    QCOMPARE(bench.last().status, JournalStatus::Failed);
    QVERIFY(bench.last().verifiedLater);
}

void TestOutcomeCheck::theEntryIsUnknownUntilItIsChecked()
{
    Bench bench;
    QVERIFY(bench.connect());
    bench.goAwayDuring("changeIndex");
    const QFuture<Result<void>> answer = bench.toSeconds(90);
    QTRY_VERIFY(bench.set.connections.state().attempt > 1);
    QCOMPARE(bench.last().status, JournalStatus::Unknown);
    QVERIFY(!answer.isFinished());
    bench.comeBack();
    QVERIFY(tests::waitFor(answer));
    QCOMPARE(bench.last().status, JournalStatus::Succeeded);
}

void TestOutcomeCheck::theIndexIsReadAgainWhenTheServerIsSlow()
{
    Bench bench;
    QVERIFY(bench.connect());
    const int before = bench.server->calls("indexes");
    bench.server->failOnce("createIndex", base::failure(Errc::Network, "reset"));
    QVERIFY(!tests::waitFor(bench.set.indexes.create(newIndex())));
    // building may take long: four looks, besides those of the catalogue after reconnecting
    QVERIFY(bench.server->calls("indexes") - before >= 4);
}

void TestOutcomeCheck::aChangeFoundOutLaterCanBeUndone()
{
    Bench bench;
    QVERIFY(bench.connect());
    bench.server->loseAnswer("changeIndex");
    QVERIFY(tests::waitFor(bench.toSeconds(90)));
    QVERIFY(services::canBeUndone(bench.last()));
    const Result<services::UndoOutlook> outlook
        = tests::waitFor(bench.set.undos.outlook(bench.last().id));
    QVERIFY(outlook);
    const services::UndoPlan& plan = std::get<services::UndoPlan>(*outlook);
    QCOMPARE(plan.change.expireAfterSeconds, std::optional<std::int64_t>(60));
    QVERIFY(!plan.changedSince);
}

void TestOutcomeCheck::aClosedConnectionLeavesItUnknown()
{
    Bench bench;
    QVERIFY(bench.connect());
    bench.goAwayDuring("changeIndex");
    const QFuture<Result<void>> answer = bench.toSeconds(90);
    QTRY_COMPARE(bench.set.connections.state().phase, services::LinkPhase::Reconnecting);
    QTRY_COMPARE(bench.last().status, JournalStatus::Unknown);
    QCoreApplication::processEvents();
    bench.set.connections.disconnectNow();
    const Result<void> result = tests::waitFor(answer);
    QVERIFY(!result);
    QCOMPARE(result.error().code, Errc::OutcomeUnknown);
    QCOMPARE(bench.last().status, JournalStatus::Unknown);
}

void TestOutcomeCheck::anotherServerSaysNothingAboutIt()
{
    Bench bench;
    QVERIFY(bench.connect(false));
    bench.set.connections.unlock();
    bench.goAwayDuring("changeIndex");
    const QFuture<Result<void>> answer = bench.toSeconds(90);
    QTRY_COMPARE(bench.set.connections.state().phase, services::LinkPhase::Reconnecting);
    QTRY_COMPARE(bench.last().status, JournalStatus::Unknown);
    bench.comeBack();
    bench.set.connections.connectTo(QStringLiteral("mongodb://other.example/"), {}, false);
    QTRY_VERIFY(bench.set.connections.isConnected());
    const Result<void> result = tests::waitFor(answer);
    QVERIFY(!result);
    QCOMPARE(result.error().code, Errc::OutcomeUnknown);
    QCOMPARE(bench.last().status, JournalStatus::Unknown);
}

void TestOutcomeCheck::aRefusedReadingLeavesItUnknown()
{
    Bench bench;
    QVERIFY(bench.connect());
    bench.server->loseAnswer("changeIndex");
    bench.server->fail("indexes", base::serverError(13, "Unauthorized", "no"));
    const Result<void> answer = tests::waitFor(bench.toSeconds(90));
    QVERIFY(!answer);
    QCOMPARE(answer.error().code, Errc::OutcomeUnknown);
    QCOMPARE(bench.last().status, JournalStatus::Unknown);
}

void TestOutcomeCheck::entriesOfAnEarlierRunAreChecked()
{
    Bench bench;
    JournalEntry entry = entryOf(services::alteration({kSeen, 60, {}}, {}, {}));
    entry.id = 7;
    entry.server = QStringLiteral("local");
    services::JournalFile file(bench.set.settings.folder() + QStringLiteral("/journal.jsonl"));
    QVERIFY(file.begin(entry)); // and the program was killed
    bench.set.journal.load();
    QTRY_VERIFY(bench.set.journal.find(7));
    QCOMPARE(bench.set.journal.find(7)->status, JournalStatus::Unknown);
    QVERIFY(bench.connect());
    QTRY_COMPARE(bench.set.journal.find(7)->status, JournalStatus::Succeeded);
}

void TestOutcomeCheck::aLaterChangeOfTheSameIndexHidesAnEarlierOne()
{
    Bench bench;
    services::JournalFile file(bench.set.settings.folder() + QStringLiteral("/journal.jsonl"));
    for (const std::uint64_t id : {7, 8}) {
        JournalEntry entry = entryOf(services::alteration({kSeen, id == 7 ? 30 : 60, {}}, {}, {}));
        entry.id = id;
        entry.server = QStringLiteral("local");
        QVERIFY(file.begin(entry));
    }
    bench.set.journal.load();
    QTRY_VERIFY(bench.set.journal.find(8));
    QVERIFY(bench.connect());
    QTRY_COMPARE(bench.set.journal.find(8)->status, JournalStatus::Succeeded);
    QCOMPARE(bench.set.journal.find(7)->status, JournalStatus::Unknown);
}

void TestOutcomeCheck::documentsAreCountedAfterALostAnswer()
{
    Bench bench;
    for (int id = 1; id <= 3; ++id) {
        bench.server->addDocument(kTickets, bson::makeDocument("_id", id, "seen", bson::Date{0}));
    }
    QVERIFY(bench.connect());
    bench.server->loseAnswer("remove");
    const auto removed = tests::waitFor(
        bench.set.documents.remove(kTickets,
                                   {bson::makeDocument("_id", 1, "seen", bson::Date{0}),
                                    bson::makeDocument("_id", 2, "seen", bson::Date{0})}));
    QVERIFY(removed);
    QCOMPARE(*removed, std::int64_t{2});
    QCOMPARE(bench.last().documents, std::int64_t{2});
    bench.server->loseAnswer("setDate");
    const auto moved = tests::waitFor(bench.set.documents.changeValues(
        kTickets, "seen",
        {{bson::Value::of(std::int32_t{3}), {}, bson::Value::of(bson::Date{9})}}));
    QVERIFY(moved);
    QCOMPARE(*moved, std::int64_t{1});
    bench.server->loseAnswer("insert");
    QVERIFY(tests::waitFor(bench.set.documents.insert(kTickets, bson::makeDocument("_id", 4))));
    QCOMPARE(bench.server->documentCount(kTickets), std::size_t{2});
    QVERIFY(bench.last().verifiedLater);
}

void TestOutcomeCheck::documentsThatStayedAreNotCountedAsDeleted()
{
    Bench bench;
    bench.server->addDocument(kTickets, bson::makeDocument("_id", 1));
    QVERIFY(bench.connect());
    bench.server->failOnce("remove", base::failure(Errc::Network, "reset"));
    const auto removed
        = tests::waitFor(bench.set.documents.remove(kTickets, {bson::makeDocument("_id", 1)}));
    QVERIFY(!removed);
    QCOMPARE(removed.error().code, Errc::Network);
    QCOMPARE(bench.last().status, JournalStatus::Failed);
    QCOMPARE(bench.server->documentCount(kTickets), std::size_t{1});
}

// Reading back may fail as well; what the commands before have deleted is known all the same.
void TestOutcomeCheck::whatWasDeletedBeforeALostAnswerStaysKnown()
{
    Error lost = base::failure(Errc::Network, "reset");
    lost.deleted = 2;
    const Error unknown = services::lostAnswerError(OutcomeCheck::Outcome::StillUnknown, lost);
    QCOMPARE(unknown.code, Errc::OutcomeUnknown);
    QCOMPARE(unknown.message, std::string("reset"));
    QCOMPARE(unknown.deleted, std::optional<std::int64_t>(2));
    const Error undone = services::lostAnswerError(OutcomeCheck::Outcome::NotInEffect, lost);
    QCOMPARE(undone.code, Errc::Network);
    QCOMPARE(undone.deleted, std::optional<std::int64_t>(2));
}

SANDGLASS_TEST(TestOutcomeCheck)
} // namespace tst_services_outcome_check

#include "tst_services_outcome_check.moc"
