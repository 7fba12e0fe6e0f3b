// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/presenters/engine/engine_presenter.h"
#include "tests/support/service_fixture.h"
#include "tests/support/test_program.h"

#include <QFile>
#include <QObject>
#include <QSignalSpy>
#include <QTest>

namespace tst_presenters_engine {

using namespace sandglass;
using namespace sandglass::presenters;
using namespace std::chrono_literals;
using namespace Qt::StringLiterals;
using tests::ServiceFixture;

namespace {

/// Services whose engine is a script that dies once and then stays.
struct ScriptedEngine
{
    tests::FakeClock clock;
    std::shared_ptr<tests::FakeTtlServer> server = std::make_shared<tests::FakeTtlServer>(clock);
    QTemporaryDir folder;
    std::unique_ptr<services::Services> services;

    /// `before`: lines of the script that run before the engine is ready.
    explicit ScriptedEngine(const QByteArray& before = {}, const QStringList& socketParents = {})
    {
        const QString path = folder.filePath(u"engine.sh"_s);
        QFile file(path);
        if (file.open(QIODevice::WriteOnly)) {
            file.write(
                "#!/bin/sh\n" + before
                + "echo '{\"s\":\"I\",\"msg\":\"Waiting for connections\",\"attr\":{\"port\":1}}'\n"
                  "if [ -e \"$2/die\" ]; then rm \"$2/die\"; kill -9 $$; fi\nexec sleep 100\n");
            file.setPermissions(QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner);
        }
        services::ServicesOptions options{
            folder.path(), std::make_shared<tests::FakeTtlServerFactory>(server), {}};
        options.engine.program = path;
        options.engine.firstPause = 1ms;
        options.engine.socketParents = socketParents;
        services = std::make_unique<services::Services>(std::move(options), clock);
    }
};

} // namespace

class TestEnginePresenter : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void startingConnectsAndOffersSampleData();
    void aCrashGivesANoticeThatCanBeDismissed();
    void loadingSampleDataShowsProgressAndEnds();
    void stoppingEndsTheConnection();
    void theLogShowsTheEnginesLines();
    void aPortThatIsTakenIsSaidUntilItIsDismissed();
    void aFolderInUseIsSaidInWords();
    void onlyAPortThatExistsIsUsed();
    void anEngineWithoutAPrivateSocketIsNotStartedAndSaysWhatToDo();
};

void TestEnginePresenter::startingConnectsAndOffersSampleData()
{
    ScriptedEngine fixture;
    EnginePresenter engine(fixture.services->set());
    QVERIFY(engine.state().canStart);
    engine.start();
    QTRY_COMPARE(engine.state().phase, EnginePhase::Running);
    QTRY_VERIFY(engine.state().offerSampleData);
    QVERIFY(engine.state().canStop);
    QVERIFY(!engine.state().address.isEmpty());
}

void TestEnginePresenter::aCrashGivesANoticeThatCanBeDismissed()
{
    ScriptedEngine fixture;
    EnginePresenter engine(fixture.services->set());
    QVERIFY(QDir().mkpath(fixture.folder.filePath(u"engine"_s)));
    QFile die(fixture.folder.filePath(u"engine/die"_s));
    QVERIFY(die.open(QIODevice::WriteOnly));
    die.close();
    engine.start();
    QTRY_VERIFY(!engine.state().notice.isEmpty());
    QTRY_COMPARE(engine.state().phase, EnginePhase::Running);
    QVERIFY(engine.state().phaseText.contains(u"1 restart"_s));
    QVERIFY(!engine.state().notice.isEmpty());
    engine.dismissNotice();
    QVERIFY(engine.state().notice.isEmpty());
    QTRY_VERIFY(fixture.services->set().connections.isConnected());
}

void TestEnginePresenter::loadingSampleDataShowsProgressAndEnds()
{
    ScriptedEngine fixture;
    EnginePresenter engine(fixture.services->set());
    engine.start();
    QTRY_VERIFY(engine.state().canLoadSampleData);
    QSignalSpy loaded(&engine, &EnginePresenter::sampleDataLoaded);
    engine.loadSampleData();
    QVERIFY(engine.state().loadingSampleData);
    QVERIFY(!engine.state().canLoadSampleData);
    QTRY_COMPARE_WITH_TIMEOUT(loaded.count(), 1, 60'000);
    QVERIFY(!engine.state().loadingSampleData);
    QVERIFY(!engine.state().message.isEmpty());
    QTRY_VERIFY(!engine.state().offerSampleData);
}

void TestEnginePresenter::stoppingEndsTheConnection()
{
    ScriptedEngine fixture;
    EnginePresenter engine(fixture.services->set());
    engine.start();
    QTRY_VERIFY(fixture.services->set().connections.isConnected());
    engine.stop();
    QTRY_COMPARE(engine.state().phase, EnginePhase::Stopped);
    QVERIFY(!fixture.services->set().connections.isConnected());
    QVERIFY(engine.state().address.isEmpty());
}

void TestEnginePresenter::theLogShowsTheEnginesLines()
{
    ScriptedEngine fixture;
    EnginePresenter engine(fixture.services->set());
    engine.start();
    QTRY_VERIFY(engine.log().rowCount() > 0);
    QVERIFY(engine.log()
                .index(0, LogModel::MessageColumn)
                .data()
                .toString()
                .startsWith(u"Waiting for connections"_s));
    QCOMPARE(engine.log().index(0, LogModel::SeverityColumn).data().toString(), u"I"_s);
}

void TestEnginePresenter::aPortThatIsTakenIsSaidUntilItIsDismissed()
{
    ScriptedEngine fixture(
        "case \"$*\" in *--port*) echo 'Cannot listen on 127.0.0.1:27117: in use'; "
        "exit 2 ;; esac\n");
    EnginePresenter engine(fixture.services->set());
    engine.usePort(27'117);
    QCOMPARE(fixture.services->set().settings.value(services::kEnginePort).toInt(), 27'117);
    engine.start();
    QTRY_COMPARE(engine.state().phase, EnginePhase::Running);
    QVERIFY(engine.state().portTaken);
    QVERIFY2(engine.state().notice.contains(u"27117"_s), qPrintable(engine.state().notice));
    QVERIFY(!engine.state().failure);
    engine.dismissNotice();
    QVERIFY(engine.state().notice.isEmpty());
}

void TestEnginePresenter::aFolderInUseIsSaidInWords()
{
    ScriptedEngine fixture(
        "echo '\"d\" is in use by another engine (its lock is taken)'; exit 2\n");
    EnginePresenter engine(fixture.services->set());
    engine.start();
    QTRY_COMPARE(engine.state().phase, EnginePhase::Failed);
    QVERIFY(engine.state().folderInUse);
    QVERIFY(engine.state().failure->sentence.contains(u"Another Sandglass"_s));
}

void TestEnginePresenter::onlyAPortThatExistsIsUsed()
{
    ScriptedEngine fixture;
    EnginePresenter engine(fixture.services->set());
    for (const int port : {-1, 65'536}) {
        engine.usePort(port);
        QCOMPARE(engine.state().port, 0);
    }
}

void TestEnginePresenter::anEngineWithoutAPrivateSocketIsNotStartedAndSaysWhatToDo()
{
    ScriptedEngine fixture({}, {u"/nowhere"_s});
    EnginePresenter engine(fixture.services->set());
    engine.start();
    QTRY_COMPARE(engine.state().phase, EnginePhase::Failed);
    QVERIFY(engine.state().failure);
    QVERIFY(engine.state().failure->sentence.contains(u"private socket"_s));
    QVERIFY(engine.state().failure->advice.contains(u"XDG_RUNTIME_DIR"_s));
    QVERIFY(engine.state().canStart);
    QVERIFY(engine.state().address.isEmpty());
}

SANDGLASS_TEST(TestEnginePresenter)
} // namespace tst_presenters_engine

#include "tst_presenters_engine.moc"
