// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/base/result.h"
#include "app/bson/value.h"

#include <cstddef>
#include <cstdint>

namespace sandglass::bson {

/// The subtype of a compressed column: the values of one field, in the buckets of a time series.
inline constexpr std::uint8_t kColumnSubtype = 7;

/// Limits on an unpacked column, because a few bytes can stand for thousands of large values.
struct ColumnLimits
{
    std::size_t rows; ///< with and without a value
    std::size_t bytes; ///< of the values
};

/// The values of a column.
struct Column
{
    Document values; ///< row number as text → value; rows without a value are left out
    std::size_t rows = 0; ///< all of them
};

/// Unpacks a compressed column. All values are checked as validate() does. Errors: InvalidInput for
/// bytes that are no column or become more than `limits` allow. Pure; any thread. Source: MongoDB
/// server source, bson/column, README.
Result<Column> unpackColumn(Bytes column, const ColumnLimits& limits);

} // namespace sandglass::bson
