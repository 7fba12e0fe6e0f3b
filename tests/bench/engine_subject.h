// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/bench/subject.h"

#include <memory>

namespace sandglass::bench {

/// The engine as a child process on a unix socket, on a temporary folder, with a collection that
/// has a TTL index and one on the random text. Writes come over the bare wire, everything else
/// through the program's own client. Errors: Internal when it does not start.
Result<std::unique_ptr<Subject>> startEngine();

} // namespace sandglass::bench
