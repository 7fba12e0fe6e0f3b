// SPDX-License-Identifier: GPL-3.0-or-later
// startSession, refreshSessions, endSessions and the commands that kill sessions.
#include "app/engine/access/digest.h"
#include "app/engine/commands/all_commands.h"
#include "app/engine/commands/context.h"
#include "app/engine/commands/waiting_requests.h"
#include "app/engine/operations/operation_table.h"
#include "app/engine/operations/session_table.h"
#include "app/engine/plan/cursors.h"
#include "app/engine/request/arguments.h"
#include "app/engine/request/generic_fields.h"
#include "app/engine/request/operation_figures.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <random>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace sandglass::engine::commands {

using request::Arguments;
using request::Request;

namespace {

/// The sessions that a command kills.
struct SessionChoice
{
    bool all = false;
    std::set<std::string> ids; ///< as request::sessionOf() has them
    std::set<std::string> users; ///< "anna@shop"
    std::set<access::Digest> digests; ///< of such names: the uid of lsid

    bool hasSession(const std::string& session) const { return all || ids.contains(session); }
    bool hasUser(const std::string& user) const
    {
        return !user.empty()
            && (users.contains(user)
                || (!digests.empty() && digests.contains(access::sha256(access::bytesOf(user)))));
    }
};

// The session that an element of the list names, as request::sessionOf() has it.
Result<std::string> sessionIn(std::string_view path, bson::DocumentView element)
{
    TRY(request::checkSessionId(path, element));
    const bson::Bytes bytes = element["id"].asBinary().bytes;
    return std::string(bytes.begin(), bytes.end());
}

/// A list of users or roles in a pattern. MongoDB's routers send them to say on whose behalf they
/// kill; they choose no session. Errors: those of namedIn(), TypeMismatch.
Result<void> checkNamesIn(const Arguments& pattern, std::string_view list, std::string_view field)
{
    const bson::ValueView names = pattern.value(list);
    if (!names.isMissing() && names.type() != bson::Type::Array) {
        return pattern.wrongType(list, "array");
    }
    for (const bson::Element& element : names.asDocument()) {
        if (element.value.type() != bson::Type::Document) {
            return pattern.wrongType(list, "object");
        }
        TRY(request::namedIn(list, field, element.value.asDocument()));
    }
    return {};
}

/// Adds what an element of killAllSessionsByPattern chooses: the session of `lsid`, those of the
/// user with the digest `uid`, else all.
Result<void> addPattern(bson::DocumentView element, SessionChoice& choice)
{
    const Arguments pattern("killAllSessionsByPattern", element);
    TRY(pattern.onlyKnown({"lsid", "uid", "users", "roles"}));
    TRY(checkNamesIn(pattern, "users", "user"));
    TRY(checkNamesIn(pattern, "roles", "role"));
    auto lsid = pattern.document("lsid");
    TRY(lsid);
    const bson::ValueView uid = pattern.value("uid");
    access::Digest digest{};
    if (!uid.isMissing()) {
        const bson::Bytes bytes = uid.asBinary().bytes;
        if (uid.type() != bson::Type::Binary || bytes.size() != digest.size()) {
            return pattern.wrongType("uid", "binData");
        }
        std::ranges::copy(bytes, digest.begin());
    }
    if (!pattern.value("lsid").isMissing()) {
        auto session = sessionIn("killAllSessionsByPattern.lsid", *lsid);
        TRY(session);
        choice.ids.insert(std::move(*session));
    } else if (!uid.isMissing()) {
        choice.digests.insert(digest);
    } else {
        choice.all = true;
    }
    return {};
}

/// What the command's list chooses; an empty list chooses all.
Result<SessionChoice> choiceOf(const Request& request)
{
    const auto listed = request.documents(request.name);
    TRY(listed);
    SessionChoice choice;
    choice.all = listed->empty();
    const std::string path = request.name + "." + request.name;
    for (const bson::DocumentView element : *listed) {
        if (request.name == "killAllSessionsByPattern") {
            TRY(addPattern(element, choice));
            continue;
        }
        const bool byUser = request.name == "killAllSessions";
        auto name = byUser ? request::namedIn(path, "user", element) : sessionIn(path, element);
        TRY(name);
        (byUser ? choice.users : choice.ids).insert(std::move(*name));
    }
    return choice;
}

/// Asks the operations to stop that the chosen users run in a session.
void stopOperationsOf(const SessionChoice& choice, operations::OperationTable& running)
{
    if (choice.users.empty() && choice.digests.empty()) {
        return;
    }
    for (const operations::Operation& operation : running.list()) {
        // who runs it is set before the operation is in the table, and never changes
        const bool chosen
            = operation.figures && choice.hasUser(request::ownerOf(*operation.figures));
        if (chosen && !request::sessionOf(operation.command).empty()) {
            running.kill(operation.id);
        }
    }
}

} // namespace

Result<void> runStartSession(const Request& request, Context& context, bson::Builder& reply)
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
    context.records.sessions.use(std::string(uuid.begin(), uuid.end()), request.userText());
    return {};
}

// endSessions and refreshSessions. Everybody has sessions of their own, so an id of somebody else's
// ends nothing.
Result<void> runEndSessions(const Request& request, Context& context, bson::Builder& /*reply*/)
{
    const auto listed = request.documents(request.name);
    TRY(listed);
    std::vector<std::string> sessions;
    for (const bson::DocumentView element : *listed) {
        auto session = sessionIn(request.name + "." + request.name, element);
        TRY(session);
        sessions.push_back(std::move(*session));
    }
    operations::SessionTable& table = context.records.sessions;
    for (const std::string& session : sessions) {
        if (request.name == "refreshSessions") {
            table.use(session, request.userText());
        } else {
            table.end(session, request.userText());
        }
    }
    return {};
}

// Ends what runs in the sessions, and their cursors. The sessions themselves stay, as in MongoDB.
Result<void> runKillSessions(const Request& request, Context& context, bson::Builder& /*reply*/)
{
    const auto choice = choiceOf(request);
    TRY(choice);
    const auto session = [&](const std::string& id) { return choice->hasSession(id); };
    context.records.running.killSessions(session);
    context.cursors.killSessions(session);
    stopOperationsOf(*choice, context.records.running);
    context.cursors.killSessionsOf([&](const std::string& user) { return choice->hasUser(user); });
    // a getMore that waits must find out now
    context.waiting.wake();
    return {};
}

} // namespace sandglass::engine::commands
