// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/base/result.h"
#include "app/engine/operations/interrupt.h"
#include "app/engine/request/request.h"
#include "app/engine/writes/write_access.h"
#include "app/protocol/namespace.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string_view>
#include <vector>

namespace sandglass::engine::catalog {
class Collection;
class WriteUnit;
} // namespace sandglass::engine::catalog

namespace sandglass::engine::storage {
enum class Durability;
}

namespace sandglass::engine::streams {
class LoggedCommand;
}

namespace sandglass::engine::writes {

class WriteResult;

/// Most documents of one write unit, and the longest it may hold the writer lock: others must get
/// their turn.
inline constexpr std::size_t kUnitDocuments = 1000;
inline constexpr base::Millis kUnitTime{5};

/// MongoDB's code InvalidLength, for a batch with too few or too many statements.
inline constexpr int kInvalidLength = 16;

/// What the statements of one write command share.
struct WriteScope
{
    WriteAccess access;
    protocol::Namespace ns;
    storage::Durability durability;
    std::shared_ptr<operations::Interrupt> interrupt;
    std::shared_ptr<streams::LoggedCommand> logged
        = {}; ///< null unless the command's writes are logged
};

/// Opens a write unit whose writes are logged as the command's own. Errors: as
/// Collection::beginWrite().
Result<std::unique_ptr<catalog::WriteUnit>> beginUnit(const WriteScope& scope,
                                                      catalog::Collection& collection);

/// Commits a unit of inserts and counts its documents wherever they are counted. Errors: Storage.
Result<void> commitInserts(const WriteScope& scope, catalog::WriteUnit& unit,
                           std::int64_t documents, WriteResult& result);

/// Judges the parts that insert, update, delete and findAndModify have in common.
/// Errors: 73 for unusable and system collections, 2 and 14 for the write concern and maxTimeMS, 20
/// and 225 for the numbers of a retryable write.
Result<WriteScope> writeScope(const request::Request& request, const WriteAccess& access);

/// The same for a target that is not the command's own collection.
Result<WriteScope> writeScopeOf(const request::Request& request, protocol::Namespace ns,
                                const WriteAccess& access);

/// The statements of a batch. Errors: 40414, 14, 16 InvalidLength unless there are 1 to 100 000.
Result<std::vector<bson::DocumentView>> writeBatch(const request::Request& request,
                                                   std::string_view field);

} // namespace sandglass::engine::writes
