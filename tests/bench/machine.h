// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>

namespace sandglass::bench {

/// Processor, cores and system in one line.
std::string machineText();

} // namespace sandglass::bench
