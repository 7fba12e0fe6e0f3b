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

/// Does work that nobody waits for, one piece after the other, in a thread of its own that begins
/// with the first piece. Any thread.
class BackgroundWorker
{
public:
    BackgroundWorker() = default;
    BackgroundWorker(const BackgroundWorker&) = delete;
    BackgroundWorker& operator=(const BackgroundWorker&) = delete;
    ~BackgroundWorker() { stop(); }

    /// Adds a piece of work, unless one of that name is waiting already.
    void post(std::string name, std::function<void()> work);
    /// Waits until nothing is left to do.
    void settle();
    /// Waits for the piece under way; the others are left undone, and later ones too.
    void stop();

private:
    void run(const std::stop_token& stop);

    std::mutex m_mutex;
    std::condition_variable_any m_changed;
    std::deque<std::pair<std::string, std::function<void()>>> m_waiting; // guarded by m_mutex
    bool m_working = false; // guarded by m_mutex
    bool m_stopped = false; // guarded by m_mutex
    std::jthread m_thread; ///< last, so that it ends before anything it uses
};

} // namespace sandglass::engine::catalog
