// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/bson/value.h"

namespace sandglass::engine::query {

/// A filter in one form for all ways to write it: $and taken apart, conditions and alternatives in
/// one order and each once, {a: 1} as {a: {$eq: 1}}. Two filters whose forms are equal under
/// bson::compare() have the same meaning; the reverse is not sure. Pure; any thread.
bson::Document canonicalFilter(bson::DocumentView filter);

/// Whether two filters have the same form.
bool sameFilter(bson::DocumentView left, bson::DocumentView right);

} // namespace sandglass::engine::query
