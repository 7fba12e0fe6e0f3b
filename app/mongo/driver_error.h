// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/base/error.h"
#include "app/bson/view.h"
#include "app/mongo/driver_types.h"

#include <optional>
#include <string>

namespace sandglass::mongo {

/// The error that a reply reports: {ok: 0, code, codeName, errmsg}, the first of writeErrors, or a
/// writeConcernError. Errc::Server with the server's code; Errc::Timeout for a passed time limit
/// (50, 262); Errc::NotPermitted for refused credentials (18). nullopt for a reply that reports
/// none. Pure; any thread.
std::optional<base::Error> replyError(bson::DocumentView reply);

/// What the driver reports after a failure; `reply` is the server's answer, if there was one.
base::Error driverError(const DriverError& error, bson::DocumentView reply);

} // namespace sandglass::mongo
