// SPDX-License-Identifier: GPL-3.0-or-later
// A rehearsal as a user sees it: two windows on two real engines, the second with a fast clock.
#include "app/bson/builder.h"
#include "app/mongo/mongo_driver.h"
#include "app/presenters/shell/servers.h"
#include "app/presenters/shell/workspace.h"
#include "app/services/shell/services.h"
#include "resources/resources.h"
#include "tests/support/engine_client.h"
#include "tests/support/index_commands.h"
#include "tests/support/service_fixture.h"
#include "tests/support/test_program.h"
#include "tests/ui/widget_access.h"
#include "ui/shell/main_window.h"
#include "widgets/charts/forecast_chart.h"

#include <QAction>
#include <QLabel>
#include <QTabWidget>
#include <QTemporaryDir>
#include <QTest>

namespace tst_integration_rehearsal {

using namespace sandglass;
using namespace std::chrono_literals;
using namespace Qt::StringLiterals;
using tests::EngineClient;
using tests::need;

namespace {

constexpr int kPatienceMillis = 60'000;
constexpr std::int32_t kDocuments = 2'000;
const protocol::Namespace kSessions{"shop", "sessions"};

/// Services and window on an engine of their own, as the program makes them.
struct Seat
{
    Seat(services::ServicesOptions options, const base::Clock& clock)
        : services(std::move(options), clock)
        , servers(services.set())
        , workspace(servers.current())
        , window(servers)
    {
        window.resize(1280, 800);
        window.show();
        services.openLocal();
    }

    bool ready()
    {
        return QTest::qWaitFor(
            [this] {
                return services.set().connections.isConnected() && services.set().catalog.isLoaded()
                    && window.pageReady();
            },
            kPatienceMillis);
    }
    EngineClient client() { return EngineClient(services.set().engine.uri().toStdString()); }

    services::Services services;
    presenters::Servers servers;
    presenters::Workspace& workspace;
    ui::MainWindow window;
};

} // namespace

class TestRehearsal : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void theChartPlaysTheDeletionsOfHours();

private:
    services::ServicesOptions options(const QString& folder) const
    {
        services::ServicesOptions made;
        made.folder = folder;
        made.factory = std::make_shared<mongo::MongoTtlServerFactory>(m_clock);
        return made;
    }
    std::unique_ptr<Seat> openCopy(const services::RehearsalPlan& plan) const;
    /// Pictures for people go where the environment says; nowhere without it.
    static void keepPicture(QWidget& window, const QString& name)
    {
        const QString folder = qEnvironmentVariable("SANDGLASS_PICTURES");
        if (!folder.isEmpty()) {
            window.grab().save(folder + u'/' + name);
        }
    }

    base::SystemClock m_clock;
    mongo::MongoDriver m_driver;
    QTemporaryDir m_folder;
    std::unique_ptr<Seat> m_original;
};

void TestRehearsal::initTestCase()
{
    resources::initResources();
    m_original = std::make_unique<Seat>(options(m_folder.path()), m_clock);
    QVERIFY(m_original->ready());
    const base::Time now = m_original->services.set().connections.serverNow();
    std::vector<bson::Document> documents;
    for (std::int32_t id = 0; id < kDocuments; ++id) {
        documents.push_back(bson::makeDocument(
            "_id", id, "seen", bson::Date::from(now - 1h + std::chrono::seconds(id * 43))));
    }
    const EngineClient client = m_original->client();
    client.insert(kSessions, documents);
    ttl::TtlIndexSpec rule;
    rule.ns = kSessions;
    rule.name = "seen_1";
    rule.key = bson::makeDocument("seen", 1);
    rule.expireAfterSeconds = 7'200;
    QVERIFY(tests::createIndex(client.server(), rule));
}

std::unique_ptr<Seat> TestRehearsal::openCopy(const services::RehearsalPlan& plan) const
{
    services::ServicesOptions made = options(plan.folder);
    made.rehearsal = plan;
    return std::make_unique<Seat>(std::move(made), m_clock);
}

void TestRehearsal::theChartPlaysTheDeletionsOfHours()
{
    std::optional<services::RehearsalPlan> plan;
    connect(&m_original->services.set().rehearsals, &services::RehearsalService::prepared, this,
            [&](const services::RehearsalPlan& prepared) { plan = prepared; });
    QTRY_VERIFY_WITH_TIMEOUT(m_original->services.set().restorePoints.canMake(), kPatienceMillis);
    need<QAction>(&m_original->window, u"restorePointsAction"_s)->trigger();
    auto* dialog = need<QWidget>(&m_original->window, u"restorePointsDialog"_s);
    keepPicture(*dialog, u"restore-points.png"_s);
    need<QAction>(dialog, u"rehearseHourAction"_s)->trigger();
    QTRY_VERIFY_WITH_TIMEOUT(plan.has_value(), kPatienceMillis);

    const auto copy = openCopy(*plan);
    QVERIFY(copy->window.openPage(u"shop.sessions"_s));
    QVERIFY(copy->ready());
    auto* banner = need<QWidget>(&copy->window, u"rehearsalBanner"_s);
    QVERIFY(banner->isVisible());
    QVERIFY(!need<QWidget>(&m_original->window, u"rehearsalBanner"_s)->isVisible());
    QVERIFY(!need<QAction>(&copy->window, u"restorePointsAction"_s)->isEnabled());

    auto* page = need<QTabWidget>(&copy->window, u"pageArea"_s)->currentWidget();
    auto* chart = need<widgets::ForecastChart>(page, u"timelineChart"_s);
    const auto played = [chart] {
        double sum = 0;
        for (const widgets::Bar& bar : chart->model().deletions) {
            sum += bar.count();
        }
        return sum;
    };
    QTRY_VERIFY_WITH_TIMEOUT(played() > 200, kPatienceMillis);
    keepPicture(copy->window, u"rehearsal.png"_s);
    const QString before = need<QLabel>(banner, u"rehearsalClockLabel"_s)->text();
    QTRY_VERIFY_WITH_TIMEOUT(need<QLabel>(banner, u"rehearsalClockLabel"_s)->text() != before,
                             kPatienceMillis);
    const std::int64_t left = copy->client().countBy(kSessions, "$natural");
    QVERIFY(left < kDocuments);
    QCOMPARE(m_original->client().countBy(kSessions, "$natural"), std::int64_t{kDocuments});
}

SANDGLASS_GUI_TEST(TestRehearsal)
} // namespace tst_integration_rehearsal

#include "tst_integration_rehearsal.moc"
