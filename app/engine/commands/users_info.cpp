// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/engine/access/access_control.h"
#include "app/engine/commands/all_commands.h"
#include "app/engine/commands/context.h"
#include "app/engine/commands/need.h"
#include "app/engine/commands/user_arguments.h"
#include "app/engine/query/filter.h"
#include "app/engine/request/arguments.h"
#include "app/protocol/server_code.h"

#include <algorithm>
#include <array>
#include <utility>

namespace sandglass::engine::commands {

using access::Action;
using access::Privilege;
using access::User;
using access::UserName;
using protocol::commandError;
using protocol::ServerCode;
using request::Arguments;
using request::Request;

namespace {

/// Which users are asked for.
struct Asked
{
    bool ofAllDatabases = false;
    bool ofDatabase = false; ///< all of the command's
    std::vector<UserName> names;
};

/// What of each user is shown.
struct Shown
{
    bool credentials = false;
    bool customData = true;
    bool privileges = false;
    bool restrictions = false;
};

Result<UserName> nameOf(bson::ValueView value, const Request& request)
{
    if (value.type() == bson::Type::String) {
        return UserName{std::string(value.asString()), request.database};
    }
    const bson::DocumentView fields = value.asDocument();
    if (value.type() != bson::Type::Document || fields["user"].type() != bson::Type::String) {
        return commandError(ServerCode::BadValue, "User names must be either strings or objects");
    }
    const bson::ValueView database = fields["db"];
    return UserName{std::string(fields["user"].asString()),
                    database.type() == bson::Type::String ? std::string(database.asString())
                                                          : request.database};
}

Result<Asked> askedFor(const Request& request)
{
    const bson::ValueView argument = request.argument();
    Asked asked;
    if (argument.isNumber()) {
        asked.ofDatabase = true;
    } else if (argument.type() == bson::Type::Document
               && argument.asDocument()["forAllDBs"].toBool()) {
        asked.ofAllDatabases = true;
    } else if (argument.type() == bson::Type::Array) {
        for (const bson::Element& element : argument.asDocument()) {
            auto name = nameOf(element.value, request);
            TRY(name);
            asked.names.push_back(*std::move(name));
        }
    } else {
        auto name = nameOf(argument, request);
        TRY(name);
        asked.names.push_back(*std::move(name));
    }
    return asked;
}

/// Everybody may see the own entry; others only who may see the users of their databases.
Result<void> checkMaySee(const Asked& asked, const Request& request, const Context& context)
{
    std::vector<Privilege> wanted;
    if (asked.ofAllDatabases) {
        // only roles of "admin" reach it and all others
        wanted.push_back({Action::ViewUser, {"admin", {}}});
        wanted.push_back({Action::ListDatabases, {}});
    }
    if (asked.ofDatabase) {
        wanted.push_back({Action::ViewUser, {request.database, {}}});
    }
    const auto own = context.access.userOf(request.connectionId);
    for (const UserName& name : asked.names) {
        if (name != own) {
            wanted.push_back({Action::ViewUser, {name.database, {}}});
        }
    }
    if (context.access.allows(request.connectionId, wanted)) {
        return {};
    }
    return notAuthorized(request, "usersInfo");
}

bool matches(const User& user, const Asked& asked, const std::string& database)
{
    return asked.ofAllDatabases || (asked.ofDatabase && user.name.database == database)
        || std::ranges::find(asked.names, user.name) != asked.names.end();
}

bson::Document entryOf(const User& user, const Shown& shown)
{
    bson::Builder entry;
    for (const bson::Element& element : user.stored.view()) {
        const bool left = (element.key == "credentials" && !shown.credentials)
            || (element.key == "customData" && !shown.customData);
        if (!left) {
            entry.append(element.key, element.value);
        }
    }
    entry.beginArray("mechanisms");
    if (user.credential) {
        entry.push(access::kMechanism);
    }
    entry.end();
    if (shown.privileges) {
        appendInherited(user.roles, entry);
    }
    if (shown.privileges || shown.restrictions) {
        entry.beginArray("authenticationRestrictions").end();
        entry.beginArray("inheritedAuthenticationRestrictions").end();
    }
    return entry.take();
}

Result<Shown> shownOf(const Request& request)
{
    const Arguments arguments("usersInfo", request.body);
    Shown shown;
    for (const auto& [field, flag] :
         {std::pair("showCredentials", &shown.credentials),
          std::pair("showCustomData", &shown.customData),
          std::pair("showPrivileges", &shown.privileges),
          std::pair("showAuthenticationRestrictions", &shown.restrictions)}) {
        auto given = arguments.flag(field, *flag);
        TRY(given);
        *flag = *given;
    }
    return shown;
}

} // namespace

Result<void> runUsersInfo(const Request& request, Context& context, bson::Builder& reply)
{
    auto asked = askedFor(request);
    TRY(asked);
    TRY(checkMaySee(*asked, request, context));
    auto shown = shownOf(request);
    TRY(shown);
    if (shown->privileges && (asked->ofAllDatabases || asked->ofDatabase)) {
        return commandError(ServerCode::IllegalOperation,
                            "Privilege or restriction details require exact-match usersInfo"
                            " queries");
    }
    auto evaluation = context.evaluation(request);
    TRY(evaluation);
    auto filter = query::Filter::parse(request.body["filter"].asDocument(), *evaluation);
    TRY(filter);
    auto all = context.access.users().list();
    TRY(all);
    reply.beginArray("users");
    for (const User& user : *all) {
        if (!matches(user, *asked, request.database)) {
            continue;
        }
        const bson::Document entry = entryOf(user, *shown);
        auto matched = filter->evaluate(entry);
        TRY(matched);
        if (*matched) {
            reply.push(entry);
        }
    }
    reply.end();
    return {};
}

} // namespace sandglass::engine::commands
