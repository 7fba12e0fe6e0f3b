// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/bson/value.h"

#include <string>
#include <string_view>

namespace sandglass::engine::plan {

/// A filter without its values: fields and operators, sorted, so that queries which differ only in
/// values share it. Includes the lengths of $in, $nin and $all and the argument of $exists, but not
/// the arguments of $expr and $type and not patterns.
std::string shapeOfFilter(bson::DocumentView filter);

/// The shape of a find, aggregate, count, distinct or write command: filter, sort, projection and
/// collation, and those stages of a pipeline that MongoDB's planner includes in a query's shape.
std::string shapeOfCommand(bson::DocumentView filter, bson::DocumentView command);

/// The hash of a shape in eight hexadecimal digits, the format of queryHash and planCacheKey.
/// 32-bit FNV-1a: the digits differ from MongoDB's.
std::string shapeHash(std::string_view shape);

} // namespace sandglass::engine::plan
