// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/engine/operations/last_errors.h"

#include <utility>

// Clients older than the write commands send a write without a reply and then ask getLastError how
// it went. So the outcome of every operation is stored by connection.

namespace sandglass::engine::operations {

namespace {

/// Reads {n, nModified?, upserted?: [{index, _id}], writeErrors?: [{index, code, errmsg}]}.
void readWriteReply(std::string_view command, bson::DocumentView reply, LastOutcome& outcome)
{
    const bool isUpdate = command == "update";
    // old servers counted updates and removals only, and drivers count their inserts themselves
    outcome.count = command == "insert" ? 0 : reply["n"].toInt64();
    bson::ValueView upserted;
    for (const bson::ValueView entry : reply["upserted"].asDocument().values()) {
        upserted = entry.asDocument()["_id"];
    }
    outcome.upsertedId = bson::Value(upserted);
    if (isUpdate) {
        outcome.updatedExisting = upserted.isMissing() && outcome.count > 0;
    }
    // getLastError knows one error only: the newest
    for (const bson::ValueView entry : reply["writeErrors"].asDocument().values()) {
        outcome.code = static_cast<int>(entry.asDocument()["code"].toInt64());
        outcome.message = entry.asDocument()["errmsg"].asString();
    }
}

void readFindAndModifyReply(bson::DocumentView reply, LastOutcome& outcome)
{
    const bson::DocumentView result = reply["lastErrorObject"].asDocument();
    outcome.count = result["n"].toInt64();
    if (result.contains("updatedExisting")) {
        outcome.updatedExisting = result["updatedExisting"].asBool();
    }
    outcome.upsertedId = bson::Value(result["upserted"]);
}

} // namespace

LastOutcome outcomeOf(std::string_view command, bson::DocumentView reply)
{
    LastOutcome outcome;
    if (!reply["ok"].toBool()) {
        outcome.code = static_cast<int>(reply["code"].toInt64());
        outcome.message = reply["errmsg"].asString();
    } else if (command == "insert" || command == "update" || command == "delete") {
        readWriteReply(command, reply, outcome);
    } else if (command == "findAndModify") {
        readFindAndModifyReply(reply, outcome);
    }
    return outcome;
}

void LastErrors::record(std::uint64_t connectionId, LastOutcome outcome)
{
    const std::lock_guard lock(m_mutex);
    Memory& memory = m_memories[connectionId];
    if (outcome.code != 0) {
        memory.failure = outcome;
    } else if (memory.failure) {
        ++memory.failure->operationsSince;
    }
    memory.last = std::move(outcome);
}

LastOutcome LastErrors::last(std::uint64_t connectionId) const
{
    const std::lock_guard lock(m_mutex);
    const auto found = m_memories.find(connectionId);
    return found == m_memories.end() ? LastOutcome() : found->second.last;
}

std::optional<LastOutcome> LastErrors::lastFailure(std::uint64_t connectionId) const
{
    const std::lock_guard lock(m_mutex);
    const auto found = m_memories.find(connectionId);
    return found == m_memories.end() ? std::nullopt : found->second.failure;
}

void LastErrors::reset(std::uint64_t connectionId)
{
    const std::lock_guard lock(m_mutex);
    m_memories.erase(connectionId);
}

} // namespace sandglass::engine::operations
