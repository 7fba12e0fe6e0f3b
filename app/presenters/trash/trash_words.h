// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/base/clock.h"

#include <QString>
#include <QTimeZone>

#include <cstdint>

namespace sandglass::services {
struct PutBackReply;
struct TrashLimits;
struct TrashPass;
} // namespace sandglass::services

namespace sandglass::presenters {

/// What the engine keeps, as a sentence. GUI thread, as the others.
QString trashLimitWords(const services::TrashLimits& limits);
/// A TTL pass in a list: when, which collection, how many documents.
QString trashPassWords(const services::TrashPass& pass, const QTimeZone& zone);
/// The question before putting back, and the buttons that answer it.
struct PutBackQuestion
{
    QString text; ///< what comes back, and what not and why
    QString confirm; ///< of the button that puts back; empty: nothing can be
    QString byName; ///< of the one that also takes collections of the same name; empty: no more can
};

/// What putting back would do. `counted`: the result of a dry run; `byName`: of one that also takes
/// collections that have the name of a dropped one.
PutBackQuestion putBackQuestion(const services::PutBackReply& counted,
                                const services::PutBackReply& byName);
/// What putting back has done.
QString putBackWords(const services::PutBackReply& done);

} // namespace sandglass::presenters
