// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/presenters/words/failure_text.h"

#include <optional>

namespace sandglass::services {
class EngineProcess;
}

namespace sandglass::presenters {

/// Why the local engine does not run, in words; unset unless it has failed. If its program is
/// missing, the details are the places where it was looked for, one per line. GUI thread.
std::optional<FailureText> engineFailure(const services::EngineProcess& engine);

/// That the program of the local engine is missing, in one sentence. GUI thread.
QString engineMissingText();

} // namespace sandglass::presenters
