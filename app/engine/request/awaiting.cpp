// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/engine/request/awaiting.h"

#include "app/engine/request/request.h"
#include "app/engine/request/turn.h"

#include <algorithm>

namespace sandglass::engine::request {

namespace {

// Clients may ask for any time; as nanoseconds a long one would overflow. They ask again.
constexpr base::Millis kLongestWait = std::chrono::hours(1);

} // namespace

bool suspendUpTo(const Request& request, base::Millis limit, WakeBy wakeBy)
{
    // legacy messages other than commands have no turn: they cannot be run a second time
    Turn* turn = request.turn;
    const base::Millis most = std::min(limit, kLongestWait);
    if (turn == nullptr || !turn->mayWait || turn->waited >= most) {
        return false;
    }
    turn->wait = most - turn->waited;
    turn->wakeOnChange = wakeBy == WakeBy::Commits;
    return true;
}

bool isFirstRun(const Request& request)
{
    return request.turn == nullptr || !request.turn->again;
}

bool acceptsSeries(const Request& request)
{
    return request.turn != nullptr && request.turn->series.accepted;
}

bool isFurtherReply(const Request& request)
{
    return request.turn != nullptr && request.turn->series.lastReply != 0;
}

void replyAgain(const Request& request, std::int64_t cursor)
{
    if (acceptsSeries(request) && request.turn->mayWait) {
        request.turn->series.goesOn = true;
        request.turn->series.cursor = cursor;
    }
}

} // namespace sandglass::engine::request
