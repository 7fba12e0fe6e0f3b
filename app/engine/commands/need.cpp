// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/engine/commands/need.h"

#include "app/engine/commands/command.h"
#include "app/engine/commands/pipeline_needs.h"
#include "app/engine/request/request.h"
#include "app/protocol/namespace.h"
#include "app/protocol/server_code.h"

#include <string>

namespace sandglass::engine::commands {

using access::Action;
using access::Privilege;
using access::Resource;
using request::Request;

namespace {

/// The collection that a command names. What is no name stands for any collection of the database,
/// those of the system included, which few may touch.
Resource namedCollection(const Request& request)
{
    const bson::ValueView name = request.argument();
    return {request.database,
            name.type() == bson::Type::String ? std::string(name.asString()) : "system."};
}

Resource parsed(std::string_view ns)
{
    const auto found = protocol::Namespace::parse(ns);
    return found ? Resource{found->database, found->collection} : Resource{"admin", "system."};
}

/// The databases of the roles in an array; each is needed.
void addRoleNeeds(const Request& request, Action action, std::vector<Privilege>& wanted)
{
    for (const bson::Element& element : request.body["roles"].asDocument()) {
        const bool whole = element.value.type() == bson::Type::Document;
        wanted.push_back(
            {action,
             {whole ? std::string(element.value.asDocument()["db"].asString()) : request.database,
              {}}});
    }
}

bool hasUpsert(const Request& request)
{
    const auto statements = request.documents("updates");
    if (!statements) {
        return false;
    }
    for (const bson::DocumentView statement : *statements) {
        if (statement["upsert"].toBool()) {
            return true;
        }
    }
    return false;
}

void addViewNeeds(const Request& request, std::vector<Privilege>& wanted)
{
    const bson::ValueView source = request.body["viewOn"];
    if (source.type() != bson::Type::String) {
        return;
    }
    wanted.push_back({Action::Find, {request.database, std::string(source.asString())}});
    addPipelineNeeds(request.body["pipeline"], request.database, wanted);
}

} // namespace

std::vector<Privilege> privilegesFor(const Command& command, const Request& request)
{
    const Need& need = needOf(command);
    std::vector<Privilege> wanted;
    switch (need.target) {
    case Target::Collection:
        wanted.push_back({need.action, namedCollection(request)});
        break;
    case Target::Database:
        wanted.push_back({need.action, {request.database, {}}});
        break;
    case Target::Server:
        wanted.push_back({need.action, {}});
        break;
    case Target::ByArguments:
        need.collect(request, wanted);
        break;
    }
    if (request.body["bypassDocumentValidation"].toBool()) {
        wanted.push_back({Action::BypassDocumentValidation, namedCollection(request)});
    }
    return wanted;
}

base::Error notAuthorized(const request::Request& request, std::string_view command)
{
    return protocol::commandError(protocol::ServerCode::Unauthorized,
                                  "not authorized on " + request.database + " to execute command "
                                      + std::string(command));
}

void needsOfAggregate(const Request& request, std::vector<Privilege>& wanted)
{
    const bson::ValueView pipeline = request.body["pipeline"];
    if (!readsServer(pipeline) && !readsStatistics(pipeline)) {
        // {aggregate: 1} reads no collection, or all of the database
        const Resource source = request.argument().isNumber() ? Resource{request.database, {}}
                                                              : namedCollection(request);
        wanted.push_back({Action::Find, source});
    }
    addFirstStageNeeds(pipeline, namedCollection(request), request.userText(), wanted);
    addPipelineNeeds(pipeline, request.database, wanted);
}

void needsOfBulkWrite(const Request& request, std::vector<Privilege>& wanted)
{
    const auto statements = request.documents("ops");
    const auto targets = request.documents("nsInfo");
    if (!statements || !targets) {
        return;
    }
    for (const bson::DocumentView statement : *statements) {
        if (statement.empty()) {
            continue;
        }
        const bson::Element kind = *statement.begin();
        const std::int64_t at = kind.value.toInt64();
        if (at < 0 || at >= static_cast<std::int64_t>(targets->size())) {
            continue; // the command refuses it
        }
        const Resource target = parsed((*targets)[static_cast<std::size_t>(at)]["ns"].asString());
        if (kind.key == "insert") {
            wanted.push_back({Action::Insert, target});
        } else if (kind.key == "delete") {
            wanted.push_back({Action::Remove, target});
        } else {
            wanted.push_back({Action::Update, target});
            if (statement["upsert"].toBool()) {
                wanted.push_back({Action::Insert, target});
            }
        }
    }
}

void needsOfCollMod(const Request& request, std::vector<Privilege>& wanted)
{
    wanted.push_back({Action::CollMod, namedCollection(request)});
    addViewNeeds(request, wanted);
}

void needsOfCreate(const Request& request, std::vector<Privilege>& wanted)
{
    wanted.push_back({Action::CreateCollection, namedCollection(request)});
    addViewNeeds(request, wanted);
}

void needsOfCreateUser(const Request& request, std::vector<Privilege>& wanted)
{
    wanted.push_back({Action::CreateUser, {request.database, {}}});
    addRoleNeeds(request, Action::GrantRole, wanted);
}

void needsOfCurrentOp(const Request& request, std::vector<Privilege>& wanted)
{
    // everybody may see the own operations
    if (!request.body["$ownOps"].toBool()) {
        wanted.push_back({Action::Inprog, {}});
    }
}

void needsOfDropDatabase(const Request& request, std::vector<Privilege>& wanted)
{
    wanted.push_back({Action::DropDatabase, {request.database, {}}});
    if (request.database == "admin") {
        wanted.push_back({Action::Remove, {request.database, "system.users"}});
    }
}

void needsOfExplain(const Request& request, std::vector<Privilege>& wanted)
{
    Request inner = request;
    inner.body = request.argument().asDocument();
    const Command* command = inner.body.empty() ? nullptr : findCommand(inner.body.begin()->key);
    // an explain of anything else, itself included, is refused by the command
    if (command == nullptr || needOf(*command).level != Level::Allowed
        || command->name == "explain") {
        return;
    }
    inner.name = std::string(inner.body.begin()->key);
    const std::vector<Privilege> found = privilegesFor(*command, inner);
    wanted.insert(wanted.end(), found.begin(), found.end());
}

void needsOfFindAndModify(const Request& request, std::vector<Privilege>& wanted)
{
    const Resource target = namedCollection(request);
    wanted.push_back({Action::Find, target});
    wanted.push_back({request.body["remove"].toBool() ? Action::Remove : Action::Update, target});
    if (request.body["upsert"].toBool()) {
        wanted.push_back({Action::Insert, target});
    }
}

void needsOfGetMore(const Request& request, std::vector<Privilege>& wanted)
{
    const std::string collection(request.body["collection"].asString());
    // results without a collection, such as those of listCollections
    if (!collection.starts_with("$cmd.")) {
        wanted.push_back({Action::Find, {request.database, collection}});
    }
}

void needsOfGrant(const Request& request, std::vector<Privilege>& wanted)
{
    addRoleNeeds(request, Action::GrantRole, wanted);
}

void needsOfRename(const Request& request, std::vector<Privilege>& wanted)
{
    const Resource source = parsed(request.argument().asString());
    const Resource target = parsed(request.body["to"].asString());
    if (source.database == target.database) {
        wanted.push_back({Action::RenameCollectionSameDb, source});
        wanted.push_back({Action::RenameCollectionSameDb, target});
    } else {
        wanted.push_back({Action::Find, source});
        wanted.push_back({Action::DropCollection, source});
        wanted.push_back({Action::Insert, target});
        wanted.push_back({Action::CreateIndex, target});
    }
    if (request.body["dropTarget"].toBool()) {
        wanted.push_back({Action::DropCollection, target});
    }
}

void needsOfRevoke(const Request& request, std::vector<Privilege>& wanted)
{
    addRoleNeeds(request, Action::RevokeRole, wanted);
}

void needsOfUpdate(const Request& request, std::vector<Privilege>& wanted)
{
    wanted.push_back({Action::Update, namedCollection(request)});
    if (hasUpsert(request)) {
        wanted.push_back({Action::Insert, namedCollection(request)});
    }
}

void needsOfUpdateUser(const Request& request, std::vector<Privilege>& wanted)
{
    const Resource database{request.database, {}};
    if (request.body.contains("customData")) {
        wanted.push_back({Action::ChangeCustomData, database});
    }
    if (request.body.contains("roles")) {
        // the roles of before are taken away
        wanted.push_back({Action::RevokeRole, database});
        addRoleNeeds(request, Action::GrantRole, wanted);
    }
    // also without any field: the command refuses that
    if (request.body.contains("pwd") || request.body.contains("mechanisms") || wanted.empty()) {
        wanted.push_back({Action::ChangePassword, database});
    }
}

} // namespace sandglass::engine::commands
