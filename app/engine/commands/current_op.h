// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/bson/view.h"

namespace sandglass::engine::commands {

/// Whether the command currentOp takes little time: it has no condition of the client's except
/// fields that equal a plain value. An expression or a pattern could run for ever. Any thread.
bool listsOperationsQuickly(bson::DocumentView currentOp);

} // namespace sandglass::engine::commands
