// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/ttl/draft.h"

#include <algorithm>
#include <optional>
#include <utility>
#include <vector>

namespace sandglass::tests {

/// A usable draft: one hour after the field createdAt of shop.carts.
inline ttl::TtlIndexDraft draft()
{
    ttl::TtlIndexDraft made;
    made.ns = {"shop", "carts"};
    made.field = "createdAt";
    made.seconds = 3'600;
    return made;
}

/// An empty shop.carts on a server of that version.
inline ttl::DraftSurroundings surroundings(std::vector<int> version = {8, 0})
{
    ttl::DraftSurroundings made;
    made.server.versionNumbers = std::move(version);
    made.collection.ns = {"shop", "carts"};
    return made;
}

/// The problem that breaks `rule`; nullopt: none.
inline std::optional<ttl::DraftProblem> problem(const ttl::TtlIndexDraft& checked,
                                                const ttl::DraftSurroundings& around,
                                                ttl::DraftRule rule)
{
    const auto problems = ttl::check(checked, around);
    const auto found = std::ranges::find(problems, rule, &ttl::DraftProblem::rule);
    return found == problems.end() ? std::nullopt : std::optional(*found);
}

/// The rules that the draft breaks, in the order of the check.
inline std::vector<ttl::DraftRule> rules(const ttl::TtlIndexDraft& checked,
                                         const ttl::DraftSurroundings& around = surroundings())
{
    std::vector<ttl::DraftRule> broken;
    for (const ttl::DraftProblem& each : ttl::check(checked, around)) {
        broken.push_back(each.rule);
    }
    return broken;
}

} // namespace sandglass::tests
