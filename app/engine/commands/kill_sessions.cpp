// SPDX-License-Identifier: GPL-3.0-or-later
// startSession, endSessions and the commands that kill sessions.
#include "app/engine/commands/all_commands.h"
#include "app/engine/commands/context.h"
#include "app/engine/commands/waiting_requests.h"
#include "app/engine/operations/operation_table.h"
#include "app/engine/plan/cursors.h"
#include "app/engine/request/arguments.h"

#include <array>
#include <cstdint>
#include <random>
#include <set>
#include <string>

namespace sandglass::engine::commands {

using request::Arguments;
using request::Request;

namespace {

// The session that an element of the list names, as request::sessionOf() has it.
Result<std::string> sessionIn(const Request& request, bson::DocumentView element)
{
    // killAllSessionsByPattern has {lsid: {id: …}}
    const bson::ValueView nested = element["lsid"];
    const bson::DocumentView named = nested.isMissing() ? element : nested.asDocument();
    const Arguments arguments(request.name + "." + request.name, named);
    auto id = arguments.required("id");
    TRY(id);
    if (id->type() != bson::Type::Binary) {
        return arguments.wrongType("id", "binData");
    }
    const bson::Bytes bytes = id->asBinary().bytes;
    return std::string(bytes.begin(), bytes.end());
}

} // namespace

// The engine stores nothing for a session: it is only an id.
Result<void> runStartSession(const Request& /*request*/, Context& /*context*/, bson::Builder& reply)
{
    std::random_device entropy;
    std::array<std::uint8_t, 16> uuid{};
    for (std::uint8_t& byte : uuid) {
        byte = static_cast<std::uint8_t>(entropy());
    }
    // version 4 and variant 1 of RFC 4122: a random UUID
    uuid[6] = static_cast<std::uint8_t>((uuid[6] & 0x0fU) | 0x40U);
    uuid[8] = static_cast<std::uint8_t>((uuid[8] & 0x3fU) | 0x80U);
    reply.beginDocument("id").append("id", bson::Binary{bson::kUuidSubtype, uuid}).end();
    reply.append("timeoutMinutes", std::int32_t{30});
    return {};
}

// The engine accepts an lsid with every command and stores nothing for it, so there is nothing to
// end.
Result<void> runEndSessions(const Request& /*request*/, Context& /*context*/,
                            bson::Builder& /*reply*/)
{
    return {};
}

// The engine has no users: killAllSessions, which names users, means every session.
Result<void> runKillSessions(const Request& request, Context& context, bson::Builder& /*reply*/)
{
    const auto listed = request.documents(request.name);
    TRY(listed);
    const bool all = listed->empty() || request.name == "killAllSessions";
    std::set<std::string> sessions;
    for (const bson::DocumentView element : all ? std::vector<bson::DocumentView>() : *listed) {
        auto session = sessionIn(request, element);
        TRY(session);
        sessions.insert(std::move(*session));
    }
    const auto chosen
        = [&](const std::string& session) { return all || sessions.contains(session); };
    context.records.running.killSessions(chosen);
    context.cursors.killSessions(chosen);
    // a getMore that waits must find out now
    context.waiting.wake();
    return {};
}

} // namespace sandglass::engine::commands
