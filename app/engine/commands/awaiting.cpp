// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/engine/commands/awaiting.h"

#include "app/engine/commands/request.h"
#include "app/engine/commands/turn.h"

namespace sandglass::engine::commands {

bool restUntil(const Request& request, base::Millis limit, WakeBy wakeBy)
{
    Turn* turn = request.turn;
    if (turn == nullptr || !turn->mayWait || turn->waited >= limit) {
        return false;
    }
    turn->wait = limit - turn->waited;
    turn->wakeOnChange = wakeBy == WakeBy::Commits;
    return true;
}

bool isFirstRun(const Request& request)
{
    return request.turn == nullptr || !request.turn->again;
}

} // namespace sandglass::engine::commands
