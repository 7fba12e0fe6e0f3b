// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/base/result.h"

#include <string_view>

namespace sandglass::engine::commands {

class Context;

/// Whether anybody may write now. Error 24 LockTimeout while fsync {lock: true} holds: MongoDB
/// lets writers wait, but here a few waiting ones would keep fsyncUnlock from being served.
Result<void> checkUnlocked(const Context& context);

/// Whether clients may write to that database now. Error 371 UserWritesBlocked under
/// setUserWriteBlockMode.
Result<void> checkUserWrites(const Context& context, std::string_view database);

} // namespace sandglass::engine::commands
