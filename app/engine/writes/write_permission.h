// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/base/result.h"

#include <string_view>

namespace sandglass::engine::catalog {
class Collection;
struct WriteGate;
} // namespace sandglass::engine::catalog

namespace sandglass::engine::request {
struct EngineFacts;
}

namespace sandglass::engine::writes {

/// Succeeds unless fsync {lock: true} is in force. Errors (server): LockTimeout. MongoDB lets
/// writers wait instead; here they would occupy the command threads, and fsyncUnlock could not run.
Result<void> checkUnlocked(const catalog::WriteGate& gate);

/// Succeeds unless setUserWriteBlockMode forbids writes to the database. Errors (server):
/// UserWritesBlocked.
Result<void> checkUserWrites(const catalog::WriteGate& gate, std::string_view database);

/// Succeeds unless the collection is capped and the version is before 5.0, which deletes nothing
/// from one. Errors (server): IllegalOperation.
Result<void> checkMayRemove(const catalog::Collection& collection,
                            const request::EngineFacts& facts);

} // namespace sandglass::engine::writes
