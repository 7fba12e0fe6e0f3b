// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/bson/json.h"
#include "app/mongo/mongo_driver.h"
#include "tests/support/engine_client.h"
#include "tests/support/fake_documents.h"
#include "tests/support/random_documents.h"
#include "tests/support/test_program.h"

#include <QObject>
#include <QTest>

#include <algorithm>
#include <array>

namespace tst_integration_predictions {

using namespace sandglass;
using namespace sandglass::tests;
using namespace std::chrono_literals;

namespace {

constexpr int kDocuments = 700;
constexpr int kBuckets = 40;
const protocol::Namespace kNs{"shop", "mixed"};

// The moments at which the engine is asked and makes a pass: before 1970, now, after 2038. Each is
// far from the one before, so that the engine's clock jumps over its sleep.
const std::array<base::Time, 4> kMoments{
    base::Time(std::chrono::sys_days(std::chrono::year(1965) / 6 / 1)),
    base::Time(std::chrono::sys_days(std::chrono::year(2001) / 9 / 9)),
    base::Time(std::chrono::sys_days(std::chrono::year(2038) / 1 / 19) + 3h + 14min + 8s),
    base::Time(std::chrono::sys_days(std::chrono::year(2090) / 1 / 1)),
};
const base::Time kBeforeAll(std::chrono::sys_days(std::chrono::year(1960) / 1 / 1));

// A TTL index and the same rule for ttl::judge(), whose filter is written by hand here, so that it
// does not depend on the engine's.
struct Shape
{
    const char* name;
    const char* key;
    std::string field;
    std::int64_t seconds;
    const char* partialFilter;
    ttl::DocumentPredicate inFilter;
};

bool zAboveTwo(bson::DocumentView document)
{
    return document["z"].isNumber() && document["z"].toInt64() > 2;
}

bool hasZ(bson::DocumentView document)
{
    return document.contains("z");
}

const std::vector<Shape>& shapes()
{
    static const std::vector<Shape> kShapes{
        {"ascending", R"({"t": 1})", "t", 0, nullptr, {}},
        {"descending", R"({"t": -1})", "t", 3600, nullptr, {}},
        {"partial", R"({"t": 1})", "t", 60, R"({"z": {"$gt": 2}})", zAboveTwo},
        {"below arrays of documents", R"({"a.t": 1})", "a.t", 0, nullptr, {}},
        {"below, partial and descending", R"({"a.t": -1})", "a.t", 86'400,
         R"({"z": {"$exists": true}})", hasZ},
        {"element by number", R"({"a.1": 1})", "a.1", 1, nullptr, {}},
        {"below an element, the longest time",
         R"({"a.1.t": 1})",
         "a.1.t",
         2'147'483'647,
         nullptr,
         {}},
    };
    return kShapes;
}

ttl::ExpiryRule ruleOf(const Shape& shape)
{
    return {shape.field, shape.seconds, true, shape.inFilter};
}

std::optional<bson::Document> filterOf(const Shape& shape)
{
    if (!shape.partialFilter) {
        return std::nullopt;
    }
    return json(shape.partialFilter);
}

// Edges at growing distances: seconds at first, decades at last.
ttl::HistogramRequest histogramRequest(const Shape& shape, base::Time now, bool withHint)
{
    ttl::HistogramRequest request;
    request.ns = kNs;
    request.field = shape.field;
    request.expireAfterSeconds = shape.seconds;
    request.partialFilter = filterOf(shape);
    request.now = now;
    request.edges.push_back(now);
    std::chrono::seconds step = 1s;
    for (int i = 0; i < kBuckets; ++i) {
        request.edges.push_back(request.edges.back() + step);
        step += step / 2 + 1s;
    }
    if (withHint) {
        request.indexHint = "ttl";
    }
    return request;
}

ttl::ImpactRequest impactRequest(const Shape& shape, base::Time now)
{
    ttl::ImpactRequest request;
    request.ns = kNs;
    request.field = shape.field;
    request.expireAfterSeconds = shape.seconds;
    request.partialFilter = filterOf(shape);
    request.now = now;
    return request;
}

QString text(std::int64_t got, std::int64_t wanted, const QString& what)
{
    return QStringLiteral("%1: the engine says %2, the rule %3").arg(what).arg(got).arg(wanted);
}

// The first document that only one of two lists has, as text; both in the order of _id.
QString difference(const std::vector<bson::Document>& left,
                   const std::vector<bson::Document>& wanted)
{
    const auto [got, expected]
        = std::mismatch(left.begin(), left.end(), wanted.begin(), wanted.end());
    if (got == left.end() && expected == wanted.end()) {
        return {};
    }
    const bool stays = expected == wanted.end()
        || (got != left.end() && (*got)["_id"].asInt32() < (*expected)["_id"].asInt32());
    return (stays ? QStringLiteral("should have gone: ") : QStringLiteral("should be there: "))
        + QString::fromStdString(bson::toJson(stays ? *got : *expected));
}

} // namespace

class TestPredictions : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase()
    {
        m_seed = testSeed();
        qInfo("SANDGLASS_TEST_SEED=%u", m_seed);
    }

    void init()
    {
        QFETCH(int, shape);
        m_shape = &shapes()[static_cast<std::size_t>(shape)];
        m_engine = std::make_unique<EngineProcess>();
        const base::Millis offset = kBeforeAll - base::SystemClock().now();
        m_engine->setParameter(QStringLiteral("sandglassClockOffsetMillis"),
                               QString::number(offset.count()));
        QVERIFY(m_engine->start());
        m_client = std::make_unique<EngineClient>(*m_engine);
        fill();
    }

    void cleanup()
    {
        m_client.reset();
        m_engine.reset();
    }

    void aForecastCountsAsTheRuleDoes_data() { addShapes(); }
    void aForecastCountsAsTheRuleDoes()
    {
        for (const base::Time moment : kMoments) {
            for (const bool withHint : {false, true}) {
                const auto request = histogramRequest(*m_shape, moment, withHint);
                const auto got = need(m_client->server().histogram(request, {}));
                ttl::ExpiryHistogram wanted;
                wanted.counts.resize(request.edges.size() - 1);
                for (const bson::Document& document : m_documents) {
                    place(request, ttl::judge(ruleOf(*m_shape), document), wanted);
                }
                compare(got, wanted);
                if (QTest::currentTestFailed()) {
                    return;
                }
            }
        }
    }

    void anImpactCountsAsTheRuleDoes_data() { addShapes(); }
    void anImpactCountsAsTheRuleDoes()
    {
        for (const base::Time moment : kMoments) {
            const auto got = need(m_client->server().impact(impactRequest(*m_shape, moment), {}));
            std::vector<std::int64_t> dates;
            for (const bson::Document& document : m_documents) {
                if (ttl::isExpired(ruleOf(*m_shape), document, moment)) {
                    dates.push_back(ttl::judge(ruleOf(*m_shape), document).earliestDate->millis);
                }
            }
            QCOMPARE(got.affected, static_cast<std::int64_t>(dates.size()));
            QCOMPARE(got.documents, std::int64_t{kDocuments});
            if (dates.empty()) {
                continue;
            }
            const auto [oldest, newest] = std::minmax_element(dates.begin(), dates.end());
            QCOMPARE(got.oldest->millis, *oldest);
            QCOMPARE(got.newest->millis, *newest);
            QCOMPARE(got.samples.size(), std::min<std::size_t>(dates.size(), 10));
            for (const bson::Document& sample : got.samples) {
                QVERIFY(ttl::isExpired(ruleOf(*m_shape), sample, moment));
            }
        }
    }

    void aPassDeletesWhatWasPredicted_data() { addShapes(); }
    void aPassDeletesWhatWasPredicted()
    {
        std::vector<bson::Document> before = m_client->documents(kNs);
        for (const base::Time moment : kMoments) {
            // the clock goes on between the jump and the pass, by less than a minute
            const std::int64_t atLeast = predicted(moment);
            const std::int64_t atMost = predicted(moment + 1min);
            const auto judgedAt = m_client->passAt(moment);
            QVERIFY(judgedAt);
            const std::vector<bson::Document> after = m_client->documents(kNs);
            const auto gone = static_cast<std::int64_t>(before.size() - after.size());
            std::vector<bson::Document> wanted;
            std::copy_if(before.begin(), before.end(), std::back_inserter(wanted),
                         [&](const bson::Document& document) {
                             return !ttl::isExpired(ruleOf(*m_shape), document, *judgedAt);
                         });
            QVERIFY2(after == wanted, qPrintable(difference(after, wanted)));
            QVERIFY2(gone >= atLeast && gone <= atMost,
                     qPrintable(text(gone, atLeast, QStringLiteral("gone"))));
            QVERIFY(m_client->isSound(kNs));
            before = after;
        }
    }

private:
    static void addShapes()
    {
        QTest::addColumn<int>("shape");
        for (std::size_t i = 0; i < shapes().size(); ++i) {
            QTest::newRow(shapes()[i].name) << static_cast<int>(i);
        }
    }

    std::int64_t predicted(base::Time moment) const
    {
        return need(m_client->server().impact(impactRequest(*m_shape, moment), {})).affected;
    }

    void fill()
    {
        std::vector<bson::Date> moments;
        for (const base::Time moment : kMoments) {
            for (const base::Time edge : histogramRequest(*m_shape, moment, false).edges) {
                moments.push_back(ttl::cutoff(ruleOf(*m_shape), edge));
            }
        }
        RandomDocuments random(m_seed, moments);
        m_documents.clear();
        while (static_cast<int>(m_documents.size()) < kDocuments) {
            m_documents.push_back(random.next());
        }
        bson::Builder index;
        index.append("key", json(m_shape->key)).append("name", "ttl");
        index.append("expireAfterSeconds", m_shape->seconds);
        if (const auto filter = filterOf(*m_shape)) {
            index.append("partialFilterExpression", *filter);
        }
        m_client->run(kNs.database,
                      bson::Builder()
                          .append("createIndexes", kNs.collection)
                          .appendArray("indexes", bson::makeArray(index.take()))
                          .take());
        m_client->insert(kNs, m_documents);
    }

    static void compare(const ttl::ExpiryHistogram& got, const ttl::ExpiryHistogram& wanted)
    {
        const auto same = [](std::int64_t left, std::int64_t right, const QString& what) {
            QVERIFY2(left == right, qPrintable(text(left, right, what)));
        };
        same(got.overdue, wanted.overdue, QStringLiteral("overdue"));
        same(got.later, wanted.later, QStringLiteral("later"));
        same(got.never.noField, wanted.never.noField, QStringLiteral("no field"));
        same(got.never.notADate, wanted.never.notADate, QStringLiteral("not a date"));
        same(got.never.outsideFilter, wanted.never.outsideFilter, QStringLiteral("outside"));
        QCOMPARE(got.counts.size(), wanted.counts.size());
        for (std::size_t i = 0; i < got.counts.size(); ++i) {
            same(got.counts[i], wanted.counts[i], QStringLiteral("bucket %1").arg(i));
        }
        QVERIFY(got.oldestDate == wanted.oldestDate);
        QVERIFY(got.newestDate == wanted.newestDate);
    }

    mongo::MongoDriver m_driver;
    std::unique_ptr<EngineProcess> m_engine;
    std::unique_ptr<EngineClient> m_client;
    unsigned m_seed = 0;
    const Shape* m_shape = nullptr;
    std::vector<bson::Document> m_documents;
};

SANDGLASS_TEST(TestPredictions)
} // namespace tst_integration_predictions

#include "tst_integration_predictions.moc"
