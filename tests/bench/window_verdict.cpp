// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/bench/window_verdict.h"

#include <QString>

#include <cstdio>

using namespace Qt::StringLiterals;

namespace sandglass::bench {

QJsonObject verdict(const char* name, double value, double limit, const char* unit)
{
    const bool met = value <= limit;
    std::printf("%-52s %8.1f %-2s  limit %8.1f  %s\n", name, value, unit, limit,
                met ? "met" : "MISSED");
    return {{u"value"_s, value}, {u"limit"_s, limit}, {u"met"_s, met}};
}

} // namespace sandglass::bench
