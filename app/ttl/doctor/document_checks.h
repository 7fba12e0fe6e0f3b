// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/ttl/doctor/check.h"

namespace sandglass::ttl::doctor {

/// Every document has the field; missing and null never expire.
class FieldPresentCheck final : public RuleCheck
{
public:
    CheckId id() const override { return CheckId::FieldPresent; }

protected:
    Finding judge(const Facts& facts, const RuleFacts& rule) const override;
};

/// The values are dates; numbers, strings and timestamps never expire.
class FieldTypeCheck final : public RuleCheck
{
public:
    CheckId id() const override { return CheckId::FieldType; }

protected:
    Finding judge(const Facts& facts, const RuleFacts& rule) const override;
};

/// Arrays hold a date: the earliest decides, and without one the document stays.
class ArrayContentsCheck final : public RuleCheck
{
public:
    CheckId id() const override { return CheckId::ArrayContents; }

protected:
    Finding judge(const Facts& facts, const RuleFacts& rule) const override;
};

/// The partial filter takes the documents in. Failed for a single document outside, a warning for a
/// collection, where it is meant so.
class PartialFilterCheck final : public RuleCheck
{
public:
    CheckId id() const override { return CheckId::PartialFilter; }

protected:
    Finding judge(const Facts& facts, const RuleFacts& rule) const override;
};

/// The dates are due, or will be in time: failed for a single document that waits, a warning for
/// dates later than now under a rule "after a period".
class FutureDateCheck final : public RuleCheck
{
public:
    CheckId id() const override { return CheckId::FutureDate; }

protected:
    Finding judge(const Facts& facts, const RuleFacts& rule) const override;
};

} // namespace sandglass::ttl::doctor
