// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/base/clock.h"
#include "app/bson/value.h"

#include <cstdint>
#include <random>
#include <string>
#include <vector>

namespace sandglass::services {

/// The database that sample data lives in.
inline constexpr const char* kSampleDatabase = "sandglass_demo";

/// Random numbers that are the same in every run.
using SampleRandom = std::mt19937_64;

/// One collection of the sample data.
struct SampleCollection
{
    std::string name;
    int documents = 0;
    bson::Document index; ///< as createIndexes takes it: {key, name, expireAfterSeconds?,
                          ///< partialFilterExpression?}
    bson::Document (*make)(int number, base::Time now, SampleRandom& random)
        = nullptr; ///< number from 0
};

/// The nine collections, about 50 000 documents together. Expiries lie over minutes, hours and days
/// from the `now` that make() is given; some are overdue, some can never expire. They are
/// the uses that the field's own pages teach: user and token logs kept alive by access, events
/// after a period and at a clock time, carts, page cache, tickets to be converted, event log,
/// weather of 24 hours. Source: MongoDB manual, TTL Indexes; MongoDB manual, Expire Least Recently
/// Used Data from a Collection.
const std::vector<SampleCollection>& sampleCollections();

/// Sessions with `_id` below this are the regulars: live traffic touches them, so they survive.
inline constexpr int kRegularSessions = 120;

/// A document as the running application would insert it at `now`, for live traffic; `_id` is made
/// fresh.
bson::Document freshAuthSession(base::Time now, SampleRandom& random);
bson::Document freshLogEvent(base::Time now, SampleRandom& random);
bson::Document freshAppEvent(base::Time now, SampleRandom& random);
bson::Document freshPage(base::Time now, SampleRandom& random);

} // namespace sandglass::services
