// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/base/result.h"
#include "tests/bench/run.h"

class QCoreApplication;

namespace sandglass::bench {

/// Reads the command line; --help prints and ends the program. Sets SANDGLASS_ENGINE when --engine
/// is given. Errors: InvalidInput with a sentence for the terminal.
Result<Options> parseOptions(const QCoreApplication& program);

} // namespace sandglass::bench
