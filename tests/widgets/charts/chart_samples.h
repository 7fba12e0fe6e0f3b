// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/charts/chart_model.h"

#include <QFile>
#include <QFontMetricsF>
#include <QList>
#include <QRegularExpression>
#include <QTransform>
#include <QXmlStreamReader>

namespace sandglass::tests {

using widgets::Bar;
using widgets::ChartModel;

inline constexpr qint64 kHourMs = 3'600'000;
inline constexpr qint64 kStartMs = 1'763'812'800'000; // 2025-11-22 12:00 UTC

/// Bars of an hour from kStartMs: 10, 11, 12 … documents; some are overdue, later and never.
inline ChartModel hours(int bars)
{
    ChartModel model;
    for (int i = 0; i < bars; ++i) {
        const qint64 from = kStartMs + i * kHourMs;
        model.bars += Bar{from, from + kHourMs, {10.0 + i}, 0, -1, true};
    }
    model.overdue.values = {7};
    model.later.values = {3};
    model.never = {{QStringLiteral("no field"), 4}};
    return model;
}

/// A text of a picture in SVG.
struct PictureText
{
    QString text;
    QRectF box; ///< from the beginning of its base line
    QRectF ink; ///< what its letters cover
    double lineHeight = 0;
};

/// The texts of a picture in SVG that are not turned.
inline QList<PictureText> textsOf(const QString& path)
{
    QList<PictureText> texts;
    QFile file(path);
    if (!file.open(QIODevice::ReadOnly)) {
        return texts;
    }
    QXmlStreamReader xml(&file);
    QTransform at;
    while (!xml.atEnd()) {
        if (xml.readNext() != QXmlStreamReader::StartElement) {
            continue;
        }
        const QXmlStreamAttributes attributes = xml.attributes();
        static const QRegularExpression numbers(QStringLiteral("-?[0-9.]+(e-?[0-9]+)?"));
        if (attributes.hasAttribute(QStringLiteral("transform"))) {
            QList<double> m;
            auto each
                = numbers.globalMatch(attributes.value(QStringLiteral("transform")).toString());
            while (each.hasNext()) {
                m << each.next().captured().toDouble();
            }
            at = m.size() == 6 ? QTransform(m[0], m[1], m[2], m[3], m[4], m[5]) : QTransform();
        }
        if (xml.name() != QStringLiteral("text") || at.isRotating()) {
            continue;
        }
        constexpr int kMeasured = 100; // pixels; the sizes in the picture are fractions
        QFont font(attributes.value(QStringLiteral("font-family")).toString());
        font.setPixelSize(kMeasured);
        const double size = attributes.value(QStringLiteral("font-size")).toDouble();
        const QPointF start = at.map(QPointF(attributes.value(QStringLiteral("x")).toDouble(),
                                             attributes.value(QStringLiteral("y")).toDouble()));
        const QString text = xml.readElementText();
        const QFontMetricsF metrics(font);
        const QRectF ink = metrics.tightBoundingRect(text);
        const double scale = size / kMeasured;
        texts << PictureText{text,
                             {start, QSizeF(metrics.horizontalAdvance(text) * scale, 1)},
                             QRectF(start + ink.topLeft() * scale, ink.size() * scale),
                             size};
    }
    return texts;
}

} // namespace sandglass::tests
