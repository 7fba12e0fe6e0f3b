// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/base/result.h"
#include "app/engine/plan/data_access.h"
#include "app/engine/reads/selection.h"
#include "app/engine/request/request.h"

#include <string_view>

namespace sandglass::engine::reads {

/// The parsed arguments of a distinct command. Views are valid as long as the request.
struct DistinctRequest : Selection
{
    std::string_view key; ///< dotted path
};

/// Parses a distinct command. Errors (server): InvalidNamespace, UnknownField, MissingField,
/// TypeMismatch, those of filter and hint, Location31032 for a key with a NUL.
Result<DistinctRequest> parseDistinct(const request::Request& request,
                                      const plan::DataAccess& access);

} // namespace sandglass::engine::reads
