// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/base/result.h"

#include <QFuture>
#include <QtConcurrentRun>

#include <exception>
#include <type_traits>
#include <utility>

namespace sandglass::services {

/// Runs `work() -> Result<T>` on a thread of Qt's global pool: for files and other blocking work
/// that needs no server. The end of the program waits for it. `work` is moved to the thread and
/// must not touch GUI objects. Errors: those of `work`; Internal for an exception. Any thread.
template <typename Work>
auto onWorker(Work work)
{
    using Answer = std::invoke_result_t<Work&>;
    return QtConcurrent::run([work = std::move(work)]() mutable -> Answer {
        try {
            return work();
            // exceptions stop here; QFuture would throw them again in the GUI thread
        } catch (const std::exception& broken) {
            return base::failure(Errc::Internal, broken.what());
        }
    });
}

} // namespace sandglass::services
