// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/base/result.h"
#include "app/engine/query/sort_projection.h"
#include "app/engine/writes/update_statement.h"

namespace sandglass::engine::writes {

/// The parsed arguments of a findAndModify command. Views are valid as long as the request.
struct FindAndModify
{
    UpdateStatement statement; ///< with `remove`, its update is unused
    bool remove = false;
    bool returnNew = false; ///< return the document as it is after the change
    query::Projection projection; ///< of the returned document
};

/// Parses a findAndModify command. Errors (server): UnknownField, TypeMismatch, FailedToParse for
/// options that exclude one another, those of filter, sort, projection, hint and update.
Result<FindAndModify> parseFindAndModify(const request::Request& request,
                                         const plan::DataAccess& access);

} // namespace sandglass::engine::writes
