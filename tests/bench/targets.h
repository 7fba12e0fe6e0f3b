// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/bench/figures.h"

#include <cstdint>
#include <string>
#include <vector>

namespace sandglass::bench {

/// What a value is measured in.
enum class Unit { Ratio, Seconds, Share, Count };

/// A target at one size, judged. Source: tests/bench/RESULTS.md, Targets.
struct Verdict
{
    std::string target; ///< "T1"
    std::string what; ///< what is compared
    CaseKey at; ///< documents and dates; the subject is empty
    double value = 0;
    double limit = 0;
    bool atLeast = true; ///< false: at most
    Unit unit = Unit::Ratio;

    bool met() const { return atLeast ? value >= limit : value <= limit; }
    /// Percent of the limit; infinite when the limit is 0. Without meaning when it is met.
    double missedByPercent() const;
};

/// Judges every target that the figures of the run allow, in the targets' order.
std::vector<Verdict> judge(const Samples& samples);

/// "0.83 x", "12.300 ms", "1.200 %", "40".
std::string valueText(double value, Unit unit);
/// "met" or "missed by 12 %".
std::string outcomeText(const Verdict& verdict);

} // namespace sandglass::bench
