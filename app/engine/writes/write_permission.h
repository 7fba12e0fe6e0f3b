// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/base/result.h"

#include <string_view>

namespace sandglass::engine::catalog {
struct WriteGate;
}

namespace sandglass::engine::writes {

/// Whether anybody may write now. Error 24 LockTimeout while fsync {lock: true} holds: MongoDB
/// lets writers wait, but here a few waiting ones would keep fsyncUnlock from being served.
Result<void> checkUnlocked(const catalog::WriteGate& gate);

/// Whether clients may write to that database now. Error 371 UserWritesBlocked under
/// setUserWriteBlockMode.
Result<void> checkUserWrites(const catalog::WriteGate& gate, std::string_view database);

} // namespace sandglass::engine::writes
