// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/base/result.h"

#include <string>

namespace sandglass::engine::commands {

/// The files of the store as a whole. Commands change data through the catalog only. Any thread.
class DataFiles
{
public:
    virtual ~DataFiles() = default;

    /// Waits until all previous writes are on disk. Errors: Storage.
    virtual Result<void> sync() = 0;
    /// Copies all data at one moment to a folder that does not exist yet. Errors: as
    /// catalog::Catalog::checkpoint().
    virtual Result<void> checkpoint(const std::string& folder) = 0;
    /// Whether the store refuses all writes: after a failed one, and on a standby.
    virtual bool writesRefused() const = 0;
};

} // namespace sandglass::engine::commands
