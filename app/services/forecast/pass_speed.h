// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/ttl/types.h"

#include <chrono>
#include <cstdint>
#include <deque>
#include <optional>

namespace sandglass::services {

/// How fast a server deletes while it deletes: the documents of its passes by the time inside them.
/// The deletions over a minute tell how much became due, and not how fast it goes. Only a server
/// that reports when its passes began and ended can be measured. One thread.
class PassSpeed
{
public:
    /// Takes the counters of a reading, in the order of the readings.
    void note(const ttl::TtlMetrics& metrics);
    /// Forgets everything.
    void clear();

    /// Documents deleted per second of a pass; unset: no pass with enough deletions was seen.
    std::optional<double> perSecond() const;

private:
    /// A pass that has deleted something.
    struct Pass
    {
        std::int64_t documents = 0;
        std::chrono::milliseconds took{0};
    };
    /// The counters between two passes.
    struct Between
    {
        std::int64_t passes = 0;
        std::int64_t deleted = 0;
    };

    std::optional<Between> m_between; // of the last reading while no pass ran
    std::deque<Pass> m_seen; // the newest last
};

} // namespace sandglass::services
