// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/services/calls/answer.h"

#include <QFuture>
#include <QObject>
#include <QPointer>

#include <utility>

namespace sandglass::services {

/// The newest of several questions. Only its answer is delivered, and only while the context lives.
/// GUI thread.
class Latest
{
public:
    /// Calls `use(answer)` in a later turn of the event loop. `use` is not called when a newer
    /// question is asked, the question is dropped, or `context` is destroyed first. This object
    /// must live as long as `context`, usually as its member.
    template <typename Answer, typename Use>
    void ask(const QFuture<Answer>& future, QObject* context, Use use)
    {
        drop();
        m_receiver = whenAnswered(future, context,
                                  [this, use = std::move(use)](const Answer& answer) mutable {
                                      // before `use`, which may ask the next question
                                      m_receiver = nullptr;
                                      use(answer);
                                  });
    }

    /// Drops the question: its answer is not delivered.
    void drop()
    {
        delete m_receiver.data();
        m_receiver = nullptr;
    }

    /// Whether an answer is still expected.
    bool isWaiting() const { return m_receiver != nullptr; }

private:
    QPointer<QObject> m_receiver; // null: no question is open
};

} // namespace sandglass::services
