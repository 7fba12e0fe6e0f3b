// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/protocol/connection_text.h"

#include <QString>

namespace sandglass::presenters {

/// What is wrong with a connection string and what to do, one or two sentences; empty when nothing
/// is. Never repeats a part of the string.
QString faultWords(const protocol::ConnectionReading& reading);

} // namespace sandglass::presenters
