// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/ttl/doctor/check.h"

namespace sandglass::ttl::doctor {

/// The index is built; passes skip one that is still being built.
class IndexReadyCheck final : public RuleCheck
{
public:
    CheckId id() const override { return CheckId::IndexReady; }

protected:
    Finding judge(const Facts& facts, const RuleFacts& rule) const override;
};

/// The key is one plain field; compound and special (hashed, text, 2d, 2dsphere) ones delete
/// nothing.
class SingleFieldCheck final : public RuleCheck
{
public:
    CheckId id() const override { return CheckId::SingleField; }

protected:
    Finding judge(const Facts& facts, const RuleFacts& rule) const override;
};

/// The field is not _id, which takes no TTL.
class NotIdCheck final : public RuleCheck
{
public:
    CheckId id() const override { return CheckId::NotId; }

protected:
    Finding judge(const Facts& facts, const RuleFacts& rule) const override;
};

/// The seconds are a whole number from 0 to 2 147 483 647. Cosmos DB's -1 only lets documents with
/// a "ttl" of their own expire: a warning.
class ValueInRangeCheck final : public RuleCheck
{
public:
    CheckId id() const override { return CheckId::ValueInRange; }

protected:
    Finding judge(const Facts& facts, const RuleFacts& rule) const override;
};

/// The seconds are not NaN, nor the largest value, which newer servers list in its place.
/// Source: app/ttl/SEMANTICS.md 2.3.
class NotNanCheck final : public RuleCheck
{
public:
    CheckId id() const override { return CheckId::NotNan; }

protected:
    Finding judge(const Facts& facts, const RuleFacts& rule) const override;
};

/// A hidden TTL index goes on deleting: a warning.
class HiddenDeletesCheck final : public RuleCheck
{
public:
    CheckId id() const override { return CheckId::HiddenDeletes; }

protected:
    Finding judge(const Facts& facts, const RuleFacts& rule) const override;
};

/// An index that no query uses still deletes; $indexStats counts queries only: a warning.
class QueryUseCheck final : public RuleCheck
{
public:
    CheckId id() const override { return CheckId::QueryUse; }

protected:
    Finding judge(const Facts& facts, const RuleFacts& rule) const override;
};

} // namespace sandglass::ttl::doctor
