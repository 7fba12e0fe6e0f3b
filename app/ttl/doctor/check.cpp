// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/ttl/doctor/check.h"

#include "app/ttl/doctor/collection_checks.h"
#include "app/ttl/doctor/document_checks.h"
#include "app/ttl/doctor/index_checks.h"
#include "app/ttl/doctor/server_checks.h"

#include <algorithm>
#include <utility>

namespace sandglass::ttl::doctor {

namespace {

template <typename... Checks>
std::vector<std::unique_ptr<Check>> made()
{
    std::vector<std::unique_ptr<Check>> checks;
    (checks.push_back(std::make_unique<Checks>()), ...);
    return checks;
}

template <typename Wanted>
Report examined(const Facts& facts, Wanted wanted)
{
    Report report;
    for (const std::unique_ptr<Check>& check : allChecks()) {
        if (wanted(check->about())) {
            for (Finding& line : check->examine(facts)) {
                report.findings.push_back(std::move(line));
            }
        }
    }
    return report;
}

} // namespace

std::int64_t Report::count(State state) const
{
    return std::ranges::count(findings, state, &Finding::state);
}

Finding Check::finding(State state, Action action, Evidence evidence) const
{
    return {id(), state, std::move(evidence), action, {}, {}};
}

Finding Check::unanswered(const Facts& facts, Question question) const
{
    return facts.notPermitted.contains(question)
        ? finding(State::NotPermitted, Action::AskForPrivilege)
        : finding(State::Unknown);
}

std::vector<Finding> ServerCheck::examine(const Facts& facts) const
{
    return {judge(facts)};
}

std::vector<Finding> CollectionCheck::examine(const Facts& facts) const
{
    Finding line = judge(facts);
    line.ns = facts.ns;
    return {std::move(line)};
}

std::vector<Finding> RuleCheck::examine(const Facts& facts) const
{
    std::vector<Finding> lines;
    for (const RuleFacts& rule : facts.rules) {
        Finding line = judge(facts, rule);
        line.ns = facts.ns;
        line.index = rule.index.name;
        lines.push_back(std::move(line));
    }
    return lines;
}

std::vector<std::unique_ptr<Check>> allChecks()
{
    return made<RuleThereCheck, MonitorOnCheck, PrimaryCheck, IndexReadyCheck, SingleFieldCheck,
                NotIdCheck, ValueInRangeCheck, NotNanCheck, FieldPresentCheck, FieldTypeCheck,
                ArrayContentsCheck, PartialFilterCheck, FutureDateCheck, ServerClockCheck,
                CollectionRuleCheck, TwoRulesCheck, TimeSeriesRangeCheck, DocumentTtlCheck,
                PassesMovingCheck, HiddenDeletesCheck, QueryUseCheck>();
}

Report examine(const Facts& facts)
{
    return examined(facts, [](About) { return true; });
}

Report examineServer(const Facts& facts)
{
    return examined(facts, [](About about) { return about == About::Server; });
}

Report examineCollection(const Facts& facts)
{
    return examined(facts, [](About about) { return about != About::Server; });
}

} // namespace sandglass::ttl::doctor
