// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <condition_variable>
#include <deque>
#include <functional>
#include <mutex>
#include <stop_token>
#include <string>
#include <thread>
#include <utility>

namespace sandglass::engine::catalog {

/// Runs pieces of work one after the other in its own thread, which starts with the first piece.
/// Any thread.
class BackgroundWorker
{
public:
    BackgroundWorker() = default;
    BackgroundWorker(const BackgroundWorker&) = delete;
    BackgroundWorker& operator=(const BackgroundWorker&) = delete;
    ~BackgroundWorker() { stop(); }

    /// Adds a piece of work, unless one with that name is already waiting.
    void post(std::string name, std::function<void()> work);
    /// Blocks until no work is left.
    void settle();
    /// Blocks until the current piece has ended. Waiting pieces, and later ones, are never run.
    void stop();

private:
    /// The body of the thread.
    void run(const std::stop_token& stop);

    std::mutex m_mutex;
    std::condition_variable_any m_changed;
    std::deque<std::pair<std::string, std::function<void()>>> m_waiting; // guarded by m_mutex
    bool m_working = false; // guarded by m_mutex
    bool m_stopped = false; // guarded by m_mutex
    std::jthread m_thread; ///< last, so that it ends before anything it uses
};

} // namespace sandglass::engine::catalog
