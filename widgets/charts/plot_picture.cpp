// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/charts/plot_picture.h"

#include "widgets/style/colors.h"
#include "widgets/style/metrics.h"

#include <QBuffer>
#include <qcustomplot.h>
#include <QFontInfo>
#include <QImage>
#include <QPageSize>
#include <QPdfWriter>
#include <QSaveFile>
#include <QSvgGenerator>

#include <utility>

namespace sandglass::widgets {

namespace {

/// Qt 6.4 writes title and description into the file without escaping them, and later versions may
/// escape them: so they must not hold what is markup.
QString withoutMarkup(QString text)
{
    return text.replace(u'<', QChar(0x2039)).replace(u'>', QChar(0x203A)).replace(u'&', u'+');
}

/// The heading as it is laid out for a plot.
struct Heading
{
    QFont titleFont;
    QFont detailFont;
    int margin = 0;
    int height = 0; // 0: there is none
};

Heading headingOf(const QCustomPlot& plot, const PictureTexts& texts)
{
    Heading heading{plot.font(), plot.font(), emPixels(&plot, 0.6)};
    heading.titleFont.setBold(true);
    heading.titleFont.setPixelSize(QFontInfo(plot.font()).pixelSize() * 5 / 4);
    const auto lineOf = [](const QString& text, const QFont& font) {
        return text.isEmpty() ? 0 : QFontMetrics(font).height();
    };
    const int lines
        = lineOf(texts.heading, heading.titleFont) + lineOf(texts.details, heading.detailFont);
    heading.height = lines > 0 ? lines + 2 * heading.margin : 0;
    return heading;
}

/// Draws heading and plot at the painter's origin.
void drawAll(QCustomPlot& plot, QCPPainter& painter, const PictureTexts& texts)
{
    const Heading heading = headingOf(plot, texts);
    painter.fillRect(0, 0, plot.width(), plot.height() + heading.height, color(ColorRole::Base));
    const int width = plot.width() - 2 * heading.margin;
    int y = heading.margin;
    const auto line = [&](const QString& text, const QFont& font, ColorRole role) {
        if (!text.isEmpty()) {
            const QFontMetrics metrics(font);
            painter.setFont(font);
            painter.setPen(color(role));
            painter.drawText(QRect(heading.margin, y, width, metrics.height()),
                             Qt::AlignLeft | Qt::AlignVCenter | Qt::TextSingleLine,
                             metrics.elidedText(text, Qt::ElideRight, width));
            y += metrics.height();
        }
    };
    line(texts.heading, heading.titleFont, ColorRole::Text);
    line(texts.details, heading.detailFont, ColorRole::MutedText);
    painter.translate(0, heading.height);
    plot.toPainter(&painter, plot.width(), plot.height());
}

QSize sizeOf(const QCustomPlot& plot, const PictureTexts& texts)
{
    return {plot.width(), plot.height() + headingOf(plot, texts).height};
}

bool drawVectors(QPaintDevice& device, QCustomPlot& plot, const PictureTexts& texts)
{
    QCPPainter painter;
    if (!painter.begin(&device)) {
        return false;
    }
    // otherwise QCustomPlot would write the picture as pixels
    painter.setMode(QCPPainter::pmVectorized);
    painter.setMode(QCPPainter::pmNoCaching);
    drawAll(plot, painter, texts);
    return painter.end();
}

bool drawSvg(QCustomPlot& plot, QIODevice& file, const PictureTexts& texts)
{
    const QSize size = sizeOf(plot, texts);
    QSvgGenerator generator;
    generator.setOutputDevice(&file);
    generator.setSize(size);
    generator.setViewBox(QRect({}, size));
    generator.setTitle(withoutMarkup(texts.title));
    generator.setDescription(withoutMarkup(texts.description));
    return drawVectors(generator, plot, texts);
}

bool drawPdf(QCustomPlot& plot, QIODevice& file, const PictureTexts& texts)
{
    constexpr int kPointsPerInch = 72; // a pixel of the plot is a point of the page
    QPdfWriter writer(&file);
    writer.setResolution(kPointsPerInch);
    writer.setPageSize(QPageSize(QSizeF(sizeOf(plot, texts)), QPageSize::Point));
    writer.setPageMargins(QMarginsF());
    writer.setTitle(texts.title);
    return drawVectors(writer, plot, texts);
}

QByteArray drawn(bool (*draw)(QCustomPlot&, QIODevice&, const PictureTexts&), QCustomPlot& plot,
                 const PictureTexts& texts)
{
    QBuffer buffer;
    buffer.open(QIODevice::WriteOnly);
    return draw(plot, buffer, texts) ? buffer.data() : QByteArray();
}

QByteArray encoded(const QImage& image)
{
    QBuffer buffer;
    buffer.open(QIODevice::WriteOnly);
    return image.save(&buffer, "PNG") ? buffer.data() : QByteArray();
}

} // namespace

QImage pictureOf(QCustomPlot& plot, const PictureTexts& texts)
{
    QImage image(sizeOf(plot, texts) * texts.pngScale, QImage::Format_ARGB32_Premultiplied);
    image.setDevicePixelRatio(texts.pngScale);
    QCPPainter painter;
    if (painter.begin(&image)) {
        // labels that QCustomPlot keeps as pixmaps would be blurred
        painter.setMode(QCPPainter::pmNoCaching);
        drawAll(plot, painter, texts);
    }
    return image;
}

std::function<QByteArray()> pictureContent(QCustomPlot& plot, PictureFormat format,
                                           const PictureTexts& texts)
{
    switch (format) {
    case PictureFormat::Svg:
        return [bytes = drawn(drawSvg, plot, texts)] { return bytes; };
    case PictureFormat::Pdf:
        return [bytes = drawn(drawPdf, plot, texts)] { return bytes; };
    case PictureFormat::Png:
        break;
    }
    QImage image = pictureOf(plot, texts);
    image.setText(QStringLiteral("Title"), texts.title);
    image.setText(QStringLiteral("Description"), texts.description);
    // packing takes much longer than drawing
    return [image = std::move(image)] { return encoded(image); };
}

bool writePicture(QCustomPlot& plot, const QString& path, PictureFormat format,
                  const PictureTexts& texts)
{
    // an existing file stays as it is until the new one is complete
    QSaveFile file(path);
    const QByteArray bytes = pictureContent(plot, format, texts)();
    return !bytes.isEmpty() && file.open(QIODevice::WriteOnly) && file.write(bytes) == bytes.size()
        && file.commit();
}

} // namespace sandglass::widgets
