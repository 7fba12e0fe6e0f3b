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

/// Serves the messages from before OP_MSG that are no commands: queries, further batches, writes.
/// Each is run as the command that it stands for; this class only translates both ways. Any thread.
class LegacyService
{
public:
    /// Runs a command and gives its whole reply.
    using Runner = std::function<bson::Document(request::Request&)>;
    /// An OP_REPLY still without its header.
    struct Reply
    {
        wire::ReplyHead head;
        bson::Document owner; ///< what the documents are views into
        std::vector<bson::DocumentView> documents;
    };

    explicit LegacyService(Runner run);

    /// Runs a message that is not a command. `request` holds who sends it; its other fields are
    /// filled here. nullopt for the opcodes that get no reply: their outcome is what getLastError
    /// tells.
    std::optional<Reply> handle(const wire::Message& message, request::Request& request);

private:
    bson::Document run(const LegacyCommand& command, request::Request& request);
    Reply query(const wire::LegacyQuery& query, const wire::Message& message,
                request::Request& request);
    Reply getMore(const wire::LegacyGetMore& more, request::Request& request);
    /// The documents of a reply {cursor: {…}}, and how far the cursor has come.
    Reply batchReply(bson::Document reply, std::int64_t cursorBefore);
    std::int32_t advance(std::int64_t cursorBefore, std::int64_t cursorAfter, std::size_t sent);

    Runner m_run;
    std::mutex m_mutex;
    std::map<std::int64_t, std::int64_t> m_sent; // guarded by m_mutex; documents sent per cursor
};

} // namespace sandglass::engine::server
