// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/bson/builder.h"
#include "app/bson/json.h"
#include "app/ttl/draft.h"
#include "tests/support/test_program.h"

#include <QObject>
#include <QTest>

#include "draft_parts.h"

namespace tst_ttl_draft_surroundings {

using namespace sandglass;
using namespace sandglass::tests;
using ttl::CollectionKind;
using ttl::DraftField;
using ttl::DraftRule;
using ttl::DraftSurroundings;
using ttl::Product;
using ttl::TtlIndexDraft;

namespace {

ttl::IndexSpec index(std::string name, const bson::Document& key)
{
    ttl::IndexSpec made;
    made.name = std::move(name);
    made.key = key;
    return made;
}

using Rules = std::vector<DraftRule>;

DraftSurroundings timeSeries(std::vector<int> version)
{
    DraftSurroundings around = surroundings(std::move(version));
    around.collection.kind = CollectionKind::TimeSeries;
    around.collection.options = bson::makeDocument(
        "timeseries", bson::makeDocument("timeField", "time", "metaField", "meta"));
    return around;
}

TtlIndexDraft timeSeriesDraft(const char* field, const char* filter)
{
    TtlIndexDraft made = draft();
    made.field = field;
    made.partialFilterJson = filter;
    return made;
}

} // namespace

class TestDraftSurroundings : public QObject
{
    Q_OBJECT

private slots:
    void anIndexLikeTheNewOneBlocks()
    {
        DraftSurroundings around = surroundings();
        around.indexes = {index("mine", bson::makeDocument("createdAt", 1.0))};
        const auto found = problem(draft(), around, DraftRule::FieldAlreadyIndexed);
        QVERIFY(found && found->blocks);
        QCOMPARE(found->detail, std::string("mine"));
        QCOMPARE(found->field, DraftField::Field);
    }
    void whereNothingIsConvertedTheAdviceIsAnother()
    {
        DraftSurroundings around = surroundings();
        around.server.capabilities.set(ttl::Capability::ConvertIndex,
                                       {ttl::Can::No, ttl::KnownFrom::Use});
        around.indexes = {index("mine", bson::makeDocument("createdAt", 1.0))};
        QVERIFY(!problem(draft(), around, DraftRule::FieldAlreadyIndexed));
        const auto found = problem(draft(), around, DraftRule::FieldIndexedForGood);
        QVERIFY(found && found->blocks);
        around.indexes = {index("mine", bson::makeDocument("createdAt", -1))};
        QVERIFY(!problem(draft(), around, DraftRule::FieldIndexedForGood)->blocks);
    }

    void aTtlIndexLikeTheNewOneBlocks()
    {
        DraftSurroundings around = surroundings();
        around.indexes = {index("mine", bson::makeDocument("createdAt", 1))};
        around.indexes[0].expireAfterSeconds = 60;
        const auto found = problem(draft(), around, DraftRule::FieldAlreadyTtl);
        QVERIFY(found && found->blocks);
    }

    void anIndexOfTheOtherDirectionOnlyWarns()
    {
        DraftSurroundings around = surroundings();
        around.indexes = {index("mine", bson::makeDocument("createdAt", -1))};
        const auto found = problem(draft(), around, DraftRule::FieldAlreadyIndexed);
        QVERIFY(found && !found->blocks);
    }

    void anIndexWithOtherIdentifyingOptionsOnlyWarns_data()
    {
        QTest::addColumn<int>("option");
        QTest::newRow("unique") << 0;
        QTest::newRow("sparse") << 1;
        QTest::newRow("partial") << 2;
        QTest::newRow("collation") << 3;
    }

    void anIndexWithOtherIdentifyingOptionsOnlyWarns()
    {
        QFETCH(int, option);
        ttl::IndexSpec other = index("mine", bson::makeDocument("createdAt", 1));
        other.unique = option == 0;
        other.sparse = option == 1;
        if (option == 2) {
            other.partialFilter = bson::makeDocument("z", 1);
        }
        if (option == 3) {
            other.collation = bson::makeDocument("locale", "fr");
        }
        DraftSurroundings around = surroundings();
        around.indexes = {other};
        const auto found = problem(draft(), around, DraftRule::FieldAlreadyIndexed);
        QVERIFY(found && !found->blocks);
    }

    void theSamePartialFilterBlocks()
    {
        DraftSurroundings around = surroundings();
        around.indexes = {index("mine", bson::makeDocument("createdAt", 1))};
        around.indexes[0].partialFilter = bson::makeDocument("z", 1.0);
        TtlIndexDraft partial = draft();
        partial.partialFilterJson = R"({"z": 1})";
        QVERIFY(problem(partial, around, DraftRule::FieldAlreadyIndexed)->blocks);
    }

    void theCollationOfTheCollectionIsNoDifference()
    {
        const bson::Document french = bson::makeDocument("locale", "fr");
        DraftSurroundings around = surroundings();
        around.collection.options = bson::makeDocument("collation", french);
        around.indexes = {index("mine", bson::makeDocument("createdAt", 1))};
        around.indexes[0].collation = french;
        QVERIFY(problem(draft(), around, DraftRule::FieldAlreadyIndexed)->blocks);
    }

    void aCompoundIndexThatBeginsWithTheFieldIsNoProblem()
    {
        DraftSurroundings around = surroundings();
        around.indexes = {index("both", bson::makeDocument("createdAt", 1, "x", 1))};
        QCOMPARE(rules(draft(), around), Rules{});
    }

    void aTakenNameIsReported()
    {
        DraftSurroundings around = surroundings();
        around.indexes = {index("taken", bson::makeDocument("x", 1))};
        TtlIndexDraft named = draft();
        named.name = "taken";
        const auto found = problem(named, around, DraftRule::NameTaken);
        QVERIFY(found && found->blocks);
        QCOMPARE(found->detail, std::string("taken"));
    }

    void aTakenGeneratedNameIsReported()
    {
        DraftSurroundings around = surroundings();
        around.indexes = {index("createdAt_1", bson::makeDocument("x", 1))};
        QCOMPARE(rules(draft(), around), Rules{DraftRule::NameTaken});
    }

    void longNamesAreInvalidBefore42()
    {
        TtlIndexDraft named = draft();
        named.name = std::string(127, 'n');
        QCOMPARE(rules(named, surroundings({4, 0})), Rules{DraftRule::NameInvalid});
        QCOMPARE(rules(named, surroundings({4, 2})), Rules{});
    }

    void sixtyFourIndexesAreTheMost()
    {
        DraftSurroundings around = surroundings();
        for (int i = 0; i < 63; ++i) {
            around.indexes.push_back(
                index("i" + std::to_string(i), bson::makeDocument("f" + std::to_string(i), 1)));
        }
        QCOMPARE(rules(draft(), around), Rules{});
        around.indexes.push_back(index("last", bson::makeDocument("last", 1)));
        QCOMPARE(rules(draft(), around), Rules{DraftRule::TooManyIndexes});
    }

    void aBadCollectionNameIsReported()
    {
        TtlIndexDraft bad = draft();
        bad.ns.collection = "a..b";
        QCOMPARE(rules(bad), Rules{DraftRule::CollectionNameInvalid});
        bad.ns = {"a b", "c"};
        QCOMPARE(rules(bad), Rules{DraftRule::CollectionNameInvalid});
    }

    void aViewIsReported()
    {
        DraftSurroundings around = surroundings();
        around.collection.kind = CollectionKind::View;
        QCOMPARE(rules(draft(), around), Rules{DraftRule::CollectionIsView});
    }

    void cappedCollectionsDependOnTheVersion()
    {
        DraftSurroundings around = surroundings({7, 1});
        around.collection.kind = CollectionKind::Capped;
        QCOMPARE(rules(draft(), around), Rules{});
        around.server.versionNumbers = {7, 0};
        QVERIFY(problem(draft(), around, DraftRule::CollectionCapped)->blocks);
        around.server.versionNumbers = {5, 2};
        QVERIFY(problem(draft(), around, DraftRule::CollectionCapped)->blocks);
        around.server.versionNumbers = {5, 0};
        QVERIFY(!problem(draft(), around, DraftRule::CollectionCapped)->blocks);
    }

    void theOwnEngineExpiresCappedCollections()
    {
        DraftSurroundings around = surroundings({0, 1});
        around.server.product = Product::Sandglass;
        around.collection.kind = CollectionKind::Capped;
        QCOMPARE(rules(draft(), around), Rules{});
    }

    void aCappedClusteredCollectionIsAlwaysReported()
    {
        DraftSurroundings around = surroundings();
        around.collection.kind = CollectionKind::Clustered;
        QCOMPARE(rules(draft(), around), Rules{});
        around.collection.options = bson::makeDocument("capped", true);
        QCOMPARE(rules(draft(), around), Rules{DraftRule::CollectionCapped});
    }

    void aTimeSeriesTakesItsTimeFieldWithAFilterOnTheMetaField()
    {
        QCOMPARE(rules(timeSeriesDraft("time", R"({"meta.kind": {"$gt": 5}})"), timeSeries({6, 3})),
                 Rules{});
    }

    void aTimeSeriesTakesNoOtherField()
    {
        const auto found = problem(timeSeriesDraft("meta", R"({"meta": 5})"), timeSeries({8, 0}),
                                   DraftRule::CollectionTimeSeriesField);
        QVERIFY(found && found->blocks);
        QCOMPARE(found->field, DraftField::Field);
        QCOMPARE(found->detail, std::string("time"));
    }

    void aTimeSeriesNeedsAFilterOnTheMetaFieldOnly()
    {
        for (const char* filter :
             {"", "{}", R"({"temperature": 5})", R"({"meta": 1, "x": 2})", R"({"metadata": 1})",
              R"({"$or": [{"meta": 1}, {"time": 2}]})"}) {
            const auto found = problem(timeSeriesDraft("time", filter), timeSeries({8, 0}),
                                       DraftRule::CollectionTimeSeriesField);
            QVERIFY2(found && found->blocks, filter);
            QCOMPARE(found->field, DraftField::PartialFilter);
            QCOMPARE(found->detail, std::string("meta"));
        }
    }

    void before63ATimeSeriesTakesNoTtlIndex()
    {
        QCOMPARE(rules(timeSeriesDraft("time", R"({"meta": 5})"), timeSeries({6, 2})),
                 Rules{DraftRule::CollectionTimeSeriesField});
    }

    void orInAFilterNeeds60()
    {
        TtlIndexDraft partial = draft();
        partial.partialFilterJson = R"({"$or": [{"a": 1}, {"b": 2}]})";
        QCOMPARE(rules(partial, surroundings({5, 0})), Rules{DraftRule::FilterNotSupported});
        QCOMPARE(rules(partial, surroundings({6, 0})), Rules{});
    }

    void hiddenNeeds44()
    {
        TtlIndexDraft hidden = draft();
        hidden.hidden = true;
        QCOMPARE(rules(hidden, surroundings({4, 2})), Rules{DraftRule::HiddenUnsupported});
        QCOMPARE(rules(hidden, surroundings({4, 4})), Rules{});
    }

    void cosmosTakesOnlyTheModificationTime()
    {
        DraftSurroundings cosmos = surroundings();
        cosmos.server.product = Product::CosmosDb;
        QCOMPARE(rules(draft(), cosmos), Rules{DraftRule::CosmosNeedsTs});
        TtlIndexDraft ts = draft();
        ts.field = "_ts";
        QCOMPARE(rules(ts, cosmos), Rules{});
    }

    void onCosmosMinusOneMeansNoDefault()
    {
        DraftSurroundings cosmos = surroundings();
        cosmos.server.product = Product::CosmosDb;
        TtlIndexDraft ts = draft();
        ts.field = "_ts";
        ts.seconds = -1;
        QCOMPARE(rules(ts, cosmos), Rules{});
        QCOMPARE(ttl::toSpec(ts)->expireAfterSeconds, std::int64_t{-1});
        QCOMPARE(rules(ts), Rules{DraftRule::DurationNegative});
        ts.seconds = -2;
        QCOMPARE(rules(ts, cosmos), Rules{DraftRule::DurationNegative});
    }

    void onCosmosThereIsNoStoredDate()
    {
        DraftSurroundings cosmos = surroundings();
        cosmos.server.product = Product::CosmosDb;
        TtlIndexDraft ts = draft();
        ts.field = "_ts";
        ts.atStoredDate = true;
        QCOMPARE(rules(ts, cosmos), Rules{DraftRule::DurationZero});
    }

    void blockingProblemsComeFirst()
    {
        DraftSurroundings around = surroundings();
        around.indexes = {index("other", bson::makeDocument("createdAt", -1)),
                          index("createdAt_1", bson::makeDocument("x", 1))};
        QCOMPARE(rules(draft(), around),
                 (Rules{DraftRule::NameTaken, DraftRule::FieldAlreadyIndexed}));
    }
};

SANDGLASS_TEST(TestDraftSurroundings)
} // namespace tst_ttl_draft_surroundings

#include "tst_ttl_draft_surroundings.moc"
