// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/ttl/doctor/facts.h"
#include "app/ttl/doctor/finding.h"

namespace sandglass::ttl::doctor {

/// Every document has the field; missing and null never expire.
Judgement fieldPresent(const Facts& facts, const RuleFacts& rule);

/// The values are dates; numbers, strings and timestamps never expire.
Judgement fieldType(const Facts& facts, const RuleFacts& rule);

/// Arrays hold a date: the earliest decides, and without one the document stays.
Judgement arrayContents(const Facts& facts, const RuleFacts& rule);

/// The partial filter takes the documents in. Failed for a single document outside, a warning for a
/// collection, where it is meant so.
Judgement partialFilter(const Facts& facts, const RuleFacts& rule);

/// The dates are due, or will be in time: failed for a single document that waits, a warning for
/// dates later than now under a rule "after a period".
Judgement futureDate(const Facts& facts, const RuleFacts& rule);

/// Documents that are due do not stay longer than the monitor may take (monitorPatience()).
Judgement dueDeleted(const Facts& facts, const RuleFacts& rule);

/// Some document has a date in the field; a rule that the server does not obey is not judged.
Judgement someDated(const Facts& facts, const RuleFacts& rule);

} // namespace sandglass::ttl::doctor
