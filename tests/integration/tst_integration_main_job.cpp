// SPDX-License-Identifier: GPL-3.0-or-later
// What the program is for, from the first start to a changed rule: the real window on the real
// engine. The steps build on one another, in this order.
#include "app/bson/builder.h"
#include "app/mongo/mongo_driver.h"
#include "app/mongo/mongo_ttl_server_factory.h"
#include "app/presenters/connections/connection_presenter.h"
#include "app/presenters/engine/engine_presenter.h"
#include "app/presenters/indexes/index_table_model.h"
#include "app/presenters/journal/journal_model.h"
#include "app/presenters/shell/servers.h"
#include "app/presenters/shell/workspace.h"
#include "app/services/shell/services.h"
#include "resources/resources.h"
#include "tests/support/test_program.h"
#include "tests/support/unlocked.h"
#include "tests/ui/widget_access.h"
#include "ui/shell/main_window.h"
#include "widgets/charts/forecast_chart.h"

#include <QDialog>
#include <QFile>
#include <QLabel>
#include <QPointer>
#include <QPushButton>
#include <QRegularExpression>
#include <QSignalSpy>
#include <QStatusBar>
#include <QTableView>
#include <QTabWidget>
#include <QTemporaryDir>
#include <QToolButton>
#include <QTreeView>

#include <csignal>

namespace tst_integration_main_job {

using namespace sandglass;
using namespace std::chrono_literals;
using namespace Qt::StringLiterals;
using presenters::IndexTableModel;
using presenters::JournalModel;
using tests::click;
using tests::clickRow;
using tests::need;
using tests::rowNamed;

namespace {

constexpr int kPatienceMillis = 60'000; // sanitizers and shared machines are slow
const protocol::Namespace kTickets{"sandglass_demo", "tickets"};
const protocol::Namespace kVisits{"sandglass_demo", "visits"};

} // namespace

class TestMainJob : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void init();
    void cleanup();
    void cleanupTestCase();
    void theEngineStartsWithTheWindow();
    void sampleDataFillsTheInventory();
    void anOrdinaryIndexIsConvertedInTheDialog();
    void whatTheDialogAnnouncedIsDeleted();
    void aTtlIndexIsCreatedInTheDialog();
    void itsSecondsAreChangedAndTheChartFollows();
    void documentsFallDueAndDisappear();
    void theJournalShowsBeforeAfterAndReply();
    void aKilledEngineComesBackWithAllData();
    void theEngineEndsWithTheWindow();

private:
    bool connected();
    void connectClient();
    void openCollection(const QString& name);
    QPointer<QDialog> openDialog(const QString& button, const QString& name);
    QString expiryOf(const QString& index) const;
    void insertVisits(int count, base::Millis age);
    std::int64_t documents(const protocol::Namespace& ns);
    std::optional<std::int64_t> seconds(const protocol::Namespace& ns, const std::string& index);
    QString journalChange(const QString& what, QString* reply);

    QWidget* page() const
    {
        return need<QTabWidget>(m_window.get(), u"pageArea"_s)->currentWidget();
    }
    const widgets::ChartModel& chart() const
    {
        return need<widgets::ForecastChart>(page(), u"timelineChart"_s)->model();
    }
    /// Documents of the bars, those overdue included.
    double charted() const
    {
        double sum = chart().overdue.count();
        for (const widgets::Bar& bar : chart().bars) {
            sum += bar.count();
        }
        return sum;
    }

    base::SystemClock m_clock;
    mongo::MongoDriver m_driver;
    QTemporaryDir m_folder;
    std::unique_ptr<services::Services> m_services;
    std::unique_ptr<presenters::Servers> m_servers;
    std::unique_ptr<ui::MainWindow> m_window;
    std::shared_ptr<ttl::TtlServer> m_client; // a second connection, beside the window's own
    std::int32_t m_lastVisit = 0;
    std::int64_t m_announced = 0; // documents that the dialog said would be deleted
    bool m_broken = false;
};

void TestMainJob::initTestCase()
{
    resources::initResources();
    services::ServicesOptions options;
    options.folder = m_folder.path();
    options.factory = std::make_shared<mongo::MongoTtlServerFactory>(m_clock);
    m_services = std::make_unique<services::Services>(std::move(options), m_clock);
    m_servers = std::make_unique<presenters::Servers>(m_services->set());
    m_window = std::make_unique<ui::MainWindow>(*m_servers);
    m_window->show();
    QVERIFY(QTest::qWaitForWindowActive(m_window.get()));
}

void TestMainJob::init()
{
    if (m_broken) {
        QSKIP("an earlier step failed");
    }
}

void TestMainJob::cleanup()
{
    m_broken = m_broken || QTest::currentTestFailed();
}

void TestMainJob::cleanupTestCase()
{
    m_client.reset();
    m_window.reset();
    m_servers.reset();
    m_services.reset();
}

bool TestMainJob::connected()
{
    return m_servers->current().connection().state().phase
        == presenters::ConnectionPhase::Connected;
}

void TestMainJob::connectClient()
{
    mongo::MongoTtlServerFactory factory(m_clock);
    auto server = factory.connect(m_services->set().engine.uri().toStdString(), {});
    QVERIFY2(server.has_value(), server ? "" : server.error().message.c_str());
    m_client = *server;
}

void TestMainJob::openCollection(const QString& name)
{
    auto* tree = need<QTreeView>(m_window.get(), u"navigatorTreeView"_s);
    QTRY_VERIFY_WITH_TIMEOUT(rowNamed(tree, name).isValid(), kPatienceMillis);
    QVERIFY(clickRow(tree, rowNamed(tree, name)));
    QTRY_COMPARE(page()->objectName(), u"collectionPage"_s);
    QTRY_VERIFY_WITH_TIMEOUT(m_window->pageReady(), kPatienceMillis);
}

QPointer<QDialog> TestMainJob::openDialog(const QString& button, const QString& name)
{
    auto* opener = need<QAbstractButton>(page(), button);
    const bool opened = QTest::qWaitFor([opener] { return opener->isEnabled(); }, kPatienceMillis)
        && click(opener);
    return opened ? m_window->findChild<QDialog*>(name) : nullptr;
}

QString TestMainJob::expiryOf(const QString& index) const
{
    const auto* table = need<QTableView>(page(), u"indexesTableView"_s);
    return rowNamed(table, index).siblingAtColumn(IndexTableModel::ExpiryColumn).data().toString();
}

void TestMainJob::insertVisits(int count, base::Millis age)
{
    std::vector<bson::Document> visits;
    for (int i = 0; i < count; ++i) {
        visits.push_back(bson::makeDocument("_id", ++m_lastVisit, "seenAt",
                                            bson::Date::from(m_clock.now() - age)));
    }
    const auto inserted = m_client->insert(kVisits, visits, tests::unlocked());
    QVERIFY(inserted.has_value());
    QCOMPARE(*inserted, count);
}

std::int64_t TestMainJob::documents(const protocol::Namespace& ns)
{
    const auto stats = m_client->stats(ns, {});
    return stats ? stats->documents : -1;
}

std::optional<std::int64_t> TestMainJob::seconds(const protocol::Namespace& ns,
                                                 const std::string& index)
{
    const auto indexes = m_client->indexes(ns, {});
    for (const ttl::IndexSpec& each : indexes ? *indexes : std::vector<ttl::IndexSpec>{}) {
        if (each.name == index) {
            return each.expireAfterSeconds;
        }
    }
    return {};
}

QString TestMainJob::journalChange(const QString& what, QString* reply)
{
    const QAbstractItemModel* journal
        = need<QTableView>(m_window.get(), u"journalTableView"_s)->model();
    const QModelIndex entry
        = journal->match(journal->index(0, JournalModel::WhatColumn), Qt::DisplayRole, what, 1)
              .value(0);
    *reply = entry.data(JournalModel::ReplyRole).toString();
    return entry.siblingAtColumn(JournalModel::ChangeColumn).data().toString();
}

void TestMainJob::theEngineStartsWithTheWindow()
{
    m_services->openLocal();
    QTRY_VERIFY_WITH_TIMEOUT(connected(), kPatienceMillis);
    auto* server = need<QToolButton>(m_window->statusBar(), u"serverStatusButton"_s);
    QTRY_VERIFY2(server->accessibleName().contains(u"Sandglass"_s), qPrintable(server->text()));
    connectClient();
}

void TestMainJob::sampleDataFillsTheInventory()
{
    const QSignalSpy loaded(&m_servers->current().engine(),
                            &presenters::EnginePresenter::sampleDataLoaded);
    auto* load = need<QAbstractButton>(page(), u"welcomeSampleDataButton"_s);
    QTRY_VERIFY_WITH_TIMEOUT(load->isVisible(), kPatienceMillis);
    QVERIFY(click(load));
    QTRY_COMPARE_WITH_TIMEOUT(loaded.count(), 1, 3 * kPatienceMillis);
    auto* rules = need<QTableView>(page(), u"rulesTableView"_s);
    QTRY_COMPARE_WITH_TIMEOUT(rules->model()->rowCount(), 8, kPatienceMillis);
    QTRY_VERIFY_WITH_TIMEOUT(charted() > 1'000, kPatienceMillis);
    QVERIFY(chart().series.size() > 4);
    QCOMPARE(documents(kTickets), 3'000);
}

void TestMainJob::anOrdinaryIndexIsConvertedInTheDialog()
{
    openCollection(u"tickets"_s);
    auto* table = need<QTableView>(page(), u"indexesTableView"_s);
    QTRY_COMPARE(table->model()->rowCount(), 2);
    QCOMPARE(expiryOf(u"lastModifiedDate_1"_s), u"–"_s);
    QVERIFY(clickRow(table, rowNamed(table, u"lastModifiedDate_1"_s)));
    const QPointer<QDialog> dialog = openDialog(u"convertIndexButton"_s, u"changeIndexDialog"_s);
    QVERIFY(dialog);
    auto* period = need<QLineEdit>(need<QWidget>(dialog, u"changeDurationEdit"_s), u"valueEdit"_s);
    auto* confirm = need<QPushButton>(dialog, u"confirmButton"_s);
    QTRY_VERIFY(period->isEnabled());
    tests::type(period, u"60d"_s);
    QTRY_VERIFY_WITH_TIMEOUT(confirm->isEnabled(), kPatienceMillis);
    const QRegularExpressionMatch told
        = QRegularExpression(u"^Convert and delete (\\d+) "_s).match(confirm->text());
    QVERIFY2(told.hasMatch(), qPrintable(confirm->text()));
    m_announced = told.captured(1).toLongLong();
    // two of every three tickets are younger than 60 days
    QVERIFY(m_announced > 800 && m_announced < 1'200);
    QVERIFY(click(confirm));
    QTRY_VERIFY_WITH_TIMEOUT(dialog.isNull(), kPatienceMillis);
    QTRY_COMPARE(expiryOf(u"lastModifiedDate_1"_s), u"after 60 d"_s);
    QCOMPARE(seconds(kTickets, "lastModifiedDate_1"), 60 * 86'400);
}

void TestMainJob::whatTheDialogAnnouncedIsDeleted()
{
    // the monitor sleeps a minute between its passes, unless another interval is set
    const auto told = m_client->runCommand(
        "admin", bson::makeDocument("setParameter", 1, "ttlMonitorSleepSecs", 1),
        tests::unlocked());
    QVERIFY(told.has_value());
    QTRY_VERIFY_WITH_TIMEOUT(documents(kTickets) <= 3'000 - m_announced, kPatienceMillis);
    // a few more may have fallen due since the count
    QVERIFY(documents(kTickets) >= 3'000 - m_announced - 3);
    QTRY_COMPARE_WITH_TIMEOUT(chart().overdue.count(), 0.0, kPatienceMillis);
    need<QToolButton>(page(), u"horizon1HourButton"_s)->click();
    QTRY_VERIFY(chart().later.count() > 1'500);
}

void TestMainJob::aTtlIndexIsCreatedInTheDialog()
{
    insertVisits(25, 2h);
    insertVisits(15, 10min);
    QTest::keyClick(m_window.get(), Qt::Key_F5);
    openCollection(u"visits"_s);
    const QPointer<QDialog> dialog = openDialog(u"createIndexButton"_s, u"createIndexDialog"_s);
    QVERIFY(dialog);
    auto* confirm = need<QPushButton>(dialog, u"confirmButton"_s);
    auto* period = need<QLineEdit>(need<QWidget>(dialog, u"durationEdit"_s), u"valueEdit"_s);
    tests::type(need<QLineEdit>(dialog, u"fieldEdit"_s), u"seenAt"_s);
    tests::type(period, u"1d"_s);
    QTRY_VERIFY_WITH_TIMEOUT(confirm->isEnabled(), kPatienceMillis);
    QCOMPARE(confirm->text(), u"Create"_s);
    tests::type(period, u"1h"_s);
    QTRY_VERIFY_WITH_TIMEOUT(confirm->text().startsWith(u"Create and delete 25 "_s),
                             kPatienceMillis);
    QVERIFY(click(confirm));
    QTRY_VERIFY_WITH_TIMEOUT(dialog.isNull(), kPatienceMillis);
    QTRY_COMPARE(expiryOf(u"seenAt_1"_s), u"after 1 h"_s);
    QTRY_COMPARE_WITH_TIMEOUT(documents(kVisits), 15, kPatienceMillis);
    QTRY_COMPARE_WITH_TIMEOUT(chart().overdue.count(), 0.0, kPatienceMillis);
    QTRY_COMPARE(charted(), 15.0);
}

void TestMainJob::itsSecondsAreChangedAndTheChartFollows()
{
    auto* table = need<QTableView>(page(), u"indexesTableView"_s);
    QVERIFY(clickRow(table, rowNamed(table, u"seenAt_1"_s)));
    const QPointer<QDialog> dialog = openDialog(u"changeExpiryButton"_s, u"changeIndexDialog"_s);
    QVERIFY(dialog);
    auto* period = need<QLineEdit>(need<QWidget>(dialog, u"changeDurationEdit"_s), u"valueEdit"_s);
    auto* confirm = need<QPushButton>(dialog, u"confirmButton"_s);
    QTRY_VERIFY(period->isEnabled());
    tests::type(period, u"3h"_s);
    QTRY_VERIFY_WITH_TIMEOUT(confirm->isEnabled(), kPatienceMillis);
    QCOMPARE(confirm->text(), u"Change"_s);
    QVERIFY(click(confirm));
    QTRY_VERIFY_WITH_TIMEOUT(dialog.isNull(), kPatienceMillis);
    QTRY_COMPARE(expiryOf(u"seenAt_1"_s), u"after 3 h"_s);
    QCOMPARE(seconds(kVisits, "seenAt_1"), 3 * 3'600);
    // due in ten minutes less than three hours: beyond the hour that is shown
    QTRY_COMPARE_WITH_TIMEOUT(chart().later.count(), 15.0, kPatienceMillis);
    QCOMPARE(charted(), 0.0);
}

void TestMainJob::documentsFallDueAndDisappear()
{
    insertVisits(12, 3h - 20s);
    QCOMPARE(documents(kVisits), 27);
    QTRY_COMPARE_WITH_TIMEOUT(charted(), 12.0, 19'000);
    QTRY_COMPARE_WITH_TIMEOUT(documents(kVisits), 15, kPatienceMillis);
    QTRY_COMPARE_WITH_TIMEOUT(charted(), 0.0, kPatienceMillis);
    QCOMPARE(chart().later.count(), 15.0);
}

void TestMainJob::theJournalShowsBeforeAfterAndReply()
{
    QString reply;
    QCOMPARE(journalChange(u"Change index lastModifiedDate_1 of sandglass_demo.tickets"_s, &reply),
             u"ordinary index → after 60 d"_s);
    QVERIFY2(reply.contains(u"\"ok\""_s), qPrintable(reply));
    QCOMPARE(journalChange(u"Create index seenAt_1 on sandglass_demo.visits"_s, &reply),
             u"after 1 h"_s);
    QVERIFY2(reply.contains(u"\"numIndexesAfter\""_s), qPrintable(reply));
    QCOMPARE(journalChange(u"Change index seenAt_1 of sandglass_demo.visits"_s, &reply),
             u"after 1 h → after 3 h"_s);
    QVERIFY2(reply.contains(u"\"ok\""_s), qPrintable(reply));
    QFile file(m_folder.filePath(u"journal.jsonl"_s));
    QVERIFY(file.open(QIODevice::ReadOnly));
    QVERIFY(file.readAll().contains("collMod"));
}

void TestMainJob::aKilledEngineComesBackWithAllData()
{
    const auto status = m_client->runCommand("admin", bson::makeDocument("serverStatus", 1), {});
    QVERIFY(status.has_value());
    m_client.reset();
    QCOMPARE(::kill(static_cast<pid_t>((*status)["pid"].toInt64()), SIGKILL), 0);
    auto* banner = need<QWidget>(m_window.get(), u"engineBanner"_s);
    QTRY_VERIFY_WITH_TIMEOUT(banner->isVisible(), kPatienceMillis);
    QVERIFY(need<QLabel>(banner, u"whatLabel"_s)->text().contains(u"unexpectedly"_s));
    QTRY_VERIFY_WITH_TIMEOUT(m_servers->current().engine().state().phase
                                 == presenters::EnginePhase::Running,
                             kPatienceMillis);
    QTRY_VERIFY_WITH_TIMEOUT(connected(), kPatienceMillis);
    QVERIFY(m_servers->current().engine().state().phaseText.contains(u"1 restart"_s));
    connectClient();
    QCOMPARE(documents(kVisits), 15);
    QCOMPARE(seconds(kVisits, "seenAt_1"), 3 * 3'600);
    QCOMPARE(seconds(kTickets, "lastModifiedDate_1"), 60 * 86'400);
    QTRY_COMPARE_WITH_TIMEOUT(chart().later.count(), 15.0, kPatienceMillis);
    QVERIFY(click(need<QAbstractButton>(banner, u"closeButton"_s)));
    QTRY_VERIFY(!banner->isVisible());
}

void TestMainJob::theEngineEndsWithTheWindow()
{
    m_client.reset();
    const QSignalSpy stopped(m_services.get(), &services::Services::stopped);
    connect(m_window.get(), &ui::MainWindow::closed, m_services.get(), &services::Services::stop);
    m_window->close();
    QTRY_COMPARE_WITH_TIMEOUT(stopped.count(), 1, kPatienceMillis);
    QVERIFY(m_servers->current().engine().state().phase == presenters::EnginePhase::Stopped);
}

SANDGLASS_GUI_TEST(TestMainJob)
} // namespace tst_integration_main_job

#include "tst_integration_main_job.moc"
