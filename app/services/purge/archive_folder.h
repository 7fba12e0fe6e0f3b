// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/base/result.h"

#include <QFuture>
#include <QString>

namespace sandglass::services {

/// Whether an archive can be written to a folder, which is created if it is missing. Changes
/// nothing. Errors: InvalidInput if something on the path is not a folder, or the path is not
/// absolute; NotPermitted if nothing can be created there; Storage if the disk is full. The message
/// is the path of what is wrong, as text. The work runs on a worker thread, because a folder on the
/// network may not answer. Any thread.
QFuture<Result<void>> checkArchiveFolder(const QString& folder);

} // namespace sandglass::services
