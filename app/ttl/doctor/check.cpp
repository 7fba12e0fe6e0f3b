// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/ttl/doctor/check.h"

#include <algorithm>
#include <iterator>
#include <utility>

namespace sandglass::ttl::doctor {

namespace {

template <typename Wanted>
std::vector<Finding> examined(const Facts& facts, Wanted wanted)
{
    std::vector<Finding> findings;
    for (const Check& check : kChecks) {
        if (wanted(check)) {
            std::ranges::move(check.examine(facts), std::back_inserter(findings));
        }
    }
    return findings;
}

bool isInReport(const Check& check)
{
    return check.shownIn != ShownIn::Inventory;
}

} // namespace

std::int64_t Report::count(State state) const
{
    return std::ranges::count(findings, state, &Finding::state);
}

std::vector<Finding> Check::examine(const Facts& facts) const
{
    if (about == About::Server) {
        return {{judge(facts), id, {}, {}}};
    }
    if (about == About::Collection) {
        return {{judge(facts), id, facts.ns, {}}};
    }
    std::vector<Finding> lines;
    for (const RuleFacts& rule : facts.rules) {
        lines.push_back({judgeRule(facts, rule), id, facts.ns, rule.index.name});
    }
    return lines;
}

Report examine(const Facts& facts)
{
    return {examined(facts, isInReport)};
}

Report examineServer(const Facts& facts)
{
    return {examined(facts, [](const Check& check) {
        return isInReport(check) && check.about == About::Server;
    })};
}

Report examineCollection(const Facts& facts)
{
    return {examined(facts, [](const Check& check) {
        return isInReport(check) && check.about != About::Server;
    })};
}

std::vector<Finding> examineForInventory(const Facts& facts)
{
    std::vector<Finding> findings
        = examined(facts, [](const Check& check) { return check.shownIn != ShownIn::Report; });
    std::erase_if(findings, [](const Finding& finding) { return !finding.isTrouble(); });
    return findings;
}

} // namespace sandglass::ttl::doctor
