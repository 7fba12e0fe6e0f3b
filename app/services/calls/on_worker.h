// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/base/result.h"

#include <QFuture>
#include <QtConcurrentRun>

#include <exception>
#include <type_traits>
#include <utility>

namespace sandglass::services {

/// Runs `work() -> Result<T>` on a thread of the program's pool, for files and other things that
/// wait; the end of the program waits for it. `work` is moved to the thread and touches nothing of
/// the GUI. An exception becomes an Internal error. Any thread.
template <typename Work>
auto onWorker(Work work)
{
    using Answer = std::invoke_result_t<Work&>;
    return QtConcurrent::run([work = std::move(work)]() mutable -> Answer {
        try {
            return work();
        } catch (const std::exception& broken) {
            return base::failure(Errc::Internal, broken.what());
        }
    });
}

} // namespace sandglass::services
