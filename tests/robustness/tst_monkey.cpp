// SPDX-License-Identifier: GPL-3.0-or-later
// Random input on the window. SANDGLASS_TIER chooses the size: T1 500 events with one seed, T2 and
// T3 3000 events with each of three.
//
// What deletes documents is seen where it arrives: in the commands that the fake server received. A
// dialog of the right kind must have been there before each of them.
#include "app/bson/json.h"
#include "app/services/engine/sample_collections.h"
#include "app/services/purge/purge_service.h"
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
#include <chrono>
#include <initializer_list>
#include <map>
#include <optional>
#include <string>
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

/// The rules of the fake server, as the commands have made them: the seconds of each TTL index, by
/// the names of its collection and of itself. A collection's own rule has no name.
using Rules = std::map<std::pair<std::string, std::string>, std::int64_t>;

/// Classes of dialogs; none for a command that deletes nothing.
using Dialogs = QStringList;

Dialogs kinds(std::initializer_list<const char*> classes)
{
    Dialogs names;
    for (const char* each : classes) {
        names += QString::fromLatin1(each);
    }
    return names;
}

QString kindOf(const QWidget& widget)
{
    return QString::fromLatin1(widget.metaObject()->className()).section(QStringLiteral("::"), -1);
}

std::optional<std::int64_t> secondsIn(bson::DocumentView definition)
{
    const bson::ValueView seconds = definition["expireAfterSeconds"];
    return seconds.isNumber() ? std::optional(seconds.toInt64()) : std::nullopt;
}

/// Whether the menu's "Load sample data" makes this index: in a database of its own, without a
/// question.
bool isSample(const std::string& collection, bson::DocumentView index)
{
    return std::ranges::any_of(
        services::sampleCollections(), [&](const services::SampleCollection& sample) {
            return sample.name == collection
                && sample.index["name"].asString() == index["name"].asString()
                && secondsIn(sample.index.view()) == secondsIn(index);
        });
}

Dialogs beforeCreation(const std::string& collection, const bson::Document& command, Rules& rules)
{
    bool expires = false;
    for (const bson::Element& each : command["indexes"].asDocument()) {
        const bson::DocumentView index = each.value.asDocument();
        if (const auto seconds = secondsIn(index)) {
            rules[{collection, std::string(index["name"].asString())}] = *seconds;
            expires = expires || !isSample(collection, index);
        }
    }
    return expires ? kinds({"CreateIndexDialog", "UndoDialog"}) : Dialogs();
}

/// A shorter period, or one where there was none, makes documents overdue.
Dialogs beforeChange(const std::string& collection, const bson::Document& command, Rules& rules)
{
    const bool own = !command.contains("index");
    const bson::DocumentView change = own ? command.view() : command["index"].asDocument();
    const auto seconds = secondsIn(change);
    const std::pair key(collection, own ? std::string() : std::string(change["name"].asString()));
    if (!seconds) {
        if (own) {
            rules.erase(key);
        }
        return {};
    }
    const auto before = rules.find(key);
    const bool shorter = before == rules.end() || *seconds < before->second;
    rules[key] = *seconds;
    return shorter ? kinds({"ChangeIndexDialog", "BatchChangeDialog", "UndoDialog"}) : Dialogs();
}

/// A purge deletes what is still expired among some _ids.
Dialogs beforeRemoval(const bson::Document& command)
{
    for (const bson::Element& each : command["deletes"].asDocument()) {
        const bson::DocumentView statement = each.value.asDocument();
        if (statement["q"].asDocument().contains("$and") && statement["limit"].toInt64() == 0) {
            return kinds({"PurgeDialog"});
        }
    }
    return kinds({"DocumentConfirmation"});
}

/// A replacement, or a date that is due by every rule of the collection.
Dialogs beforeUpdate(const std::string& collection, const bson::Document& command,
                     const Rules& rules, base::Time now)
{
    std::optional<std::int64_t> longest;
    for (const auto& [key, seconds] : rules) {
        if (key.first == collection) {
            longest = std::max(longest.value_or(0), seconds);
        }
    }
    for (const bson::Element& each : command["updates"].asDocument()) {
        const bson::DocumentView update = each.value.asDocument()["u"].asDocument();
        if (!update.contains("$set") && !update.contains("$unset")) {
            return kinds({"DocumentEditor"});
        }
        for (const bson::Element& set : update["$set"].asDocument()) {
            if (longest && set.value.type() == bson::Type::Date
                && set.value.asDate().time() + std::chrono::seconds(*longest) <= now) {
                return kinds({"DocumentConfirmation", "UndoDialog"});
            }
        }
    }
    return {};
}

/// The dialogs of which one must have been there before a command. Takes the rules that the command
/// sets into `rules`.
Dialogs dialogsBefore(const bson::Document& command, Rules& rules, base::Time now)
{
    const std::string name((*command.view().begin()).key);
    const std::string collection(command[name].asString());
    if (name == "createIndexes") {
        return beforeCreation(collection, command, rules);
    }
    if (name == "collMod") {
        return beforeChange(collection, command, rules);
    }
    if (name == "dropIndexes") {
        rules.erase({collection, std::string(command["index"].asString())});
        return kinds({"ChangeIndexDialog", "UndoDialog", "CreateIndexDialog"});
    }
    if (name == "delete") {
        return beforeRemoval(command);
    }
    return name == "update" ? beforeUpdate(collection, command, rules, now) : Dialogs();
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
    bool wasThere(const Dialogs& dialogs, int event) const;
    /// Words about a destructive command since the last call that no dialog of its kind has asked
    /// for; empty when there is none.
    QByteArray commandWithoutDialog(const WindowFixture& fixture, int event);
    /// Forgets the commands and the dialogs of the server before.
    void beginAnew();
    /// Closes the window in the middle of a reading, and opens the next one.
    void closeWhileLoading(WindowFixture& fixture);

    QPointer<services::ConnectionService> m_connection; // null: there is no server in the window
    int m_events = 0;
    int m_links = 0;
    int m_destructive = 0; // commands
    std::size_t m_seen = 0; // commands that were looked at
    int m_switches = 0; // calls that pause or resume expiry, of those that were looked at
    Rules m_rules; // of the server, after these
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
    const QByteArray unasked = commandWithoutDialog(fixture, event);
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
    const Dialogs purge = kinds({"PurgeDialog"});
    if (fixture.set.purges.isActive() && wasThere(purge, event)) {
        m_dialogs[purge.front()] = event;
    }
}

bool TestMonkey::wasThere(const Dialogs& dialogs, int event) const
{
    return std::ranges::any_of(dialogs, [&](const QString& kind) {
        const auto noted = m_dialogs.find(kind);
        return noted != m_dialogs.end() && event - noted->second < kEventsUntilCommand;
    });
}

QByteArray TestMonkey::commandWithoutDialog(const WindowFixture& fixture, int event)
{
    const std::vector<bson::Document> commands = fixture.server->commands();
    for (; m_seen < commands.size(); ++m_seen) {
        const Dialogs dialogs = dialogsBefore(commands[m_seen], m_rules, fixture.clock.now());
        if (dialogs.isEmpty()) {
            continue;
        }
        ++m_destructive;
        if (!wasThere(dialogs, event)) {
            return QByteArray::fromStdString(bson::toJson(commands[m_seen].view())) + " at event "
                + QByteArray::number(event) + " without "
                + dialogs.join(QStringLiteral(" or ")).toUtf8();
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
    QVERIFY(commandWithoutDialog(fixture, 0).contains("collMod"));
    // a dialog of another kind, one of its kind, and one that was there too long ago
    const std::vector<std::pair<QString, int>> dialogs{
        {QStringLiteral("PurgeDialog"), 0},
        {QStringLiteral("ChangeIndexDialog"), 0},
        {QStringLiteral("ChangeIndexDialog"), -kEventsUntilCommand}};
    const std::vector<bool> noticed{true, false, true};
    for (std::size_t at = 0; at < dialogs.size(); ++at) {
        beginAnew();
        m_dialogs.insert(dialogs[at]);
        QCOMPARE(!commandWithoutDialog(fixture, 0).isEmpty(), noticed[at]);
    }
    m_destructive = 0;
}

// Without this, a run in which no dialog was ever confirmed would show nothing. A short run may be
// too short for it.
void TestMonkey::theMonkeyHasConfirmedDialogs()
{
    if (isLongRun() && m_events > 0) {
        QVERIFY2(m_destructive > 0, "no destructive command in all runs");
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
