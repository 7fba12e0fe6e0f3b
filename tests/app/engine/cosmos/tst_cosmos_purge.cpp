// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/engine/expiry/purge_pass.h"
#include "tests/support/cosmos_fixture.h"
#include "tests/support/test_program.h"

#include <QObject>
#include <QTest>

#include <array>
#include <random>

namespace tst_cosmos_purge {

using namespace sandglass;
using namespace sandglass::tests;
using engine::expiry::PurgePass;
using engine::expiry::TtlCounters;
using engine::expiry::TtlSettings;
using std::chrono::seconds;

namespace {

/// The profile with a purge pass over what is stored.
struct Purger : CosmosFixture
{
    TtlSettings settings;
    TtlCounters ttlCounters;
    PurgePass pass{*data.catalog, data.clock, data.log, settings, ttlCounters};

    void run()
    {
        pass.run([] { return false; });
    }
    std::int64_t stored() { return data.collection("c")->figures().documents; }
};

/// Own seconds of a document: usable and not, and none.
constexpr std::array<const char*, 12> kTtls{
    "",
    R"(,"ttl":-1)",
    R"(,"ttl":1)",
    R"(,"ttl":20.0)",
    R"(,"ttl":{"$numberLong":"30"})",
    R"(,"ttl":20.5)",
    R"(,"ttl":{"$numberLong":"2147483649"})",
    R"(,"ttl":0)",
    R"(,"ttl":-7)",
    R"(,"ttl":"20")",
    R"(,"ttl":null)",
    R"(,"ttl":2147483647)",
};

} // namespace

class TestPurge : public QObject
{
    Q_OBJECT

private slots:
    void c127ThePassRemovesWhatHasVanished()
    {
        Purger p;
        p.setTtl(10);
        p.insert(R"({"_id":1},{"_id":2,"ttl":20},{"_id":3,"ttl":-1})");
        p.advance(seconds(10) - base::Millis(1));
        p.run();
        QCOMPARE(p.stored(), 3);
        p.advance(base::Millis(1));
        p.run();
        QCOMPARE(p.stored(), 2);
        p.advance(seconds(10));
        p.run();
        QCOMPARE(p.data.ids("c"), QStringList{QStringLiteral("3")});
        QCOMPARE(p.ttlCounters.deletedDocuments.load(), 2);
        QCOMPARE(p.ttlCounters.invalidIndexSkips.load(), 0);
    }

    void thePassObeysADroppedIndex()
    {
        Purger p;
        p.setTtl(10);
        p.insert(R"({"_id":1},{"_id":2,"ttl":5})");
        p.good(R"({"dropIndexes":"c","index":"_ts_1"})");
        p.advance(seconds(100));
        p.run();
        QCOMPARE(p.stored(), 2);
    }

    void aRenamedCollectionStillExpires()
    {
        Purger p;
        p.setTtl(10);
        p.insert(R"({"_id":1})");
        p.runOnAdmin(R"({"renameCollection":"db.c","to":"db.d"})");
        p.advance(seconds(10));
        QCOMPARE(p.found("d"), QString());
        p.run();
        QCOMPARE(p.data.collection("d")->figures().documents, 0);
    }

    void whatIsInvisibleIsExactlyWhatGoes_data()
    {
        QTest::addColumn<unsigned>("seed");
        for (const unsigned seed : {1U, 2U, 3U, 4U}) {
            QTest::addRow("seed %u", seed) << seed;
        }
    }
    void whatIsInvisibleIsExactlyWhatGoes()
    {
        QFETCH(unsigned, seed);
        std::mt19937 random(seed);
        const auto upTo
            = [&](int largest) { return std::uniform_int_distribution<int>(0, largest)(random); };
        Purger p;
        p.setTtl(10);
        for (int step = 0; step < 300; ++step) {
            const std::string id = std::to_string(upTo(40));
            const std::string body = kTtls.at(static_cast<std::size_t>(upTo(11)));
            p.good(R"({"update":"c","updates":[{"q":{"_id":)" + id + R"(},"u":{"step":)"
                   + std::to_string(step) + body + R"(},"upsert":true}]})");
            p.advance(base::Millis(upTo(2'000)));
            if (upTo(9) == 0) {
                p.setTtl(std::array{-1, 5, 10, 25}.at(static_cast<std::size_t>(upTo(3))));
            }
            const QString visible = p.all();
            const std::int64_t counted = p.good(R"({"count":"c"})")["n"].toInt64();
            if (upTo(4) == 0) {
                p.run();
            }
            QCOMPARE(p.all(), visible);
            QCOMPARE(counted, p.good(R"({"count":"c","query":{"_id":{"$gte":0}}})")["n"].toInt64());
        }
        const QString visible = p.all();
        p.run();
        QCOMPARE(p.all(), visible);
        QCOMPARE(p.stored(), p.good(R"({"count":"c"})")["n"].toInt64());
        QVERIFY(p.good(R"({"validate":"c"})")["valid"].asBool());
    }
};

SANDGLASS_TEST(TestPurge)
} // namespace tst_cosmos_purge

#include "tst_cosmos_purge.moc"
