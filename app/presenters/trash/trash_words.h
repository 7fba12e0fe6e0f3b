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
/// What putting back would do, as the question before it. `counted`: the result of a dry run.
QString putBackQuestion(const services::PutBackReply& counted);
/// What putting back has done.
QString putBackWords(const services::PutBackReply& done);

} // namespace sandglass::presenters
