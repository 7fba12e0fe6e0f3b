// SPDX-License-Identifier: GPL-3.0-or-later
// A staged purge with an archive against the real engine, through the driver.
#include "app/archive/verification.h"
#include "app/mongo/mongo_driver.h"
#include "app/services/shell/services.h"
#include "tests/support/engine_client.h"
#include "tests/support/index_commands.h"
#include "tests/support/other_client.h"
#include "tests/support/test_program.h"

#include <QObject>
#include <QTemporaryDir>
#include <QTest>

#include <set>

namespace tst_integration_purge {

using namespace sandglass;
using namespace sandglass::tests;
using namespace std::chrono_literals;
using namespace Qt::StringLiterals;

namespace {

const protocol::Namespace kEvents{"shop", "log.events"};
constexpr std::int32_t kExpired = 5'000;

} // namespace

class TestPurge : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init();
    void cleanup();
    void purgesWhatTheRuleWouldDelete();
    void archivesAndPurges_data();
    void archivesAndPurges();
    void aDocumentTouchedMeanwhileStays();

private:
    services::PurgeRequest request() const;
    bool ended() const
    {
        return QTest::qWaitFor([this] { return !m_services->set().purges.isActive(); }, 60'000);
    }
    std::int64_t count() const { return m_client->countBy(kEvents, "$natural"); }

    mongo::MongoDriver m_driver;
    base::SystemClock m_clock;
    std::unique_ptr<QTemporaryDir> m_folder;
    std::unique_ptr<EngineProcess> m_engine;
    std::unique_ptr<EngineClient> m_client;
    std::unique_ptr<services::Services> m_services;
    base::Time m_start;
};

void TestPurge::init()
{
    m_folder = std::make_unique<QTemporaryDir>();
    m_engine = std::make_unique<EngineProcess>();
    QVERIFY(m_engine->start());
    m_client = std::make_unique<EngineClient>(*m_engine);
    m_client->setParameter("ttlMonitorEnabled", bson::Value::of(false));
    m_start = m_client->now();
    ttl::TtlIndexSpec spec;
    spec.ns = kEvents;
    spec.name = "at_1";
    spec.key = bson::makeDocument("at", 1);
    spec.expireAfterSeconds = 3'600;
    need(tests::createIndex(m_client->server(), spec));
    std::vector<bson::Document> documents;
    for (std::int32_t id = 0; id < kExpired; ++id) {
        // many share a date, some have it in an array
        const auto date = bson::Date::from(m_start - 2h - std::chrono::seconds(id / 1'500));
        documents.push_back(id % 10 == 0 ? bson::makeDocument(
                                "_id", id, "at", bson::Value::array(bson::makeArray("x", date)))
                                         : bson::makeDocument("_id", id, "at", date));
    }
    documents.push_back(bson::makeDocument("_id", "young", "at", bson::Date::from(m_start)));
    documents.push_back(bson::makeDocument("_id", "text", "at", "2001-01-01"));
    documents.push_back(bson::makeDocument("_id", "none"));
    m_client->insert(kEvents, documents);
    m_services = std::make_unique<services::Services>(
        services::ServicesOptions{
            m_folder->path(), std::make_shared<mongo::MongoTtlServerFactory>(m_clock), {}},
        m_clock);
    m_services->set().connections.connectTo(QString::fromStdString(m_engine->uri()), {}, true);
    QTRY_VERIFY_WITH_TIMEOUT(m_services->set().connections.isConnected(), 30'000);
}

void TestPurge::cleanup()
{
    m_services.reset();
    m_client.reset();
    m_engine.reset();
    m_folder.reset();
}

services::PurgeRequest TestPurge::request() const
{
    services::PurgeRequest asked;
    asked.rule = {kEvents, "at", 3'600, {}, m_start, 0};
    asked.index = "at_1";
    asked.counted = kExpired;
    asked.options.pause = 0ms;
    return asked;
}

void TestPurge::purgesWhatTheRuleWouldDelete()
{
    QVERIFY(m_services->set().purges.start(request()));
    QVERIFY(ended());
    QVERIFY(!m_services->set().purges.status().error);
    QCOMPARE(m_services->set().purges.job()->deleted, std::int64_t{kExpired});
    QCOMPARE(m_services->set().purges.job()->batches, std::int64_t{10});
    QCOMPARE(count(), std::int64_t{3});
    QVERIFY(m_client->isSound(kEvents));
}

void TestPurge::archivesAndPurges_data()
{
    QTest::addColumn<int>("format");
    QTest::newRow("BSON") << static_cast<int>(archive::Format::Bson);
    QTest::newRow("JSON lines") << static_cast<int>(archive::Format::JsonLines);
}

void TestPurge::archivesAndPurges()
{
    QFETCH(int, format);
    services::PurgeRequest asked = request();
    asked.archive = static_cast<archive::Format>(format);
    asked.archiveFolder = m_folder->filePath(u"archives"_s);
    QVERIFY(m_services->set().purges.start(asked));
    QVERIFY(ended());
    const services::PurgeStatus& status = m_services->set().purges.status();
    QVERIFY2(!status.error, status.error ? status.error->message.c_str() : "");
    const services::PurgeJob& job = *m_services->set().purges.job();
    QCOMPARE(job.deleted, std::int64_t{kExpired});
    QCOMPARE(count(), std::int64_t{3});
    auto reader
        = archive::Reader::open(job.archive->layout.documents(), job.archive->layout.format);
    QVERIFY(reader);
    std::set<std::int32_t> ids;
    for (auto document = reader->next(); document && *document; document = reader->next()) {
        QVERIFY(ids.insert((**document)["_id"].asInt32()).second);
    }
    QCOMPARE(ids.size(), std::size_t{kExpired});
    const auto metadata = archive::readText(job.archive->layout.metadata());
    QVERIFY(metadata && metadata->find("expireAfterSeconds") != std::string::npos);
}

void TestPurge::aDocumentTouchedMeanwhileStays()
{
    services::PurgeRequest asked = request();
    asked.options.batch = 100;
    asked.options.pause = 50ms;
    QVERIFY(m_services->set().purges.start(asked));
    QTRY_VERIFY(m_services->set().purges.job()->deleted > 0);
    const bson::Value last = bson::Value::of(std::int32_t{1});
    const std::int64_t touched = need(
        tests::setDateByOther(m_client->server(), kEvents, last, "at", bson::Date::from(m_start)));
    QVERIFY(ended());
    QCOMPARE(touched, std::int64_t{1}); // the purge goes by the oldest dates first
    QCOMPARE(count(), std::int64_t{4});
    QCOMPARE(m_services->set().purges.job()->deleted, std::int64_t{kExpired - 1});
}

SANDGLASS_TEST(TestPurge)
} // namespace tst_integration_purge

#include "tst_integration_purge.moc"
