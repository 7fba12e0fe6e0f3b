// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/views/figure_tile.h"

#include "widgets/style/appearance.h"
#include "widgets/style/icon.h"
#include "widgets/style/metrics.h"
#include "widgets/views/visible_text.h"

#include <QPainter>
#include <QStringList>

#include <algorithm>

namespace sandglass::widgets {

namespace {

QString sentenceOf(const Figure& figure)
{
    const QString first = figure.caption + QStringLiteral(": ") + figure.value;
    return figure.detail.isEmpty() ? first : first + QStringLiteral(", ") + figure.detail;
}

QString toneIcon(Tone tone)
{
    switch (tone) {
    case Tone::Ok:
        return QStringLiteral("ok");
    case Tone::Warning:
        return QStringLiteral("warning");
    case Tone::Error:
        return QStringLiteral("error");
    case Tone::Normal:
        break;
    }
    return {};
}

} // namespace

FigureTile::FigureTile(QWidget* parent)
    : QWidget(parent)
{
    // a screen reader reads the sentence when the tile has the focus
    setFocusPolicy(Qt::TabFocus);
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
}

void FigureTile::setFigure(const Figure& figure)
{
    if (figure == m_given && !accessibleName().isEmpty()) {
        return;
    }
    m_given = figure;
    const QSize before = sizeHint();
    m_figure = figure;
    // an en dash stands for an unknown value
    m_figure.value = visibleText(figure.value.isEmpty() ? QStringLiteral("\u2013") : figure.value);
    m_figure.detail = visibleText(figure.detail);
    setAccessibleName(sentenceOf(m_figure));
    setAccessibleDescription(figure.toolTip);
    showToolTip();
    // a countdown must not lay out the whole page each second
    if (sizeHint() != before) {
        updateGeometry();
    }
    update();
}

void FigureTile::setCompact(bool compact)
{
    if (compact != m_compact) {
        m_compact = compact;
        showToolTip();
        updateGeometry();
        update();
    }
}

void FigureTile::showToolTip()
{
    QStringList lines;
    // one line may have no room for the detail
    if (m_compact) {
        lines += m_figure.detail;
    }
    lines += m_given.toolTip;
    lines.removeAll(QString());
    setToolTip(toolTipText(lines.join(u'\n')));
}

QFont FigureTile::captionFont() const
{
    QFont small = font();
    small.setPointSizeF(small.pointSizeF() * 0.88);
    return small;
}

QFont FigureTile::valueFont() const
{
    QFont large = font();
    large.setPointSizeF(large.pointSizeF() * (m_compact ? 1.1 : 1.45));
    large.setWeight(QFont::DemiBold);
    return large;
}

int FigureTile::padding() const
{
    return emPixels(this, m_compact ? 0.3 : 0.65);
}

QSize FigureTile::sizeFor(int width) const
{
    const int lines = m_compact ? 0 : 2 * QFontMetrics(captionFont()).height();
    const int height = lines + QFontMetrics(valueFont()).height() + 2 * padding();
    return {width + 2 * padding(), height};
}

QSize FigureTile::sizeHint() const
{
    const QFontMetrics small(captionFont());
    const QFontMetrics large(valueFont());
    const int toneWidth = m_figure.tone == Tone::Normal ? 0 : emPixels(this, 1.5);
    if (m_compact) {
        return sizeFor(large.horizontalAdvance(m_figure.value) + toneWidth + emPixels(this, 0.5)
                       + small.horizontalAdvance(m_figure.caption));
    }
    return sizeFor(std::max({small.horizontalAdvance(m_figure.caption),
                             small.horizontalAdvance(m_figure.detail),
                             large.horizontalAdvance(m_figure.value) + toneWidth}));
}

QSize FigureTile::minimumSizeHint() const
{
    return sizeFor(emPixels(this, 5));
}

void FigureTile::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    const double radius = emPixels(this, 0.35);
    const double line = !hasFocus() ? 1 : Appearance::instance().isHighContrast() ? 3 : 2;
    painter.setPen(QPen(color(hasFocus() ? ColorRole::Accent : ColorRole::Frame), line));
    painter.setBrush(color(ColorRole::Raised));
    painter.drawRoundedRect(QRectF(rect()).adjusted(line / 2, line / 2, -line / 2, -line / 2),
                            radius, radius);
    // only the texts fade, not the frame that shows the focus
    painter.setOpacity(m_figure.stale ? fadedOpacity(0.55) : 1);
    const QRect room = rect().adjusted(padding(), padding(), -padding(), -padding());
    if (m_compact) {
        paintLine(painter, room);
    } else {
        paintTexts(painter, room);
    }
}

void FigureTile::paintTexts(QPainter& painter, const QRect& room) const
{
    const QFontMetrics small(captionFont());
    const QFontMetrics large(valueFont());
    const auto line = [&](const QFontMetrics& metrics, const QRect& box, const QString& text) {
        painter.drawText(box, Qt::AlignLeading | Qt::AlignVCenter | Qt::TextSingleLine,
                         metrics.elidedText(text, Qt::ElideRight, box.width()));
    };
    QRect box(room.left(), room.top(), room.width(), small.height());
    painter.setFont(captionFont());
    painter.setPen(color(ColorRole::MutedText));
    line(small, box, m_figure.caption);
    // the detail keeps its place when the value is empty
    QRect lowest = box;
    lowest.moveTop(box.bottom() + 1 + large.height());
    line(small, lowest, m_figure.detail);

    box.setTop(box.bottom() + 1);
    box.setHeight(large.height());
    box = paintTone(painter, box);
    painter.setFont(valueFont());
    painter.setPen(color(toneRole(m_figure.tone)));
    line(large, box, m_figure.value);
}

QRect FigureTile::paintTone(QPainter& painter, const QRect& room) const
{
    const QString name = toneIcon(m_figure.tone);
    if (name.isEmpty()) {
        return room;
    }
    const int side = emPixels(this, 1.2);
    QRect place(room.left(), 0, side, side);
    place.moveCenter({place.center().x(), room.center().y()});
    icon(name, toneRole(m_figure.tone)).paint(&painter, place);
    return room.adjusted(side + padding(), 0, 0, 0);
}

void FigureTile::paintLine(QPainter& painter, QRect room) const
{
    const auto text = [&](const QFont& font, const QColor& pen, const QString& shown) {
        const QFontMetrics metrics(font);
        painter.setFont(font);
        painter.setPen(pen);
        painter.drawText(room, Qt::AlignLeading | Qt::AlignVCenter | Qt::TextSingleLine,
                         metrics.elidedText(shown, Qt::ElideRight, room.width()));
        room.setLeft(room.left() + metrics.horizontalAdvance(shown) + emPixels(this, 0.5));
    };
    room = paintTone(painter, room);
    text(valueFont(), color(toneRole(m_figure.tone)), m_figure.value);
    if (room.width() > emPixels(this, 2)) {
        text(captionFont(), color(ColorRole::MutedText), m_figure.caption);
    }
    // a piece of the detail would say nothing; the tool tip has all of it
    const QFontMetrics small(captionFont());
    if (small.elidedText(m_figure.detail, Qt::ElideRight, room.width()) == m_figure.detail) {
        text(captionFont(), color(ColorRole::MutedText), m_figure.detail);
    }
}

} // namespace sandglass::widgets

#include "moc_figure_tile.cpp"
