// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/bson/value.h"
#include "app/engine/server/legacy_requests.h"
#include "app/engine/wire/message.h"
#include "app/engine/wire/write.h"

#include <cstdint>
#include <functional>
#include <map>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

namespace sandglass::engine::request {
struct Request;
}

namespace sandglass::engine::server {

/// Answers the messages older than OP_MSG that are not commands: queries, further batches, writes.
/// Each is translated to a command and the command's reply is translated back. Any thread.
class LegacyService
{
public:
    /// Runs a command and returns its whole reply, also of a failed one.
    using Runner = std::function<bson::Document(request::Request&)>;
    /// An OP_REPLY without its message header.
    struct Reply
    {
        wire::ReplyHead head;
        bson::Document owner; ///< the memory of `documents`
        std::vector<bson::DocumentView> documents;
    };

    /// `run` is called on the thread that calls handle().
    explicit LegacyService(Runner run);

    /// Runs a message that is not a command. `request` names the sender; its other fields are set
    /// here. nullopt for opcodes without a reply; clients ask getLastError for the outcome.
    std::optional<Reply> handle(const wire::Message& message, request::Request& request);
    /// Runs an OP_GET_MORE, or the next batch of a query with the flag Exhaust. `request`: as
    /// above.
    std::optional<Reply> getMore(const wire::LegacyGetMore& more, request::Request& request);

private:
    bson::Document run(const LegacyCommand& command, request::Request& request);
    Reply query(const wire::LegacyQuery& query, const wire::Message& message,
                request::Request& request);
    /// The OP_REPLY for a command's reply {cursor: {…}}. `cursorBefore`: 0 for a first batch.
    Reply batchReply(bson::Document reply, std::int64_t cursorBefore);
    /// Adds `sent` to the number of documents that a cursor has returned. Returns the number
    /// before: OP_REPLY's startingFrom. `cursorAfter`: 0 when the cursor is exhausted.
    std::int32_t advance(std::int64_t cursorBefore, std::int64_t cursorAfter, std::size_t sent);

    Runner m_run;
    std::mutex m_mutex;
    std::map<std::int64_t, std::int64_t> m_sent; // guarded by m_mutex; cursor → documents sent
};

} // namespace sandglass::engine::server
