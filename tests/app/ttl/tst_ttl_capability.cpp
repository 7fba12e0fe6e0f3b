// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/protocol/server_code.h"
#include "app/ttl/types.h"
#include "tests/support/test_program.h"

#include <QObject>
#include <QTest>

#include <algorithm>
#include <set>

namespace tst_ttl_capability {

using namespace sandglass;
using ttl::Can;
using ttl::Capability;
using ttl::KnownFrom;
using ttl::Product;

namespace {

ttl::ServerInfo server(Product product, std::vector<int> version)
{
    ttl::ServerInfo info;
    info.product = product;
    info.versionNumbers = std::move(version);
    return info;
}

Error refusal(int code)
{
    return base::serverError(code, protocol::codeName(code), "no");
}

} // namespace

class TestCapability : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void everyCapabilityHasItsOwnName()
    {
        std::set<std::string_view> names;
        for (std::size_t i = 0; i < ttl::kCapabilityCount; ++i) {
            names.insert(ttl::name(static_cast<Capability>(i)));
        }
        QCOMPARE(names.size(), ttl::kCapabilityCount);
        QVERIFY(!names.contains(""));
    }

    void theDocumentationOfAnUnknownVersionSaysNothing()
    {
        const ttl::CapabilityFact fact
            = documented(server(Product::MongoDb, {}), Capability::ConvertIndex);
        QCOMPARE(fact.can, Can::NotKnown);
        QCOMPARE(fact.from, KnownFrom::Nothing);
    }

    void noNameDecidesWhetherTheDocumentDbFamilyConverts()
    {
        for (const Product product :
             {Product::DocumentDb, Product::FerretDb, Product::AmazonDocumentDb}) {
            const ttl::ServerInfo info = server(product, {8, 0});
            QCOMPARE(info.capability(Capability::ConvertIndex).can, Can::NotKnown);
            QVERIFY(info.canConvertIndexes()); // worth trying
        }
    }

    void aRestrictedServiceIsAskedAndNotLookedUp()
    {
        ttl::ServerInfo atlas = server(Product::MongoDb, {8, 0});
        QCOMPARE(atlas.capability(Capability::TtlCounters).can, Can::Yes);
        atlas.hosting = ttl::Hosting::Atlas;
        QCOMPARE(atlas.capability(Capability::TtlCounters).can, Can::NotKnown);
    }

    void whatWasFoundOutOverrulesTheDocumentation()
    {
        ttl::ServerInfo info = server(Product::MongoDb, {7, 0});
        QVERIFY(info.canConvertIndexes());
        info.capabilities.set(Capability::ConvertIndex, {Can::No, KnownFrom::Use, "collMod"});
        QVERIFY(!info.canConvertIndexes());
        QCOMPARE(info.capability(Capability::ConvertIndex).from, KnownFrom::Use);
    }

    void aProbeThatWasRefusedLeavesTheDocumentation()
    {
        ttl::ServerInfo info = server(Product::MongoDb, {7, 0});
        info.capabilities.set(Capability::TtlCounters,
                              {Can::NotKnown, KnownFrom::Probe, "serverStatus", true});
        QCOMPARE(info.capability(Capability::TtlCounters).can, Can::Yes);
        info.product = Product::FerretDb;
        QVERIFY(info.capability(Capability::TtlCounters).refused);
    }

    void anErrorOfAValidCommandShowsThatItIsNotSupported()
    {
        for (const int code : {59, 72, 115, 238, 1}) {
            QCOMPARE(ttl::shownBy(refusal(code)), Can::No);
        }
    }

    void anErrorThatAnyServerCanHaveShowsNothing()
    {
        // a router without a reachable shard and a server without memory are among them
        for (const int code : {13,  26,  27,  50,  64,   70,    91,    112,   133,   134,  146,
                               202, 262, 292, 462, 9001, 10107, 11601, 13388, 13435, 16500}) {
            QCOMPARE(ttl::shownBy(refusal(code)), Can::NotKnown);
        }
        QCOMPARE(ttl::shownBy(base::failure(Errc::Network, "gone")), Can::NotKnown);
        QCOMPARE(ttl::shownBy(base::failure(Errc::Server, "without a code")), Can::NotKnown);
    }

    void theEvidenceNamesCommandAndCode()
    {
        const Error error = refusal(72);
        QCOMPARE(ttl::evidenceOf("collMod", &error), std::string("collMod: 72 InvalidOptions"));
        QCOMPARE(ttl::evidenceOf("collMod", nullptr), std::string("collMod"));
    }

    void theUsedCommandsAreSorted()
    {
        const auto& commands = ttl::usedCommands();
        QVERIFY(std::ranges::is_sorted(commands));
        QVERIFY(std::ranges::adjacent_find(commands) == commands.end());
    }
};

SANDGLASS_TEST(TestCapability)
} // namespace tst_ttl_capability

#include "tst_ttl_capability.moc"
