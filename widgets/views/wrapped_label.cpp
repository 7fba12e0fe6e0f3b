// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/views/wrapped_label.h"

#include "widgets/style/metrics.h"

#include <QResizeEvent>

#include <algorithm>

namespace sandglass::widgets {

namespace {

constexpr double kWidestWordEms = 24;

} // namespace

WrappedLabel::WrappedLabel(QWidget* parent)
    : QLabel(parent)
{
    setTextFormat(Qt::PlainText);
    setWordWrap(true);
}

QSize WrappedLabel::minimumSizeHint() const
{
    QSize least = QLabel::minimumSizeHint();
    if (wordWrap()) {
        least.setWidth(std::min(least.width(), emPixels(this, kWidestWordEms)));
    }
    // before the first layout, the width is not meaningful
    if (m_sized && !text().isEmpty()) {
        // the height of all lines at the current width
        least.setHeight(std::max(heightForWidth(width()), fontMetrics().height()));
    }
    return least;
}

void WrappedLabel::resizeEvent(QResizeEvent* event)
{
    QLabel::resizeEvent(event);
    m_sized = true;
    // only another width can change the number of lines
    if (event->size().width() != event->oldSize().width()) {
        updateGeometry();
    }
}

} // namespace sandglass::widgets

#include "moc_wrapped_label.cpp"
