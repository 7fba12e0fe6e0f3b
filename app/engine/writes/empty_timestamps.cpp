// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/engine/writes/empty_timestamps.h"

#include "app/bson/builder.h"

#include <algorithm>
#include <atomic>
#include <cstdint>

namespace sandglass::engine::writes {

namespace {

bool isEmptyTimestamp(const bson::Element& element)
{
    return element.value.type() == bson::Type::Timestamp && element.key != "_id"
        && element.value.asTimestamp() == bson::Timestamp();
}

/// The next timestamp: the seconds of now with a counter, and never one that was given before, even
/// if the clock goes back.
bson::Timestamp nextTimestamp(base::Time now)
{
    constexpr std::uint64_t kSecond = std::uint64_t{1} << 32U;
    static std::atomic<std::uint64_t> last{0};
    const auto seconds
        = std::chrono::duration_cast<std::chrono::seconds>(now.time_since_epoch()).count();
    const std::uint64_t first = static_cast<std::uint64_t>(seconds) * kSecond + 1;
    std::uint64_t before = last.load();
    std::uint64_t next = 0;
    do {
        next = std::max(first, before + 1);
    } while (!last.compare_exchange_weak(before, next));
    return {static_cast<std::uint32_t>(next / kSecond), static_cast<std::uint32_t>(next % kSecond)};
}

} // namespace

std::optional<bson::Document> withTimestamps(bson::DocumentView document, const base::Clock& clock)
{
    if (std::ranges::none_of(document, isEmptyTimestamp)) {
        return std::nullopt;
    }
    bson::Builder stamped;
    for (const bson::Element& element : document) {
        if (isEmptyTimestamp(element)) {
            stamped.append(element.key, nextTimestamp(clock.now()));
        } else {
            stamped.append(element.key, element.value);
        }
    }
    return stamped.take();
}

} // namespace sandglass::engine::writes
