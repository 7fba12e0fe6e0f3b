// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/ttl/doctor/facts.h"
#include "app/ttl/doctor/finding.h"

namespace sandglass::ttl::doctor {

/// There is a TTL rule.
Judgement ruleThere(const Facts& facts);

/// One rule only: with several the earliest due decides: a warning.
Judgement twoRules(const Facts& facts);

/// Dates of a time series lie from 1970 to 19 January 2038; MongoDB up to 8.0 deletes nothing from
/// a collection with one outside. Source: app/ttl/SEMANTICS.md 4.
Judgement timeSeriesRange(const Facts& facts);

/// Cosmos DB: a document's own "ttl" is usable; otherwise the collection's value applies.
Judgement documentTtl(const Facts& facts);

/// No rule of the collection itself is shorter: on a time series the index would never decide
/// (failed); a clustered collection goes by _id as well (a warning).
Judgement collectionRule(const Facts& facts, const RuleFacts& rule);

} // namespace sandglass::ttl::doctor
