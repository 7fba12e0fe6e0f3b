// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/bench/subject.h"

#include <QString>
#include <QStringList>

#include <memory>
#include <string>

namespace sandglass::bench {

/// Redis's server program; empty when there is none.
QString redisProgram();

/// A Redis server of its own on a unix socket, in memory only: a key for each document, those that
/// are due with one moment of expiry. The pass lasts from when active expiry is let loose on them
/// until they are gone. The keys that are not due have no expiry, in Redis's favour: it finds what
/// is due by sampling those that have one. `settings`: further arguments of the server. Errors:
/// Internal, Network.
Result<std::unique_ptr<Subject>> startRedis(const std::string& folder, const QStringList& settings);

} // namespace sandglass::bench
