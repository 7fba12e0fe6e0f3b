// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/engine/writes/earlier_attempt.h"

#include "app/engine/catalog/oplog.h"
#include "app/engine/streams/logged_command.h"
#include "app/engine/writes/update_statement.h"
#include "app/engine/writes/write_result.h"

#include <utility>

namespace sandglass::engine::writes {

using streams::LoggedCommand;

Result<UpdateOutcome> earlierOutcome(const LoggedCommand& command, bson::DocumentView entry)
{
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
