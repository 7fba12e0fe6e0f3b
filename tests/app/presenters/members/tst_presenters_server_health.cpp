// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/bson/builder.h"
#include "app/presenters/members/server_health_presenter.h"
#include "app/presenters/shell/status_presenter.h"
#include "app/services/forecast/monitor_service.h"
#include "tests/support/service_fixture.h"
#include "tests/support/shown_moment.h"
#include "tests/support/test_program.h"

#include <QObject>
#include <QSignalSpy>
#include <QTest>

#include <algorithm>
#include <vector>

namespace tst_presenters_server_health {

using namespace sandglass;
using namespace sandglass::presenters;
using namespace Qt::StringLiterals;
using tests::ServiceFixture;

namespace {

/// A connection to the bundled engine.
struct Engine : ServiceFixture
{
    Engine()
    {
        ttl::ServerInfo info;
        info.product = ttl::Product::Sandglass;
        server->setInfo(info);
    }
    void warnAtStart(const std::vector<std::string>& lines)
    {
        bson::Builder reply;
        reply.beginArray("log");
        for (const std::string& line : lines) {
            reply.push(line);
        }
        server->answer("getLog", reply.end().append("ok", 1.0).take());
    }
    void show(const ttl::TtlMetrics& metrics)
    {
        server->setMetrics(metrics);
        set.monitor.poll();
    }
    int logsRead() const
    {
        return static_cast<int>(
            std::ranges::count_if(server->commands(), [](const bson::Document& command) {
                return command.contains("getLog");
            }));
    }
};

ttl::TtlMetrics readOnly()
{
    ttl::TtlMetrics metrics;
    metrics.readOnly = {base::Time(base::Millis(1'893'456'000'000)), "No space left on device"};
    return metrics;
}

const std::string kCut
    = R"({"s":"W","c":"STORAGE","id":9100102,"msg":"The journal is damaged","attr":{"copy":"/d/damaged-journal-1"}})";

} // namespace

class TestServerHealth : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void aHealthyServerIsNotTalkedAbout();
    void aReadOnlyServerSaysSinceWhenAndWhy();
    void aDamagedCollectionIsNamedOnce();
    void aJournalThatWasCutIsTold();
    void whatHasBeenClosedStaysClosedUntilItChanges();
    void whatWasClosedOfOneServerIsShownOfAnother();
    void aReadingWithoutAChangeAnnouncesNothing();
    void aRefusedLogTellsNothing();
    void otherServersAreNotAskedForTheirLog();
    void disconnectedItIsHidden();
};

void TestServerHealth::aHealthyServerIsNotTalkedAbout()
{
    Engine engine;
    engine.warnAtStart({R"({"s":"W","c":"INDEX","id":9100105,"msg":"held"})", "no log line"});
    QVERIFY(engine.connect());
    const ServerHealthPresenter presenter(engine.set);
    QTRY_COMPARE(engine.logsRead(), 1);
    QTRY_VERIFY(engine.set.monitor.metrics());
    QVERIFY(presenter.state() == ServerHealthState());
}

void TestServerHealth::aReadOnlyServerSaysSinceWhenAndWhy()
{
    Engine engine;
    QVERIFY(engine.connect());
    const ServerHealthPresenter presenter(engine.set);
    engine.set.settings.setZoneId("UTC");
    engine.show(readOnly());
    QTRY_VERIFY(!presenter.state().sentence.isEmpty());
    const QString& sentence = presenter.state().sentence;
    QVERIFY2(sentence.contains(tests::shownMoment(u"2030-01-01 00:00:00"_s)), qPrintable(sentence));
    QVERIFY2(sentence.contains(u"the disk is full"_s), qPrintable(sentence));
    StatusPresenter status(engine.set);
    QVERIFY(status.state().lockText.contains(u"read only"_s));
    ttl::TtlMetrics unexplained;
    unexplained.readOnly.emplace();
    engine.show(unexplained);
    QTRY_VERIFY(!presenter.state().sentence.contains(u"disk"_s));
    QVERIFY(!presenter.state().sentence.contains(u'%'));
    engine.show({});
    QTRY_VERIFY(presenter.state().sentence.isEmpty());
}

void TestServerHealth::aDamagedCollectionIsNamedOnce()
{
    Engine engine;
    QVERIFY(engine.connect());
    const ServerHealthPresenter presenter(engine.set);
    ttl::TtlMetrics metrics;
    metrics.damaged = {{"shop.carts", "a_1", {}}, {"shop.carts", "b_1", {}}};
    engine.show(metrics);
    QTRY_COMPARE(presenter.state().sentence.count(u"shop.carts"_s), 1);
    for (int n = 0; n < 5; ++n) {
        metrics.damaged.push_back({"logs.l" + std::to_string(n), "t_1", {}});
    }
    engine.show(metrics);
    QTRY_VERIFY(presenter.state().sentence.contains(u"logs.l1"_s));
    QVERIFY(!presenter.state().sentence.contains(u"logs.l2"_s));
    QVERIFY(presenter.state().sentence.contains(u"3 more"_s));
}

void TestServerHealth::aJournalThatWasCutIsTold()
{
    Engine engine;
    engine.warnAtStart({kCut});
    QVERIFY(engine.connect());
    const ServerHealthPresenter presenter(engine.set);
    QTRY_VERIFY(presenter.state().sentence.contains(u"lost"_s));
    QVERIFY(presenter.state().sentence.contains(u"/d/damaged-journal-1"_s));
    QCOMPARE(presenter.state().details, u"The journal is damaged"_s);
}

void TestServerHealth::whatHasBeenClosedStaysClosedUntilItChanges()
{
    Engine engine;
    engine.warnAtStart({kCut});
    QVERIFY(engine.connect());
    ServerHealthPresenter presenter(engine.set);
    QTRY_VERIFY(!presenter.state().sentence.isEmpty());
    presenter.dismiss();
    QVERIFY(presenter.state().sentence.isEmpty());
    QSignalSpy read(&engine.set.monitor, &services::MonitorService::changed);
    engine.set.monitor.poll();
    QTRY_VERIFY(!read.isEmpty());
    QVERIFY(presenter.state().sentence.isEmpty());
    engine.show(readOnly());
    QTRY_VERIFY(presenter.state().sentence.contains(u"read only"_s));
}

void TestServerHealth::whatWasClosedOfOneServerIsShownOfAnother()
{
    Engine engine;
    QVERIFY(engine.connect(false));
    ServerHealthPresenter presenter(engine.set);
    engine.show(readOnly());
    QTRY_VERIFY(!presenter.state().sentence.isEmpty());
    presenter.dismiss();
    QVERIFY(presenter.state().sentence.isEmpty());
    engine.set.connections.connectTo(u"mongodb://other.example/"_s, {}, false);
    QTRY_VERIFY(!presenter.state().sentence.isEmpty());
}

void TestServerHealth::aReadingWithoutAChangeAnnouncesNothing()
{
    Engine engine;
    engine.server->setMetrics(readOnly());
    QVERIFY(engine.connect());
    const ServerHealthPresenter presenter(engine.set);
    QTRY_VERIFY(!presenter.state().sentence.isEmpty());
    QSignalSpy shown(&presenter, &ServerHealthPresenter::stateChanged);
    QSignalSpy read(&engine.set.monitor, &services::MonitorService::changed);
    engine.set.monitor.poll();
    QTRY_VERIFY(!read.isEmpty());
    QCOMPARE(shown.size(), 0);
}

void TestServerHealth::aRefusedLogTellsNothing()
{
    Engine engine;
    engine.server->fail("runCommand", base::serverError(13, "Unauthorized", "no"));
    QVERIFY(engine.connect());
    const ServerHealthPresenter presenter(engine.set);
    QTRY_VERIFY(engine.server->calls("runCommand") > 0);
    QTRY_VERIFY(engine.set.monitor.metrics());
    QVERIFY(presenter.state().sentence.isEmpty());
}

void TestServerHealth::otherServersAreNotAskedForTheirLog()
{
    Engine engine;
    engine.warnAtStart({kCut});
    ttl::ServerInfo info;
    info.product = ttl::Product::MongoDb;
    engine.server->setInfo(info);
    QVERIFY(engine.connect());
    const ServerHealthPresenter presenter(engine.set);
    QTRY_VERIFY(engine.set.monitor.metrics());
    QCOMPARE(engine.logsRead(), 0);
}

void TestServerHealth::disconnectedItIsHidden()
{
    Engine engine;
    engine.server->setMetrics(readOnly());
    QVERIFY(engine.connect());
    const ServerHealthPresenter presenter(engine.set);
    QTRY_VERIFY(!presenter.state().sentence.isEmpty());
    engine.set.connections.disconnectNow();
    QTRY_VERIFY(presenter.state().sentence.isEmpty());
}

SANDGLASS_TEST(TestServerHealth)
} // namespace tst_presenters_server_health

#include "tst_presenters_server_health.moc"
