// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/ttl/monitor_patience.h"

#include <algorithm>
#include <cstdint>

namespace sandglass::ttl {

namespace {

constexpr std::int64_t kUsualSleepSeconds = 60;
constexpr std::int64_t kLongestSleepSeconds = 86'400;
constexpr std::chrono::seconds kGrace{10};
constexpr std::chrono::seconds kUnseen{2}; // upper limit of the real time between two readings

} // namespace

std::chrono::seconds monitorPatience(const std::optional<TtlMetrics>& metrics)
{
    const std::int64_t sleep
        = metrics ? metrics->sleepSeconds.value_or(kUsualSleepSeconds) : kUsualSleepSeconds;
    const int rate = metrics ? metrics->clockRate : 1;
    return std::chrono::seconds(2 * std::clamp<std::int64_t>(sleep, 1, kLongestSleepSeconds))
        + kGrace + kUnseen * (rate - 1);
}

} // namespace sandglass::ttl
