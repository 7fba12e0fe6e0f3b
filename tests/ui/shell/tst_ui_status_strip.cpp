// SPDX-License-Identifier: GPL-3.0-or-later
// The status bar by itself: what each part says, the lock and its ten minutes, and names that a
// server or a user chose.
#include "app/presenters/shell/status_presenter.h"
#include "resources/resources.h"
#include "tests/support/test_program.h"
#include "tests/ui/shop.h"
#include "tests/ui/tool_tip.h"
#include "tests/ui/widget_access.h"
#include "ui/shell/status_strip.h"

#include <QMainWindow>
#include <QSignalSpy>
#include <QToolButton>

namespace tst_ui_status_strip {

using namespace sandglass;
using namespace std::chrono_literals;
using namespace Qt::StringLiterals;
using tests::click;
using tests::need;
using tests::ServiceFixture;

namespace {

/// Counts the paint events of the objects that it is installed on.
class PaintCount : public QObject
{
public:
    int count = 0;

protected:
    bool eventFilter(QObject*, QEvent* event) override
    {
        count += event->type() == QEvent::Paint ? 1 : 0;
        return false;
    }
};

} // namespace

class TestStatusStrip : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() { resources::initResources(); }
    void init();
    void cleanup();
    void withoutAConnectionNothingIsSaidOfAServer();
    void theLocalEngineIsNeverLocked();
    void aRemoteServerIsLockedAtFirst();
    void unlockingLastsTenMinutes();
    void lockingEndsItAtOnce();
    void aReconnectLocksAgain();
    void aReadOnlyConnectionStaysLocked();
    void eachPartLeadsToItsPlace_data();
    void eachPartLeadsToItsPlace();
    void theLockIsTurnedWithTheKeyboard();
    void tabReachesEveryPartThatIsShown();
    void aLostServerAndTheNextAttemptAreSaid();
    void aClockThatIsOffIsExplained();
    void tasksAreCounted();
    void anotherZoneIsShownAtOnce();
    void anUnknownMonitorIsNotCalledRunning();
    void namesAreShownAsTheyAre_data();
    void namesAreShownAsTheyAre();
    void toolTipsArePlainText();
    void aLongNameDoesNotWidenTheWindow();
    void inASmallWindowThePartsAreShortened();
    void whereThereIsRoomNothingIsShortened();
    void everyPartHasAName();
    void theTagIsShownAllTheTime();
    void weakenedTlsIsShownAllTheTime_data();
    void weakenedTlsIsShownAllTheTime();
    void productionIsNotUnlockedByAClick();
    void ignoredOptionsAreInTheToolTip();
    void nothingIsPaintedWhileNothingChanges();

private:
    bool connectTo(const QString& name, const services::LinkLabel& label = {});
    QToolButton* part(const QString& name) const { return need<QToolButton>(m_strip, name); }
    QToolButton* lock() const { return part(u"lockStatusButton"_s); }
    services::ConnectionService& connections() const { return m_fixture->set.connections; }

    std::unique_ptr<ServiceFixture> m_fixture;
    std::unique_ptr<presenters::StatusPresenter> m_presenter;
    std::unique_ptr<QMainWindow> m_window;
    ui::StatusStrip* m_strip = nullptr; // of the window
};

void TestStatusStrip::init()
{
    m_fixture = std::make_unique<ServiceFixture>();
    m_fixture->set.settings.setZoneId("UTC");
    m_presenter = std::make_unique<presenters::StatusPresenter>(m_fixture->set);
    m_window = std::make_unique<QMainWindow>();
    m_strip = new ui::StatusStrip(*m_presenter);
    m_window->setStatusBar(m_strip);
    m_window->resize(1'280, 300);
    m_window->show();
    QVERIFY(QTest::qWaitForWindowActive(m_window.get()));
}

void TestStatusStrip::cleanup()
{
    m_window.reset();
    m_presenter.reset();
    m_fixture.reset();
}

bool TestStatusStrip::connectTo(const QString& name, const services::LinkLabel& label)
{
    connections().connectTo(u"mongodb://fake.example/"_s, name, false, label);
    return QTest::qWaitFor([this] { return connections().isConnected(); });
}

void TestStatusStrip::withoutAConnectionNothingIsSaidOfAServer()
{
    QVERIFY(part(u"connectionStatusButton"_s)->isVisible());
    for (const QString& name :
         {u"lockStatusButton"_s, u"serverStatusButton"_s, u"clockStatusButton"_s}) {
        QVERIFY2(!part(name)->isVisible(), qPrintable(name));
    }
    QVERIFY(m_fixture->connect());
    QTRY_VERIFY(part(u"serverStatusButton"_s)->isVisible());
    connections().disconnectNow();
    QTRY_VERIFY(!part(u"serverStatusButton"_s)->isVisible());
    QVERIFY(!lock()->isVisible());
}

void TestStatusStrip::theLocalEngineIsNeverLocked()
{
    QVERIFY(m_fixture->connect());
    const QString text = lock()->text();
    QVERIFY(!m_presenter->state().locked);
    // a button that does nothing would be offered to screen readers
    QVERIFY(!lock()->isEnabled());
    QVERIFY(!click(lock()));
    QVERIFY(!connections().isLocked());
    QCOMPARE(lock()->text(), text);
    const QString toolTip = lock()->toolTip();
    QVERIFY(connectTo(u"Shop"_s));
    QVERIFY(click(lock()));
    QVERIFY(lock()->toolTip() != toolTip); // which offers to lock
}

void TestStatusStrip::aRemoteServerIsLockedAtFirst()
{
    QVERIFY(connectTo(u"Shop"_s));
    QVERIFY(m_presenter->state().locked);
    QCOMPARE(lock()->text(), u"locked"_s);
    QVERIFY(!lock()->icon().isNull());
}

void TestStatusStrip::unlockingLastsTenMinutes()
{
    QVERIFY(connectTo(u"Shop"_s));
    QVERIFY(click(lock()));
    QVERIFY2(lock()->text().contains(u"10:00"_s), qPrintable(lock()->text()));
    m_fixture->clock.advance(9min + 59s);
    QTRY_VERIFY(lock()->text().contains(u"0:01"_s)); // the bar ticks once a second
    QVERIFY(!connections().isLocked());
    m_fixture->clock.advance(1s);
    QVERIFY(connections().isLocked());
    QTRY_COMPARE(lock()->text(), u"locked"_s);
}

void TestStatusStrip::lockingEndsItAtOnce()
{
    QVERIFY(connectTo(u"Shop"_s));
    QVERIFY(click(lock()));
    QVERIFY(!connections().isLocked());
    QVERIFY(click(lock()));
    QVERIFY(connections().isLocked());
    QCOMPARE(lock()->text(), u"locked"_s);
}

void TestStatusStrip::aReconnectLocksAgain()
{
    QVERIFY(connectTo(u"Shop"_s));
    QVERIFY(click(lock()));
    QVERIFY(connectTo(u"Other"_s));
    QVERIFY(connections().isLocked());
    QCOMPARE(lock()->text(), u"locked"_s);
}

void TestStatusStrip::aReadOnlyConnectionStaysLocked()
{
    services::LinkLabel label;
    label.readOnly = true;
    QVERIFY(connectTo(u"Shop"_s, label));
    const QString text = lock()->text();
    QVERIFY(text != u"locked"_s); // it says that it cannot be unlocked
    QVERIFY(!click(lock()));
    QVERIFY(connections().isLocked());
    QCOMPARE(lock()->text(), text);
    // the tool tip must not promise what the click does not do
    const QString readOnly = lock()->toolTip();
    QVERIFY(connectTo(u"Shop"_s));
    QVERIFY(lock()->toolTip() != readOnly);
    QVERIFY(lock()->isEnabled());
}

void TestStatusStrip::eachPartLeadsToItsPlace_data()
{
    QTest::addColumn<QString>("name");
    QTest::addColumn<QList<int>>("asked"); // connection, server, monitor, tasks, zone, clock
    QTest::newRow("connection") << u"connectionStatusButton"_s << QList<int>{1, 0, 0, 0, 0, 0};
    QTest::newRow("server") << u"serverStatusButton"_s << QList<int>{0, 1, 0, 0, 0, 0};
    QTest::newRow("clock") << u"clockStatusButton"_s << QList<int>{0, 0, 0, 0, 0, 1};
    QTest::newRow("monitor") << u"monitorStatusButton"_s << QList<int>{0, 0, 1, 0, 0, 0};
    QTest::newRow("tasks") << u"tasksStatusButton"_s << QList<int>{0, 0, 0, 1, 0, 0};
    QTest::newRow("zone") << u"zoneStatusButton"_s << QList<int>{0, 0, 0, 0, 1, 0};
}

void TestStatusStrip::eachPartLeadsToItsPlace()
{
    QFETCH(QString, name);
    QFETCH(QList<int>, asked);
    QVERIFY(connectTo(u"Shop"_s));
    const QSignalSpy connection(m_strip, &ui::StatusStrip::connectionClicked);
    const QSignalSpy server(m_strip, &ui::StatusStrip::serverClicked);
    const QSignalSpy monitor(m_strip, &ui::StatusStrip::monitorClicked);
    const QSignalSpy tasks(m_strip, &ui::StatusStrip::tasksClicked);
    const QSignalSpy zone(m_strip, &ui::StatusStrip::zoneClicked);
    const QSignalSpy clock(m_strip, &ui::StatusStrip::clockClicked);
    QVERIFY(click(part(name)));
    QList<int> heard;
    for (const QSignalSpy* each : {&connection, &server, &monitor, &tasks, &zone, &clock}) {
        heard << static_cast<int>(each->count());
    }
    QCOMPARE(heard, asked);
}

void TestStatusStrip::theLockIsTurnedWithTheKeyboard()
{
    QVERIFY(connectTo(u"Shop"_s));
    lock()->setFocus();
    QTest::keyClick(lock(), Qt::Key_Space);
    QVERIFY(!connections().isLocked());
    QVERIFY(lock()->hasFocus()); // its text changed; it is still the same button
    QTest::keyClick(lock(), Qt::Key_Space);
    QVERIFY(connections().isLocked());
}

void TestStatusStrip::tabReachesEveryPartThatIsShown()
{
    QVERIFY(connectTo(u"Shop"_s));
    QTRY_VERIFY(part(u"clockStatusButton"_s)->isVisible());
    QStringList visited;
    part(u"connectionStatusButton"_s)->setFocus();
    for (int i = 0; i < 8; ++i) {
        visited << QApplication::focusWidget()->objectName();
        QTest::keyClick(m_window.get(), Qt::Key_Tab);
    }
    QCOMPARE(
        visited,
        (QStringList{u"connectionStatusButton"_s, u"protectionStatusButton"_s,
                     u"lockStatusButton"_s, u"serverStatusButton"_s, u"clockStatusButton"_s,
                     u"monitorStatusButton"_s, u"tasksStatusButton"_s, u"zoneStatusButton"_s}));
}

// Source: ui/DESIGN.md, Long work and errors. The next attempt is announced.
void TestStatusStrip::aLostServerAndTheNextAttemptAreSaid()
{
    QVERIFY(connectTo(u"Shop"_s));
    connections().setFirstPause(1h);
    const Error lost = base::failure(Errc::Network, "the cable is out");
    m_fixture->factory->refuse(lost);
    m_fixture->server->fail("databases", lost);
    m_fixture->set.catalog.refresh();
    QTRY_COMPARE(connections().state().phase, services::LinkPhase::Reconnecting);
    QTRY_VERIFY(connections().state().nextAttemptAt.has_value());
    const QString text = part(u"connectionStatusButton"_s)->text();
    QVERIFY2(text.startsWith(u"Shop"_s) && text != u"Shop"_s, qPrintable(text));
    QVERIFY(connections().isLocked());
    QVERIFY(!lock()->isVisible());
}

void TestStatusStrip::aClockThatIsOffIsExplained()
{
    ttl::ServerInfo info;
    info.version = "7.0.5";
    info.clockOffset = 5s;
    m_fixture->server->setInfo(info);
    QVERIFY(connectTo(u"Shop"_s));
    QVERIFY(m_presenter->state().clockSuspicious);
    QVERIFY2(part(u"clockStatusButton"_s)->text().contains(u"5"_s),
             qPrintable(part(u"clockStatusButton"_s)->text()));
    const QString suspicious = part(u"clockStatusButton"_s)->toolTip();
    info.clockOffset = 1s;
    m_fixture->server->setInfo(info);
    QVERIFY(connectTo(u"Shop"_s));
    QVERIFY(part(u"clockStatusButton"_s)->toolTip() != suspicious);
}

void TestStatusStrip::tasksAreCounted()
{
    const QString none = part(u"tasksStatusButton"_s)->text();
    const auto first
        = m_fixture->set.tasks.begin(services::TaskKind::StagedPurge, tests::kSessions, {});
    m_fixture->set.tasks.begin(services::TaskKind::Archive, tests::kSessions, {});
    QVERIFY(part(u"tasksStatusButton"_s)->text().contains(u'2'));
    m_fixture->set.tasks.end(first);
    QVERIFY(part(u"tasksStatusButton"_s)->text().contains(u'1'));
    m_fixture->set.tasks.end(m_fixture->set.tasks.tasks().front().id);
    QCOMPARE(part(u"tasksStatusButton"_s)->text(), none);
}

void TestStatusStrip::anotherZoneIsShownAtOnce()
{
    QVERIFY(part(u"zoneStatusButton"_s)->text().startsWith(u"UTC"_s));
    m_presenter->setZone("Asia/Shanghai");
    QVERIFY2(part(u"zoneStatusButton"_s)->text().contains(u"+08:00"_s),
             qPrintable(part(u"zoneStatusButton"_s)->text()));
    m_presenter->setZone("No/Such_Place");
    QVERIFY(part(u"zoneStatusButton"_s)->text().startsWith(u"Asia/Shanghai"_s));
}

void TestStatusStrip::anUnknownMonitorIsNotCalledRunning()
{
    m_fixture->server->fail("ttlMetrics", base::serverError(13, "Unauthorized", "not for you"));
    QVERIFY(connectTo(u"Shop"_s));
    QTRY_VERIFY(m_fixture->set.monitor.error().has_value());
    QVERIFY(m_presenter->state().monitor != presenters::MonitorState::Running);
    QVERIFY2(!part(u"monitorStatusButton"_s)->text().contains(u"running"_s),
             qPrintable(part(u"monitorStatusButton"_s)->text()));
}

void TestStatusStrip::namesAreShownAsTheyAre_data()
{
    QTest::addColumn<QString>("name");
    QTest::addColumn<QString>("text"); // of the button, where && stands for one &
    QTest::newRow("ampersand") << u"R&D"_s << u"R&&D"_s;
    QTest::newRow("markup") << u"<b>x</b>"_s << u"<b>x</b>"_s;
    QTest::newRow("right to left") << u"a\u202Eb"_s << u"a\u2039U+202E\u203Ab"_s;
    QTest::newRow("placeholder") << u"%1 %n"_s << u"%1 %n"_s;
}

void TestStatusStrip::namesAreShownAsTheyAre()
{
    QFETCH(QString, name);
    QFETCH(QString, text);
    QVERIFY(connectTo(name));
    QCOMPARE(part(u"connectionStatusButton"_s)->text(), text);
}

void TestStatusStrip::toolTipsArePlainText()
{
    QVERIFY(connectTo(u"Shop"_s));
    for (const auto* each : m_strip->findChildren<QToolButton*>()) {
        const QString read = tests::readToolTip(each->toolTip());
        QVERIFY2(!read.contains(u"&amp;"_s) && !read.contains(u'<'), qPrintable(read));
    }
}

void TestStatusStrip::aLongNameDoesNotWidenTheWindow()
{
    // three members of a replica set, as a connection without a name is called
    const QString member = u"database-%1.eu-central-1.warehouse.example.com:27017"_s;
    const QString name = QStringList{member.arg(1), member.arg(2), member.arg(3)}.join(u", "_s);
    QVERIFY(connectTo(name));
    QTRY_VERIFY(part(u"clockStatusButton"_s)->isVisible());
    QCOMPARE(part(u"connectionStatusButton"_s)->accessibleName(), name);
    QVERIFY(tests::readToolTip(part(u"connectionStatusButton"_s)->toolTip()).startsWith(name));
    QVERIFY2(m_window->minimumSizeHint().width() <= 1'280,
             qPrintable(QString::number(m_window->minimumSizeHint().width())));
}

void TestStatusStrip::inASmallWindowThePartsAreShortened()
{
    services::LinkLabel label;
    label.tag = u"production, the one in Frankfurt am Main"_s;
    QVERIFY(connectTo(QString(60, u'n'), label));
    m_window->resize(1'280, 300);
    const QToolButton* zone = part(u"zoneStatusButton"_s);
    QTRY_VERIFY2(zone->geometry().right() <= m_strip->width(),
                 qPrintable(QString::number(zone->geometry().right())));
    QVERIFY(m_window->width() == 1'280);
    QVERIFY(part(u"connectionStatusButton"_s)->text().contains(u'…'));
    QVERIFY(part(u"connectionStatusButton"_s)->toolTip().contains(QString(60, u'n')));
    // with more room there is more of it
    const int before = part(u"connectionStatusButton"_s)->width();
    m_window->resize(2'400, 300);
    QTRY_VERIFY(part(u"connectionStatusButton"_s)->width() > before);
}

// "connection lost, attempt 1 in 1 s" was cut beside an empty half of the bar.
void TestStatusStrip::whereThereIsRoomNothingIsShortened()
{
    const QString name(60, u'n');
    QVERIFY(connectTo(name));
    m_window->resize(2'400, 300);
    QTRY_COMPARE(part(u"connectionStatusButton"_s)->text(), name);
    const QToolButton* zone = part(u"zoneStatusButton"_s);
    QTRY_VERIFY(zone->geometry().right() <= m_strip->width());
}

void TestStatusStrip::everyPartHasAName()
{
    const auto parts = m_strip->findChildren<QToolButton*>();
    QCOMPARE(parts.size(), 9);
    for (const auto* each : parts) { // those that are hidden too
        QVERIFY2(!each->accessibleName().isEmpty(), qPrintable(each->objectName()));
        QVERIFY(each->objectName().endsWith(u"Button"_s));
    }
}

void TestStatusStrip::theTagIsShownAllTheTime()
{
    QVERIFY(!part(u"tagStatusButton"_s)->isVisible());
    QVERIFY(connectTo(u"Orders"_s, {u"#d55e00"_s, u"production"_s, false, {}}));
    QToolButton* tag = part(u"tagStatusButton"_s);
    QTRY_VERIFY(tag->isVisible());
    QCOMPARE(tag->text(), u"production"_s);
    QVERIFY(!tag->icon().isNull()); // the colour is never the only sign
    connections().disconnectNow();
    QTRY_VERIFY(!tag->isVisible());
}

void TestStatusStrip::weakenedTlsIsShownAllTheTime_data()
{
    QTest::addColumn<QString>("uri");
    QTest::addColumn<QString>("shown");
    QTest::newRow("none") << u"mongodb://fake.example/"_s << u"not encrypted"_s;
    QTest::newRow("names") << u"mongodb://fake.example/?tls=true&tlsAllowInvalidHostnames=true"_s
                           << u"TLS: any host name"_s;
    QTest::newRow("all") << u"mongodb://fake.example/?tlsInsecure=true"_s
                         << u"TLS: any certificate"_s;
    QTest::newRow("good") << u"mongodb://fake.example/?tls=true"_s << QString();
    QTest::newRow("own") << u"mongodb://localhost/"_s << QString();
}

void TestStatusStrip::weakenedTlsIsShownAllTheTime()
{
    QFETCH(QString, uri);
    QFETCH(QString, shown);
    connections().connectTo(uri, {}, false);
    QTRY_VERIFY(connections().isConnected());
    const QToolButton* protection = part(u"protectionStatusButton"_s);
    QTRY_COMPARE(protection->text(), shown);
    QCOMPARE(protection->isVisible(), !shown.isEmpty());
}

void TestStatusStrip::productionIsNotUnlockedByAClick()
{
    QVERIFY(connectTo(u"Orders"_s, {{}, u"production"_s, false, {}}));
    const QSignalSpy asked(m_presenter.get(), &presenters::StatusPresenter::nameWanted);
    QTRY_VERIFY(lock()->isVisible());
    QVERIFY(click(lock()));
    QCOMPARE(asked.count(), 1);
    QVERIFY(connections().isLocked());
    connections().unlock(u"Orders"_s);
    QVERIFY(click(lock()));
    QVERIFY(connections().isLocked()); // locking needs no name
    QCOMPARE(asked.count(), 1);
}

void TestStatusStrip::ignoredOptionsAreInTheToolTip()
{
    connections().connectTo(u"mongodb://localhost/?foo=1"_s, {}, false);
    QTRY_VERIFY(part(u"connectionStatusButton"_s)->toolTip().contains(u"foo"_s));
}

void TestStatusStrip::nothingIsPaintedWhileNothingChanges()
{
    QVERIFY(connectTo(u"server"_s));
    QTRY_VERIFY(lock()->isVisible());
    PaintCount paints;
    for (QToolButton* each : m_strip->findChildren<QToolButton*>()) {
        each->installEventFilter(&paints);
    }
    // a window system may ask for the first picture later
    int before = -1;
    while (before != paints.count) {
        before = paints.count;
        QTest::qWait(50);
    }
    for (int second = 0; second < 10; ++second) {
        Q_EMIT m_presenter->stateChanged();
        QCoreApplication::processEvents();
    }
    QCOMPARE(paints.count, before);
}

SANDGLASS_GUI_TEST(TestStatusStrip)
} // namespace tst_ui_status_strip

#include "tst_ui_status_strip.moc"
