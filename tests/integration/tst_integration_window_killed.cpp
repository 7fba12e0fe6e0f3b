// SPDX-License-Identifier: GPL-3.0-or-later
// A change of a rule, and a restore, whose program is killed by SIGKILL: this test starts itself as
// that program, on the real engine, and then goes on in its place. What a purge and an archive
// leave is in tst_integration_purge_killed.cpp.
#include "app/mongo/mongo_driver.h"
#include "tests/support/engine_client.h"
#include "tests/support/fault_proxy.h"
#include "tests/support/index_commands.h"
#include "tests/support/real_services.h"
#include "tests/support/service_fixture.h"
#include "tests/support/test_seed.h"

#include <QCoreApplication>
#include <QObject>
#include <QProcess>
#include <QTest>

#include <random>

using namespace sandglass;
using namespace sandglass::tests;
using namespace std::chrono_literals;
using namespace Qt::StringLiterals;

namespace {

const protocol::Namespace kEvents{"shop", "events"};
const ttl::IndexRef kRule{kEvents, "at_1"};
constexpr std::int64_t kSeconds = 86'400;
constexpr int kPatienceMillis = 120'000; // sanitizers and shared machines are slow
constexpr int kRestores = 4;

/// The services of a program with its data in `folder`.
std::unique_ptr<services::Services> servicesIn(const QString& folder, const base::Clock& clock)
{
    return std::make_unique<services::Services>(
        services::ServicesOptions{
            folder, std::make_shared<mongo::MongoTtlServerFactory>(clock), {}},
        clock);
}

bool awaitConnection(services::Services& services)
{
    return QTest::qWaitFor([&] { return services.set().connections.isConnected(); },
                           kPatienceMillis);
}

/// What the killed program does: makes the ordinary index a TTL index.
int convert(const QStringList& arguments)
{
    const mongo::MongoDriver driver;
    const base::SystemClock clock;
    const auto services = servicesIn(arguments.value(2), clock);
    services->set().connections.connectTo(arguments.value(3), {}, true);
    if (!awaitConnection(*services)) {
        return 1;
    }
    const auto before = waitFor(services->set().indexes.read(kRule), kPatienceMillis);
    if (!before || !*before) {
        return 1;
    }
    const auto changed = services->set().indexes.change({kRule, kSeconds, {}}, **before);
    return QCoreApplication::exec();
}

/// What the other killed program does: restores the oldest point of the local engine's data.
int restore(const QStringList& arguments)
{
    const mongo::MongoDriver driver;
    const base::SystemClock clock;
    const auto services = servicesIn(arguments.value(2), clock);
    services->openLocal();
    if (!awaitConnection(*services)
        || !QTest::qWaitFor([&] { return services->set().restorePoints.isLoaded(); },
                            kPatienceMillis)) {
        return 1;
    }
    const auto restored
        = services->set().restorePoints.restore(services->set().restorePoints.points().back().id);
    return QCoreApplication::exec();
}

} // namespace

class TestWindowKilled : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init();
    void cleanup();
    void theNextProgramKnowsWhatBecameOfAConversion_data();
    void theNextProgramKnowsWhatBecameOfAConversion();
    void anEngineThatHasHardlyBegunEndsToo();
    void aRestoreIsWholeOrHasNotHappened();

private:
    void startProgram(const QStringList& arguments);
    void killProgram();
    /// How the engine lists the rule's seconds.
    std::optional<std::int64_t> seconds(const EngineClient& client) const;
    std::int64_t countLocal();

    mongo::MongoDriver m_driver;
    base::SystemClock m_clock;
    std::unique_ptr<QTemporaryDir> m_folder;
    QProcess m_program;
};

void TestWindowKilled::init()
{
    m_folder = std::make_unique<QTemporaryDir>();
}

void TestWindowKilled::cleanup()
{
    killProgram();
    m_folder.reset();
}

void TestWindowKilled::startProgram(const QStringList& arguments)
{
    m_program.start(QCoreApplication::applicationFilePath(), arguments);
    QVERIFY(m_program.waitForStarted());
}

void TestWindowKilled::killProgram()
{
    m_program.kill();
    m_program.waitForFinished(kPatienceMillis);
}

std::optional<std::int64_t> TestWindowKilled::seconds(const EngineClient& client) const
{
    const auto indexes = client.server().indexes(kEvents, {});
    for (const ttl::IndexSpec& index : *indexes) {
        if (index.name == kRule.name) {
            return index.expireAfterSeconds;
        }
    }
    return {};
}

void TestWindowKilled::theNextProgramKnowsWhatBecameOfAConversion_data()
{
    QTest::addColumn<std::optional<FaultProxy::Fault>>("fault");
    QTest::addColumn<bool>("executed");
    using Fault = std::optional<FaultProxy::Fault>;
    QTest::newRow("it never arrived") << Fault(FaultProxy::Fault::Partition) << false;
    QTest::newRow("no answer had arrived") << Fault(FaultProxy::Fault::Silence) << true;
    QTest::newRow("it was answered") << Fault() << true;
}

void TestWindowKilled::theNextProgramKnowsWhatBecameOfAConversion()
{
    QFETCH(std::optional<FaultProxy::Fault>, fault);
    QFETCH(bool, executed);
    EngineProcess engine;
    QVERIFY(engine.start());
    const EngineClient client(engine);
    client.setParameter("ttlMonitorEnabled", bson::Value::of(false));
    client.run("shop", json(R"({"createIndexes": "events", "indexes": [
        {"key": {"at": 1}, "name": "at_1"}]})"));
    FaultProxy proxy(engine.port());
    if (fault) {
        proxy.breakNext("collMod", *fault);
    }
    startProgram({u"--convert"_s, m_folder->path(), QString::fromUtf8(proxy.uri())});
    QVERIFY(QTest::qWaitFor([&] { return fault ? proxy.hasBroken() : seconds(client) == kSeconds; },
                            kPatienceMillis));
    if (executed) {
        QTRY_COMPARE_WITH_TIMEOUT(seconds(client), std::optional(kSeconds), kPatienceMillis);
    }
    killProgram();
    proxy.heal();

    const auto next = servicesIn(m_folder->path(), m_clock);
    services::ServiceSet& set = next->set();
    set.journal.load();
    QTRY_COMPARE(set.journal.entries().size(), std::size_t{1});
    QCOMPARE(set.journal.entries().front().kind, services::JournalKind::ChangeIndex);
    set.connections.connectTo(QString::fromUtf8(proxy.uri()), {}, true);
    // what nobody knew is read back as soon as there is a connection
    const auto known
        = executed ? services::JournalStatus::Succeeded : services::JournalStatus::Failed;
    QTRY_COMPARE_WITH_TIMEOUT(set.journal.entries().front().status, known, kPatienceMillis);
    QCOMPARE(seconds(client).has_value(), executed);
    // an undo needs the rule of before, whatever became of the program
    QVERIFY(set.journal.entries().front().before.has_value());
    if (!executed) {
        // the same change can be asked for again
        const auto before = waitFor(set.indexes.read(kRule), kPatienceMillis);
        QVERIFY(before && *before);
        QVERIFY(waitFor(set.indexes.change({kRule, kSeconds, {}}, **before), kPatienceMillis));
        QCOMPARE(seconds(client), std::optional(kSeconds));
    }
}

// It was left alone, with the folder locked, when its window died before it could ask for that.
void TestWindowKilled::anEngineThatHasHardlyBegunEndsToo()
{
    // stands for an engine that has not got as far as asking
    const QString number = m_folder->filePath(u"number"_s);
    QFile script(m_folder->filePath(u"engine"_s));
    QVERIFY(script.open(QIODevice::WriteOnly));
    script.write("#!/bin/sh\necho $$ > '" + QFile::encodeName(number) + ".new'\nmv '"
                 + QFile::encodeName(number) + ".new' '" + QFile::encodeName(number)
                 + "'\nexec sleep 600\n");
    script.setPermissions(QFile::ReadOwner | QFile::ExeOwner);
    script.close();
    QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
    environment.insert(u"SANDGLASS_ENGINE"_s, script.fileName());
    m_program.setProcessEnvironment(environment);
    startProgram({u"--restore"_s, m_folder->filePath(u"data"_s)});
    m_program.setProcessEnvironment({});
    QVERIFY(QTest::qWaitFor([&] { return QFile::exists(number); }, kPatienceMillis));
    QFile file(number);
    QVERIFY(file.open(QIODevice::ReadOnly));
    const QString engine = u"/proc/%1/stat"_s.arg(file.readAll().trimmed().toLongLong());
    const auto runs = [&engine] {
        QFile state(engine);
        // one that has ended may wait for the machine's first process to notice
        return state.open(QIODevice::ReadOnly) && !state.readAll().contains(") Z ");
    };
    QVERIFY(runs());
    killProgram();
    QVERIFY(QTest::qWaitFor([&] { return !runs(); }, kPatienceMillis));
}

std::int64_t TestWindowKilled::countLocal()
{
    const auto services = servicesIn(m_folder->path(), m_clock);
    services::EngineProcess& engine = services->set().engine;
    services->openLocal();
    const auto opened = [&] {
        // the killed program's engine may be closing its data still: the window asks to try again
        if (engine.phase() == services::EngineProcessPhase::Failed
            && engine.fault() == services::EngineFault::FolderInUse) {
            engine.start();
        }
        return services->set().connections.isConnected();
    };
    if (!QTest::qWaitFor(opened, kPatienceMillis)) {
        qWarning("phase %d, %s", static_cast<int>(engine.phase()),
                 engine.error() ? engine.error()->message.c_str() : "no error");
        return -1;
    }
    const EngineClient client(engine.uri().toStdString());
    return client.isSound(kEvents) ? client.countBy(kEvents, "$natural") : -2;
}

void TestWindowKilled::aRestoreIsWholeOrHasNotHappened()
{
    const unsigned seed = testSeed();
    qInfo("SANDGLASS_TEST_SEED=%u", seed);
    std::mt19937 random(seed);
    {
        const auto services = servicesIn(m_folder->path(), m_clock);
        services->openLocal();
        QVERIFY(awaitConnection(*services));
        const EngineClient client(services->set().engine.uri().toStdString());
        client.insert(kEvents, {bson::makeDocument("_id", 1)});
        QVERIFY(waitFor(services->set().restorePoints.make({}), kPatienceMillis));
        client.insert(kEvents, {bson::makeDocument("_id", 2)});
    }
    // the data are those of the point, with one document, or those from before, with two
    std::int64_t before = 2;
    for (int round = 0; round < kRestores; ++round) {
        startProgram({u"--restore"_s, m_folder->path()});
        // anywhere between its start and the end of the restore; it does not end by itself
        QVERIFY(!m_program.waitForFinished(static_cast<int>(random() % 1'500)));
        killProgram();
        const std::int64_t now = countLocal();
        QVERIFY2(now == 1 || now == before,
                 qPrintable(QStringLiteral("round %1: %2 documents").arg(round).arg(now)));
        before = now;
    }
}

int main(int argc, char* argv[])
{
    const QCoreApplication program(argc, argv);
    const QStringList arguments = QCoreApplication::arguments();
    if (arguments.value(1) == u"--convert"_s) {
        return convert(arguments);
    }
    if (arguments.value(1) == u"--restore"_s) {
        return restore(arguments);
    }
    TestWindowKilled test;
    return QTest::qExec(&test, argc, argv);
}

#include "tst_integration_window_killed.moc"
