// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/engine/plan/data_access.h"

namespace sandglass::engine::catalog {
struct WriteGate;
}

namespace sandglass::engine::streams {
class RetryableSessions;
}

namespace sandglass::engine::writes {

/// The parts of the engine that a write uses. They outlive the write.
struct WriteAccess : plan::DataAccess
{
    catalog::WriteGate& gate; ///< the write locks that administrators have set
    streams::RetryableSessions& sessions; ///< sessions with retryable writes
};

} // namespace sandglass::engine::writes
