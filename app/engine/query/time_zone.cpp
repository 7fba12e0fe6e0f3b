// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/engine/query/time_zone.h"

#include "app/bson/digits.h"
#include "app/engine/query/calendar.h"
#include "app/engine/query/expression_node.h"
#include "app/engine/query/zone_rules.h"
#include "app/platform/host.h"

#include <algorithm>
#include <fstream>
#include <limits>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

namespace sandglass::engine::query {

namespace {

// "+05", "-0430", "+05:30" in seconds.
std::optional<std::int64_t> parseOffset(std::string_view text)
{
    if (text.empty() || (text.front() != '+' && text.front() != '-')) {
        return std::nullopt;
    }
    const bool negative = text.front() == '-';
    std::string digits(text.substr(1));
    if (digits.size() == 5 && digits[2] == ':') {
        digits.erase(2, 1);
    }
    if ((digits.size() != 2 && digits.size() != 4)
        || !std::all_of(digits.begin(), digits.end(), bson::isDigit)) {
        return std::nullopt;
    }
    const auto pair = [&](std::size_t at) {
        return std::int64_t{(digits[at] - '0') * 10 + (digits[at + 1] - '0')};
    };
    const std::int64_t seconds = pair(0) * 3600 + (digits.size() == 4 ? pair(2) * 60 : 0);
    return negative ? -seconds : seconds;
}

// The name comes from a client and becomes part of a file name. Names of the tz database start with
// a capital letter and contain no dot, so "..", absolute paths and hidden files are refused.
bool isPlausibleName(std::string_view name)
{
    constexpr std::size_t kMostBytes = 64;
    if (name.empty() || name.size() > kMostBytes || name.front() < 'A' || name.front() > 'Z') {
        return false;
    }
    return std::all_of(name.begin(), name.end(), [](char c) {
        return bson::isDigit(c) || (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z') || c == '/'
            || c == '_' || c == '-' || c == '+';
    });
}

std::unique_ptr<const ZoneRules> loadRules(const std::string& name)
{
    // zone files have a few kilobytes; the limit guards against a foreign file of that name
    constexpr std::size_t kMostBytes = 1'000'000;
    std::ifstream file(platform::zoneFolder() / name, std::ios::binary);
    if (!file) {
        return nullptr;
    }
    std::vector<char> text(kMostBytes);
    file.read(text.data(), static_cast<std::streamsize>(text.size()));
    const std::vector<std::uint8_t> bytes(text.begin(), text.begin() + file.gcount());
    std::optional<ZoneRules> rules = ZoneRules::parse(bytes);
    return rules ? std::make_unique<const ZoneRules>(std::move(*rules)) : nullptr;
}

// Zones stay in memory once loaded: the tz database has a few hundred. So the pointer is valid
// until the program ends. Names that are not found are not cached, as clients may invent any
// number.
const ZoneRules* cachedRules(const std::string& name)
{
    static std::mutex mutex;
    static std::map<std::string, std::unique_ptr<const ZoneRules>> zones; // guarded by mutex
    const std::lock_guard lock(mutex);
    const auto found = zones.find(name);
    if (found != zones.end()) {
        return found->second.get();
    }
    std::unique_ptr<const ZoneRules> rules = loadRules(name);
    return rules == nullptr ? nullptr : zones.emplace(name, std::move(rules)).first->second.get();
}

// Saturates at the ends of the range of dates.
std::int64_t shifted(std::int64_t millis, std::int64_t seconds)
{
    using Limits = std::numeric_limits<std::int64_t>;
    std::int64_t result = 0;
    if (__builtin_add_overflow(millis, seconds * kMillisPerSecond, &result)) {
        return seconds < 0 ? Limits::min() : Limits::max();
    }
    return result;
}

struct LastZone
{
    std::string name;
    const ZoneRules* rules = nullptr;
};

} // namespace

Result<TimeZone> TimeZone::find(std::string_view name)
{
    TimeZone zone;
    if (name == "UTC" || name == "GMT" || name == "Etc/UTC") {
        return zone;
    }
    // a pipeline needs the same zone once per document; this avoids the mutex of cachedRules()
    thread_local LastZone last;
    if (last.rules != nullptr && last.name == name) {
        zone.m_rules = last.rules;
        return zone;
    }
    if (const std::optional<std::int64_t> offset = parseOffset(name)) {
        zone.m_fixedSeconds = *offset;
        return zone;
    }
    const std::string text(name);
    zone.m_rules = isPlausibleName(name) ? cachedRules(text) : nullptr;
    if (zone.m_rules == nullptr) {
        return expressionError(40485, "unrecognized time zone identifier: \"" + text + "\"");
    }
    last = {text, zone.m_rules};
    return zone;
}

std::int64_t TimeZone::offsetSeconds(std::int64_t utcMillis) const
{
    if (m_rules == nullptr) {
        return m_fixedSeconds;
    }
    return m_rules->at(floorDivide(utcMillis, kMillisPerSecond)).offsetSeconds;
}

std::optional<std::int64_t> TimeZone::offsetSince(std::int64_t utcMillis) const
{
    if (m_rules == nullptr) {
        return std::nullopt;
    }
    const std::int64_t since = m_rules->at(floorDivide(utcMillis, kMillisPerSecond)).since;
    std::int64_t millis = 0;
    if (since == YearlyRule::Period::kAlways
        || __builtin_mul_overflow(since, kMillisPerSecond, &millis)) {
        return std::nullopt;
    }
    return millis;
}

std::int64_t TimeZone::toLocal(std::int64_t utcMillis) const
{
    return shifted(utcMillis, offsetSeconds(utcMillis));
}

std::int64_t TimeZone::toUtc(std::int64_t localMillis) const
{
    std::int64_t offset = m_fixedSeconds;
    if (m_rules != nullptr) {
        // The local time is first read as UTC, then corrected once. Local times that a change of
        // offset skips or repeats get the offset that timelib chooses. Source: timelib, which
        // MongoDB uses.
        const std::int64_t local = floorDivide(localMillis, kMillisPerSecond);
        const YearlyRule::Period guess = m_rules->at(local);
        const YearlyRule::Period actual = m_rules->at(local - guess.offsetSeconds);
        const std::int64_t moment = local - actual.offsetSeconds;
        const std::int64_t change = guess.offsetSeconds - actual.offsetSeconds;
        const bool inGap = moment < actual.since && moment - change >= actual.since;
        offset = change != 0 && !inGap ? actual.offsetSeconds : guess.offsetSeconds;
    }
    return shifted(localMillis, -offset);
}

} // namespace sandglass::engine::query
