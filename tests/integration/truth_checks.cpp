// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/truth_checks.h"

#include "app/presenters/documents/documents_presenter.h"
#include "app/ttl/expiry_aggregation.h"
#include "tests/support/answer_of.h"

#include <QEventLoop>
#include <QTimer>

#include <optional>
#include <utility>

using namespace std::chrono_literals;

namespace sandglass::tests {

namespace {

using presenters::DocumentsPresenter;
using presenters::DocumentTableModel;
using presenters::Phase;
using std::chrono::seconds;

// Waits without pauses: there are thousands of pages.
bool isReady(DocumentsPresenter& tab)
{
    const auto done = [&tab] { return tab.state().phase == Phase::Ready; };
    QEventLoop loop;
    QObject::connect(&tab, &DocumentsPresenter::stateChanged, &loop, [&] {
        if (done()) {
            loop.quit();
        }
    });
    QTimer::singleShot(60s, &loop, &QEventLoop::quit);
    if (!done()) {
        loop.exec();
    }
    return done();
}

} // namespace

void TruthChecks::wrong(const TruthSample& sample, const RandomRule& rule,
                        const QString& what) const
{
    const QString text = QStringLiteral("%1, %2, by %3 ms: %4")
                             .arg(QString::fromStdString(sample.ns.text()),
                                  QString::fromStdString(bson::toJson(rule.index)))
                             .arg(m_now.time_since_epoch().count())
                             .arg(what);
    QFAIL(qPrintable(text));
}

// Over all pages; empty when a document is shown twice or a row contradicts itself.
Verdicts TruthChecks::shown(DocumentsPresenter& tab) const
{
    Verdicts all;
    while (isReady(tab)) {
        for (int i = 0; i < tab.model().rowCount(); ++i) {
            const presenters::DocumentRow& row = tab.model().row(i);
            const auto cell = tab.model().index(i, DocumentTableModel::CountdownColumn);
            const bool overdue = cell.data(DocumentTableModel::OverdueRole).toBool();
            const bool never = cell.data(DocumentTableModel::NeverRole).toBool();
            const bool fits = overdue == isDue(row.verdict, m_now)
                && never != row.verdict.eligibleAt.has_value();
            if (!fits || !all.emplace(idOf(row.document), row.verdict).second) {
                return {};
            }
        }
        if (!tab.state().hasNext) {
            return all;
        }
        tab.nextPage();
    }
    return {};
}

void TruthChecks::documents(TruthSample& sample)
{
    sample.toGo.clear();
    DocumentsPresenter tab(m_services.set, sample.ns);
    tab.setVisible(true);
    for (const RandomRule& rule : sample.rules) {
        tab.clearRange();
        const auto at = tab.state().ruleNames.indexOf(
            rule.name.empty() ? QStringLiteral("the collection's own rule")
                              : QString::fromStdString(rule.name));
        QVERIFY(at >= 0);
        tab.setRule(static_cast<int>(at));
        const Verdicts found = shown(tab);
        std::set<int>& toGo = sample.toGo[rule.name];
        for (const auto& [id, verdict] : sample.verdicts(rule.rule)) {
            ++m_comparisons;
            const auto row = found.find(id);
            if (row == found.end() || !sameVerdict(verdict, row->second)) {
                return wrong(sample, rule, QStringLiteral("the countdown of _id %1").arg(id));
            }
            if (isDue(row->second, m_now)) {
                toGo.insert(id);
            }
        }
        if (rule.rule.valid) { // others have no bars to choose
            range(sample, rule, tab);
        }
        if (QTest::currentTestFailed()) {
            return;
        }
    }
}

void TruthChecks::range(const TruthSample& sample, const RandomRule& rule, DocumentsPresenter& tab)
{
    const Verdicts wanted = sample.verdicts(rule.rule);
    const std::pair<base::Time, base::Time> ranges[]{
        {m_now, m_now + 5min}, {m_now + 1h, m_now + 24h * 900}, {m_now - 24h * 40'000, m_now}};
    for (const auto& [from, to] : ranges) {
        tab.showRange(from, to, rule.name);
        const Verdicts found = shown(tab);
        const std::int64_t bars = countDueIn(wanted, from, to);
        ++m_comparisons;
        if (countDueIn(found, from, to) != bars || std::ssize(found) != bars) {
            return wrong(sample, rule,
                         QStringLiteral("%1 documents behind bars that count %2")
                             .arg(found.size())
                             .arg(bars));
        }
    }
}

void TruthChecks::forecasts(const TruthSample& sample)
{
    const QTimeZone berlin("Europe/Berlin");
    const services::ForecastQuery queries[]{
        {sample.ns, 5min, {}, berlin, {}},
        {sample.ns, 1h, {}, berlin, {}},
        {sample.ns, 24h * 30, {}, berlin, {}},
        {sample.ns, {}, {}, berlin, {}},
        {sample.ns, {}, {{m_now + 1min, m_now + 24h * 4'000}}, QTimeZone::utc(), {}},
    };
    for (const services::ForecastQuery& query : queries) {
        const services::Forecast answer = tests::answerOf(m_services.set.forecasts.forecast(query));
        QVERIFY(!answer.error);
        QCOMPARE(answer.now, m_now);
        QCOMPARE(answer.rules.size(), sample.rules.size());
        for (const RandomRule& rule : sample.rules) {
            const auto share
                = std::find_if(answer.rules.begin(), answer.rules.end(),
                               [&](const auto& one) { return one.rule.index.name == rule.name; });
            QVERIFY(share != answer.rules.end());
            forecast(answer, *share, sample.verdicts(rule.rule));
            if (QTest::currentTestFailed()) {
                return wrong(sample, rule, QStringLiteral("the forecast"));
            }
        }
    }
}

void TruthChecks::forecast(const services::Forecast& forecast, const services::RuleForecast& share,
                           const Verdicts& verdicts)
{
    QVERIFY2(!share.error, share.error ? share.error->message.c_str() : "");
    const services::FoldedHistogram& folded = share.histogram;
    QCOMPARE(folded.beforeShown, countDueIn(verdicts, m_now, forecast.edges.front()));
    QCOMPARE(folded.dueWithinHour, countDueIn(verdicts, m_now, m_now + 1h));
    QCOMPARE(folded.dueWithinDay, countDueIn(verdicts, m_now, m_now + 24h));
    QCOMPARE(share.oldestOverdue.has_value(), folded.shown.overdue > 0);
    histogram(folded.shown, forecast.edges, verdicts);
}

void TruthChecks::histogram(const ttl::ExpiryHistogram& got, const std::vector<base::Time>& edges,
                            const Verdicts& verdicts)
{
    const base::Time ever(base::Millis::max());
    QCOMPARE(got.overdue, countDue(verdicts, m_now));
    QCOMPARE(got.later, countDueIn(verdicts, edges.back(), ever));
    for (std::size_t i = 0; i + 1 < edges.size(); ++i) {
        QCOMPARE(got.counts[i], countDueIn(verdicts, edges[i], edges[i + 1]));
    }
    QCOMPARE(got.neverNoField, countNever(verdicts, ttl::NeverReason::NoField));
    QCOMPARE(got.neverNotADate, countNever(verdicts, ttl::NeverReason::NotADate));
    QCOMPARE(got.neverOutsideFilter, countNever(verdicts, ttl::NeverReason::OutsideFilter));
    QCOMPARE(got.neverInvalidRule, countNever(verdicts, ttl::NeverReason::InvalidRule));
    m_comparisons += std::ssize(edges) + 5;
}

// The documents that the filter of an effect takes.
std::set<int> TruthChecks::expired(const TruthSample& sample, const ttl::ExpiryRule& rule) const
{
    std::set<int> ids;
    for (const bson::Document& document : sample.documents) {
        if (ttl::isExpired(rule, document, m_now)) {
            ids.insert(idOf(document));
        }
    }
    return ids;
}

void TruthChecks::aggregation(const TruthSample& sample)
{
    for (const RandomRule& rule : sample.rules) {
        if (!rule.rule.valid) {
            continue;
        }
        const auto stage = bson::makeDocument(
            "$project",
            bson::makeDocument("n", 1, "date", ttl::earliestDateExpression(rule.rule.field)));
        const auto reply
            = m_client.run(sample.ns.database,
                           bson::Builder()
                               .append("aggregate", sample.ns.collection)
                               .appendArray("pipeline", bson::makeArray(stage))
                               .append("cursor", bson::makeDocument("batchSize", 1'000))
                               .take());
        std::map<int, bson::Value> dates;
        for (const bson::Element& one : reply["cursor"].asDocument()["firstBatch"].asDocument()) {
            dates[idOf(one.value.asDocument())] = bson::Value(one.value.asDocument()["date"]);
        }
        const ttl::ExpiryRule unfiltered{rule.rule.field, rule.rule.expireAfterSeconds, true, {}};
        for (const bson::Document& document : sample.documents) {
            ++m_comparisons;
            const bson::Value& date = dates[idOf(document)];
            const bool dated = date.type() == bson::Type::Date;
            const auto wanted = ttl::judge(unfiltered, document).earliestDate;
            if (dated != wanted.has_value() || (dated && date.view().asDate() != *wanted)) {
                return wrong(sample, rule,
                             QStringLiteral("the deciding date of ")
                                 + QString::fromStdString(bson::toJson(document)));
            }
        }
    }
}

} // namespace sandglass::tests
