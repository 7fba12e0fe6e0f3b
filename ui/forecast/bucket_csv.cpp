// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/forecast/bucket_csv.h"

#include "widgets/views/csv_text.h"

#include <QDateTime>
#include <QLocale>
#include <QStringList>

#include <algorithm>
#include <cmath>

using namespace Qt::StringLiterals;

namespace sandglass::ui {

namespace {

using widgets::BarKind;
using widgets::ChartRow;

QString kindOf(BarKind kind)
{
    switch (kind) {
    case BarKind::Deleted:
        return u"deleted"_s;
    case BarKind::Overdue:
        return u"overdue"_s;
    case BarKind::Forecast:
        return u"due"_s;
    case BarKind::Later:
        return u"later"_s;
    case BarKind::Never:
        break;
    }
    return u"never"_s;
}

QString iso(qint64 ms, const QTimeZone& zone)
{
    const QDateTime moment = QDateTime::fromMSecsSinceEpoch(ms, zone);
    return moment.toOffsetFromUtc(moment.offsetFromUtc()).toString(Qt::ISODateWithMs);
}

QString isoUtc(qint64 ms)
{
    return QDateTime::fromMSecsSinceEpoch(ms).toUTC().toString(Qt::ISODateWithMs);
}

QString number(double value)
{
    return QString::number(value, 'g', QLocale::FloatingPointShortest);
}

QString lineOf(const ChartRow& row, const QTimeZone& zone, bool sampled)
{
    // Overdue has no beginning, Later no end, and Never neither
    const bool starts = row.kind != BarKind::Overdue && row.kind != BarKind::Never;
    const bool ends = row.kind != BarKind::Later && row.kind != BarKind::Never;
    const bool deleted = row.kind == BarKind::Deleted;
    // the chart has no margin for the reasons of Never
    const bool marginKnown = !sampled || row.kind != BarKind::Never;
    QStringList cells{
        kindOf(row.kind),
        starts ? iso(row.fromMs, zone) : QString(),
        ends ? iso(row.toMs, zone) : QString(),
        starts ? isoUtc(row.fromMs) : QString(),
        ends ? isoUtc(row.toMs) : QString(),
        QString::fromLatin1(zone.id()),
        row.name,
        deleted ? QString() : number(row.count),
        deleted || !marginKnown ? QString() : number(row.exact ? 0 : std::ceil(row.error)),
        deleted ? QString() : number(row.share()),
        deleted || row.kind == BarKind::Never ? QString() : number(row.cumulative),
        row.bytes < 0 ? QString() : number(std::round(row.bytes)),
        deleted ? number(row.count) : QString(),
    };
    std::transform(cells.cbegin(), cells.cend(), cells.begin(), &widgets::csvCell);
    return cells.join(u',') + u"\r\n"_s;
}

} // namespace

QString bucketCsv(const widgets::ChartModel& model, const QTimeZone& zone)
{
    QString text
        = u"kind,start,end,start_utc,end_utc,zone,reason,documents,margin,share,cumulative,"
          "bytes,deletions\r\n"_s;
    const bool sampled = std::any_of(model.bars.cbegin(), model.bars.cend(),
                                     [](const widgets::Bar& bar) { return !bar.exact; });
    const auto rows = widgets::rowsOf(model);
    for (const ChartRow& row : rows) {
        text += lineOf(row, zone, sampled);
    }
    return text;
}

} // namespace sandglass::ui
