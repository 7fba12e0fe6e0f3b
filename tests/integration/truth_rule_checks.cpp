// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/services/doctor/doctor_documents.h"
#include "app/ttl/own_rule.h"
#include "app/ttl/rule.h"
#include "app/ttl/what_if.h"
#include "tests/support/answer_of.h"
#include "tests/support/truth_checks.h"

#include <optional>

using namespace std::chrono_literals;

namespace sandglass::tests {

namespace {

using ttl::doctor::DocumentCounts;

constexpr int kAllSamples = 100; // more than a collection has documents

ttl::Rule serviceRule(const TruthSample& sample, const RandomRule& rule)
{
    if (rule.name.empty()) {
        const auto own = ttl::ownRule({sample.ns, ttl::CollectionKind::Clustered,
                                       rule.rule.expireAfterSeconds, bson::Document()});
        return *ttl::ruleOf(sample.ns, *own);
    }
    ttl::Rule made;
    made.index = {sample.ns, rule.name};
    made.field = rule.rule.field;
    made.expireAfterSeconds = rule.rule.expireAfterSeconds;
    if (*rule.filter.json) {
        made.partialFilter = json(rule.filter.json);
    }
    if (made.partialFilter && rule.index.contains("collation")) {
        made.collation = bson::Document(rule.index["collation"].asDocument());
    }
    made.ready = false; // it is not there yet, so that it cannot be hinted at
    return made;
}

void add(ttl::doctor::Group& sum, const ttl::doctor::Group& part)
{
    sum.documents += part.documents;
    if (part.documents > 0) {
        sum.sampleId += part.sampleId + ';';
    }
}

// Sums up what the doctor says of each document; the sample ids of a group are all of them.
DocumentCounts summed(const TruthSample& sample, const ttl::ExpiryRule& rule, base::Time now)
{
    DocumentCounts sum;
    for (const bson::Document& document : sample.documents) {
        const DocumentCounts one = ttl::doctor::countsOf(rule, document, now);
        sum.documents += one.documents;
        add(sum.missing, one.missing);
        add(sum.notDates, one.notDates);
        add(sum.arrays, one.arrays);
        add(sum.outside, one.outside);
        add(sum.future, one.future);
        sum.waiting += one.waiting;
        sum.due += one.due;
    }
    return sum;
}

// As many documents, and the one that is named is one of them.
bool sameGroup(const ttl::doctor::Group& got, const ttl::doctor::Group& wanted)
{
    const std::string ids = ';' + wanted.sampleId;
    return got.documents == wanted.documents
        && (got.sampleId.empty() || ids.find(';' + got.sampleId + ';') != std::string::npos);
}

QString textOf(const DocumentCounts& counts)
{
    return QStringLiteral("missing %1, no dates %2, arrays %3, outside %4, future %5, waiting %6, "
                          "due %7, of %8")
               .arg(counts.missing.documents)
               .arg(counts.notDates.documents)
               .arg(counts.arrays.documents)
               .arg(counts.outside.documents)
               .arg(counts.future.documents)
               .arg(counts.waiting)
               .arg(counts.due)
               .arg(counts.documents)
        + QStringLiteral(" (") + QString::fromStdString(counts.notDates.sampleId)
        + QStringLiteral(" / ") + QString::fromStdString(counts.arrays.sampleId)
        + QStringLiteral(")");
}

} // namespace

void TruthChecks::whatIf(const TruthSample& sample)
{
    const services::Forecast answer = tests::answerOf(m_services.set.forecasts.forecast(
        {sample.ns, std::chrono::seconds(24h * 30), {}, QTimeZone::utc(), {}}));
    for (const RandomRule& rule : sample.rules) {
        for (const services::RuleForecast& share : answer.rules) {
            if (share.rule.index.name == rule.name && rule.rule.valid) {
                shifted(sample, rule, share, answer);
            }
        }
        if (QTest::currentTestFailed()) {
            return wrong(sample, rule, QStringLiteral("the what-if"));
        }
    }
}

void TruthChecks::shifted(const TruthSample& sample, const RandomRule& rule,
                          const services::RuleForecast& share, const services::Forecast& forecast)
{
    ttl::DateHistogram dates;
    dates.edges = ttl::dateEdges({m_now, forecast.edges, share.histogram.shown.oldestDate,
                                  share.histogram.shown.newestDate, share.rule.expireAfterSeconds});
    ttl::Rule plain = share.rule;
    plain.expireAfterSeconds = 0;
    dates.counted = *tests::answerOf(m_services.set.forecasts.histogram(plain, dates.edges, {}));
    std::vector<std::int64_t> periods(std::begin(ttl::kWhatIfSnapSeconds),
                                      std::end(ttl::kWhatIfSnapSeconds));
    const std::size_t exact = periods.size() + 1; // those that the edges are made for
    periods.insert(periods.end(), {share.rule.expireAfterSeconds, 1, 61, 100'000, 2'147'483'647});
    for (std::size_t i = 0; i < periods.size(); ++i) {
        ttl::ExpiryRule other = rule.rule;
        other.expireAfterSeconds = periods[i];
        const Verdicts verdicts = sample.verdicts(other);
        const auto got = ttl::shifted(dates, periods[i], m_now, forecast.edges);
        ++m_comparisons;
        if (i < exact) {
            QVERIFY(got.overdueExact);
        }
        if (got.overdueExact) {
            QCOMPARE(got.overdue, countDue(verdicts, m_now));
        }
        std::int64_t all = got.overdue + got.beforeShown + got.later;
        for (std::size_t bar = 0; bar < got.counts.size(); ++bar) {
            all += got.counts[bar];
            if (got.exact) {
                QCOMPARE(got.counts[bar],
                         countDueIn(verdicts, forecast.edges[bar], forecast.edges[bar + 1]));
            }
        }
        QCOMPARE(all,
                 countOf(verdicts, [](const auto& one) { return one.eligibleAt.has_value(); }));
    }
}

void TruthChecks::doctorOnDocument(const TruthSample& sample, const bson::Document& document)
{
    std::optional<ttl::Verdict> first;
    std::vector<ttl::Verdict> all;
    const bson::Value id(document["_id"]);
    for (const RandomRule& rule : sample.rules) {
        const ttl::Verdict wanted = ttl::judge(rule.rule, document);
        // without a name the doctor looks at all rules
        const auto diagnosis
            = tests::answerOf(m_services.set.doctor.examine({sample.ns, rule.name, id}, {}));
        QVERIFY(diagnosis && diagnosis->verdict);
        ++m_comparisons;
        if (!rule.name.empty() && !sameVerdict(*diagnosis->verdict, wanted)) {
            return wrong(sample, rule, QStringLiteral("the doctor on _id %1").arg(idOf(document)));
        }
        all.push_back(wanted);
        if (wanted.eligibleAt && (!first || *wanted.eligibleAt < *first->eligibleAt)) {
            first = wanted;
        }
    }
    const auto diagnosis = tests::answerOf(m_services.set.doctor.examine({sample.ns, {}, id}, {}));
    QVERIFY(diagnosis && diagnosis->verdict);
    QCOMPARE(diagnosis->now, m_now);
    QCOMPARE(diagnosis->verdict->eligibleAt, first ? first->eligibleAt : std::nullopt);
    QCOMPARE(isDue(*diagnosis->verdict, m_now), sample.allToGo().contains(idOf(document)));
}

ttl::doctor::RuleFacts TruthChecks::doctorFacts(const TruthSample& sample,
                                                const RandomRule& rule) const
{
    const services::Catalog& catalog = m_services.set.catalog.catalog();
    const ttl::IndexSpec index = rule.name.empty()
        ? *ttl::ownRule(catalog.find(sample.ns)->spec)
        : *catalog.find(ttl::IndexRef{sample.ns, rule.name});
    return {index, rule.name.empty(), ttl::expiryRuleOf(index), {}};
}

void TruthChecks::doctorCounts(const TruthSample& sample)
{
    for (const RandomRule& rule : sample.rules) {
        const ttl::doctor::RuleFacts facts = doctorFacts(sample, rule);
        QCOMPARE(facts.rule.valid, rule.rule.valid);
        const auto got
            = need(services::readCounts(m_client.server(), {sample.ns, m_now, facts}, {}));
        // a rule that deletes nothing is counted all the same, by the period that the doctor knows
        ttl::ExpiryRule counted = facts.rule;
        counted.inFilter = rule.rule.inFilter;
        counted.notBefore = rule.rule.notBefore;
        const DocumentCounts wanted = summed(sample, counted, m_now);
        ++m_comparisons;
        const bool same = got.documents == wanted.documents && got.due == wanted.due
            && got.waiting == wanted.waiting && sameGroup(got.missing, wanted.missing)
            && sameGroup(got.notDates, wanted.notDates) && sameGroup(got.arrays, wanted.arrays)
            && sameGroup(got.outside, wanted.outside) && sameGroup(got.future, wanted.future);
        if (!same) {
            return wrong(sample, rule,
                         QStringLiteral("the doctor counts %1; one by one it is %2")
                             .arg(textOf(got), textOf(wanted)));
        }
    }
}

void TruthChecks::effect(TruthSample& sample, const RandomRule& after, const RandomRule* before)
{
    services::EffectQuery query;
    query.after = serviceRule(sample, after);
    if (before) {
        query.before = serviceRule(sample, *before);
    }
    query.zone = QTimeZone::utc();
    const services::EffectAnswer answer
        = tests::answerOf(m_services.set.indexes.effect(std::move(query)));
    const std::set<int> wanted = expired(sample, after.rule);
    QVERIFY(answer.impact);
    ++m_comparisons;
    if (answer.impact->affected != std::ssize(wanted)) {
        return wrong(sample, after,
                     QStringLiteral("the effect: %1, not %2")
                         .arg(answer.impact->affected)
                         .arg(wanted.size()));
    }
    QCOMPARE(answer.impact->documents, std::int64_t{std::ssize(sample.documents)});
    QCOMPARE(answer.impact->samples.size(), std::min<std::size_t>(wanted.size(), 10));
    QVERIFY(answer.after);
    histogram(*answer.after, answer.edges, sample.verdicts(after.rule));
    QCOMPARE(answer.before.has_value(), before != nullptr);
    if (before) {
        histogram(*answer.before, answer.edges, sample.verdicts(before->rule));
    }

    ttl::ImpactRequest request{sample.ns, after.rule.field, after.rule.expireAfterSeconds, {},
                               m_now,     kAllSamples};
    const ttl::Rule rule = serviceRule(sample, after);
    request.partialFilter = rule.partialFilter;
    request.collation = rule.collation;
    std::set<int>& toGo = sample.toGo[after.name];
    toGo.clear();
    for (const bson::Document& one : need(m_client.server().impact(request, {})).samples) {
        toGo.insert(idOf(one));
    }
    if (toGo != wanted) {
        return wrong(sample, after, QStringLiteral("the documents that the effect names"));
    }
}

} // namespace sandglass::tests
