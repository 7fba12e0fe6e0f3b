// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace sandglass::presenters {

/// How good or bad something is that is shown.
enum class Tone { Plain, Good, Warning, Bad };

} // namespace sandglass::presenters
