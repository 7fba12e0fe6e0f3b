// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/base/result.h"
#include "tests/bench/figures.h"
#include "tests/bench/subject.h"

#include <chrono>

namespace sandglass::bench {

/// Wall time since it was made.
class Timer
{
public:
    double seconds() const
    {
        return std::chrono::duration<double>(std::chrono::steady_clock::now() - m_begin).count();
    }

private:
    std::chrono::steady_clock::time_point m_begin = std::chrono::steady_clock::now();
};

/// Runs the workload through a fresh store: insert, settle, pass, give back the space. Making the
/// documents is not counted. Errors: those of the store; Internal when it deleted another number
/// than is due.
Result<Figures> measurePass(Subject& subject, const Workload& workload);

} // namespace sandglass::bench
