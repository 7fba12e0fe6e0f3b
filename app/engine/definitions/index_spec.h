// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/base/result.h"
#include "app/bson/value.h"
#include "app/engine/catalog/collection_shape.h"
#include "app/engine/catalog/types.h"

namespace sandglass::engine::definitions {

/// Checks one entry of `indexes` in createIndexes and turns it into a definition, without
/// expireAfterSeconds. `ignoreUnknownOptions`: drops unknown options instead of refusing them. An
/// index on {_id: 1} gets the name `_id_`; a text index gets its stored form. Pure; any thread.
/// Errors (server): TypeMismatch, FailedToParse, BadValue, CannotCreateIndex,
/// InvalidIndexSpecificationOption, those of checkIndexKey() and checkPartialFilter(), and Location
/// codes; each message begins with "Error in specification …". Source: app/ttl/SEMANTICS.md 1.2 and
/// 1.3.
Result<catalog::IndexDefinition> parseIndexSpec(bson::ValueView spec, bool ignoreUnknownOptions);

/// How an emulated MongoDB version checks and stores the seconds of a new TTL index. Source:
/// app/ttl/SEMANTICS.md 1.1, and 0 for the versions.
struct TtlCreationRules
{
    bool strict = true; ///< refuse NaN, and begin messages with the specification: since 6.2
    bool keepsInt32 = true; ///< store every number as int32: since 7.3
    bool numbersOnly = true; ///< false: store a value of another type, which expires nothing;
                             ///< before 3.4
    bool cappedTtl = true; ///< allow capped collections; false from 5.2 to 7.0
};

/// Checks the spec's expireAfterSeconds for a collection of that shape and stores it in the
/// definition; does nothing without one. Call it after all specs of a command are parsed: MongoDB
/// reports mistakes in that order. Pure; any thread. Errors (server): CannotCreateIndex,
/// Location6049202 for a capped clustered collection. Source: app/ttl/SEMANTICS.md 1.1 and 1.2.
Result<void> applyExpireAfterSeconds(bson::DocumentView spec, const catalog::CollectionShape& shape,
                                     const TtlCreationRules& rules,
                                     catalog::IndexDefinition& definition);

} // namespace sandglass::engine::definitions
