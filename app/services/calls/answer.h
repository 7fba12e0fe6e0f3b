// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QFuture>
#include <QFutureWatcher>
#include <QObject>
#include <QPromise>

#include <cstddef>
#include <memory>
#include <optional>
#include <type_traits>
#include <utility>
#include <vector>

namespace sandglass::services {

// How answers come back from worker threads. QFuture::then(context, …) of Qt 6.4 is not used, for
// two reasons. It runs the continuation at once when the result is already there, so a fast server
// would answer inside the call that asked. And it reads the context from the worker's thread, while
// the context may be destroyed in its own.

namespace detail {

/// The result type of a step: the type of its value, or of the value in the future that it returns.
template <typename T>
struct Unwrapped
{
    using Type = T;
    static constexpr bool kIsFuture = false;
};
/// The same for a step that returns a future.
template <typename T>
struct Unwrapped<QFuture<T>>
{
    using Type = T;
    static constexpr bool kIsFuture = true;
};

} // namespace detail

/// A future that already holds `answer`. whenAnswered() still delivers it in a later turn of the
/// event loop. Any thread.
template <typename Answer>
QFuture<Answer> knownAnswer(Answer answer)
{
    QPromise<Answer> promise;
    promise.start();
    promise.addResult(std::move(answer));
    promise.finish();
    return promise.future();
}

/// Calls `use(answer)` in a later turn of the event loop, never within this call. `use` is not
/// called when `context` is destroyed first, or when the future ends without a result. Returns the
/// receiver, a child of `context`; deleting it drops the answer. GUI thread.
template <typename Answer, typename Use>
QObject* whenAnswered(const QFuture<Answer>& future, QObject* context, Use use)
{
    auto* watcher = new QFutureWatcher<Answer>(context);
    // QFutureWatcher reports through a posted event, even for a future that has already finished
    QObject::connect(watcher, &QFutureWatcherBase::finished, watcher,
                     [watcher, use = std::move(use)]() mutable {
                         watcher->deleteLater();
                         const QFuture<Answer> arrived = watcher->future();
                         // what `use` holds is released now, not when the watcher is deleted
                         Use once = std::move(use);
                         if (arrived.resultCount() > 0) {
                             once(arrived.result());
                         }
                     });
    watcher->setFuture(future);
    return watcher;
}

/// Runs `step(answer)` in a later turn of the event loop and returns a future of its result. `step`
/// returns a value or another future, which is unwrapped. When `context` is destroyed first,
/// nothing runs and the future ends without a result. GUI thread.
template <typename Answer, typename Step>
auto then(const QFuture<Answer>& future, QObject* context, Step step)
{
    using Given = detail::Unwrapped<std::invoke_result_t<Step&, const Answer&>>;
    using Next = typename Given::Type;
    // shared, because `give` is copied below and a QPromise cannot be
    auto promise = std::make_shared<QPromise<Next>>();
    promise->start();
    QFuture<Next> next = promise->future();
    auto give = [promise = std::move(promise)](const Next& value) {
        promise->addResult(value);
        promise->finish();
    };
    whenAnswered(
        future, context,
        [context, give = std::move(give), step = std::move(step)](const Answer& answer) mutable {
            if constexpr (Given::kIsFuture) {
                whenAnswered(step(answer), context, give);
            } else {
                give(step(answer));
            }
        });
    return next;
}

/// All answers in the order of `futures`, once the last one has arrived. For an empty list the
/// future has finished on return. GUI thread.
template <typename Answer>
QFuture<std::vector<Answer>> allAnswered(const std::vector<QFuture<Answer>>& futures,
                                         QObject* context)
{
    // what the receivers share; the one that arrives last completes the promise
    struct Gathering
    {
        QPromise<std::vector<Answer>> promise;
        std::vector<std::optional<Answer>> answers;
        std::size_t missing = 0;

        void finish()
        {
            std::vector<Answer> all;
            for (std::optional<Answer>& answer : answers) {
                all.push_back(std::move(*answer));
            }
            promise.addResult(std::move(all));
            promise.finish();
        }
    };
    const auto gathering = std::make_shared<Gathering>();
    gathering->promise.start();
    gathering->answers.resize(futures.size());
    gathering->missing = futures.size();
    for (std::size_t i = 0; i < futures.size(); ++i) {
        whenAnswered(futures[i], context, [gathering, i](const Answer& answer) {
            gathering->answers[i] = answer;
            if (--gathering->missing == 0) {
                gathering->finish();
            }
        });
    }
    if (futures.empty()) {
        gathering->finish();
    }
    return gathering->promise.future();
}

} // namespace sandglass::services
