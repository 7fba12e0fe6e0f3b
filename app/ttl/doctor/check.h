// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/ttl/doctor/facts.h"
#include "app/ttl/doctor/finding.h"

#include <span>
#include <vector>

namespace sandglass::ttl::doctor {

/// What a check is about, and so how often it is made.
enum class About { Server, Collection, Rule };

/// Looks for one cause: a row of the list of checks. Its words are in app/presenters/doctor.
struct Check
{
    CheckId id;
    About about;
    Judgement (*judge)(const Facts& facts) = nullptr; ///< of the server or the collection
    Judgement (*judgeRule)(const Facts& facts, const RuleFacts& rule) = nullptr; ///< of one rule

    /// The lines that the check adds: one, or one for each rule.
    std::vector<Finding> examine(const Facts& facts) const;
};

/// Every check, in the order of CheckId. Any thread.
std::span<const Check, kCheckCount> allChecks();
/// The check with that id.
const Check& checkOf(CheckId id);

/// Every check on one collection, in order.
Report examine(const Facts& facts);
/// Only the checks of the server.
Report examineServer(const Facts& facts);
/// Only those of the collection and its rules.
Report examineCollection(const Facts& facts);

} // namespace sandglass::ttl::doctor
