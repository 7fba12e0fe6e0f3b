// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/ttl/types.h"

#include <QString>

#include <string>

namespace sandglass::services {
struct LinkState;
}

namespace sandglass::presenters {

/// What a connection is called: "Local engine", or the host of the remote server.
QString connectionName(const services::LinkState& link);
/// A tag as shown: the known ones (production, staging, test, development) in the user's language,
/// others as they were typed.
QString tagWords(const QString& tag);
/// "MongoDB 7.0.5 · Standalone".
QString serverWords(const ttl::ServerInfo& server);
/// Whether a database belongs to the server itself: admin, config, local.
bool isSystemDatabase(const std::string& name);

} // namespace sandglass::presenters
