// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/base/clock.h"
#include "app/protocol/namespace.h"
#include "app/ttl/expiry_rule.h"

#include <optional>
#include <string>

namespace sandglass::presenters {

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

    bool operator==(const BarDocuments&) const = default;
};

} // namespace sandglass::presenters
