// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/engine/query/zone_rules.h"

#include <algorithm>

namespace sandglass::engine::query {

namespace {

constexpr std::size_t kHeaderBytes = 44;
constexpr std::size_t kTypeBytes = 6;

// TZif files are big-endian. Source: RFC 8536, 3.
template <typename T>
T loadBig(const std::uint8_t* at)
{
    std::uint64_t value = 0;
    for (std::size_t i = 0; i < sizeof(T); ++i) {
        value = (value << 8U) | at[i];
    }
    return static_cast<T>(value);
}

struct Header
{
    std::size_t utcIndicators;
    std::size_t standardIndicators;
    std::size_t leapSeconds;
    std::size_t times;
    std::size_t types;
    std::size_t nameBytes;

    // Size of the data after the header; `timeBytes` is 4 in version 1 and 8 later.
    std::size_t dataBytes(std::size_t timeBytes) const
    {
        return times * timeBytes + times + types * kTypeBytes + nameBytes
            + leapSeconds * (timeBytes + 4) + standardIndicators + utcIndicators;
    }
};

std::optional<Header> readHeader(std::span<const std::uint8_t> file)
{
    constexpr std::string_view kMagic = "TZif";
    constexpr std::size_t kMostEntries = 100'000; // far more than any zone has
    if (file.size() < kHeaderBytes
        || !std::equal(kMagic.begin(), kMagic.end(), file.begin())
        // version 1 has 32-bit times only, which end in 2038
        || file[4] < '2') {
        return std::nullopt;
    }
    const auto count = [&](std::size_t index) {
        return std::size_t{loadBig<std::uint32_t>(file.data() + 20 + index * 4)};
    };
    const Header header{count(0), count(1), count(2), count(3), count(4), count(5)};
    for (const std::size_t entries :
         {header.utcIndicators, header.standardIndicators, header.leapSeconds, header.times,
          header.types, header.nameBytes}) {
        if (entries > kMostEntries) {
            return std::nullopt;
        }
    }
    if (header.types == 0) {
        return std::nullopt;
    }
    return header;
}

// The POSIX rule for times after the last transition, between two line feeds; empty without one.
std::string_view footer(std::span<const std::uint8_t> rest)
{
    if (rest.size() < 2 || rest.front() != '\n') {
        return {};
    }
    const auto end = std::find(rest.begin() + 1, rest.end(), std::uint8_t{'\n'});
    if (end == rest.end()) {
        return {};
    }
    return {reinterpret_cast<const char*>(rest.data()) + 1,
            static_cast<std::size_t>(end - rest.begin()) - 1};
}

} // namespace

std::optional<ZoneRules> ZoneRules::parse(std::span<const std::uint8_t> file)
{
    // the first block holds 32-bit times for old readers and is skipped; the second has 64-bit
    // times
    const std::optional<Header> old = readHeader(file);
    if (!old || file.size() < kHeaderBytes + old->dataBytes(4)) {
        return std::nullopt;
    }
    file = file.subspan(kHeaderBytes + old->dataBytes(4));
    const std::optional<Header> header = readHeader(file);
    if (!header || file.size() < kHeaderBytes + header->dataBytes(8)) {
        return std::nullopt;
    }
    const std::uint8_t* times = file.data() + kHeaderBytes;
    const std::uint8_t* kinds = times + header->times * 8;
    const std::uint8_t* types = kinds + header->times;

    ZoneRules rules;
    // times before the first transition use type 0. Source: RFC 8536, 3.2
    rules.m_firstOffset = loadBig<std::int32_t>(types);
    for (std::size_t i = 0; i < header->times; ++i) {
        const auto time = loadBig<std::int64_t>(times + i * 8);
        if (kinds[i] >= header->types || (i > 0 && time <= rules.m_times.back())) {
            return std::nullopt;
        }
        rules.m_times.push_back(time);
        rules.m_offsets.push_back(loadBig<std::int32_t>(types + kinds[i] * kTypeBytes));
    }
    const std::string_view last = footer(file.subspan(kHeaderBytes + header->dataBytes(8)));
    if (!last.empty()) {
        rules.m_later = YearlyRule::parse(last);
    }
    return rules;
}

YearlyRule::Period ZoneRules::at(std::int64_t utcSeconds) const
{
    const auto next = std::upper_bound(m_times.begin(), m_times.end(), utcSeconds);
    if (next == m_times.end() && m_later) {
        YearlyRule::Period period = m_later->at(utcSeconds);
        if (!m_times.empty() && period.since < m_times.back()) {
            period.since = m_times.back();
        }
        return period;
    }
    if (next == m_times.begin()) {
        return {m_firstOffset, YearlyRule::Period::kAlways};
    }
    const auto index = static_cast<std::size_t>(next - m_times.begin()) - 1;
    return {m_offsets[index], m_times[index]};
}

} // namespace sandglass::engine::query
