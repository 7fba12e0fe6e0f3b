// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/presenters/connections/connect_attempt.h"
#include "app/presenters/connections/connect_form_presenter.h"
#include "app/presenters/connections/connection_presenter.h"
#include "app/presenters/engine/engine_presenter.h"
#include "app/presenters/explorer/navigator_presenter.h"
#include "app/presenters/inventory/inventory_presenter.h"
#include "app/presenters/journal/activity_presenter.h"
#include "app/presenters/settings/preferences_presenter.h"
#include "app/presenters/shell/servers.h"
#include "app/presenters/shell/status_presenter.h"
#include "app/presenters/shell/workspace.h"
#include "tests/support/journal_entries.h"
#include "tests/support/several_servers.h"
#include "tests/support/test_program.h"

#include <QAbstractItemModelTester>
#include <QObject>
#include <QSignalSpy>
#include <QTest>

namespace tst_presenters_servers {

using namespace sandglass;
using namespace sandglass::presenters;
using namespace Qt::StringLiterals;
using tests::addServer;
using tests::OtherServer;
using tests::ServiceFixture;

namespace {

// both servers have a collection of this name
const protocol::Namespace kCarts{"shop", "carts"};
const protocol::Namespace kLogs{"ops", "logs"};

Error lost()
{
    return base::failure(Errc::Network, "connection reset");
}

QString nameOf(QAbstractItemModel& model, int row)
{
    return model.index(row, 0).data().toString();
}

/// Two servers, of which the first is in front: "fake.example" with carts and "ops.example" with
/// carts and logs.
struct Pair : ServiceFixture
{
    Servers servers{set};
    std::unique_ptr<OtherServer> other;

    bool open()
    {
        server->addIndex(kCarts, "at", 60);
        if (!connect(false)) {
            return false;
        }
        other = std::make_unique<OtherServer>(addServer(*this, "ops", kCarts));
        other->server->addIndex(kLogs, "at", 86'400);
        other->set.catalog.refresh();
        return QTest::qWaitFor(
            [this] { return other->set.catalog.catalog().find(kLogs) != nullptr; }, 30'000);
    }
    Workspace& first() const { return *servers.all()[0]; }
    Workspace& second() const { return *servers.all()[1]; }
    QAbstractItemModel& tree() { return servers.navigator().model(); }
    QString stateOf(int row)
    {
        return tree().index(row, 0).data(NavigatorModel::StateRole).toString();
    }
};

} // namespace

class TestServers : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void eachServerIsARootOfTheNavigator();
    void theSameCollectionIsFoundInTheServerInFront();
    void aRootSaysHowItsConnectionIs();
    void aLossIsSaidAtItsRootOnly();
    void aDisconnectedServerKeepsItsRoot();
    void theStateOfTheTreeIsThatOfTheServerInFront();
    void pagesOfDifferentServersAreDifferent();
    void locksAreSeparate();
    void removingTheServerInFrontBringsItsNeighbourToTheFront();
    void theOnlyServerHasNoRootOnceItIsDisconnected();
    void connectingAgainAsksForTheDialogOfARemoteServer();
    void connectingAgainTriesAtOnceAfterALoss();
    void aSavedConnectionIsOfferedAgainWithItsPassword();
    void theFormAddsAServer();
    void theFormReplacesAServerOnRequest();
    void aFailedAttemptLeavesNothingBehind();
    void aSecondAttemptUsesTheSamePlace();
    void thereIsNothingToAddToBeforeTheFirstConnection();
    void aFaultOfTheEngineIsSaidByItsOwnServerOnly();
    void tasksOfAllServersAreListedWithTheirServer();
    void onlyEntriesOfTheServerInFrontCanBeUndone();
};

void TestServers::eachServerIsARootOfTheNavigator()
{
    Pair pair;
    const QAbstractItemModelTester tester(&pair.tree(),
                                          QAbstractItemModelTester::FailureReportingMode::QtTest);
    QVERIFY(pair.open());
    QCOMPARE(pair.tree().rowCount(), 2);
    QCOMPARE(nameOf(pair.tree(), 0), u"fake.example:27017"_s);
    QCOMPARE(nameOf(pair.tree(), 1), u"ops.example:27017"_s);
    QVERIFY(pair.servers.navigator().state().several);
    // every row knows its server
    const QModelIndex root = pair.tree().index(1, 0);
    const QModelIndex database = pair.tree().index(0, 0, root);
    QCOMPARE(root.data(NavigatorModel::ServerRole).toInt(), pair.second().server());
    QCOMPARE(database.data(NavigatorModel::ServerRole).toInt(), pair.second().server());
    QVERIFY(root.data(NavigatorModel::LockedRole).toBool());
}

void TestServers::theSameCollectionIsFoundInTheServerInFront()
{
    Pair pair;
    QVERIFY(pair.open());
    NavigatorPresenter& navigator = pair.servers.navigator();
    QCOMPARE(navigator.find(kCarts).data(NavigatorModel::ServerRole).toInt(),
             pair.first().server());
    QVERIFY(!navigator.find(kLogs).isValid());
    pair.servers.choose(pair.second().server());
    QCOMPARE(navigator.find(kCarts).data(NavigatorModel::ServerRole).toInt(),
             pair.second().server());
    QVERIFY(navigator.find(kLogs).isValid());
}

void TestServers::aRootSaysHowItsConnectionIs()
{
    Pair pair;
    QVERIFY(pair.open());
    QCOMPARE(pair.stateOf(1), QString());
    services::LinkLabel label;
    label.tag = u"production"_s;
    label.color = u"#c00000"_s;
    pair.factory->refuse("third.example", base::failure(Errc::NotPermitted, "no"));
    services::ServiceSet& third = pair.services.links().add();
    QCOMPARE(pair.tree().rowCount(), 2); // it has no server yet
    third.connections.connectTo(u"mongodb://third.example/"_s, u"Third"_s, false, label);
    QCOMPARE(pair.tree().rowCount(), 3);
    QCOMPARE(pair.stateOf(2), u"connecting"_s);
    QTRY_COMPARE_WITH_TIMEOUT(pair.stateOf(2), u"failed"_s, 30'000);
    const QModelIndex root = pair.tree().index(2, 0);
    QCOMPARE(root.data().toString(), u"Third"_s);
    QCOMPARE(root.data(NavigatorModel::BadgeRole).toString(), u"production"_s);
    QCOMPARE(root.data(NavigatorModel::ColorRole).toString(), u"#c00000"_s);
    QCOMPARE(root.data(Qt::AccessibleTextRole).toString(), u"Third, production, failed, locked"_s);
}

void TestServers::aLossIsSaidAtItsRootOnly()
{
    Pair pair;
    QVERIFY(pair.open());
    pair.other->server->fail("databases", lost());
    pair.factory->refuse("ops.example", lost());
    pair.other->set.catalog.refresh();
    QTRY_VERIFY_WITH_TIMEOUT(pair.stateOf(1).startsWith(u"lost at"_s), 30'000);
    QCOMPARE(pair.stateOf(0), QString());
    // a mark has no room for the zone
    const QString spoken = pair.tree().index(1, 0).data(Qt::AccessibleTextRole).toString();
    QVERIFY2(spoken.contains(pair.stateOf(1) + u" UTC"_s), qPrintable(spoken));
    QCOMPARE(pair.servers.navigator().state().phase, Phase::Ready);
    QVERIFY(!pair.servers.navigator().state().failure);
    QCOMPARE(pair.first().connection().state().phase, ConnectionPhase::Connected);
    // what was read stays
    QCOMPARE(pair.tree().rowCount(pair.tree().index(1, 0)), 2);
}

void TestServers::aDisconnectedServerKeepsItsRoot()
{
    Pair pair;
    QVERIFY(pair.open());
    pair.servers.disconnect(pair.second().server());
    QCOMPARE(pair.tree().rowCount(), 2);
    QCOMPARE(nameOf(pair.tree(), 1), u"ops.example:27017"_s);
    QCOMPARE(pair.stateOf(1), u"not connected"_s);
    const QModelIndex root = pair.tree().index(1, 0);
    QVERIFY(root.data(NavigatorModel::ClosedRole).toBool());
    QCOMPARE(pair.tree().rowCount(root), 0);
    QCOMPARE(root.data(Qt::AccessibleTextRole).toString(), u"ops.example:27017, not connected"_s);
    QCOMPARE(pair.second().statusBar().state().connectionText,
             u"ops.example:27017 – not connected"_s);
    QCOMPARE(pair.first().connection().state().phase, ConnectionPhase::Connected);
}

void TestServers::theStateOfTheTreeIsThatOfTheServerInFront()
{
    Pair pair;
    QVERIFY(pair.open());
    pair.servers.disconnect(pair.second().server());
    QCOMPARE(pair.servers.navigator().state().phase, Phase::Ready);
    QSignalSpy current(&pair.servers, &Servers::currentChanged);
    pair.servers.choose(pair.second().server());
    QCOMPARE(current.count(), 1);
    QCOMPARE(&pair.servers.current(), &pair.second());
    QCOMPARE(pair.servers.navigator().state().phase, Phase::Idle);
    QVERIFY(!pair.servers.navigator().state().placeholder.isEmpty());
    pair.servers.choose(4711); // unknown
    QCOMPARE(&pair.servers.current(), &pair.second());
}

void TestServers::pagesOfDifferentServersAreDifferent()
{
    Pair pair;
    QVERIFY(pair.open());
    QVERIFY(&pair.first().collectionPage(kCarts) != &pair.second().collectionPage(kCarts));
    QCOMPARE(pair.first().serverName(), u"fake.example:27017"_s);
    QCOMPARE(pair.second().serverName(), u"ops.example:27017"_s);
    QTRY_COMPARE_WITH_TIMEOUT(pair.first().inventory().rules().rowCount(), 1, 30'000);
    QTRY_COMPARE_WITH_TIMEOUT(pair.second().inventory().rules().rowCount(), 2, 30'000);
}

void TestServers::locksAreSeparate()
{
    Pair pair;
    QVERIFY(pair.open());
    pair.second().statusBar().toggleLock();
    QVERIFY(!pair.second().connection().state().locked);
    QVERIFY(pair.first().connection().state().locked);
    QVERIFY(!pair.tree().index(1, 0).data(NavigatorModel::LockedRole).toBool());
    QVERIFY(pair.tree().index(0, 0).data(NavigatorModel::LockedRole).toBool());
}

void TestServers::removingTheServerInFrontBringsItsNeighbourToTheFront()
{
    Pair pair;
    QVERIFY(pair.open());
    pair.servers.choose(pair.second().server());
    Workspace* kept = &pair.first();
    Workspace* leaving = &pair.second();
    Workspace* frontWhileRemoving = nullptr;
    connect(&pair.servers, &Servers::removing, this, [&](Workspace* each) {
        QCOMPARE(each, leaving);
        frontWhileRemoving = &pair.servers.current();
    });
    pair.servers.remove(leaving->server());
    QCOMPARE(frontWhileRemoving, kept);
    QCOMPARE(&pair.servers.current(), kept);
    QCOMPARE(pair.servers.all().size(), std::size_t{1});
    QVERIFY(!pair.servers.areSeveral());
    QCOMPARE(pair.tree().rowCount(), 1);
    QVERIFY(!pair.servers.navigator().state().several);
    QCOMPARE(pair.servers.navigator().current(), kept->server());
}

void TestServers::theOnlyServerHasNoRootOnceItIsDisconnected()
{
    ServiceFixture fixture;
    Servers servers(fixture.set);
    QVERIFY(fixture.connect(false));
    QCOMPARE(servers.navigator().model().rowCount(), 1);
    servers.disconnect(servers.current().server());
    QCOMPARE(servers.navigator().model().rowCount(), 0);
}

void TestServers::connectingAgainAsksForTheDialogOfARemoteServer()
{
    Pair pair;
    QVERIFY(pair.open());
    pair.servers.disconnect(pair.second().server());
    QSignalSpy wanted(&pair.servers, &Servers::connectionWanted);
    const int connects = pair.factory->connects();
    pair.servers.connectAgain(pair.second().server());
    QCOMPARE(wanted.count(), 1);
    QCOMPARE(wanted.front()[0].toString(), QString());
    QCOMPARE(wanted.front()[1].toString(), u"mongodb://user@ops.example"_s);
    QCOMPARE(&pair.servers.current(), &pair.second());
    QCOMPARE(pair.factory->connects(), connects);
}

void TestServers::connectingAgainTriesAtOnceAfterALoss()
{
    Pair pair;
    QVERIFY(pair.open());
    pair.other->set.connections.setFirstPause(std::chrono::hours(1));
    pair.other->server->fail("databases", lost());
    pair.factory->refuse("ops.example", lost());
    pair.other->set.catalog.refresh();
    QTRY_VERIFY_WITH_TIMEOUT(pair.stateOf(1).startsWith(u"lost at"_s), 30'000);
    pair.other->server->fail("databases", {});
    pair.factory->refuse("ops.example", {});
    pair.servers.connectAgain(pair.second().server());
    QTRY_COMPARE_WITH_TIMEOUT(pair.second().connection().state().phase, ConnectionPhase::Connected,
                              30'000);
}

void TestServers::aSavedConnectionIsOfferedAgainWithItsPassword()
{
    Pair pair;
    QVERIFY(pair.open());
    services::SavedConnection saved;
    saved.name = u"Operations"_s;
    saved.uri = u"mongodb://user@ops.example/?appName=x"_s;
    const Result<QString> id = pair.set.book.save(saved);
    QVERIFY(id);
    pair.servers.disconnect(pair.second().server());
    QSignalSpy wanted(&pair.servers, &Servers::connectionWanted);
    pair.servers.connectAgain(pair.second().server());
    QCOMPARE(wanted.count(), 1);
    QCOMPARE(wanted.front()[0].toString(), *id);
}

void TestServers::theFormAddsAServer()
{
    ServiceFixture fixture;
    Servers servers(fixture.set);
    QVERIFY(fixture.connect(false));
    tests::makeServer(fixture, "ops", kLogs);
    ConnectFormPresenter& form = servers.current().connectForm();
    form.setUri(u"mongodb://ops.example/"_s);
    QVERIFY(form.attempt().canAdd());
    QCOMPARE(form.attempt().replaced(), u"fake.example:27017"_s);
    form.connectNow(true);
    QCOMPARE(servers.all().size(), std::size_t{2});
    QTRY_COMPARE_WITH_TIMEOUT(form.attempt().state().phase, ConnectionPhase::Connected, 30'000);
    QCOMPARE(servers.current().serverName(), u"fake.example:27017"_s);
    form.attempt().finish();
    QCOMPARE(servers.current().serverName(), u"ops.example:27017"_s);
    QVERIFY(fixture.set.connections.isConnected());
    QVERIFY(fixture.set.connections.state().safeUri.contains(u"fake.example"_s));
}

void TestServers::theFormReplacesAServerOnRequest()
{
    ServiceFixture fixture;
    Servers servers(fixture.set);
    QVERIFY(fixture.connect(false));
    tests::makeServer(fixture, "ops", kLogs);
    ConnectFormPresenter& form = servers.current().connectForm();
    form.setUri(u"mongodb://ops.example/"_s);
    form.connectNow(false);
    QTRY_COMPARE_WITH_TIMEOUT(form.attempt().state().phase, ConnectionPhase::Connected, 30'000);
    form.attempt().finish();
    QCOMPARE(servers.all().size(), std::size_t{1});
    QVERIFY(fixture.set.connections.state().safeUri.contains(u"ops.example"_s));
}

void TestServers::aFailedAttemptLeavesNothingBehind()
{
    ServiceFixture fixture;
    Servers servers(fixture.set);
    QVERIFY(fixture.connect(false));
    fixture.factory->refuse("ops.example", base::failure(Errc::NotPermitted, "no"));
    ConnectFormPresenter& form = servers.current().connectForm();
    form.setUri(u"mongodb://ops.example/"_s);
    form.connectNow(true);
    QTRY_COMPARE_WITH_TIMEOUT(form.attempt().state().phase, ConnectionPhase::Failed, 30'000);
    QCOMPARE(servers.all().size(), std::size_t{2});
    form.attempt().abandon();
    QCOMPARE(servers.all().size(), std::size_t{1});
    QVERIFY(fixture.set.connections.isConnected());
    form.attempt().abandon(); // a second time is harmless
    QCOMPARE(servers.all().size(), std::size_t{1});
}

void TestServers::aSecondAttemptUsesTheSamePlace()
{
    ServiceFixture fixture;
    Servers servers(fixture.set);
    QVERIFY(fixture.connect(false));
    tests::makeServer(fixture, "ops", kLogs);
    fixture.factory->refuse("typo.example", base::failure(Errc::NotPermitted, "no"));
    ConnectFormPresenter& form = servers.current().connectForm();
    form.setUri(u"mongodb://typo.example/"_s);
    form.connectNow(true);
    QTRY_COMPARE_WITH_TIMEOUT(form.attempt().state().phase, ConnectionPhase::Failed, 30'000);
    form.setUri(u"mongodb://ops.example/"_s);
    form.connectNow(true);
    QTRY_COMPARE_WITH_TIMEOUT(form.attempt().state().phase, ConnectionPhase::Connected, 30'000);
    QCOMPARE(servers.all().size(), std::size_t{2});
    form.attempt().finish();
    form.attempt().abandon(); // what has succeeded stays
    QCOMPARE(servers.all().size(), std::size_t{2});
}

void TestServers::thereIsNothingToAddToBeforeTheFirstConnection()
{
    ServiceFixture fixture;
    Servers servers(fixture.set);
    ConnectFormPresenter& form = servers.current().connectForm();
    QVERIFY(!form.attempt().canAdd());
    form.setUri(u"mongodb://fake.example/"_s);
    form.connectNow(true);
    QCOMPARE(servers.all().size(), std::size_t{1});
    QTRY_VERIFY_WITH_TIMEOUT(fixture.set.connections.isConnected(), 30'000);
}

void TestServers::aFaultOfTheEngineIsSaidByItsOwnServerOnly()
{
    Pair pair;
    QVERIFY(pair.open());
    const QByteArray before = qgetenv("SANDGLASS_ENGINE");
    qputenv("SANDGLASS_ENGINE", "/nowhere/sandglass-engine");
    pair.first().connection().connectLocal();
    qputenv("SANDGLASS_ENGINE", before);
    QCOMPARE(pair.servers.all().size(), std::size_t{3});
    Workspace& local = *pair.servers.all()[2];
    QCOMPARE(&pair.servers.current(), &local);
    QTRY_VERIFY_WITH_TIMEOUT(local.engine().state().failure.has_value(), 30'000);
    QVERIFY(!pair.first().engine().state().failure.has_value());
    QCOMPARE(pair.first().connection().state().phase, ConnectionPhase::Connected);
    QCOMPARE(nameOf(pair.tree(), 2), u"Local engine"_s);
    QCOMPARE(pair.stateOf(2), u"not connected"_s);
}

void TestServers::tasksOfAllServersAreListedWithTheirServer()
{
    Pair pair;
    QVERIFY(pair.open());
    pair.other->set.tasks.begin(services::TaskKind::CreateIndex, kLogs, {});
    TaskModel& tasks = pair.first().activity().tasks();
    QCOMPARE(tasks.rowCount(), 1);
    const QString title = tasks.index(0, 0).data().toString();
    QVERIFY2(title.contains(u"ops.logs"_s) && title.contains(u"ops.example"_s), qPrintable(title));
}

void TestServers::onlyEntriesOfTheServerInFrontCanBeUndone()
{
    Pair pair;
    QVERIFY(pair.open());
    pair.set.connections.unlock();
    pair.other->set.connections.unlock();
    services::JournalEntry entry;
    entry.kind = services::JournalKind::ChangeIndex;
    entry.server = services::serverName(pair.other->set.connections.state());
    entry.ns = kLogs;
    entry.index = "at_1";
    entry.deletes = 0;
    entry.before = bson::makeDocument("name", "at_1", "key", bson::makeDocument("at", 1),
                                      "expireAfterSeconds", 60);
    const Result<std::uint64_t> id = tests::begun(pair.set.journal, entry);
    QVERIFY(id);
    pair.set.journal.succeed(*id, {},
                             bson::makeDocument("name", "at_1", "key", bson::makeDocument("at", 1),
                                                "expireAfterSeconds", 90));
    const auto canUndo = [](Workspace& workspace) {
        return workspace.activity().journal().index(0, 0).data(JournalModel::CanUndoRole).toBool();
    };
    QTRY_VERIFY_WITH_TIMEOUT(canUndo(pair.second()), 30'000);
    QVERIFY(!canUndo(pair.first()));
    QVERIFY(pair.second().activity().state().offer.has_value());
    QVERIFY(!pair.first().activity().state().offer.has_value());
}

SANDGLASS_TEST(TestServers)
} // namespace tst_presenters_servers

#include "tst_presenters_servers.moc"
