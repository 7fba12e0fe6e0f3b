// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/base/clock.h"
#include "app/bson/value.h"

#include <cstdint>
#include <random>
#include <string>
#include <vector>

namespace sandglass::services {

/// The database of the sample data.
inline constexpr const char* kSampleDatabase = "sandglass_demo";

/// Pseudo-random numbers that are the same in every run.
using SampleRandom = std::mt19937_64;

/// One collection of the sample data.
struct SampleCollection
{
    std::string name;
    int documents = 0;
    bson::Document index; ///< as createIndexes takes it: {key, name, expireAfterSeconds?,
                          ///< partialFilterExpression?}
    /// Makes the document with this number, from 0. `now`: the time that its dates relate to.
    bson::Document (*make)(int number, base::Time now, SampleRandom& random) = nullptr;
};

/// The nine collections, about 50 000 documents in all. Relative to the `now` given to make(),
/// documents expire within minutes, hours and days; some are overdue, some never expire. They show
/// the uses that documentation teaches: user and token sessions that each access prolongs, events
/// that expire after a period or at a given time, carts, a page cache, tickets to be converted, an
/// event log, and the weather of 24 hours. Source: MongoDB manual, TTL Indexes; MongoDB manual,
/// Expire Least Recently Used Data from a Collection.
const std::vector<SampleCollection>& sampleCollections();

/// Sessions whose `_id` is below this are touched by live traffic, so they survive.
inline constexpr int kRegularSessions = 120;

/// A session as the application would insert it at `now`, with a new `_id`; for live traffic. So
/// are the documents below.
bson::Document freshAuthSession(base::Time now, SampleRandom& random);
/// A document of log.events.
bson::Document freshLogEvent(base::Time now, SampleRandom& random);
/// A document of app.events.
bson::Document freshAppEvent(base::Time now, SampleRandom& random);
/// A document of pageCache.
bson::Document freshPage(base::Time now, SampleRandom& random);

} // namespace sandglass::services
