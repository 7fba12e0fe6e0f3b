// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/engine/commands/awaiting.h"

#include "app/engine/commands/command.h"

namespace sandglass::engine::commands {

bool restUntil(const Request& request, base::Millis limit, WakeBy wakeBy)
{
    Awaiting* awaiting = request.awaiting;
    if (awaiting == nullptr || !awaiting->mayWait || awaiting->waited >= limit) {
        return false;
    }
    awaiting->wait = limit - awaiting->waited;
    awaiting->wakeOnChange = wakeBy == WakeBy::Commits;
    return true;
}

bool isFirstRun(const Request& request)
{
    return request.awaiting == nullptr || !request.awaiting->again;
}

} // namespace sandglass::engine::commands
