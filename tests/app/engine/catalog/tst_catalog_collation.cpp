// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/engine/catalog/index_key.h"
#include "app/engine/collation/collation.h"
#include "app/engine/storage/key_codec.h"
#include "tests/support/catalog_fixture.h"
#include "tests/support/null_log.h"
#include "tests/support/test_program.h"

#include <QTest>

#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace tst_catalog_collation {

using namespace sandglass;
using namespace sandglass::engine::catalog;
using namespace sandglass::tests;
using engine::storage::Durability;
using engine::storage::Family;

namespace {

bson::Document settings(const char* given)
{
    const bson::Document read = doc(given);
    const bson::ValueView value(bson::Type::Document, read.bytes());
    return need(engine::collation::parseCollation("collation", value))->settings();
}

bson::Document noCase()
{
    return settings(R"({"locale":"en","strength":2})");
}

IndexDefinition collated(std::string_view pattern, std::string name)
{
    IndexDefinition definition = indexOn(pattern, std::move(name));
    definition.collation = noCase();
    return definition;
}

} // namespace

/// Indexes with a collation, and folders that were written before there were any sort keys.
class TestCatalogCollation : public QObject
{
    Q_OBJECT

private slots:
    void init() { m_data = std::make_unique<CatalogFixture>(); }
    void cleanup() { m_data.reset(); }

    void entriesComeInItsOrder()
    {
        m_data->createIndex(collated(R"({"s":1})", "s"));
        m_data->insert({R"({"_id":1,"s":"b"})", R"({"_id":2,"s":"B"})", R"({"_id":3,"s":"a"})",
                        R"({"_id":4,"s":7})", R"({"_id":5,"s":["C","d"]})"});
        QCOMPARE(m_data->scan("s"), std::string("4 3 1 2 5"));
        IndexRange range;
        range.equalPrefix.push_back(bson::Value::of("B"));
        QCOMPARE(m_data->scan("s", range), std::string("1 2"));
        range.equalPrefix.clear();
        range.lower = Bound{bson::Value::of("A"), false};
        range.upper = Bound{bson::Value::of("c"), true};
        QCOMPARE(m_data->scan("s", range), std::string("1 2 5"));
        QCOMPARE(m_data->firstProblem(), std::string());
        m_data->reopen();
        QCOMPARE(m_data->firstProblem(), std::string());
    }

    void equalStringsAreOneKey()
    {
        IndexDefinition unique = collated(R"({"s":1})", "s");
        unique.unique = true;
        m_data->createIndex(unique);
        m_data->insert({R"({"_id":1,"s":"a"})"});
        auto unit = need(m_data->collection()->beginWrite());
        const auto again = unit->insert(doc(R"({"_id":2,"s":"A"})"));
        QVERIFY(!again);
        QCOMPARE(again.error().serverCode, 11000);
        need(unit->insert(doc(R"({"_id":3,"s":"b"})")));
        need(unit->commit(Durability::Process));
    }

    void aFolderWithoutSortKeysIsUpgraded_data()
    {
        QTest::addColumn<int>("format");
        QTest::addColumn<QByteArray>("icu");
        QTest::newRow("format 2") << 2 << QByteArray();
        QTest::newRow("format 1") << 1 << QByteArray();
        QTest::newRow("another ICU") << 3 << QByteArray("1.0");
        QTest::newRow("a crash after the version was raised") << 3 << QByteArray();
    }
    void aFolderWithoutSortKeysIsUpgraded()
    {
        QFETCH(int, format);
        QFETCH(QByteArray, icu);
        m_data->createIndex(collated(R"({"s":1})", "s"));
        m_data->createIndex(indexOn(R"({"s":1})", "plain"));
        const auto ids = m_data->insert(
            {R"({"_id":1,"s":"b"})", R"({"_id":2,"s":"B"})", R"({"_id":3,"s":"a"})"});
        const std::uint32_t index = m_data->collection()->index("s")->id;
        m_data->close();
        const char* texts[] = {"b", "B", "a"};
        makeOld(format, icu, index, [&](engine::storage::Batch& batch) {
            for (std::size_t i = 0; i < ids.size(); ++i) {
                std::string key = bytesOf(index, texts[i]);
                engine::storage::appendU64(key, ids[i]);
                batch.put(Family::Indexes, key, {});
            }
        });
        m_data->open();
        QCOMPARE(m_data->firstProblem(), std::string());
        QCOMPARE(m_data->scan("s"), std::string("3 1 2"));
        QCOMPARE(m_data->scan("plain"), std::string("2 3 1"));
        std::string version;
        QVERIFY(need(m_data->store->get(Family::Meta, "ucol", version, nullptr)));
        QCOMPARE(version, engine::collation::orderVersion());
        QVERIFY(
            need(m_data->store->get(Family::Meta, engine::storage::kFormatKey, version, nullptr)));
        QCOMPARE(engine::storage::readU32(version), engine::storage::kFormatVersion);
    }

    void documentsOutliveTheUpgradeOfAUniqueIndex()
    {
        m_data->createIndex(collated(R"({"s":1})", "s"));
        m_data->insert({R"({"_id":1,"s":"a"})", R"({"_id":2,"s":"A"})"});
        pretendUnique();
        QCOMPARE(m_data->scan("s"), std::string("1 2"));
        QCOMPARE(m_data->firstProblem(), std::string());
        const auto info = m_data->collection()->index("s");
        QVERIFY(!info->definition.unique);
        QVERIFY(info->definition.prepareUnique);
    }

    void aPartialTtlIndexGetsTheDatesThatItsFilterMissed()
    {
        IndexDefinition definition = ttlIndexOn(R"({"t":1})", "t", 0);
        definition.collation = noCase();
        definition.partialFilter = doc(R"({"s":"DONE"})");
        m_data->createIndex(definition);
        m_data->insert({R"({"_id":1,"s":"done","t":{"$date":{"$numberLong":"5"}}})",
                        R"({"_id":2,"s":"open","t":{"$date":{"$numberLong":"6"}}})"});
        const std::uint32_t index = m_data->collection()->index("t")->id;
        // an old engine compared by bytes, and remembered that nothing is due
        {
            auto unit = need(m_data->collection()->beginWrite());
            unit->rememberDrained("t", bson::Date{1'000'000});
            need(unit->commit(Durability::Process));
        }
        m_data->close();
        makeOld(2, {}, index, [](engine::storage::Batch&) {});
        m_data->open();
        QCOMPARE(m_data->firstProblem(), std::string());
        QCOMPARE(need(m_data->collection()->countDue("t", bson::Date{100}, 10)), std::int64_t{1});
    }

    void settingsThatNobodyCanUseCompareByBytes()
    {
        IndexDefinition definition = indexOn(R"({"s":1})", "s");
        definition.collation = doc(R"({"locale":"xx_nope","strength":2})");
        m_data->createIndex(definition);
        m_data->insert({R"({"_id":1,"s":"a"})", R"({"_id":2,"s":"B"})"});
        QCOMPARE(m_data->scan("s"), std::string("2 1"));
        QVERIFY(m_data->collection()->index("s")->collation == nullptr);
    }

private:
    static std::string bytesOf(std::uint32_t index, std::string_view text)
    {
        std::string key;
        engine::storage::appendU32(key, index);
        appendKey(key, bson::Value::of(text), nullptr);
        return key;
    }

    // Makes the closed folder one of an earlier format: without the entries of the index, but with
    // those that `fill` puts.
    template <typename Fill>
    void makeOld(int format, const QByteArray& icu, std::uint32_t index, const Fill& fill)
    {
        tests::NullLog log;
        const auto store = need(engine::storage::openStore(m_data->path(), {}, log));
        const auto batch = store->makeBatch();
        std::string lower;
        engine::storage::appendU32(lower, index);
        for (const Family family : {Family::Indexes, Family::Dates}) {
            const auto entries
                = store->iterate(family, lower, engine::storage::successor(lower), nullptr);
            for (entries->seekToFirst(); entries->valid(); entries->next()) {
                batch->remove(family, entries->key());
            }
        }
        fill(*batch);
        std::string version;
        engine::storage::appendU32(version, static_cast<std::uint32_t>(format));
        batch->put(Family::Meta, engine::storage::kFormatKey, version);
        batch->remove(Family::Meta, "ucol");
        if (!icu.isEmpty()) {
            batch->put(Family::Meta, "ucol", icu.toStdString());
        }
        need(store->commit(*batch, Durability::Disk));
    }

    // Opens the folder as if the index "s" had been unique by bytes.
    void pretendUnique()
    {
        IndexDefinition definition = m_data->collection()->index("s")->definition;
        definition.collation = doc(R"({"locale":"xx_nope"})");
        definition.unique = true;
        need(m_data->catalog->dropIndexes(m_data->ns, {"s"}));
        m_data->createIndex(definition);
        m_data->close();
        giveSettings();
        m_data->open();
    }
    // Puts settings that can be used into the catalog entries.
    void giveSettings()
    {
        tests::NullLog log;
        const auto store = need(engine::storage::openStore(m_data->path(), {}, log));
        const auto batch = store->makeBatch();
        const auto entries = store->iterate(Family::Meta, "c", "d", nullptr);
        for (entries->seekToFirst(); entries->valid(); entries->next()) {
            const std::string_view value = entries->value();
            const auto stored = need(bson::Document::fromBytes(
                {reinterpret_cast<const std::uint8_t*>(value.data()), value.size()}));
            const bson::Document changed
                = doc(replaced(bson::toJson(stored, bson::JsonForm::Canonical)));
            const bson::Bytes bytes = changed.bytes();
            batch->put(Family::Meta, entries->key(),
                       {reinterpret_cast<const char*>(bytes.data()), bytes.size()});
        }
        batch->remove(Family::Meta, "ucol");
        need(store->commit(*batch, Durability::Disk));
    }
    static std::string replaced(std::string json)
    {
        const std::string from = R"({"locale":"xx_nope"})";
        const std::size_t at = json.find(from);
        return at == std::string::npos
            ? json
            : json.replace(at, from.size(), bson::toJson(noCase(), bson::JsonForm::Canonical));
    }

    std::unique_ptr<CatalogFixture> m_data;
};

SANDGLASS_PLAIN_TEST(TestCatalogCollation)
} // namespace tst_catalog_collation

#include "tst_catalog_collation.moc"
