// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/ttl/doctor/check.h"

#include "app/ttl/doctor/collection_checks.h"
#include "app/ttl/doctor/document_checks.h"
#include "app/ttl/doctor/index_checks.h"
#include "app/ttl/doctor/server_checks.h"

#include <algorithm>
#include <array>
#include <utility>

namespace sandglass::ttl::doctor {

namespace {

constexpr std::array<Check, kCheckCount> kChecks{{
    {CheckId::RuleThere, About::Collection, ruleThere},
    {CheckId::MonitorOn, About::Server, monitorOn},
    {CheckId::Primary, About::Server, primary},
    {CheckId::IndexReady, About::Rule, nullptr, indexReady},
    {CheckId::SingleField, About::Rule, nullptr, singleField},
    {CheckId::NotId, About::Rule, nullptr, notId},
    {CheckId::ValueInRange, About::Rule, nullptr, valueInRange},
    {CheckId::NotNan, About::Rule, nullptr, notNan},
    {CheckId::FieldPresent, About::Rule, nullptr, fieldPresent},
    {CheckId::FieldType, About::Rule, nullptr, fieldType},
    {CheckId::ArrayContents, About::Rule, nullptr, arrayContents},
    {CheckId::PartialFilter, About::Rule, nullptr, partialFilter},
    {CheckId::FutureDate, About::Rule, nullptr, futureDate},
    {CheckId::ServerClock, About::Server, serverClock},
    {CheckId::CollectionRule, About::Rule, nullptr, collectionRule},
    {CheckId::TwoRules, About::Collection, twoRules},
    {CheckId::TimeSeriesRange, About::Collection, timeSeriesRange},
    {CheckId::DocumentTtl, About::Collection, documentTtl},
    {CheckId::PassesMoving, About::Server, passesMoving},
    {CheckId::HiddenDeletes, About::Rule, nullptr, hiddenDeletes},
    {CheckId::QueryUse, About::Rule, nullptr, queryUse},
}};

constexpr bool hasEveryJudge()
{
    return std::all_of(kChecks.begin(), kChecks.end(), [](const Check& check) {
        return (check.about == About::Rule ? check.judge == nullptr : check.judge != nullptr)
            && (check.about == About::Rule) == (check.judgeRule != nullptr);
    });
}
static_assert(isComplete(kChecks, &Check::id) && hasEveryJudge());

template <typename Wanted>
Report examined(const Facts& facts, Wanted wanted)
{
    Report report;
    for (const Check& check : kChecks) {
        if (wanted(check.about)) {
            std::ranges::move(check.examine(facts), std::back_inserter(report.findings));
        }
    }
    return report;
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

std::span<const Check, kCheckCount> allChecks()
{
    return kChecks;
}

const Check& checkOf(CheckId id)
{
    return kChecks[static_cast<std::size_t>(id)];
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
