// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/base/result.h"

#include <QString>

namespace sandglass::services {
struct RestoreCause;
}

namespace sandglass::presenters {

/// Why no restore point could be made, in one or two sentences; with the server's words.
QString restoreProblem(const Error& error);
/// Why a rehearsal could not be prepared.
QString rehearsalProblem(const Error& error);
/// What a restore point was made before: "before a change of shop.sessions".
QString causeWords(const services::RestoreCause& cause);

} // namespace sandglass::presenters
