// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/base/clock.h"

#include <atomic>
#include <cstdint>

namespace sandglass::tests {

/// A clock that stands still until a test moves it. Moves are jumps, and are announced as such. Any
/// thread.
class FakeClock final : public base::Clock
{
public:
    /// Starts at `start`; by default 1 January 2030, 00:00 UTC.
    explicit FakeClock(base::Time start = base::Time(base::Millis(1'893'456'000'000)))
        : m_millis(start.time_since_epoch().count())
    {
    }

    base::Time now() const override { return base::Time(base::Millis(m_millis.load())); }
    base::Millis steady() const override { return base::Millis(m_steady.load()); }

    /// Sets the time of day; no time passes.
    void set(base::Time time)
    {
        m_millis = time.time_since_epoch().count();
        announceJump();
    }
    /// Lets a duration of at least 0 pass.
    void advance(base::Millis by)
    {
        m_steady += by.count();
        m_millis += by.count();
        announceJump();
    }

private:
    std::atomic<std::int64_t> m_millis;
    std::atomic<std::int64_t> m_steady{0};
};

} // namespace sandglass::tests
