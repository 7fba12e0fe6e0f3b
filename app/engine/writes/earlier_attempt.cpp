// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/engine/writes/earlier_attempt.h"

#include "app/engine/catalog/oplog.h"
#include "app/engine/streams/logged_command.h"
#include "app/engine/writes/find_and_modify_request.h"
#include "app/engine/writes/update_statement.h"
#include "app/engine/writes/write_result.h"
#include "app/protocol/server_code.h"

#include <string>
#include <utility>

namespace sandglass::engine::writes {

using protocol::commandError;
using streams::LoggedCommand;

namespace {

// MongoDB's codes; they have no names.
constexpr int kNotARemoval = 40606;
constexpr int kNoImageOfRemoved = 40607;
constexpr int kNotAnUpsert = 40608;
constexpr int kNotAnUpdate = 40609;
constexpr int kRemovesAfterUpdate = 40610;
constexpr int kOnlyBefore = 40611;
constexpr int kOnlyAfter = 40612;

Error incompatible(int code, std::string_view op)
{
    return commandError(code,
                        "findAndModify retry request is not compatible with previous write in the"
                        " transaction of type: "
                            + std::string(op));
}

/// Whether the entry can be that of the repeated command. A client that sends another command under
/// the same number must not take the answer for that command's.
Result<void> checkSameKind(bson::DocumentView entry, const FindAndModify& asked)
{
    const std::string_view op = entry["op"].asString();
    const bool hasBefore = !entry["preImageOpTime"].asDocument().empty();
    const bool hasAfter = !entry["postImageOpTime"].asDocument().empty();
    if (op == "d" && !asked.remove) {
        return incompatible(kNotARemoval, op);
    }
    if (op == "d" && !hasBefore) {
        return commandError(kNoImageOfRemoved,
                            "No pre-image available for findAndModify retry request");
    }
    if (op == "i" && (asked.remove || !asked.statement.upsert)) {
        return incompatible(kNotAnUpsert, op);
    }
    if (op == "d" || op == "i") {
        return {};
    }
    if (op != "u") {
        return incompatible(kNotAnUpdate, op);
    }
    if (asked.remove) {
        return incompatible(kRemovesAfterUpdate, op);
    }
    if (asked.returnNew && !hasAfter) {
        return commandError(kOnlyBefore,
                            "findAndModify retry request wants the document after update returned,"
                            " but only before update document is stored");
    }
    if (!asked.returnNew && !hasBefore) {
        return commandError(kOnlyAfter,
                            "findAndModify retry request wants the document before update returned,"
                            " but only after update document is stored");
    }
    return {};
}

} // namespace

Result<UpdateOutcome> earlierOutcome(const LoggedCommand& command, bson::DocumentView entry,
                                     const FindAndModify& asked)
{
    TRY(checkSameKind(entry, asked));
    UpdateOutcome outcome;
    const std::string_view op = entry["op"].asString();
    if (op == "i") {
        outcome.upsertedId = bson::Value(entry["o"].asDocument()["_id"]);
        outcome.after = bson::Document(entry["o"].asDocument());
        return outcome;
    }
    // an update or a deletion: the reply's document is the image that was logged beside the entry
    outcome.matched = 1;
    outcome.modified = op == "u" ? 1 : 0;
    for (const bool before : {true, false}) {
        const bson::DocumentView time
            = entry[before ? "preImageOpTime" : "postImageOpTime"].asDocument();
        if (time.empty()) {
            continue;
        }
        auto image = command.entryAt(catalog::recordOf(time["ts"].asTimestamp()));
        TRY(image);
        (before ? outcome.before : outcome.after) = bson::Document((*image)["o"].asDocument());
    }
    return outcome;
}

// A driver repeats a retryable write when it got no reply. The oplog shows which of its statements
// were executed the first time; their outcome is reported again from the log.
Result<bool> isRepeated(LoggedCommand* command, std::size_t at, bool upserts, WriteResult& result)
{
    if (command == nullptr) {
        return false;
    }
    const auto entry = command->earlierEntry(at);
    TRY(entry);
    if (!*entry) {
        command->beginStatement(at);
        return false;
    }
    const std::string_view op = (**entry)["op"].asString();
    if (op == "i" && upserts) {
        result.addUpserted(at, bson::Value((**entry)["o"].asDocument()["_id"]));
    } else {
        result.add(1, op == "u" ? 1 : 0);
    }
    result.addRetried(command->statementNumber(at));
    return true;
}

} // namespace sandglass::engine::writes
