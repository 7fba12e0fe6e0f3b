// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/base/result.h"
#include "app/bson/value.h"
#include "app/engine/catalog/collection_shape.h"
#include "app/engine/catalog/types.h"

namespace sandglass::engine::definitions {

/// Judges one entry of createIndexes' `indexes` and turns it into a definition, all but
/// expireAfterSeconds. `ignoreUnknownOptions`: drops unknown options instead of refusing them. A
/// `{_id: 1}` key is named `_id_`; a text key is turned into its stored form. Errors: the codes of
/// the source, each text behind "Error in specification …". Source: app/ttl/SEMANTICS.md 1.2
/// and 1.3.
Result<catalog::IndexDefinition> parseIndexSpec(bson::ValueView spec, bool ignoreUnknownOptions);

/// How a version judges and keeps the seconds of a new TTL index.
/// Source: app/ttl/SEMANTICS.md 1.1, and 0 for the versions.
struct TtlCreationRules
{
    bool strict = true; ///< NaN is refused, and texts begin with the specification: since 6.2
    bool keepsInt32 = true; ///< other numbers are cut to int32 when they are stored: since 7.3
    bool numbersOnly = true; ///< before 3.4 a value of another type was kept and expired nothing
    bool cappedTtl = true; ///< also on capped collections; false: 67, from 5.2 to 7.0
};

/// Judges the spec's expireAfterSeconds, if it has one, for a collection of that shape and stores
/// it in the definition. Runs after all specs of a command are parsed. Errors: 67, 6049202. Source:
/// app/ttl/SEMANTICS.md 1.1 and 1.2.
Result<void> applyExpireAfterSeconds(bson::DocumentView spec, const catalog::CollectionShape& shape,
                                     const TtlCreationRules& rules,
                                     catalog::IndexDefinition& definition);

} // namespace sandglass::engine::definitions
