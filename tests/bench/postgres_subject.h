// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/bench/subject.h"

#include <QString>

#include <memory>
#include <string>

namespace sandglass::bench {

/// The folder with PostgreSQL's server program, the newest one; empty when there is none.
QString postgresPrograms();

/// A PostgreSQL server of its own on a unix socket: one table with the same columns and three
/// indexes, loaded by COPY; DELETE in batches of 1000 rows from a remembered date on, then VACUUM.
/// A commit does not wait for the disk, the log is synced every 100 ms; all else is as it comes,
/// 128 MB of buffers as the engine has of cache. As root it runs as the user "postgres". Errors:
/// Internal, Storage.
Result<std::unique_ptr<Subject>> startPostgres(const std::string& folder);

} // namespace sandglass::bench
