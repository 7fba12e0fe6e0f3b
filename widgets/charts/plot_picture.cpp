// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/charts/plot_picture.h"

#include "widgets/style/colors.h"

#include <qcustomplot.h>
#include <QSaveFile>
#include <QSvgGenerator>

namespace sandglass::widgets {

namespace {

/// Qt 6.4 writes title and description into the file without escaping them, and later versions may
/// escape them: so they must not hold what is markup.
QString withoutMarkup(QString text)
{
    return text.replace(u'<', QChar(0x2039)).replace(u'>', QChar(0x203A)).replace(u'&', u'+');
}

bool drawSvg(QCustomPlot& plot, QIODevice& file, const PictureTexts& texts)
{
    QSvgGenerator generator;
    generator.setOutputDevice(&file);
    generator.setSize(plot.size());
    generator.setViewBox(plot.rect());
    generator.setTitle(withoutMarkup(texts.title));
    generator.setDescription(withoutMarkup(texts.description));
    QCPPainter painter;
    if (!painter.begin(&generator)) {
        return false;
    }
    // otherwise QCustomPlot would write the picture as pixels
    painter.setMode(QCPPainter::pmVectorized);
    painter.setMode(QCPPainter::pmNoCaching);
    painter.fillRect(plot.rect(), color(ColorRole::Base));
    plot.toPainter(&painter, plot.width(), plot.height());
    return painter.end();
}

} // namespace

bool writePicture(QCustomPlot& plot, const QString& path, PictureFormat format,
                  const PictureTexts& texts, double scale)
{
    // QCustomPlot writes PDF files itself
    if (format == PictureFormat::Pdf) {
        return plot.savePdf(path);
    }
    // an existing file stays as it is until the new one is complete
    QSaveFile file(path);
    if (!file.open(QIODevice::WriteOnly)) {
        return false;
    }
    const bool drawn = format == PictureFormat::Svg ? drawSvg(plot, file, texts)
                                                    : plot.toPixmap(0, 0, scale).save(&file, "PNG");
    return drawn && file.commit();
}

} // namespace sandglass::widgets
