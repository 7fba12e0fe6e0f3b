// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/views/page_scroll.h"

#include "widgets/style/metrics.h"

#include <QAbstractSpinBox>
#include <QChildEvent>
#include <QComboBox>
#include <QCoreApplication>
#include <QFocusEvent>
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
    switch (event->type()) {
    case QEvent::ChildAdded:
        // what kind of control it will be is not known yet
        if (QObject* child = static_cast<QChildEvent*>(event)->child(); child->isWidgetType()) {
            watch(static_cast<QWidget*>(child));
        }
        break;
    case QEvent::FocusIn:
        showFocus(static_cast<QWidget*>(watched), static_cast<QFocusEvent*>(event)->reason());
        break;
    case QEvent::Wheel:
        // what was moved out of the page is still watched
        if ((qobject_cast<QComboBox*>(watched) || qobject_cast<QAbstractSpinBox*>(watched))
            && widget() && widget()->isAncestorOf(static_cast<QWidget*>(watched))
            && verticalScrollBar()->maximum() > 0) {
            QCoreApplication::sendEvent(verticalScrollBar(), event);
            return true;
        }
        break;
    default:
        break;
    }
    return QScrollArea::eventFilter(watched, event);
}

void PageScroll::watch(QWidget* part)
{
    if (part->isWindow()) {
        return; // a menu, or the list of a combo box
    }
    // once, however often it is shown
    part->removeEventFilter(this);
    part->installEventFilter(this);
    for (QObject* child : part->children()) {
        if (child->isWidgetType()) {
            watch(static_cast<QWidget*>(child));
        }
    }
}

void PageScroll::showFocus(QWidget* part, Qt::FocusReason reason)
{
    // Tab is seen to by Qt; who clicks sees the place; and what is higher than the room would only
    // jump
    if ((reason == Qt::ShortcutFocusReason || reason == Qt::OtherFocusReason)
        && part->height() <= viewport()->height()) {
        ensureWidgetVisible(part);
    }
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
        watch(widget());
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
