// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/bench/measuring.h"

#include <QJsonObject>

#include <array>
#include <cstdint>
#include <string>
#include <vector>

namespace sandglass::bench {

/// The load averages of the machine over 1, 5 and 15 minutes; it decides how far figures are to be
/// believed.
std::array<double, 3> loadAverages();

/// What was run.
struct Setting
{
    std::int64_t documents = 0;
    std::string order; ///< of the dates
    std::array<double, 3> loadBefore{};
};

/// One store's rounds.
struct Rounds
{
    std::vector<Figures> engine;
    std::vector<Figures> raw;
};

/// Medians over the rounds, with the engine's share of raw speed, as a table for a terminal.
std::string table(const Setting& setting, const Rounds& rounds);
/// The same for programs. Speeds: documents per second; times: seconds.
QJsonObject json(const Setting& setting, const Rounds& rounds);

} // namespace sandglass::bench
