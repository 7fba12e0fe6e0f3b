// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/base/result.h"
#include "app/services/calls/answer.h"

#include <QFuture>
#include <QObject>
#include <QTest>

#include <cstdio>
#include <cstdlib>
#include <optional>
#include <utility>

namespace sandglass::tests {

/// Waits in the event loop for the answer of a service and returns it; nullopt when none comes in
/// time.
template <typename T>
std::optional<T> outcomeOf(const QFuture<T>& future, int patienceMillis = 5'000)
{
    std::optional<T> outcome;
    QObject context;
    services::whenAnswered(future, &context, [&](const T& value) { outcome.emplace(value); });
    if (!QTest::qWaitFor([&] { return outcome.has_value(); }, patienceMillis)) {
        return {};
    }
    return outcome;
}

/// The same for an answer that is a Result; a timeout is an error.
template <typename T>
Result<T> waitFor(const QFuture<Result<T>>& future, int patienceMillis = 5'000)
{
    const std::optional<Result<T>> outcome = outcomeOf(future, patienceMillis);
    return outcome ? *outcome : Result<T>(base::failure(Errc::Timeout, "no answer"));
}

/// The same for a real server; an answer that does not come for a minute ends the test program.
template <typename T>
T answerOf(const QFuture<T>& future)
{
    std::optional<T> outcome = outcomeOf(future, 60'000);
    if (!outcome) {
        std::fprintf(stderr, "no answer came\n");
        std::abort();
    }
    return std::move(*outcome);
}

} // namespace sandglass::tests
