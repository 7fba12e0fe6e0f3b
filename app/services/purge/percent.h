// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>

namespace sandglass::services {

/// The whole percent that `part` is of `whole`, from 0 to 100; -1 when `whole` is not known, which
/// is 0 or less. Right for all numbers: a count of a server, or of a file, may be so large that its
/// hundredfold overflows. Pure; any thread.
int percent(std::int64_t part, std::int64_t whole);

} // namespace sandglass::services
