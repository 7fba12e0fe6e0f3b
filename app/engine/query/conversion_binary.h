// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/base/result.h"
#include "app/engine/query/operand.h"

#include <cstdint>
#include <optional>

namespace sandglass::engine::query {

/// The text form of binary data. Source: MongoDB manual, $convert.
enum class BinaryFormat { Auto, Base64, Base64Url, Hex, Utf8, Uuid };

/// The arguments of $convert besides input and type.
struct ConversionOptions
{
    std::uint8_t subtype = 0; ///< of the binary data to make or to accept
    std::optional<BinaryFormat> format; ///< needed between texts and binary data
    bool bigEndian = false;
    std::optional<int> base; ///< of the digits of a number: 2, 8, 10 or 16
};

/// The subtype of a UUID.
inline constexpr std::uint8_t kUuidBinary = 4;

/// Reads the arguments `format`, `byteOrder` and `base` of $convert, each evaluated; null and
/// Missing leave the usual one. Errors (server): Location4341114 and 4341125, 9130001 and 9130002,
/// 3501300 and 3501301.
Result<void> readConversionOptions(bson::ValueView format, bson::ValueView byteOrder,
                                   bson::ValueView base, ConversionOptions& options);

/// Reads the `subtype` of $convert's argument `to`. Errors (server): Location4341106 to 4341108.
Result<std::uint8_t> binarySubtype(bson::ValueView subtype);

/// Converts between binary data and texts, numbers or other binary data, and numbers to texts and
/// back in a base; nullopt when neither is asked for. Errors (server): ConversionFailure with
/// MongoDB's message; Location4341115 without a format.
Result<std::optional<Operand>> convertSpecially(bson::ValueView value, bson::Type target,
                                                const ConversionOptions& options);

} // namespace sandglass::engine::query
