// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/base/clock.h"
#include "app/protocol/namespace.h"
#include "app/ttl/expiry_rule.h"

#include <QString>

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace sandglass::presenters {

struct ForecastState;
struct WhatIfState;

/// The documents that one bar of a timeline stands for, or a selected range of bars.
struct BarDocuments
{
    /// Overdue: due at `to` or before. Range: due in (from, to]. Later: due after `from`. Never: no
    /// date of theirs is usable under the rule.
    enum class Kind { Overdue, Range, Later, Never };

    protocol::Namespace ns; ///< the collection
    std::string indexName; ///< the rule that the bar counts; empty: all rules of the collection
    Kind kind = Kind::Range;
    std::optional<base::Time> from; ///< server time, exclusive; unset for Overdue and Never
    std::optional<base::Time> to; ///< server time, inclusive; unset for Later and Never
    std::optional<ttl::NeverReason> reason; ///< only for Never; unset: every reason
    /// The period in seconds by which the bar was computed, if it is not that of the rule: that of
    /// a what-if. Unset for Never, which no period changes.
    std::optional<std::int64_t> triedSeconds = {};

    bool operator==(const BarDocuments&) const = default;
};

/// The documents of one member of a bar.
struct BarMember
{
    BarDocuments documents;
    QString name; ///< of the index or the collection, see ForecastSeries::name
    std::int64_t count = 0; ///< above 0
};

/// What can be shown of a bar.
struct BarChoices
{
    std::vector<BarMember> members; ///< in the order of the stack, lowest first
    std::int64_t inOthers = 0; ///< documents of collections without a series of their own
};

/// The members of a bar that have documents in it. `bar`: its kind, range and reason; collection
/// and index are filled in. Of a Range, only whole bars of the timeline count. Pure; any thread.
BarChoices barChoices(const ForecastState& state, const BarDocuments& bar);

/// The same for the timeline of a what-if: the documents of the rule that is tried are those of its
/// tried period. Pure; any thread.
BarChoices barChoices(const WhatIfState& whatIf, const BarDocuments& bar);

} // namespace sandglass::presenters
