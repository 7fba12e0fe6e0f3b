// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/mongo/mongo_driver.h"
#include "app/services/documents/document_page.h"
#include "app/ttl/document_commands.h"
#include "tests/support/engine_client.h"
#include "tests/support/other_client.h"
#include "tests/support/test_program.h"

#include <QObject>
#include <QTest>

#include <memory>
#include <vector>

namespace tst_integration_lost_updates {

using namespace sandglass;
using namespace sandglass::tests;
using bson::makeDocument;
using bson::Value;

namespace {

const protocol::Namespace kCarts{"shop", "carts"};

} // namespace

/// The commands of the Documents tab on the real engine, while another client changes the same
/// documents.
class TestLostUpdates : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase()
    {
        m_engine = std::make_unique<EngineProcess>();
        QVERIFY(m_engine->start());
        m_client = std::make_unique<EngineClient>(*m_engine);
    }
    void cleanupTestCase()
    {
        m_client.reset();
        m_engine.reset();
    }
    void cleanup() { m_client->run("shop", makeDocument("drop", "carts")); }

    void aReplacementFindsOnlyTheLoadedDocument();
    void aNumberThatChangedItsTypeIsAConflict();
    void aDeletionFindsOnlyTheLoadedDocument();
    void aDateIsSetOnlyWhereItIsAsExpected();
    void documentsThatNeverExpireAreListedByReason();

private:
    std::int64_t changed(const bson::Document& command) const
    {
        return need(m_client->server().alter("shop", command, unlocked()))["n"].toInt64();
    }

    mongo::MongoDriver m_driver;
    std::unique_ptr<EngineProcess> m_engine;
    std::unique_ptr<EngineClient> m_client;
};

void TestLostUpdates::aReplacementFindsOnlyTheLoadedDocument()
{
    const bson::Document loaded = json(R"({"_id": {"$numberLong": "1"}, "name": "old", "n": 1.5,
        "list": [1, {"$date": "2030-01-01T00:00:00Z"}], "in": {"$x": null}})");
    m_client->insert(kCarts, {loaded});
    const bson::Document mine = makeDocument("_id", std::int64_t{1}, "name", "mine");
    const bson::Document command = need(ttl::replaceCommand(kCarts, loaded, mine));
    const bson::Document theirs = makeDocument("_id", std::int64_t{1}, "name", "theirs");
    QCOMPARE(need(tests::replaceByOther(m_client->server(), kCarts, theirs)), std::int64_t{1});
    QCOMPARE(changed(command), std::int64_t{0});
    QVERIFY(m_client->documents(kCarts).front() == theirs);
    QCOMPARE(changed(need(ttl::replaceCommand(kCarts, theirs, loaded))), std::int64_t{1});
    QVERIFY(m_client->documents(kCarts).front() == loaded);
    QCOMPARE(changed(command), std::int64_t{1});
    QVERIFY(m_client->documents(kCarts).front() == mine);
}

void TestLostUpdates::aNumberThatChangedItsTypeIsAConflict()
{
    const bson::Document loaded
        = makeDocument("_id", 1, "n", 5, "in", makeDocument("n", std::int64_t{5}));
    m_client->insert(kCarts, {loaded});
    const bson::Document mine = makeDocument("_id", 1, "n", 6);
    const bson::Document command = need(ttl::replaceCommand(kCarts, loaded, mine));
    for (const bson::Document& theirs :
         {makeDocument("_id", 1, "n", 5.0, "in", makeDocument("n", std::int64_t{5})),
          makeDocument("_id", 1, "n", 5, "in", makeDocument("n", 5.0))}) {
        QCOMPARE(need(tests::replaceByOther(m_client->server(), kCarts, theirs)), std::int64_t{1});
        QCOMPARE(changed(command), std::int64_t{0});
        QVERIFY(m_client->documents(kCarts).front() == theirs);
    }
    QCOMPARE(need(tests::replaceByOther(m_client->server(), kCarts, loaded)), std::int64_t{1});
    QCOMPARE(changed(command), std::int64_t{1});
}

void TestLostUpdates::aDeletionFindsOnlyTheLoadedDocument()
{
    const std::vector<bson::Document> loaded{makeDocument("_id", 1, "n", 1),
                                             makeDocument("_id", 2, "n", 1)};
    m_client->insert(kCarts, loaded);
    QCOMPARE(need(tests::replaceByOther(m_client->server(), kCarts,
                                        makeDocument("_id", 2, "n", 1, "more", 1))),
             std::int64_t{1});
    const auto commands = need(ttl::removalCommands(kCarts, loaded));
    QCOMPARE(commands.size(), std::size_t{1});
    QCOMPARE(changed(commands.front()), std::int64_t{1});
    QCOMPARE(m_client->documents(kCarts).size(), std::size_t{1});
}

void TestLostUpdates::aDateIsSetOnlyWhereItIsAsExpected()
{
    m_client->insert(kCarts,
                     {makeDocument("_id", 1, "at", bson::Date{1}),
                      makeDocument("_id", 2, "at", bson::Date{2}), makeDocument("_id", 3),
                      makeDocument("_id", 4, "at", Value::null())});
    const Value one = Value::of(bson::Date{1});
    const Value now = Value::of(bson::Date{99});
    const auto command = need(ttl::valuesCommand(kCarts, "at",
                                                 {{Value::of(1), one, now},
                                                  {Value::of(2), one, now},
                                                  {Value::of(3), Value(), now},
                                                  {Value::of(4), Value(), now}}));
    QCOMPARE(changed(command), std::int64_t{2});
    const auto back = need(
        ttl::valuesCommand(kCarts, "at", {{Value::of(1), now, one}, {Value::of(3), now, Value()}}));
    QCOMPARE(changed(back), std::int64_t{2});
    const std::vector<bson::Document> left = m_client->documents(kCarts);
    QCOMPARE(left[0]["at"].asDate().millis, std::int64_t{1});
    QCOMPARE(left[1]["at"].asDate().millis, std::int64_t{2});
    QVERIFY(!left[2].contains("at"));
    QVERIFY(left[3]["at"].isNull());
}

void TestLostUpdates::documentsThatNeverExpireAreListedByReason()
{
    m_client->insert(kCarts,
                     {makeDocument("_id", 1, "at", bson::Date{1}), makeDocument("_id", 2),
                      makeDocument("_id", 3, "at", "2030"),
                      makeDocument("_id", 4, "at", bson::Date{1}, "kept", true)});
    services::DocumentChoice choice;
    choice.query.ns = kCarts;
    choice.query.field = "at";
    choice.partialFilter = makeDocument("kept", makeDocument("$exists", false));
    choice.never = true;
    const auto listed = [&](std::optional<ttl::NeverReason> reason) {
        choice.reason = reason;
        std::vector<std::int64_t> ids;
        const auto page = need(services::readPage(m_client->server(), choice, {}));
        for (const bson::Document& document : page.documents) {
            ids.push_back(document["_id"].toInt64());
        }
        const auto total = need(services::countChoice(m_client->server(), choice, {}));
        return total.documents == static_cast<std::int64_t>(ids.size())
            ? ids
            : std::vector<std::int64_t>{-1};
    };
    using Ids = std::vector<std::int64_t>;
    QCOMPARE(listed(ttl::NeverReason::NoField), Ids{2});
    QCOMPARE(listed(ttl::NeverReason::NotADate), Ids{3});
    QCOMPARE(listed(ttl::NeverReason::OutsideFilter), Ids{4});
    QCOMPARE(listed({}), (Ids{2, 3, 4}));
}

SANDGLASS_TEST(TestLostUpdates)
} // namespace tst_integration_lost_updates

#include "tst_integration_lost_updates.moc"
