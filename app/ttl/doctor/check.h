// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/ttl/doctor/collection_checks.h"
#include "app/ttl/doctor/document_checks.h"
#include "app/ttl/doctor/facts.h"
#include "app/ttl/doctor/finding.h"
#include "app/ttl/doctor/index_checks.h"
#include "app/ttl/doctor/server_checks.h"

#include <algorithm>
#include <array>
#include <vector>

namespace sandglass::ttl::doctor {

/// What a check is about, and so how often it is made.
enum class About { Server, Collection, Rule };

/// Who shows the lines of a check: the doctor's report on a collection, or the table of all rules
/// of a server, which knows less and has room for a few words.
enum class ShownIn { Report, Inventory, Both };

/// Looks for one cause: a row of the list of checks. Its words are in app/presenters/doctor.
struct Check
{
    CheckId id;
    About about;
    ShownIn shownIn;
    Judgement (*judge)(const Facts& facts) = nullptr; ///< of the server or the collection
    Judgement (*judgeRule)(const Facts& facts, const RuleFacts& rule) = nullptr; ///< of one rule

    /// The lines that the check adds: one, or one for each rule.
    std::vector<Finding> examine(const Facts& facts) const;
};

/// Every check, in the order of CheckId.
inline constexpr std::array<Check, kCheckCount> kChecks{{
    {CheckId::RuleThere, About::Collection, ShownIn::Report, ruleThere},
    {CheckId::MonitorOn, About::Server, ShownIn::Report, monitorOn},
    {CheckId::Primary, About::Server, ShownIn::Report, primary},
    {CheckId::IndexReady, About::Rule, ShownIn::Both, nullptr, indexReady},
    {CheckId::SingleField, About::Rule, ShownIn::Report, nullptr, singleField},
    {CheckId::NotId, About::Rule, ShownIn::Report, nullptr, notId},
    {CheckId::ValueInRange, About::Rule, ShownIn::Report, nullptr, valueInRange},
    {CheckId::NotNan, About::Rule, ShownIn::Report, nullptr, notNan},
    {CheckId::FieldPresent, About::Rule, ShownIn::Report, nullptr, fieldPresent},
    {CheckId::FieldType, About::Rule, ShownIn::Report, nullptr, fieldType},
    {CheckId::ArrayContents, About::Rule, ShownIn::Report, nullptr, arrayContents},
    {CheckId::PartialFilter, About::Rule, ShownIn::Report, nullptr, partialFilter},
    {CheckId::FutureDate, About::Rule, ShownIn::Report, nullptr, futureDate},
    {CheckId::ServerClock, About::Server, ShownIn::Report, serverClock},
    {CheckId::CollectionRule, About::Rule, ShownIn::Report, nullptr, collectionRule},
    {CheckId::TwoRules, About::Collection, ShownIn::Both, twoRules},
    {CheckId::TimeSeriesRange, About::Collection, ShownIn::Report, timeSeriesRange},
    {CheckId::DocumentTtl, About::Collection, ShownIn::Report, documentTtl},
    {CheckId::PassesMoving, About::Server, ShownIn::Report, passesMoving},
    {CheckId::HiddenDeletes, About::Rule, ShownIn::Both, nullptr, hiddenDeletes},
    {CheckId::QueryUse, About::Rule, ShownIn::Report, nullptr, queryUse},
    {CheckId::RuleObeyed, About::Rule, ShownIn::Inventory, nullptr, ruleObeyed},
    {CheckId::DueDeleted, About::Rule, ShownIn::Inventory, nullptr, dueDeleted},
    {CheckId::SomeDated, About::Rule, ShownIn::Inventory, nullptr, someDated},
}};
static_assert(isComplete(kChecks, &Check::id), "each check has a row");
static_assert(std::all_of(kChecks.begin(), kChecks.end(),
                          [](const Check& check) {
                              const bool byRule = check.about == About::Rule;
                              return byRule ? check.judgeRule && !check.judge
                                            : check.judge && !check.judgeRule;
                          }),
              "each check has the function that its subject needs");

/// The check with that id. Any thread.
constexpr const Check& checkOf(CheckId id)
{
    return kChecks[static_cast<std::size_t>(id)];
}

/// The report on one collection and its server, in order.
Report examine(const Facts& facts);
/// Only the checks of the server.
Report examineServer(const Facts& facts);
/// Only those of the collection and its rules.
Report examineCollection(const Facts& facts);
/// What the inventory says of a collection and its rules: only what failed or warns, in order.
std::vector<Finding> examineForInventory(const Facts& facts);

} // namespace sandglass::ttl::doctor
