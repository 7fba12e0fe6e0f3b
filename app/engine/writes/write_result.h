// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/base/result.h"
#include "app/bson/builder.h"
#include "app/bson/value.h"

#include <cstdint>
#include <utility>
#include <vector>

namespace sandglass::engine::writes {

/// The result of a write command, from which its reply is made: {n, nModified?, upserted?,
/// writeErrors?, retriedStmtIds?}. Statements are named by their position in the batch.
class WriteResult
{
public:
    /// Adds to the numbers of documents that were matched (inserted, deleted) and modified.
    void add(std::int64_t matched, std::int64_t modified);
    /// Adds a document that an upsert inserted.
    void addUpserted(std::size_t statement, bson::Value id);
    /// Adds the error of a statement to writeErrors.
    void addError(std::size_t statement, const Error& error);
    /// Adds the error of a statement to writeErrors if it concerns that statement only (see
    /// isWriteError()). Otherwise returns it: the command must end with it.
    Result<void> fail(std::size_t statement, const Error& error);
    /// Adds a statement that an earlier attempt of a retryable write has executed. `number`: its
    /// stmtId.
    void addRetried(std::int32_t number) { m_retried.push_back(number); }
    /// Whether there is a write error. An ordered command stops then.
    bool failed() const { return !m_errors.empty(); }

    /// Appends the fields to a reply. `withModified`: also nModified, which only update has.
    void appendTo(bson::Builder& reply, bool withModified) const;

private:
    struct Failure
    {
        std::size_t statement;
        Error error;
    };

    std::int64_t m_matched = 0;
    std::int64_t m_modified = 0;
    std::vector<std::pair<std::size_t, bson::Value>> m_upserted; ///< statement and _id
    std::vector<Failure> m_errors;
    std::vector<std::int32_t> m_retried; ///< stmtIds
};

/// Whether an error concerns one statement only and belongs into writeErrors. An interruption, an
/// expired time limit and a store that refuses writes end the whole command.
bool isWriteError(const Error& error);

} // namespace sandglass::engine::writes
