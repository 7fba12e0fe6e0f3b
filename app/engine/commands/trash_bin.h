// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/engine/trash/put_back.h"

namespace sandglass::engine::commands {

/// What the commands use of the trash. Any thread.
class TrashBin
{
public:
    virtual ~TrashBin() = default;

    /// Puts documents back into their collections. Errors: those of the order, Storage.
    virtual Result<trash::PutBackResult> putBack(const trash::PutBackOrder& order) = 0;
};

} // namespace sandglass::engine::commands
