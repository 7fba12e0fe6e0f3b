// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/bson/builder.h"
#include "app/presenters/explorer/navigator_presenter.h"
#include "app/presenters/settings/alert_presenter.h"
#include "tests/support/service_fixture.h"
#include "tests/support/test_program.h"

#include <QObject>
#include <QSignalSpy>
#include <QTest>

#include <memory>
#include <vector>

namespace tst_presenters_alert {

using namespace sandglass;
using namespace sandglass::presenters;
using namespace std::chrono_literals;
using namespace Qt::StringLiterals;

namespace {

const protocol::Namespace kSessions{"app", "sessions"};

/// Keeps what the desktop would show.
class Messages final : public services::DesktopNotifier
{
public:
    void show(const services::DesktopMessage& message) override { m_shown.push_back(message); }
    const std::vector<services::DesktopMessage>& shown() const { return m_shown; }

private:
    std::vector<services::DesktopMessage> m_shown;
};

/// Services with a desktop that can be looked at, and a rule with two overdue documents.
struct Watched
{
    tests::FakeClock clock;
    std::shared_ptr<tests::FakeTtlServer> server = std::make_shared<tests::FakeTtlServer>(clock);
    std::shared_ptr<Messages> messages = std::make_shared<Messages>();
    QTemporaryDir folder;
    services::Services services{
        services::ServicesOptions{
            folder.path(), std::make_shared<tests::FakeTtlServerFactory>(server), {}, messages},
        clock};
    services::ServiceSet& set = services.set();

    Watched()
    {
        set.catalog.setPolling(0ms, 0ms);
        set.monitor.setPolling(24h, 24h);
        server->addIndex(kSessions, "seen", 3'600);
        for (int id = 1; id <= 2; ++id) {
            server->addDocument(
                kSessions,
                bson::makeDocument("_id", id, "seen", bson::Date::from(clock.now() - 4h)));
        }
    }
    bool connect()
    {
        set.connections.connectTo(u"mongodb://fake.example/"_s, {}, true);
        return QTest::qWaitFor([this] { return set.catalog.isLoaded(); });
    }
    bool ask()
    {
        services::ForecastQuery query;
        query.horizon = 300s;
        query.zone = QTimeZone::utc();
        return tests::outcomeOf(set.forecasts.forecast(query)).has_value();
    }
};

AlertPreferences wanted()
{
    AlertPreferences preferences;
    preferences.on = true;
    return preferences;
}

} // namespace

class TestAlertPresenter : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void anAlertIsPutOnTheDesktopOnce();
    void standingPassesAreReportedInWords();
    void aWaveIsReportedInWords();
    void hostileNamesAreShortenedAndShowWhatTheyHide();
    void preferencesActAtOnceAndAreKept();
    void theNavigatorMarksTheCollection();
    void theNavigatorMarksTheConnection();
};

void TestAlertPresenter::anAlertIsPutOnTheDesktopOnce()
{
    Watched watched;
    AlertPresenter alerts(watched.set);
    alerts.setPreferences(wanted());
    QVERIFY(watched.connect());
    QVERIFY(watched.ask());
    QVERIFY(watched.ask());
    QCOMPARE(watched.messages->shown().size(), std::size_t{1});
    const services::DesktopMessage& message = watched.messages->shown().front();
    QVERIFY(message.title.startsWith(u"Sandglass"_s));
    QVERIFY2(message.text.contains(u"app.sessions.seen_1"_s), qPrintable(message.text));
    QVERIFY(message.text.contains(u"3 h"_s));
    QVERIFY(message.text.startsWith(u"2 "_s));
}

void TestAlertPresenter::standingPassesAreReportedInWords()
{
    services::Alert alert;
    alert.key.kind = services::AlertKind::PassesStalled;
    alert.documents = 7;
    alert.age = 180s;
    QVERIFY(alertText(alert).contains(u"3 min"_s));
    QVERIFY(alertText(alert).contains(u"7 document"_s));
}

void TestAlertPresenter::aWaveIsReportedInWords()
{
    services::Alert alert;
    alert.key = {services::AlertKind::Wave, {kSessions, "seen_1"}};
    alert.documents = 7;
    alert.waveWithin = services::WaveSpan::Hour;
    const QString hour = alertText(alert);
    QVERIFY(hour.contains(u"7 document"_s) && hour.contains(u"app.sessions.seen_1"_s));
    alert.waveWithin = services::WaveSpan::Day;
    QVERIFY(hour != alertText(alert));
}

void TestAlertPresenter::hostileNamesAreShortenedAndShowWhatTheyHide()
{
    services::Alert alert;
    alert.key.kind = services::AlertKind::Overdue;
    alert.documents = 7;
    // right to left override, line feed, line separator
    alert.key.index = {{"app", "a\u202Eb\nc\u2028d"}, "seen_1"};
    const QString marked = alertText(alert);
    QVERIFY2(marked.contains(u"app.a\uFFFDb\uFFFDc\uFFFDd.seen_1"_s), qPrintable(marked));
    // letters of any script and pairs stay
    alert.key.index = {{"app", "会话\U0001F600é"}, "seen_1"};
    QVERIFY(alertText(alert).contains(u"app.会话\U0001F600é.seen_1"_s));
    std::string pairs;
    for (int i = 0; i < 300'000; ++i) {
        pairs += "\U0001F600";
    }
    for (const char* const odd : {"", "x"}) {
        alert.key.index = {{"app", odd + pairs}, "seen_1"};
        const QString text = alertText(alert);
        QVERIFY2(text.size() < 200, qPrintable(text));
        QVERIFY(text.contains(u"app."_s) && text.contains(u'…') && text.contains(u".seen_1"_s));
        QVERIFY(!text.contains(QChar::ReplacementCharacter));
    }
    Watched watched;
    AlertPresenter alerts(watched.set);
    alerts.setPreferences(wanted());
    watched.set.connections.connectTo(u"mongodb://fake.example/"_s,
                                      u"Orders\u202E\n"_s + QString(10'000, u'x'), false);
    QTRY_VERIFY(watched.set.catalog.isLoaded());
    QVERIFY(watched.ask());
    QCOMPARE(watched.messages->shown().size(), std::size_t{1});
    const QString title = watched.messages->shown().front().title;
    QVERIFY2(title.startsWith(u"Sandglass: Orders\uFFFD\uFFFDx"_s), qPrintable(title));
    QVERIFY(title.size() < 200);
}

void TestAlertPresenter::preferencesActAtOnceAndAreKept()
{
    Watched watched;
    AlertPresenter alerts(watched.set);
    QVERIFY(!alerts.preferences().on);
    const QSignalSpy changed(&alerts, &AlertPresenter::preferencesChanged);
    AlertPreferences other = wanted();
    other.overdueAge = 120s;
    other.waveDocuments = 5;
    other.waveWithinHour = true;
    alerts.setPreferences(other);
    QCOMPARE(changed.count(), 1);
    QVERIFY(alerts.preferences() == other);
    QVERIFY(AlertPresenter(watched.set).preferences() == other);
}

void TestAlertPresenter::theNavigatorMarksTheCollection()
{
    Watched watched;
    AlertPresenter alerts(watched.set);
    const NavigatorPresenter navigator(watched.set);
    alerts.setPreferences(wanted());
    QVERIFY(watched.connect());
    const auto mark
        = [&] { return navigator.find(kSessions).data(NavigatorModel::AlertRole).toString(); };
    QVERIFY(mark().isEmpty());
    QVERIFY(watched.ask());
    QVERIFY(mark().contains(u"overdue"_s));
    const QModelIndex collection = navigator.find(kSessions);
    QVERIFY(collection.data(Qt::ToolTipRole).toString().contains(mark()));
    QVERIFY(collection.data(Qt::AccessibleTextRole).toString().contains(mark()));
    alerts.setPreferences({});
    QVERIFY(mark().isEmpty());
}

void TestAlertPresenter::theNavigatorMarksTheConnection()
{
    Watched watched;
    AlertPresenter alerts(watched.set);
    NavigatorPresenter navigator(watched.set);
    alerts.setPreferences(wanted());
    QVERIFY(watched.connect());
    QTRY_VERIFY(watched.set.monitor.metrics());
    QVERIFY(watched.ask());
    watched.clock.advance(10min);
    watched.set.monitor.poll();
    QTRY_VERIFY(
        !navigator.model().index(0, 0).data(NavigatorModel::AlertRole).toString().isEmpty());
}

SANDGLASS_TEST(TestAlertPresenter)
} // namespace tst_presenters_alert

#include "tst_presenters_alert.moc"
