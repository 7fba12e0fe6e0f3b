// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/bson/value.h"

#include <string>
#include <string_view>

namespace sandglass::engine::plan {

/// What a query looks like without its values: fields and operators, in an order of their own, so
/// that queries of one kind share it. Lengths of $in, $nin and $all and the argument of $exists
/// count; what $expr, $type and patterns say does not.
std::string shapeOfFilter(bson::DocumentView filter);

/// The shape of a find, count, distinct or write command's parts: filter, sort, projection and
/// collation; of a pipeline also the stages by which MongoDB's planner tells queries apart.
std::string shapeOfCommand(bson::DocumentView filter, bson::DocumentView command);

/// Eight hexadecimal digits, as queryHash and planCacheKey have them (32-bit FNV-1a).
std::string shapeHash(std::string_view shape);

} // namespace sandglass::engine::plan
