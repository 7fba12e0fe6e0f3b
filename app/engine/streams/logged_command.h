// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/base/clock.h"
#include "app/base/result.h"
#include "app/bson/value.h"
#include "app/engine/catalog/write_note.h"
#include "app/engine/streams/retryable_sessions.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string_view>
#include <vector>

namespace sandglass::engine::catalog {
class Catalog;
}

namespace sandglass::engine::request {
struct Request;
}

namespace sandglass::engine::streams {

/// Refuses what belongs to transactions, which this server does not have: 263 on a replica set
/// member, 20 elsewhere. commitTransaction and abortTransaction pass.
Result<void> checkNoTransaction(const request::Request& request, const catalog::Catalog& catalog);

/// One insert, update, delete or findAndModify on a server that logs its writes. With lsid and
/// txnNumber it is retryable: each of its statements is executed once, however often the command
/// comes.
class LoggedCommand
{
public:
    /// nullptr when writes are not logged. Errors: 20 for a txnNumber on a server that is no
    /// replica set member; 225, and 2 or 14 for numbers that are none.
    static Result<std::shared_ptr<LoggedCommand>> begin(const request::Request& request,
                                                        const catalog::Catalog& catalog,
                                                        RetryableSessions& sessions,
                                                        base::Time now);

    bool isRetryable() const { return m_use != nullptr; }
    /// The number of the command's statement `at` (0, 1, …).
    std::int32_t statementNumber(std::size_t at) const;
    /// From here on writes belong to that statement.
    void beginStatement(std::size_t at) { m_note.statements = {statementNumber(at)}; }
    /// The same for one write that serves several statements.
    void beginStatements(const std::vector<std::size_t>& places);
    /// The log entry of a statement that an earlier attempt executed; nullopt when there is none.
    /// Errors: 217 when the log does not reach back so far.
    Result<std::optional<bson::Document>> earlierEntry(std::size_t at) const;
    /// The log entry at that record. Errors: IncompleteTransactionHistory (217) when it is gone.
    Result<bson::Document> entryAt(catalog::RecordId record) const;

    /// What the writes note in the log.
    catalog::WriteNote& note() { return m_note; }

private:
    explicit LoggedCommand(const catalog::Catalog& catalog)
        : m_catalog(catalog)
    {
    }
    Result<void> takeNumbers(const request::Request& request);

    const catalog::Catalog& m_catalog;
    catalog::WriteNote m_note;
    std::vector<std::int32_t> m_numbers; ///< of the statements; empty: counted from m_first
    std::int32_t m_first = 0;
    std::unique_ptr<RetryableSessions::Use> m_use; ///< null unless retryable
};

/// Errors: 72 for a statement that may change several documents, `option` saying so, in a retryable
/// command. `command` may be null.
Result<void> checkChangesOne(const LoggedCommand* command, bool multi, std::string_view option);

} // namespace sandglass::engine::streams
