// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/base/result.h"

#include <string_view>

namespace sandglass::engine::catalog {
struct WriteGate;
}

namespace sandglass::engine::writes {

/// Succeeds unless fsync {lock: true} is in force. Errors (server): LockTimeout. MongoDB lets
/// writers wait instead; here they would occupy the command threads, and fsyncUnlock could not run.
Result<void> checkUnlocked(const catalog::WriteGate& gate);

/// Succeeds unless setUserWriteBlockMode forbids writes to the database. Errors (server):
/// UserWritesBlocked.
Result<void> checkUserWrites(const catalog::WriteGate& gate, std::string_view database);

} // namespace sandglass::engine::writes
