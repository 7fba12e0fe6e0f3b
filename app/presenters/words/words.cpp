// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/presenters/words/words.h"

#include "app/bson/json.h"

#include <QCoreApplication>
#include <QDateTime>
#include <QLocale>

#include <algorithm>
#include <array>
#include <limits>

using namespace Qt::StringLiterals;

namespace sandglass::presenters {

namespace {

struct Words
{
    Q_DECLARE_TR_FUNCTIONS(Words)
};

constexpr std::int64_t kMinute = 60;
constexpr std::int64_t kHour = 3'600;
constexpr std::int64_t kDay = 86'400;
constexpr std::array<std::int64_t, 4> kUnits{kDay, kHour, kMinute, 1};

// Milliseconds of the first and last moment with a year of four digits. Servers also store dates
// far outside of them, which a date with a year of four digits cannot show.
constexpr std::int64_t kFirstShown = -62'167'219'200'000;
constexpr std::int64_t kLastShown = 253'402'300'799'999;

QString unitText(std::int64_t count, std::int64_t unit)
{
    const QString number = QLocale().toString(static_cast<qlonglong>(count));
    switch (unit) {
    case kDay:
        //: short for days, as in "90 d"
        return Words::tr("%1 d").arg(number);
    case kHour:
        //: short for hours
        return Words::tr("%1 h").arg(number);
    case kMinute:
        //: short for minutes
        return Words::tr("%1 min").arg(number);
    default:
        //: short for seconds
        return Words::tr("%1 s").arg(number);
    }
}

// A format of a locale in the letters of QLocale, without the zone, which stands elsewhere, and
// with years of four digits: "1/2/30" could be of any century.
QString plainFormat(const QString& format)
{
    QString plain;
    bool quoted = false;
    for (qsizetype i = 0; i < format.size(); ++i) {
        const QChar letter = format[i];
        quoted = quoted != (letter == u'\'');
        if (!quoted && letter == u'y') {
            plain += i > 0 && format[i - 1] == u'y' ? QString() : u"yyyy"_s;
        } else if (quoted || letter != u't') {
            plain += letter;
        }
    }
    // some locales have the zone in brackets; simplified, because others have odd spaces
    return plain.remove(u"()"_s).simplified();
}

QString dateFormat()
{
    return plainFormat(QLocale().dateFormat(QLocale::ShortFormat));
}

// The text of a moment with the offset of the zone from UTC; only the text of one that cannot be
// shown.
QString withOffset(const QString& text, base::Time moment, const QTimeZone& zone)
{
    const QDateTime shown = toDateTime(moment, zone);
    if (!shown.isValid()) {
        return text;
    }
    // Qt would write "UTC+00:00"
    return text + u' '
        + (shown.offsetFromUtc() == 0 ? u"UTC"_s : zone.displayName(shown, QTimeZone::OffsetName));
}

} // namespace

QString text(const std::string& utf8)
{
    return QString::fromUtf8(utf8.data(), static_cast<qsizetype>(utf8.size()));
}

std::string utf8(const QString& text)
{
    return text.toStdString();
}

int pluralCount(std::int64_t count)
{
    return static_cast<int>(std::min<std::int64_t>(count, std::numeric_limits<int>::max()));
}

QString countText(std::int64_t count)
{
    return QLocale().toString(static_cast<qlonglong>(count));
}

QString countText(std::int64_t count, Accuracy accuracy)
{
    switch (accuracy) {
    case Accuracy::Estimated:
        return u"≈ "_s + countText(count);
    case Accuracy::AtLeast:
        return u"≥ "_s + countText(count);
    case Accuracy::Exact:
        break;
    }
    return countText(count);
}

QString bytesText(std::int64_t bytes)
{
    return QLocale().formattedDataSize(bytes, 1);
}

QString shareText(double share)
{
    //: a percentage
    return Words::tr("%1 %").arg(QLocale().toString(share * 100.0, 'f', 1));
}

QString durationWords(std::int64_t seconds)
{
    if (seconds < 0) {
        // the negative of INT64_MIN does not fit into an int64
        return u"−"_s + durationWords(seconds == INT64_MIN ? INT64_MAX : -seconds);
    }
    // At most two units are shown: the largest that fits and the next smaller one.
    const auto unit = std::ranges::find_if(
        kUnits, [&](std::int64_t size) { return seconds >= size || size == 1; });
    if (seconds % *unit == 0) {
        return unitText(seconds / *unit, *unit);
    }
    // below two days one unit reads better than two: "36 h" rather than "1 d 12 h"
    const auto next = std::next(unit);
    if (*unit == kDay && seconds % *next == 0 && seconds < 2 * kDay) {
        return unitText(seconds / *next, *next);
    }
    const std::int64_t rest = seconds % *unit / *next;
    const QString first = unitText(seconds / *unit, *unit);
    return rest == 0 ? first : first + u' ' + unitText(rest, *next);
}

QString periodWords(std::int64_t seconds)
{
    const auto unit = std::ranges::find_if(
        kUnits, [&](std::int64_t size) { return seconds >= size || size == 1; });
    const auto next = *unit == 1 ? unit : std::next(unit);
    if (seconds < 0 || seconds % *next == 0) {
        return durationWords(seconds);
    }
    QStringList parts;
    for (const std::int64_t size : kUnits) {
        if (seconds >= size) {
            parts << unitText(seconds / size, size);
        }
        seconds %= size;
    }
    return parts.join(u' ');
}

QString ruleWords(std::int64_t expireAfterSeconds)
{
    return expireAfterSeconds == 0 ? Words::tr("at the stored date")
                                   : Words::tr("after %1").arg(periodWords(expireAfterSeconds));
}

QString countdownText(base::Time eligibleAt, base::Time now)
{
    // the difference of a far date and now would overflow
    const std::int64_t at
        = std::clamp(eligibleAt.time_since_epoch().count(), kFirstShown, kLastShown);
    const std::int64_t seconds = (at - now.time_since_epoch().count()) / 1'000;
    if (seconds == 0) {
        return Words::tr("now");
    }
    return seconds > 0 ? Words::tr("in %1").arg(durationWords(seconds))
                       : Words::tr("%1 overdue").arg(durationWords(-seconds));
}

QString neverText(ttl::NeverReason reason)
{
    switch (reason) {
    case ttl::NeverReason::NoField:
        return Words::tr("never: the field is missing");
    case ttl::NeverReason::NotADate:
        return Words::tr("never: the value is not a date");
    case ttl::NeverReason::OutsideFilter:
        return Words::tr("never: excluded by the partial filter");
    case ttl::NeverReason::InvalidRule:
        break;
    }
    return Words::tr("never: the rule is unusable");
}

QDateTime toDateTime(base::Time moment, const QTimeZone& zone)
{
    const std::int64_t millis = moment.time_since_epoch().count();
    if (millis < kFirstShown || millis > kLastShown) {
        return {};
    }
    return QDateTime::fromMSecsSinceEpoch(millis, zone);
}

base::Time toTime(const QDateTime& moment)
{
    return base::Time(base::Millis(moment.toMSecsSinceEpoch()));
}

QString clockFormat(bool seconds)
{
    // only the long format has seconds, but without a locale both have
    QString format
        = plainFormat(QLocale().timeFormat(seconds ? QLocale::LongFormat : QLocale::ShortFormat));
    if (format.contains(u's') != seconds) {
        return seconds ? u"HH:mm:ss"_s : u"HH:mm"_s;
    }
    return format;
}

QString momentFormat()
{
    return dateFormat() + u' ' + clockFormat(true);
}

QString momentText(base::Time moment, const QTimeZone& zone)
{
    const QDateTime shown = toDateTime(moment, zone);
    if (shown.isValid()) {
        return QLocale().toString(shown, momentFormat());
    }
    return moment.time_since_epoch().count() > 0 ? Words::tr("far future") : Words::tr("far past");
}

QString isoMomentText(base::Time moment, const QTimeZone& zone)
{
    const QDateTime shown = toDateTime(moment, zone);
    return shown.isValid() ? shown.toString(u"yyyy-MM-dd HH:mm:ss"_s) : momentText(moment, zone);
}

std::optional<double> momentNumber(const std::optional<base::Time>& moment)
{
    return moment ? std::optional(static_cast<double>(moment->time_since_epoch().count()))
                  : std::nullopt;
}

QString zonedHeader(const QString& header, const QTimeZone& zone)
{
    //: the title of a column of moments, and the time zone in which they are shown
    return Words::tr("%1 · %2", "column, zone").arg(header, QString::fromLatin1(zone.id()));
}

QString zonedMomentText(base::Time moment, const QTimeZone& zone)
{
    return withOffset(momentText(moment, zone), moment, zone);
}

QString nearMomentText(base::Time moment, base::Time now, const QTimeZone& zone)
{
    const QDateTime shown = toDateTime(moment, zone);
    const QDate today = toDateTime(now, zone).date();
    // with a year there is no space left for the time
    if (!shown.isValid() || shown.date().year() != today.year()) {
        return shown.isValid() ? QLocale().toString(shown.date(), dateFormat())
                               : momentText(moment, zone);
    }
    const QString time = QLocale().toString(shown.time(), clockFormat(false));
    return shown.date() == today
        ? time
        : QLocale().toString(shown.date(), Words::tr("d MMM", "a day of this year")) + u' ' + time;
}

QString timeOfDayText(base::Time moment, const QTimeZone& zone)
{
    return withOffset(clockText(moment, zone), moment, zone);
}

QString clockText(base::Time moment, const QTimeZone& zone)
{
    const QDateTime shown = toDateTime(moment, zone);
    return shown.isValid() ? QLocale().toString(shown.time(), clockFormat(true)) : QString();
}

std::pair<QString, QString> spanTexts(base::Time from, base::Time to, const QTimeZone& zone,
                                      bool days)
{
    const auto text = days ? momentText : clockText;
    const auto offset
        = [&zone](base::Time moment) { return toDateTime(moment, zone).offsetFromUtc(); };
    const QString first = text(from, zone);
    return {offset(from) == offset(to) ? first : withOffset(first, from, zone),
            withOffset(text(to, zone), to, zone)};
}

QString accessibleCell(const QString& header, const QString& text)
{
    if (!text.isEmpty()) {
        return text;
    }
    //: %1 is the title of a column whose cell is empty; what that means depends on the column
    return Words::tr("%1: blank").arg(header);
}

QString keyText(const bson::Document& key)
{
    return text(bson::toShellText(key.view()));
}

} // namespace sandglass::presenters
