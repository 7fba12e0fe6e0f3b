// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/ttl/draft.h"

#include <string>

namespace sandglass::ttl {

/// Functions that write commands for one driver; each returns one line of code.
struct DriverText
{
    std::string (*create)(const TtlIndexSpec& spec);
    std::string (*drop)(const IndexRef& index);
    std::string (*run)(const std::string& database, const bson::Document& command);
};

/// JavaScript with the npm package mongodb.
extern const DriverText kNodeText;
/// Python with pymongo.
extern const DriverText kPythonText;
/// Java with mongodb-driver-sync.
extern const DriverText kJavaText;
/// C# with MongoDB.Driver.
extern const DriverText kCSharpText;

} // namespace sandglass::ttl
