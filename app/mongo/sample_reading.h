// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/base/result.h"
#include "app/mongo/conversation.h"
#include "app/ttl/forecast.h"
#include "app/ttl/ttl_server.h"

#include <atomic>
#include <cstdint>
#include <optional>

namespace sandglass::mongo {

/// The stages that a server lacks and that are therefore not sent to it: those that it has refused,
/// and those that MongoTtlServer::useCapabilities() has named. Any thread.
struct RefusedStages
{
    std::atomic<bool> facet{false};
    std::atomic<bool> sample{false};
    std::atomic<bool> keyRange{false}; ///< not a stage: the limits min and max of find
};

/// An estimate of a collection of `documents` from a random sample, improved by what the index
/// tells exactly: the number of overdue documents, the oldest date, and the newest one. At most
/// three commands, which the server ends after 730 ms together unless even a tenth of the sample
/// takes that long; that is drawn in at most 20 s then. nullopt: the server cannot sample. Errors:
/// those of Conversation; Timeout (MaxTimeMSExpired) after the 20 s. Any thread.
Result<std::optional<ttl::ExpiryHistogram>> readSample(Conversation& conversation,
                                                       const ttl::HistogramRequest& request,
                                                       std::int64_t documents,
                                                       RefusedStages& refused);

/// Notes in `refused` that the server has no $sample, if that is what the error says.
void noteRefusal(const Error& error, RefusedStages& refused);

} // namespace sandglass::mongo
