// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/mongo/pinned_read.h"

#include "app/bson/value.h"

namespace sandglass::mongo {

PinnedRead::~PinnedRead()
{
    m_kill.reset();
    if (m_session) {
        mongoc_client_session_destroy(m_session);
    }
    bson_destroy(&m_options);
}

mongoc_cursor_t* PinnedRead::open(const std::string& database, const Borrowed& command,
                                  const mongoc_read_prefs_t* preference, Outcome& outcome)
{
    mongoc_server_description_t* server
        = mongoc_client_select_server(m_client, false, preference, &outcome.error);
    if (!server) {
        return nullptr;
    }
    const std::uint32_t serverId = mongoc_server_description_id(server);
    bson_append_int32(&m_options, "serverId", -1, static_cast<std::int32_t>(serverId));
    mongoc_server_description_destroy(server);
    // nullptr if the server has no sessions
    m_session = mongoc_client_start_session(m_client, nullptr, nullptr);
    if (m_session && !mongoc_client_session_append(m_session, &m_options, &outcome.error)) {
        return nullptr;
    }
    endWhenCancelled(serverId);
    if (!mongoc_client_read_command_with_opts(m_client, database.c_str(), command.get(), preference,
                                              &m_options, outcome.reply.get(), &outcome.error)) {
        return nullptr;
    }
    // the command had its own comment; further batches get it from the options
    if (bson_has_field(command.get(), "comment")) {
        bson_append_utf8(&m_options, "comment", -1, kComment, -1);
    }
    // the cursor takes ownership of the copy
    return mongoc_cursor_new_from_command_reply_with_opts(m_client, bson_copy(outcome.reply.get()),
                                                          &m_options);
}

void PinnedRead::endWhenCancelled(std::uint32_t serverId)
{
    auto session = m_session ? copied(mongoc_client_session_get_lsid(m_session))
                             : Result<bson::Document>(bson::Document());
    if (session && !session->empty()) {
        m_kill.emplace(m_pool, m_cancelled, SessionKill::Target{std::move(*session), serverId});
    }
}

} // namespace sandglass::mongo
