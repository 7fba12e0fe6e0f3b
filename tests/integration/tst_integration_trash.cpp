// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/bson/json.h"
#include "app/mongo/mongo_driver.h"
#include "tests/support/engine_client.h"
#include "tests/support/engine_process.h"
#include "tests/support/test_program.h"

#include <QObject>
#include <QTest>

#include <optional>

namespace tst_integration_trash {

using namespace sandglass;
using namespace Qt::StringLiterals;
using tests::EngineClient;
using tests::EngineProcess;
using tests::json;

namespace {

const protocol::Namespace kEvents{"app", "events"};
const protocol::Namespace kTrash{"local", "sandglass.trash"};

/// An engine that keeps what expires, with two hundred documents that are due since an hour.
struct Keeping
{
    EngineProcess engine;
    std::optional<EngineClient> client;

    bool start()
    {
        engine.setParameter(u"sandglassTrashDays"_s, u"7"_s);
        if (!engine.start()) {
            return false;
        }
        client.emplace(engine);
        client->run("app", json(R"({"createIndexes":"events","indexes":[
            {"key":{"t":1},"name":"t_1","expireAfterSeconds":60}]})"));
        std::vector<bson::Document> documents;
        for (std::int32_t id = 0; id < 200; ++id) {
            documents.push_back(bson::makeDocument(
                "_id", id, "t", bson::Date::from(client->now() - std::chrono::hours(1))));
        }
        client->insert(kEvents, documents);
        return true;
    }
    /// Starts it again after a crash.
    bool killAndStart()
    {
        client.reset();
        engine.kill9();
        if (!engine.start()) {
            return false;
        }
        client.emplace(engine);
        return true;
    }
    std::int64_t count(const protocol::Namespace& ns) const
    {
        return client->countBy(ns, "$natural");
    }
    std::string hold() const
    {
        return std::string(client->run("admin", json(R"({"getParameter":1,"sandglassTtlHold":1})"))
                               .view()["sandglassTtlHold"]
                               .asString());
    }
};

} // namespace

class IntegrationTrash : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void whatExpiredComesBackAndStaysOverACrash();
    void argumentsAreChecked();

private:
    mongo::MongoDriver m_driver;
};

void IntegrationTrash::whatExpiredComesBackAndStaysOverACrash()
{
    Keeping keeping;
    QVERIFY2(keeping.start(), keeping.engine.log().join('\n').constData());
    QVERIFY(keeping.client->passAt(keeping.client->now() + std::chrono::minutes(5)));
    QCOMPARE(keeping.count(kEvents), std::int64_t{0});
    QCOMPARE(keeping.count(kTrash), std::int64_t{200});
    const base::Time later = keeping.client->now();
    QVERIFY(keeping.killAndStart());
    QCOMPARE(keeping.count(kTrash), std::int64_t{200});
    QVERIFY(keeping.client->isSound(kTrash));

    const auto reply = keeping.client->run(
        "admin", json(R"({"sandglassPutBack":1,"filter":{"document._id":{"$lt":50}}})"));
    QCOMPARE(reply["nPutBack"].toInt64(), std::int64_t{50});
    QCOMPARE(reply["nRefused"].toInt64(), std::int64_t{0});
    QCOMPARE(keeping.count(kEvents), std::int64_t{50});
    QCOMPARE(keeping.count(kTrash), std::int64_t{150});
    QVERIFY(keeping.client->isSound(kEvents));
    // they are held, also after a crash and a pass
    QVERIFY(keeping.killAndStart());
    // a jump while a pass is under way would be noticed only after the monitor's sleep
    QVERIFY(keeping.client->passAt(later + std::chrono::minutes(1)));
    QVERIFY(keeping.client->passAt(later + std::chrono::minutes(10)));
    QCOMPARE(keeping.count(kEvents), std::int64_t{50});
    // until somebody lets deletion go on
    keeping.client->setParameter("sandglassTtlHold", bson::Value::of("none"));
    QVERIFY(keeping.client->passAt(later + std::chrono::minutes(20)));
    QCOMPARE(keeping.count(kEvents), std::int64_t{0});
    QCOMPARE(keeping.count(kTrash), std::int64_t{200});
    QVERIFY(keeping.killAndStart());
    QCOMPARE(QString::fromStdString(keeping.hold()), u"none"_s);
}

void IntegrationTrash::argumentsAreChecked()
{
    Keeping keeping;
    QVERIFY2(keeping.start(), keeping.engine.log().join('\n').constData());
    const EngineClient& client = *keeping.client;
    const auto code = [&](const char* database, const char* text) {
        return client.failure(database, json(text)).serverCode;
    };
    QCOMPARE(code("admin", R"({"sandglassPutBack":1})"), 40414);
    QCOMPARE(code("admin", R"({"sandglassPutBack":1,"filter":5})"), 14);
    QCOMPARE(code("admin", R"({"sandglassPutBack":1,"filter":{"$no":1}})"), 2);
    QCOMPARE(code("admin", R"({"sandglassPutBack":1,"filter":{},"x":1})"), 40415);
    QCOMPARE(code("app", R"({"sandglassPutBack":1,"filter":{}})"), 13);
    QCOMPARE(code("admin", R"({"setParameter":1,"sandglassTrashDays":-1})"), 2);
    QCOMPARE(code("admin", R"({"setParameter":1,"sandglassTrashDays":3651})"), 2);
}

SANDGLASS_TEST(IntegrationTrash)
} // namespace tst_integration_trash

#include "tst_integration_trash.moc"
