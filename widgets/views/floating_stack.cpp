// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/views/floating_stack.h"

#include "widgets/style/metrics.h"

#include <QEvent>
#include <QVBoxLayout>

#include <algorithm>

namespace sandglass::widgets {

namespace {

constexpr double kWidestEms = 52; // a sentence in one or two lines
constexpr double kGapEms = 1; // to the edges of the host

} // namespace

FloatingStack::FloatingStack(QWidget& host, Edge edge)
    : QWidget(&host)
    , m_edge(edge)
{
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    host.installEventFilter(this);
    hide();
}

void FloatingStack::add(QWidget* message)
{
    layout()->addWidget(message);
    message->installEventFilter(this);
    place();
}

bool FloatingStack::eventFilter(QObject* watched, QEvent* event)
{
    const bool host = watched == parentWidget();
    if ((host && event->type() == QEvent::Resize)
        || (!host
            && (event->type() == QEvent::ShowToParent || event->type() == QEvent::HideToParent))) {
        place();
    }
    return QWidget::eventFilter(watched, event);
}

bool FloatingStack::event(QEvent* event)
{
    // a message has another text
    if (event->type() == QEvent::LayoutRequest) {
        place();
    }
    return QWidget::event(event);
}

void FloatingStack::place()
{
    bool any = false;
    for (int i = 0; i < layout()->count(); ++i) {
        any = any || !layout()->itemAt(i)->widget()->isHidden();
    }
    setVisible(any);
    if (!any) {
        return;
    }
    const QSize room = parentWidget()->size();
    const int gap = emPixels(this, kGapEms);
    const int width = std::max(1, std::min(room.width() - 2 * gap, emPixels(this, kWidestEms)));
    layout()->invalidate();
    const int height = layout()->hasHeightForWidth() ? layout()->totalHeightForWidth(width)
                                                     : layout()->totalSizeHint().height();
    const int top = m_edge == Edge::Top ? gap : std::max(0, room.height() - height - gap);
    setGeometry((room.width() - width) / 2, top, width, height);
    raise();
}

} // namespace sandglass::widgets

#include "moc_floating_stack.cpp"
