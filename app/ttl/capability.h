// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/base/result.h"

#include <array>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace sandglass::ttl {

struct ServerInfo;

/// The features that only some servers have and that the window uses.
enum class Capability {
    ConvertIndex, ///< collMod turns an ordinary index into a TTL index
    HideIndex, ///< collMod hides an index and makes it visible again
    CreateHidden, ///< createIndexes accepts hidden: true
    TimeSeriesTtl, ///< a partial TTL index on a time series
    CappedTtl, ///< a TTL index on a capped collection
    TsOnly, ///< a TTL index is possible on the field _ts only
    DocumentTtl, ///< a document's own field ttl sets its expiry
    MonitorParameters, ///< getParameter reports whether the TTL monitor is on
    MonitorSwitch, ///< setParameter switches the TTL monitor on and off
    TtlCounters, ///< serverStatus has the counters of the TTL monitor
    Facet, ///< the stage $facet
    Sample, ///< the stage $sample
    EveryCommand, ///< the server knows every command that the window uses
};

/// How many capabilities there are; a table with one row for each has this size.
inline constexpr std::size_t kCapabilityCount
    = static_cast<std::size_t>(Capability::EveryCommand) + 1;

/// The answer to whether a server has a capability.
enum class Can { NotKnown, Yes, No };

/// Where an answer comes from; each overrules those before it.
enum class KnownFrom {
    Nothing, ///< there is no answer
    Documentation, ///< of the product and its version
    Probe, ///< a command that changes nothing, sent after connecting
    Use, ///< a command of the user, which worked or was refused
    User, ///< set by hand
};

/// One answer.
struct CapabilityFact
{
    Can can = Can::NotKnown;
    KnownFrom from = KnownFrom::Nothing;
    std::string evidence = {}; ///< the command and its answer, as servers spell them: "collMod: 72
                               ///< InvalidOptions"; may be empty
    bool refused = false; ///< the user lacks the privilege to find out

    bool operator==(const CapabilityFact&) const = default;
};

/// The answers about one server, one for each capability. A value.
class CapabilityTable
{
public:
    /// The answer about one capability; NotKnown until it was set.
    const CapabilityFact& of(Capability capability) const
    {
        return m_facts[static_cast<std::size_t>(capability)];
    }
    /// Sets an answer.
    void set(Capability capability, CapabilityFact fact)
    {
        m_facts[static_cast<std::size_t>(capability)] = std::move(fact);
    }
    /// Whether no answer has been set.
    bool empty() const { return *this == CapabilityTable(); }

    bool operator==(const CapabilityTable&) const = default;

private:
    std::array<CapabilityFact, kCapabilityCount> m_facts;
};

/// The name of a capability in settings and logs: "convert-index".
std::string_view name(Capability capability);

/// What the documentation of the server's product and version says; NotKnown where it says
/// nothing, and for an unknown version. Pure; any thread.
CapabilityFact documented(const ServerInfo& server, Capability capability);

/// The commands that the window sends, for Capability::EveryCommand. In the order of the alphabet.
const std::vector<std::string_view>& usedCommands();

/// What the error of a valid command shows about the capability that the command needs: No, or
/// NotKnown for an error that any server can have, such as a missing privilege, a lost connection
/// or a missing collection. Pure; any thread.
Can shownBy(const Error& error);

/// The evidence of an answer: the command, and the code of the error if there is one.
std::string evidenceOf(std::string_view command, const Error* error);

} // namespace sandglass::ttl
