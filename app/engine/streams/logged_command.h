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

/// Refuses commands of a transaction, since this server has no transactions, and what else of a
/// session the command cannot have. Errors (server): OperationNotSupportedInTransaction on a
/// replica set member, IllegalOperation on a standalone; NotARetryableWriteCommand for a txnNumber
/// with a command that is no retryable write, or those of checkTransactionNumber(); those of
/// checkReadTime(). commitTransaction and abortTransaction pass: their commands have errors of
/// their own.
Result<void> checkNoTransaction(const request::Request& request, const catalog::Catalog& catalog);

/// Checks txnNumber as far as every command has the same rules. Errors (server): TypeMismatch
/// unless it is an int64, InvalidOptions without lsid and for a negative one, IllegalOperation on a
/// standalone, which could not recognize the second attempt.
Result<void> checkTransactionNumber(const request::Request& request,
                                    const catalog::Catalog& catalog);

/// Checks stmtId and stmtIds, the numbers of a write's statements. Errors (server): TypeMismatch
/// unless they are int32, InvalidLength unless each statement has one in stmtIds, InvalidOptions
/// for both and for a number past the largest int32; those of Request::documents().
Result<void> checkStatementNumbers(const request::Request& request);

/// Checks the moment that readConcern names, on a server with a log. Only the newest state can be
/// read. Errors (server): InvalidOptions for a moment that has not come yet, SnapshotTooOld for an
/// atClusterTime before the newest write.
Result<void> checkReadTime(const request::Request& request, const catalog::Catalog& catalog);

/// The session of a request as the log has it: {id}, or {id, uid} when somebody is logged in. The
/// uid names the user, so that nobody gets the answer of somebody else who has sent the same id.
/// Errors (server): Unauthorized when a client who is logged in sends another uid.
Result<bson::Document> ownSession(const request::Request& request);

/// One insert, update, delete or findAndModify on a server that logs its writes. With lsid and
/// txnNumber it is retryable: each of its statements is executed once, however often the client
/// sends the command. One thread. The catalog must outlive it.
class LoggedCommand
{
public:
    /// Starts a command; nullptr on a server that does not log its writes. Blocks while another
    /// command of the same session runs (see RetryableSessions::checkOut()). Errors (server):
    /// TransactionTooOld for an old txnNumber; those of checkTransactionNumber(),
    /// checkStatementNumbers() and ownSession().
    static Result<std::shared_ptr<LoggedCommand>> begin(const request::Request& request,
                                                        const catalog::Catalog& catalog,
                                                        RetryableSessions& sessions,
                                                        base::Time now);

    /// Whether the command has lsid and txnNumber.
    bool isRetryable() const { return m_use != nullptr; }
    /// The stmtId of the command's statement at index `at` (0, 1, …).
    std::int32_t statementNumber(std::size_t at) const;
    /// The writes that follow are logged as those of the statement at index `at`.
    void beginStatement(std::size_t at) { m_note.statements = {statementNumber(at)}; }
    /// As beginStatement(), for one write that covers several statements.
    void beginStatements(const std::vector<std::size_t>& places);
    /// The log entry of a statement that an earlier attempt executed; nullopt when there is none.
    /// Errors (server): IncompleteTransactionHistory when the log has been trimmed since; Storage.
    Result<std::optional<bson::Document>> earlierEntry(std::size_t at) const;
    /// The log entry with that record id. Errors (server): IncompleteTransactionHistory when it has
    /// been trimmed; Storage.
    Result<bson::Document> entryAt(catalog::RecordId record) const;

    /// What the log records beside each write of this command.
    catalog::WriteNote& note() { return m_note; }

private:
    explicit LoggedCommand(const catalog::Catalog& catalog)
        : m_catalog(catalog)
    {
    }
    void takeNumbers(const request::Request& request);

    const catalog::Catalog& m_catalog;
    catalog::WriteNote m_note;
    std::vector<std::int32_t> m_numbers; ///< stmtIds, by statement; empty: counted from m_first
    std::int32_t m_first = 0; ///< stmtId: the number of the first statement
    std::unique_ptr<RetryableSessions::Use> m_use; ///< null unless retryable
};

/// Refuses a statement that may change several documents (`multi`) in a retryable command: a second
/// attempt could not know which of them the first one changed. `option`: what made the statement
/// multi, for the message. `command` may be null. Errors (server): InvalidOptions.
Result<void> checkChangesOne(const LoggedCommand* command, bool multi, std::string_view option);

} // namespace sandglass::engine::streams
