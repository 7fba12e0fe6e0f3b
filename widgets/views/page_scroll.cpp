// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/views/page_scroll.h"

#include "widgets/style/metrics.h"

#include <QAbstractSpinBox>
#include <QComboBox>
#include <QCoreApplication>
#include <QLayout>
#include <QResizeEvent>
#include <QScrollBar>

#include <utility>

namespace sandglass::widgets {

PageScroll::PageScroll(const QString& objectName, const QString& name, QWidget* parent)
    : QScrollArea(parent)
{
    setObjectName(objectName);
    setAccessibleName(name);
    setFrameShape(QFrame::NoFrame);
    setFocusPolicy(Qt::NoFocus);
    setWidgetResizable(true);
}

void PageScroll::setGrowsWindow()
{
    m_growsWindow = true;
    updateGeometry();
}

QSize PageScroll::sizeHint() const
{
    // a scroll area asks for a few lines only
    return m_growsWindow && widget() ? widget()->sizeHint().expandedTo(minimumSizeHint())
                                     : QScrollArea::sizeHint();
}

QSize PageScroll::minimumSizeHint() const
{
    QSize least = QScrollArea::minimumSizeHint();
    if (m_growsWindow && widget()) {
        // the page beside its bar, so that nothing scrolls sideways
        least.setWidth(widget()->minimumSizeHint().width()
                       + verticalScrollBar()->sizeHint().width());
    }
    return least;
}

bool PageScroll::event(QEvent* event)
{
    const bool done = QScrollArea::event(event);
    // the page tells its scroll area of another size by this event
    if (event->type() == QEvent::LayoutRequest) {
        if (m_growsWindow && isVisible()) {
            updateGeometry();
            growWindow();
        }
        Q_EMIT pageChanged();
    }
    return done;
}

bool PageScroll::eventFilter(QObject* watched, QEvent* event)
{
    const bool ofInput
        = qobject_cast<QComboBox*>(watched) || qobject_cast<QAbstractSpinBox*>(watched);
    if (ofInput && event->type() == QEvent::Wheel && verticalScrollBar()->maximum() > 0) {
        QCoreApplication::sendEvent(verticalScrollBar(), event);
        return true;
    }
    return QScrollArea::eventFilter(watched, event);
}

void PageScroll::resizeEvent(QResizeEvent* event)
{
    QScrollArea::resizeEvent(event);
    const QSize before = std::exchange(m_windowSize, window()->size());
    if (m_growsWindow && isVisible() && before == window()->size()
        && event->size().height() < event->oldSize().height()) {
        // a part beside it has taken its room
        m_high = 0;
        QMetaObject::invokeMethod(this, &PageScroll::growWindow, Qt::QueuedConnection);
    }
}

void PageScroll::showEvent(QShowEvent* event)
{
    QScrollArea::showEvent(event);
    if (widget()) {
        for (QWidget* input : widget()->findChildren<QWidget*>()) {
            if (qobject_cast<QComboBox*>(input) || qobject_cast<QAbstractSpinBox*>(input)) {
                // once, however often it is shown
                input->removeEventFilter(this);
                input->installEventFilter(this);
            }
        }
    }
    if (m_growsWindow) {
        growWindow();
    }
}

void PageScroll::growWindow()
{
    const QLayout* page = widget() ? widget()->layout() : nullptr;
    if (!page) {
        return;
    }
    const QSize room = maximumViewportSize();
    // as high as beside the bar, which otherwise stays where it has made a text longer by a line
    const int wide = room.width() - verticalScrollBar()->sizeHint().width();
    const int high = page->hasHeightForWidth() ? page->totalHeightForWidth(wide)
                                               : page->totalSizeHint().height();
    if (std::exchange(m_high, high) < high) {
        growOnScreen(window(), high - room.height());
    }
}

} // namespace sandglass::widgets

#include "moc_page_scroll.cpp"
