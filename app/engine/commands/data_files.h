// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/base/result.h"
#include "app/protocol/server_code.h"

#include <string>

namespace sandglass::engine::storage {
class UseGate;
}

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
    /// The error of a write while all are refused.
    virtual base::Error writeRefusal() const
    {
        return protocol::commandError(
            protocol::ServerCode::OutOfDiskSpace,
            "This server has stopped writing after a failed write to its files; see its log. "
            "It still answers reads. Repair the disk, then restart it.");
    }
    /// The gate that gives the right to use the store during a command; null: the store is never
    /// closed.
    virtual storage::UseGate* uses() { return nullptr; }
};

} // namespace sandglass::engine::commands
