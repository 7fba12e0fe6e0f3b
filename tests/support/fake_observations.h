// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/ttl/ttl_server.h"

#include <mutex>
#include <utility>

namespace sandglass::tests {

/// The part of a fake server that reports what its answers have shown, and keeps what it was sent.
/// Any thread.
class FakeObservations : public ttl::TtlServer
{
public:
    /// Sets a fact that observed() returns.
    void setObserved(ttl::Capability capability, ttl::CapabilityFact fact)
    {
        const std::lock_guard lock(m_factsMutex);
        m_observed.set(capability, std::move(fact));
    }
    /// The argument of the last useCapabilities().
    ttl::CapabilityTable used() const
    {
        const std::lock_guard lock(m_factsMutex);
        return m_used;
    }

    void useCapabilities(const ttl::CapabilityTable& answers) override
    {
        const std::lock_guard lock(m_factsMutex);
        m_used = answers;
    }
    ttl::CapabilityTable observed() const override
    {
        const std::lock_guard lock(m_factsMutex);
        return m_observed;
    }

private:
    mutable std::mutex m_factsMutex; // guards all below
    ttl::CapabilityTable m_observed;
    ttl::CapabilityTable m_used;
};

} // namespace sandglass::tests
