// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace sandglass::platform {

/// Opens a unix socket that does not block and that child processes do not inherit. Returns its
/// descriptor; below 0 with errno after a failure. Linux and macOS each have their own.
int openLocalSocket();

} // namespace sandglass::platform
