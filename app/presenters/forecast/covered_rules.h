// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/protocol/namespace.h"
#include "app/ttl/rule.h"

#include <optional>
#include <set>
#include <vector>

namespace sandglass::presenters {

/// Whether two lists of rules give the same forecast. Field and filter of an index cannot change,
/// so what collMod and an index build change is compared. Pure; any thread.
bool sameRules(const std::vector<ttl::Rule>& left, const std::vector<ttl::Rule>& right);

/// Which collections a forecast of a whole remote server covers. Counting costs several commands
/// for each rule, so on a large server only the collections on screen are counted, until the user
/// wants all. GUI thread.
class CoveredRules
{
public:
    /// Up to so many collections, all are covered.
    static constexpr std::size_t kMost = 40;

    /// Sets which collections are on screen, the uppermost first; those beyond kMost are dropped.
    /// Returns whether some are new.
    bool setSeen(const std::vector<protocol::Namespace>& seen);
    /// Covers all collections from now on, or only those on screen again.
    void setAll(bool all) { m_all = all; }
    /// The collections to cover; unset: all. Without any on screen, the first ones.
    std::optional<std::set<protocol::Namespace>> of(const std::vector<ttl::Rule>& rules) const;

private:
    std::set<protocol::Namespace> m_seen;
    bool m_all = false;
};

} // namespace sandglass::presenters
