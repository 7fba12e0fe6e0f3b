// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/protocol/connection_text.h"

#include <QString>

namespace sandglass::presenters {

/// Returns what is wrong with a connection string and what to do, in one or two sentences; empty
/// without a fault. Never quotes the string, since any part of it may be a password. GUI thread.
QString faultWords(const protocol::ConnectionReading& reading);

} // namespace sandglass::presenters
