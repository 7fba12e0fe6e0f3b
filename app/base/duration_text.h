// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <string>

namespace sandglass::base {

/// A duration in the short form of navigators and tables: "45 s", "30 min", "36 h", "90 d".
/// `seconds`: any value. The largest unit that divides it evenly is used; otherwise the two largest
/// parts, rounded down: "2 d 4 h". Negative values bear a leading minus.
std::string durationText(std::int64_t seconds);

} // namespace sandglass::base
