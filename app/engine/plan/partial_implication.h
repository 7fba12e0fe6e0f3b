// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/bson/view.h"
#include "app/engine/query/filter.h"

namespace sandglass::engine::plan {

/// Whether every document that a query matches meets a condition of a partial filter, as the values
/// show that the query allows at its path: {a: 1} meets {a: {$lte: 1.5}} and {a: {$exists: true}}.
/// Only for comparisons of values that every collation orders alike, so not of texts. false: not
/// known. Pure; any thread.
bool boundsImply(const query::Filter& query, const bson::Element& condition);

} // namespace sandglass::engine::plan
