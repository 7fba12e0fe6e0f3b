// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/mongo/mongo_driver.h"

#include "app/mongo/call_scope.h"

#include <mongoc/mongoc.h>

namespace sandglass::mongo {

namespace {

constexpr std::chrono::milliseconds kShutdownPatience{2'000};

} // namespace

MongoDriver::MongoDriver()
{
    mongoc_log_set_handler(nullptr, nullptr);
    mongoc_init();
}

MongoDriver::~MongoDriver()
{
    if (DriverUse::waitForNone(kShutdownPatience)) {
        mongoc_cleanup();
    }
}

} // namespace sandglass::mongo
