// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/base/result.h"
#include "app/bson/builder.h"
#include "app/engine/catalog/collection.h"

#include <cstdint>
#include <optional>

namespace sandglass::engine::request {
class Arguments;
}

namespace sandglass::engine::definitions {

/// The size of a capped collection as it is stored: rounded up to a multiple of 256 bytes, as in
/// MongoDB. `bytes`: 1 to 2^50. Pure; any thread. Errors (server): BadValue.
Result<std::int64_t> checkedCappedBytes(std::int64_t bytes);

/// Checks the options capped, size and max of create, and appends them to `listed` as
/// listCollections shows them. `sized`: a capped collection needs a size; false for clustered ones.
/// Errors (server): TypeMismatch, InvalidOptions, Location51024 for a limit out of range.
Result<void> appendCappedOptions(const request::Arguments& arguments, bool sized,
                                 bson::Builder& listed);

/// New limits of a capped collection, from collMod. nullopt: stays.
struct CappedChange
{
    std::optional<std::int64_t> bytes; ///< rounded by checkedCappedBytes()
    std::optional<std::int64_t> documents; ///< 0 and less: no limit
};

/// Reads cappedSize and cappedMax of collMod; nullopt when both are missing. Errors (server):
/// TypeMismatch, Location51024 for a limit out of range.
Result<std::optional<CappedChange>> parseCappedChange(const request::Arguments& arguments);

/// The options of a collection with new limits; the next insert deletes the documents beyond them.
/// `listed`: the options without the change. Errors (server): InvalidOptions unless the collection
/// is capped by size.
Result<bson::Document> withLimits(const catalog::Collection& collection, bson::DocumentView listed,
                                  const CappedChange& change);

} // namespace sandglass::engine::definitions
