// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/bson/value.h"

namespace sandglass::engine::streams {

/// Whether a description explains the paths that could be read in two ways.
enum class Paths { Plain, Disambiguated };

/// {updatedFields, removedFields, truncatedArrays} of an update. `diff`: the difference in the log
/// entry (see catalog::documentDiff). Paths are dotted, with array elements by their index. With
/// Paths::Disambiguated also {disambiguatedPaths: {<path>: [<names, indexes as int32>]}}, of the
/// paths with a name that has a dot or, behind another name, looks like an index. Pure; any thread.
/// Source: MongoDB manual, update Event.
bson::Document updateDescription(bson::DocumentView diff, Paths paths);

/// The description as versions before 5.0 give it: without truncatedArrays. The arrays that became
/// shorter are in updatedFields as a whole, as they are in `document`; one that it does not have is
/// left out. Pure; any thread.
bson::Document withWholeArrays(bson::DocumentView description, bson::DocumentView document);

} // namespace sandglass::engine::streams
