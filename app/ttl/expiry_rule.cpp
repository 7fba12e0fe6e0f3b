// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/ttl/expiry_rule.h"

#include <algorithm>

namespace sandglass::ttl {

namespace {

constexpr std::int64_t kMin = std::numeric_limits<std::int64_t>::min();
constexpr std::int64_t kMax = std::numeric_limits<std::int64_t>::max();

// Saturates: expireAfterSeconds and dates cover all of int64, so that their sum may not overflow.
std::int64_t millisOf(std::int64_t seconds)
{
    std::int64_t millis = 0;
    if (__builtin_mul_overflow(seconds, std::int64_t{1000}, &millis)) {
        return seconds < 0 ? kMin : kMax;
    }
    return millis;
}

std::int64_t saturatingAdd(std::int64_t left, std::int64_t right)
{
    std::int64_t sum = 0;
    if (__builtin_add_overflow(left, right, &sum)) {
        return right < 0 ? kMin : kMax;
    }
    return sum;
}

std::int64_t saturatingSubtract(std::int64_t left, std::int64_t right)
{
    std::int64_t difference = 0;
    if (__builtin_sub_overflow(left, right, &difference)) {
        return right < 0 ? kMax : kMin;
    }
    return difference;
}

Verdict never(NeverReason reason)
{
    return Verdict{{}, {}, reason};
}

} // namespace

Verdict judge(const ExpiryRule& rule, bson::DocumentView document)
{
    if (!rule.valid) {
        return never(NeverReason::InvalidRule);
    }
    if (rule.inFilter && !rule.inFilter(document)) {
        return never(NeverReason::OutsideFilter);
    }

    std::optional<bson::Date> earliest;
    bool anyValue = false;
    bool tooEarly = false;
    for (const bson::ValueView& value : bson::valuesAtPath(document, rule.field, true)) {
        anyValue = anyValue || !value.isNullish();
        if (value.type() != bson::Type::Date) {
            continue;
        }
        const bson::Date date = value.asDate();
        if (rule.notBefore && date.millis < rule.notBefore->millis) {
            tooEarly = true;
            continue;
        }
        if (!earliest || date.millis < earliest->millis) {
            earliest = date;
        }
    }
    // only dates before notBefore: the scan never reaches this document
    if (!earliest && tooEarly) {
        return never(NeverReason::OutsideFilter);
    }
    if (!earliest) {
        return never(anyValue ? NeverReason::NotADate : NeverReason::NoField);
    }

    const std::int64_t due = saturatingAdd(earliest->millis, millisOf(rule.expireAfterSeconds));
    return Verdict{earliest, base::Time(base::Millis(due)), {}};
}

bson::Date cutoff(const ExpiryRule& rule, base::Time now)
{
    return bson::Date{
        saturatingSubtract(now.time_since_epoch().count(), millisOf(rule.expireAfterSeconds))};
}

// Compares dates instead of the saturated eligibleAt, so that the result equals the engine's index
// scan up to cutoff() even at the ends of the range.
bool isDue(const ExpiryRule& rule, bson::Date earliest, base::Time now)
{
    const bool tooEarly = rule.notBefore && earliest.millis < rule.notBefore->millis;
    return rule.valid && !tooEarly && earliest.millis <= cutoff(rule, now).millis;
}

bool isExpired(const ExpiryRule& rule, bson::DocumentView document, base::Time now)
{
    const Verdict verdict = judge(rule, document);
    return verdict.earliestDate && isDue(rule, *verdict.earliestDate, now);
}

} // namespace sandglass::ttl
