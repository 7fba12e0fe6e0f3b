// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/mongo/command_guard.h"

#include <algorithm>
#include <array>
#include <string_view>

namespace sandglass::mongo {

namespace {

constexpr int kDeepest = 200; // deeper pipelines are not read and count as changing

// The commands that change neither data nor settings. In the order of the alphabet.
constexpr std::array<std::string_view, 40> kReading{
    "aggregate",
    "balancerStatus",
    "buildInfo",
    "buildinfo",
    "collStats",
    "connectionStatus",
    "count",
    "currentOp",
    "dataSize",
    "dbStats",
    "distinct",
    "explain",
    "features",
    "find",
    "getCmdLineOpts",
    "getDefaultRWConcern",
    "getDiagnosticData",
    "getLog",
    "getMore",
    "getParameter",
    "getShardMap",
    "hello",
    "hostInfo",
    "isMaster",
    "isdbgrid",
    "ismaster",
    "killCursors",
    "listCollections",
    "listCommands",
    "listDatabases",
    "listIndexes",
    "listShards",
    "ping",
    "replSetGetConfig",
    "replSetGetStatus",
    "rolesInfo",
    "serverStatus",
    "top",
    "usersInfo",
    "whatsmyuri",
};

bool valueOnlyReads(bson::ValueView value, int depth);

// A stage of a pipeline, or anything within one: neither may have $out or $merge as a field.
bool fieldsOnlyRead(bson::DocumentView fields, int depth)
{
    return depth < kDeepest
        && std::all_of(fields.begin(), fields.end(), [depth](const bson::Element& field) {
               return field.key != "$out" && field.key != "$merge"
                   && valueOnlyReads(field.value, depth + 1);
           });
}

bool valueOnlyReads(bson::ValueView value, int depth)
{
    const bool nested = value.type() == bson::Type::Document || value.type() == bson::Type::Array;
    return !nested || fieldsOnlyRead(value.asDocument(), depth);
}

} // namespace

bool pipelineOnlyReads(bson::DocumentView stages)
{
    return fieldsOnlyRead(stages, 0);
}

bool isIndexBuild(bson::DocumentView command)
{
    return !command.empty() && (*command.begin()).key == "createIndexes";
}

bool onlyReads(bson::DocumentView command)
{
    if (command.empty()) {
        return true; // no command at all
    }
    const bson::Element first = *command.begin();
    if (std::ranges::find(kReading, first.key) == kReading.end()) {
        return false;
    }
    if (first.key == "explain") {
        return first.value.type() == bson::Type::Document && onlyReads(first.value.asDocument());
    }
    return first.key != "aggregate" || pipelineOnlyReads(command["pipeline"].asDocument());
}

bool mayRepeat(bson::DocumentView command)
{
    return onlyReads(command) && (command.empty() || (*command.begin()).key != "getMore");
}

} // namespace sandglass::mongo
