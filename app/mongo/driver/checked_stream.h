// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/mongo/driver/reply_faults.h"

// The driver's own name of its type, so that its headers are not needed here.
struct _mongoc_stream_t; // NOLINT(bugprone-reserved-identifier)

namespace sandglass::mongo {

/// A connection of the driver.
using DriverStream = ::_mongoc_stream_t;

/// A connection over which the driver gets nothing but whole, checked and decompressed replies. The
/// first that ReplyCheck refuses ends it: reading then fails with EPROTO. Takes `base` over, which
/// may be a connection with TLS. `faults` must outlive it. Used by one thread at a time.
DriverStream* checkedStream(DriverStream* base, ReplyFaults& faults);

} // namespace sandglass::mongo
