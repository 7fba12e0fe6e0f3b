// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/base/error.h"
#include "app/bson/view.h"
#include "app/mongo/driver/driver_types.h"

#include <optional>
#include <string>

namespace sandglass::mongo {

/// The error that a reply reports: {ok: 0, code, codeName, errmsg}, the first of writeErrors, or a
/// writeConcernError; nullopt for a reply without one. Errc::Server with the server's code;
/// Errc::Timeout for MaxTimeMSExpired and ExceededTimeLimit; Errc::NotPermitted for
/// AuthenticationFailed and Unauthorized. Pure; any thread.
std::optional<base::Error> replyError(bson::DocumentView reply);

/// The error that the driver reports after a failure. `reply`: the server's reply, empty without
/// one; its error goes first. Pure; any thread.
base::Error driverError(const DriverError& error, bson::DocumentView reply);

} // namespace sandglass::mongo
