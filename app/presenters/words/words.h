// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/base/clock.h"
#include "app/ttl/expiry_rule.h"
#include "app/ttl/types.h"

#include <QString>
#include <QTimeZone>

#include <chrono>
#include <cstdint>
#include <optional>
#include <utility>

namespace sandglass::presenters {

// Texts for numbers, durations and moments, translated and in the format of the locale. All
// functions here belong to the GUI thread and change nothing.

/// Decodes UTF-8 from a server. Invalid bytes become the replacement character.
QString text(const std::string& utf8);
/// Encodes a text as UTF-8, for servers.
std::string utf8(const QString& text);

/// A count for the %n of tr(), which takes an int: larger counts become the largest int.
int pluralCount(std::int64_t count);
/// A number with the group separators of the locale: "1 284 310".
QString countText(std::int64_t count);
/// How well a number is known.
enum class Accuracy { Exact, Estimated, AtLeast };
/// A number with a mark in front: "12", "≈ 12", "≥ 12".
QString countText(std::int64_t count, Accuracy accuracy);
/// A number of bytes with a unit: "412 B", "3.1 MiB".
QString bytesText(std::int64_t bytes);
/// A share (0…1) as a percentage with one decimal: "14.2 %".
QString shareText(double share);
/// A duration in at most two units, the rest cut off: "45 s", "30 min", "90 d", "2 d 4 h". The
/// units are translated.
QString durationWords(std::int64_t seconds);
/// A period in as many units as it needs, nothing cut off: "90 d", "11 h 6 min 40 s". Two units
/// that are all of it are written as by durationWords().
QString periodWords(std::int64_t seconds);
/// The meaning of a TTL value: "after 90 d", or "at the stored date" for 0.
QString ruleWords(std::int64_t expireAfterSeconds);
/// The time from `now` to a moment: "in 2 d 4 h", "3 min overdue", "now".
QString countdownText(base::Time eligibleAt, base::Time now);
/// Why a document never expires: "never: the field is missing".
QString neverText(ttl::NeverReason reason);
/// The format of a time of day in the letters of QLocale, with or without seconds, for charts.
QString clockFormat(bool seconds);
/// The format of momentText() in the letters of QLocale, for fields in which a moment is typed.
QString momentFormat();
/// A moment in a zone, with seconds, as the locale writes it: "3/1/2026 12:04:31 PM", "2026/3/1
/// 12:04:31". Years have four digits. Outside the years 0…9999: "far future" or "far past". The
/// zone stands beside it: in the title of the column or the caption.
QString momentText(base::Time moment, const QTimeZone& zone);
/// The same with the zone, for texts that stand alone: "3/1/2026 12:04:31 PM UTC+01:00".
QString zonedMomentText(base::Time moment, const QTimeZone& zone);
/// The same in every locale, for files: "2026-03-01 12:04:31".
QString isoMomentText(base::Time moment, const QTimeZone& zone);
/// A moment as a number to sort by; unset for none.
std::optional<double> momentNumber(const std::optional<base::Time>& moment);
/// The title of a column of moments with their zone: "Time · Europe/Berlin".
QString zonedHeader(const QString& header, const QTimeZone& zone);
/// A moment without seconds, for narrow columns, as the locale writes it: "14:37" on the day of
/// `now`, "22 Nov 14:37" in the same year, otherwise "3/1/2027". The zone is in the accessible name
/// and the tool tip of the title, see RowColumn::shortMoments.
QString nearMomentText(base::Time moment, base::Time now, const QTimeZone& zone);
/// The time of day of a moment with the zone, for texts that stand alone: "12:04:31 PM UTC+01:00".
/// Empty outside the years 0…9999.
QString timeOfDayText(base::Time moment, const QTimeZone& zone);
/// The same without the zone, where that stands beside it, and for marks without room for it:
/// "12:04:31 PM".
QString clockText(base::Time moment, const QTimeZone& zone);
/// Both ends of a span for a text that stands alone, such as "%1 – %2": the second names the zone,
/// the first too where clocks are set in between. `days`: with the day, otherwise the time of day.
std::pair<QString, QString> spanTexts(base::Time from, base::Time to, const QTimeZone& zone,
                                      bool days);
/// A moment as QDateTime in a zone; invalid outside the years 0…9999.
QDateTime toDateTime(base::Time moment, const QTimeZone& zone);
/// A QDateTime as moment, to the millisecond.
base::Time toTime(const QDateTime& moment);
/// What a screen reader says of a cell of the column `header`: its text, or "Findings:
/// blank" for one that is empty.
QString accessibleCell(const QString& header, const QString& text);
/// A key pattern as in the shell: "{ createdAt: 1 }".
QString keyText(const bson::Document& key);

} // namespace sandglass::presenters
