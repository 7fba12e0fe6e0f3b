// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/ttl/doctor/check.h"

namespace sandglass::ttl::doctor {

/// There is a TTL rule.
class RuleThereCheck final : public CollectionCheck
{
public:
    CheckId id() const override { return CheckId::RuleThere; }

protected:
    Finding judge(const Facts& facts) const override;
};

/// One rule only: with several the earliest due decides: a warning.
class TwoRulesCheck final : public CollectionCheck
{
public:
    CheckId id() const override { return CheckId::TwoRules; }

protected:
    Finding judge(const Facts& facts) const override;
};

/// Dates of a time series lie from 1970 to 19 January 2038; MongoDB up to 8.0 deletes nothing from
/// a collection with one outside. Source: app/ttl/SEMANTICS.md 4.
class TimeSeriesRangeCheck final : public CollectionCheck
{
public:
    CheckId id() const override { return CheckId::TimeSeriesRange; }

protected:
    Finding judge(const Facts& facts) const override;
};

/// Cosmos DB: a document's own "ttl" is usable; otherwise the collection's value applies.
class DocumentTtlCheck final : public CollectionCheck
{
public:
    CheckId id() const override { return CheckId::DocumentTtl; }

protected:
    Finding judge(const Facts& facts) const override;
};

/// No rule of the collection itself is shorter: on a time series the index would never decide
/// (failed); a clustered collection goes by _id as well (a warning).
class CollectionRuleCheck final : public RuleCheck
{
public:
    CheckId id() const override { return CheckId::CollectionRule; }

protected:
    Finding judge(const Facts& facts, const RuleFacts& rule) const override;
};

} // namespace sandglass::ttl::doctor
