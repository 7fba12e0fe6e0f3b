// SPDX-License-Identifier: GPL-3.0-or-later
// Every change of an index and its undo on the real engine: the listing of indexes before the
// change and after its undo must be the same, option by option.
#include "app/bson/json.h"
#include "app/mongo/mongo_driver.h"
#include "tests/support/engine_client.h"
#include "tests/support/real_services.h"
#include "tests/support/service_fixture.h"
#include "tests/support/test_program.h"

#include <QObject>
#include <QTest>

#include <algorithm>
#include <functional>

namespace tst_integration_undo {

using namespace sandglass;
using namespace std::chrono_literals;
using services::UndoPlan;
using services::UndoWay;
using tests::json;
using tests::need;
using tests::waitFor;

namespace {

const protocol::Namespace kTickets{"shop", "tickets"};
const ttl::IndexRef kSeen{kTickets, "seen_1"};
const ttl::IndexRef kPlain{kTickets, "plain_1"};

constexpr const char* kIndexes = R"({"createIndexes": "tickets", "indexes": [
    {"key": {"plain": 1}, "name": "plain_1", "hidden": true},
    {"key": {"owner": 1, "made": -1}, "name": "owner made", "unique": true, "sparse": true},
    {"key": {"seen": {"$numberInt": "-1"}}, "name": "seen_1", "hidden": true,
     "expireAfterSeconds": 3600,
     "partialFilterExpression": {"state": {"$in": ["done", "void"]}, "size": {"$gt": 2.5}}}]})";

} // namespace

class TestUndoOnEngine : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase();
    void init();
    void cleanup() { m_services.reset(); }
    void everyChangeAndItsUndo_data();
    void everyChangeAndItsUndo();
    void anUndoneUndoIsTheChangeAgain_data() { everyChangeAndItsUndo_data(); }
    void anUndoneUndoIsTheChangeAgain();
    void anUndoDeletesWhatItsPreviewSaid();

private:
    using Change = std::function<bool(TestUndoOnEngine&)>;

    services::IndexService& indexes() { return m_services->set.indexes; }
    std::vector<bson::Document> listed() const;
    ttl::IndexSpec spec(const ttl::IndexRef& index) const;
    UndoPlan plan(std::uint64_t entry);
    bool undoLast();
    bool change(const ttl::IndexChange& change)
    {
        return waitFor(indexes().change(change, spec(change.index))).has_value();
    }
    static bool sameListing(const std::vector<bson::Document>& left,
                            const std::vector<bson::Document>& right);
    static const std::vector<std::pair<const char*, Change>>& changes();

    mongo::MongoDriver m_driver;
    tests::EngineProcess m_engine;
    std::unique_ptr<tests::EngineClient> m_client;
    std::unique_ptr<tests::RealServices> m_services;
};

const std::vector<std::pair<const char*, TestUndoOnEngine::Change>>& TestUndoOnEngine::changes()
{
    using Self = TestUndoOnEngine&;
    static const std::vector<std::pair<const char*, Change>> kChanges{
        {"create",
         [](Self test) {
             ttl::TtlIndexSpec made{kTickets, "new", json(R"({"new.at": -1})"), 60, {}, true};
             made.partialFilter = json(R"({"state": "done"})");
             return waitFor(test.indexes().create(made)).has_value();
         }},
        {"seconds",
         [](Self test) {
             return test.change({kSeen, 7'200, {}});
         }},
        {"stop expiring",
         [](Self test) {
             return test.change({kSeen, 2'147'483'647, {}});
         }},
        {"at the stored date",
         [](Self test) {
             return test.change({kSeen, 0, {}});
         }},
        {"show",
         [](Self test) {
             return test.change({kSeen, {}, false});
         }},
        {"hide",
         [](Self test) {
             return test.change({{kTickets, "owner made"}, {}, true});
         }},
        {"convert",
         [](Self test) {
             return test.change({kPlain, 60, {}});
         }},
        {"drop a TTL index",
         [](Self test) {
             return waitFor(test.indexes().drop(kSeen, test.spec(kSeen))).has_value();
         }},
        {"drop a unique and sparse index",
         [](Self test) {
             const ttl::IndexRef index{kTickets, "owner made"};
             return waitFor(test.indexes().drop(index, test.spec(index))).has_value();
         }},
    };
    return kChanges;
}

void TestUndoOnEngine::initTestCase()
{
    QVERIFY(m_engine.start());
    m_client = std::make_unique<tests::EngineClient>(m_engine);
    m_client->setParameter("ttlMonitorEnabled", bson::Value::of(false));
}

void TestUndoOnEngine::init()
{
    m_client->run("shop", json(R"({"dropDatabase": 1})"));
    m_client->run("shop", json(kIndexes));
    m_services = std::make_unique<tests::RealServices>(m_engine);
    QVERIFY(m_services->isOpen());
}

std::vector<bson::Document> TestUndoOnEngine::listed() const
{
    std::vector<bson::Document> all;
    for (const ttl::IndexSpec& index : need(m_client->server().indexes(kTickets, {}))) {
        all.push_back(index.listed);
    }
    std::ranges::sort(
        all, {}, [](const bson::Document& index) { return std::string(index["name"].asString()); });
    return all;
}

ttl::IndexSpec TestUndoOnEngine::spec(const ttl::IndexRef& index) const
{
    const auto all = need(m_client->server().indexes(kTickets, {}));
    const auto found = std::ranges::find(all, index.name, &ttl::IndexSpec::name);
    return found == all.end() ? ttl::IndexSpec() : *found;
}

UndoPlan TestUndoOnEngine::plan(std::uint64_t entry)
{
    const auto outlook = waitFor(m_services->set.undos.outlook(entry));
    return outlook && std::holds_alternative<UndoPlan>(*outlook) ? std::get<UndoPlan>(*outlook)
                                                                 : UndoPlan();
}

bool TestUndoOnEngine::undoLast()
{
    const UndoPlan last = plan(m_services->set.journal.entries().back().id);
    const Result<void> undone = waitFor(m_services->set.undos.undo(last, {}));
    if (!undone) {
        qWarning("%s", undone.error().message.c_str());
    }
    return undone.has_value();
}

bool TestUndoOnEngine::sameListing(const std::vector<bson::Document>& left,
                                   const std::vector<bson::Document>& right)
{
    return std::ranges::equal(left, right, [](const auto& one, const auto& other) {
        const bool same = services::sameDefinition(one, other)
            && bson::identical(one["key"], other["key"])
            && bson::identical(one["partialFilterExpression"], other["partialFilterExpression"]);
        if (!same) {
            qWarning("%s\n%s", bson::toJson(one).c_str(), bson::toJson(other).c_str());
        }
        return same;
    });
}

void TestUndoOnEngine::everyChangeAndItsUndo_data()
{
    QTest::addColumn<int>("row");
    for (std::size_t i = 0; i < changes().size(); ++i) {
        QTest::newRow(changes()[i].first) << static_cast<int>(i);
    }
}

void TestUndoOnEngine::everyChangeAndItsUndo()
{
    QFETCH(int, row);
    const std::vector<bson::Document> before = listed();
    QVERIFY(changes()[static_cast<std::size_t>(row)].second(*this));
    QVERIFY(!std::ranges::equal(listed(), before));
    QVERIFY(undoLast());
    QVERIFY(sameListing(listed(), before));
}

void TestUndoOnEngine::anUndoneUndoIsTheChangeAgain()
{
    QFETCH(int, row);
    QVERIFY(changes()[static_cast<std::size_t>(row)].second(*this));
    const std::vector<bson::Document> changed = listed();
    QVERIFY(undoLast());
    QVERIFY(undoLast());
    QVERIFY(sameListing(listed(), changed));
}

void TestUndoOnEngine::anUndoDeletesWhatItsPreviewSaid()
{
    const base::Time now = m_client->now();
    std::vector<bson::Document> documents;
    for (std::int32_t id = 0; id < 20; ++id) {
        documents.push_back(bson::makeDocument(
            "_id", id, "seen", bson::Date::from(now - std::chrono::hours(id % 5)), "state",
            id % 2 == 0 ? "done" : "open", "size", id, "owner", id));
    }
    m_client->insert(kTickets, documents);
    QVERIFY(change({kSeen, 2'147'483'647, {}}));
    const UndoPlan back = plan(m_services->set.journal.entries().back().id);
    services::EffectQuery query{*back.ruleThen, back.ruleNow, QTimeZone::utc(), {}};
    const auto effect = tests::outcomeOf(m_services->set.indexes.effect(query));
    QVERIFY(effect && effect->impact);
    QVERIFY(effect->impact->affected > 0);
    QVERIFY(waitFor(m_services->set.undos.undo(back, effect->impact->affected)));
    m_client->setParameter("ttlMonitorEnabled", bson::Value::of(true));
    QVERIFY(m_client->passAt(m_client->now() + 2min));
    m_client->setParameter("ttlMonitorEnabled", bson::Value::of(false));
    const std::int64_t left = m_client->countBy(kTickets, "$natural");
    QCOMPARE(20 - left, effect->impact->affected);
}

SANDGLASS_TEST(TestUndoOnEngine)
} // namespace tst_integration_undo

#include "tst_integration_undo.moc"
