// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/bson/value.h"

#include <chrono>
#include <cstdint>
#include <string>

namespace sandglass::engine::expiry {

/// What one visit to an index did.
struct VisitOutcome
{
    std::int64_t documents = 0;
    std::int64_t keys = 0;
    std::int64_t keysExamined = 0;
    bson::Date from; ///< range of dates of the last batch: earliest
    bson::Date cutoff; ///< range of dates of the last batch: latest that is expired
};

/// A finished visit that deleted something.
struct VisitReport
{
    std::string ns;
    bson::Document key; ///< key pattern of the index
    bool clustered = false; ///< the rule of a clustered collection or of a time series
    VisitOutcome outcome;
    std::chrono::microseconds elapsed{0};
};

} // namespace sandglass::engine::expiry
