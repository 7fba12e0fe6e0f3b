// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/base/result.h"
#include "app/bson/value.h"

#include <atomic>
#include <cstdint>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>

namespace sandglass::engine::operations {

/// A command that a fail point may strike.
struct StruckCommand
{
    std::string_view name; ///< of the command table
    std::string_view alias; ///< as the client wrote it
    std::string ns; ///< "db.collection"
    std::string appName; ///< of the client; empty: not known
};

/// The fail point failCommand, with which tests of drivers have commands fail. Off until a client
/// sets it with configureFailPoint, which works only under enableTestCommands. Any thread. Source:
/// MongoDB specifications, Transactions, Server Fail Point.
class FailPoints
{
public:
    /// Sets the fail point from the command configureFailPoint. Returns how many commands it has
    /// struck so far. Errors (server): FailPointSetFailed for another name, IllegalOperation
    /// without a mode, BadValue for an unknown one, TypeMismatch.
    Result<std::int64_t> set(bson::DocumentView command);

    /// Whether strike() may return something: the fail point is on. Costs nothing.
    bool isOn() const { return m_on.load(std::memory_order_relaxed); }
    /// The `data` of the fail point if it strikes the command, otherwise nullopt. Counts the
    /// strikes of {times: n} and {skip: n}.
    std::optional<bson::Document> strike(const StruckCommand& command);

private:
    /// For how many commands the fail point is on.
    struct Mode
    {
        std::int64_t skips = 0; ///< that pass first
        std::optional<std::int64_t> times; ///< that are struck then; unset: all
    };

    static Result<std::optional<Mode>> parseMode(bson::ValueView mode);

    std::atomic<bool> m_on{false}; ///< m_mode is set
    std::mutex m_mutex;
    std::optional<Mode> m_mode; // guarded by m_mutex; unset: off
    bson::Document m_data; // guarded by m_mutex
    std::int64_t m_struck = 0; // guarded by m_mutex
};

} // namespace sandglass::engine::operations
