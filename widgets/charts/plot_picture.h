// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/charts/picture_format.h"

#include <QString>

class QCustomPlot;

namespace sandglass::widgets {

/// The metadata of a picture file.
struct PictureTexts
{
    QString title;
    QString description;
};

/// Writes a plot as shown, at its size. `scale`: PNG pixels per plot pixel; ignored by the other
/// formats. False if the file cannot be written; an existing file then stays unchanged.
bool writePicture(QCustomPlot& plot, const QString& path, PictureFormat format,
                  const PictureTexts& texts, double scale);

} // namespace sandglass::widgets
