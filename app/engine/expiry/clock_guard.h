// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/base/clock.h"
#include "app/base/log.h"

#include <functional>
#include <mutex>
#include <optional>
#include <string>

namespace sandglass::engine::expiry {

/// A moment on two clocks: the time of day, and the time since the system was started.
struct ClockMark
{
    base::Time wall;
    base::Millis sinceBoot{0}; ///< with the time that the computer slept
    std::string bootId; ///< the same until the system is started anew; empty: not known
};

/// How the time of day was set.
struct ClockStep
{
    base::Millis by{0}; ///< positive: forward
    base::Time noticed; ///< the time of day when it was noticed
    /// After another start of the system: the time of day is before the last run or the newest
    /// write. While it only goes on, it stays as far behind; setting it forward ends the step.
    bool isLeast = false;
};

/// The log's number of what the guard notices.
inline constexpr int kClockLogId = 9100104;

/// Warns in the log that the time of day was set or cannot be right, that deletion is paused, and
/// until when.
void logClockStep(base::Log& log, const ClockStep& step);

/// Notices that the time of day was set, by a person, by a time service, or by a computer that
/// starts with a wrong clock: a step forward makes documents due long before their time. It
/// compares the time of day with the time since the system was started. A difference of more than
/// kLargestStep counts as a step. It is over when it was confirmed, or when both clocks have agreed
/// again for kAgreeing.
///
/// After another start of the system nobody knows how long the computer was off, so that no time of
/// day is too late. But one from before the last run, or from before the newest write, is wrong:
/// that counts as a step back. When the time of day is set to a later one, the clocks agree. Any
/// thread.
class ClockGuard
{
public:
    /// Returns the time since the system was started; nobody can set it.
    using SinceBoot = std::function<base::Millis()>;

    /// The largest difference that is not a step. Time services correct smaller ones.
    static constexpr base::Millis kLargestStep{60'000};
    /// How long both clocks must agree after a step.
    static constexpr base::Millis kAgreeing{600'000};

    /// `clock` must outlive it. `bootId`: of this start of the system; empty: not known.
    ClockGuard(const base::Clock& clock, SinceBoot sinceBoot, std::string bootId);

    /// Takes the mark of an earlier run of this engine. During one start of the system both clocks
    /// have moved together since then. After another start only a time of day before the mark shows
    /// a step.
    void resume(const ClockMark& earlier);
    /// Something was written at `written`, by the time of day of then. After another start of the
    /// system a time of day before it shows a step. Call it after resume().
    void notBefore(base::Time written);
    /// Compares the clocks. Returns a step that was not noticed before.
    std::optional<ClockStep> check();
    /// The step that is not over; nullopt: the time of day is believed.
    std::optional<ClockStep> step() const;
    /// The time of day is right, whatever it was before.
    void confirm();
    /// The engine's own clock was moved on purpose, for a test or a rehearsal.
    void follow();
    /// Now, for resume() of a later run.
    ClockMark mark() const;

private:
    /// How far the time of day is ahead of what a moment expects. Call with m_mutex locked.
    base::Millis aheadOf(const ClockMark& moment) const;
    /// The same of m_agreed; never more than 0 if that is only the least. Call with m_mutex locked.
    base::Millis ahead() const;
    /// Both clocks agree now. Call with m_mutex locked.
    void agree();
    /// The time of day is at least that. Call with m_mutex locked.
    void raise(base::Time least);
    /// This moment.
    ClockMark here() const;

    const base::Clock& m_clock;
    SinceBoot m_sinceBoot;
    std::string m_bootId;
    mutable std::mutex m_mutex;
    ClockMark m_agreed; // guarded by m_mutex: when both clocks agreed last
    bool m_isLeast = false; // guarded by m_mutex: how much time passed before m_agreed is not known
    bool m_sameStart = false; // guarded by m_mutex: m_agreed was taken from an earlier run
    std::optional<ClockStep> m_step; // guarded by m_mutex
    std::optional<ClockMark> m_agreeing; // guarded by m_mutex: since when they agree after a step
};

} // namespace sandglass::engine::expiry
