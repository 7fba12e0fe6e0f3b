// SPDX-License-Identifier: GPL-3.0-or-later
// One truth: what the window says of a document at a moment is what the engine does at that moment.
// Random documents under random rules; countdowns, forecasts, effects, the doctor and the what-if
// are asked through the services of the window at a time T, then the engine makes one pass at T.
// SANDGLASS_TEST_SEED=<n> runs that seed alone, SANDGLASS_TEST_ROUNDS=<n> as many fresh ones.
#include "app/mongo/mongo_driver.h"
#include "tests/support/embedded_engine.h"
#include "tests/support/index_commands.h"
#include "tests/support/test_program.h"
#include "tests/support/truth_checks.h"

#include <QObject>
#include <QTest>

#include <array>

namespace tst_integration_one_truth {

using namespace sandglass;
using namespace sandglass::tests;
using namespace std::chrono_literals;
using std::chrono::sys_days;
using std::chrono::year;

namespace {

constexpr unsigned kSeeds[]{1, 20'261'121, 314'159'265, 4'000'000};
constexpr int kCollections = 6;
constexpr int kClustered = 2; // of them
constexpr int kCollated = 2; // others of them, with a filter on strings
constexpr const char* kDefaultCollation = R"({"locale": "en", "strength": 2})"; // of one
constexpr std::size_t kDocuments = 95; // in a collection, at each moment
constexpr std::size_t kMostRules = 5;
constexpr std::size_t kExamined = 2; // documents of a collection that the doctor looks at each time

const base::Time kStart(sys_days(year(1960) / 1 / 1));
// Before 1970, one millisecond after a thousand million seconds, beyond 32 bits, far away.
const std::array<base::Time, 4> kMoments{
    base::Time(sys_days(year(1965) / 6 / 1)),
    base::Time(sys_days(year(2001) / 9 / 9)) + 1h + 46min + 40s + 1ms,
    base::Time(sys_days(year(2038) / 1 / 19)) + 3h + 14min + 8s,
    base::Time(sys_days(year(2099) / 12 / 31)) + 23h,
};

} // namespace

class TestOneTruth : public QObject
{
    Q_OBJECT

private slots:
    void everyPredictionComesTrue_data();
    void everyPredictionComesTrue();
    void cleanupTestCase();

private:
    void build(unsigned seed);
    void addOldRule(TruthSample& sample);
    std::vector<bson::Date> tellingDates(const TruthSample& sample) const;
    void createIndex(const protocol::Namespace& ns, const bson::Document& index) const;
    void refill(TruthSample& sample);
    void readCatalogue();
    void ask(TruthSample& sample, base::Time now);
    void changeRules(TruthSample& sample, TruthChecks& checks);
    void changeOwnRule(TruthSample& sample, TruthChecks& checks, base::Time now);
    static void appendAnyId(TruthSample& sample, int number, bson::Builder& builder);
    static bson::Document nextDocument(TruthSample& sample);
    void compareWithPass(TruthSample& sample);

    mongo::MongoDriver m_driver;
    std::unique_ptr<EmbeddedEngine> m_engine;
    std::unique_ptr<RealServices> m_services;
    std::vector<TruthSample> m_samples;
    std::int64_t m_documents = 0;
    std::int64_t m_gone = 0;
    std::int64_t m_comparisons = 0;
    int m_rounds = 0;
};

void TestOneTruth::everyPredictionComesTrue_data()
{
    QTest::addColumn<unsigned>("seed");
    std::vector<unsigned> seeds(std::begin(kSeeds), std::end(kSeeds));
    if (qEnvironmentVariableIsSet("SANDGLASS_TEST_SEED")) {
        seeds = {testSeed()};
    }
    const int rounds = qEnvironmentVariableIntValue("SANDGLASS_TEST_ROUNDS");
    if (rounds > 0) {
        seeds.clear();
    }
    for (int i = 0; i < rounds; ++i) {
        seeds.push_back(std::random_device()() >> 1U);
    }
    for (const unsigned seed : seeds) {
        QTest::addRow("SANDGLASS_TEST_SEED=%u", seed) << seed;
    }
}

void TestOneTruth::everyPredictionComesTrue()
{
    QFETCH(unsigned, seed);
    build(seed);
    QVERIFY(m_services && m_services->isOpen());
    ++m_rounds;
    for (const base::Time now : kMoments) {
        m_engine->clock.set(now);
        readCatalogue();
        for (TruthSample& sample : m_samples) {
            refill(sample);
            ask(sample, now);
            if (QTest::currentTestFailed()) {
                return;
            }
        }
        QVERIFY(m_engine->passNow());
        for (TruthSample& sample : m_samples) {
            compareWithPass(sample);
            if (QTest::currentTestFailed()) {
                return;
            }
        }
    }
}

void TestOneTruth::cleanupTestCase()
{
    m_services.reset();
    qInfo("%d rounds, %lld documents, of which %lld went; %lld comparisons", m_rounds,
          static_cast<long long>(m_documents), static_cast<long long>(m_gone),
          static_cast<long long>(m_comparisons));
}

void TestOneTruth::build(unsigned seed)
{
    m_services.reset();
    m_samples.clear();
    m_engine = std::make_unique<EmbeddedEngine>(kStart);
    for (int i = 0; i < kCollections; ++i) {
        const unsigned own = seed * 31U + static_cast<unsigned>(i);
        m_samples.push_back({{"truth", "c" + std::to_string(i)}, RandomRules(own)});
        TruthSample& sample = m_samples.back();
        for (int rules = 1 + sample.random.upTo(3); rules > 0; --rules) {
            sample.rules.push_back(sample.random.next());
        }
        // the first collection has no default collation, the second has one
        if (i < kCollated) {
            sample.rules.push_back(sample.random.nextCollated(i == 1 ? kDefaultCollation : ""));
        }
        sample.source = std::make_unique<RandomDocuments>(own, tellingDates(sample));
        sample.clustered = i >= kCollections - kClustered;
    }
    addOldRule(m_samples.front());
    m_engine->start();
    m_engine->client->run("truth",
                          bson::makeDocument("create", "c1", "collation", json(kDefaultCollation)));
    for (const TruthSample& sample : m_samples) {
        if (sample.clustered) {
            m_engine->client->run(
                sample.ns.database,
                bson::makeDocument("create", sample.ns.collection, "clusteredIndex",
                                   json(R"({"key": {"_id": 1}, "unique": true})")));
        }
        for (const RandomRule& rule : sample.rules) {
            if (rule.name != "old") {
                createIndex(sample.ns, rule.index);
            }
        }
        // these delete nothing
        createIndex(sample.ns, json(R"({"key": {"t": 1, "z": 1}, "name": "compound"})"));
        createIndex(sample.ns, json(R"({"key": {"z": 1}, "name": "plain"})"));
    }
    m_services = std::make_unique<RealServices>(m_engine->uri(), &m_engine->clock);
}

// Dates at the very bounds of the rules, and of rules with other periods.
std::vector<bson::Date> TestOneTruth::tellingDates(const TruthSample& sample) const
{
    std::vector<bson::Date> dates;
    for (const base::Time now : kMoments) {
        for (const RandomRule& rule : sample.rules) {
            dates.push_back(ttl::cutoff(rule.rule, now));
        }
        for (const std::int64_t seconds : {0, 60, 3'600, 2'592'000}) {
            dates.push_back(bson::Date::from(now - std::chrono::seconds(seconds)));
        }
        dates.push_back(bson::Date::from(now + 5min));
    }
    return dates;
}

// A rule with NaN, as only files from before the commands refused it may hold.
void TestOneTruth::addOldRule(TruthSample& sample)
{
    engine::catalog::IndexDefinition index;
    index.name = "old";
    index.key = bson::makeDocument("u", -1);
    index.expireAfterSeconds = bson::Value::of(std::numeric_limits<double>::quiet_NaN());
    m_engine->addOldIndex(sample.ns, index);
    sample.rules.push_back(
        {index.name, index.listEntry(), {"u", 2'147'483'647, false, {}}, knownFilters().front()});
}

void TestOneTruth::createIndex(const protocol::Namespace& ns, const bson::Document& index) const
{
    m_engine->client->run(ns.database,
                          bson::Builder()
                              .append("createIndexes", ns.collection)
                              .appendArray("indexes", bson::makeArray(index))
                              .take());
}

// Mostly a date that no document had: about the bounds of own rules, and before 1970.
void TestOneTruth::appendAnyId(TruthSample& sample, int number, bson::Builder& builder)
{
    const int choice = sample.random.upTo(9);
    if (choice == 0) {
        builder.append("_id", "2001-01-01 " + std::to_string(number));
    }
    if (choice == 1) {
        builder.append("_id", number);
    }
    if (choice > 1) {
        const auto moment = static_cast<std::size_t>(sample.random.upTo(3));
        const base::Time bound = kMoments[moment] - std::chrono::seconds(sample.random.seconds());
        std::int64_t millis = choice == 2
            ? sample.random.upTo(2) - 1
            : bson::Date::from(bound).millis + sample.random.upTo(2) - 1;
        while (!sample.idDates.insert(millis).second) {
            ++millis;
        }
        builder.append("_id", bson::Date{millis});
    }
}

bson::Document TestOneTruth::nextDocument(TruthSample& sample)
{
    bson::Builder builder;
    const bson::Document document = sample.source->next();
    const int number = idOf(document);
    for (const bson::Element& field : document.view()) {
        if (!sample.clustered || field.key != "_id") {
            builder.append(field.key, field.value);
        }
    }
    // each date once, for the unique indexes
    const int choice = sample.random.upTo(7);
    if (choice < 4) {
        builder.append("u",
                       bson::Date::from(kMoments[static_cast<std::size_t>(choice)]
                                        + base::Millis(number - 50)));
    } else if (choice == 4) {
        builder.append("u", bson::Date{-9'000'000'000'000 + number});
    }
    if (sample.random.upTo(5) > 0) {
        builder.append("s", kTexts[sample.random.upTo(static_cast<int>(std::size(kTexts)) - 1)]);
    }
    if (!sample.clustered) {
        return builder.take();
    }
    bson::Builder whole;
    appendAnyId(sample, number, whole);
    return whole.append("n", number).appendAll(builder.take()).take();
}

void TestOneTruth::refill(TruthSample& sample)
{
    std::vector<bson::Document> fresh;
    while (sample.documents.size() + fresh.size() < kDocuments) {
        fresh.push_back(nextDocument(sample));
    }
    m_documents += std::ssize(fresh);
    if (!fresh.empty()) {
        m_engine->client->insert(sample.ns, fresh);
    }
    sample.documents.insert(sample.documents.end(), fresh.begin(), fresh.end());
}

void TestOneTruth::readCatalogue()
{
    services::CatalogService& catalog = m_services->set.catalog;
    catalog.refresh();
    QVERIFY(QTest::qWaitFor([&] { return !catalog.isLoading(); }, 60'000));
}

void TestOneTruth::ask(TruthSample& sample, base::Time now)
{
    QCOMPARE(m_services->set.connections.serverNow(), now);
    TruthChecks checks(*m_services, *m_engine->client, now);
    const auto examine = [&] {
        for (std::size_t i = 0; i < kExamined; ++i) {
            const auto any = static_cast<std::size_t>(
                sample.random.upTo(static_cast<int>(sample.documents.size()) - 1));
            checks.doctorOnDocument(sample, sample.documents[any]);
        }
    };
    const std::function<void()> steps[]{
        [&] { checks.documents(sample); },    [&] { checks.forecasts(sample); },
        [&] { checks.aggregation(sample); },  [&] { checks.whatIf(sample); },
        [&] { checks.doctorCounts(sample); }, examine,
        [&] { changeRules(sample, checks); }, [&] { changeOwnRule(sample, checks, now); },
    };
    for (const auto& step : steps) {
        step();
        if (QTest::currentTestFailed()) {
            return;
        }
    }
    m_comparisons += checks.comparisons();
}

// One rule more, or another period for one: what the effect says of it has to come true as well.
void TestOneTruth::changeRules(TruthSample& sample, TruthChecks& checks)
{
    const auto any
        = static_cast<std::size_t>(sample.random.upTo(static_cast<int>(sample.rules.size()) - 1));
    RandomRule& chosen = sample.rules[any];
    if (chosen.name.empty()) {
        return;
    }
    if (sample.rules.size() < kMostRules && sample.random.upTo(1) == 0) {
        RandomRule added = sample.random.next();
        while (!added.rule.valid) {
            added = sample.random.next();
        }
        checks.effect(sample, added, nullptr);
        createIndex(sample.ns, added.index);
        sample.rules.push_back(std::move(added));
    } else if (chosen.rule.valid) {
        RandomRule changed = chosen;
        changed.rule.expireAfterSeconds = sample.random.seconds();
        checks.effect(sample, changed, &chosen);
        const ttl::IndexChange change{
            {sample.ns, chosen.name}, changed.rule.expireAfterSeconds, {}};
        need(tests::changeIndex(m_engine->client->server(), change));
        chosen = std::move(changed);
    }
}

// Before 1970 a server takes no own rule. It is switched on, gets another period or is switched
// off.
void TestOneTruth::changeOwnRule(TruthSample& sample, TruthChecks& checks, base::Time now)
{
    if (!sample.clustered || now < base::Time() || sample.random.upTo(2) == 0) {
        return;
    }
    RandomRule* present = sample.ownRule();
    ttl::IndexChange change{{sample.ns, {}}, {}, {}};
    if (present && sample.random.upTo(2) == 0) {
        change.switchedOff = true;
        sample.toGo.erase(std::string());
        std::erase_if(sample.rules, [](const RandomRule& rule) { return rule.name.empty(); });
    } else {
        const RandomRule made = sample.random.ownRule(now);
        checks.effect(sample, made, present);
        change.expireAfterSeconds = made.rule.expireAfterSeconds;
        if (present) {
            *present = made;
        } else {
            sample.rules.push_back(made);
        }
    }
    need(tests::changeIndex(m_engine->client->server(), change));
}

void TestOneTruth::compareWithPass(TruthSample& sample)
{
    std::vector<bson::Document> left = m_engine->client->documents(sample.ns);
    std::set<int> stayed;
    for (const bson::Document& document : left) {
        stayed.insert(idOf(document));
    }
    const std::set<int> toGo = sample.allToGo();
    for (const bson::Document& document : sample.documents) {
        const int id = idOf(document);
        ++m_comparisons;
        QVERIFY2(stayed.contains(id) != toGo.contains(id),
                 qPrintable(
                     QStringLiteral("%1: %2 was said to %3")
                         .arg(QString::fromStdString(sample.ns.text()),
                              QString::fromStdString(bson::toJson(document)),
                              toGo.contains(id) ? QStringLiteral("go") : QStringLiteral("stay"))));
    }
    QCOMPARE(left.size() + toGo.size(), sample.documents.size());
    QVERIFY(m_engine->client->isSound(sample.ns));
    m_gone += std::ssize(toGo);
    sample.documents = std::move(left);
}

SANDGLASS_TEST(TestOneTruth)
} // namespace tst_integration_one_truth

#include "tst_integration_one_truth.moc"
