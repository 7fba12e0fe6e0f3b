// SPDX-License-Identifier: GPL-3.0-or-later
// Random input on the window. SANDGLASS_TIER chooses the size: T1 500 events with one seed, T2 and
// T3 3000 events with each of three.
#include "app/services/journal/journal_service.h"
#include "tests/robustness/monkey.h"
#include "tests/support/test_program.h"
#include "tests/support/test_seed.h"
#include "tests/ui/shop.h"
#include "tests/ui/window_fixture.h"

#include <QDesktopServices>
#include <QDialog>
#include <QElapsedTimer>
#include <QFile>
#include <QJsonDocument>
#include <QJsonObject>
#include <QPointer>

#include <algorithm>
#include <optional>

namespace tst_monkey {

using namespace sandglass;
using namespace sandglass::tests;
using services::JournalKind;

namespace {

// Commands run on workers: their entries come some events after the dialog was answered.
constexpr int kEventsUntilEntry = 60;
constexpr int kEventsBetweenStarts = 400;

/// Dialogs that say what will be deleted, or changed, before it is.
constexpr std::array kAsking{"ChangeIndexDialog", "CreateIndexDialog", "BatchChangeDialog",
                             "UndoDialog",        "DocumentEditor",    "DocumentConfirmation",
                             "PurgeDialog",       "PauseDialog",       "RestorePointsDialog",
                             "UnlockDialog"};

bool isAsking(const QWidget& widget)
{
    const QString name
        = QString::fromLatin1(widget.metaObject()->className()).section(QStringLiteral("::"), -1);
    return std::ranges::any_of(kAsking,
                               [&](const char* known) { return name == QLatin1String(known); });
}

/// Deletes documents, now or by a rule.
bool isDestructive(JournalKind kind)
{
    return kind != JournalKind::InsertDocument && kind != JournalKind::LoadSampleData
        && kind != JournalKind::MakeRestorePoint;
}

bool isDialogOpen()
{
    return std::ranges::any_of(QApplication::topLevelWidgets(), [](const QWidget* widget) {
        return widget->isVisible() && isAsking(*widget);
    });
}

bool isLongRun()
{
    const QString tier = qEnvironmentVariable("SANDGLASS_TIER", QStringLiteral("T1"));
    return tier != QStringLiteral("T1");
}

} // namespace

class TestMonkey : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void aCommandWithoutItsDialogIsNoticed();
    void randomInputNeitherCrashesNorDestroysUnasked_data();
    void randomInputNeitherCrashesNorDestroysUnasked();
    void cleanupTestCase();

public Q_SLOTS:
    void noteLink(const QUrl& /*link*/) { ++m_links; }

private:
    /// Makes the window and sets m_connection when its page is there.
    void openAnew(std::optional<WindowFixture>& fixture);
    /// One event, and the checks after it.
    void step(WindowFixture& fixture, Monkey& monkey, int event);
    /// Words about a destructive command since the last call that no dialog has asked for; empty
    /// when there is none.
    QByteArray commandWithoutDialog(const WindowFixture& fixture, int event);
    /// Closes the window in the middle of a reading, and opens the next one.
    void closeWhileLoading(WindowFixture& fixture);

    QPointer<services::ConnectionService> m_connection; // null: there is no server in the window
    int m_events = 0;
    int m_links = 0;
    int m_entries = 0; // destructive ones
    std::size_t m_seen = 0; // entries of the journal that were looked at
    int m_dialogAt = -kEventsUntilEntry; // the last event at which an asking dialog was open
    QElapsedTimer m_time;
    unsigned m_seed = 0;
};

void TestMonkey::initTestCase()
{
    m_seed = testSeed();
    qInfo("SANDGLASS_TEST_SEED=%u", m_seed);
    m_time.start();
    for (const char* scheme : {"http", "https", "file", "mailto"}) {
        QDesktopServices::setUrlHandler(QString::fromLatin1(scheme), this, "noteLink");
    }
}

void TestMonkey::randomInputNeitherCrashesNorDestroysUnasked_data()
{
    QTest::addColumn<unsigned>("seed");
    for (unsigned run = 0; run < (isLongRun() ? 3U : 1U); ++run) {
        QTest::addRow("seed %u", m_seed + run) << m_seed + run;
    }
}

void TestMonkey::randomInputNeitherCrashesNorDestroysUnasked()
{
    QFETCH(unsigned, seed);
    std::optional<WindowFixture> fixture;
    Monkey monkey(seed);
    const NestedLoops nested;
    m_dialogAt = -kEventsUntilEntry;
    const int events = isLongRun() ? 3000 : 500;
    for (int event = 0; event < events; ++event) {
        if (!m_connection) {
            // at the beginning, and after somebody has taken the server out of the window
            openAnew(fixture);
            QVERIFY(m_connection);
        }
        step(*fixture, monkey, event);
        if (QTest::currentTestFailed()) {
            qInfo("the last events:\n%s",
                  qPrintable(monkey.lastEvents().join(QStringLiteral("\n"))));
            return;
        }
        ++m_events;
        if (event % kEventsBetweenStarts == kEventsBetweenStarts - 1) {
            closeWhileLoading(*fixture);
        }
    }
    QCOMPARE(nested.found(), QStringList());
}

void TestMonkey::openAnew(std::optional<WindowFixture>& fixture)
{
    fixture.emplace();
    fillShop(*fixture);
    m_seen = 0;
    if (fixture->open()) {
        m_connection = &fixture->set.connections;
    }
}

void TestMonkey::step(WindowFixture& fixture, Monkey& monkey, int event)
{
    if (isDialogOpen()) {
        m_dialogAt = event;
    }
    if (!fixture.window->isVisible()) {
        fixture.window->show(); // somebody has closed it
    }
    monkey.act(*fixture.window);
    if (!m_connection) {
        return; // with its journal
    }
    if (!fixture.set.connections.isConnected() && event % 20 == 0) {
        fixture.set.connections.connectTo(QStringLiteral("mongodb://fake.example/"), {}, true);
    }
    const QByteArray unasked = commandWithoutDialog(fixture, event);
    QVERIFY2(unasked.isEmpty(), unasked.constData());
}

QByteArray TestMonkey::commandWithoutDialog(const WindowFixture& fixture, int event)
{
    const auto& entries = fixture.set.journal.entries();
    for (; m_seen < entries.size(); ++m_seen) {
        const services::JournalEntry& entry = entries[m_seen];
        if (!isDestructive(entry.kind)) {
            continue;
        }
        ++m_entries;
        if (event - m_dialogAt >= kEventsUntilEntry) {
            return "kind " + QByteArray::number(static_cast<int>(entry.kind)) + " on "
                + QByteArray::fromStdString(entry.ns.text()) + ", the last dialog was at event "
                + QByteArray::number(m_dialogAt) + " of " + QByteArray::number(event);
        }
    }
    return {};
}

void TestMonkey::aCommandWithoutItsDialogIsNoticed()
{
    WindowFixture fixture;
    fillShop(fixture);
    QVERIFY(fixture.open());
    const ttl::IndexSpec before = fixture.server->collection(kSessions).indexes.back();
    QVERIFY(waitFor(fixture.set.indexes.change({{kSessions, before.name}, 60, {}}, before)));
    m_seen = 0;
    m_dialogAt = -kEventsUntilEntry;
    QVERIFY(commandWithoutDialog(fixture, 0).contains("shop.sessions"));
    m_entries = 0;
}

void TestMonkey::closeWhileLoading(WindowFixture& fixture)
{
    if (!m_connection) {
        return;
    }
    fixture.server->hold(QStringLiteral("histogram").toStdString());
    fixture.window->openPage(QStringLiteral("shop.sessions"));
    QTest::qWait(0);
    fixture.window->close();
    fixture.makeWindow();
    fixture.server->release("histogram");
    fixture.window->show();
    fixture.window->resize(smallestWindow());
}

void TestMonkey::cleanupTestCase()
{
    const QJsonObject figures{
        {QStringLiteral("events"), m_events},
        {QStringLiteral("destructive_commands"), m_entries},
        {QStringLiteral("links"), m_links},
        {QStringLiteral("seconds"), static_cast<double>(m_time.elapsed()) / 1000}};
    const QJsonObject line{
        {QStringLiteral("name"), QStringLiteral("monkey")},
        {QStringLiteral("tier"), qEnvironmentVariable("SANDGLASS_TIER", QStringLiteral("T1"))},
        {QStringLiteral("seed"), static_cast<qint64>(m_seed)},
        {QStringLiteral("rounds"), isLongRun() ? 3 : 1},
        {QStringLiteral("figures"), figures},
        {QStringLiteral("pass"), !QTest::currentTestFailed()},
        {QStringLiteral("date"), QDate::currentDate().toString(Qt::ISODate)}};
    QFile file(qEnvironmentVariable("SANDGLASS_ROBUSTNESS_JSON"));
    if (file.fileName().isEmpty() || !file.open(QIODevice::Append)) {
        return; // an ordinary run of the tests
    }
    file.write(QJsonDocument(line).toJson(QJsonDocument::Compact) + '\n');
}

SANDGLASS_GUI_TEST(TestMonkey)
} // namespace tst_monkey

#include "tst_monkey.moc"
