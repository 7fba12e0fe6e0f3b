// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/base/result.h"
#include "app/protocol/namespace.h"
#include "app/ttl/forecast.h"
#include "app/ttl/requests.h"

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <utility>

namespace sandglass::services {

/// Remembers what it cost to count the documents of each rule, and derives from that what the next
/// count may read. GUI thread.
class CountCosts
{
public:
    /// Up to how many documents a field of a collection is counted exactly; above, it is sampled.
    /// At least 10 000, which is always cheap; more if counting that many is known to take no more
    /// than half a second. With a sample as the only experience, counting is tried once if it
    /// cannot take longer than two seconds.
    std::int64_t countableExactly(const protocol::Namespace& ns, const std::string& field) const;
    /// The limits for a sample: it grows while it is quick and shrinks when it is slow.
    ttl::SampleLimits sampleLimits(const protocol::Namespace& ns, const std::string& field) const;
    /// The latest date that was seen; unset: none has been seen yet.
    std::optional<bson::Date> newestDate(const protocol::Namespace& ns,
                                         const std::string& field) const;

    /// Learns from the answer to a request for a whole collection.
    void note(const ttl::HistogramRequest& request, const Result<ttl::ExpiryHistogram>& answer);
    /// Forgets everything: another server may be slower.
    void clear() { m_known.clear(); }

private:
    /// What is known about one field of a collection.
    struct Experience
    {
        std::optional<double> exactMillis; ///< per document, of the last exact count
        std::optional<double> sampledMillis; ///< per document drawn, of the last sample
        ttl::SampleLimits limits{.documents = 2'500};
        std::optional<bson::Date> newest;
    };

    /// Learns from a sample.
    static void noteSample(const ttl::ExpiryHistogram& sample, Experience& known);
    /// What is known, or the default.
    Experience experience(const protocol::Namespace& ns, const std::string& field) const;

    std::map<std::pair<protocol::Namespace, std::string>, Experience> m_known;
};

} // namespace sandglass::services
