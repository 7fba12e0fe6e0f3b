// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/ttl/doctor/facts.h"
#include "app/ttl/doctor/finding.h"

namespace sandglass::ttl::doctor {

/// There is a TTL rule.
Judgement ruleThere(const Facts& facts);

/// There is only one rule. With several, the earliest expiry counts: a warning.
Judgement twoRules(const Facts& facts);

/// Dates of a time series lie from 1970 to 19 January 2038; MongoDB up to 8.0 deletes nothing from
/// a collection with one outside. Source: app/ttl/SEMANTICS.md 4.
Judgement timeSeriesRange(const Facts& facts);

/// Cosmos DB: a document's own "ttl" is usable; otherwise the collection's value applies.
Judgement documentTtl(const Facts& facts);

/// The collection's own rule is not shorter. On a time series a shorter one leaves the index
/// without effect (failed); in a clustered collection it also counts from _id (a warning).
Judgement collectionRule(const Facts& facts, const RuleFacts& rule);

} // namespace sandglass::ttl::doctor
