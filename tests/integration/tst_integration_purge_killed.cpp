// SPDX-License-Identifier: GPL-3.0-or-later
// A staged purge whose program is killed by SIGKILL: this test starts itself as that program, on
// the real engine, and then goes on in its place.
#include "app/mongo/mongo_driver.h"
#include "tests/support/engine_client.h"
#include "tests/support/index_commands.h"
#include "tests/support/real_services.h"

#include <QCoreApplication>
#include <QDir>
#include <QDirIterator>
#include <QObject>
#include <QProcess>
#include <QTest>

#include <algorithm>

using namespace sandglass;
using namespace sandglass::tests;
using namespace std::chrono_literals;
using namespace Qt::StringLiterals;

namespace {

const protocol::Namespace kEvents{"shop", "events"};
constexpr std::int32_t kExpired = 20'000;
constexpr int kPatienceMillis = 60'000; // sanitizers and shared machines are slow

services::PurgeRequest request(base::Time now, const QString& archiveFolder)
{
    services::PurgeRequest asked;
    asked.rule = {kEvents, "at", 3'600, {}, now, 0};
    asked.index = "at_1";
    asked.counted = kExpired;
    asked.options.batch = 200;
    asked.options.pause = 20ms;
    if (!archiveFolder.isEmpty()) {
        asked.archive = archive::Format::Bson;
        asked.archiveFolder = archiveFolder;
    }
    return asked;
}

/// The services of a program with its data in `folder`.
std::unique_ptr<services::Services> servicesIn(const QString& folder, const base::Clock& clock)
{
    return std::make_unique<services::Services>(
        services::ServicesOptions{
            folder, std::make_shared<mongo::MongoTtlServerFactory>(clock), {}},
        clock);
}

/// What the killed program does: connects and purges.
int purge(const QStringList& arguments)
{
    const mongo::MongoDriver driver;
    const base::SystemClock clock;
    const auto services = servicesIn(arguments.value(3), clock);
    services::ServiceSet& set = services->set();
    set.connections.connectTo(arguments.value(2), {}, true);
    if (!QTest::qWaitFor([&] { return set.connections.isConnected(); }, kPatienceMillis)) {
        return 1;
    }
    const auto begun = set.purges.start(request(set.connections.serverNow(), arguments.value(4)));
    return begun ? QCoreApplication::exec() : 1;
}

} // namespace

class TestPurgeKilled : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init();
    void cleanup();
    void thePurgeGoesOnWhereItWasKilled();
    void aKilledArchiveLeavesNothingBehindAndNothingIsDeleted();

private:
    void startProgram(const QString& archiveFolder = {});
    void killProgram();
    void startNext();
    std::int64_t count() const { return m_client->countBy(kEvents, "$natural"); }
    QStringList filesOf(const QString& folder) const;

    mongo::MongoDriver m_driver;
    base::SystemClock m_clock;
    std::unique_ptr<QTemporaryDir> m_folder;
    std::unique_ptr<EngineProcess> m_engine;
    std::unique_ptr<EngineClient> m_client;
    std::unique_ptr<services::Services> m_next;
    QProcess m_program;
};

void TestPurgeKilled::init()
{
    m_folder = std::make_unique<QTemporaryDir>();
    m_engine = std::make_unique<EngineProcess>();
    QVERIFY(m_engine->start());
    m_client = std::make_unique<EngineClient>(*m_engine);
    m_client->setParameter("ttlMonitorEnabled", bson::Value::of(false));
    ttl::TtlIndexSpec spec;
    spec.ns = kEvents;
    spec.name = "at_1";
    spec.key = bson::makeDocument("at", 1);
    spec.expireAfterSeconds = 3'600;
    need(tests::createIndex(m_client->server(), spec));
    const std::string padding(800, 'x');
    const base::Time start = m_client->now();
    std::vector<bson::Document> documents;
    for (std::int32_t id = 0; id < kExpired; ++id) {
        documents.push_back(bson::makeDocument(
            "_id", id, "at", bson::Date::from(start - 2h - std::chrono::seconds(id)), "text",
            padding));
    }
    documents.push_back(bson::makeDocument("_id", "young", "at", bson::Date::from(start)));
    m_client->insert(kEvents, documents);
}

void TestPurgeKilled::cleanup()
{
    killProgram();
    m_next.reset();
    m_client.reset();
    m_engine.reset();
    m_folder.reset();
}

void TestPurgeKilled::startProgram(const QString& archiveFolder)
{
    m_program.start(
        QCoreApplication::applicationFilePath(),
        {u"--purge"_s, QString::fromStdString(m_engine->uri()), m_folder->path(), archiveFolder});
    QVERIFY(m_program.waitForStarted());
}

void TestPurgeKilled::killProgram()
{
    m_program.kill();
    m_program.waitForFinished(kPatienceMillis);
}

void TestPurgeKilled::startNext()
{
    m_next = servicesIn(m_folder->path(), m_clock);
    m_next->set().journal.load();
    m_next->set().connections.connectTo(QString::fromStdString(m_engine->uri()), {}, true);
    QTRY_VERIFY_WITH_TIMEOUT(m_next->set().connections.isConnected(), kPatienceMillis);
}

QStringList TestPurgeKilled::filesOf(const QString& folder) const
{
    QStringList files;
    QDirIterator all(folder, QDir::Files, QDirIterator::Subdirectories);
    while (all.hasNext()) {
        files << all.next();
    }
    return files;
}

void TestPurgeKilled::thePurgeGoesOnWhereItWasKilled()
{
    startProgram();
    QVERIFY(QTest::qWaitFor([this] { return count() < kExpired - 600; }, kPatienceMillis));
    killProgram();
    const std::int64_t left = count() - 1;
    QVERIFY(left > 0);
    startNext();
    services::ServiceSet& set = m_next->set();
    // the journal says of the killed program's purge that nobody knows how it ended
    QTRY_COMPARE(set.journal.entries().size(), std::size_t{1});
    QCOMPARE(set.journal.entries().front().kind, services::JournalKind::StagedPurge);
    QCOMPARE(set.journal.entries().front().status, services::JournalStatus::Unknown);
    QCOMPARE(set.purges.unfinished().size(), std::size_t{1});
    QVERIFY(!set.purges.isActive()); // not by itself
    QVERIFY(set.purges.resumeUnfinished(set.purges.unfinished().front().id));
    QTRY_VERIFY_WITH_TIMEOUT(!set.purges.isActive(), kPatienceMillis);
    QVERIFY(!set.purges.status().error);
    QCOMPARE(count(), std::int64_t{1});
    // the count on disk is the one before the batch that was under way
    const std::int64_t told = set.purges.job()->deleted;
    QVERIFY(told >= kExpired - 200 && told <= kExpired);
    QVERIFY(set.purges.unfinished().empty());
}

void TestPurgeKilled::aKilledArchiveLeavesNothingBehindAndNothingIsDeleted()
{
    const QString chosen = m_folder->filePath(u"archives"_s);
    startProgram(chosen);
    const auto writing = [&] {
        const QStringList files = filesOf(chosen);
        return std::ranges::any_of(files, [](const QString& file) {
            return file.endsWith(u".bson.partial"_s) && QFileInfo(file).size() > 0;
        });
    };
    QVERIFY(QTest::qWaitFor(writing, kPatienceMillis));
    killProgram();
    QVERIFY(!filesOf(chosen).isEmpty());
    startNext();
    QVERIFY2(filesOf(chosen).isEmpty(), qPrintable(filesOf(chosen).join(u'\n')));
    QVERIFY(m_next->set().purges.unfinished().empty());
    QCOMPARE(count(), std::int64_t{kExpired + 1});
}

int main(int argc, char* argv[])
{
    const QCoreApplication program(argc, argv);
    const QStringList arguments = QCoreApplication::arguments();
    if (arguments.value(1) == u"--purge"_s) {
        return purge(arguments);
    }
    TestPurgeKilled test;
    return QTest::qExec(&test, argc, argv);
}

#include "tst_integration_purge_killed.moc"
