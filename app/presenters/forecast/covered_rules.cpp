// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/presenters/forecast/covered_rules.h"

#include <algorithm>
#include <utility>

namespace sandglass::presenters {

bool sameRules(const std::vector<ttl::Rule>& left, const std::vector<ttl::Rule>& right)
{
    return std::ranges::equal(left, right, [](const ttl::Rule& one, const ttl::Rule& other) {
        return one.index == other.index && one.field == other.field
            && one.expireAfterSeconds == other.expireAfterSeconds
            && one.bucketSpanSeconds == other.bucketSpanSeconds
            && one.partialFilter == other.partialFilter && one.collation == other.collation
            && one.valid == other.valid && one.hidden == other.hidden && one.ready == other.ready;
    });
}

bool CoveredRules::setSeen(const std::vector<protocol::Namespace>& seen)
{
    const std::set<protocol::Namespace> before = std::exchange(m_seen, {});
    for (const protocol::Namespace& ns : seen) {
        if (m_seen.size() < kMost) {
            m_seen.insert(ns);
        }
    }
    return !std::ranges::includes(before, m_seen);
}

std::optional<std::set<protocol::Namespace>>
CoveredRules::of(const std::vector<ttl::Rule>& rules) const
{
    std::set<protocol::Namespace> all;
    for (const ttl::Rule& rule : rules) {
        all.insert(rule.index.ns);
    }
    if (m_all || all.size() <= kMost) {
        return std::nullopt;
    }
    std::set<protocol::Namespace> covered;
    std::ranges::set_intersection(all, m_seen, std::inserter(covered, covered.end()));
    if (covered.empty()) {
        covered = {all.begin(), std::next(all.begin(), kMost)};
    }
    return covered;
}

} // namespace sandglass::presenters
