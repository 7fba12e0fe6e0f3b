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

// How answers come back from worker threads. QFuture::then(context, …) of Qt 6.4 is not used: it
// goes on at once when the answer is there already, so that a quick server would answer within the
// call that asked; and it reads the context from the worker's thread while that may be destroyed.

namespace detail {

/// What a step gives: its value, or the value that its future brings.
template <typename T>
struct Unwrapped
{
    using Type = T;
    static constexpr bool kIsFuture = false;
};
/// A step that gives a future.
template <typename T>
struct Unwrapped<QFuture<T>>
{
    using Type = T;
    static constexpr bool kIsFuture = true;
};

} // namespace detail

/// An answer that is known already. It still arrives in a later turn of the event loop.
template <typename Answer>
QFuture<Answer> knownAnswer(Answer answer)
{
    QPromise<Answer> promise;
    promise.start();
    promise.addResult(std::move(answer));
    promise.finish();
    return promise.future();
}

/// Calls `use(answer)` in a later turn of the event loop, never within this call. Not when
/// `context` goes before, nor when nobody is left who could answer. Returns the receiver, a child
/// of `context`: destroying it drops the answer. GUI thread.
template <typename Answer, typename Use>
QObject* whenAnswered(const QFuture<Answer>& future, QObject* context, Use use)
{
    auto* watcher = new QFutureWatcher<Answer>(context);
    // the watcher's word comes as a posted event always
    QObject::connect(watcher, &QFutureWatcherBase::finished, watcher,
                     [watcher, use = std::move(use)]() mutable {
                         watcher->deleteLater();
                         const QFuture<Answer> arrived = watcher->future();
                         // what it holds goes now, not only with the watcher
                         Use once = std::move(use);
                         if (arrived.resultCount() > 0) {
                             once(arrived.result());
                         }
                     });
    watcher->setFuture(future);
    return watcher;
}

/// The answer of `step(answer)`, which runs in a later turn of the event loop and gives a value or
/// another future. When `context` goes before, nothing runs and the future ends without an answer.
/// GUI thread.
template <typename Answer, typename Step>
auto then(const QFuture<Answer>& future, QObject* context, Step step)
{
    using Given = detail::Unwrapped<std::invoke_result_t<Step&, const Answer&>>;
    using Next = typename Given::Type;
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

/// All answers in the order of the questions, once the last one has come; at once for no question.
/// GUI thread.
template <typename Answer>
QFuture<std::vector<Answer>> allAnswered(const std::vector<QFuture<Answer>>& futures,
                                         QObject* context)
{
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
