// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/base/result.h"

namespace sandglass::engine::request {

struct Request;

/// Judges the fields that every command may carry and that no command judges itself: apiVersion,
/// apiStrict, apiDeprecationErrors and readConcern. All levels of readConcern read the same here.
/// Errors: 14 for a wrong type, 322 for another API version than "1", 2 for an unknown level.
Result<void> checkGenericFields(const Request& request);

} // namespace sandglass::engine::request
