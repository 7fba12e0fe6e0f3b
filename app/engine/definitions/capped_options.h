// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/base/result.h"
#include "app/bson/builder.h"
#include "app/engine/catalog/collection.h"

#include <cstdint>
#include <optional>

namespace sandglass::engine::catalog {
class Catalog;
}

namespace sandglass::engine::request {
class Arguments;
}

namespace sandglass::engine::definitions {

/// A capped collection's size as it is kept: rounded up to a multiple of 256 bytes. `bytes`: 1 to
/// 2^50. Errors: 2.
Result<std::int64_t> judgeCappedBytes(std::int64_t bytes);

/// Judges create's capped, size and max, and appends to `listed` what listCollections shows of
/// them. `sized`: a capped collection needs a size, all but clustered ones. Errors: 14, 51024,
/// 72, 2.
Result<void> appendCappedOptions(const request::Arguments& arguments, bool sized,
                                 bson::Builder& listed);

/// What collMod asks of a capped collection.
struct CappedChange
{
    std::optional<std::int64_t> bytes; ///< rounded already
    std::optional<std::int64_t> documents; ///< 0 and less: no limit
};

/// Judges collMod's cappedSize and cappedMax; nullopt when neither is there. Errors: 14, 2.
Result<std::optional<CappedChange>> parseCappedChange(const request::Arguments& arguments);

/// Changes the limits; what is beyond them goes with the next insert. Errors: 72 for a collection
/// that is not capped by size, the catalog's.
Result<void> changeCapped(catalog::Catalog& catalog, const catalog::Collection& collection,
                          const CappedChange& change);

} // namespace sandglass::engine::definitions
