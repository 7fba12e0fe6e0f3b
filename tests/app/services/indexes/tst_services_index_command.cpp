// SPDX-License-Identifier: GPL-3.0-or-later
// What a worker thread does with commands on indexes, here without threads and without an event
// loop.
#include "app/bson/builder.h"
#include "app/services/indexes/index_command.h"
#include "app/services/indexes/index_outcome.h"
#include "app/services/indexes/undo_service.h"
#include "app/services/journal/journal_file.h"
#include "tests/support/fake_clock.h"
#include "tests/support/fake_ttl_server.h"
#include "tests/support/test_program.h"

#include <QObject>
#include <QTemporaryDir>
#include <QTest>

#include <algorithm>
#include <memory>
#include <vector>

namespace tst_services_index_command {

using namespace sandglass;
using namespace Qt::StringLiterals;
using services::IndexCommand;
using services::IndexOutcome;
using services::JournalEntry;
using services::JournalFile;
using services::JournalStatus;
using services::PreparedIndexCommand;

namespace {

const protocol::Namespace kTickets{"app", "tickets"};
const ttl::IndexRef kMade{kTickets, "made_1"};

/// A server, a journal, and commands that are about to be sent.
struct Bench
{
    tests::FakeClock clock;
    tests::FakeTtlServer server{clock};
    QTemporaryDir folder;
    std::shared_ptr<JournalFile> file
        = std::make_shared<JournalFile>(folder.filePath(u"journal.jsonl"_s));
    std::uint64_t lastId = 0;

    PreparedIndexCommand prepared(IndexCommand command)
    {
        command.entry.id = ++lastId;
        return {services::JournalledCommand(file, std::move(command.entry), {}),
                std::move(command.verify)};
    }
    JournalEntry entry() const { return file->read().back(); }
    ttl::IndexSpec present() { return server.collection(kTickets).indexes.back(); }
};

/// Notes how long each call may take.
struct Patience : ttl::CallWatch
{
    std::vector<Steady::duration> calls;

    void callBegins(Steady::time_point deadline) override
    {
        calls.push_back(deadline - Steady::now());
    }
    void callEnds() override { }
};

ttl::IndexChange toSeconds(std::int64_t seconds)
{
    return {kMade, seconds, {}};
}

} // namespace

class TestIndexCommand : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void theJournalHoldsTheVeryCommandThatIsSent();
    void theIndexesAreReadBackOnceAndHandedOn();
    void whatCannotBeJournalledIsNotSent();
    void aRefusalIsInTheJournal();
    void anOrdinaryIndexThatExpiresIsAConflict();
    void anOrdinaryIndexIsReadBackAndItsCommandInTheJournal();
    void onlyAnIndexBuildMayTakeHours();
    void aDifferentIndexIsAConflictAndStillHandedOn();
    void anUnreadableIndexSaysWhatFailed();
    void whatAnotherServerReadsBackProvesNothing();
    void theIdentityOfAnotherServerSendsNothing();
    void aRefusedReadingBackIsNoFailureOfTheCommand();
    void anUndoOfAChangedIndexSendsNothing();
    void aRebuildThatFailsMakesTheDroppedIndexAgain();
    void aRebuildThatCannotBeReadBackSendsNothingMore();
};

void TestIndexCommand::theJournalHoldsTheVeryCommandThatIsSent()
{
    Bench bench;
    bench.server.addIndex(kTickets, "made", 60);
    auto command = bench.prepared(services::alteration(toSeconds(90), bench.present(), {}));
    const Result<IndexOutcome> outcome = sendIndexCommand(command, bench.server, {});
    QVERIFY(outcome && outcome->verdict);
    QCOMPARE(bench.server.commands().size(), std::size_t{1});
    QVERIFY(bench.server.commands().front() == bench.entry().command);
    QCOMPARE(bench.entry().status, JournalStatus::Succeeded);
    QCOMPARE((*bench.entry().after)["expireAfterSeconds"].toInt64(), std::int64_t{90});
}

void TestIndexCommand::theIndexesAreReadBackOnceAndHandedOn()
{
    Bench bench;
    bench.server.addIndex(kTickets, "made", 60);
    auto command = bench.prepared(services::alteration(toSeconds(90), bench.present(), {}));
    const Result<IndexOutcome> outcome = sendIndexCommand(command, bench.server, {});
    QCOMPARE(bench.server.calls("indexes"), 1);
    QCOMPARE(outcome->indexes->size(), std::size_t{2});
    QCOMPARE(outcome->indexes->back().expireAfterSeconds, std::optional<std::int64_t>(90));
}

void TestIndexCommand::whatCannotBeJournalledIsNotSent()
{
    Bench bench;
    bench.server.addIndex(kTickets, "made", 60);
    bench.file = std::make_shared<JournalFile>(bench.folder.filePath(u"no/such/folder"_s));
    auto command = bench.prepared(services::removal(kMade, bench.present(), {}));
    const Result<IndexOutcome> outcome = sendIndexCommand(command, bench.server, {});
    QVERIFY(!outcome && outcome.error().code == Errc::Storage);
    QCOMPARE(bench.server.calls("dropIndex"), 0);
}

void TestIndexCommand::aRefusalIsInTheJournal()
{
    Bench bench;
    bench.server.addIndex(kTickets, "made", 60);
    bench.server.fail("dropIndex", base::serverError(27, "IndexNotFound", "gone"));
    auto command = bench.prepared(services::removal(kMade, bench.present(), {}));
    const Result<IndexOutcome> outcome = sendIndexCommand(command, bench.server, {});
    QVERIFY(!outcome);
    QCOMPARE(bench.entry().status, JournalStatus::Failed);
    QCOMPARE(bench.entry().error->serverCode, 27);
    QCOMPARE(bench.server.calls("indexes"), 0);
}

namespace {

ttl::TtlIndexSpec ordinarySpec()
{
    ttl::TtlIndexSpec spec;
    spec.ns = kTickets;
    spec.name = "made_1";
    spec.key = bson::makeDocument("made", 1);
    spec.ordinary = true;
    return spec;
}

} // namespace

void TestIndexCommand::anOrdinaryIndexThatExpiresIsAConflict()
{
    Bench bench;
    bench.server.addIndex(kTickets, "made", 60);
    const IndexCommand command = services::creation(ordinarySpec(), {});
    const Result<void> expires = command.verify(bench.present());
    QVERIFY(!expires && expires.error().code == Errc::Conflict);
    QCOMPARE(services::isInEffect(command.entry, bench.present()), std::optional<bool>(false));
    bench.server.addIndex(kTickets, "made", std::nullopt);
    QVERIFY(command.verify(bench.present()));
    QCOMPARE(services::isInEffect(command.entry, bench.present()), std::optional<bool>(true));
}

void TestIndexCommand::anOrdinaryIndexIsReadBackAndItsCommandInTheJournal()
{
    Bench bench;
    auto command = bench.prepared(services::creation(ordinarySpec(), {}));
    const Result<IndexOutcome> outcome = sendIndexCommand(command, bench.server, {});
    QVERIFY(outcome && outcome->verdict);
    QVERIFY(!bench.present().isTtl());
    const JournalEntry entry = bench.entry();
    QCOMPARE(entry.status, JournalStatus::Succeeded);
    const bson::DocumentView index
        = entry.command["indexes"].asDocument().begin()->value.asDocument();
    QVERIFY(!index.contains("expireAfterSeconds"));
}

void TestIndexCommand::onlyAnIndexBuildMayTakeHours()
{
    Bench bench;
    const auto patience = std::make_shared<Patience>();
    ttl::CallLimits limits;
    limits.timeout = std::chrono::seconds(5);
    limits.watch = patience;
    limits.key = ttl::ChangeKey::make();
    ttl::TtlIndexSpec spec;
    spec.ns = kTickets;
    spec.name = "made_1";
    spec.key = bson::makeDocument("made", 1);
    spec.expireAfterSeconds = 60;
    PreparedIndexCommand build = bench.prepared(services::creation(spec, {}));
    QVERIFY(sendIndexCommand(build, bench.server, limits));
    const auto hours = [&] {
        return std::ranges::count_if(patience->calls, [](Patience::Steady::duration call) {
            return call > std::chrono::hours(24);
        });
    };
    QCOMPARE(hours(), 1); // the build, but not what is read before and after it
    QVERIFY(patience->calls.size() > 1);

    patience->calls.clear();
    PreparedIndexCommand change
        = bench.prepared(services::alteration(toSeconds(90), bench.present(), {}));
    QVERIFY(sendIndexCommand(change, bench.server, limits));
    QVERIFY(!patience->calls.empty());
    QCOMPARE(hours(), 0);
}

void TestIndexCommand::aDifferentIndexIsAConflictAndStillHandedOn()
{
    Bench bench;
    bench.server.addIndex(kTickets, "made", 60);
    bench.server.ignoreChanges(true);
    auto command = bench.prepared(services::alteration(toSeconds(90), bench.present(), {}));
    const Result<IndexOutcome> outcome = sendIndexCommand(command, bench.server, {});
    QVERIFY(outcome && !outcome->verdict);
    QVERIFY(outcome->verdict.error().code == Errc::Conflict);
    QCOMPARE(outcome->indexes->back().expireAfterSeconds, std::optional<std::int64_t>(60));
    QCOMPARE(bench.entry().status, JournalStatus::Failed);
}

void TestIndexCommand::anUnreadableIndexSaysWhatFailed()
{
    Bench bench;
    bench.server.addIndex(kTickets, "made", 60);
    bench.server.fail("indexes", base::failure(Errc::Network, "connection reset"));
    auto command = bench.prepared(services::alteration(toSeconds(90), bench.present(), {}));
    const Result<IndexOutcome> outcome = sendIndexCommand(command, bench.server, {});
    QVERIFY(!outcome && outcome.error().code == Errc::Network);
    QVERIFY(outcome.error().message.find("reading the index back") != std::string::npos);
    QCOMPARE(bench.entry().status, JournalStatus::Unknown);
}

void TestIndexCommand::whatAnotherServerReadsBackProvesNothing()
{
    Bench bench;
    bench.server.addIndex(kTickets, "made", 60);
    bench.server.failAfter("checkAlive", 1, base::failure(Errc::OtherServer, "another server"));
    auto command = bench.prepared(services::alteration(toSeconds(90), bench.present(), {}));
    const Result<IndexOutcome> outcome = sendIndexCommand(command, bench.server, {});
    QVERIFY(!outcome && outcome.error().code == Errc::Network);
    QCOMPARE(bench.entry().status, JournalStatus::Unknown);
}

void TestIndexCommand::theIdentityOfAnotherServerSendsNothing()
{
    Bench bench;
    bench.server.addIndex(kTickets, "made", 60);
    bench.server.failOnce("checkAlive", base::failure(Errc::OtherServer, "another server"));
    auto command = bench.prepared(services::alteration(toSeconds(90), bench.present(), {}));
    const Result<IndexOutcome> outcome = sendIndexCommand(command, bench.server, {});
    QVERIFY(!outcome && outcome.error().code == Errc::OtherServer);
    QVERIFY(bench.server.commands().empty());
    QVERIFY(bench.file->read().empty());
}

void TestIndexCommand::aRefusedReadingBackIsNoFailureOfTheCommand()
{
    Bench bench;
    bench.server.addIndex(kTickets, "made", 60);
    bench.server.fail("indexes", base::serverError(13, "Unauthorized", "not authorized"));
    auto command = bench.prepared(services::alteration(toSeconds(90), bench.present(), {}));
    const Result<IndexOutcome> outcome = sendIndexCommand(command, bench.server, {});
    QVERIFY(outcome && !outcome->verdict);
    QCOMPARE(outcome->verdict.error().serverCode, 13);
    QVERIFY(outcome->verdict.error().message.find("was executed") != std::string::npos);
    QVERIFY(!outcome->indexes);
    QCOMPARE(bench.entry().status, JournalStatus::Succeeded);
    QVERIFY(!bench.entry().after);
}

void TestIndexCommand::anUndoOfAChangedIndexSendsNothing()
{
    Bench bench;
    bench.server.addIndex(kTickets, "made", 60);
    services::UndoPlan plan;
    plan.way = services::UndoWay::Drop;
    plan.index = kMade;
    plan.present = bench.present();
    std::vector<PreparedIndexCommand> commands;
    commands.push_back(bench.prepared(services::removal(kMade, *plan.present, {})));
    auto since = bench.prepared(services::alteration(toSeconds(90), bench.present(), {}));
    QVERIFY(sendIndexCommand(since, bench.server, {}));
    const Result<IndexOutcome> outcome = sendUndo(plan, commands, bench.server, {});
    QVERIFY(!outcome && outcome.error().code == Errc::Conflict);
    QCOMPARE(bench.server.calls("dropIndex"), 0);
    QCOMPARE(bench.file->read().size(), std::size_t{1});
}

void TestIndexCommand::aRebuildThatFailsMakesTheDroppedIndexAgain()
{
    Bench bench;
    bench.server.addIndex(kTickets, "made", 60);
    services::UndoPlan plan;
    plan.way = services::UndoWay::Rebuild;
    plan.index = kMade;
    plan.present = bench.present();
    const bson::Document plain
        = bson::makeDocument("key", bson::makeDocument("made", 1), "name", "made_1");
    std::vector<PreparedIndexCommand> commands;
    commands.push_back(bench.prepared(services::removal(kMade, *plan.present, {})));
    commands.push_back(bench.prepared(services::restoration(kTickets, plain, {})));
    commands.push_back(bench.prepared(services::restoration(kTickets, plan.present->listed, {})));
    bench.server.failOnce("createIndex", base::serverError(86, "IndexKeySpecsConflict", "no"));
    const Result<IndexOutcome> outcome = sendUndo(plan, commands, bench.server, {});
    QVERIFY(!outcome);
    QCOMPARE(outcome.error().serverCode, 86);
    QVERIFY(outcome.error().message.find("as before the undo") != std::string::npos);
    QCOMPARE(bench.present().expireAfterSeconds, std::optional<std::int64_t>(60));
    QCOMPARE(bench.file->read().size(), std::size_t{3});
}

void TestIndexCommand::aRebuildThatCannotBeReadBackSendsNothingMore()
{
    Bench bench;
    bench.server.addIndex(kTickets, "made", 60);
    services::UndoPlan plan;
    plan.way = services::UndoWay::Rebuild;
    plan.index = kMade;
    plan.present = bench.present();
    const bson::Document plain
        = bson::makeDocument("key", bson::makeDocument("made", 1), "name", "made_1");
    std::vector<PreparedIndexCommand> commands;
    commands.push_back(bench.prepared(services::removal(kMade, *plan.present, {})));
    commands.push_back(bench.prepared(services::restoration(kTickets, plain, {})));
    commands.push_back(bench.prepared(services::restoration(kTickets, plan.present->listed, {})));
    // the look at the index, and at what the drop has left, are allowed
    bench.server.failAfter("indexes", 2, base::serverError(13, "Unauthorized", "no"));
    const Result<IndexOutcome> outcome = sendUndo(plan, commands, bench.server, {});
    QVERIFY(outcome && !outcome->verdict);
    QVERIFY2(outcome->verdict.error().message.find("was executed") != std::string::npos,
             outcome->verdict.error().message.c_str());
    QCOMPARE(bench.server.calls("createIndex"), 1);
    QVERIFY(!bench.present().expireAfterSeconds);
}

SANDGLASS_TEST(TestIndexCommand)
} // namespace tst_services_index_command

#include "tst_services_index_command.moc"
