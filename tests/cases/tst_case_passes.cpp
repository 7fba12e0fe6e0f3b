// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/engine/expiry/purge_pass.h"
#include "tests/support/engine_data.h"
#include "tests/support/test_program.h"

#include <QObject>
#include <QTest>

#include <functional>
#include <memory>
#include <utility>

namespace tst_case_passes {

using namespace sandglass;
using namespace sandglass::tests;

// What happens while a pass is at work cannot be said by commands and replies alone. Each function
// is one case of the reference and a test of its own.
class TestCasePasses : public QObject
{
    Q_OBJECT

private slots:
    void init()
    {
        m_data = std::make_unique<EngineData>();
        m_counters = std::make_unique<engine::expiry::TtlCounters>();
        m_settings = std::make_unique<engine::expiry::TtlSettings>();
        m_settings->batchDocuments = 1;
        m_pass = std::make_unique<engine::expiry::PurgePass>(*m_data->catalog, m_data->clock,
                                                             m_data->log, *m_settings, *m_counters);
        m_data->addTtlIndex("c", R"({"t":1})", 0);
    }

    void c017ADocumentRefreshedInMidPassStays()
    {
        insertExpired("c", 3);
        afterTheFirstBatch([this] { refresh(2); });
        m_pass->run([] { return false; });
        QCOMPARE(m_data->ids("c"), QStringList{QStringLiteral("2")});
        QCOMPARE(m_counters->deletedDocuments.load(), 2);
    }

    void c024ACollectionDroppedInMidPassIsNoFault()
    {
        m_data->addTtlIndex("other", R"({"t":1})", 0);
        insertExpired("c", 3);
        insertExpired("other", 3);
        afterTheFirstBatch([this] { need(m_data->catalog->drop({"db", "c"})); });
        m_pass->run([] { return false; });
        QCOMPARE(m_data->log.count(5400703), 0);
        QCOMPARE(m_counters->invalidIndexSkips.load(), 0);
        QCOMPARE(m_counters->passes.load(), 1);
        QVERIFY(m_data->ids("other").isEmpty());
        insertExpired("other", 1);
        m_pass->run([] { return false; });
        QVERIFY(m_data->ids("other").isEmpty());
    }

    void c115AnIndexWithMuchToDoDoesNotStarveAnother()
    {
        m_settings->batchDocuments = 50;
        m_settings->indexTargetDocuments = 50;
        m_data->addTtlIndex("c", R"({"y":1})", 0);
        insertExpired("c", 500);
        m_data->insert("c", {R"({"_id":"by y","y":)" + dateJson(past()) + "}"});
        // stops as soon as y has nothing left: x must not have been drained before
        m_pass->run([this] { return !m_data->ids("c").contains(QStringLiteral("\"by y\"")); });
        QVERIFY(!m_data->ids("c").contains(QStringLiteral("\"by y\"")));
        QVERIFY(m_data->ids("c").size() >= 400);
    }

private:
    base::Time past() const { return m_data->clock.now() - std::chrono::hours(1); }

    void insertExpired(const std::string& collection, int count)
    {
        std::vector<std::string> documents;
        for (int id = 1; id <= count; ++id) {
            documents.push_back(dated(id, past()));
        }
        m_data->insert(collection, documents);
    }

    /// Does something once, when the pass has deleted its first batch and goes on.
    void afterTheFirstBatch(std::function<void()> action)
    {
        m_pass->setOperationHook([action = std::move(action),
                                  done = false](const std::string&, const std::string&) mutable {
            if (!std::exchange(done, true)) {
                action();
            }
            return std::shared_ptr<void>();
        });
    }

    void refresh(int id)
    {
        const auto collection = m_data->collection("c");
        const auto found = need(collection->findById(bson::Value::of(id)));
        auto unit = need(collection->beginWrite());
        const auto later = dated(id, m_data->clock.now() + std::chrono::hours(1));
        need(unit->replace(found->first, need(bson::fromJson(later))));
        need(unit->commit(engine::storage::Durability::Process));
    }

    std::unique_ptr<EngineData> m_data;
    std::unique_ptr<engine::expiry::TtlCounters> m_counters;
    std::unique_ptr<engine::expiry::TtlSettings> m_settings;
    std::unique_ptr<engine::expiry::PurgePass> m_pass;
};

SANDGLASS_TEST(TestCasePasses)

} // namespace tst_case_passes

#include "tst_case_passes.moc"
