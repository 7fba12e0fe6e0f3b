// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/bson/builder.h"
#include "app/presenters/indexes/create_presets.h"
#include "tests/support/test_program.h"

#include <QObject>
#include <QTest>

#include <algorithm>

namespace tst_presenters_create_presets {

using namespace sandglass;
using namespace Qt::StringLiterals;
using presenters::CreatePreset;
using presenters::createPresets;

namespace {

ttl::ServerInfo server(ttl::Product product, std::vector<int> version = {7, 0, 5, 0})
{
    ttl::ServerInfo info;
    info.product = product;
    info.versionNumbers = std::move(version);
    return info;
}

const CreatePreset& byId(const std::vector<CreatePreset>& presets, const QString& id)
{
    const auto found = std::ranges::find(presets, id, &CreatePreset::id);
    if (found == presets.end()) {
        qFatal("there is no preset %s", qPrintable(id));
    }
    return *found;
}

/// The collection that a preset is meant for, on that server, without indexes.
ttl::DraftSurroundings surroundings(const CreatePreset& preset, const ttl::ServerInfo& info)
{
    ttl::DraftSurroundings around;
    around.server = info;
    around.collection.ns = {"shop", "preset"};
    if (preset.id == u"weather24h"_s) {
        around.collection.kind = ttl::CollectionKind::TimeSeries;
        around.collection.options = bson::makeDocument(
            "timeseries", bson::makeDocument("timeField", "timestamp", "metaField", "sensor"));
    }
    return around;
}

QStringList available(const std::vector<CreatePreset>& presets)
{
    QStringList ids;
    for (const CreatePreset& preset : presets) {
        if (preset.unavailable.isEmpty()) {
            ids << preset.id;
        }
    }
    return ids;
}

} // namespace

class TestCreatePresets : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void theUsesOfTheManualsAreAllThere();
    void everyPresetIsExplained();
    void anAvailablePresetNeedsNoCorrection_data();
    void anAvailablePresetNeedsNoCorrection();
    void everyUnavailableOneSaysWhy();
    void aTimeSeriesNeedsAServerThatHasThem_data();
    void aTimeSeriesNeedsAServerThatHasThem();
    void withoutAServerOnlyThoseOfCosmosAreMissing();
};

void TestCreatePresets::theUsesOfTheManualsAreAllThere()
{
    // Source: ui/DESIGN.md, Creating a TTL index
    const std::vector<CreatePreset> presets = createPresets(server(ttl::Product::MongoDb));
    QStringList ids;
    for (const CreatePreset& preset : presets) {
        ids << preset.id;
    }
    QCOMPARE(ids,
             (QStringList{u"sessions"_s, u"carts"_s, u"pageCache"_s, u"events"_s, u"clockTime"_s,
                          u"weather24h"_s, u"cosmosCollection"_s, u"cosmosDocument"_s}));
    QVERIFY(byId(presets, u"clockTime"_s).draft.atStoredDate);
    QVERIFY(!byId(presets, u"clockTime"_s).draft.seconds);
    QCOMPARE(byId(presets, u"carts"_s).draft.seconds, std::optional<std::int64_t>(7 * 86'400));
    QCOMPARE(byId(presets, u"cosmosDocument"_s).draft.seconds, std::optional<std::int64_t>(-1));
}

void TestCreatePresets::everyPresetIsExplained()
{
    QStringList titles;
    for (const CreatePreset& preset : createPresets({})) {
        QVERIFY2(preset.explanation.endsWith(u'.'), qPrintable(preset.id));
        QVERIFY2(preset.codeLine.contains(QString::fromStdString(preset.draft.field))
                     || preset.draft.field == "_ts",
                 qPrintable(preset.id)); // the application fills the field that the rule is on
        titles << preset.title;
    }
    QCOMPARE(titles.removeDuplicates(), 0);
    QVERIFY(!titles.contains(QString()));
}

void TestCreatePresets::anAvailablePresetNeedsNoCorrection_data()
{
    QTest::addColumn<int>("product");
    QTest::newRow("MongoDB") << static_cast<int>(ttl::Product::MongoDb);
    QTest::newRow("Sandglass") << static_cast<int>(ttl::Product::Sandglass);
    QTest::newRow("DocumentDB") << static_cast<int>(ttl::Product::DocumentDb);
    QTest::newRow("FerretDB") << static_cast<int>(ttl::Product::FerretDb);
    QTest::newRow("Cosmos DB") << static_cast<int>(ttl::Product::CosmosDb);
}

void TestCreatePresets::anAvailablePresetNeedsNoCorrection()
{
    QFETCH(int, product);
    const ttl::ServerInfo info = server(static_cast<ttl::Product>(product));
    int checked = 0;
    for (CreatePreset preset : createPresets(info)) {
        if (!preset.unavailable.isEmpty()) {
            continue;
        }
        preset.draft.ns = {"shop", "preset"};
        QVERIFY2(ttl::check(preset.draft, surroundings(preset, info)).empty(),
                 qPrintable(preset.id));
        QVERIFY2(ttl::toSpec(preset.draft), qPrintable(preset.id));
        ++checked;
    }
    QVERIFY(checked > 0);
}

void TestCreatePresets::everyUnavailableOneSaysWhy()
{
    for (const CreatePreset& preset : createPresets(server(ttl::Product::CosmosDb))) {
        const bool forCosmos = preset.draft.field == "_ts";
        QCOMPARE(preset.unavailable, forCosmos ? QString() : u"Cosmos DB supports only _ts"_s);
    }
    for (const CreatePreset& preset : createPresets(server(ttl::Product::MongoDb))) {
        const bool forCosmos = preset.draft.field == "_ts";
        QCOMPARE(preset.unavailable.contains(u"Cosmos DB"_s), forCosmos);
    }
}

void TestCreatePresets::aTimeSeriesNeedsAServerThatHasThem_data()
{
    QTest::addColumn<QList<int>>("version");
    QTest::addColumn<bool>("can");
    // Source: app/ttl/SEMANTICS.md 4
    QTest::newRow("4.4") << QList<int>{4, 4, 29} << false;
    QTest::newRow("6.0") << QList<int>{6, 0, 12} << false;
    QTest::newRow("6.2") << QList<int>{6, 2, 1} << false;
    QTest::newRow("6.3") << QList<int>{6, 3, 0} << true;
    QTest::newRow("8.0") << QList<int>{8, 0, 0} << true;
    QTest::newRow("unknown") << QList<int>() << true;
}

void TestCreatePresets::aTimeSeriesNeedsAServerThatHasThem()
{
    QFETCH(QList<int>, version);
    QFETCH(bool, can);
    const auto presets = createPresets(
        server(ttl::Product::MongoDb, std::vector<int>(version.begin(), version.end())));
    QCOMPARE(available(presets).contains(u"weather24h"_s), can);
    QCOMPARE(byId(presets, u"weather24h"_s).unavailable.contains(u"6.3"_s), !can);
    QVERIFY(available(presets).contains(u"sessions"_s));
}

void TestCreatePresets::withoutAServerOnlyThoseOfCosmosAreMissing()
{
    QCOMPARE(available(createPresets({})),
             (QStringList{u"sessions"_s, u"carts"_s, u"pageCache"_s, u"events"_s, u"clockTime"_s,
                          u"weather24h"_s}));
}

SANDGLASS_TEST(TestCreatePresets)
} // namespace tst_presenters_create_presets

#include "tst_presenters_create_presets.moc"
