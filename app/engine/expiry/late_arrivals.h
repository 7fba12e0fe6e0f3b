// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/base/clock.h"

#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <vector>

namespace sandglass::engine::catalog {
class Collection;
struct IndexInfo;
} // namespace sandglass::engine::catalog

namespace sandglass::engine::expiry {

/// Tells documents that became due in the course of time from those that were due already when they
/// were written: the last pass would have deleted these, had they been there. A date in the wrong
/// unit makes a whole collection so. An index that is new, or whose rule was changed since, has
/// nothing to compare with. An application may write such documents for good reasons, so that an
/// index that was held for them and released does not count them again under the same rule. What is
/// known can be taken up by a later run. One thread.
class LateArrivals
{
public:
    /// What is known of an index.
    enum class State {
        Drained, ///< a pass has deleted all that was due
        Held, ///< it waits for a confirmation
        Confirmed, ///< it was held and released
    };
    /// Something that is known, for a later run.
    struct Known
    {
        State state = State::Drained;
        std::uint32_t index = 0; ///< its number
        std::int64_t seconds = 0; ///< of its rule then
        std::int64_t cutoff = 0; ///< of Drained: the latest date that was due; UTC milliseconds
    };

    /// Documents that are due by an index at `now`, and were due at its last pass. nullopt: not
    /// known, the entries cannot be read, or that was confirmed for this index.
    std::optional<std::int64_t> count(const catalog::Collection& collection,
                                      const catalog::IndexInfo& index, base::Time now) const;
    /// A pass has deleted all documents that an index has at `now`.
    void drained(const catalog::Collection& collection, const catalog::IndexInfo& index,
                 base::Time now);
    /// An index is held for what count() has found. It is known, so that the next pass does not
    /// count it.
    void held(const catalog::Collection& collection, const catalog::IndexInfo& index);
    /// All indexes may delete what is due in them. Those that were held() are not counted again
    /// until their rule changes.
    void released();
    /// All that is known, for resume() of a later run.
    std::vector<Known> known() const;
    /// Takes up what an earlier run knew of an index, if the index still has the same seconds. What
    /// that run has drained is drained, however often the rule was changed since: what is there
    /// again arrived late.
    void resume(const catalog::Collection& collection, const catalog::IndexInfo& index,
                const Known& known);
    /// Forgets indexes that were dropped. `all`: the numbers of those that exist.
    void keepOnly(const std::set<std::uint32_t>& all);

private:
    /// The rule of an index at some moment. Another field makes another index.
    struct Rule
    {
        std::int64_t seconds = 0;
        base::Time since; ///< changes with each change of the index

        bool operator==(const Rule&) const = default;
    };
    /// The last pass that has drained an index, and the rule of then.
    struct Pass
    {
        std::int64_t cutoff = 0; ///< latest date that was due; UTC milliseconds
        Rule rule;
    };
    using Rules = std::map<std::uint32_t, Rule>;

    /// Whether `rules` has that rule of an index.
    static bool isOf(const Rules& rules, const catalog::IndexInfo& index, const Rule& rule);

    // by the number of the index, which is never used again
    std::map<std::uint32_t, Pass> m_passes;
    Rules m_held; // until they are released
    Rules m_confirmed; // released since the start
};

} // namespace sandglass::engine::expiry
