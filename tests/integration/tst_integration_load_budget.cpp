// SPDX-License-Identifier: GPL-3.0-or-later
// What the window asks of a remote server: which commands, in which order, how many, and what each
// of them bears. Counts the messages that pass a proxy; no time is asserted.
#include "app/mongo/mongo_driver.h"
#include "app/presenters/forecast/forecast_presenter.h"
#include "tests/support/answer_of.h"
#include "tests/support/engine_client.h"
#include "tests/support/fault_proxy.h"
#include "tests/support/real_services.h"
#include "tests/support/test_program.h"

#include <QObject>
#include <QSignalSpy>
#include <QTest>

#include <algorithm>
#include <cmath>
#include <set>

namespace tst_integration_load_budget {

using namespace sandglass;
using namespace std::chrono_literals;
using tests::FaultProxy;
using tests::json;

namespace {

constexpr int kCollections = 60; // more than one reading at rest covers, and more than are counted
constexpr int kMostPerMinute = 60;
// The driver watches each server by itself, with two handshakes every ten seconds, and the window
// asks every three seconds whether it is still the same one.
constexpr int kHandshakesPerMinute = 12 + 20;
constexpr int kPatience = 60'000;

const protocol::Namespace kFirst{"load", "c00"};

protocol::Namespace collection(int number)
{
    return {"load", QStringLiteral("c%1").arg(number, 2, 10, QLatin1Char('0')).toStdString()};
}

bson::Document parsed(const QByteArray& bytes)
{
    const auto* begin = reinterpret_cast<const std::uint8_t*>(bytes.constData());
    return tests::need(bson::Document::fromBytes({begin, static_cast<std::size_t>(bytes.size())}));
}

std::string nameOf(const bson::Document& command)
{
    return std::string((*command.view().begin()).key);
}

// What the driver sends on its own: it knows neither comments nor time limits there. A getMore has
// a comment, but may have no time limit.
bool isOfDriver(const bson::Document& command)
{
    static const std::set<std::string> kOwn{"hello",   "isMaster",    "ismaster",  "endSessions",
                                            "getMore", "killCursors", "saslStart", "saslContinue"};
    return kOwn.contains(nameOf(command));
}

} // namespace

class TestLoadBudget : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void init();
    void cleanup();
    void collectionsAreListedFirstAndNothingIsMeasured();
    void sizesAreReadForWhatIsOnScreen();
    void atRestAMinuteHasAtMostSixtyCommands();
    void aChangeOfAnotherClientIsNoticed();
    void ofALargeServerOnlyTheCollectionsInViewAreCounted();
    void everyCommandNamesSandglassAndHasATimeLimit();
    void aServerThatRefusesCommentsGetsNoMore();
    void anIndexBuildHasNoTimeLimit();
    void samplesAskASecondaryAndCountsOfTheOverdueThePrimary();

private:
    services::ServiceSet& set() const { return m_services->set; }
    std::vector<bson::Document> sent() const;
    int count(const std::string& name) const;
    int countWith(const QByteArray& word) const;
    void waitUntilRead() const;

    mongo::MongoDriver m_driver;
    tests::EngineProcess m_engine;
    std::unique_ptr<tests::EngineClient> m_client; // straight to m_engine
    std::unique_ptr<FaultProxy> m_proxy;
    std::unique_ptr<tests::RealServices> m_services;
};

void TestLoadBudget::initTestCase()
{
    // a member of a set, so that the driver sends read preferences
    m_engine.addArguments({QStringLiteral("--replSet"), QStringLiteral("rs0")});
    QVERIFY(m_engine.start());
    m_client = std::make_unique<tests::EngineClient>(m_engine);
    const bson::Document index
        = json(R"({"key": {"at": 1}, "name": "at_1", "expireAfterSeconds": 3600})");
    for (int i = 0; i < kCollections; ++i) {
        m_client->run("load",
                      bson::Builder()
                          .append("createIndexes", collection(i).collection)
                          .appendArray("indexes", bson::makeArray(index))
                          .take());
    }
}

void TestLoadBudget::init()
{
    m_proxy = std::make_unique<FaultProxy>(m_engine.port());
    m_services = std::make_unique<tests::RealServices>(
        m_proxy->uri().toStdString() + "?directConnection=true", nullptr, false);
    QVERIFY(m_services->isOpen());
    // from now on the test decides when to read
    set().catalog.setPolling(0ms, 0ms);
    set().monitor.setPolling(24h, 24h);
}

void TestLoadBudget::cleanup()
{
    m_services.reset();
    m_proxy.reset();
}

std::vector<bson::Document> TestLoadBudget::sent() const
{
    std::vector<bson::Document> commands;
    for (const QByteArray& message : m_proxy->messages()) {
        commands.push_back(parsed(message));
    }
    return commands;
}

int TestLoadBudget::count(const std::string& name) const
{
    const std::vector<bson::Document> commands = sent();
    return static_cast<int>(
        std::ranges::count(commands, name, [](const auto& each) { return nameOf(each); }));
}

int TestLoadBudget::countWith(const QByteArray& word) const
{
    return static_cast<int>(std::ranges::count_if(
        m_proxy->messages(), [&](const QByteArray& message) { return message.contains(word); }));
}

void TestLoadBudget::waitUntilRead() const
{
    QTRY_VERIFY_WITH_TIMEOUT(!set().catalog.isLoading(), kPatience);
}

void TestLoadBudget::collectionsAreListedFirstAndNothingIsMeasured()
{
    std::vector<std::string> names;
    for (const bson::Document& command : sent()) {
        const std::string name = nameOf(command);
        if (name == "listDatabases" || name == "listCollections" || name == "listIndexes") {
            names.push_back(name);
        }
    }
    // databases, then their collections, then the indexes of each
    QVERIFY(std::ranges::is_sorted(names, {}, [](const std::string& name) {
        return name == "listDatabases" ? 0 : name == "listCollections" ? 1 : 2;
    }));
    QCOMPARE(std::ranges::count(names, "listDatabases"), 1);
    QVERIFY(std::ranges::count(names, "listIndexes") >= kCollections);
    QCOMPARE(countWith("$collStats"), 0);
    QCOMPARE(countWith("$indexStats"), 0);
    QCOMPARE(count("collStats"), 0);
    QVERIFY(!set().catalog.catalog().find(kFirst)->detailed);
}

void TestLoadBudget::sizesAreReadForWhatIsOnScreen()
{
    m_proxy->forgetTraffic();
    set().catalog.watch(kFirst);
    QTRY_VERIFY_WITH_TIMEOUT(set().catalog.catalog().find(kFirst)->detailed, kPatience);
    QVERIFY(set().catalog.catalog().find(ttl::IndexRef{kFirst, "at_1"})->bytes);
    QCOMPARE(countWith("$collStats"), 1);
    QCOMPARE(countWith("$indexStats"), 1);
    // a list of names does not take away what is known
    set().catalog.unwatch(kFirst);
    for (int reading = 0; reading < 5; ++reading) {
        set().catalog.poll();
        waitUntilRead();
    }
    QCOMPARE(countWith("$collStats"), 1);
    QVERIFY(set().catalog.catalog().find(ttl::IndexRef{kFirst, "at_1"})->bytes);
}

void TestLoadBudget::atRestAMinuteHasAtMostSixtyCommands()
{
    presenters::ForecastPresenter page(set(), kFirst);
    page.setVisible(true);
    set().catalog.watch(kFirst);
    QTRY_COMPARE_WITH_TIMEOUT(page.state().phase, presenters::Phase::Ready, kPatience);
    QTRY_VERIFY_WITH_TIMEOUT(set().catalog.catalog().find(kFirst)->detailed, kPatience);

    // the catalogue once a minute
    m_proxy->forgetTraffic();
    set().catalog.poll();
    QVERIFY(set().catalog.isLoading());
    waitUntilRead();
    QTRY_COMPARE_WITH_TIMEOUT(countWith("$indexStats"), 1, kPatience);
    const auto own = [this] {
        const std::vector<bson::Document> commands = sent();
        return static_cast<int>(std::ranges::count_if(commands, [](const auto& command) {
            return nameOf(command) != "hello" && nameOf(command) != "isMaster";
        }));
    };
    const int catalogue = own();
    QVERIFY2(catalogue <= services::CatalogService::kCommandsPerReading,
             qPrintable(QString::number(catalogue)));

    // the counters of the monitor every twenty seconds
    m_proxy->forgetTraffic();
    QSignalSpy read(&set().monitor, &services::MonitorService::changed);
    set().monitor.poll();
    QTRY_VERIFY_WITH_TIMEOUT(!read.isEmpty(), kPatience);
    const int monitor = own() * 3;

    // the forecast of one collection
    m_proxy->forgetTraffic();
    const std::uint64_t before = page.state().answerNumber;
    page.refresh();
    QTRY_VERIFY_WITH_TIMEOUT(page.state().answerNumber > before, kPatience);
    QVERIFY(page.nextPause());
    const double perMinute = 60'000.0 / static_cast<double>(page.nextPause()->count());
    const int forecast = static_cast<int>(std::ceil(own() * perMinute));

    const int all = catalogue + monitor + forecast + kHandshakesPerMinute;
    qInfo("commands a minute at rest: catalogue %d, monitor %d, forecast %d, driver %d", catalogue,
          monitor, forecast, kHandshakesPerMinute);
    QVERIFY2(all <= kMostPerMinute, qPrintable(QString::number(all)));
}

void TestLoadBudget::aChangeOfAnotherClientIsNoticed()
{
    const protocol::Namespace last = collection(kCollections - 1);
    m_client->run("load", json(R"({"collMod": "c59",
        "index": {"name": "at_1", "expireAfterSeconds": 7200}})"));
    m_client->run("load", json(R"({"create": "later"})"));
    // a new collection when its database is read again, which is two of the server's four each
    // time; a changed index when its turn has come
    const protocol::Namespace later{"load", "later"};
    for (int reading = 0; !set().catalog.catalog().find(later) && reading < 2; ++reading) {
        set().catalog.poll();
        waitUntilRead();
    }
    QVERIFY(set().catalog.catalog().find(later));
    const auto seconds = [&] {
        return set().catalog.catalog().find({last, "at_1"})->expireAfterSeconds;
    };
    for (int reading = 0; seconds() != 7'200 && reading < kCollections; ++reading) {
        set().catalog.poll();
        waitUntilRead();
    }
    QCOMPARE(seconds(), std::optional<std::int64_t>(7'200));
    m_client->run("load", json(R"({"drop": "later"})"));
    m_client->run("load", json(R"({"collMod": "c59",
        "index": {"name": "at_1", "expireAfterSeconds": 3600}})"));
}

void TestLoadBudget::ofALargeServerOnlyTheCollectionsInViewAreCounted()
{
    presenters::ForecastPresenter page(set(), {});
    page.setSeen({collection(7), collection(3)});
    page.setVisible(true);
    QTRY_COMPARE_WITH_TIMEOUT(page.state().phase, presenters::Phase::Ready, kPatience);
    QVERIFY(page.answer().partial);
    QCOMPARE(page.answer().rules.size(), std::size_t{2});
    // what comes into view is counted, what was in view before is not counted again at once
    page.setSeen({collection(8)});
    QTRY_VERIFY_WITH_TIMEOUT(page.answer().rules.size() == 1
                                 && page.answer().rules[0].rule.index.ns == collection(8),
                             kPatience);
    page.coverAll(true);
    QTRY_COMPARE_WITH_TIMEOUT(page.answer().rules.size(), std::size_t{kCollections}, kPatience);
    QVERIFY(!page.answer().partial);
}

void TestLoadBudget::everyCommandNamesSandglassAndHasATimeLimit()
{
    set().catalog.watch(kFirst);
    QTRY_VERIFY_WITH_TIMEOUT(set().catalog.catalog().find(kFirst)->detailed, kPatience);
    ttl::IndexChange change{{kFirst, "at_1"}, 90, {}};
    set().connections.unlock();
    QVERIFY(tests::outcomeOf(
        set().indexes.change(change, *set().catalog.catalog().find({kFirst, "at_1"})), kPatience));
    std::set<std::string> names;
    for (const bson::Document& command : sent()) {
        if (isOfDriver(command)) {
            continue;
        }
        names.insert(nameOf(command));
        QCOMPARE(command["comment"].asString(), std::string_view("Sandglass"));
        QVERIFY2(command["maxTimeMS"].toInt64() > 0, nameOf(command).c_str());
    }
    for (const char* name : {"aggregate", "collMod", "getParameter", "listCollections",
                             "listDatabases", "listIndexes", "serverStatus"}) {
        QVERIFY2(names.contains(name), name);
    }
}

void TestLoadBudget::aServerThatRefusesCommentsGetsNoMore()
{
    FaultProxy strict(m_engine.port());
    strict.refuseField("comment");
    const tests::RealServices window(strict.uri().toStdString() + "?directConnection=true", nullptr,
                                     false);
    QVERIFY(window.isOpen());
    QVERIFY(window.set.catalog.catalog().find({kFirst, "at_1"}));
    const auto withComment = [&] {
        return std::ranges::count_if(strict.messages(), [](const QByteArray& message) {
            return parsed(message).contains("comment");
        });
    };
    QVERIFY(withComment() > 0);
    strict.forgetTraffic();
    window.set.catalog.refresh();
    QTRY_VERIFY_WITH_TIMEOUT(!window.set.catalog.isLoading(), kPatience);
    QVERIFY(strict.commands() > kCollections);
    QCOMPARE(withComment(), 0);
}

void TestLoadBudget::anIndexBuildHasNoTimeLimit()
{
    ttl::TtlIndexSpec spec;
    spec.ns = kFirst;
    spec.name = "made_1";
    spec.key = bson::makeDocument("made", 1);
    spec.expireAfterSeconds = 86'400;
    set().connections.unlock();
    m_proxy->forgetTraffic();
    const auto made = tests::answerOf(set().indexes.create(spec));
    QVERIFY2(made, made ? "" : made.error().message.c_str());
    const std::vector<bson::Document> commands = sent();
    const auto build = std::ranges::find(commands, "createIndexes", nameOf);
    QVERIFY(build != commands.end());
    QVERIFY(!build->contains("maxTimeMS"));
    QCOMPARE((*build)["comment"].asString(), std::string_view("Sandglass"));
    m_client->run("load", json(R"({"dropIndexes": "c00", "index": "made_1"})"));
}

void TestLoadBudget::samplesAskASecondaryAndCountsOfTheOverdueThePrimary()
{
    constexpr int kDocuments = 2'000;
    const base::Time now = set().connections.serverNow();
    std::vector<bson::Document> documents;
    for (int i = 0; i < kDocuments; ++i) {
        // none expires before the test has ended
        documents.push_back(
            bson::makeDocument("_id", i, "at", bson::Date::from(now + std::chrono::seconds(i))));
    }
    m_client->insert(kFirst, documents);
    const auto preferences = [this](bool samples) {
        std::set<std::string> modes;
        for (const bson::Document& command : sent()) {
            const bson::DocumentView stages = command["pipeline"].asDocument();
            if (nameOf(command) == "aggregate" && !stages.empty()
                && (*stages.begin()).value.asDocument().contains("$sample") == samples) {
                modes.emplace(command["$readPreference"].asDocument()["mode"].asString());
            }
        }
        return modes;
    };
    const std::set<std::string> secondary{"secondaryPreferred"};
    // to a single server, this is also how the driver says "the primary"
    const std::set<std::string> primary{"primaryPreferred"};
    const ttl::Rule rule = set().forecasts.rules(kFirst).at(0);
    m_proxy->forgetTraffic();
    QVERIFY(tests::outcomeOf(set().forecasts.histogram(rule, {now, now + 1h}, {}, kDocuments / 2),
                             kPatience));
    QCOMPARE(preferences(true), secondary);
    QCOMPARE(preferences(false), primary);

    m_proxy->forgetTraffic();
    const auto impact = tests::outcomeOf(
        set().connections.run([request = ttl::impactRequest(rule, now, 1)](
                                  ttl::TtlServer& server, const ttl::CallLimits& limits) {
            return server.impact(request, limits);
        }),
        kPatience);
    QVERIFY(impact);
    QCOMPARE(preferences(false), primary);
    m_client->run("load", json(R"({"delete": "c00", "deletes": [{"q": {}, "limit": 0}]})"));
}

SANDGLASS_TEST(TestLoadBudget)
} // namespace tst_integration_load_budget

#include "tst_integration_load_budget.moc"
