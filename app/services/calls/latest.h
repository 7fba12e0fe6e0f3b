// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/services/calls/answer.h"

#include <QFuture>
#include <QObject>
#include <QPointer>

#include <utility>

namespace sandglass::services {

/// The newest of several questions: only its answer counts, and only while the context lives. GUI
/// thread.
class Latest
{
public:
    /// Calls `use(answer)` in a later turn of the event loop, unless something newer is asked, the
    /// question is dropped, or `context`, which holds this, goes before that.
    template <typename Answer, typename Use>
    void ask(const QFuture<Answer>& future, QObject* context, Use use)
    {
        drop();
        m_receiver = whenAnswered(future, context,
                                  [this, use = std::move(use)](const Answer& answer) mutable {
                                      m_receiver = nullptr;
                                      use(answer);
                                  });
    }

    /// Nobody wants the answer any more.
    void drop()
    {
        delete m_receiver.data();
        m_receiver = nullptr;
    }

    /// Whether an answer is being waited for.
    bool isWaiting() const { return m_receiver != nullptr; }

private:
    QPointer<QObject> m_receiver;
};

} // namespace sandglass::services
