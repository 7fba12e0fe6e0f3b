// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/charts/chart_model.h"

#include <QLocale>
#include <QStringList>
#include <QTimeZone>

namespace sandglass::widgets {

/// The words for one row of a chart.
class RowText
{
public:
    RowText(const QTimeZone& zone, const QLocale& locale);

    /// The bar's range in the zone, or its name: "Sat 22 Nov 2025, 14:00 – 14:15", "Deleted: Sat 22
    /// Nov 2025, 13:55 – 14:00", "Overdue", "Never: no field". The zone stands beside it: below the
    /// axis, in the title of the column.
    QString title(const ChartRow& row) const;

    /// The range in UTC; empty for rows without one.
    QString utcRange(const ChartRow& row) const;

    /// "exact", "sampled, ± 120", or "sampled" where no bound is known. For deletions "exact" or
    /// "estimated", and where the number is from.
    QString exactness(const ChartRow& row) const;

    /// The lines of a tool tip, plain text: title with the zone, UTC if that is another one, count
    /// and share, members of the stack, running sum, bytes, exactness.
    QStringList lines(const ChartRow& row, const QVector<Series>& series) const;

    /// The same as one sentence for screen readers.
    QString spoken(const ChartRow& row) const;

private:
    /// A range in a zone.
    QString range(qint64 fromMs, qint64 toMs, const QTimeZone& zone) const;
    /// Count and share, as a line.
    QString countLine(const ChartRow& row) const;

    QTimeZone m_zone;
    QLocale m_locale;
};

} // namespace sandglass::widgets
