// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/bson/builder.h"
#include "app/ttl/doctor/check.h"
#include "app/ttl/rule.h"

#include <cstdint>
#include <string>

namespace sandglass::tests {

/// 1 January 2030, 00:00 UTC.
inline const base::Time kDoctorNow{base::Millis(1'893'456'000'000)};

/// An ascending TTL index on one field, in use by queries.
inline ttl::doctor::RuleFacts doctorRule(const std::string& field = "t",
                                         std::int64_t seconds = 3'600)
{
    ttl::doctor::RuleFacts rule;
    rule.index.name = field + "_1";
    rule.index.key = bson::makeDocument(field, 1);
    rule.index.expireAfterSeconds = seconds;
    rule.index.listed = bson::makeDocument("expireAfterSeconds", seconds);
    rule.index.uses = 5;
    rule.rule = ttl::expiryRuleOf(rule.index);
    rule.counts.emplace();
    rule.counts->documents = 10;
    rule.counts->due = 10;
    return rule;
}

/// A server, a collection and a rule in perfect health.
inline ttl::doctor::Facts healthyFacts()
{
    using namespace std::chrono_literals;
    ttl::doctor::Facts facts;
    facts.now = kDoctorNow;
    facts.ns = {"shop", "carts"};
    facts.server.emplace();
    facts.server->version = "7.0.5";
    facts.server->versionNumbers = {7, 0, 5};
    facts.metrics.emplace();
    facts.metrics->monitorEnabled = true;
    facts.metrics->sleepSeconds = 60;
    facts.metrics->passes = 100;
    facts.passes = {kDoctorNow - 10min, kDoctorNow - 30s};
    facts.collection.emplace();
    facts.collection->ns = facts.ns;
    facts.rules.push_back(doctorRule());
    facts.indexes = {facts.rules.front().index};
    return facts;
}

/// The only line of one check; its state is Unknown when there is not exactly one.
inline ttl::doctor::Finding lineOf(ttl::doctor::CheckId check, const ttl::doctor::Facts& facts)
{
    const auto lines = ttl::doctor::checkOf(check).examine(facts);
    return lines.size() == 1 ? lines.front() : ttl::doctor::Finding();
}

} // namespace sandglass::tests
