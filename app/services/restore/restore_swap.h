// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/base/result.h"
#include "app/services/restore/restore_folder.h"
#include "app/ttl/call_limits.h"

#include <QString>

namespace sandglass::services {

/// Copies a point's data to staging(), and makes the point `former` that will get the present data;
/// returns its id. All slow work of a restore is done here, before the engine is stopped: two
/// renames remain for then. Errors: Storage, Cancelled. Blocking; any thread.
Result<QString> stageRestore(const RestoreFolder& folder, const QString& id, RestorePoint former,
                             const ttl::CancelToken& cancel);

/// Writes what is set in the settings of the data folder `folder` to the disk. Errors: Storage,
/// with a sentence. Blocking; any thread.
Result<void> syncSettings(const QString& folder);

/// What is left to do between the stop of the engine and its start: the settings of
/// `settingsFolder`, which hold the pause of expiry, are written, and the data swapped. A window
/// that is killed after the first rename so finds the pause. After an error the data are as before,
/// and what was staged is removed. Errors: Storage. Blocking; any thread.
Result<void> swapPaused(const RestoreFolder& folder, const QString& former,
                        const QString& settingsFolder);

} // namespace sandglass::services
