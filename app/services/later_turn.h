// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QCoroFuture>
#include <QCoroTask>
#include <QCoroTimer>
#include <QFuture>

#include <chrono>

namespace sandglass::services {

/// What `answer` holds, never within the call that asked for it: awaiting a future that is finished
/// already goes on at once, so that a quick server would answer one receiver of a signal before the
/// next receiver has heard of it. GUI thread.
template <typename Answer>
QCoro::Task<Answer> inLaterTurn(QFuture<Answer> answer)
{
    QCoro::Task<> turn = QCoro::sleepFor(std::chrono::milliseconds(0));
    co_await turn;
    co_return co_await answer;
}

} // namespace sandglass::services
