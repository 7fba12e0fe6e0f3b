// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/mongo/session_kill.h"

#include "app/bson/builder.h"
#include "app/mongo/client_pool.h"

#include <mongoc/mongoc.h>

#include <chrono>
#include <system_error>
#include <utility>

namespace sandglass::mongo {

namespace {

constexpr std::chrono::milliseconds kPause{250};
constexpr int kMostAttempts = 40;

} // namespace

SessionKill::SessionKill(ClientPool& pool, const std::stop_token& cancelled, Target target)
    : m_pool(pool)
    , m_target(std::move(target))
{
    m_callback.emplace(cancelled, [this] { begin(); });
}

SessionKill::~SessionKill()
{
    m_callback.reset();
    {
        const std::lock_guard lock(m_mutex);
        m_ended = true;
    }
    m_wake.notify_all();
    if (m_thread.joinable()) {
        m_thread.join();
    }
}

void SessionKill::begin()
{
    try {
        m_thread = std::thread([this] { repeat(); });
    } catch (const std::system_error&) {
        // without a thread, the command ends by its time limit
    }
}

void SessionKill::repeat()
{
    for (int attempt = 0; attempt < kMostAttempts && send(); ++attempt) {
        std::unique_lock lock(m_mutex);
        if (m_wake.wait_for(lock, kPause, [this] { return m_ended; })) {
            return;
        }
    }
}

bool SessionKill::send() const
{
    const ClientPool::Client client = m_pool.takeNow();
    if (!client) {
        return true;
    }
    const bson::Document command
        = bson::Builder().appendArray("killSessions", bson::makeArray(m_target.session)).take();
    bson_t request{};
    bson_init_static(&request, command.bytes().data(), command.bytes().size());
    bson_t options = BSON_INITIALIZER;
    bson_append_int32(&options, "serverId", -1, static_cast<std::int32_t>(m_target.server));
    bson_t reply = BSON_INITIALIZER;
    bson_error_t error{};
    const bool sent = mongoc_client_command_with_opts(client.get(), "admin", &request, nullptr,
                                                      &options, &reply, &error);
    bson_destroy(&reply);
    bson_destroy(&options);
    if (sent) {
        m_pool.noteUse(client.get());
    }
    return sent;
}

} // namespace sandglass::mongo
