// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <atomic>
#include <mutex>
#include <thread>

namespace sandglass::engine::catalog {

/// The engine's only writer lock. A mutex that stops a thread which writes in a loop (an index
/// build, a purge pass) from taking the lock again before waiting threads. For std::unique_lock;
/// any thread.
class WriterLock
{
public:
    /// Waits for the lock. Lets waiting threads go first if this thread had it last.
    void lock()
    {
        if (m_lastOwner.load(std::memory_order_relaxed) == std::this_thread::get_id()) {
            letOthersGo();
        }
        m_waiting.fetch_add(1, std::memory_order_relaxed);
        m_mutex.lock();
        m_waiting.fetch_sub(1, std::memory_order_relaxed);
        m_turn.fetch_add(1, std::memory_order_relaxed);
        m_lastOwner.store(std::this_thread::get_id(), std::memory_order_relaxed);
    }

    /// Releases the lock.
    void unlock() { m_mutex.unlock(); }

private:
    // A waiting thread was woken when the lock was released and only needs a processor. It may also
    // have gone away, hence the limit.
    /// Yields until a waiting thread has taken the lock.
    void letOthersGo() const
    {
        constexpr int kMostYields = 1000;
        const unsigned turn = m_turn.load(std::memory_order_relaxed);
        for (int i = 0; i < kMostYields && m_waiting.load(std::memory_order_relaxed) > 0
             && m_turn.load(std::memory_order_relaxed) == turn;
             ++i) {
            std::this_thread::yield();
        }
    }

    std::mutex m_mutex;
    std::atomic<int> m_waiting{0};
    std::atomic<unsigned> m_turn{0};
    std::atomic<std::thread::id> m_lastOwner{};
};

} // namespace sandglass::engine::catalog
