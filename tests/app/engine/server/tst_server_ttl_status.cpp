// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/bson/builder.h"
#include "app/engine/expiry/ttl_settings.h"
#include "app/engine/server/ttl_status.h"
#include "tests/support/test_program.h"

#include <QTest>

namespace tst_server_ttl_status {

using namespace sandglass;
using engine::server::TtlReport;

namespace {

bson::Document shown(const TtlReport& report)
{
    bson::Builder status;
    engine::server::appendTtlPasses(report, status);
    return status.take();
}

} // namespace

class TestTtlStatus : public QObject
{
    Q_OBJECT

private slots:
    void withoutDamageNothingIsSaidOfIt()
    {
        const engine::expiry::TtlCounters counters;
        const bson::Document status = shown({counters, {}, nullptr, {}, {}});
        const bson::DocumentView section = status["sandglassTtl"].asDocument();
        QVERIFY(section["damagedCollections"].isMissing());
        QVERIFY(section["damagedTables"].isMissing());
    }

    void damagedCollectionsAndTablesAreNamed()
    {
        const engine::expiry::TtlCounters counters;
        const base::Time since{base::Millis(1'000'000)};
        const bson::Document status = shown(
            {counters,
             {},
             nullptr,
             {{"db.c", "t_1", since, "checksum"}, {"db.d", "", since, "checksum"}},
             {{engine::storage::Family::Records, 12, {"a", "b"}, "000012.sst: checksum", true}}});
        const bson::DocumentView section = status["sandglassTtl"].asDocument();
        const bson::DocumentView collections = section["damagedCollections"].asDocument();
        QCOMPARE(collections["0"].asDocument()["ns"].asString(), std::string_view("db.c"));
        QCOMPARE(collections["0"].asDocument()["index"].asString(), std::string_view("t_1"));
        QCOMPARE(collections["0"].asDocument()["since"].asDate().millis, std::int64_t{1'000'000});
        QCOMPARE(collections["1"].asDocument()["ns"].asString(), std::string_view("db.d"));
        const bson::DocumentView table = section["damagedTables"].asDocument()["0"].asDocument();
        QCOMPARE(table["file"].asInt64(), std::int64_t{12});
        QCOMPARE(table["error"].asString(), std::string_view("000012.sst: checksum"));
    }
};

SANDGLASS_PLAIN_TEST(TestTtlStatus)
} // namespace tst_server_ttl_status

#include "tst_server_ttl_status.moc"
