// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/mongo/capability_probes.h"

#include "app/bson/builder.h"
#include "app/ttl/privilege.h"

#include <functional>

namespace sandglass::mongo {

namespace {

using bson::Document;
using bson::makeArray;
using bson::makeDocument;
using ttl::Can;
using ttl::Capability;
using ttl::CapabilityFact;
using ttl::KnownFrom;

constexpr const char* kAdminDatabase = "admin";
// A collection that nobody has: the stages are parsed and read nothing.
constexpr const char* kNoCollection = "sandglass.none";

/// The answers to a command as a fact. `judge` reads a reply; unset: any reply means Yes.
struct Probe
{
    Capability capability = Capability::EveryCommand;
    std::string database;
    Document command;
    std::string shown; ///< what the evidence calls the command
    std::function<Can(const Document&)> judge = {};
};

CapabilityFact fact(Can can, std::string evidence, bool refused = false)
{
    const bool known = can != Can::NotKnown || refused;
    return {can, known ? KnownFrom::Probe : KnownFrom::Nothing, std::move(evidence), refused};
}

// Errors that end the call are returned; all others are answers.
Result<CapabilityFact> factOf(const std::string& shown, const Result<Document>& answer,
                              const std::function<Can(const Document&)>& judge)
{
    if (answer) {
        return fact(judge ? judge(*answer) : Can::Yes, shown);
    }
    const Error& error = answer.error();
    if (error.code != Errc::Server && !ttl::isRefusal(error)) {
        return error;
    }
    return fact(ttl::shownBy(error), ttl::evidenceOf(shown, &error), ttl::isRefusal(error));
}

Document pipelineOn(const Document& stage)
{
    return bson::Builder()
        .append("aggregate", kNoCollection)
        .appendArray("pipeline", makeArray(stage))
        .append("cursor", Document())
        .take();
}

std::vector<Probe> probes(const std::string& database)
{
    const Document count = makeDocument("$count", "n");
    Document facet
        = bson::Builder().beginDocument("$facet").appendArray("n", makeArray(count)).end().take();
    return {
        // Source: app/ttl/SEMANTICS.md 3.2
        {Capability::MonitorParameters, kAdminDatabase,
         makeDocument("getParameter", 1, "ttlMonitorEnabled", 1), "getParameter ttlMonitorEnabled",
         [](const Document& reply) {
             return reply.contains("ttlMonitorEnabled") ? Can::Yes : Can::No;
         }},
        // Source: app/ttl/SEMANTICS.md 3.5
        {Capability::TtlCounters, kAdminDatabase,
         makeDocument("serverStatus", 1, "repl", 0, "locks", 0, "wiredTiger", 0, "tcmalloc", 0,
                      "transactions", 0),
         "serverStatus metrics.ttl",
         [](const Document& reply) {
             return reply["metrics"].asDocument()["ttl"].asDocument().contains("passes") ? Can::Yes
                                                                                         : Can::No;
         }},
        {Capability::Facet, database, pipelineOn(facet), "aggregate $facet", {}},
        {Capability::Sample,
         database,
         pipelineOn(makeDocument("$sample", makeDocument("size", 1))),
         "aggregate $sample",
         {}},
    };
}

// The commands that the server knows, from its own list. A server without collMod can neither
// convert nor hide an index.
Result<void> readCommands(Conversation& conversation, ttl::CapabilityTable& table)
{
    const std::string shown = "listCommands";
    const auto answer
        = conversation.run(kAdminDatabase, makeDocument("listCommands", 1), Access::Read);
    std::string missing;
    const auto listed = factOf(shown, answer, [&missing](const Document& reply) {
        const bson::DocumentView known = reply["commands"].asDocument();
        if (known.empty()) {
            return Can::NotKnown;
        }
        for (const std::string_view command : ttl::usedCommands()) {
            if (!known.contains(command)) {
                missing += missing.empty() ? "" : ", ";
                missing += command;
            }
        }
        return missing.empty() ? Can::Yes : Can::No;
    });
    TRY(listed);
    CapabilityFact every = *listed;
    if (!answer && every.can == Can::No) {
        every.can = Can::NotKnown; // it only cannot list them
    }
    every.evidence += missing.empty() ? "" : ": – " + missing;
    if (answer && every.can != Can::NotKnown
        && !(*answer)["commands"].asDocument().contains("collMod")) {
        for (const Capability needsIt : {Capability::ConvertIndex, Capability::HideIndex}) {
            table.set(needsIt, fact(Can::No, shown + ": – collMod"));
        }
    }
    table.set(Capability::EveryCommand, std::move(every));
    return {};
}

} // namespace

Result<ttl::CapabilityTable> probeCapabilities(Conversation& conversation)
{
    conversation.hideFromObserver();
    ttl::CapabilityTable table;
    TRY(readCommands(conversation, table));
    const std::string& typed = conversation.connection().database();
    for (const Probe& probe : probes(typed.empty() ? "test" : typed)) {
        const auto answer
            = factOf(probe.shown, conversation.run(probe.database, probe.command, Access::Read),
                     probe.judge);
        TRY(answer);
        table.set(probe.capability, *answer);
    }
    return table;
}

} // namespace sandglass::mongo
