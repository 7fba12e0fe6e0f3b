// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/purge_fixture.h"
#include "tests/support/test_program.h"

#include <QDir>
#include <QFile>
#include <QObject>
#include <QTemporaryDir>
#include <QTest>

namespace tst_services_purge_loss {

using namespace sandglass;
using namespace std::chrono_literals;
using namespace Qt::StringLiterals;
using services::PauseReason;
using services::PurgePhase;
using tests::kLogs;
using tests::PurgeFixture;

namespace {

const Error kReset = base::failure(Errc::Network, "connection reset");

/// A purge of 25 documents in batches of 10 over a connection that comes back at once.
struct Bench : PurgeFixture
{
    Bench() { set.connections.setFirstPause(1ms); }

    const services::PurgeJob& job() const { return *set.purges.job(); }
    const services::PurgeStatus& status() const { return set.purges.status(); }
    bool ends()
    {
        return QTest::qWaitFor([this] { return status().phase == PurgePhase::Ended; });
    }
    bool pauses(PauseReason reason)
    {
        return QTest::qWaitFor([this, reason] {
            return status().phase == PurgePhase::Paused && status().reason == reason;
        });
    }
    void setUuid(const std::string& uuid) { server->collection(kLogs).spec.uuid = uuid; }
};

} // namespace

class TestPurgeLoss : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void aLostAnswerIsCountedFromTheServer();
    void anUnreadableAnswerIsCountedFromTheServerAtOnce();
    void aBatchThatIsEndedInTheMiddleIsCountedFromTheServer_data();
    void aBatchThatIsEndedInTheMiddleIsCountedFromTheServer();
    void whatARefusedBatchDeletedCounts();
    void aBatchThatNeverArrivedIsNotCounted();
    void itGoesOnByItselfAfterALoss();
    void itWaitsWhileItIsLocked();
    void anotherCollectionOfTheNameIsNotPurged();
    void whatCannotBeCountedIsNotStatedAsExact();
    void aCollectionThatHasGoneIsNotPurged();
    void anotherReplicaSetIsNotPurged();
    void theIdentityIsKeptWithTheJob();
    void theIdentityIsSavedBeforeAnythingIsDeleted();
    void aPurgeOfAnEarlierRunIsBoundToItsCollection();
    void whatCannotBeIdentifiedIsNotPurged();
    void aServerWithoutUuidsIsPurged();
};

void TestPurgeLoss::aLostAnswerIsCountedFromTheServer()
{
    Bench bench;
    QVERIFY(bench.connect());
    bench.server->loseAnswer("runCommand");
    QVERIFY(bench.set.purges.start(bench.request()));
    QVERIFY(bench.ends());
    QVERIFY(!bench.status().error);
    QCOMPARE(bench.job().deleted, std::int64_t{25});
    QVERIFY(bench.job().deletedExact);
    QCOMPARE(bench.job().left(), std::int64_t{0});
    QCOMPARE(bench.set.journal.entries().back().documents, std::int64_t{25});
}

void TestPurgeLoss::anUnreadableAnswerIsCountedFromTheServerAtOnce()
{
    Bench bench;
    QVERIFY(bench.connect());
    bench.server->loseAnswer("runCommand", base::failure(Errc::Protocol, "no valid count"));
    QVERIFY(bench.set.purges.start(bench.request()));
    QVERIFY(bench.pauses(PauseReason::Failure));
    QCOMPARE(bench.status().error->code, Errc::Protocol);
    QCOMPARE(bench.server->documentCount(kLogs), std::size_t{16});
    QCOMPARE(bench.job().deleted, std::int64_t{10});
    QVERIFY(bench.set.purges.resume());
    QVERIFY(bench.ends());
    QCOMPARE(bench.job().deleted, std::int64_t{25});
}

void TestPurgeLoss::aBatchThatIsEndedInTheMiddleIsCountedFromTheServer_data()
{
    QTest::addColumn<int>("code");
    QTest::newRow("the time limit") << 50;
    QTest::newRow("killOp") << 11'601;
    QTest::newRow("too many requests") << 16'500;
}

void TestPurgeLoss::aBatchThatIsEndedInTheMiddleIsCountedFromTheServer()
{
    QFETCH(const int, code);
    Bench bench;
    QVERIFY(bench.connect());
    Error ended = base::serverError(code, "Ended", "operation was ended");
    ended.code = code == 50 ? Errc::Timeout : Errc::Server; // as the driver's errors are read
    bench.server->loseAnswer("runCommand", ended);
    QVERIFY(bench.set.purges.start(bench.request()));
    QVERIFY(bench.pauses(PauseReason::Failure));
    QCOMPARE(bench.status().error->serverCode, code);
    QCOMPARE(bench.server->documentCount(kLogs), std::size_t{16});
    QCOMPARE(bench.job().deleted, std::int64_t{10});
    QVERIFY(bench.job().deletedExact);
    QVERIFY(bench.set.purges.resume());
    QVERIFY(bench.ends());
    QCOMPARE(bench.job().deleted, std::int64_t{25});
}

void TestPurgeLoss::whatARefusedBatchDeletedCounts()
{
    Bench bench;
    QVERIFY(bench.connect());
    const bson::Document refusal = bson::makeDocument("index", 0, "code", 371, "errmsg", "blocked");
    bench.server->answer(
        "delete", bson::makeDocument("n", 4, "ok", 1.0, "writeErrors", bson::makeArray(refusal)));
    QVERIFY(bench.set.purges.start(bench.request()));
    QVERIFY(bench.pauses(PauseReason::Failure));
    QCOMPARE(bench.status().error->serverCode, 371);
    QCOMPARE(bench.job().deleted, std::int64_t{4});
}

void TestPurgeLoss::aBatchThatNeverArrivedIsNotCounted()
{
    Bench bench;
    QVERIFY(bench.connect());
    bench.server->failOnce("runCommand", kReset); // the search for the first batch
    QVERIFY(bench.set.purges.start(bench.request()));
    QVERIFY(bench.ends());
    QCOMPARE(bench.job().deleted, std::int64_t{25});
}

void TestPurgeLoss::itGoesOnByItselfAfterALoss()
{
    Bench bench;
    QVERIFY(bench.connect());
    bench.factory->refuse(kReset);
    bench.server->loseAnswer("runCommand");
    QVERIFY(bench.set.purges.start(bench.request()));
    QVERIFY(bench.pauses(PauseReason::Disconnected));
    QVERIFY(bench.status().error);
    bench.factory->refuse({});
    QVERIFY(bench.ends());
    QCOMPARE(bench.job().deleted, std::int64_t{25});
}

void TestPurgeLoss::itWaitsWhileItIsLocked()
{
    Bench bench;
    QVERIFY(bench.connect(false));
    bench.set.connections.unlock();
    bench.factory->refuse(kReset);
    bench.server->loseAnswer("runCommand");
    QVERIFY(bench.set.purges.start(bench.request()));
    QVERIFY(bench.pauses(PauseReason::Disconnected));
    bench.set.connections.lock();
    bench.factory->refuse({});
    QTRY_VERIFY(bench.set.connections.isConnected());
    QCoreApplication::processEvents();
    QCOMPARE(bench.status().phase, PurgePhase::Paused);
    QCOMPARE(bench.server->documentCount(kLogs), std::size_t{16}); // the first batch is gone
    bench.set.connections.unlock();
    QVERIFY(bench.set.purges.resume());
    QVERIFY(bench.ends());
    QCOMPARE(bench.job().deleted, std::int64_t{25});
}

void TestPurgeLoss::anotherCollectionOfTheNameIsNotPurged()
{
    Bench bench;
    bench.setUuid("aa01");
    QVERIFY(bench.connect());
    bench.factory->refuse(kReset);
    bench.server->loseAnswer("runCommand");
    QVERIFY(bench.set.purges.start(bench.request()));
    QVERIFY(bench.pauses(PauseReason::Disconnected));
    bench.setUuid("aa02"); // dropped and created again meanwhile
    bench.factory->refuse({});
    QVERIFY(bench.pauses(PauseReason::Failure));
    QCOMPARE(bench.status().error->code, Errc::Conflict);
    QCOMPARE(bench.status().error->reason, base::LocalReason::CollectionReplaced);
    QVERIFY(bench.status().error->message.find("aa02") != std::string::npos);
    QCOMPARE(bench.server->documentCount(kLogs), std::size_t{16});
}

void TestPurgeLoss::whatCannotBeCountedIsNotStatedAsExact()
{
    Bench bench;
    bench.setUuid("aa01");
    QVERIFY(bench.connect());
    bench.factory->refuse(kReset);
    bench.server->loseAnswer("runCommand");
    QVERIFY(bench.set.purges.start(bench.request()));
    QVERIFY(bench.pauses(PauseReason::Disconnected));
    QVERIFY(!bench.job().deletedExact);
    bench.setUuid("aa02"); // so that the lost batch cannot be counted
    bench.factory->refuse({});
    QVERIFY(bench.pauses(PauseReason::Failure));
    QVERIFY(!bench.job().deletedExact);
    QFile file(bench.folder.filePath(u"purges/"_s + bench.stateFiles().value(0)));
    QVERIFY(file.open(QIODevice::ReadOnly));
    const Result<services::PurgeJob> saved = services::parseJob(file.readAll().toStdString());
    QVERIFY(saved);
    QVERIFY(!saved->deletedExact);
    bench.set.purges.cancel();
    QVERIFY(bench.ends());
    const bson::Document reply = bench.set.journal.entries().back().reply;
    QVERIFY(reply.contains("deletedExact") && !reply["deletedExact"].toBool());
    // the next purge begins without that
    bench.setUuid("aa01");
    QVERIFY(bench.set.purges.start(bench.request()));
    QVERIFY(bench.ends());
    QVERIFY(bench.job().deletedExact);
}

void TestPurgeLoss::aCollectionThatHasGoneIsNotPurged()
{
    Bench bench;
    bench.setUuid("aa01");
    QVERIFY(bench.connect());
    bench.factory->refuse(kReset);
    bench.server->loseAnswer("runCommand");
    QVERIFY(bench.set.purges.start(bench.request()));
    QVERIFY(bench.pauses(PauseReason::Disconnected));
    QVERIFY(bench.server->runCommand(kLogs.database, bson::makeDocument("dropDatabase", 1), {}));
    bench.factory->refuse({});
    QVERIFY(bench.pauses(PauseReason::Failure));
    QCOMPARE(bench.status().error->code, Errc::Conflict);
    QCOMPARE(bench.status().error->reason, base::LocalReason::CollectionGone);
}

void TestPurgeLoss::theIdentityIsSavedBeforeAnythingIsDeleted()
{
    Bench bench;
    bench.setUuid("aa01");
    QVERIFY(bench.connect());
    bench.server->hold("runCommand"); // the search for the first batch
    QVERIFY(bench.set.purges.start(bench.request()));
    QTRY_COMPARE(bench.server->running("runCommand"), 1);
    QFile file(bench.folder.filePath(u"purges/"_s + bench.stateFiles().value(0)));
    QVERIFY(file.open(QIODevice::ReadOnly));
    const Result<services::PurgeJob> saved = services::parseJob(file.readAll().toStdString());
    QVERIFY(saved);
    QCOMPARE(saved->identity.collection, std::string("aa01"));
    // if the program ended here, nobody would know what the batch deletes
    QVERIFY(!saved->deletedExact);
    QVERIFY(bench.job().deletedExact);
    bench.server->release("runCommand");
    QVERIFY(bench.ends());
}

void TestPurgeLoss::aPurgeOfAnEarlierRunIsBoundToItsCollection()
{
    Bench bench;
    bench.setUuid("aa01");
    QVERIFY(bench.connect());
    bench.server->hold("runCommand");
    QVERIFY(bench.set.purges.start(bench.request()));
    QTRY_COMPARE(bench.server->running("runCommand"), 1);
    // what is on the disk if the program is killed here
    const QTemporaryDir later;
    QVERIFY(QDir(later.path()).mkpath(u"purges"_s));
    const QString state = u"purges/"_s + bench.stateFiles().value(0);
    QVERIFY(QFile::copy(bench.folder.filePath(state), later.filePath(state)));
    bench.server->release("runCommand");
    QVERIFY(bench.ends());
    bench.server->addDocument(kLogs, bench.document(5'000, std::chrono::hours(2)));
    const std::size_t before = bench.server->documentCount(kLogs);
    // meanwhile the collection is made anew, or another server is at the address
    bench.setUuid("aa02");
    services::ArchiveService archives(bench.set.connections);
    services::PurgeService next(
        {bench.set.connections, bench.set.journal, bench.set.tasks, archives, bench.set.engine},
        later.path());
    const auto left = next.unfinished();
    QCOMPARE(left.size(), std::size_t{1});
    (void)next.resumeUnfinished(left.front().id).has_value();
    QTRY_VERIFY(next.status().error);
    QCOMPARE(next.status().error->code, Errc::Conflict);
    QCOMPARE(bench.server->documentCount(kLogs), before);
}

void TestPurgeLoss::whatCannotBeIdentifiedIsNotPurged()
{
    Bench bench;
    QVERIFY(bench.connect());
    bench.server->fail("collections", base::serverError(13, "Unauthorized", "no"));
    QVERIFY(bench.set.purges.start(bench.request()));
    QVERIFY(bench.pauses(PauseReason::Failure));
    QCOMPARE(bench.server->documentCount(kLogs), std::size_t{26});
    bench.server->fail("collections", {});
    QVERIFY(bench.set.purges.resume());
    QVERIFY(bench.ends());
    QCOMPARE(bench.job().deleted, std::int64_t{25});
}

void TestPurgeLoss::anotherReplicaSetIsNotPurged()
{
    Bench bench;
    ttl::ServerInfo info;
    info.version = "7.0.5";
    info.versionNumbers = {7, 0, 5, 0};
    info.replicaSet = "rs0";
    bench.server->setInfo(info);
    QVERIFY(bench.connect());
    bench.factory->refuse(kReset);
    bench.server->loseAnswer("runCommand");
    QVERIFY(bench.set.purges.start(bench.request()));
    QVERIFY(bench.pauses(PauseReason::Disconnected));
    info.replicaSet = "staging";
    bench.server->setInfo(info);
    bench.factory->refuse({});
    QVERIFY(bench.pauses(PauseReason::Failure));
    QCOMPARE(bench.status().error->code, Errc::Conflict);
    QCOMPARE(bench.status().error->reason, base::LocalReason::OtherReplicaSet);
    QCOMPARE(bench.server->documentCount(kLogs), std::size_t{16});
}

void TestPurgeLoss::theIdentityIsKeptWithTheJob()
{
    Bench bench;
    bench.setUuid("aa01");
    QVERIFY(bench.connect());
    QVERIFY(bench.set.purges.start(bench.request()));
    QVERIFY(bench.ends());
    QCOMPARE(bench.job().identity.collection, std::string("aa01"));
    const Result<services::PurgeJob> read = services::parseJob(services::jobText(bench.job()));
    QVERIFY(read);
    QVERIFY(read->identity == bench.job().identity);
}

void TestPurgeLoss::aServerWithoutUuidsIsPurged()
{
    Bench bench;
    bench.setUuid("");
    QVERIFY(bench.connect());
    bench.server->loseAnswer("runCommand");
    QVERIFY(bench.set.purges.start(bench.request()));
    QVERIFY(bench.ends());
    QCOMPARE(bench.job().deleted, std::int64_t{25});
}

SANDGLASS_TEST(TestPurgeLoss)
} // namespace tst_services_purge_loss

#include "tst_services_purge_loss.moc"
