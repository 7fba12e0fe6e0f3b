// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/mongo/capability_observer.h"

#include "app/protocol/server_code.h"
#include "app/ttl/privilege.h"

#include <algorithm>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

namespace sandglass::mongo {

namespace {

using protocol::ServerCode;
using ttl::Can;
using ttl::Capability;

constexpr std::string_view kMonitorEnabled = "ttlMonitorEnabled";

constexpr std::pair<Capability, std::string_view> kStages[]{
    {Capability::Facet, "$facet"},
    {Capability::Sample, "$sample"},
};

bool isUnknownCommand(const Error& error)
{
    constexpr int kNotImplemented = 238; // servers that imitate MongoDB use it
    return error.code == Errc::Server
        && (error.serverCode == static_cast<int>(ServerCode::CommandNotFound)
            || error.serverCode == kNotImplemented);
}

// The capability that a command about the TTL monitor needs; nullopt for any other command.
std::optional<Capability> monitorNeed(const bson::Document& command, std::string_view name)
{
    if (name == "serverStatus") {
        return Capability::TtlCounters;
    }
    if (!command.contains(kMonitorEnabled)) {
        return std::nullopt;
    }
    if (name == "getParameter") {
        return Capability::MonitorParameters;
    }
    return name == "setParameter" ? std::optional(Capability::MonitorSwitch) : std::nullopt;
}

std::string evidenceFor(Capability capability, std::string_view name, const Error* error)
{
    std::string shown(name);
    shown += capability == Capability::TtlCounters ? " metrics.ttl" : " ttlMonitorEnabled";
    return ttl::evidenceOf(shown, error);
}

// What a successful reply shows.
Can shownByReply(Capability capability, const bson::Document& reply)
{
    bool has = true;
    if (capability == Capability::TtlCounters) {
        has = reply["metrics"].asDocument()["ttl"].asDocument().contains("passes");
    } else if (capability == Capability::MonitorParameters) {
        has = reply.contains(kMonitorEnabled);
    }
    return has ? Can::Yes : Can::No;
}

} // namespace

void CapabilityObserver::set(Capability capability, Can can, std::string evidence, bool refused)
{
    if (can == Can::NotKnown && !refused) {
        return;
    }
    const std::lock_guard lock(m_mutex);
    m_facts.set(capability, {can, ttl::KnownFrom::Use, std::move(evidence), refused});
}

void CapabilityObserver::noteUnknownCommand(std::string_view name, const Error& error)
{
    const std::vector<std::string_view>& used = ttl::usedCommands();
    if (std::ranges::find(used, name) == used.end()) {
        return;
    }
    const std::string evidence = ttl::evidenceOf(name, &error);
    set(Capability::EveryCommand, Can::No, evidence);
    if (name == "collMod") {
        set(Capability::ConvertIndex, Can::No, evidence);
        set(Capability::HideIndex, Can::No, evidence);
    }
}

void CapabilityObserver::note(const bson::Document& command, const Result<bson::Document>& answer)
{
    if (command.empty()) {
        return;
    }
    const std::string name((*command.view().begin()).key);
    if (name == "aggregate") {
        notePipeline(bson::Document(command["pipeline"].asDocument()),
                     answer ? nullptr : &answer.error());
    }
    if (!answer && isUnknownCommand(answer.error())) {
        noteUnknownCommand(name, answer.error());
    }
    const std::optional<Capability> need = monitorNeed(command, name);
    if (!need) {
        return;
    }
    const Error* error = answer ? nullptr : &answer.error();
    set(*need, answer ? shownByReply(*need, *answer) : ttl::shownBy(*error),
        evidenceFor(*need, name, error), error && ttl::isRefusal(*error));
}

void CapabilityObserver::notePipeline(const bson::Document& stages, const Error* error)
{
    for (const bson::Element& stage : stages.view()) {
        for (const auto& [capability, name] : kStages) {
            if (!stage.value.asDocument().contains(name)) {
                continue;
            }
            // servers name the stage that they do not have; other errors may go away
            const bool refuses = error && error->message.find(name) != std::string::npos
                && ttl::shownBy(*error) == Can::No;
            if (!error || refuses) {
                set(capability, error ? Can::No : Can::Yes,
                    ttl::evidenceOf("aggregate " + std::string(name), error));
            }
        }
    }
}

ttl::CapabilityTable CapabilityObserver::facts() const
{
    const std::lock_guard lock(m_mutex);
    return m_facts;
}

} // namespace sandglass::mongo
