// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/base/clock.h"
#include "app/ttl/expiry_rule.h"
#include "app/ttl/types.h"

#include <QString>
#include <QTimeZone>

#include <chrono>
#include <cstdint>

namespace sandglass::presenters {

/// UTF-8 of a server as text; bytes that are none become the replacement character.
QString text(const std::string& utf8);
/// The UTF-8 of a text, for servers.
std::string utf8(const QString& text);

/// A count for tr()'s %n; what an int cannot hold becomes the largest int.
int pluralCount(std::int64_t count);
/// A number with the locale's group separators: "1 284 310".
QString countText(std::int64_t count);
/// Bytes for people: "412 B", "3.1 MiB".
QString bytesText(std::int64_t bytes);
/// A share 0…1 as percent with one decimal: "14.2 %".
QString shareText(double share);
/// The short duration of tables, translated units: "45 s", "30 min", "90 d", "2 d 4 h".
QString durationWords(std::int64_t seconds);
/// What a TTL value means: "after 90 d", or "at the stored date" for 0.
QString ruleWords(std::int64_t expireAfterSeconds);
/// How far a moment is from `now`: "in 2 d 4 h", "3 min overdue", "now".
QString countdownText(base::Time eligibleAt, base::Time now);
/// Why something never expires: "never: no date in the field".
QString neverText(ttl::NeverReason reason);
/// A moment in a zone, with seconds: "2026-03-01 12:04:31"; years outside 0…9999 are shown as "far
/// future"/"far past".
QString momentText(base::Time moment, const QTimeZone& zone);
/// A moment near `now`, without seconds, for narrow columns: "14:37" today, else "22 Nov 14:37", in
/// another year "2027-03-01".
QString nearMomentText(base::Time moment, base::Time now, const QTimeZone& zone);
/// Only the time of day: "12:04:31".
QString timeOfDayText(base::Time moment, const QTimeZone& zone);
/// The moment as QDateTime in a zone; invalid outside the years that QDateTime shows.
QDateTime toDateTime(base::Time moment, const QTimeZone& zone);
/// The moment of a QDateTime.
base::Time toTime(const QDateTime& moment);
/// A key pattern as text: "{ createdAt: 1 }".
QString keyText(const bson::Document& key);

} // namespace sandglass::presenters
