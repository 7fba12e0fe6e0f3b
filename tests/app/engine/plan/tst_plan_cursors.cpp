// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/engine/plan/cursors.h"
#include "app/engine/plan/reply_cursor.h"
#include "app/engine/query/held_memory.h"
#include "tests/support/fake_clock.h"
#include "tests/support/test_program.h"

#include <QTest>

#include <memory>
#include <optional>
#include <set>
#include <string>
#include <thread>
#include <vector>

namespace tst_plan_cursors {

using namespace sandglass;
using namespace sandglass::tests;
using engine::plan::Cursor;
using engine::plan::CursorRegistry;
using engine::plan::TailState;

namespace {

class Tail final : public TailState
{
public:
    explicit Tail(bool changeStream)
        : m_changeStream(changeStream)
    {
    }
    bool ended() const override { return false; }
    bool isChangeStream() const override { return m_changeStream; }

private:
    bool m_changeStream;
};

std::unique_ptr<Cursor> cursorOn(const char* collection)
{
    auto cursor = std::make_unique<Cursor>();
    cursor->ns = {"db", collection};
    return cursor;
}

constexpr std::size_t kMegabyte = std::size_t{1024} * 1024;

/// So many documents of a megabyte.
class BigDocuments final : public engine::query::DocumentSource
{
public:
    explicit BigDocuments(int count)
        : m_left(count)
    {
    }
    Result<std::optional<bson::Document>> next() override
    {
        if (m_left == 0) {
            return std::optional<bson::Document>();
        }
        --m_left;
        return std::optional(bson::makeDocument("t", std::string(kMegabyte, 'x')));
    }

private:
    int m_left;
};

std::unique_ptr<Cursor> bigCursor(int documents)
{
    auto cursor = cursorOn("c");
    cursor->source = std::make_unique<BigDocuments>(documents);
    return cursor;
}

/// Reads a batch of so many documents; whether there are more.
bool hasMoreAfter(Cursor& cursor, std::int64_t documents)
{
    bson::Builder reply;
    reply.beginArray("batch");
    const auto more = engine::plan::fillBatch(cursor, documents, reply);
    return more && *more;
}

} // namespace

class PlanCursorsTest : public QObject
{
    Q_OBJECT

private slots:
    void init()
    {
        m_clock = std::make_unique<FakeClock>();
        m_registry = std::make_unique<CursorRegistry>(*m_clock);
    }

    void aKeptCursorIsTakenOnce()
    {
        const std::int64_t id = m_registry->keep(cursorOn("c"));
        QVERIFY(id > 0);
        auto taken = m_registry->take(id);
        QVERIFY(taken != nullptr);
        QCOMPARE(taken->ns.collection, std::string("c"));
        QVERIFY(m_registry->take(id) == nullptr); // in use
        QCOMPARE(qint64{m_registry->count()}, qint64{1});
        m_registry->putBack(id, std::move(taken));
        QVERIFY(m_registry->take(id) != nullptr);
    }

    void theCursorThatWasNotUsedForTheLongestTimeMakesRoom()
    {
        CursorRegistry registry(*m_clock, {3, 1'000'000});
        const std::int64_t first = registry.keep(cursorOn("a"));
        const std::int64_t second = registry.keep(cursorOn("b"));
        registry.keep(cursorOn("c"));
        registry.putBack(first, registry.take(first)); // used again
        const std::int64_t newest = registry.keep(cursorOn("d"));
        QCOMPARE(qint64{registry.count()}, qint64{3});
        QVERIFY(registry.take(second) == nullptr);
        QVERIFY(registry.take(first) != nullptr);
        QVERIFY(registry.take(newest) != nullptr);
        QCOMPARE(qint64{registry.timedOut()}, qint64{1});
    }

    void cursorsMakeRoomForWhatOthersHold()
    {
        const std::size_t before = engine::query::HeldMemory::total();
        CursorRegistry registry(*m_clock, {1000, before + 5'500});
        std::vector<std::int64_t> ids;
        for (int n = 0; n < 20; ++n) {
            auto cursor = cursorOn("c");
            const auto held = std::make_shared<engine::query::HeldMemory>();
            held->take(1000);
            cursor->keepAlive = held;
            ids.push_back(registry.keep(std::move(cursor)));
        }
        QCOMPARE(qint64{registry.count()}, qint64{5});
        QVERIFY(registry.take(ids.at(14)) == nullptr);
        QVERIFY(registry.take(ids.at(15)) != nullptr);
        registry.clear();
        QCOMPARE(engine::query::HeldMemory::total(), before);
    }

    void cursorsMakeRoomForWhatOthersHaveReadAhead()
    {
        const std::size_t before = engine::query::HeldMemory::total();
        CursorRegistry registry(*m_clock, {1000, before + 5 * kMegabyte + kMegabyte / 2});
        for (int n = 0; n < 20; ++n) {
            auto cursor = bigCursor(9);
            QVERIFY(hasMoreAfter(*cursor, 1));
            registry.keep(std::move(cursor));
        }
        QCOMPARE(qint64{registry.count()}, qint64{5});
        registry.clear();
        QCOMPARE(engine::query::HeldMemory::total(), before);
    }

    void aCursorThatIsPutBackMakesRoomForItself()
    {
        const std::size_t before = engine::query::HeldMemory::total();
        CursorRegistry registry(*m_clock, {1000, before + 5 * kMegabyte + kMegabyte / 2});
        std::vector<std::int64_t> ids;
        for (int n = 0; n < 20; ++n) {
            ids.push_back(registry.keep(bigCursor(9)));
        }
        for (const std::int64_t id : ids) {
            if (auto cursor = registry.take(id)) {
                QVERIFY(hasMoreAfter(*cursor, 1));
                registry.putBack(id, std::move(cursor));
            }
        }
        QVERIFY(engine::query::HeldMemory::total() <= before + 6 * kMegabyte);
        QCOMPARE(qint64{registry.count()}, qint64{5});
        QVERIFY(registry.timedOut() > 0);
        registry.clear();
        QCOMPARE(engine::query::HeldMemory::total(), before);
    }

    void whatABatchTakesIsNoLongerReadAhead()
    {
        const std::size_t before = engine::query::HeldMemory::total();
        const auto cursor = bigCursor(3);
        QVERIFY(hasMoreAfter(*cursor, 1));
        QVERIFY(engine::query::HeldMemory::total() > before + kMegabyte);
        QVERIFY(hasMoreAfter(*cursor, 1));
        QVERIFY(engine::query::HeldMemory::total() < before + 2 * kMegabyte);
        QVERIFY(!hasMoreAfter(*cursor, 9));
        QCOMPARE(engine::query::HeldMemory::total(), before);
    }

    void idsDiffer()
    {
        std::set<std::int64_t> ids;
        for (int i = 0; i < 1000; ++i) {
            ids.insert(m_registry->keep(cursorOn("c")));
        }
        QCOMPARE(ids.size(), std::size_t{1000});
    }

    void idsOfAnotherRunAreUnknown()
    {
        const std::int64_t id = m_registry->keep(cursorOn("c"));
        m_clock->advance(base::Millis(1));
        CursorRegistry next(*m_clock);
        QVERIFY(next.keep(cursorOn("c")) != id);
        QVERIFY(next.take(id) == nullptr);
    }

    void unknownIdsAreNoFault_data()
    {
        QTest::addColumn<qint64>("id");
        QTest::newRow("zero") << qint64{0};
        QTest::newRow("negative") << qint64{-1};
        QTest::newRow("smallest") << std::numeric_limits<qint64>::min();
        QTest::newRow("largest") << std::numeric_limits<qint64>::max();
    }
    void unknownIdsAreNoFault()
    {
        QFETCH(qint64, id);
        m_registry->keep(cursorOn("c"));
        QVERIFY(m_registry->take(id) == nullptr);
        QVERIFY(!m_registry->kill(id));
        m_registry->putBack(id, cursorOn("c"));
        QCOMPARE(qint64{m_registry->count()}, qint64{1});
    }

    void aKilledCursorIsGone()
    {
        const std::int64_t id = m_registry->keep(cursorOn("c"));
        QVERIFY(m_registry->kill(id));
        QVERIFY(!m_registry->kill(id));
        QVERIFY(m_registry->take(id) == nullptr);
        QCOMPARE(qint64{m_registry->count()}, qint64{0});
    }

    void aCursorThatIsKilledWhileInUseDoesNotComeBack()
    {
        const std::int64_t id = m_registry->keep(cursorOn("c"));
        auto taken = m_registry->take(id);
        QVERIFY(m_registry->kill(id));
        m_registry->putBack(id, std::move(taken));
        QVERIFY(m_registry->take(id) == nullptr);
        QCOMPARE(qint64{m_registry->count()}, qint64{0});
    }

    void aDropClosesTheCursorsOfItsCollectionOnly()
    {
        const std::int64_t kept = m_registry->keep(cursorOn("c"));
        const std::int64_t inUse = m_registry->keep(cursorOn("c"));
        const std::int64_t other = m_registry->keep(cursorOn("d"));
        auto elsewhere = cursorOn("c");
        elsewhere->ns.database = "db2";
        const std::int64_t sameName = m_registry->keep(std::move(elsewhere));
        auto taken = m_registry->take(inUse);
        m_registry->killAll({"db", "c"});
        m_registry->putBack(inUse, std::move(taken));
        QVERIFY(m_registry->take(kept) == nullptr);
        QVERIFY(m_registry->take(inUse) == nullptr);
        QVERIFY(m_registry->take(other) != nullptr);
        QVERIFY(m_registry->take(sameName) != nullptr);
    }

    void aChangeStreamOutlivesItsCollection()
    {
        auto stream = cursorOn("c");
        stream->tail = std::make_shared<Tail>(true);
        const std::int64_t kept = m_registry->keep(std::move(stream));
        m_registry->killAll({"db", "c"});
        auto taken = m_registry->take(kept);
        QVERIFY(taken != nullptr);
        m_registry->killAll({"db", "c"});
        m_registry->putBack(kept, std::move(taken));
        QVERIFY(m_registry->take(kept) != nullptr);
    }

    void cursorsNobodyUsesAreClosedAfterTenMinutes_data()
    {
        QTest::addColumn<qint64>("idleMillis");
        QTest::addColumn<bool>("open");
        QTest::newRow("a moment") << qint64{1} << true;
        QTest::newRow("ten minutes") << qint64{600'000} << true;
        QTest::newRow("and a moment") << qint64{600'001} << false;
        QTest::newRow("a year") << qint64{31'536'000'000} << false;
    }
    void cursorsNobodyUsesAreClosedAfterTenMinutes()
    {
        QFETCH(qint64, idleMillis);
        QFETCH(bool, open);
        const std::int64_t id = m_registry->keep(cursorOn("c"));
        m_clock->advance(base::Millis(idleMillis));
        QCOMPARE(m_registry->take(id) != nullptr, open);
        QCOMPARE(qint64{m_registry->timedOut()}, qint64{open ? 0 : 1});
    }

    void usingACursorKeepsItOpen()
    {
        const std::int64_t id = m_registry->keep(cursorOn("c"));
        for (int i = 0; i < 5; ++i) {
            m_clock->advance(base::Millis(500'000));
            auto taken = m_registry->take(id);
            QVERIFY(taken != nullptr);
            m_registry->putBack(id, std::move(taken));
        }
    }

    void aCursorInUseIsNotIdle()
    {
        const std::int64_t id = m_registry->keep(cursorOn("c"));
        auto taken = m_registry->take(id);
        m_clock->advance(base::Millis(10'000'000));
        m_registry->keep(cursorOn("d")); // looks for idle ones
        m_registry->putBack(id, std::move(taken));
        QVERIFY(m_registry->take(id) != nullptr);
        QCOMPARE(qint64{m_registry->timedOut()}, qint64{0});
    }

    void cursorsWithoutTimeoutStay()
    {
        auto eternal = cursorOn("c");
        eternal->noTimeout = true;
        const std::int64_t id = m_registry->keep(std::move(eternal));
        QCOMPARE(qint64{m_registry->countWithoutTimeout()}, qint64{1});
        m_clock->advance(base::Millis(31'536'000'000));
        QVERIFY(m_registry->take(id) != nullptr);
    }

    void aTailIsIdleByRealTimeOnly()
    {
        auto tail = cursorOn("c");
        tail->tail = std::make_shared<Tail>(false);
        const std::int64_t id = m_registry->keep(std::move(tail));
        m_clock->advance(base::Millis(31'536'000'000));
        QVERIFY(m_registry->take(id) != nullptr);
    }

    void clearingClosesEverything()
    {
        const std::int64_t inUse = m_registry->keep(cursorOn("c"));
        m_registry->keep(cursorOn("d"));
        auto taken = m_registry->take(inUse);
        m_registry->clear();
        m_registry->putBack(inUse, std::move(taken));
        QCOMPARE(qint64{m_registry->count()}, qint64{0});
    }

    void aSourceGoesBeforeWhatItRefersTo()
    {
        // the source of a find walks a collection that only the cursor keeps
        struct Source final : engine::query::DocumentSource
        {
            explicit Source(std::weak_ptr<int> kept, bool& alive)
                : m_kept(std::move(kept))
                , m_alive(alive)
            {
            }
            ~Source() override { m_alive = !m_kept.expired(); }
            Result<std::optional<bson::Document>> next() override
            {
                return std::optional<bson::Document>();
            }
            std::weak_ptr<int> m_kept;
            bool& m_alive;
        };
        bool alive = false;
        auto cursor = cursorOn("c");
        const auto kept = std::make_shared<int>(1);
        cursor->source = std::make_unique<Source>(kept, alive);
        cursor->keepAlive = kept;
        m_registry->kill(m_registry->keep(std::move(cursor)));
        QVERIFY(alive);
    }

    void manyThreadsMayUseTheirCursors()
    {
        std::vector<std::jthread> threads;
        for (int i = 0; i < 4; ++i) {
            threads.emplace_back([this] {
                for (int round = 0; round < 300; ++round) {
                    const std::int64_t id = m_registry->keep(cursorOn("c"));
                    auto taken = m_registry->take(id);
                    if (round % 3 == 0) {
                        m_registry->kill(id);
                    }
                    m_registry->putBack(id, std::move(taken));
                    m_registry->kill(id);
                }
            });
        }
        threads.clear();
        QCOMPARE(qint64{m_registry->count()}, qint64{0});
    }

private:
    std::unique_ptr<FakeClock> m_clock;
    std::unique_ptr<CursorRegistry> m_registry;
};

SANDGLASS_TEST(PlanCursorsTest)
} // namespace tst_plan_cursors

#include "tst_plan_cursors.moc"
