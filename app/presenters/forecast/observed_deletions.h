// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/base/clock.h"
#include "app/presenters/forecast/forecast_state.h"

#include <chrono>
#include <cstdint>
#include <deque>
#include <optional>
#include <vector>

namespace sandglass::presenters {

/// Deletions seen at a moment.
struct DeletionEvent
{
    base::Time at; ///< server time
    std::int64_t documents = 0;
};

/// Spans of `width` (at least 5 s, at most 5 min) that cover the last hour before `now`, but
/// nothing before `since`. `factor`: covers so many hours, with spans so much longer at most. Pure.
std::vector<DeletionSpan> deletionSpans(const std::deque<DeletionEvent>& events, base::Time since,
                                        base::Time now, std::chrono::seconds width, int factor = 1);

/// What was deleted from one collection, seen in its counts: a server reports deletions only for
/// all collections together, so the fall of the documents that are left is taken. All moments are
/// of the server's clock. Not a QObject; any one thread.
class ObservedDeletions
{
public:
    /// Documents that are left at `now`, when counted exactly; the first call only begins to
    /// observe. `factor`: hours that are remembered, at least 1.
    void note(std::int64_t left, base::Time now, int factor);
    /// Forgets everything.
    void clear();

    /// Documents deleted per minute over the last kRateSpan × `factor` before `now`; unset before
    /// there are ten seconds of observation.
    std::optional<double> perMinute(base::Time now, int factor) const;
    /// The past as deletionSpans() cuts it; empty before the first note().
    std::vector<DeletionSpan> spans(base::Time now, std::chrono::seconds width, int factor) const;

private:
    std::deque<DeletionEvent> m_events;
    std::optional<base::Time> m_since;
    std::optional<std::int64_t> m_left;
};

} // namespace sandglass::presenters
