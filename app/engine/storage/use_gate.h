// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/base/clock.h"

#include <condition_variable>
#include <functional>
#include <mutex>
#include <utility>

namespace sandglass::engine::storage {

/// Keeps all users out of a store while its files are closed and opened again. One pass covers a
/// whole command or a whole TTL pass, so reads cost nothing more. Any thread.
class UseGate
{
public:
    /// How long a user waits for a gate that is closed.
    static constexpr base::Millis kPatience{5000};
    /// How long users that were asked to leave may take at most. Less than kPatience, so that those
    /// who wait outside still get in.
    static constexpr base::Millis kHurriedPatience{2000};

    /// The right to use the store, until it is destroyed. Empty: the gate stayed closed.
    class Pass
    {
    public:
        Pass() = default;
        explicit Pass(UseGate& gate)
            : m_gate(&gate)
        {
        }
        Pass(const Pass&) = delete;
        Pass& operator=(const Pass&) = delete;
        Pass(Pass&& other) noexcept
            : m_gate(std::exchange(other.m_gate, nullptr))
        {
        }
        Pass& operator=(Pass&& other) noexcept
        {
            std::swap(m_gate, other.m_gate);
            return *this;
        }
        ~Pass()
        {
            if (m_gate != nullptr) {
                m_gate->leave();
            }
        }
        /// Whether the store may be used.
        explicit operator bool() const { return m_gate != nullptr; }

    private:
        UseGate* m_gate = nullptr;
    };

    /// Waits while the gate is closed, up to `patience`. A thread that has a pass must not ask for
    /// another.
    Pass enter(base::Millis patience = kPatience)
    {
        std::unique_lock lock(m_mutex);
        if (!m_changed.wait_for(lock, patience, [this] { return !m_closed; })) {
            return {};
        }
        ++m_inside;
        return Pass(*this);
    }
    /// Closes the gate and waits until nobody is inside. After `patience` it calls `hurry`, unless
    /// that is empty, to ask those inside to leave, and waits for kHurriedPatience more. If
    /// somebody is still inside then, it opens the gate again and returns false. Only one thread
    /// closes and opens.
    bool close(base::Millis patience, const std::function<void()>& hurry = {})
    {
        std::unique_lock lock(m_mutex);
        m_closed = true;
        const auto isEmpty = [this] { return m_inside == 0; };
        bool empty = m_changed.wait_for(lock, patience, isEmpty);
        if (!empty && hurry) {
            lock.unlock(); // they take it to leave
            hurry();
            lock.lock();
            empty = m_changed.wait_for(lock, kHurriedPatience, isEmpty);
        }
        if (!empty) {
            m_closed = false;
            m_changed.notify_all();
        }
        return m_closed;
    }
    /// Lets users in again.
    void open()
    {
        {
            const std::lock_guard lock(m_mutex);
            m_closed = false;
        }
        m_changed.notify_all();
    }

private:
    void leave()
    {
        bool last = false;
        {
            const std::lock_guard lock(m_mutex);
            last = --m_inside == 0 && m_closed;
        }
        if (last) {
            m_changed.notify_all();
        }
    }

    std::mutex m_mutex;
    std::condition_variable m_changed;
    bool m_closed = false; // guarded by m_mutex
    int m_inside = 0; // guarded by m_mutex
};

} // namespace sandglass::engine::storage
