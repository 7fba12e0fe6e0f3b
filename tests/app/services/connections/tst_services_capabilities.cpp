// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/services/connections/capability_service.h"
#include "tests/support/index_commands.h"
#include "tests/support/service_fixture.h"
#include "tests/support/test_program.h"

#include <QObject>
#include <QTest>

namespace tst_services_capabilities {

using namespace sandglass;
using namespace Qt::StringLiterals;
using tests::ServiceFixture;
using tests::waitFor;
using ttl::Can;
using ttl::Capability;
using ttl::KnownFrom;

namespace {

const protocol::Namespace kTickets{"app", "tickets"};

/// A server of a product that the documentation says nothing about.
struct Ferret : ServiceFixture
{
    Ferret()
    {
        ttl::ServerInfo info;
        info.product = ttl::Product::FerretDb;
        info.version = "7.0.77";
        info.versionNumbers = {7, 0, 77};
        info.productVersion = "v2.7.0";
        server->setInfo(info);
        server->addIndex(kTickets, "made", std::nullopt);
    }
    /// Converts the ordinary index.
    Result<void> convert()
    {
        const ttl::IndexRef made{kTickets, "made_1"};
        const ttl::IndexSpec before = server->collection(kTickets).indexes.back();
        return waitFor(set.indexes.change({made, 60, {}}, before));
    }
    Can can(Capability capability) { return set.capabilities.fact(capability).can; }
};

} // namespace

class TestCapabilities : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void whatWasProbedIsInTheState()
    {
        Ferret fixture;
        ttl::CapabilityTable found;
        found.set(Capability::TtlCounters, {Can::No, KnownFrom::Probe, "serverStatus"});
        fixture.server->setCapabilities(found);
        QVERIFY(fixture.connect());
        QTRY_COMPARE(fixture.can(Capability::TtlCounters), Can::No);
        QCOMPARE(fixture.can(Capability::ConvertIndex), Can::NotKnown);
        QVERIFY(!fixture.set.capabilities.error());
    }

    void probesThatFailLeaveEverythingUnknownAndSayWhy()
    {
        Ferret fixture;
        fixture.server->setCapabilities({});
        fixture.server->fail("capabilities", base::failure(Errc::Timeout, "too slow"));
        QVERIFY(fixture.connect());
        QTRY_VERIFY(fixture.set.capabilities.error());
        QCOMPARE(fixture.can(Capability::TtlCounters), Can::NotKnown);
    }

    void aRefusedConversionIsRemembered()
    {
        Ferret fixture;
        fixture.server->refuse(tests::Refused::Conversion);
        QVERIFY(fixture.connect());
        QVERIFY(!fixture.convert());
        QCOMPARE(fixture.can(Capability::ConvertIndex), Can::No);
        const ttl::CapabilityFact fact = fixture.set.capabilities.fact(Capability::ConvertIndex);
        QCOMPARE(fact.from, KnownFrom::Use);
        QCOMPARE(fact.evidence, std::string("collMod: 72 InvalidOptions"));
        // also by the next connection
        QVERIFY(fixture.connect());
        QCOMPARE(fixture.can(Capability::ConvertIndex), Can::No);
    }

    void aConversionThatWorkedIsRemembered()
    {
        Ferret fixture;
        QVERIFY(fixture.connect());
        QVERIFY(fixture.convert());
        QCOMPARE(fixture.can(Capability::ConvertIndex), Can::Yes);
    }

    void anotherVersionIsTriedAgain()
    {
        Ferret fixture;
        fixture.server->refuse(tests::Refused::Conversion);
        QVERIFY(fixture.connect());
        QVERIFY(!fixture.convert());
        ttl::ServerInfo upgraded;
        upgraded.product = ttl::Product::FerretDb;
        upgraded.version = "7.0.77";
        upgraded.productVersion = "v2.8.0";
        fixture.server->setInfo(upgraded);
        QVERIFY(fixture.connect());
        QCOMPARE(fixture.can(Capability::ConvertIndex), Can::NotKnown);
    }

    void aMissingPrivilegeTeachesNothing()
    {
        Ferret fixture;
        QVERIFY(fixture.connect());
        fixture.server->fail("changeIndex", base::serverError(13, "Unauthorized", "no"));
        QVERIFY(!fixture.convert());
        QCOMPARE(fixture.can(Capability::ConvertIndex), Can::NotKnown);
    }

    void whatOrdinaryAnswersShowIsLearned()
    {
        Ferret fixture;
        QVERIFY(fixture.connect());
        fixture.server->setObserved(Capability::Sample,
                                    {Can::No, KnownFrom::Use, "aggregate $sample: 40324 x"});
        QCOMPARE(fixture.can(Capability::Sample), Can::NotKnown);
        fixture.set.monitor.poll(); // any answer will do
        QTRY_COMPARE(fixture.can(Capability::Sample), Can::No);
        QCOMPARE(fixture.set.capabilities.fact(Capability::Sample).from, KnownFrom::Use);
        // and it is kept for the next connection
        fixture.server->setObserved(Capability::Sample, {});
        QVERIFY(fixture.connect());
        QCOMPARE(fixture.can(Capability::Sample), Can::No);
    }

    void whatIsKnownAlreadyIsNotLearnedAgain()
    {
        Ferret fixture;
        ttl::CapabilityTable found;
        found.set(Capability::Facet, {Can::Yes, KnownFrom::Probe, "aggregate $facet"});
        fixture.server->setCapabilities(found);
        fixture.server->setObserved(Capability::Facet, {Can::Yes, KnownFrom::Use, "later"});
        fixture.server->setObserved(Capability::TtlCounters,
                                    {Can::No, KnownFrom::Use, "serverStatus"});
        QVERIFY(fixture.connect());
        QTRY_COMPARE(fixture.can(Capability::Facet), Can::Yes);
        fixture.set.monitor.poll();
        QTRY_COMPARE(fixture.can(Capability::TtlCounters), Can::No);
        QCOMPARE(fixture.set.capabilities.fact(Capability::Facet).from, KnownFrom::Probe);
    }

    void aRefusalDuringUseIsShownButNotKept()
    {
        Ferret fixture;
        QVERIFY(fixture.connect());
        fixture.server->setObserved(
            Capability::TtlCounters,
            {Can::NotKnown, KnownFrom::Use, "serverStatus: 13 Unauthorized", true});
        fixture.set.monitor.poll();
        QTRY_VERIFY(fixture.set.capabilities.fact(Capability::TtlCounters).refused);
        QCOMPARE(fixture.can(Capability::TtlCounters), Can::NotKnown);
        fixture.server->setObserved(Capability::TtlCounters, {});
        QVERIFY(fixture.connect());
        QVERIFY(!fixture.set.capabilities.fact(Capability::TtlCounters).refused);
    }

    void theServerIsToldWhatCounts()
    {
        Ferret fixture;
        QVERIFY(fixture.connect());
        fixture.set.capabilities.choose(Capability::Sample, false);
        QCOMPARE(fixture.server->used().of(Capability::Sample).can, Can::No);
        fixture.set.capabilities.choose(Capability::Sample, {});
        QCOMPARE(fixture.server->used().of(Capability::Sample).can, Can::NotKnown);
    }

    void theUsersAnswerWinsAndIsKept()
    {
        Ferret fixture;
        QVERIFY(fixture.connect());
        fixture.set.capabilities.choose(Capability::ConvertIndex, false);
        QVERIFY(fixture.convert()); // it works, but the user has said no
        QCOMPARE(fixture.can(Capability::ConvertIndex), Can::No);
        QVERIFY(fixture.connect());
        QCOMPARE(fixture.set.capabilities.chosen(Capability::ConvertIndex), std::optional(false));
        fixture.set.capabilities.choose(Capability::ConvertIndex, {});
        QCOMPARE(fixture.can(Capability::ConvertIndex), Can::Yes);
    }

    void anAnswerBelongsToOneConnection()
    {
        Ferret fixture;
        QVERIFY(fixture.connect());
        fixture.set.capabilities.choose(Capability::HideIndex, false);
        fixture.set.connections.connectTo(u"mongodb://other.example/"_s, {}, false);
        QTRY_VERIFY(fixture.set.connections.isConnected());
        QVERIFY(!fixture.set.capabilities.chosen(Capability::HideIndex));
    }

    void namedDatabasesAreKeptForTheConnection()
    {
        Ferret fixture;
        fixture.set.connections.connectTo(u"mongodb://one.example/shop"_s, {}, false);
        fixture.set.connections.nameDatabases({u" logs "_s, u"app"_s, QString(), u"app"_s});
        const std::vector<std::string> expected{"app", "logs", "shop"};
        QCOMPARE(fixture.set.connections.namedDatabases(), expected);
        fixture.set.connections.connectTo(u"mongodb://other.example/"_s, {}, false);
        QVERIFY(fixture.set.connections.namedDatabases().empty());
    }
};

SANDGLASS_TEST(TestCapabilities)
} // namespace tst_services_capabilities

#include "tst_services_capabilities.moc"
