// SPDX-License-Identifier: GPL-3.0-or-later
// Which collections are named when a compaction meets a damaged table, and what goes on.
#include "app/bson/builder.h"
#include "tests/support/catalog_fixture.h"
#include "tests/support/damaged_table.h"
#include "tests/support/test_program.h"

#include <QByteArray>
#include <QDir>
#include <QFile>
#include <QTest>

#include <algorithm>
#include <memory>
#include <random>
#include <string>
#include <vector>

namespace tst_catalog_damage {

using namespace sandglass;
using namespace sandglass::engine::catalog;
using namespace sandglass::tests;
using engine::storage::Durability;
using engine::storage::Family;

namespace {

constexpr int kDocuments = 400;
constexpr int kFew = 5;
constexpr std::size_t kLargeBytes = 20'000; // more than a block of a table

// Bytes that do not compress.
std::string noise(int seed, std::size_t size = 1000)
{
    std::mt19937 random(static_cast<std::mt19937::result_type>(seed));
    std::string bytes(size, '\0');
    std::ranges::generate(bytes,
                          [&random] { return static_cast<char>('a' + random() % 26); }); // ASCII
    return bytes;
}

} // namespace

class TestCatalogDamage : public QObject
{
    Q_OBJECT

private slots:
    void init()
    {
        m_data = std::make_unique<CatalogFixture>();
        m_data->createIndex(ttlIndexOn(R"({"t":1})", "t", 0));
        need(m_data->catalog->findOrCreate(m_other, nullptr));
        // two tables, so that a compaction cannot just move one; each with both collections
        for (const int first : {0, kDocuments}) {
            insert(m_data->ns, first, kDocuments);
            insert(m_other, first, kDocuments);
            need(m_data->store->endJournal());
        }
    }
    void cleanup() { m_data.reset(); }

    void theDamagedCollectionIsNamedAndTheOthersAreNot()
    {
        damageDocuments();
        QVERIFY(m_data->catalog->damaged().empty());
        QVERIFY(!m_data->store->compact(Family::Records, {}, {}));
        QTRY_COMPARE(m_data->catalog->damaged().size(), std::size_t{1});
        const DamagedCollection damaged = m_data->catalog->damaged().front();
        QCOMPARE(damaged.collection->ns().text(), m_data->ns.text());
        QVERIFY(damaged.since == m_data->clock.now());
        QVERIFY(damaged.error.find("checksum") != std::string::npos);
    }

    // The older table has damage in what it holds of the other collection, which nobody has met.
    void onlyTheTableThatCouldNotBeReadIsLookedAt()
    {
        damageDocuments();
        m_data->close();
        constexpr double kInTheSecond = 0.7;
        QVERIFY(invertBytes(largeTables(m_data->path()).first(), kInTheSecond));
        m_data->open();
        QVERIFY(!m_data->store->compact(Family::Records, {}, {}));
        QTRY_COMPARE(m_data->catalog->damaged().size(), std::size_t{1});
        const DamagedCollection damaged = m_data->catalog->damaged().front();
        QCOMPARE(damaged.collection->ns().text(), m_data->ns.text());
    }

    void damageNextToACollectionIsNotItsOwn_data()
    {
        QTest::addColumn<int>("document"); // which one is damaged
        QTest::addColumn<QString>("named");
        QTest::newRow("the last one of the first") << kFew - 1 << "db.first";
        QTest::newRow("the first one of the second") << kFew << "db.second";
    }
    // Each document has a block of its own.
    void damageNextToACollectionIsNotItsOwn()
    {
        QFETCH(int, document);
        QFETCH(QString, named);
        m_data = std::make_unique<CatalogFixture>();
        const std::vector<protocol::Namespace> both{{"db", "first"}, {"db", "second"}};
        for (const protocol::Namespace& ns : both) {
            need(m_data->catalog->findOrCreate(ns, nullptr));
        }
        for (const int first : {0, 2 * kFew}) {
            insert(both[0], first, kFew, kLargeBytes);
            insert(both[1], first + kFew, kFew, kLargeBytes);
            need(m_data->store->endJournal());
        }
        m_data->close();
        const QString newer = largeTables(m_data->path()).last();
        QVERIFY(invertBytes(newer, placeOf(noise(2 * kFew + document, kLargeBytes), newer)));
        m_data->open();
        QVERIFY(!m_data->store->compact(Family::Records, {}, {}));
        QTRY_COMPARE(m_data->catalog->damaged().size(), std::size_t{1});
        const DamagedCollection damaged = m_data->catalog->damaged().front();
        QCOMPARE(QString::fromStdString(damaged.collection->ns().text()), named);
    }

    void writesGoOnInAllCollections()
    {
        damageDocuments();
        QVERIFY(!m_data->store->compact(Family::Records, {}, {}));
        QTRY_COMPARE(m_data->catalog->damaged().size(), std::size_t{1});
        insert(m_data->ns, 2 * kDocuments, 10);
        insert(m_other, 2 * kDocuments, 10);
        const auto other = m_data->catalog->find(m_other);
        QCOMPARE(other->figures().documents, std::int64_t{2 * kDocuments + 10});
        QVERIFY(need(other->verifyAll()).problems.empty());
        need(m_data->catalog->create({"db", "new"}, {}));
    }

    void aDroppedCollectionIsNotNamedAnyMore()
    {
        damageDocuments();
        QVERIFY(!m_data->store->compact(Family::Records, {}, {}));
        QTRY_COMPARE(m_data->catalog->damaged().size(), std::size_t{1});
        need(m_data->catalog->drop(m_data->ns));
        QVERIFY(m_data->catalog->damaged().empty());
        QVERIFY(need(m_data->catalog->find(m_other)->verifyAll()).problems.empty());
        m_data->reopen();
        QVERIFY(!m_data->catalog->find(m_data->ns));
    }

    // Its keys are removed one by one, and some of them cannot be read.
    void aSmallDamagedCollectionCanBeDropped()
    {
        damageDocuments();
        QVERIFY(m_data->collection()->figures().documents <= 1000);
        const auto cursor = m_data->collection()->scan(Direction::Forward);
        while (cursor->next()) { }
        QVERIFY(!cursor->status());
        need(m_data->catalog->drop(m_data->ns));
        const auto again = m_data->collection();
        QCOMPARE(again->figures().documents, std::int64_t{0});
        QVERIFY(need(again->verifyAll()).problems.empty());
    }

    void documentsOfADamagedTableAreNotReclaimedInVain()
    {
        damageDocuments();
        QVERIFY(!m_data->store->compact(Family::Records, {}, {}));
        QTRY_COMPARE(m_data->catalog->damaged().size(), std::size_t{1});
        // some are removed in bulk: their space is given back by compactions
        const auto collection = m_data->collection();
        const auto removal = collection->bulkRemoval("t");
        QVERIFY(removal);
        const auto rule = collection->expiryRule("t").value();
        need(removal->step(rule, base::Time(base::Millis(kDocuments)), 50));
        QVERIFY(collection->unreclaimed() > 0);
        const QStringList before = tables();
        m_data->catalog->tend(Catalog::Occasion::Idle);
        m_data->catalog->settle();
        // nothing was written for an attempt; what is left of the failed compaction may go
        for (const QString& table : tables()) {
            QVERIFY2(before.contains(table), qPrintable(table));
        }
        QVERIFY(collection->unreclaimed() > 0);
        // who asks for it hears why it fails
        const auto asked = m_data->catalog->reclaim(m_data->ns);
        QVERIFY(!asked);
        QCOMPARE(asked.error().code, Errc::Storage);
        QVERIFY(!m_data->store->writesRefused());
    }

private:
    void insert(const protocol::Namespace& ns, int first, int count, std::size_t size = 1000)
    {
        auto unit = need(m_data->catalog->find(ns)->beginWrite());
        for (int id = first; id < first + count; ++id) {
            need(unit->insert(
                bson::makeDocument("_id", id, "t", bson::Date{id}, "x", noise(id, size))));
        }
        need(unit->commit(Durability::Process));
    }
    /// Where the middle of a text is in a file that holds it, from 0 to 1.
    static double placeOf(const std::string& text, const QString& path)
    {
        QFile file(path);
        const bool opened = file.open(QIODevice::ReadOnly);
        const QByteArray bytes = opened ? file.readAll() : QByteArray();
        const qsizetype found = bytes.indexOf(QByteArray::fromStdString(text));
        if (found < 0) {
            qFatal("the table does not hold the document as it is");
        }
        const auto middle = found + static_cast<qsizetype>(text.size() / 2);
        return static_cast<double>(middle) / static_cast<double>(bytes.size());
    }
    QStringList tables() const
    {
        return QDir(QString::fromStdString(m_data->path()))
            .entryList({QStringLiteral("*.sst")}, QDir::Files, QDir::Name);
    }
    /// Damages a document of the first collection in the newer table.
    void damageDocuments()
    {
        m_data->close();
        const QStringList tables = largeTables(m_data->path());
        QVERIFY(!tables.isEmpty());
        constexpr double kInTheFirst = 0.2; // the other collection has the second half
        QVERIFY(invertBytes(tables.last(), kInTheFirst));
        m_data->open();
    }

    const protocol::Namespace m_other{"db", "other"};
    std::unique_ptr<CatalogFixture> m_data;
};

SANDGLASS_TEST(TestCatalogDamage)
} // namespace tst_catalog_damage

#include "tst_catalog_damage.moc"
