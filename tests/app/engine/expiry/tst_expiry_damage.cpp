// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/engine/expiry/purge_pass.h"
#include "tests/support/engine_data.h"
#include "tests/support/failing_store.h"
#include "tests/support/test_program.h"

#include <QTest>

namespace tst_expiry_damage {

using namespace sandglass;
using namespace sandglass::tests;
using engine::expiry::Damage;
using engine::expiry::PurgePass;
using engine::expiry::TtlCounters;
using engine::expiry::TtlSettings;
using std::chrono::hours;

namespace {

/// Three collections with due documents; a pass over a store that cannot read those of one.
class Damaged
{
public:
    Damaged()
    {
        for (const std::string& name : kNames) {
            m_data.addTtlIndex(name, R"({"t":1})", 0);
            m_data.insert(name, {dated(1, m_data.clock.now() - hours(1))});
            prefixes.push_back(newestPrefix());
        }
        m_data.catalog
            = need(engine::catalog::Catalog::open(store, m_data.clock, [](auto, const auto&) {
                  return Result<ttl::DocumentPredicate>([](bson::DocumentView) { return true; });
              }));
        settings.bulkFromDocuments = 0;
        pass = std::make_unique<PurgePass>(*m_data.catalog, m_data.clock, m_data.log, settings,
                                           counters);
        pass->setWritesRefused([this] { return store.writesRefused(); });
    }
    ~Damaged()
    {
        pass.reset();
        m_data.catalog.reset();
    }
    Damaged(const Damaged&) = delete;
    Damaged& operator=(const Damaged&) = delete;

    void run()
    {
        pass->run([] { return false; });
    }
    /// The key of the newest record of the collection that was filled last.
    std::string newestKey()
    {
        const auto last = m_data.store->iterate(engine::storage::Family::Records, {}, {}, nullptr);
        last->seekToLast();
        return std::string(last->key());
    }
    /// Tells the catalog that the store has met damage, and waits until it has looked.
    void awaitDamage()
    {
        store.tellDamage();
        m_data.catalog->settle();
    }
    qsizetype left(const std::string& name) { return m_data.ids(name).size(); }
    EngineData& data() { return m_data; }

private:
    static inline const std::vector<std::string> kNames{"a", "b", "c"};

    /// What the keys of the collection begin with that was filled last.
    std::string newestPrefix() { return newestKey().substr(0, 4); }

    EngineData m_data;

public:
    std::vector<std::string> prefixes;
    FailingStore store{*m_data.store};
    TtlSettings settings;
    TtlCounters counters;
    std::unique_ptr<PurgePass> pass;
};

} // namespace

class ExpiryDamageTest : public QObject
{
    Q_OBJECT

private slots:
    void oneDamagedCollectionDoesNotKeepTheOthers()
    {
        Damaged d;
        d.store.damage(d.prefixes.at(0));
        d.run();
        QCOMPARE(d.left("b"), 0);
        QCOMPARE(d.left("c"), 0);
        QCOMPARE(d.counters.deletedDocuments.load(), 2);
        const std::vector<Damage> damages = d.pass->damages().list();
        QCOMPARE(damages.size(), std::size_t{1});
        QCOMPARE(damages.front().ns, std::string("db.a"));
        QCOMPARE(damages.front().index, std::string("t_1"));
        QVERIFY(damages.front().error.find("checksum") != std::string::npos);
        // one line in each pass, not in each round of it
        QCOMPARE(d.data().log.count(5400703), 1);
    }

    void itSaysSinceWhenAndForgetsWhatCanBeReadAgain()
    {
        Damaged d;
        d.store.damage(d.prefixes.at(1));
        const base::Time first = d.data().clock.now();
        d.run();
        d.data().clock.advance(hours(1));
        d.run();
        QCOMPARE(d.pass->damages().list().size(), std::size_t{1});
        QVERIFY(d.pass->damages().list().front().since == first);
        d.store.damage({});
        d.run();
        QVERIFY(d.pass->damages().list().empty());
        QCOMPARE(d.left("b"), 0);
    }

    void whatWasDeletedBeforeTheDamageIsReported()
    {
        Damaged d;
        d.data().insert("c", {dated(2, d.data().clock.now() - std::chrono::minutes(30))});
        d.store.damage(d.newestKey());
        d.settings.batchDocuments = 1;
        std::vector<std::int64_t> reported;
        d.pass->setVisitHook([&reported](const engine::expiry::VisitReport& report) {
            if (report.ns == "db.c") {
                reported.push_back(report.outcome.documents);
            }
        });
        d.run();
        QCOMPARE(d.pass->damages().list().size(), std::size_t{1});
        QCOMPARE(reported, std::vector<std::int64_t>{1});
    }

    void whatWasDroppedIsNotDamaged()
    {
        Damaged d;
        d.store.damage(d.prefixes.at(1));
        d.run();
        QCOMPARE(d.pass->damages().list().size(), std::size_t{1});
        need(d.data().catalog->drop({"db", "b"}));
        d.run();
        QVERIFY(d.pass->damages().list().empty());
    }

    void whatACompactionCouldNotReadExpiresNothing()
    {
        Damaged d;
        d.store.setDamaged(d.prefixes.at(1));
        d.awaitDamage();
        const base::Time found = d.data().clock.now();
        d.data().clock.advance(hours(1));
        d.run();
        QCOMPARE(d.left("a"), 0);
        QCOMPARE(d.left("c"), 0);
        QVERIFY(d.pass->damages().list().empty());
        const std::vector<Damage> damages = d.pass->allDamages();
        QCOMPARE(damages.size(), std::size_t{1});
        QCOMPARE(damages.front().ns, std::string("db.b"));
        QCOMPARE(damages.front().index, std::string("t_1"));
        QVERIFY(damages.front().since == found);
        // it can be read after all
        d.store.setDamaged({});
        QCOMPARE(d.left("b"), 1);
        d.run();
        QVERIFY(d.pass->allDamages().empty());
        QCOMPARE(d.left("b"), 0);
    }

    void aDamagedCollectionWithoutRuleIsNamedToo()
    {
        Damaged d;
        d.store.setDamaged(d.prefixes.at(1));
        need(d.data().catalog->dropIndexes({"db", "b"}, {"t_1"}));
        d.awaitDamage();
        const std::vector<Damage> damages = d.pass->allDamages();
        QCOMPARE(damages.size(), std::size_t{1});
        QCOMPARE(damages.front().ns, std::string("db.b"));
        QVERIFY(damages.front().index.empty());
    }

    // it is to be opened again, which waits for those who read it
    void aStoreThatRefusesWritesIsNotSearchedForDamage()
    {
        Damaged d;
        d.store.failAfter(0);
        d.run();
        QVERIFY(d.store.writesRefused());
        d.store.setDamaged(d.prefixes.at(1));
        d.awaitDamage();
        QVERIFY(d.pass->allDamages().empty());
        d.store.repair();
        d.awaitDamage();
        QCOMPARE(d.pass->allDamages().size(), std::size_t{1});
    }

    void aStoreThatRefusesWritesStillEndsThePass()
    {
        Damaged d;
        d.store.failAfter(0);
        d.run();
        QCOMPARE(d.counters.deletedDocuments.load(), 0);
        QVERIFY(d.pass->damages().list().empty());
        QCOMPARE(d.data().log.count(22537), 1);
    }
};

SANDGLASS_TEST(ExpiryDamageTest)
} // namespace tst_expiry_damage

#include "tst_expiry_damage.moc"
