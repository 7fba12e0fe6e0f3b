// SPDX-License-Identifier: GPL-3.0-or-later
// Random input on the window. SANDGLASS_TIER chooses the size: T1 500 events with one seed, T2 and
// T3 3000 events with each of three.
//
// What deletes documents is seen where it arrives: in the commands that the fake server received. A
// dialog of the right kind must have been there before each of them, and an entry for it must be in
// the file of the journal.
#include "app/bson/json.h"
#include "app/services/journal/journal_codec.h"
#include "app/services/journal/journal_file.h"
#include "app/services/purge/purge_service.h"
#include "tests/robustness/destruction.h"
#include "tests/robustness/monkey.h"
#include "tests/support/test_program.h"
#include "tests/support/test_seed.h"
#include "tests/ui/shop.h"
#include "tests/ui/window_fixture.h"

#include <QDesktopServices>
#include <QElapsedTimer>
#include <QFile>
#include <QJsonDocument>
#include <QJsonObject>
#include <QPointer>

#include <algorithm>
#include <array>
#include <initializer_list>
#include <map>
#include <optional>
#include <utility>
#include <vector>

namespace tst_monkey {

using namespace sandglass;
using namespace sandglass::tests;

namespace {

// Commands run on workers: they arrive some events after the dialog was answered.
constexpr int kEventsUntilCommand = 60;
constexpr int kEventsBetweenStarts = 400;
constexpr int kEventsBetweenPages = 50;
// In 3 x 3000 events some dozens get through their dialogs; fewer would say little about these.
constexpr int kFewestDestructive = 10;

QStringList kinds(std::initializer_list<const char*> classes)
{
    QStringList names;
    for (const char* each : classes) {
        names += QString::fromLatin1(each);
    }
    return names;
}

QString kindOf(const QWidget& widget)
{
    return QString::fromLatin1(widget.metaObject()->className()).section(QStringLiteral("::"), -1);
}

/// The entries that are in the file of the journal now.
std::vector<services::JournalEntry> journalOf(const WindowFixture& fixture)
{
    QFile file(fixture.folder.filePath(QStringLiteral("journal.jsonl")));
    if (!file.open(QIODevice::ReadOnly)) {
        return {};
    }
    return services::journalEntries(file.readAll().toStdString(), services::kMaxJournalEntries);
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
    void aCommandWithoutItsEntryIsNoticed();
    void randomInputNeitherCrashesNorDestroysUnasked_data();
    void randomInputNeitherCrashesNorDestroysUnasked();
    void theMonkeyHasConfirmedDialogs();
    void cleanup();
    void cleanupTestCase();

public Q_SLOTS:
    void noteLink(const QUrl& /*link*/) { ++m_links; }

private:
    /// Makes the window and sets m_connection when its page is there.
    void openAnew(std::optional<WindowFixture>& fixture);
    /// One event, and the checks after it.
    void step(WindowFixture& fixture, Monkey& monkey, int event);
    /// Notes the dialogs that are there.
    void noteDialogs(const WindowFixture& fixture, int event);
    /// Whether one of these dialogs was there a short while ago.
    bool wasThere(const QStringList& dialogs, int event) const;
    /// Words about a command since the last call that the journal lacks, or that deletes and no
    /// dialog of its kind has asked for; empty when there is none.
    QByteArray unaskedCommand(const WindowFixture& fixture, int event);
    /// Forgets the commands and the dialogs of the server before.
    void beginAnew();
    /// Closes the window in the middle of a reading, and opens the next one.
    void closeWhileLoading(WindowFixture& fixture);

    QPointer<services::ConnectionService> m_connection; // null: there is no server in the window
    int m_events = 0;
    int m_links = 0;
    int m_confirmed = 0; // dialogs
    int m_destructive = 0; // commands
    std::size_t m_seen = 0; // commands that were looked at
    int m_switches = 0; // calls that pause or resume expiry, of those that were looked at
    ExpiryRules m_rules; // of the server, after these
    JournalledCommands m_journalled; // of these
    std::map<QString, int> m_dialogs; // the last event at which one of a class was there
    bool m_failed = false;
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
        m_confirmed += monkey.takeConfirmed();
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
    beginAnew();
    if (fixture->open()) {
        m_connection = &fixture->set.connections;
    }
}

void TestMonkey::beginAnew()
{
    m_seen = 0;
    m_switches = 0;
    m_rules = {{{kSessions.collection, "lastSeen_1"}, 3'600}}; // of fillShop()
    m_journalled.clear();
    m_dialogs.clear();
}

void TestMonkey::step(WindowFixture& fixture, Monkey& monkey, int event)
{
    noteDialogs(fixture, event);
    if (!fixture.window->isVisible()) {
        fixture.window->show(); // somebody has closed it
    }
    if (event % kEventsBetweenPages == 0 && QApplication::activeModalWidget() == nullptr) {
        // by clicks alone it would seldom come there
        constexpr std::array kPages{"shop.sessions", "shop.orders", "shop.notes"};
        fixture.window->openPage(
            QString::fromLatin1(kPages[static_cast<std::size_t>(monkey.below(kPages.size()))]));
    }
    monkey.act(*fixture.window);
    if (!m_connection) {
        return; // with its services
    }
    if (!fixture.set.connections.isConnected() && event % 20 == 0) {
        fixture.set.connections.connectTo(QStringLiteral("mongodb://fake.example/"), {}, true);
    }
    noteDialogs(fixture, event);
    const QByteArray unasked = unaskedCommand(fixture, event);
    QVERIFY2(unasked.isEmpty(), unasked.constData());
}

void TestMonkey::noteDialogs(const WindowFixture& fixture, int event)
{
    for (const QWidget* widget : QApplication::topLevelWidgets()) {
        const QString kind = kindOf(*widget);
        // an undo that deletes nothing does not show its dialog
        if (widget->isVisible() || kind == QLatin1String("UndoDialog")) {
            m_dialogs[kind] = event;
        }
    }
    // its button is the other way to resume expiry
    const auto* banner = fixture.window->findChild<QWidget*>(QStringLiteral("expiryPauseBanner"));
    if (banner != nullptr && banner->isVisible()) {
        m_dialogs[kindOf(*banner)] = event;
    }
    // a purge goes on after its dialog is closed
    const QStringList purge = kinds({"PurgeDialog"});
    if (fixture.set.purges.isActive() && wasThere(purge, event)) {
        m_dialogs[purge.front()] = event;
    }
}

bool TestMonkey::wasThere(const QStringList& dialogs, int event) const
{
    return std::ranges::any_of(dialogs, [&](const QString& kind) {
        const auto noted = m_dialogs.find(kind);
        return noted != m_dialogs.end() && event - noted->second < kEventsUntilCommand;
    });
}

QByteArray TestMonkey::unaskedCommand(const WindowFixture& fixture, int event)
{
    const std::vector<bson::Document> commands = fixture.server->commands();
    for (; m_seen < commands.size(); ++m_seen) {
        const bson::Document& command = commands[m_seen];
        const QByteArray words = QByteArray::fromStdString(bson::toJson(command.view()))
            + " at event " + QByteArray::number(event) + " without ";
        if (JournalledCommands::isWanted(command)
            && !m_journalled.take(command, journalOf(fixture))) {
            return words + "an entry in the journal";
        }
        const QStringList dialogs = dialogsBefore(command, m_rules, fixture.clock.now());
        if (dialogs.isEmpty()) {
            continue;
        }
        ++m_destructive;
        if (!wasThere(dialogs, event)) {
            return words + dialogs.join(QStringLiteral(" or ")).toUtf8();
        }
    }
    const int switches = fixture.server->calls("setMonitor");
    const bool switched = std::exchange(m_switches, switches) != switches;
    m_destructive += switched ? 1 : 0;
    return switched
            && !wasThere(kinds({"PauseDialog", "MembersDialog", "ExpiryPauseBanner"}), event)
        ? "expiry was paused or resumed without a dialog, at event " + QByteArray::number(event)
        : QByteArray();
}

void TestMonkey::aCommandWithoutItsDialogIsNoticed()
{
    WindowFixture fixture;
    fillShop(fixture);
    QVERIFY(fixture.open());
    const ttl::IndexSpec before = fixture.server->collection(kSessions).indexes.back();
    QVERIFY(waitFor(fixture.set.indexes.change({{kSessions, before.name}, 60, {}}, before)));
    beginAnew();
    QVERIFY(unaskedCommand(fixture, 0).contains("collMod"));
    // a dialog of another kind, one of its kind, and one that was there too long ago
    const std::vector<std::pair<QString, int>> dialogs{
        {QStringLiteral("PurgeDialog"), 0},
        {QStringLiteral("ChangeIndexDialog"), 0},
        {QStringLiteral("ChangeIndexDialog"), -kEventsUntilCommand}};
    const std::vector<bool> noticed{true, false, true};
    for (std::size_t at = 0; at < dialogs.size(); ++at) {
        beginAnew();
        m_dialogs.insert(dialogs[at]);
        QCOMPARE(!unaskedCommand(fixture, 0).isEmpty(), noticed[at]);
    }
    m_destructive = 0;
}

void TestMonkey::aCommandWithoutItsEntryIsNoticed()
{
    WindowFixture fixture;
    fillShop(fixture);
    QVERIFY(fixture.open());
    const bson::Document change
        = bson::makeDocument("collMod", kSessions.collection, "index",
                             bson::makeDocument("name", "lastSeen_1", "expireAfterSeconds", 60));
    QVERIFY(fixture.server->alter(kSessions.database, change, {}).has_value());
    beginAnew();
    m_dialogs[QStringLiteral("ChangeIndexDialog")] = 0;
    QVERIFY(unaskedCommand(fixture, 0).endsWith("an entry in the journal"));
    // one entry is not enough for two commands
    const ttl::IndexSpec before = fixture.server->collection(kSessions).indexes.back();
    QVERIFY(waitFor(fixture.set.indexes.change({{kSessions, before.name}, 50, {}}, before)));
    beginAnew();
    m_dialogs[QStringLiteral("ChangeIndexDialog")] = 0;
    QVERIFY(unaskedCommand(fixture, 0).endsWith("an entry in the journal"));
    m_destructive = 0;
}

// Without this, a run in which no dialog was ever confirmed would show nothing. A short run may be
// too short for it.
void TestMonkey::theMonkeyHasConfirmedDialogs()
{
    if (isLongRun() && m_events > 0) {
        QVERIFY2(m_destructive >= kFewestDestructive,
                 qPrintable(QStringLiteral("%1 destructive commands in all runs, %2 dialogs "
                                           "confirmed")
                                .arg(m_destructive)
                                .arg(m_confirmed)));
    }
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

void TestMonkey::cleanup()
{
    m_failed = m_failed || QTest::currentTestFailed();
}

void TestMonkey::cleanupTestCase()
{
    const QJsonObject figures{
        {QStringLiteral("events"), m_events},
        {QStringLiteral("confirmed_dialogs"), m_confirmed},
        {QStringLiteral("destructive_commands"), m_destructive},
        {QStringLiteral("links"), m_links},
        {QStringLiteral("seconds"), static_cast<double>(m_time.elapsed()) / 1000}};
    const QJsonObject line{
        {QStringLiteral("name"), QStringLiteral("monkey")},
        {QStringLiteral("tier"), qEnvironmentVariable("SANDGLASS_TIER", QStringLiteral("T1"))},
        {QStringLiteral("seed"), static_cast<qint64>(m_seed)},
        {QStringLiteral("rounds"), isLongRun() ? 3 : 1},
        {QStringLiteral("figures"), figures},
        {QStringLiteral("pass"), !m_failed},
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
