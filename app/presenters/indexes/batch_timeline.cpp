// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/presenters/indexes/batch_timeline.h"

#include "app/presenters/effect/edit_words.h"
#include "app/presenters/forecast/forecast_picture.h"
#include "app/presenters/indexes/batch_change_words.h"
#include "app/services/calls/latest.h"
#include "app/services/connections/connection_service.h"
#include "app/services/forecast/forecast_service.h"
#include "app/services/indexes/index_service.h"
#include "app/services/settings/settings.h"
#include "app/services/shell/service_set.h"

#include <algorithm>
#include <cmath>

namespace sandglass::presenters {

namespace {

// One side of the timeline of several rules.
class SideSum
{
public:
    void add(const ttl::ExpiryHistogram& part)
    {
        const PreviewSide side = previewSide(part);
        // the samples of the rules are independent, so the squares of their errors add up
        m_errors.resize(part.counts.size(), 0.0);
        for (std::size_t i = 0; i < side.errors.size(); ++i) {
            m_errors[i] = std::hypot(m_errors[i], side.errors[i]);
        }
        m_overdueError = std::hypot(m_overdueError, side.overdueError);
        m_laterError = std::hypot(m_laterError, side.laterError);
        ttl::accumulate(m_sum, part);
    }
    // Unset: nothing was added.
    std::optional<PreviewSide> side() const
    {
        if (m_sum.counts.empty()) {
            return {};
        }
        PreviewSide side = previewSide(m_sum);
        if (!m_sum.exact) {
            side.errors = m_errors;
            side.overdueError = m_overdueError;
            side.laterError = m_laterError;
        }
        return side;
    }

private:
    ttl::ExpiryHistogram m_sum;
    std::vector<double> m_errors; // ± of each bucket
    double m_overdueError = 0.0;
    double m_laterError = 0.0;
};

} // namespace

BatchTimeline::BatchTimeline(services::ServiceSet& services, QObject* parent)
    : QObject(parent)
    , m_services(services)
    , m_query(std::make_unique<services::Latest>())
{
}

BatchTimeline::~BatchTimeline()
{
    m_cancel.cancel();
}

int BatchTimeline::answered() const
{
    return static_cast<int>(
        std::ranges::count_if(m_parts, [](const auto& each) { return each.second.answered; }));
}

bool BatchTimeline::isCounting() const
{
    return m_query->isWaiting();
}

void BatchTimeline::stop()
{
    m_cancel.cancel();
    m_cancel = {};
    m_query->drop();
}

void BatchTimeline::clear()
{
    stop();
    m_begun = false;
    m_edges.clear();
    m_parts.clear();
    m_preview = {};
}

void BatchTimeline::setAside()
{
    stop();
    m_begun = false;
    if (!m_preview.edges.empty()) {
        m_preview.phase = Phase::Stale;
    }
}

void BatchTimeline::begin(const std::map<std::size_t, TimelineRule>& rules,
                          std::int64_t longestSeconds)
{
    stop();
    m_begun = true;
    const bool sameRules = std::ranges::all_of(rules, [this](const auto& each) {
        const auto known = m_parts.find(each.first);
        return each.second.fate != RuleFate::Changed && known != m_parts.end()
            && known->second.today;
    });
    const std::map<std::size_t, Part> before = std::move(m_parts);
    m_parts.clear();
    std::int64_t longest = longestSeconds;
    for (const auto& [number, rule] : rules) {
        Part& part = m_parts[number];
        part.rule = rule;
        longest = std::max(longest, rule.today.latestAfterSeconds());
        if (sameRules) {
            part.today = before.at(number).today;
            part.answered = true;
        }
    }
    if (!sameRules) {
        m_edges = services::effectEdges(m_services.connections.serverNow(), longest,
                                        m_services.settings.zone());
    }
    rebuild();
}

void BatchTimeline::take(std::size_t rule, const services::EffectAnswer& answer)
{
    const auto found = m_parts.find(rule);
    if (found == m_parts.end()) {
        return;
    }
    found->second.today = answer.before;
    found->second.then = answer.after;
    found->second.answered = true;
    rebuild();
}

void BatchTimeline::countRest()
{
    const auto next = std::ranges::find_if(m_parts, [](const auto& each) {
        return !each.second.answered && each.second.rule.fate != RuleFate::Changed;
    });
    if (next == m_parts.end() || isCounting()) {
        return;
    }
    const ttl::Rule& rule = next->second.rule.today;
    m_query->ask(m_services.forecasts.histogram(rule, m_edges, m_cancel,
                                                m_services.forecasts.sampleAbove(rule)),
                 this, [this, number = next->first](const Result<ttl::ExpiryHistogram>& answer) {
                     takeToday(number, answer);
                 });
}

void BatchTimeline::takeToday(std::size_t rule, const Result<ttl::ExpiryHistogram>& answer)
{
    Part& part = m_parts.at(rule);
    part.answered = true;
    if (answer) {
        part.today = *answer;
    }
    rebuild();
    countRest();
    Q_EMIT changed();
}

void BatchTimeline::leaveOutRest()
{
    stop();
    for (auto& [number, part] : m_parts) {
        part.answered = true;
    }
    rebuild();
}

bool BatchTimeline::isMissing(std::size_t rule) const
{
    const auto found = m_parts.find(rule);
    return found != m_parts.end() && found->second.answered && !found->second.isKnown();
}

void BatchTimeline::retry()
{
    for (auto& [number, part] : m_parts) {
        part.answered = part.isKnown();
    }
    rebuild();
}

void BatchTimeline::rebuild()
{
    SideSum before;
    SideSum after;
    std::vector<ttl::IndexRef> missing;
    std::vector<protocol::Namespace> collections;
    bool waits = false;
    int known = 0;
    for (const auto& [number, part] : m_parts) {
        collections.push_back(part.rule.today.index.ns);
        if (!part.isKnown()) {
            waits = waits || !part.answered;
            if (part.answered) {
                missing.push_back(part.rule.today.index);
            }
            continue;
        }
        ++known;
        before.add(*part.today);
        if (part.rule.fate != RuleFate::Ended) {
            after.add(part.rule.fate == RuleFate::Kept ? *part.today : *part.then);
        }
    }
    m_preview = {};
    m_preview.before = before.side();
    m_preview.after = after.side();
    m_preview.rules = known;
    m_preview.missing = batchMissingWords(missing, m_preview.before.has_value());
    m_preview.phase = waits ? Phase::Loading : m_preview.before ? Phase::Ready : Phase::Failed;
    // without a single count there is nothing to draw
    if (m_preview.phase != Phase::Failed && !m_edges.empty()) {
        m_preview.edges = m_edges;
        m_preview.now = m_edges.front();
    }
    m_preview.perRule = perRuleWords(collections);
    m_preview.summary = previewSummary(m_preview);
    if (!m_preview.perRule.isEmpty()) {
        m_preview.summary += u' ' + m_preview.perRule;
    }
}

} // namespace sandglass::presenters

#include "moc_batch_timeline.cpp"
