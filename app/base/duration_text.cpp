// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/base/duration_text.h"

#include <array>

namespace sandglass::base {

namespace {

struct Unit
{
    std::uint64_t seconds;
    const char* text;
};

constexpr std::array<Unit, 4> kUnits{{{86400, "d"}, {3600, "h"}, {60, "min"}, {1, "s"}}};

std::string part(std::uint64_t count, const Unit& unit)
{
    return std::to_string(count) + " " + unit.text;
}

std::string magnitudeText(std::uint64_t seconds)
{
    if (seconds == 0) {
        return "0 s";
    }
    for (std::size_t i = 0; i < kUnits.size(); ++i) {
        const Unit& unit = kUnits[i];
        if (seconds < unit.seconds) {
            continue;
        }
        // Below two of a unit the next smaller unit is easier to read: "36 h", not "1 d 12 h"; but
        // "2 d", not "48 h".
        const bool nextDivides = i + 1 < kUnits.size() && seconds % kUnits[i + 1].seconds == 0;
        if (seconds % unit.seconds == 0) {
            return part(seconds / unit.seconds, unit);
        }
        if (seconds < 2 * unit.seconds && nextDivides) {
            return part(seconds / kUnits[i + 1].seconds, kUnits[i + 1]);
        }
        const std::uint64_t rest = seconds % unit.seconds / kUnits[i + 1].seconds;
        const std::string head = part(seconds / unit.seconds, unit);
        return rest == 0 ? head : head + " " + part(rest, kUnits[i + 1]);
    }
    return {};
}

} // namespace

std::string durationText(std::int64_t seconds)
{
    // the unsigned negation is defined for the smallest value too
    const auto magnitude = seconds < 0 ? 0 - static_cast<std::uint64_t>(seconds)
                                       : static_cast<std::uint64_t>(seconds);
    return (seconds < 0 ? "-" : "") + magnitudeText(magnitude);
}

} // namespace sandglass::base
