// SPDX-License-Identifier: GPL-3.0-or-later
// A long index build: its progress, and how it ends when the user cancels it.
#include "app/bson/json.h"
#include "app/services/indexes/index_build.h"
#include "app/services/indexes/index_service.h"
#include "app/services/journal/journal_service.h"
#include "tests/support/service_fixture.h"
#include "tests/support/test_program.h"

#include <QObject>
#include <QTest>

#include <algorithm>

namespace tst_services_index_build {

using namespace sandglass;
using namespace std::chrono_literals;
using namespace Qt::StringLiterals;
using services::IndexBuild;
using tests::ServiceFixture;

namespace {

const protocol::Namespace kTickets{"app", "tickets"};
const Error kAborted = base::serverError(276, "IndexBuildAborted", "Index build aborted");
const Error kBuilding
    = base::serverError(12'587, "BackgroundOperationInProgressForNamespace", "in progress");

ttl::TtlIndexSpec spec()
{
    ttl::TtlIndexSpec made;
    made.ns = kTickets;
    made.name = "made_1";
    made.key = bson::makeDocument("made", 1);
    made.expireAfterSeconds = 3'600;
    return made;
}

/// What $currentOp lists of a build.
bson::Document listing(std::int64_t done, std::int64_t total)
{
    const bson::Document operation = bson::makeDocument(
        "opid", 5, "progress", bson::makeDocument("done", done, "total", total));
    return bson::makeDocument(
        "cursor", bson::makeDocument("firstBatch", bson::Value::array(bson::makeArray(operation))),
        "ok", 1.0);
}

/// A build that goes on until the test ends it.
struct Building
{
    ServiceFixture fixture;
    std::optional<Result<ttl::IndexRef>> answer;
    int asked = 0; // commands before the build

    Building() { fixture.set.outcomes.setFirstPause(1ms); }

    bool begin(QObject* context, bool local = true)
    {
        if (!fixture.connect(local)) {
            return false;
        }
        fixture.set.connections.unlock();
        asked = fixture.server->calls("runCommand");
        fixture.server->hold("createIndex");
        services::whenAnswered(fixture.set.indexes.create(spec()), context,
                               [this](const Result<ttl::IndexRef>& made) { answer = made; });
        return QTest::qWaitFor([this] { return fixture.server->running("createIndex") == 1; });
    }
    void cancel() { fixture.set.tasks.cancel(fixture.set.tasks.tasks().front().id); }
    /// The build ends with this error.
    void abort(const Error& error)
    {
        fixture.server->failOnce("createIndex", error);
        fixture.server->release("createIndex");
    }
    bool sent(const char* command) const
    {
        return std::ranges::any_of(
            fixture.server->commands(),
            [command](const bson::Document& each) { return each.contains(command); });
    }
};

} // namespace

class TestIndexBuild : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init() { IndexBuild::setFirstPause(1ms); }
    void cleanup() { IndexBuild::setFirstPause(1s); }
    void theTaskShowsTheProgressOfTheServer();
    void theSlowestPartOfABuildCounts_data();
    void theSlowestPartOfABuildCounts();
    void withoutThePrivilegeOnlyOwnOperationsAreRead();
    void aServerThatTellsNothingIsNotAskedForEver();
    void aProgressThatCannotBeReadAnyMoreIsNotShown();
    void cancellingDropsTheIndexThatIsBeingBuilt();
    void whereDroppingIsRefusedTheOperationIsKilled();
    void whereNothingCanEndItTheWaitingEnds();
    void aLockedConnectionDoesNotKeepABuildFromBeingCancelled();
    void aBuildThatWasCompleteBeforeIsLookedFor_data();
    void aBuildThatWasCompleteBeforeIsLookedFor();
};

void TestIndexBuild::theTaskShowsTheProgressOfTheServer()
{
    Building build;
    build.fixture.server->answer("aggregate", listing(25, 100));
    QVERIFY(build.begin(this));
    QTRY_COMPARE(build.fixture.set.tasks.tasks().front().percent, 25);
    build.fixture.server->release("createIndex");
    QTRY_VERIFY(build.answer);
    QVERIFY(*build.answer);
    QVERIFY(build.fixture.set.tasks.tasks().empty());
}

void TestIndexBuild::theSlowestPartOfABuildCounts_data()
{
    QTest::addColumn<QString>("operations");
    QTest::addColumn<int>("percent");
    QTest::newRow("none") << u"[]"_s << -1;
    // as mongod lists them: the command waits, and a thread of the server builds
    QTest::newRow("command and thread")
        << uR"([{"op": "command", "ns": "app.$cmd", "command": {"createIndexes": "tickets", "$db": "app"}},
                {"desc": "IndexBuildsCoordinatorMongod-0", "op": "command", "ns": "app.tickets",
                 "msg": "Index Build: scanning collection Index Build: scanning collection: 6200/10000 62%",
                 "progress": {"done": 6200, "total": {"$numberLong": "10000"}}}])"_s
        << 62;
    QTest::newRow("shards")
        << uR"([{"shard": "a", "progress": {"done": 9, "total": 10}}, {"shard": "b", "progress": {"done": 1, "total": 10}}])"_s
        << 10;
    QTest::newRow("draining")
        << uR"([{"msg": "Index Build: draining writes", "progress": {"done": 7, "total": 0}}])"_s
        << -1;
    QTest::newRow("absurd")
        << uR"([{"progress": {"done": -5, "total": 10}}, {"progress": {"done": 50, "total": 10}},
                {"progress": "half"}])"_s
        << 0;
}

void TestIndexBuild::theSlowestPartOfABuildCounts()
{
    QFETCH(QString, operations);
    QFETCH(int, percent);
    const auto read = bson::fromJson((uR"({"all": )"_s + operations + u'}').toStdString());
    QVERIFY(read);
    std::vector<bson::Document> builds;
    for (const bson::Element& each : (*read)["all"].asDocument()) {
        builds.emplace_back(each.value.asDocument());
    }
    QCOMPARE(services::buildPercent(builds), percent);
}

void TestIndexBuild::withoutThePrivilegeOnlyOwnOperationsAreRead()
{
    ServiceFixture fixture;
    fixture.server->answer("aggregate", listing(25, 100));
    fixture.server->failOnce("runCommand", base::serverError(13, "Unauthorized", "no"));
    const auto builds = services::indexBuilds(*fixture.server, kTickets, "made_1", {});
    QVERIFY(builds);
    QCOMPARE(services::buildPercent(*builds), 25);
    const bson::Document asked = fixture.server->commands().back();
    const bson::DocumentView stages = asked["pipeline"].asDocument();
    QVERIFY(!stages["0"].asDocument()["$currentOp"].asDocument()["allUsers"].toBool());
    const bson::DocumentView where
        = stages["1"].asDocument()["$match"].asDocument()["$or"].asDocument();
    QCOMPARE(std::string(where["0"].asDocument()["command.$db"].asString()), kTickets.database);
    QCOMPARE(std::string(where["1"].asDocument()["ns"].asString()), kTickets.text());
}

void TestIndexBuild::aServerThatTellsNothingIsNotAskedForEver()
{
    Building build;
    build.fixture.server->fail("runCommand",
                               base::serverError(59, "CommandNotFound", "no such command"));
    QVERIFY(build.begin(this));
    QTRY_COMPARE(build.fixture.server->calls("runCommand") - build.asked, 3);
    QCOMPARE(build.fixture.set.tasks.tasks().front().percent, -1);
    build.fixture.server->release("createIndex");
    QTRY_VERIFY(build.answer);
    QVERIFY(*build.answer);
    QCOMPARE(build.fixture.server->calls("runCommand") - build.asked, 3);
}

void TestIndexBuild::aProgressThatCannotBeReadAnyMoreIsNotShown()
{
    Building build;
    build.fixture.server->answer("aggregate", listing(25, 100));
    QVERIFY(build.begin(this));
    QTRY_COMPARE(build.fixture.set.tasks.tasks().front().percent, 25);
    build.fixture.server->fail("runCommand", base::serverError(13, "Unauthorized", "no"));
    QTRY_COMPARE(build.fixture.set.tasks.tasks().front().percent, -1);
    build.fixture.server->release("createIndex");
    QTRY_VERIFY(build.answer);
    QVERIFY(*build.answer);
}

void TestIndexBuild::cancellingDropsTheIndexThatIsBeingBuilt()
{
    Building build;
    QVERIFY(build.begin(this));
    build.cancel();
    QTRY_COMPARE(build.fixture.server->calls("dropIndex"), 1);
    QVERIFY(!build.answer); // the reply of the build says how it ended
    build.abort(kAborted);
    QTRY_VERIFY(build.answer);
    QVERIFY(!*build.answer);
    QCOMPARE(build.answer->error().code, Errc::Cancelled);
    QVERIFY(!build.sent("killOp"));
    QCOMPARE(build.fixture.set.journal.entries().back().status, services::JournalStatus::Failed);
}

void TestIndexBuild::whereDroppingIsRefusedTheOperationIsKilled()
{
    Building build;
    build.fixture.server->answer("aggregate", listing(1, 100));
    QVERIFY(build.begin(this));
    build.fixture.server->fail("dropIndex", kBuilding);
    build.cancel();
    QTRY_VERIFY(build.sent("killOp"));
    build.abort(base::serverError(11'601, "Interrupted", "operation was interrupted"));
    QTRY_VERIFY(build.answer);
    QCOMPARE(build.answer->error().code, Errc::Cancelled);
}

void TestIndexBuild::whereNothingCanEndItTheWaitingEnds()
{
    Building build;
    QVERIFY(build.begin(this));
    build.fixture.server->fail("dropIndex", kBuilding);
    build.fixture.server->fail("runCommand",
                               base::serverError(59, "CommandNotFound", "no such command"));
    build.cancel();
    QTRY_VERIFY(build.answer);
    QVERIFY(!*build.answer);
    // the server may complete it
    QVERIFY(build.fixture.set.journal.entries().back().status
            != services::JournalStatus::Succeeded);
}

void TestIndexBuild::aLockedConnectionDoesNotKeepABuildFromBeingCancelled()
{
    Building build;
    QVERIFY(build.begin(this, false));
    build.fixture.clock.advance(11min); // the ten minutes of an unlocked connection
    QVERIFY(build.fixture.set.connections.isLocked());
    build.cancel();
    QTRY_COMPARE(build.fixture.server->calls("dropIndex"), 1);
    build.abort(kAborted);
    QTRY_VERIFY(build.answer);
    QCOMPARE(build.answer->error().code, Errc::Cancelled);
}

void TestIndexBuild::aBuildThatWasCompleteBeforeIsLookedFor_data()
{
    QTest::addColumn<bool>("dropped");
    QTest::newRow("the server has dropped the index") << true;
    QTest::newRow("the server has kept it") << false;
}

void TestIndexBuild::aBuildThatWasCompleteBeforeIsLookedFor()
{
    QFETCH(bool, dropped);
    Building build;
    QVERIFY(build.begin(this));
    build.fixture.server->hold("dropIndex");
    build.cancel();
    QTRY_COMPARE(build.fixture.server->running("dropIndex"), 1);
    build.fixture.server->release("createIndex");
    QTRY_COMPARE(build.fixture.set.journal.entries().back().status,
                 services::JournalStatus::Succeeded);
    QVERIFY(!build.answer);
    if (!dropped) {
        build.fixture.server->fail("dropIndex", kBuilding);
    }
    build.fixture.server->release("dropIndex");
    QTRY_VERIFY(build.answer);
    QCOMPARE(build.answer->has_value(), !dropped);
    QVERIFY(!dropped || build.answer->error().code == Errc::Cancelled);
}

SANDGLASS_TEST(TestIndexBuild)
} // namespace tst_services_index_build

#include "tst_services_index_build.moc"
