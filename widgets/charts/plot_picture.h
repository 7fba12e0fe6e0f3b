// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/charts/picture_format.h"

#include <QString>

class QCustomPlot;

namespace sandglass::widgets {

/// What a picture file tells about itself.
struct PictureTexts
{
    QString title;
    QString description;
};

/// Writes a plot as it is seen, in its size. `scale`: pixels of a PNG for each of the plot; the
/// other formats have no pixels. False if the file cannot be written; then it is as it was.
bool writePicture(QCustomPlot& plot, const QString& path, PictureFormat format,
                  const PictureTexts& texts, double scale);

} // namespace sandglass::widgets
