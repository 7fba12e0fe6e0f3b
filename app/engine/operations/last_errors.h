// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/bson/value.h"

#include <cstdint>
#include <map>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>

namespace sandglass::engine::operations {

/// The outcome of an operation, as getLastError and getPrevError report it.
struct LastOutcome
{
    std::int64_t count = 0; ///< n: documents matched by an update, or removed; 0 for inserts
    int code = 0; ///< the error's code; 0: no error
    std::string message; ///< of the error
    std::optional<bool> updatedExisting; ///< set only after an update
    bson::Value upsertedId; ///< Missing without an upsert
    std::int64_t operationsSince = 1; ///< nPrev of getPrevError: 1 is the operation itself
};

/// Reads the outcome of an operation from its reply: {n, upserted?, writeErrors?} of the write
/// commands, {value, lastErrorObject} of findAndModify, an error reply of any command. A good
/// outcome for other replies. Pure; any thread.
LastOutcome outcomeOf(std::string_view command, bson::DocumentView reply);

/// The last outcome of each connection. Any thread.
class LastErrors
{
public:
    /// Stores the outcome of a connection's operation and replaces the previous one.
    void record(std::uint64_t connectionId, LastOutcome outcome);
    /// The outcome of the connection's last operation; a good one when there was none.
    LastOutcome last(std::uint64_t connectionId) const;
    /// The newest error since reset(); nullopt without one.
    std::optional<LastOutcome> lastFailure(std::uint64_t connectionId) const;
    /// Removes the outcomes of a connection: for resetError, and when the connection closes.
    void reset(std::uint64_t connectionId);

private:
    struct Memory
    {
        LastOutcome last;
        std::optional<LastOutcome>
            failure; ///< the newest error, which good outcomes leave in place
    };

    mutable std::mutex m_mutex;
    std::map<std::uint64_t, Memory> m_memories; // guarded by m_mutex
};

} // namespace sandglass::engine::operations
