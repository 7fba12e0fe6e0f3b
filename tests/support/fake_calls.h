// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/ttl/types.h"

#include <condition_variable>
#include <map>
#include <mutex>
#include <optional>
#include <set>
#include <string>

namespace sandglass::tests {

/// Counts the calls of a fake by name; holds them or lets them fail when a test says so. Any
/// thread.
class FakeCalls
{
public:
    /// Lets every call of that name fail from now on; an empty error lets it work again.
    void fail(const std::string& call, std::optional<Error> error)
    {
        const std::lock_guard lock(m_mutex);
        if (error) {
            m_failures.insert_or_assign(call, *error);
        } else {
            m_failures.erase(call);
        }
    }
    /// Lets the next call of that name fail, and only that one.
    void failOnce(const std::string& call, const Error& error)
    {
        const std::lock_guard lock(m_mutex);
        m_failuresToCome.insert_or_assign(call, error);
    }
    /// Lets the call of that name fail that comes after `passing` more ones, and only that one.
    void failAfter(const std::string& call, int passing, const Error& error)
    {
        const std::lock_guard lock(m_mutex);
        m_failuresAfter.insert_or_assign(call, std::pair(passing, error));
    }
    /// The next call of that name is executed, but its answer is lost: it ends with this error.
    void loseAnswer(const std::string& call,
                    Error error = base::failure(Errc::Network, "connection reset while reading"))
    {
        const std::lock_guard lock(m_mutex);
        m_lostAnswers.insert_or_assign(call, std::move(error));
    }
    /// Calls of that name wait until release(), or until they are cancelled; their time limit means
    /// nothing to them, as to a driver whose server hangs.
    void hold(const std::string& call)
    {
        const std::lock_guard lock(m_mutex);
        m_held.insert(call);
    }
    void release(const std::string& call)
    {
        const std::lock_guard lock(m_mutex);
        m_held.erase(call);
        m_wake.notify_all();
    }
    /// How often a call was begun.
    int calls(const std::string& name) const
    {
        const std::lock_guard lock(m_mutex);
        const auto found = m_calls.find(name);
        return found == m_calls.end() ? 0 : found->second;
    }
    /// How many calls of any name were begun.
    int allCalls() const
    {
        const std::lock_guard lock(m_mutex);
        int sum = 0;
        for (const auto& [name, count] : m_calls) {
            sum += count;
        }
        return sum;
    }
    /// Calls of that name that are running now, held ones included.
    int running(const std::string& name) const
    {
        const std::lock_guard lock(m_mutex);
        const auto found = m_running.find(name);
        return found == m_running.end() ? 0 : found->second;
    }

protected:
    /// Holds the mutex for the length of a call, waits while the call is held, and says how it is
    /// to fail.
    struct Call
    {
        Call(FakeCalls& server, const std::string& callName, const ttl::CallLimits& limits)
            : underWay(limits)
            , lock(server.m_mutex)
            , owner(server)
            , name(callName)
        {
            ++owner.m_calls[name];
            ++owner.m_running[name];
            // a job of a window needs the key; tests call without a watch and without a key
            const bool refused
                = limits.watch && owner.m_changing.contains(name) && !limits.key.permits();
            owner.m_wake.wait(lock, limits.cancel.token(),
                              [this] { return !owner.m_held.contains(name); });
            if (refused) {
                error = base::failure(Errc::NotPermitted, "The connection is locked.");
            } else if (limits.cancel.cancelled()) {
                error = base::failure(Errc::Cancelled, "cancelled");
            } else if (auto once = owner.m_failuresToCome.extract(name)) {
                error = once.mapped();
            } else if (const auto later = owner.m_failuresAfter.find(name);
                       later != owner.m_failuresAfter.end() && later->second.first-- == 0) {
                error = later->second.second;
                owner.m_failuresAfter.erase(later);
            } else if (const auto found = owner.m_failures.find(name);
                       found != owner.m_failures.end()) {
                error = found->second;
            }
        }
        Call(const Call&) = delete;
        Call& operator=(const Call&) = delete;
        ~Call() { --owner.m_running[name]; }

        /// The answer to a call that was executed, unless it is to be lost.
        template <typename T>
        Result<T> answer(T value)
        {
            if (auto lost = owner.m_lostAnswers.extract(name)) {
                return lost.mapped();
            }
            return value;
        }

        ttl::CallUnderWay underWay;
        std::unique_lock<std::mutex> lock;
        FakeCalls& owner;
        std::string name;
        std::optional<Error> error;
    };

    mutable std::mutex m_mutex;

private:
    const std::set<std::string> m_changing{"createIndex", "changeIndex", "dropIndex", "insert",
                                           "replace",     "setDate",     "remove",    "setMonitor"};
    std::condition_variable_any m_wake;
    std::map<std::string, int> m_calls; // all guarded by m_mutex
    std::map<std::string, int> m_running;
    std::set<std::string> m_held;
    std::map<std::string, Error> m_failures;
    std::map<std::string, Error> m_failuresToCome;
    std::map<std::string, std::pair<int, Error>> m_failuresAfter;
    std::map<std::string, Error> m_lostAnswers;
};

} // namespace sandglass::tests
