// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/ttl/doctor/facts.h"
#include "app/ttl/doctor/finding.h"

namespace sandglass::ttl::doctor {

/// Every document has the field; missing and null never expire.
Judgement fieldPresent(const Facts& facts, const RuleFacts& rule);

/// The values are dates; numbers, strings and timestamps never expire.
Judgement fieldType(const Facts& facts, const RuleFacts& rule);

/// Arrays contain a date: the earliest counts, and without one the document never expires.
Judgement arrayContents(const Facts& facts, const RuleFacts& rule);

/// The documents are inside the partial filter. Failed for a single document outside it; a warning
/// for a collection, where this may be intended.
Judgement partialFilter(const Facts& facts, const RuleFacts& rule);

/// The dates are due, or will be in time: failed for a single document that waits, a warning for
/// dates later than now under a rule "after a period".
Judgement futureDate(const Facts& facts, const RuleFacts& rule);

/// Due documents are deleted within monitorPatience().
Judgement dueDeleted(const Facts& facts, const RuleFacts& rule);

/// At least one document has a date in the field. NotApplicable for a rule by which the server
/// expires nothing.
Judgement someDated(const Facts& facts, const RuleFacts& rule);

} // namespace sandglass::ttl::doctor
