// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/engine/streams/logged_command.h"

#include "app/engine/catalog/catalog.h"
#include "app/engine/catalog/oplog.h"
#include "app/engine/request/arguments.h"
#include "app/engine/request/request.h"
#include "app/engine/streams/repl_set_persona.h"

#include <string>
#include <utility>

namespace sandglass::engine::streams {

using protocol::commandError;
using protocol::ServerCode;
using request::Arguments;
using request::Request;

namespace {

constexpr int kIncompleteHistory = 217;
constexpr int kNotSupportedInTransaction = 263;

Error onlyOnMembers()
{
    return commandError(ServerCode::IllegalOperation,
                        "Transaction numbers are only allowed on a replica set member or mongos");
}

} // namespace

Result<void> checkNoTransaction(const Request& request, const catalog::Catalog& catalog)
{
    if (request.body["startTransaction"].isMissing() && request.body["autocommit"].isMissing()) {
        return {};
    }
    if (request.name == "commitTransaction" || request.name == "abortTransaction") {
        return {};
    }
    if (!isReplicaSet(catalog)) {
        return onlyOnMembers();
    }
    return commandError(kNotSupportedInTransaction,
                        "This server has no multi-document transactions: send " + request.name
                            + " without startTransaction and autocommit.");
}

Result<std::shared_ptr<LoggedCommand>> LoggedCommand::begin(const Request& request,
                                                            const catalog::Catalog& catalog,
                                                            RetryableSessions& sessions,
                                                            base::Time now)
{
    const bson::ValueView lsid = request.body["lsid"];
    const bson::ValueView number = request.body["txnNumber"];
    const bool retryable = !number.isNullish() && lsid.type() == bson::Type::Document;
    if (!number.isNullish() && lsid.isNullish()) {
        return commandError(ServerCode::InvalidOptions,
                            "Transaction number requires a session ID to also be specified");
    }
    // Drivers retry writes only where hello says setName; a standalone must refuse the number,
    // since it could not recognize the second attempt.
    if (!isReplicaSet(catalog)) {
        if (retryable) {
            return onlyOnMembers();
        }
        return std::shared_ptr<LoggedCommand>();
    }
    std::shared_ptr<LoggedCommand> command(new LoggedCommand(catalog));
    if (!retryable) {
        return command;
    }
    if (number.type() != bson::Type::Int64) {
        return Arguments(request.name, request.body).wrongType("txnNumber", "long");
    }
    if (number.asInt64() < 0) {
        return commandError(ServerCode::InvalidOptions, "Transaction number cannot be negative");
    }
    // The numbers are checked before the session is taken, which may block.
    TRY(command->takeNumbers(request));
    auto use = sessions.checkOut(lsid.asDocument(), number.asInt64(), now);
    TRY(use);
    command->m_use = std::move(*use);
    command->m_note.session = bson::Document(lsid.asDocument());
    command->m_note.txnNumber = number.asInt64();
    command->m_note.logged = &command->m_use->logged();
    return command;
}

// A driver that splits a bulk write sends the number of the first statement in stmtId, or all of
// them in stmtIds. Without both, statements count from 0.
Result<void> LoggedCommand::takeNumbers(const Request& request)
{
    const Arguments arguments(request.name, request.body);
    auto first = arguments.integer("stmtId");
    TRY(first);
    m_first = static_cast<std::int32_t>(first->value_or(0));
    for (const bson::Element& element : request.body["stmtIds"].asDocument()) {
        m_numbers.push_back(static_cast<std::int32_t>(element.value.toInt64()));
    }
    return {};
}

std::int32_t LoggedCommand::statementNumber(std::size_t at) const
{
    return at < m_numbers.size() ? m_numbers[at] : m_first + static_cast<std::int32_t>(at);
}

void LoggedCommand::beginStatements(const std::vector<std::size_t>& places)
{
    m_note.statements.clear();
    for (const std::size_t at : places) {
        m_note.statements.push_back(statementNumber(at));
    }
}

Result<std::optional<bson::Document>> LoggedCommand::earlierEntry(std::size_t at) const
{
    if (!m_use) {
        return std::optional<bson::Document>();
    }
    const catalog::LoggedStatements& logged = m_use->logged();
    const auto found = logged.find(statementNumber(at));
    if (found == logged.end()) {
        return std::optional<bson::Document>();
    }
    auto entry = entryAt(found->second);
    TRY(entry);
    return std::optional(std::move(*entry));
}

Result<bson::Document> LoggedCommand::entryAt(catalog::RecordId record) const
{
    const auto log = m_catalog.find(catalog::oplogNamespace());
    const auto entries = log->scanFrom(record);
    // the scan starts at a later entry if this one has been trimmed
    if (entries->next() && entries->id() == record) {
        return bson::Document(entries->document());
    }
    TRY(entries->status());
    return commandError(kIncompleteHistory,
                        "Incomplete history detected for this retryable write: its log entry is no"
                        " longer there.");
}

Result<void> checkChangesOne(const LoggedCommand* command, bool multi, std::string_view option)
{
    if (command == nullptr || !command->isRetryable() || !multi) {
        return {};
    }
    return commandError(ServerCode::InvalidOptions,
                        "Cannot use retryable writes with " + std::string(option));
}

} // namespace sandglass::engine::streams
