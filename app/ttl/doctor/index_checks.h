// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/ttl/doctor/facts.h"
#include "app/ttl/doctor/finding.h"

namespace sandglass::ttl::doctor {

/// The index is ready; passes skip an index that is still being built.
Judgement indexReady(const Facts& facts, const RuleFacts& rule);

/// The data of the collection can be read; from damaged ones the engine deletes nothing. Servers
/// that do not report damage get no verdict.
Judgement dataReadable(const Facts& facts, const RuleFacts& rule);

/// The key is one plain field; compound and special (hashed, text, 2d, 2dsphere) ones delete
/// nothing.
Judgement singleField(const Facts& facts, const RuleFacts& rule);

/// The field is not _id, which takes no TTL.
Judgement notId(const Facts& facts, const RuleFacts& rule);

/// The seconds are a whole number from 0 to 2 147 483 647. Cosmos DB's -1 only lets documents with
/// a "ttl" of their own expire: a warning.
Judgement valueInRange(const Facts& facts, const RuleFacts& rule);

/// The seconds are not NaN, nor the largest value, which newer servers list in its place.
/// Source: app/ttl/SEMANTICS.md 2.3.
Judgement notNan(const Facts& facts, const RuleFacts& rule);

/// The server can expire documents by the rule: key and value are usable. Sums up four lines of the
/// report for the inventory.
Judgement ruleObeyed(const Facts& facts, const RuleFacts& rule);

/// A hidden TTL index still deletes documents: a warning.
Judgement hiddenDeletes(const Facts& facts, const RuleFacts& rule);

/// An index that no query uses still deletes; $indexStats counts queries only: a warning.
Judgement queryUse(const Facts& facts, const RuleFacts& rule);

} // namespace sandglass::ttl::doctor
