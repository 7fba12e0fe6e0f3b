// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/bson/builder.h"
#include "app/services/journal/journal_file.h"
#include "app/services/journal/journalled_command.h"
#include "tests/support/test_program.h"

#include <QFile>
#include <QObject>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>

#include <memory>
#include <thread>

namespace tst_services_journalled_command {

using namespace sandglass;
using namespace Qt::StringLiterals;
using services::JournalEntry;
using services::JournalFile;
using services::JournalledCommand;
using services::JournalStatus;

namespace {

/// A journal in a folder of its own, and a command for it.
struct Journal
{
    QTemporaryDir folder;
    std::shared_ptr<JournalFile> file
        = std::make_shared<JournalFile>(folder.filePath(u"journal.jsonl"_s));
    JournalledCommand command = make(7);

    JournalledCommand make(std::uint64_t id,
                           services::JournalKind kind = services::JournalKind::ChangeIndex) const
    {
        JournalEntry entry;
        entry.id = id;
        entry.kind = kind;
        entry.ns = {"shop", "carts"};
        entry.command = bson::makeDocument("collMod", "carts");
        return {file, entry, protocol::Secrets("mongodb://ann:s3cr%40t!x@db.example/")};
    }
    JournalEntry last() const
    {
        const std::vector<JournalEntry> entries = file->read();
        return entries.empty() ? JournalEntry() : entries.back();
    }
    QByteArray text() const
    {
        QFile journal(file->path());
        return journal.open(QIODevice::ReadOnly) ? journal.readAll() : QByteArray();
    }
};

} // namespace

class TestJournalledCommand : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void nothingIsWrittenBeforeItBegins();
    void itIsInTheFileBeforeItIsSent();
    void aSuccessKeepsReplyDefinitionAndCount();
    void aFailureKeepsTheServersCode();
    void errorsAndRepliesLoseTheirSecrets();
    void whatCouldNotBeginHasNoEnd();
    void onlyTheFirstEndCounts();
    void aLostAnswerLeavesTheOutcomeUnknown_data();
    void aLostAnswerLeavesTheOutcomeUnknown();
    void anUnknownOutcomeIsSettledOnce();
    void whatTheOthersHaveNotConfirmedIsKept();
    void manyStepsThatFailedStayFailed();
    void theAnswerMayArriveAfterAll();
    void copiesOfACommandShareItsEnd();
    void theJobMayEndOnAnotherThread();
};

void TestJournalledCommand::nothingIsWrittenBeforeItBegins()
{
    Journal journal;
    QCOMPARE(journal.command.id(), std::uint64_t{7});
    QCOMPARE(journal.command.entry().ns.text(), std::string("shop.carts"));
    QVERIFY(journal.text().isEmpty());
    journal.command.succeed(bson::makeDocument("ok", 1.0));
    QVERIFY(journal.text().isEmpty()); // it was never sent
}

void TestJournalledCommand::itIsInTheFileBeforeItIsSent()
{
    Journal journal;
    QVERIFY(journal.command.begin());
    QCOMPARE(journal.last().status, JournalStatus::Unknown);
    QCOMPARE(journal.last().id, std::uint64_t{7});
}

void TestJournalledCommand::aSuccessKeepsReplyDefinitionAndCount()
{
    Journal journal;
    QVERIFY(journal.command.begin());
    const bson::Document after = bson::makeDocument("expireAfterSeconds", std::int32_t{90});
    journal.command.succeed(bson::makeDocument("ok", 1.0), after, 12);
    const JournalEntry read = journal.last();
    QCOMPARE(read.status, JournalStatus::Succeeded);
    QCOMPARE(read.documents, 12);
    QVERIFY(*read.after == after);
    QVERIFY(read.reply == bson::makeDocument("ok", 1.0));
    QCOMPARE(journal.command.entry().status, JournalStatus::Succeeded);
}

void TestJournalledCommand::aFailureKeepsTheServersCode()
{
    Journal journal;
    QVERIFY(journal.command.begin());
    journal.command.fail(base::serverError(13, "Unauthorized", "not authorized on shop"));
    const JournalEntry read = journal.last();
    QCOMPARE(read.status, JournalStatus::Failed);
    QCOMPARE(read.error->serverCode, 13);
    QCOMPARE(read.error->message, std::string("not authorized on shop"));
}

void TestJournalledCommand::errorsAndRepliesLoseTheirSecrets()
{
    Journal journal;
    JournalledCommand failing = journal.make(8);
    QVERIFY(journal.command.begin());
    QVERIFY(failing.begin());
    journal.command.succeed(bson::makeDocument(
        "note", "login with s3cr@t!x", "deep",
        bson::makeDocument("uri", "mongodb://ann:s3cr%40t!x@db.example/", "pwd", "other")));
    failing.fail(base::failure(Errc::Network, "mongodb://bob:hunter22@else.example is away"));
    const QByteArray text = journal.text();
    for (const char* secret : {"s3cr", "hunter22"}) {
        QVERIFY2(!text.contains(secret), text.constData());
    }
    QVERIFY(text.contains("login with"));
    QVERIFY(text.contains("is away"));
}

void TestJournalledCommand::whatCouldNotBeginHasNoEnd()
{
    const QTemporaryDir folder;
    const auto file = std::make_shared<JournalFile>(folder.filePath(u"no/such/journal.jsonl"_s));
    QSignalSpy begun(file.get(), &JournalFile::begun);
    QSignalSpy ended(file.get(), &JournalFile::ended);
    JournalledCommand command(file, JournalEntry(), {});
    const Result<void> refused = command.begin();
    QVERIFY(!refused);
    QCOMPARE(refused.error().code, Errc::Storage);
    command.fail(refused.error());
    QCOMPARE(begun.count() + ended.count(), 0);
}

void TestJournalledCommand::onlyTheFirstEndCounts()
{
    Journal journal;
    QVERIFY(journal.command.begin());
    journal.command.fail(base::serverError(13, "Unauthorized", "no"));
    journal.command.succeed(bson::makeDocument("ok", 1.0)); // from an abandoned call
    QCOMPARE(journal.last().status, JournalStatus::Failed);
    QCOMPARE(journal.text().count('\n'), 2);
}

void TestJournalledCommand::aLostAnswerLeavesTheOutcomeUnknown_data()
{
    QTest::addColumn<Error>("error");
    QTest::addColumn<bool>("unknown");
    const auto row = [](const char* name, Error error, bool unknown) {
        QTest::newRow(name) << std::move(error) << unknown;
    };
    row("connection lost", base::failure(Errc::Network, "reset"), true);
    row("our time limit", base::failure(Errc::Timeout, "overdue"), true);
    row("abandoned", base::failure(Errc::Cancelled, "abandoned"), true);
    row("not a reply", base::failure(Errc::Protocol, "garbage"), true);
    row("refused", base::serverError(13, "Unauthorized", "no"), false);
    Error late = base::serverError(50, "MaxTimeMSExpired", "over");
    late.code = Errc::Timeout; // the server's own limit is an answer
    row("the server's time limit", late, false);
    // the server that answers does not know it either
    row("a router lost the shard", base::serverError(6, "HostUnreachable", "no"), true);
    row("the primary stepped down", base::serverError(189, "PrimarySteppedDown", "no"), true);
    row("stopped while it was shut down", base::serverError(11'600, "InterruptedAtShutdown", "no"),
        true);
    row("written, but not confirmed", base::serverError(64, "WriteConcernFailed", "late"), true);
    row("no primary", base::serverError(10'107, "NotWritablePrimary", "no"), false);
    row("never sent", base::failure(Errc::InvalidInput, "bad name"), false);
}

void TestJournalledCommand::aLostAnswerLeavesTheOutcomeUnknown()
{
    QFETCH(Error, error);
    QFETCH(bool, unknown);
    Journal journal;
    QVERIFY(journal.command.begin());
    journal.command.fail(error);
    QCOMPARE(journal.last().status, unknown ? JournalStatus::Unknown : JournalStatus::Failed);
    QCOMPARE(journal.last().error->message, error.message);
}

void TestJournalledCommand::anUnknownOutcomeIsSettledOnce()
{
    Journal journal;
    QVERIFY(journal.command.begin());
    journal.command.fail(base::failure(Errc::Network, "reset"));
    journal.command.fail(base::failure(Errc::Cancelled, "again")); // nothing new
    const bson::Document after = bson::makeDocument("name", "a_1");
    journal.command.settle(true, after, 3);
    journal.command.fail(base::failure(Errc::Network, "too late"));
    const JournalEntry read = journal.last();
    QCOMPARE(read.status, JournalStatus::Succeeded);
    QVERIFY(read.verifiedLater);
    QVERIFY(!read.error);
    QVERIFY(*read.after == after);
    QCOMPARE(read.documents, 3);
    QCOMPARE(journal.text().count('\n'), 3);
}

// A new primary may not have the change.
void TestJournalledCommand::whatTheOthersHaveNotConfirmedIsKept()
{
    Journal journal;
    QVERIFY(journal.command.begin());
    journal.command.fail(base::serverError(64, "WriteConcernFailed", "waiting timed out"));
    journal.command.settle(true, {}, 1);
    const JournalEntry read = journal.last();
    QCOMPARE(read.status, JournalStatus::Succeeded);
    QVERIFY(read.verifiedLater);
    QVERIFY(read.error && services::isUnconfirmed(*read.error));
}

// They say themselves how far they came, and nobody reads them back.
void TestJournalledCommand::manyStepsThatFailedStayFailed()
{
    Journal journal;
    JournalledCommand loading = journal.make(8, services::JournalKind::LoadSampleData);
    QVERIFY(loading.begin());
    loading.fail(base::serverError(64, "WriteConcernFailed", "waiting timed out"));
    QCOMPARE(journal.last().status, JournalStatus::Failed);
}

void TestJournalledCommand::theAnswerMayArriveAfterAll()
{
    Journal journal;
    QVERIFY(journal.command.begin());
    journal.command.fail(base::failure(Errc::Timeout, "overdue"));
    journal.command.succeed(bson::makeDocument("ok", 1.0)); // from the abandoned call
    QCOMPARE(journal.last().status, JournalStatus::Succeeded);
    QVERIFY(!journal.last().verifiedLater);
}

void TestJournalledCommand::copiesOfACommandShareItsEnd()
{
    Journal journal;
    JournalledCommand copy = journal.command;
    QVERIFY(copy.begin());
    journal.command.succeed(bson::makeDocument("ok", 1.0));
    copy.fail(base::failure(Errc::Cancelled, "cancelled"));
    QCOMPARE(journal.last().status, JournalStatus::Succeeded);
}

void TestJournalledCommand::theJobMayEndOnAnotherThread()
{
    Journal journal;
    std::thread worker([command = journal.command]() mutable {
        if (command.begin()) {
            command.succeed(bson::makeDocument("ok", 1.0));
        }
    });
    worker.join();
    QCOMPARE(journal.last().status, JournalStatus::Succeeded);
}

SANDGLASS_TEST(TestJournalledCommand)
} // namespace tst_services_journalled_command

#include "tst_services_journalled_command.moc"
