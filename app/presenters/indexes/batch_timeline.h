// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/base/clock.h"
#include "app/base/result.h"
#include "app/presenters/effect/edit_state.h"
#include "app/ttl/call_limits.h"
#include "app/ttl/forecast.h"
#include "app/ttl/rule.h"
#include "app/ttl/types.h"

#include <QObject>

#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <vector>

namespace sandglass::services {
class Latest;
struct EffectAnswer;
struct ServiceSet;
} // namespace sandglass::services

namespace sandglass::presenters {

/// The effect of a change of several rules on one of them. Changed: another period. Kept: documents
/// expire by it as they do today. Ended: nothing expires by it any more.
enum class RuleFate { Changed, Kept, Ended };

/// One rule in the timeline of several.
struct TimelineRule
{
    ttl::Rule today; ///< as it is
    RuleFate fate = RuleFate::Kept;
};

/// How documents expire by several rules together, today and after a change of them: the forecasts
/// of the rules over the same buckets, added up. A document counts once for each of the rules. A
/// rule that could not be counted is on neither side, and is named. GUI thread.
class BatchTimeline : public QObject
{
    Q_OBJECT
public:
    /// `services` must outlive this object.
    explicit BatchTimeline(services::ServiceSet& services, QObject* parent = nullptr);
    /// Cancels the count in progress.
    ~BatchTimeline() override;

    /// Both sides, as far as they are known: Loading while rules are missing that are still to be
    /// counted; Stale after setAside().
    const PreviewState& preview() const { return m_preview; }
    /// The edges of all histograms; empty before begin().
    const std::vector<base::Time>& edges() const { return m_edges; }
    /// The number of rules, and of those whose count has ended.
    int rules() const { return static_cast<int>(m_parts.size()); }
    int answered() const;
    /// Whether begin() was called since the last setAside() or clear().
    bool hasBegun() const { return m_begun; }
    /// Whether this object counts.
    bool isCounting() const;

    /// Forgets everything, because the rules are others now.
    void clear();
    /// What is shown belongs to another change: it stays, dimmed, until begin().
    void setAside();
    /// Begins with a change. `rules`: by their numbers. `longestSeconds`: the longest period that
    /// the change sets; 0: it sets none. What is known of today is used again if the change sets
    /// no period.
    void begin(const std::map<std::size_t, TimelineRule>& rules, std::int64_t longestSeconds);
    /// Takes the count of a rule that is Changed, over edges().
    void take(std::size_t rule, const services::EffectAnswer& answer);
    /// Counts today's documents of the rules that are not Changed, one rule after the other, so
    /// that a server has one count of ours at a time. changed() follows.
    void countRest();
    /// Ends the count. What was not counted is missing.
    void leaveOutRest();
    /// Whether the count of a rule has ended without an answer.
    bool isMissing(std::size_t rule) const;
    /// What is missing is to be counted after all, by take() and countRest().
    void retry();

Q_SIGNALS:
    /// A rule was counted by countRest().
    void changed();

private:
    /// A rule, and what is known of it.
    struct Part
    {
        TimelineRule rule;
        std::optional<ttl::ExpiryHistogram> today;
        std::optional<ttl::ExpiryHistogram> then; ///< of a rule that is Changed
        bool answered = false; ///< its count has ended

        /// Whether it can be added to both sides.
        bool isKnown() const { return today && (then || rule.fate != RuleFate::Changed); }
    };
    /// Takes today's documents of a rule.
    void takeToday(std::size_t rule, const Result<ttl::ExpiryHistogram>& answer);
    /// Ends the count in progress.
    void stop();
    /// Adds up preview().
    void rebuild();

    services::ServiceSet& m_services;
    PreviewState m_preview;
    std::vector<base::Time> m_edges;
    std::map<std::size_t, Part> m_parts;
    bool m_begun = false;
    ttl::CancelToken m_cancel; // of the count in progress
    std::unique_ptr<services::Latest> m_query; // for that count; never null
};

} // namespace sandglass::presenters
