// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/base/clock.h"
#include "app/bson/view.h"

#include <cstdint>
#include <functional>
#include <limits>
#include <optional>
#include <string>

namespace sandglass::ttl {

/// Whether a document lies inside a partial index's filter. Pure; any thread.
using DocumentPredicate = std::function<bool(bson::DocumentView)>;

/// Why a document never expires by a rule.
enum class NeverReason {
    NoField, ///< the field is missing, null or undefined
    NotADate, ///< the value is neither a date nor an array with a date
    OutsideFilter, ///< the partial filter leaves the document out, or the rule starts after it
    InvalidRule, ///< the rule's value is unusable (NaN, not a number) or its index type never
                 ///< expires anything
};

/// One expiry rule: a document expires once its earliest date at `field` is `expireAfterSeconds`
/// old.
struct ExpiryRule
{
    std::string field; ///< dotted path of the single index field
    std::int64_t expireAfterSeconds = 0; ///< 0 means: at the date stored in the field
    bool valid = true; ///< false: never expires anything (NaN, hashed, text, 2d, 2dsphere …)
    DocumentPredicate inFilter; ///< empty when the index is not partial
    std::optional<bson::Date> notBefore
        = {}; ///< earlier dates never expire; a clustered collection's own rule starts in 1970
};

/// The result of a rule for one document.
struct Verdict
{
    std::optional<bson::Date> earliestDate; ///< the date that the rule counts from
    std::optional<base::Time> eligibleAt; ///< earliestDate + expireAfterSeconds, saturating
    std::optional<NeverReason> never; ///< set exactly when eligibleAt is not
};

/// Applies a rule to a document; the one implementation for engine, forecast, impact preview and
/// doctor. The earliest date among the values at the path counts; arrays are entered one level
/// deep; other types are ignored. Pure; any thread. Source: app/ttl/SEMANTICS.md 3.3 (MongoDB's TTL
/// monitor, ttl_monitor.cpp).
Verdict judge(const ExpiryRule& rule, bson::DocumentView document);

/// The latest date that is expired at `now`: now − expireAfterSeconds, saturating. Inclusive.
bson::Date cutoff(const ExpiryRule& rule, base::Time now);

/// isExpired() without the document, for callers that read an index entry: `earliest` is the
/// document's earliest date, and the document is known to be inside the rule's filter.
bool isDue(const ExpiryRule& rule, bson::Date earliest, base::Time now);

/// Whether the document is expired at `now`, that is eligible at that moment or earlier.
bool isExpired(const ExpiryRule& rule, bson::DocumentView document, base::Time now);

} // namespace sandglass::ttl
