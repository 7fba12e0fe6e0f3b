// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/base/result.h"

#include <QFuture>
#include <QPromise>
#include <QThreadPool>

#include <exception>
#include <memory>
#include <type_traits>
#include <utility>

namespace sandglass::services {

/// Runs `work() -> Result<T>` on a thread of the program's pool, for files and other things that
/// wait. `work` is moved to the thread and touches nothing of the GUI. An exception becomes an
/// Internal error. Any thread.
template <typename Work>
auto onWorker(Work work)
{
    using Answer = std::invoke_result_t<Work&>;
    auto promise = std::make_shared<QPromise<Answer>>();
    promise->start();
    QFuture<Answer> future = promise->future();
    QThreadPool::globalInstance()->start([promise, work = std::move(work)]() mutable {
        try {
            promise->addResult(work());
        } catch (const std::exception& broken) {
            promise->addResult(Answer(base::failure(Errc::Internal, broken.what())));
        }
        promise->finish();
    });
    return future;
}

} // namespace sandglass::services
