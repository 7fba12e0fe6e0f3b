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

/// The maximum number of documents in one write unit, so that other writers get their turn.
inline constexpr std::size_t kUnitDocuments = 1000;
/// The time after which a write unit is committed: it holds the writer lock. Real time.
inline constexpr base::Millis kUnitTime{5};

/// MongoDB's code InvalidLength, for a batch without statements or with too many.
inline constexpr int kInvalidLength = 16;

/// What the statements of one write command have in common.
struct WriteScope
{
    WriteAccess access;
    protocol::Namespace ns; ///< the collection to write to
    storage::Durability durability; ///< of each commit, from the write concern
    std::shared_ptr<operations::Interrupt> interrupt; ///< never null
    std::shared_ptr<streams::LoggedCommand> logged
        = {}; ///< null without an oplog, and for writes that are not retryable
    bool bypassValidation = false; ///< the collection's validator is not asked
};

/// Opens a write unit, behind the collection's validator. The oplog records the command's statement
/// numbers with its writes. Errors: as Collection::beginWrite().
Result<std::unique_ptr<catalog::WriteUnit>> beginUnit(const WriteScope& scope,
                                                      catalog::Collection& collection);

/// Commits a write unit of inserts, and adds the number of documents to `result`, to the
/// operation's figures and to the server's counters. Errors: Storage.
Result<void> commitInserts(const WriteScope& scope, catalog::WriteUnit& unit,
                           std::int64_t documents, WriteResult& result);

/// Checks the arguments that insert, update, delete and findAndModify have in common. Errors
/// (server): InvalidNamespace for unusable names and system collections, CommandNotSupportedOnView,
/// BadValue and TypeMismatch for the write concern and maxTimeMS, IllegalOperation and
/// TransactionTooOld for the session and transaction number of a retryable write.
Result<WriteScope> writeScope(const request::Request& request, const WriteAccess& access);

/// As writeScope(), for a target that is not the command's own collection. Its writes are not
/// retryable. Errors (server): as writeScope(), without those of retryable writes.
Result<WriteScope> writeScopeOf(const request::Request& request, protocol::Namespace ns,
                                const WriteAccess& access);

/// The statements of a batch. Errors (server): MissingField, TypeMismatch, InvalidLength unless
/// there are 1 to 100 000.
Result<std::vector<bson::DocumentView>> writeBatch(const request::Request& request,
                                                   std::string_view field);

} // namespace sandglass::engine::writes
