// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/base/clock.h"
#include "app/presenters/forecast/forecast_state.h"

#include <chrono>
#include <cstdint>
#include <deque>
#include <optional>
#include <vector>

namespace sandglass::services {
struct DeletionReading;
}

namespace sandglass::presenters {

/// A number of deletions, observed at a moment. Without an event nothing is known of a moment.
struct DeletionEvent
{
    base::Time at; ///< server time
    std::int64_t documents = 0; ///< deleted since the previous observation; may be 0
    base::Millis apart{0}; ///< time since the previous observation
};

/// The deletions between the readings of a counter, which grows since the start of the server.
/// Pure; any thread.
std::deque<DeletionEvent> deletionsBetween(const std::deque<services::DeletionReading>& readings);

/// Sorts deletions into spans of `width` that cover the last hour before `now`, but nothing before
/// `since`. `width`: brought into 5 s … 5 min. `factor`: ≥ 1; the covered hour and both bounds of
/// the width are multiplied by it, for a server with a fast clock. Oldest span first; those without
/// an event are left out. One whose observations are further apart than the width is not exact.
/// Pure; any thread.
std::vector<DeletionSpan> deletionSpans(const std::deque<DeletionEvent>& events, base::Time since,
                                        base::Time now, std::chrono::seconds width, int factor = 1);

/// The documents of one collection whose decrease between two answers stands for deletions: the
/// overdue ones. With a fast clock documents become due and are deleted between two answers; nobody
/// but the monitor changes the copy of a rehearsal, so there all dated documents can be taken.
/// `clockRate`: of the server, at least 1. Pure; any thread.
std::int64_t leftToDelete(const ForecastState& state, int clockRate);

/// The deletions from one collection, derived from its counts: a server reports deletions only for
/// all collections together, so the decrease between two counts stands for them. All moments are
/// server time. For one thread.
class ObservedDeletions
{
public:
    /// Takes an exact count: `left` documents were there at `now`. The first call, and the one
    /// after skip(), only start the observation. After an increase it is unknown what was deleted
    /// meanwhile. `factor`: hours to remember, at least 1.
    void note(std::int64_t left, base::Time now, int factor);
    /// The next count is a new beginning: a decrease until then is no deletion, because it was not
    /// counted or other rules apply.
    void skip() { m_left.reset(); }
    /// Forgets everything.
    void clear();

    /// When the observation began; unset: not yet.
    std::optional<base::Time> since() const { return m_since; }

    /// Documents deleted per minute over the last kRateSpan × `factor` before `now`; unset before
    /// ten seconds of observation.
    std::optional<double> perMinute(base::Time now, int factor) const;
    /// The deletions in spans, see deletionSpans(); empty before the first note().
    std::vector<DeletionSpan> spans(base::Time now, std::chrono::seconds width, int factor) const;

private:
    std::deque<DeletionEvent> m_events; // one for each two counts without an increase, oldest first
    std::optional<base::Time> m_since; // of the first note()
    std::optional<std::int64_t> m_left; // of the last note()
    base::Time m_leftAt; // when that was
};

} // namespace sandglass::presenters
