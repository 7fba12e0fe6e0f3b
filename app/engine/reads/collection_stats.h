// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/base/result.h"
#include "app/bson/builder.h"
#include "app/engine/catalog/collection.h"

#include <cstdint>
#include <memory>

namespace sandglass::engine::request {
class Arguments;
}

namespace sandglass::engine::reads {

/// Appends the sizes of a collection with the field names of collStats and $collStats. `scale`: all
/// sizes in bytes are divided by it. Zeros when `collection` is null. Storage and index sizes are
/// approximate.
void appendCollectionStats(const std::shared_ptr<catalog::Collection>& collection,
                           std::int64_t scale, bson::Builder& reply);

/// The approximate size of a collection with all its indexes, in bytes.
std::int64_t bytesOnDisk(const catalog::Collection& collection);

/// The `scale` argument; 1 when absent. Errors (server): TypeMismatch, Location51024 below 1.
Result<std::int64_t> scaleArgument(const request::Arguments& arguments);

} // namespace sandglass::engine::reads
