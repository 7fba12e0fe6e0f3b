// SPDX-License-Identifier: GPL-3.0-or-later
// The bars above the pages: the engine died, could not be started, or the server was lost.
#include "tests/support/test_program.h"
#include "tests/ui/engine/scripted_engine.h"
#include "tests/ui/widget_access.h"
#include "ui/engine/engine_notice.h"

#include <QLabel>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QToolButton>

namespace tst_ui_engine_notice {

using namespace sandglass;
using namespace std::chrono_literals;
using namespace Qt::StringLiterals;
using presenters::EnginePhase;
using services::LinkPhase;
using tests::click;
using tests::need;
using tests::ScriptedEngine;
using Kind = tests::ScriptedEngine::Kind;

class TestEngineNotice : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void cleanup();
    void nothingIsShownWhileAllIsWell();
    void aMissingProgramIsSaidAndCanBeTriedAgain();
    void aCrashIsReportedUntilItIsDismissed();
    void aCrashOffersNoButton();
    void aLostServerOffersToTryNow();
    void theServersWordsAreFoldedAway();
    void aServerThatComesBackTakesTheBarAway();
    void aServerThatNeverAnsweredIsSaid();
    void aClosedBarComesBackWithTheNextFailure();
    void bothBarsCanStandTogether();
    void leavingTheServerTakesTheBarAway();
    void hostileWordsAreShownAsTheyAre();
    void theBarsAreSpoken();

private:
    void open(Kind kind);
    bool connectRemote();
    void lose();
    QWidget* engineBar() const { return need<QWidget>(m_notice.get(), u"engineBanner"_s); }
    QWidget* serverBar() const { return need<QWidget>(m_notice.get(), u"connectionBanner"_s); }
    static QPushButton* action(QWidget* bar) { return need<QPushButton>(bar, u"actionButton"_s); }
    static QString what(QWidget* bar) { return need<QLabel>(bar, u"whatLabel"_s)->text(); }

    std::unique_ptr<ScriptedEngine> m_fixture;
    std::unique_ptr<ui::EngineNotice> m_notice;
};

void TestEngineNotice::open(Kind kind)
{
    m_fixture = std::make_unique<ScriptedEngine>(kind);
    m_notice = std::make_unique<ui::EngineNotice>(m_fixture->engine, m_fixture->connection);
    m_notice->resize(900, 120);
    m_notice->show();
    QVERIFY(QTest::qWaitForWindowActive(m_notice.get()));
}

void TestEngineNotice::cleanup()
{
    m_notice.reset();
    m_fixture.reset();
}

bool TestEngineNotice::connectRemote()
{
    m_fixture->set.connections.setFirstPause(1h); // no attempt but those of the test
    m_fixture->set.connections.connectTo(u"mongodb://fake.example/"_s, {}, false);
    return QTest::qWaitFor([this] { return m_fixture->set.connections.isConnected(); });
}

/// The next call finds the cable out, and so does each attempt to connect.
void TestEngineNotice::lose()
{
    const Error lost = base::failure(Errc::Network, "the cable is out");
    m_fixture->factory->refuse(lost);
    m_fixture->server->fail("databases", lost);
    m_fixture->set.catalog.refresh();
    QTRY_COMPARE(m_fixture->set.connections.state().phase, LinkPhase::Reconnecting);
}

void TestEngineNotice::nothingIsShownWhileAllIsWell()
{
    open(Kind::Stays);
    QVERIFY(!engineBar()->isVisible() && !serverBar()->isVisible());
    QVERIFY(m_fixture->run());
    QVERIFY(!engineBar()->isVisible() && !serverBar()->isVisible());
}

void TestEngineNotice::aMissingProgramIsSaidAndCanBeTriedAgain()
{
    open(Kind::Missing);
    m_fixture->engine.start();
    QTRY_VERIFY(engineBar()->isVisible());
    QVERIFY(!what(engineBar()).isEmpty());
    QFile script(m_fixture->folder.filePath(u"engine.sh"_s));
    QVERIFY(script.open(QIODevice::WriteOnly));
    script.write("#!/bin/sh\necho '{\"msg\":\"Waiting for connections\",\"attr\":{\"port\":1}}'\n"
                 "exec sleep 600\n");
    script.setPermissions(QFile::ReadOwner | QFile::ExeOwner);
    script.close();
    QVERIFY(click(action(engineBar())));
    QTRY_COMPARE(m_fixture->engine.state().phase, EnginePhase::Running);
    QVERIFY(!engineBar()->isVisible());
}

void TestEngineNotice::aCrashIsReportedUntilItIsDismissed()
{
    open(Kind::DiesOnce);
    m_fixture->engine.start();
    QTRY_VERIFY(!m_fixture->engine.state().notice.isEmpty());
    QTRY_COMPARE(m_fixture->engine.state().phase, EnginePhase::Running);
    QVERIFY(engineBar()->isVisible());
    QVERIFY(what(engineBar()).contains(u"00:00:00"_s)); // when, by the clock of the test
    QVERIFY(click(need<QToolButton>(engineBar(), u"closeButton"_s)));
    QVERIFY(!engineBar()->isVisible());
    QVERIFY(m_fixture->engine.state().notice.isEmpty());
    // another change of state does not bring it back
    m_fixture->engine.stop();
    QTRY_COMPARE(m_fixture->engine.state().phase, EnginePhase::Stopped);
    QVERIFY(!engineBar()->isVisible());
}

void TestEngineNotice::aCrashOffersNoButton()
{
    open(Kind::DiesOnce);
    m_fixture->engine.start();
    QTRY_VERIFY(engineBar()->isVisible());
    QTRY_COMPARE(m_fixture->engine.state().phase, EnginePhase::Running);
    QVERIFY(!action(engineBar())->isVisible());
}

void TestEngineNotice::aLostServerOffersToTryNow()
{
    open(Kind::Missing);
    QVERIFY(connectRemote());
    lose();
    QVERIFY(serverBar()->isVisible());
    const int before = m_fixture->factory->connects();
    QVERIFY(click(action(serverBar())));
    QTRY_COMPARE(m_fixture->factory->connects(), before + 1);
    QVERIFY(serverBar()->isVisible()); // it failed again
}

void TestEngineNotice::theServersWordsAreFoldedAway()
{
    open(Kind::Missing);
    QVERIFY(connectRemote());
    lose();
    QVERIFY(!what(serverBar()).contains(u"the cable is out"_s));
    auto* details = need<QPlainTextEdit>(serverBar(), u"detailsEdit"_s);
    QVERIFY(!details->isVisible());
    QVERIFY(click(need<QToolButton>(serverBar(), u"detailsButton"_s)));
    QVERIFY(details->isVisible());
    QVERIFY(details->toPlainText().contains(u"the cable is out"_s));
}

void TestEngineNotice::aServerThatComesBackTakesTheBarAway()
{
    open(Kind::Missing);
    QVERIFY(connectRemote());
    lose();
    m_fixture->factory->refuse(std::nullopt);
    m_fixture->server->fail("databases", std::nullopt);
    QVERIFY(click(action(serverBar())));
    QTRY_VERIFY(!serverBar()->isVisible());
    QVERIFY(m_fixture->set.connections.isConnected());
}

void TestEngineNotice::aServerThatNeverAnsweredIsSaid()
{
    open(Kind::Missing);
    m_fixture->factory->refuse(
        base::serverError(18, "AuthenticationFailed", "Authentication failed."));
    m_fixture->set.connections.connectTo(u"mongodb://fake.example/"_s, {}, false);
    QTRY_VERIFY(serverBar()->isVisible());
    m_fixture->factory->refuse(std::nullopt);
    QVERIFY(click(action(serverBar())));
    QTRY_VERIFY(!serverBar()->isVisible());
}

void TestEngineNotice::aClosedBarComesBackWithTheNextFailure()
{
    open(Kind::Missing);
    QVERIFY(connectRemote());
    lose();
    QVERIFY(click(need<QToolButton>(serverBar(), u"closeButton"_s)));
    QVERIFY(!serverBar()->isVisible());
    m_fixture->set.connections.retryNow();
    QTRY_VERIFY(serverBar()->isVisible());
}

void TestEngineNotice::bothBarsCanStandTogether()
{
    open(Kind::Missing);
    QVERIFY(connectRemote());
    lose();
    m_fixture->set.engine.start(); // beside the remote server, as at the start of the program
    QTRY_VERIFY(engineBar()->isVisible());
    QVERIFY(serverBar()->isVisible());
    QVERIFY(engineBar()->geometry().bottom() < serverBar()->geometry().top());
}

void TestEngineNotice::leavingTheServerTakesTheBarAway()
{
    open(Kind::Missing);
    QVERIFY(connectRemote());
    lose();
    m_fixture->connection.disconnectNow();
    QTRY_VERIFY(!serverBar()->isVisible());
}

void TestEngineNotice::hostileWordsAreShownAsTheyAre()
{
    open(Kind::Missing);
    m_fixture->factory->refuse(
        base::serverError(18, "AuthenticationFailed", "<b>no</b>\u202E \"%1\" %n"));
    m_fixture->set.connections.connectTo(u"mongodb://fake.example/"_s, {}, false);
    QTRY_VERIFY(serverBar()->isVisible());
    const QString shown = need<QPlainTextEdit>(serverBar(), u"detailsEdit"_s)->toPlainText();
    QVERIFY2(shown.contains(u"<b>no</b>\u2039U+202E\u203A \"%1\" %n"_s), qPrintable(shown));
}

void TestEngineNotice::theBarsAreSpoken()
{
    open(Kind::Missing);
    QVERIFY(connectRemote());
    lose();
    QCOMPARE(serverBar()->accessibleName(), what(serverBar()));
    QVERIFY(!action(serverBar())->accessibleName().contains(u'&'));
}

SANDGLASS_GUI_TEST(TestEngineNotice)
} // namespace tst_ui_engine_notice

#include "tst_ui_engine_notice.moc"
