// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/base/result.h"
#include "app/bson/value.h"
#include "app/engine/catalog/types.h"

namespace sandglass::engine::commands {

/// Judges one entry of createIndexes' `indexes` and turns it into a definition, all but
/// expireAfterSeconds. `ignoreUnknownOptions`: drops unknown options instead of refusing them. A
/// `{_id: 1}` key is named `_id_`; a text key is turned into its stored form. Errors: the codes of
/// the source, each text behind "Error in specification …". Source: spec/ttl-semantics.md 1.2
/// and 1.3.
Result<catalog::IndexDefinition> parseIndexSpec(bson::ValueView spec, bool ignoreUnknownOptions);

/// Judges the spec's expireAfterSeconds, if it has one, and stores it as int32 in the definition.
/// Runs after all specs of a command are parsed. Errors: 67. Source: spec/ttl-semantics.md 1.1.
Result<void> applyExpireAfterSeconds(bson::DocumentView spec, catalog::IndexDefinition& definition);

} // namespace sandglass::engine::commands
