// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/charts/picture_format.h"

#include <QByteArray>
#include <QString>

#include <functional>

class QCustomPlot;
class QImage;

namespace sandglass::widgets {

/// The metadata of a picture file.
struct PictureTexts
{
    QString title;
    QString description;
    QString heading = {}; ///< drawn above the plot; empty: none
    QString details = {}; ///< drawn below the heading in muted colour; empty: none
    double pngScale = 2; ///< pixels of a PNG per pixel of the plot
};

/// A plot as shown, at its size, with the heading above it.
QImage pictureOf(QCustomPlot& plot, const PictureTexts& texts);

/// The bytes of a picture file of a plot as shown, at its size, with the heading above it. The plot
/// is drawn now; what is returned may be called on another thread, and takes the rest of the work.
std::function<QByteArray()> pictureContent(QCustomPlot& plot, PictureFormat format,
                                           const PictureTexts& texts);

/// Writes a plot as shown, at its size, with the heading above it. False if the file cannot be
/// written; an existing file then stays unchanged.
bool writePicture(QCustomPlot& plot, const QString& path, PictureFormat format,
                  const PictureTexts& texts);

} // namespace sandglass::widgets
