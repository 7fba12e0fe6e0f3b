// SPDX-License-Identifier: GPL-3.0-or-later
// The probes on the real engine, and that a locked connection may send them.
#include "app/mongo/mongo_driver.h"
#include "tests/support/engine_client.h"
#include "tests/support/need.h"
#include "tests/support/test_program.h"

#include <QObject>
#include <QTest>

namespace tst_integration_capabilities {

using namespace sandglass;
using ttl::Can;
using ttl::Capability;
using ttl::KnownFrom;

class TestCapabilitiesOfEngine : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase()
    {
        QVERIFY(m_engine.start());
        m_client = std::make_unique<tests::EngineClient>(m_engine);
        const auto found = m_client->server().capabilities({}); // without the key for changes
        QVERIFY2(found, found ? "" : found.error().message.c_str());
        m_found = *found;
    }

    void theEngineAnswersEveryProbe()
    {
        for (const Capability each :
             {Capability::MonitorParameters, Capability::TtlCounters, Capability::Facet,
              Capability::Sample, Capability::EveryCommand}) {
            const ttl::CapabilityFact& fact = m_found.of(each);
            QVERIFY2(fact.can == Can::Yes, fact.evidence.c_str());
            QCOMPARE(fact.from, KnownFrom::Probe);
            QVERIFY(!fact.refused);
        }
    }

    void whatOnlyAChangeWouldShowIsNotProbed()
    {
        for (const Capability each : {Capability::ConvertIndex, Capability::HideIndex,
                                      Capability::CreateHidden, Capability::CappedTtl}) {
            QCOMPARE(m_found.of(each).can, Can::NotKnown);
        }
    }

    void theProbesLeaveNothingBehind()
    {
        const auto databases = tests::need(m_client->server().databases({}));
        for (const ttl::DatabaseSpec& database : databases) {
            QVERIFY2(database.name != "test", "a probe has created a database");
        }
    }

private:
    mongo::MongoDriver m_driver;
    tests::EngineProcess m_engine;
    std::unique_ptr<tests::EngineClient> m_client;
    ttl::CapabilityTable m_found;
};

SANDGLASS_TEST(TestCapabilitiesOfEngine)
} // namespace tst_integration_capabilities

#include "tst_integration_capabilities.moc"
