// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/engine/streams/logged_command.h"

#include "app/engine/catalog/catalog.h"
#include "app/engine/catalog/oplog.h"
#include "app/engine/request/arguments.h"
#include "app/engine/request/request.h"
#include "app/engine/streams/repl_set_persona.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <limits>
#include <string>
#include <string_view>
#include <utility>

namespace sandglass::engine::streams {

using protocol::commandError;
using protocol::ServerCode;
using request::Arguments;
using request::Request;

namespace {

constexpr int kInvalidLengthCode = 16;
constexpr int kIncompleteHistory = 217;
constexpr int kSnapshotTooOld = 239;
constexpr int kNotSupportedInTransaction = 263;
constexpr int kNotARetryableWrite = 50'768;

/// Commands that a client may repeat with the same txnNumber, in small letters: old clients spell
/// findAndModify otherwise.
constexpr std::array<std::string_view, 5> kRetryableWrites{"bulkwrite", "delete", "findandmodify",
                                                           "insert", "update"};
/// The list of statements of each command that has several.
constexpr std::array<std::pair<std::string_view, std::string_view>, 4> kStatementLists{{
    {"bulkWrite", "ops"},
    {"delete", "deletes"},
    {"insert", "documents"},
    {"update", "updates"},
}};

/// An error with MongoDB's name of its code, which server_code.h does not know.
Error namedError(int code, const char* name, std::string message)
{
    Error error = commandError(code, std::move(message));
    error.serverCodeName = name;
    return error;
}

Error onlyOnMembers()
{
    return commandError(ServerCode::IllegalOperation,
                        "Transaction numbers are only allowed on a replica set member or mongos");
}

bool isRetryableWrite(std::string_view command)
{
    std::string small(command);
    std::ranges::transform(small, small.begin(), [](unsigned char letter) {
        return static_cast<char>(std::tolower(letter));
    });
    return std::ranges::find(kRetryableWrites, small) != kRetryableWrites.end();
}

std::string momentText(bson::Timestamp moment)
{
    return "Timestamp(" + std::to_string(moment.seconds) + ", " + std::to_string(moment.increment)
        + ")";
}

/// The number of statements that a command has. Errors: those of Request::documents().
Result<std::size_t> statementCount(const Request& request)
{
    for (const auto& [command, list] : kStatementLists) {
        if (request.name == command) {
            const auto statements = request.documents(list);
            TRY(statements);
            return statements->size();
        }
    }
    return std::size_t{1};
}

} // namespace

Result<void> checkStatementNumbers(const Request& request)
{
    const Arguments arguments(request.name, request.body);
    const bson::ValueView first = arguments.value("stmtId");
    const bson::ValueView all = arguments.value("stmtIds");
    if (first.isMissing() && all.isMissing()) {
        return {};
    }
    if (!first.isMissing() && first.type() != bson::Type::Int32) {
        return arguments.wrongType("stmtId", "int");
    }
    const auto count = statementCount(request);
    TRY(count);
    std::size_t numbers = 0;
    for (const bson::Element& element : all.asDocument()) {
        if (element.value.type() != bson::Type::Int32) {
            return arguments.wrongType("stmtIds." + std::string(element.key), "int");
        }
        ++numbers;
    }
    if (!all.isMissing() && numbers != *count) {
        return namedError(kInvalidLengthCode, "InvalidLength",
                          "Number of statement ids must match the number of batch entries. Got "
                              + std::to_string(numbers) + " statement ids but operation has "
                              + std::to_string(*count) + " entries.");
    }
    if (!first.isMissing() && !all.isMissing()) {
        return commandError(ServerCode::InvalidOptions,
                            "May not specify both stmtId and stmtIds in write command.");
    }
    const std::int64_t last = first.toInt64() + static_cast<std::int64_t>(*count) - 1;
    if (!first.isMissing() && last > std::numeric_limits<std::int32_t>::max()) {
        return commandError(ServerCode::InvalidOptions,
                            "The statements from stmtId " + std::to_string(first.toInt64())
                                + " on would have numbers that are not int32.");
    }
    return {};
}

Result<void> checkTransactionNumber(const Request& request, const catalog::Catalog& catalog)
{
    const bson::ValueView number = request.body["txnNumber"];
    if (number.isNullish()) {
        return {};
    }
    if (number.type() != bson::Type::Int64) {
        return Arguments(request.name, request.body).wrongType("txnNumber", "long");
    }
    if (request.body["lsid"].isNullish()) {
        return commandError(ServerCode::InvalidOptions,
                            "Transaction number requires a session ID to also be specified");
    }
    // Drivers retry writes only where hello says setName.
    if (!isReplicaSet(catalog)) {
        return onlyOnMembers();
    }
    if (number.asInt64() < 0) {
        return commandError(ServerCode::InvalidOptions, "Transaction number cannot be negative");
    }
    return {};
}

Result<void> checkReadTime(const Request& request, const catalog::Catalog& catalog)
{
    const catalog::Oplog* log = catalog.oplog();
    if (log == nullptr) {
        return {};
    }
    const bson::DocumentView concern = request.body["readConcern"].asDocument();
    const bson::Timestamp newest = log->last();
    for (const std::string_view field : {"afterClusterTime", "atClusterTime"}) {
        if (concern[field].type() != bson::Type::Timestamp) {
            continue;
        }
        const bson::Timestamp moment = concern[field].asTimestamp();
        if (catalog::recordOf(moment) > catalog::recordOf(newest)) {
            return commandError(ServerCode::InvalidOptions,
                                "readConcern " + std::string(field)
                                    + " value must not be greater than the current clusterTime."
                                      " Requested clusterTime: "
                                    + momentText(moment)
                                    + "; current clusterTime: " + momentText(newest));
        }
        if (field == "atClusterTime" && moment != newest) {
            return namedError(kSnapshotTooOld, "SnapshotTooOld",
                              "Read timestamp " + momentText(moment)
                                  + " is older than the oldest available timestamp.");
        }
    }
    return {};
}

// A driver never sends a uid: the server adds it. MongoDB's is a digest of the name; a name alone
// keeps the sessions apart just as well, and nothing but this log has it.
Result<bson::Document> ownSession(const Request& request)
{
    const bson::DocumentView lsid = request.body["lsid"].asDocument();
    const std::string user = request.userText();
    if (user.empty()) {
        return bson::Document(lsid);
    }
    const std::vector<std::uint8_t> name(user.begin(), user.end());
    if (!lsid["uid"].isNullish() && !std::ranges::equal(lsid["uid"].asBinary().bytes, name)) {
        return commandError(ServerCode::Unauthorized,
                            "Unauthorized to set user digest in LogicalSessionId");
    }
    return bson::Builder().append("id", lsid["id"]).append("uid", bson::Binary{0, name}).take();
}

Result<void> checkNoTransaction(const Request& request, const catalog::Catalog& catalog)
{
    TRY(checkReadTime(request, catalog));
    const bool inTransaction
        = !request.body["startTransaction"].isMissing() || !request.body["autocommit"].isMissing();
    if (request.name == "commitTransaction" || request.name == "abortTransaction") {
        return {};
    }
    if (inTransaction && !isReplicaSet(catalog)) {
        return onlyOnMembers();
    }
    if (inTransaction) {
        return commandError(kNotSupportedInTransaction,
                            "This server has no multi-document transactions: send " + request.name
                                + " without startTransaction and autocommit.");
    }
    // LoggedCommand::begin() checks the number of a retryable write
    if (request.body["txnNumber"].isNullish() || isRetryableWrite(request.name)) {
        return {};
    }
    TRY(checkTransactionNumber(request, catalog));
    return namedError(kNotARetryableWrite, "NotARetryableWriteCommand",
                      "txnNumber may only be provided for multi-document transactions and"
                      " retryable write commands. autocommit:false was not provided, and "
                          + request.name + " is not a retryable write command.");
}

Result<std::shared_ptr<LoggedCommand>> LoggedCommand::begin(const Request& request,
                                                            const catalog::Catalog& catalog,
                                                            RetryableSessions& sessions,
                                                            base::Time now)
{
    // The numbers are checked before the session is taken, which may block.
    TRY(checkTransactionNumber(request, catalog));
    TRY(checkStatementNumbers(request));
    if (!isReplicaSet(catalog)) {
        return std::shared_ptr<LoggedCommand>();
    }
    std::shared_ptr<LoggedCommand> command(new LoggedCommand(catalog));
    const bson::ValueView number = request.body["txnNumber"];
    if (number.isNullish()) {
        return command;
    }
    command->takeNumbers(request);
    auto session = ownSession(request);
    TRY(session);
    auto use = sessions.checkOut(*session, number.asInt64(), now);
    TRY(use);
    command->m_use = std::move(*use);
    command->m_note.session = std::move(*session);
    command->m_note.txnNumber = number.asInt64();
    command->m_note.logged = &command->m_use->logged();
    return command;
}

// A driver that splits a bulk write sends the number of the first statement in stmtId, or all of
// them in stmtIds. Without both, statements count from 0. checkStatementNumbers() has found them
// good.
void LoggedCommand::takeNumbers(const Request& request)
{
    m_first = request.body["stmtId"].isNullish() ? 0 : request.body["stmtId"].asInt32();
    for (const bson::Element& element : request.body["stmtIds"].asDocument()) {
        m_numbers.push_back(element.value.asInt32());
    }
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
