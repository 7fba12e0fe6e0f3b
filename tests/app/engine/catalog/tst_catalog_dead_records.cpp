// SPDX-License-Identifier: GPL-3.0-or-later
// The bits of dead records: what a reclaim asks of them.
#include "app/engine/catalog/dead_records.h"
#include "tests/support/test_program.h"

#include <QTest>

#include <random>
#include <set>
#include <vector>

namespace tst_catalog_dead_records {

using sandglass::engine::catalog::DeadRecords;
using sandglass::engine::catalog::RecordId;

namespace {

constexpr RecordId kChunk = RecordId{1} << DeadRecords::kChunkBits;

DeadRecords::Frozen frozen(const std::set<RecordId>& ids)
{
    DeadRecords dead;
    dead.add(std::vector<RecordId>(ids.begin(), ids.end()));
    return dead.freeze();
}

void addRange(std::set<RecordId>& ids, RecordId first, RecordId last)
{
    for (RecordId id = first; id <= last; ++id) {
        ids.insert(id);
    }
}

} // namespace

class TestDeadRecords : public QObject
{
    Q_OBJECT

private slots:
    void withoutDeadRecordsNothingIsFound()
    {
        const DeadRecords::Frozen none = frozen({});
        QVERIFY(!none.containsAny(0, UINT64_MAX));
        QVERIFY(none.stretches(1).empty());
    }

    void oneRecordIsFoundFromEverySide_data()
    {
        QTest::addColumn<quint64>("id");
        for (const RecordId id : {RecordId{0}, RecordId{63}, RecordId{64}, kChunk - 1, kChunk,
                                  5 * kChunk + 7, UINT64_MAX}) {
            QTest::newRow(qPrintable(QString::number(id))) << quint64{id};
        }
    }

    void oneRecordIsFoundFromEverySide()
    {
        QFETCH(quint64, id);
        const DeadRecords::Frozen one = frozen({id});
        QVERIFY(one.containsAny(id, id));
        QVERIFY(one.containsAny(0, UINT64_MAX));
        QVERIFY(one.containsAny(0, id));
        QVERIFY(one.containsAny(id, UINT64_MAX));
        QVERIFY(id == 0 || !one.containsAny(0, id - 1));
        QVERIFY(id == UINT64_MAX || !one.containsAny(id + 1, UINT64_MAX));
        QVERIFY(!one.containsAny(1, 0)); // a table without keys
        QCOMPARE(one.stretches(1), (std::vector<std::pair<RecordId, RecordId>>{{id, id}}));
    }

    void aStretchEndsAtALivingRecordAndGoesOverChunks()
    {
        std::set<RecordId> ids;
        addRange(ids, 10, 200);
        addRange(ids, 202, 300); // 201 lives
        addRange(ids, kChunk - 100, kChunk + 100);
        ids.insert(9 * kChunk); // chunks without bits are in between
        const DeadRecords::Frozen dead = frozen(ids);
        QCOMPARE(
            dead.stretches(100),
            (std::vector<std::pair<RecordId, RecordId>>{{10, 200}, {kChunk - 100, kChunk + 100}}));
        QCOMPARE(dead.stretches(99).size(), std::size_t{3});
        QVERIFY(!dead.containsAny(201, 201));
        QVERIFY(!dead.containsAny(kChunk + 101, 9 * kChunk - 1));
    }

    void anyRangeAgreesWithTheBitsOneByOne()
    {
        std::mt19937_64 random(20'261'127);
        std::set<RecordId> ids;
        for (int i = 0; i < 300; ++i) {
            ids.insert(random() % (4 * kChunk));
        }
        const DeadRecords::Frozen dead = frozen(ids);
        for (int i = 0; i < 2'000; ++i) {
            const RecordId first = random() % (5 * kChunk);
            const RecordId last = first + random() % 5'000;
            const auto next = ids.lower_bound(first);
            QCOMPARE(dead.containsAny(first, last), next != ids.end() && *next <= last);
        }
    }
};

SANDGLASS_PLAIN_TEST(TestDeadRecords)
} // namespace tst_catalog_dead_records

#include "tst_catalog_dead_records.moc"
