// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/engine/server/ttl_safety.h"
#include "tests/support/engine_data.h"
#include "tests/support/failing_store.h"
#include "tests/support/test_program.h"

#include <QTest>

namespace tst_server_ttl_safety {

using namespace sandglass;
using namespace sandglass::tests;
using engine::server::TtlSafety;

namespace {

constexpr int kLossLogId = 9100106;

bson::Document shown(const TtlSafety& safety)
{
    bson::Builder section;
    safety.append(section);
    return section.take();
}

/// A folder with a rule, whose journal has lost something.
struct Lost
{
    Lost()
    {
        data.addTtlIndex("c", R"({"t":1})", 0);
        auto unit = must(data.collection("c")->beginWrite());
        must(unit->insert(
            must(bson::fromJson(R"({"_id":1,"t":{"$date":"2001-01-01T00:00:00Z"}})"))));
        must(unit->commit(engine::storage::Durability::Process));
        store.setLostJournal("The journal file 000012.log is missing");
    }
    void start(TtlSafety& safety)
    {
        safety.holdAfterLoss(store, *data.catalog, data.clock.now(), data.log);
    }

    EngineData data;
    FailingStore store{*data.store};
};

} // namespace

class TestTtlSafety : public QObject
{
    Q_OBJECT

private slots:
    void afterALossNothingExpiresUntilConfirmed()
    {
        Lost lost;
        TtlSafety safety(lost.data.clock);
        lost.start(safety);
        QCOMPARE(safety.hold(), std::string("journal"));
        QVERIFY(safety.brake().holds(*lost.data.collection("c"), "t_1"));
        QCOMPARE(lost.data.log.count(kLossLogId), 1);
        const bson::Document section = shown(safety);
        const bson::DocumentView hold = section["hold"].asDocument();
        QCOMPARE(hold["journal"].asDocument()["lost"].asString(),
                 std::string_view("The journal file 000012.log is missing"));
        const bson::DocumentView index = hold["indexes"].asDocument()["0"].asDocument();
        QCOMPARE(index["ns"].asString(), std::string_view("db.c"));
        QCOMPARE(index["due"].toInt64(), std::int64_t{1});

        safety.release();
        QCOMPARE(safety.hold(), std::string("none"));
        QVERIFY(!safety.brake().holds(*lost.data.collection("c"), "t_1"));
        QVERIFY(shown(safety).view().empty());
    }

    void aLossThatNobodyConfirmedHoldsAtTheNextStartToo()
    {
        Lost lost;
        {
            TtlSafety first(lost.data.clock);
            lost.start(first);
        }
        lost.store.setLostJournal({});
        TtlSafety second(lost.data.clock);
        lost.start(second);
        QCOMPARE(second.hold(), std::string("journal"));
        second.release();
        TtlSafety third(lost.data.clock);
        lost.start(third);
        QCOMPARE(third.hold(), std::string("none"));
    }

    void withoutRulesThereIsNothingToConfirm()
    {
        EngineData data;
        FailingStore store(*data.store);
        store.setLostJournal("something");
        TtlSafety safety(data.clock);
        safety.holdAfterLoss(store, *data.catalog, data.clock.now(), data.log);
        QCOMPARE(safety.hold(), std::string("none"));
        QCOMPARE(data.log.count(kLossLogId), 0);
    }

    void aFolderThatLostNothingIsNotHeld()
    {
        Lost lost;
        lost.store.setLostJournal({});
        TtlSafety safety(lost.data.clock);
        lost.start(safety);
        QCOMPARE(safety.hold(), std::string("none"));
    }
};

SANDGLASS_PLAIN_TEST(TestTtlSafety)
} // namespace tst_server_ttl_safety

#include "tst_server_ttl_safety.moc"
