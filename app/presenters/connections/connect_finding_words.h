// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/presenters/words/failure_text.h"

#include <optional>

namespace sandglass::services {
struct ConnectFinding;
struct LinkState;
} // namespace sandglass::services

namespace sandglass::presenters {

/// Sentence and advice for the cause of a failed connection; both empty for
/// ConnectTrouble::None. GUI thread.
FailureText findingWords(const services::ConnectFinding& finding);

/// Why the last attempt to connect failed: its cause if that was found, otherwise what the error
/// alone says. Unset without an error. GUI thread.
std::optional<FailureText> linkFailure(const services::LinkState& link);

} // namespace sandglass::presenters
