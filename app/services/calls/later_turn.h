// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QFuture>
#include <QFutureWatcher>

#include <coroutine>
#include <utility>

namespace sandglass::services {

/// Awaits an answer and never gives it within the call that asked for it. Awaiting the future
/// itself goes on at once when that is finished already, so that a quick server would answer one
/// receiver of a signal before the next receiver has heard of it. Name it, then co_await it; GUI
/// thread.
template <typename Answer>
class LaterTurn
{
public:
    explicit LaterTurn(QFuture<Answer> answer)
        : m_answer(std::move(answer))
    {
    }

    /// False: also what is there already comes later.
    bool await_ready() const noexcept { return false; } // NOLINT: the language names it
    /// Resumes `waiting` from the event loop; the watcher's word comes as a posted event always.
    void await_suspend(std::coroutine_handle<> waiting) // NOLINT: the language names it
    {
        auto* watcher = new QFutureWatcher<Answer>();
        QObject::connect(watcher, &QFutureWatcherBase::finished, watcher, [watcher, waiting] {
            watcher->deleteLater();
            waiting.resume();
        });
        watcher->setFuture(m_answer);
    }
    /// The answer, in the turn that resumed.
    Answer await_resume() const { return m_answer.result(); } // NOLINT: the language names it

private:
    QFuture<Answer> m_answer;
};

} // namespace sandglass::services
