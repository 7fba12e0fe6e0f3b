// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/engine/expiry/late_arrivals.h"

#include "app/engine/catalog/collection.h"

#include <limits>

namespace sandglass::engine::expiry {

std::optional<std::int64_t> LateArrivals::count(const catalog::Collection& collection,
                                                const catalog::IndexInfo& index,
                                                base::Time now) const
{
    const auto rule = collection.expiryRule(index.definition.name);
    const auto pass = m_passes.find(index.id);
    if (!rule || pass == m_passes.end()) {
        return std::nullopt;
    }
    const Rule own{rule->expireAfterSeconds, index.usesSince};
    if (pass->second.rule != own || isOf(m_confirmed, index, own)) {
        return std::nullopt;
    }
    // after the clock was set back, what became due meanwhile would look the same
    if (ttl::cutoff(*rule, now).millis < pass->second.cutoff) {
        return std::nullopt;
    }
    constexpr bson::Date kEarliest{std::numeric_limits<std::int64_t>::min()};
    const auto due = collection.countDates(
        index.definition.name, rule->notBefore.value_or(kEarliest), {pass->second.cutoff});
    return due ? std::optional(*due) : std::nullopt;
}

void LateArrivals::drained(const catalog::Collection& collection, const catalog::IndexInfo& index,
                           base::Time now)
{
    if (const auto rule = collection.expiryRule(index.definition.name)) {
        m_passes[index.id]
            = {ttl::cutoff(*rule, now).millis, {rule->expireAfterSeconds, index.usesSince}};
    }
}

void LateArrivals::held(const catalog::Collection& collection, const catalog::IndexInfo& index)
{
    // what was drained stays known: a later run that does not find the hold counts again
    if (const auto rule = collection.expiryRule(index.definition.name)) {
        m_held[index.id] = {rule->expireAfterSeconds, index.usesSince};
    }
}

void LateArrivals::released()
{
    m_passes.clear();
    for (const auto& [id, rule] : m_held) {
        m_confirmed[id] = rule;
    }
    m_held.clear();
}

std::vector<LateArrivals::Known> LateArrivals::known() const
{
    std::vector<Known> all;
    for (const auto& [id, pass] : m_passes) {
        all.push_back({State::Drained, id, pass.rule.seconds, pass.cutoff});
    }
    for (const auto& [id, rule] : m_held) {
        all.push_back({State::Held, id, rule.seconds});
    }
    for (const auto& [id, rule] : m_confirmed) {
        all.push_back({State::Confirmed, id, rule.seconds});
    }
    return all;
}

void LateArrivals::resume(const catalog::Collection& collection, const catalog::IndexInfo& index,
                          const Known& known)
{
    const auto rule = collection.expiryRule(index.definition.name);
    if (known.index != index.id || !rule || rule->expireAfterSeconds != known.seconds) {
        return;
    }
    // the time of the last change is that of the start now
    const Rule own{known.seconds, index.usesSince};
    switch (known.state) {
    case State::Drained:
        m_passes[index.id] = {known.cutoff, own};
        break;
    case State::Held:
        m_held[index.id] = own;
        break;
    case State::Confirmed:
        m_confirmed[index.id] = own;
        break;
    }
}

void LateArrivals::keepOnly(const std::set<std::uint32_t>& all)
{
    const auto isGone = [&all](const auto& each) { return !all.contains(each.first); };
    std::erase_if(m_passes, isGone);
    std::erase_if(m_held, isGone);
    std::erase_if(m_confirmed, isGone);
}

bool LateArrivals::isOf(const Rules& rules, const catalog::IndexInfo& index, const Rule& rule)
{
    const auto found = rules.find(index.id);
    return found != rules.end() && found->second == rule;
}

} // namespace sandglass::engine::expiry
