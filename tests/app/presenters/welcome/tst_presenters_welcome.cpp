// SPDX-License-Identifier: GPL-3.0-or-later
// The first screen: the engine with sample data, what is missing, and the servers used before.
#include "tests/support/test_program.h"
#include "tests/ui/welcome/first_start.h"

#include <QFile>
#include <QObject>

namespace tst_presenters_welcome {

using namespace sandglass;
using namespace sandglass::presenters;
using namespace Qt::StringLiterals;
using tests::FirstStart;
using Kind = tests::ScriptedEngine::Kind;

namespace {

const protocol::Namespace kSample{"sandglass_demo", "authLog"};

QStringList names(const WelcomeState& state)
{
    QStringList names;
    for (const KnownConnection& each : state.connections) {
        names << each.name;
    }
    return names;
}

QString save(FirstStart& fixture, const QString& name, const QString& uri)
{
    services::SavedConnection connection;
    connection.name = name;
    connection.uri = uri;
    connection.tag = u"production"_s;
    const auto id = fixture.set.book.save(connection);
    return id ? *id : QString();
}

} // namespace

class TestWelcome : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void aMissingEngineIsSaidWithThePathsLookedAt();
    void anEngineThatIsThereIsNoProblem();
    void anEngineInstalledMeanwhileIsFound();
    void oneButtonStartsTheEngineAndLoadsTheData();
    void theDataOfARunningEngineIsLoadedAtOnce();
    void sampleDataThatIsThereIsKept();
    void sampleDataThatCouldNotBeListedIsKept();
    void theButtonIsOffWhileItWorks();
    void aSecondPressLoadsNothingTwice();
    void aMissingEngineEndsTheStart();
    void aRefusedInsertEndsTheStart();
    void anotherServerChosenMeanwhileEndsTheStart();
    void theEngineStartsWithoutData();
    void eachWaitIsSaid();
    void savedConnectionsComeBeforeRecentOnes();
    void aSavedServerIsNotListedTwice();
    void atMostSixAreListed();
    void aDeletedConnectionLeavesTheList();
    void noPasswordIsListed();
};

void TestWelcome::aMissingEngineIsSaidWithThePathsLookedAt()
{
    const FirstStart fixture(Kind::Missing);
    QVERIFY(fixture.welcome.state().engineProblem.contains(u"sandglass-engine"_s));
    QCOMPARE(fixture.welcome.state().enginePlaces,
             QStringList{fixture.folder.filePath(u"engine.sh"_s)});
    // it can be tried again
    QVERIFY(fixture.welcome.state().canStart);
}

void TestWelcome::anEngineThatIsThereIsNoProblem()
{
    const FirstStart fixture;
    QCOMPARE(fixture.welcome.state().engineProblem, QString());
    QCOMPARE(fixture.welcome.state().enginePlaces, QStringList());
    QVERIFY(fixture.welcome.state().canStartEmpty);
}

void TestWelcome::anEngineInstalledMeanwhileIsFound()
{
    FirstStart fixture(Kind::Missing);
    QFile program(fixture.folder.filePath(u"engine.sh"_s));
    QVERIFY(program.open(QIODevice::WriteOnly));
    QVERIFY(program.setPermissions(QFile::ReadOwner | QFile::ExeOwner));
    fixture.welcome.lookForEngine();
    QCOMPARE(fixture.welcome.state().engineProblem, QString());
}

void TestWelcome::oneButtonStartsTheEngineAndLoadsTheData()
{
    FirstStart fixture;
    QVERIFY(fixture.load());
    QVERIFY(fixture.set.connections.state().local);
    QVERIFY(!fixture.server->documents(kSample).empty());
    QCOMPARE(fixture.failed.count(), 0);
    QVERIFY(fixture.welcome.state().progress.isEmpty());
}

void TestWelcome::theDataOfARunningEngineIsLoadedAtOnce()
{
    FirstStart fixture;
    QVERIFY(fixture.run());
    QVERIFY(fixture.load());
    QVERIFY(!fixture.server->documents(kSample).empty());
}

void TestWelcome::sampleDataThatIsThereIsKept()
{
    FirstStart fixture;
    QVERIFY(fixture.load());
    QTRY_VERIFY(fixture.set.catalog.catalog().find(kSample));
    fixture.set.connections.disconnectNow();
    const int inserts = fixture.server->calls("insert");
    QVERIFY(fixture.load());
    QCOMPARE(fixture.server->calls("insert"), inserts);
}

void TestWelcome::sampleDataThatCouldNotBeListedIsKept()
{
    FirstStart fixture;
    QVERIFY(fixture.load());
    QTRY_VERIFY(fixture.set.catalog.catalog().find(kSample));
    fixture.set.connections.disconnectNow();
    const int inserts = fixture.server->calls("insert");
    fixture.server->fail("collections", base::failure(Errc::Timeout, "too slow"));
    QVERIFY(fixture.load());
    QCOMPARE(fixture.server->calls("insert"), inserts);
}

void TestWelcome::theButtonIsOffWhileItWorks()
{
    FirstStart fixture;
    fixture.server->hold("insert");
    fixture.welcome.startWithSampleData();
    QVERIFY(!fixture.welcome.state().canStart);
    QTRY_COMPARE(fixture.server->running("insert"), 1);
    QVERIFY(!fixture.welcome.state().canStart);
    fixture.server->release("insert");
    QTRY_COMPARE_WITH_TIMEOUT(fixture.ready.count(), 1, 60'000);
    QVERIFY(fixture.welcome.state().canStart);
}

void TestWelcome::aSecondPressLoadsNothingTwice()
{
    FirstStart fixture;
    fixture.server->hold("insert");
    fixture.welcome.startWithSampleData();
    QTRY_COMPARE(fixture.server->running("insert"), 1);
    fixture.welcome.startWithSampleData();
    fixture.server->release("insert");
    QTRY_COMPARE_WITH_TIMEOUT(fixture.ready.count(), 1, 60'000);
    QCOMPARE(fixture.set.journal.entries().size(), std::size_t{1});
}

void TestWelcome::aMissingEngineEndsTheStart()
{
    FirstStart fixture(Kind::Missing);
    fixture.welcome.startWithSampleData();
    QTRY_COMPARE(fixture.failed.count(), 1);
    QVERIFY(fixture.welcome.state().canStart);
    QVERIFY(!fixture.welcome.state().engineProblem.isEmpty());
}

void TestWelcome::aRefusedInsertEndsTheStart()
{
    FirstStart fixture;
    fixture.server->fail("insert", base::serverError(13, "Unauthorized", "not authorized"));
    fixture.welcome.startWithSampleData();
    QTRY_COMPARE(fixture.failed.count(), 1);
    QCOMPARE(fixture.ready.count(), 0);
    QVERIFY(fixture.welcome.state().canStart);
    // and it is possible once the reason is gone
    fixture.server->fail("insert", std::nullopt);
    QVERIFY(fixture.load());
}

void TestWelcome::anotherServerChosenMeanwhileEndsTheStart()
{
    FirstStart fixture;
    fixture.welcome.startWithSampleData();
    fixture.set.connections.connectTo(u"mongodb://fake.example/"_s, {}, false);
    QTRY_COMPARE(fixture.failed.count(), 1);
    QTRY_VERIFY(fixture.set.connections.isConnected());
    QVERIFY(!fixture.set.connections.state().local);
    QCOMPARE(fixture.server->calls("insert"), 0);
}

void TestWelcome::theEngineStartsWithoutData()
{
    FirstStart fixture;
    fixture.welcome.startEmpty();
    QTRY_VERIFY(fixture.set.connections.isConnected());
    QVERIFY(!fixture.welcome.state().canStartEmpty);
    QCOMPARE(fixture.server->calls("insert"), 0);
}

void TestWelcome::eachWaitIsSaid()
{
    FirstStart fixture;
    fixture.server->hold("insert");
    fixture.welcome.startWithSampleData();
    const QString starting = fixture.welcome.state().progress;
    QVERIFY(!starting.isEmpty());
    QTRY_COMPARE(fixture.server->running("insert"), 1);
    const QString loading = fixture.welcome.state().progress;
    QVERIFY(loading.contains(u"0 %"_s));
    QVERIFY(loading != starting);
    fixture.server->release("insert");
    QTRY_COMPARE_WITH_TIMEOUT(fixture.ready.count(), 1, 60'000);
}

void TestWelcome::savedConnectionsComeBeforeRecentOnes()
{
    FirstStart fixture;
    fixture.set.settings.addRecentUri(u"mongodb://recent.example/"_s);
    const QString id = save(fixture, u"Berlin & \"Bonn\"\n\u202E"_s, u"mongodb://db1.example/"_s);
    QCOMPARE(names(fixture.welcome.state()),
             (QStringList{u"Berlin & \"Bonn\"\n\u202E"_s, u"mongodb://recent.example/"_s}));
    QCOMPARE(fixture.welcome.state().connections.front().id, id);
    QVERIFY(fixture.welcome.state().connections.back().id.isEmpty());
    QVERIFY(!fixture.welcome.state().connections.front().tag.isEmpty());
}

void TestWelcome::aSavedServerIsNotListedTwice()
{
    FirstStart fixture;
    fixture.set.settings.addRecentUri(u"mongodb://db1.example/"_s);
    save(fixture, u"Berlin"_s, u"mongodb://bob@db1.example/"_s);
    QCOMPARE(names(fixture.welcome.state()), QStringList{u"Berlin"_s});
}

void TestWelcome::atMostSixAreListed()
{
    FirstStart fixture;
    for (int i = 0; i < 9; ++i) {
        fixture.set.settings.addRecentUri(u"mongodb://db%1.example/"_s.arg(i));
    }
    fixture.welcome.lookForEngine();
    QCOMPARE(fixture.welcome.state().connections.size(), std::size_t{6});
    QCOMPARE(fixture.welcome.state().connections.front().uri, u"mongodb://db8.example/"_s);
}

void TestWelcome::aDeletedConnectionLeavesTheList()
{
    FirstStart fixture;
    const QString id = save(fixture, u"Berlin"_s, u"mongodb://db1.example/"_s);
    QVERIFY(fixture.set.book.remove(id));
    QVERIFY(fixture.welcome.state().connections.empty());
}

void TestWelcome::noPasswordIsListed()
{
    FirstStart fixture;
    save(fixture, {}, u"mongodb://bob:secret@db1.example/"_s);
    fixture.set.connections.connectTo(u"mongodb://eve:hidden@db2.example/"_s, {}, false);
    for (const KnownConnection& each : fixture.welcome.state().connections) {
        const QString all = each.name + each.uri;
        QVERIFY2(!all.contains(u"secret"_s) && !all.contains(u"hidden"_s), qPrintable(all));
    }
    QVERIFY(!fixture.welcome.state().connections.empty());
}

SANDGLASS_TEST(TestWelcome)
} // namespace tst_presenters_welcome

#include "tst_presenters_welcome.moc"
