// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/views/elided_label.h"

#include "widgets/views/visible_text.h"

#include <QPainter>
#include <QtMath>

#include <algorithm>

namespace sandglass::widgets {

ElidedLabel::ElidedLabel(QWidget* parent)
    : QWidget(parent)
{
    setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Fixed);
}

void ElidedLabel::setText(const QString& text)
{
    const QString shown = visibleText(text);
    if (shown == m_text) {
        return;
    }
    const QSize before = sizeHint();
    m_text = shown;
    setAccessibleName(m_text);
    updateToolTip();
    // a clock that moves on by a second must not lay out the whole page
    if (sizeHint() != before) {
        updateGeometry();
    }
    update();
}

bool ElidedLabel::isElided() const
{
    return fontMetrics().horizontalAdvance(m_text) > contentsRect().width();
}

QSize ElidedLabel::sizeHint() const
{
    const QMargins margins = contentsMargins();
    // rounded up: glyphs of a fallback font, as for Chinese text, have fractional widths
    const int wide = qCeil(QFontMetricsF(font()).horizontalAdvance(m_text));
    return {wide + margins.left() + margins.right(),
            fontMetrics().height() + margins.top() + margins.bottom()};
}

QSize ElidedLabel::minimumSizeHint() const
{
    const QSize whole = sizeHint();
    // a layout may shrink the label to a few letters and the dots
    const int fewLetters = fontMetrics().horizontalAdvance(u'x') * 4;
    return {std::min(whole.width(), fewLetters), whole.height()};
}

void ElidedLabel::paintEvent(QPaintEvent*)
{
    // dots alone say nothing
    if (contentsRect().width() < std::min(sizeHint().width(), fontMetrics().height())) {
        return;
    }
    QPainter painter(this);
    painter.setPen(
        palette().color(isEnabled() ? QPalette::Active : QPalette::Disabled, foregroundRole()));
    const QString line = fontMetrics().elidedText(m_text, Qt::ElideRight, contentsRect().width());
    painter.drawText(contentsRect(), Qt::AlignLeading | Qt::AlignVCenter | Qt::TextSingleLine,
                     line);
}

void ElidedLabel::resizeEvent(QResizeEvent* event)
{
    QWidget::resizeEvent(event);
    updateToolTip();
}

void ElidedLabel::updateToolTip()
{
    setToolTip(isElided() ? toolTipText(m_text) : QString());
}

} // namespace sandglass::widgets

#include "moc_elided_label.cpp"
