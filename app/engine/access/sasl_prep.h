// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/base/result.h"

#include <string>
#include <string_view>

namespace sandglass::engine::access {

/// Prepares a password as drivers do before they derive keys from it: composed characters, plain
/// spaces, nothing invisible. `text`: UTF-8. Errors (server): BadValue for control characters and
/// others that must not stand in a password, for mixed directions of writing, for characters that
/// Unicode 3.2 did not know, and for text that is not UTF-8. Source: RFC 4013, SASLprep.
Result<std::string> saslPrep(std::string_view text);

} // namespace sandglass::engine::access
