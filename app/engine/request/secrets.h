// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/bson/value.h"

#include <string_view>

namespace sandglass::engine::request {

/// Whether a command carries a password or the proof of one. `command`: MongoDB's spelling.
bool hasSecret(std::string_view command, bson::DocumentView body);

/// A command as it may be shown: in currentOp, in the profiler, in the log, in error messages. What
/// is secret in it is replaced by "xxx". `command`: MongoDB's spelling. Any thread.
bson::Document withoutSecrets(std::string_view command, bson::DocumentView body);

} // namespace sandglass::engine::request
