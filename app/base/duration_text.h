// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <string>

namespace sandglass::base {

/// A duration in short form: "45 s", "30 min", "36 h", "90 d". Uses the largest unit that divides
/// `seconds` evenly, but "36 h" instead of "1 d 12 h". Otherwise gives the two largest parts,
/// rounded down: "2 d 4 h". Any value is allowed; negative ones get a leading minus.
std::string durationText(std::int64_t seconds);

} // namespace sandglass::base
