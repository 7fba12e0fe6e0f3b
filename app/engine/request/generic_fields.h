// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/base/result.h"

namespace sandglass::engine::request {

struct Request;

/// Checks the fields that every command accepts and no command checks itself: apiVersion,
/// apiStrict, apiDeprecationErrors and readConcern. All read concern levels give the same result,
/// because there is only one server. Errors (server): TypeMismatch, ApiVersionError for an API
/// version other than "1" or a flag without a version, BadValue for an unknown level.
Result<void> checkGenericFields(const Request& request);

} // namespace sandglass::engine::request
