// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/bson/builder.h"
#include "app/bson/json.h"
#include "app/engine/query/expression.h"
#include "app/engine/query/filter.h"
#include "app/ttl/expiry_aggregation.h"
#include "tests/support/test_program.h"

#include <QObject>
#include <QTest>

#include <random>

namespace tst_ttl_expiry_aggregation {

using namespace sandglass;
using engine::query::EvaluationContext;
using engine::query::Expression;
using engine::query::Filter;
using ttl::ExpiryHistogram;
using ttl::HistogramRequest;
using ttl::NeverReason;

namespace {

const base::Time kNow{base::Millis(1'000'000)};
constexpr std::int64_t kSeconds = 100;

constexpr int kMostBuckets = static_cast<int>(ttl::kMostEdges) - 1;

HistogramRequest request(std::string field, int buckets = 5)
{
    HistogramRequest made;
    made.ns = {"db", "c"};
    made.field = std::move(field);
    made.expireAfterSeconds = kSeconds;
    made.now = kNow;
    for (int i = 0; i <= buckets; ++i) {
        made.edges.push_back(kNow + base::Millis(7) * i);
    }
    return made;
}

bson::DocumentView stage(const bson::Document& stages, std::size_t number, std::string_view name)
{
    auto at = stages.view().begin();
    std::advance(at, number);
    return at->value.asDocument()[name].asDocument();
}

bool matches(bson::DocumentView filter, const bson::Document& document)
{
    const auto parsed = Filter::parse(filter, EvaluationContext{});
    return parsed && parsed->matchesWithoutError(document);
}

bson::Value evaluate(bson::ValueView expression, const bson::Document& document)
{
    const auto parsed = Expression::parse(expression, EvaluationContext{});
    if (!parsed) {
        return bson::Value::of("does not parse: " + parsed.error().message);
    }
    const auto value = parsed->evaluate(document);
    return value ? *value : bson::Value::of("fails: " + value.error().message);
}

// What the three stages of a pipeline make of one document: the key of its group, Missing when it
// is left out.
bson::Value groupKey(const bson::Document& stages, const bson::Document& document)
{
    if (!matches(stage(stages, 0, "$match"), document)) {
        return {};
    }
    bson::Builder projected;
    for (const bson::Element& field : stage(stages, 1, "$project")) {
        if (field.key != "_id") {
            projected.append(field.key, evaluate(field.value, document));
        }
    }
    return evaluate(stage(stages, 2, "$group")["_id"], projected.take());
}

// The same answer by the rule in expiry_rule.h.
bson::Value expectedDatedKey(const HistogramRequest& asked, const bson::Document& document)
{
    const auto verdict = ttl::judge({asked.field, asked.expireAfterSeconds, true, {}}, document);
    if (!verdict.eligibleAt) {
        return {};
    }
    if (*verdict.eligibleAt <= asked.now) {
        return bson::Value::of(0);
    }
    for (std::size_t i = 1; i < asked.edges.size(); ++i) {
        if (*verdict.eligibleAt <= asked.edges[i]) {
            return bson::Value::of(static_cast<std::int32_t>(i));
        }
    }
    return bson::Value::of(static_cast<std::int32_t>(asked.edges.size()));
}

bson::Value expectedUndatedKey(const HistogramRequest& asked, const bson::Document& document)
{
    const auto never = ttl::judge({asked.field, 0, true, {}}, document).never;
    if (!never) {
        return {};
    }
    return bson::Value::of(*never == NeverReason::NoField ? "noField" : "notADate");
}

bool same(const bson::Value& left, const bson::Value& right)
{
    return left.type() == right.type()
        && std::equal(left.view().raw().begin(), left.view().raw().end(),
                      right.view().raw().begin(), right.view().raw().end());
}

// Documents of few names and shapes, so that paths meet values of every kind often.
class RandomDocuments
{
public:
    bson::Document next() { return document(3); }

private:
    int upTo(int most) { return static_cast<int>(m_random() % static_cast<unsigned>(most + 1)); }

    bson::Document document(int depth)
    {
        bson::Builder builder;
        for (const char* name : {"a", "b", "0", "1"}) {
            if (upTo(3) > 0) {
                builder.append(name, value(depth));
            }
        }
        return builder.take();
    }

    bson::Value value(int depth)
    {
        switch (upTo(depth > 0 ? 8 : 4)) {
        case 0:
        case 1: // around now minus the seconds, so that all classes occur
            return bson::Value::of(bson::Date{900'000 + upTo(60) - 15});
        case 2:
            return bson::Value::null();
        case 3:
            return bson::Value::of(bson::Timestamp{1, 1});
        case 4:
            return bson::Value::of(upTo(5));
        case 5:
        case 6:
            return bson::Value::document(document(depth - 1));
        default:
            return array(depth - 1);
        }
    }

    bson::Value array(int depth)
    {
        bson::Builder builder;
        for (int count = upTo(3); count > 0; --count) {
            builder.push(value(depth));
        }
        return bson::Value::array(builder.take());
    }

    std::mt19937 m_random{20240229};
};

} // namespace

class TestExpiryAggregation : public QObject
{
    Q_OBJECT

private slots:
    void serversSortDocumentsAsTheRuleDoes_data()
    {
        QTest::addColumn<QByteArray>("field");
        for (const char* field : {"a", "a.b", "a.b.a", "a.0", "a.0.b", "a.b.1", "0.a"}) {
            QTest::newRow(field) << QByteArray(field);
        }
    }

    void serversSortDocumentsAsTheRuleDoes()
    {
        QFETCH(QByteArray, field);
        const HistogramRequest asked = request(field.toStdString());
        const bson::Document dated = ttl::datedPipeline(asked);
        const bson::Document undated = ttl::undatedPipeline(asked);
        RandomDocuments documents;
        int withDate = 0;
        for (int i = 0; i < 3'000; ++i) {
            const bson::Document document = documents.next();
            const bson::Value wanted = expectedDatedKey(asked, document);
            const bson::Value got = groupKey(dated, document);
            QVERIFY2(same(got, wanted), qPrintable(describe(document, got, wanted)));
            const bson::Value wantedReason = expectedUndatedKey(asked, document);
            const bson::Value reason = groupKey(undated, document);
            QVERIFY2(same(reason, wantedReason),
                     qPrintable(describe(document, reason, wantedReason)));
            withDate += wanted.isMissing() ? 0 : 1;
        }
        QVERIFY(withDate > 20 && withDate < 2'980);
    }

    void everyBucketBoundIsInclusiveAbove_data()
    {
        QTest::addColumn<int>("buckets");
        for (const int buckets : {1, 2, 3, 60, 500}) {
            QTest::addRow("%d", buckets) << buckets;
        }
    }

    void everyBucketBoundIsInclusiveAbove()
    {
        QFETCH(int, buckets);
        const HistogramRequest asked = request("t", buckets);
        const bson::Document stages = ttl::datedPipeline(asked);
        const std::int64_t shift = kSeconds * 1'000;
        for (int i = 0; i <= buckets; ++i) {
            const std::int64_t edge
                = asked.edges[static_cast<std::size_t>(i)].time_since_epoch().count();
            const auto at = bson::makeDocument("t", bson::Date{edge - shift});
            const auto after = bson::makeDocument("t", bson::Date{edge - shift + 1});
            QVERIFY(same(groupKey(stages, at), bson::Value::of(i)));
            QVERIFY(same(groupKey(stages, after), bson::Value::of(i + 1)));
        }
    }

    void theFirstBucketBeginsAtNow()
    {
        HistogramRequest late = request("t");
        for (base::Time& edge : late.edges) {
            edge += base::Millis(1'000);
        }
        const bson::Document stages = ttl::datedPipeline(late);
        const auto justAfterNow = bson::makeDocument("t", bson::Date{900'001});
        QVERIFY(same(groupKey(stages, justAfterNow), bson::Value::of(1)));
    }

    void datesAfterTheYear9999AreCountedByTheSecondPipeline()
    {
        const HistogramRequest asked = request("t");
        const auto last
            = bson::makeDocument("t", bson::Date{std::numeric_limits<std::int64_t>::max()});
        QVERIFY(groupKey(ttl::datedPipeline(asked), last).isMissing());
        QVERIFY(same(groupKey(ttl::undatedPipeline(asked), last), bson::Value::of(6)));
    }

    void aRangeWithoutAnEndHoldsEveryLaterDate()
    {
        ttl::DocumentQuery query;
        query.field = "t";
        query.from = bson::Date{5};
        const bson::Document filter = ttl::documentsFilter(query);
        QVERIFY(matches(
            filter, bson::makeDocument("t", bson::Date{std::numeric_limits<std::int64_t>::max()})));
        QVERIFY(!matches(filter, bson::makeDocument("t", bson::Date{5})));
        QVERIFY(!matches(filter, bson::makeDocument("t", 6)));
    }

    void aPartialFilterNarrowsBothPipelines()
    {
        HistogramRequest partial = request("t");
        partial.partialFilter
            = bson::makeDocument("t", bson::makeDocument("$exists", true), "z", 1);
        const auto inside = bson::makeDocument("t", bson::Date{1}, "z", 1);
        const auto outside = bson::makeDocument("t", bson::Date{1}, "z", 2);
        QVERIFY(!groupKey(ttl::datedPipeline(partial), inside).isMissing());
        QVERIFY(groupKey(ttl::datedPipeline(partial), outside).isMissing());
        const auto undatedOutside = bson::makeDocument("t", 5, "z", 2);
        QVERIFY(groupKey(ttl::undatedPipeline(partial), undatedOutside).isMissing());
    }

    void theImpactFilterMatchesWhatTheRuleExpires_data()
    {
        serversSortDocumentsAsTheRuleDoes_data();
    }

    void theImpactFilterMatchesWhatTheRuleExpires()
    {
        ttl::ImpactRequest asked;
        QFETCH(QByteArray, field);
        asked.field = field.toStdString();
        asked.expireAfterSeconds = kSeconds;
        asked.now = kNow;
        const bson::Document filter = ttl::expiredFilter(asked);
        RandomDocuments documents;
        for (int i = 0; i < 2'000; ++i) {
            const bson::Document document = documents.next();
            QCOMPARE(matches(filter, document),
                     ttl::isExpired({asked.field, kSeconds, true, {}}, document, kNow));
        }
    }

    void theImpactPipelineCountsIntoOneGroup()
    {
        ttl::ImpactRequest asked;
        asked.field = "t";
        asked.now = kNow;
        const bson::Document stages = ttl::impactPipeline(asked);
        QVERIFY(groupKey(stages, bson::makeDocument("t", bson::Date{1})).view().isNull());
        QVERIFY(groupKey(stages, bson::makeDocument("t", bson::Date{1'000'001})).isMissing());
    }

    void documentsOfARangeAreThoseWhoseDecidingDateLiesInIt_data()
    {
        QTest::addColumn<QByteArray>("field");
        for (const char* field : {"a", "a.b", "a.0"}) {
            QTest::newRow(field) << QByteArray(field);
        }
    }

    void documentsOfARangeAreThoseWhoseDecidingDateLiesInIt()
    {
        ttl::DocumentQuery query;
        QFETCH(QByteArray, field);
        query.field = field.toStdString();
        query.from = bson::Date{900'000};
        query.to = bson::Date{900'010};
        const bson::Document filter = ttl::documentsFilter(query);
        RandomDocuments documents;
        for (int i = 0; i < 2'000; ++i) {
            const bson::Document document = documents.next();
            const auto date = ttl::judge({query.field, 0, true, {}}, document).earliestDate;
            QCOMPARE(matches(filter, document),
                     date && date->millis > 900'000 && date->millis <= 900'010);
        }
    }

    void aQueryWithoutConditionsHasAnEmptyFilter() { QVERIFY(ttl::documentsFilter({}).empty()); }

    void furtherConditionsOfAQueryAreKept()
    {
        ttl::DocumentQuery query;
        query.filter = bson::makeDocument("x", 1);
        QVERIFY(matches(ttl::documentsFilter(query), bson::makeDocument("x", 1)));
        QVERIFY(!matches(ttl::documentsFilter(query), bson::makeDocument("x", 2)));
    }

    void badRequestsAreRefused_data()
    {
        QTest::addColumn<int>("fault");
        QTest::newRow("field with a dollar") << 0;
        QTest::newRow("one edge") << 1;
        QTest::newRow("too many edges") << 2;
        QTest::newRow("descending") << 3;
        QTest::newRow("equal edges") << 4;
        QTest::newRow("before now") << 5;
    }

    void badRequestsAreRefused()
    {
        QFETCH(int, fault);
        HistogramRequest asked
            = request(fault == 0 ? "$where" : "t", fault == 2 ? kMostBuckets + 1 : 3);
        if (fault == 1) {
            asked.edges.resize(1);
        }
        if (fault == 3) {
            std::swap(asked.edges[1], asked.edges[2]);
        }
        if (fault == 4) {
            asked.edges[1] = asked.edges[0];
        }
        if (fault == 5) {
            asked.edges[0] = kNow - base::Millis(1);
        }
        QCOMPARE(ttl::checkRequest(asked).error().code, Errc::InvalidInput);
    }

    // a server may list an index on any path, and the expression doubles with each part
    void aPathOfVeryManyPartsIsRefused()
    {
        std::string path = "a";
        for (int i = 0; i < 500; ++i) {
            path += i % 2 == 0 ? ".0" : ".b";
        }
        QCOMPARE(ttl::checkRequest(request(path, 2)).error().code, Errc::Unsupported);
        for (const char* const usual : {"t", "a.b.c.d.e.f.g.h", "items.0.at.1.seen"}) {
            QVERIFY2(ttl::checkRequest(request(usual, 2)), usual);
        }
    }

    void requestsUpToTheLimitPass() { QVERIFY(ttl::checkRequest(request("t", kMostBuckets))); }

    void groupsFillTheHistogram()
    {
        ExpiryHistogram histogram = ttl::emptyHistogram(request("t", 2));
        const bson::Date old{5};
        const bson::Date young{9};
        const auto added = ttl::addGroups(
            histogram,
            {bson::makeDocument("_id", 0, "n", 3, "oldest", old, "newest", old),
             bson::makeDocument("_id", 2, "n", std::int64_t{4}, "oldest", young, "newest", young),
             bson::makeDocument("_id", 3.0, "n", 5.0, "oldest", young, "newest", young),
             bson::makeDocument("_id", "noField", "n", 6),
             bson::makeDocument("_id", "notADate", "n", 7)});
        QVERIFY(added);
        QCOMPARE(histogram.overdue, std::int64_t{3});
        QCOMPARE(histogram.counts, (std::vector<std::int64_t>{0, 4}));
        QCOMPARE(histogram.later, std::int64_t{5});
        QCOMPARE(histogram.never.noField, std::int64_t{6});
        QCOMPARE(histogram.never.notADate, std::int64_t{7});
        QCOMPARE(histogram.oldestDate->millis, std::int64_t{5});
        QCOMPARE(histogram.newestDate->millis, std::int64_t{9});
    }

    void strangeGroupsAreRefused_data()
    {
        QTest::addColumn<QByteArray>("group");
        const char* dates = R"("oldest": {"$date": 1}, "newest": {"$date": 1})";
        const auto row = [dates](const char* name, const char* head) {
            QTest::newRow(name) << QByteArray("{") + head + ", " + dates + "}";
        };
        row("bucket below", R"("_id": -1, "n": 1)");
        row("bucket above", R"("_id": 4, "n": 1)");
        row("bucket of another type", R"("_id": true, "n": 1)");
        row("negative count", R"("_id": 0, "n": -1)");
        row("count with a fraction", R"("_id": 0, "n": 1.5)");
        row("count beyond reason", R"("_id": 0, "n": {"$numberLong": "9223372036854775807"})");
        row("no count", R"("_id": 0)");
        QTest::newRow("no dates") << QByteArray(R"({"_id": 0, "n": 1})");
    }

    void strangeGroupsAreRefused()
    {
        QFETCH(QByteArray, group);
        const auto document = bson::fromJson(group.constData());
        QVERIFY(document.has_value());
        ExpiryHistogram histogram = ttl::emptyHistogram(request("t", 2));
        QCOMPARE(ttl::addGroups(histogram, {*document}).error().code, Errc::Protocol);
    }

private:
    static QString describe(const bson::Document& document, const bson::Value& got,
                            const bson::Value& wanted)
    {
        return QString::fromStdString(bson::toJson(document) + " gave " + bson::toJson(got.view())
                                      + " and not " + bson::toJson(wanted.view()));
    }
};

SANDGLASS_TEST(TestExpiryAggregation)
} // namespace tst_ttl_expiry_aggregation

#include "tst_ttl_expiry_aggregation.moc"
