// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/base/result.h"

#include <QString>

namespace sandglass::services {
struct RestoreCause;
}

namespace sandglass::presenters {

/// Why no restore point could be made, in sentences that end with the error's message. GUI thread,
/// like all functions here.
QString restoreProblem(const Error& error);
/// Why a rehearsal could not be prepared, likewise.
QString rehearsalProblem(const Error& error);
/// Why a restore point was made: "before a change of shop.sessions".
QString causeWords(const services::RestoreCause& cause);

} // namespace sandglass::presenters
