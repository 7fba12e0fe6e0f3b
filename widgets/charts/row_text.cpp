// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/charts/row_text.h"

#include "widgets/charts/clock_formats.h"
#include "widgets/charts/count_text.h"

#include <QCoreApplication>
#include <QDateTime>

namespace sandglass::widgets {

namespace {

constexpr qint64 kMinuteMs = 60'000;

struct RowWords
{
    Q_DECLARE_TR_FUNCTIONS(sandglass::widgets::RowText)
};

QString documents(double count, const QLocale& locale)
{
    //: %1 is the number with its digits grouped; %n is the same number, for the plural form
    // the plural form only needs an int, and counts may be larger
    return RowWords::tr("%1 document(s)", nullptr, static_cast<int>(qBound(0.0, count, 1.0e9)))
        .arg(countText(count, locale));
}

// Where not all was counted, what was found, and no share: the whole is not known.
QString found(const ChartRow& row, const QLocale& locale)
{
    return row.count > 0 ? QStringLiteral("\u2265 ") + documents(row.count, locale)
                         : RowWords::tr("none found");
}

bool hasRange(const ChartRow& row)
{
    return row.kind == BarKind::Forecast || row.kind == BarKind::Deleted;
}

// "UTC+01:00"; Qt would write "UTC+00:00" for UTC
QString offsetName(qint64 ms, const QTimeZone& zone)
{
    const QDateTime moment = QDateTime::fromMSecsSinceEpoch(ms, zone);
    return moment.offsetFromUtc() == 0 ? QStringLiteral("UTC")
                                       : zone.displayName(moment, QTimeZone::OffsetName);
}

// Whether clocks show the time of a moment twice, as in autumn.
bool isTwice(qint64 ms, const QTimeZone& zone)
{
    constexpr qint64 kOffsetMs = 1000; // an offset is in seconds
    constexpr qint64 kAround = 180 * kMinuteMs; // a change of clocks is at most that large
    const auto offset = [&zone](qint64 at) {
        return qint64{zone.offsetFromUtc(QDateTime::fromMSecsSinceEpoch(at, QTimeZone::utc()))}
        * kOffsetMs;
    };
    const qint64 own = offset(ms);
    const auto showsItToo
        = [&](qint64 other) { return other != own && offset(ms + own - other) == other; };
    return showsItToo(offset(ms - kAround)) || showsItToo(offset(ms + kAround));
}

QString cumulativeLine(const ChartRow& row, const QLocale& locale)
{
    return RowWords::tr("%1 up to here (%2)")
        .arg(countText(row.cumulative, locale), shareText(row.cumulativeShare(), locale));
}

} // namespace

RowText::RowText(const QTimeZone& zone, const QLocale& locale)
    : m_zone(zone)
    , m_locale(locale)
{
}

QString RowText::range(qint64 fromMs, qint64 toMs, const QTimeZone& zone) const
{
    const auto at = [&zone](qint64 ms) { return QDateTime::fromMSecsSinceEpoch(ms, zone); };
    const QDateTime from = at(fromMs);
    const QDateTime to = at(toMs);
    //: a day in a tool tip, in QLocale's format letters
    const QString dayFormat = RowWords::tr("ddd d MMM yyyy");
    const bool seconds = fromMs % kMinuteMs != 0 || toMs % kMinuteMs != 0;
    const QString& clock = seconds ? clockFormats().seconds : clockFormats().minutes;
    QString fromDay = m_locale.toString(from.date(), dayFormat);
    // midnight to midnight is written without times
    const bool wholeDays = from.time() == QTime(0, 0) && to.time() == QTime(0, 0);
    if (wholeDays && from.date().daysTo(to.date()) == 1) {
        return fromDay;
    }
    if (wholeDays && from.date() < to.date()) {
        return RowWords::tr("%1 \u2013 %2", "range of days")
            .arg(fromDay, m_locale.toString(to.date().addDays(-1), dayFormat));
    }
    // otherwise two bars would have one name, or a bar of an hour would end where it begins
    const bool twice = isTwice(fromMs, zone) || isTwice(toMs, zone);
    const auto clockAt = [&](const QDateTime& moment) {
        const QString text = m_locale.toString(moment.time(), clock);
        return twice ? text + u' ' + offsetName(moment.toMSecsSinceEpoch(), zone) : text;
    };
    const QString fromClock = clockAt(from);
    const QString toClock = clockAt(to);
    // the end of a day counts as the same day: "14:00 – 00:00"
    if (from.date() == to.date()
        || (to.time() == QTime(0, 0) && from.date().daysTo(to.date()) == 1)) {
        return RowWords::tr("%1, %2 \u2013 %3", "day, from, to").arg(fromDay, fromClock, toClock);
    }
    return RowWords::tr("%1, %2 \u2013 %3, %4", "day, from, day, to")
        .arg(fromDay, fromClock, m_locale.toString(to.date(), dayFormat), toClock);
}

QString RowText::title(const ChartRow& row) const
{
    switch (row.kind) {
    case BarKind::Deleted:
        return RowWords::tr("Deleted: %1").arg(range(row.fromMs, row.toMs, m_zone));
    case BarKind::Overdue:
        return RowWords::tr("Overdue");
    case BarKind::Forecast:
        return range(row.fromMs, row.toMs, m_zone);
    case BarKind::Later:
        return RowWords::tr("Later");
    case BarKind::Never:
        break;
    }
    return row.name.isEmpty() ? RowWords::tr("Never") : RowWords::tr("Never: %1").arg(row.name);
}

QString RowText::utcRange(const ChartRow& row) const
{
    if (!hasRange(row)) {
        return {};
    }
    return RowWords::tr("%1 UTC").arg(range(row.fromMs, row.toMs, QTimeZone::utc()));
}

QString RowText::exactness(const ChartRow& row) const
{
    if (row.atLeast) {
        return RowWords::tr("not all was counted");
    }
    if (row.kind == BarKind::Deleted) {
        const QString known = row.exact ? RowWords::tr("exact") : RowWords::tr("estimated");
        return row.source.isEmpty()
            ? known
            : RowWords::tr("%1, %2", "exactness, source").arg(known, row.source);
    }
    if (row.exact) {
        return RowWords::tr("exact");
    }
    // for documents that never expire no bound is known
    return row.kind == BarKind::Never
        ? RowWords::tr("sampled")
        : RowWords::tr("sampled, \u00b1 %1").arg(countText(row.error, m_locale));
}

QString RowText::countLine(const ChartRow& row) const
{
    if (row.atLeast) {
        return found(row, m_locale);
    }
    // what was deleted is no part of what is there
    return row.kind == BarKind::Deleted
        ? documents(row.count, m_locale)
        : RowWords::tr("%1, %2 of all")
              .arg(documents(row.count, m_locale), shareText(row.share(), m_locale));
}

QStringList RowText::lines(const ChartRow& row, const QVector<Series>& series) const
{
    QStringList lines{title(row)};
    if (hasRange(row)) {
        const QString offset = offsetName(row.fromMs, m_zone);
        if (!lines.first().contains(offset)) {
            lines.first() += u' ' + offset;
        }
        if (offset != offsetName(row.fromMs, QTimeZone::utc())) {
            lines += utcRange(row);
        }
    }
    lines += countLine(row);
    if (series.size() > 1) {
        // the highest layer of the stack is named first, as in the picture
        for (qsizetype i = qMin(series.size(), row.values.size()) - 1; i >= 0; --i) {
            if (row.values.at(i) > 0) {
                lines += RowWords::tr("  %1: %2", "member of a stack, count")
                             .arg(series.at(i).name, countText(row.values.at(i), m_locale));
            }
        }
    }
    // Never has no place in time, so nothing comes before it
    if (row.kind != BarKind::Never && row.kind != BarKind::Deleted && !row.atLeast) {
        lines += cumulativeLine(row, m_locale);
    }
    if (row.bytes >= 0) {
        lines += RowWords::tr("\u2248 %1")
                     .arg(m_locale.formattedDataSize(static_cast<qint64>(row.bytes), 1,
                                                     QLocale::DataSizeSIFormat));
    }
    lines += exactness(row);
    return lines;
}

QString RowText::spoken(const ChartRow& row) const
{
    if (row.atLeast || row.kind == BarKind::Deleted) {
        return RowWords::tr("%1: %2, %3", "bar, documents, exactness")
            .arg(title(row), countLine(row), exactness(row));
    }
    return RowWords::tr("%1: %2, %3 of all, %4", "bar, documents, share, exactness")
        .arg(title(row), documents(row.count, m_locale), shareText(row.share(), m_locale),
             exactness(row));
}

} // namespace sandglass::widgets
