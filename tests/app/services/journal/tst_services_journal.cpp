// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/bson/builder.h"
#include "app/services/journal/journal_codec.h"
#include "app/services/journal/journal_service.h"
#include "tests/support/fake_clock.h"
#include "tests/support/journal_entries.h"
#include "tests/support/test_program.h"

#include <QFile>
#include <QJsonDocument>
#include <QJsonObject>
#include <QObject>
#include <QTemporaryDir>
#include <QTest>

namespace tst_services_journal {

using namespace sandglass;
using namespace std::chrono_literals;
using namespace Qt::StringLiterals;
using services::JournalEntry;
using services::JournalKind;
using services::JournalService;
using services::JournalStatus;

namespace {

JournalEntry change()
{
    JournalEntry entry;
    entry.kind = JournalKind::ChangeIndex;
    entry.server = u"mongodb://a.example/"_s;
    entry.ns = {"shop", "carts.open"};
    entry.index = "lastModified_1";
    entry.command = bson::makeDocument("collMod", "carts.open");
    entry.mongosh = "db.runCommand(…)";
    entry.before = bson::makeDocument("expireAfterSeconds", std::int64_t{60});
    return entry;
}

QByteArray textOf(const QTemporaryDir& folder)
{
    QFile file(folder.filePath(u"journal.jsonl"_s));
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

} // namespace

class TestJournal : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void aCommandIsInTheFileBeforeItIsAnswered();
    void entriesComeBackInTheNextRun();
    void aFailureKeepsItsCodesOverRuns();
    void aCommandWithoutAnEndStaysPending();
    void brokenLinesAreSkipped();
    void onlyTheLastEntriesAreKept();
    void anUnwritableJournalIsAnError();
    void onlyTheOwnerMayReadTheFile();
    void aCommandOfAnEndedProgramHasAnUnknownOutcome();
    void aLineCutByACrashSwallowsNothing();
    void everyLineIsPlainJson();
    void definitionsComeBackWithTheirTypes();
    void noSecretReachesTheFile_data();
    void noSecretReachesTheFile();

private:
    tests::FakeClock m_clock;
};

void TestJournal::aCommandIsInTheFileBeforeItIsAnswered()
{
    QTemporaryDir folder;
    JournalService journal(folder.path(), m_clock);
    const Result<std::uint64_t> id = tests::begun(journal, change());
    QVERIFY(id);
    QVERIFY(textOf(folder).contains("\"collMod\""));
    QCOMPARE(textOf(folder).count('\n'), 1);
    QCOMPARE(journal.find(*id)->status, JournalStatus::Pending);
}

void TestJournal::entriesComeBackInTheNextRun()
{
    QTemporaryDir folder;
    {
        JournalService journal(folder.path(), m_clock);
        const std::uint64_t id = *tests::begun(journal, change());
        journal.succeed(id, bson::makeDocument("ok", 1.0),
                        bson::makeDocument("expireAfterSeconds", std::int64_t{90}));
    }
    m_clock.advance(1h);
    JournalService journal(folder.path(), m_clock);
    journal.load();
    QTRY_COMPARE(journal.entries().size(), std::size_t{1});
    const JournalEntry entry = journal.entries().front();
    QCOMPARE(entry.status, JournalStatus::Succeeded);
    QCOMPARE(entry.kind, JournalKind::ChangeIndex);
    QCOMPARE(entry.ns, (protocol::Namespace{"shop", "carts.open"}));
    QCOMPARE(entry.index, std::string("lastModified_1"));
    QCOMPARE((*entry.before)["expireAfterSeconds"].toInt64(), std::int64_t{60});
    QCOMPARE((*entry.after)["expireAfterSeconds"].toInt64(), std::int64_t{90});
    QCOMPARE(entry.at, m_clock.now() - 1h);
    const std::uint64_t next = *tests::begun(journal, change());
    QVERIFY(next > entry.id);
}

void TestJournal::aFailureKeepsItsCodesOverRuns()
{
    JournalEntry entry = change();
    entry.id = 7;
    entry.status = JournalStatus::Failed;
    entry.error = base::serverError(67, "CannotCreateIndex", "no");
    std::string text = services::journalBegin(entry) + "\n" + services::journalEnd(entry) + "\n";
    const std::vector<JournalEntry> read = services::journalEntries(text, 10);
    QCOMPARE(read.size(), std::size_t{1});
    QCOMPARE(read.front().status, JournalStatus::Failed);
    QVERIFY(read.front().error->code == Errc::Server);
    QCOMPARE(read.front().error->serverCode, 67);
    QCOMPARE(read.front().error->serverCodeName, std::string("CannotCreateIndex"));
}

void TestJournal::aCommandWithoutAnEndStaysPending()
{
    JournalEntry entry = change();
    entry.id = 7;
    const std::string text = services::journalBegin(entry) + "\n";
    QCOMPARE(services::journalEntries(text, 10).front().status, JournalStatus::Pending);
}

void TestJournal::brokenLinesAreSkipped()
{
    JournalEntry entry = change();
    entry.id = 7;
    const std::string good = services::journalBegin(entry);
    const std::string text
        = "{\"e\":\"beg\n\n[1,2]\n" + good + "\n" + good.substr(0, good.size() / 2);
    QCOMPARE(services::journalEntries(text, 10).size(), std::size_t{1});
}

void TestJournal::onlyTheLastEntriesAreKept()
{
    std::string text;
    for (std::uint64_t id = 1; id <= 20; ++id) {
        JournalEntry entry = change();
        entry.id = id;
        text += services::journalBegin(entry) + "\n";
    }
    const std::vector<JournalEntry> read = services::journalEntries(text, 5);
    QCOMPARE(read.size(), std::size_t{5});
    QCOMPARE(read.front().id, std::uint64_t{16});
}

void TestJournal::anUnwritableJournalIsAnError()
{
    QTemporaryDir folder;
    JournalService journal(folder.filePath(u"no/such/folder"_s), m_clock);
    const Result<std::uint64_t> id = tests::begun(journal, change());
    QVERIFY(!id);
    QVERIFY(id.error().code == Errc::Storage);
    QVERIFY(journal.entries().empty());
}

void TestJournal::onlyTheOwnerMayReadTheFile()
{
    QTemporaryDir folder;
    JournalService journal(folder.path(), m_clock);
    QVERIFY(tests::begun(journal, change()));
    const QFile::Permissions others
        = QFile::ReadGroup | QFile::WriteGroup | QFile::ReadOther | QFile::WriteOther;
    QVERIFY(!(QFile::permissions(folder.filePath(u"journal.jsonl"_s)) & others));
}

void TestJournal::aCommandOfAnEndedProgramHasAnUnknownOutcome()
{
    QTemporaryDir folder;
    {
        JournalService journal(folder.path(), m_clock);
        QVERIFY(tests::begun(journal, change()));
    }
    m_clock.advance(1h);
    JournalService journal(folder.path(), m_clock);
    QVERIFY(tests::begun(journal, change())); // sent by this run: still to be answered
    journal.load();
    QTRY_COMPARE(journal.entries().size(), std::size_t{2});
    QCOMPARE(journal.entries().front().status, JournalStatus::Unknown);
    QCOMPARE(journal.entries().back().status, JournalStatus::Pending);
}

void TestJournal::aLineCutByACrashSwallowsNothing()
{
    QTemporaryDir folder;
    {
        QFile file(folder.filePath(u"journal.jsonl"_s));
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write("{\"e\":\"begin\",\"id\":1,\"ki");
    }
    {
        JournalService journal(folder.path(), m_clock);
        QVERIFY(tests::begun(journal, change()));
    }
    JournalService journal(folder.path(), m_clock);
    journal.load();
    QTRY_COMPARE(journal.entries().size(), std::size_t{1});
    QCOMPARE(journal.entries().front().index, std::string("lastModified_1"));
}

void TestJournal::everyLineIsPlainJson()
{
    QTemporaryDir folder;
    JournalService journal(folder.path(), m_clock);
    journal.succeed(*tests::begun(journal, change()), bson::makeDocument("ok", 1.0));
    const QList<QByteArray> lines = textOf(folder).split('\n');
    QCOMPARE(lines.size(), 3);
    QVERIFY(lines[2].isEmpty());
    const QJsonObject sent = QJsonDocument::fromJson(lines[0]).object();
    QCOMPARE(sent[u"state"].toString(), u"sent"_s);
    QCOMPARE(sent[u"kind"].toString(), u"changeIndex"_s);
    QCOMPARE(sent[u"coll"].toString(), u"carts.open"_s);
    const QJsonObject done = QJsonDocument::fromJson(lines[1]).object();
    QCOMPARE(done[u"state"].toString(), u"done"_s);
    QCOMPARE(done[u"id"].toDouble(), sent[u"id"].toDouble());
}

void TestJournal::definitionsComeBackWithTheirTypes()
{
    JournalEntry entry = change();
    entry.id = 7;
    entry.undoes = 5;
    entry.deletes = 12;
    entry.before = bson::makeDocument("key", bson::makeDocument("a", std::int64_t{1}, "b", -1.0),
                                      "expireAfterSeconds", std::int32_t{60});
    const JournalEntry read
        = services::journalEntries(services::journalBegin(entry) + "\n", 10).front();
    QVERIFY(*read.before == *entry.before);
    QCOMPARE(read.undoes, std::uint64_t{5});
    QCOMPARE(read.deletes, std::optional<std::int64_t>(12));
}

void TestJournal::noSecretReachesTheFile_data()
{
    QTest::addColumn<QByteArray>("error");
    QTest::newRow("the connection string")
        << QByteArray("cannot reach mongodb://ann:s3cr%40t!x@db.example/?replicaSet=a");
    QTest::newRow("the password alone") << QByteArray("bad password s3cr%40t!x for ann");
    QTest::newRow("the password decoded") << QByteArray("bad password 's3cr@t!x'");
    QTest::newRow("another connection string")
        << QByteArray("redirected to <mongodb+srv://bob:s3cr%40t!x@other.example/db>");
    QTest::newRow("an option") << QByteArray(
        "mongodb://db.example/?tlsCertificateKeyFilePassword=s3cr@t!x is not valid");
}

void TestJournal::noSecretReachesTheFile()
{
    QFETCH(QByteArray, error);
    QTemporaryDir folder;
    JournalService journal(folder.path(), m_clock);
    journal.setSecrets(
        [] { return protocol::Secrets("mongodb://ann:s3cr%40t!x@db.example/?replicaSet=a"); });
    journal.fail(*tests::begun(journal, change()),
                 base::failure(Errc::Network, error.toStdString() + " (tried twice)"));
    journal.succeed(*tests::begun(journal, change()),
                    bson::makeDocument("note", error.toStdString(), "deep",
                                       bson::makeDocument("note", error.toStdString())));
    const QByteArray written = textOf(folder);
    QVERIFY2(!written.contains("s3cr"), written.constData());
    QVERIFY(written.contains("(tried twice)"));
    QVERIFY(journal.entries().front().error->message.find("s3cr") == std::string::npos);
}

SANDGLASS_TEST(TestJournal)
} // namespace tst_services_journal

#include "tst_services_journal.moc"
