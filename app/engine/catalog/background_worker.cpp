// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/engine/catalog/background_worker.h"

#include <algorithm>

namespace sandglass::engine::catalog {

void BackgroundWorker::stop()
{
    {
        const std::lock_guard lock(m_mutex);
        m_stopped = true;
        // work that has not begun is dropped; work that runs is waited for
        m_waiting.clear();
    }
    m_thread.request_stop();
    if (m_thread.joinable()) {
        m_thread.join();
    }
}

void BackgroundWorker::post(std::string name, std::function<void()> work)
{
    {
        const std::lock_guard lock(m_mutex);
        // one waiting job of a name is enough: it will see the latest state
        const bool known = std::any_of(m_waiting.begin(), m_waiting.end(),
                                       [&name](const auto& each) { return each.first == name; });
        if (known || m_stopped) {
            return;
        }
        m_waiting.emplace_back(std::move(name), std::move(work));
        // the thread starts with the first job, so short-lived engines never have one
        if (!m_thread.joinable()) {
            m_thread = std::jthread([this](const std::stop_token& stop) { run(stop); });
        }
    }
    m_changed.notify_all();
}

void BackgroundWorker::settle()
{
    std::unique_lock lock(m_mutex);
    m_changed.wait(lock, [this] { return m_waiting.empty() && !m_working; });
}

void BackgroundWorker::run(const std::stop_token& stop)
{
    std::unique_lock lock(m_mutex);
    while (m_changed.wait(lock, stop, [this] { return !m_waiting.empty(); })
           && !stop.stop_requested()) {
        const std::function<void()> work = std::move(m_waiting.front().second);
        m_waiting.pop_front();
        m_working = true;
        lock.unlock();
        work();
        lock.lock();
        m_working = false;
        m_changed.notify_all();
    }
}

} // namespace sandglass::engine::catalog
