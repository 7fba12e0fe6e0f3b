// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/base/result.h"
#include "app/ttl/ttl_server.h"

#include <QFuture>
#include <QPromise>
#include <QThreadPool>

#include <cstdint>
#include <exception>
#include <map>
#include <memory>
#include <mutex>
#include <type_traits>
#include <utility>

namespace sandglass::services {

/// The threads of one connection. Calls wait their turn in the order they came. GUI thread owns it;
/// destroying it asks the running calls to stop and never waits for them.
class WorkerPool
{
public:
    /// `threads`: how many calls may run at once, at least 1.
    explicit WorkerPool(std::shared_ptr<ttl::TtlServer> server, int threads = 4);
    WorkerPool(const WorkerPool&) = delete;
    WorkerPool& operator=(const WorkerPool&) = delete;
    ~WorkerPool();

    /// Runs `call(server, limits)` on a worker thread; the future always gets exactly one answer, a
    /// Result. `call` is copied to the thread and touches nothing of the GUI.
    template <typename Call>
    auto run(Call call, ttl::CallLimits limits)
    {
        using Answer = std::invoke_result_t<Call&, ttl::TtlServer&, const ttl::CallLimits&>;
        auto promise = std::make_shared<QPromise<Answer>>();
        promise->start();
        QFuture<Answer> future = promise->future();
        const std::uint64_t ticket = m_active->add(limits.cancel);
        m_threads->start([promise, ticket, active = m_active, server = m_server,
                          limits = std::move(limits), call = std::move(call)]() mutable {
            promise->addResult(guarded<Answer>(call, *server, limits));
            active->remove(ticket);
            promise->finish();
        });
        return future;
    }

private:
    /// The cancel flags of the calls under way.
    class ActiveCalls
    {
    public:
        std::uint64_t add(const ttl::CancelToken& token);
        void remove(std::uint64_t ticket);
        void cancelAll();

    private:
        std::mutex m_mutex;
        std::map<std::uint64_t, ttl::CancelToken> m_tokens; // guarded by m_mutex
        std::uint64_t m_next = 1; // guarded by m_mutex
    };

    template <typename Answer, typename Call>
    static Answer guarded(Call& call, ttl::TtlServer& server, const ttl::CallLimits& limits)
    {
        if (limits.cancel.cancelled()) {
            return base::failure(Errc::Cancelled, "The call was cancelled before it began.");
        }
        try {
            return call(server, limits);
        } catch (const std::exception& broken) {
            return base::failure(Errc::Internal, broken.what());
        }
    }

    std::shared_ptr<ttl::TtlServer> m_server;
    std::shared_ptr<ActiveCalls> m_active;
    std::unique_ptr<QThreadPool> m_threads;
};

/// Lets the threads of a pool end in their own time: keeps it until its last call is done. GUI
/// thread.
void retire(std::unique_ptr<QThreadPool> threads);

} // namespace sandglass::services
