// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/engine/commands/pipeline_needs.h"

#include <algorithm>
#include <array>
#include <optional>

namespace sandglass::engine::commands {

using access::Action;
using access::Privilege;
using access::Resource;

namespace {

/// The only field of a stage; nullopt for what is no stage.
std::optional<bson::Element> operatorOf(bson::ValueView stage)
{
    if (stage.type() != bson::Type::Document || stage.asDocument().empty()) {
        return std::nullopt;
    }
    return *stage.asDocument().begin();
}

std::optional<bson::Element> firstStage(bson::ValueView pipeline)
{
    if (pipeline.type() != bson::Type::Array || pipeline.asDocument().empty()) {
        return std::nullopt;
    }
    return operatorOf(pipeline.asDocument().begin()->value);
}

/// A collection that a stage names: "coll" of the same database, or {db, coll}.
Resource target(bson::ValueView named, const std::string& database)
{
    if (named.type() != bson::Type::Document) {
        return {database, std::string(named.asString())};
    }
    const bson::DocumentView parts = named.asDocument();
    const bool elsewhere = parts["db"].type() == bson::Type::String;
    return {elsewhere ? std::string(parts["db"].asString()) : database,
            std::string(parts["coll"].asString())};
}

/// $lookup, $graphLookup, $unionWith.
void addJoinNeeds(const bson::Element& stage, const std::string& database,
                  std::vector<Privilege>& wanted)
{
    const bool plain = stage.value.type() == bson::Type::String;
    const bson::DocumentView fields = stage.value.asDocument();
    const bson::ValueView from
        = plain ? stage.value : fields[stage.key == "$unionWith" ? "coll" : "from"];
    // a stage with $documents reads no collection
    if (!from.isMissing()) {
        wanted.push_back({Action::Find, target(from, database)});
    }
    addPipelineNeeds(fields["pipeline"], database, wanted);
}

/// $out replaces a collection; $merge adds to it and changes it.
void addOutputNeeds(const bson::Element& stage, const std::string& database,
                    std::vector<Privilege>& wanted)
{
    if (stage.key == "$out") {
        const Resource into = target(stage.value, database);
        wanted.push_back({Action::Insert, into});
        wanted.push_back({Action::Remove, into});
        return;
    }
    const bool plain = stage.value.type() == bson::Type::String;
    const Resource into = target(plain ? stage.value : stage.value.asDocument()["into"], database);
    wanted.push_back({Action::Insert, into});
    wanted.push_back({Action::Update, into});
    addPipelineNeeds(stage.value.asDocument()["whenMatched"], database, wanted);
}

/// Whether $listSessions or $listLocalSessions lists more than the caller's own sessions.
bool listsSessionsOfOthers(bson::ValueView specification, const std::string& caller)
{
    const bson::DocumentView options = specification.asDocument();
    const bson::DocumentView users = options["users"].asDocument();
    return options["allUsers"].toBool()
        || std::any_of(users.begin(), users.end(), [&caller](const bson::Element& each) {
               const bson::DocumentView user = each.value.asDocument();
               return std::string(user["user"].asString()) + '@'
                   + std::string(user["db"].asString())
                   != caller;
           });
}

} // namespace

bool readsServer(bson::ValueView pipeline)
{
    constexpr std::array<std::string_view, 6> kWithoutCollection{
        "$currentOp",    "$documents",   "$listLocalSessions",
        "$listSessions", "$listCatalog", "$queryStats"};
    const auto first = firstStage(pipeline);
    return first && std::ranges::find(kWithoutCollection, first->key) != kWithoutCollection.end();
}

bool readsStatistics(bson::ValueView pipeline)
{
    const auto first = firstStage(pipeline);
    return first && (first->key == "$collStats" || first->key == "$indexStats");
}

void addFirstStageNeeds(bson::ValueView pipeline, const Resource& source, const std::string& caller,
                        std::vector<Privilege>& wanted)
{
    const auto first = firstStage(pipeline);
    if (!first) {
        return;
    }
    const Resource server;
    if (first->key == "$currentOp") {
        // everybody may see the own operations
        if (first->value.asDocument()["allUsers"].toBool()) {
            wanted.push_back({Action::Inprog, server});
        }
    } else if (first->key == "$queryStats") {
        wanted.push_back({Action::Inprog, server});
    } else if (first->key == "$listSessions" || first->key == "$listLocalSessions") {
        // everybody may list the own ones
        if (listsSessionsOfOthers(first->value, caller)) {
            wanted.push_back({Action::ListSessions, server});
        }
    } else if (first->key == "$listCatalog") {
        wanted.push_back({Action::ListDatabases, server});
    } else if (first->key == "$collStats") {
        wanted.push_back({Action::CollStats, source});
    } else if (first->key == "$indexStats") {
        wanted.push_back({Action::IndexStats, source});
    } else if (first->key == "$changeStream") {
        wanted.push_back({Action::ChangeStream, source});
        if (first->value.asDocument()["allChangesForCluster"].toBool()) {
            wanted.push_back({Action::ChangeStream, {access::kEveryDatabase, {}}});
        }
    }
}

void addPipelineNeeds(bson::ValueView pipeline, const std::string& database,
                      std::vector<Privilege>& wanted)
{
    if (pipeline.type() != bson::Type::Array) {
        return;
    }
    for (const bson::Element& element : pipeline.asDocument()) {
        const auto stage = operatorOf(element.value);
        if (!stage) {
            continue;
        }
        if (stage->key == "$lookup" || stage->key == "$graphLookup" || stage->key == "$unionWith") {
            addJoinNeeds(*stage, database, wanted);
        } else if (stage->key == "$out" || stage->key == "$merge") {
            addOutputNeeds(*stage, database, wanted);
        } else if (stage->key == "$facet") {
            for (const bson::Element& facet : stage->value.asDocument()) {
                addPipelineNeeds(facet.value, database, wanted);
            }
        }
    }
}

} // namespace sandglass::engine::commands
