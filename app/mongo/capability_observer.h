// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/base/result.h"
#include "app/bson/value.h"
#include "app/ttl/capability.h"

#include <mutex>

namespace sandglass::mongo {

/// Learns from the answers to ordinary commands what a server can do, without sending anything: the
/// stages $facet and $sample, the parameters and counters of the TTL monitor, and commands that it
/// does not know. Any thread.
class CapabilityObserver
{
public:
    /// Takes the answer to a command. What any server can answer, such as a timeout, is ignored.
    void note(const bson::Document& command, const Result<bson::Document>& answer);
    /// Takes the answer to a pipeline. `error`: null for a success.
    void notePipeline(const bson::Document& stages, const Error* error);
    /// What was seen last about each capability; NotKnown if nothing was.
    ttl::CapabilityTable facts() const;

private:
    /// Sets the facts of a command that the server does not know.
    void noteUnknownCommand(std::string_view name, const Error& error);
    /// Sets one fact.
    void set(ttl::Capability capability, ttl::Can can, std::string evidence, bool refused = false);

    mutable std::mutex m_mutex;
    ttl::CapabilityTable m_facts; // guarded by m_mutex
};

} // namespace sandglass::mongo
