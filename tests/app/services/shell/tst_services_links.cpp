// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/fake_engine.h"
#include "tests/support/journal_entries.h"
#include "tests/support/several_servers.h"
#include "tests/support/test_program.h"

#include <QFile>
#include <QObject>
#include <QSignalSpy>
#include <QTest>

namespace tst_services_links {

using namespace sandglass;
using namespace std::chrono_literals;
using namespace Qt::StringLiterals;
using services::KnownServer;
using services::LinkList;
using services::LinkPhase;
using services::ServiceSet;
using tests::addServer;
using tests::OtherServer;
using tests::ServiceFixture;

namespace {

const protocol::Namespace kCarts{"shop", "carts"};
const protocol::Namespace kLogs{"ops", "logs"};

KnownServer remote(const QString& uri, const QString& ssh = {})
{
    KnownServer server;
    server.uri = uri;
    server.ssh = ssh;
    return server;
}

Error lost()
{
    return base::failure(Errc::Network, "connection reset");
}

bool hasCollection(const ServiceSet& set, const protocol::Namespace& ns)
{
    return set.catalog.catalog().find(ns) != nullptr;
}

services::JournalEntry entryOf(const ServiceSet& set)
{
    services::JournalEntry entry;
    entry.kind = services::JournalKind::ChangeIndex;
    entry.server = services::serverName(set.connections.state());
    entry.ns = kLogs;
    entry.index = "at_1";
    return entry;
}

} // namespace

class TestLinks : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void eachServerHasACatalogueOfItsOwn();
    void eachServerIsLockedByItself();
    void theLossOfOneServerLeavesTheOthersConnected();
    void disconnectingOneServerKeepsItsPlaceAndTheOthers();
    void removingAServerEndsItAndItsTasks();
    void theOnlyServerIsDisconnectedInsteadOfRemoved();
    void aServerOfTheWindowIsConnectedInItsOwnPlace();
    void sameServerMeansHostsAndTunnelOnly_data();
    void sameServerMeansHostsAndTunnelOnly();
    void tasksNameTheirServer();
    void theJournalMasksTheSecretsOfAllServers();
    void anUndoActsOnlyOnTheServerOfItsEntry();
    void limitsOfAlertsHoldForAllServers();
    void allServersKnowOfAPausedExpiry();
    void theLocalEngineIsAddedBesideARemoteServer();
    void theLocalEngineIsThereOnlyOnce();
    void restorePointsAreThoseOfTheLocalEngineWhereverItIs();
    void anUnfinishedPurgeBelongsToOneLinkAtATime();
    void severalServersComeBackWithoutBeingConnected();
    void oneServerIsNotBroughtBack();
    void nothingIsStoredBeforeTheWindowRemembers();
};

void TestLinks::eachServerHasACatalogueOfItsOwn()
{
    ServiceFixture fixture;
    fixture.server->addIndex(kCarts, "at", 60);
    QVERIFY(fixture.connect(false));
    const OtherServer other = addServer(fixture, "ops", kLogs);
    QVERIFY(hasCollection(fixture.set, kCarts));
    QVERIFY(!hasCollection(fixture.set, kLogs));
    QVERIFY(hasCollection(other.set, kLogs));
    QVERIFY(!hasCollection(other.set, kCarts));
    QCOMPARE(fixture.services.links().size(), std::size_t{2});
    QVERIFY(other.set.linkId != fixture.set.linkId);
    QCOMPARE(&other.set.journal, &fixture.set.journal);
    QCOMPARE(&other.set.settings, &fixture.set.settings);
}

void TestLinks::eachServerIsLockedByItself()
{
    ServiceFixture fixture;
    QVERIFY(fixture.connect(false));
    const OtherServer other = addServer(fixture, "ops", kLogs);
    other.set.connections.unlock();
    QVERIFY(!other.set.connections.isLocked());
    QVERIFY(fixture.set.connections.isLocked());
    fixture.set.connections.unlock();
    other.set.connections.lock();
    QVERIFY(other.set.connections.isLocked());
    QVERIFY(!fixture.set.connections.isLocked());
}

void TestLinks::theLossOfOneServerLeavesTheOthersConnected()
{
    ServiceFixture fixture;
    QVERIFY(fixture.connect(false));
    const OtherServer other = addServer(fixture, "ops", kLogs);
    const std::uint64_t before = fixture.set.connections.generation();
    other.server->fail("databases", lost());
    fixture.factory->refuse("ops.example", lost());
    other.set.catalog.refresh();
    QTRY_COMPARE_WITH_TIMEOUT(other.set.connections.state().phase, LinkPhase::Reconnecting, 30'000);
    QVERIFY(other.set.connections.state().lostAt.has_value());
    QVERIFY(fixture.set.connections.isConnected());
    QCOMPARE(fixture.set.connections.generation(), before);
    QVERIFY(!fixture.set.connections.state().lostAt.has_value());
}

void TestLinks::disconnectingOneServerKeepsItsPlaceAndTheOthers()
{
    ServiceFixture fixture;
    QVERIFY(fixture.connect(false));
    const OtherServer other = addServer(fixture, "ops", kLogs, u"Operations"_s);
    other.set.connections.disconnectNow();
    QVERIFY(fixture.set.connections.isConnected());
    const KnownServer& known = fixture.services.links().known(other.set.linkId);
    QCOMPARE(known.name, u"Operations"_s);
    QVERIFY(known.uri.contains(u"ops.example"_s));
    QVERIFY(!known.uri.contains(u"ops-secret"_s)); // the password is forgotten
}

void TestLinks::removingAServerEndsItAndItsTasks()
{
    ServiceFixture fixture;
    QVERIFY(fixture.connect(false));
    const OtherServer other = addServer(fixture, "ops", kLogs);
    const ttl::CancelToken token;
    other.set.tasks.begin(services::TaskKind::CountExactly, kLogs, token);
    const std::uint64_t kept
        = fixture.set.tasks.begin(services::TaskKind::CountExactly, kCarts, {});
    QCOMPARE(fixture.set.tasks.tasks().size(), std::size_t{2});
    QSignalSpy removing(&fixture.services.links(), &LinkList::removing);
    fixture.services.links().remove(other.set.linkId);
    QCOMPARE(removing.count(), 1);
    QCOMPARE(fixture.services.links().size(), std::size_t{1});
    QVERIFY(token.cancelled());
    QCOMPARE(fixture.set.tasks.tasks().size(), std::size_t{1});
    QCOMPARE(fixture.set.tasks.tasks().front().id, kept);
    QVERIFY(fixture.set.connections.isConnected());
}

void TestLinks::theOnlyServerIsDisconnectedInsteadOfRemoved()
{
    ServiceFixture fixture;
    QVERIFY(fixture.connect(false));
    fixture.services.links().remove(fixture.set.linkId);
    QCOMPARE(fixture.services.links().size(), std::size_t{1});
    QCOMPARE(fixture.set.connections.state().phase, LinkPhase::Disconnected);
    QVERIFY(!fixture.services.links().known(fixture.set.linkId).isSet());
}

void TestLinks::aServerOfTheWindowIsConnectedInItsOwnPlace()
{
    ServiceFixture fixture;
    QVERIFY(fixture.connect(false));
    const OtherServer other = addServer(fixture, "ops", kLogs);
    LinkList& links = fixture.services.links();
    QCOMPARE(&links.placeFor(remote(u"mongodb://somebody@ops.example"_s), fixture.set.linkId),
             &other.set);
    other.set.connections.disconnectNow(); // it keeps its place
    QCOMPARE(&links.placeFor(remote(u"mongodb://ops.example/"_s), fixture.set.linkId), &other.set);
    ServiceSet& third = links.placeFor(remote(u"mongodb://third.example/"_s), fixture.set.linkId);
    QCOMPARE(links.size(), std::size_t{3});
    // a link without a server takes the next one
    QCOMPARE(&links.placeFor(remote(u"mongodb://fourth.example/"_s), third.linkId), &third);
    QCOMPARE(links.size(), std::size_t{3});
}

void TestLinks::sameServerMeansHostsAndTunnelOnly_data()
{
    QTest::addColumn<QString>("other");
    QTest::addColumn<QString>("ssh");
    QTest::addColumn<bool>("same");
    QTest::newRow("itself") << u"mongodb://a.example/"_s << QString() << true;
    QTest::newRow("user") << u"mongodb://u:p@a.example"_s << QString() << true;
    QTest::newRow("options") << u"mongodb://a.example/?tls=true"_s << QString() << true;
    QTest::newRow("host") << u"mongodb://b.example/"_s << QString() << false;
    QTest::newRow("port") << u"mongodb://a.example:27018/"_s << QString() << false;
    QTest::newRow("tunnel") << u"mongodb://a.example/"_s << u"jump.example"_s << false;
}

void TestLinks::sameServerMeansHostsAndTunnelOnly()
{
    QFETCH(QString, other);
    QFETCH(QString, ssh);
    QTEST(services::isSameServer(remote(u"mongodb://a.example/"_s), remote(other, ssh)), "same");
}

void TestLinks::tasksNameTheirServer()
{
    ServiceFixture fixture;
    QVERIFY(fixture.connect(false));
    const OtherServer other = addServer(fixture, "ops", kLogs);
    QSignalSpy pause(&other.set.tasks, &services::TaskService::pauseRequested);
    const std::uint64_t here = fixture.set.tasks.begin(services::TaskKind::CreateIndex, kCarts, {});
    const std::uint64_t there = other.set.tasks.begin(services::TaskKind::StagedPurge, kLogs, {});
    QVERIFY(here != there);
    const std::vector<services::Task>& tasks = fixture.set.tasks.tasks();
    QCOMPARE(tasks.size(), std::size_t{2});
    QVERIFY(tasks[0].server.contains(u"fake.example"_s));
    QVERIFY(tasks[1].server.contains(u"ops.example"_s));
    // the list can be used from either server
    other.set.tasks.setPause(there, services::TaskPause::Possible);
    fixture.set.tasks.togglePause(there);
    QCOMPARE(pause.count(), 1);
    QCOMPARE(pause.front().front().toULongLong(), there);
    fixture.set.tasks.end(there);
    other.set.tasks.end(here);
    QVERIFY(other.set.tasks.tasks().empty());
}

void TestLinks::theJournalMasksTheSecretsOfAllServers()
{
    ServiceFixture fixture;
    fixture.set.connections.connectTo(u"mongodb://user:first-secret@fake.example/"_s, {}, false);
    const OtherServer other = addServer(fixture, "ops", kLogs);
    const Result<std::uint64_t> id = tests::begun(fixture.set.journal, entryOf(other.set));
    QVERIFY(id);
    fixture.set.journal.fail(*id,
                             base::failure(Errc::Server, "first-secret and ops-secret are wrong"));
    QTRY_VERIFY(fixture.set.journal.find(*id)->error.has_value());
    const std::string message = fixture.set.journal.find(*id)->error->message;
    QCOMPARE(message, std::string("*** and *** are wrong"));
}

void TestLinks::anUndoActsOnlyOnTheServerOfItsEntry()
{
    ServiceFixture fixture;
    QVERIFY(fixture.connect(false));
    const OtherServer other = addServer(fixture, "ops", kLogs);
    const Result<std::uint64_t> id = tests::begun(fixture.set.journal, entryOf(other.set));
    QVERIFY(id);
    const int before = fixture.server->allCalls();
    const auto refused = tests::answerOf(fixture.set.undos.outlook(*id));
    QVERIFY(!refused);
    QCOMPARE(refused.error().code, Errc::Conflict);
    QCOMPARE(fixture.server->allCalls(), before);
    const auto allowed = tests::answerOf(other.set.undos.outlook(*id));
    QVERIFY(allowed);
}

void TestLinks::limitsOfAlertsHoldForAllServers()
{
    ServiceFixture fixture;
    QVERIFY(fixture.connect(false));
    const OtherServer other = addServer(fixture, "ops", kLogs);
    services::AlertLimits limits = other.set.alerts.limits();
    limits.on = true;
    limits.overdueAge = 120s;
    other.set.alerts.setLimits(limits);
    QCOMPARE(fixture.set.alerts.limits(), limits);
}

void TestLinks::allServersKnowOfAPausedExpiry()
{
    ServiceFixture fixture;
    QVERIFY(fixture.connect(false));
    const OtherServer other = addServer(fixture, "ops", kLogs);
    QSignalSpy changed(&fixture.set.members, &services::MemberService::pausesChanged);
    services::ExpiryPause pause;
    pause.server = services::serverName(other.set.connections.state());
    services::storePauses(other.set.settings, {pause});
    QCOMPARE(fixture.set.members.pauses().size(), std::size_t{1});
    QVERIFY(!fixture.set.members.isHere(fixture.set.members.pauses().front()));
    QVERIFY(other.set.members.isHere(other.set.members.pauses().front()));
    services::storePauses(other.set.settings, {});
    QVERIFY(fixture.set.members.pauses().empty());
    QCOMPARE(changed.count(), 2);
}

void TestLinks::theLocalEngineIsAddedBesideARemoteServer()
{
    ServiceFixture fixture;
    QVERIFY(tests::startFakeEngine(fixture));
    LinkList& links = fixture.services.links();
    ServiceSet& first = fixture.set;
    // a remote server takes the place of the engine, which goes on running
    first.connections.connectTo(u"mongodb://far.example/"_s, {}, false);
    QTRY_VERIFY(first.connections.isConnected());
    QSignalSpy chosen(&links, &LinkList::chosen);
    ServiceSet& local = links.openLocal(first.linkId);
    tests::quieten(local);
    QVERIFY(&local != &first);
    QTRY_VERIFY_WITH_TIMEOUT(local.connections.isConnected(), 30'000);
    QVERIFY(local.connections.state().local);
    QVERIFY(first.connections.isConnected());
    QVERIFY(!first.connections.state().local);
    QCOMPARE(chosen.count(), 1);
    // stopping the engine ends its connection alone
    first.engine.stop();
    QTRY_COMPARE_WITH_TIMEOUT(local.connections.state().phase, LinkPhase::Disconnected, 30'000);
    QVERIFY(first.connections.isConnected());
}

void TestLinks::theLocalEngineIsThereOnlyOnce()
{
    ServiceFixture fixture;
    QVERIFY(tests::startFakeEngine(fixture));
    const OtherServer other = addServer(fixture, "ops", kLogs);
    LinkList& links = fixture.services.links();
    QCOMPARE(&links.openLocal(other.set.linkId), &fixture.set);
    QCOMPARE(links.size(), std::size_t{2});
    QVERIFY(other.set.connections.isConnected());
    QTRY_VERIFY_WITH_TIMEOUT(fixture.set.connections.isConnected(), 30'000);
}

void TestLinks::restorePointsAreThoseOfTheLocalEngineWhereverItIs()
{
    ServiceFixture fixture;
    QVERIFY(fixture.connect(false));
    QVERIFY(!fixture.set.restorePoints.canMake());
    QVERIFY(tests::startFakeEngine(fixture)); // in the first place
    const OtherServer other = addServer(fixture, "ops", kLogs);
    QCOMPARE(&other.set.restorePoints, &fixture.set.restorePoints);
    QVERIFY(other.set.restorePoints.canMake());
    QVERIFY(tests::answerOf(other.set.restorePoints.make({})));
    QCOMPARE(other.server->calls("runCommand"), 0);
    QVERIFY(fixture.server->calls("runCommand") > 0);
}

void TestLinks::anUnfinishedPurgeBelongsToOneLinkAtATime()
{
    ServiceFixture fixture;
    fixture.server->addIndex(kCarts, "at", 60);
    for (int i = 0; i < 50; ++i) {
        fixture.server->addDocument(
            kCarts, bson::makeDocument("_id", i, "at", bson::Date::from(fixture.clock.now() - 2h)));
    }
    QVERIFY(fixture.connect(false));
    fixture.set.connections.unlock();
    services::PurgeRequest request;
    request.rule.ns = kCarts;
    request.rule.field = "at";
    request.rule.expireAfterSeconds = 60;
    request.rule.now = fixture.clock.now();
    request.counted = 50;
    request.options.batch = 10;
    request.options.pause = 24h;
    QVERIFY(fixture.set.purges.start(request));
    QTRY_VERIFY_WITH_TIMEOUT(fixture.set.purges.job()->deleted > 0, 30'000);
    // another link to the same server, as after the first one was led elsewhere
    ServiceSet& second = fixture.services.links().add();
    tests::quieten(second);
    second.connections.connectTo(u"mongodb://user:secret@fake.example/"_s, {}, false);
    QTRY_VERIFY_WITH_TIMEOUT(second.connections.isConnected(), 30'000);
    QVERIFY(second.purges.unfinished().empty());
    const QString id = fixture.set.purges.job()->id;
    second.connections.unlock();
    QVERIFY(!second.purges.resumeUnfinished(id));
    // once the first one has gone, it can be resumed here
    fixture.services.links().remove(fixture.set.linkId);
    second.connections.connectTo(u"mongodb://user:secret@fake.example/"_s, {}, false);
    QTRY_COMPARE_WITH_TIMEOUT(second.purges.unfinished().size(), std::size_t{1}, 30'000);
    QCOMPARE(second.purges.unfinished().front().id, id);
}

void TestLinks::severalServersComeBackWithoutBeingConnected()
{
    ServiceFixture fixture;
    fixture.services.links().remember();
    services::LinkLabel label;
    label.color = u"#ff0000"_s;
    label.tag = u"production"_s;
    fixture.set.connections.connectTo(u"mongodb://user:first-secret@fake.example/"_s, u"Shop"_s,
                                      false, label);
    QTRY_VERIFY_WITH_TIMEOUT(fixture.set.connections.isConnected(), 30'000);
    addServer(fixture, "ops", kLogs);
    const int connects = fixture.factory->connects();
    services::Services next({fixture.folder.path(), fixture.factory, {}}, fixture.clock);
    next.links().remember();
    QCOMPARE(next.links().size(), std::size_t{2});
    const KnownServer first = next.links().known(next.links().all()[0]->linkId);
    const KnownServer second = next.links().known(next.links().all()[1]->linkId);
    QCOMPARE(first.name, u"Shop"_s);
    QCOMPARE(first.color, u"#ff0000"_s);
    QCOMPARE(first.tag, u"production"_s);
    QCOMPARE(first.uri, u"mongodb://fake.example"_s);
    QCOMPARE(second.uri, u"mongodb://ops.example"_s);
    for (const ServiceSet* link : next.links().all()) {
        QCOMPARE(link->connections.state().phase, LinkPhase::Disconnected);
    }
    QCOMPARE(fixture.factory->connects(), connects);
    QFile settings(fixture.folder.filePath(u"settings.ini"_s));
    QVERIFY(settings.open(QIODevice::ReadOnly));
    const QByteArray stored = settings.readAll();
    QVERIFY(!stored.contains("secret"));
    QVERIFY(!stored.contains("user@"));
}

void TestLinks::oneServerIsNotBroughtBack()
{
    ServiceFixture fixture;
    fixture.services.links().remember();
    QVERIFY(fixture.connect(false));
    services::Services next({fixture.folder.path(), fixture.factory, {}}, fixture.clock);
    next.links().remember();
    QCOMPARE(next.links().size(), std::size_t{1});
    QVERIFY(!next.links().known(next.set().linkId).isSet());
}

void TestLinks::nothingIsStoredBeforeTheWindowRemembers()
{
    ServiceFixture fixture;
    QVERIFY(fixture.connect(false));
    addServer(fixture, "ops", kLogs);
    QVERIFY(services::readKnownServers(fixture.set.settings).empty());
}

SANDGLASS_TEST(TestLinks)
} // namespace tst_services_links

#include "tst_services_links.moc"
