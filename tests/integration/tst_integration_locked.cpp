// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/mongo/command_guard.h"
#include "app/mongo/mongo_driver.h"
#include "tests/support/engine_client.h"
#include "tests/support/test_program.h"

#include <QObject>
#include <QTest>

namespace tst_integration_locked {

using namespace sandglass;
using tests::need;

namespace {

const protocol::Namespace kLogs{"shop", "logs"};

} // namespace

/// A locked connection sends nothing that changes a server, whatever asks for it.
class TestLocked : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase()
    {
        QVERIFY(m_engine.start());
        m_client = std::make_unique<tests::EngineClient>(m_engine);
        m_client->insert(kLogs, {bson::makeDocument("_id", 1, "at", bson::Date{0})});
        m_before = state();
    }
    void cleanup() { QCOMPARE(state(), m_before); }

    void everyChangeOfThePortIsRefused();
    void everyCommandOfTheEngineIsReadingOrRefused();
    void aPipelineThatWritesIsRefused();
    void aRevokedKeyIsNoKey();

private:
    /// What is in the server, as text.
    QString state() const
    {
        std::string text;
        for (const ttl::DatabaseSpec& database : need(server().databases({}))) {
            for (const ttl::CollectionSpec& each : need(server().collections(database.name, {}))) {
                text += each.ns.text();
                for (const ttl::IndexSpec& index : need(server().indexes(each.ns, {}))) {
                    text += ' ' + bson::toJson(index.listed);
                }
                for (const bson::Document& document : m_client->documents(each.ns)) {
                    text += ' ' + bson::toJson(document);
                }
            }
        }
        return QString::fromStdString(text);
    }
    ttl::TtlServer& server() const { return m_client->server(); }

    mongo::MongoDriver m_driver;
    tests::EngineProcess m_engine;
    std::unique_ptr<tests::EngineClient> m_client;
    QString m_before;
};

void TestLocked::everyChangeOfThePortIsRefused()
{
    const bson::Document document = bson::makeDocument("_id", 2);
    const auto refused
        = [](const auto& answer) { return !answer && answer.error().code == Errc::NotPermitted; };
    QVERIFY(refused(server().alter("shop", bson::makeDocument("collMod", "logs"), {})));
    QVERIFY(refused(server().insert(kLogs, {document}, {})));
    for (const char* change : {"update", "delete", "findAndModify"}) {
        QVERIFY2(refused(server().alter("shop", bson::makeDocument(change, "logs"), {})), change);
    }
    QVERIFY(refused(server().setMonitor({}, false, {})));
    QVERIFY(refused(server().runCommand("shop", bson::makeDocument("dropDatabase", 1), {})));
}

void TestLocked::everyCommandOfTheEngineIsReadingOrRefused()
{
    const bson::Document listed = m_client->run("admin", bson::makeDocument("listCommands", 1));
    int refused = 0;
    int total = 0;
    for (const bson::Element& each : listed["commands"].asDocument()) {
        ++total;
        const bson::Document command = bson::makeDocument(each.key, "logs");
        const auto answer = server().runCommand("shop", command, {});
        const bool locked = !answer && answer.error().code == Errc::NotPermitted
            && answer.error().message == "The connection is locked.";
        QVERIFY2(locked != mongo::onlyReads(command) || std::string(each.key) == "explain",
                 std::string(each.key).c_str());
        refused += locked ? 1 : 0;
    }
    QVERIFY2(total > 60, QByteArray::number(total));
    QVERIFY2(refused > 30, QByteArray::number(refused));
}

void TestLocked::aPipelineThatWritesIsRefused()
{
    const auto answer = server().runCommand(
        "shop",
        tests::json(R"({"aggregate": "logs", "pipeline": [{"$out": "copy"}], "cursor": {}})"), {});
    QVERIFY(!answer);
    QCOMPARE(answer.error().code, Errc::NotPermitted);
}

void TestLocked::aRevokedKeyIsNoKey()
{
    const ttl::CallLimits limits = tests::unlocked();
    limits.key.revoke();
    const auto answer = server().insert(kLogs, {bson::makeDocument("_id", 3)}, limits);
    QVERIFY(!answer);
    QCOMPARE(answer.error().code, Errc::NotPermitted);
}

SANDGLASS_TEST(TestLocked)
} // namespace tst_integration_locked

#include "tst_integration_locked.moc"
