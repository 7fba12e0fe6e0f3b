// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/ttl/capability.h"

#include "app/protocol/code_trait.h"
#include "app/ttl/privilege.h"
#include "app/ttl/types.h"

namespace sandglass::ttl {

namespace {

/// The first version of MongoDB that has a capability; nullopt: none has it.
struct Since
{
    Capability capability;
    std::string_view name;
    std::optional<std::pair<int, int>> mongoDb;
};

// One row for each capability, in the order of the enum.
constexpr std::array<Since, kCapabilityCount> kSince{{
    // Source: app/ttl/SEMANTICS.md 2.1
    {Capability::ConvertIndex, "convert-index", std::pair(5, 1)},
    // Source: MongoDB manual, Hidden Indexes
    {Capability::HideIndex, "hide-index", std::pair(4, 4)},
    // Source: MongoDB manual, Hidden Indexes
    {Capability::CreateHidden, "create-hidden", std::pair(4, 4)},
    // Source: app/ttl/SEMANTICS.md 4
    {Capability::TimeSeriesTtl, "time-series-ttl", std::pair(6, 3)},
    // Source: app/ttl/SEMANTICS.md 1.2
    {Capability::CappedTtl, "capped-ttl", std::pair(7, 1)},
    // Source: app/ttl/SEMANTICS.md 5.1
    {Capability::TsOnly, "ts-only", {}},
    // Source: app/ttl/SEMANTICS.md 5.1
    {Capability::DocumentTtl, "document-ttl", {}},
    // Source: app/ttl/SEMANTICS.md 3.2
    {Capability::MonitorParameters, "monitor-parameters", std::pair(2, 4)},
    // Source: app/ttl/SEMANTICS.md 3.2
    {Capability::MonitorSwitch, "monitor-switch", std::pair(2, 4)},
    // Source: app/ttl/SEMANTICS.md 3.5
    {Capability::TtlCounters, "ttl-counters", std::pair(2, 4)},
    // Source: MongoDB manual, $facet
    {Capability::Facet, "facet", std::pair(3, 4)},
    // Source: MongoDB manual, $sample
    {Capability::Sample, "sample", std::pair(3, 2)},
    // Source: MongoDB manual, Database Commands
    {Capability::EveryCommand, "every-command", std::pair(4, 0)},
}};

const Since& rowOf(Capability capability)
{
    return kSince[static_cast<std::size_t>(capability)];
}

Can mongoDbCan(const ServerInfo& server, Capability capability)
{
    const auto& since = rowOf(capability).mongoDb;
    if (!since) {
        return Can::No;
    }
    // a restricted service may refuse commands of any version
    if (server.versionNumbers.empty() || server.hosting == Hosting::Atlas) {
        return Can::NotKnown;
    }
    return server.atLeast(since->first, since->second) ? Can::Yes : Can::No;
}

// Source: app/ttl/SEMANTICS.md 5.1.
Can cosmosCan(Capability capability)
{
    switch (capability) {
    case Capability::TsOnly:
    case Capability::DocumentTtl:
        return Can::Yes;
    case Capability::ConvertIndex:
    case Capability::HideIndex:
    case Capability::CreateHidden:
    case Capability::TimeSeriesTtl:
    case Capability::CappedTtl:
        return Can::No;
    default:
        return Can::NotKnown;
    }
}

// Our own engine can do the same whatever version it names.
Can engineCan(Capability capability)
{
    const bool ofCosmos = capability == Capability::TsOnly || capability == Capability::DocumentTtl;
    return ofCosmos ? Can::No : Can::Yes;
}

} // namespace

std::string_view name(Capability capability)
{
    return rowOf(capability).name;
}

CapabilityFact documented(const ServerInfo& server, Capability capability)
{
    Can can = Can::NotKnown;
    switch (server.product) {
    case Product::Sandglass:
        can = engineCan(capability);
        break;
    case Product::MongoDb:
        can = mongoDbCan(server, capability);
        break;
    case Product::CosmosDb:
        can = cosmosCan(capability);
        break;
    // their versions differ, so a probe or the first use decides
    case Product::DocumentDb:
    case Product::FerretDb:
    case Product::AmazonDocumentDb:
        break;
    }
    return can == Can::NotKnown ? CapabilityFact() : CapabilityFact{can, KnownFrom::Documentation};
}

const std::vector<std::string_view>& usedCommands()
{
    static const std::vector<std::string_view> commands{
        "aggregate",     "buildInfo",    "collMod",      "count",
        "createIndexes", "delete",       "dropIndexes",  "find",
        "getMore",       "getParameter", "insert",       "listCollections",
        "listDatabases", "listIndexes",  "serverStatus", "update",
    };
    return commands;
}

Can shownBy(const Error& error)
{
    const bool answered = error.serverCode != 0 && error.code == Errc::Server;
    const bool circumstantial
        = protocol::hasTrait(error.serverCode, protocol::CodeTrait::Circumstantial);
    return answered && !isRefusal(error) && !circumstantial ? Can::No : Can::NotKnown;
}

std::string evidenceOf(std::string_view command, const Error* error)
{
    std::string text(command);
    if (error && error->serverCode != 0) {
        text += ": " + std::to_string(error->serverCode) + ' ' + error->serverCodeName;
    }
    return text;
}

} // namespace sandglass::ttl
