// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/bench/run.h"

#include <algorithm>
#include <chrono>
#include <cstdio>

namespace sandglass::bench {

bool Run::wants(const std::set<std::string>& targets) const
{
    return options.only.empty()
        || std::any_of(targets.begin(), targets.end(),
                       [&](const std::string& each) { return options.only.contains(each); });
}

void Run::fail(const std::string& part, const Error& error)
{
    failures.push_back(part + ": " + error.message);
    std::fprintf(stderr, "sandglass-bench: %s\n", failures.back().c_str());
}

void announce(std::int64_t documents, DateOrder order, int round, const std::string& what)
{
    std::fprintf(stderr, "%lld documents, %s dates, round %d: %s\n",
                 static_cast<long long>(documents), orderName(order), round + 1, what.c_str());
}

const char* orderName(DateOrder order)
{
    return order == DateOrder::Ascending ? "ascending" : "random";
}

base::Time firstDate()
{
    return base::SystemClock().now() + std::chrono::hours(24);
}

std::array<double, 3> loadAverages()
{
    std::array<double, 3> loads{};
    if (getloadavg(loads.data(), static_cast<int>(loads.size())) < 0) {
        loads.fill(-1);
    }
    return loads;
}

} // namespace sandglass::bench
