// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/base/clock.h"
#include "app/base/result.h"
#include "tests/bench/figures.h"
#include "tests/bench/workload.h"

#include <array>
#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <vector>

namespace sandglass::bench {

/// What the command line asks for.
struct Options
{
    std::vector<std::int64_t> documents; ///< sizes, ascending, each a multiple of 1000
    int rounds = 3; ///< odd
    int kills = 50;
    std::vector<DateOrder> orders{DateOrder::Ascending, DateOrder::Random};
    std::set<std::string> only; ///< "T1" …; empty: all targets
    std::string jsonFile; ///< empty: none
    std::string markdownFile; ///< empty: none
    std::string command; ///< the whole command line
};

/// A run so far.
struct Run
{
    Options options;
    Samples samples;
    std::map<std::string, std::string> skipped; ///< subject → why
    std::vector<std::string> failures; ///< what could not be measured, one sentence each
    std::array<double, 3> loadBefore{}; ///< averages over 1, 5 and 15 minutes

    /// Whether one of the targets is asked for.
    bool wants(const std::set<std::string>& targets) const;
    /// Notes the failure of a part, and reports it on standard error.
    void fail(const std::string& part, const Error& error);
};

/// Prints to standard error what is being measured; `what`: "T8, finds" or a subject's name.
void announce(std::int64_t documents, DateOrder order, int round, const std::string& what);

/// The name of an order in tables and result files.
const char* orderName(DateOrder order);

/// Where the dates of a workload begin: far enough ahead that nothing is due while it is written.
base::Time firstDate();

/// The load averages of the machine over 1, 5 and 15 minutes; it decides how far figures are to be
/// believed.
std::array<double, 3> loadAverages();

} // namespace sandglass::bench
