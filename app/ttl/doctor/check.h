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
#include <string_view>
#include <vector>

namespace sandglass::ttl::doctor {

/// What a check is about, and so how often it is made.
enum class About { Server, Collection, Rule };

/// Where the lines of a check are shown: the doctor's report on a collection, or the table of all
/// rules of a server, which knows less and has room for a few words.
enum class ShownIn { Report, Inventory, Both };

/// Looks for one cause: a row of the list of checks. Its words are in app/presenters/doctor.
struct Check
{
    CheckId id;
    std::string_view name; ///< in lower case: "field-type"; the anchor of its section in the help
    About about;
    ShownIn shownIn;
    Judgement (*judge)(const Facts& facts) = nullptr; ///< of the server or the collection
    Judgement (*judgeRule)(const Facts& facts, const RuleFacts& rule) = nullptr; ///< of one rule

    /// The lines that the check adds: one, or one for each rule.
    std::vector<Finding> examine(const Facts& facts) const;
};

/// Every check, in the order of CheckId.
inline constexpr std::array<Check, kCheckCount> kChecks{{
    {CheckId::RuleThere, "rule-there", About::Collection, ShownIn::Report, ruleThere},
    {CheckId::MonitorOn, "monitor-on", About::Server, ShownIn::Report, monitorOn},
    {CheckId::Primary, "primary", About::Server, ShownIn::Report, primary},
    {CheckId::TakesWrites, "takes-writes", About::Server, ShownIn::Report, takesWrites},
    {CheckId::IndexReady, "index-ready", About::Rule, ShownIn::Both, nullptr, indexReady},
    {CheckId::DataReadable, "data-readable", About::Rule, ShownIn::Both, nullptr, dataReadable},
    {CheckId::SingleField, "single-field", About::Rule, ShownIn::Report, nullptr, singleField},
    {CheckId::NotId, "not-id", About::Rule, ShownIn::Report, nullptr, notId},
    {CheckId::ValueInRange, "value-in-range", About::Rule, ShownIn::Report, nullptr, valueInRange},
    {CheckId::NotNan, "not-nan", About::Rule, ShownIn::Both, nullptr, notNan},
    {CheckId::FieldPresent, "field-present", About::Rule, ShownIn::Report, nullptr, fieldPresent},
    {CheckId::FieldType, "field-type", About::Rule, ShownIn::Report, nullptr, fieldType},
    {CheckId::ArrayContents, "array-contents", About::Rule, ShownIn::Report, nullptr,
     arrayContents},
    {CheckId::PartialFilter, "partial-filter", About::Rule, ShownIn::Report, nullptr,
     partialFilter},
    {CheckId::FutureDate, "future-date", About::Rule, ShownIn::Report, nullptr, futureDate},
    {CheckId::ServerClock, "server-clock", About::Server, ShownIn::Report, serverClock},
    {CheckId::CollectionRule, "collection-rule", About::Rule, ShownIn::Report, nullptr,
     collectionRule},
    {CheckId::TwoRules, "two-rules", About::Collection, ShownIn::Both, twoRules},
    {CheckId::TimeSeriesRange, "time-series-range", About::Collection, ShownIn::Report,
     timeSeriesRange},
    {CheckId::DocumentTtl, "document-ttl", About::Collection, ShownIn::Report, documentTtl},
    {CheckId::PassesMoving, "passes-moving", About::Server, ShownIn::Report, passesMoving},
    {CheckId::HiddenDeletes, "hidden-deletes", About::Rule, ShownIn::Both, nullptr, hiddenDeletes},
    {CheckId::QueryUse, "query-use", About::Rule, ShownIn::Report, nullptr, queryUse},
    {CheckId::RuleObeyed, "rule-obeyed", About::Rule, ShownIn::Inventory, nullptr, ruleObeyed},
    {CheckId::DueDeleted, "due-deleted", About::Rule, ShownIn::Inventory, nullptr, dueDeleted},
    {CheckId::SomeDated, "some-dated", About::Rule, ShownIn::Inventory, nullptr, someDated},
}};
static_assert(isComplete(kChecks, &Check::id), "each check has a row");
#ifndef __SANITIZE_ADDRESS__ // with gcc's -fsanitize=undefined no address of a function is a
                             // constant
static_assert(std::all_of(kChecks.begin(), kChecks.end(),
                          [](const Check& check) {
                              const bool byRule = check.about == About::Rule;
                              return byRule ? check.judgeRule && !check.judge
                                            : check.judge && !check.judgeRule;
                          }),
              "each check has the function that its subject needs");
#endif

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
