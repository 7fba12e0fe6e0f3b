// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/base/result.h"
#include "app/bson/builder.h"
#include "app/bson/value.h"

#include <cstdint>
#include <utility>
#include <vector>

namespace sandglass::engine::writes {

/// What a write command did, as its reply tells: {n, nModified?, upserted?, writeErrors?,
/// retriedStmtIds?}.
class WriteResult
{
public:
    void add(std::int64_t matched, std::int64_t modified);
    void addUpserted(std::size_t statement, bson::Value id);
    void addError(std::size_t statement, const Error& error);
    /// Takes in the error of a statement that ran, unless it ends the whole command: then it is the
    /// result.
    Result<void> fail(std::size_t statement, const Error& error);
    /// A statement that an earlier attempt of a retryable write executed.
    void addRetried(std::int32_t number) { m_retried.push_back(number); }
    bool failed() const { return !m_errors.empty(); }

    /// `withModified`: nModified too, as update has it.
    void appendTo(bson::Builder& reply, bool withModified) const;

private:
    struct Failure
    {
        std::size_t statement;
        Error error;
    };

    std::int64_t m_matched = 0;
    std::int64_t m_modified = 0;
    std::vector<std::pair<std::size_t, bson::Value>> m_upserted;
    std::vector<Failure> m_errors;
    std::vector<std::int32_t> m_retried; ///< statement numbers
};

/// Whether an error concerns one statement only, so that it becomes a write error; a store that
/// refuses writes or an interruption ends the whole command.
bool isWriteError(const Error& error);

} // namespace sandglass::engine::writes
